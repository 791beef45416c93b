"""Matches by generated match options: chips are never made or lost, who is out stays out, and every match ends.

The normal run plays 100 matches of every variant; `pytest -m soak` plays 5,000.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from properties.game import assembled
from rummykit.actions import BUYBACK_YES, BuyBack
from rummykit.match import MOST_ROUNDS, Event, Match
from rummykit.notation import read_action
from rummykit.reasons import Refusal
from rummykit.ruleset import Ruleset
from strategies import match_options

# Measuring coverage would make them three times as slow; the other tests reach every line they reach.
pytestmark = pytest.mark.no_cover

MATCHES_EACH = 20
SOAK_MATCHES = 5_000
SOAK_SLICES = 40
PLAYERS = (2, 3, 4, 6)
QUICK = {"draw": {"max_reshuffles": 0}, "deal": {"hand_size": 7}}
"""Short rounds: this is about what comes between them."""


def play_match(rules: Ruleset, seed: int) -> tuple[Match, list[tuple[int, str]]]:
    """Play a match with random moves; return it with all moves, each with the seat that made it."""
    random = Random(seed)
    match = Match(rules, seed, [f"p{seat}" for seat in range(rules.players)])
    moves: list[tuple[int, str]] = []
    gone: set[int] = set()
    while not match.is_over:
        if match.offer is None:
            gone |= set(range(rules.players)) - set(match.seated)
        assert match.actor not in gone, "a player who is out acts"
        legal = match.legal_actions()
        action = legal[int(random.random() * len(legal))]
        assert match.check(action) is None
        moves.append((match.actor, str(action)))
        match.apply(action)
        assert_books(match)
        assert not gone & set(match.still_in), "a player who is out is in again"
    return match, moves


def assert_books(match: Match) -> None:
    stakes, buying_back = match.format.stakes, match.format.buying_back
    assert sum(match.chips) + match.pot == len(match.names) * stakes.starting_chips
    assert match.pot >= 0
    assert stakes.allow_debt or min(match.chips) >= 0
    assert max(match.bought) <= (buying_back.times if buying_back else 0)
    assert len(match.scores) <= MOST_ROUNDS
    if match.offer is not None and buying_back is not None:
        seat, total = match.offer.seat, match.totals[match.offer.seat]
        assert buying_back.lowest <= total <= buying_back.highest
        assert match.offer.new_total < total
        assert match.view(seat).legal == match.legal_actions()
    elif not match.is_over:
        assert match.seated == match.still_in
        assert len(match.seated) > 1
        assert not any(match.format.puts_out(match.totals[seat]) for seat in match.seated)


def assert_sheet(match: Match) -> None:
    """The sheet alone tells every total."""
    totals = [0] * len(match.names)
    rounds = 0
    for line in match.sheet:
        if line.event is Event.ROUND:
            rounds += 1
            assert line.round == rounds
            totals = [total + (points or 0) for total, points in zip(totals, line.points, strict=True)]
        elif line.event is Event.BUYBACK and line.seat is not None:
            assert line.totals[line.seat] < totals[line.seat]
            totals[line.seat] = line.totals[line.seat]
        assert line.totals == tuple(totals)
    assert match.totals == tuple(totals)
    assert match.pot == 0
    assert rounds == len(match.scores)


def verify(rules: Ruleset, seed: int) -> Match:
    match, moves = play_match(rules, seed)
    assert_sheet(match)
    again = Match(rules, seed, match.names)
    for seat, text in moves:
        action = read_action(text, again.round)
        assert not isinstance(action, Refusal)
        again.play(action, seat)
    assert again.fingerprint() == match.fingerprint()
    assert again.sheet == match.sheet
    return match


def matches(variant: str, players: int, number: int) -> list[Match]:
    played: list[Match] = []
    high_wins = assembled(variant, players, {}).scoring.high_wins

    @settings(max_examples=number, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(match_options(high_wins), st.integers(0, 2**32))
    def play(options: dict[str, Any], seed: int) -> None:
        rules = assembled(variant, players, {**QUICK, "match": options})
        played.append(verify(rules, seed))

    play()
    return played


@pytest.mark.parametrize("players", PLAYERS)
def test_matches_by_generated_options(our_variant: str, players: int) -> None:
    assert len(matches(our_variant, players, MATCHES_EACH)) >= MATCHES_EACH


def test_the_generated_matches_show_everything() -> None:
    """Otherwise the properties above would prove little."""
    options = {"match_mode": "last_standing", "buyback": True, "buyback_min": 50, "buyback_max": 300, "ante": 3}
    rules = assembled("deutsches_romme", 4, {**QUICK, "match": {**options, "elimination_score": 250}})
    played = [play_match(rules, seed) for seed in range(12)]
    events = {line.event for match, _ in played for line in match.sheet}
    assert events == set(Event)
    assert any(len(match.seated) == 2 for match, _ in played)
    answers = {text for _, moves in played for _, text in moves if text.startswith("buyback")}
    assert answers == {str(BUYBACK_YES), str(BuyBack(accept=False))}


@pytest.mark.soak
@pytest.mark.parametrize("part", range(SOAK_SLICES))
def test_soak_matches(our_variant: str, part: int) -> None:
    number = SOAK_MATCHES // SOAK_SLICES
    assert len(matches(our_variant, PLAYERS[part % len(PLAYERS)], number)) >= number
