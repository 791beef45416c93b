"""The least value that melds leave over: the number alone, for games that ask for it in every turn.

As in `branching`, only sets are tried one by one; once they are chosen, the best runs of every suit are read off
tables. A table says of a suit's row what its cards are worth that no run can take.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeVar

from rummykit.arrange.arranger import Arranger
from rummykit.arrange.branching import ByJokers, Tables, share
from rummykit.arrange.runs import MEMORY, RunTable
from rummykit.arrange.sets import Sets, SetTable
from rummykit.arrange.weights import FIRST, Goal, Weights
from rummykit.melds import MeldRules

SUITS = 4

K = TypeVar("K")
R = TypeVar("R")


def least_deadwood(arranger: Arranger, melds: MeldRules, values: Sequence[int]) -> Callable[[int], int]:
    """Return what says of a heap how little melds can leave over, every card counted by the value of its kind.

    >>> from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
    >>> pack = Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2, plain_jokers=2)
    >>> melds = MeldRules(pack, high_ace=True)
    >>> pips = [20 if card.is_joker else min(card.rank + 1, 10) for card in pack.cards]
    >>> least = least_deadwood(Arranger(melds), melds, pips)
    >>> least(pack.heap("5s 6s 7s 8s 9s Qh Qd Qc 2d 3c")), least(pack.heap("5s 6s 7s 7h 7d * 2d"))
    (5, 2)
    """
    pack = melds.pack
    if len(pack.suits) == SUITS and not pack.suit_jokers:
        return Deadwood(melds, values).least
    return lambda heap: sum(values[kind] for kind in pack.kinds(arranger.least_left(heap, values).left))


class Deadwood:
    """Looks the least deadwood up, in packs of four suits whose jokers belong to none; exact as the `Arranger` is."""

    def __init__(self, melds: MeldRules, values: Sequence[int]) -> None:
        pack = melds.pack
        width = len(pack.ranks)
        copies = [copy * pack.naturals for copy in range(pack.copies)]
        self._first_row = (1 << width) - 1
        self._row = sum(self._first_row << at for at in copies)
        self._column = sum(1 << at + suit * width for at in copies for suit in range(SUITS))
        self._second, self._third, self._fourth = width, 2 * width, 3 * width
        self._jokers_at = pack.naturals * pack.copies
        self._naturals = (1 << self._jokers_at) - 1
        self._joker = values[-1] if pack.plain_jokers else 0
        self._lone_naturals = melds.min_naturals < 2
        weights = Weights(melds, Goal("values", values=tuple(values)))
        self._tables = [Tables(melds, weights, jokers) for jokers in range(pack.plain_jokers + 1)]
        left = [_Left(melds, runs, values[suit * width :]) for suit, runs in enumerate(self._tables[0].runs)]
        a, b, c, d = _by_suit(self._tables[0], left)
        self._left: tuple[_LeftOfRow, _LeftOfRow, _LeftOfRow, _LeftOfRow] = a, b, c, d
        if pack.copies == 1:
            self._left = a.all_rows, b.all_rows, c.all_rows, d.all_rows
        self._taken = _Taken(self._tables[0].sets, width)
        self._gains = [
            _by_suit(tables, [_Gains(melds, runs, jokers) for runs in tables.runs])
            for jokers, tables in enumerate(self._tables)
        ]

    def least(self, heap: int) -> int:
        """Return the least value that melds leave of *heap*."""
        if heap > self._naturals:
            return self._with_jokers(heap & self._naturals, (heap >> self._jokers_at).bit_count())
        row = self._row
        a, b = heap & row, heap >> self._second & row
        c, d = heap >> self._third & row, heap >> self._fourth & row
        of_a, of_b, of_c, of_d = self._left
        left = of_a[a] + of_b[b] + of_c[c] + of_d[d]
        thrice = a & b & (c | d) | c & d & (a | b)
        return self._with_sets(heap, thrice & self._first_row, left) if thrice else left

    def _by_runs(self, cards: int) -> int:
        """Return what runs alone leave."""
        row = self._row
        of_a, of_b, of_c, of_d = self._left
        return (
            of_a[cards & row]
            + of_b[cards >> self._second & row]
            + of_c[cards >> self._third & row]
            + of_d[cards >> self._fourth & row]
        )

    def _with_sets(self, cards: int, ranks: int, least: int) -> int:
        """Return the least that can be left if sets are taken from some of the ranks; without any it is *least*."""
        lowest = ranks & -ranks
        ranks ^= lowest
        if ranks:
            least = self._with_sets(cards, ranks, least)
        row, second, third, fourth = self._row, self._second, self._third, self._fourth
        of_a, of_b, of_c, of_d = self._left
        for taken in self._taken[cards & self._column * lowest]:
            others = cards ^ taken
            # As `_by_runs` does; a call here would cost as much as it does.
            left = of_a[others & row] + of_b[others >> second & row]
            left += of_c[others >> third & row] + of_d[others >> fourth & row]
            if ranks:
                left = self._with_sets(others, ranks, left)
            if left < least:
                least = left
        return least

    # -- with jokers -----------------------------------------------------------------------------------

    def _with_jokers(self, cards: int, jokers: int) -> int:
        once = twice = 0
        for at in (0, self._second, self._third, self._fourth):
            row = cards >> at & self._first_row
            twice |= once & row
            once |= row
        ranks = once if self._lone_naturals and jokers > 1 else twice
        choices = []
        while ranks:
            lowest = ranks & -ranks
            ranks ^= lowest
            rank = lowest.bit_length() - 1
            choices.append(self._tables[jokers].sets[rank][cards >> rank & self._column].ways)
        return self._choose(choices, cards, jokers)

    def _choose(self, choices: Sequence[tuple[Sets, ...]], cards: int, jokers: int) -> int:
        """Return the least that can be left if of every choice at most one is taken."""
        least = self._sharing(cards, jokers)
        for at, ways in enumerate(choices, 1):
            for sets in ways:
                if sets.jokers <= jokers:
                    left = self._choose(choices[at:], cards ^ sets.taken, jokers - sets.jokers)
                    if left < least:
                        least = left
        return least

    def _sharing(self, cards: int, jokers: int) -> int:
        """Return what runs leave that share the jokers out in the best way."""
        left = self._by_runs(cards)
        if not jokers:
            return left
        row, gained = self._row, None
        for at, gains in zip((0, self._second, self._third, self._fourth), self._gains[jokers], strict=True):
            more = gains[cards >> at & row]
            if more[-1]:
                gained = more if gained is None else share(gained, more)
        return left + jokers * self._joker - (gained[jokers] if gained else 0)


def _by_suit(tables: Tables, rows: Sequence[R]) -> list[R]:
    """Return the *rows* of every suit; suits that share a table of runs share those of the first one."""
    first = {id(runs): of_suit for runs, of_suit in reversed(list(zip(tables.runs, rows, strict=True)))}
    return [first[id(runs)] for runs in tables.runs]


class _Rows(dict[int, K]):
    """What is known of rows, each worked out once; forgets all when it grows too large."""

    def __init__(self, melds: MeldRules, runs: RunTable, jokers: int) -> None:
        super().__init__()
        pack = melds.pack
        self._runs = runs
        self._jokers = jokers
        self._naturals = pack.naturals
        self._width = len(pack.ranks)
        self._first_row = (1 << self._width) - 1
        self._line = (1 << len(melds.line)) - 1
        self._all_copies = sum(1 << copy * pack.naturals for copy in range(pack.copies))
        self._lone_naturals = melds.min_naturals < 2

    def _taken(self, row: int) -> list[int]:
        """Return the value that the best runs take with at most 0, 1, … jokers."""
        if len(self) >= MEMORY:
            self.clear()
        return [weight // FIRST for weight in self._runs[self._near(row)]]

    def _near(self, row: int) -> int:
        """Return the cards of a row that lie near enough to others for a run; there are far fewer such rows."""
        if self._jokers > 1 and self._lone_naturals:
            return row
        ranks = row & self._first_row
        held = (ranks | ranks << self._width) & self._line
        near = held & held >> 1 & held >> 2
        near |= near << 1 | near << 2
        if self._jokers:
            for step in range(1, self._jokers + 2):
                pairs = held & held >> step
                near |= pairs | pairs << step
        return row & ((near | near >> self._width) & self._first_row) * self._all_copies


class _Left(_Rows[int]):
    """For a row what its best runs leave over."""

    def __init__(self, melds: MeldRules, runs: RunTable, values: Sequence[int]) -> None:
        super().__init__(melds, runs, 0)
        self._values = values

    def __missing__(self, row: int) -> int:
        cards, total = row, 0
        while cards:
            lowest = cards & -cards
            cards ^= lowest
            total += self._values[(lowest.bit_length() - 1) % self._naturals]
        left = self[row] = total - self._taken(row)[0]
        return left

    @cached_property
    def all_rows(self) -> list[int]:
        """The same for every row of a single pack: few enough for a list, which is the faster thing to ask."""
        found = [0]
        for row in range(1, self._first_row + 1):
            lowest = row & -row
            if self._near(row) & lowest:
                found.append(self[row])
            else:
                found.append(found[row ^ lowest] + self._values[lowest.bit_length() - 1])
        return found


_LeftOfRow = _Left | list[int]


class _Gains(_Rows[ByJokers]):
    """For a row what its best runs can take more, the jokers themselves included, with at most 0, 1, … jokers."""

    def __missing__(self, row: int) -> ByJokers:
        without, *_ = taken = self._taken(row)
        gains = self[row] = tuple([value - without for value in taken])
        return gains


class _Taken(dict[int, tuple[int, ...]]):
    """For the cards of a rank all that its sets, without jokers, can take of them."""

    def __init__(self, sets: Sequence[SetTable], width: int) -> None:
        super().__init__()
        self._sets = sets
        self._width = width

    def __missing__(self, cards: int) -> tuple[int, ...]:
        rank = ((cards & -cards).bit_length() - 1) % self._width
        taken = self[cards] = tuple(sets.taken for sets in self._sets[rank][cards >> rank].ways)
        return taken
