"""The house rules of Deutsches Rommé about what one may do in a turn: the difference they make in play."""

from __future__ import annotations

import pytest

from rummykit.rules import HouseRuleError
from rummykit.scenario import Scenario

from ..helpers import PLUGINS, allowed, refused
from .helpers import holding, romme

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


# -- discarding jokers ---------------------------------------------------------------------------------------


@pytest.mark.option("jokers.discard")
def test_a_joker_is_not_discarded() -> None:
    for discard in ("allowed", "not_last"):
        allowed(holding("4h 9s *", jokers={"discard": discard}), "discard *")
    table = holding("4h 9s *", jokers={"discard": "never"})
    refused(table, "discard *", "ROM-TURN-02", "discard another card", option="jokers.discard")
    assert table.legal() == ["discard 9s", "discard 4h"]


@pytest.mark.option("jokers.discard")
@pytest.mark.parametrize("hand", ["* *", "*"])
def test_whoever_has_only_jokers_may_discard_one(hand: str) -> None:
    table = romme(jokers={"discard": "never"}).deal(hands=[hand, "Jc"], stock_top="*", melded=[0])
    allowed(table.play("draw stock"), "discard *")


@pytest.mark.option("jokers.discard")
def test_a_card_that_may_not_be_thrown_back_leaves_the_joker() -> None:
    strict = romme(jokers={"discard": "never"}, discards={"throw_back": False})
    table = strict.deal(hands=["*", "Jc"], open_card="6h", melded=[0]).play("draw discard")
    assert table.legal() == ["discard *"]


@pytest.mark.option("jokers.discard")
@pytest.mark.parametrize(
    ("discard", "hand", "goes"),
    [
        ("allowed", "4h 5h 6h *", True),
        ("not_last", "4h 5h 6h *", False),
        ("not_last", "4h 5h 6h * *", True),
        ("not_last", "4h 5h 6h 9s", True),
        ("never", "4h 5h 6h *", False),
        ("never", "4h 5h 6h * *", False),
        ("never", "4h 5h 6h * 9s", True),
    ],
)
def test_no_move_leaves_only_a_joker_that_may_not_be_discarded(discard: str, hand: str, goes: bool) -> None:
    table = holding(hand, melded=True, jokers={"discard": discard})
    if goes:
        allowed(table, "meld 4h 5h 6h")
    else:
        refused(table, "meld 4h 5h 6h", "ROM-END-01", "nothing left to discard but a joker", option="jokers.discard")
    # The same for a lay-off.
    table = holding("7h *", "1: 4h 5h 6h", jokers={"discard": discard})
    assert table.is_legal("layoff 7h > 1") == (discard == "allowed")
    allowed(table, "layoff *=3h > 1")


@pytest.mark.option("jokers.discard", "hand_romme.when")
def test_a_whole_hand_is_listed_with_all_jokers_in_it() -> None:
    # Any of the cards may stay for the discard; where it may be no joker, the listing has them all in melds.
    for discard in ("allowed", "never", "not_last"):
        table = holding("2h 3h 4h 7s 7d * 2c", jokers={"discard": discard})
        table.play(next(move for move in table.legal() if move.count("|") == 1))
        assert table.legal() == ["discard 2c"]


@pytest.mark.option("jokers.discard")
def test_jokers_are_discarded_onto_a_pile() -> None:
    with pytest.raises(HouseRuleError, match=r"jokers\.discard: never needs discards\.pile: true"):
        Scenario("raeuber_romme", plugins=PLUGINS, preset="no_pile", jokers={"discard": "never"})
