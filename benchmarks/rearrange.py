"""Measures rearranging beside `rummikub-solver` in one run; prints ratios only.

    python benchmarks/rearrange.py [--positions 240] [--warm-up 3000] [--seed 1]

Both sides get the same generated positions: melds drawn at random from two packs of 4 × 13 cards with two jokers,
and a hand from the rest. The rules are those the peer knows: the ace is low, one natural card makes a meld. Both return
the whole new table for the most cards placed, the peer with its default backend. Two wishes of ours it does not know:
the comparison is without them, and they have columns of their own: among equals the cards worth most, and few disturbed
melds (``tidy``). How many cards are placed is compared, and checked by an integer programme of our own (scipy's `milp`,
HiGHS). The solver has seen other positions before, as it has in a game. What it remembers is kept from the garbage
collector, whose pauses hit whoever is asked just then. The first question after the import is asked in processes of
their own, one for each position; the peer's rule set is made before its time begins, which alone takes it longer.

At the end greedy bots play whole rounds of the Brettspielnetz rules, and the peer is asked about every turn of them.
Needs the extra ``bench``.
"""

from __future__ import annotations

import argparse
import gc
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from random import Random
from statistics import median
from typing import NamedTuple

import numpy as np
from rummikub_solver import RuleSet, SolverMode
from scipy.optimize import LinearConstraint, milp

from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack, Placed
from rummykit.engine.round import Round
from rummykit.engine.ruleset import Ruleset
from rummykit.melds import Meld, MeldRules, Shape
from rummykit.plugin.plugins import Plugins
from rummykit.scenario import resolve
from rummykit.solver import TableSolver
from rummykit_bots.greedy import Greedy

PACK = Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2, plain_jokers=2)
RULES = MeldRules(PACK, min_naturals=1, max_adjacent_jokers=2, points=(1,) * 13)
BY_RANK = MeldRules(PACK, min_naturals=1, max_adjacent_jokers=2)
JOKER = PACK.naturals
MID_GAME, LARGE = range(12, 61), range(60, 91)
SIZES = (range(12, 25), range(25, 37), range(37, 49), range(49, 61), range(61, 76), range(76, 91))


class Position(NamedTuple):
    """The melds on the table, and a hand."""

    table: list[Meld]
    hand: int

    @property
    def kinds(self) -> list[int]:
        """The kinds of all cards on the table."""
        return [kind for meld in self.table for kind in PACK.kinds(meld.heap)]


def draw_position(random: Random, sizes: range) -> Position:
    """Return a position with a table of one of these sizes and a hand of 5 to 14 cards."""
    while True:
        left = [len(stack) for stack in PACK.bits]
        table: list[Meld] = []
        size = random.choice(sizes)
        for _ in range(300):
            meld = draw_meld(random)
            kinds = PACK.kinds(meld.heap)
            if all(kinds.count(kind) <= left[kind] for kind in kinds):
                for kind in kinds:
                    left[kind] -= 1
                table.append(meld)
            if sum(map(len, table)) >= size:
                break
        rest = [kind for kind, count in enumerate(left) for _ in range(count)]
        hand = random.randint(5, 14)
        if sum(map(len, table)) in sizes and len(rest) >= hand:
            return Position(table, PACK.add_all(0, random.sample(rest, hand)))


def draw_meld(random: Random) -> Meld:
    """Return a random meld, now and then with a joker."""
    if random.random() < 0.5:
        rank, start = random.randrange(13), -1
        cards = [PACK.natural(rank, suit) for suit in sorted(random.sample(range(4), random.choice([3, 3, 4])))]
    else:
        length = random.choice([3, 3, 3, 4, 4, 5, 6, 7])
        suit, start = random.randrange(4), random.randrange(14 - length)
        cards = [PACK.natural(start + at, suit) for at in range(length)]
    laid = [Placed(card) for card in cards]
    if random.random() < 0.12:
        at = random.randrange(len(laid))
        laid[at] = Placed(PACK.cards[JOKER], cards[at] if start >= 0 else None)
    return RULES.make(Shape.RUN if start >= 0 else Shape.SET, laid, start)


# -- the other sides -------------------------------------------------------------------------------


class Peer:
    """`rummikub-solver` with its default backend, asked for the most tiles."""

    def __init__(self) -> None:
        self._rules = RuleSet()

    def most_cards(self, position: Position) -> int:
        """Return how many cards are placed; the new table is made, too."""
        state = self._rules.new_game()
        state.add_table(*[kind + 1 for kind in position.kinds])
        state.add_rack(*[kind + 1 for kind in PACK.kinds(position.hand)])
        solution = self._rules.solve(state, SolverMode.TILE_COUNT)
        return len(solution.tiles) if solution else 0


@cache
def all_melds() -> tuple[np.ndarray, np.ndarray]:
    """Return the kinds of all melds of up to five cards by column (longer runs can be cut), and which are naturals."""
    melds: set[tuple[int, ...]] = set()
    for rank in range(13):
        for size in range(1, 5):
            for suits in combinations(range(4), size):
                for jokers in range(max(0, 3 - size), min(2, 4 - size) + 1):
                    melds.add(tuple(sorted([suit * 13 + rank for suit in suits] + [JOKER] * jokers)))
    for suit in range(4):
        for length in (3, 4, 5):
            for start in range(14 - length):
                run = [suit * 13 + start + at for at in range(length)]
                for jokers in range(3):
                    for places in combinations(range(length), jokers):
                        naturals = [kind for at, kind in enumerate(run) if at not in places]
                        melds.add(tuple(sorted(naturals + [JOKER] * jokers)))
    columns = np.zeros((JOKER + 1, len(melds)))
    for column, kinds in enumerate(sorted(melds)):
        for kind in kinds:
            columns[kind, column] += 1
    return columns, columns.sum(axis=0)


def by_programme(position: Position) -> int:
    """Return the most cards that can be placed, by an integer programme."""
    table = np.bincount(position.kinds, minlength=JOKER + 1)
    cards = table + np.bincount(PACK.kinds(position.hand), minlength=JOKER + 1)
    columns, sizes = all_melds()
    here = (columns <= cards[:, None]).all(axis=0)
    for presolve in (True, False):  # now and then HiGHS fails to carry a solution back through its presolve
        solved = milp(
            -sizes[here],
            integrality=np.ones(here.sum()),
            constraints=LinearConstraint(columns[:, here], table, cards),
            options={"presolve": presolve},
        )
        if solved.status == 0:
            return round(-solved.fun) - len(position.kinds)
    raise AssertionError(solved.message)


# -- the run ---------------------------------------------------------------------------------------


class Times(NamedTuple):
    """Seconds for every position: ours, with the cards worth most, with few disturbed melds, and the peer's.

    ``proven`` says at how many no fewer melds can be disturbed, for sure.
    """

    ours: list[float]
    by_worth: list[float]
    tidy: list[float]
    theirs: list[float]
    proven: int


def timed(ask: Callable[[Position], int], positions: Sequence[Position]) -> tuple[list[int], list[float]]:
    """Return the answer for every position and how long it took, in seconds of the processor."""
    answers, times = [], []
    for position in positions:
        start = time.process_time()  # other work on the machine would hit the longer answers harder
        answer = ask(position)
        times.append(time.process_time() - start)
        answers.append(answer)
    return answers, times


class Ours:
    """The solver, for cards that are all worth the same and for those worth more by rank."""

    def __init__(self) -> None:
        self.equal = TableSolver(RULES)
        self.by_rank = TableSolver(BY_RANK)

    def warm_up(self, positions: Sequence[Position]) -> None:
        """Show it positions, and keep what it remembers from the garbage collector."""
        for table, hand in positions:
            self.equal.most_cards(table, hand)
            self.by_rank.most_cards(table, hand)
        gc.collect()
        gc.freeze()


def measure(ours: Ours, peer: Peer, positions: Sequence[Position]) -> tuple[Times, int]:
    """Ask all sides; return the times, and at how many positions the peer places too few cards."""
    # One side after the other: the programme's working memory would push ours out of the processor's cache.
    answers, equal = timed(lambda at: ours.equal.most_cards(at.table, at.hand).placed.bit_count(), positions)
    worth, by_worth = timed(lambda at: ours.by_rank.most_cards(at.table, at.hand).placed.bit_count(), positions)
    proven = []

    def tidily(at: Position) -> int:
        new = ours.equal.most_cards(at.table, at.hand, fewest=True)
        proven.append(new.fewest)
        return new.placed.bit_count()

    neat, tidy = timed(tidily, positions)
    their_answers, theirs = timed(peer.most_cards, positions)
    assert answers == worth == neat == [by_programme(position) for position in positions], "not the most cards"
    assert all(mine >= other for mine, other in zip(answers, their_answers, strict=True)), "fewer cards than the peer"
    too_few = sum(mine > other for mine, other in zip(answers, their_answers, strict=True))
    return Times(equal, by_worth, tidy, theirs, sum(proven)), too_few


def show(name: str, times: Times) -> None:
    """Print a line of ratios."""
    ours, by_worth, tidy, theirs, proven = times
    ratios = [their / our for our, their in zip(ours, theirs, strict=True)]
    print(
        f"{name:24}{median(theirs) / median(ours):10.0f}{median(ratios):18.0f}{max(theirs) / max(ours):10.1f}"
        f"{sum(theirs) / sum(ours):10.0f}{median(theirs) / median(by_worth):14.0f}{median(theirs) / median(tidy):10.1f}"
        f"{proven / len(tidy):10.1%}"
    )


# -- the first question ----------------------------------------------------------------------------


def ask_first(number: int) -> None:
    """Print how many seconds both sides take for a position, the first that they are asked about."""
    position = draw_position(Random(f"first {number}"), MID_GAME)
    ours, peer = Ours(), Peer()
    _, mine = timed(lambda at: ours.equal.most_cards(at.table, at.hand).placed.bit_count(), [position])
    _, theirs = timed(peer.most_cards, [position])
    print(*mine, *theirs)


def compare_first(positions: int) -> None:
    """Print how many times faster the first question after the import is answered, in a process for each position."""
    times = []
    for number in range(positions):
        command = [sys.executable, __file__, "--ask-first", str(number)]
        answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        times.append([float(word) for word in answer.split()])
    ours, theirs = zip(*times, strict=True)
    ratio = median(theirs) / median(ours)
    print(f"\nThe first question after the import, {positions} positions: {ratio:.1f} times faster at the median")


# -- whole rounds ----------------------------------------------------------------------------------


def play_round(rules: Ruleset, seed: int) -> tuple[float, list[Position]]:
    """Let greedy bots play a round; return the seconds it took, and the position at the beginning of every turn."""
    bot, chance = Greedy(), Random(seed)
    round, positions, turn = Round(rules, seed % 2, seed), [], -1
    seconds = 0.0
    while round.outcome is None:
        if round.turn != turn:
            turn = round.turn
            positions.append(Position([meld.meld for meld in round.table.values()], round.hands[round.active]))
        start = time.process_time()
        round.apply(bot(round.view(round.actor), chance))
        seconds += time.process_time() - start
    return seconds, positions


def compare_rounds(peer: Peer, rounds: int) -> None:
    """Print how long rounds of greedy bots take beside the peer's answers for their turns."""
    plugins = Plugins.discover()
    rules = plugins.assemble(resolve(plugins, "raeuber_romme", preset="brettspielnetz"), 2)
    shares = []
    for seed in range(rounds):
        seconds, positions = play_round(rules, seed)
        _, theirs = timed(peer.most_cards, positions)
        shares.append(seconds / sum(theirs))
    print(f"\nA round of greedy bots in times of what the peer takes for its turns, {rounds} rounds:")
    print(f"median {median(shares):.2f}, slowest {max(shares):.2f}")


def main() -> None:
    """Ask all sides, and print how many times faster the solver is."""
    parser = argparse.ArgumentParser(description="Measures rearranging beside rummikub-solver.")
    parser.add_argument("--positions", type=int, default=240, help="positions for every line of the first table")
    parser.add_argument("--warm-up", type=int, default=3000, help="other positions the solver has seen before")
    parser.add_argument("--rounds", type=int, default=10, help="rounds of greedy bots")
    parser.add_argument("--first", type=int, default=40, help="positions for the first question after the import")
    parser.add_argument("--ask-first", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.ask_first is not None:
        ask_first(options.ask_first)
        return
    random = Random(options.seed)
    ours, peer = Ours(), Peer()

    def draw(number: int, sizes: range) -> list[Position]:
        return [draw_position(random, sizes) for _ in range(number)]

    ours.warm_up([position for sizes in (MID_GAME, LARGE) for position in draw(options.warm_up // 2, sizes)])
    print("Times faster than rummikub-solver, most cards placed, the whole table returned")
    heads = f"{'medians':>10}{'median of ratios':>18}{'slowest':>10}{'mean':>10}{'worth most':>14}"
    print(f"{'table':24}{heads}{'tidy':>10}{'proven':>10}")
    too_few = 0
    for name, sizes in (("12 to 60 cards", MID_GAME), ("60 to 90 cards", LARGE)):
        times, fewer = measure(ours, peer, draw(options.positions, sizes))
        show(name, times)
        too_few += fewer
    print(f"The peer places too few cards in {too_few / options.positions / 2:.1%} of the positions.\n")
    print("How time grows with the table: median, and the slowest tenth, as multiples of the smallest tables' median")
    print(f"{'table':24}{'ours':>10}{'slowest tenth':>18}{'peer':>10}{'slowest tenth':>18}")
    unit: tuple[float, float] | None = None
    for sizes in SIZES:
        (equal, _, _, theirs, _), _ = measure(ours, peer, draw(options.positions // 4, sizes))
        unit = unit or (median(equal), median(theirs))
        cells = [
            (median(seconds) / one, sorted(seconds)[len(seconds) * 9 // 10] / one)
            for seconds, one in zip((equal, theirs), unit, strict=True)
        ]
        name = f"{sizes[0]} to {sizes[-1]} cards"
        print(f"{name:24}{cells[0][0]:10.1f}{cells[0][1]:18.1f}{cells[1][0]:10.1f}{cells[1][1]:18.1f}")
    compare_first(options.first)
    compare_rounds(peer, options.rounds)


if __name__ == "__main__":
    main()
