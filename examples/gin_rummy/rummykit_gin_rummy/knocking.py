"""The knock: with how much deadwood, and in Oklahoma by which card."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from rummykit.engine.actions import Knock
from rummykit.engine.state import Kept
from rummykit.engine.table import Ending, Outcome
from rummykit.i18n import mark, say
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
    """What the first upcard means for a hand of Oklahoma."""

    limit: int
    doubles: bool


def _told(card: KnockCard | None) -> str:
    """Say what the first upcard has decided, if it decides anything."""
    if card is None:
        return ""
    if not card.limit:
        return say("Gin only, counts double") if card.doubles else say("Gin only")
    message = mark("Knock with {limit} or less, counts double") if card.doubles else mark("Knock with {limit} or less")
    return say(message, limit=card.limit)


KNOCK_CARD = Kept("knock_card", None, told=_told)
"""The `KnockCard` of the hand, in Oklahoma."""


def knock_card_of(table: Round | View) -> KnockCard | None:
    """Return what the first upcard has decided, in Oklahoma."""
    card: KnockCard | None = table.state[KNOCK_CARD.name]
    return card


@dataclass(frozen=True)
class GinKnocking(Knocking):
    """A player may knock with his discard if his deadwood is then at most the limit; then melds are spread.

    ``oklahoma``: the first upcard decides the limit. ``spades_double``: if it is a spade, the hand counts double.
    """

    oklahoma: bool = False
    spades_double: bool = False
    keeps = (KNOCK_CARD,)

    @cached_property
    def showdown(self) -> KnockerSpreads:
        """The stage after a knock."""
        return KnockerSpreads(self)

    def begin(self, round: Round, upcard: Card) -> None:
        """Note what the first upcard decides, where it decides something."""
        if self.oklahoma:
            limit = 0 if upcard.rank == ACE else round.rules.card_values[upcard.kind]
            round.keep(KNOCK_CARD.name, KnockCard(limit, self.spades_double and upcard.suit == SPADES))

    def limit_in(self, table: Round | View) -> int:
        """Return the most deadwood with which one may knock in this hand."""
        card = knock_card_of(table)
        if card is not None:
            return card.limit
        assert self.limit is not None
        return self.limit

    def check(self, round: Round, action: Knock) -> Refusal | None:
        """Say why the seat on turn may not knock; in Oklahoma another rule than the usual one has set the limit."""
        refusal = super().check(round, action)
        if refusal is None or refusal.reason is not Reason.KNOCK_TOO_MUCH or knock_card_of(round) is None:
            return refusal
        return round.rules.refuse(GinReason.OKLAHOMA_TOO_MUCH, refusal.cards, **dict(refusal.details))

    def apply(self, round: Round, action: Knock) -> None:
        """Discard, and let the player who knocked spread his melds."""
        round.rules.flow.throwing.throw(round, action.card)
        round.announced = Outcome(Ending.KNOCK, round.active, action.card)
        round.stage = self.showdown
