"""The best way to lay off: as good as the best of all ways, one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from campaign import Sample, samples
from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
from rummykit.melds import Meld, MeldRules
from rummykit.solver import Arranger
from rummykit.solver.deadwood import least_deadwood
from rummykit.solver.laying_off import MOST_STATES, best_lay_offs

VALUES = (11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


def every_way(rules: MeldRules, melds: tuple[Meld, ...], hand: int) -> set[int]:
    """What can stay in the hand, found by laying off in every order without any short cut."""
    found = {hand}
    for at, meld in enumerate(melds):
        for placed, _, longer in rules.extensions(meld):
            if rules.pack.count(hand, placed.card.kind):
                left = rules.pack.remove(hand, placed.card.kind)
                found |= every_way(rules, (*melds[:at], longer, *melds[at + 1 :]), left)
    return found


def first_melds(arranger: Arranger, values: Sequence[int], hand: int) -> tuple[Meld, ...]:
    return arranger.least_left(hand, values, thorough=True).melds


@samples(normal=25, campaign=500)
@pytest.mark.parametrize(("copies", "jokers"), [(1, 0), (2, 2), (2, 6)])
@pytest.mark.parametrize("rules", [{}, {"high_ace": True, "min_naturals": 2, "max_adjacent_jokers": 1}], ids=str)
def test_nothing_better_can_be_laid_off(
    copies: int, jokers: int, rules: dict[str, Any], sample: Sample, tally: Callable[[str, int], None]
) -> None:
    pack = Pack(FRENCH_SUITS, FRENCH_RANKS, copies=copies, plain_jokers=jokers)
    melds = MeldRules(pack, **rules)
    arranger, random = Arranger(melds), Random(f"{copies} {jokers} {rules} {sample.seed}")
    values = [20 if card.is_joker else VALUES[card.rank] for card in pack.cards]
    least, tried = least_deadwood(arranger, melds, values), 0
    while tried < sample.number:
        shuffled = random.sample(range(len(pack)), 24)
        heaps = [pack.add_all(0, [pack.kind_of_bit[bit] for bit in part]) for part in (shuffled[:14], shuffled[14:])]
        table = first_melds(arranger, values, heaps[0])
        if not table or (heaps[1] & pack.joker_bits).bit_count() > 2:
            continue
        best = best_lay_offs(melds, table, heaps[1], least)
        assert least(best.hand) == min(map(least, every_way(melds, table, heaps[1])))
        tried += 1
    tally("hands laid off", tried)


def test_the_lay_offs_lead_from_the_old_melds_to_the_new_ones() -> None:
    rules = MeldRules(Pack(FRENCH_SUITS, FRENCH_RANKS, plain_jokers=2), high_ace=True)
    table = [rules.readings(rules.pack.placed_cards(cards))[0] for cards in ("5c 6c 7c", "Kd Kh Ks")]
    best = best_lay_offs(rules, table, rules.pack.heap("3c 4c 8c Kc 9h *"), int.bit_count)
    melds, hand = list(table), rules.pack.heap("3c 4c 8c Kc 9h *")
    for at, placed in best.cards:
        melds[at] = next(longer for card, _, longer in rules.extensions(melds[at]) if card == placed)
        hand = rules.pack.remove(hand, placed.card.kind)
    assert (tuple(melds), hand) == (best.melds, best.hand)
    assert rules.pack.text(best.hand) == "9h"


def test_no_more_is_laid_off_than_helps() -> None:
    rules = MeldRules(Pack(FRENCH_SUITS, FRENCH_RANKS))
    run = rules.readings(rules.pack.placed_cards("5c 6c 7c"))[0]
    values = [VALUES[card.rank] for card in rules.pack.cards]
    least = least_deadwood(Arranger(rules), rules, values)
    assert best_lay_offs(rules, [run], rules.pack.heap("8c 8d 8h 2d"), least).cards == ()


def test_a_hand_full_of_jokers_is_cut_off() -> None:
    rules = MeldRules(Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2, plain_jokers=12), min_naturals=1)
    melds = [rules.readings(rules.pack.placed_cards(cards))[0] for cards in ("5c 6c 7c", "5d 6d 7d", "5h 6h 7h")]
    asked = list[int]()

    def cost(hand: int) -> int:
        asked.append(hand)
        return 1 + hand.bit_count()

    best = best_lay_offs(rules, melds, rules.pack.heap("* * * * * * * * * * * *"), cost)
    assert best.cards
    assert len(asked) <= MOST_STATES + 1
