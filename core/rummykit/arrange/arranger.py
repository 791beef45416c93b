"""The questions one can ask about a heap of cards, and their answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rummykit.arrange.opening import Opening, meets
from rummykit.arrange.search import Arrangement, Search
from rummykit.arrange.weights import FIRST, ONE_CARD, Goal, cards_in
from rummykit.cards import Card, Placed
from rummykit.melds import Meld, MeldProblem, MeldRules

if TYPE_CHECKING:
    from rummykit.turn.first_meld import FirstMeld

MOST_SEARCHES = 16


class Arranger:
    """Finds the best melds in a heap of cards; exact, and pure apart from what it remembers.

    Among answers that are equal in all that is asked, one that leaves more jokers is better. Without jokers
    an answer takes some microseconds; hands of up to about 30 cards are no trouble, whole tables are too much.
    ``keep`` says how many cards must stay out of all melds at least: a turn mostly ends with a discard.

    >>> from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
    >>> pack = Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2, plain_jokers=6)
    >>> arranger = Arranger(MeldRules(pack, high_ace=True))
    >>> hand = pack.heap("7s 7h 7d 8d 9d Kc *")
    >>> best = arranger.most_cards(hand)
    >>> print(*best.melds, sep=" | ")
    7s 7h 7d | 8d 9d *=10d
    >>> pack.text(best.left), best.points
    ('Kc', 48)
    """

    def __init__(self, melds: MeldRules) -> None:
        self._melds = melds
        self._pack = melds.pack
        self._joker_bits = melds.pack.joker_bits
        self._searches: dict[Goal, Search] = {}
        self._most_cards = Search(melds, Goal("cards"))
        self._points = {counts: Search(melds, Goal("points", counts)) for counts in (True, False)}

    def most_cards(self, heap: int, *, keep: int = 0) -> Arrangement:
        """Place as many cards as possible; among equals, those worth most."""
        if not keep and not heap & self._joker_bits:
            return self._most_cards.best_of_naturals(heap)  # asked most often, so without further ado
        return self._best(self._most_cards, heap, keep)

    def all_but(self, spare: int, heap: int, *, keep: int = 0) -> Arrangement | None:
        """Return one way to place all cards but at most *spare*, or None if there is none."""
        if not heap & self._joker_bits:
            best = self._best(self._most_cards, heap, keep)
            return best if best.left.bit_count() <= spare else None
        floor = (heap.bit_count() - spare) * ONE_CARD - 1
        return self._keeping(self._most_cards, lambda cards: self._most_cards.best(cards, floor), heap, keep)

    def most_points(self, heap: int, *, keep: int = 0, joker_counts: bool = True) -> Arrangement:
        """Make the melds worth most; among equals, place most cards."""
        return self._best(self._points[joker_counts], heap, keep)

    def least_left(self, heap: int, value: Callable[[Card], int] | Sequence[int], *, keep: int = 0) -> Arrangement:
        """Leave the least value (of a card, or by kind; never negative) over; among equals, place most cards."""
        values = tuple(map(value, self._pack.cards)) if callable(value) else tuple(value)
        return self._best(self._search(Goal("values", values=values)), heap, keep)

    def first_meld(self, heap: int, first: FirstMeld, *, keep: int = 1) -> Arrangement | None:
        """Return the melds that meet the first-meld rule and place most cards; among equals, those worth most.

        Points are counted as the rule counts them. None if no melds meet it.
        """
        search = self._search(Goal("cards", first.joker_counts))
        found = self._keeping(search, search.best, heap, keep)
        if found is None or not found.melds:
            return None
        if not first.is_free and not meets(first, found.melds):
            if not self.can_open(heap, first, keep=keep):
                return None
            found = self._keeping(search, Opening(search, first).best, heap, keep)
        return found

    def can_open(self, heap: int, first: FirstMeld, *, keep: int = 1) -> bool:
        """Whether some melds meet the first-meld rule."""
        search = self._points[first.joker_counts]
        if not heap & self._joker_bits:
            best = search.best_of_naturals(heap)
            if not best.melds or best.points < first.min_points:
                return False
            if best.left.bit_count() >= keep:
                return True
        elif first.min_points_with_joker is None and first.max_jokers is None:
            weight = search.any_above(heap, max(first.min_points * FIRST - 1, 0))
            if weight is None or heap.bit_count() - cards_in(weight) >= keep:
                return weight is not None
        return self.any_first_meld(heap, first, keep=keep) is not None

    def any_first_meld(self, heap: int, first: FirstMeld, *, keep: int = 1) -> tuple[Meld, ...] | None:
        """Return some melds that meet the first-meld rule, as they are found; None if there are none."""
        search = self._points[first.joker_counts]

        def reaching(cards: int, points: int) -> tuple[Meld, ...] | None:
            # Even a rule that asks for no points asks for a meld.
            floor = max(points * FIRST - 1, 0)
            spared = (heap ^ cards).bit_count()
            found = self._keeping(
                search, lambda cards: search.best(cards, floor, any_will_do=True), cards, keep - spared
            )
            return None if found is None else found.melds

        plain, with_joker = first.min_points, first.min_points_with_joker
        if with_joker is None:
            with_joker = plain
        usable = self._with_at_most(first.max_jokers, heap)
        if usable is not None:
            melds = reaching(usable, min(plain, with_joker))
            if melds is None or plain == with_joker or meets(first, melds):
                return melds
            melds = reaching(heap & ~self._joker_bits, plain)
            if melds is not None or with_joker > plain:
                return melds or reaching(usable, with_joker)
        found = self._keeping(search, Opening(search, first).best, heap, keep)
        return None if found is None else found.melds

    def all_ways(self, cards: int) -> list[Meld]:
        """Return all the ways to lay these cards as one meld; none if they are no meld."""
        try:
            return list(dict.fromkeys(self._melds.readings([Placed(card) for card in self._pack.cards_in(cards)])))
        except MeldProblem:
            return []

    def _search(self, goal: Goal) -> Search:
        search = self._searches.get(goal)
        if search is None:
            if len(self._searches) >= MOST_SEARCHES:
                self._searches.clear()
            search = self._searches[goal] = Search(self._melds, goal)
        return search

    def _best(self, search: Search, heap: int, keep: int) -> Arrangement:
        best = self._keeping(search, search.best, heap, keep)
        return Arrangement((), heap, 0) if best is None else best

    def _keeping(
        self, search: Search, best: Callable[[int], Arrangement | None], heap: int, keep: int
    ) -> Arrangement | None:
        """Return the best that leaves *keep* cards or more.

        If the very best leaves too few, one card after the other is put aside: some card has to stay, and
        what is best for the others is an answer to the same question.
        """
        found = best(heap)
        if found is None or found.left.bit_count() >= keep:
            return found
        answers = []
        for kind in dict.fromkeys(self._pack.kinds(heap)):
            others = self._keeping(search, best, self._pack.remove(heap, kind), keep - 1)
            if others is not None:
                answers.append(others._replace(left=self._pack.add(others.left, kind)))
        return max(answers, key=search.weight, default=None)

    def _with_at_most(self, jokers: int | None, heap: int) -> int | None:
        """Return *heap* without the jokers over a limit, or None where it matters which of them go."""
        too_many = 0 if jokers is None else (heap & self._joker_bits).bit_count() - jokers
        if too_many <= 0:
            return heap
        if self._pack.suit_jokers and jokers:
            return None
        for _ in range(too_many):
            heap ^= 1 << heap.bit_length() - 1  # jokers are the highest bits
        return heap
