"""The sheet of a match: a line for everything that changed a total, a chip or who is still in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Event(Enum):
    """What a line of the sheet tells of."""

    ANTE = "ante"
    """Everybody paid into the pot."""
    ROUND = "round"
    """A round was played."""
    BUYBACK = "buyback"
    """A player bought back."""
    DECLINED = "declined"
    """A player was asked and did not buy back."""
    POT = "pot"
    """The winners took the pot."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """What happened, and how everybody stands after it. Seats are those of the match.

    ``round`` is the number of the round played last. ``seat`` ended the round, or was asked whether to buy back.
    ``points`` are those of a round, None for a seat that did not play in it, and empty on other lines. ``out`` are the
    seats that the round put out.
    """

    event: Event
    round: int
    totals: tuple[int, ...]
    chips: tuple[int, ...]
    pot: int
    seat: int | None = None
    points: tuple[int | None, ...] = ()
    out: tuple[int, ...] = ()
