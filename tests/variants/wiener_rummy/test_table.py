"""The rows of the Wiener Rummy test table, one test each."""

from __future__ import annotations

import pytest

from rummykit.engine.actions import BUYBACK_YES
from rummykit.engine.books import Offer
from rummykit.engine.table import Ending
from rummykit.refusals import Reason

from ..helpers import allowed, ending, refused, score
from .helpers import (
    ALL_MELDED,
    FIVE_LEFT,
    NO_MELD,
    NO_MELD_EITHER,
    SIX_LEFT,
    dealt,
    end_round,
    holding,
    knocked,
    new_match,
    shown,
    sizes,
    wiener,
)


@pytest.mark.rule("WIE-DEAL-01")
def test_t_wie_01_deal_for_three() -> None:
    table = dealt(3, dealer=2)
    assert sizes(table) == [10, 10, 11]
    assert len(table.round.stock) == 75
    assert table.round.pile == []
    assert table.round.active == 2


@pytest.mark.rule("WIE-TURN-01")
def test_t_wie_02_no_melding_on_the_table() -> None:
    table = holding(f"{FIVE_LEFT} Kd")
    refused(table, "meld 5s 6s 7s", "WIE-TURN-01", "nothing is laid out")
    assert {move.split()[0] for move in table.legal()} == {"discard", "knock"}
    before_drawing = wiener().deal(hands=[FIVE_LEFT, NO_MELD])
    refused(before_drawing, "meld 5s 6s 7s", "WIE-TURN-01", "nothing is laid out")


@pytest.mark.rule("WIE-END-01")
def test_t_wie_03_a_call() -> None:
    table = holding(f"{ALL_MELDED} Kd", NO_MELD)
    allowed(table, "call Kd")
    table.play("call Kd")
    assert ending(table) is Ending.CALL
    assert score(table).totals == (0, 72)
    assert shown(table)[0] == "2d 3d 4d | 5s 6s 7s 8s | Qh Qd Qc"
    refused(table, "draw stock", "TABLE-01", "over", seat=1)


@pytest.mark.rule("WIE-END-02")
def test_t_wie_04_a_knock_with_five() -> None:
    table = holding(f"{FIVE_LEFT} Kd", NO_MELD)
    allowed(table, "knock Kd")
    table.play("knock Kd", "pass")
    assert ending(table) is Ending.KNOCK
    assert score(table).totals == (5, 72)


@pytest.mark.rule("WIE-END-02")
def test_t_wie_05_no_knock_with_six() -> None:
    refusal = refused(
        holding(f"{SIX_LEFT} Kd"), "knock Kd", "WIE-END-02", "6 points are left, at most 5 allowed: 2d 4c"
    )
    assert (refusal.option, refusal.value) == ("knocking.limit", 5)


@pytest.mark.rule("WIE-END-02")
def test_t_wie_06_no_knock_with_an_ace() -> None:
    table = holding("5s 6s 7s 8s 9s 10s Qh Qd Qc Ah Kd")
    refused(table, "knock Kd", "WIE-END-02", "11 points are left, at most 5 allowed: Ah")


@pytest.mark.rule("WIE-END-03")
def test_t_wie_07_one_exchange_after_a_knock() -> None:
    table = knocked(NO_MELD, NO_MELD_EITHER, players=3)
    allowed(table, "draw stock", 1)
    allowed(table, "draw discard", 1)
    table.play("draw stock")
    refused(table, "draw stock", "WIE-END-03", "one last exchange")
    table.play("discard Ks")
    assert sizes(table) == [10, 10, 10]
    refused(table, "draw stock", "WIE-END-03", "one last exchange", seat=1)
    table.play("draw discard", "discard Ks")
    assert ending(table) is Ending.KNOCK


@pytest.mark.rule("WIE-END-04")
def test_t_wie_08_nothing_is_laid_off_on_the_knocker() -> None:
    table = knocked("10s Kh Kc 10h 8h 8c 6h 6c 2c 2c")
    assert "5s 6s 7s 8s 9s" in shown(table)[0]
    refused(table, "layoff 10s > 1", "WIE-END-04", "nobody may lay off")
    table.play("draw stock")
    refused(table, "layoff 10s > 1", "WIE-END-04", "nobody may lay off")


@pytest.mark.rule("WIE-PARTY-03")
@pytest.mark.parametrize(("total", "still_in"), [(100, (0, 1, 2)), (101, (1, 2))])
def test_t_wie_12_out_with_101(total: int, still_in: tuple[int, ...]) -> None:
    match = new_match(buyback=False)
    end_round(match, total, 40, 20)
    assert match.totals == (total, 40, 20)
    assert match.still_in == match.seated == still_in


@pytest.mark.rule("WIE-PARTY-04")
@pytest.mark.parametrize(
    ("total", "reason"),
    [(80, Reason.BUYBACK_TOO_LOW), (81, None), (100, None), (101, Reason.BUYBACK_TOO_HIGH)],
)
def test_t_wie_13_who_may_buy_back(total: int, reason: Reason | None) -> None:
    match = new_match()
    end_round(match, total, 40, 20)
    refusal = match.check(BUYBACK_YES, 0)
    if reason is None:
        assert refusal is None
        assert match.offer == Offer(seat=0, price=5, new_total=40)
    else:
        assert match.offer is None
        assert refusal is not None
        assert (refusal.reason, refusal.rule) == (reason, "WIE-PARTY-04")


@pytest.mark.rule("WIE-PARTY-04")
def test_t_wie_14_a_buyback_lowers_to_the_second_worst() -> None:
    match = new_match()
    end_round(match, 95, 60, 40)
    pot = match.pot
    match.play(BUYBACK_YES)
    assert match.totals == (60, 60, 40)
    assert match.pot == pot + 5


@pytest.mark.rule("WIE-PARTY-04")
def test_t_wie_15_only_once() -> None:
    match = new_match()
    end_round(match, 95, 60, 40)
    match.play(BUYBACK_YES)
    end_round(match, 30, 0, 0, by=1)
    assert match.totals == (90, 60, 40)
    assert match.offer is None
    refusal = match.check(BUYBACK_YES, 0)
    assert refusal is not None
    assert (refusal.reason, refusal.rule, refusal.value) == (Reason.BUYBACK_USED, "WIE-PARTY-04", 1)


@pytest.mark.rule("WIE-END-01")
@pytest.mark.rule("WIE-DEAL-01")
def test_t_wie_19_the_dealer_calls_on_the_first_turn() -> None:
    table = dealt(2, dealer=0)
    pack = table.round.rules.pack
    table.round.hands[0] = pack.heap(f"{ALL_MELDED} Kd")
    refused(table, "draw stock", "WIE-TURN-01", "discard, knock or call")
    allowed(table, "call Kd")
    table.play("call Kd")
    assert table.round.turn == 0
    assert ending(table) is Ending.CALL
