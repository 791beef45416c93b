"""The table solver equals an integer programme (scipy's HiGHS) over drawn house rules, tables and hands."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from scipy.optimize import LinearConstraint, milp

from campaign import Sample, samples
from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack, Placed, Suit
from rummykit.melds import Meld, MeldProblem, MeldRules, Shape
from rummykit.solver import NewTable, TableSolver

COLOURS = tuple(Suit(code, code, code, code) for code in "rbgyv")


# -- the integer programme -------------------------------------------------------------------------


class Programme:
    """One variable for every heap of cards, by kind, that is a meld in some way."""

    def __init__(self, rules: MeldRules, table: Sequence[Meld], hand: int) -> None:
        pack = rules.pack
        self.rules = rules
        self.kinds = len(pack.cards)
        self.required = np.zeros(self.kinds)
        for meld in table:
            for placed in meld.cards:
                self.required[placed.card.kind] += 1
        self.cards = self.required.copy()
        for kind in pack.kinds(hand):
            self.cards[kind] += 1
        self.columns = sorted({*self.sets(), *self.runs()})
        self.matrix = np.zeros((self.kinds, len(self.columns)))
        for number, column in enumerate(self.columns):
            for kind in column:
                self.matrix[kind, number] += 1

    def jokers(self, suit: int) -> list[int]:
        """Return the kinds of the jokers there that can be a card of a suit."""
        cards = self.rules.pack.cards
        return [card.kind for card in cards if card.is_joker and card.suit in (-1, suit) and self.cards[card.kind]]

    def sets(self) -> Iterator[tuple[int, ...]]:
        rules, width, suits = self.rules, len(self.rules.pack.ranks), range(len(self.rules.pack.suits))
        for rank in range(width):

            def grow(suit: int, kinds: tuple[int, ...], rank: int = rank) -> Iterator[tuple[int, ...]]:
                if suit == len(suits):
                    jokers = sum(kind >= rules.pack.naturals for kind in kinds)
                    enough = len(kinds) >= 3 and len(kinds) - jokers >= max(1, rules.min_naturals)
                    if enough and self.few(jokers) and self.there(kinds):
                        yield tuple(sorted(kinds))
                    return
                yield from grow(suit + 1, kinds)
                for kind in (suit * width + rank, *self.jokers(suit)):
                    if self.cards[kind]:
                        yield from grow(suit + 1, (*kinds, kind))

            yield from grow(0, ())

    def runs(self) -> Iterator[tuple[int, ...]]:
        rules, width = self.rules, len(self.rules.pack.ranks)
        for suit in range(len(rules.pack.suits)):
            jokers = self.jokers(suit)
            for start in range(rules.starts):
                rows: set[tuple[tuple[int, ...], int]] = {((), 0)}
                for length in range(1, min(rules.longest_run, len(rules.line) - start) + 1):
                    natural = suit * width + rules.line[start + length - 1]
                    longer: set[tuple[tuple[int, ...], int]] = set()
                    for kinds, row in rows:
                        if self.cards[natural]:
                            longer.add((tuple(sorted((*kinds, natural))), 0))
                        adjacent = rules.max_adjacent_jokers
                        if adjacent is None or row < adjacent:
                            longer |= {(tuple(sorted((*kinds, joker))), row + 1) for joker in jokers}
                    rows = {(kinds, row) for kinds, row in longer if self.few(self.in_(kinds)) and self.there(kinds)}
                    if rules.has_run(start, length):
                        for kinds, _ in rows:
                            if length - self.in_(kinds) >= max(1, rules.min_naturals):
                                yield kinds

    def in_(self, kinds: Sequence[int]) -> int:
        return sum(kind >= self.rules.pack.naturals for kind in kinds)

    def few(self, jokers: int) -> bool:
        return self.rules.max_jokers is None or jokers <= self.rules.max_jokers

    def there(self, kinds: Sequence[int]) -> bool:
        return all(kinds.count(kind) <= self.cards[kind] for kind in set(kinds))

    def most(self, weights: np.ndarray, keep: int = 0) -> int:
        """Return the most weight of hand cards that can be placed."""
        if not self.columns:
            return 0
        constraints = [
            LinearConstraint(self.matrix, self.required, self.cards),
            LinearConstraint(self.matrix.sum(axis=0), -np.inf, self.cards.sum() - keep),
        ]
        for presolve in (True, False):  # HiGHS fails now and then to carry a solution back through its presolve
            solved = milp(
                -(weights @ self.matrix),
                integrality=np.ones(len(self.columns)),
                constraints=constraints,
                options={"mip_rel_gap": 0, "presolve": presolve},
            )
            if solved.status == 0:
                return round(-solved.fun - weights @ self.required)
        raise AssertionError(solved.message)


# -- positions -------------------------------------------------------------------------------------


class Position(NamedTuple):
    rules: MeldRules
    table: list[Meld]
    hand: int
    keep: int


def random_rules(random: Random) -> MeldRules:
    """Any house rules; mostly small packs, so that hands are full of melds and runs reach both ends of the line."""
    shape = random.choice(["low", "high", "wrap"])
    copies = random.choice([1, 2, 2, 3])
    jokers = random.randint(0, 8)
    kind = random.random()
    if kind < 0.4:
        pack = Pack(FRENCH_SUITS, FRENCH_RANKS, copies, jokers)
    elif kind < 0.5:
        pack = Pack(COLOURS, tuple(map(str, range(1, random.randint(13, 17) + 1))), 1, 0, suit_jokers=True)
    else:
        # Only on a circle as large as real ones runs that meet can always be parted again.
        ranks = tuple(map(str, range(1, (13 if shape == "wrap" else random.randint(3, 9)) + 1)))
        pack = Pack(FRENCH_SUITS[: random.randint(2, 4)], ranks, copies, jokers)
    return MeldRules(
        pack,
        high_ace=shape == "high",
        wrap=shape == "wrap",
        max_jokers=random.choice([None, None, 1, 2, 3, 4]),
        min_naturals=random.choice([1, 2, 2, 3]),
        max_adjacent_jokers=random.choice([None, 1, 2, 2, 3]),
        points=random.choice([(), (1,) * len(pack.ranks)]),
    )


def random_meld(random: Random, rules: MeldRules) -> tuple[Shape, list[int]]:
    width, suits = len(rules.pack.ranks), len(rules.pack.suits)
    if random.random() < 0.5:
        size, rank = min(random.choice([3, 3, 4]), suits), random.randrange(width)
        return Shape.SET, [suit * width + rank for suit in random.sample(range(suits), size)]
    start, length = random.randrange(rules.starts), random.choice([3, 3, 3, 4, 4, 5, 6, 7])
    suit = random.randrange(suits)
    places = range(start, start + length) if rules.has_run(start, length) else ()
    return Shape.RUN, [suit * width + rules.line[place] for place in places]


def random_table(random: Random, rules: MeldRules, size: int) -> tuple[list[Meld], list[int]]:
    """Return about so many cards in melds, and the kinds of all others."""
    pack = rules.pack
    left = [len(stack) for stack in pack.bits]
    table: list[Meld] = []
    for _ in range(200):
        if sum(map(len, table)) >= size:
            break
        shape, wanted = random_meld(random, rules)
        placed = []
        for kind in wanted:
            jokers = [card for card in pack.cards[pack.naturals :] if card.suit in (-1, pack.cards[kind].suit)]
            if jokers and random.random() < 0.15:
                placed.append(Placed(jokers[0], pack.cards[kind]))
            else:
                placed.append(Placed(pack.cards[kind]))
        after = list(left)
        for card in placed:
            after[card.card.kind] -= 1
        if not wanted or min(after) < 0:
            continue
        try:
            readings = [meld for meld in rules.readings(placed) if meld.shape is shape]
        except MeldProblem:
            continue
        if readings:
            table.append(readings[0])
            left = after
    return table, [kind for kind, count in enumerate(left) for _ in range(count)]


def random_position(random: Random) -> Position:
    rules = random_rules(random)
    full = len(rules.pack) > 50
    table, rest = random_table(random, rules, random.randint(0, 34 if full else 16))
    hand = random.sample(rest, min(random.randint(0, 14 if full else 9), len(rest)))
    return Position(rules, table, rules.pack.add_all(0, hand), random.choice([0, 0, 0, 1, 1, 2, 4]))


# -- checks ----------------------------------------------------------------------------------------


def check_table(rules: MeldRules, table: Sequence[Meld], hand: int, keep: int, answer: NewTable) -> None:
    """All cards of the table are there, every meld is legal as it lies, and the hand is shared out."""
    pack = rules.pack
    on_table = [kind for meld in table for kind in pack.kinds(meld.heap)]
    laid = sorted(kind for meld in answer.melds for kind in pack.kinds(meld.heap))
    assert laid == sorted(on_table + pack.kinds(answer.placed))
    assert pack.kinds(hand) == sorted(pack.kinds(answer.placed) + pack.kinds(answer.left))
    assert answer.left.bit_count() >= min(keep, hand.bit_count())
    for meld in answer.melds:
        assert meld in rules.readings(meld.cards)


def check_position(position: Position) -> None:
    """As many cards are placed as the programme places, and of equally many those worth most."""
    rules, table, hand, keep = position
    answer = TableSolver(rules).most_cards(table, hand, keep=keep)
    check_table(rules, table, hand, keep, answer)
    assert answer.exact
    if keep < hand.bit_count():
        values = [0 if card.is_joker else rules.points_at(card.rank) for card in rules.pack.cards]
        weights = 256.0 + np.array(values)
        placed = sum(weights[kind] for kind in rules.pack.kinds(answer.placed))
        assert placed == Programme(rules, table, hand).most(weights, keep)


@pytest.mark.untraced
@samples(normal=20, campaign=3_000, parts=30)
def test_equals_the_programme(sample: Sample, tally: Callable[[str, int], None]) -> None:
    for number in range(sample.number):
        check_position(random_position(Random(f"{sample.seed} {number}")))
    tally("tables as the integer programme rearranges them", sample.number)


def test_equals_the_programme_in_a_few_positions() -> None:
    """Few enough to measure by them which lines of the solver are reached."""
    for number in range(10):
        check_position(random_position(Random(f"few {number}")))


@pytest.mark.untraced
@samples(normal=12, campaign=1_000, parts=10)
def test_few_cards_are_found_wherever_one_can_be_placed(sample: Sample, tally: Callable[[str, int], None]) -> None:
    """As when a hand changes card by card at a table that stays: what is remembered of it changes no answer."""
    for number in range(sample.number):
        random = Random(f"{sample.seed} few {number}")
        rules, table, hand, _ = random_position(random)
        pack, solver = rules.pack, TableSolver(rules)
        rest = pack.subtract(pack.everything, hand)
        for meld in table:
            rest = pack.subtract(rest, meld.heap)
        for _ in range(4):
            naturals = hand & ~pack.joker_bits
            answer, most = solver.few_cards(table, hand), solver.most_cards(table, naturals)
            assert most.exact
            assert (answer is None) == (not most.placed)
            assert answer == TableSolver(rules).few_cards(table, hand)
            if answer is not None:
                check_table(rules, table, hand, 0, answer)
            if hand and rest:
                kind, other = random.choice(pack.kinds(hand)), random.choice(pack.kinds(rest))
                hand, rest = pack.add(pack.remove(hand, kind), other), pack.add(pack.remove(rest, other), kind)
    tally("tables that take few cards", sample.number)


def test_a_search_that_is_cut_off_says_so_and_still_places_most_cards() -> None:
    possible = placed = cut_off = 0
    for number in range(60):
        rules, table, hand, keep = random_position(Random(f"cut off {number}"))
        answer = TableSolver(rules, most_steps=20).most_cards(table, hand, keep=keep)
        check_table(rules, table, hand, keep, answer)
        cut_off += not answer.exact
        placed += answer.placed.bit_count()
        possible += TableSolver(rules).most_cards(table, hand, keep=keep).placed.bit_count()
    assert cut_off > 5
    assert placed > 0.8 * possible
