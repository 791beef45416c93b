"""The rows of the Rummy 17 test table, one test each."""

from __future__ import annotations

from typing import Any

import pytest

from rummykit.engine.table import Ending
from rummykit.scenario import Table
from rummykit_rummy17.bonus import BONUS_CARDS

from ..helpers import allowed, item, refused, score
from .helpers import bonus_points, dealt, penalties, rummy17


def holding(hand: str, *table: str, **more: Any) -> Table:
    """The first of two players has drawn and holds these cards."""
    return rummy17().deal(hands=[hand, "1v"], table=table, drawn=True, **more)


# -- set-up --------------------------------------------------------------------------------------


@pytest.mark.rule("R17-SETUP-02")
@pytest.mark.rule("R17-SETUP-03")
@pytest.mark.rule("R17-SETUP-04")
def test_t_r17_01_set_up_for_six() -> None:
    round = dealt(6).round
    assert [hand.bit_count() for hand in round.hands] == [10] * 6
    assert len(round.pile) == 1
    assert len(round.stock) == 24
    assert round.rules.pack.text(round.pool) == "*r *b *g *y *v"
    assert len(set(round.side_cards)) == 5
    assert len(set(BONUS_CARDS) - set(round.side_cards)) == 7


@pytest.mark.rule("R17-SETUP-04")
@pytest.mark.rule("R17-SETUP-05")
@pytest.mark.parametrize("dealer", [0, 1])
def test_t_r17_02_set_up_for_two(dealer: int) -> None:
    round = dealt(2, dealer).round
    assert len(round.stock) == 64
    assert round.active == (dealer + 1) % 2


# -- melds ---------------------------------------------------------------------------------------


@pytest.mark.rule("R17-MELD-02")
@pytest.mark.rule("R17-MELD-03")
def test_t_r17_03_run_without_minimum() -> None:
    table = holding("4r 5r 6r 1b")
    allowed(table, "meld 4r 5r 6r")
    assert table.play("meld 4r 5r 6r").meld(1) == "4r 5r 6r"


@pytest.mark.rule("R17-MELD-01")
def test_t_r17_04_set() -> None:
    table = holding("9r 9b 9g 1b")
    allowed(table, "meld 9r 9b 9g")
    assert table.play("meld 9r 9b 9g").hand(0) == "1b"


@pytest.mark.rule("R17-MELD-01")
def test_t_r17_05_set_of_five_is_full() -> None:
    table = holding("9r 9b 9g 9y 9v 1b 10r")
    allowed(table, "meld 9r 9b 9g 9y 9v")
    table.play("meld 9r 9b 9g 9y 9v")
    assert not [move for move in table.legal() if move.startswith("layoff")]
    refused(table, "layoff 10r > 1", "R17-LAY-01", "does not fit")
    assert table.round.table[1].additions == ()


@pytest.mark.rule("R17-MELD-02")
def test_t_r17_06_no_wrap() -> None:
    refused(holding("16y 17y 1y 1b"), "meld 16y 17y 1y", "R17-MELD-02", "after 17 there is no 1", option="melds.wrap")


@pytest.mark.rule("R17-MELD-01")
@pytest.mark.rule("R17-MELD-02")
def test_t_r17_07_mixed_colours() -> None:
    refused(holding("4r 5r 6b 1b"), "meld 4r 5r 6b", "R17-MELD-01", "neither one value nor one colour")


# -- pool jokers ---------------------------------------------------------------------------------


@pytest.mark.rule("R17-JOK-02")
def test_t_r17_08_pool_joker_in_the_first_meld() -> None:
    table = holding("4r 5r 6r 1b")
    allowed(table, "meld 4r 5r 6r *r=7r")
    table.play("meld 4r 5r 6r *r=7r")
    assert table.round.rules.pack.text(table.round.pool) == "*b *g *y *v"


@pytest.mark.rule("R17-JOK-02")
@pytest.mark.rule("R17-JOK-03")
def test_t_r17_09_pool_joker_needs_four() -> None:
    table = holding("4r 5r 1b")
    refused(table, "meld 4r 5r *r=6r", "R17-JOK-02", "at least 4", option="pool.min_run")


@pytest.mark.rule("R17-JOK-02")
def test_t_r17_10_pool_joker_inside_the_run() -> None:
    allowed(holding("4r 5r 7r 1b"), "meld 4r 5r *r=6r 7r")


@pytest.mark.rule("R17-JOK-01")
def test_t_r17_11_joker_of_another_colour() -> None:
    table = holding("4r 5r 6r 1b")
    refused(table, "meld 4r 5r 6r *b=7r", "R17-JOK-01", "another colour")
    refused(table, "meld 4r 5r 6r *b", "R17-JOK-01", "another colour")


@pytest.mark.rule("R17-JOK-03")
def test_t_r17_12_pool_joker_in_a_set() -> None:
    refused(holding("9r 9b 9y 1b"), "meld 9r 9b 9y *g=9g", "R17-JOK-03", "only in a run")


# -- swaps ---------------------------------------------------------------------------------------

RED_RUN = "2: 4r 5r 6r *r=7r"


@pytest.mark.rule("R17-JOK-04")
@pytest.mark.rule("R17-JOK-05")
def test_t_r17_14_swap_then_meld() -> None:
    table = holding("7r 10r 11r 1b", RED_RUN, melded=[0])
    allowed(table, "swap 7r > 1 : meld 10r 11r *r=12r")
    table.play("swap 7r > 1 : meld 10r 11r *r=12r")
    assert table.meld(1) == "4r 5r 6r 7r"
    assert table.meld(2) == "10r 11r *r=12r"
    assert table.hand(0) == "1b"
    assert [meld.owner for meld in table.round.table.values()] == [1, 0]


@pytest.mark.rule("R17-JOK-04")
def test_t_r17_15_swap_before_the_first_meld() -> None:
    table = holding("7r 10r 11r 1b", RED_RUN)
    refused(table, "swap 7r > 1 : meld 10r 11r *r=12r", "R17-JOK-04", "after your own first meld")


@pytest.mark.rule("R17-JOK-04")
def test_t_r17_16_swap_out_of_turn() -> None:
    table = rummy17().deal(hands=["1b 2b", "7r 10r 11r 1v"], table=[RED_RUN], drawn=True)
    refused(table, "swap 7r > 1 : meld 10r 11r *r=12r", "R17-JOK-04", "only on your own turn", seat=1)


@pytest.mark.rule("R17-JOK-08")
def test_t_r17_17_swap_with_another_card() -> None:
    table = holding("8r 9b 9g 1b", RED_RUN, melded=[0])
    refused(table, "swap 8r > 1 : meld *r=9r 9b 9g", "R17-JOK-08", "8r is not the card")


@pytest.mark.rule("R17-JOK-05")
def test_t_r17_18_swapped_joker_left_unplaced() -> None:
    table = holding("7r 10r 11r 1b", RED_RUN, melded=[0])
    refused(table, "swap 7r > 1", "R17-JOK-05", "where it is laid at once")


@pytest.mark.rule("R17-JOK-05")
def test_t_r17_19_joker_to_the_pile_or_the_hand() -> None:
    table = holding("7r 10r 11r 1b 2b 3b", RED_RUN, melded=[0])
    refused(table, "discard *r", "R17-JOK-05", "cannot be discarded")
    refused(table, "swap 7r > 1 : meld 1b 2b 3b", "R17-JOK-05", "may not go to your hand")


@pytest.mark.rule("R17-JOK-05")
def test_t_r17_20_swapped_joker_in_a_set() -> None:
    table = holding("7r 9b 9g 1b", RED_RUN, melded=[0])
    allowed(table, "swap 7r > 1 : meld *r=9r 9b 9g")
    assert table.play("swap 7r > 1 : meld 9b 9g *r=9r").meld(2) == "*r=9r 9b 9g"


@pytest.mark.rule("R17-JOK-05")
@pytest.mark.option("swaps.min_run")
def test_t_r17_23_swapped_joker_needs_four_by_option() -> None:
    strict = rummy17(swaps={"min_run": 4})
    table = strict.deal(hands=["7r 10r 11r 1b"], table=[RED_RUN], melded=[0], drawn=True)
    refused(table, "swap 7r > 1 : meld 10r 11r *r=12r", "R17-JOK-05", "at least 4", option="swaps.min_run")


@pytest.mark.rule("R17-JOK-05")
@pytest.mark.parametrize("stands_for", ["3r", "8r"])
def test_t_r17_24_swapped_joker_back_on_the_same_run(stands_for: str) -> None:
    table = holding("7r 1b", RED_RUN, melded=[0])
    allowed(table, f"swap 7r > 1 : layoff *r={stands_for} > 1")
    table.play(f"swap 7r > 1 : layoff *r={stands_for} > 1")
    assert table.meld(1) in ("*r=3r 4r 5r 6r 7r", "4r 5r 6r 7r *r=8r")
    assert f"*r={stands_for}" in table.meld(1)


@pytest.mark.rule("R17-JOK-05")
def test_t_r17_52_two_jokers_change_places() -> None:
    table = holding("9r 5b 3v", "1: *r=9r 9g 9y", "2: *b=5b 5g 5y", melded=[0])
    move = "swap 9r > 1, 5b > 2 : layoff *r=5r > 2, layoff *b=9b > 1"
    allowed(table, move)
    allowed(table, "swap 9r > 1, 5b > 2 : layoff *r > 2, layoff *b > 1")
    # One after the other they would not find a place: a set has one joker at most.
    refused(table, "swap 9r > 1 : layoff *r > 2", "R17-JOK-06")
    refused(table, "swap 9r > 1, 5b > 2 : layoff *r > 2", "R17-JOK-05", "*b may not go to your hand")
    refused(table, "swap 9r > 1, 5b > 2 : layoff *r > 2, layoff *b > 2", "R17-JOK-07")
    table.play(move)
    assert (table.meld(1), table.meld(2), table.hand(0)) == ("9r *b=9b 9g 9y", "*r=5r 5b 5g 5y", "3v")


@pytest.mark.rule("R17-JOK-05")
def test_two_jokers_go_to_a_new_meld_and_to_the_table() -> None:
    table = holding("9r 5b 1r 2r 3v", "1: *r=9r 9g 9y", "2: *b=5b 5g 5y", melded=[0])
    table.play("swap 9r > 1, 5b > 2 : meld 1r 2r *r=3r, layoff *b > 1")
    assert (table.meld(1), table.meld(3), table.hand(0)) == ("9r *b=9b 9g 9y", "1r 2r *r=3r", "3v")
    # A card must be left to discard, whichever home comes last.
    table = holding("9r 5b", "1: *r=9r 9g 9y", "2: *b=5b 5g 5y", melded=[0])
    refused(table, "swap 9r > 1, 5b > 2 : layoff *r > 2, layoff *b > 1", "R17-END-03")


# -- laying off ----------------------------------------------------------------------------------


@pytest.mark.rule("R17-LAY-02")
def test_t_r17_26_no_regrouping() -> None:
    table = holding("7b 7g 1b", "1: 4r 5r 6r 7r", "1: 7y 8y 9y")
    refused(table, "meld 7r 7b 7g", "R17-LAY-02", "stay where they lie")
    refused(table, "layoff 7r > 2", "R17-LAY-02", "stay where they lie")
    refused(table, "discard 7r", "R17-LAY-02", "stay where they lie")


@pytest.mark.rule("R17-LAY-01")
def test_t_r17_27_lay_off_after_the_first_meld() -> None:
    table = holding("7r 9b 9g 9y 1b", "2: 4r 5r 6r")
    refused(table, "layoff 7r > 1", "R17-LAY-01", "after your own first meld")
    table.play("meld 9b 9g 9y")
    allowed(table, "layoff 7r > 1")
    assert table.play("layoff 7r > 1").meld(1) == "4r 5r 6r 7r"


@pytest.mark.rule("R17-MELD-04")
@pytest.mark.rule("R17-BON-01")
def test_t_r17_28_a_card_laid_off_counts_for_the_owner() -> None:
    table = holding("7r 12g", "1: 9b 9g 9y", "2: 4r 5r 6r", side_cards=["most_cards"])
    table.play("layoff 7r > 2", "discard 12g")
    assert item(table, "most_cards").counts == (3, 4)
    assert bonus_points(table) == (0, 3)


# -- claims --------------------------------------------------------------------------------------

FOUR_HANDS = ["1r 3r", "1b 3b", "1g 3g", "1y 3y"]


@pytest.mark.rule("R17-CLAIM-02")
def test_t_r17_29_first_clockwise_gets_the_card() -> None:
    table = rummy17(4).deal(hands=FOUR_HANDS, open_card="9v", discarder=-1, stock_top="17g").play("draw stock")
    assert table.round.actor == 1
    refused(table, "claim", "R17-CLAIM-02", "player 2 sits nearer", seat=3)
    table.play("claim")
    assert table.hand(1) == "1b 3b 9v"
    assert table.round.actor == 0
    refused(table, "claim", "R17-CLAIM-06", seat=3)


@pytest.mark.rule("R17-CLAIM-05")
def test_t_r17_30_no_claim_of_the_own_discard() -> None:
    table = rummy17(4).deal(hands=FOUR_HANDS, open_card="9v").play("draw stock")
    refused(table, "claim", "R17-CLAIM-05", "you discarded 9v yourself", seat=3)
    assert table.round.claimants == (1, 2)


@pytest.mark.rule("R17-CLAIM-03")
def test_t_r17_31_no_claim_after_a_meld() -> None:
    hands = ["4r 5r 6r 1r", "1b", "1g", "1y"]
    table = rummy17(4).deal(hands=hands, open_card="9v").play("draw stock", "pass", "pass", "meld 4r 5r 6r")
    refused(table, "claim", "R17-CLAIM-03", "the claim is over", seat=1)


@pytest.mark.rule("R17-CLAIM-04")
def test_t_r17_32_no_claim_after_an_open_draw() -> None:
    table = rummy17(4).deal(hands=FOUR_HANDS, open_card="9v", under="8v").play("draw discard")
    assert table.round.stage.name == "play"
    refused(table, "claim", "R17-CLAIM-04", "taken by the player on turn", seat=1)


@pytest.mark.rule("R17-CLAIM-07")
def test_t_r17_34_claimant_holds_eleven_then_twelve() -> None:
    ten = " ".join(f"{value}b" for value in range(1, 11))
    table = rummy17(3).deal(hands=["1r 2r", ten, "1g"], open_card="9v", stock_top="17r 17g").play("draw stock")
    assert table.round.hands[1].bit_count() == 10
    table.play("claim")
    assert (table.round.hands[1].bit_count(), table.round.actor) == (11, 0)
    table.play("discard 1r", "draw stock", "pass")
    assert (table.round.hands[1].bit_count(), table.round.actor) == (12, 1)


@pytest.mark.rule("R17-CLAIM-05")
@pytest.mark.option("claims.dealer_upcard")
def test_t_r17_35_dealer_claims_the_upcard() -> None:
    table = dealt(2, dealer=0).play("draw stock")
    upcard = str(table.round.open_card)
    assert table.round.actor == 0
    allowed(table, "claim")
    assert upcard in table.play("claim").hand(0).split()

    table = dealt(2, dealer=0, claims={"dealer_upcard": False}).play("draw stock")
    assert table.round.actor == 1
    refused(table, "claim", "R17-CLAIM-05", "dealer", seat=0, option="claims.dealer_upcard")


# -- the end -------------------------------------------------------------------------------------


@pytest.mark.rule("R17-END-01")
@pytest.mark.rule("R17-END-03")
def test_t_r17_37_a_card_must_be_left_to_discard() -> None:
    table = holding("4r 5r 6r 7r")
    refused(table, "meld 4r 5r 6r 7r", "R17-END-03", "no card left")
    allowed(table, "meld 4r 5r 6r")
    table.play("meld 4r 5r 6r", "discard 7r")
    assert table.round.outcome is not None
    assert (table.round.outcome.ending, table.round.outcome.seat) == (Ending.OUT, 0)


def last_card(card: str, **scoring: str) -> Table:
    table = rummy17(scoring=scoring).deal(
        hands=[card, "3r 10r"], table=["1: 4r 5r 6r"], side_cards=["game_finished", "most_cards"], drawn=True
    )
    return table.play(f"discard {card}")


@pytest.mark.rule("R17-END-01")
@pytest.mark.rule("R17-END-04")
def test_t_r17_38_a_last_17_doubles() -> None:
    table = last_card("17g")
    assert table.round.outcome is not None
    assert table.round.outcome.ending is Ending.OUT
    assert score(table).totals == (12, -6)
    assert "Rummy 17" in str(score(table).remark)


@pytest.mark.rule("R17-END-01")
@pytest.mark.rule("R17-END-04")
def test_t_r17_39_another_last_card_does_not() -> None:
    table = last_card("12g")
    assert table.round.outcome is not None
    assert table.round.outcome.ending is Ending.OUT
    assert score(table).totals == (6, -3)
    assert score(table).remark == ""


@pytest.mark.rule("R17-SCORE-01")
@pytest.mark.parametrize(
    ("hand", "points"),
    [
        pytest.param("3r 5b 7g 9y", 4, id="t_r17_42"),
        pytest.param("1r 9b 10g 17y", 6, id="t_r17_43"),
    ],
)
def test_t_r17_42_43_penalty(hand: str, points: int) -> None:
    table = rummy17().deal(hands=["12g", hand], drawn=True).play("discard 12g")
    assert penalties(table) == (0, points)


def game_1(last: str, **scoring: str) -> Table:
    other = {"12g": "17g", "17g": "12g"}[last]
    table = rummy17(3, scoring=scoring).deal(
        hands=[last, "17y 1r 10g", f"1y 2v 4g 7v 9y 10r 11g 13v 15y 16r {other}"],
        table=["1: 3r 4r 5r *r=6r", "1: 9r 9b 9g", "2: 10b 11b 12b 13b 14b", "2: 2r 2y 2g"],
        side_cards=["most_cards", "most_sets", "longest_run", "fewest_blue", "game_finished"],
        drawn=True,
    )
    return table.play(f"discard {last}")


@pytest.mark.rule("R17-SCORE-01")
@pytest.mark.rule("R17-SCORE-02")
@pytest.mark.rule("R17-SCORE-03")
def test_t_r17_44_game_1() -> None:
    table = game_1("12g")
    assert bonus_points(table) == (6, 9, 3)
    assert penalties(table) == (0, 5, 17)
    assert score(table).totals == (6, 4, -14)


@pytest.mark.rule("R17-BON-02")
@pytest.mark.option("bonus.most_needs_positive")
@pytest.mark.parametrize(("positive", "points"), [(True, (0, 0)), (False, (3, 3))])
def test_t_r17_48_nobody_has_a_set(positive: bool, points: tuple[int, int]) -> None:
    scenario = rummy17(bonus={"most_needs_positive": positive})
    table = scenario.deal(hands=["12g", "1b"], table=["1: 4r 5r 6r"], side_cards=["most_sets"], drawn=True)
    assert bonus_points(table.play("discard 12g")) == points


@pytest.mark.rule("R17-END-04")
@pytest.mark.option("scoring.double_17")
def test_t_r17_51_game_1_with_a_17() -> None:
    assert score(game_1("17g", double_17="never")).totals == (6, 4, -14)
    assert score(game_1("17g")).totals == (12, 8, -28)
