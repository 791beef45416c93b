"""The quick way to the best new table; it may be too good to be true where melds have limits on jokers."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nsmallest
from itertools import pairwise
from typing import NamedTuple

from rummykit.arrange.circle import best_cut, from_cut
from rummykit.arrange.deal import Deal, Run
from rummykit.arrange.kept_runs import KeptRuns
from rummykit.arrange.quick_tables import NEVER, End, Place, QuickTables, Table
from rummykit.arrange.quick_walk import Lane, QuickFound, QuickTask, QuickWalk, Rank, RankChoices
from rummykit.arrange.rank_sets import BySuit, Group, RankSets, SetChoice
from rummykit.arrange.run_counts import NATURAL, NEW, ONE, RunCounts
from rummykit.arrange.tidy_walk import TidyFound, TidyLevel, TidyWalk
from rummykit.arrange.walked import Moves, Walked
from rummykit.arrange.weighing import Weights
from rummykit.melds import MIN_LENGTH, MeldRules


class Line(NamedTuple):
    """The ranks in the order of the walk, the runs of the table as they lie on that line, and the task."""

    order: Sequence[int]
    cut: int
    runs: Sequence[Run]
    task: QuickTask


class QuickSolver:
    """Asks the quick walk, for some number of jokers in play."""

    def __init__(self, melds: MeldRules, jokers: int) -> None:
        self._jokers = jokers
        self._copies = melds.pack.copies
        self._width = len(melds.pack.ranks)
        self._is_circle = melds.wrap
        self._has_high_ace = melds.high_ace and not melds.wrap
        self._line = melds.line
        self._counts = RunCounts(melds, jokers)
        self._tables = QuickTables(self._counts, jokers)
        self._kept_runs = KeptRuns(self._counts, jokers)
        self._sets = [RankSets(melds, jokers, count_room=False, all_left=all_left) for all_left in (False, True)]
        self._choices: dict[tuple[BySuit, BySuit, bool], RankChoices] = {}
        self._places: dict[tuple[BySuit, BySuit, int], tuple[Place, ...]] = {}

    @property
    def size(self) -> int:
        """How much is remembered."""
        return len(self._tables) + sum(map(len, self._sets)) + len(self._places) + len(self._kept_runs)

    def line(self, deal: Deal, weights: Weights, keep: int) -> Line:
        """Return what the walk is asked."""
        if self._is_circle:
            cut = best_cut(deal)
            order: Sequence[int] = [*range(cut, self._width), *range(cut)]
            runs = [from_cut(run, cut, self._width) for run in deal.runs]
        else:
            cut, order, runs = 0, self._line, deal.runs
        cheapest = self._cheapest(deal, weights, keep, order)
        ranks = []
        for place, rank in enumerate(order):
            settles = place > 0 or not self._has_high_ace
            choices = self._choices_of(deal.cards[rank], deal.required[rank], keep > 0) if settles else None
            ranks.append(Rank(weights.ranks[rank], choices, cheapest[place]))
        task = QuickTask(
            ranks,
            self._lanes(deal, weights, order),
            int(self._has_high_ace),
            self._copies + 1,
            deal.jokers,
            deal.hand_jokers,
            weights.joker,
            keep,
        )
        return Line(order, cut, runs, task)

    def solve(self, line: Line, deadline: float | None, most_visits: int) -> QuickFound | None:
        """Return the best walk, or None if none was found in time, or with so many visits."""
        return QuickWalk(line.task, self._tables).best(deadline, most_visits)

    def tidier(self, deal: Deal, line: Line, best: QuickFound, disturbed: int, deadline: float | None) -> Walked | None:
        """Return a walk that has the same loss and disturbs fewer melds, the fewest of all; None if none was found."""
        levels = []
        for place, rank in enumerate(line.order):
            blocks = tuple(
                [
                    tuple(sorted([run.word for run in line.runs if run.suit == suit and run.start == place]))
                    for suit in range(len(deal.cards[0]))
                ]
            )
            settles = place > 0 or not self._has_high_ace
            groups = tuple(sorted([group for of_rank, group in deal.sets if of_rank == rank])) if settles else ()
            levels.append(TidyLevel(rank, blocks, groups))
        walk = TidyWalk(
            line.task,
            best.nodes[0][1],
            deal,
            levels,
            self._kept_runs,
            self._sets[line.task.keep > 0],
            self._tables.bounds,
        )
        found = walk.best(best.loss, disturbed, deadline)
        return None if found is None else self._tidily_walked(deal, line, found)

    def _choices_of(self, cards: BySuit, required: BySuit, all_left: bool) -> RankChoices:
        key = (cards, required, all_left)
        choices = self._choices.get(key)
        if choices is None:
            choices = self._choices[key] = RankChoices(self._sets[all_left], self._copies + 1, cards, required)
        return choices

    def _cheapest(self, deal: Deal, weights: Weights, keep: int, order: Sequence[int]) -> list[list[int]]:
        """Return for every place what 0 … keep cards of the hand from there on cost at least if they stay."""
        if not keep:
            return [[0]] * len(order)
        found = []
        values = [weights.joker] * deal.hand_jokers
        for place in reversed(range(len(order))):
            rank = order[place]
            if place or not self._has_high_ace:
                of_hand = sum(deal.cards[rank]) - sum(deal.required[rank])
                values = nsmallest(keep, values + [weights.ranks[rank]] * of_hand)
            sums = [sum(values[:number]) if number <= len(values) else NEVER for number in range(keep + 1)]
            found.append(sums)
        return found[::-1]

    # -- tables ------------------------------------------------------------------------------------

    def _lanes(self, deal: Deal, weights: Weights, order: Sequence[int]) -> list[list[Lane]]:
        """Return the ways to start for every suit."""
        by_rank = [
            self._places_of(cards, required, weight)
            for cards, required, weight in zip(deal.cards, deal.required, weights.ranks, strict=True)
        ]
        lanes = []
        for suit, aces in enumerate(deal.cards[0]):
            places = [by_rank[rank][suit] for rank in order]
            if self._has_high_ace:
                lanes.append(
                    [self._lane(self._with_low_aces(places, low), (), (ONE,) * low) for low in range(aces + 1)]
                )
            elif self._is_circle:
                all_lanes = [self._lane(places, promised, promised) for promised in self._counts.states]
                lanes.append([lane for lane in all_lanes if self._can_end(lane)])
            else:
                lanes.append([self._lane(places, (), ())])
        return lanes

    def _lane(self, places: Sequence[Place], promised: tuple[int, ...], first: tuple[int, ...]) -> Lane:
        end = self._tables.end(promised)
        table: Table | End = end
        base = 0
        tables = [(table, base)]
        find = self._tables.table
        for place in reversed(places):
            table = find(place, table)
            base += table.base
            tables.append((table, base))
        tables.reverse()
        return Lane(self._counts.numbers[first], tables, end.needed)

    def _can_end(self, lane: Lane) -> bool:
        return lane.tables[0][0].bounds[lane.state] != self._tables.bounds.never

    def _with_low_aces(self, places: list[Place], low: int) -> list[Place]:
        """Return the places of a suit if so many of its aces lie low; that place itself is behind us then."""
        high = places[-1]
        if low:
            high = self._place(high.cards - low, max(0, high.required - low), high.sets, high.share, high.weight)
        return [_NOTHING, *places[1:-1], high]

    def _places_of(self, cards: BySuit, required: BySuit, weight: int) -> tuple[Place, ...]:
        key = (cards, required, weight)
        places = self._places.get(key)
        if places is None:
            sets, share = self._sets_possible(cards)
            places = self._places[key] = tuple(
                [self._place(have, need, sets, share, weight) for have, need in zip(cards, required, strict=True)]
            )
        return places

    @staticmethod
    def _place(cards: int, required: int, sets: int, share: int, weight: int) -> Place:
        # What makes no difference is left out, so that fewer places differ.
        return Place(cards, required, min(cards, sets), share if cards > sets else 0, weight if cards > required else 0)

    def _sets_possible(self, cards: BySuit) -> tuple[int, int]:
        """Return the most sets without jokers in a rank, and the least halves of a joker for a card in others."""
        sets = 0
        while sum([min(count, sets + 1) for count in cards]) >= MIN_LENGTH * (sets + 1):
            sets += 1
        suits = sum([count > 0 for count in cards])
        if self._jokers and suits > 1 and self._sets[0].fill_of_two is not None:
            return sets, 1
        return sets, 4 if self._jokers and suits and self._sets[0].fill_of_one is not None else 0

    # -- the answer --------------------------------------------------------------------------------

    def walked(self, deal: Deal, line: Line, found: QuickFound) -> Walked:
        """Return what a walk comes to."""
        radix = self._copies + 1
        known = self._counts.moves
        lanes = found.nodes[0][1]
        in_runs, moves = [], []
        if self._has_high_ace:
            in_runs.append(lanes)
            moves.append(tuple([((NEW, NATURAL),) * low for low in lanes]))
        for (before, after), (code, _) in zip(pairwise(found.nodes), found.steps, strict=True):
            naturals, of_suits = [], []
            for state, onward in zip(before[2], after[2], strict=True):
                code, number = divmod(code, radix)
                naturals.append(number)
                of_suits.append(known[state, number, onward])
            in_runs.append(tuple(naturals))
            moves.append(tuple(of_suits))
        choices = [choice for _, choice in found.steps]
        states = self._counts.states
        links = [
            _links(states[lane[number].state] if self._is_circle else (), states[last])
            for lane, number, last in zip(line.task.lanes, lanes, found.nodes[-1][2], strict=True)
        ]
        return self._summed_up(deal, line, in_runs, moves, choices, links, found.jokers_left, found.complete)

    def _tidily_walked(self, deal: Deal, line: Line, found: TidyFound) -> Walked:
        in_runs = [tuple([step.naturals for step in steps]) for _, steps, _ in found.path]
        moves = [tuple([step.moves for step in steps]) for _, steps, _ in found.path]
        choices = [choice for _, _, choice in found.path][int(self._has_high_ace) :]
        links = [
            _links([kind for kind, _ in first] if self._is_circle else (), [kind for kind, _ in final])
            for first, final in zip(found.path[0][0][2], found.last[2], strict=True)
        ]
        walked = self._summed_up(deal, line, in_runs, moves, choices, links, found.jokers_left, complete=True)
        return walked._replace(disturbed=found.disturbed)

    def _summed_up(
        self,
        deal: Deal,
        line: Line,
        in_runs: list[BySuit],
        moves: list[tuple[Moves, ...]],
        choices: list[SetChoice],
        links: list[tuple[int, ...]],
        jokers_left: int,
        complete: bool,
    ) -> Walked:
        groups: list[tuple[int, Group]] = []
        left: list[int] = []
        first = int(self._has_high_ace)
        for place, choice in enumerate(choices, first):
            rank = line.order[place]
            groups += [(rank, group) for group in choice.groups]
            if choice.left:
                low = in_runs[0] if first and rank == 0 else (0,) * len(links)
                for suit, have in enumerate(deal.cards[rank]):
                    used = low[suit] + in_runs[place][suit] + sum([suit in group.suits for group in choice.groups])
                    left += [suit * self._width + rank] * (have - used)
        left += [len(links) * self._width] * jokers_left
        return Walked(moves, groups, links, left, complete, line.cut)


def _links(promised: Sequence[int], last: Sequence[int]) -> tuple[int, ...]:
    """Return for every run promised at the start of a circle one of its kind that is open at the end."""
    free = list(enumerate(last))
    links = []
    for kind in promised:
        link = next(pair for pair in free if pair[1] == kind)
        free.remove(link)
        links.append(link[0])
    return tuple(links)


_NOTHING = Place(0, 0, 0, 0, 0)
