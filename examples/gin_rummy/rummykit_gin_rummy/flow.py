"""The flow of a hand: the first upcard, turns, a knock and what follows it, or a void hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rummykit.engine.actions import LayDown, LayOff, Pass, Source
from rummykit.engine.scoring import ShownHand
from rummykit.engine.table import Ending
from rummykit.parts import Drawing, TurnFlow
from rummykit.parts.flow import Playing

from rummykit_gin_rummy.knocking import GinKnocking
from rummykit_gin_rummy.upcard import BlindStart, FirstUpcard, LastDiscard, LastKnock

if TYPE_CHECKING:
    from rummykit.engine.actions import Action
    from rummykit.engine.round import Round

WALL = 2
"""So many cards of the stock are never drawn."""


@dataclass(frozen=True)
class DrawingAgain(Drawing):
    """The draw after a player has thrown back the card he took: the other one should not do the same."""

    flow: GinFlow | None = None

    def apply(self, round: Round, action: Action) -> None:
        """Draw, and remember where the same card is taken again."""
        super().apply(round, action)
        if round.drawn is Source.DISCARD:
            assert self.flow is not None
            round.stage = self.flow.playing_again


class PlayingAgain(Playing):
    """Play with the open card that the other player has just thrown back: thrown back again, it makes the hand void."""


@dataclass(frozen=True, eq=False)
class GinFlow(TurnFlow):
    """A hand of Gin Rummy.

    ``knock_with_last_discard``: when the stock has come down to two cards, the other player may still take the open
    card to knock with it.
    """

    knock_with_last_discard: bool = False

    # What has happened in a hand is never a flag: it is the stage the hand is in.

    @cached_property
    def first_upcard(self) -> FirstUpcard:
        """The first upcard is offered."""
        return FirstUpcard(self)

    @cached_property
    def blind_start(self) -> BlindStart:
        """Both have passed on it."""
        return BlindStart(self)

    @cached_property
    def drawing_again(self) -> DrawingAgain:
        """A draw after the open card was thrown back."""
        return DrawingAgain(flow=self)

    @cached_property
    def playing_again(self) -> PlayingAgain:
        """Play after the card thrown back was taken again."""
        return PlayingAgain(self.moves)

    @cached_property
    def last_discard(self) -> LastDiscard:
        """The last discard is offered for a knock."""
        return LastDiscard(self)

    @cached_property
    def last_knock(self) -> LastKnock:
        """It was taken."""
        return LastKnock(self)

    @cached_property
    def knocking(self) -> GinKnocking:
        """The part that rules knocks."""
        return self._part(GinKnocking)

    @cached_property
    def known(self) -> frozenset[type[Any]]:
        """The kinds of moves that there are: after a knock melds are spread, and cards laid off."""
        return super().known | {LayDown, LayOff}

    @cached_property
    def offered(self) -> frozenset[type[Any]]:
        """The kinds of moves that can ever be made."""
        return super().offered | {LayDown, LayOff, Pass}

    # -- from turn to turn -----------------------------------------------------------------------------

    def begin(self, round: Round) -> None:
        """Begin a hand with the offer of the first upcard."""
        if round.open_card is not None:
            self.knocking.begin(round, round.open_card)
        round.stage = self.first_upcard

    def end_turn(self, round: Round) -> None:
        """Go on with the other player, unless the hand is void."""
        thrown_back = round.taken == round.pile[-1]
        if thrown_back and round.stage is self.playing_again:
            round.finish(Ending.STALL)
        elif len(round.stock) <= WALL:
            self._end_at_wall(round)
        else:
            super().end_turn(round)
            if thrown_back and round.outcome is None:
                round.stage = self.drawing_again

    def _end_at_wall(self, round: Round) -> None:
        if not self.knock_with_last_discard:
            round.finish(Ending.STOCK)
            return
        super().end_turn(round)
        if round.outcome is None:
            round.stage = self.last_discard

    def show(self, round: Round, seat: int) -> ShownHand:
        """Return a hand that lies open: the melds that were spread, and what is left in the hand."""
        pack, values = round.rules.pack, round.rules.card_values
        left = pack.cards_in(round.hands[seat])
        melds = tuple(lying.meld for lying in round.table.values() if lying.owner == seat)
        return ShownHand(seat, melds, left, sum(values[card.kind] for card in left))
