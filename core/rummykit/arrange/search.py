"""The search for the best arrangement of a heap.

Without jokers few cards of a hand are in any meld at all. They show up in a few operations on the whole heap,
and what is best for them is mostly known from an earlier hand. All else is left to branch and bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from rummykit.arrange.branching import Branching, Rows, Tables
from rummykit.arrange.runs import NATURAL, Run, lay_run
from rummykit.arrange.sets import Choices, Group, lay_set
from rummykit.arrange.weights import Goal, Weights, points_in
from rummykit.melds import Meld, MeldRules

MEMORY = 100_000
NOTHING = -1  # less than the weight of laying nothing at all


class Arrangement(NamedTuple):
    """Cards in disjoint melds.

    ``left`` is the heap of the cards in no meld, ``points`` the worth of all melds together; where jokers
    were asked to count nothing, without them.
    """

    melds: tuple[Meld, ...]
    left: int
    points: int


class _Best(NamedTuple):
    """The heaviest melds in some cards: their weight, the bits they take, and their points."""

    weight: int
    melds: tuple[Meld, ...]
    taken: int
    points: int


class _Known(dict[int, _Best]):
    """The heaviest melds in cards without jokers, each worked out once; forgets all when it grows too large."""

    def __init__(self, work_out: Callable[[int], _Best | None]) -> None:
        super().__init__()
        self._work_out = work_out

    def __missing__(self, cards: int) -> _Best:
        if len(self) >= MEMORY:
            self.clear()
        best = self._work_out(cards)
        assert best is not None, "laying nothing is always possible"
        self[cards] = best
        return best


class Single(NamedTuple):
    """One meld in a heap: its weight, the bits it takes apart from plain jokers, those, and what it is."""

    weight: int
    taken: int
    jokers: int
    all_jokers: int
    suit: int
    what: Run | Group


class Search:
    """Finds the heaviest arrangement of a heap; exact, and pure apart from the tables it keeps."""

    def __init__(self, melds: MeldRules, goal: Goal) -> None:
        pack = melds.pack
        self._melds = melds
        self._goal = goal
        width = len(pack.ranks)
        self._width = width
        self._shifts = tuple(suit * width for suit in range(len(pack.suits)))
        self._further_suits = self._shifts[1:]
        copies = [copy * pack.naturals for copy in range(pack.copies)]
        self._first_row = (1 << width) - 1
        self._row = sum(self._first_row << at for at in copies)
        self._first_column = sum(1 << shift for shift in self._shifts)
        self._column = sum(self._first_column << at for at in copies)
        self._suit_rows = tuple(self._row << shift for shift in self._shifts)
        self._all_copies = sum(1 << at for at in copies)
        self._first_copies = pack.first_copies
        # Three natural cards in a row, as two steps from the lowest rank among them, and where they can lie.
        self._threes = [(1, 2, sum(self._first_row >> 2 << shift for shift in self._shifts))]
        if melds.high_ace or melds.wrap:
            self._threes.append((max(width - 2, 0), width - 1, self._first_column))
        if melds.wrap:
            self._threes.append((1, width - 1, self._first_column))
        natural_bits = pack.naturals * pack.copies
        self._own_joker = 1 << natural_bits
        self._suit_jokers = ((1 << len(pack.suits)) - 1) << natural_bits if pack.suit_jokers else 0
        self._plain_at = len(pack) - pack.plain_jokers
        self._not_plain = (1 << self._plain_at) - 1
        self._rows = Rows(self._shifts, self._row, self._own_joker, self._suit_jokers)
        weights = Weights(melds, goal)
        self._tables = [Tables(melds, weights, jokers) for jokers in range(pack.plain_jokers + 1)]
        # Cards without jokers: those in runs only, those in sets only, and those in which the two touch.
        self._mixed = _Known(self._branch)
        self._in_runs = _Known(self._suit_by_suit)
        self._in_sets = _Known(self._rank_by_rank)
        self._made_runs: dict[tuple[int, Run], Meld] = {}
        self._made_sets: dict[Group, Meld] = {}

    def best(self, heap: int, floor: int = NOTHING, any_will_do: bool = False) -> Arrangement | None:
        """Return the heaviest arrangement of *heap* (or just any) above *floor*, or None if there is none."""
        if heap < self._own_joker:
            best = self.best_of_naturals(heap)
            return best if floor < 0 or self.weight(best) > floor else None
        found = self._branch(heap, floor, any_will_do)
        return None if found is None else Arrangement(found.melds, heap ^ found.taken, found.points)

    def best_of_naturals(self, heap: int) -> Arrangement:
        """Return the heaviest arrangement of a heap without jokers.

        Threes in a row and threes of a kind are looked for in all suits and ranks at once; no other card matters.
        """
        cards = heap & self._first_copies
        in_runs = 0
        for step, second, places in self._threes:
            threes = cards & cards >> step & cards >> second & places
            if threes:
                in_runs |= threes | threes << step | threes << second
        once, twice, thrice = cards, 0, 0
        for shift in self._further_suits:
            row = cards >> shift
            thrice |= twice & row
            twice |= once & row
            once |= row
        thrice &= self._first_row
        if not thrice:
            if not in_runs:
                return Arrangement((), heap, 0)
            best = self._in_runs[heap & in_runs * self._all_copies]
        else:
            in_sets = thrice * self._first_column & cards
            if not in_runs:
                best = self._in_sets[heap & in_sets * self._all_copies]
            elif in_runs & in_sets:
                best = self._mixed[heap & (in_runs | in_sets) * self._all_copies]
            else:
                runs = self._in_runs[heap & in_runs * self._all_copies]
                sets = self._in_sets[heap & in_sets * self._all_copies]
                left = heap ^ runs.taken ^ sets.taken
                return Arrangement(runs.melds + sets.melds, left, runs.points + sets.points)
        return Arrangement(best.melds, heap ^ best.taken, best.points)

    def _suit_by_suit(self, cards: int) -> _Best:
        return self._joined([part for row in self._suit_rows if (part := cards & row)])

    def _rank_by_rank(self, cards: int) -> _Best:
        ranks, parts = 0, []
        for shift in self._shifts:
            ranks |= cards >> shift
        ranks &= self._first_row
        while ranks:
            lowest = ranks & -ranks
            ranks ^= lowest
            parts.append(cards & self._column * lowest)
        return self._joined(parts)

    def _joined(self, parts: list[int]) -> _Best:
        """Return the best of parts that share no meld."""
        best = self._mixed[parts[0]]
        for part in parts[1:]:
            other = self._mixed[part]
            best = _Best(
                best.weight + other.weight,
                best.melds + other.melds,
                best.taken | other.taken,
                best.points + other.points,
            )
        return best

    def weight(self, arrangement: Arrangement) -> int:
        """Return the weight of an arrangement."""
        return self._goal.weight(self._melds.pack, [meld.heap for meld in arrangement.melds], arrangement.points)

    def any_above(self, heap: int, floor: int) -> int | None:
        """Return the weight of some arrangement above *floor*, or None if there is none."""
        branching = self._visited(heap, floor, any_will_do=True)
        return branching.weight if branching.found else None

    def _visited(self, heap: int, floor: int, any_will_do: bool) -> Branching:
        jokers = (heap >> self._plain_at).bit_count()
        cards = heap & self._not_plain
        tables = self._tables[jokers]
        branching = Branching(self._rows, tables, self._choices(cards, jokers, tables), floor, any_will_do)
        branching.visit(0, cards, jokers, 0, ())
        return branching

    def _branch(self, heap: int, floor: int = NOTHING, any_will_do: bool = False) -> _Best | None:
        branching = self._visited(heap, floor, any_will_do)
        if not branching.found:
            return None
        jokers = (heap >> self._plain_at).bit_count()
        melds = []
        taken = used = 0
        for sets in branching.sets:
            taken |= sets.taken
            used += sets.jokers
            melds += [self._set(group) for group in sets.groups]
        for suit, runs in enumerate(branching.runs()):
            if runs.weight:
                taken |= self._in_heap(runs.taken, suit)
                used += runs.jokers
                melds += [self._run(suit, run) for run in runs.runs]
        taken |= ((1 << used) - 1) << self._plain_at + jokers - used
        return _Best(branching.weight, tuple(melds), taken, points_in(branching.weight))

    def _choices(self, cards: int, jokers: int, tables: Tables) -> list[Choices]:
        """Return for every rank that can make sets all the ways to do so."""
        once = twice = 0
        for shift in self._shifts:
            row = cards >> shift & self._first_row
            twice |= once & row
            once |= row
        suit_jokers = cards & self._suit_jokers
        all_jokers = jokers + suit_jokers.bit_count()
        ranks = once if all_jokers > 1 and self._melds.min_naturals < 2 else twice
        choices = []
        while ranks:
            lowest = ranks & -ranks
            ranks ^= lowest
            rank = lowest.bit_length() - 1
            of_rank = tables.sets[rank][cards >> rank & self._column | suit_jokers]
            if of_rank.ways:
                choices.append(of_rank)
        return choices

    def _in_heap(self, row: int, suit: int) -> int:
        """Return the bits of a row as bits of the heap."""
        own = row & self._own_joker
        return (row ^ own) << self._shifts[suit] | own << suit

    def _set(self, group: Group) -> Meld:
        meld = self._made_sets.get(group)
        if meld is None:
            meld = self._made_sets[group] = lay_set(self._melds, group)
        return meld

    def _run(self, suit: int, run: Run) -> Meld:
        meld = self._made_runs.get((suit, run))
        if meld is None:
            meld = self._made_runs[suit, run] = lay_run(self._melds, suit, run)
        return meld

    # -- single melds, for searches with a goal of their own -----------------------------------------

    def without_lowest(self, heap: int) -> int | None:
        """Return *heap* without its lowest natural card, or None if it has none."""
        naturals = heap & self._own_joker - 1
        if not naturals:
            return None
        pack = self._melds.pack
        return pack.remove(heap, pack.kind_of_bit[(naturals & -naturals).bit_length() - 1])

    def singles(self, heap: int) -> Iterator[Single]:
        """Yield every meld in *heap* that holds its lowest natural card; of equal cards the heaviest reading."""
        suit, rank = divmod((heap & -heap).bit_length() - 1, self._width)
        jokers = (heap >> self._plain_at).bit_count()
        cards = heap & self._not_plain
        tables = self._tables[jokers]
        for runs in tables.runs[suit].runs_through(rank, self._rows.of(cards)[suit]):
            (run,) = runs.runs
            all_jokers = len(run.places) - run.places.count(NATURAL)
            yield Single(runs.weight, self._in_heap(runs.taken, suit), runs.jokers, all_jokers, suit, run)
        column = cards >> rank & self._column | cards & self._suit_jokers
        for sets in tables.sets[rank].sets_with(suit, column, jokers):
            (group,) = sets.groups
            yield Single(sets.weight, sets.taken, sets.jokers, sets.jokers + len(group.suit_jokers), suit, group)

    def rest(self, heap: int, single: Single) -> int:
        """Return *heap* without the cards of a meld in it."""
        left = (heap >> self._plain_at).bit_count() - single.jokers
        return heap & self._not_plain ^ single.taken | ((1 << left) - 1) << self._plain_at

    def lay(self, heap: int, singles: Iterable[Single]) -> Arrangement:
        """Make the arrangement of single melds found in *heap* one after the other."""
        melds = []
        points = 0
        for single in singles:
            heap = self.rest(heap, single)
            points += points_in(single.weight)
            what = single.what
            melds.append(self._run(single.suit, what) if isinstance(what, Run) else self._set(what))
        return Arrangement(tuple(melds), heap, points)
