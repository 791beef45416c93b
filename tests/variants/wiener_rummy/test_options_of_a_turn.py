"""The house rules of Wiener Rummy about what one may do in a turn: the difference they make in play."""

from __future__ import annotations

import pytest

from ..helpers import allowed, refused
from .helpers import FIVE_LEFT, holding, knocked


@pytest.mark.option("jokers.discard")
def test_a_joker_is_neither_discarded_nor_knocked_with() -> None:
    hand = f"{FIVE_LEFT} *"
    for move in ("discard *", "knock *"):
        allowed(holding(hand), move)
        table = holding(hand, jokers={"discard": "never"})
        refused(table, move, "WIE-TURN-01", "discard another card", option="jokers.discard")
    # Nor in the last exchange.
    table = knocked("2s 4s *", jokers={"discard": "never"}, stock_top="Ks").play("draw stock")
    refused(table, "discard *", "WIE-TURN-01", "discard another card", option="jokers.discard")
