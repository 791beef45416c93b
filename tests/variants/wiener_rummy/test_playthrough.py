"""What the golden playthroughs of Wiener Rummy show; they are played in ``tests/variants/test_playthroughs.py``."""

from __future__ import annotations

import pytest

from ..playthroughs import Playthrough


@pytest.mark.parametrize(
    ("preset", "shows"),
    [
        (None, {"draw discard", "knock", "pass", "buyback yes"}),
        ("rummy_101", {"draw discard", "knock", "pass", "call"}),
        ("elimination", {"draw discard", "knock", "pass", "call"}),
        ("knock", {"draw discard", "knock", "call"}),
    ],
)
def test_a_playthrough_is_short_and_shows_much(preset: str | None, shows: set[str]) -> None:
    game = Playthrough("wiener_rummy", preset)
    assert len(game.moves) <= 80
    assert {word for word in shows if not game.shows(word)} == set()


def test_nothing_is_ever_laid_out() -> None:
    game = Playthrough("wiener_rummy", None)
    assert not game.shows("meld")
    assert not any(line.startswith("= meld") for line in game.expected)
