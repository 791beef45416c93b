"""The rows of the Club test table, one test each."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from rummykit.engine.books import Books
from rummykit.engine.table import Ending
from rummykit_cli.render.sheet import match_table, score_table

from ..helpers import allowed, ending, refused, score
from .helpers import LAY_ALL, WHOLE_HAND, club, dealt, in_club, sizes

FOUR_KINGS = "meld Ks Kh Kd Kc"
HANDS = ["2s 4s", "2h 4h", "2d 4d", "2c 4c"]


@pytest.mark.rule("CLUB-DEAL-01")
@pytest.mark.rule("CLUB-COMP-01")
def test_t_clb_01_deal_for_four() -> None:
    table = dealt(4, dealer=1, preset="club")
    assert sizes(table) == [13, 13, 14, 13]
    assert table.round.active == 2
    assert len(table.round.stock) == 57
    refused(table, "draw stock", "ROM-TURN-02")


@pytest.mark.rule("CLUB-ROUND-01")
def test_t_clb_02_no_meld_in_the_first_round() -> None:
    table = in_club("Ks Kh Kd Kc 5s", lap=1)
    refused(table, FOUR_KINGS, "CLUB-ROUND-01", "first lap", option="first_meld.from_lap")
    assert {move.split()[0] for move in table.legal()} == {"discard"}


@pytest.mark.rule("CLUB-ROUND-01")
def test_t_clb_03_melds_from_the_second_round_on() -> None:
    table = club().deal(hands=["Ks Kh Kd Kc 5s", "2h 3h"], open_card="9c", stock_top="7s 8s 9s")
    table.play("draw stock", "discard 7s", "draw stock", "discard 8s", "draw stock")
    assert table.round.lap == 2
    allowed(table, FOUR_KINGS)


@pytest.mark.rule("CLUB-ROUND-02")
def test_t_clb_04_no_claim_in_the_first_round() -> None:
    table = club(4).deal(hands=HANDS, open_card="9c")
    allowed(table, "draw discard")
    table.play("draw stock")
    assert table.round.stage.name == "play"
    for seat in (1, 2, 3):
        refused(table, "claim", "CLUB-ROUND-02", "begin in lap 2", seat=seat, option="claims.from_lap")


@pytest.mark.rule("CLUB-CLAIM-01")
@pytest.mark.rule("CLUB-CLAIM-02")
def test_t_clb_05_a_claim_with_its_penalty_card() -> None:
    # The second player is on turn; the fourth claims what the first discarded.
    table = club(4).deal(hands=HANDS, open_card="9c", stock_top="Js Qs", active=1, lap=2)
    table.play("draw stock", "pass", "claim")
    assert table.hand(3) == "Qs 2c 4c 9c"
    assert table.hand(1) == "Js 2h 4h"
    assert (table.round.actor, table.round.open_card) == (1, None)


@pytest.mark.rule("CLUB-CLAIM-02")
def test_t_clb_06_no_penalty_for_the_own_draw() -> None:
    table = club(4).deal(hands=HANDS, open_card="9c", active=1, lap=2)
    stock = len(table.round.stock)
    table.play("draw discard")
    assert table.hand(1) == "2h 4h 9c"
    assert len(table.round.stock) == stock
    refused(table, "claim", "CLUB-CLAIM-02", "taken by the player on turn", seat=3)


@pytest.mark.rule("CLUB-FIRST-01")
def test_t_clb_08_30_without_a_joker() -> None:
    allowed(in_club("Kh Kd Kc 5s 2h"), "meld Kh Kd Kc")


@pytest.mark.rule("CLUB-FIRST-01")
@pytest.mark.rule("CLUB-JOK-02")
def test_t_clb_09_30_of_40_with_a_joker() -> None:
    refusal = refused(in_club("Kh Kd * 5s 2h"), "meld Kh Kd *", "CLUB-FIRST-01", "has a joker and reaches 30 of the 40")
    assert (refusal.option, refusal.value) == ("first_meld.min_with_joker", 40)


@pytest.mark.rule("CLUB-FIRST-01")
@pytest.mark.rule("CLUB-JOK-02")
def test_t_clb_10_40_with_a_joker() -> None:
    table = in_club("Kh Kd Kc * 5s 2h")
    allowed(table, "meld Kh Kd Kc *")
    assert table.play("meld Kh Kd Kc *").hand(0) == "5s 2h"


@pytest.mark.rule("CLUB-JOK-01")
def test_t_clb_13_one_joker_a_meld() -> None:
    table = in_club("3s * * 6s 9h", melded=True)
    refused(table, "meld 3s * * 6s", "CLUB-JOK-01", "has 2 jokers; at most 1", option="jokers.per_meld")


@pytest.mark.rule("CLUB-HAND-01")
@pytest.mark.parametrize(("melds", "factor"), [((), 2), (("2: Js Jh Jd",), 1)], ids=["empty table", "cards lie there"])
def test_t_clb_15_romme_hand(melds: tuple[str, ...], factor: int) -> None:
    # With three kings it has the 30 points, so that it is a legal first meld either way.
    hand, lay_all = f"{WHOLE_HAND} Ks Kh Kd 9c", f"{LAY_ALL} | Ks Kh Kd"
    table = club().deal(hands=[hand, "* Ah 7c"], table=melds, drawn=True, lap=2)
    allowed(table, lay_all)
    assert score(table.play(lay_all, "discard 9c")).totals == (0, 38 * factor)


@pytest.mark.rule("CLUB-SCORE-01")
@pytest.mark.option("scoring.shown")
def test_t_clb_16_minus_points() -> None:
    table = club().deal(hands=["9c", "* Ah 7c"], melded=[0, 1], drawn=True, lap=3).play("discard 9c")
    assert ending(table) is Ending.OUT
    # They are kept as bad points, and the lowest total wins; the sheet writes them with a minus.
    assert score(table).totals == (0, 38)
    assert table.round.rules.scoring.high_wins is False
    books = Books(table.round.rules, ("Ann", "Ben"), dealer=0)
    books.settle(score(table), finisher=0)
    printed = StringIO()
    Console(width=80, file=printed).print(score_table(books, 0), match_table(books))
    assert "-38" in printed.getvalue()
    assert "38" not in printed.getvalue().replace("-38", "")
