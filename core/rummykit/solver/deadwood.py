"""The least value that melds leave over: the number alone, for games that ask for it in every turn.

Only sets are tried one by one; once they are chosen, what the best runs leave of every suit is read off tables. A hand
with too many sets for that is left to the arranger.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from rummykit.melds import MeldRules
from rummykit.solver.arranger import Arranger
from rummykit.solver.runs import ALL_RESERVED, BEYOND, MANY, OpenRuns, Share, SuitState, outlook, spot
from rummykit.solver.sets import Sets

SUITS = 4
MEMORY = 100_000
MOST_WAYS = 3_000
"""In how many ways sets are chosen at most before the arranger is asked."""
ByJokers = tuple[int, ...]


def least_deadwood(arranger: Arranger, rules: MeldRules, values: Sequence[int]) -> Callable[[int], int]:
    """Return what says of a heap how little melds can leave over, every card counted by the value of its kind.

    >>> from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
    >>> pack = Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2, plain_jokers=2)
    >>> rules = MeldRules(pack, high_ace=True)
    >>> pips = [20 if card.is_joker else min(card.rank + 1, 10) for card in pack.cards]
    >>> least = least_deadwood(Arranger(rules), rules, pips)
    >>> least(pack.heap("5s 6s 7s 8s 9s Qh Qd Qc 2d 3c")), least(pack.heap("5s 6s 7s 7h 7d * 2d"))
    (5, 2)
    """
    pack = rules.pack

    def by_arranger(heap: int) -> int:
        return sum(values[kind] for kind in pack.kinds(arranger.least_left(heap, values).left))

    if len(pack.suits) == SUITS and not pack.suit_jokers and not rules.wrap:
        return Deadwood(rules, values, by_arranger).least
    return by_arranger


class Deadwood:
    """Looks the least deadwood up, in packs of four suits whose jokers belong to none."""

    def __init__(self, rules: MeldRules, values: Sequence[int], by_arranger: Callable[[int], int]) -> None:
        pack = rules.pack
        self._by_arranger = by_arranger
        width = len(pack.ranks)
        copies = [copy * pack.naturals for copy in range(pack.copies)]
        self._first_row = (1 << width) - 1
        self._row = sum(self._first_row << at for at in copies)
        self._column = sum(1 << at + suit * width for at in copies for suit in range(SUITS))
        self._shifts = tuple(suit * width for suit in range(SUITS))
        self._jokers_at = pack.naturals * pack.copies
        self._naturals = (1 << self._jokers_at) - 1
        self._joker = values[-1] if pack.plain_jokers else 0
        self._least = rules.min_naturals
        of_suit = [tuple(values[shift : shift + width]) for shift in self._shifts]
        same = {suit_values: RowTable(rules, suit_values, pack.plain_jokers) for suit_values in of_suit}
        self._rows = [same[suit_values] for suit_values in of_suit]
        natural = {suit_values: NaturalRows(rules, suit_values) for suit_values in of_suit}
        a, b, c, d = [natural[suit_values] for suit_values in of_suit]
        self._natural_rows = a, b, c, d
        self._sets = [SetWays(rules, rank) for rank in range(width)]

    def least(self, heap: int) -> int:
        """Return the least value that melds leave of *heap*."""
        _, second, third, fourth = self._shifts
        row = self._row
        a, b, c, d = heap & row, heap >> second & row, heap >> third & row, heap >> fourth & row
        if heap <= self._naturals:
            thrice = (a & b & (c | d) | c & d & (a | b)) & self._first_row
            if not thrice:
                of_a, of_b, of_c, of_d = self._natural_rows
                return of_a[a] + of_b[b] + of_c[c] + of_d[d]
            return self._choose_of(thrice, heap, 0)
        twice = a & b | c & d | (a | b) & (c | d)
        jokers = (heap >> self._jokers_at).bit_count()
        ranks = a | b | c | d if self._least < 2 and jokers > 1 else twice
        return self._choose_of(ranks & self._first_row, heap & self._naturals, jokers)

    def _choose_of(self, ranks: int, cards: int, jokers: int) -> int:
        """Return the least that can be left if sets are taken from some of the ranks."""
        choices, ways = [], 1
        while ranks:
            lowest = ranks & -ranks
            ranks ^= lowest
            rank = lowest.bit_length() - 1
            choices.append(self._sets[rank][cards >> rank & self._column, jokers])
            ways *= 1 + len(choices[-1])
        if ways > MOST_WAYS:
            return self._by_arranger(cards | ((1 << jokers) - 1) << self._jokers_at)
        return self._choose(choices, 0, cards, jokers)

    def _choose(self, choices: Sequence[tuple[tuple[int, int], ...]], at: int, cards: int, jokers: int) -> int:
        """Return the least that can be left if of every choice from *at* on at most one is taken."""
        least = self._by_runs(cards, jokers)
        for after, ways in enumerate(choices[at:], at + 1):
            for taken, used in ways:
                if used <= jokers:
                    left = self._choose(choices, after, cards ^ taken, jokers - used)
                    if left < least:
                        least = left
        return least

    def _by_runs(self, cards: int, jokers: int) -> int:
        """Return what runs leave that share the jokers out in the best way."""
        row = self._row
        if not jokers:
            _, second, third, fourth = self._shifts
            a, b, c, d = self._natural_rows
            left = a[cards & row] + b[cards >> second & row]
            return left + c[cards >> third & row] + d[cards >> fourth & row]
        shared: ByJokers | None = None
        for table, shift in zip(self._rows, self._shifts, strict=True):
            more = table[cards >> shift & row]
            shared = more if shared is None else _share(shared, more)
        assert shared is not None
        return min(shared[used] + (jokers - used) * self._joker for used in range(jokers + 1))


def _share(left: ByJokers, more: ByJokers) -> ByJokers:
    """Return the least that two suits leave together for every number of jokers in their runs."""
    return tuple([min([left[n] + more[used - n] for n in range(used + 1)]) for used in range(len(left))])


class RowTable(dict[int, ByJokers]):
    """For the cards of a suit the least value its runs leave with 0, 1, … jokers in them."""

    def __init__(self, rules: MeldRules, values: tuple[int, ...], jokers: int) -> None:
        super().__init__()
        pack = rules.pack
        self._values = values
        self._width, self._line = len(pack.ranks), rules.line
        self._copies = [copy * pack.naturals for copy in range(pack.copies)]
        self._jokers = jokers
        self._runs = OpenRuns(rules, jokers, own_jokers=False, every_way=True)
        self._nowhere = 1 + sum(values) * pack.copies

    def __missing__(self, row: int) -> ByJokers:
        if len(self) >= MEMORY:
            self.clear()
        found = self[row] = self._walk(row)
        return found

    def _walk(self, row: int) -> ByJokers:
        counts = [sum(row >> copy + rank & 1 for copy in self._copies) for rank in range(self._width)]
        line = [counts[rank] for rank in self._line]
        ahead = [*line, BEYOND, BEYOND]
        states = {(self._runs.number(SuitState(())), 0): 0}
        for place, count in enumerate(line):
            here, next_two = spot(True, min(place, self._jokers)), outlook(ahead[place + 1], ahead[place + 2])
            above = place == self._width
            shares = [(ALL_RESERVED, 0)] if above else self._shares(count, place, len(line) > self._width)
            new: dict[tuple[int, int], int] = {}
            for (state, jokers), cost in states.items():
                for share, left in shares:
                    for spread in self._runs.spreads(state, share, here, ()):
                        key = spread.state, jokers + spread.jokers
                        if key[1] + self._runs.lacking(spread.state, next_two) <= self._jokers:
                            more = cost + left * self._values[place % self._width]
                            if more < new.get(key, MANY * self._nowhere):
                                new[key] = more
            states = new
        least = [self._nowhere] * (self._jokers + 1)
        for (_, jokers), cost in states.items():
            least[jokers] = min(least[jokers], cost)
        return tuple(least)

    def _shares(self, count: int, place: int, has_top: bool) -> list[tuple[Share, int]]:
        top = count if has_top and place == 0 else 0
        return [
            (Share(low, high), count - low - high)
            for low, high in product(range(count + 1), range(top + 1))
            if low + high <= count
        ]


class NaturalRows(dict[int, int]):
    """For the cards of a suit the least value its runs leave without jokers; most rows have no run at all."""

    def __init__(self, rules: MeldRules, values: tuple[int, ...]) -> None:
        super().__init__()
        pack = rules.pack
        self._table = RowTable(rules, values, 0)
        self._values, self._width = values, len(pack.ranks)
        self._copies = [copy * pack.naturals for copy in range(pack.copies)]
        self._line = rules.line

    def __missing__(self, row: int) -> int:
        if len(self) >= MEMORY:
            self.clear()
        ranks = row & (1 << self._width) - 1  # of copies the lower ones are there first
        in_line = ranks | (ranks & 1) << self._width if len(self._line) > self._width else ranks
        if in_line & in_line >> 1 & in_line >> 2:
            found = self._table[row][0]
        else:
            found = sum(
                value * sum(row >> copy + rank & 1 for copy in self._copies)
                for rank, value in enumerate(self._values)
                if ranks >> rank & 1
            )
        self[row] = found
        return found


class SetWays(dict[tuple[int, int], tuple[tuple[int, int], ...]]):
    """For the cards of a rank and a number of jokers all that sets can take of them: the bits, and the jokers."""

    def __init__(self, rules: MeldRules, rank: int) -> None:
        super().__init__()
        pack = rules.pack
        self._rank, self._copies = rank, [copy * pack.naturals for copy in range(pack.copies)]
        self._shifts = [suit * len(pack.ranks) for suit in range(SUITS)]
        self._sets = Sets(rules, pack.plain_jokers, every_way=True)

    def __missing__(self, key: tuple[int, int]) -> tuple[tuple[int, int], ...]:
        cards, jokers = key
        stacks = [[1 << at + shift for at in self._copies if cards >> at + shift & 1] for shift in self._shifts]
        ways: list[tuple[int, int]] = []
        for counts in product(*[range(len(stack) + 1) for stack in stacks]):
            taken = sum(sum(stack[len(stack) - count :]) for stack, count in zip(stacks, counts, strict=True))
            groups = [self._sets.groups(counts, (0,) * SUITS, used) for used in range(jokers + 1)] if taken else ()
            ways += [(taken << self._rank, used) for used, sets in enumerate(groups) if sets is not None]
        found = self[key] = tuple(ways)
        return found
