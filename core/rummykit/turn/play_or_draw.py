"""The beginning of a turn in which a player either places cards or draws one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummykit.actions import PASS, Action, EndTurn, Pass
from rummykit.language import Later
from rummykit.reasons import Reason, Refusal

if TYPE_CHECKING:
    from rummykit.round import Round


@dataclass(frozen=True)
class PlayOrDraw:
    """Place at least one hand card and play on, or pass: that draws a stock card, if there is one, and ends the turn.

    Passing is always allowed as long as no card was placed.
    """

    name = "play_or_draw"
    expected = Later("place cards from your hand, or pass")

    def legal(self, round: Round) -> Sequence[Action]:
        """List all moves that place cards, and the pass."""
        found: list[Action] = []
        flow = round.rules.flow
        for move in flow.moves:
            if move is not flow.discarding:
                move.legal(round, found)
        found.append(PASS)
        return found

    def check(self, round: Round, action: Action) -> Refusal | None:
        """Say why the seat on turn may not begin so."""
        if isinstance(action, Pass):
            return None
        if isinstance(action, EndTurn):
            return round.rules.refuse(Reason.NOTHING_PLACED)
        return round.rules.flow.playing.check(round, action)

    def apply(self, round: Round, action: Action) -> None:
        """Place cards and go on playing, or draw and end the turn."""
        flow = round.rules.flow
        if isinstance(action, Pass):
            if round.stock:
                round.fresh = True
                flow.drawing.deal_from_stock(round, round.active)
            if round.outcome is None:
                flow.end_turn(round)
            return
        flow.playing.apply(round, action)
        if round.placed and round.outcome is None:
            flow.start_play(round)
