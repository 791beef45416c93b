"""Arranging with a table: all its cards stay there, and as many cards of the hand as possible join them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rummykit.arrange.careful import CarefulSolver
from rummykit.arrange.deal import Deal, read_deal
from rummykit.arrange.laying import Layer
from rummykit.arrange.quick import QuickSolver
from rummykit.arrange.walked import Walked
from rummykit.arrange.weighing import Weights, by_cards, by_points
from rummykit.melds import MIN_LENGTH, Meld, MeldRules

MEMORY = 200_000
MOST_NODES = 50_000  # of the careful walk, so that any search ends
MOST_VISITS = 30_000  # of the quick walk; only circles with many jokers come near it
SOME_VISITS = 3_000  # of the quick walk where a good answer will do
# The careful walk looks for the fewest melds disturbed if no more cards are in play, and it takes no more nodes.
TIDY_CARDS = 48
TIDY_NODES = 1500


class Rearrangement(NamedTuple):
    """A new table, and what of the hand went there.

    ``melds`` are all melds of the new table; those that did not change are the very same, and come first. ``placed``
    and ``left`` share out the hand. ``points`` is the value of the cards placed. ``complete`` says whether it is sure
    that nothing better is possible.
    """

    melds: tuple[Meld, ...]
    placed: int
    left: int
    points: int
    complete: bool


class Rearranger:
    """Finds the best new table; exact, and pure apart from what it remembers.

    >>> from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack, Placed
    >>> rules = MeldRules(Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2, plain_jokers=6))
    >>> table = [rules.readings(rules.pack.placed_cards("5c 6c 7c 8c 9c"))[0]]
    >>> best = Rearranger(rules).most_cards(table, rules.pack.heap("7c Kd"))
    >>> print(*best.melds, sep=" | ")
    5c 6c 7c | 7c 8c 9c
    >>> rules.pack.text(best.placed), rules.pack.text(best.left)
    ('7c', 'Kd')
    """

    def __init__(self, melds: MeldRules) -> None:
        if melds.pack.suit_jokers:
            raise ValueError("a table can be rearranged only where jokers belong to no suit")
        self._melds = melds
        self._pack = melds.pack
        self._layer = Layer(melds)
        self._quick: dict[int, QuickSolver] = {}
        self._careful: dict[tuple[int, bool, bool, bool], CarefulSolver] = {}
        self._values = tuple(melds.points_at(rank, None) for rank in range(len(melds.pack.ranks)))
        self._by_cards = by_cards(self._values)
        self._by_points = by_points(self._values)

    def most_cards(
        self, table: Sequence[Meld], hand: int, *, keep: int = 0, budget: float | None = None, tidy: bool = True
    ) -> Rearrangement:
        """Place as many cards as possible; among equals, those worth most; then disturb the fewest melds.

        ``keep`` cards of the hand stay there. With a ``budget`` in seconds it is the best found until then. Without
        ``tidy`` any of the best tables will do.
        """
        return self._best(table, hand, keep, budget, self._by_cards, tidy)

    def most_points(
        self, table: Sequence[Meld], hand: int, *, keep: int = 0, budget: float | None = None, tidy: bool = True
    ) -> Rearrangement:
        """Place the cards worth most; among equals, as many as possible; then disturb the fewest melds."""
        return self._best(table, hand, keep, budget, self._by_points, tidy)

    def many_cards(
        self, table: Sequence[Meld], hand: int, *, keep: int = 0, prefer: Sequence[int] | None = None
    ) -> Rearrangement:
        """Place as many cards as can be found at once: mostly the most, and always the same.

        Where rules about jokers make the best table hard to find, it does with less: jokers may stay where they are.
        Among equals those cards go that are worth most, or whose ranks have the highest numbers in ``prefer``.

        >>> from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
        >>> rules = MeldRules(Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2, plain_jokers=6))
        >>> rearranger, hand = Rearranger(rules), rules.pack.heap("2s 3s 4s 5s")
        >>> rules.pack.text(rearranger.many_cards([], hand, keep=1).left)
        '2s'
        >>> rules.pack.text(rearranger.many_cards([], hand, keep=1, prefer=range(13, 0, -1)).left)
        '5s'
        """
        if keep >= hand.bit_count():
            return Rearrangement(tuple(table), 0, hand, 0, True)
        deal = read_deal(self._pack, table, hand)
        weights = self._by_cards if prefer is None else by_cards(tuple(prefer))
        best = None
        if not (self._melds.wrap and deal.jokers):  # on a circle jokers open too many ways
            # Mostly enough cards stay anyway, unless nearly all have to.
            at_first = keep if 2 * keep > hand.bit_count() else 0
            best = self._quickly(table, hand, deal, weights, at_first)
            if best is not None and best.left.bit_count() < keep:
                best = self._quickly(table, hand, deal, weights, keep)
        return best or self._without_jokers(table, hand, deal, weights, keep)

    def _best(
        self, table: Sequence[Meld], hand: int, keep: int, budget: float | None, weights: Weights, tidy: bool
    ) -> Rearrangement:
        deadline = None if budget is None else time.perf_counter() + budget
        if keep >= hand.bit_count():
            return Rearrangement(tuple(table), 0, hand, 0, True)
        deal = read_deal(self._pack, table, hand)
        best = self._search(table, hand, deal, weights, 0, keep, deadline, tidy)
        if best is not None and best.left.bit_count() < keep:
            best = self._search(table, hand, deal, weights, keep, keep, deadline, tidy)
        return best or self._without_jokers(table, hand, deal, weights, keep)

    def _search(
        self,
        table: Sequence[Meld],
        hand: int,
        deal: Deal,
        weights: Weights,
        keep: int,
        needed: int,
        deadline: float | None,
        tidy: bool,
    ) -> Rearrangement | None:
        """Return the best that keeps *keep* cards back; if fewer than *needed* stay, it need not be tidy."""
        answer = None
        if self._quick_will_do(deal.jokers):
            solver = self._quick_solver(deal.jokers)
            line = solver.line(deal, weights, keep)
            found = solver.solve(line, deadline, MOST_VISITS)
            if found is None:
                return None
            answer = self._answer(table, hand, deal, solver.walked(deal, line, found))
            if answer is not None:
                if not tidy or not found.complete or answer.left.bit_count() < needed:
                    return answer
                disturbed = self._layer.count_disturbed(table, answer.melds)
                walked = solver.tidier(deal, line, found, disturbed, deadline) if disturbed else None
                tidier = None if walked is None else self._answer(table, hand, deal, walked)
                # A tidier table on which the jokers have no place says nothing of other tables.
                if walked is None or tidier is not None:
                    return tidier or answer
        if tidy and sum(map(sum, deal.cards)) + deal.jokers <= TIDY_CARDS:
            tidiest = self._carefully(table, hand, deal, weights, keep, deadline, True, TIDY_NODES)
            if tidiest is not None:
                return tidiest
        return answer or self._carefully(table, hand, deal, weights, keep, deadline, False, MOST_NODES)

    def _quickly(
        self, table: Sequence[Meld], hand: int, deal: Deal, weights: Weights, keep: int
    ) -> Rearrangement | None:
        """Return what the quick walk finds, if its jokers keep to the limits."""
        if not self._quick_will_do(deal.jokers):
            return None
        solver = self._quick_solver(deal.jokers)
        line = solver.line(deal, weights, keep)
        found = solver.solve(line, None, SOME_VISITS)
        return None if found is None else self._answer(table, hand, deal, solver.walked(deal, line, found))

    def _without_jokers(
        self, table: Sequence[Meld], hand: int, deal: Deal, weights: Weights, keep: int
    ) -> Rearrangement:
        """Return something good where the best is too hard to find: all jokers, and the melds with them, stay."""
        fixed = [meld for meld in table if meld.jokers]
        others = [meld for meld in table if not meld.jokers]
        jokers = hand & self._pack.joker_bits
        rest = read_deal(self._pack, others, hand ^ jokers)
        answer = self._quickly(others, hand ^ jokers, rest, weights, max(0, keep - deal.hand_jokers))
        if answer is None:
            return Rearrangement(tuple(table), 0, hand, 0, False)
        melds = _in_order([*fixed, *answer.melds], table)
        return answer._replace(melds=melds, left=answer.left | jokers, complete=False)

    def _carefully(
        self,
        table: Sequence[Meld],
        hand: int,
        deal: Deal,
        weights: Weights,
        keep: int,
        deadline: float | None,
        tidy: bool,
        most_nodes: int,
    ) -> Rearrangement | None:
        for count_room in (False, True) if self._room_can_wait(deal.jokers) else (True,):
            solver = self._careful_solver(deal.jokers, count_room, keep > 0, tidy)
            walked = solver.solve(deal, weights, keep, deadline, most_nodes)
            if walked is None:
                return None
            answer = self._answer(table, hand, deal, walked)
            if answer is not None:
                return answer
        raise AssertionError("with the room counted all jokers find a place")

    def _quick_will_do(self, jokers: int) -> bool:
        # On a small circle jokers could be everywhere, and then the quick walk would promise too little.
        return self._melds.longest_run >= MIN_LENGTH and not (self._melds.wrap and jokers >= self._melds.longest_run)

    def _room_can_wait(self, jokers: int) -> bool:
        melds = self._melds
        return (
            not melds.wrap
            and len(melds.line) >= MIN_LENGTH
            and (jokers == 0 or melds.max_adjacent_jokers is None or melds.max_adjacent_jokers > 0)
            and (jokers < 2 or melds.min_naturals > 1 or len(melds.pack.suits) >= MIN_LENGTH)
        )

    def _quick_solver(self, jokers: int) -> QuickSolver:
        solver = self._quick.get(jokers)
        if solver is None or solver.size > MEMORY:
            solver = self._quick[jokers] = QuickSolver(self._melds, jokers)
        return solver

    def _careful_solver(self, jokers: int, count_room: bool, all_left: bool, tidy: bool) -> CarefulSolver:
        key = (jokers, count_room, all_left, tidy)
        solver = self._careful.get(key)
        if solver is None or solver.size > MEMORY:
            solver = self._careful[key] = CarefulSolver(self._melds, jokers, count_room, all_left, tidy)
        return solver

    def _answer(self, table: Sequence[Meld], hand: int, deal: Deal, walked: Walked) -> Rearrangement | None:
        """Lay a walk; None if its jokers break a limit or find no place."""
        pack = self._pack
        left = pack.add_all(0, walked.left)
        jokers = deal.jokers - (left & pack.joker_bits).bit_count()
        laid = self._layer.lay(walked, jokers, table)
        if (
            walked.disturbed is not None
            and laid is not None
            and self._layer.count_disturbed(table, laid) > walked.disturbed
        ):
            laid = self._layer.lay(walked, jokers, table, restore=False)
        if laid is None:
            return None
        placed = pack.subtract(hand, left)
        width = len(pack.ranks)
        points = sum([self._values[kind % width] for kind in pack.kinds(placed & ~pack.joker_bits)])
        return Rearrangement(_in_order(laid, table), placed, left, points, walked.complete)


def _in_order(laid: list[Meld], table: Sequence[Meld]) -> tuple[Meld, ...]:
    """Return the melds, those of the table first and in its order."""
    new = Counter(laid)
    unchanged = []
    for meld in table:
        if new[meld] > 0:
            new[meld] -= 1
            unchanged.append(meld)
    return (*unchanged, *new.elements())
