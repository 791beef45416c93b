"""Matches by generated match options: chips are never made or lost, who is out stays out, and every match ends.

The normal run plays 48 matches of every variant; `pytest -m soak` plays 5,000.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import strategies as st

from properties.game import PLUGINS, assembled, chance
from rummykit.actions import BUYBACK_YES, BuyBack
from rummykit.match import Event, Match
from rummykit_kit import Subject
from rummykit_kit.matches import play_match, verify
from rummykit_kit.search import for_all
from rummykit_kit.strategies import LARGEST_SEED, match_options

# Measuring coverage would make them three times as slow; the other tests reach every line they reach.
pytestmark = pytest.mark.no_cover

MATCHES_EACH = 12
SOAK_MATCHES = 5_000
SOAK_SLICES = 40
PLAYERS = (2, 3, 4, 6)
QUICK = {"draw": {"max_reshuffles": 0}, "deal": {"hand_size": 7}}
"""Short rounds: this is about what comes between them."""


def matches(variant: str, players: int, number: int, part: int = 0) -> list[Match]:
    played: list[Match] = []

    def play(example: tuple[dict[str, Any], int]) -> None:
        options, seed = example
        played.append(verify(assembled(variant, players, {**QUICK, "match": options}), seed))

    high_wins = assembled(variant, players, {}).scoring.high_wins
    examples = st.tuples(match_options(high_wins), st.integers(0, LARGEST_SEED))
    for_all(Subject(variant, PLUGINS, chance=chance(part)), examples, number, play)
    return played


@pytest.mark.parametrize("players", PLAYERS)
def test_matches_by_generated_options(our_variant: str, players: int) -> None:
    assert len(matches(our_variant, players, MATCHES_EACH)) >= MATCHES_EACH


def test_the_generated_matches_show_everything() -> None:
    """Otherwise the properties above would prove little."""
    options = {"match_mode": "last_standing", "buyback": True, "buyback_min": 50, "buyback_max": 300, "ante": 3}
    rules = assembled("deutsches_romme", 4, {**QUICK, "match": {**options, "elimination_score": 250}})
    played = [play_match(rules, seed) for seed in range(12)]
    events = {line.event for each in played for line in each.match.sheet}
    assert events == set(Event)
    assert any(len(each.match.seated) == 2 for each in played)
    answers = {text for each in played for _, text in each.moves if text.startswith("buyback")}
    assert answers == {str(BUYBACK_YES), str(BuyBack(accept=False))}


@pytest.mark.soak
@pytest.mark.parametrize("part", range(SOAK_SLICES))
def test_soak_matches(our_variant: str, part: int) -> None:
    number = SOAK_MATCHES // SOAK_SLICES
    assert len(matches(our_variant, PLAYERS[part % len(PLAYERS)], number, part)) >= number
