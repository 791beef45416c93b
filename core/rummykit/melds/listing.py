"""Lists the single melds that cards can make, under any of the standard rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import product
from operator import or_
from typing import Generic, NamedTuple, TypeVar

from rummykit.cards import Card, Placed
from rummykit.melds.meld import Meld, Shape
from rummykit.melds.rules import MeldRules
from rummykit.memo import Memo

Made = TypeVar("Made")
Cards = tuple[Card, ...]


class Part(NamedTuple, Generic[Made]):
    """Melds of a suit or a rank: what was made of them, their kinds as first-copy bits, and the most points of one.

    ``others`` is the most cards for each wild card of a meld that are in no meld without one.
    """

    made: tuple[Made, ...]
    kinds: int
    most_points: int
    others: int


class MeldLister(Generic[Made]):
    """Lists melds suit by suit and rank by rank, and remembers what was made of them.

    Cards that may be wild are listed as themselves and as wild cards. Of melds with several wild cards one is listed
    for each shape, of those with one wild card one for each card that can be it. Left out: a wild card in the place of
    a card that is there, and the run through a whole suit with its lowest card at both ends. Wild cards alone, where
    they may be a meld, are listed once for each number of them.
    """

    def __init__(self, rules: MeldRules, make: Callable[[Meld], Made]) -> None:
        pack = rules.pack
        self._rules, self._pack, self._make = rules, pack, make
        width = len(pack.ranks)
        self._rows = tuple((suit, suit * width) for suit in range(len(pack.suits)))
        self._mask = (1 << width) - 1
        # Only fixed jokers tell at once which cards of a meld are natural ones.
        self._least = max(rules.min_naturals, 1) if rules.jokers_fixed else 1
        copies = pack.every_copy if rules.twins else 1
        self._columns = tuple(sum(1 << shift + rank for _, shift in self._rows) * copies for rank in range(width))
        self._runs: Memo[tuple[int, int, int], Part[Made]] = Memo(lambda key: self._make_runs(*key))
        self._sets: Memo[tuple[int, int, int], Part[Made]] = Memo(lambda key: self._make_sets(*key))
        self._alone: Memo[int, Part[Made]] = Memo(self._make_alone)
        self._gaps: Memo[tuple[int, int], list[tuple[int, int, int, int]]] = Memo(lambda key: self._find_gaps(*key))
        self._run: Memo[tuple[int, int, int, int, Cards], list[Meld]] = Memo(lambda key: self._make_run(*key))
        self._set: Memo[tuple[Cards, Cards], list[Meld]] = Memo(lambda key: self._make_set(*key))
        self._chosen: Memo[tuple[int, int], list[Cards]] = Memo(lambda key: self._find_choices(*key))

    def parts(self, heap: int, *, wild: bool) -> list[Part[Made]]:
        """Return the melds of natural cards in a heap, or those with wild cards; every part has some."""
        jokers = heap & self._rules.wild_bits if wild else 0
        if wild and not jokers:
            return []
        needed = max(self._rules.min_naturals, 1)
        fewest = needed if wild else self._rules.min_run
        found, kinds = list[Part[Made]](), heap & self._pack.first_copies
        once = twice = 0  # the ranks held in so many suits at least
        for suit, shift in self._rows:
            row = kinds >> shift & self._mask
            twice |= once & row
            once |= row
            if row.bit_count() >= fewest:
                part = self._runs[suit, row, jokers]
                if part.made:
                    found.append(part)
        fewest = max(needed, self._rules.min_set - jokers.bit_count())
        ranks = once if fewest == 1 or self._rules.twins else twice
        while ranks:
            rank = (ranks & -ranks).bit_length() - 1
            ranks &= ranks - 1
            cards = heap & self._columns[rank]
            if cards.bit_count() >= fewest:
                part = self._sets[rank, cards, jokers]
                if part.made:
                    found.append(part)
        if jokers and self._rules.joker_sets:
            part = self._alone[jokers]
            if part.made:
                found.append(part)
        return found

    def _part(self, melds: Iterable[Meld], beside: int) -> Part[Made]:
        """Put melds together; cards are not counted as *others* whose kinds are in melds without wild cards."""
        legal, first = list(dict.fromkeys(melds)), self._pack.first_copies
        kinds = reduce(or_, [meld.heap & first for meld in legal], 0)
        points, others = max([meld.points for meld in legal], default=0), 0
        for meld in legal:
            wild = len(meld.jokers)
            if wild:
                known = sum([beside >> placed.card.kind & 1 for placed in meld.cards if not placed.is_wild])
                others = max(others, -((len(meld) - known) // -wild))
        return Part(tuple(map(self._make, legal)), kinds, points, others)

    def _make_runs(self, suit: int, row: int, jokers: int) -> Part[Made]:
        beside = self._runs[suit, row, 0].kinds if jokers else 0
        return self._part(self._find_runs(suit, row, jokers), beside)

    def _make_sets(self, rank: int, cards: int, jokers: int) -> Part[Made]:
        beside = self._sets[rank, cards, 0].kinds if jokers else 0
        return self._part(self._find_sets(rank, cards, jokers), beside)

    def _make_alone(self, jokers: int) -> Part[Made]:
        chosen = [cards for size in self._rules.joker_sets for cards in self._chosen[jokers, size]]
        return self._part([meld for cards in chosen for meld in self._set[(), cards]], 0)

    def _find_runs(self, suit: int, row: int, jokers: int) -> Iterator[Meld]:
        row_at, every_copy = self._rows[suit][1], self._pack.every_copy
        for start, length, naturals, missing in self._gaps[row, jokers.bit_count()]:
            used = (naturals << row_at) * every_copy & jokers
            for chosen in self._chosen[self._without(jokers, used & self._pack.first_copies), missing]:
                yield from self._run[suit, start, length, naturals, chosen]

    def _find_gaps(self, row: int, jokers: int) -> list[tuple[int, int, int, int]]:
        """Return where runs begin, how long they are, their natural ranks as bits, and how many cards they lack."""
        rules, found = self._rules, []
        most = side_by_side = jokers
        if rules.jokers_fixed:
            most = min(jokers, rules.max_jokers or jokers)
            side_by_side = min(jokers, rules.max_adjacent_jokers or jokers)
        for start in range(rules.starts):
            naturals = missing = in_a_row = 0
            for length, rank in enumerate(rules.line[start : start + len(self._pack.ranks)], 1):
                if row >> rank & 1:
                    naturals |= 1 << rank
                    in_a_row = 0
                else:
                    missing += 1
                    in_a_row += 1
                    if missing > most or in_a_row > side_by_side:
                        break
                if length - missing >= self._least and (missing > 0) == (jokers > 0) and rules.has_run(start, length):
                    found.append((start, length, naturals, missing))
        return found

    def _make_run(self, suit: int, start: int, length: int, naturals: int, jokers: Cards) -> list[Meld]:
        rules, left = self._rules, iter(jokers)
        wanted = [self._pack.natural(rank, suit) for rank in rules.line[start : start + length]]
        laid = [Placed(card) if naturals >> card.rank & 1 else rules.as_wild(next(left), card) for card in wanted]
        meld = rules.make(Shape.RUN, laid, start)
        return [meld] if rules.problem(meld) is None else []

    def _find_sets(self, rank: int, cards: int, jokers: int) -> Iterator[Meld]:
        rules, pack = self._rules, self._pack
        of_rank = [pack.natural(rank, suit) for suit in range(len(pack.suits))]
        most = [pack.count(cards, card.kind) for card in of_rank]
        for counts in product(*[range(count + 1) for count in most]):
            there = tuple([card for card, count in zip(of_rank, counts, strict=True) for _ in range(count)])
            size = len(there)
            if size < self._least or (not jokers and not rules.min_set <= size <= rules.largest_set):
                continue
            # A card that could be itself in the set is not listed as a wild one.
            never = of_rank if rules.twins else [card for card, count in zip(of_rank, counts, strict=True) if not count]
            free = jokers
            if rank in rules.wild_ranks:
                free = self._without(jokers, pack.heap(there)) & ~sum([sum(pack.bits[card.kind]) for card in never])
            fewest, largest = max(1, rules.min_set - size), min(free.bit_count(), rules.largest_set - size)
            for missing in range(fewest, largest + 1) if jokers else (0,):
                for chosen in self._chosen[free, missing]:
                    yield from self._set[there, chosen]

    def _make_set(self, there: Cards, jokers: Cards) -> list[Meld]:
        meld = self._rules.make(Shape.SET, [*map(Placed, there), *map(self._rules.as_wild, jokers)])
        return [meld] if self._rules.problem(meld) is None else []

    def _without(self, jokers: int, used: int) -> int:
        return self._pack.subtract(jokers, used) if used else jokers

    def _find_choices(self, jokers: int, missing: int) -> list[Cards]:
        """Return which wild cards may be used for so many missing cards."""
        if not missing:
            return [()]
        if jokers.bit_count() < missing:
            return []
        free = self._pack.cards_in(jokers)
        return [free[:missing]] if missing > 1 else [(card,) for card in dict.fromkeys(free)]
