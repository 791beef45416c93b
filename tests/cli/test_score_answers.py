"""`rummy score`: how long the match is, and the words that people answer with."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cli.at_a_table import PLUGINS
from cli.command import rummy
from rummykit.engine.match_format import MatchFormat
from rummykit.errors import NotationError, SetupError
from rummykit.parts import MatchOptions
from rummykit.scenario import resolve
from rummykit_cli.commands.score.command import check_length
from rummykit_session.paper.questions import HandLeft, SomePlayers, YesOrNo

PEOPLE = ("--players", "Anna,Ben")


def rules_of(variant: str, **sections: Any) -> Any:
    return PLUGINS.assemble(resolve(PLUGINS, variant, **sections), 2)


# -- how long it is ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("rummy17",), "This match has 1 round."),
        (("rummy17", "--rounds", "3"), "This match has 3 rounds."),
        (("rummy17:five_rounds",), "This match has 5 rounds."),
        (("rummy17:five_rounds", "--rounds", "2"), "This match has 2 rounds."),
        (("rummy17", "--target", "200"), "This match goes on until a total reaches 200."),
        (("wiener_rummy",), "This match goes on until only one player is left; at 101 points a player is out."),
        (("wiener_rummy", "--rounds", "1"), "This match has 1 round."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_it_is_told_at_the_start(home: Path, arguments: tuple[str, ...], told: str) -> None:
    assert told in rummy(home, "score", *arguments, *PEOPLE).out.splitlines()


def test_a_match_of_two_rounds_is_over_after_two(home: Path) -> None:
    (home / "ours.yaml").write_text("variant: deutsches_romme\nrules: {hand_romme: {when: never}}\n", "utf-8")
    table = ("score", "--rules", "ours.yaml", *PEOPLE, "--rounds", "2", "--json")
    data = json.loads(rummy(home, *table, typed="Anna\nBen\n30\nAnna\n10\n").out)
    assert (data["over"], data["totals"], data["winners"]) == (True, [30, 10], ["Ben"])
    again = json.loads(rummy(home, "score", "--resume", "1", "--json").out)
    assert (again["over"], len(again["rounds"])) == (True, 2)


@pytest.mark.option("scoring.unmelded", "scoring.last_joker", "scoring.out_bonus")
def test_who_never_melded_and_the_last_joker_are_asked(home: Path) -> None:
    scoring = "{unmelded: double, last_joker: 2, out_bonus: 10}"
    text = f"variant: deutsches_romme\nrules: {{hand_romme: {{when: never}}, scoring: {scoring}}}\n"
    (home / "ours.yaml").write_text(text, "utf-8")
    table = ("score", "--rules", "ours.yaml", "--players", "Anna,Ben,Cleo", "--json")
    data = json.loads(rummy(home, *table, typed="Anna\nBen\n*\nAnna\n30\n7\n").out)
    assert data["totals"] == [120, -10, 14]


@pytest.mark.option("scoring.melds_count")
def test_what_was_laid_is_asked_where_it_counts(home: Path) -> None:
    text = "variant: deutsches_romme\nrules: {hand_romme: {when: never}, scoring: {melds_count: true}}\n"
    (home / "ours.yaml").write_text(text, "utf-8")
    data = json.loads(
        rummy(home, "score", "--rules", "ours.yaml", *PEOPLE, "--json", typed="Anna\nBen\n30\n20\n55\n").out
    )
    assert (data["totals"], data["winners"]) == ([-10, 55], ["Ben"])


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--rounds", "0"), "match.rounds cannot be the number 0; expected a whole number from 1 to 50"),
        (("--target", "5"), "match.target cannot be the number 5; expected a whole number from 50 to 1000"),
        (("--rounds", "2", "--target", "100"), "Choose either --rounds or --target."),
        (("--rounds", "2", "--resume"), "A resumed sheet goes on as it was set up"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(home: Path, arguments: tuple[str, ...], problem: str) -> None:
    target = () if "--resume" in arguments else ("rummy17", *PEOPLE)
    result = rummy(home, "score", *target, *arguments)
    assert result.code == 2
    assert result.err.startswith(f"Error: {problem}")
    assert not list(home.rglob("*.score"))


def test_a_game_with_a_length_of_its_own_takes_no_other() -> None:
    rules = rules_of("rummy17", match={"rounds": 3})
    check_length(rules)
    with pytest.raises(SetupError, match="Rummy 17 itself decides how long a match is"):
        check_length(replace(rules, match=MatchFormat(MatchOptions(rounds=4))))


# -- answers -----------------------------------------------------------------------------------------------


def test_all_players_have_names_together() -> None:
    two, three = SomePlayers(("Anna", "Ben")), SomePlayers(("Anna", "Ben", "Carla"))
    assert [two.read(text) for text in ("both", "ALL", "everybody ")] == [(0, 1)] * 3
    assert [three.read(text) for text in ("all", "everybody", "nobody", "-")] == [(0, 1, 2), (0, 1, 2), (), ()]
    with pytest.raises(NotationError, match="Nobody called 'both'"):
        three.read("both")
    assert two.write(two.read("both")) == "Anna, Ben"
    assert two.hint == "Anna, Ben, both or nobody; separate several with commas"
    assert three.hint == "Anna, Ben, Carla, all or nobody; separate several with commas"


def test_a_name_comes_before_a_word() -> None:
    assert SomePlayers(("Both", "Ben")).read("both") == (0,)


def test_the_last_card_itself_is_an_answer() -> None:
    last = YesOrNo(rules_of("rummy17"))
    assert [last.read(text) for text in ("17r", " 17V ", "16r", "*r", "yes", "n")] == [
        True,
        True,
        False,
        False,
        True,
        False,
    ]
    with pytest.raises(NotationError, match="'18r' is neither yes nor no"):
        last.read("18r")


def test_nobody_knocks_above_the_limit() -> None:
    knocker = HandLeft(rules_of("wiener_rummy"), most=5)
    assert knocker.read("5") == 5
    assert [str(card) for card in knocker.read("2h 3h")] == ["2h", "3h"]  # type: ignore[union-attr]
    for text, points in (("6", 6), ("As 2h", 13)):
        with pytest.raises(NotationError, match=f"{points} points are left, but nobody may knock with more than 5"):
            knocker.read(text)
    assert HandLeft(rules_of("wiener_rummy")).read("6") == 6


@pytest.mark.parametrize("asked", [YesOrNo(), YesOrNo(rules_of("deutsches_romme"))])
def test_where_no_card_counts_more_a_card_is_no_answer(asked: YesOrNo) -> None:
    with pytest.raises(NotationError, match="'7s' is neither yes nor no"):
        asked.read("7s")


def test_a_round_with_such_answers(home: Path) -> None:
    lines = ["Anna", "Ben", "17g", "3", "1 2 3 4 5", "both", "all", "nobody", "everybody", "Anna"]
    result = rummy(home, "score", "rummy17", *PEOPLE, "--json", typed="".join(f"{line}\n" for line in lines))
    data = json.loads(result.out)
    assert data["rounds"][0]["factors"] == [2, 2]
    assert data["totals"] == [2 * (4 * 3 - 3), 2 * 3 * 3]


def test_a_joker_of_the_pool_is_never_left_in_a_hand() -> None:
    with pytest.raises(NotationError, match="lie in the pool"):
        HandLeft(rules_of("rummy17")).read("8r *r")
    assert HandLeft(rules_of("deutsches_romme")).read("*") == (rules_of("deutsches_romme").pack.card("*"),)


def test_a_number_is_not_a_player(home: Path) -> None:
    result = rummy(home, "score", "rummy17", "--players", "9")
    assert result.code == 2
    assert "'9' is a number; name everybody who plays: Anna,Ben,Carla." in result.err
