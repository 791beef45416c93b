"""Buying back: who may, what it costs, and what his total falls to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rummykit.reasons import Reason

if TYPE_CHECKING:
    from rummykit.match.ledger import Ledger
    from rummykit.match.standing import Standing


@dataclass(frozen=True, slots=True)
class Offer:
    """A buy-back that a seat is asked about: what it pays, and the total it would have then."""

    seat: int
    price: int
    new_total: int


@dataclass(frozen=True, slots=True)
class BuyingBack:
    """A player with a total from ``lowest`` to ``highest`` may lower it for ``cost`` chips, so many ``times``.

    ``target``: the new total is the second highest among the players still in and the buyer, or the next lower than
    the buyer's own. A buy-back that lowers nothing, or that cannot be paid in full, is not offered. Where ``highest``
    lies at or above the limit of an elimination, whoever was just put out may come back.

    >>> from rummykit.match.standing import Standing
    >>> BuyingBack().new_total(0, Standing(rounds=4, totals=(95, 60, 40), still_in=(0, 1, 2)))
    60
    """

    cost: int = 5
    lowest: int = 81
    highest: int = 100
    times: int = 1
    target: Literal["second_worst", "next_lower"] = "second_worst"

    def new_total(self, seat: int, standing: Standing) -> int:
        """Return what the total of *seat* would fall to; its own if there is none lower."""
        own = standing.totals[seat]
        others = [standing.totals[other] for other in standing.still_in if other != seat]
        if self.target == "second_worst" and others:
            second = sorted([own, *others])[-2]
            return min(own, second)
        return max((total for total in others if total < own), default=own)

    def objection(
        self, seat: int, standing: Standing, bought: int, ledger: Ledger
    ) -> tuple[Reason, dict[str, object]] | None:
        """Return why a seat that has *bought* back so often may not do it now, with what fills the sentence."""
        total = standing.totals[seat]
        if total < self.lowest:
            return Reason.BUYBACK_TOO_LOW, {"total": total, "lowest": self.lowest}
        if total > self.highest:
            return Reason.BUYBACK_TOO_HIGH, {"total": total, "highest": self.highest}
        if bought >= self.times:
            return Reason.BUYBACK_USED, {"count": bought}
        if self.new_total(seat, standing) >= total:
            return Reason.BUYBACK_NO_GAIN, {"total": total}
        if not ledger.can_pay(seat, self.cost):
            return Reason.BUYBACK_UNPAID, {"price": self.cost, "chips": ledger.chips[seat]}
        return None
