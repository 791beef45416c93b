"""The tidy walk: of all walks with the least loss, one that disturbs the fewest melds of the table.

It is bounded by the same tables as the quick walk, but it keeps an eye on the table's melds: as long as a run of the
table is passed it is known whether it is kept. It never takes more loss than is known to be needed. On a circle a
run across the cut cannot be kept.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rummykit.arrange.deal import Deal
from rummykit.arrange.kept_runs import KeptRuns, KeptState, KeptStep
from rummykit.arrange.quick_tables import NEVER, Bound, Bounds, End
from rummykit.arrange.quick_walk import QuickTask
from rummykit.arrange.rank_sets import BySuit, Group, RankSets, SetChoice

# The combinations looked at, at most, for a first walk and for the best one.
FIRST_EFFORT = 5_000
MOST_EFFORT = 20_000


class TidyLevel(NamedTuple):
    """A place of the line: its rank, the runs of the table that start there by suit, and the sets of the rank."""

    rank: int
    blocks: tuple[tuple[str, ...], ...]
    groups: tuple[Group, ...]


# place, lanes, states, jokers used, cards left (up to what must stay), loss
TidyNode = tuple[int, BySuit, tuple[KeptState, ...], int, int, int]
Came = tuple[TidyNode, tuple[KeptStep, ...], SetChoice]
_Waiting = tuple[TidyNode, int, int, Iterator[tuple[TidyNode, Came]]]
# A step of one suit: the least loss with it, the step, its bound with all it costs, and the bound and its base from
# there on.
_Option = tuple[int, KeptStep, Bound, Bound, int]
# Steps of all suits: the melds they disturb, the jokers they take, and the bound and its base from there on.
_Way = tuple[tuple[KeptStep, ...], int, int, Bound, int]
_NO_SETS = (SetChoice(0, 0, 0, 0, ()),)


class TidyFound(NamedTuple):
    """A walk, its last node, the jokers that stay in the hand, and the melds disturbed."""

    path: list[Came]
    last: TidyNode
    jokers_left: int
    disturbed: int


class TidyWalk:
    """One search."""

    def __init__(
        self,
        task: QuickTask,
        lanes: BySuit,
        deal: Deal,
        levels: Sequence[TidyLevel],
        runs: KeptRuns,
        sets: RankSets,
        bounds: Bounds,
    ) -> None:
        self._task = task
        self._lanes = lanes
        self._deal = deal
        self._levels = levels
        self._runs = runs
        self._sets = sets
        self._bounds = bounds
        self._last = len(levels)
        self._came: dict[TidyNode, Came] = {}
        self._disturbed: dict[TidyNode, int] = {}
        self._effort = 0
        self._options: dict[tuple[int, int, int, KeptState, int], list[_Option]] = {}

    def best(self, loss: int, fewer_than: int, deadline: float | None) -> TidyFound | None:
        """Return a walk with this loss that disturbs the fewest melds; None if none disturbs fewer than *fewer_than*.

        When that takes too much effort, it is the best walk found so far.
        """
        best = None
        # A first walk that is good already spares most of the work of finding the best one.
        for by_total, effort in ((False, FIRST_EFFORT), (True, MOST_EFFORT)):
            self._came.clear()
            self._disturbed.clear()
            self._effort = 0
            limit = fewer_than if best is None else best.disturbed
            if limit:
                best = self._search(loss, limit, by_total, effort, deadline) or best
        return best

    def _search(
        self, loss: int, fewer_than: int, by_total: bool, effort: int, deadline: float | None
    ) -> TidyFound | None:
        """Return the first walk found, looking for few melds disturbed altogether (*by_total*) or step by step."""
        waiting: list[list[_Waiting]] = [[] for _ in range(fewer_than)]
        first = self._start()
        waiting[0].append((first, 0, 0, self._successors(first, loss, 0)))
        self._disturbed[first] = 0
        for stack in waiting:
            while stack:
                node, so_far, more, successors = stack[-1]
                if self._effort > effort or (deadline is not None and time.perf_counter() > deadline):
                    return None
                total = so_far + more
                is_best = self._disturbed[node] == so_far
                found = next(successors, None) if is_best else None
                if found is None:
                    stack.pop()
                    if total + 1 < fewer_than and is_best:
                        later = waiting[total + 1] if by_total else stack
                        later.append((node, so_far, more + 1, self._successors(node, loss, more + 1)))
                    continue
                after, came = found
                if total < self._disturbed.get(after, fewer_than):
                    self._disturbed[after] = total
                    self._came[after] = came
                    if after[0] < self._last:
                        stack.append((after, total, 0, self._successors(after, loss, 0)))
                        continue
                    stay = self._staying(after, loss)
                    if stay is not None:
                        return TidyFound(self._path(after), after, stay, total)
        return None

    def _start(self) -> TidyNode:
        lanes = self._task.lanes
        if self._task.first:  # which lanes it will be is decided by how many aces are put low
            return 0, (0,) * len(lanes), ((),) * len(lanes), 0, 0, 0
        # On a circle the lanes of the quick walk are kept to: all of them would be too many.
        states = [of_suit[number].state for of_suit, number in zip(lanes, self._lanes, strict=True)]
        return 0, self._lanes, tuple([self._runs.state(state) for state in states]), 0, 0, 0

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

    def _combined(self, node: TidyNode, limit: int, disturbing: int) -> Iterator[_Way]:
        """Yield what all suits can do together within a limit, if no more melds than that are disturbed."""
        place, lanes, states, used, _, _ = node
        unused = self._task.jokers - used
        halves = self._halves(unused)
        of_suits = []
        for suit, (lane, state) in enumerate(zip(lanes, states, strict=True)):
            key = (suit, place, lane, state, halves)
            options = self._options.get(key)
            if options is None:
                options = self._options[key] = self._of_suit(suit, place, lane, state, halves)
            if not options:
                return
            of_suits.append(options)
        least = [options[0][0] for options in of_suits]
        joined, losses = self._bounds.joined, self._bounds.losses

        def go_on(
            suit: int, steps: tuple[KeptStep, ...], disturbed: int, jokers: int, cost: Bound, bound: Bound, base: int
        ) -> Iterator[_Way]:
            if suit == len(of_suits):
                yield steps, disturbed, jokers, bound, base
                return
            room = limit - base - sum(least[suit + 1 :])
            for _, step, of_step, onward, more in of_suits[suit]:
                if disturbed + step.disturbed <= disturbing and jokers + step.jokers <= unused:
                    self._effort += 1
                    together = joined[cost][of_step]
                    if losses[together][halves] + more <= room:
                        yield from go_on(
                            suit + 1,
                            (*steps, step),
                            disturbed + step.disturbed,
                            jokers + step.jokers,
                            together,
                            joined[bound][onward],
                            base + more,
                        )

        free = self._bounds.free
        yield from go_on(0, (), 0, 0, free, free, 0)

    def _of_suit(self, suit: int, place: int, lane: int, state: KeptState, halves: int) -> list[_Option]:
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
                found.append((0, step, self._bounds.free, self._bounds.free, 0))
                continue
            onward = table.bounds[number]
            here = tables[place][0]
            bound = onward if opens or isinstance(here, End) else here.cost(step.naturals, step.jokers, number)
            value = losses[bound][halves] + base
            if value < NEVER:
                found.append((value, step, bound, onward, base))
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
