"""After a knock: everybody else may draw one card and discard one, once, before the hands are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from rummykit.actions import DRAW_DISCARD, DRAW_STOCK, PASS, Action, Discard, Draw, Pass, Source
from rummykit.language import Later
from rummykit.reasons import Reason, Refusal

if TYPE_CHECKING:
    from rummykit.round import Round


@dataclass(frozen=True)
class LastDiscard:
    """The second half of an exchange: a card was drawn, now one is discarded."""

    exchange: LastExchange
    name = "last_discard"
    expected = Later("discard a card to finish your exchange")

    def legal(self, round: Round) -> Sequence[Action]:
        """List a discard for every card in the hand."""
        found: list[Action] = []
        round.rules.flow.throwing.legal(round, found)
        return found

    def check(self, round: Round, action: Action) -> Refusal | None:
        """Say why this may not be discarded."""
        if isinstance(action, Discard):
            return round.rules.flow.throwing.check_card(round, action.card)
        if isinstance(action, Draw):
            return round.rules.refuse(Reason.EXCHANGE_ONCE)
        return round.refuse_not_now(action)

    def apply(self, round: Round, action: Action) -> None:
        """Discard, and ask the next seat."""
        assert isinstance(action, Discard)
        round.rules.flow.throwing.throw(round, action.card)
        self.exchange.ask_next(round)


@dataclass(frozen=True)
class LastExchange:
    """The first half of an exchange: draw from the stock or, with ``from_pile``, take the open card; or pass."""

    from_pile: bool
    discard: LastDiscard = field(init=False, repr=False, compare=False)
    name = "exchange"

    def __post_init__(self) -> None:
        object.__setattr__(self, "discard", LastDiscard(self))

    @cached_property
    def expected(self) -> Later:
        """What a player should do now."""
        if self.from_pile:
            return Later("draw from the stock or take the open card for your last exchange, or pass")
        return Later("draw from the stock for your last exchange, or pass")

    def ask_next(self, round: Round) -> None:
        """Ask the next seat clockwise that can exchange; after the last one the round is over."""
        assert round.announced is not None
        knocker, seat = round.announced.seat, (round.active + 1) % round.players
        if seat == knocker or not (self.from_pile or self._can_draw(round)):
            round.outcome = round.announced
            return
        round.active = round.actor = seat
        round.drawn, round.taken, round.held_twin = None, -1, False
        round.stage = self

    def _can_draw(self, round: Round) -> bool:
        return bool(round.stock) or round.rules.flow.drawing.can_refill(round)

    def legal(self, round: Round) -> Sequence[Action]:
        """List the draws and the pass."""
        found: list[Action] = [DRAW_STOCK] if self._can_draw(round) else []
        if self.from_pile:
            found.append(DRAW_DISCARD)
        return [*found, PASS]

    def check(self, round: Round, action: Action) -> Refusal | None:
        """Say why this seat may not exchange so."""
        if isinstance(action, Pass):
            return None
        if not isinstance(action, Draw) or action.use is not None:
            return round.refuse_not_now(action)
        if action.source is Source.STOCK:
            return None if self._can_draw(round) else round.rules.refuse(Reason.EXCHANGE_NO_STOCK)
        return None if self.from_pile else round.rules.refuse(Reason.EXCHANGE_STOCK_ONLY)

    def apply(self, round: Round, action: Action) -> None:
        """Draw, or leave the hand as it is."""
        if isinstance(action, Pass):
            self.ask_next(round)
            return
        assert isinstance(action, Draw)
        drawing = round.rules.flow.drawing
        if action.source is Source.DISCARD:
            drawing.take_discard(round)
        else:
            round.drawn = Source.STOCK
            drawing.give_top(round, round.active)
        round.stage = self.discard


def has_exchanged(round: Round, seat: int) -> bool:
    """Whether *seat* has been asked for its last exchange already, or needs none as the knocker."""
    assert round.announced is not None
    assert round.announced.seat is not None
    asked = (round.actor - round.announced.seat) % round.players
    return (seat - round.announced.seat) % round.players < asked
