"""Measures the exact solver beside an integer programme (scipy's `milp`, HiGHS) in one run; prints ratios only.

    python benchmarks/arrange.py [--hands 300] [--warm-up 4000] [--seed 1]

Both sides get the same unseen random hands of 13 and 14 cards from 110 with a given number of jokers, and
answer the same two questions: how many cards can be laid down, and is there a first meld of 40 points. The
answers are compared. The solver has seen other hands before, as it has in a game. The question is put to the
peer in two ways:

- whole: one programme with a variable for every meld of the pack, made beforehand; a hand only sets its limits.
- picked: the melds in the hand are picked from that list by one vectorised look, and the programme built from
  them is small; both are in its time. A hand without any meld leaves no programme to solve, only the look: such
  hands are in the column "picked, all hands", and not in the one before it.

Needs the extra ``bench`` (scipy).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from itertools import combinations
from random import Random
from statistics import median

import numpy as np
import numpy.typing as npt
from scipy.optimize import LinearConstraint, milp
from scipy.sparse import csc_array

from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
from rummykit.melds import MeldRules
from rummykit.parts.first_meld import FirstMeld
from rummykit.solver import Arranger

PACK = Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2, plain_jokers=6)
POINTS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
RULES = MeldRules(PACK, high_ace=True, points=POINTS, high_ace_points=11)
NEEDED = 40
FIRST_MELD = FirstMeld(min_points=NEEDED)
JOKERS = (0, 1, 2, 3)
JOKER = PACK.naturals


Ask = Callable[[int, str, int], float]
"""Asks for the most cards or points of a heap, with so many cards left over."""


class Peer:
    """The two questions as integer programmes: one variable for every different meld in the hand."""

    def __init__(self, jokers: int) -> None:
        melds: dict[tuple[tuple[int, ...], int], int] = {}
        for rank in range(13):
            for size in (2, 3, 4):
                for suits in combinations(range(4), size):
                    for plain in range(max(0, 3 - size), min(jokers, 4 - size) + 1):
                        points = (size + plain) * (POINTS[rank] if rank else 11)
                        _note(melds, tuple(suit * 13 + rank for suit in suits), plain, points)
        values = (*POINTS, 11)
        for suit in range(4):
            for start in range(14):
                for length in range(3, 15 - start):
                    kinds = [suit * 13 + (start + at) % 13 for at in range(length)]
                    points = sum(values[start : start + length])
                    for plain in range(min(jokers, length - 2) + 1):
                        for at in combinations(range(length), plain):
                            naturals = tuple(sorted(kind for i, kind in enumerate(kinds) if i not in at))
                            _note(melds, naturals, plain, points)
        self.masks = np.array([sum({1 << kind for kind in kinds}) for kinds, _ in melds], dtype=np.uint64)
        self.columns = np.zeros((JOKER + 2, len(melds)))
        for column, (kinds, plain) in enumerate(melds):
            for kind in kinds:
                self.columns[kind, column] += 1
            self.columns[JOKER, column] = plain
            self.columns[JOKER + 1, column] = len(kinds) + plain
        self.worth = {"cards": self.columns[JOKER + 1], "points": np.array(list(melds.values()), dtype=float)}
        """What a meld brings, by what is asked for."""
        self.whole = csc_array(self.columns)
        self.whole_numbers = np.ones(len(melds))

    def most_of_whole(self, heap: int, what: str, keep: int) -> float:
        """Return the most cards or points (see `worth`) that can be laid down with *keep* cards left over."""
        solved = milp(
            -self.worth[what],
            integrality=self.whole_numbers,
            constraints=LinearConstraint(self.whole, ub=_limits(heap, keep)),
        )
        return -float(solved.fun)

    def most_of_picked(self, heap: int, what: str, keep: int) -> float:
        """Answer the same from the melds in the hand alone."""
        missing = np.uint64(~heap & PACK.first_copies)
        here = np.nonzero((self.masks & missing) == 0)[0]
        if not len(here):
            return 0.0
        limits = _limits(heap, keep)
        columns = self.columns[:, here]
        rows = columns.any(axis=1)
        solved = milp(
            -self.worth[what][here],
            integrality=np.ones(len(here)),
            constraints=LinearConstraint(columns[rows], ub=limits[rows]),
        )
        return -float(solved.fun)


def _limits(heap: int, keep: int) -> npt.NDArray[np.float64]:
    """Return how many of each kind there are, and how many cards may be laid down."""
    limits = np.zeros(JOKER + 2)
    for kind in PACK.kinds(heap):
        limits[kind] += 1
    limits[JOKER + 1] = heap.bit_count() - keep
    return limits


def _note(melds: dict[tuple[tuple[int, ...], int], int], kinds: tuple[int, ...], plain: int, points: int) -> None:
    melds[kinds, plain] = max(points, melds.get((kinds, plain), 0))


def deal(random: Random, size: int, jokers: int) -> int:
    """Return a random hand with exactly so many jokers."""
    naturals = random.sample(range(PACK.naturals * PACK.copies), size - jokers)
    return PACK.add_all(0, [PACK.kind_of_bit[bit] for bit in naturals] + [JOKER] * jokers)


def timed(ask: Callable[[int], float], hands: list[int]) -> tuple[list[float], list[float]]:
    """Return the answer for every hand and how long it took."""
    answers, times = [], []
    for hand in hands:
        start = time.perf_counter()
        answer = ask(hand)
        times.append(time.perf_counter() - start)
        answers.append(answer)
    return answers, times


def main() -> None:
    """Ask both sides, and print how many times faster the solver is."""
    parser = argparse.ArgumentParser(description="Measures the exact solver beside an integer programme.")
    parser.add_argument("--hands", type=int, default=300, help="hands for every number of jokers")
    parser.add_argument("--warm-up", type=int, default=4000, help="other hands the solver has seen before")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random = Random(options.seed)
    arranger = Arranger(RULES)

    def deals(number: int, jokers: int) -> list[int]:
        return [deal(random, 13 + at % 2, jokers) for at in range(number)]

    def cards(ask: Ask) -> Callable[[int], float]:
        return lambda hand: round(ask(hand, "cards", 0))

    def opens(ask: Ask) -> Callable[[int], float]:
        return lambda hand: round(ask(hand, "points", 1)) >= NEEDED

    questions: dict[str, tuple[Callable[[int], float], Callable[[Ask], Callable[[int], float]]]] = {
        "most cards": (lambda hand: hand.bit_count() - arranger.most_cards(hand).left.bit_count(), cards),
        f"a first meld of {NEEDED}": (lambda hand: arranger.can_open(hand, FIRST_MELD), opens),
    }
    print(f"Times faster than milp, median over {options.hands} hands for every number of jokers")
    print(f"{'question':22}{'jokers':>8}{'whole':>12}{'picked, with a meld':>22}{'picked, all hands':>20}")
    for question, (ask_us, ask_peer) in questions.items():
        for jokers in JOKERS:
            peer = Peer(jokers)
            timed(ask_us, deals(options.warm_up, jokers))
            hands = deals(options.hands, jokers)
            # One side after the other: the programme's working memory would push ours out of the processor's cache.
            our_answers, ours = timed(ask_us, hands)
            ratios = []
            for way in (peer.most_of_whole, peer.most_of_picked):
                answers, theirs = timed(ask_peer(way), hands)
                assert our_answers == answers, "the two sides do not agree"
                ratios.append([their / our for our, their in zip(ours, theirs, strict=True)])
            whole, picked = ratios
            with_meld = [ratio for ratio, hand in zip(picked, hands, strict=True) if arranger.most_cards(hand).melds]
            print(f"{question:22}{jokers:8}{median(whole):12.0f}{median(with_meld):22.0f}{median(picked):20.0f}")


if __name__ == "__main__":
    main()
