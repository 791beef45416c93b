"""Games by generated house rules: all checks of the conformance kit look on at once, after every move.

The normal run plays 500 games of each variant; `pytest -m soak` 20,000.
"""

from __future__ import annotations

import pytest

from properties.game import PLUGINS, chance
from rummykit_kit import Subject
from rummykit_kit.game import Game
from rummykit_kit.search import play_games
from rummykit_kit.setup import Setup
from rummykit_kit.watchers import WATCHERS

# Measuring coverage would make them three times as slow; the other tests reach every line they reach.
pytestmark = pytest.mark.no_cover

GAMES_EACH = 100
CHANCE = 20
"""With this number no game has hands so large that its moves take seconds to list."""
SOAK_GAMES = 20_000
SOAK_SLICES = 40


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_games_by_generated_house_rules(our_variant: str, players: int) -> None:
    subject = Subject(our_variant, PLUGINS, GAMES_EACH, chance=chance(CHANCE + players))
    assert play_games(subject, WATCHERS, players=players, thorough=0.01) >= GAMES_EACH


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_default_rules_thoroughly(our_variant: str, players: int) -> None:
    setup = Setup(our_variant, players, seed=players, luck=players)
    subject = Subject(our_variant, PLUGINS)
    rules = setup.rules(subject)
    assert rules is not None
    game = Game(subject, setup, rules, WATCHERS, thorough=0.25, most_examined=10_000)
    game.play()
    assert game.is_over


@pytest.mark.soak
@pytest.mark.parametrize("part", range(SOAK_SLICES))
def test_soak(our_variant: str, part: int) -> None:
    games = SOAK_GAMES // SOAK_SLICES
    subject = Subject(our_variant, PLUGINS, games, chance=part)
    assert play_games(subject, WATCHERS, players=2 + part % 5, thorough=0.01) >= games
