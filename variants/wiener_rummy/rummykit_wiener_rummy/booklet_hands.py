"""The hands that the rule booklet draws: as many cards as the table deals, and as little left over as it wants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rummykit.booklet.examples import group, row
from rummykit.cards import Pack
from rummykit.melds import MIN_LENGTH
from rummykit_wiener_rummy.scoring import HandPoints

Cards = tuple[str, ...]

FEW_LEFT: Sequence[Cards] = (("2d", "3c"), ("2d",), ())
MUCH_LEFT: Sequence[Cards] = (("2d", "4c"), ("Kd", "3c"), ("Kd", "10c"))
"""Cards that fit none of the melds drawn beside them."""

FOUR, FIVE, QUEEN, KING = 3, 4, 11, 12
"""Indices of ranks."""


@dataclass(frozen=True)
class DrawnHands:
    """Hands of ``size`` cards after the discard, where one may knock with at most ``limit`` points (None: any)."""

    pack: Pack
    scoring: HandPoints
    size: int
    limit: int | None

    def values(self, cards: Sequence[str]) -> list[int]:
        """Return what every card costs that is in no meld."""
        return [self.scoring.card_penalty(self.pack.card(card)) for card in cards]

    def worth(self, cards: Sequence[str]) -> int:
        """Return what cards in no meld cost together."""
        return sum(self.values(cards))

    @property
    def few_left(self) -> Cards:
        """Cards left over with which one may knock."""
        return next(cards for cards in FEW_LEFT if self.limit is None or self.worth(cards) <= self.limit)

    @property
    def much_left(self) -> Cards | None:
        """Cards left over with which one may not knock, or None if any of those here would do."""
        if self.limit is None:
            return None
        return next((cards for cards in MUCH_LEFT if self.worth(cards) > self.limit), None)

    def with_left(self, left: Sequence[str]) -> str:
        """Return a whole hand in groups: its melds, and these cards left over."""
        groups = [*self._melds(self.size - len(left)), " ".join(left)]
        return " | ".join(cards for cards in groups if cards)

    def _melds(self, size: int) -> Iterator[str]:
        """Yield melds of so many cards altogether, from 3 to 20, in which no card comes twice."""
        rest = size
        if size >= 2 * MIN_LENGTH:
            yield group(self.pack, QUEEN, [1, 2, 3])
            rest -= 3
        longest = KING - FIVE + 1
        spades = rest if rest <= longest else min(longest, rest - MIN_LENGTH)
        yield row(self.pack, range(FIVE, FIVE + spades))
        if rest > spades:
            yield row(self.pack, range(FOUR, FOUR + rest - spades), suit=1)
