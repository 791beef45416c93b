"""What the golden playthroughs of Rummy 17 show; they are played in ``tests/variants/test_playthroughs.py``."""

from __future__ import annotations

import pytest

from ..playthroughs import Playthrough


@pytest.mark.parametrize(
    ("preset", "most_moves", "shows"),
    [
        (None, 40, {"claim", "draw discard", "meld", "layoff", "swap", "discard", "*"}),
        ("first_game", 40, {"draw discard", "meld", "layoff", "discard 17", "*"}),
        ("five_rounds", 130, {"claim", "draw discard", "meld", "layoff", "discard 17", "*"}),
    ],
)
def test_a_playthrough_is_short_and_shows_much(preset: str | None, most_moves: int, shows: set[str]) -> None:
    game = Playthrough("rummy17", preset)
    assert len(game.moves) <= most_moves
    assert {word for word in shows if not game.shows(word)} == set()


def test_nobody_is_asked_for_a_claim_in_a_first_game() -> None:
    assert not {"claim", "pass"} & {move for _, move in Playthrough("rummy17", "first_game").moves}
