"""The runs within one suit: exact tables of the best that its cards and some jokers can make.

The cards of a suit are a *row*: the heap shifted so that the suit's lowest card is bit 0, with all else
masked away. Bit `own_joker` is set where the suit's own joker is there too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rummykit.arrange.weights import Weights
from rummykit.cards import Placed
from rummykit.melds import Meld, MeldRules, Shape

MEMORY = 100_000

NATURAL, PLAIN, OWN = 0, 1, 2


class Run(NamedTuple):
    """A run in some suit: where it starts and what lies on each place (natural card, plain or own joker)."""

    start: int
    places: tuple[int, ...]


class Runs(NamedTuple):
    """Some runs of one suit: their weight, the bits of the row they take, and the plain jokers in them."""

    weight: int
    taken: int
    jokers: int
    runs: tuple[Run, ...]


NO_RUNS = Runs(0, 0, 0, ())


class RunTable(dict[int, tuple[int, ...]]):
    """For a row the weight of its best runs with at most 0, 1, … *jokers* plain jokers.

    Worked out once and remembered; `best` has the runs themselves.
    """

    def __init__(self, melds: MeldRules, weights: Weights, suit: int, jokers: int) -> None:
        super().__init__()
        pack = melds.pack
        self.best: dict[int, tuple[Runs, ...]] = {}
        self._melds = melds
        self._jokers = jokers
        self._naturals = pack.naturals
        self._row_bits = (1 << len(pack.ranks)) - 1
        self._line_bits = (1 << len(melds.line)) - 1
        self._copies = range(pack.copies)
        self.own_joker = 1 << pack.naturals * pack.copies
        self._most = jokers + 1 if melds.max_jokers is None else melds.max_jokers
        self._fewest_naturals = max(melds.min_naturals, 1)
        self._adjacent = melds.longest_run if melds.max_adjacent_jokers is None else melds.max_adjacent_jokers
        self._weights = (weights.natural_in_run[suit], weights.joker_in_run, weights.suit_joker_in_run[suit])
        self._forget()

    def _forget(self) -> None:
        self.clear()
        self.best.clear()
        for no_natural in (0, self.own_joker):
            self.best[no_natural] = (NO_RUNS,) * (self._jokers + 1)
            self[no_natural] = (0,) * (self._jokers + 1)

    def __missing__(self, row: int) -> tuple[int, ...]:
        if len(self) > MEMORY:
            self._forget()
        answer = self.best[row] = self._work_out(row)
        weights = self[row] = tuple(runs.weight for runs in answer)
        return weights

    def _work_out(self, row: int) -> tuple[Runs, ...]:
        """The lowest card stays out of all runs, or is in one of those that can hold it."""
        lowest = (row & -row).bit_length() - 1
        best = list(self._best_of(row ^ self._top(row, lowest)))
        for first in self.runs_through(lowest, row):
            rest = self._best_of(row ^ first.taken)
            for jokers in range(first.jokers, self._jokers + 1):
                others = rest[jokers - first.jokers]
                weight = first.weight + others.weight
                if weight > best[jokers].weight:
                    best[jokers] = Runs(
                        weight, first.taken | others.taken, first.jokers + others.jokers, first.runs + others.runs
                    )
        return tuple(best)

    def _best_of(self, row: int) -> tuple[Runs, ...]:
        self[row]
        return self.best[row]

    def _top(self, row: int, rank: int) -> int:
        """Return the bit of the highest copy of a rank in the row, or 0 if there is none."""
        for copy in reversed(self._copies):
            bit = 1 << copy * self._naturals + rank
            if row & bit:
                return bit
        return 0

    def runs_through(self, rank: int, row: int) -> Iterable[Runs]:
        """Return the best run for every choice of cards of the row and jokers that has the *rank* itself in it."""
        best: dict[tuple[int, int], Runs] = {}
        ranks = row & self._row_bits
        held = (ranks | ranks << len(self._melds.pack.ranks)) & self._line_bits
        all_jokers = self._jokers + (row & self.own_joker > 0)
        for place in range(rank, len(self._melds.line), len(self._melds.pack.ranks)):
            gaps = 0
            for start in range(place, max(-1, place - self._melds.longest_run), -1):
                gaps += not held >> start & 1
                if gaps > all_jokers:
                    break
                if start < self._melds.starts:
                    for run in self._grow(start, row, place):
                        known = best.get((run.taken, run.jokers))
                        if known is None or run.weight > known.weight:
                            best[run.taken, run.jokers] = run
        return best.values()

    def _grow(self, start: int, row: int, through: int) -> Iterator[Runs]:
        """Yield every run from *start* on with a natural card on the place *through*."""
        natural, plain, own = self._weights
        line, has_run = self._melds.line, self._melds.has_run
        # Weight, bits taken, plain jokers, jokers at the end side by side, natural cards, places.
        growing: list[tuple[int, int, int, int, int, tuple[int, ...]]] = [(0, 0, 0, 0, 0, ())]
        for place in range(start, min(start + self._melds.longest_run, len(line))):
            grown = []
            for weight, taken, jokers, row_of_jokers, naturals, places in growing:
                top = self._top(row ^ taken, line[place])
                if top:
                    grown.append((weight + natural[place], taken | top, jokers, 0, naturals + 1, (*places, NATURAL)))
                if place == through or row_of_jokers == self._adjacent or len(places) - naturals == self._most:
                    continue
                side_by_side = row_of_jokers + 1
                if jokers < self._jokers:
                    grown.append((weight + plain[place], taken, jokers + 1, side_by_side, naturals, (*places, PLAIN)))
                if row & ~taken & self.own_joker:
                    taken |= self.own_joker
                    grown.append((weight + own[place], taken, jokers, side_by_side, naturals, (*places, OWN)))
            if not grown:
                return
            growing = grown
            if place >= through and has_run(start, place - start + 1):
                for weight, taken, jokers, _, naturals, places in growing:
                    if naturals >= self._fewest_naturals:
                        yield Runs(weight, taken, jokers, (Run(start, places),))


def lay_run(melds: MeldRules, suit: int, run: Run) -> Meld:
    """Make the meld of a run in a suit."""
    pack = melds.pack
    cards = []
    for place, what in enumerate(run.places, run.start):
        card = pack.natural(melds.line[place], suit)
        if what == NATURAL:
            cards.append(Placed(card))
        else:
            wanted = -1 if what == PLAIN else suit
            joker = next(joker for joker in pack.cards[pack.naturals :] if joker.suit == wanted)
            cards.append(Placed(joker, card))
    return melds.make(Shape.RUN, cards, run.start)
