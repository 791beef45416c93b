"""Hands of somebody who hoards cards: too long for an exact search, which says so and still lays them well."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
from rummykit.melds import MeldRules
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
