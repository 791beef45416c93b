"""The quick walk through the ranks: a best-first search for the arrangement with the least loss.

At every place of the line each suit takes one of its options, and the cards of the rank that go to no run make sets
or are left over. The bounds of the suits alone, with the jokers shared, guide the search so well that it mostly
walks straight to the end. Of a node no more successors are made than are looked at.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from rummykit.arrange.quick_tables import NEVER, Bound, End, Option, QuickTables, Table
from rummykit.arrange.rank_sets import BySuit, RankSets, SetChoice

LAST_DIVES = 40  # tries still made when the time is up, from the deepest nodes

Node = tuple[int, BySuit, tuple[int, ...], int, int]  # place, lanes, states, jokers used, cards left (up to keep)
Way = tuple[int, tuple[int, ...], int, Bound]  # code of the cards in runs, states, jokers used, bound from there


class RankChoices(dict[int, tuple[SetChoice, ...]]):
    """The choices of sets at one rank, by the code of the cards that are in runs."""

    def __init__(self, sets: RankSets, radix: int, cards: BySuit, required: BySuit) -> None:
        super().__init__()
        self._sets = sets
        self._radix = radix
        self._cards = cards
        self._required = required

    def __missing__(self, code: int) -> tuple[SetChoice, ...]:
        rest, required = [], []
        of_suits = code
        for have, need in zip(self._cards, self._required, strict=True):
            of_suits, in_runs = divmod(of_suits, self._radix)
            rest.append(have - in_runs)
            required.append(max(0, need - in_runs))
        choices = self[code] = self._sets.choices(tuple(rest), tuple(required), ())
        return choices


class Rank(NamedTuple):
    """A place of the line: what a card left over costs, and the choices of sets if the place settles the rank.

    ``cheapest`` says what 0, 1, … cards of the hand cost at least if they stay, from this place on.
    """

    weight: int
    choices: RankChoices | None
    cheapest: Sequence[int]


class Lane(NamedTuple):
    """One way for a suit to start: from a state, with the tables along the line, each with the sum of the bases left.

    Where the ace can be high, there is a lane for every number of aces put low; on a circle, for every promise of
    runs that go on from its end.
    """

    state: int
    tables: Sequence[tuple[Table | End, int]]
    needed_at_end: Sequence[int | None]


class QuickTask(NamedTuple):
    """What the walk is asked.

    ``lanes`` has the lanes of every suit. ``keep`` cards must stay in the hand; each of the ``hand_jokers`` that stays
    costs ``joker_weight``. Codes of cards by suit have the base ``radix``. The walk starts at the place ``first``: 1
    if the lanes are numbers of low aces.
    """

    ranks: Sequence[Rank]
    lanes: Sequence[Sequence[Lane]]
    first: int
    radix: int
    jokers: int
    hand_jokers: int
    joker_weight: int
    keep: int


class QuickFound(NamedTuple):
    """The best walk: its nodes, and what was done from each to the next: the code of the cards in runs, the sets."""

    nodes: list[Node]
    steps: list[tuple[int, SetChoice]]
    loss: int
    jokers_left: int
    complete: bool


class _Lanes(NamedTuple):
    """The tables of all suits along the line, the sums of their bases, and the code of the aces put low."""

    tables: Sequence[tuple[Table, ...]]
    bases: Sequence[int]
    ace_code: int


NOT_STARTED = -1  # the place of a node before its lanes are chosen
NO_SETS = (SetChoice(0, 0, 0, 0, ()),)


class QuickWalk:
    """One search."""

    def __init__(self, task: QuickTask, tables: QuickTables) -> None:
        self._task = task
        self._bounds = tables.bounds
        self._last = len(task.ranks)
        self._powers = [task.radix**suit for suit in range(max(4, len(task.lanes)))]
        self._powers_of_parts = self._powers[:4]
        self._lanes: dict[BySuit, _Lanes] = {}
        self._orders = [self._in_order(lanes) for lanes in task.lanes]
        self._noted: set[BySuit] = set()
        self._queue: list[tuple[int, int, int, Node, int, Iterator[Way] | None, list[int]]] = []
        self._stack: list[tuple[Node, int, Iterator[Way] | None, list[int]]] = []
        self._losses: dict[Node, int] = {}
        self._came: dict[Node, tuple[Node, int, SetChoice]] = {}
        self._pushed = 0

    def best(self, deadline: float | None, most_visits: int) -> QuickFound | None:
        """Return the walk with the least loss; None if there is none, or none was found in time."""
        if all(self._orders):
            self._start((0,) * len(self._orders))
        queue, stack, losses = self._queue, self._stack, self._losses
        limit = dives = visited = 0
        while queue or stack:
            # What is within the limit goes first, the deepest nodes before all; only then the limit is raised.
            if stack:
                node, loss, ways, beyond = stack.pop()
            else:
                limit, _, _, node, loss, ways, beyond = heappop(queue)
            visited += 1
            if node[0] == NOT_STARTED:
                self._start(node[1])
                continue
            if losses[node] < loss:
                continue
            if node[0] > self._last:
                return self._found(node, loss, dives == 0)
            if dives or visited > most_visits or (deadline is not None and time.perf_counter() > deadline):
                # The time is up: some last tries without a limit.
                dives += 1
                if dives > LAST_DIVES:
                    return None
                limit, ways = NEVER - 1, None
            self._follow(limit, node, loss, ways, beyond)
        return None

    def _push(self, bound: int, node: Node, loss: int) -> None:
        self._pushed += 1
        heappush(self._queue, (bound, -node[0], self._pushed, node, loss, None, []))

    # -- the two ends of the line --------------------------------------------------------------------

    def _start(self, at: BySuit) -> None:
        """Start in the lanes at these places of their order, and note the next best ones: there can be very many."""
        task, bounds = self._task, self._bounds
        for suit, (place, order) in enumerate(zip(at, self._orders, strict=True)):
            further = (*at[:suit], place + 1, *at[suit + 1 :])
            if place + 1 < len(order) and further not in self._noted:
                self._noted.add(further)
                least = sum([order[place][0] for place, order in zip(further, self._orders, strict=True)])
                self._push(least, (NOT_STARTED, further, (), 0, 0), 0)
        numbers = tuple([order[place][1] for place, order in zip(at, self._orders, strict=True)])
        bound, least = bounds.free, 0
        chosen = [lanes[number] for lanes, number in zip(task.lanes, numbers, strict=True)]
        for lane in chosen:
            table, base = lane.tables[task.first]
            bound = bounds.joined[bound][table.bounds[lane.state]]
            least += base
        least += bounds.losses[bound][-1]
        if least < NEVER:
            node = (task.first, numbers, tuple([lane.state for lane in chosen]), 0, 0)
            self._losses[node] = 0
            self._push(max(least, task.ranks[0].cheapest[task.keep]), node, 0)

    def _in_order(self, lanes: Sequence[Lane]) -> list[tuple[int, int]]:
        """Return the least loss of all lanes of a suit and their numbers, in order."""
        found = []
        for number, lane in enumerate(lanes):
            table, base = lane.tables[self._task.first]
            least = base + self._bounds.losses[table.bounds[lane.state]][-1]
            if least < NEVER:
                found.append((least, number))
        return sorted(found)

    def _end(self, limit: int, node: Node, loss: int) -> None:
        """Finish a walk; jokers may have to stay in the hand."""
        task = self._task
        place, numbers, states, used, left = node
        spare = task.jokers - used
        for lanes, number, state in zip(task.lanes, numbers, states, strict=True):
            spare -= lanes[number].needed_at_end[state] or 0
        stay = max(0, task.keep - left)
        if stay <= min(spare, task.hand_jokers):
            total = loss + stay * task.joker_weight
            end = (place + 1, numbers, states, used, stay)
            if total < self._losses.get(end, NEVER):
                self._losses[end] = total
                self._came[end] = (node, 0, NO_SETS[0])
                if total <= limit:
                    self._stack.append((end, total, None, []))
                else:
                    self._push(total, end, total)

    def _found(self, end: Node, loss: int, complete: bool) -> QuickFound:
        node = self._came[end][0]
        nodes, steps = [node], []
        while node in self._came:
            node, code, choice = self._came[node]
            nodes.append(node)
            steps.append((code, choice))
        return QuickFound(nodes[::-1], steps[::-1], loss, end[4], complete)

    # -- on the way --------------------------------------------------------------------------------

    def _lanes_of(self, numbers: BySuit) -> _Lanes:
        known = self._lanes.get(numbers)
        if known is None:
            chosen = [lanes[number].tables for lanes, number in zip(self._task.lanes, numbers, strict=True)]
            columns = list(zip(*chosen, strict=True))
            known = self._lanes[numbers] = _Lanes(
                [tuple([table for table, _ in column if isinstance(table, Table)]) for column in columns],
                [sum([base for _, base in column]) for column in columns],
                sum([low * power for low, power in zip(numbers, self._powers, strict=False)])
                if self._task.first
                else 0,
            )
        return known

    def _follow(self, limit: int, node: Node, loss: int, ways: Iterator[Way] | None, beyond: list[int]) -> None:
        """Go on from a node as far as possible without more loss than *limit* for sure."""
        while node[0] < self._last:
            lanes = self._lanes_of(node[1])
            if ways is None:
                beyond = [NEVER]
                ways = self._ways(lanes, node, limit - loss, beyond)
            child = self._next(lanes, limit, node, loss, ways)
            if child is None:
                if beyond[0] < NEVER:
                    self._push(loss + lanes.bases[node[0] + 1] + beyond[0], node, loss)
                return
            self._stack.append((node, loss, ways, beyond))
            node, loss = child
            ways = None
        self._end(limit, node, loss)

    def _next(self, lanes: _Lanes, limit: int, node: Node, loss: int, ways: Iterator[Way]) -> tuple[Node, int] | None:
        """Return a successor within the limit, if there is one; put those met before it in the queue."""
        task, losses = self._task, self._losses
        place, numbers, _, used, left = node
        weight, choices, _ = task.ranks[place]
        further = place + 1
        base = lanes.bases[further]
        keep = task.keep
        all_losses, most = self._bounds.losses, self._bounds.length - 1
        code_of_aces = lanes.ace_code if further == self._last else 0
        for code, states, jokers, onward in ways:
            child = None
            unused = task.jokers - used - jokers
            losses_onward = all_losses[onward]
            for choice in NO_SETS if choices is None else choices[code + code_of_aces]:
                now_unused = unused - choice.jokers
                if now_unused < 0:
                    continue
                total = loss + choice.left * weight
                now_left = min(left + choice.left, keep)
                after = (further, numbers, states, task.jokers - now_unused, now_left)
                if total >= losses.get(after, NEVER):
                    continue
                bound = total + base + losses_onward[min(2 * now_unused, most)]
                if bound >= NEVER:
                    continue
                if keep and further < self._last:
                    bound = max(bound, total + task.ranks[further].cheapest[keep - now_left])
                losses[after] = total
                self._came[after] = (node, code, choice)
                if bound > limit:
                    self._push(bound, after, total)
                elif child is None:
                    child = (after, total)
                else:
                    self._stack.append((after, total, None, []))
            if child is not None:
                return child
        return None

    def _ways(self, lanes: _Lanes, node: Node, limit: int, beyond: list[int]) -> Iterator[Way]:
        """Yield all ways in which every suit takes one of its options, with no more loss than *limit* for sure.

        The least loss over the limit that was met is noted in *beyond*.
        """
        place, _, states, used, _ = node
        tables = lanes.tables[place]
        limit -= lanes.bases[place + 1]
        unused = self._task.jokers - used
        halves = min(2 * unused, self._bounds.length - 1)
        losses, joined = self._bounds.losses, self._bounds.joined
        # Each suit for itself first: what is too much even if all others do their best need not be combined.
        listed = [
            table.listed.get((state, halves)) or table.list_options(state, halves)
            for table, state in zip(tables, states, strict=True)
        ]
        slack = limit
        for of_suit in listed:
            slack -= of_suit[0]
        within = []
        for least, tight, further, options in listed:
            if further < NEVER:
                if further - least <= slack:
                    most = least + slack
                    tight = [option for option in options if losses[option[3]][halves] <= most]
                    further = losses[options[len(tight)][3]][halves] if len(tight) < len(options) else NEVER
                over = further - least - slack + limit
                if over < beyond[0]:
                    beyond[0] = over
            within.append(tight)
        first, second, third, fourth = self._four_parts(within)
        _, power, power_of_third, power_of_fourth = self._powers_of_parts
        upper = slack + listed[0][0] + (listed[1][0] if len(listed) > 1 else 0)
        for code, onto, jokers, bound, onward in first:
            row, row_onward = joined[bound], joined[onward]
            for naturals, state, more, and_bound, further in second:
                lower = row[and_bound]
                least = losses[lower][halves]
                if least > upper:
                    if least - upper + limit < beyond[0]:
                        beyond[0] = least - upper + limit
                    continue
                code_so_far = code + naturals * power
                onto_so_far = onto + state
                jokers_left = unused - jokers - more
                row_of_lower, row_from_there = joined[lower], joined[row_onward[further]]
                for naturals_of_third, third_state, third_jokers, third_bound, third_onward in third:
                    row_of_third = joined[third_bound]
                    for naturals_of_fourth, fourth_state, fourth_jokers, fourth_bound, fourth_onward in fourth:
                        unused_then = jokers_left - third_jokers - fourth_jokers
                        if unused_then < 0:
                            continue
                        least = losses[row_of_lower[row_of_third[fourth_bound]]][halves]
                        if least <= limit:
                            yield (
                                code_so_far + naturals_of_third * power_of_third + naturals_of_fourth * power_of_fourth,
                                onto_so_far + third_state + fourth_state,
                                unused - unused_then,
                                row_from_there[joined[third_onward][fourth_onward]],
                            )
                        elif least < beyond[0]:
                            beyond[0] = least

    def _four_parts(self, options: list[list[Option]]) -> list[list[Option]]:
        """Return the options of any number of suits as those of four."""
        if len(options) == 4:
            return options
        free, joined = self._bounds.free, self._bounds.joined
        parts = options[:4] + [[(0, (), 0, free, free)] for _ in range(4 - len(options))]
        for suit in range(4, len(options)):
            power = self._powers[suit - 3]
            parts[3] = [
                (
                    code + naturals * power,
                    states + state,
                    jokers + more,
                    joined[bound][and_bound],
                    joined[onward][further],
                )
                for code, states, jokers, bound, onward in parts[3]
                for naturals, state, more, and_bound, further in options[suit]
            ]
        return parts
