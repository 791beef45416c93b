"""Finds the single melds that a hand can lay down.

Hands differ in every decision, but the cards of one suit repeat soon, so the finder remembers its
answers suit by suit. The memory is bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import TypeVar

from rummykit.actions import LayDown
from rummykit.cards import Card, Placed
from rummykit.melds import MIN_LENGTH, Meld, MeldRules, Shape

MEMORY = 50_000

K = TypeVar("K")


class Memo(dict[K, tuple[LayDown, ...]]):
    """A dictionary that makes its missing answers, and forgets all when it grows too large."""

    def __init__(self, make: Callable[[K], tuple[LayDown, ...]]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> tuple[LayDown, ...]:
        if len(self) >= MEMORY:
            self.clear()
        answer = self[key] = self._make(key)
        return answer


class MeldFinder:
    """Lists the melds in a hand; pure, apart from what it remembers.

    >>> from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
    >>> pack = Pack(FRENCH_SUITS, FRENCH_RANKS)
    >>> for action in MeldFinder(MeldRules(pack)).naturals(pack.heap("As 2s 3s 3h 3d")):
    ...     print(action)
    meld As 2s 3s
    meld 3s 3h 3d
    """

    def __init__(self, melds: MeldRules) -> None:
        self._melds = melds
        self._pack = pack = melds.pack
        self._width = len(pack.ranks)
        self._suit_mask = (1 << self._width) - 1
        self._suits = tuple(range(len(pack.suits)))
        self._runs = tuple((suit * self._width, Memo(self._make_runs(suit))) for suit in self._suits)
        self._plain_line = melds.line == tuple(range(self._width))
        self._room_for = [
            sum(self._suit_mask >> max(length - 1, 0) << shift for shift, _ in self._runs)
            for length in range(self._width + 1)
        ]
        self._sets: Memo[tuple[int, int]] = Memo(self._make_sets)
        self._joker_runs: Memo[tuple[Card, int, int, int]] = Memo(self._make_joker_runs)

    def naturals(self, hand: int) -> list[LayDown]:
        """Return every single meld of natural cards in *hand*."""
        found: list[LayDown] = []
        ones = twos = fours = 0  # a counter per rank of the suits it is held in, all ranks at once
        mask = self._suit_mask
        for shift, runs in self._runs:
            row = hand >> shift & mask
            if row:
                in_suit = runs[row]
                if in_suit:
                    found += in_suit
                carry = ones & row
                ones ^= row
                fours |= twos & carry
                twos ^= carry
        thrice = fours | (twos & ones)
        while thrice:
            bit = thrice & -thrice
            thrice ^= bit
            rank = bit.bit_length() - 1
            suits = 0
            for suit in self._suits:
                suits |= (hand >> (suit * self._width + rank) & 1) << suit
            found += self._sets[rank, suits]
        return found

    def pool_runs(self, pool: int, hand: int, min_run: int) -> list[LayDown]:
        """Return every run of at least *min_run* cards that a joker of the *pool* makes with *hand*."""
        if self._plain_line and not self._near_run(hand, min_run):
            return []
        found: list[LayDown] = []
        for joker in self._pack.cards_in(pool):
            found += self.runs_with(joker, hand, min_run)
        return found

    def _near_run(self, hand: int, length: int) -> bool:
        """Whether some suit has *length* values in a row of which at most one is missing; all suits at once."""
        whole, one_short = hand, self._pack.first_copies
        for step in range(1, length):
            row = hand >> step
            one_short = (one_short & row) | whole
            whole &= row
        return bool(one_short & self._room_for[length])

    def runs_with(self, joker: Card, hand: int, min_run: int) -> list[LayDown]:
        """Return every run of at least *min_run* cards that *joker* makes with natural cards of *hand*."""
        found: list[LayDown] = []
        for suit in self._suits if joker.suit < 0 else (joker.suit,):
            row = hand >> (suit * self._width) & self._suit_mask
            if row.bit_count() >= min_run - 1:
                found += self._joker_runs[joker, suit, row, min_run]
        return found

    def sets_with(self, joker: Card, hand: int) -> list[LayDown]:
        """Return every set that *joker* makes with natural cards of *hand*."""
        found = []
        for rank in range(self._width):
            held = [suit for suit in self._suits if suit != joker.suit and hand >> (suit * self._width + rank) & 1]
            stands_for = self._pack.natural(rank, joker.suit) if joker.suit >= 0 else None
            for size in range(MIN_LENGTH - 1, min(len(held), len(self._suits) - 1) + 1):
                for suits in combinations(held, size):
                    cards = [Placed(self._pack.natural(rank, suit)) for suit in suits]
                    meld = self._melds.make(Shape.SET, [*cards, Placed(joker, stands_for)])
                    if self._melds.problem(meld) is None:
                        found.append(LayDown((meld,)))
        return found

    # -- making the answers --------------------------------------------------------------------------

    def _make_runs(self, suit: int) -> Callable[[int], tuple[LayDown, ...]]:
        def make(row: int) -> tuple[LayDown, ...]:
            return tuple(LayDown((self._run(suit, start, length),)) for start, length, _ in self._windows(row, 0))

        return make

    def _make_sets(self, key: tuple[int, int]) -> tuple[LayDown, ...]:
        rank, suits = key
        cards = [Placed(self._pack.natural(rank, suit)) for suit in self._suits if suits >> suit & 1]
        return tuple(
            LayDown((self._melds.make(Shape.SET, chosen),))
            for size in range(MIN_LENGTH, len(cards) + 1)
            for chosen in combinations(cards, size)
        )

    def _make_joker_runs(self, key: tuple[Card, int, int, int]) -> tuple[LayDown, ...]:
        joker, suit, row, min_run = key
        found = []
        for start, length, gap in self._windows(row, 1):
            if length < min_run:
                continue
            for at in range(length) if gap is None else (gap,):
                meld = self._run(suit, start, length, joker, at)
                if self._melds.problem(meld) is None:
                    found.append(LayDown((meld,)))
        return tuple(found)

    def _windows(self, row: int, gaps: int) -> Iterator[tuple[int, int, int | None]]:
        """Yield start and length of every stretch of the run line with at most *gaps* (0, 1) cards missing."""
        line = self._melds.line
        for start in range(self._melds.starts):
            gap: int | None = None
            for length in range(1, min(self._width, len(line) - start) + 1):
                if not row >> line[start + length - 1] & 1:
                    if gap is not None or not gaps:
                        break
                    gap = length - 1
                if self._melds.has_run(start, length):
                    yield start, length, gap

    def _run(self, suit: int, start: int, length: int, joker: Card | None = None, at: int = -1) -> Meld:
        cards = [Placed(self._pack.natural(self._melds.line[start + i], suit)) for i in range(length)]
        if joker is not None:
            cards[at] = Placed(joker, cards[at].card)
        return self._melds.make(Shape.RUN, cards, start)
