"""The open runs of one suit in short: how many there are of every kind, and what the rest of the line can bring.

This is what the quick walk looks at. It knows no limits on jokers but the natural cards a run needs, so its answers
may be too good to be true where such limits are; whoever asks must look. A joker is met where it is needed only: inside
a run, or at its end. All other jokers are taken to find a place somewhere.

Runs through the same card can be joined wherever more of them pass than there are copies of the card, and that sets
jokers free. So with up to three jokers in play no more runs are ever open than there are copies.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

from rummykit.melds import MeldRules

NATURAL, JOKER = "N", "J"
NEW = -1
ONE, TWO, ONE_AND_JOKER, ONE_AND_JOKERS, ENOUGH = range(5)


class Following(NamedTuple):
    """One way for the open runs to go on: with so many natural cards and jokers, to this state.

    ``moves`` has for every run of the next state the run it was before (or `NEW`) and the card it got.
    """

    naturals: int
    jokers: int
    next: int
    moves: tuple[tuple[int, str], ...]


class RunCounts:
    """Numbers the states of a suit: sorted kinds of open runs."""

    def __init__(self, melds: MeldRules, jokers: int) -> None:
        self._jokers = jokers
        # With one natural card enough, a joker is as good as any card.
        self._joker_counts = melds.min_naturals < 2
        self._most = melds.pack.copies + (jokers > 3) + (jokers > 7)
        if melds.wrap:  # enough jokers for a whole circle leave no place where runs could be joined
            self._most += jokers // len(melds.pack.ranks)
        kinds = (ONE, TWO, ENOUGH) if self._joker_counts else range(5)
        self.states = [state for size in range(self._most + 1) for state in combinations_with_replacement(kinds, size)]
        self.numbers = {state: number for number, state in enumerate(self.states)}
        self.following = tuple([self._ways_on(state) for state in self.states])
        # By state, natural cards and next state.
        self.moves = {
            (state, way.naturals, way.next): way.moves for state, ways in enumerate(self.following) for way in ways
        }

    def with_joker(self, kind: int) -> int:
        """Return the kind of a run with a joker added."""
        if kind in (ONE, ONE_AND_JOKER, ONE_AND_JOKERS) and not self._joker_counts:
            return ONE_AND_JOKER if kind == ONE else ONE_AND_JOKERS
        return self.with_natural(kind)

    @staticmethod
    def with_natural(kind: int) -> int:
        """Return the kind of a run with a natural card added."""
        return TWO if kind == ONE else ENOUGH

    def _ways_on(self, state: tuple[int, ...]) -> tuple[Following, ...]:
        found: dict[tuple[int, int], Following] = {}

        def go_on(at: int, naturals: int, jokers: int, made: tuple[tuple[int, int, str], ...], closed: bool) -> None:
            if jokers > self._jokers:
                return
            if at == len(state):
                # To end a run and start another is no better than to go on with it.
                for fresh in range(1 if closed else self._most - len(made) + 1):
                    after = sorted([*made, *[(ONE, NEW, NATURAL)] * fresh])
                    onward = self.numbers[tuple([kind for kind, _, _ in after])]
                    key = (naturals + fresh, onward)
                    if key not in found or jokers < found[key].jokers:
                        moves = tuple([(source, card) for _, source, card in after])
                        found[key] = Following(naturals + fresh, jokers, onward, moves)
                return
            kind = state[at]
            go_on(at + 1, naturals + 1, jokers, (*made, (self.with_natural(kind), at, NATURAL)), closed)
            go_on(at + 1, naturals, jokers + 1, (*made, (self.with_joker(kind), at, JOKER)), closed)
            if kind == ENOUGH:
                go_on(at + 1, naturals, jokers, made, True)

        go_on(0, 0, 0, (), False)
        return tuple(sorted(found.values(), key=lambda way: (way.jokers, -way.naturals)))

    def needed_at_end(self, state: Sequence[int], promised: Sequence[int] = ()) -> int | None:
        """Return the jokers that end the line with these runs, put below them; None if none do.

        On a circle the runs *promised* must be among them: they go on at its start, and need nothing.
        """
        rest = list(state)
        for kind in promised:
            if kind not in rest:
                return None
            rest.remove(kind)
        needed = {ENOUGH: 0, TWO: 1}
        if self._joker_counts:
            needed[ONE] = 2
        if any(kind not in needed for kind in rest):
            return None
        return sum([needed[kind] for kind in rest])

    def ends(self, promised: tuple[int, ...] = ()) -> tuple[int | None, ...]:
        """Return for every state the jokers that end the line with it, or None."""
        return tuple([self.needed_at_end(state, promised) for state in self.states])
