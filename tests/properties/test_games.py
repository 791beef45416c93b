"""Games by generated house rules: what must hold holds after every move.

The normal run plays 500 games of each variant; `pytest -m soak` 20,000.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from properties.game import PLUGINS, assembled, play_and_verify
from rummykit.errors import SetupError
from rummykit.houserules import HouseRuleError
from strategies import house_rules

# Measuring coverage would make them three times as slow; the other tests reach every line they reach.
pytestmark = pytest.mark.no_cover

GAMES_EACH = 100
SOAK_GAMES = 20_000
SOAK_SLICES = 40


ONE_ROUND = {"match": {"match_mode": "single", "rounds": 1}}
"""Whole matches are for `test_matches`."""

Setup = tuple[dict[str, Any], str | None, int]
"""What differs from the defaults or from a preset, the preset, and a seed."""


def setups(variant: str, players: int) -> st.SearchStrategy[Setup]:
    model = PLUGINS.options_model(variant)
    presets = st.sampled_from([None, *PLUGINS.presets(variant)])
    return st.tuples(house_rules(model, players), presets, st.integers(0, 2**32))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_games_by_generated_house_rules(our_variant: str, players: int) -> None:
    @settings(max_examples=GAMES_EACH, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(setups(our_variant, players))
    def games(drawn: Setup) -> None:
        sections, preset, seed = drawn
        try:
            rules = assembled(our_variant, players, sections | ONE_ROUND, preset)
        except (HouseRuleError, SetupError):
            assume(False)
        play_and_verify(rules, seed)
        played.append(seed)

    played: list[int] = []
    games()
    assert len(played) >= GAMES_EACH


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_default_rules_thoroughly(our_variant: str, players: int) -> None:
    match = play_and_verify(assembled(our_variant, players, ONE_ROUND), seed=players, thorough=0.5)
    assert len(match.scores) == 1


@pytest.mark.soak
@pytest.mark.parametrize("part", range(SOAK_SLICES))
def test_soak(our_variant: str, part: int) -> None:
    random, played = Random(part), 0
    games_each = SOAK_GAMES // SOAK_SLICES

    @settings(max_examples=games_each, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(setups(our_variant, 2 + part % 5))
    def games(drawn: Setup) -> None:
        nonlocal played
        sections, preset, _ = drawn
        try:
            rules = assembled(our_variant, 2 + part % 5, sections | ONE_ROUND, preset)
        except (HouseRuleError, SetupError):
            assume(False)
        play_and_verify(rules, random.getrandbits(32), thorough=0.01)
        played += 1

    games()
    assert played >= games_each
