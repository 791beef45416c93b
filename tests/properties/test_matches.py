"""Matches by generated match options: chips are never made or lost, who is out stays out, and every match ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st

from campaign import Sample, samples
from properties.game import PLUGINS, assembled, chance
from rummykit.engine.actions import BUYBACK_YES, BuyBack
from rummykit.engine.books import Event
from rummykit.engine.match import Match
from rummykit.engine.notation import read_action
from rummykit.engine.ruleset import Ruleset
from rummykit.refusals import Refusal
from rummykit_kit import Subject
from rummykit_kit.checks.matches import PlayedMatch, assert_books, assert_sheet
from rummykit_kit.search import for_all
from rummykit_kit.setup import Setup
from rummykit_kit.strategies import LARGEST_SEED, match_options

# Measuring coverage would make them three times as slow; the other tests reach every line they reach.
pytestmark = pytest.mark.untraced

PLAYERS = (2, 3, 4, 6)
QUICK = {"stock": {"reshuffles": 0}, "deal": {"cards": 7}}
"""Short rounds: this is about what comes between them."""


def verify(rules: Ruleset, seed: int) -> Match:
    """Play a match with random moves, look at its books after every move, and replay it from its moves."""
    played = PlayedMatch(rules, Setup(rules.variant, rules.players, seed=seed)).play(assert_books)
    assert played.is_whole, played.fault or played.crash or "broken off"
    assert_sheet(played.match)
    again = Match(rules, seed, played.match.names)
    for seat, text in played.moves:
        action = read_action(text, again.round)
        assert not isinstance(action, Refusal), text
        again.play(action, seat)
    assert again.fingerprint() == played.match.fingerprint()
    assert again.sheet == played.match.sheet
    return played.match


def matches(variant: str, players: int, sample: Sample) -> list[Match]:
    played: list[Match] = []

    def play(example: tuple[dict[str, Any], int]) -> None:
        options, seed = example
        played.append(verify(assembled(variant, players, {**QUICK, **options}), seed))

    high_wins = assembled(variant, players, {}).scoring.high_wins
    examples = st.tuples(match_options(high_wins), st.integers(0, LARGEST_SEED))
    for_all(Subject(variant, PLUGINS, chance=chance(sample.seed)), examples, sample.number, play)
    return played


@pytest.mark.parametrize("players", PLAYERS)
@samples(normal=2, campaign=250, parts=5)
def test_matches_by_generated_options(
    our_variant: str, players: int, sample: Sample, tally: Callable[[str, int], None]
) -> None:
    played = len(matches(our_variant, players, sample))
    assert played >= sample.number
    tally(f"generated matches of {our_variant}", played)


def test_the_generated_matches_show_everything() -> None:
    """Otherwise the properties above would prove little."""
    stakes = {"buyback": True, "buyback_from": 50, "buyback_to": 300, "ante": 3, "per_point": 1}
    rules = assembled("deutsches_romme", 4, {**QUICK, "match": {"elimination": 250}, "stakes": stakes})
    played = [PlayedMatch(rules, Setup(rules.variant, rules.players, seed=seed)).play() for seed in range(12)]
    events = {line.event for each in played for line in each.match.sheet}
    assert events == set(Event) - {Event.BONUS}
    assert any(len(each.match.seated) == 2 for each in played)
    answers = {text for each in played for _, text in each.moves if text.startswith("buyback")}
    assert answers == {str(BUYBACK_YES), str(BuyBack(accept=False))}
