"""Deutsches Rommé gains the formats of a match by option: to a target or to the last player, with pot and buy-back."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from matches import match_sections
from rummykit.engine.books import Event
from rummykit.engine.match import Match

from ..helpers import PLUGINS
from .helpers import romme

NAMES = ["Ann", "Ben", "Cem", "Dora"]
SHORT = {"reshuffles": 0}
POT = {"ante": 5, "fee": 1, "per_point": 1}
TO_THE_LAST: dict[str, Any] = {
    "elimination": 250,
    "buyback": True,
    "buyback_from": 120,
    "buyback_to": 249,
}


def played(seed: int, bot: str = "random", **options: Any) -> Match:
    match, random = Match(romme(4, **match_sections(options), stock=SHORT).rules, seed, NAMES), Random(seed)
    player = PLUGINS.bots[bot].make()
    while not match.is_over:
        match.play(player(match.view(match.actor), random))
        assert sum(match.chips) + match.pot == 0
    return match


@pytest.mark.untraced
@pytest.mark.option("match.rounds")
@pytest.mark.option("stakes.buyback")
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_to_the_last_player_with_buyback_and_pot(bot: str) -> None:
    match = played(2, bot, **TO_THE_LAST, **POT)
    assert len(match.still_in) <= 1
    assert len(match.seated) == 2
    assert {line.event for line in match.sheet} >= {Event.ANTE, Event.ROUND, Event.POT}
    (winner,) = match.winners
    assert all(match.totals[seat] >= 250 for seat in range(4) if seat != winner)
    assert match.pot == 0


@pytest.mark.untraced
@pytest.mark.option("stakes.buyback")
def test_buybacks_are_made_and_declined() -> None:
    events = {line.event for seed in range(4) for line in played(seed, **TO_THE_LAST, **POT).sheet}
    assert events == set(Event) - {Event.BONUS}


@pytest.mark.option("stakes.ante")
@pytest.mark.option("match.target")
def test_to_a_target_with_pot() -> None:
    match = played(1, target=200, **POT)
    assert max(match.totals) >= 200
    assert match.still_in == (0, 1, 2, 3)
    paid = [line for line in match.sheet if line.event is Event.POT]
    assert len(paid) == 1
    assert all(match.totals[seat] == min(match.totals) for seat in match.winners)
