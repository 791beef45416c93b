"""Which sets to take: branch and bound, with the best runs of the remaining cards read off tables.

Once the sets are chosen the suits no longer touch each other, except that they share the plain jokers.
So only sets are tried one by one. What a branch can still reach is bounded by letting the cards of the
sets to come be in runs as well; the jokers are shared out exactly, in the bound too.

Weights are given as tuples: the most that can be had with at most 0, 1, … plain jokers.
"""

from __future__ import annotations

from collections.abc import Sequence

from rummykit.arrange.runs import Runs, RunTable
from rummykit.arrange.sets import Choices, Sets, SetTable
from rummykit.arrange.weights import Weights
from rummykit.melds import MeldRules

ByJokers = tuple[int, ...]


class Tables:
    """The tables for one number of plain jokers in the heap."""

    def __init__(self, melds: MeldRules, weights: Weights, jokers: int) -> None:
        self.nothing: ByJokers = (0,) * (jokers + 1)
        self.sets = [SetTable(melds, weights, rank, jokers) for rank in range(len(melds.pack.ranks))]
        self.runs: list[RunTable] = []
        for suit in range(len(melds.pack.suits)):
            # Suits in which all cards weigh the same share a table.
            twin = next((other for other in range(suit) if weights.same_runs(suit, other)), None)
            self.runs.append(RunTable(melds, weights, suit, jokers) if twin is None else self.runs[twin])


class Rows:
    """Cuts the rows of the suits out of a heap."""

    def __init__(self, shifts: Sequence[int], row: int, own_joker: int, suit_jokers: int) -> None:
        self._shifts = tuple(shifts)
        self._row = row
        self._own_joker = own_joker
        self._suit_jokers = suit_jokers

    def of(self, cards: int) -> list[int]:
        """Return the row of every suit, each with the suit's own joker if it is there."""
        row = self._row
        if not cards & self._suit_jokers:
            return [cards >> shift & row for shift in self._shifts]
        own = self._own_joker
        return [cards >> shift & row | (own if cards & own << suit else 0) for suit, shift in enumerate(self._shifts)]


class Branching:
    """One search; afterwards ``weight``, ``sets`` and ``runs()`` are the best found, if ``found``."""

    def __init__(self, rows: Rows, tables: Tables, choices: list[Choices], floor: int, any_will_do: bool) -> None:
        self.found = False
        self.weight = floor
        self.sets: tuple[Sets, ...] = ()
        self._cards = self._jokers = 0
        self._rows = rows
        self._tables = tables
        self._choices = choices
        self._any_will_do = any_will_do
        # The most that sets of the ranks from here on could still weigh.
        self._still = [tables.nothing]
        for choice in reversed(choices):
            self._still.append(share(self._still[-1], choice.most))
        self._still.reverse()

    def visit(self, at: int, cards: int, jokers: int, weight: int, sets: tuple[Sets, ...]) -> None:
        """Try the sets chosen so far with the best runs, then every choice from one more rank."""
        runs = self._tables.nothing
        for table, row in zip(self._tables.runs, self._rows.of(cards), strict=True):
            of_suit = table[row]
            if of_suit[-1]:
                runs = share(runs, of_suit) if runs[-1] else of_suit
        if weight + runs[jokers] > self.weight:
            self.found = True
            self.weight, self.sets, self._cards, self._jokers = weight + runs[jokers], sets, cards, jokers
        for index in range(at, len(self._choices)):
            if weight + most(runs, self._still[index], jokers) <= self.weight or (self.found and self._any_will_do):
                return
            still = self._still[index + 1]
            for way in self._choices[index].ways:
                left = jokers - way.jokers
                if (
                    left >= 0
                    and weight + way.weight + most(runs, still, left) > self.weight
                    and way.taken & cards == way.taken
                ):
                    self.visit(index + 1, cards ^ way.taken, left, weight + way.weight, (*sets, way))

    def runs(self) -> list[Runs]:
        """Return the best runs for every suit beside the best sets."""
        tables, rows = self._tables.runs, self._rows.of(self._cards)
        shared = [self._tables.nothing]
        for table, row in zip(tables, rows, strict=True):
            shared.append(share(shared[-1], table[row]))
        chosen = []
        jokers = self._jokers
        for suit in reversed(range(len(rows))):
            of_suit, before = tables[suit][rows[suit]], shared[suit]
            goal = shared[suit + 1][jokers]
            mine = next(mine for mine in range(jokers + 1) if of_suit[mine] + before[jokers - mine] == goal)
            chosen.append(tables[suit].best[rows[suit]][mine])
            jokers -= mine
        return chosen[::-1]


def most(one: ByJokers, other: ByJokers, jokers: int) -> int:
    """Return the most that two parts weigh together if they share so many jokers.

    >>> most((0, 3, 4), (0, 5, 6), 2)
    8
    """
    best = one[0] + other[jokers]
    for mine in range(1, jokers + 1):
        together = one[mine] + other[jokers - mine]
        if together > best:
            best = together
    return best


def share(one: ByJokers, other: ByJokers) -> ByJokers:
    """Return the most that two parts weigh together for every number of jokers they share.

    >>> share((0, 3, 4), (0, 5, 6))
    (0, 5, 8)
    """
    if len(one) == 2:  # one joker is what hands with jokers mostly have
        mine, yours = one[1] + other[0], one[0] + other[1]
        return one[0] + other[0], max(yours, mine)
    return tuple([most(one, other, jokers) for jokers in range(len(one))])
