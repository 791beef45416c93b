"""Hands of somebody who hoards cards: too long for an exact search, which says so and still lays them well."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
from rummykit.melds import MeldRules
from rummykit.parts import FirstMeld
from rummykit.solver import Arrangement, Arranger

RULES = MeldRules(Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2, plain_jokers=6), high_ace=True)


@pytest.mark.parametrize("question", [Arranger.most_cards, Arranger.most_points], ids=["cards", "points"])
@pytest.mark.parametrize("keep", [0, 1])
def test_the_whole_pack_in_one_hand_is_laid_with_its_jokers(question: Callable[..., Arrangement], keep: int) -> None:
    pack = RULES.pack
    answer = question(Arranger(RULES), pack.everything, keep=keep)
    together = answer.left
    for meld in answer.melds:
        assert meld in RULES.readings(meld.cards)
        together = pack.add_all(together, pack.kinds(meld.heap))
    assert together == pack.everything
    assert answer.left.bit_count() == keep


LONG_HAND = (
    "As As 3s 4s 4s 5s 6s 6s 7s 8s 8s 9s 10s Js Qs Ks Ks Ah 2h 2h 3h 3h 4h 4h 5h 6h 6h 8h 9h Jh Jh Qh Kh 3d 4d 4d 5d "
    "6d 7d 8d 9d 9d 10d Jd Jd Kd Ac 2c 3c 4c 5c 5c 6c 7c 8c 9c 9c Jc Kc Kc * * * * *"
)


@pytest.mark.parametrize("wrap", [False, True], ids=["a line", "a circle"])
def test_a_search_cut_off_does_not_lose_itself_in_runs_that_cannot_be_ended(wrap: bool) -> None:
    arranger = Arranger(MeldRules(RULES.pack, high_ace=not wrap, wrap=wrap))
    hand = RULES.pack.heap(LONG_HAND)
    assert arranger.most_points(hand).points > 350
    assert arranger.most_cards(hand).left.bit_count() < 12


def test_what_a_long_hand_leaves_over_is_found_thoroughly_where_asked() -> None:
    # Only jokers make melds of these cards; a quick look adds jokers only to melds that do without.
    hand = RULES.pack.heap("2s 2h 5d 5c 8s 8h Jd Jc As Ad 3c 4h 6s 7d 9c 10h Qs Kd 6h * *")
    arranger, values = Arranger(RULES), [20 if card.is_joker else 10 for card in RULES.pack.cards]
    quickly, thoroughly = (arranger.least_left(hand, values, thorough=thorough) for thorough in (False, True))
    assert not quickly.melds
    assert not quickly.exact
    assert thoroughly.exact
    assert [len(meld) for meld in thoroughly.melds] == [4, 3]  # Jd Qd Kd Ad and Qs Ks As, a joker in each


def test_a_long_hand_that_melds_with_jokers_alone_opens() -> None:
    """A quick look leaves the jokers of a long hand aside, and no natural cards of this one are a meld."""
    first, pack = FirstMeld(40), RULES.pack
    hand = pack.heap("As As 2s 2s 5s 5s 6s 6s 9s 9s 10s 10s 3h 3h 4h 4h 7h 7h 8h 8h Jd Jd Qd Qd Kc Kc * *")
    melds = Arranger(RULES).any_first_meld(hand, first)
    assert melds is not None
    assert first.meets(melds)
    assert Arranger(RULES).any_first_meld(hand & ~pack.joker_bits, first) is None
