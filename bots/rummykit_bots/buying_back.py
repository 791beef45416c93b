"""Whether a buy-back is worth its price."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rummykit.engine.views import BuybackView


WIN_IN_PRICES = 1.0
"""What the win itself is worth besides the pot, in prices of a buy-back: one plays for more than chips."""


def worth_buying_back(view: BuybackView) -> bool:
    """Whether the prize that can be expected grows by more than the price, which goes into the pot."""
    if not view.price:
        return True
    prize = view.pot + WIN_IN_PRICES * view.price
    without = _chance(view, view.totals[view.seat]) * prize
    bought = _chance(view, view.new_total) * (prize + view.price) - view.price
    return bought > without


def rooms_of_others(view: BuybackView) -> list[int]:
    """Return how far every other side that is still in lies below the limit."""
    sides = [side for side in view.rules.sides if view.seat not in side and side[0] in view.still_in]
    return [view.limit - view.totals[side[0]] for side in sides]


def _chance(view: BuybackView, total: int) -> float:
    """Return the chance of being the last one in: the room below the limit, as a share of everybody's.

    In simulated matches, where in every round one player gets nothing and the others draw their bad points at random,
    this hits the true chance within a few percent.
    """
    room = max(view.limit - total, 0)
    others = sum(rooms_of_others(view))
    return room / (room + others) if room else 0.0
