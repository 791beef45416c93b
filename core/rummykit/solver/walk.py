"""The walk through the ranks that all answers rest on.

Cards that must be placed, cards that may be placed, and jokers are walked through rank by rank; a step is what becomes
of the cards of a rank. What it can be depends on few cards around and comes again in other positions: it is remembered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import accumulate, pairwise
from typing import NamedTuple

from rummykit.cards import Pack
from rummykit.melds import MIN_LENGTH, Demand, Meld, MeldRules
from rummykit.memo import MEMORY, Memo
from rummykit.solver.search import (
    HALF,
    JOKERS,
    JOKERS_AT,
    LEFT,
    LEFT_AT,
    SECOND_AT,
    STATE_AT,
    Half,
    HalfSteps,
    Option,
    Options,
    Place,
    Ranking,
    Search,
)
from rummykit.solver.shapes import (
    ALL_RESERVED,
    BEYOND,
    MANY,
    NEVER,
    PLACES,
    BySuit,
    Choice,
    OpenRun,
    OpenRuns,
    Sets,
    Spread,
    SuitState,
    Supply,
    close_ranks,
    spot,
)

MOST_BEGINNINGS, MOST_CROSSING = 1_000, 60
"""In how many ways runs may cross the seam of a circle, in all suits and in one; rarer ones are passed over."""
QUESTIONS = 20
Menu = Memo[tuple[BySuit, BySuit, BySuit], Options]
"""What can be done with the cards of a rank: those that must be placed, those that may be, and those that fit runs."""


def by_rank(pack: Pack, counts: int) -> tuple[BySuit, ...]:
    """Return the natural cards of a number that has a byte for every kind, by rank and suit."""
    width = len(pack.ranks)
    row = counts.to_bytes(len(pack.cards), "little")
    return tuple(zip(*[row[at : at + width] for at in range(0, pack.naturals, width)], strict=True))


class Costs(NamedTuple):
    """What a card costs that stays in the hand, by rank and suit, a plain joker, and the jokers of the suits.

    ``prices`` is what a joker costs that stands for a card of every rank: the lowest first where it begins a run, and
    last where it does not; empty where it makes no difference. ``low_price`` and ``high_price`` are what a card of the
    lowest rank costs in the same two cases. ``for_points``: a card costs what it brings in a meld, so that one used as
    a wild card costs what it stands for.
    """

    naturals: tuple[BySuit, ...]
    joker: int
    own_jokers: BySuit
    prices: tuple[int, ...] = ()
    low_price: int = 0
    high_price: int = 0
    for_points: bool = False


class Question(NamedTuple):
    """Cards by rank and suit, and what it costs to leave them in the hand.

    ``required`` must be placed, ``spare`` may be; ``total`` is both, and ``held`` the ranks of every suit as bits.
    ``own_jokers`` has for every suit 2 if its own joker must be placed, 1 if it may. At least ``keep`` cards stay.
    ``placing``: at least one is placed. What only programmes ask for: the melds that lie there, what those of the
    answer must be, how many there are at most, and with how many wild cards at least and at most.
    """

    required: tuple[BySuit, ...]
    spare: tuple[BySuit, ...]
    total: tuple[BySuit, ...]
    held: BySuit
    required_jokers: int
    spare_jokers: int
    own_jokers: BySuit
    costs: Costs
    keep: int
    placing: bool
    table: tuple[Meld, ...] = ()
    demands: tuple[Demand, ...] = ()
    least_wild: int = 0
    most_wild: int | None = None
    most_melds: int | None = None

    def with_a_joker(self) -> Iterator[Question]:
        """Yield the same question for every joker that may be placed, as one that must be."""
        if self.spare_jokers:
            yield self._replace(required_jokers=self.required_jokers + 1, spare_jokers=self.spare_jokers - 1)
        for suit, kind in enumerate(self.own_jokers):
            if kind == 1:
                yield self._replace(own_jokers=(*self.own_jokers[:suit], 2, *self.own_jokers[suit + 1 :]))


class Walked(NamedTuple):
    """A walk to the end: its cost, its steps, the suits at its end, and the jokers that are still to be placed.

    For every step ``choices`` has what became of the cards, and where every suit stands in that; ``spreads`` how every
    suit's runs went on, and ``order`` the rank.
    """

    cost: int
    choices: list[tuple[Choice, BySuit]]
    spreads: list[tuple[Spread, ...]]
    end: list[SuitState]
    free_jokers: int
    order: tuple[int, ...]


class SuitRow(NamedTuple):
    """What is to know of the cards of a suit: which ranks are there, a bit for each, and which could be part of a run.

    ``joined`` has the same with no joker and with a single one, and ``spots`` what each place allows.
    """

    held: int
    near: int
    joined: tuple[int, int]
    spots: tuple[int, ...]


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
        self._middle = self._suits // 2
        first = Half(self._runs, jokers, every_way=every_way)
        self._halves = first, Half(self._runs, jokers, every_way=every_way) if self._suits % 2 else first
        self._ranking = Ranking(self._runs, self._halves, self._suits, circle=rules.wrap)
        self._none, self._ones = (0,) * self._suits, (1,) * self._suits
        runs = self._runs
        self._lone = rules.min_naturals < 2 and (runs.row > 1 or (runs.row == 1 and runs.most > 1))
        """Whether jokers alone can complete a run with one natural card."""
        if rules.wrap:
            seams = [1, *[0] * (self._ranks - 2), 2]
            self._bare_spots = [spot(False, runs.row, seam) for seam in seams]
        else:
            self._bare_spots = [spot(False, min(place, runs.row)) for place in range(len(rules.line))]
        self._menu = lru_cache(QUESTIONS * self._ranks)(self._make_menu)
        self._known_menus: dict[object, tuple[list[int], list[Menu]]] = {}
        all_reserved = Choice((ALL_RESERVED,) * self._suits, 0, 0, 0, self._none, self._none)
        self._above = self._make_options([all_reserved], tuple(range(self._suits)))
        """What can be done above the highest rank."""
        self._row_of = lru_cache(MEMORY)(self._make_row)

    # -- the question as tables ----------------------------------------------------------------------

    def _lay_out(self, question: Question) -> tuple[list[Place], tuple[int, ...], int, int, int]:
        """Return what can be done at every place, the ranks in order, and the cost and number of cards in no meld.

        Last comes the last place where a card can be placed if one must be, or else -1.
        """
        required, spare, total = question.required, list(question.spare), question.total
        order = self._order(total)
        rows = [self._row_of(held, order) for held in question.held]
        units, menus = self._menus(question)
        all_fits, lost, lost_cost = list(total), 0, 0
        for suit, row in enumerate(rows):
            remote = row.held & ~row.near
            while remote:
                rank = remote.bit_length() - 1
                remote ^= 1 << rank
                fits = all_fits[rank]
                all_fits[rank] = (*fits[:suit], 0, *fits[suit + 1 :])
                cards = spare[rank]
                if cards[suit] and not self._may_be_set(total[rank], question):
                    lost += cards[suit]
                    lost_cost += cards[suit] * question.costs.naturals[rank][suit]
                    spare[rank] = (*cards[:suit], 0, *cards[suit + 1 :])
        cards_of_ranks = zip(required, spare, all_fits, strict=True)
        options = [menu[cards] for menu, cards in zip(menus, cards_of_ranks, strict=True)]
        if len(order) > self._ranks:
            options.append(self._above)
            units = [*units, 0]
        elif self._rules.wrap:
            options = options[order[0] :] + options[: order[0]]
            units = units[order[0] :] + units[: order[0]]
        first = self._steps(self._halves[0], slice(self._middle), question, order, rows)
        second = self._steps(self._halves[1], slice(self._middle, None), question, order, rows)
        ahead = self._ahead(question, spare, rows, len(order))
        places: list[Place] = list(zip(options, first, second, units, ahead, strict=True))
        last = -1
        if question.placing:
            last = max([place for place, rank in enumerate(order[: self._ranks]) if any(spare[rank])], default=-1)
        return places, order, lost_cost, lost, last

    def _menus(self, question: Question) -> tuple[list[int], list[Menu]]:
        """Return for every rank what a unit of the cost there is worth, and what can be done with its cards."""
        own = self._none
        if question.own_jokers:
            own = tuple([int(kind > 0) for kind in question.own_jokers])
        flags = question.keep > 0 or question.placing, question.placing
        key = question.costs, own, flags
        known = self._known_menus.get(key)
        if known is None:
            if len(self._known_menus) >= QUESTIONS:
                self._known_menus.clear()
            known = self._known_menus[key] = [], []
            for rank, weights in enumerate(question.costs.naturals):
                unit = 1
                joker_price = question.costs.prices[rank or -1] if question.costs.prices else 0
                set_price = question.costs.high_price if rank == 0 else 0
                if not joker_price and not set_price and weights.count(weights[0]) == self._suits:
                    weights, unit = self._ones, weights[0]
                known[0].append(unit)
                known[1].append(self._menu(self._top and rank == 0, weights, own, joker_price, set_price, flags))
        return known

    def _make_menu(
        self, top: bool, weights: BySuit, own: BySuit, joker_price: int, set_price: int, flags: tuple[bool, bool]
    ) -> Menu:
        def find(cards: tuple[BySuit, BySuit, BySuit]) -> Options:
            must, may, fits = cards
            for_top = fits if top else self._none
            supply = Supply(must, may, weights, fits, for_top, own, joker_price, set_price, *flags)
            return self._make_options(*self._sets.choices(supply))

        return Memo(find)

    def _steps(
        self, half: Half, suits: slice, question: Question, order: tuple[int, ...], rows: Sequence[SuitRow]
    ) -> list[HalfSteps]:
        """Return the steps of half of the suits at every place."""
        spots = zip(*[row.spots for row in rows[suits]], strict=True)
        cards = [question.total[rank][suits] for rank in order]
        cards += [(MANY if self._rules.wrap else BEYOND,) * len(rows[suits])] * 2
        prices: Sequence[tuple[int, ...]] = [()] * len(order)
        if question.costs.prices:
            prices = [self._price(question, order, place) for place in range(len(order))]
        places = zip(zip(spots, prices, strict=True), pairwise(cards[1:]), strict=True)
        return list(map(half.steps.__getitem__, places))

    def _price(self, question: Question, order: tuple[int, ...], place: int) -> tuple[int, ...]:
        """Return what cards cost at a place; see `OpenRuns.spreads`."""
        ace = order[place] == 0
        price = [question.costs.low_price if ace else 0, question.costs.high_price if ace else 0]
        for back in range(self._runs.row + 1):
            at = order[(place - back) % len(order)]
            price += [question.costs.prices[at], question.costs.prices[-1] if at == 0 else question.costs.prices[at]]
        return tuple(price)

    def _order(self, total: Sequence[BySuit]) -> tuple[int, ...]:
        """Return the ranks in the order of the walk; a circle is cut where the fewest cards lie."""
        if not self._rules.wrap:
            return self._rules.line
        at = [sum(cards) for cards in total]
        size = self._ranks
        cut = min(range(size), key=lambda rank: [at[(rank + far) % size] + at[rank - 1 - far] for far in range(3)])
        return tuple([(cut + step) % self._ranks for step in range(self._ranks)])

    def _ahead(
        self, question: Question, spare: Sequence[BySuit], rows: Sequence[SuitRow], places: int
    ) -> Sequence[Sequence[int]]:
        """Return for every place and every number of jokers left after it what cards further on cost at least.

        Those stay in the hand that fit no meld with so few jokers, and if one of them must be placed there is no way.
        Only from the third place on: before, they may go on with a run that has got its jokers already.
        """
        if not self._jokers or question.keep or question.own_jokers or self._rules.wrap:
            return [[0] * (self._jokers + 1)] * places
        columns = []
        once = twice = thrice = 0
        for row in rows:
            thrice |= twice & row.held
            twice |= once & row.held
            once |= row.held
        for jokers, in_sets in ((0, thrice), (1, twice))[: self._jokers]:
            costs = [0] * (places + MIN_LENGTH)
            for suit, row in enumerate(rows):
                alone = row.held & ~in_sets & ~row.joined[jokers]
                while alone:
                    rank = alone.bit_length() - 1
                    alone ^= 1 << rank
                    costs[rank] += spare[rank][suit] * question.costs.naturals[rank][suit]
                    if question.required[rank][suit]:
                        costs[rank] += NEVER
            columns.append(list(accumulate(reversed(costs[MIN_LENGTH:])))[::-1])
        columns += [[0] * places] * (self._jokers + 1 - len(columns))
        return list(zip(*columns, strict=True))

    def _make_row(self, held: int, order: tuple[int, ...]) -> SuitRow:
        without, with_one, near = [close_ranks(self._rules, held, row) for row in (0, 1, self._runs.row)]
        return SuitRow(held, held if self._lone else near, (without, with_one), self._spots(held, order))

    def _spots(self, held: int, order: tuple[int, ...]) -> tuple[int, ...]:
        """Return the spot of a suit at every place."""
        line = bridged = 0
        for place, rank in enumerate(order):
            line |= (held >> rank & 1) << place
        if self._rules.wrap:
            line |= line << len(order)
        for jokers in range(self._runs.row):
            bridged |= line >> 1 + jokers
        return tuple([bare | bridged >> place & 1 for place, bare in enumerate(self._bare_spots)])

    def _may_be_set(self, counts: BySuit, question: Question) -> bool:
        suits = len(counts) - counts.count(0)
        jokers = self._runs.most + sum(question.own_jokers)
        return suits >= self._rules.min_naturals and suits + jokers >= MIN_LENGTH

    def _make_options(self, choices: Sequence[Choice], places: BySuit) -> Options:
        """Return the choices at a place by what both halves of the suits get."""
        first, second = self._halves
        middle = self._middle
        by_first: dict[int, list[Option]] = {}
        for choice in choices:
            shares = tuple([choice.shares[at] for at in places])
            share = second.share_number(shares[middle:])
            option = choice.jokers, share, choice.left, choice.cost, choice, places
            by_first.setdefault(first.share_number(shares[:middle]), []).append(option)
        return tuple([(share, tuple(sorted(found, key=lambda option: option[0]))) for share, found in by_first.items()])

    # -- the search ----------------------------------------------------------------------------------

    def best(self, question: Question, most_steps: int, most_cost: int, narrowly: bool) -> tuple[Walked | None, bool]:
        """Return the walk that costs least, and whether that is sure; None if none costs at most *most_cost*.

        After *most_steps* states the search is cut off, and nothing is sure any more; *narrowly*: it goes on with few
        states of each rank.
        """
        places, order, lost_cost, lost, last = self._lay_out(question)
        if question.placing and last < 0:
            return None, True
        begin, exact = self._beginnings(question, order)
        reached, unit, keep = 0, 0, int(question.placing)
        if question.keep:
            reached, unit, keep = min(lost, question.keep), self._unit(question), question.keep
        final = partial(self._final_cost, question)
        search = Search(places, self._halves, self._ranking, final, most_cost, keep, unit, last)
        lost_cost += unit * (keep - reached)
        for state in reversed(begin):
            search.add(state | reached << LEFT_AT, lost_cost)
        found, all_searched = search.best(most_steps, narrowly)
        exact = exact and all_searched
        if found is None:
            return None, exact
        cost, node = found
        return self._walked(question, cost, node, search, order), exact or cost == lost_cost

    def _packed(self, states: Sequence[int]) -> int:
        """Return the states of all suits as one number."""
        first, second = self._halves
        middle = self._middle
        return second.number(tuple(states[middle:])) << SECOND_AT | first.number(tuple(states[:middle])) << STATE_AT

    def _unit(self, question: Question) -> int:
        """Return the least that a card costs which stays in the hand."""
        costs = [question.costs.joker] if question.spare_jokers else []
        costs += question.costs.own_jokers if question.own_jokers else ()
        for cards, weights in zip(question.spare, question.costs.naturals, strict=True):
            costs += [weight for count, weight in zip(cards, weights, strict=True) if count]
        return min(costs, default=0)

    def _beginnings(self, question: Question, order: tuple[int, ...]) -> tuple[list[int], bool]:
        """Return the states in which a walk may begin, and whether they are all; see `OpenRuns.across_seam`."""
        own = question.own_jokers or self._none
        if not self._rules.wrap and not question.own_jokers:
            return [self._packed([self._runs.number(SuitState(()))] * self._suits)], True
        crossing: list[list[tuple[int, SuitState]]] = []
        exact = True
        for suit in range(self._suits):
            across: list[tuple[int, tuple[OpenRun, ...]]] = [(0, ())]
            if self._rules.wrap:
                line = [question.total[rank][suit] for rank in order]
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
            found.sort(key=lambda way: way[0])
            if len(found) > MOST_BEGINNINGS:
                exact, found = False, found[:MOST_BEGINNINGS]
        return [self._packed(states) for _, states in found], exact

    def _final_cost(self, question: Question, node: int) -> int | None:
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
                    cost += question.costs.own_jokers[suit]
                    missing -= 1
        # Free jokers will find a place in the end, if they are not all to stay anyway.
        kept = free if self._every_way else max(0, missing)
        if kept > min(free, question.spare_jokers) or kept < missing:
            return None
        cost += kept * question.costs.joker
        return cost - self._unit(question) * missing_at_first if missing_at_first > 0 else cost

    def _suit_states(self, node: int) -> list[SuitState]:
        first, second = self._halves
        numbers = first.states[node >> STATE_AT & HALF] + second.states[node >> SECOND_AT]
        return [self._runs.states[number] for number in numbers]

    def _walked(self, question: Question, cost: int, node: int, search: Search, order: tuple[int, ...]) -> Walked:
        """Return the walk that led to a state."""
        if node & PLACES > len(order):
            node -= 1
        path = search.path(node)
        choices = [option[4:] for _, option, _, _ in path]
        spreads = [
            firsts.ways.spreads[one[3]] + seconds.ways.spreads[other[3]]
            for (_, firsts, seconds, _, _), (_, _, one, other) in zip(search.places, path, strict=True)
        ]
        free = self._jokers - (node >> JOKERS_AT & JOKERS)
        if question.keep and not self._every_way:
            free -= max(0, question.keep - (node >> LEFT_AT & LEFT))
        return Walked(cost, choices, spreads, self._suit_states(node), free, order)
