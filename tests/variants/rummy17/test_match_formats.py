"""Rummy 17 gains the formats of a match by option: several games with a pot, but no elimination."""

from __future__ import annotations

from random import Random

import pytest

from rummykit.errors import SetupError
from rummykit.houserules import HouseRuleError
from rummykit.match import Event, Match

from ..helpers import PLUGINS
from .helpers import rummy17

NAMES = ["Ann", "Ben", "Cem"]


@pytest.mark.option("match.rounds")
@pytest.mark.option("match.ante")
@pytest.mark.option("match.knock_fee")
def test_several_games_with_a_pot() -> None:
    options = {"match_mode": "rounds", "rounds": 4, "ante": 3, "knock_fee": 2, "starting_chips": 20}
    match, random = Match(rummy17(3, match=options).rules, 6, NAMES), Random(6)
    bot = PLUGINS.bots["greedy"].make()
    while not match.is_over:
        assert sum(match.chips) + match.pot == 60
        match.play(bot(match.view(match.actor), random))
    rounds = [line for line in match.sheet if line.event is Event.ROUND]
    assert len(rounds) == len(match.scores) == 4
    chips = [17, 17, 17]
    for line in rounds:
        if line.seat is not None:
            chips = [have + (4 if seat == line.seat else -2) for seat, have in enumerate(chips)]
        assert line.chips == tuple(chips)
    assert any(line.seat is not None for line in rounds)
    best = max(match.totals)
    assert match.winners == tuple(seat for seat in range(3) if match.totals[seat] == best)
    for seat in match.winners:
        assert match.chips[seat] - chips[seat] in (9 // len(match.winners), 9 // len(match.winners) + 1)


@pytest.mark.option("match.match_mode")
def test_nobody_is_eliminated_where_the_highest_total_wins() -> None:
    with pytest.raises(SetupError, match="last_standing is for bad points, but in Rummy 17 the highest total wins"):
        rummy17(3, match={"match_mode": "last_standing"})


@pytest.mark.option("match.buyback")
def test_nobody_buys_back_in_a_match_of_rounds() -> None:
    with pytest.raises(HouseRuleError, match="buyback: true needs match_mode: last_standing"):
        rummy17(3, match={"match_mode": "rounds", "rounds": 3, "buyback": True})
