"""Rummy 17 gains the formats of a match by option: several games with a pot, but no elimination."""

from __future__ import annotations

from random import Random

import pytest

from matches import match_sections
from rummykit.engine.books import Event
from rummykit.engine.match import Match
from rummykit.errors import SetupError
from rummykit.rules import HouseRuleError

from ..helpers import PLUGINS
from .helpers import rummy17

NAMES = ["Ann", "Ben", "Cem"]


@pytest.mark.untraced
@pytest.mark.option("match.rounds")
@pytest.mark.option("stakes.ante")
@pytest.mark.option("stakes.fee")
def test_several_games_with_a_pot() -> None:
    options = {"rounds": 4, "ante": 3, "fee": 2, "chips": 20}
    match, random = Match(rummy17(3, **match_sections(options)).rules, 6, NAMES), Random(6)
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


@pytest.mark.option("match.rounds")
def test_nobody_is_eliminated_where_the_highest_total_wins() -> None:
    with pytest.raises(SetupError, match="elimination: 101 is for bad points, but in Rummy 17 the highest total wins"):
        rummy17(3, match={"elimination": 101})


@pytest.mark.option("stakes.buyback")
def test_nobody_buys_back_in_a_match_of_rounds() -> None:
    with pytest.raises(HouseRuleError, match=r"buyback: true needs match.elimination"):
        rummy17(3, match={"rounds": 3}, stakes={"buyback": True})
