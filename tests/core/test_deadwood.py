"""The least deadwood, looked up: always what the arranger finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from campaign import Sample, samples
from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack, Suit
from rummykit.melds import MeldRules
from rummykit.solver import Arranger
from rummykit.solver.deadwood import least_deadwood

VALUES = (11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
SCHEMES = (VALUES, (15, *[5] * 8, *[10] * 4), (8, 2, 50, 4, 5, 6, 1, 8, 9, 10, 10, 1, 30))
COLOURS = tuple(Suit(code, code, code, "") for code in "rbgyv")


def values_of(pack: Pack, joker: int = 20, ranks: Sequence[int] = VALUES) -> list[int]:
    return [joker if card.is_joker else ranks[card.rank % 13] for card in pack.cards]


def deal(random: Random, pack: Pack, size: int) -> int:
    return pack.add_all(0, [pack.kind_of_bit[bit] for bit in random.sample(range(len(pack)), size)])


def by_arranging(arranger: Arranger, pack: Pack, values: list[int], heap: int) -> int:
    return sum(values[kind] for kind in pack.kinds(arranger.least_left(heap, values).left))


@samples(normal=20, campaign=500)
@pytest.mark.parametrize(("copies", "jokers"), [(1, 0), (1, 3), (2, 0), (2, 2), (2, 6), (3, 1)])
@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"high_ace": True, "min_naturals": 2, "max_adjacent_jokers": 2},
        {"high_ace": True, "wrap": True, "max_jokers": 1},
        {"min_naturals": 3, "max_adjacent_jokers": 1},
        {"min_naturals": 1},
        {"jokers_alone": True, "high_ace": True},
    ],
    ids=str,
)
def test_it_agrees_with_the_arranger(
    copies: int, jokers: int, rules: dict[str, Any], sample: Sample, tally: Callable[[str, int], None]
) -> None:
    pack = Pack(FRENCH_SUITS, FRENCH_RANKS, copies=copies, plain_jokers=jokers)
    melds = MeldRules(pack, **rules)
    random, arranger = Random(f"{copies} {jokers} {rules} {sample.seed}"), Arranger(melds)
    values = values_of(pack, random.choice([0, 20, 50]), random.choice(SCHEMES))
    least = least_deadwood(arranger, melds, values)
    for _ in range(sample.number):
        heap = deal(random, pack, random.randint(1, 13))
        assert least(heap) == by_arranging(arranger, pack, values, heap), pack.text(heap)
    tally("hands whose deadwood is looked up", sample.number)


@samples(normal=15, campaign=400)
@pytest.mark.parametrize("wild", [(0,), (5,), (1, 12)], ids=str)
@pytest.mark.parametrize("rules", [{}, {"high_ace": True, "min_naturals": 1}, {"max_jokers": 2}], ids=str)
def test_wild_ranks_are_used_as_themselves_or_as_jokers(
    wild: tuple[int, ...], rules: dict[str, Any], sample: Sample, tally: Callable[[str, int], None]
) -> None:
    pack = Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2, plain_jokers=2)
    melds = MeldRules(pack, wild_ranks=wild, **rules)
    values = [0 if melds.is_wild(card) else VALUES[card.rank] for card in pack.cards]
    arranger, used = Arranger(melds), 0
    least = least_deadwood(Arranger(melds), melds, values)
    random = Random(f"{wild} {rules} {sample.seed}")
    for _ in range(sample.number):
        heap = deal(random, pack, random.randint(6, 15))
        used += bool(heap & melds.wild_bits)
        assert least(heap) == by_arranging(arranger, pack, values, heap), pack.text(heap)
    tally("hands with wild cards", used)


def test_jokers_alone_are_in_as_many_sets_as_they_make() -> None:
    pack = Pack(FRENCH_SUITS, FRENCH_RANKS, copies=1, plain_jokers=8)
    melds, values = MeldRules(pack, jokers_alone=True, min_naturals=3), values_of(pack)
    least = least_deadwood(Arranger(melds), melds, values)
    left = [least(pack.heap(" ".join(["Kd 2c", *["*"] * jokers]))) for jokers in range(9)]
    joker = values[-1]
    assert left == [12, 12 + joker, 12 + 2 * joker, 12, 12, 12 + joker, 12, 12, 12]


def test_values_may_differ_by_suit() -> None:
    pack = Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2, plain_jokers=2)
    melds, random = MeldRules(pack), Random(3)
    arranger, values = Arranger(melds), [random.randint(0, 30) for _ in pack.cards]
    least = least_deadwood(arranger, melds, values)
    for _ in range(200):
        heap = deal(random, pack, 11)
        assert least(heap) == by_arranging(arranger, pack, values, heap), pack.text(heap)


def test_other_packs_are_left_to_the_arranger() -> None:
    pack = Pack(COLOURS, tuple(map(str, range(1, 18))), suit_jokers=True)
    melds, random = MeldRules(pack), Random(4)
    arranger, values = Arranger(melds), values_of(pack)
    least = least_deadwood(arranger, melds, values)
    for _ in range(40):
        heap = deal(random, pack, 10)
        assert least(heap) == by_arranging(arranger, pack, values, heap)


def test_the_fully_meldable_hands_are_found() -> None:
    """Of the 136,694 hands of ten cards from one pack without any deadwood, some; and none beside them."""
    pack = Pack(FRENCH_SUITS, FRENCH_RANKS)
    melds = MeldRules(pack)
    least = least_deadwood(Arranger(melds), melds, values_of(pack))
    assert least(pack.heap("As 2s 3s 4s 4h 4d 4c 10c Jc Qc")) == 0
    assert least(pack.heap("As 2s 3s 4h 4d 4c 10c Jc Qc Kc")) == 0
    assert least(pack.heap("As 2s 3s 4h 4d 4c 10c Jc Qc 9d")) == 9
    assert least(0) == 0
