"""What the golden playthroughs of Deutsches Rommé show; they are played in ``tests/variants/test_playthroughs.py``."""

from __future__ import annotations

import pytest

from rummykit.engine.actions import LayDown
from rummykit.engine.match import Match
from rummykit.engine.notation import read_action
from rummykit.refusals import Refusal

from ..helpers import PLUGINS
from ..playthroughs import Playthrough, play


def before(game: Playthrough, move: str) -> Match:
    """The match just before a move is made for the first time."""
    match = game.start()
    for name, text in game.moves:
        if text == move:
            return match
        play(match, name, text)
    raise AssertionError(f"nobody plays {move}")


@pytest.mark.parametrize(
    ("preset", "shows"),
    [
        (None, {"draw discard", "meld", "layoff", "swap", "|", "*"}),
        ("club", {"claim", "pass", "draw discard", "meld", "layoff", "swap", "*"}),
        ("skatverband", {"draw discard", "meld", "layoff", "swap", "|", "*"}),
    ],
)
def test_a_playthrough_is_short_and_shows_much(preset: str | None, shows: set[str]) -> None:
    game = Playthrough("deutsches_romme", preset)
    assert len(game.moves) <= 60
    assert {word for word in shows if not game.shows(word)} == set()


@pytest.mark.parametrize("preset", [None, *PLUGINS.presets("deutsches_romme")])
def test_every_first_meld_reaches_its_points(preset: str | None) -> None:
    game = Playthrough("deutsches_romme", preset)
    match = game.start()
    found = []
    for name, text in game.moves:
        seat, action = match.round.actor, read_action(text, match.round)
        if isinstance(action, LayDown) and not match.round.has_melded(seat):
            jokers = any(meld.jokers for meld in action.melds)
            found.append((sum(meld.points for meld in action.melds), 30 if preset == "club" and not jokers else 40))
        play(match, name, text)
    assert len(found) == len(game.names)
    assert all(points >= needed for points, needed in found)


def test_a_claim_costs_a_penalty_card() -> None:
    game = Playthrough("deutsches_romme", "club")
    match = before(game, "claim")
    seat, open_card, stock = match.round.actor, match.round.open_card, len(match.round.stock)
    before_it = match.round.hands[seat].bit_count()
    play(match, match.names[seat], "claim")
    assert match.round.hands[seat].bit_count() == before_it + 2
    assert str(open_card) in match.round.rules.pack.text(match.round.hands[seat]).split()
    assert len(match.round.stock) == stock - 1


def test_the_stricter_swap_makes_the_difference() -> None:
    swap = "swap As > 1 : meld *=3s 4s 5s"
    default, strict = Playthrough("deutsches_romme", None), Playthrough("deutsches_romme", "skatverband")
    assert default.seed == strict.seed
    assert str(before(default, swap).round.table[1]) == "Ah Ad *"
    early = before(strict, "layoff Ac > 1")
    assert str(early.round.table[1]) == "Ah Ad *"
    action = read_action(swap, early.round)
    assert not isinstance(action, Refusal)
    refusal = early.check(action)
    assert refusal is not None
    assert refusal.rule == "ROM-JOK-03"
    assert str(before(strict, swap).round.table[1]) == "Ah Ad Ac *"
