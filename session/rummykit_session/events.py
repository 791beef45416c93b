"""What happens in a session besides the moves: refusals, hints, moves that are taken back, bots that are replaced."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from rummykit.events import TableEvent
from rummykit.refusals import Refusal


@dataclass(frozen=True, slots=True)
class Refused(TableEvent):
    """A move was refused, of which nobody else learns."""

    seat: int
    refusal: Refusal

    def seen_by(self, hands: Collection[int]) -> Refused | None:
        """Tell nobody but whoever wanted to make the move."""
        return self if self.seat in hands else None


@dataclass(frozen=True, slots=True)
class HintGiven(TableEvent):
    """A player was given a step of a hint: what to look at, the move, or why."""

    seat: int
    step: int
    steps: int
    text: str | None

    def seen_by(self, hands: Collection[int]) -> HintGiven:
        """Leave out what was hinted; that hints are asked for is no secret."""
        return self if self.seat in hands else replace(self, text=None)


@dataclass(frozen=True, slots=True)
class BotReplaced(TableEvent):
    """A bot had no legal move in time, and a simple one is made for it; ``why`` says what it did instead."""

    seat: int
    why: str


@dataclass(frozen=True, slots=True)
class ClockStood(TableEvent):
    """The clock has stood still for so many seconds, because the machine was asleep or its own clock was wrong."""

    seconds: int


@dataclass(frozen=True, slots=True)
class TakenBack(TableEvent):
    """The last move of a player was taken back."""

    seat: int
