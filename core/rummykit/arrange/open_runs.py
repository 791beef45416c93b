"""The runs of one suit that are open while the ranks are walked through in order, and how they go on.

A run is open as long as it may still grow. All that matters of it is how long it is (up to what makes a
meld), how it ends, and what the limits on jokers leave it. So the open runs of a suit are a small multiset,
and such multisets are numbered.

Jokers are met where they are needed only: inside a run, between two natural cards, and at the end of a run
that is one card short. Any other joker is *spare* and finds its place in the end. Where that place must be
proved, the walk counts the *room* for spare jokers as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rummykit.arrange.run_counts import JOKER, NATURAL, NEW
from rummykit.melds import MIN_LENGTH, MeldRules


class OpenRun(NamedTuple):
    """One open run.

    ``size`` counts its cards (or its natural cards, where more than two are asked for) up to what a meld needs.
    ``gap`` jokers stand at its end and ask for a natural card to follow; if negative, they need none.
    ``jokers`` are all its jokers, where their number is limited. Where room is counted, ``slots`` is the number of
    jokers that its low end could take, and on a circle ``length`` its length. ``rest`` is what must follow from
    here: the rest of a table meld that stays together.
    """

    size: int
    gap: int
    jokers: int
    slots: int
    length: int
    rest: str


class SuitState(NamedTuple):
    """The open runs of a suit, sorted; the aces put low; and the runs that must be open at the end of a circle."""

    runs: tuple[OpenRun, ...] = ()
    low_aces: int = 0
    promised: tuple[OpenRun, ...] = ()


class Step(NamedTuple):
    """One way to go on at a place of the line.

    ``moves`` has for every open run of the next state the run it was before (or `NEW`) and the card it got.
    """

    naturals: int
    jokers: int
    next: int
    room: int
    disturbed: int
    moves: tuple[tuple[int, str], ...]


Made = list[tuple[OpenRun, int, str]]


class OpenRuns:
    """Numbers the states of a suit and lists the steps between them, for some number of jokers in play."""

    def __init__(self, melds: MeldRules, jokers: int, count_room: bool) -> None:
        self._jokers = jokers
        self._count_room = count_room
        adjacent = melds.max_adjacent_jokers
        self._adjacent = jokers if adjacent is None else min(adjacent, jokers)
        self._most_jokers = jokers if melds.max_jokers is None else min(melds.max_jokers, jokers)
        self._jokers_limited = self._most_jokers < jokers
        self._naturals = max(melds.min_naturals, 1)
        self._enough = max(MIN_LENGTH, self._naturals)
        self._circle = len(melds.pack.ranks) if melds.wrap else 0
        self._length_counts = melds.wrap and count_room
        self._last = len(melds.line) - 1
        self._states: list[SuitState] = []
        self._numbers: dict[SuitState, int] = {}
        self.nothing = self.number(SuitState())
        self._steps: dict[tuple[int, int, int, tuple[str, ...]], tuple[Step, ...]] = {}
        self._ends: dict[int, tuple[int, int] | None] = {}

    def __len__(self) -> int:
        return len(self._states)

    def number(self, state: SuitState) -> int:
        """Return the number of a state."""
        known = self._numbers.get(state)
        if known is None:
            known = self._numbers[state] = len(self._states)
            self._states.append(state)
        return known

    def state(self, number: int) -> SuitState:
        """Return the state with a number."""
        return self._states[number]

    # -- steps -------------------------------------------------------------------------------------

    def steps(self, number: int, place: int, cards: int, blocks: tuple[str, ...]) -> tuple[Step, ...]:
        """Return all steps from a state at a place of the line, where the suit has *cards* natural cards.

        *blocks* are the runs of the table that start there.
        """
        key = (number, place if self._count_room else -1, cards, blocks)
        known = self._steps.get(key)
        if known is None:
            known = self._steps[key] = self._work_out(self._states[number], place, cards, blocks)
        return known

    def _work_out(self, state: SuitState, place: int, cards: int, blocks: tuple[str, ...]) -> tuple[Step, ...]:
        found: dict[tuple[int, int, int, int, int], Step] = {}
        for step in self._all_steps(state, place, cards, blocks):
            # A step that only costs more jokers is no use, unless every joker needs a place.
            key = (step.naturals, step.next, step.disturbed, step.room, step.jokers if self._count_room else 0)
            known = found.get(key)
            if known is None or step.jokers < known.jokers:
                found[key] = step
        return tuple(sorted(found.values(), key=lambda step: (step.disturbed, step.jokers, -step.naturals)))

    def _all_steps(self, state: SuitState, place: int, cards: int, blocks: tuple[str, ...]) -> Iterator[Step]:
        runs = state.runs

        def go_on(
            at: int, left: int, jokers: int, room: int, closed: bool, open_blocks: tuple[str, ...], made: Made
        ) -> Iterator[Step]:
            """Choose what happens to the run at *at* and those after it, with so many natural cards left."""
            if jokers > self._jokers or left < 0:
                return
            if at < len(runs):
                run = runs[at]
                for longer, card in self._longer(run):
                    spent = card == NATURAL
                    yield from go_on(
                        at + 1, left - spent, jokers + 1 - spent, room, closed, open_blocks, [*made, (longer, at, card)]
                    )
                if not run.rest and (run.size < self._enough or run.gap > 0):
                    # The cards so far may lie below a run of the table; a run that is a meld itself need not.
                    for block in range(len(open_blocks)):
                        word = open_blocks[block]
                        joined = self._along(run._replace(rest=word))
                        if joined.gap > self._adjacent or joined.jokers > self._most_jokers:
                            continue
                        spent = word[0] == NATURAL
                        others = open_blocks[:block] + open_blocks[block + 1 :]
                        yield from go_on(
                            at + 1,
                            left - spent,
                            jokers + 1 - spent,
                            room,
                            closed,
                            others,
                            [*made, (joined, at, word[0])],
                        )
                ended = self._closed(run, place - 1)
                if ended is not None:
                    yield from go_on(at + 1, left, jokers + ended[0], room + ended[1], True, open_blocks, made)
                return
            for disturbed, used, filled, after in self._kept(open_blocks, place, made):
                if used > left or jokers + filled > self._jokers:
                    continue
                for fresh in range(left - used + 1):
                    # To end a run and start another is no better than to go on, unless a run can have too much.
                    if fresh and closed and not (self._count_room or self._jokers_limited):
                        break
                    new = sorted([*after, *[(self._fresh(place), NEW, NATURAL)] * fresh])
                    yield Step(
                        cards - left + used + fresh,
                        jokers + filled,
                        self.number(state._replace(runs=tuple(run for run, _, _ in new))),
                        min(room, self._jokers),
                        disturbed,
                        tuple((source, card) for _, source, card in new),
                    )

        yield from go_on(0, cards, 0, 0, False, blocks, [])

    def single_runs(self, runs: Iterable[OpenRun], place: int, cards: int, blocks: Iterable[str]) -> Iterator[OpenRun]:
        """Yield all that single open runs can be after a place with so many natural cards; some start there."""
        before = [*runs, *[OpenRun(0, 0, 0, self._low_slots(place, word), 0, word) for word in blocks]]
        for run in before:
            words = [run.rest] if run.rest else ["", *blocks]
            for word in words:
                for longer, card in self._longer(run._replace(rest=word)):
                    if card == JOKER or cards:
                        yield longer
        if cards:
            yield self._fresh(place)

    def _longer(self, run: OpenRun) -> Iterator[tuple[OpenRun, str]]:
        if self._length_counts and run.length == self._circle:
            return
        if run.rest:
            yield self._along(run), run.rest[0]
            return
        yield self._with_natural(run), NATURAL
        gap = abs(run.gap) + 1
        if gap <= self._adjacent and run.jokers + 1 <= self._most_jokers:
            yield self._with_joker(run)._replace(gap=gap), JOKER

    def _along(self, run: OpenRun) -> OpenRun:
        """Return a run of the table one card further on."""
        word = run.rest
        with_joker = self._with_joker(run)._replace(gap=abs(run.gap) + 1)
        longer = self._with_natural(run) if word[0] == NATURAL else with_joker
        if len(word) > 1:
            return longer._replace(rest=word[1:])
        return longer._replace(rest="", gap=-longer.gap, size=self._enough)

    def _with_natural(self, run: OpenRun) -> OpenRun:
        size = run.size + 1
        if self._naturals <= 2:
            size += abs(run.gap)
        return run._replace(size=min(size, self._enough), gap=0, length=run.length + self._length_counts)

    def _with_joker(self, run: OpenRun) -> OpenRun:
        return run._replace(jokers=run.jokers + self._jokers_limited, length=run.length + self._length_counts)

    def _fresh(self, place: int) -> OpenRun:
        return OpenRun(1, 0, 0, self._low_slots(place, NATURAL), int(self._length_counts), "")

    def _low_slots(self, place: int, word: str) -> int:
        """Return how many jokers fit below a run that starts at *place*."""
        if not self._count_room:
            return 0
        left = max(0, self._adjacent - (len(word) - len(word.lstrip(JOKER))))
        return left if self._circle else min(place, left)

    def _kept(self, blocks: tuple[str, ...], place: int, made: Made) -> Iterator[tuple[int, int, int, Made]]:
        """Yield the ways to keep some of the table's runs that start here.

        Each with the number of those not kept, the natural cards and jokers used, and all runs.
        """
        if not blocks:
            yield 0, 0, 0, made
            return
        word = blocks[0]
        for disturbed, used, filled, runs in self._kept(blocks[1:], place, made):
            yield disturbed + 1, used, filled, runs
            natural = word[0] == NATURAL
            run = self._along(OpenRun(0, 0, 0, self._low_slots(place, word), 0, word))
            yield disturbed, used + natural, filled + (not natural), [*runs, (run, NEW, word[0])]

    # -- ends --------------------------------------------------------------------------------------

    def end(self, number: int) -> tuple[int, int] | None:
        """Return the jokers needed and the room left if the line ends in a state; None if it cannot."""
        if number not in self._ends:
            self._ends[number] = self._end(self._states[number])
        return self._ends[number]

    def _end(self, state: SuitState) -> tuple[int, int] | None:
        runs = list(state.runs)
        for run in state.promised:
            if run not in runs:
                return None
            runs.remove(run)
        jokers = room = 0
        for run in runs:
            ended = self._closed(run, self._last)
            if ended is None:
                return None
            jokers += ended[0]
            room += ended[1]
        return jokers, min(room, self._jokers)

    def _closed(self, run: OpenRun, last: int) -> tuple[int, int] | None:
        """Return the jokers a run needs to end after place *last*, and the spare jokers it has room for."""
        if run.rest or run.gap > 0:
            return None
        fill = self._enough - run.size
        if self._naturals > 2 and fill:
            return None
        # One natural card and two jokers are a set as well, so as a run they are no use but for their room.
        if fill > (1 if self._naturals == 2 or not self._count_room else 2):
            return None
        if run.jokers + fill > self._most_jokers:
            return None
        if not self._count_room:
            return fill, 0
        if self._circle:
            ends = min(run.slots + max(0, self._adjacent + run.gap), self._circle - run.length)
        else:
            ends = run.slots + min(max(0, self._adjacent + run.gap), self._last - last)
        if fill > ends:
            return None
        limit = self._most_jokers - run.jokers if self._jokers_limited else self._jokers
        return fill, min(ends, limit) - fill
