"""The flow of a round: red threes before the first turn and after a draw, and an answer that holds for a turn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from rummykit.parts import TurnFlow

from rummykit_canasta.asking import ANSWER, Asking
from rummykit_canasta.pile import CanastaDrawing
from rummykit_canasta.red_threes import LayOut, RedThrees, red_threes_in

if TYPE_CHECKING:
    from rummykit.engine.round import Round


@dataclass(frozen=True, eq=False)
class CanastaFlow(TurnFlow):
    """A round of Canasta."""

    actions = (LayOut,)
    keeps = RedThrees.keeps

    @cached_property
    def asking(self) -> Asking:
        """The part that rules questions to a partner."""
        return self._part(Asking)

    @cached_property
    def red_threes(self) -> RedThrees:
        """The stage in which red threes are laid out."""
        return RedThrees(self)

    def begin(self, round: Round) -> None:
        """Cover the upcard if need be, and let everybody lay out red threes."""
        assert isinstance(self.drawing, CanastaDrawing)
        self.drawing.begin(round)
        self.red_threes.begin(round)

    def start_turn(self, round: Round, seat: int) -> None:
        """Put a seat on turn; no answer binds it yet."""
        round.keep(ANSWER, "")
        super().start_turn(round, seat)

    def start_play(self, round: Round) -> None:
        """Let the seat on turn play on, once it has laid out the red threes that it drew."""
        super().start_play(round)
        if red_threes_in(round.rules.pack, round.hands[round.active]):
            round.stage = self.red_threes
