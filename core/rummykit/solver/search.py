"""The search for the walk that costs least: states wait in buckets by cost, and the first one at the end is the best.

A state is one number: the place of the line, the jokers laid, the cards kept back, and the open runs of all suits, as
two numbers for two halves of the suits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from rummykit.solver.runs import CODE_BITS, NEVER, PLACE_BITS, PLACES, OpenRuns, Share, Spread
from rummykit.solver.sets import Choice

JOKER_BITS, LEFT_BITS, HALF_BITS, SHARE_BITS = 5, 7, 22, 12
JOKERS_AT = PLACE_BITS
LEFT_AT = JOKERS_AT + JOKER_BITS
STATE_AT = LEFT_AT + LEFT_BITS
SECOND_AT = STATE_AT + HALF_BITS
JOKERS = (1 << JOKER_BITS) - 1
LEFT = (1 << LEFT_BITS) - 1
HALF = (1 << HALF_BITS) - 1
SHARES = (1 << SHARE_BITS) - 1
ANY_COST = NEVER - 1
"""As much as any walk costs."""
BEAM = 60
"""How many states of a place a search goes on with once it has been cut off."""


class HalfMove(NamedTuple):
    """A step of half of the suits: what it adds to a state, the jokers it lays, and what it costs."""

    adds: int
    jokers: int
    cost: int


class HalfMoves(dict[int, tuple[HalfMove, ...]]):
    """The moves of half of the suits at given spots, by state and shares; worked out when asked for."""

    def __init__(self, half: Half, spots: int, prices: tuple[int, ...]) -> None:
        super().__init__()
        self._half, self._prices, self._spots = half, prices, half.of_suits(spots)
        self._how: dict[tuple[int, HalfMove], tuple[Spread, ...]] = {}

    def __missing__(self, key: int) -> tuple[HalfMove, ...]:
        half = self._half
        best: dict[int, HalfMove] = {}
        for spreads in self._ways(key):
            move = half.move(spreads)
            same = move.adds if half.every_way else move.adds >> STATE_AT
            known = best.get(same)
            if known is None or (move.jokers, move.cost) < (known.jokers, known.cost):
                best[same] = move
        found = self[key] = tuple(sorted(best.values(), key=lambda move: (move.jokers, move.adds >> STATE_AT)))
        return found

    def _ways(self, key: int) -> Iterator[tuple[Spread, ...]]:
        """Yield all ways to go on, suit by suit, that take no more jokers than there are."""
        half = self._half
        options = [
            half.runs.spreads(state, share, spot, self._prices)
            for state, share, spot in zip(
                half.states[key >> SHARE_BITS], half.shares[key & SHARES], self._spots, strict=True
            )
        ]

        def go_on(at: int, left: int, chosen: tuple[Spread, ...]) -> Iterator[tuple[Spread, ...]]:
            if at == len(options):
                yield chosen
                return
            for spread in options[at]:
                if spread.jokers > left:
                    break
                yield from go_on(at + 1, left - spread.jokers, (*chosen, spread))

        return go_on(0, half.jokers, ())

    def how(self, key: int, wanted: HalfMove) -> tuple[Spread, ...]:
        """Return how every suit goes on in a move."""
        known = self._how.get((key, wanted))
        if known is None:
            ways = self._ways(key)
            known = self._how[key, wanted] = next(way for way in ways if self._half.move(way) == wanted)
        return known


class Lacking(dict[int, int]):
    """How many jokers the open runs of half of the suits will need at least under given outlooks, by state."""

    def __init__(self, half: Half, outlooks: int) -> None:
        super().__init__()
        self._half, self._outlooks = half, half.of_suits(outlooks)

    def __missing__(self, number: int) -> int:
        found = self[number] = sum(map(self._half.runs.lacking, self._half.states[number], self._outlooks))
        return found


class Half:
    """Some of the suits, their states packed into one number, and their shares into another."""

    def __init__(self, runs: OpenRuns, suits: tuple[int, ...], state_at: int, jokers: int, *, every_way: bool) -> None:
        self.runs, self.suits, self.jokers, self.every_way = runs, suits, jokers, every_way
        self._state_at = state_at
        self.states: list[tuple[int, ...]] = []
        self._numbers: dict[tuple[int, ...], int] = {}
        self.shares: list[tuple[Share, ...]] = []
        self._share_numbers: dict[tuple[Share, ...], int] = {}
        self._moves: dict[tuple[int, tuple[int, ...]], HalfMoves] = {}
        self._lacking: dict[int, Lacking] = {}

    def number(self, suits: tuple[int, ...]) -> int:
        """Return the number for the states of these suits."""
        number = self._numbers.get(suits)
        if number is None:
            number = self._numbers[suits] = len(self.states)
            self.states.append(suits)
        return number

    def share_number(self, shares: tuple[Share, ...]) -> int:
        """Return the number for what these suits get."""
        number = self._share_numbers.get(shares)
        if number is None:
            number = self._share_numbers[shares] = len(self.shares)
            self.shares.append(shares)
        return number

    def of_suits(self, codes: int) -> list[int]:
        """Return the codes of the suits, which come packed into one number."""
        return [codes >> CODE_BITS * at & (1 << CODE_BITS) - 1 for at in range(len(self.suits))]

    def moves(self, spots: int, prices: tuple[int, ...]) -> HalfMoves:
        """Return the moves at these spots."""
        key = spots, prices
        moves = self._moves.get(key)
        if moves is None:
            moves = self._moves[key] = HalfMoves(self, spots, prices)
        return moves

    def lacking(self, outlooks: int) -> Lacking:
        """Return what open runs lack under these outlooks."""
        lacking = self._lacking.get(outlooks)
        if lacking is None:
            lacking = self._lacking[outlooks] = Lacking(self, outlooks)
        return lacking

    def move(self, spreads: tuple[Spread, ...]) -> HalfMove:
        """Return what the suits come to together."""
        jokers = cost = 0
        for spread in spreads:
            jokers += spread.jokers
            cost += spread.cost
        state = self.number(tuple([spread.state for spread in spreads]))
        return HalfMove((state << self._state_at) + (jokers << JOKERS_AT), jokers, cost)


class Option(NamedTuple):
    """A choice as far as the second half of the suits goes, once the first half is settled."""

    adds: int
    cost: int
    left: int
    jokers: int
    share: int
    choice: Choice


Options = tuple[tuple[int, tuple[Option, ...]], ...]
"""All that can be done with the cards of a rank, by what the first half of the suits gets."""


class FirstMoves(dict[int, list[tuple[int, int, int, tuple[Option, ...]]]]):
    """What the first half of the suits can do at a place, by its state, each with the choices that go with it.

    The jokers come with those that its open runs will need.
    """

    def __init__(self, options: Options, moves: HalfMoves, lacking: Lacking, jokers: int) -> None:
        super().__init__()
        self._options, self._moves, self._lacking, self._jokers = options, moves, lacking, jokers

    def __missing__(self, state: int) -> list[tuple[int, int, int, tuple[Option, ...]]]:
        found = self[state] = [
            (adds, needed, cost, further)
            for share, further in self._options
            for adds, jokers, cost in self._moves[state << SHARE_BITS | share]
            if (needed := jokers + self._lacking[adds >> STATE_AT]) <= self._jokers
        ]
        return found


class SecondMoves(dict[int, list[tuple[int, int, int]]]):
    """What the second half of the suits can do at a place, by its state and its share; jokers as in `FirstMoves`."""

    def __init__(self, moves: HalfMoves, lacking: Lacking, jokers: int) -> None:
        super().__init__()
        self._moves, self._lacking, self._jokers = moves, lacking, jokers

    def __missing__(self, key: int) -> list[tuple[int, int, int]]:
        found = self[key] = [
            (adds, needed, cost)
            for adds, jokers, cost in self._moves[key]
            if (needed := jokers + self._lacking[adds >> SECOND_AT]) <= self._jokers
        ]
        return found


class RankMoves:
    """What can be done at a place of the line: with its cards, and by both halves of the suits."""

    __slots__ = ("first", "firsts", "lacking", "options", "second", "seconds")

    def __init__(
        self, options: Options, first: HalfMoves, second: HalfMoves, lacking: tuple[Lacking, Lacking], jokers: int
    ) -> None:
        self.options, self.first, self.second, self.lacking = options, first, second, lacking
        self.firsts = FirstMoves(options, first, lacking[0], jokers)
        self.seconds = SecondMoves(second, lacking[1], jokers)

    def needed(self, one: HalfMove, other: HalfMove) -> int:
        """Return how many jokers the moves of both halves lay, and their open runs will need."""
        lacking = self.lacking[0][one.adds >> STATE_AT] + self.lacking[1][other.adds >> SECOND_AT]
        return one.jokers + other.jokers + lacking


class Search:
    """A search through the places of a line.

    ``keep`` cards have to be kept back; they are paid for beforehand, ``unit`` for each, so that to leave one costs no
    more than it must. ``final`` says what it costs to end in a state, or None where a walk may not.
    """

    def __init__(
        self,
        places: Sequence[RankMoves],
        jokers: int,
        *,
        every_way: bool,
        most_cost: int,
        final: Callable[[int], int | None],
        keep: int = 0,
        unit: int = 0,
    ) -> None:
        self.places, self._jokers, self._every_way = places, jokers, every_way
        self._keep, self._unit, self._final, self._most_cost = keep, unit, final, most_cost
        self._buckets: dict[int, list[tuple[int, int]]] = {}
        self._costs: list[int] = []
        self._closed: list[dict[int, int]] = [{} for _ in range(len(places) + 2)]
        self._parents: dict[int, int] = {}

    @property
    def is_over(self) -> bool:
        """Whether no state waits any more."""
        return not self._costs

    def add(self, node: int, parent: int, cost: int) -> None:
        """Let a state wait."""
        bucket = self._buckets.get(cost)
        if bucket is not None:
            bucket.append((node, parent))
        elif cost <= self._most_cost:
            self._buckets[cost] = [(node, parent)]
            heappush(self._costs, cost)

    def run(self, most_steps: int) -> tuple[int, int] | None:
        """Return the best walk's cost and last state; None if there is none, or after so many steps."""
        places, every_way, total, most_cost = self.places, self._every_way, self._jokers, self._most_cost
        keep, unit, buckets, costs, parents = self._keep, self._unit, self._buckets, self._costs, self._parents
        end, steps = len(places), 0
        while costs:
            cost = costs[0]
            bucket = buckets[cost]
            while bucket:
                node, parent = entry = bucket.pop()
                place, laid = node & PLACES, node >> JOKERS_AT & JOKERS
                # Where jokers may be left over, a state with fewer of them laid is at least as good.
                key, fewer = (node, 0) if every_way else (node >> LEFT_AT, laid)
                closed = self._closed[place]
                if closed.get(key, JOKERS) <= fewer:
                    continue
                if place < end and steps == most_steps:
                    bucket.append(entry)
                    return None
                steps += 1
                closed[key] = fewer
                parents[node] = parent
                if place >= end:
                    final = 0 if place > end else self._final(node)
                    if final == 0:
                        return cost, node
                    if final is not None:
                        self.add(node + 1, node, cost + final)
                    continue
                left, stayed = total - laid, node >> LEFT_AT & LEFT
                base = (node & (1 << STATE_AT) - 1) + 1
                high = node >> SECOND_AT << SHARE_BITS
                nearly, seconds = self._closed[place + 1], places[place].seconds
                for adds_a, needed_a, cost_a, further in places[place].firsts[node >> STATE_AT & HALF]:
                    room_a = left - needed_a
                    if room_a < 0:
                        continue
                    for adds_o, cost_o, stays, jokers_o, share, _ in further:
                        room = room_a - jokers_o
                        if room < 0:
                            continue
                        for adds_b, needed_b, cost_b in seconds[high | share]:
                            if needed_b > room:
                                continue
                            new = base + adds_a + adds_o + adds_b
                            then = cost + cost_a + cost_o + cost_b
                            if stayed < keep and stays:
                                kept = min(stays, keep - stayed)
                                new += kept << LEFT_AT
                                then -= unit * kept
                            if every_way:
                                if new in nearly:
                                    continue
                            elif nearly.get(new >> LEFT_AT, JOKERS) <= new >> JOKERS_AT & JOKERS:
                                continue
                            if then == cost:
                                bucket.append((new, node))
                            elif then in buckets:
                                buckets[then].append((new, node))
                            elif then <= most_cost:
                                buckets[then] = [(new, node)]
                                heappush(costs, then)
            del buckets[cost]
            heappop(costs)
        return None

    def run_narrowly(self) -> tuple[int, int] | None:
        """Go on from the states that wait, with the cheapest of every place; return what is found then."""
        end = len(self.places)
        waiting: list[dict[int, tuple[int, int]]] = [{} for _ in range(end + 2)]

        def wait(node: int, parent: int, cost: int) -> None:
            known = waiting[node & PLACES].get(node)
            if node not in self._parents and (known is None or cost < known[0]):
                waiting[node & PLACES][node] = (cost, parent)

        for cost, bucket in self._buckets.items():
            for node, parent in bucket:
                wait(node, parent, cost)
        for place in range(end):
            kept = sorted(waiting[place].items(), key=lambda item: (item[1][0], item[0]))[:BEAM]
            for node, (cost, parent) in kept:
                self._parents[node] = parent
                for new, more, *_ in self.steps_from(node):
                    if cost + more <= self._most_cost:
                        wait(new, node, cost + more)
        ends = []
        for node, (cost, parent) in waiting[end].items():
            final = self._final(node)
            if final is not None and cost + final <= self._most_cost:
                ends.append((cost + final, node, parent))
        if not ends:
            return None
        cost, node, parent = min(ends)
        self._parents[node] = parent
        return cost, node

    def path(self, node: int) -> list[int]:
        """Return the states that led to one at the end of the line, from the beginning."""
        found = [node]
        while self._parents[found[-1]] >= 0:
            found.append(self._parents[found[-1]])
        found.reverse()
        return found[: len(self.places) + 1]

    def steps_from(
        self, node: int, to: int | None = None
    ) -> Iterator[tuple[int, int, tuple[int, HalfMove], tuple[int, HalfMove], Choice]]:
        """Yield the states after a state, or one of them, with what the step costs and what it is."""
        place = self.places[node & PLACES]
        laid, stayed = node >> JOKERS_AT & JOKERS, node >> LEFT_AT & LEFT
        left = self._jokers - laid
        low, high = (node >> STATE_AT & HALF) << SHARE_BITS, node >> SECOND_AT << SHARE_BITS
        base = (node & (1 << STATE_AT) - 1) + 1
        for share, options in place.options:
            for one in place.first[low | share]:
                if to is not None and one.adds >> STATE_AT != to >> STATE_AT & HALF:
                    continue
                for option in options:
                    for other in place.second[high | option.share]:
                        kept = min(option.left, self._keep - stayed)
                        new = base + one.adds + option.adds + other.adds + (kept << LEFT_AT)
                        if new == to or (to is None and place.needed(one, other) + option.jokers <= left):
                            cost = one.cost + option.cost + other.cost - self._unit * kept
                            yield new, cost, (low | share, one), (high | option.share, other), option.choice
