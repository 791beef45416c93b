"""The tidy walk: of all walks with the least loss, one that disturbs the fewest melds of the table.

It goes where the quick walk went and is bounded by the same tables, but it keeps an eye on the table's melds. It
never takes more loss than is known to be needed, and looks for few disturbed melds first.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from rummykit.arrange.deal import Deal
from rummykit.arrange.kept_runs import KeptRuns, KeptState, KeptStep
from rummykit.arrange.quick_tables import NEVER, Bound, Bounds, End
from rummykit.arrange.quick_walk import QuickTask
from rummykit.arrange.rank_sets import BySuit, Group, RankSets, SetChoice
from rummykit.arrange.walked import Walked

MOST_EFFORT = 20_000  # nodes made and looked at


class TidyLevel(NamedTuple):
    """A place of the line: its rank, the runs of the table that start there by suit, and the sets of the rank."""

    rank: int
    blocks: tuple[tuple[str, ...], ...]
    groups: tuple[Group, ...]


# place, lanes, states, jokers used, cards left (up to what must stay), loss
TidyNode = tuple[int, BySuit, tuple[KeptState, ...], int, int, int]
Came = tuple[TidyNode, tuple[KeptStep, ...], SetChoice]
# A step of one suit: the least loss with it, the step, and the bound and its base from there on.
_Option = tuple[int, KeptStep, Bound, int]
# Steps of all suits: the melds they disturb, the jokers they take, and the bound and its base from there on.
_Way = tuple[tuple[KeptStep, ...], int, int, Bound, int]
_NO_SETS = (SetChoice(0, 0, 0, 0, ()),)


class TidyWalk:
    """One search."""

    def __init__(self, task: QuickTask, deal: Deal, levels: Sequence[TidyLevel], runs: KeptRuns, sets: RankSets, bounds: Bounds) -> None:
        self._task = task
        self._deal = deal
        self._levels = levels
        self._runs = runs
        self._sets = sets
        self._bounds = bounds
        self._last = len(levels)
        self._came: dict[TidyNode, Came] = {}
        self._disturbed: dict[TidyNode, int] = {}
        self._options: dict[tuple[int, int, int, KeptState, int], list[_Option]] = {}

    def best(self, loss: int, fewer_than: int, deadline: float | None) -> tuple[list[Came], TidyNode, int, int] | None:
        """Return a walk with this loss that disturbs the fewest melds; None if none disturbs fewer than *fewer_than*.

        With it come its last node, the jokers that stay in the hand, and the melds disturbed. Gives up after some
        effort.
        """
        # By melds disturbed in the end: a node, and how many melds its next step disturbs.
        waiting: list[list[tuple[TidyNode, int]]] = [[] for _ in range(fewer_than)]
        for node in self._starts(loss):
            waiting[0].append((node, 0))
            self._disturbed[node] = 0
        effort = 0
        for total, stack in enumerate(waiting):
            while stack:
                node, more = stack.pop()
                if self._disturbed[node] < total - more:
                    continue
                if effort > MOST_EFFORT or (deadline is not None and time.perf_counter() > deadline):
                    return None
                if node[0] == self._last:
                    stay = self._staying(node, loss)
                    if stay is not None:
                        return self._path(node), node, stay, total
                    continue
                if total + 1 < fewer_than:
                    waiting[total + 1].append((node, more + 1))
                effort += 1
                for after, came in self._successors(node, loss, more):
                    effort += 1
                    if total < self._disturbed.get(after, fewer_than):
                        self._disturbed[after] = total
                        self._came[after] = came
                        stack.append((after, 0))
        return None

    def _starts(self, loss: int) -> Iterator[TidyNode]:
        lanes, bounds = self._task.lanes, self._bounds
        if self._task.first:  # the lanes are decided by how many aces are put low
            yield 0, (0,) * len(lanes), ((),) * len(lanes), 0, 0, 0
            return
        for numbers in product(*[range(len(of_suit)) for of_suit in lanes]):
            chosen = [of_suit[number] for of_suit, number in zip(lanes, numbers, strict=True)]
            bound, least = bounds.free, 0
            for lane in chosen:
                table, base = lane.tables[0]
                bound = bounds.joined[bound][table.bounds[lane.state]]
                least += base
            if least + bounds.losses[bound][-1] <= loss:
                yield 0, numbers, tuple([self._runs.state(lane.state) for lane in chosen]), 0, 0, 0

    def _successors(self, node: TidyNode, loss: int, disturbing: int) -> Iterator[tuple[TidyNode, Came]]:
        """Yield the nodes one place further on if exactly so many melds are disturbed there."""
        task, level = self._task, self._levels[node[0]]
        place, lanes, _, used, left, lost = node
        opens = place < task.first
        cards, required = self._deal.cards[level.rank], self._deal.required[level.rank]
        for steps, disturbed, jokers, bound, base in self._combined(node, loss - lost, disturbing):
            in_runs = tuple([step.naturals for step in steps])
            chosen = in_runs if opens else lanes
            if opens:
                choices: Sequence[SetChoice] = _NO_SETS
            else:
                if task.first and place == self._last - 1:
                    in_runs = tuple([naturals + low for naturals, low in zip(in_runs, lanes, strict=True)])
                choices = self._sets.choices(
                    tuple([have - naturals for have, naturals in zip(cards, in_runs, strict=True)]),
                    tuple([max(0, need - naturals) for need, naturals in zip(required, in_runs, strict=True)]),
                    level.groups,
                )
            for choice in choices:
                if disturbed + choice.disturbed != disturbing:
                    continue
                unused = task.jokers - used - jokers - choice.jokers
                total = lost + choice.left * task.ranks[place].weight
                if unused >= 0 and total + base + self._bounds.losses[bound][self._halves(unused)] <= loss:
                    now_left = min(left + choice.left, task.keep)
                    states = tuple([step.next for step in steps])
                    yield (place + 1, chosen, states, task.jokers - unused, now_left, total), (node, steps, choice)

    def _halves(self, jokers: int) -> int:
        return min(2 * jokers, self._bounds.length - 1)

    def _combined(self, node: TidyNode, limit: int, disturbing: int) -> list[_Way]:
        """Return what all suits can do together within a limit, if no more melds than that are disturbed."""
        place, lanes, states, used, _, _ = node
        halves = self._halves(self._task.jokers - used)
        of_suits = []
        for suit, (lane, state) in enumerate(zip(lanes, states, strict=True)):
            key = (suit, place, lane, state, halves)
            options = self._options.get(key)
            if options is None:
                options = self._options[key] = self._of_suit(suit, place, lane, state, halves)
            if not options:
                return []
            of_suits.append(options)
        slack = limit - sum([options[0][0] for options in of_suits])
        joined = self._bounds.joined
        ways: list[tuple[int, _Way]] = [(0, ((), 0, 0, self._bounds.free, 0))]
        for options in of_suits:
            least = options[0][0]
            ways = [
                (
                    excess + value - least,
                    (
                        (*steps, step),
                        disturbed + step.disturbed,
                        jokers + step.jokers,
                        joined[bound][onward],
                        base + more,
                    ),
                )
                for excess, (steps, disturbed, jokers, bound, base) in ways
                for value, step, onward, more in options
                if excess + value - least <= slack and disturbed + step.disturbed <= disturbing
            ]
        return [way for _, way in ways]

    def _of_suit(
        self, suit: int, place: int, lane: int, state: KeptState, halves: int
    ) -> list[_Option]:
        """Return the steps of a suit: the least loss with each, the step, and the bound and its base from there on."""
        task, level, losses = self._task, self._levels[place], self._bounds.losses
        opens = place < task.first
        cards = self._deal.cards[level.rank][suit]
        if task.first and place == self._last - 1:
            cards -= lane
        found = []
        for step in self._runs.steps(state, cards, level.blocks[suit]):
            tables = task.lanes[suit][step.naturals if opens else lane].tables
            table, base = tables[place + 1]
            number = self._runs.number(step.next)
            if number is None:
                found.append((0, step, self._bounds.free, 0))
                continue
            onward = table.bounds[number]
            here = tables[place][0]
            bound = onward if opens or isinstance(here, End) else here.cost(step.naturals, step.jokers, number)
            value = losses[bound][halves] + base
            if value < NEVER:
                found.append((value, step, onward, base))
        # Stable: what disturbs fewer melds and takes fewer jokers stays in front among equals.
        return sorted(found, key=lambda option: option[0])

    def _staying(self, node: TidyNode, loss: int) -> int | None:
        """Return how many jokers stay in the hand after a walk; None if it does not end well."""
        task = self._task
        _, numbers, states, used, left, lost = node
        needed = []
        for lanes, number, state in zip(task.lanes, numbers, states, strict=True):
            promised = () if task.first else self._runs.state(lanes[number].state)
            needed.append(self._runs.jokers_at_end(state, promised))
        stay = max(0, task.keep - left)
        spare = task.jokers - used - sum([jokers or 0 for jokers in needed])
        if None in needed or stay > min(spare, task.hand_jokers) or lost + stay * task.joker_weight > loss:
            return None
        return stay

    def _path(self, node: TidyNode) -> list[Came]:
        path = []
        while node in self._came:
            path.append(self._came[node])
            node = path[-1][0]
        return path[::-1]
