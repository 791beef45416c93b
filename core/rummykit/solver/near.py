"""Quick looks before a search: which cards can be in no meld at all, and which find a place at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from rummykit.cards import Placed
from rummykit.melds import MIN_LENGTH, Meld, MeldRules, Shape

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


class Service(NamedTuple):
    """What a meld can do for a card that needs a place, by kinds; sets of kinds are bits.

    ``cut``: another card of a kind cuts it into these melds. ``gives``: it can give a card of a kind away and becomes
    these. ``takes``: kinds that it may take. ``beyond``: kinds that it may take after one of another kind. ``instead``:
    kinds that it may take in the place of another. ``room``: the natural kinds of all three.
    """

    cut: dict[int, tuple[Meld, ...]]
    cut_bits: int
    gives: dict[int, tuple[Meld, ...]]
    given_bits: int
    takes: int
    beyond: list[tuple[int, int]]
    instead: list[tuple[int, int]]
    room: int


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
        self._partners = lru_cache(MEMORY)(self._find_partners)
        self._pairs = lru_cache(MEMORY)(self._find_pairs)

    def place(self, table: Sequence[Meld], hand: int) -> Place | None:
        """Return natural cards of the hand that a table can take, and the new table."""
        if self._rules.wrap or self._pack.suit_jokers:
            return None
        held = hand & self._pack.first_copies
        services = [self._service(meld) for meld in table]
        given = 0
        for number, service in enumerate(services):
            given |= service.given_bits
            if service.cut_bits & held:
                kind = self._pack.kinds(service.cut_bits & held)[0]
                return 1 << kind, _changed(table, {number: service.cut[kind]})
        return (
            self._in_old_meld(table, services, held)
            or self._in_new_meld(table, services, held, given, 0)
            or self._in_new_meld(table, services, held, given, held)
        )

    def _in_new_meld(
        self, table: Sequence[Meld], services: Sequence[Service], held: int, given: int, more: int
    ) -> Place | None:
        """Return a new table in which a card makes a meld with two that are given, or come from the hand as well."""
        for kind in self._pack.kinds(held):
            for pair, bits, meld in self._pairs(kind):
                if not bits & ~(given | more):
                    wanted = [other for other in pair if not more >> other & 1]
                    changes = _giving(services, wanted) or _giving(services, wanted[::-1])
                    if changes is not None:
                        return 1 << kind | bits & more, (*_changed(table, changes), meld)
        return None

    def _in_old_meld(self, table: Sequence[Meld], services: Sequence[Service], held: int) -> Place | None:
        """Return a new table in which a meld takes a card, perhaps because another one gives or takes a second one."""
        add, remove = self._pack.add, self._pack.remove
        for number, service in enumerate(services):
            if not service.room & held:
                continue
            heap = table[number].heap
            for kind in self._pack.kinds(service.takes & held):
                meld = self._meld(heap | 1 << kind)
                if meld is not None:
                    return 1 << kind, _changed(table, {number: (meld,)})
            for second, bits in service.beyond:
                for giver, other in enumerate(services) if bits & held else ():
                    if second in other.gives and giver != number:
                        for kind in self._pack.kinds(bits & held):
                            meld = self._meld(add(heap, second) | 1 << kind)
                            if meld is not None:
                                return 1 << kind, _changed(table, {number: (meld,), giver: other.gives[second]})
            for second, bits in service.instead:
                for taker, other in enumerate(services) if bits & held else ():
                    if other.takes >> second & 1 and taker != number:
                        longer = self._meld(add(table[taker].heap, second))
                        for kind in self._pack.kinds(bits & held) if longer is not None else ():
                            meld = self._meld(remove(heap, second) | 1 << kind)
                            if meld is not None and longer is not None:
                                return 1 << kind, _changed(table, {number: (meld,), taker: (longer,)})
        return None

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
        takes = self._partners(meld.heap)
        beyond, instead, room = [], [], takes
        for kind in range(len(self._pack.cards)):
            if takes >> kind & 1:
                bits = self._partners(add(meld.heap, kind)) & ~takes & self._pack.first_copies
                beyond += [(kind, bits)] if bits else []
                room |= bits
        for kind in dict.fromkeys(self._pack.kinds(meld.heap)):
            bits = self._partners(remove(meld.heap, kind)) & ~takes & ~(1 << kind) & self._pack.first_copies
            instead += [(kind, bits)] if bits else []
            room |= bits
        return Service(cut, _bits(cut), gives, _bits(gives), takes, beyond, instead, room)

    def _melds(self, *parts: Sequence[Placed]) -> tuple[Meld, ...]:
        """Return parts of a meld as melds; nothing if one of them is none."""
        found = []
        for cards in parts:
            meld = self._meld(self._pack.heap(placed.card for placed in cards))
            if meld is None and cards:
                return ()
            found += [] if meld is None else [meld]
        return tuple(found)

    def _find_partners(self, heap: int) -> int:
        """Return the kinds with one of which cards may be a meld; some limits on jokers are passed over."""
        width, line = self._width, self._rules.line
        jokers = (heap & self._pack.joker_bits).bit_count()
        kinds = heap & self._pack.first_copies
        size = kinds.bit_count() + jokers
        found = 1 << self._joker if jokers < self._pack.plain_jokers else 0
        ranks = {kind % width for kind in self._pack.kinds(kinds)}
        suits = {kind // width for kind in self._pack.kinds(kinds)}
        if len(ranks) == 1 and size < len(self._pack.suits):
            found |= sum(1 << rank + suit * width for rank in ranks for suit in range(len(self._pack.suits)))
        if len(suits) == 1:
            (suit,) = suits
            for places in ([at for at, rank in enumerate(part) if rank in ranks] for part in (line[:width], line[1:])):
                if len(places) == len(ranks):
                    reach = range(max(0, places[-1] - size), min(len(line), places[0] + size + 1))
                    found |= _bits({line[at] + suit * width for at in reach})
        return found & ~kinds


def _giving(services: Sequence[Service], kinds: Sequence[int]) -> dict[int, tuple[Meld, ...]] | None:
    """Return what becomes of melds that give one of the kinds each; None if there are not as many."""
    changes: dict[int, tuple[Meld, ...]] = {}
    for kind in kinds:
        number = next((at for at, service in enumerate(services) if kind in service.gives and at not in changes), -1)
        if number < 0:
            return None
        changes[number] = services[number].gives[kind]
    return changes


def _changed(table: Sequence[Meld], changes: Mapping[int, tuple[Meld, ...]]) -> tuple[Meld, ...]:
    """Return the melds that stay as they are, and then what becomes of the others."""
    stay = [meld for number, meld in enumerate(table) if number not in changes]
    return (*stay, *[meld for melds in changes.values() for meld in melds])


def _bits(kinds: Iterable[int]) -> int:
    return sum(1 << kind for kind in kinds)
