"""`import rummykit` and play: the front door for programs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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
        ("rummy17", {"players": "Anna"}, "players are a number or a list of names, not the text 'Anna'."),
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
