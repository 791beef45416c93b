"""Quick looks before a search: which cards can be in no meld at all, and which find a place at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from rummykit.cards import Placed
from rummykit.melds import MIN_LENGTH, Meld, MeldProblem, MeldRules, Shape

MEMORY = 20_000


class Near:
    """Says which kinds can be in a meld, given all kinds there and the number of jokers; remembers its answers."""

    def __init__(self, rules: MeldRules) -> None:
        pack = rules.pack
        self._pack = pack
        self._width = len(pack.ranks)
        self._suits = [suit * self._width for suit in range(len(pack.suits))]
        self._row = (1 << self._width) - 1
        self._line = (1 << len(rules.line)) - 1
        self._worth = rules.most_points
        self._rules = rules
        self.kinds = lru_cache(MEMORY)(self._kinds)

    def alone(self, heap: int) -> int:
        """Return how many natural cards can be in no meld."""
        jokers = (heap & self._pack.joker_bits).bit_count()
        naturals = heap & ~self._pack.joker_bits
        near = self.kinds(naturals & self._pack.first_copies, jokers)
        return naturals.bit_count() - sum(
            (naturals >> copy * self._pack.naturals & near).bit_count() for copy in range(self._pack.copies)
        )

    def most_points(self, heap: int, joker_counts: bool) -> int:
        """Return what all cards that can be in a meld, and all jokers, are worth at most."""
        jokers = (heap & self._pack.joker_bits).bit_count()
        near = self.kinds(heap & self._pack.first_copies, jokers)
        total = jokers * max(self._worth) * joker_counts
        for kind in self._pack.kinds(heap & ~self._pack.joker_bits):
            if near >> kind & 1:
                total += self._worth[kind % self._width]
        return total

    def _kinds(self, kinds: int, jokers: int) -> int:
        """Return a bit for every kind that can be in a meld."""
        rules = self._rules
        most = jokers if rules.max_jokers is None else min(jokers, rules.max_jokers)
        row = most if rules.max_adjacent_jokers is None else min(most, rules.max_adjacent_jokers)
        if rules.min_naturals == 1 and most > 1:
            return kinds
        near = 0
        rows = [kinds >> shift & self._row for shift in self._suits]
        for held, shift in zip(rows, self._suits, strict=True):
            line = (held | held << self._width) & self._line
            close = 0
            if row:
                for step in range(1, row + 2):
                    pairs = line & line >> step
                    close |= pairs | pairs << step
            else:
                three = line & line >> 1 & line >> 2
                close = three | three << 1 | three << 2
            near |= ((close | close >> self._width) & held) << shift
        needed = max(rules.min_naturals, MIN_LENGTH - most)
        for rank in range(self._width):
            if sum(held >> rank & 1 for held in rows) >= needed:
                for held, shift in zip(rows, self._suits, strict=True):
                    near |= (held >> rank & 1) << rank + shift
        return near


class Rests(NamedTuple):
    """What is left of a meld that gives a card: nothing else of the table changes."""

    number: int
    melds: tuple[Meld, ...]


class Spare:
    """Finds a place for a card with what melds can spare, and for two where a joker can be had: quickly, not always.

    No meld is disturbed without need. What it does not find, a search may.
    """

    def __init__(self, rules: MeldRules) -> None:
        self._rules, self._pack, self._width = rules, rules.pack, len(rules.pack.ranks)
        self._joker = rules.pack.naturals if rules.pack.plain_jokers else -1
        self._given = lru_cache(MEMORY)(self._find_given)
        self._melds = lru_cache(MEMORY)(self._find_melds)

    def place(self, table: Sequence[Meld], hand: int) -> tuple[int, tuple[Meld, ...]] | None:
        """Return a card of the hand that a table can take, or two, as a heap, and the new table."""
        if self._rules.wrap or self._pack.suit_jokers:
            return None
        offers: dict[int, list[Rests]] = {}
        for number, meld in enumerate(table):
            for kind, melds in self._given(meld).items():
                offers.setdefault(kind, []).append(Rests(number, melds))
        kinds = list(dict.fromkeys(self._pack.kinds(hand)))
        for kind in kinds:
            found = self._cut(table, kind) or self._with_two(table, offers, kind)
            if found is not None:
                return self._pack.bits[kind][0], found
        for one, other in combinations(kinds, 2) if self._joker in offers else ():
            for new in self._melds((one, other, self._joker)):
                cards = self._pack.bits[one][0] | self._pack.bits[other][0]
                return cards, self._after(table, [offers[self._joker][0]], new)
        return None

    def _with_two(self, table: Sequence[Meld], offers: dict[int, list[Rests]], kind: int) -> tuple[Meld, ...] | None:
        """Return a new table in which a card makes a meld with two cards on offer."""
        near = [other for other in offers if other == self._joker or self._is_near(kind, other)]
        for one, other in combinations(near, 2):
            for new in self._melds((kind, one, other)):
                for first, second in product(offers[one], offers[other]):
                    if first.number != second.number:
                        return self._after(table, [first, second], new)
        return None

    def _is_near(self, kind: int, other: int) -> bool:
        if kind == other:
            return False
        if kind % self._width == other % self._width:
            return True
        return kind // self._width == other // self._width and abs(kind - other) < MIN_LENGTH

    def _after(self, table: Sequence[Meld], given: Sequence[Rests], new: Meld) -> tuple[Meld, ...]:
        """Return the table after melds gave cards for a new one."""
        numbers = [rests.number for rests in given]
        left = [meld for number, meld in enumerate(table) if number not in numbers]
        return (*left, *[meld for rests in given for meld in rests.melds], new)

    def _cut(self, table: Sequence[Meld], kind: int) -> tuple[Meld, ...] | None:
        """Return a new table in which another card of its kind cuts a run in two."""
        for number, meld in enumerate(table):
            if meld.heap >> kind & 1 and meld.shape is Shape.RUN:
                at = next(at for at, placed in enumerate(meld.cards) if placed.card.kind == kind)
                halves = self._parts(meld, (0, at + 1), (at, len(meld)))
                if halves:
                    return (*table[:number], *table[number + 1 :], *halves)
        return None

    def _find_given(self, meld: Meld) -> dict[int, tuple[Meld, ...]]:
        """Return the kinds that a meld can give away, and what is left of it then."""
        found = {}
        for at, placed in enumerate(meld.cards):
            if meld.shape is Shape.SET:
                rest = self._melds(tuple([p.card.kind for p in meld.cards if p is not placed]))
                left = tuple([new for new in rest if new.shape is Shape.SET][:1])
            else:
                left = self._parts(meld, (0, at), (at + 1, len(meld)))
            if left:
                found[placed.card.kind] = left
        return found

    def _parts(self, run: Meld, *parts: tuple[int, int]) -> tuple[Meld, ...]:
        """Return parts of a run, from one card to another, as runs; nothing if one of them is none."""
        found = []
        for low, high in parts:
            if low == high:
                continue
            cards = run.cards[low:high]
            if high - low < MIN_LENGTH or all(placed.card.is_joker for placed in cards):
                return ()
            if self._rules.jokers_fixed or not run.jokers:
                meld = self._rules.make(Shape.RUN, cards, run.start + low)
                if self._rules.problem(meld) is not None:
                    return ()
                found.append(meld)
            else:
                found += self._melds(tuple([placed.card.kind for placed in cards]))[:1]
        return tuple(found)

    def _find_melds(self, kinds: tuple[int, ...]) -> tuple[Meld, ...]:
        """Return what some cards can be as a meld."""
        try:
            return tuple(self._rules.readings([Placed(self._pack.cards[kind]) for kind in kinds]))
        except MeldProblem:
            return ()
