"""Quick looks before a search: which cards can be in no meld at all, and which find a place at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from rummykit.cards import Placed
from rummykit.melds import MIN_LENGTH, Meld, MeldRules, Shape
from rummykit.solver.shapes import close_ranks

MEMORY = 20_000


class Near:
    """Says which kinds can be in a meld, given all kinds there and the number of jokers; remembers its answers."""

    def __init__(self, rules: MeldRules) -> None:
        pack = rules.pack
        self._pack = pack
        self._width = len(pack.ranks)
        self._suits = [suit * self._width for suit in range(len(pack.suits))]
        self._row = (1 << self._width) - 1
        self._worth = rules.most_points
        self._rules = rules
        self.kinds = lru_cache(MEMORY)(self._kinds)

    def alone(self, heap: int) -> int:
        """Return how many natural cards can be in no meld."""
        jokers = (heap & self._rules.wild_bits).bit_count()
        naturals = heap & ~self._rules.wild_bits
        near = self.kinds(naturals & self._pack.first_copies, jokers)
        return naturals.bit_count() - sum(
            (naturals >> copy * self._pack.naturals & near).bit_count() for copy in range(self._pack.copies)
        )

    def most_points(self, heap: int, joker_counts: bool) -> int:
        """Return what all cards that can be in a meld, and all jokers, are worth at most."""
        jokers = (heap & self._rules.wild_bits).bit_count()
        near = self.kinds(heap & self._pack.first_copies, jokers)
        total = jokers * self._rules.most_wild * joker_counts
        for kind in self._pack.kinds(heap & ~self._rules.wild_bits):
            if near >> kind & 1:
                total += self._worth[kind % self._width]
        return total

    def _kinds(self, kinds: int, jokers: int) -> int:
        """Return a bit for every kind that can be in a meld."""
        rules = self._rules
        if not rules.is_plain:
            return kinds
        most = jokers if rules.max_jokers is None else min(jokers, rules.max_jokers)
        row = most if rules.max_adjacent_jokers is None else min(most, rules.max_adjacent_jokers)
        if rules.min_naturals == 1 and most > 1:
            return kinds
        near = 0
        rows = [kinds >> shift & self._row for shift in self._suits]
        for held, shift in zip(rows, self._suits, strict=True):
            near |= close_ranks(rules, held, row) << shift
        needed = max(rules.min_naturals, MIN_LENGTH - most)
        for rank in range(self._width):
            if sum(held >> rank & 1 for held in rows) >= needed:
                for held, shift in zip(rows, self._suits, strict=True):
                    near |= (held >> rank & 1) << rank + shift
        return near


class Service(NamedTuple):
    """What a meld can do for a card that needs a place, by kinds; sets of kinds are bits.

    ``cut``: another card of a kind cuts it into these melds. ``gives``: it can give a card of a kind away and becomes
    these. ``takes``: kinds that it may take. ``beyond``: kinds that it may take after one of another kind. ``instead``:
    kinds that it may take in the place of another. ``frees``:
    kinds one of which it may take for a joker. ``pairs``: kinds that make a meld with a card and a joker that it
    gives away, these two as a heap, and what it becomes. ``room``: the kinds of the last four.
    """

    cut: dict[int, tuple[Meld, ...]]
    cut_bits: int
    gives: dict[int, tuple[Meld, ...]]
    takes: int
    beyond: list[tuple[int, int]]
    instead: list[tuple[int, int]]
    frees: int
    pairs: list[tuple[int, int, tuple[Meld, ...]]]
    room: int


Changes = dict[int, tuple[Meld, ...]]
"""What becomes of some melds of a table, by their places."""
Offers = dict[int, list[Changes]]
"""The changes that make a card of a kind free."""
Place = tuple[int, tuple[Meld, ...]]
"""Cards of the hand as a heap, and the new table with them."""


class Spare:
    """Finds a place for a card, or for a few, that changes few melds: quickly, not always.

    What it does not find, a search may.
    """

    def __init__(self, rules: MeldRules) -> None:
        self._rules, self._pack, self._width = rules, rules.pack, len(rules.pack.ranks)
        self._joker = rules.pack.naturals if rules.pack.plain_jokers else -1
        self._meld = lru_cache(MEMORY)(self._find_meld)
        self._service = lru_cache(MEMORY)(self._find_service)
        self._partners = lru_cache(MEMORY)(rules.partners)
        self._pairs = lru_cache(MEMORY)(self._find_pairs)

    def place(self, table: Sequence[Meld], hand: int) -> Place | None:
        """Return natural cards of the hand that a table can take, and the new table."""
        if self._rules.wrap or self._pack.suit_jokers:
            return None
        held = hand & self._pack.first_copies
        services = [self._service(meld) for meld in table]
        for number, service in enumerate(services):
            if service.cut_bits & held:
                kind = self._pack.kinds(service.cut_bits & held)[0]
                return 1 << kind, _changed(table, {number: service.cut[kind]})
        offers = self._offers(table, services)
        return (
            self._in_old_meld(table, services, held, offers)
            or self._in_new_meld(table, held, offers, 0)
            or self._in_new_meld(table, held, offers, held)
        )

    def _offers(self, table: Sequence[Meld], services: Sequence[Service]) -> Offers:
        """Return what makes cards free: a meld gives one away, or gives its joker for one that another gives away."""
        offers: Offers = {}
        for number, service in enumerate(services):
            for kind, melds in service.gives.items():
                offers.setdefault(kind, []).append({number: melds})
        given = _bits(offers)
        for number, service in enumerate(services):
            if service.frees & given:
                rest = self._pack.remove(table[number].heap, self._joker)
                for kind, meld in self._with_one(rest, service.frees & given):
                    ways = [{number: (meld,), **changes} for changes in offers[kind] if number not in changes]
                    offers.setdefault(self._joker, []).extend(ways)
        return offers

    def _in_new_meld(self, table: Sequence[Meld], held: int, offers: Offers, more: int) -> Place | None:
        """Return a new table in which a card makes a meld with two that are free, or come from the hand as well."""
        lacking = ~(_bits(offers) | more)
        for kind in self._pack.kinds(held):
            for pair, bits, meld in self._pairs(kind):
                if not bits & lacking:
                    ways: list[Changes] = [{}]
                    for other in pair:
                        if not more >> other & 1:
                            ways = [one | two for one in ways for two in offers[other] if one.keys().isdisjoint(two)]
                    if ways:
                        return 1 << kind | bits & more, (*_changed(table, ways[0]), meld)
        return None

    def _in_old_meld(
        self, table: Sequence[Meld], services: Sequence[Service], held: int, offers: Offers
    ) -> Place | None:
        """Return a new table in which a meld takes a card or falls apart for one; another may help."""
        for number, service in enumerate(services):
            if service.room & held:
                for kind, changes in self._ways(table, services, number, held, offers):
                    return 1 << kind, _changed(table, changes)
        return None

    def _ways(
        self, table: Sequence[Meld], services: Sequence[Service], number: int, held: int, offers: Offers
    ) -> Iterator[tuple[int, Changes]]:
        """Yield the kinds for which a meld makes room, and how."""
        heap, service = table[number].heap, services[number]
        add, remove = self._pack.add, self._pack.remove
        for kind, meld in self._with_one(heap, service.takes & held):
            yield kind, {number: (meld,)}
        for bits, pair, melds in service.pairs:
            for kind, meld in self._with_one(pair, bits & held):
                yield kind, {number: (*melds, meld)}
        for second, bits in service.beyond:
            for changes in offers.get(second, ()) if bits & held else ():
                for kind, meld in self._with_one(add(heap, second), bits & held) if number not in changes else ():
                    yield kind, {number: (meld,), **changes}
        for second, bits in service.instead:
            for kind, meld in self._with_one(remove(heap, second), bits & held) if bits & held else ():
                for taker, other in enumerate(services):
                    if other.takes >> second & 1 and taker != number:
                        for _, longer in self._with_one(table[taker].heap, 1 << second):
                            yield kind, {number: (meld,), taker: (longer,)}

    def _with_one(self, heap: int, kinds: int) -> Iterator[tuple[int, Meld]]:
        """Yield the kinds with one of which some cards are a meld, and the meld."""
        while kinds:
            kind = kinds.bit_length() - 1
            kinds ^= 1 << kind
            meld = self._meld(self._pack.add(heap, kind))
            if meld is not None:
                yield kind, meld

    # -- what is remembered ----------------------------------------------------------------------------

    def _find_meld(self, heap: int) -> Meld | None:
        """Return what some cards can be as a meld."""
        return next(iter(self._rules.find([Placed(card) for card in self._pack.cards_in(heap)])), None)

    def _find_pairs(self, kind: int) -> list[tuple[tuple[int, int], int, Meld]]:
        """Return the kinds that make a meld with a card, two and two, also as bits, and the meld; jokers come last."""
        rank, suit = kind % self._width, kind // self._width
        near = [
            other
            for other in range(self._pack.naturals)
            if other != kind and (other % self._width == rank or other // self._width == suit)
        ]
        pairs = list(combinations(near, 2))
        if self._joker >= 0:
            pairs += [(other, self._joker) for other in near]
        if self._pack.plain_jokers > 1:
            pairs.append((self._joker, self._joker))
        found = []
        for pair in pairs:
            meld = self._meld(self._pack.add_all(0, (kind, *pair)))
            if meld is not None:
                found.append((pair, _bits({*pair}), meld))
        return found

    def _find_service(self, meld: Meld) -> Service:
        """Return what a meld can do for a card."""
        add, remove = self._pack.add, self._pack.remove
        cut: dict[int, tuple[Meld, ...]] = {}
        gives: dict[int, tuple[Meld, ...]] = {}
        for at, placed in enumerate(meld.cards):
            if meld.shape is Shape.SET:
                left = self._melds(meld.cards[:at] + meld.cards[at + 1 :])
            else:
                left = self._melds(meld.cards[:at], meld.cards[at + 1 :])
                halves = self._melds(meld.cards[: at + 1], meld.cards[at:])
                if halves and not placed.card.is_joker:
                    cut[placed.card.kind] = halves
            if left:
                gives[placed.card.kind] = left
        naturals, takes, frees = self._pack.first_copies, self._partners(meld.heap), 0
        pairs, beyond, instead = [], [], []
        for kind in [kind for kind in range(len(self._pack.cards)) if takes >> kind & 1]:
            bits = self._partners(add(meld.heap, kind)) & naturals & ~takes
            beyond += [(kind, bits)] if bits else []
        for kind in dict.fromkeys(self._pack.kinds(meld.heap)):
            bits = self._partners(remove(meld.heap, kind)) & naturals & ~(1 << kind)
            if kind == self._joker:
                frees = bits
            instead += [(kind, bits & ~takes)] if bits & ~takes else []
        room = takes
        for _, bits in (*beyond, *instead):
            room |= bits
        if meld.shape is Shape.RUN and meld.jokers:
            pairs = list(self._pairs_given(meld.cards))
            for bits, _, _ in pairs:
                room |= bits
        return Service(cut, _bits(cut), gives, takes, beyond, instead, frees, pairs, room)

    def _pairs_given(self, cards: Sequence[Placed]) -> Iterator[tuple[int, int, tuple[Meld, ...]]]:
        """Yield what makes a meld with a natural card and a joker of a run, these two, and what becomes of the run."""
        for (low, one), (high, other) in combinations(enumerate(cards), 2):
            if one.card.is_joker != other.card.is_joker:
                left = self._melds(cards[:low], cards[low + 1 : high], cards[high + 1 :])
                if left:
                    pair = self._pack.heap((one.card, other.card))
                    yield self._partners(pair) & self._pack.first_copies, pair, left

    def _melds(self, *parts: Sequence[Placed]) -> tuple[Meld, ...]:
        """Return parts of a meld as melds; nothing if one of them is none."""
        found = []
        for cards in parts:
            meld = self._meld(self._pack.heap(placed.card for placed in cards))
            if meld is None and cards:
                return ()
            found += [] if meld is None else [meld]
        return tuple(found)


def _changed(table: Sequence[Meld], changes: Changes) -> tuple[Meld, ...]:
    """Return the melds that stay as they are, and then what becomes of the others."""
    stay = [meld for number, meld in enumerate(table) if number not in changes]
    return (*stay, *[meld for melds in changes.values() for meld in melds])


def _bits(kinds: Iterable[int]) -> int:
    return sum(1 << kind for kind in kinds)
