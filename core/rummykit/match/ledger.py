"""Chips: who has how many, and what lies in the pot. None is ever made or lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stakes:
    """What is paid, and from what.

    Every player puts the ``ante`` into the pot before the match. Whoever ends a round gets the ``fee`` from every
    other player in it; when another one did better in that round (he was undercut), only if ``fee_if_undercut``.
    Without ``allow_debt`` a player who has too little pays what he has.
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
