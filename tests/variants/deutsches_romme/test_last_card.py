"""The last card where it may not be discarded: whoever goes out lays it, and nobody keeps one without a place."""

from __future__ import annotations

import pytest

from rummykit.engine.table import Ending
from rummykit.rules import HouseRuleError
from rummykit.scenario import Scenario, Table

from ..helpers import PLUGINS, allowed, refused
from .helpers import LAY_ALL, WHOLE_HAND, romme

OPTION = "going_out.discard"
LAID = {"going_out": {"discard": "forbidden"}}
SET = "1: 9s 9h 9d"


def holding(hand: str, *table: str, melded: bool = True, **options: object) -> Table:
    scenario = romme(**LAID, **options)  # type: ignore[arg-type]
    return scenario.deal(hands=[hand, "Jc 2s"], table=table, melded=[0] if melded else [], drawn=True)


@pytest.mark.option(OPTION)
def test_whoever_goes_out_lays_all_cards() -> None:
    table = holding("9c", SET)
    refused(table, "discard 9c", "ROM-END-01", "may not be discarded", option=OPTION)
    assert table.legal() == ["layoff 9c > 1"]
    outcome = table.play("layoff 9c > 1").round.outcome
    assert outcome is not None
    assert (outcome.ending, outcome.seat, outcome.last_card) == (Ending.OUT, 0, None)


@pytest.mark.option(OPTION)
def test_of_two_cards_one_is_discarded() -> None:
    table = holding("9c 2d", SET)
    refused(table, "layoff 9c > 1", "ROM-END-01", "2d would be your last card", option=OPTION)
    assert table.legal() == ["discard 2d", "discard 9c"]
    # With one card left the next turn begins as ever.
    table.play("discard 2d", "draw stock", "discard Jc")
    assert {"draw stock", "draw discard"} == set(table.legal())


@pytest.mark.option(OPTION)
@pytest.mark.parametrize(
    ("hand", "move", "goes"),
    [
        ("4h 5h 6h", "meld 4h 5h 6h", True),
        ("4h 5h 6h 2d", "meld 4h 5h 6h", False),
        ("4h 5h 6h 9c", "meld 4h 5h 6h", True),
        ("4h 5h 6h 7h", "meld 4h 5h 6h", True),
        ("4h 5h 6h 2d 2c", "meld 4h 5h 6h", True),
        ("4h 5h 6h 2d", "discard 2d", True),
        ("9c *", "layoff 9c > 1", False),
        ("9c * *", "layoff 9c > 1", True),
    ],
)
def test_no_move_leaves_a_single_card_without_a_place(hand: str, move: str, goes: bool) -> None:
    table = holding(hand, SET)
    assert table.is_legal(move) == (move in table.legal()) == goes


@pytest.mark.option(OPTION, "swaps.joker_goes")
@pytest.mark.parametrize(
    ("goes", "move"), [("meld_or_lay_off", "swap 6h > 1 : layoff *=7h > 1"), ("hand", "swap 6h > 1")]
)
def test_a_swap_may_lead_to_the_place_of_the_last_card(goes: str, move: str) -> None:
    table = holding("6h", "2: 4h 5h *=6h", swaps={"joker_goes": goes})
    assert move in table.legal()
    while table.round.outcome is None:
        table.play(table.legal()[0])
    assert table.round.outcome.seat == 0


@pytest.mark.option(OPTION, "hand_romme.when")
def test_a_hand_romme_leaves_no_card() -> None:
    table = holding(f"{WHOLE_HAND} 9c", melded=False)
    refused(table, LAY_ALL, "ROM-FIRST-01", "40")
    table = holding(WHOLE_HAND, melded=False)
    allowed(table, LAY_ALL)
    assert any(move.count("|") == 2 for move in table.legal())


@pytest.mark.option(OPTION, "discards.take")
def test_a_card_is_not_taken_to_be_used_if_that_strands_another() -> None:
    take = {"discards": {"take": "only_to_use"}}
    for hand, taken in (("2d", False), ("10d", True), ("2d 3c", True)):
        scenario = romme(**LAID, **take)
        table = scenario.deal(hands=[hand, "Jc 2s"], open_card="9c", table=[SET, "1: Jd Qd Kd"], melded=[0])
        assert table.is_legal("draw discard") == ("draw discard" in table.legal()) == taken


@pytest.mark.option(OPTION, "claims.allowed", "claims.takes_turn")
def test_a_claim_out_of_turn_may_leave_one_card() -> None:
    for takes_turn in (False, True):
        scenario = romme(**LAID, claims={"allowed": "only_to_use", "takes_turn": takes_turn})
        table = scenario.deal(hands=["Jc 2s", "2d"], open_card="9c", table=["2: 9s 9h 9d"], melded=[1], discarder=0)
        table.play("draw stock")
        assert ("claim : layoff 9c > 1" in table.legal()) == (not takes_turn)


@pytest.mark.option(OPTION)
def test_a_table_without_discards_does_not_forbid_them() -> None:
    with pytest.raises(HouseRuleError, match=r"going_out\.discard: forbidden needs discards\.pile: true"):
        Scenario("raeuber_romme", plugins=PLUGINS, preset="no_pile", **LAID)
