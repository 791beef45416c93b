"""Games by generated house rules: all checks of the conformance kit look on at once, after every move."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from campaign import Sample, samples
from properties.game import PLUGINS, chance
from rummykit_kit import Subject
from rummykit_kit.game import GeneratedGame
from rummykit_kit.search import play_games
from rummykit_kit.setup import Setup
from rummykit_kit.watchers import WATCHERS

# Measuring coverage would make them three times as slow; the other tests reach every line they reach.
pytestmark = pytest.mark.untraced


@samples(normal=2, campaign=1_000, parts=8)
def test_games_by_generated_house_rules(
    our_table: tuple[str, int], sample: Sample, tally: Callable[[str, int], None]
) -> None:
    variant, players = our_table
    subject = Subject(variant, PLUGINS, sample.number, chance=chance(sample.seed + players))
    played = play_games(subject, WATCHERS, players=players, thorough=0.01)
    assert played >= sample.number
    tally(f"generated games of {variant}", played)


@pytest.mark.parametrize("players", [2, 4, *(pytest.param(more, marks=pytest.mark.campaign) for more in (3, 5, 6))])
def test_default_rules_thoroughly(our_variant: str, players: int) -> None:
    setup = Setup(our_variant, players, seed=players, luck=players)
    subject = Subject(our_variant, PLUGINS)
    rules = setup.rules(subject)
    assert rules is not None
    game = GeneratedGame(subject, setup, rules, WATCHERS, thorough=0.25, most_examined=10_000)
    game.play()
    assert game.is_over
