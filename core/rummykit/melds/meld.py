"""A meld, and what is wrong with cards that are not one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from rummykit.cards import Placed
from rummykit.refusals import Reason

MIN_LENGTH = 3


class Shape(Enum):
    """The two shapes of a meld."""

    SET = "set"
    RUN = "run"


class End(Enum):
    """The end of a run where a card is added."""

    LOW = "low"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class Meld:
    """A legal meld. Runs ascend from ``start`` (a place on the run line); sets are in suit order.

    ``heap`` holds the cards it is made of, jokers included; ``points`` is what it is worth, a joker counting as
    the card it stands for, and ``natural_points`` the same without the jokers. Made by `MeldRules` only.
    """

    shape: Shape
    cards: tuple[Placed, ...]
    start: int
    heap: int = field(compare=False, repr=False)
    jokers: tuple[Placed, ...] = field(compare=False, repr=False)
    points: int = field(compare=False, repr=False)
    natural_points: int = field(compare=False, repr=False)

    def worth(self, joker_counts: bool = True) -> int:
        """Return the points of the meld; a joker counts as what it stands for, or nothing."""
        return self.points if joker_counts else self.natural_points

    def __len__(self) -> int:
        return len(self.cards)

    def __hash__(self) -> int:
        return self.heap ^ self.start  # hashed often, and the heap already tells nearly all melds apart

    @property
    def spoken(self) -> str:
        """The meld as people read it."""
        return " ".join(placed.spoken for placed in self.cards)

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))


@dataclass(frozen=True, slots=True)
class Swap:
    """One joker exchange a meld offers: the card wanted, the joker set free, the meld afterwards."""

    kind: int
    joker: Placed
    meld: Meld


@dataclass(eq=False)
class MeldProblem(Exception):  # noqa: N818 - it is the problem that is raised
    """Why cards are not a meld: the reason and what fills its sentence."""

    reason: Reason
    details: Mapping[str, object]
