"""A meld, and what is wrong with cards that are not one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from rummykit.cards import Placed
from rummykit.i18n import say

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
class Demand:
    """At least so many melds of a kind in an arrangement: a condition on a whole hand is a few of them.

    ``pure``: without wild cards, other than those that stand for themselves.

    >>> two_runs = (Demand(2, Shape.RUN), Demand(1, Shape.RUN, pure=True))
    >>> meets([], two_runs)
    False
    """

    least: int
    shape: Shape | None = None
    pure: bool = False
    min_length: int = 0

    def fits(self, meld: Meld) -> bool:
        """Whether a meld is of the kind."""
        return self.allows(meld.shape, bool(meld.jokers), len(meld))

    def allows(self, shape: Shape, wild: bool, length: int) -> bool:
        """Whether a meld of a shape, with wild cards or without, and of so many cards is of the kind."""
        return self.shape in (None, shape) and not (self.pure and wild) and length >= self.min_length


@dataclass(frozen=True, slots=True)
class Condition:
    """What the melds of a whole hand must have, and how that is told: "at least two runs, one of them pure"."""

    demands: tuple[Demand, ...]
    told: str

    @property
    def spoken(self) -> str:
        """What is told, in the language of whoever reads it."""
        return say(self.told)


def meets(melds: Sequence[Meld], demands: Sequence[Demand]) -> bool:
    """Whether an arrangement meets a condition on the whole hand."""
    return all(sum(map(demand.fits, melds)) >= demand.least for demand in demands)


@dataclass(frozen=True, slots=True)
class Swap:
    """One joker exchange a meld offers: the card wanted, the joker set free, the meld afterwards."""

    kind: int
    joker: Placed
    meld: Meld


@dataclass(eq=False)
class MeldProblem(Exception):  # noqa: N818 - it is the problem that is raised
    """Why cards are not a meld: the reason and what fills its sentence."""

    reason: Enum
    details: Mapping[str, object]
