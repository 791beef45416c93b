"""What an arrangement is judged by: one number for every card placed, added up over all melds.

A weight has four fields: what is asked for first, the cards placed, their points, and how many of them are
natural (so that, all else equal, jokers stay in the hand). Comparing two sums compares the fields in that
order, and the points can be read off any sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from rummykit.cards import Pack
from rummykit.melds import MeldRules

ONE_NATURAL = 1
ONE_POINT = 1 << 10
ONE_CARD = 1 << 30
FIRST = 1 << 40
_POINTS = ONE_CARD // ONE_POINT - 1
_CARDS = FIRST // ONE_CARD - 1


def points_in(weight: int) -> int:
    """Return the points of the cards placed.

    >>> points_in(3 * ONE_CARD + 27 * ONE_POINT + 3 * ONE_NATURAL)
    27
    """
    return weight // ONE_POINT & _POINTS


def cards_in(weight: int) -> int:
    """Return the number of cards placed.

    >>> cards_in(3 * ONE_CARD + 27 * ONE_POINT + 3 * ONE_NATURAL)
    3
    """
    return weight // ONE_CARD & _CARDS


@dataclass(frozen=True)
class Goal:
    """What to get most of: cards, points, or the value of the cards placed (``values``, by kind)."""

    most: Literal["cards", "points", "values"]
    joker_counts: bool = True
    values: tuple[int, ...] = ()

    def weight(self, pack: Pack, melds: Iterable[int], points: int) -> int:
        """Return the weight of melds, given their heaps and their points."""
        kinds = [kind for heap in melds for kind in pack.kinds(heap)]
        first = 0
        if self.most == "points":
            first = points
        elif self.most == "values":
            first = sum(self.values[kind] for kind in kinds)
        naturals = sum(kind < pack.naturals for kind in kinds)
        return first * FIRST + len(kinds) * ONE_CARD + points * ONE_POINT + naturals * ONE_NATURAL


class Weights:
    """The weight of every card of a pack wherever it may lie in a meld."""

    def __init__(self, melds: MeldRules, goal: Goal) -> None:
        pack = melds.pack
        width = len(pack.ranks)
        in_set = [melds.points_at(rank) for rank in range(width)]
        in_run = [melds.points_at(rank, place) for place, rank in enumerate(melds.line)]
        jokers = pack.cards[pack.naturals :]

        def weigh(kind: int, points: int) -> int:
            if kind >= pack.naturals and not goal.joker_counts:
                points = 0
            first = points if goal.most == "points" else goal.values[kind] if goal.most == "values" else 0
            return first * FIRST + ONE_CARD + points * ONE_POINT + (kind < pack.naturals) * ONE_NATURAL

        def along_the_line(kind: int | None) -> list[int]:
            return [] if kind is None else [weigh(kind, points) for points in in_run]

        plain = next((joker.kind for joker in jokers if joker.suit < 0), None)
        of_suit = {joker.suit: joker.kind for joker in jokers if joker.suit >= 0}
        suits: Sequence[int] = range(len(pack.suits))
        # By rank and suit.
        self.natural_in_set = [[weigh(suit * width + rank, in_set[rank]) for suit in suits] for rank in range(width)]
        self.suit_joker_in_set = [
            [weigh(of_suit[suit], in_set[rank]) if suit in of_suit else 0 for suit in suits] for rank in range(width)
        ]
        # By rank.
        self.joker_in_set = [0 if plain is None else weigh(plain, points) for points in in_set]
        # By suit and place of the run line.
        self.natural_in_run = [
            [weigh(suit * width + rank, points) for rank, points in zip(melds.line, in_run, strict=True)]
            for suit in suits
        ]
        self.suit_joker_in_run = [along_the_line(of_suit.get(suit)) for suit in suits]
        # By place of the run line.
        self.joker_in_run = along_the_line(plain)

    def same_runs(self, suit: int, other: int) -> bool:
        """Whether the cards of two suits weigh the same in runs."""
        return (
            self.natural_in_run[suit] == self.natural_in_run[other]
            and self.suit_joker_in_run[suit] == self.suit_joker_in_run[other]
        )
