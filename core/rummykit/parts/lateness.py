"""Being late: what becomes of a turn whose time is over.

Rounds know no time. Whatever has a clock makes the move `Late` for the player who has let theirs run out. It is a move
of the table, recorded like any other, so records replay; nobody chooses it, so `legal_actions` does not list it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummykit.engine.actions import PASS
from rummykit.rules.options import ByOptions

if TYPE_CHECKING:
    from rummykit.engine.round import Round


@dataclass(frozen=True, slots=True)
class Lateness(ByOptions):
    """A turn has so many ``seconds``; whoever needs more draws ``late_penalty`` stock cards, and the turn is over.

    What lies on the table stays there, since every move leaves it legal. Who was to draw draws first, as far as the
    stock goes; an open card that may be taken only to be used, and is not used yet, goes back on the pile before that.
    Where one either places cards or draws, the penalty cards take the place of the card that passing brings. Nothing is
    discarded, and nobody may claim. Who does not answer whether to claim leaves the card to the others and pays
    nothing; who does not finish the last exchange after a knock keeps the hand as it is then.
    """

    seconds: int
    late_penalty: int = 0

    def apply(self, round: Round) -> None:
        """End the turn of the seat that is asked to act, or answer for it."""
        flow = round.rules.flow
        if round.stage is flow.claiming:
            flow.claiming.apply(round, PASS)
            return
        self._draw(round, self._due(round))
        if round.outcome is not None:
            return
        if flow.knocking is not None and round.announced is not None:
            flow.knocking.exchange.ask_next(round)
        else:
            flow.end_turn(round)

    def _due(self, round: Round) -> int:
        """Return how many stock cards the player is to take, having put back a card that was not used."""
        flow, owed = round.rules.flow, round.owed
        if round.stage is flow.play_or_draw:
            return self.late_penalty or 1
        if owed >= 0:
            round.hands[round.active] = round.rules.pack.remove(round.hands[round.active], owed)
            round.pile.append(owed)
        return self.late_penalty + (owed >= 0 or round.stage is flow.opening)

    def _draw(self, round: Round, due: int) -> None:
        drawing, seat = round.rules.flow.drawing, round.active
        # After a knock the last stock card ends nothing.
        draw = drawing.give_top if round.announced is not None else drawing.deal_from_stock
        while due and round.outcome is None and drawing.stock_left(round):
            round.fresh = True
            draw(round, seat)
            due -= 1
