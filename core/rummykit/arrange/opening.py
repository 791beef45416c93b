"""First melds under rules that the heaviest arrangement may fail: too few points, too many jokers.

Melds have two sides then: what they place, and what of it counts for the rule. For every rest of the heap
the search keeps all combinations of melds that no other one beats on both sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from rummykit.arrange.search import Arrangement, Search, Single
from rummykit.arrange.weights import points_in
from rummykit.melds import Meld

if TYPE_CHECKING:
    from rummykit.turn.first_meld import FirstMeld

NONE_COUNTS = -1  # the points while no meld counts; even a rule that asks for no points asks for a meld


def meets(first: FirstMeld, melds: Sequence[Meld]) -> bool:
    """Whether melds laid together meet the first-meld rule."""
    each = [(meld.worth(first.joker_counts), len(meld.jokers)) for meld in melds]
    smallest = len(each) if first.scope == "whole_turn" else 1
    return any(
        _enough(first, sum(points for points, _ in some), sum(jokers for _, jokers in some))
        for size in range(len(each), smallest - 1, -1)
        for some in combinations(each, size)
        if some
    )


def _enough(first: FirstMeld, points: int, jokers: int) -> bool:
    if first.max_jokers is not None and jokers > first.max_jokers:
        return False
    return points >= _needed(first, jokers)


def _needed(first: FirstMeld, jokers: int) -> int:
    if jokers and first.min_points_with_joker is not None:
        return first.min_points_with_joker
    return first.min_points


class _Laid(NamedTuple):
    """Some melds: their weight, and the points and jokers of those that count for the rule."""

    weight: int
    points: int
    jokers: int
    singles: tuple[Single, ...]


class Opening:
    """One search for the heaviest arrangement that meets a first-meld rule."""

    def __init__(self, search: Search, first: FirstMeld) -> None:
        self._search = search
        self._first = first
        self._cap = max(_needed(first, 0), _needed(first, 1))  # more points than this are all the same
        self._known: dict[int, list[_Laid]] = {}

    def best(self, heap: int) -> Arrangement | None:
        """Return the heaviest arrangement of *heap* that meets the rule."""
        enough = [
            laid
            for laid in self._fronts(heap)
            if laid.points != NONE_COUNTS and _enough(self._first, laid.points, laid.jokers)
        ]
        if not enough:
            return None
        laid = max(enough, key=lambda laid: laid.weight)
        return self._search.lay(heap, laid.singles)

    def _fronts(self, heap: int) -> list[_Laid]:
        known = self._known.get(heap)
        if known is None:
            known = self._known[heap] = _unbeaten(self._ways(heap))
        return known

    def _ways(self, heap: int) -> Iterable[_Laid]:
        """Yield all ways to go on: the lowest card stays out of all melds, or is in one that can hold it."""
        without = self._search.without_lowest(heap)
        if without is None:
            yield _Laid(0, NONE_COUNTS, 0, ())
            return
        yield from self._fronts(without)
        first = self._first
        for single in self._search.singles(heap):
            points, jokers = points_in(single.weight), single.all_jokers
            for rest in self._fronts(self._search.rest(heap, single)):
                weight, singles = single.weight + rest.weight, (single, *rest.singles)
                total = rest.jokers + jokers
                if first.max_jokers is None or total <= first.max_jokers:
                    counted = min(max(rest.points, 0) + points, self._cap)
                    yield _Laid(weight, counted, total, singles)
                if first.scope == "some_subset":
                    yield _Laid(weight, rest.points, rest.jokers, singles)


def _unbeaten(ways: Iterable[_Laid]) -> list[_Laid]:
    """Drop every way that another one with as many counted jokers beats or equals in weight and points."""
    kept: list[_Laid] = []
    most_points: dict[int, int] = {}
    for laid in sorted(ways, key=lambda laid: (-laid.weight, -laid.points)):
        if laid.points > most_points.get(laid.jokers, NONE_COUNTS - 1):
            most_points[laid.jokers] = laid.points
            kept.append(laid)
    return kept
