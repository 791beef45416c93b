"""Rearranging equals an integer programme (scipy's HiGHS): cards, points, what is kept back, melds disturbed."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from scipy.optimize import LinearConstraint, milp

from parts import parts
from rummykit.arrange import Rearrangement, Rearranger
from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack, Placed
from rummykit.melds import Meld, MeldProblem, MeldRules, Shape

FACES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


# -- the integer programme -------------------------------------------------------------------------


class Column(NamedTuple):
    """One meld that could be laid: where (rank or suit), from which place, and its cards place by place.

    The cards of a set are its suits; those of a run a word of N (natural) and J (joker).
    """

    is_set: bool
    where: int
    start: int
    suits: tuple[int, ...]
    jokers: int
    word: str


def as_column(meld: Meld) -> Column:
    jokers = sum(placed.card.is_joker for placed in meld.cards)
    naturals = [placed.card for placed in meld.cards if not placed.card.is_joker]
    if meld.shape is Shape.SET:
        return Column(True, naturals[0].rank, -1, tuple(sorted(card.suit for card in naturals)), jokers, "")
    word = "".join("J" if placed.card.is_joker else "N" for placed in meld.cards)
    return Column(False, meld.cards[0].shown.suit, meld.start, (), jokers, word)


class Programme:
    """One variable for every meld that the cards of table and hand can make, with runs up to a length."""

    def __init__(self, rules: MeldRules, table: Sequence[Meld], hand: int, longest: int | None = None) -> None:
        pack = rules.pack
        self.rules = rules
        self.longest = longest or rules.longest_run
        self.required = np.zeros(pack.naturals + 1)
        for meld in table:
            for placed in meld.cards:
                self.required[placed.card.kind] += 1
        self.cards = self.required.copy()
        for kind in pack.kinds(hand):
            self.cards[kind] += 1
        self.table = [as_column(meld) for meld in table]
        self.columns = [*self.sets(), *self.runs()]
        self.matrix = np.zeros((pack.naturals + 1, len(self.columns)))
        for number, column in enumerate(self.columns):
            for kind in self.kinds(column):
                self.matrix[kind, number] += 1

    def jokers(self) -> int:
        most = self.rules.max_jokers
        return int(self.cards[-1]) if most is None else min(int(self.cards[-1]), most)

    def sets(self) -> Iterator[Column]:
        width, suits = len(self.rules.pack.ranks), range(len(self.rules.pack.suits))
        for rank in range(width):
            there = [suit for suit in suits if self.cards[suit * width + rank]]
            for size in range(max(1, self.rules.min_naturals), len(there) + 1):
                for some in combinations(there, size):
                    for jokers in range(self.jokers() + 1):
                        if 3 <= size + jokers <= len(suits):
                            yield Column(True, rank, -1, some, jokers, "")

    def runs(self) -> Iterator[Column]:
        rules, width = self.rules, len(self.rules.pack.ranks)
        for suit in range(len(rules.pack.suits)):
            for start in range(rules.starts):
                for length in range(3, self.longest + 1):
                    if not rules.has_run(start, length):
                        continue
                    kinds = [suit * width + rules.line[start + at] for at in range(length)]
                    missing = {at for at, kind in enumerate(kinds) if not self.cards[kind]}
                    for more in range(self.jokers() - len(missing) + 1):
                        for others in combinations([at for at in range(length) if at not in missing], more):
                            gaps = missing | set(others)
                            word = "".join("J" if at in gaps else "N" for at in range(length))
                            adjacent = rules.max_adjacent_jokers
                            too_close = adjacent is not None and "J" * (adjacent + 1) in word
                            if word.count("N") >= max(1, rules.min_naturals) and not too_close:
                                yield Column(False, suit, start, (), len(gaps), word)

    def kinds(self, column: Column) -> list[int]:
        width, joker = len(self.rules.pack.ranks), self.rules.pack.naturals
        if column.is_set:
            return [suit * width + column.where for suit in column.suits] + [joker] * column.jokers
        return [
            joker if sign == "J" else column.where * width + self.rules.line[column.start + at]
            for at, sign in enumerate(column.word)
        ]

    def constraints(self, matrix: np.ndarray, keep: int) -> list[LinearConstraint]:
        return [
            LinearConstraint(matrix, self.required, self.cards),
            LinearConstraint(matrix.sum(axis=0), -np.inf, self.cards.sum() - keep),
        ]

    def most(self, weights: np.ndarray, keep: int) -> int:
        """Return the most weight of hand cards that can be placed."""
        if not self.columns:
            return 0
        least = solve(-(weights @ self.matrix), self.constraints(self.matrix, keep))
        return round(-least - weights @ self.required)

    def fewest_disturbed(self, weights: np.ndarray, keep: int, weight: int) -> int:
        """Return how many melds of the table must be disturbed if hand cards of some weight are to be placed.

        A meld of the table is not disturbed if a new meld of its own holds it as it was.
        """
        kinds = sorted(set(self.table))
        hosts = [
            (number, kind)
            for kind, old in enumerate(kinds)
            for number, column in enumerate(self.columns)
            if is_within(old, column)
        ]
        if not hosts:
            return len(self.table)
        columns, size = len(self.columns), len(self.columns) + len(hosts)
        # A new meld hosts no more melds than it is there; no more melds are hosted than the table has.
        hosting = np.zeros((columns + len(kinds), size))
        hosting[np.arange(columns), np.arange(columns)] = -1
        for at, (number, kind) in enumerate(hosts):
            hosting[number, columns + at] = hosting[columns + kind, columns + at] = 1
        most = [0] * columns + [self.table.count(kind) for kind in kinds]
        matrix = np.hstack([self.matrix, np.zeros((len(self.matrix), len(hosts)))])
        least = solve(
            np.concatenate([np.zeros(columns), -np.ones(len(hosts))]),
            [
                *self.constraints(matrix, keep),
                LinearConstraint(weights @ matrix, weights @ self.required + weight - 0.25, np.inf),
                LinearConstraint(hosting, -np.inf, most),
            ],
        )
        return len(self.table) - round(-least)


def solve(costs: np.ndarray, constraints: list[LinearConstraint]) -> float:
    """Return the least cost. HiGHS fails now and then to carry a solution back through its presolve."""
    for presolve in (True, False):
        options = {"mip_rel_gap": 0, "presolve": presolve}
        solved = milp(costs, integrality=np.ones(len(costs)), constraints=constraints, options=options)
        if solved.status == 0:
            return float(solved.fun)
    raise AssertionError(solved.message)


def is_within(old: Column, new: Column) -> bool:
    if old.is_set != new.is_set or old.where != new.where:
        return False
    if old.is_set:
        return set(old.suits) <= set(new.suits) and old.jokers <= new.jokers
    at = old.start - new.start
    return at >= 0 and new.word[at : at + len(old.word)] == old.word


def count_disturbed(table: Sequence[Meld], laid: Sequence[Meld]) -> int:
    """Match the melds of the table with new melds that hold them, as many as possible."""
    old, new = [as_column(meld) for meld in table], [as_column(meld) for meld in laid]
    host_of: dict[int, int] = {}

    def find_host(meld: int, tried: set[int]) -> bool:
        for host, column in enumerate(new):
            if host not in tried and is_within(old[meld], column):
                tried.add(host)
                if host not in host_of or find_host(host_of[host], tried):
                    host_of[host] = meld
                    return True
        return False

    return len(old) - sum(find_host(meld, set()) for meld in range(len(old)))


# -- positions -------------------------------------------------------------------------------------


def random_table(random: Random, rules: MeldRules, size: int, jokers: float = 0.15) -> tuple[list[Meld], list[int]]:
    """Return about so many cards in melds, and the kinds of all others."""
    pack = rules.pack
    left = [len(stack) for stack in pack.bits] + [0] * (not pack.plain_jokers)
    table: list[Meld] = []
    for _ in range(200):
        if sum(map(len, table)) >= size:
            break
        shape = random.choice(list(Shape))
        wanted = random_meld(random, rules, shape)
        kinds = [pack.naturals if pack.plain_jokers and random.random() < jokers else kind for kind in wanted]
        after = list(left)
        for kind in kinds:
            after[kind] -= 1
        if not wanted or min(after) < 0 or set(kinds) == {pack.naturals}:
            continue
        placed = [
            Placed(pack.cards[kind], pack.cards[meant] if kind != meant else None)
            for kind, meant in zip(kinds, wanted, strict=True)
        ]
        try:
            readings = [meld for meld in rules.readings(placed) if meld.shape is shape]
        except MeldProblem:
            continue
        if readings:
            table.append(readings[0])
            left = after
    return table, [kind for kind, count in enumerate(left) for _ in range(count)]


def random_meld(random: Random, rules: MeldRules, shape: Shape) -> list[int]:
    width, suits = len(rules.pack.ranks), len(rules.pack.suits)
    if shape is Shape.SET:
        size = random.choice([3, 3, 4])
        rank = random.randrange(width)
        return [suit * width + rank for suit in random.sample(range(suits), size)] if size <= suits else []
    start, length, suit = (
        random.randrange(rules.starts),
        random.choice([3, 3, 3, 4, 4, 5, 6, 7]),
        random.randrange(suits),
    )
    return [suit * width + rules.line[start + at] for at in range(length)] if rules.has_run(start, length) else []


def random_position(random: Random, rules: MeldRules, table_size: int, hand_size: int) -> tuple[list[Meld], int]:
    table, rest = random_table(random, rules, table_size)
    return table, rules.pack.add_all(0, random.sample(rest, min(hand_size, len(rest))))


def random_rules(random: Random) -> MeldRules:
    """Small packs, so that hands are full of melds and runs reach both ends of the line."""
    width = random.randint(3, 8)
    shape = random.choice(["low", "high", "wrap"])
    most_jokers = 2 if shape == "wrap" else 6  # more of them in a circle so small take minutes
    pack = Pack(
        FRENCH_SUITS[: random.randint(2, 4)],
        tuple(map(str, range(1, width + 1))),
        copies=random.choice([1, 2, 2, 3]),
        plain_jokers=random.randint(0, most_jokers),
    )
    return MeldRules(
        pack,
        high_ace=shape == "high",
        wrap=shape == "wrap",
        max_jokers=random.choice([None, None, 1, 2, 3]),
        min_naturals=random.choice([1, 2, 2, 3]),
        max_adjacent_jokers=random.choice([None, None, 1, 2]),
        points=random.choice([(), tuple(random.randint(0, 10) for _ in range(width))]),
        high_ace_points=random.choice([None, 11]),
    )


# -- checks ----------------------------------------------------------------------------------------


def check_table(rules: MeldRules, table: Sequence[Meld], hand: int, keep: int, answer: Rearrangement) -> None:
    """All cards of the table are there, every meld is legal as it lies, and the hand is shared out."""
    pack = rules.pack
    on_table = sorted(kind for meld in table for kind in pack.kinds(meld.heap))
    laid = sorted(kind for meld in answer.melds for kind in pack.kinds(meld.heap))
    assert laid == sorted(on_table + pack.kinds(answer.placed))
    assert pack.kinds(hand) == sorted(pack.kinds(answer.placed) + pack.kinds(answer.left))
    assert answer.left.bit_count() >= min(keep, hand.bit_count())
    for meld in answer.melds:
        assert meld in rules.readings(meld.cards)
    values = [rules.points_at(pack.cards[kind].rank) for kind in pack.kinds(answer.placed) if kind < pack.naturals]
    assert answer.points == sum(values)


def check_position(
    rules: MeldRules, rearranger: Rearranger, table: list[Meld], hand: int, keep: int, tidy: bool = True
) -> bool:
    """Cards and points are the most, and so few melds are disturbed as can be. Says whether the answer was sure."""
    pack = rules.pack
    programme = Programme(rules, table, hand)
    values = np.array([rules.points_at(card.rank) for card in pack.cards[: pack.naturals]] + [0], dtype=float)
    questions = ((rearranger.most_cards, 256 + values), (rearranger.most_points, 16 * values + 1))
    for ask, weights in questions:
        answer = ask(table, hand, keep=keep)
        check_table(rules, table, hand, keep, answer)
        if not answer.complete:
            return False
        if keep > hand.bit_count():
            assert answer.melds == tuple(table)
            continue
        weight = round(sum(weights[kind] for kind in pack.kinds(answer.placed)))
        assert weight == programme.most(weights, keep)
        fast = ask(table, hand, keep=keep, tidy=False)
        check_table(rules, table, hand, keep, fast)
        assert (fast.placed.bit_count(), fast.points) == (answer.placed.bit_count(), answer.points)
        if tidy:
            disturbed = count_disturbed(table, answer.melds)
            assert disturbed == programme.fewest_disturbed(weights, keep, weight)
    return True


@pytest.mark.parametrize("jokers", [0, 1, 2])
@pytest.mark.parametrize("part", parts(5))
def test_equals_the_programme(jokers: int, part: int) -> None:
    """300 positions with all tables up to 30 cards."""
    random = Random(f"{jokers} {part}")
    rules = MeldRules(Pack(FRENCH_SUITS, FRENCH_RANKS, 2, jokers), min_naturals=1, max_adjacent_jokers=2)
    rearranger = Rearranger(rules)
    for _ in range(20):
        table, hand = random_position(random, rules, random.randint(0, 30), random.randint(1, 12))
        assert check_position(rules, rearranger, table, hand, random.choice([0, 0, 0, 1, 3]))


@pytest.mark.parametrize("part", parts(3))
def test_equals_the_programme_with_six_jokers_and_high_aces(part: int) -> None:
    random = Random(part)
    rules = MeldRules(
        Pack(FRENCH_SUITS, FRENCH_RANKS, 2, 6), high_ace=True, max_adjacent_jokers=2, points=FACES, high_ace_points=11
    )
    rearranger = Rearranger(rules)
    for _ in range(5):
        table, hand = random_position(random, rules, random.randint(0, 24), random.randint(1, 9))
        assert check_position(rules, rearranger, table, hand, random.choice([0, 1]), tidy=False)


@pytest.mark.parametrize("part", parts(6))
def test_equals_the_programme_under_generated_rules(part: int) -> None:
    random = Random(f"generated {part}")
    unsure = 0
    for _ in range(20):
        rules = random_rules(random)
        table, hand = random_position(random, rules, random.randint(0, 16), random.randint(0, 9))
        sure = check_position(rules, Rearranger(rules), table, hand, random.choice([0, 0, 1, 2, 4]), tidy=False)
        # Small circles under strict limits on jokers are the only positions that may be given up.
        assert sure or rules.wrap
        unsure += not sure
    assert unsure <= 2


@pytest.mark.parametrize("part", parts(3))
def test_large_tables_place_as_many_cards_as_the_programme(part: int) -> None:
    random = Random(part)
    rules = MeldRules(Pack(FRENCH_SUITS, FRENCH_RANKS, 2, 2), min_naturals=1, max_adjacent_jokers=2)
    rearranger = Rearranger(rules)
    for _ in range(5):
        table, hand = random_position(random, rules, random.randint(40, 80), random.randint(5, 14))
        answer = rearranger.most_cards(table, hand)
        check_table(rules, table, hand, 0, answer)
        # Under these rules longer runs can be cut into shorter ones.
        assert answer.placed.bit_count() == Programme(rules, table, hand, longest=5).most(np.ones(53), 0)
