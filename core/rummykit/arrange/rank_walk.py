"""The walk through the ranks in order: a best-first search for the arrangement with the least loss.

The state of the walk is the state of every suit (`open_runs`) and the jokers used so far. At every level each
suit takes a step, and the cards of the rank that go to no run make sets (`rank_sets`) or are left over. The bounds
of the suits alone (`suit_tables`), with the jokers shared, guide the search so well that it mostly walks straight
to the end.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from rummykit.arrange.open_runs import OpenRuns
from rummykit.arrange.rank_sets import BySuit, Group, RankSets, SetChoice
from rummykit.arrange.suit_tables import NEVER, Bound, Bounds, EndTable, Option, SuitTable, Work

NODES_BETWEEN_LOOKS = 32  # how often the clock is looked at
LAST_DIVE = 300  # nodes still visited when the time is up, deepest first


class RankLevel(NamedTuple):
    """One level of the walk: the suits' tables, and the cards of the rank if it settles them."""

    tables: tuple[SuitTable, ...]
    settles: bool
    weight: int
    cards: BySuit
    required: BySuit
    sets: tuple[Group, ...]


class Task(NamedTuple):
    """What the walk is asked: the line, the jokers, what a joker left over costs, how many cards must stay."""

    levels: Sequence[RankLevel]
    ends: EndTable
    starts: Sequence[Sequence[int]]
    jokers: int
    table_jokers: int
    joker_weight: int
    keep: int


class Turn(NamedTuple):
    """What happened at a level: the states before, every suit's option, and the choice of sets."""

    states: tuple[int, ...]
    options: tuple[Option, ...]
    choice: SetChoice


class Found(NamedTuple):
    """The turns of the best walk; the jokers that stay in the hand; whether nothing better is possible for sure."""

    turns: tuple[Turn, ...]
    last: tuple[int, ...]
    loss: int
    jokers_left: int
    complete: bool


class _Node(NamedTuple):
    """A state of the walk. ``left`` and ``room`` are counted up to what can matter only."""

    depth: int
    states: tuple[int, ...]
    jokers: int
    left: int
    room: int


class _Successor(NamedTuple):
    node: _Node
    cost: int
    bound: int
    turn: Turn | None


NO_SETS = (SetChoice(0, 0, 0, 0, ()),)
UNDECIDED = -1


class RankWalk:
    """Searches for the best walk."""

    def __init__(self, runs: OpenRuns, sets: RankSets, bounds: Bounds, count_room: bool, work: Work) -> None:
        self._work = work
        self._runs = runs
        self._sets = sets
        self._bounds = bounds
        self._count_room = count_room

    def best(self, task: Task, deadline: float | None, most_nodes: int) -> Found | None:
        """Return the best walk; None if there is none, or none was found in time."""
        suits = len(task.starts)
        goal = suits + len(task.levels) + 1
        first = _Node(0, (UNDECIDED,) * suits, 0, 0, 0)
        losses = {first: 0}
        came: dict[_Node, tuple[_Node, Turn | None]] = {}
        queue: list[tuple[int, int, int, _Node, int]] = [(0, 0, 0, first, 0)]
        pushed = visited = 0
        diving = False
        while queue:
            _, _, _, node, loss = heappop(queue)
            if losses[node] < loss:
                continue
            if node.depth == goal:
                return self._found(came, node, loss, not diving)
            visited += 1
            if visited > most_nodes:
                return None
            if diving:
                if visited > LAST_DIVE:
                    return None
            elif deadline is not None and visited % NODES_BETWEEN_LOOKS == 0 and time.perf_counter() > deadline:
                diving, visited = True, 0
                queue = [(depth, bound, at, open_node, cost) for bound, depth, at, open_node, cost in queue]
                heapify(queue)
            for after, cost, bound, turn in self._successors(task, node):
                total = loss + cost
                if total < losses.get(after, NEVER):
                    losses[after] = total
                    came[after] = (node, turn)
                    pushed += 1
                    rank = (-after.depth, total + bound) if diving else (total + bound, -after.depth)
                    heappush(queue, (*rank, pushed, after, total))
        return None

    @staticmethod
    def _found(came: dict[_Node, tuple[_Node, Turn | None]], goal: _Node, loss: int, complete: bool) -> Found:
        turns = []
        node = last = came[goal][0]
        while node in came:
            node, turn = came[node]
            if turn is not None:
                turns.append(turn)
        return Found(tuple(reversed(turns)), last.states, loss, goal.left, complete)

    def _successors(self, task: Task, node: _Node) -> Iterator[_Successor]:
        at = node.depth - len(node.states)
        if at < 0:
            return self._started(task, node)
        if at == len(task.levels):
            return self._ended(task, node)
        return self._went_on(task, node, task.levels[at])

    def _started(self, task: Task, node: _Node) -> Iterator[_Successor]:
        """Decide where the next suit starts."""
        suit = node.depth
        tables = task.levels[0].tables
        of_others = (0,) * (2 * task.jokers + 1)
        for other, state in enumerate(node.states):
            if other != suit:
                open_to = [state] if state != UNDECIDED else task.starts[other]
                least = tuple(map(min, zip(*[tables[other][each].bound for each in open_to], strict=True)))
                of_others = self._bounds[of_others, least]
        for start in task.starts[suit]:
            together = self._bounds[tables[suit][start].bound, of_others]
            if together[-1] < NEVER:
                states = (*node.states[:suit], start, *node.states[suit + 1 :])
                yield _Successor(_Node(suit + 1, states, 0, 0, 0), 0, together[-1], None)

    def _went_on(self, task: Task, node: _Node, level: RankLevel) -> Iterator[_Successor]:
        jokers_left = task.jokers - node.jokers
        most = task.jokers if self._count_room else 0
        for options, naturals, jokers, room, disturbed, bound in self._combined(level, node.states, jokers_left):
            if level.settles:
                rest = tuple([have - used for have, used in zip(level.cards, naturals, strict=True)])
                required = tuple([max(0, need - used) for need, used in zip(level.required, naturals, strict=True)])
                choices = self._sets.choices(rest, required, level.sets)
            else:
                choices = NO_SETS
            for choice in choices:
                unused = jokers_left - jokers - choice.jokers
                if unused < 0 or bound[2 * unused] >= NEVER:
                    continue
                after = _Node(
                    node.depth + 1,
                    tuple([option.next for option in options]),
                    task.jokers - unused,
                    min(node.left + choice.left, task.keep),
                    min(node.room + room + choice.room, most),
                )
                cost = choice.left * level.weight + disturbed + choice.disturbed
                yield _Successor(after, cost, bound[2 * unused], Turn(node.states, options, choice))

    def _combined(
        self, level: RankLevel, states: tuple[int, ...], jokers_left: int
    ) -> list[tuple[tuple[Option, ...], BySuit, int, int, int, Bound]]:
        """Return all ways in which every suit takes one of its options."""
        bounds = self._bounds
        ways: list[tuple[tuple[Option, ...], BySuit, int, int, int, Bound]] = [((), (), 0, 0, 0, ())]
        for table, state in zip(level.tables, states, strict=True):
            more = []
            for option in table[state].options:
                self._work.count()
                for options, naturals, jokers, room, disturbed, bound in ways:
                    unused = jokers_left - jokers - option.jokers
                    if unused < 0:
                        continue
                    together = bounds[bound, option.bound] if bound else option.bound
                    if together[2 * unused] < NEVER:
                        more.append(
                            (
                                (*options, option),
                                (*naturals, option.naturals),
                                jokers + option.jokers,
                                room + option.room,
                                disturbed + option.disturbed,
                                together,
                            )
                        )
            ways = more
        return ways

    def _ended(self, task: Task, node: _Node) -> Iterator[_Successor]:
        """Close all runs; jokers that are still there must stay in the hand or find room."""
        spare, room = task.jokers - node.jokers, node.room
        for state in node.states:
            ended = self._runs.end(state)
            if ended is None:
                return
            spare -= ended[0]
            room += ended[1]
        stay = max(0, task.keep - node.left)
        if self._count_room:
            stay = max(stay, spare - room)
        if stay <= min(spare, task.jokers - task.table_jokers):
            yield _Successor(_Node(node.depth + 1, node.states, 0, stay, 0), stay * task.joker_weight, 0, None)
