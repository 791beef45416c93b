"""Open runs of which some are runs of the table that stay together, and how they go on.

It is what `RunCounts` tells, but with an eye on the table: a run of the table that is *kept* takes its cards as they
come, and others may be added before and behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from rummykit.arrange.run_counts import ENOUGH, JOKER, NATURAL, NEW, ONE, RunCounts
from rummykit.arrange.walked import Moves

KeptState = tuple[tuple[int, str], ...]  # for every open run its kind, and what must follow if it is one of the table


class KeptStep(NamedTuple):
    """One way on; ``disturbed`` are the runs of the table that start here and are not kept."""

    naturals: int
    jokers: int
    next: KeptState
    disturbed: int
    moves: Moves


class _Made(NamedTuple):
    """An open run after a step: its kind, what must follow, what it was before, and the card it got."""

    kind: int
    rest: str
    source: int
    card: str


class KeptRuns:
    """Lists the steps of open runs; remembers them."""

    def __init__(self, counts: RunCounts, jokers: int) -> None:
        self._counts = counts
        self._jokers = jokers
        self._known: dict[tuple[KeptState, int, tuple[str, ...]], tuple[KeptStep, ...]] = {}

    def __len__(self) -> int:
        return len(self._known)

    def number(self, state: KeptState) -> int | None:
        """Return the number that `RunCounts` gives to a state; None if it has none, because too many runs are open."""
        return self._counts.numbers.get(tuple(sorted([kind for kind, _ in state])))

    def state(self, number: int) -> KeptState:
        """Return the state that has a number there, with no run of the table."""
        return tuple([(kind, "") for kind in self._counts.states[number]])

    def jokers_at_end(self, state: KeptState, promised: KeptState) -> int | None:
        """Return the jokers that the line needs to end in a state, with some runs promised; None if it cannot."""
        if any(rest for _, rest in state):
            return None
        return self._counts.needed_at_end([kind for kind, _ in state], [kind for kind, _ in promised])

    def steps(self, state: KeptState, cards: int, blocks: tuple[str, ...]) -> tuple[KeptStep, ...]:
        """Return all steps from a state at a place with so many natural cards, where *blocks* of the table start."""
        key = (state, cards, blocks)
        known = self._known.get(key)
        if known is None:
            best: dict[tuple[int, KeptState], KeptStep] = {}
            for made, disturbed, closed in self._going_on(state, blocks):
                for step in self._with_new_runs(made, disturbed, closed, cards):
                    other = best.get((step.naturals, step.next))
                    if other is None or (step.disturbed, step.jokers) < (other.disturbed, other.jokers):
                        best[step.naturals, step.next] = step
            known = self._known[key] = tuple(
                sorted(best.values(), key=lambda step: (step.disturbed, step.jokers, -step.naturals))
            )
        return known

    def _going_on(self, state: KeptState, blocks: tuple[str, ...]) -> Iterator[tuple[list[_Made], int, bool]]:
        """Yield what can become of the open runs and the table's runs that start here; and whether a run was closed."""
        for choices in product(*[self._choices(kind, rest, blocks) for kind, rest in state]):
            joined = [choice for choice in choices if isinstance(choice, int)]
            if len(set(joined)) < len(joined):
                continue
            made = []
            for at, ((kind, _), choice) in enumerate(zip(state, choices, strict=True)):
                if choice is not None:
                    made.append(self._along(kind, blocks[choice] if isinstance(choice, int) else choice, at))
            others = [word for block, word in enumerate(blocks) if block not in joined]
            for kept in product((True, False), repeat=len(others)):
                fresh = [self._along(None, word, NEW) for word, keeps in zip(others, kept, strict=True) if keeps]
                yield made + fresh, kept.count(False), None in choices

    def _choices(self, kind: int, rest: str, blocks: tuple[str, ...]) -> list[str | int | None]:
        """Return what a run can do: take the cards of a word, lie below a block (its number), or end (None)."""
        if rest:
            return [rest]
        # A run that is a meld itself need not be joined to one of the table.
        return [NATURAL, JOKER, None] if kind == ENOUGH else [NATURAL, JOKER, *range(len(blocks))]

    def _along(self, kind: int | None, word: str, source: int) -> _Made:
        if kind is None:
            longer = ONE
        else:
            longer = self._counts.with_natural(kind) if word[0] == NATURAL else self._counts.with_joker(kind)
        return _Made(longer, word[1:], source, word[0])

    def _with_new_runs(self, made: list[_Made], disturbed: int, closed: bool, cards: int) -> Iterator[KeptStep]:
        naturals = sum([run.card == NATURAL for run in made])
        jokers = len(made) - naturals
        if jokers > self._jokers:
            return
        # To end a run and start another is no better than to go on with it.
        for new in range(1 if closed and naturals <= cards else cards - naturals + 1):
            after = sorted([*made, *[_Made(ONE, "", NEW, NATURAL)] * new])
            yield KeptStep(
                naturals + new,
                jokers,
                tuple([(run.kind, run.rest) for run in after]),
                disturbed,
                tuple([(run.source, run.card) for run in after]),
            )
