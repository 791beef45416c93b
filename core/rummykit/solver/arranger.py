"""The questions one can ask about a heap of cards, and their answers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, Protocol

from rummykit.cards import Card
from rummykit.melds import MIN_LENGTH, Demand, Meld, MeldRules
from rummykit.solver.best import Best
from rummykit.solver.near import Near
from rummykit.solver.search import ANY_COST
from rummykit.solver.table import ONE_CARD, by_cards
from rummykit.solver.walk import Costs
from rummykit.solver.wide import WideSolver, solver_for

MOST_STEPS = 8_000
"""After so many states of a walk a search is cut off; see `rummykit.solver.table.MOST_STEPS`."""
LONG_HAND, MANY_JOKERS, FEW_JOKERS, SOME_STEPS = 20, 4, 2, 100
"""A hand with more cards or jokers than this is searched less thoroughly: jokers over a few are added to melds that are
found without them, in a long hand all of them, and a search there is cut off sooner."""
SOME_WIDE_STEPS = 1_000
"""The same where no walk goes on narrowly: a programme that is cut off mostly has found nothing yet."""
MEMORY = 20_000


class OpeningRule(Hashable, Protocol):
    """What the arranger asks of a rule for first melds."""

    @property
    def min_points_with_joker(self) -> int | None:
        """The points that a first meld with a joker must reach, if they differ."""

    @property
    def max_jokers(self) -> int | None:
        """The most jokers in a first meld."""

    @property
    def joker_counts(self) -> bool:
        """Whether a joker counts as the card it stands for, or nothing."""

    @property
    def is_free(self) -> bool:
        """Whether any meld will do."""

    @property
    def least_points(self) -> int:
        """The fewest points with which a first meld may do, with a joker or without."""

    @property
    def demands(self) -> Sequence[Demand]:
        """What melds must be in it."""

    @property
    def fewest(self) -> int:
        """The fewest melds that can be what is demanded."""

    @property
    def alone(self) -> bool:
        """Whether one meld must meet the rule, whatever else is laid with it."""

    def meets(self, melds: Sequence[Meld]) -> bool:
        """Whether melds laid together meet the rule."""


class Arrangement(NamedTuple):
    """Cards in disjoint melds.

    ``left`` is the heap of the cards in no meld, ``points`` the worth of all melds together; where jokers were asked to
    count nothing, without them. ``exact``: nothing better is possible.
    """

    melds: tuple[Meld, ...]
    left: int
    points: int
    exact: bool = True


class Arranger:
    """Finds the best melds in a heap of cards; pure apart from what it remembers.

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

    def __init__(self, rules: MeldRules, most_steps: int = MOST_STEPS) -> None:
        self._rules = rules
        self._pack = pack = rules.pack
        self._most_steps = most_steps
        self._solver = solver_for(rules)
        self._by_cards = by_cards(pack, [rules.points_at(rank) for rank in range(len(pack.ranks))])
        self._by_points = {counts: self._points_costs(counts) for counts in (True, False)}
        self._arrange = lru_cache(MEMORY)(self._find)
        self._demanding = self._solver if isinstance(self._solver, WideSolver) else WideSolver(rules)
        self._open = lru_cache(MEMORY)(self._wide_opening)
        self._ask = lru_cache(MEMORY)(self._find_best)
        self._near = Near(rules)

    def most_cards(self, heap: int, *, keep: int = 0) -> Arrangement:
        """Place as many cards as possible; among equals, those worth most."""
        return self._arrange(self._by_cards, heap, keep, True) or self._nothing(heap)

    def all_but(self, spare: int, heap: int, *, keep: int = 0) -> Arrangement | None:
        """Return one way to place all cards but at most *spare*, or None if there is none."""
        if self._near.alone(heap) > spare:
            return None
        best = self._arrange(self._by_cards, heap, keep, True, (spare + 1) * ONE_CARD - 1)
        return best if best is not None and best.left.bit_count() <= spare else None

    def most_points(self, heap: int, *, keep: int = 0, joker_counts: bool = True) -> Arrangement:
        """Make the melds worth most; among equals, place most cards."""
        return self._arrange(self._by_points[joker_counts], heap, keep, joker_counts) or self._nothing(heap)

    def least_left(
        self, heap: int, value: Callable[[Card], int] | Sequence[int], *, keep: int = 0, thorough: bool = False
    ) -> Arrangement:
        """Leave the least value (of a card, or by kind; never negative) over; among equals, place most cards.

        *thorough*: a long hand is searched like any other, however long it takes; scores rest on that.
        """
        values = tuple(map(value, self._pack.cards)) if callable(value) else tuple(value)
        best = self._arrange(self._value_costs(values), heap, keep, True, ANY_COST, False, thorough)
        return best or self._nothing(heap)

    def meeting(
        self,
        demands: Sequence[Demand],
        heap: int,
        value: Callable[[Card], int] | Sequence[int] | None = None,
        *,
        keep: int = 0,
    ) -> Arrangement | None:
        """Return melds that meet a condition on the whole hand, leaving the least value over; None if none meet it.

        Without a *value* they leave the fewest cards over. Among equals, most cards are placed.

        >>> from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
        >>> from rummykit.melds import Shape
        >>> pack = Pack(FRENCH_SUITS, FRENCH_RANKS)
        >>> hand, two_runs = pack.heap("4s 5s 6s 6h 6d 7h 8h"), [Demand(2, Shape.RUN)]
        >>> print(*Arranger(MeldRules(pack)).meeting(two_runs, hand).melds, sep=" | ")
        4s 5s 6s | 6h 7h 8h
        """
        values = tuple(map(value, self._pack.cards)) if callable(value) else value
        costs = self._by_cards if values is None else self._value_costs(tuple(values))
        question = self._demanding.question((), heap, costs, keep=keep)._replace(demands=tuple(demands))
        best = self._demanding.best(question, self._most_steps)
        return None if best is None else self._arrangement(heap, best, True)

    # -- first melds ---------------------------------------------------------------------------------

    def first_meld(self, heap: int, first: OpeningRule, *, keep: int = 1) -> Arrangement | None:
        """Return melds that meet the first-meld rule and place many cards; None if no melds meet it.

        Points are counted as the rule counts them.
        """
        best = self.most_cards(heap, keep=keep)
        if best.melds and (first.is_free or first.meets(best.melds)):
            return best._replace(points=sum([meld.worth(first.joker_counts) for meld in best.melds]))
        opening = None if first.is_free else self._opening(heap, first, keep)
        if opening is None:
            return None
        # What is laid beside it must not break the rule.
        rest = heap
        for meld in opening.melds:
            rest = self._pack.subtract(rest, meld.heap)
        more = self.most_cards(rest, keep=keep) if rest.bit_count() > keep else self._nothing(rest)
        if not more.melds or not first.meets((*opening.melds, *more.melds)):
            return opening
        melds = (*opening.melds, *more.melds)
        return Arrangement(melds, more.left, sum([meld.worth(first.joker_counts) for meld in melds]), False)

    def can_open(self, heap: int, first: OpeningRule, *, keep: int = 1) -> bool:
        """Whether some melds meet the first-meld rule."""
        return self._opening(heap, first, keep) is not None

    def any_first_meld(self, heap: int, first: OpeningRule, *, keep: int = 1) -> tuple[Meld, ...] | None:
        """Return some melds that meet the first-meld rule; None if there are none."""
        opening = self._opening(heap, first, keep)
        return None if opening is None else opening.melds

    def _opening(self, heap: int, first: OpeningRule, keep: int) -> Arrangement | None:
        """Return the melds worth most that meet the rule."""
        if self._near.most_points(heap, first.joker_counts) < first.least_points:
            return None
        if first.demands and heap.bit_count() - self._near.alone(heap) < first.fewest * MIN_LENGTH:
            return None
        if first.demands or first.alone or not self._rules.is_plain:
            return self._open(heap, first, keep)
        jokers = heap & self._pack.joker_bits
        ways = [(usable, False) for usable in self._with_at_most(first.max_jokers, heap)]
        if jokers and first.min_points_with_joker is not None:
            ways += [(heap ^ jokers, False), *[(usable, True) for usable, _ in ways]]
        costs, counts = self._by_points[first.joker_counts], first.joker_counts
        for thorough in (False, True) if heap.bit_count() > LONG_HAND else (False,):
            for usable, with_joker in ways:
                kept = keep - (heap ^ usable).bit_count()
                best = self._arrange(costs, usable, kept, counts, ANY_COST, with_joker, thorough)
                if best is not None and best.melds and first.meets(best.melds):
                    return best._replace(left=best.left | heap ^ usable)
        return None

    def _wide_opening(self, heap: int, first: OpeningRule, keep: int) -> Arrangement | None:
        """Return the melds worth most that meet the rule, where that is no question for a walk."""
        ways: list[tuple[int, int | None]] = [(0, first.max_jokers)]
        if first.min_points_with_joker is not None:
            ways = [(0, 0), (1, first.max_jokers)]
        costs, pack = self._by_points[first.joker_counts], self._pack
        by_kind = [costs.naturals[card.rank][card.suit] if card.rank >= 0 else costs.joker for card in pack.cards]
        # What all cards cost that are left, but for the points that must be laid.
        most_cost = sum([by_kind[kind] for kind in pack.kinds(heap)]) - first.least_points * ONE_CARD
        for least, most in ways:
            question = self._demanding.question((), heap, costs, keep=keep)
            question = question._replace(least_wild=least, most_wild=most, demands=tuple(first.demands))
            if first.alone:
                question = question._replace(most_melds=1)
            best = self._demanding.best(question, self._most_steps, most_cost)
            if best is None or not best.melds:
                continue
            if first.meets(best.melds):
                return self._arrangement(heap, best, first.joker_counts)
            # Where no meld more may be laid than is demanded, some of them are.
            fewer = filter(first.meets, combinations(best.melds, first.fewest))
            some = max(fewer, key=lambda melds: sum([meld.points for meld in melds]), default=())
            if some:
                return self._arrangement(heap, best._replace(melds=list(some)), first.joker_counts)
        return None

    def _with_at_most(self, jokers: int | None, heap: int) -> list[int]:
        """Return *heap* without the jokers over a limit, in all ways to leave them out."""
        pack = self._pack
        there = pack.kinds(heap & pack.joker_bits)
        if jokers is None or len(there) <= jokers:
            return [heap]
        if not pack.suit_jokers:
            for _ in range(len(there) - jokers):
                heap ^= 1 << heap.bit_length() - 1  # jokers are the highest bits
            return [heap]
        rest = heap & ~pack.joker_bits
        return [pack.add_all(rest, some) for some in combinations(there, jokers)]

    def _nothing(self, heap: int) -> Arrangement:
        return Arrangement((), heap, 0)

    def _find(
        self,
        costs: Costs,
        heap: int,
        keep: int,
        joker_counts: bool,
        most_cost: int = ANY_COST,
        with_joker: bool = False,
        thorough: bool = False,
    ) -> Arrangement | None:
        if keep > 0:
            unbound = self._arrange(costs, heap, 0, joker_counts, most_cost, with_joker, thorough)
            if unbound is None or unbound.left.bit_count() >= keep:
                return unbound
        plain = heap & self._pack.joker_bits if self._rules.is_plain and not self._pack.suit_jokers else 0
        usable, aside, is_long = heap, 0, not thorough and heap.bit_count() > LONG_HAND
        if is_long or (not thorough and plain.bit_count() > MANY_JOKERS):
            while (plain & usable).bit_count() > (0 if is_long else FEW_JOKERS):
                usable ^= 1 << usable.bit_length() - 1  # jokers are the highest bits
                aside += 1
        answers = []
        for best in self._ask(costs, usable, max(0, keep - aside), most_cost, with_joker, is_long):
            if aside:
                left = usable.bit_count() - sum(map(len, best.melds))
                best = self._solver.add_jokers(best, aside - max(0, keep - left))
            answers.append((best.cost, self._arrangement(heap, best, joker_counts)))
        answers = [answer for answer in answers if answer[1].left.bit_count() >= keep]
        return min(answers, key=lambda answer: answer[0])[1] if answers else None

    def _find_best(
        self, costs: Costs, heap: int, keep: int, most_cost: int, with_joker: bool, is_long: bool
    ) -> list[Best]:
        """Return the best melds; with a joker those for every one."""
        most_steps = self._most_steps
        if is_long:
            most_steps = min(most_steps, SOME_STEPS if self._rules.is_plain else SOME_WIDE_STEPS)
        question = self._solver.question((), heap, costs, keep=keep)
        asked = question.with_a_joker() if with_joker else (question,)
        answers = [self._solver.best(each, most_steps, most_cost, thorough=not is_long) for each in asked]
        return [best for best in answers if best is not None]

    def _arrangement(self, heap: int, best: Best, joker_counts: bool) -> Arrangement:
        left = heap
        for meld in best.melds:
            left = self._pack.subtract(left, meld.heap)
        points = sum([meld.worth(joker_counts) for meld in best.melds])
        return Arrangement(tuple(best.melds), left, points, best.exact)

    def _points_costs(self, joker_counts: bool) -> Costs:
        rules, ranks, suits = self._rules, len(self._pack.ranks), len(self._pack.suits)
        worth = [rules.points_at(rank) for rank in range(ranks)]
        low = rules.points_at(0, 0)
        ace = max(worth[0], low)
        naturals = tuple([(points * ONE_CARD + 1,) * suits for points in (ace, *worth[1:])])
        most = max(*worth, low) if joker_counts else 0
        prices = [(most - points) * ONE_CARD * joker_counts for points in (low, *worth[1:], worth[0])]
        own_points = rules.joker_points is not None and joker_counts
        if own_points:
            most = rules.joker_points or 0
        if own_points or (not any(prices) and low == worth[0]):
            prices = []
        joker = most * ONE_CARD + 1
        lower = (ace - low) * ONE_CARD, (ace - worth[0]) * ONE_CARD
        return Costs(naturals, joker, (joker,) * suits, tuple(prices), *lower, not own_points)

    def _value_costs(self, values: tuple[int, ...]) -> Costs:
        pack = self._pack
        width, costs = len(pack.ranks), tuple([value * ONE_CARD + 1 for value in values])
        naturals = tuple([costs[rank : pack.naturals : width] for rank in range(width)])
        own = costs[pack.naturals : pack.naturals + len(pack.suits)] if pack.suit_jokers else ()
        return Costs(naturals, costs[-1], own)
