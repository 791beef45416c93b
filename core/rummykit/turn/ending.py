"""Ending a turn where there are no discards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummykit.actions import END_TURN, Action, EndTurn
from rummykit.reasons import Refusal

if TYPE_CHECKING:
    from rummykit.round import Round


@dataclass(frozen=True)
class EndingTurn:
    """A turn ends when its player says so, and nothing is discarded; whoever has no card left is out at once."""

    action = EndTurn
    final_required = False
    last_cards = 0
    """How many cards leave the hand with the end of a turn."""

    def legal(self, round: Round, found: list[Action]) -> None:
        """Append the end of the turn."""
        found.append(END_TURN)

    def check(self, round: Round, action: EndTurn) -> Refusal | None:
        """Who has drawn or placed a card may always end his turn."""
        return None

    def apply(self, round: Round, action: EndTurn) -> None:
        """Put the next seat on turn."""
        round.rules.flow.end_turn(round)

    def leaves_discard(self, round: Round, hand: int) -> bool:
        """Whether the turn, or the round, can still be ended from what would be left of the hand: always."""
        return True
