"""The sets within one rank: exact tables of what its cards and some jokers can make.

The cards of a rank are a *column*: the heap shifted so that the rank's card of the first suit is bit 0,
with all else masked away. The jokers that belong to suits stand above, from bit `suit_jokers` on.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from rummykit.arrange.weights import Weights
from rummykit.cards import Placed
from rummykit.melds import MIN_LENGTH, Meld, MeldRules, Shape


class Group(NamedTuple):
    """One set of some rank: the suits of its natural cards, those of its suit jokers, and its plain jokers."""

    rank: int
    suits: tuple[int, ...]
    suit_jokers: tuple[int, ...]
    plain: int


class Sets(NamedTuple):
    """Some sets of one rank: their weight, the bits of the *heap* they take, and the plain jokers in them."""

    weight: int
    taken: int
    jokers: int
    groups: tuple[Group, ...]


class Choices(NamedTuple):
    """All ways to take sets from a column, and the most that they weigh with at most 0, 1, … plain jokers."""

    ways: tuple[Sets, ...]
    most: tuple[int, ...]


class SetTable(dict[int, Choices]):
    """For a column all ways to take sets from it with at most *jokers* plain jokers, the heaviest first.

    Of several ways that take the same cards only the heaviest is there.
    """

    def __init__(self, melds: MeldRules, weights: Weights, rank: int, jokers: int) -> None:
        super().__init__()
        pack = melds.pack
        self._melds = melds
        self._rank = rank
        self._jokers = jokers
        self._suits = range(len(pack.suits))
        self._copy_bits = [
            tuple(1 << copy * pack.naturals + suit * len(pack.ranks) for copy in reversed(range(pack.copies)))
            for suit in self._suits
        ]
        self.suit_jokers = pack.naturals * pack.copies
        self._most = len(pack.suits) if melds.max_jokers is None else melds.max_jokers
        self._fewest_naturals = max(melds.min_naturals, 1)
        self._natural = weights.natural_in_set[rank]
        self._own = weights.suit_joker_in_set[rank]
        self._plain = weights.joker_in_set[rank]

    def __missing__(self, column: int) -> Choices:
        # A few hundred columns are possible at most, so nothing is ever forgotten.
        best: dict[tuple[int, int], Sets] = {}
        most = [0] * (self._jokers + 1)
        for sets in self._take(column, self._jokers):
            known = best.get((sets.taken, sets.jokers))
            if sets.groups and (known is None or sets.weight > known.weight):
                best[sets.taken, sets.jokers] = sets
                for jokers in range(sets.jokers, self._jokers + 1):
                    most[jokers] = max(most[jokers], sets.weight)
        ways = sorted(best.values(), key=lambda sets: -sets.weight)
        answer = self[column] = Choices(tuple(ways), tuple(most))
        return answer

    def _take(self, column: int, jokers: int) -> Iterator[Sets]:
        """Yield all ways to take sets: every natural card in turn stays out, or is in one set."""
        suit = next((suit for suit in self._suits if self._top(column, suit)), None)
        if suit is None:
            yield Sets(0, 0, 0, ())
            return
        yield from self._take(column ^ self._top(column, suit), jokers)
        for one in self.sets_with(suit, column, jokers):
            for others in self._take(column & ~self._in_column(one.taken), jokers - one.jokers):
                yield Sets(
                    one.weight + others.weight,
                    one.taken | others.taken,
                    one.jokers + others.jokers,
                    one.groups + others.groups,
                )

    def sets_with(self, suit: int, column: int, jokers: int) -> Iterator[Sets]:
        """Yield every single set that has the natural card of *suit* in it."""
        others = [other for other in self._suits if other != suit and self._top(column, other)]
        for size in range(self._fewest_naturals - 1, len(others) + 1):
            for chosen in combinations(others, size):
                suits = (suit, *chosen)
                free = [s for s in self._suits if s not in suits and column >> self.suit_jokers + s & 1]
                for number in range(min(len(free), self._most) + 1):
                    for own in combinations(free, number):
                        yield from self._with_plain_jokers(suits, own, column, jokers)

    def _with_plain_jokers(
        self, suits: tuple[int, ...], own: tuple[int, ...], column: int, jokers: int
    ) -> Iterator[Sets]:
        size = len(suits) + len(own)
        weight = sum(self._natural[suit] for suit in suits) + sum(self._own[suit] for suit in own)
        taken = sum(self._top(column, suit) for suit in suits) << self._rank
        taken |= sum(1 << self.suit_jokers + suit for suit in own)
        room = min(jokers, self._most - len(own), len(self._suits) - size)
        for plain in range(max(0, MIN_LENGTH - size), room + 1):
            yield Sets(
                weight + plain * self._plain, taken, plain, (Group(self._rank, tuple(sorted(suits)), own, plain),)
            )

    def _top(self, column: int, suit: int) -> int:
        """Return the bit of the highest copy of a suit in the column, or 0 if there is none."""
        for bit in self._copy_bits[suit]:
            if column & bit:
                return bit
        return 0

    def _in_column(self, taken: int) -> int:
        """Return bits of the heap as bits of the column."""
        naturals = taken & (1 << self.suit_jokers) - 1
        return taken ^ naturals | naturals >> self._rank


def lay_set(melds: MeldRules, group: Group) -> Meld:
    """Make the meld of a set."""
    pack = melds.pack
    jokers = {joker.suit: joker for joker in pack.cards[pack.naturals :]}
    cards = [Placed(pack.natural(group.rank, suit)) for suit in group.suits]
    cards += [Placed(jokers[suit], pack.natural(group.rank, suit)) for suit in group.suit_jokers]
    cards += [Placed(jokers[-1]) for _ in range(group.plain)]
    return melds.make(Shape.SET, cards)
