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
from rummykit.arrange.quick_tables import NEVER, Bounds
from rummykit.arrange.quick_walk import QuickTask
from rummykit.arrange.rank_sets import BySuit, Group, RankSets, SetChoice
from rummykit.arrange.walked import Walked

MOST_NODES = 2000


class TidyLevel(NamedTuple):
    """A place of the line: its rank, the runs of the table that start there by suit, and the sets of the rank."""

    rank: int
    blocks: tuple[tuple[str, ...], ...]
    groups: tuple[Group, ...]


Node = tuple[int, BySuit, tuple[KeptState, ...], int, int, int]  # place, low aces, states, jokers used, left, loss
Came = tuple[Node, tuple[KeptStep, ...], SetChoice]
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
        self._came: dict[Node, Came] = {}
        self._disturbed: dict[Node, int] = {}

    def best(self, loss: int, fewer_than: int, deadline: float | None) -> tuple[list[Came], int, int] | None:
        """Return a walk with this loss that disturbs the fewest melds; None if none disturbs fewer than *fewer_than*.

        With it come the jokers that stay in the hand, and the melds disturbed. Gives up after a fixed number of nodes.
        """
        suits = len(self._deal.cards[0])
        first: Node = (0, (0,) * suits, ((),) * suits, 0, 0, 0)
        waiting: list[list[Node]] = [[] for _ in range(fewer_than)]
        waiting[0].append(first)
        self._disturbed[first] = 0
        visited = 0
        for so_far, stack in enumerate(waiting):
            while stack:
                node = stack.pop()
                if self._disturbed[node] < so_far:
                    continue
                visited += 1
                if visited > MOST_NODES or (deadline is not None and time.perf_counter() > deadline):
                    return None
                if node[0] == self._last:
                    stay = self._staying(node, loss)
                    if stay is not None:
                        return self._path(node), stay, so_far
                    continue
                # The best successors last, as the last one is looked at first.
                for disturbed, after, came in sorted(self._successors(node, loss), key=_preference, reverse=True):
                    total = so_far + disturbed
                    if total < fewer_than and total < self._disturbed.get(after, fewer_than):
                        self._disturbed[after] = total
                        self._came[after] = came
                        waiting[total].append(after)
        return None

    def _successors(self, node: Node, loss: int) -> Iterator[tuple[int, Node, Came]]:
        """Yield the nodes one place further on, with the melds disturbed by that."""
        task, level = self._task, self._levels[node[0]]
        place, aces, _, used, left, lost = node
        opens = task.has_high_ace and place == 0
        cards, required = self._deal.cards[level.rank], self._deal.required[level.rank]
        for steps, bound, base in self._combined(node, loss - lost):
            in_runs = tuple([step.naturals for step in steps])
            low_aces = in_runs if opens else aces
            if opens:
                choices: Sequence[SetChoice] = _NO_SETS
            else:
                if task.has_high_ace and place == self._last - 1:
                    in_runs = tuple([naturals + low for naturals, low in zip(in_runs, aces, strict=True)])
                choices = self._sets.choices(
                    tuple([have - naturals for have, naturals in zip(cards, in_runs, strict=True)]),
                    tuple([max(0, need - naturals) for need, naturals in zip(required, in_runs, strict=True)]),
                    level.groups,
                )
            jokers = used + sum([step.jokers for step in steps])
            disturbed = sum([step.disturbed for step in steps])
            states = tuple([step.next for step in steps])
            for choice in choices:
                unused = task.jokers - jokers - choice.jokers
                total = lost + choice.left * task.ranks[place].weight
                if unused >= 0 and total + base + self._bounds.losses[bound][self._halves(unused)] <= loss:
                    now_left = min(left + choice.left, task.keep)
                    after = (place + 1, low_aces, states, task.jokers - unused, now_left, total)
                    yield disturbed + choice.disturbed, after, (node, steps, choice)

    def _halves(self, jokers: int) -> int:
        return min(2 * jokers, self._bounds.length - 1)

    def _combined(self, node: Node, limit: int) -> Iterator[tuple[tuple[KeptStep, ...], int, int]]:
        """Yield what all suits can do together within a limit; with the bound and the bases from there on."""
        place, aces, states, used, _, _ = node
        halves = self._halves(self._task.jokers - used)
        of_suits = [
            self._of_suit(suit, place, low, state, halves)
            for suit, (low, state) in enumerate(zip(aces, states, strict=True))
        ]
        if not all(of_suits):
            return
        least = [min([option[0] for option in options]) for options in of_suits]
        slack = limit - sum(least)
        joined = self._bounds.joined
        ways: list[tuple[int, tuple[KeptStep, ...], int, int]] = [(0, (), self._bounds.free, 0)]
        for options, at_least in zip(of_suits, least, strict=True):
            ways = [
                (excess + value - at_least, (*steps, step), joined[bound][onward], base + more)
                for excess, steps, bound, base in ways
                for value, step, onward, more in options
                if excess + value - at_least <= slack
            ]
        for _, steps, bound, base in ways:
            yield steps, bound, base

    def _of_suit(
        self, suit: int, place: int, low: int, state: KeptState, halves: int
    ) -> list[tuple[int, KeptStep, int, int]]:
        """Return the steps of a suit: the least loss with each, the step, and the bound and its base from there on."""
        task, level, losses = self._task, self._levels[place], self._bounds.losses
        opens = task.has_high_ace and place == 0
        cards = self._deal.cards[level.rank][suit]
        if task.has_high_ace and place == self._last - 1:
            cards -= low
        found = []
        for step in self._runs.steps(state, cards, level.blocks[suit]):
            chain = task.chains[suit][step.naturals if opens else low]
            table, base = chain[place + 1]
            number = self._runs.number(step.next)
            if number is None:
                found.append((0, step, self._bounds.free, 0))
                continue
            onward = table.bounds[number]
            bound = onward if opens else chain[place][0].cost(step.naturals, step.jokers, number)
            value = losses[bound][halves] + base
            if value < NEVER:
                found.append((value, step, onward, base))
        return found

    def _staying(self, node: Node, loss: int) -> int | None:
        """Return how many jokers stay in the hand after a walk; None if it does not end well."""
        task = self._task
        _, _, states, used, left, lost = node
        needed = [self._runs.jokers_at_end(state) for state in states]
        stay = max(0, task.keep - left)
        spare = task.jokers - used - sum([jokers or 0 for jokers in needed])
        if None in needed or stay > min(spare, task.hand_jokers) or lost + stay * task.joker_weight > loss:
            return None
        return stay

    def _path(self, node: Node) -> list[Came]:
        path = []
        while node in self._came:
            path.append(self._came[node])
            node = path[-1][0]
        return path[::-1]


def _preference(successor: tuple[int, Node, Came]) -> tuple[int, int]:
    disturbed, after, _ = successor
    return disturbed, after[3]
