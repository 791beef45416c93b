"""The search for the walk that costs least: states wait in buckets by cost, and the first one at the end is the best.

A state is one number: the place of the line, the jokers laid, the cards kept back, and the open runs of all suits, as
two numbers for two halves of the suits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import islice, product
from operator import itemgetter

from rummykit.melds import MIN_LENGTH
from rummykit.memo import Memo
from rummykit.solver.shapes import (
    NEVER,
    PLACE_BITS,
    PLACES,
    BySuit,
    Choice,
    OpenRuns,
    Share,
    Spread,
    SuitState,
    outlook,
)

JOKER_BITS, LEFT_BITS, HALF_BITS, SHARE_BITS, WAY_BITS = 5, 7, 21, 12, 20
JOKERS_AT = PLACE_BITS
LEFT_AT = JOKERS_AT + JOKER_BITS
STATE_AT = LEFT_AT + LEFT_BITS
SECOND_AT = STATE_AT + HALF_BITS
JOKERS = (1 << JOKER_BITS) - 1
LEFT = (1 << LEFT_BITS) - 1
HALF = (1 << HALF_BITS) - 1
SHARES = (1 << SHARE_BITS) - 1
WAYS = (1 << WAY_BITS) - 1
BELOW_STATE = (1 << STATE_AT) - 1
FIELD_BITS = 6
COST_AT = FIELD_BITS
FIELDS_AT = COST_AT + 64
ANY_COST = NEVER - 1
"""As much as any walk costs."""
COMPARED = 300
"""With how many others a state is compared before it is gone on from."""
JOKER_LOOKS = 8
"""A state looks better by so much with a joker less laid, or a card more placed where any will do; by 1 with a run more
that may end."""
BEAM = 30
"""How many states of a place a search goes on with once it has been cut off, or fewer after few steps."""
first_of = itemgetter(0)
"""What to sort by, and by nothing else: numbers of states depend on what was asked before."""
At = tuple[tuple[int, ...], tuple[int, ...]]
"""Where suits go on: their spots, and the prices there."""
Ahead = tuple[tuple[int, ...], tuple[int, ...]]
"""The cards of suits at the next two places."""
Way = tuple[int, int, int, int, int, int, int]
"""How half of the suits can go on: what that costs, how good it looks, a number for how it is done, the jokers laid,
what it adds to a whole state as the first half and as the second, and their state after it."""
HalfStep = tuple[int, int, int, int, int, int, int, int]
"""A step of half of the suits: the jokers that it lays and their open runs will need then, and the way. Those that need
few jokers come first. Numbers only: there are many, and those of numbers cost the garbage collector nothing."""


class HalfWays(dict[int, list[Way]]):
    """How half of the suits can go on at given spots, by state and share; worked out when asked for."""

    def __init__(self, half: Half, spots: tuple[int, ...], prices: tuple[int, ...]) -> None:
        super().__init__()
        self._half, self._spots, self._prices = half, spots, prices
        self.spreads = Memo(self._find_spreads)
        """How every suit goes on, by the number of a way."""
        self.equal: dict[tuple[HalfStep, ...], tuple[HalfStep, ...]] = {}

    def __missing__(self, key: int) -> list[Way]:
        half = self._half
        most, every_way = half.jokers, half.every_way
        best: dict[int, Way] = {}
        for at, spreads in enumerate(self._ways(key)):
            jokers = cost = 0
            for spread in spreads:
                jokers += spread[1]
                cost += spread[2]
            if jokers <= most:
                state = half.number(tuple([spread[0] for spread in spreads]))
                same = state << JOKER_BITS | jokers if every_way else state
                known = best.get(same)
                if known is None or (jokers, cost) < (known[3], known[0]):
                    laid, looks = jokers << JOKERS_AT, half.complete[state] - JOKER_LOOKS * jokers
                    first, second = laid + (state << STATE_AT), laid + (state << SECOND_AT)
                    best[same] = cost, looks, key << WAY_BITS | at, jokers, first, second, state
        found = self[key] = list(best.values())
        return found

    def _ways(self, key: int) -> Iterator[tuple[Spread, ...]]:
        half = self._half
        states, shares = half.states[key >> SHARE_BITS], half.shares[key & SHARES]
        return product(
            *[
                half.runs.spreads(state, share, spot, self._prices)
                for state, share, spot in zip(states, shares, self._spots, strict=True)
            ]
        )

    def _find_spreads(self, number: int) -> tuple[Spread, ...]:
        return next(islice(self._ways(number >> WAY_BITS), number & WAYS, None))


class HalfSteps(dict[int, tuple[HalfStep, ...]]):
    """The same where the cards at the next two places are known: only ways on which open runs can still be ended."""

    def __init__(self, half: Half, at: At, ahead: Ahead) -> None:
        super().__init__()
        self.ways, self._lacking, self._jokers = half.ways[at], half.lacking[ahead], half.jokers

    def __missing__(self, key: int) -> tuple[HalfStep, ...]:
        lacking, most = self._lacking, self._jokers
        steps = [(jokers, *way) for way in self.ways[key] if (jokers := way[3] + lacking[way[6]]) <= most]
        if len(steps) > 1:
            steps.sort(key=first_of)
        found = tuple(steps)
        # Equal ones are kept once: what is small stays in the processor's cache.
        found = self[key] = self.ways.equal.setdefault(found, found)
        return found


class Ranking:
    """Tells which states are at least as good as others: whatever can follow on these can follow on those.

    Longer runs are as good as shorter ones, and a run that may end is as good as none. So for runs that are otherwise
    alike it is counted how many are short and how many there are; the numbers are fields of one large number, compared
    all at once. States of different groups are not compared.
    """

    def __init__(self, runs: OpenRuns, halves: tuple[Half, Half], suits: int, *, circle: bool) -> None:
        self._runs, self._circle = runs, circle
        middle = suits // 2
        self.standings = (
            self._standings(halves[0], range(middle), STATE_AT),
            self._standings(halves[1], range(middle, suits), SECOND_AT),
        )
        """For every state of both halves its fields, and its group as part of a whole state."""
        self._fields: dict[tuple[int, ...], int] = {}
        self._groups: dict[tuple[object, ...], int] = {}
        self.guard = (1 << FIELD_BITS - 1) | 1 << FIELDS_AT - 1
        """The highest bit of every field; the first two are for the jokers laid and the cost."""

    def _standings(self, half: Half, suits: Sequence[int], at: int) -> Memo[int, tuple[int, int]]:
        def find(number: int) -> tuple[int, int]:
            profile, group = self._standing(suits, [self._runs.states[suit] for suit in half.states[number]])
            return profile, group << at

        return Memo(find)

    def _standing(self, suits: Sequence[int], states: Sequence[SuitState]) -> tuple[int, int]:
        profile = 0
        for suit, state in zip(suits, states, strict=True):
            for run in state.runs:
                kind = (suit, *run[1:])
                profile -= self._field(*kind, 0)
                may_end = self._runs.is_complete((MIN_LENGTH, *run[1:]))
                for length in range(run[0], MIN_LENGTH + (not may_end)):
                    profile += self._field(*kind, length)
        same = tuple([state if self._circle else state._replace(runs=()) for state in states])
        return profile, self._groups.setdefault(same, len(self._groups))

    def _field(self, *key: int) -> int:
        known = self._fields.get(key)
        if known is None:
            known = self._fields[key] = 1 << FIELDS_AT + FIELD_BITS * len(self._fields)
            self.guard += known * (1 << FIELD_BITS - 1)
        return known


class Half:
    """Half of the suits, whichever they are, their states packed into one number, and their shares into another.

    ``ways`` has how they go on by spots and prices, ``steps`` by these and the cards at the next two places.
    """

    def __init__(self, runs: OpenRuns, jokers: int, *, every_way: bool) -> None:
        self.runs, self.jokers, self.every_way = runs, jokers, every_way
        self.states: list[tuple[int, ...]] = []
        self._numbers: dict[tuple[int, ...], int] = {}
        self.shares: list[tuple[Share, ...]] = []
        self._share_numbers: dict[tuple[Share, ...], int] = {}
        self.complete, self.lacks = Memo(self._complete), Memo(self._lacks)
        self.ways: Memo[At, HalfWays] = Memo(lambda at: HalfWays(self, *at))
        self.steps: Memo[tuple[At, Ahead], HalfSteps] = Memo(lambda where: HalfSteps(self, *where))
        self.lacking: Memo[Ahead, Memo[int, int]] = Memo(self._lacking)

    def number(self, suits: tuple[int, ...]) -> int:
        """Return the number for the states of these suits."""
        number = self._numbers.setdefault(suits, len(self.states))
        if number == len(self.states):
            self.states.append(suits)
        return number

    def share_number(self, shares: tuple[Share, ...]) -> int:
        """Return the number for what these suits get."""
        number = self._share_numbers.setdefault(shares, len(self.shares))
        if number == len(self.shares):
            self.shares.append(shares)
        return number

    def _lacking(self, ahead: Ahead) -> Memo[int, int]:
        """Return how many jokers the open runs of every state will need at least."""
        outlooks = tuple(map(outlook, *ahead))
        return Memo(lambda number: sum(map(self.runs.lacking, self.states[number], outlooks)))

    def _complete(self, number: int) -> int:
        """Return how many runs of a state may end."""
        runs = [run for suit in self.states[number] for run in self.runs.states[suit].runs]
        return sum(map(self.runs.is_complete, runs))

    def _lacks(self, number: int) -> int:
        """Return how much a state still needs: runs that may not end yet or must come round, and cards kept back."""
        states = [self.runs.states[suit] for suit in self.states[number]]
        open_runs = sum([len(state.runs) + len(state.across) + state.reserved for state in states])
        return open_runs - self.complete[number]


Option = tuple[int, int, int, int, Choice, BySuit]
"""A choice as far as the second half of the suits goes, once the first half is settled: the jokers it lays, the share
of the second half, what is left, what it costs, the choice itself, and where every suit stands in it."""
Options = tuple[tuple[int, tuple[Option, ...]], ...]
"""All that can be done with the cards of a rank, by what the first half of the suits gets; few jokers come first."""
Place = tuple[Options, HalfSteps, HalfSteps, int, Sequence[int]]
"""What can be done at a place of the line: with its cards, and by both halves of the suits; what a unit of the options'
cost is worth; and for every number of jokers left after the step what the cards further on will cost at least."""
Move = tuple[int, Option, HalfStep, HalfStep]
"""The state before a step, what became of the cards, and the steps of both halves."""


class Search:
    """A search through the places of a line.

    ``keep`` cards have to be kept back; they are paid for beforehand, ``unit`` for each, so that to leave one costs no
    more than it must. ``last`` is the last place where one can be. ``final`` says what it costs to end in a state, or
    None where a walk may not.
    """

    def __init__(
        self,
        places: Sequence[Place],
        halves: tuple[Half, Half],
        ranking: Ranking,
        final: Callable[[int], int | None],
        most_cost: int,
        keep: int,
        unit: int,
        last: int,
    ) -> None:
        self.places, self._halves, self._ranking = places, halves, ranking
        self._jokers, self._every_way = halves[0].jokers, halves[0].every_way
        self._keep, self._unit, self._last = keep, unit, last
        self._final, self._most_cost = final, most_cost
        self._buckets: dict[int, list[int]] = {}
        self._waiting: list[int] = []
        self._costs: dict[int, int] = {}
        self._moves: dict[int, Move] = {}

    def add(self, node: int, cost: int) -> None:
        """Let a state wait."""
        if cost <= self._most_cost and cost < self._costs.get(node, NEVER):
            self._costs[node] = cost
            if cost not in self._buckets:
                self._buckets[cost] = []
                heappush(self._waiting, cost)
            self._buckets[cost].append(node)

    def best(self, most_steps: int, narrowly: bool) -> tuple[tuple[int, int] | None, bool]:
        """Return the best walk's cost and last state, None if none was found, and whether that is sure."""
        found = self._run(most_steps)
        if found is None and self._waiting:
            return self._run_narrowly(min(BEAM, most_steps // 20)) if narrowly else None, False
        return found, True

    def _run(self, most_steps: int) -> tuple[int, int] | None:
        """Return what is found; None if there is nothing, or after so many steps."""
        places, total, most_cost, keep, unit = self.places, self._jokers, self._most_cost, self._keep, self._unit
        last, buckets, waiting, costs, moves = self._last, self._buckets, self._waiting, self._costs, self._moves
        ranking, (standings, second_standings) = self._ranking, self._ranking.standings
        # Where jokers may be left over, a state with fewer of them laid is at least as good.
        every_way = self._every_way
        same = BELOW_STATE if every_way else BELOW_STATE & ~(JOKERS << JOKERS_AT)
        reached: dict[int, list[int]] = {}
        end, steps, any_will_do = len(places), 0, keep > 0 and not unit
        while waiting:
            estimate = waiting[0]
            bucket = buckets[estimate]
            while bucket:
                node = bucket.pop()
                place, laid, cost = node & PLACES, node >> JOKERS_AT & JOKERS, costs[node]
                first, second = node >> STATE_AT & HALF, node >> SECOND_AT
                profile_a, group_a = standings[first]
                profile_b, group_b = second_standings[second]
                profile = profile_a + profile_b + (cost << COST_AT)
                if not every_way:
                    profile += laid
                group = node & same | group_a | group_b
                if group in reached:
                    known = reached[group]
                else:
                    known = reached[group] = []
                guard = ranking.guard
                guarded = profile + guard
                for at in range(len(known) - 1, max(-1, len(known) - COMPARED), -1):
                    if (guarded - known[at]) & guard == guard:
                        # What was better once is likely to be so again.
                        known[at], known[-1] = known[-1], known[at]
                        break
                else:
                    if place < end and steps == most_steps:
                        bucket.append(node)
                        return None
                    steps += 1
                    known.append(profile)
                    if place >= end:
                        final = 0 if place > end else self._final(node)
                        if final == 0:
                            return cost, node
                        if final is not None:
                            self.add(node + 1, cost + final)
                        continue
                    options, firsts, seconds, weight, ahead = places[place]
                    left, stayed = total - laid, node >> LEFT_AT & LEFT
                    base = (node & BELOW_STATE) + 1
                    low, high = first << SHARE_BITS, second << SHARE_BITS
                    found = []
                    for share, further in options:
                        # By index, so that what is not wanted is not even touched.
                        for step_a in firsts[low | share]:
                            room_a = left - step_a[0]
                            if room_a < 0:
                                break
                            left_a, base_a, then_a = left - step_a[4], base + step_a[5], cost + step_a[1]
                            for option in further:
                                jokers_o = option[0]
                                room = room_a - jokers_o
                                if room < 0:
                                    break
                                for step_b in seconds[high | option[1]]:
                                    if step_b[0] > room:
                                        break
                                    new = base_a + step_b[6] + (jokers_o << JOKERS_AT)
                                    then = then_a + option[3] * weight + step_b[1]
                                    if stayed < keep:
                                        if option[2]:
                                            kept = min(option[2], keep - stayed)
                                            new += kept << LEFT_AT
                                            then -= unit * kept
                                        elif place == last:
                                            continue
                                    if new in costs and costs[new] <= then:
                                        continue
                                    at_least = then + ahead[left_a - jokers_o - step_b[4]]
                                    if at_least > most_cost:
                                        continue
                                    costs[new] = then
                                    moves[new] = node, option, step_a, step_b
                                    if at_least <= estimate:
                                        looks = step_a[2] + step_b[2] - JOKER_LOOKS * jokers_o
                                        if any_will_do:
                                            looks += JOKER_LOOKS * (new >> LEFT_AT & LEFT)
                                        found.append((looks, new))
                                    elif at_least in buckets:
                                        buckets[at_least].append(new)
                                    else:
                                        buckets[at_least] = [new]
                                        heappush(waiting, at_least)
                    found.sort(key=first_of)
                    bucket += [new for _, new in found]
            del buckets[estimate]
            heappop(waiting)
        return None

    def _run_narrowly(self, width: int) -> tuple[int, int] | None:
        """Go on from the states that wait, with the *width* cheapest of every place; return what is found then."""
        end = len(self.places)
        waiting: list[dict[int, int]] = [{} for _ in range(end + 2)]
        for bucket in self._buckets.values():
            for node in bucket:
                waiting[node & PLACES][node] = self._costs[node]
        for place in range(end):
            for node, cost in self._choose(waiting[place], width):
                for new, more, move in self._steps_from(node):
                    then = cost + more
                    if then <= self._most_cost and then < self._costs.get(new, NEVER):
                        self._costs[new], self._moves[new] = then, move
                        waiting[place + 1][new] = then
        ends = []
        for node, cost in waiting[end].items():
            final = self._final(node)
            if final is not None and cost + final <= self._most_cost:
                ends.append((cost + final, node))
        return min(ends, key=lambda end: end[0], default=None)

    def _choose(self, waiting: dict[int, int], width: int) -> Iterator[tuple[int, int]]:
        """Yield the cheapest states of a place, none of them worse than another, and their costs.

        There is always one among them that lacks nothing: from it no dead end is reached.
        """
        first, second = self._halves
        chosen, safe = list[tuple[int, int]](), False

        def looks(node: int) -> int:
            placed = 0 if self._unit else node >> LEFT_AT & LEFT
            complete = first.complete[node >> STATE_AT & HALF] + second.complete[node >> SECOND_AT]
            return complete + JOKER_LOOKS * (placed - (node >> JOKERS_AT & JOKERS))

        for node, cost in sorted(waiting.items(), key=lambda item: (item[1], -looks(item[0]))):
            one, other = node >> STATE_AT & HALF, node >> SECOND_AT
            (profile, group), (more, group_b) = self._ranking.standings[0][one], self._ranking.standings[1][other]
            group, profile = node & BELOW_STATE | group | group_b, profile + more + (cost << COST_AT)
            guard = self._ranking.guard
            if any(group == same and (profile + guard - better) & guard == guard for same, better in chosen):
                continue
            lacks = first.lacks[one] or second.lacks[other]
            if len(chosen) < width or not (lacks or safe):
                chosen.append((group, profile))
                safe = safe or not lacks
                yield node, cost
            elif safe:
                return

    def path(self, node: int) -> list[Move]:
        """Return the steps that led to a state at the end of the line."""
        found: list[Move] = []
        while (move := self._moves.get(node)) is not None:
            found.append(move)
            node = move[0]
        found.reverse()
        return found

    def _steps_from(self, node: int) -> Iterator[tuple[int, int, Move]]:
        """Yield the states after a state, with what the step costs and what it is."""
        options, firsts, seconds, weight, _ = self.places[node & PLACES]
        left, stayed = self._jokers - (node >> JOKERS_AT & JOKERS), node >> LEFT_AT & LEFT
        low, high = (node >> STATE_AT & HALF) << SHARE_BITS, node >> SECOND_AT << SHARE_BITS
        base = (node & BELOW_STATE) + 1
        for share, further in options:
            for step_a, option in product(firsts[low | share], further):
                kept = min(option[2], self._keep - stayed)
                base_o = base + step_a[5] + (option[0] << JOKERS_AT) + (kept << LEFT_AT)
                cost = step_a[1] + option[3] * weight - self._unit * kept
                for step_b in seconds[high | option[1]]:
                    if step_a[0] + option[0] + step_b[0] <= left:
                        yield base_o + step_b[6], cost + step_b[1], (node, option, step_a, step_b)
