"""Hands as they are shown when a round is over: in the melds that leave least over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummykit.cards import Card, Row
from rummykit.language import say
from rummykit.melds import Meld

if TYPE_CHECKING:
    from rummykit.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand in melds, the cards left over, and what those count against their holder.

    As text it reads ``5s 6s 7s | Qh Qd Qc, left 3c``.
    """

    seat: int
    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    points: int

    @classmethod
    def of(cls, rules: Ruleset, seat: int, hand: int) -> ShownHand:
        """Arrange a hand so that the cards left over count as little as possible."""
        values = rules.card_values
        best = rules.arranger.least_left(hand, values)
        left = rules.pack.cards_in(best.left)
        return cls(seat, best.melds, left, sum(values[card.kind] for card in left))

    @property
    def spoken(self) -> str:
        """The hand as people read it."""
        melds = " | ".join(meld.spoken for meld in self.melds) or say("no meld")
        return say("{melds}, left {cards}", melds=melds, cards=Row(self.left)) if self.left else melds

    def __str__(self) -> str:
        melds = " | ".join(map(str, self.melds)) or "no meld"
        left = " ".join(card.text for card in self.left)
        return f"{melds}, left {left}" if left else melds
