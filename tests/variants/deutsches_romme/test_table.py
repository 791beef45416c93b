"""The rows of the Deutsches Rommé test table, one test each."""

from __future__ import annotations

from typing import Any

import pytest

from rummykit.engine.table import Ending
from rummykit.refusals import Reason
from rummykit.scenario import Table

from ..helpers import allowed, ending, refused, score
from .helpers import LAY_ALL, WHOLE_HAND, bad_points, dealt, holding, melds_of, romme, sizes, why_no_meld

# -- the deal ------------------------------------------------------------------------------------


@pytest.mark.rule("ROM-SETUP-04")
def test_t_rom_01_deal_for_four() -> None:
    table = dealt(4, dealer=3)
    assert sizes(table) == [13, 13, 13, 14]
    assert len(table.round.stock) == 57
    assert table.round.pile == []
    assert table.round.active == 3


@pytest.mark.rule("ROM-TURN-01")
def test_t_rom_02_the_dealer_does_not_draw() -> None:
    table = dealt(4, dealer=3)
    for draw in ("draw stock", "draw discard"):
        refused(table, draw, "ROM-TURN-02", "meld, lay off, swap a joker or discard")
    assert {move.split()[0] for move in table.legal()} <= {"meld", "discard"}
    table.play(f"discard {table.hand(3).split()[0]}")
    assert sizes(table) == [13] * 4


# -- melds ---------------------------------------------------------------------------------------


@pytest.mark.rule("ROM-MELD-01")
@pytest.mark.rule("ROM-VAL-01")
def test_t_rom_03_three_kings() -> None:
    assert melds_of("Kh Kd Kc") == {"Kh Kd Kc": 30}


@pytest.mark.rule("ROM-MELD-01")
def test_t_rom_04_four_threes() -> None:
    assert melds_of("3s 3h 3d 3c") == {"3s 3h 3d 3c": 12}


@pytest.mark.rule("ROM-MELD-01")
def test_t_rom_05_a_suit_twice() -> None:
    assert why_no_meld("Kh Kh Kc") is Reason.SET_SAME_SUIT
    refused(holding("Kh Kh Kc 5s"), "meld Kh Kh Kc", "ROM-MELD-01", "Kh has a suit that the set has already")


@pytest.mark.rule("ROM-MELD-02")
@pytest.mark.rule("ROM-VAL-01")
def test_t_rom_06_ace_low() -> None:
    assert melds_of("Ah 2h 3h") == {"Ah 2h 3h": 6}


@pytest.mark.rule("ROM-FIRST-01")
def test_t_rom_07_37_of_40_points() -> None:
    assert melds_of("8d 9d 10d Jd") == {"8d 9d 10d Jd": 37}
    table = holding("8d 9d 10d Jd 5s 2h")
    refused(table, "meld 8d 9d 10d Jd", "ROM-FIRST-01", "37 of 40", option="first_meld.min")


@pytest.mark.rule("ROM-MELD-02")
@pytest.mark.rule("ROM-VAL-01")
def test_t_rom_08_ace_high() -> None:
    assert melds_of("Qd Kd Ad") == {"Qd Kd Ad": 31}


@pytest.mark.rule("ROM-MELD-02")
@pytest.mark.option("ace.runs")
def test_t_rom_09_ace_in_the_middle() -> None:
    assert why_no_meld("Kd Ad 2d") is Reason.RUN_WRAP
    refused(holding("Kd Ad 2d 5s"), "meld Kd Ad 2d", "ROM-MELD-02", "after A there is no 2", option="ace.runs")
    assert melds_of("Kd Ad 2d", ace={"runs": "wrap"}) == {"Kd Ad 2d": 23}


@pytest.mark.rule("ROM-MELD-03")
@pytest.mark.rule("ROM-VAL-02")
def test_t_rom_10_a_joker_as_king() -> None:
    assert melds_of("Jc Qc * Ac") == {"Jc Qc *=Kc Ac": 41}
    table = holding("Jc Qc * Ac 5s 2h")
    allowed(table, "meld Jc Qc * Ac")
    assert table.play("meld Jc Qc * Ac").meld(1) == "Jc Qc *=Kc Ac"


@pytest.mark.rule("ROM-MELD-03")
@pytest.mark.rule("ROM-VAL-02")
def test_t_rom_11_a_joker_in_a_set() -> None:
    assert melds_of("6s 6h *") == {"6s 6h *": 18}


@pytest.mark.rule("ROM-MELD-04")
def test_t_rom_12_one_natural_card() -> None:
    assert why_no_meld("6s * *") is Reason.TOO_FEW_NATURALS
    table = holding("6s * * 5h", melded=True)
    refused(table, "meld 6s * *", "ROM-MELD-04", "at least 2", option="jokers.min_naturals")


@pytest.mark.rule("ROM-MELD-04")
def test_t_rom_13_two_jokers_side_by_side() -> None:
    assert melds_of("3s * * 6s") == {"3s *=4s *=5s 6s": 18}


# -- the first meld ------------------------------------------------------------------------------


@pytest.mark.rule("ROM-FIRST-01")
@pytest.mark.option("first_meld.min")
def test_t_rom_15_four_kings_reach_40() -> None:
    table = holding("Kh Kd Kc Ks 5s 2h")
    allowed(table, "meld Kh Kd Kc Ks")
    refused(table, "meld Kh Kd Kc", "ROM-FIRST-01", "30 of 40")
    allowed(holding("Kh Kd Kc Ks 5s 2h", first_meld={"min": 30}), "meld Kh Kd Kc")


@pytest.mark.rule("ROM-FIRST-01")
@pytest.mark.rule("ROM-VAL-01")
def test_t_rom_16_two_melds_together() -> None:
    assert (melds_of("Ah As Ac"), melds_of("2d 3d 4d")) == ({"As Ah Ac": 33}, {"2d 3d 4d": 9})
    table = holding("Ah As Ac 2d 3d 4d 5s 7h")
    refused(table, "meld Ah As Ac", "ROM-FIRST-01", "33 of 40")
    refused(table, "meld 2d 3d 4d", "ROM-FIRST-01", "9 of 40")
    allowed(table, "meld Ah As Ac | 2d 3d 4d")
    assert "meld As Ah Ac | 2d 3d 4d" in table.legal()
    assert table.play("meld Ah As Ac | 2d 3d 4d").hand(0) == "5s 7h"


# -- laying off ----------------------------------------------------------------------------------


@pytest.mark.rule("ROM-LAY-01")
def test_t_rom_18_both_ends() -> None:
    table = holding("Ah 5h 9c", "2: 2h 3h 4h", melded=True)
    for move in ("layoff Ah > 1", "layoff 5h > 1"):
        allowed(table, move)
        table.play(move)
    assert table.meld(1) == "Ah 2h 3h 4h 5h"


@pytest.mark.rule("ROM-LAY-01")
def test_t_rom_19_not_melded_or_not_fitting() -> None:
    table = holding("Ah 5h 9c", "2: 2h 3h 4h")
    for move in ("layoff Ah > 1", "layoff 5h > 1"):
        refused(table, move, "ROM-LAY-01", "only after your own first meld")
    refused(holding("6h 9c", "2: 2h 3h 4h", melded=True), "layoff 6h > 1", "ROM-LAY-01", "6h does not fit meld 1")


# -- joker swaps ---------------------------------------------------------------------------------

SET_WITH_JOKER = "2: 6s 6h *"


@pytest.mark.rule("ROM-JOK-01")
@pytest.mark.rule("ROM-JOK-02")
@pytest.mark.parametrize("six", ["6c", "6d"])
def test_t_rom_20_swap_with_any_missing_suit(six: str) -> None:
    table = holding(f"{six} 9d 10d 5s", SET_WITH_JOKER, melded=True)
    move = f"swap {six} > 1 : meld 9d 10d *=Jd"
    allowed(table, move)
    table.play(move)
    assert set(table.meld(1).split()) == {"6s", "6h", six}
    assert table.meld(2) == "9d 10d *=Jd"
    assert table.hand(0) == "5s"


@pytest.mark.rule("ROM-JOK-02")
def test_t_rom_22_the_joker_stays_out_of_the_hand() -> None:
    table = holding("6c 9d 10d 2c 3c 4c 5s", SET_WITH_JOKER, melded=True)
    refused(table, "swap 6c > 1", "ROM-JOK-02", "may not go to your hand")
    refused(table, "swap 6c > 1 : meld 2c 3c 4c", "ROM-JOK-02", "may not go to your hand")


@pytest.mark.rule("ROM-JOK-01")
def test_t_rom_23_swap_before_the_first_meld() -> None:
    table = holding("6c 9d 10d 5s", SET_WITH_JOKER)
    refused(table, "swap 6c > 1 : meld 9d 10d *=Jd", "ROM-JOK-01", "after your own first meld")


@pytest.mark.rule("ROM-LAY-02")
def test_t_rom_25_melded_cards_stay() -> None:
    table = holding("7h 7s 5s", "1: 4d 5d 6d 7d")
    refused(table, "discard 7d", "ROM-LAY-02", "7d is on the table in meld 1")
    refused(table, "meld 7h 7s 7d", "ROM-LAY-02", "7d is on the table in meld 1")


# -- the end -------------------------------------------------------------------------------------


@pytest.mark.rule("ROM-END-01")
def test_t_rom_26_a_discard_must_be_left() -> None:
    table = holding("7h 8h 9h", melded=True)
    refused(table, "meld 7h 8h 9h", "ROM-END-01", "no card left", option="going_out.discard")


LOSER = "* As Kh 7d"


@pytest.mark.rule("ROM-SCORE-01")
def test_t_rom_27_bad_points() -> None:
    table = romme().deal(hands=["9c", LOSER], melded=[0, 1], drawn=True).play("discard 9c")
    assert ending(table) is Ending.OUT
    assert score(table).totals == (0, 48)


@pytest.mark.rule("ROM-HAND-01")
def test_t_rom_28_hand_romme() -> None:
    table = romme().deal(hands=[f"{WHOLE_HAND} 9c", LOSER], drawn=True)
    assert sum(sum(melds_of(cards).values()) for cards in LAY_ALL.removeprefix("meld ").split(" | ")) == 35
    allowed(table, LAY_ALL)
    assert 13 in [len(move.replace("|", "").split()) - 1 for move in table.legal()]
    table.play(LAY_ALL, "discard 9c")
    assert bad_points(table) == (0, 48)
    assert score(table).totals == (0, 96)
    assert "Hand-Rommé" in str(score(table).remark)


# -- drawing -------------------------------------------------------------------------------------


def taking(**more: Any) -> Table:
    scenario = romme(discards={"take": "only_to_meld"})
    return scenario.deal(hands=["Kh Kd 4s 5s 6s 2h", "3h"], open_card="Kc", **more)


@pytest.mark.rule("ROM-TURN-03")
@pytest.mark.option("discards.take")
def test_t_rom_31_a_taken_discard_must_be_melded() -> None:
    table = taking()
    move = "draw discard : meld Kh Kd Kc | 4s 5s 6s"
    allowed(table, move)
    assert move in table.legal()
    option = "discards.take"
    refused(table, "draw discard : meld 4s 5s 6s", "ROM-TURN-03", "with Kc", option=option)
    refused(table, "draw discard : meld Kh Kd Kc", "ROM-FIRST-01", "30 of 40")
    assert table.play(move).hand(0) == "2h"
    assert table.round.stage.name == "play"
    # In a move of its own it is taken all the same, and owed from then on.
    table = taking().play("draw discard")
    refused(table, "discard 2h", "ROM-TURN-03", "lay Kc in a new meld before you discard", option=option)
    assert table.legal() == ["meld Kh Kd Kc | 4s 5s 6s"]
    allowed(table.play("meld Kh Kd Kc | 4s 5s 6s"), "discard 2h")


@pytest.mark.rule("ROM-TURN-02")
@pytest.mark.option("claims.allowed")
def test_t_rom_32_no_claims() -> None:
    table = romme(4).deal(hands=["2h", "3h", "4h", "5h"], open_card="9c").play("draw stock")
    assert (table.round.stage.name, table.round.actor) == ("play", 0)
    for seat in (1, 2, 3):
        refused(table, "claim", "ROM-TURN-02", "nobody may claim", seat=seat, option="claims.allowed")


@pytest.mark.rule("ROM-TURN-02")
@pytest.mark.option("stock.exhausted")
def test_t_rom_33_the_pile_becomes_the_stock() -> None:
    under = "2s 3s 4s 5s 6s 7s 8s 9s 10s 2d 3d 4d 5d 6d 7d 8d 9d 10d Jd"
    table = romme().deal(hands=["2h", "3h"], open_card="9c", under=under)
    table.round.stock, table.round.pile = [], table.round.pile[-20:]
    table.play("draw stock")
    assert str(table.round.open_card) == "9c"
    assert (len(table.round.pile), len(table.round.stock)) == (1, 18)
    drawn = table.hand(0).split()
    drawn.remove("2h")
    left = [table.round.rules.pack.cards[kind].text for kind in table.round.stock]
    assert sorted(left + drawn) == sorted(under.split())
    assert left != [card for card in under.split() if card in left]
