"""Walking round a circle: where to cut it, and which runs may cross the cut.

A run across the cut is open when the walk ends. So the walk starts with a promise: some runs are open already, and
exactly those must be open at the end. All promises that can be kept are tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from rummykit.arrange.deal import Deal, Run
from rummykit.arrange.open_runs import OpenRun, OpenRuns, SuitState
from rummykit.arrange.suit_tables import Work


def best_cut(deal: Deal) -> int:
    """Return the rank before which to cut: where the fewest runs of the table cross, then the fewest that could."""
    ranks = len(deal.cards)

    def crossings(rank: int) -> tuple[int, int]:
        crossed = [run for run in deal.runs if 0 < (rank - run.start) % ranks < len(run.word) < ranks]
        could_cross = [min(pair) for pair in zip(deal.cards[rank - 1], deal.cards[rank], strict=True)]
        return len(crossed), sum(could_cross)

    return min(range(ranks), key=crossings)


def from_cut(run: Run, cut: int, ranks: int) -> Run:
    """Return a run as it lies on the line that starts at the cut."""
    if len(run.word) == ranks:  # a full circle starts anywhere
        return Run(run.suit, 0, run.word[cut:] + run.word[:cut])
    return run._replace(start=(run.start - cut) % ranks)


def promises(
    automaton: OpenRuns, cards: Sequence[int], blocks: Sequence[tuple[str, ...]], jokers: int, work: Work
) -> Iterator[SuitState]:
    """Yield the states that a suit can start from, given its cards and the table's runs by place from the cut on."""
    open_runs: set[OpenRun] = set()
    for place, count in enumerate(cards):
        open_runs = set(automaton.single_runs(open_runs, place, count, blocks[place]))
    crossing = sorted(open_runs)
    most = cards[0] + jokers
    for size in range(most + 1):
        for runs in combinations_with_replacement(crossing, size):
            work.count()
            # Those with a natural card at the end need one each; the others end with jokers.
            ending_natural = sum([run.gap == 0 for run in runs])
            ending_jokers = sum([abs(run.gap) for run in runs])
            if ending_natural <= cards[-1] and ending_jokers <= jokers and size <= cards[0] + jokers - ending_jokers:
                yield SuitState(runs, promised=runs)
