"""The table solver: all cards of the table stay there, and as many cards of a hand as possible join them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from rummykit.cards import Pack
from rummykit.melds import Meld, MeldRules
from rummykit.solver.best import Best
from rummykit.solver.near import Spare
from rummykit.solver.search import ANY_COST
from rummykit.solver.walk import Costs
from rummykit.solver.wide import solver_for

ONE_CARD = 1 << 16
"""What a card counts beside the points by which equal numbers of cards are told apart."""
MOST_STEPS = 8_000
"""After so many states of a walk a search is cut off: not after a time, so a table lists the same moves anywhere."""
MANY_JOKERS = 3
"""With so many jokers on a table a search takes long."""
TABLES, HANDS = 1_000, 8
"""Of how many tables it is remembered that they take no card of a hand, and of how many hands at each."""
MOST_ASKED = 200
"""How often the solver is asked again to prove that no fewer melds need to be disturbed."""


class NewTable(NamedTuple):
    """A new table, and what of the hand went there.

    ``melds`` are all melds of the new table; those that did not change are the very same, and come first. ``placed``
    and ``left`` share out the hand. ``exact``: nothing better is possible. ``fewest``: so much cannot be placed with
    fewer melds disturbed.
    """

    melds: tuple[Meld, ...]
    placed: int
    left: int
    exact: bool
    fewest: bool = False


class TableSolver:
    """Finds the best new table; pure apart from what it remembers.

    >>> from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
    >>> rules = MeldRules(Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2, plain_jokers=6))
    >>> table = [rules.readings(rules.pack.placed_cards("5c 6c 7c 8c 9c"))[0]]
    >>> best = TableSolver(rules).most_cards(table, rules.pack.heap("7c Kd"))
    >>> print(*best.melds, sep=" | ")
    5c 6c 7c | 7c 8c 9c
    >>> rules.pack.text(best.placed), rules.pack.text(best.left)
    ('7c', 'Kd')
    """

    def __init__(self, rules: MeldRules, most_steps: int = MOST_STEPS) -> None:
        self._solver = solver_for(rules)
        self._is_plain = rules.is_plain
        self._pack = rules.pack
        self._most_steps = most_steps
        self._spare = Spare(rules)
        self._refused: dict[tuple[int, ...], tuple[int, ...]] = {}
        suits = len(rules.pack.suits)
        self._for_nothing = Costs(((0,) * suits,) * len(rules.pack.ranks), 0, (0,) * suits)
        self._by_cards = by_cards(rules.pack, [rules.points_at(rank) for rank in range(len(rules.pack.ranks))])

    # -- questions -----------------------------------------------------------------------------------

    def most_cards(
        self,
        table: Sequence[Meld],
        hand: int,
        *,
        keep: int = 0,
        prefer: Sequence[int] | None = None,
        fewest: bool = False,
    ) -> NewTable:
        """Place as many cards as possible; among equals, those worth most, or whose ranks have most in *prefer*.

        At least *keep* cards of the hand stay there. *fewest*: among the best tables one with the fewest melds changed.
        """
        nothing = NewTable(tuple(table), 0, hand, True, True)
        if keep >= hand.bit_count():
            return nothing
        costs = self._by_cards if prefer is None else by_cards(self._pack, prefer)
        found = self._best(table, hand, keep, costs)
        if found is None:
            return nothing._replace(exact=False)
        if not found[1].placed:
            return nothing._replace(exact=found[1].exact)
        cost, best = found
        if not fewest:
            return best

        def again(melds: Sequence[Meld]) -> NewTable | None:
            found = self._best(melds, hand, keep, costs, cost)
            return None if found is None else found[1]

        return _with_fewest(table, best, again)

    def few_cards(self, table: Sequence[Meld], hand: int) -> NewTable | None:
        """Return a new table that takes a natural card of a hand, or as many more as it finds on the way.

        None if the table takes none of them. A card that a few melds can make room for is found at once. For others all
        melds are searched, but among many jokers first those that have none and one that has: quick, in no way best.
        """
        naturals = hand & ~self._pack.joker_bits
        key = tuple([meld.heap for meld in table])
        refused = self._refused.get(key, ())
        if any(not naturals & ~heap for heap in refused):
            return None
        easy = self._spare.place(table, naturals) if self._is_plain else None
        if easy is not None:
            placed, melds = easy
            return NewTable(melds, placed, self._pack.subtract(hand, placed), True)
        new = self._search_any(table, hand)
        if new is not None:
            return new
        if len(self._refused) >= TABLES and key not in self._refused:
            self._refused.clear()
        self._refused[key] = (*refused[-HANDS:], naturals)
        return None

    def _search_any(self, table: Sequence[Meld], hand: int) -> NewTable | None:
        """Return a new table that takes a natural card of a hand; None if there is none."""
        with_jokers = [at for at, meld in enumerate(table) if meld.jokers]
        if len(with_jokers) > 1 and sum(len(table[at].jokers) for at in with_jokers) >= MANY_JOKERS:
            for one in with_jokers:
                some = frozenset(range(len(table))).difference(with_jokers) | {one}
                new = _taking_apart(table, some, lambda melds: self._search_any(melds, hand))
                if new is not None:
                    return new
        question = self._solver.question(table, hand & ~self._pack.joker_bits, self._for_nothing, placing=True)
        best = self._solver.best(question, self._most_steps)
        return None if best is None else self._new_table(table, hand, best)

    def _best(
        self, table: Sequence[Meld], hand: int, keep: int, costs: Costs, most_cost: int = ANY_COST
    ) -> tuple[int, NewTable] | None:
        size = hand.bit_count()
        for kept in (0, keep) if 2 * keep <= size else (keep,):  # mostly enough cards stay anyway
            question = self._solver.question(table, hand, costs, keep=kept)
            best = self._solver.best(question, self._most_steps, most_cost)
            if best is None:
                return None
            new = self._new_table(table, hand, best)
            if new.left.bit_count() >= keep:
                return best.cost, new
        return None

    def _new_table(self, table: Sequence[Meld], hand: int, best: Best) -> NewTable:
        pack, placed, counts = self._pack, 0, self._solver.counts
        unchanged, new, gone = _compare(best.melds, table)
        more = sum([counts[meld.heap] for meld in new]) - sum([counts[table[at].heap] for at in gone])
        while more:
            kind = (more.bit_length() - 1) // 8
            placed |= sum(pack.bits[kind][: more >> 8 * kind])
            more &= (1 << 8 * kind) - 1
        return NewTable((*unchanged, *new), placed, pack.subtract(hand, placed), best.exact)


Again = Callable[[Sequence[Meld]], NewTable | None]
"""Finds a table as good as one that is known, with some melds of the old one only; None if there is none."""


def _with_fewest(table: Sequence[Meld], best: NewTable, again: Again) -> NewTable:
    """Return a table as good as *best* with as few melds disturbed as possible.

    Where some melds taken apart are not enough, they are joined by all others that still leave it so: of the rest at
    least one must be disturbed. The fewest that meet all such demands are tried next, until they are enough. Mostly the
    demands are single melds without which all others are not enough.
    """

    @cache
    def taking_apart(numbers: frozenset[int]) -> NewTable | None:
        return _taking_apart(table, numbers, again)

    everything, disturbed = frozenset(range(len(table))), _disturbed(table, best)
    needed, others = set[int](), disturbed
    while others:
        at = min(others)
        others -= {at}
        found = taking_apart(everything - {at})
        if found is None:
            needed.add(at)
        else:
            others &= _disturbed(table, found)
            best = min(best, found, key=lambda new: len(_disturbed(table, new)))
    for at in sorted(_disturbed(table, best) - needed):
        if at in _disturbed(table, best):
            best = taking_apart(_disturbed(table, best) - {at}) or best
    demands, asked = [frozenset([at]) for at in sorted(needed)], 0
    while asked < MOST_ASKED:
        least, disturbed = _smallest_meeting(demands), _disturbed(table, best)
        if len(least) >= len(disturbed):
            return best._replace(fewest=best.exact)
        found = taking_apart(least)
        if found is not None:
            return found._replace(fewest=found.exact)
        enough = least
        for chunk in _chunks(sorted(everything - disturbed - least)) + _chunks(sorted(disturbed - least)):
            if not chunk <= enough and enough | chunk != everything:
                asked += 1
                found = taking_apart(enough | chunk)
                if found is None:
                    enough |= chunk
                elif len(_disturbed(table, found)) < len(disturbed):
                    best = found
        demands.append(everything - enough)
    return best


def _taking_apart(table: Sequence[Meld], numbers: frozenset[int], again: Again) -> NewTable | None:
    found = again([table[at] for at in sorted(numbers)])
    if found is None:
        return None
    alone = [meld for at, meld in enumerate(table) if at not in numbers]
    unchanged, new, _ = _compare((*alone, *found.melds), table)
    return found._replace(melds=(*unchanged, *new))


def by_cards(pack: Pack, values: Sequence[int]) -> Costs:
    """Return costs for most cards, and among equals for the most of what cards of a rank are worth."""
    suits = len(pack.suits)
    return Costs(tuple([(ONE_CARD + value,) * suits for value in values]), ONE_CARD, (ONE_CARD,) * suits)


def _compare(melds: Iterable[Meld], table: Sequence[Meld]) -> tuple[list[Meld], list[Meld], list[int]]:
    """Return which melds of a table are still there, which are new, and the numbers of those that are gone."""
    there = Counter(melds)
    unchanged, gone = list[Meld](), list[int]()
    for at, meld in enumerate(table):
        count = there.get(meld)
        if count:
            there[meld] = count - 1
            unchanged.append(meld)
        else:
            gone.append(at)
    return unchanged, list(there.elements()), gone


def _disturbed(table: Sequence[Meld], new: NewTable) -> frozenset[int]:
    """Return the numbers of the melds that are not on the new table."""
    return frozenset(_compare(new.melds, table)[2])


def _smallest_meeting(demands: Sequence[frozenset[int]]) -> frozenset[int]:
    """Return the fewest numbers of which every demand has one."""
    numbers = sorted(frozenset().union(*demands))
    for size in range(len(demands) + 1):
        for chosen in combinations(numbers, size):
            if all(not demand.isdisjoint(chosen) for demand in demands):
                return frozenset(chosen)
    raise AssertionError("a number of every demand is enough")


def _chunks(numbers: Sequence[int]) -> list[frozenset[int]]:
    """Return some numbers all together, then their halves, and so on, down to single ones.

    >>> [sorted(chunk) for chunk in _chunks([1, 2, 3])]
    [[1, 2, 3], [1], [2, 3], [2], [3]]
    """
    if len(numbers) < 2:
        return [frozenset(numbers)] * len(numbers)
    middle = len(numbers) // 2
    return [frozenset(numbers), *_chunks(numbers[:middle]), *_chunks(numbers[middle:])]
