"""What the golden playthroughs of Räuber-Rommé show; they are played in ``tests/variants/test_playthroughs.py``."""

from __future__ import annotations

import pytest

from rummykit.engine.actions import LayDown, Rearrange
from rummykit.engine.notation import read_action
from rummykit.parts.rearranging import hand_cards_of

from ..helpers import PLUGINS
from ..playthroughs import Playthrough, play

GAMES = [None, *PLUGINS.presets("raeuber_romme")]


@pytest.mark.parametrize(
    ("preset", "shows"),
    [
        (None, {"draw stock", "draw discard", "meld", "layoff", "swap", "arrange", "discard", "|", "*"}),
        ("no_pile", {"pass", "end", "meld", "layoff", "swap", "arrange", "|", "*"}),
        ("brettspielnetz", {"pass", "end", "meld", "layoff", "arrange", "|", "*"}),
        ("tiles", {"pass", "end", "meld", "layoff", "arrange", "|", "*"}),
    ],
)
def test_a_playthrough_is_short_and_shows_much(preset: str | None, shows: set[str]) -> None:
    game = Playthrough("raeuber_romme", preset)
    assert len(game.moves) <= 30
    assert {word for word in shows if not game.shows(word)} == set()


@pytest.mark.parametrize("preset", GAMES)
def test_every_rearrangement_places_a_card_and_keeps_the_table(preset: str | None) -> None:
    game = Playthrough("raeuber_romme", preset)
    match, apart = game.start(), 0
    for name, text in game.moves:
        round, action = match.round, read_action(text, match.round)
        before = sum(len(meld.meld) for meld in round.table.values())
        placed = hand_cards_of(round, action).bit_count() if isinstance(action, Rearrange) else 0
        play(match, name, text)
        if isinstance(action, Rearrange):
            assert placed
            assert sum(len(meld.meld) for meld in round.table.values()) == before + placed
            apart = max(apart, len(action.numbers))
    assert apart > 1


@pytest.mark.parametrize("preset", GAMES)
def test_every_first_meld_reaches_its_points(preset: str | None) -> None:
    game = Playthrough("raeuber_romme", preset)
    match, found = game.start(), []
    for name, text in game.moves:
        seat, action = match.round.actor, read_action(text, match.round)
        if isinstance(action, LayDown) and not match.round.has_melded(seat):
            found.append(sum(meld.worth(joker_counts=preset != "brettspielnetz") for meld in action.melds))
        play(match, name, text)
    assert len(found) == 2
    assert min(found) >= match.round.rules.flow.laying_down.first.min_points
