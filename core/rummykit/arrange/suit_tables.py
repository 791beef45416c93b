"""What the rest of the line can still bring to one suit: lower bounds for the walk, and the steps worth taking.

The suits touch each other in sets only, and share the jokers. If every suit may put its cards into sets as if
the other suits' cards were all free for that, it can be looked at alone, and so the least loss from any state to
the end of the line is a small table. It is told for every number of jokers, in halves of a joker: a set of two
natural cards and a joker costs each of its two suits one half.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from rummykit.arrange.open_runs import OpenRuns

NEVER = 1 << 80
Bound = tuple[int, ...]  # the least loss, by the halves of jokers at hand


class Option(NamedTuple):
    """A step that can lead to the end of the line, and the bound from there on."""

    naturals: int
    jokers: int
    next: int
    room: int
    disturbed: int
    bound: Bound
    moves: tuple[tuple[int, str], ...]


class Entry(NamedTuple):
    """A state at some level: the bound, and the options that lead on."""

    bound: Bound
    options: tuple[Option, ...]


class Level(NamedTuple):
    """What there is to know about one suit at one level of the walk.

    ``cards`` of its natural cards are there, ``required`` of them belong to the table. ``sets`` natural sets can
    be made there at most; ``share`` halves of a joker are what a card in a set beyond those costs (0: cannot be).
    A level that does not ``settle`` its rank (the ace below the two) leaves the cards that it does not use to the
    last level, which has the same rank and ``resumes`` it.
    """

    place: int
    weight: int
    cards: int
    required: int
    sets: int
    share: int
    blocks: tuple[str, ...]
    settles: bool
    resumes: bool


class TooMuchWorkError(Exception):
    """Raised when a search takes more work than it may."""


class Work:
    """Counts what is worked out for one search."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._done = 0
        self._deadline: float | None = None

    def start(self, deadline: float | None) -> None:
        """Start to count anew."""
        self._done = 0
        self._deadline = deadline

    def count(self) -> None:
        """Count one more piece; raise `TooMuchWorkError` when it is one too many."""
        self._done += 1
        if self._done > self._most or (self._deadline is not None and time.perf_counter() > self._deadline):
            raise TooMuchWorkError


class SuitTable(dict[int, Entry]):
    """The entries of all states at one level, worked out when asked for."""

    def __init__(self, runs: OpenRuns, halves: int, level: Level, after: SuitTable | EndTable, work: Work) -> None:
        super().__init__()
        self._work = work
        self._runs = runs
        self._halves = halves
        self.level = level
        self._after = after

    def __missing__(self, number: int) -> Entry:
        self._work.count()
        level, after, halves = self.level, self._after, self._halves
        state = self._runs.state(number)
        low = state.low_aces if level.resumes else 0
        best = [NEVER] * (halves + 1)
        options = []
        for step in self._runs.steps(number, level.place, level.cards - low, level.blocks):
            onward = step.next
            if step.naturals and not level.settles:
                onward = self._runs.number(self._runs.state(onward)._replace(low_aces=step.naturals))
            elif low:
                onward = self._runs.number(self._runs.state(onward)._replace(low_aces=0))
            bound = after[onward].bound
            if bound[-1] >= NEVER:
                continue
            naturals = step.naturals + low
            reachable = self._improve(best, bound, naturals, 2 * step.jokers, step.disturbed)
            if reachable:
                options.append(Option(naturals, step.jokers, onward, step.room, step.disturbed, bound, step.moves))
        entry = self[number] = Entry(tuple(best), tuple(options))
        return entry

    def _improve(self, best: list[int], bound: Bound, naturals: int, spent: int, disturbed: int) -> bool:
        """Lower the bound by what a step can bring; say whether the step is possible at all."""
        level = self.level
        rest = level.cards - naturals
        if not level.settles:
            ways = [(0, 0)]
        else:
            free = min(rest, level.sets)
            ways = [(free, 0)]
            if level.share:
                ways += [(free + more, more * level.share) for more in range(1, rest - free + 1)]
        reachable = False
        for in_sets, price in ways:
            if level.settles and naturals + in_sets < level.required:
                continue
            loss = disturbed + ((rest - in_sets) * level.weight if level.settles else 0)
            used = spent + price
            for halves in range(used, len(best)):
                reached = bound[halves - used] + loss
                if reached < NEVER:
                    reachable = True
                    if reached < best[halves]:
                        best[halves] = reached
        return reachable


class EndTable(dict[int, Entry]):
    """The entries of all states at the end of the line."""

    def __init__(self, runs: OpenRuns, halves: int) -> None:
        super().__init__()
        self._runs = runs
        self._halves = halves

    def __missing__(self, number: int) -> Entry:
        ended = self._runs.end(number)
        needed = NEVER if ended is None else 2 * ended[0]
        entry = self[number] = Entry(tuple([NEVER if at < needed else 0 for at in range(self._halves + 1)]), ())
        return entry


class Bounds(dict[tuple[Bound, Bound], Bound]):
    """The bounds of two parts that share the jokers, each worked out once."""

    def __missing__(self, parts: tuple[Bound, Bound]) -> Bound:
        one, other = parts
        together = tuple(
            [min([one[mine] + other[all_ - mine] for mine in range(all_ + 1)]) for all_ in range(len(one))]
        )
        self[parts] = together
        return together
