"""What the first meld of a player must reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Literal

from rummykit.actions import LayDown
from rummykit.melds import Meld
from rummykit.reasons import Reason, Refusal

if TYPE_CHECKING:
    from rummykit.cards import Pack
    from rummykit.ruleset import Ruleset


@dataclass(frozen=True)
class FirstMeld:
    """The points a first meld must reach, and the jokers it may have.

    ``min_points_with_joker`` applies instead of ``min_points`` where a joker is used. ``scope``: some of
    the melds laid together must meet the rule, or all of them as a whole.
    """

    min_points: int = 0
    min_points_with_joker: int | None = None
    max_jokers: int | None = None
    joker_counts: bool = True
    scope: Literal["some_subset", "whole_turn"] = "some_subset"

    @property
    def is_free(self) -> bool:
        """Whether any meld will do."""
        return not self.min_points and not self.min_points_with_joker and self.max_jokers is None

    def check(self, rules: Ruleset, melds: Sequence[Meld]) -> Refusal | None:
        """Refuse melds that do not reach the first-meld rule together."""
        if self.is_free or self._meets(rules, melds):
            return None
        if self.scope == "some_subset":
            for size in range(1, len(melds)):
                if any(self._meets(rules, some) for some in combinations(melds, size)):
                    return None
        jokers = _jokers(melds)
        if self.max_jokers is not None and jokers > self.max_jokers:
            return rules.refuse(Reason.FIRST_MELD_JOKERS, count=jokers, needed=self.max_jokers)
        own_minimum = jokers and self.min_points_with_joker is not None
        reason = Reason.FIRST_MELD_POINTS_WITH_JOKER if own_minimum else Reason.FIRST_MELD_POINTS
        return rules.refuse(reason, count=self._points(rules, melds), needed=self._needed(jokers))

    def combinations(self, rules: Ruleset, singles: Sequence[LayDown]) -> Iterator[LayDown]:
        """Yield the combinations of single melds that meet the rule and from which none can be left out."""
        melds = [action.melds[0] for action in singles]
        yield from self._grow(rules, melds, 0, (), 0)

    def _grow(
        self, rules: Ruleset, melds: Sequence[Meld], at: int, chosen: tuple[Meld, ...], heap: int
    ) -> Iterator[LayDown]:
        for i in range(at, len(melds)):
            joined = join(rules.pack, heap, melds[i].heap)
            if joined is None:
                continue
            more = (*chosen, melds[i])
            if self._meets(rules, more):
                if not any(self._meets(rules, fewer) for fewer in combinations(more, len(more) - 1)):
                    yield LayDown(more)
            else:
                yield from self._grow(rules, melds, i + 1, more, joined)

    def _meets(self, rules: Ruleset, melds: Sequence[Meld]) -> bool:
        jokers = _jokers(melds)
        if not melds or (self.max_jokers is not None and jokers > self.max_jokers):
            return False
        return self._points(rules, melds) >= self._needed(jokers)

    def _needed(self, jokers: int) -> int:
        if jokers and self.min_points_with_joker is not None:
            return self.min_points_with_joker
        return self.min_points

    def _points(self, rules: Ruleset, melds: Sequence[Meld]) -> int:
        return sum(rules.melds.worth(meld, self.joker_counts) for meld in melds)


def join(pack: Pack, heap: int, more: int) -> int | None:
    """Return two heaps together, or None if the pack has not so many cards of a kind."""
    if not heap & more:
        return heap | more
    try:
        return pack.add_all(heap, pack.kinds(more))
    except ValueError:
        return None


def _jokers(melds: Sequence[Meld]) -> int:
    return sum(len(meld.jokers) for meld in melds)
