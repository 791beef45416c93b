"""The bots between two rounds: random answers anything, greedy weighs its chance against the price."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from matches import PARTY, PLUGINS, end_round, new_match
from rummykit.engine.actions import BUYBACK_NO, BUYBACK_YES, Action
from rummykit.engine.views import BuybackView


def offer(*totals: int, pot: int = 15, price: int = 5, new_total: int | None = None, out: bool = False) -> BuybackView:
    """An offer to the first player."""
    match = new_match(len(totals), **PARTY)
    end_round(match, 95, *[20] * (len(totals) - 1))
    view = match.view(0)
    assert isinstance(view, BuybackView)
    lower = max(totals[1:]) if new_total is None else new_total
    still_in = tuple(range(1 if out else 0, len(totals)))
    return replace(view, totals=totals, pot=pot, price=price, new_total=lower, still_in=still_in)


def answer(view: BuybackView, bot: str = "greedy", seed: int = 0) -> Action:
    return PLUGINS.bots[bot].make()(view, Random(seed))


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        (offer(95, 60, 40), BUYBACK_YES),  # nearly out, and a good chance afterwards
        (offer(95, 20), BUYBACK_YES),
        (offer(95, 94, 10), BUYBACK_NO),  # it would bring next to nothing
        (offer(82, 75, 10), BUYBACK_NO),
        (offer(95, 60, 40, price=50), BUYBACK_NO),
        (offer(95, 60, 40, price=50, pot=400), BUYBACK_YES),
        (offer(95, 60, 40, pot=0), BUYBACK_NO),  # nothing to win
        (offer(95, 94, 10, price=0, pot=0), BUYBACK_YES),  # nothing to lose
        (offer(120, 60, 40, out=True), BUYBACK_YES),
        (offer(120, 100, 10, out=True), BUYBACK_NO),
    ],
)
def test_greedy_weighs_its_chance_against_the_price(view: BuybackView, expected: Action) -> None:
    assert answer(view) == expected


def test_random_answers_anything() -> None:
    view = offer(95, 60, 40)
    assert {answer(view, "random", seed) for seed in range(40)} == {BUYBACK_YES, BUYBACK_NO}


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_bots_play_whole_matches(bot: str) -> None:
    match, player, random = new_match(3, seed=5, **PARTY), PLUGINS.bots[bot].make(), Random(1)
    asked = 0
    while not match.is_over:
        view = match.view(match.actor)
        asked += isinstance(view, BuybackView)
        match.play(player(view, random))
    assert len(match.winners) >= 1
    assert match.pot == 0
