"""Finds the single melds that a hand can lay down.

A hand is one integer with a row of bits for every suit, so three values in a row, or a value held in
three suits, show up in a few operations on whole rows. Every meld found is made once and remembered.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from rummykit.cards import Card, Placed
from rummykit.engine.actions import LayDown
from rummykit.melds import MIN_LENGTH, Meld, MeldLister, MeldRules, OwnMelds, Shape
from rummykit.memo import Memo, lazy

Melds = tuple[LayDown, ...]


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
        self._pack = melds.pack
        self._width = width = len(melds.pack.ranks)
        self._suit_mask = (1 << width) - 1
        self._suits = tuple((suit, suit * width) for suit in range(len(melds.pack.suits)))
        self._further_shifts = tuple(shift for _, shift in self._suits[1:])
        # The places of the run line beyond the highest rank, where the lowest ranks come again.
        self._beyond = (1 << len(melds.line)) - (1 << width)
        self._jokers_at = melds.pack.naturals * melds.pack.copies
        self._column = sum(1 << shift for _, shift in self._suits)
        self._worths: Memo[int, int] = Memo(lambda row: sum(self._points_of(row)))
        self._highest: Memo[int, int] = Memo(lambda row: max(self._points_of(row), default=0))
        self._room_for = [
            sum((self._suit_mask >> max(length - 1, 0)) << shift for _, shift in self._suits)
            for length in range(width + 1)
        ]
        self._pairs_will_do = melds.min_naturals <= 2 and melds.max_jokers != 0
        self._fewest_with: Memo[tuple[int, int], int] = Memo(self._find_fewest_with)
        self._runs_from: Memo[tuple[int, int, int], Melds] = Memo(self._make_runs_from)
        self._near: Memo[tuple[int, int], tuple[int, int, int]] = Memo(self._make_near)
        self._sets: Memo[tuple[int, int], Melds] = Memo(self._make_sets)
        self._joker_sets: Memo[tuple[int, int, int], Melds] = Memo(self._make_joker_sets)
        self._gapped_sets: Memo[tuple[int, int, int], Melds] = Memo(self._make_gapped_sets)
        self._gapped_runs: Memo[tuple[int, int, int], Melds] = Memo(self._make_gapped_runs)
        self._gapped_run: Memo[tuple[int, int, int, int], Melds] = Memo(self._make_gapped_run)
        self._joker_runs_from: Memo[tuple[int, int, int, int, int, int], Melds] = Memo(self._make_joker_runs_from)

    def naturals(self, hand: int) -> list[LayDown]:
        """Return every single meld of natural cards in *hand*."""
        found: list[LayDown] = []
        if self._may_have_run(hand):
            mask, width, beyond = self._suit_mask, self._width, self._beyond
            for suit, shift in self._suits:
                row = hand >> shift & mask
                line = row | row << width & beyond
                starts = line & line >> 1 & line >> 2
                while starts:
                    start = (starts & -starts).bit_length() - 1
                    starts &= starts - 1
                    rest = line >> start
                    length = (rest ^ rest + 1).bit_length() - 1
                    if length > width and self._pack.count(hand, shift) < 2:
                        length = width  # the lowest card cannot be at both ends
                    found += self._runs_from[suit, start, length]
        once, twice, thrice = hand, 0, 0  # the ranks held in so many suits at least
        for shift in self._further_shifts:
            row = hand >> shift
            thrice |= twice & row
            twice |= once & row
            once |= row
        thrice &= self._suit_mask
        while thrice:
            rank = (thrice & -thrice).bit_length() - 1
            thrice &= thrice - 1
            found += self._sets[rank, hand >> rank & self._column]
        return found

    def _may_have_run(self, hand: int) -> int:
        """Return 0 if there is no run of natural cards: one look, which shows it of most hands."""
        three_in_a_row = hand & hand >> 1 & hand >> 2 & self._room_for[MIN_LENGTH]
        return three_in_a_row or (self._beyond and hand & hand >> self._width - 1 & self._column)

    def with_jokers(self, hand: int) -> list[LayDown]:
        """Return every meld that plain jokers of *hand* make with its natural cards, one joker or several.

        Left out: a joker in the place of a card that the hand holds, and the run through a whole suit with
        its lowest card at both ends.
        """
        jokers = (hand >> self._jokers_at).bit_count()
        found: list[LayDown] = []
        once = twice = 0
        mask, runs = self._suit_mask, self._gapped_runs
        for suit, shift in self._suits:
            row = hand >> shift & mask
            if row:
                twice |= once & row
                once |= row
                found += runs[suit, row, jokers]
        ranks = twice if jokers == 1 or self._melds.min_naturals > 1 else once
        while ranks:
            rank = (ranks & -ranks).bit_length() - 1
            ranks &= ranks - 1
            found += self._gapped_sets[rank, hand >> rank & self._column, jokers]
        if not self._melds.jokers_fixed:  # the same cards are one meld, wherever the joker lies
            return list({action.melds[0].heap: action for action in found}.values())
        return found

    @lazy
    def beside(self) -> tuple[int, ...]:
        """For every natural kind the cards that can lie beside it in a meld: those of its suit and rank, and jokers."""
        pack, width = self._pack, self._width
        rows = (self._suit_mask << shift | self._column << rank for _, shift in self._suits for rank in range(width))
        return tuple(row * pack.every_copy | pack.joker_bits for row in rows)

    def fewest_with(self, kind: int, hand: int) -> int:
        """Return how many cards the shortest meld of a hand has that a card of it can be in; 0 if it is in none.

        One look shows it of most cards: whether two others lie beside it, or one other and a joker.
        """
        if not self._melds.is_plain:
            return self._fewest_with[kind, hand & self.beside[kind] if kind < self._pack.naturals else hand]
        if kind < self._pack.naturals:
            shift, rank, starts, near = self._around[kind]
            row = hand >> shift & self._suit_mask
            line = row | row << self._width & self._beyond
            in_rank = (hand >> rank & self._column).bit_count()
            if in_rank >= MIN_LENGTH or line & line >> 1 & line >> 2 & starts:
                return MIN_LENGTH
            jokers, paired = hand >> self._jokers_at, in_rank > 1 or line & near
            if not jokers or (not paired and not jokers & jokers - 1):
                return 0
            if paired and self._pairs_will_do:
                return MIN_LENGTH
            return self._fewest_with[kind, hand & self.beside[kind]]
        once = twice = 0
        for _, shift in self._suits if self._pairs_will_do else ():
            row = hand >> shift & self._suit_mask
            twice |= once & row
            once |= row
            line = row | row << self._width & self._beyond
            if twice or line & (line >> 1 | line >> 2):
                return MIN_LENGTH
        return self._fewest_with[kind, hand]

    @lazy
    def _around(self) -> list[tuple[int, int, int, int]]:
        """For every natural kind its suit and rank, the places where runs of three with it begin, and those near it."""
        found = []
        for _, shift in self._suits:
            for rank in range(self._width):
                starts = near = 0
                for place in (rank, rank + self._width) if self._beyond >> rank + self._width & 1 else (rank,):
                    starts |= 0b111 << place >> 2
                    near |= 0b11011 << place >> 2
                found.append((shift, rank, starts, near))
        return found

    def _find_fewest_with(self, key: tuple[int, int]) -> int:
        kind, hand = key
        melds = self.naturals(hand)
        if hand & self._melds.wild_bits:
            melds += self.with_jokers(hand)
        bit = self._pack.bits[kind][0]
        return min((len(meld.cards) for (meld,) in [lay.melds for lay in melds] if meld.heap & bit), default=0)

    def outlook(self, hand: int) -> tuple[int, int, int]:
        """Return the cards of *hand* that are in any meld, and how many points and cards can be laid at most.

        The jokers are among the cards where there is a meld; no suit has a joker. Cards in melds without jokers may all
        be laid. Beside them every joker has one meld at most, in which other cards are laid with it. Nothing is made
        here but what is remembered of a suit: one look shows of most hands that they cannot open.
        """
        jokers = hand >> self._jokers_at
        count, mask, width, beyond = jokers.bit_count(), self._suit_mask, self._width, self._beyond
        once = twice = thrice = plain = mixed = points = more = 0
        some_run = self._may_have_run(hand)
        for _, shift in self._suits:
            row = hand >> shift & mask
            thrice |= twice & row
            twice |= once & row
            once |= row
            if some_run:
                line = row | row << width & beyond
                starts = line & line >> 1 & line >> 2
                if starts:
                    places = starts | starts << 1 | starts << 2
                    plain |= ((places | places >> width) & mask) << shift
            if count and row:
                near, most, others = self._near[row, count]
                mixed |= near << shift
                if most > points:
                    points = most
                if others > more:
                    more = others
        every_copy = self._pack.every_copy
        in_plain = hand & (plain | thrice * self._column) * every_copy if plain or thrice else 0
        worth = self.most_points(in_plain) if in_plain else 0
        if not count:
            return in_plain, worth, in_plain.bit_count()
        ranks = twice if count == 1 or self._melds.min_naturals > 1 else once
        found = hand & (mixed | ranks * self._column) * every_copy
        if not found:
            return 0, 0, 0
        if ranks:
            longer = ranks if count > 1 else thrice
            points = max(points, MIN_LENGTH * self._highest[ranks], len(self._suits) * self._highest[longer])
            more = max(more, MIN_LENGTH)
        return (
            found | jokers << self._jokers_at,
            min(worth + points * count, self.most_points(found) + self._highest[mask] * count),
            min(in_plain.bit_count() + more * count, found.bit_count() + count),
        )

    def most_points(self, naturals: int) -> int:
        """Return what natural cards count in melds at most."""
        points, mask, width = 0, self._suit_mask, self._width
        while naturals:
            points += self._worths[naturals & mask]
            naturals >>= width
        return points

    def pool_runs(self, pool: int, hand: int, min_run: int) -> list[LayDown]:
        """Return every run of at least *min_run* cards that a suit's joker in the *pool* makes with *hand*."""
        found: list[LayDown] = []
        if self._beyond or not self._pack.suit_jokers:
            for joker in self._pack.cards_in(pool):
                found += self.runs_with(joker, hand, min_run)
            return found
        # All suits at once: the places where a run could begin are few, mostly none.
        near = _one_short(hand, min_run) & self._room_for[min_run]
        while near:
            suit = ((near & -near).bit_length() - 1) // self._width
            near &= -1 << (suit + 1) * self._width
            joker = self._pack.cards[self._pack.naturals + suit]
            if pool & self._pack.bits[joker.kind][0]:
                found += self.runs_with(joker, hand, min_run)
        return found

    def runs_with(self, joker: Card, hand: int, min_run: int) -> list[LayDown]:
        """Return every run of at least *min_run* cards that *joker* makes with natural cards of *hand*.

        Left out: the run through a whole suit with its lowest card at both ends.
        """
        found: list[LayDown] = []
        for suit, shift in self._suits if joker.suit < 0 else (self._suits[joker.suit],):
            row = hand >> shift & self._suit_mask
            line = row | row << self._width & self._beyond
            starts = _one_short(line, min_run)
            while starts:
                start = (starts & -starts).bit_length() - 1
                starts &= starts - 1
                rest = line >> start
                filled = rest | rest + 1  # with the joker in the first gap
                gap, length = (rest ^ rest + 1).bit_length() - 1, (filled ^ filled + 1).bit_length() - 1
                found += self._joker_runs_from[joker.kind, suit, start, gap, length, min_run]
        return found

    def sets_with(self, joker: Card, hand: int) -> list[LayDown]:
        """Return every set that *joker* makes with natural cards of *hand*."""
        found: list[LayDown] = []
        once = twice = 0
        for suit, shift in self._suits:
            if suit != joker.suit:
                row = hand >> shift & self._suit_mask
                twice |= once & row
                once |= row
        while twice:
            rank = (twice & -twice).bit_length() - 1
            twice &= twice - 1
            found += self._joker_sets[joker.kind, rank, hand >> rank & self._column]
        return found

    # -- making the answers --------------------------------------------------------------------------

    def _make_sets(self, key: tuple[int, int]) -> tuple[LayDown, ...]:
        rank, column = key
        cards = [self._pack.laid(rank, suit) for suit, shift in self._suits if column >> shift & 1]
        return tuple(
            LayDown((self._melds.make(Shape.SET, chosen),))
            for size in range(MIN_LENGTH, len(cards) + 1)
            for chosen in combinations(cards, size)
        )

    def _make_joker_sets(self, key: tuple[int, int, int]) -> tuple[LayDown, ...]:
        kind, rank, column = key
        joker = self._pack.cards[kind]
        held = [self._pack.laid(rank, s) for s, shift in self._suits if column >> shift & 1 and s != joker.suit]
        placed = Placed(joker, self._pack.natural(rank, joker.suit) if joker.suit >= 0 else None)
        melds = [
            self._melds.make(Shape.SET, [*chosen, placed])
            for size in range(self._melds.min_set - 1, min(len(held), len(self._suits) - 1) + 1)
            for chosen in combinations(held, size)
        ]
        return self._within_limits(melds)

    def _points_of(self, row: int) -> list[int]:
        return [worth for rank, worth in enumerate(self._melds.most_points) if row >> rank & 1]

    def _make_runs_from(self, key: tuple[int, int, int]) -> tuple[LayDown, ...]:
        """Make every run that begins at a place of the line, where so many cards follow each other."""
        suit, start, most = key
        return tuple(
            LayDown((self._melds.make(Shape.RUN, self._run_cards(suit, start, length), start),))
            for length in range(MIN_LENGTH, most + 1)
            if self._melds.has_run(start, length)
        )

    def _make_near(self, key: tuple[int, int]) -> tuple[int, int, int]:
        """Return the ranks of a suit that are in a run, with so many jokers or without.

        And the most points of a run with jokers, and the most cards for each of them that are in no run without.
        """
        row, jokers = key
        mask, points, more = self._suit_mask, 0, 0
        plain = 0
        for action in self.naturals(row):
            plain |= action.melds[0].heap
        mixed = plain
        for action in self._make_gapped_runs((0, row, jokers)):
            meld = action.melds[0]
            mixed |= meld.heap
            points = max(points, meld.points)
            more = max(more, -((meld.heap & ~plain).bit_count() // -len(meld.jokers)))
        return mixed & mask, points, more

    def _make_joker_runs_from(self, key: tuple[int, int, int, int, int, int]) -> tuple[LayDown, ...]:
        """Make every run with a joker that begins at a place of the line, up to the second gap after it.

        The joker goes into the first gap; in a run without one, into the place of every card in turn.
        """
        kind, suit, start, gap, most, min_run = key
        melds = []
        for length in range(min_run, min(most, self._width) + 1):
            if self._melds.has_run(start, length):
                for at in range(length) if length <= gap else (gap,):
                    cards = self._run_cards(suit, start, length)
                    cards[at] = Placed(self._pack.cards[kind], cards[at].card)
                    melds.append(self._melds.make(Shape.RUN, cards, start))
        return self._within_limits(melds)

    def _make_gapped_sets(self, key: tuple[int, int, int]) -> tuple[LayDown, ...]:
        rank, column, jokers = key
        held = [self._pack.laid(rank, suit) for suit, shift in self._suits if column >> shift & 1]
        joker = Placed(self._pack.cards[-1])
        melds = [
            self._melds.make(Shape.SET, [*chosen, *[joker] * used])
            for size in range(1, len(held) + 1)
            for used in range(max(MIN_LENGTH - size, 1), min(jokers, len(self._suits) - size) + 1)
            for chosen in combinations(held, size)
        ]
        return self._within_limits(melds)

    def _make_gapped_runs(self, key: tuple[int, int, int]) -> tuple[LayDown, ...]:
        suit, row, jokers = key
        line = row | row << self._width & self._beyond
        places = len(self._melds.line)
        found: list[LayDown] = []
        near = _one_short(line, MIN_LENGTH) if jokers == 1 else -1
        for start in range(self._melds.starts):
            if not near >> start & 1:
                continue
            gaps = missing = 0
            for length in range(1, min(self._width, places - start) + 1):
                if not line >> start + length - 1 & 1:
                    missing += 1
                    if missing > jokers:
                        break
                    gaps |= 1 << length - 1
                if MIN_LENGTH <= length > missing > 0:
                    found += self._gapped_run[suit, start, length, gaps]
        return tuple(found)

    def _make_gapped_run(self, key: tuple[int, int, int, int]) -> tuple[LayDown, ...]:
        """Put a joker into every gap."""
        suit, start, length, gaps = key
        if not self._melds.has_run(start, length):
            return ()
        cards, joker = self._run_cards(suit, start, length), self._pack.cards[-1]
        for at in range(length):
            if gaps >> at & 1:
                cards[at] = Placed(joker, cards[at].card)
        return self._within_limits([self._melds.make(Shape.RUN, cards, start)])

    def _within_limits(self, melds: list[Meld]) -> tuple[LayDown, ...]:
        return tuple(LayDown((meld,)) for meld in melds if self._melds.problem(meld) is None)

    def _run_cards(self, suit: int, start: int, length: int) -> list[Placed]:
        line = self._melds.line
        return [self._pack.laid(line[start + i], suit) for i in range(length)]


class WideFinder(MeldFinder):
    """Lists the melds in a hand where cards other than jokers are wild, or melds are of an uncommon kind."""

    def __init__(self, melds: MeldRules) -> None:
        super().__init__(melds)
        self._lister = MeldLister(melds, lambda meld: LayDown((meld,)))
        self._common_naturals = replace(
            melds, wild_ranks=(), joker_share="any", jokers_at_ends=True, jokers_alone=False, joker_points=None
        ).is_plain

    @lazy
    def beside(self) -> tuple[int, ...]:
        """For every natural kind the cards that can lie beside it in a meld; beside a wild one all."""
        wild, everything = self._melds.wild_bits, self._pack.everything
        cards = enumerate(super().beside)
        return tuple(everything if self._pack.bits[kind][0] & wild else heap | wild for kind, heap in cards)

    def naturals(self, hand: int) -> list[LayDown]:
        """Return every single meld of natural cards in *hand*; a wild card that is meant as itself is one."""
        if self._common_naturals:
            return super().naturals(hand)
        return [action for part in self._lister.parts(hand, wild=False) for action in part.made]

    def with_jokers(self, hand: int) -> list[LayDown]:
        """Return the melds that wild cards of *hand* make with its natural cards; see `MeldLister`."""
        found = [action for part in self._lister.parts(hand, wild=True) for action in part.made]
        if not self._melds.jokers_fixed:  # the same cards are one meld, wherever a wild card lies
            return list({action.melds[0].heap: action for action in found}.values())
        return found

    def outlook(self, hand: int) -> tuple[int, int, int]:
        """Return the cards of *hand* that are in any meld, and how many points and cards can be laid at most."""
        mixed = points = others = 0
        if self._common_naturals:
            in_plain, worth, _ = super().outlook(hand & ~self._pack.joker_bits)
        else:
            plain = 0
            for part in self._lister.parts(hand, wild=False):
                plain |= part.kinds
            in_plain = hand & plain * self._pack.every_copy
            worth = self.most_points(in_plain)
        with_wild = self._lister.parts(hand, wild=True)
        for part in with_wild:
            mixed |= part.kinds
            points, others = max(points, part.most_points), max(others, part.others)
        if not with_wild:
            return in_plain, worth, in_plain.bit_count()
        # Every wild card used as one has one meld at most, in which other cards are laid with it.
        wild = hand & self._melds.wild_bits
        found, count = (in_plain | hand & mixed * self._pack.every_copy) & ~wild, wild.bit_count()
        most = worth + points * count
        highest = self._melds.most_wild
        cards = min(in_plain.bit_count() + others * count, (found | wild).bit_count())
        return found | wild, min(most, self.most_points(found) + highest * count), cards


MOST_TRIES = 20_000
"""After so many tries the general finder looks for no further melds."""


class GeneralFinder(MeldFinder):
    """Lists the melds of rules of one's own, by trying what the cards of a hand make."""

    def __init__(self, melds: OwnMelds) -> None:
        super().__init__(melds)
        self._found: Memo[int, Melds] = Memo(
            lambda hand: tuple([LayDown((meld,)) for meld in melds.melds_among(self._pack.kinds(hand), MOST_TRIES)[0]])
        )

    @lazy
    def beside(self) -> tuple[int, ...]:
        """For every natural kind the cards that can lie beside it in a meld: all, for want of knowing better."""
        return (self._pack.everything,) * self._pack.naturals

    def naturals(self, hand: int) -> list[LayDown]:
        """Return every single meld that is found in *hand*."""
        return list(self._found[hand])

    def with_jokers(self, hand: int) -> list[LayDown]:
        """Return nothing: these rules know no jokers."""
        return []

    def outlook(self, hand: int) -> tuple[int, int, int]:
        """Return the cards of *hand* that are in any meld, and how many points and cards can be laid at most."""
        kinds = 0
        for action in self._found[hand]:
            kinds |= action.melds[0].heap & self._pack.first_copies
        cards = hand & kinds * self._pack.every_copy
        return cards, self.most_points(cards), cards.bit_count()


def finder_for(melds: MeldRules) -> MeldFinder:
    """Return the finder that meld rules need."""
    if isinstance(melds, OwnMelds):
        return GeneralFinder(melds)
    return MeldFinder(melds) if melds.is_plain else WideFinder(melds)


def _one_short(row: int, length: int) -> int:
    """Return the places at which *length* bits of *row* begin, of which at most one is missing.

    >>> bin(_one_short(0b01101, 3))
    '0b111'
    """
    whole, one_missing = row & row >> 1, row | row >> 1
    for step in range(2, length):
        shifted = row >> step
        one_missing = one_missing & shifted | whole
        whole &= shifted
    return one_missing
