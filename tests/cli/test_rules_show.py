"""`rummy rules show` says where every value comes from; `rummy rules diff` what is played differently."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.command import PLUGINS, rummy
from rummykit.errors import RummyKitError
from rummykit.rules import from_variant, load_text
from rummykit_cli.commands.play import PlayRequest, seats_for
from rummykit_cli.commands.rules.diff import diff_rules
from rummykit_cli.commands.rules.show import entries, read_target, show_rules

BASE = "variant: deutsches_romme\npreset: club\nrules:\n  first_meld:\n    min: 35\n"
OURS = "extends: base.yaml\nplayers: 3\nmatch:\n  rounds: 3\nrules:\n  deal:\n    cards: 13\n"


@pytest.fixture
def ours(home: Path) -> Path:
    (home / "base.yaml").write_text(BASE, "utf-8")
    (home / "ours.yaml").write_text(OURS, "utf-8")
    return home / "ours.yaml"


def rows(text: str) -> dict[str, list[str]]:
    """The indented lines of `rules show`, by section and option."""
    found, section = {}, ""
    for line in text.splitlines():
        if line.startswith("  "):
            option, *rest = line.split(maxsplit=2)
            found[f"{section}.{option}"] = rest
        else:
            section = line.partition(":")[0]
    return found


def test_every_option_is_shown_with_its_value(
    our_game: tuple[str, str | None], capsys: pytest.CaptureFixture[str]
) -> None:
    variant, preset = our_game
    show_rules(variant, preset, False, True)
    shown = json.loads(capsys.readouterr().out)
    rules = from_variant(variant, PLUGINS, preset=preset)
    wanted = json.loads(json.dumps(rules.to_json()))
    for section, options in {**wanted["rules"], "match": wanted["match"], "stakes": wanted["stakes"]}.items():
        assert {name: option["value"] for name, option in shown["sections"][section].items()} == options
    assert list(shown["sections"])[-2:] == ["match", "stakes"]
    set_by_preset = {
        (section, name)
        for section, options in shown["sections"].items()
        for name, option in options.items()
        if option["origin"] == {"kind": "preset", "preset": preset}
    }
    assert set_by_preset == set(rules.origins)


def test_where_each_value_comes_from(home: Path, ours: Path) -> None:
    result = rummy(home, "rules", "show", ours.name)
    assert result.code == 0
    assert result.out.splitlines()[0] == "Deutsches Rommé, preset club, 3 players"
    found = rows(result.out)
    assert found["match.rounds"] == ["3", "ours.yaml:4"]
    assert found["first_meld.min"] == ["35", "base.yaml:5, where the preset has 30"]
    assert found["claims.allowed"] == ["always", "preset club"]
    assert found["deck.jokers"][1] == "default"
    assert found["deal.cards"] == ["13", "ours.yaml:7"]
    assert found["turn.most_cards"] == ["unlimited", "default"]


def test_only_what_differs_from_the_default(home: Path, ours: Path) -> None:
    found = rows(rummy(home, "rules", "show", ours.name, "--changed").out)
    assert "match.rounds" in found
    assert "claims.allowed" in found
    assert "deck.jokers" not in found
    assert "deal.cards" not in found  # written in the file, but with the value it has anyway


@pytest.mark.option("scoring.cards", "ace.in_hand")
def test_a_value_that_follows_another_option_says_which(home: Path) -> None:
    (home / "family.yaml").write_text("variant: deutsches_romme\nrules:\n  scoring:\n    cards: five_ten_fifteen\n")
    found = rows(rummy(home, "rules", "show", "family.yaml").out)
    assert found["ace.in_hand"] == ["15", "follows scoring.cards, family.yaml:4"]
    assert found["ace.points"] == ["positional", "default"]
    shown = json.loads(rummy(home, "rules", "show", "family.yaml", "--json").out)["sections"]["ace"]["in_hand"]
    assert (shown["value"], shown["origin"]["followed"], shown["origin"]["line"]) == (15, "scoring.cards", 4)


def test_show_as_json_names_the_line(home: Path, ours: Path) -> None:
    shown = json.loads(rummy(home, "rules", "show", ours.name, "--changed", "--json").out)
    assert (shown["variant"], shown["preset"], shown["players"]) == ("deutsches_romme", "club", 3)
    assert shown["sections"]["match"]["rounds"] == {
        "value": 3,
        "default": 1,
        "origin": {"kind": "file", "file": "ours.yaml", "line": 4, "column": 3},
    }


def test_nothing_differs(capsys: pytest.CaptureFixture[str]) -> None:
    show_rules("rummy17", None, True, False)
    assert "Nothing differs from the default." in capsys.readouterr().out


def test_a_preset_in_both_spellings(capsys: pytest.CaptureFixture[str]) -> None:
    show_rules("wiener_rummy", "knock", False, False)
    first = capsys.readouterr().out
    show_rules("wiener_rummy:knock", None, False, False)
    assert capsys.readouterr().out == first
    assert first.startswith("Wiener Rummy, preset knock, from 2 to 5 players\n")
    assert "{2: 10, 3-4: 7, 5: 6}  preset knock" in first


@pytest.mark.parametrize(("players", "seats"), [("2-5", 3), ("4-5", 4), ("2-2", 2)])
def test_as_many_sit_down_as_the_range_of_a_file_says(players: str, seats: int) -> None:
    rules = load_text(f"variant: rummy17\nplayers: {players}", PLUGINS)
    assert len(seats_for(PlayRequest(), rules, PLUGINS, "You")) == seats


@pytest.mark.parametrize(
    ("target", "preset", "sentence"),
    [
        ("rumy17", None, "Did you mean rummy17?"),
        ("rummy71:five_rounds", None, "Did you mean rummy17?"),
        ("missing.yaml", None, "missing.yaml: no such file"),
        ("rummy17:six", None, "unknown preset 'six'"),
        ("rummy17:first_game", "five_rounds", "already names a preset"),
        ("ours.yaml", "club", "--preset goes with a variant"),
    ],
)
def test_a_target_that_is_none(target: str, preset: str | None, sentence: str) -> None:
    with pytest.raises(RummyKitError) as caught:
        read_target(target, PLUGINS, preset)
    assert sentence in str(caught.value)


def test_a_bad_file_is_one_clear_error(home: Path) -> None:
    (home / "bad.yaml").write_text("variant: rummy17\nrules:\n  deal:\n    hand_sise: 3\n", "utf-8")
    for arguments in (["show", "bad.yaml"], ["diff", "rummy17", "bad.yaml"]):
        result = rummy(home, "rules", *arguments)
        assert (result.code, result.out) == (2, "")
        assert "bad.yaml:4:5: deal has no option 'hand_sise'" in result.err


def test_the_club_plays_differently(home: Path) -> None:
    result = rummy(home, "rules", "diff", "deutsches_romme", "deutsches_romme:club")
    assert result.code == 0
    for part in (
        "The deal A: The dealer gets one card more",
        "B: The player to the left of the dealer gets one card more",
        "Claiming (only B) - If you want the open card although it is not your turn, you may claim it",
        "A: The first time you meld, the cards that you lay must count at least 40 points together. … [ROM-FIRST-01]",
        "at least 30 points together, or at least 40 if there is a joker among them. … [CLUB-FIRST-01]",
        "Only B: In what you lay first there may be only one joker. [CLUB-FIRST-01]",
    ):
        assert part in result.text
    changed = from_variant("deutsches_romme", PLUGINS, preset="club").origins
    _, _, options = result.out.partition("\nIn a file:\n")
    assert {line.split(":")[0].strip() for line in options.splitlines()} == {".".join(key) for key in changed}
    assert "  first_meld.min: 40 in A, 30 in B\n" in options


def test_the_texts_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    diff_rules("deutsches_romme", "deutsches_romme:skatverband", True)
    found = json.loads(capsys.readouterr().out)
    (text,) = found["texts"]
    assert text["chapter"] == "Jokers"
    assert text["b"]["rule"] == "ROM-JOK-03"
    assert "four natural cards" in text["b"]["text"]
    assert [(one["option"], one["a"], one["b"]) for one in found["differences"]] == [
        ("sets", "any_missing", "four_naturals")
    ]


def test_every_preset_is_told_in_prose(our_game: tuple[str, str | None], capsys: pytest.CaptureFixture[str]) -> None:
    variant, preset = our_game
    diff_rules(f"{variant}:{preset}" if preset else variant, variant, False)
    out = capsys.readouterr().out
    assert ("\nIn a file:\n" in out) is bool(preset)
    assert (" [" in out) is bool(preset)


def test_what_nobody_can_play_is_compared_by_its_options(home: Path) -> None:
    text = "variant: deutsches_romme\nrules: {deck: {jokers: 1}, deal: {jokers_each: 1}}\n"
    (home / "one.yaml").write_text(text, "utf-8")
    result = rummy(home, "rules", "diff", "deutsches_romme", "one.yaml")
    assert result.code == 0
    assert "jokers_each: 0 in A, 1 in B (" in result.out


def test_other_words_for_the_same_game(home: Path, ours: Path) -> None:
    (home / "same.yaml").write_text(
        "variant: deutsches_romme\nextends: base.yaml\nplayers: [Anna, Ben, Cleo]\nmatch: {rounds: 3}\n",
        "utf-8",
    )
    assert rummy(home, "rules", "diff", ours.name, "same.yaml").out == "Both are played the same way.\n"
    assert json.loads(rummy(home, "rules", "diff", ours.name, "same.yaml", "--json").out)["same"] is True


def test_the_number_of_players_is_a_difference(home: Path, ours: Path) -> None:
    assert "players: 3 in A, any number in B" in rummy(home, "rules", "diff", ours.name, "deutsches_romme").out


def test_different_games(capsys: pytest.CaptureFixture[str]) -> None:
    diff_rules("rummy17", "wiener_rummy", False)
    out = capsys.readouterr().out
    assert out.index("These are different games") < out.index("extra_card: none in A, dealer in B")
    assert "Only in A, under pool:" in out
    assert "Only in B, under knocking:" in out
    diff_rules("rummy17", "wiener_rummy", True)
    found = json.loads(capsys.readouterr().out)
    assert found["same"] is False
    both = {(entry.section, entry.option) for entry in entries(from_variant("rummy17", PLUGINS), PLUGINS)}
    both &= {(entry.section, entry.option) for entry in entries(from_variant("wiener_rummy", PLUGINS), PLUGINS)}
    assert {(entry["section"], entry["option"]) for entry in found["differences"]} <= both
    assert not {(entry["section"], entry["option"]) for entry in found["only_a"] + found["only_b"]} & both


def test_a_game_and_itself(our_variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    diff_rules(our_variant, our_variant, False)
    assert capsys.readouterr().out == "Both are played the same way.\n"
