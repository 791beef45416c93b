"""Whole matches of Wiener Rummy by players who play at random, in which somebody knocks in most rounds."""

from __future__ import annotations

import pytest

from properties.game import assembled
from properties.test_matches import verify
from rummykit.engine.books import Event

pytestmark = pytest.mark.untraced

KNOCKS = {"knocking": {"limit": 40}, "stock": {"reshuffles": 0}}


@pytest.mark.rule("WIE-PARTY-02")
@pytest.mark.rule("WIE-PARTY-05")
@pytest.mark.parametrize("players", [2, 3, 6])
def test_matches_with_many_knocks(players: int) -> None:
    rules = assembled("wiener_rummy", players, KNOCKS)
    played = [verify(rules, seed) for seed in range(10)]
    lines = [line for match in played for line in match.sheet]
    knocks = [line for line in lines if line.event is Event.ROUND and line.seat is not None]
    assert len(knocks) >= len([line for line in lines if line.event is Event.ROUND]) / 2
    assert {Event.ANTE, Event.ROUND, Event.BUYBACK, Event.DECLINED, Event.POT} == {line.event for line in lines}
    for match in played:
        assert len(match.still_in) <= 1
        assert sum(match.chips) == 0
