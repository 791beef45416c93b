"""What a meld is at a table: the standard rules, with their parameters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, Literal

from rummykit.cards import ANY, Card, Pack, Placed, Row
from rummykit.i18n import Later
from rummykit.melds.meld import MIN_LENGTH, End, Meld, MeldProblem, Shape, Swap
from rummykit.memo import Memo, lazy
from rummykit.refusals import Reason

Addition = tuple[Placed, End | None, Meld]
"""A card as it would lie in a meld, the end of a run to which it is added, and the meld it makes."""


@dataclass(frozen=True)
class MeldRules:
    """Which cards are a meld, what each joker stands for, what may be added where.

    ``high_ace``: the lowest rank may also follow the highest (Q-K-A). ``wrap``: runs go round the
    corner (K-A-2). ``points`` gives the value of a rank in a meld; ``high_ace_points`` that of the
    lowest rank where it follows the highest. ``jokers_fixed``: a joker keeps the card it was laid for; if not,
    cards are a meld if some reading of their jokers makes them one, and no joker says what it stands for.

    ``wild_ranks``: cards of these ranks are wild, too, and may also stand for themselves. ``min_set`` and ``min_run``
    are the shortest melds, ``max_set`` the largest set (by default one card of each suit); ``twins``: a set may have
    equal cards. ``joker_share``: whether a meld has fewer wild cards than naturals, half of them at most, or any
    number; ``jokers_at_ends``: whether a wild card may be the first or last of a run. ``jokers_alone``: wild cards may
    also be a set without natural cards; it is worth what the dearest rank makes it, and only further wild cards join
    it. A joker of a suit has no part in that. ``joker_points``: what a joker counts in a meld, whatever it stands for;
    other wild cards then count what they are, too.

    >>> from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS
    >>> rules = MeldRules(Pack(FRENCH_SUITS, FRENCH_RANKS, 2, plain_jokers=6), high_ace=True)
    >>> [str(meld) for meld in rules.readings(rules.pack.placed_cards("Jc Qc * Ac"))]
    ['Jc Qc *=Kc Ac']
    >>> [str(meld) for meld in rules.readings(rules.pack.placed_cards("2s 3s *"))]
    ['*=As 2s 3s', '2s 3s *=4s']
    """

    pack: Pack
    high_ace: bool = False
    wrap: bool = False
    max_jokers: int | None = None
    min_naturals: int = 2
    max_adjacent_jokers: int | None = None
    points: tuple[int, ...] = ()
    high_ace_points: int | None = None
    jokers_fixed: bool = True
    wild_ranks: tuple[int, ...] = ()
    min_set: int = MIN_LENGTH
    min_run: int = MIN_LENGTH
    max_set: int | None = None
    twins: bool = False
    joker_share: Literal["fewer", "half", "any"] = "any"
    jokers_at_ends: bool = True
    jokers_alone: bool = False
    joker_points: int | None = None
    _loose: dict[int, Meld | None] = field(init=False, repr=False, compare=False, default_factory=dict)

    # -- wild cards ----------------------------------------------------------------------------------

    def with_wild(self, ranks: Iterable[int]) -> MeldRules:
        """Return the same rules with further ranks wild."""
        return replace(self, wild_ranks=tuple(sorted({*self.wild_ranks, *ranks})))

    @lazy
    def wild_kinds(self) -> int:
        """The first-copy bits of the kinds that are wild and no jokers."""
        return sum(1 << card.kind for card in self.pack.cards if card.rank in self.wild_ranks)

    @lazy
    def wild_bits(self) -> int:
        """The heap of all cards that may be wild, jokers or not."""
        return self.wild_kinds * self.pack.every_copy | self.pack.joker_bits

    @lazy
    def wild_cards(self) -> tuple[Card, ...]:
        """Every kind of card that may be wild."""
        return tuple([card for card in self.pack.cards if self.is_wild(card)])

    def is_wild(self, card: Card) -> bool:
        """Whether a card may stand for others."""
        return card.rank < 0 or bool(self.wild_kinds >> card.kind & 1)

    def as_wild(self, card: Card, stands_for: Card | None = None) -> Placed:
        """Return a wild card as it lies for another card, or for any missing one."""
        return Placed(card, stands_for if card.rank < 0 else stands_for or ANY)

    def placed_cards(self, text: str, column: int = 1) -> tuple[Placed, ...]:
        """Read the cards of one meld."""
        return self.pack.placed_cards(text, column, self.wild_kinds)

    # -- what the standard solver can do ---------------------------------------------------------------

    @lazy
    def is_plain(self) -> bool:
        """Whether all melds are of the common kind, and only jokers are wild: what the quick searches are made for."""
        standard = self.min_set == self.min_run == MIN_LENGTH and self.max_set is None and not self.twins
        return (
            standard
            and self.jokers_at_ends
            and self.joker_share == "any"
            and not self.wild_kinds
            and not self.joker_sets
            and self.joker_points is None
        )

    def own_finder(self) -> Any:
        """Return what finds the melds of a hand in place of the core's `MeldFinder`, or None."""
        return None

    def own_arranger(self) -> Any:
        """Return what arranges hands in place of the core's `Arranger`, or None."""
        return None

    @lazy
    def largest_set(self) -> int:
        """The most cards a set can have."""
        if self.max_set is None:
            return len(self.pack) if self.twins else len(self.pack.suits)
        return self.max_set if self.twins else min(self.max_set, len(self.pack.suits))

    @lazy
    def joker_sets(self) -> range:
        """How many wild cards may be a set without natural cards."""
        if not (self.jokers_alone and self.in_proportion(0, self.min_set)):
            return range(0)
        wild = (self.wild_kinds * self.pack.every_copy).bit_count() + self.pack.plain_jokers
        most = wild if self.max_jokers is None else min(self.max_jokers, wild)
        return range(self.min_set, min(most, self.largest_set) + 1)

    # -- the line of ranks along which runs lie -----------------------------------------------------

    @lazy
    def line(self) -> tuple[int, ...]:
        """The ranks a run may pass through, in order."""
        ranks = tuple(range(len(self.pack.ranks)))
        if self.wrap:
            return ranks + ranks[:-1]
        return (*ranks, 0) if self.high_ace else ranks

    @lazy
    def starts(self) -> int:
        """Runs begin at the places 0 … starts - 1 of the line."""
        return len(self.pack.ranks) if self.wrap else len(self.line)

    @lazy
    def longest_run(self) -> int:
        """The most cards a run can have."""
        return len(self.pack.ranks) if self.wrap else len(self.line)

    @lazy
    def both_ends_may_fit(self) -> bool:
        """Whether one card can fit both ends of a run, so that a lay-off must say which is meant."""
        return self.wrap or self.high_ace

    def has_run(self, start: int, length: int) -> bool:
        """Whether the line has room for a run there."""
        if self.wrap and self.high_ace and (start, length) == (0, len(self.pack.ranks) + 1):
            return True  # a circle that ends where it began, with an ace at both ends
        if not (0 <= start < self.starts and self.min_run <= length <= self.longest_run):
            return False
        # A full circle has no first card: only one way to write it counts.
        return start + length <= len(self.line) and (start == 0 or not self.wrap or length < self.longest_run)

    def make(self, shape: Shape, cards: Iterable[Placed], start: int = -1) -> Meld:
        """Build a meld from cards known to form one."""
        if not self.jokers_fixed:
            cards = tuple(cards)
            heap = self.pack.heap(placed.card for placed in cards)
            loose = self._read_loose(heap) if heap & self.wild_bits else None
            if loose is not None:
                return loose
        # Equal melds are one object, which makes it quick to ask what is remembered of them.
        return self._made[self._build(shape, cards, start)]

    @lazy
    def _made(self) -> Memo[Meld, Meld]:
        return Memo(lambda meld: meld)

    def _build(self, shape: Shape, cards: Iterable[Placed], start: int = -1) -> Meld:
        laid = tuple(sorted(cards, key=_set_order)) if shape is Shape.SET else tuple(cards)
        if shape is Shape.SET:
            rank = next((placed.shown.rank for placed in laid if not placed.shown.is_joker), self.dearest)
            worths = [self.points_at(rank)] * len(laid)
        else:
            worths = [self.points_at(self.line[place], place) for place in range(start, start + len(laid))]
        # Melds are made often: this is `Placed.is_wild`, without a call for each card.
        jokers = tuple([placed for placed in laid if placed.stands_for is not None or placed.card.rank < 0])
        natural = sum(worths)
        if jokers:
            if self.joker_points is not None:
                worths = [
                    self.own_points(placed.card) if placed.is_wild else worth
                    for placed, worth in zip(laid, worths, strict=True)
                ]
            natural = sum([worth for placed, worth in zip(laid, worths, strict=True) if not placed.is_wild])
        heap = self.pack.add_all(0, [placed.card.kind for placed in laid])
        return Meld(shape, laid, start, heap, jokers, sum(worths), natural)

    # -- reading ---------------------------------------------------------------------------------

    def readings(self, cards: Sequence[Placed]) -> list[Meld]:
        """Return every meld these cards can be; raise `MeldProblem` if they are none.

        A joker without a declared card takes every legal place in turn, so a lone result means the
        cards can be read in one way only.
        """
        found = self.find(cards)
        if not found:
            raise self.diagnose(cards)
        return found

    def meant(self, cards: tuple[Placed, ...]) -> list[Meld]:
        """Return the readings that can be meant: cards written one by one as the meld will lie mean that one."""
        found = self.readings(cards)
        return [meld for meld in found if meld.cards == cards] or found

    def find(self, cards: Sequence[Placed]) -> list[Meld]:
        """Return every meld these cards can be, as `readings` does; none if they are none.

        A wild card that does not say what it stands for is meant as itself, if they are a meld with it.
        """
        if not self.jokers_fixed:
            if any(self.is_wild(placed.card) for placed in cards):
                loose = self._read_loose(self.pack.heap(placed.card for placed in cards))
                return [] if loose is None else [loose]
            cards = _undeclared(cards)
        for ways in self._ways_to_mean(cards) if self.wild_kinds else ([cards],):
            found = [meld for way in ways for meld in (*self._sets(way), *self._runs(way))]
            found = [meld for meld in dict.fromkeys(found) if self.problem(meld) is None]
            if found:
                return found
        return []

    def _ways_to_mean(self, cards: Sequence[Placed]) -> Iterator[list[tuple[Placed, ...]]]:
        """Yield what cards can be meant to be: no undeclared natural card as a wild one, then one, two, and so on."""
        open_ones = [at for at, placed in enumerate(cards) if not placed.is_wild and self.is_wild(placed.card)]
        for number in range(len(open_ones) + 1):
            ways: dict[tuple[Placed, ...], tuple[Placed, ...]] = {}
            for chosen in combinations(open_ones, number):
                way = [self.as_wild(placed.card) if at in chosen else placed for at, placed in enumerate(cards)]
                ways.setdefault(tuple(sorted(way, key=str)), tuple(way))
            yield list(ways.values())

    def problem(self, meld: Meld) -> MeldProblem | None:
        """Check a well-shaped meld against the limits on jokers."""
        jokers = len(meld.jokers)
        if self.max_jokers is not None and jokers > self.max_jokers:
            return _over_limit(meld, Reason.TOO_MANY_JOKERS, self.max_jokers)
        naturals = len(meld) - jokers
        if naturals < self.min_naturals and (naturals or not self._may_lie_alone(meld)):
            return _over_limit(meld, Reason.TOO_FEW_NATURALS, self.min_naturals)
        if not self.in_proportion(naturals, jokers):
            return _over_limit(meld, Reason.JOKER_SHARE if self.joker_share == "fewer" else Reason.JOKER_HALF, naturals)
        if not self.jokers_at_ends and jokers and meld.shape is Shape.RUN:
            end = next((placed for placed in (meld.cards[0], meld.cards[-1]) if placed.is_wild), None)
            if end is not None:
                return MeldProblem(Reason.JOKER_AT_END, {"meld": meld, "fault": end})
        limit = self.max_adjacent_jokers
        if limit is not None and limit < jokers and meld.shape is Shape.RUN and _longest_joker_row(meld.cards) > limit:
            return _over_limit(meld, Reason.ADJACENT_JOKERS, limit)
        return None

    def _may_lie_alone(self, jokers: Meld) -> bool:
        """Whether a meld of nothing but jokers is a set in which none of them is bound to a card."""
        is_set = jokers.shape is Shape.SET and len(jokers) in self.joker_sets
        return is_set and all(placed.shown.is_joker for placed in jokers.cards)

    def in_proportion(self, naturals: int, jokers: int) -> bool:
        """Whether a meld may have so many jokers beside so many natural cards."""
        return self.joker_share == "any" or jokers <= naturals - (self.joker_share == "fewer")

    def _sets(self, cards: Sequence[Placed]) -> Iterator[Meld]:
        ranks = {placed.shown.rank for placed in cards if not placed.shown.is_joker}
        if not self.min_set <= len(cards) <= self.largest_set or len(ranks) > 1:
            return
        rank = ranks.pop() if ranks else self.dearest
        laid = []
        for placed in cards:
            joker = placed.card
            if joker.is_joker and joker.suit >= 0 and placed.stands_for is None:
                placed = Placed(joker, self.pack.natural(rank, joker.suit))
            laid.append(placed)
        suits = [placed.shown.suit for placed in laid if not placed.shown.is_joker]
        if (len(set(suits)) < len(suits) and not self.twins) or not all(self._joker_fits(placed) for placed in laid):
            return
        # A wild card in a set stands for any missing suit, whatever was written.
        laid = [self.as_wild(p.card) if p.is_wild and not (p.card.is_joker and p.card.suit >= 0) else p for p in laid]
        if self.joker_sets or not all(placed.shown.is_joker for placed in laid):
            yield self._build(Shape.SET, laid)

    def _runs(self, cards: Sequence[Placed]) -> Iterator[Meld]:
        suits = {placed.shown.suit for placed in cards if placed.shown.suit >= 0}
        if len(suits) != 1 or len(cards) < self.min_run:
            return
        suit = suits.pop()
        fixed = [placed for placed in cards if not placed.shown.is_joker]
        loose = Counter(placed.card for placed in cards if placed.shown.is_joker)
        if not all(self._joker_fits(placed) for placed in fixed):
            return
        for start in self._run_starts(fixed, len(cards)):
            for laid in self._fill(suit, start, len(cards), fixed, loose):
                yield self._build(Shape.RUN, laid, start)

    # Where no joker says what it stands for, cards are read by what is there.

    def _read_loose(self, heap: int) -> Meld | None:
        """Return cards with loose jokers as the meld that is worth most; None if they are none.

        The jokers lie where that reading has them, but stand for nothing.
        """
        if heap not in self._loose:
            bare = [Placed(card) for card in self.pack.cards_in(heap)]
            ways = [way for some in self._ways_to_mean(bare) for way in some] if heap & self.wild_kinds else [bare]
            melds = [meld for way in ways for meld in (*self._sets(way), *self._loose_runs(way))]
            found = [meld for meld in melds if self.problem(meld) is None]
            best = max(found, key=lambda meld: (meld.points, -meld.start), default=None)
            self._loose[heap] = best and replace(best, cards=_undeclared(best.cards), jokers=_undeclared(best.jokers))
        return self._loose[heap]

    def _loose_runs(self, cards: Sequence[Placed]) -> Iterator[Meld]:
        """Yield the runs of these cards: every natural card in its place, jokers in all others."""
        naturals = [placed for placed in cards if not placed.is_wild]
        if len({placed.card.suit for placed in naturals}) != 1:
            return
        suit = naturals[0].card.suit
        for start in self._run_starts(naturals, len(cards)):
            left = [placed.card for placed in naturals]
            jokers = [placed.card for placed in cards if placed.is_wild]
            laid: list[Placed] = []
            for rank in self.line[start : start + len(cards)]:
                wanted = self.pack.natural(rank, suit)
                if wanted in left:
                    left.remove(wanted)
                    laid.append(Placed(wanted))
                elif jokers:
                    laid.append(self.as_wild(jokers.pop(), wanted))
            if not left and len(laid) == len(cards):
                yield self._build(Shape.RUN, laid, start)

    def _run_starts(self, cards: Sequence[Placed], length: int) -> Iterator[int]:
        """Yield the places of the line where a run of so many cards has room for the ranks of these."""
        ranks = {placed.shown.rank for placed in cards}
        for start in range(self.starts):
            if self.has_run(start, length) and ranks.issubset(self.line[start : start + length]):
                yield start

    def _fill(
        self, suit: int, start: int, length: int, fixed: list[Placed], loose: Counter[Card]
    ) -> Iterator[tuple[Placed, ...]]:
        """Yield every way to put the fixed cards and the loose jokers on the places of a run."""
        if length == 0:
            yield ()
            return
        wanted = self.pack.natural(self.line[start], suit)
        for placed in dict.fromkeys(p for p in fixed if p.shown == wanted):
            rest = list(fixed)
            rest.remove(placed)
            for tail in self._fill(suit, start + 1, length - 1, rest, loose):
                yield (placed, *tail)
        for joker in [joker for joker, left in loose.items() if left and self._serves(joker, wanted)]:
            for tail in self._fill(suit, start + 1, length - 1, fixed, loose - Counter([joker])):
                yield (Placed(joker, wanted), *tail)

    def _joker_fits(self, placed: Placed) -> bool:
        """Whether a wild card may stand for the card it is declared as."""
        stands_for = placed.stands_for
        return stands_for is None or (self.is_wild(placed.card) and self._serves(placed.card, stands_for))

    def _serves(self, card: Card, wanted: Card) -> bool:
        """Whether a wild card may stand for another one; for itself it does not: there it is a natural card."""
        return card != wanted if card.rank >= 0 else card.suit in (-1, wanted.suit)

    # -- why not -----------------------------------------------------------------------------------

    def diagnose(self, cards: Sequence[Placed]) -> MeldProblem:
        """Return the most helpful reason why *cards* are not a meld."""
        if not self.jokers_fixed:
            cards = _undeclared(cards)
        shortest = min(self.min_set, self.min_run)
        if len(cards) < min(shortest, MIN_LENGTH):  # with more cards it is plain what they should be
            return self._no_meld(cards, Reason.MELD_TOO_SHORT, needed=shortest)
        for placed in cards:
            if not self.is_wild(placed.card) and placed.stands_for is not None:
                return self._no_meld(cards, Reason.NOT_WILD, placed.card)
            if not self._joker_fits(placed):
                return self._no_meld(cards, Reason.JOKER_COLOUR, placed)
        ways: Iterable[Sequence[Placed]] = [cards]
        if self.wild_kinds:
            ways = [way for some in self._ways_to_mean(cards) for way in some]
        for meld in (meld for way in ways for meld in (*self._sets(way), *self._runs(way))):
            limits = self.problem(meld)
            if limits is not None:
                return limits
        # What is still wrong is told of the cards that are not wild; where those are too few, wild ones help out.
        sure = [placed for placed in cards if not self.is_wild(placed.card)]
        naturals = sure if len(sure) >= self.min_naturals else [placed for placed in cards if not placed.is_wild]
        jokers = [placed.card for placed in cards if placed.is_wild]
        if self.joker_sets and not naturals and not self.min_set <= len(cards) <= self.largest_set:
            return self._diagnose_set(cards)
        if len(naturals) < self.min_naturals:
            return self._no_meld(cards, Reason.TOO_FEW_NATURALS, needed=self.min_naturals)
        ranks, suits = {placed.card.rank for placed in naturals}, {placed.card.suit for placed in naturals}
        if len(ranks) == 1 and (
            len(suits) > 1 or any(joker.is_joker and joker.suit not in (-1, *suits) for joker in jokers)
        ):
            return self._diagnose_set(cards)
        if len(suits) == 1:
            if len(ranks) == 1 and len(naturals) > 1:
                return self._no_meld(cards, Reason.SET_SAME_SUIT, naturals[-1])
            return self._diagnose_run(cards, jokers, suits.pop())
        return self._no_meld(cards, Reason.MELD_MIXED)

    def _no_meld(self, cards: Sequence[Placed], reason: Reason, fault: object = "", **more: object) -> MeldProblem:
        suit = Later(self.pack.suit_word)
        return MeldProblem(reason, {"meld": Row(tuple(cards)), "fault": fault, "suit": suit, **more})

    def _diagnose_set(self, cards: Sequence[Placed]) -> MeldProblem:
        suits: set[int] = set()
        if len(cards) < self.min_set:
            return self._no_meld(cards, Reason.SET_TOO_SHORT, needed=self.min_set)
        for placed in sorted(cards, key=lambda placed: placed.is_wild) if not self.twins else ():
            suit = placed.shown.suit
            if suit >= 0 and suit in suits:
                return self._no_meld(cards, Reason.JOKER_TWIN if placed.is_wild else Reason.SET_SAME_SUIT, placed)
            suits.add(suit)
        if len(cards) > len(self.pack.suits) and not self.twins:
            return self._no_meld(cards, Reason.SET_TOO_LONG, needed=len(self.pack.suits))
        if len(cards) > self.largest_set:
            return self._no_meld(cards, Reason.SET_TOO_LARGE, needed=self.largest_set)
        return self._no_meld(cards, Reason.MELD_MIXED)

    def _diagnose_run(self, cards: Sequence[Placed], jokers: Sequence[Card], suit: int) -> MeldProblem:
        if len(cards) < self.min_run:
            return self._no_meld(cards, Reason.RUN_TOO_SHORT, needed=self.min_run)
        for joker in jokers:
            if joker.is_joker and joker.suit not in (-1, suit):
                return self._no_meld(cards, Reason.JOKER_COLOUR, joker)
        shown = [placed for placed in cards if not placed.shown.is_joker]
        if any(placed.shown.suit != suit for placed in shown):
            return self._no_meld(cards, Reason.MELD_MIXED)
        doubled = [placed for placed, count in Counter(placed.shown for placed in shown).items() if count > 1]
        if doubled:
            twin = next((p for p in shown if p.is_wild and p.shown in doubled), None)
            return self._no_meld(cards, Reason.JOKER_TWIN if twin else Reason.RUN_DUPLICATE, twin or doubled[0])
        around = MeldRules(self.pack, wrap=True, min_naturals=1)
        if not self.wrap and list(around._runs(cards)):
            last, first = (0, 1) if self.high_ace else (-1, 0)
            ranks = self.pack.ranks
            return self._no_meld(cards, Reason.RUN_WRAP, last=Later(ranks[last]), first=Later(ranks[first]))
        return self._no_meld(cards, Reason.RUN_GAP)

    # -- worth ------------------------------------------------------------------------------------

    def points_at(self, rank: int, place: int | None = None) -> int:
        """Return what a rank counts in a set, or at a place of the run line."""
        high = place is None or place >= len(self.pack.ranks)
        if rank == 0 and high and self.high_ace_points is not None:
            return self.high_ace_points
        return self.points[rank] if self.points else rank + 1

    @lazy
    def dearest(self) -> int:
        """The rank that counts most in a set."""
        return max(range(len(self.pack.ranks)), key=self.points_at)

    def own_points(self, card: Card) -> int:
        """Return what a wild card counts in a meld where it does not count what it stands for."""
        return self.joker_points or 0 if card.is_joker else self.points_at(card.rank)

    @lazy
    def most_wild(self) -> int:
        """The most that a wild card can count in a meld."""
        if self.joker_points is None:
            return max(self.most_points)
        return max(map(self.own_points, self.wild_cards), default=0)

    @lazy
    def most_points(self) -> tuple[int, ...]:
        """The most that a card of every rank can count in a meld."""
        return tuple(max(self.points_at(rank), self.points_at(rank, rank)) for rank in range(len(self.pack.ranks)))

    # -- adding to a meld -----------------------------------------------------------------------------

    def extensions(self, meld: Meld) -> tuple[Addition, ...]:
        """Return all that may be added; the end is None where it makes no difference."""
        return self._extensions[meld]

    @lazy
    def _extensions(self) -> Memo[Meld, tuple[Addition, ...]]:
        return Memo(lambda meld: tuple(self._find_extensions(meld)))

    @lazy
    def joker_additions(self) -> Memo[Meld, Mapping[int, list[Addition]]]:
        """The `additions` of jokers to a meld, by the joker's kind."""
        return Memo(self._find_joker_additions)

    @lazy
    def fits(self) -> Memo[Meld, int]:
        """The first-copy bits of the natural kinds that may be added to a meld."""
        return Memo(lambda meld: sum({1 << card.kind for card in self._fitting_naturals(meld)}))

    @lazy
    def swaps(self) -> Memo[Meld, tuple[Swap, ...]]:
        """Every joker exchange a meld allows; none where a joker stands for nothing."""
        return Memo(lambda meld: tuple(self._find_swaps(meld)) if self.jokers_fixed else ())

    @lazy
    def wanted(self) -> Memo[Meld, int]:
        """The first-copy bits of the kinds for which a meld gives a joker."""
        return Memo(lambda meld: sum({1 << swap.kind for swap in self.swaps[meld]}) if meld.jokers else 0)

    def additions(self, meld: Meld) -> tuple[Addition, ...]:
        """Return the `extensions` of a meld, with the end only where a card fits both, so that it must be told."""
        options = self.extensions(meld)
        if not self.both_ends_may_fit:
            return tuple([(placed, None, longer) for placed, _, longer in options])
        counts = Counter((placed.card.kind, placed.shown.kind) for placed, _, _ in options)
        return tuple(
            [
                (placed, end if counts[placed.card.kind, placed.shown.kind] > 1 else None, longer)
                for placed, end, longer in options
            ]
        )

    def _find_joker_additions(self, meld: Meld) -> Mapping[int, list[Addition]]:
        found: dict[int, list[Addition]] = {}
        for addition in self.additions(meld):
            if addition[0].is_wild:
                found.setdefault(addition[0].card.kind, []).append(addition)
        return found

    def _find_extensions(self, meld: Meld) -> Iterable[Addition]:
        if not self.jokers_fixed:
            return self._loose_extensions(meld)
        found: dict[tuple[Placed, Meld], Addition] = {}
        for placed, end, cards, start in self._additions(meld):
            if self.has_another(meld, placed.card):
                longer = self.make(meld.shape, cards, start)
                if self.problem(longer) is None:
                    # The card that closes a circle fits both ends, but makes one meld: its end is None.
                    at = end if (placed, longer) not in found else None
                    found[placed, longer] = (placed, at, longer)
        return found.values()

    def _find_swaps(self, meld: Meld) -> Iterable[Swap]:
        found = {}
        for at, joker in enumerate(meld.cards):
            if joker.is_wild:
                any_suit = joker.shown.is_joker
                for wanted in self._missing_suits(meld) if any_suit else [joker.shown]:
                    # With one pack an ace at each end of a run: only a joker can be the other.
                    if self.has_another(meld, wanted):
                        cards = (*meld.cards[:at], Placed(wanted), *meld.cards[at + 1 :])
                        # Of different wild cards in a set the last one goes, a joker if there is one.
                        found[wanted.kind] = Swap(wanted.kind, joker, self.make(meld.shape, cards, meld.start))
        return found.values()

    def _missing_suits(self, meld: Meld) -> list[Card]:
        """Return the cards that a set lacks, or that it may have once more; none if it is of jokers alone."""
        rank = next((placed.shown.rank for placed in meld.cards if not placed.shown.is_joker), None)
        if rank is None:
            return []
        taken = {placed.shown.suit for placed in meld.cards} if not self.twins else ()
        return [self.pack.natural(rank, suit) for suit in range(len(self.pack.suits)) if suit not in taken]

    def _fitting_naturals(self, meld: Meld) -> Iterator[Card]:
        """Yield the natural cards that may be added: more of them break no limit on jokers."""
        if not self.jokers_fixed or (self.wrap and len(meld) >= len(self.pack.ranks) - 1):
            yield from (placed.card for placed, _, _ in self.extensions(meld) if not placed.is_wild)
            return
        pack = self.pack
        if meld.shape is Shape.SET:
            if len(meld.cards) < self.largest_set:
                yield from (card for card in self._missing_suits(meld) if self.has_another(meld, card))
            return
        suit, length, ranks = meld.cards[0].shown.suit, len(meld.cards) + 1, len(pack.ranks)
        low, high = (meld.start - 1) % ranks if self.wrap else meld.start - 1, meld.start
        if self.has_run(low, length):
            card = pack.natural(self.line[low], suit)
            if self.has_another(meld, card):
                yield card
        if self.has_run(high, length):
            card = pack.natural(self.line[high + length - 1], suit)
            if self.has_another(meld, card):
                yield card

    def _loose_extensions(self, meld: Meld) -> Iterator[tuple[Placed, None, Meld]]:
        """Yield every card with which the cards of the meld can be read as one again."""
        if meld.jokers:
            partners, aces = self.partners(meld.heap), self.both_ends_may_fit  # a second ace may be at the other end
            kinds = [
                card
                for card in self.pack.cards
                if self.is_wild(card) or partners >> card.kind & 1 or (aces and card.rank == 0)
            ]
        else:
            kinds = list(dict.fromkeys(placed.card for placed, *_ in self._additions(meld)))
        for card in kinds:
            if self.has_another(meld, card):
                found = self.find((*meld.cards, Placed(card)))
                if len(found) == 1:
                    yield Placed(card), None, found[0]

    def partners(self, heap: int) -> int:
        """Return a bit for every kind with one of which cards may be a meld; limits on jokers are passed over."""
        pack, line, width = self.pack, self.line, len(self.pack.ranks)
        if not self.is_plain:
            return pack.first_copies | (1 << pack.naturals) * bool(pack.plain_jokers)
        jokers, kinds = (heap & pack.joker_bits).bit_count(), heap & pack.first_copies
        size = kinds.bit_count() + jokers
        naturals = [divmod(kind, width) for kind in pack.kinds(kinds)]
        suits, ranks = {suit for suit, _ in naturals}, {rank for _, rank in naturals}
        found = 1 << pack.naturals if jokers < pack.plain_jokers else 0
        if len(ranks) == 1 and size < len(pack.suits):
            for suit in range(len(pack.suits)):
                found |= 1 << suit * width + naturals[0][1]
        if len(suits) == 1:
            for first in {0, len(line) - width}:  # the ace may be low or high
                places = [at for at in range(first, first + width) if line[at] in ranks]
                low, high = (0, len(line)) if self.wrap else (places[-1] - size, places[0] + size + 1)
                for rank in line[max(0, low) : high]:
                    found |= 1 << naturals[0][0] * width + rank
        return found & ~kinds

    def has_another(self, meld: Meld, card: Card) -> bool:
        """Whether the pack has another such card beside those in the meld."""
        return self.pack.count(meld.heap, card.kind) < len(self.pack.bits[card.kind])

    def _additions(self, meld: Meld) -> Iterator[tuple[Placed, End | None, tuple[Placed, ...], int]]:
        """Yield every card that could be added: as it would lie, the end, and the longer meld."""
        if meld.shape is Shape.SET:
            if len(meld) >= self.largest_set:
                return
            missing = self._missing_suits(meld)
            new = [Placed(card) for card in missing]
            for joker in self.wild_cards:
                if joker.rank >= 0 or joker.suit < 0:
                    if joker not in missing or not self.has_another(meld, joker):
                        new.append(self.as_wild(joker))
                else:
                    new += [Placed(joker, card) for card in missing if card.suit == joker.suit]
            for placed in new:
                yield placed, None, (*meld.cards, placed), -1
            return
        suit = meld.cards[0].shown.suit
        for end, place, start in (
            (End.LOW, meld.start - 1, meld.start - 1),
            (End.HIGH, meld.start + len(meld), meld.start),
        ):
            if self.wrap:
                start %= self.starts
                place %= len(self.pack.ranks)
            if not self.has_run(start, len(meld) + 1):
                if not (self.wrap and len(meld) + 1 == self.longest_run):
                    continue
                start = 0
            card = self.pack.natural(self.line[place], suit)
            for placed in (Placed(card), *(Placed(j, card) for j in self.wild_cards if self._serves(j, card))):
                longer = (placed, *meld.cards) if end is End.LOW else (*meld.cards, placed)
                if self.wrap and len(longer) == self.longest_run:
                    longer = tuple(sorted(longer, key=lambda p: p.shown.rank))
                yield placed, end, longer, start


def _undeclared(cards: Sequence[Placed]) -> tuple[Placed, ...]:
    return tuple([_undeclared_card(placed) if placed.stands_for is not None else placed for placed in cards])


def _undeclared_card(placed: Placed) -> Placed:
    return Placed(placed.card, None if placed.card.is_joker else ANY)


def _over_limit(meld: Meld, reason: Reason, limit: int) -> MeldProblem:
    return MeldProblem(reason, {"meld": meld, "count": len(meld.jokers), "needed": limit})


def _set_order(placed: Placed) -> tuple[bool, int, int]:
    shown = placed.shown
    return shown.is_joker, shown.suit, placed.card.kind


def _longest_joker_row(cards: Sequence[Placed]) -> int:
    longest = row = 0
    for placed in cards:
        row = row + 1 if placed.is_wild else 0
        longest = max(longest, row)
    return longest
