"""The house rules of Deutsches Rommé about what one may do in a turn: the difference they make in play."""

from __future__ import annotations

import pytest

from rummykit.rules import HouseRuleError

from ..helpers import allowed, refused
from .helpers import romme

# -- taking a discard ----------------------------------------------------------------------------------------


@pytest.mark.option("discards.take")
@pytest.mark.parametrize(
    ("take", "melded", "word"),
    [
        ("freely", [], None),
        ("after_first_meld", [], "after your own first meld"),
        ("after_first_meld", [0], None),
        ("never", [0], "Nobody takes discards"),
    ],
)
def test_who_may_take_a_discard(take: str, melded: list[int], word: str | None) -> None:
    table = romme(discards={"take": take}).deal(hands=["4h 5h 2c", "Jc"], open_card="6h", melded=melded)
    if word is None:
        assert table.legal() == ["draw stock", "draw discard"]
        allowed(table.play("draw discard"), "discard 2c")  # it may be kept
    else:
        refused(table, "draw discard", "ROM-TURN-02", word, option="discards.take")
        assert table.legal() == ["draw stock"]


@pytest.mark.option("discards.take", "claims.allowed")
@pytest.mark.parametrize("takes_turn", [False, True])
def test_a_claim_is_a_taking_too(takes_turn: bool) -> None:
    scenario = romme(3, discards={"take": "after_first_meld"}, claims={"allowed": "always", "takes_turn": takes_turn})
    table = scenario.deal(hands=["2c 3c", "4c 5c", "6c 7c"], open_card="9h", discarder=-1, melded=[2])
    table.play("draw stock")
    assert table.round.claimants == (2,)
    refused(table, "claim", "ROM-TURN-02", "after your own first meld", seat=1, option="discards.take")
    allowed(table, "claim")


@pytest.mark.option("discards.take", "claims.allowed")
def test_where_nobody_takes_discards_nobody_claims() -> None:
    with pytest.raises(HouseRuleError, match=r"discards\.take: never leaves nothing to claim"):
        romme(discards={"take": "never"}, claims={"allowed": "always"})
