"""The walk through the ranks that all answers rest on.

Cards that must be placed, cards that may be placed, and jokers are walked through rank by rank. A state is the open
runs of all suits, two numbers for two halves of the suits, and the jokers laid so far; a step is what becomes of the
cards of a rank. States wait in buckets by what the cards left behind cost, so the first one to reach the end is the
best. What a step can be depends on few cards around a rank and comes again in other positions: it is remembered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import add
from typing import NamedTuple

from rummykit.melds import MIN_LENGTH, MeldRules
from rummykit.solver.runs import (
    ALL_RESERVED,
    BEYOND,
    CODE_BITS,
    MANY,
    PLACES,
    OpenRun,
    OpenRuns,
    Spread,
    SuitState,
    outlook,
    spot,
)
from rummykit.solver.search import (
    ANY_COST,
    HALF,
    HALF_BITS,
    JOKERS,
    JOKERS_AT,
    LEFT,
    LEFT_AT,
    SECOND_AT,
    STATE_AT,
    Half,
    Option,
    Options,
    RankMoves,
    Search,
)
from rummykit.solver.sets import BySuit, Choice, Sets, Supply

MOST_BEGINNINGS, MOST_CROSSING = 1_000, 60
"""In how many ways runs may cross the seam of a circle, in all suits and in one; rarer ones are passed over."""
MEMORY, QUESTIONS = 20_000, 20
Key = tuple[int, int, BySuit, BySuit, BySuit, tuple[tuple[int, int], ...]]
"""All that decides what can be done at a place, beside the prices of a question."""


class Question(NamedTuple):
    """Cards by rank and suit, and what it costs to leave them in the hand.

    ``required`` must be placed, ``spare`` may be. ``own_jokers`` has for every suit 2 if its own joker must be placed,
    1 if it may. For the prices see `rummykit.solver.best.Costs`. At least ``keep`` cards stay. ``placing``: at
    least one is placed.
    """

    required: tuple[BySuit, ...]
    spare: tuple[BySuit, ...]
    weights: tuple[BySuit, ...]
    required_jokers: int
    spare_jokers: int
    joker_weight: int
    own_jokers: BySuit = ()
    own_weights: BySuit = ()
    prices: tuple[int, ...] = ()
    low_price: int = 0
    high_price: int = 0
    keep: int = 0
    placing: bool = False

    def with_a_joker(self) -> Iterator[Question]:
        """Yield the same question for every joker that may be placed, as one that must be."""
        if self.spare_jokers:
            yield self._replace(required_jokers=self.required_jokers + 1, spare_jokers=self.spare_jokers - 1)
        for suit, kind in enumerate(self.own_jokers):
            if kind == 1:
                yield self._replace(own_jokers=(*self.own_jokers[:suit], 2, *self.own_jokers[suit + 1 :]))


class Step(NamedTuple):
    """A step of a walk: what became of the cards of a rank, and how every suit's runs went on."""

    choice: Choice
    spreads: tuple[Spread, ...]


class Walked(NamedTuple):
    """A walk to the end: its cost, its steps, the suits at its beginning, and the jokers that are still to be placed.

    ``order`` has the rank of every step.
    """

    cost: int
    steps: tuple[Step, ...]
    begin: tuple[SuitState, ...]
    free_jokers: int
    order: tuple[int, ...]


class Layout(NamedTuple):
    """A question as tables: what can be done at every place, the ranks in order, and the cards that fit no meld."""

    places: list[RankMoves]
    order: tuple[int, ...]
    lost_cost: int
    lost: int


class Walk:
    """Walks for one set of meld rules and one number of jokers in play; remembers the tables of steps.

    ``every_way``: jokers are also laid where nothing needs them, so that all find a place if that is possible at all.
    """

    def __init__(self, rules: MeldRules, jokers: int, *, own_jokers: bool, every_way: bool) -> None:
        self._rules, self._jokers, self._every_way = rules, jokers, every_way
        self._ranks, self._suits = len(rules.pack.ranks), len(rules.pack.suits)
        self._top = len(rules.line) > self._ranks and not rules.wrap
        self._runs = OpenRuns(rules, jokers, own_jokers=own_jokers, every_way=every_way)
        self._sets = Sets(rules, jokers, every_way=every_way)
        middle = self._suits // 2
        self._halves = tuple(
            Half(self._runs, suits, at, jokers, every_way=every_way)
            for suits, at in ((tuple(range(middle)), STATE_AT), (tuple(range(middle, self._suits)), SECOND_AT))
        )
        in_suit = jokers + own_jokers
        most = in_suit if rules.max_jokers is None else min(rules.max_jokers, in_suit)
        self._most = most
        self._row = most if rules.max_adjacent_jokers is None else min(rules.max_adjacent_jokers, most)
        self._line = (1 << len(rules.line)) - 1
        self._none = (0,) * self._suits
        self._lone = self._row >= 2 or (self._row == 1 and most >= 2)
        """Whether jokers alone can complete a run with one natural card."""
        if rules.min_naturals > 1:
            self._lone = False
        self._options = lru_cache(MEMORY)(self._make_options)
        self._known: dict[Question, dict[Key, RankMoves]] = {}
        self._near, self._seen = lru_cache(MEMORY)(self._find_near), lru_cache(MEMORY)(self._find_seen)

    # -- the question as tables ----------------------------------------------------------------------

    def _lay_out(self, question: Question) -> Layout:
        """Return the question as tables of what can be done at every place."""
        required, spare, weights, own = question.required, question.spare, question.weights, self._none
        total = [tuple(map(add, *pair)) for pair in zip(required, spare, strict=True)]
        rows = list(zip(*total, strict=True))
        order = self._order(total)
        near = [self._near(row) for row in rows]
        seen = list(zip(*[self._seen(row, order) for row in rows], strict=True))
        if question.own_jokers:
            own = tuple([int(kind > 0) for kind in question.own_jokers])
        alike = question._replace(required=(), spare=(), required_jokers=0, spare_jokers=0, own_jokers=own)
        if len(self._known) > QUESTIONS:
            self._known.clear()
        known = self._known.setdefault(alike, {})
        if len(known) > MEMORY:
            known.clear()
        lost_cost = lost = 0
        places = []
        for place, rank in enumerate(order):
            must, may, fits = required[rank], spare[rank], total[rank]
            if place == self._ranks:
                must = may = fits = self._none
            else:
                fits = tuple([count if near[suit] >> rank & 1 else 0 for suit, count in enumerate(fits)])
                if fits != total[rank] and any(may) and not self._may_be_set(total[rank], question):
                    kept = tuple(map(min, may, fits))
                    for suit in range(self._suits):
                        lost += may[suit] - kept[suit]
                        lost_cost += (may[suit] - kept[suit]) * weights[rank][suit]
                    may = kept
            key = place, rank, must, may, fits, seen[place]
            moves = known.get(key)
            if moves is None:
                moves = known[key] = self._make_moves(alike, order, *key)
            places.append(moves)
        return Layout(places, order, lost_cost, lost)

    def _make_moves(
        self,
        question: Question,
        order: tuple[int, ...],
        place: int,
        rank: int,
        must: BySuit,
        may: BySuit,
        fits: BySuit,
        seen: tuple[tuple[int, int], ...],
    ) -> RankMoves:
        """Return what can be done at a place, for the prices of a question."""
        supply = None
        if place < self._ranks:
            supply = Supply(
                must,
                may,
                question.weights[rank],
                fits,
                fits if self._top and rank == 0 else self._none,
                question.own_jokers,
                question.prices[rank or -1] if question.prices else 0,
                question.high_price if rank == 0 else 0,
                question.keep > 0 or question.placing,
                question.placing,
            )
        price = self._price(question, order, place) if question.prices else ()
        spots, outlooks = zip(*seen, strict=True)
        first, second = self._halves
        middle = len(first.suits)
        return RankMoves(
            self._options(supply),
            first.moves(_packed_codes(spots[:middle]), price),
            second.moves(_packed_codes(spots[middle:]), price),
            (first.lacking(_packed_codes(outlooks[:middle])), second.lacking(_packed_codes(outlooks[middle:]))),
            self._jokers,
        )

    def _price(self, question: Question, order: tuple[int, ...], place: int) -> tuple[int, ...]:
        """Return what cards cost at a place; see `OpenRuns.spreads`."""
        ace = order[place] == 0
        price = [question.low_price if ace else 0, question.high_price if ace else 0]
        for back in range(self._row + 1):
            at = order[(place - back) % len(order)]
            price += [question.prices[at], question.prices[-1] if at == 0 else question.prices[at]]
        return tuple(price)

    def _order(self, total: Sequence[BySuit]) -> tuple[int, ...]:
        """Return the ranks in the order of the walk; a circle is cut where the fewest cards lie."""
        if not self._rules.wrap:
            return self._rules.line
        at = [sum(cards) for cards in total]
        size = self._ranks
        cut = min(range(size), key=lambda rank: [at[(rank + far) % size] + at[rank - 1 - far] for far in range(3)])
        return tuple([(cut + step) % self._ranks for step in range(self._ranks)])

    def _find_near(self, counts: BySuit) -> int:
        """Return a bit for every rank whose card could be part of a run."""
        held = 0
        for rank, count in enumerate(counts):
            if count:
                held |= 1 << rank
        if self._lone:
            return held
        row = (held | held << self._ranks) & self._line
        if self._row:
            near = 0
            for step in range(1, self._row + 2):
                pairs = row & row >> step
                near |= pairs | pairs << step
        else:
            three = row & row >> 1 & row >> 2
            near = three | three << 1 | three << 2
        return (near | near >> self._ranks) & held

    def _may_be_set(self, counts: BySuit, question: Question) -> bool:
        suits = len(counts) - counts.count(0)
        jokers = self._most + sum(question.own_jokers)
        return suits >= self._rules.min_naturals and suits + jokers >= MIN_LENGTH

    def _find_seen(self, counts: BySuit, order: tuple[int, ...]) -> list[tuple[int, int]]:
        """Return the codes of the spot and of the outlook of a suit at every place."""
        line = [counts[rank] for rank in order]
        size, row = len(line), self._row
        circle = self._rules.wrap
        ahead = [*line, MANY, MANY] if circle else [*line, BEYOND, BEYOND]
        found = []
        gap = next((at for at, count in enumerate(line, 1) if count), 99) if circle else 99
        for place in range(size - 1, -1, -1):
            seam = 0
            if circle:
                seam = 1 if place == 0 else 2 if place == size - 1 else 0
            before = row if circle or place > row else place
            found.append((spot(gap <= row, before, seam), outlook(ahead[place + 1], ahead[place + 2])))
            gap = 1 if line[place] else gap + 1
        found.reverse()
        return found

    def _make_options(self, supply: Supply | None) -> Options:
        """Return all that can be done at a place; above the highest rank there is no *supply*, but what was kept."""
        first, second = self._halves
        middle = len(first.suits)
        if supply is None:
            choices: Sequence[Choice] = (Choice((ALL_RESERVED,) * self._suits, 0, 0, 0, self._none, self._none),)
        else:
            choices = self._sets.choices(supply)
        by_first: dict[int, list[Option]] = {}
        for choice in choices:
            share = second.share_number(choice.shares[middle:])
            option = Option(choice.jokers << JOKERS_AT, choice.cost, choice.left, choice.jokers, share, choice)
            by_first.setdefault(first.share_number(choice.shares[:middle]), []).append(option)
        return tuple(
            [
                (share, tuple(sorted(options, key=lambda option: (-option.cost, -option.jokers, option.left))))
                for share, options in by_first.items()
            ]
        )

    # -- the search ----------------------------------------------------------------------------------

    def best(self, question: Question, most_steps: int, most_cost: int = ANY_COST) -> tuple[Walked | None, bool]:
        """Return the walk that costs least, and whether that is sure; None if none costs at most *most_cost*.

        After *most_steps* states the search is cut off: it goes on with few states of each rank, and the answer is no
        longer sure.
        """
        layout = self._lay_out(question)
        begin, exact = self._beginnings(question, layout.order)
        reached, unit, keep = 0, 0, int(question.placing)
        if question.keep:
            reached, unit, keep = min(layout.lost, question.keep), self._unit(question), question.keep
        search = Search(
            layout.places,
            self._jokers,
            every_way=self._every_way,
            most_cost=most_cost,
            final=lambda node: self._final_cost(node, question),
            keep=keep,
            unit=unit,
        )
        lost_cost = layout.lost_cost + unit * (keep - reached)
        for state in reversed(begin):
            search.add(state << STATE_AT | reached << LEFT_AT, -1, lost_cost)
        found = search.run(most_steps)
        if found is None and not search.is_over:
            found, exact = search.run_narrowly(), False
        if found is None:
            return None, exact
        cost, node = found
        return self._walked(question, cost, node, search, layout.order), exact or cost == lost_cost

    def _packed(self, states: Sequence[int]) -> int:
        """Return the states of all suits as one number."""
        first, second = self._halves
        middle = len(first.suits)
        return second.number(tuple(states[middle:])) << HALF_BITS | first.number(tuple(states[:middle]))

    def _unit(self, question: Question) -> int:
        """Return the least that a card costs which stays in the hand."""
        costs = [question.joker_weight] if question.spare_jokers else []
        costs += question.own_weights if question.own_jokers else ()
        for cards, weights in zip(question.spare, question.weights, strict=True):
            costs += [weight for count, weight in zip(cards, weights, strict=True) if count]
        return min(costs, default=0)

    def _beginnings(self, question: Question, order: tuple[int, ...]) -> tuple[list[int], bool]:
        """Return the states in which a walk may begin, and whether they are all.

        Nothing is open, or on a circle runs across its seam; there those are taken that need the fewest jokers.
        """
        own = question.own_jokers or self._none
        crossing: list[list[tuple[int, SuitState]]] = []
        exact = True
        for suit in range(self._suits):
            across: list[tuple[int, tuple[OpenRun, ...]]] = [(0, ())]
            if self._rules.wrap:
                line = [question.required[rank][suit] + question.spare[rank][suit] for rank in order]
                after, before = (line[0], line[1]), (line[-1], line[-2], line[-3])
                across, all_of_them = self._runs.across_seam(after, before, MOST_CROSSING)
                exact = exact and all_of_them
            crossing.append(
                [
                    (needed, SuitState(tuple([(*run[:-1], True) for run in runs]), own[suit] > 0, 0, runs))
                    for needed, runs in across
                ]
            )
        found: list[tuple[int, tuple[int, ...]]] = [(0, ())]
        spare = self._jokers + sum(kind > 0 for kind in own)
        for suit in range(self._suits):
            found = [
                (needed + more, (*states, self._runs.number(state)))
                for needed, states in found
                for more, state in crossing[suit]
                if needed + more <= spare
            ]
            found.sort()
            if len(found) > MOST_BEGINNINGS:
                exact, found = False, found[:MOST_BEGINNINGS]
        return [self._packed(states) for _, states in found], exact

    def _final_cost(self, node: int, question: Question) -> int | None:
        """Return what the jokers left over cost at the end; None if the walk may not end so."""
        if question.placing and not node >> LEFT_AT & LEFT:
            return None
        free = self._jokers - (node >> JOKERS_AT & JOKERS)
        missing = missing_at_first = question.keep - (node >> LEFT_AT & LEFT)
        cost = 0
        if question.own_jokers:
            for suit, state in enumerate(self._suit_states(node)):
                if state.own_joker:
                    if question.own_jokers[suit] > 1:
                        return None
                    cost += question.own_weights[suit]
                    missing -= 1
        # Free jokers will find a place in the end, if they are not all to stay anyway.
        kept = free if self._every_way else max(0, missing)
        if kept > min(free, question.spare_jokers) or kept < missing:
            return None
        cost += kept * question.joker_weight
        return cost - self._unit(question) * missing_at_first if missing_at_first > 0 else cost

    def _suit_states(self, node: int) -> list[SuitState]:
        first, second = self._halves
        numbers = first.states[node >> STATE_AT & HALF] + second.states[node >> SECOND_AT]
        return [self._runs.states[number] for number in numbers]

    def _walked(self, question: Question, cost: int, node: int, search: Search, order: tuple[int, ...]) -> Walked:
        """Return the walk that led to a state."""
        path = search.path(node)
        steps = []
        for before, after in pairwise(path):
            _, _, one, other, choice = min(search.steps_from(before, after), key=lambda way: way[1])
            place = search.places[before & PLACES]
            steps.append(Step(choice, place.first.how(*one) + place.second.how(*other)))
        free = self._jokers - (path[-1] >> JOKERS_AT & JOKERS)
        if question.keep and not self._every_way:
            free -= max(0, question.keep - (path[-1] >> LEFT_AT & LEFT))
        return Walked(cost, tuple(steps), tuple(self._suit_states(path[0])), free, order)


def _packed_codes(codes: Sequence[int]) -> int:
    """Return the codes of some suits as one number."""
    packed = 0
    for at, code in enumerate(codes):
        packed |= code << CODE_BITS * at
    return packed
