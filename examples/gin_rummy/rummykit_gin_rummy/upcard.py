"""Offers of the open card: the first upcard at the beginning of a hand, and the last discard at its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummykit.engine.actions import DRAW_DISCARD, DRAW_STOCK, PASS, Action, Discard, Draw, Knock, Pass, Source
from rummykit.engine.table import Ending
from rummykit.i18n import Later
from rummykit.refusals import Reason, Refusal

from rummykit_gin_rummy.rulebook import GinReason

if TYPE_CHECKING:
    from rummykit.engine.round import Round

    from rummykit_gin_rummy.flow import GinFlow

_TAKE_OR_PASS = (DRAW_DISCARD, PASS)
_STOCK = (DRAW_STOCK,)
_PASS = (PASS,)


@dataclass(frozen=True)
class FirstUpcard:
    """The first upcard is offered to the dealer's opponent, then to the dealer; if both pass, a hand begins blind."""

    flow: GinFlow
    name = "first_upcard"
    expected = Later("take the first upcard, or pass")

    def legal(self, round: Round) -> Sequence[Action]:
        """List the two answers."""
        return _TAKE_OR_PASS

    def check(self, round: Round, action: Action) -> Refusal | None:
        """Refuse anything but an answer."""
        if action in _TAKE_OR_PASS:
            return None
        return _refuse(round, action, {Source.STOCK: GinReason.UPCARD_FIRST})

    def apply(self, round: Round, action: Action) -> None:
        """Give the card to the seat that is asked, or ask the next one."""
        if isinstance(action, Draw):
            self.flow.drawing.apply(round, action)
            return
        was_dealer = round.actor == round.dealer
        round.active = round.actor = 1 - round.actor
        if was_dealer:
            round.stage = self.flow.blind_start


@dataclass(frozen=True)
class BlindStart:
    """Both have passed on the first upcard: the dealer's opponent draws from the stock."""

    flow: GinFlow
    name = "blind_start"
    expected = Later("draw from the stock")

    def legal(self, round: Round) -> Sequence[Action]:
        """List the only draw."""
        return _STOCK

    def check(self, round: Round, action: Action) -> Refusal | None:
        """Refuse the upcard, on which both have passed."""
        return None if action in _STOCK else _refuse(round, action, {Source.DISCARD: GinReason.UPCARD_PASSED})

    def apply(self, round: Round, action: Action) -> None:
        """Draw."""
        self.flow.drawing.apply(round, action)


@dataclass(frozen=True)
class LastDiscard:
    """Two cards are left in the stock: the open card may be taken by a player who then knocks, or the hand is void."""

    flow: GinFlow
    name = "last_upcard"
    expected = Later("take the open card to knock with it, or pass")

    def legal(self, round: Round) -> Sequence[Action]:
        """List the pass, and the draw where a knock can follow it."""
        return _TAKE_OR_PASS if self._can_knock(round) else _PASS

    def check(self, round: Round, action: Action) -> Refusal | None:
        """Refuse a card without which, or with which, there is no knock."""
        if isinstance(action, Pass):
            return None
        if action == DRAW_DISCARD and self._can_knock(round):
            return None
        return _refuse(
            round, action, {Source.STOCK: GinReason.WALL_NO_STOCK, Source.DISCARD: GinReason.WALL_KNOCK_ONLY}
        )

    def apply(self, round: Round, action: Action) -> None:
        """Take the card, or end the hand."""
        if isinstance(action, Pass):
            round.finish(Ending.STOCK)
            return
        self.flow.drawing.take_discard(round)
        round.stage = self.flow.last_knock

    def _can_knock(self, round: Round) -> bool:
        trial = round.copy()
        self.flow.drawing.take_discard(trial)
        return bool(self.flow.last_knock.legal(trial))


@dataclass(frozen=True)
class LastKnock:
    """The open card was taken at the end of the stock: now one knocks."""

    flow: GinFlow
    name = "last_knock"
    expected = Later("knock")

    def legal(self, round: Round) -> Sequence[Action]:
        """List the knocks."""
        found: list[Action] = []
        self.flow.knocking.legal(round, found)
        return found

    def check(self, round: Round, action: Action) -> Refusal | None:
        """Refuse anything but a knock."""
        if isinstance(action, Knock):
            return self.flow.knocking.check(round, action)
        if isinstance(action, Discard):
            return round.rules.refuse(GinReason.WALL_KNOCK_ONLY)
        return round.refuse_not_now(action)

    def apply(self, round: Round, action: Action) -> None:
        """Knock."""
        assert isinstance(action, Knock)
        self.flow.knocking.apply(round, action)


def _refuse(round: Round, action: Action, draws: dict[Source, GinReason]) -> Refusal:
    """Refuse a move that is no answer to an offer; of a draw there is more to say."""
    if not isinstance(action, Draw) or action.use is not None:
        return round.refuse_not_now(action)
    if action.cards > 1:
        return round.rules.refuse(Reason.PILE_TOP_ONLY)
    open_card = round.open_card
    return round.rules.refuse(draws[action.source], (open_card,) if open_card else ())
