"""The knock: with how much deadwood, and in Oklahoma by which card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from rummykit.engine.actions import Knock
from rummykit.engine.table import Ending, Outcome
from rummykit.parts import Knocking
from rummykit.refusals import Reason, Refusal

from rummykit_gin_rummy.rulebook import GinReason
from rummykit_gin_rummy.showdown import KnockerSpreads

if TYPE_CHECKING:
    from rummykit.cards import Card
    from rummykit.engine.round import Round
    from rummykit.engine.views import View

ACE, SPADES = 0, 0
"""The indices of a rank and of a suit."""


@dataclass(frozen=True, slots=True)
class KnockCard:
    """What the first upcard means for a hand of Oklahoma: a sign that lies beside the table until the hand is over."""

    limit: int
    doubles: bool

    @property
    def sign(self) -> str:
        """What the players read; the only text there is of it, as cards have."""
        limit = f"Knock with {self.limit} or less" if self.limit else "Gin only"
        return f"{limit}, counts double" if self.doubles else limit


KNOCK_CARDS: Mapping[str, KnockCard] = {
    card.sign: card for limit in range(11) for doubles in (False, True) for card in [KnockCard(limit, doubles)]
}
"""The signs there can be, by what stands on them."""


def knock_card_of(table: Round | View) -> KnockCard | None:
    """Return the sign that lies beside the table in Oklahoma."""
    return KNOCK_CARDS[table.side_cards[0]] if table.side_cards else None


@dataclass(frozen=True)
class GinKnocking(Knocking):
    """A player may knock with his discard if his deadwood is then at most the limit; then melds are spread.

    ``oklahoma``: the first upcard decides the limit. ``spades_double``: if it is a spade, the hand counts double.
    """

    oklahoma: bool = False
    spades_double: bool = False

    @cached_property
    def showdown(self) -> KnockerSpreads:
        """The stage after a knock."""
        return KnockerSpreads(self)

    def begin(self, round: Round, upcard: Card) -> None:
        """Lay the sign of the first upcard beside the table, where it decides something."""
        if self.oklahoma:
            limit = 0 if upcard.rank == ACE else round.rules.card_values[upcard.kind]
            round.side_cards = (KnockCard(limit, self.spades_double and upcard.suit == SPADES).sign,)

    def limit_in(self, table: Round | View) -> int:
        """Return the most deadwood with which one may knock in this hand."""
        if table.side_cards:
            return KNOCK_CARDS[table.side_cards[0]].limit
        assert self.limit is not None
        return self.limit

    def check(self, round: Round, action: Knock) -> Refusal | None:
        """Say why the seat on turn may not knock; in Oklahoma another rule than the usual one has set the limit."""
        refusal = super().check(round, action)
        if refusal is None or refusal.reason is not Reason.KNOCK_TOO_MUCH or not round.side_cards:
            return refusal
        return round.rules.refuse(GinReason.OKLAHOMA_TOO_MUCH, refusal.cards, **dict(refusal.details))

    def apply(self, round: Round, action: Knock) -> None:
        """Discard, and let the player who knocked spread his melds."""
        round.rules.flow.throwing.throw(round, action.card)
        round.announced = Outcome(Ending.KNOCK, round.active, action.card)
        round.stage = self.showdown
