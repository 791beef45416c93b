"""How rounds make a match: when it ends, who drops out, who may buy back, what is at stake, and who wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from rummykit.refusals import Reason

if TYPE_CHECKING:
    from rummykit.engine.books import Standing


@dataclass(frozen=True, slots=True)
class Stakes:
    """What is paid, and from what.

    Every player puts the ``ante`` into the pot before the match. Whoever ends a round gets the ``fee`` from every
    other player in it; when another one did better in that round (the first was undercut), only if ``fee_if_undercut``.
    Without ``allow_debt`` a player who has too little pays what they have.
    """

    ante: int = 0
    fee: int = 0
    fee_if_undercut: bool = True
    starting_chips: int = 0
    allow_debt: bool = True


NO_STAKES = Stakes()
"""A match without chips."""


class Ledger:
    """The chips of every seat and the pot; together they never change.

    >>> ledger = Ledger(Stakes(ante=5, starting_chips=20), players=2)
    >>> ledger.collect_antes()
    >>> ledger.chips, ledger.pot
    ([15, 15], 10)
    """

    def __init__(self, stakes: Stakes, players: int) -> None:
        self.stakes = stakes
        self.chips = [stakes.starting_chips] * players
        self.pot = 0

    def can_pay(self, seat: int, amount: int) -> bool:
        """Whether a seat can pay an amount in full."""
        return self.stakes.allow_debt or self.chips[seat] >= amount

    def put_in(self, seat: int, amount: int) -> None:
        """Move chips from a seat to the pot."""
        self.pot += self._taken(seat, amount)

    def collect_antes(self) -> None:
        """Let everybody put the ante into the pot."""
        for seat in range(len(self.chips)):
            self.put_in(seat, self.stakes.ante)

    def collect_fee(self, finisher: int, points: Mapping[int, int], high_wins: bool) -> None:
        """Pay whoever ended the round; *points* has what each seat in it scored."""
        own = points[finisher]
        undercut = any(other > own if high_wins else other < own for other in points.values())
        if undercut and not self.stakes.fee_if_undercut:
            return
        for seat in points:
            if seat != finisher:
                self.chips[finisher] += self._taken(seat, self.stakes.fee)

    def pay_out(self, winners: Sequence[int]) -> None:
        """Share the pot out evenly; chips that cannot be divided go to the first winners, one each."""
        share, odd = divmod(self.pot, len(winners))
        for at, seat in enumerate(winners):
            self.chips[seat] += share + (at < odd)
        self.pot = 0

    def _taken(self, seat: int, amount: int) -> int:
        if not self.can_pay(seat, amount):
            amount = self.chips[seat]
        self.chips[seat] -= amount
        return amount


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

    >>> from rummykit.engine.books import Standing
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


MOST_ROUNDS = 500
"""Every match ends after so many rounds, even if nobody reaches what should end it."""


class Length(Protocol):
    """When a match ends."""

    def is_over(self, standing: Standing) -> bool:
        """Whether no further round is played."""


@dataclass(frozen=True, slots=True)
class FixedRounds:
    """A match of a fixed number of rounds."""

    rounds: int = 1

    def is_over(self, standing: Standing) -> bool:
        """Whether all rounds are played."""
        return standing.rounds >= self.rounds


@dataclass(frozen=True, slots=True)
class TargetScore:
    """A match that ends when somebody's total reaches a target: the winner's or, with bad points, the loser's."""

    target: int

    def is_over(self, standing: Standing) -> bool:
        """Whether a total has reached the target."""
        return max(standing.totals) >= self.target


@dataclass(frozen=True, slots=True)
class LastStanding:
    """A match that ends when at most one player is still in."""

    def is_over(self, standing: Standing) -> bool:
        """Whether nobody is left to play against."""
        return len(standing.still_in) < 2


@dataclass(frozen=True, slots=True)
class Elimination:
    """Players are out when their bad points reach a limit, unless they buy back.

    ``all_out`` says who wins if the last ones are out together: the lowest total (equal totals share), all of them, or
    whoever ended the round (if nobody did, the lowest total).
    """

    limit: int
    all_out: Literal["lowest_total", "split", "knocker"] = "lowest_total"
    buying_back: BuyingBack | None = None


@dataclass(frozen=True, slots=True)
class MatchFormat:
    """How rounds make a match: when it ends, who drops out, and what is at stake.

    >>> from rummykit.engine.books import Standing
    >>> format = MatchFormat(LastStanding(), Elimination(101))
    >>> after = Standing(rounds=3, totals=(120, 40, 105), still_in=(1,), last_out=(2,))
    >>> format.is_over(after), format.winners(after, high_wins=False)
    (True, (1,))
    """

    length: Length
    elimination: Elimination | None = None
    stakes: Stakes = NO_STAKES

    @property
    def buying_back(self) -> BuyingBack | None:
        """The buy-back, if there is one."""
        return self.elimination.buying_back if self.elimination else None

    def is_over(self, standing: Standing) -> bool:
        """Whether no further round is played."""
        return standing.rounds >= MOST_ROUNDS or self.length.is_over(standing)

    def puts_out(self, total: int) -> bool:
        """Whether a player with this total is out."""
        return self.elimination is not None and total >= self.elimination.limit

    def winners(self, standing: Standing, high_wins: bool) -> tuple[int, ...]:
        """Return the seats with the best total of those still in, or whom `Elimination` names if nobody is."""
        rivals, finisher = standing.still_in or standing.last_out, standing.finisher
        if not standing.still_in and self.elimination is not None:
            if self.elimination.all_out == "split":
                return rivals
            if self.elimination.all_out == "knocker" and finisher in rivals:
                return tuple(seat for seat in rivals if seat == finisher)
        totals = [standing.totals[seat] for seat in rivals]
        best = max(totals) if high_wins else min(totals)
        return tuple(seat for seat in rivals if standing.totals[seat] == best)

    @property
    def has_chips(self) -> bool:
        """Whether chips change hands, or at least lie on the table."""
        stakes = self.stakes
        return bool(stakes.ante or stakes.fee or stakes.starting_chips or (self.buying_back and self.buying_back.cost))
