"""`import rummykit` and play: the front door for programs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rummykit
from rummykit.engine.actions import DRAW_STOCK
from rummykit.engine.records import Record
from rummykit.plugin.plugins import Plugins

HOUSE_RULES = "variant: rummy17\nplayers: [Anna, Ben]\n"


def played_out(match: rummykit.Match) -> rummykit.Match:
    while not match.is_over:
        match.play(match.legal_actions[-1])
    return match


@pytest.mark.parametrize("source", [HOUSE_RULES, "{variant: rummy17, players: [Anna, Ben]}"])
def test_house_rules_are_loaded_from_text(source: str) -> None:
    assert rummykit.load(source).names == ("Anna", "Ben")


@pytest.mark.parametrize("kind", [str, Path])
def test_house_rules_are_loaded_from_a_file(kind: type[str | Path], tmp_path: Path) -> None:
    file = tmp_path / "ours.yaml"
    file.write_text(HOUSE_RULES)
    assert rummykit.load(kind(file)).names == ("Anna", "Ben")


def test_players_that_are_given_win_over_those_of_the_file() -> None:
    assert rummykit.load(HOUSE_RULES, players=["Carla", "Dora", "Emil"]).names == ("Carla", "Dora", "Emil")


def test_a_variant_needs_no_players_and_no_seed() -> None:
    match = rummykit.load("wiener_rummy")
    assert len(match.names) == 2
    assert match.seed != rummykit.load("wiener_rummy").seed


def test_a_preset_is_played() -> None:
    assert rummykit.load("deutsches_romme", preset="club", players=4).rules.table_rules.preset == "club"


@pytest.mark.parametrize(
    ("source", "arguments", "sentence"),
    [
        ("rumy17", {}, "There is no variant 'rumy17'; installed: .* Did you mean rummy17?"),
        ("nowhere.yaml", {}, "nowhere.yaml: no such file"),
        ("variant: rumy17", {}, "<text>:1:10: unknown variant 'rumy17'.*did you mean rummy17"),
        ("rummy17", {"preset": "clubb"}, "unknown preset 'clubb'"),
        ("rummy17", {"players": 9}, "Rummy 17 is for 2 to 6 players, not 9."),
        (HOUSE_RULES, {"preset": "club"}, "A preset goes with the name of a variant; house rules name their own."),
    ],
)
def test_what_cannot_be_loaded_is_told_in_a_sentence(source: str, arguments: dict[str, object], sentence: str) -> None:
    with pytest.raises(rummykit.RummyKitError, match=sentence):
        rummykit.load(source, **arguments)  # type: ignore[arg-type]


def test_membership_asks_the_rules_and_lists_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    match = rummykit.load("rummy17", seed=17)
    monkeypatch.setattr(match.round, "legal_actions", lambda: pytest.fail("the moves were listed"))
    assert "draw stock" in match.legal_actions
    assert DRAW_STOCK in match.legal_actions
    assert "meld 1r 2r 3r" not in match.legal_actions
    assert "nonsense" not in match.legal_actions
    assert 17 not in match.legal_actions


def test_a_refused_text_is_not_played() -> None:
    match = rummykit.load("rummy17", seed=17)
    before = match.fingerprint()
    with pytest.raises(rummykit.IllegalMove, match="R17-TURN-01"):
        match.play("discard 17g")
    with pytest.raises(rummykit.NotationError, match="Did you mean draw"):
        match.play("drow stock")
    with pytest.raises(rummykit.IllegalMove, match="WIE-TURN-01"):
        rummykit.load("wiener_rummy", seed=1).play("meld 1s 2s 3s")
    assert match.fingerprint() == before


def test_a_record_of_a_match_with_buybacks_and_chips_replays(tmp_path: Path) -> None:
    match = played_out(rummykit.load("wiener_rummy", preset="knock", players=3, seed=5))
    file = tmp_path / "game.rummy"
    file.write_text(match.record)
    again = Record.read(file).replay(Plugins.discover())
    assert again.fingerprint() == match.fingerprint()
    assert again.moves == match.moves


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = (
        "import sys, rummykit; "
        "heavy = {'pydantic', 'yaml', 'rummykit.engine', 'rummykit.plugin', 'rummykit.rules'} & set(sys.modules); "
        "assert not heavy, heavy; assert rummykit.Refusal.__name__ == 'Refusal'"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'laod'"):
        rummykit.laod  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"seed": "abc"}, "A seed is a whole number, not 'abc'."),
        ({"seed": True}, "A seed is a whole number, not True."),
        ({"players": 2.0}, "players are a number or a list of names, not 2.0."),
        ({"players": "Anna"}, "players are a number or a list of names, not 'Anna'."),
        ({"players": ["Anna", 3]}, "A player's name is a text that can be printed, not 3."),
        ({"players": ["Anna", "B\nen"]}, "A player's name is a text that can be printed, not 'B\\nen'."),
        ({"players": ["Anna", "Anna"]}, "Two players are called Anna."),
        ({"preset": b"five_rounds"}, "A preset is given by its name, not b'five_rounds'."),
        ({"source": ""}, "Load the name of a variant, or house rules by their path or text, not ''."),
        ({"source": None}, "Load the name of a variant, or house rules by their path or text, not None."),
    ],
)
def test_an_argument_of_the_wrong_kind_is_told_in_a_sentence(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(rummykit.SetupError) as error:
        rummykit.load(**{"source": "rummy17", **arguments})
    assert str(error.value) == sentence


def test_a_preset_may_follow_the_name_of_its_variant() -> None:
    assert rummykit.load("rummy17:five_rounds").rules.table_rules.preset == "five_rounds"


@pytest.mark.parametrize("move", [None, 5, b"pass", [], {}])
def test_what_is_not_a_move_is_told_in_a_sentence(move: Any) -> None:
    match = rummykit.load("rummy17", players=3, seed=17)
    for ask in (match.check, match.play):
        with pytest.raises(rummykit.NotationError, match="A move is an action or its text, not "):
            ask(move)
    assert move not in match.legal_actions


@pytest.mark.parametrize("seat", [3, -1, None, "Anna", True])
def test_a_seat_that_is_not_there_is_told_in_a_sentence(seat: Any) -> None:
    match = rummykit.load("rummy17", players=3, seed=17)
    sentence = re.escape(f"There is no seat {seat!r}; the seats are 0 to 2.")
    with pytest.raises(rummykit.RummyKitError, match=sentence):
        match.view(seat)
    if seat is not None:  # which means the seat to act there
        with pytest.raises(rummykit.RummyKitError, match=sentence):
            match.check("draw stock", seat)


def test_who_is_out_of_the_match_has_no_view_of_it() -> None:
    match = rummykit.load("wiener_rummy", players=4, seed=9)
    random = Random(9)
    while len(match.still_in) == 4 or match.offer is not None:
        match.play(random.choice(match.legal_actions))
    out = next(seat for seat in range(4) if seat not in match.still_in)
    with pytest.raises(rummykit.RummyKitError, match=f"{match.names[out]} is out of the match"):
        match.view(out)


def test_a_match_that_is_over_takes_no_move() -> None:
    match = rummykit.load("rummy17", players=2, seed=17)
    random = Random(17)
    while not match.is_over:
        match.play(random.choice(match.legal_actions))
    assert str(match.check("draw stock")) == "The match is over. [TABLE-01]"
