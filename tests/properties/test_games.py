"""Games by generated house rules: what must hold holds after every move.

The normal run plays 550 games; `pytest -m soak` plays 20,000.
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

GAMES_EACH = 110
SOAK_GAMES = 20_000
SOAK_SLICES = 40


def setups(variant: str, players: int) -> st.SearchStrategy[tuple[dict[str, Any], int]]:
    model = PLUGINS.options_model(variant)
    return st.tuples(house_rules(model, players), st.integers(0, 2**32))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_games_by_generated_house_rules(our_variant: str, players: int) -> None:
    @settings(max_examples=GAMES_EACH, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(setups(our_variant, players))
    def games(drawn: tuple[dict[str, Any], int]) -> None:
        sections, seed = drawn
        try:
            rules = assembled(our_variant, players, sections)
        except (HouseRuleError, SetupError):
            assume(False)
        play_and_verify(rules, seed)
        played.append(seed)

    played: list[int] = []
    games()
    assert len(played) >= GAMES_EACH


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_default_rules_thoroughly(our_variant: str, players: int) -> None:
    match = play_and_verify(assembled(our_variant, players, {}), seed=players, thorough=0.5)
    assert len(match.scores) == 1


@pytest.mark.soak
@pytest.mark.parametrize("part", range(SOAK_SLICES))
def test_soak(our_variant: str, part: int) -> None:
    random, played = Random(part), 0
    games_each = SOAK_GAMES // SOAK_SLICES

    @settings(max_examples=games_each, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(setups(our_variant, 2 + part % 5))
    def games(drawn: tuple[dict[str, Any], int]) -> None:
        nonlocal played
        try:
            rules = assembled(our_variant, 2 + part % 5, drawn[0])
        except (HouseRuleError, SetupError):
            assume(False)
        play_and_verify(rules, random.getrandbits(32), thorough=0.01)
        played += 1

    games()
    assert played >= games_each
