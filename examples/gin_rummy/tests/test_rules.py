"""The rule sheet of Gin Rummy, rule by rule."""

from __future__ import annotations

import pytest
from rummykit.engine.table import Ending
from rummykit.melds import MeldProblem
from rummykit.scenario import Table

from gin_tables import (
    ELEVEN_LEFT,
    GIN,
    NO_MELD,
    SIX_LEFT,
    TEN_LEFT,
    dealt,
    gin,
    holding,
    knocked,
    offered,
    points,
    rule_of,
    spread,
    void_rule,
)
from rummykit_gin_rummy.house_rules import GinRummyRules
from rummykit_gin_rummy.knocking import KnockCard

# -- cards and deal ----------------------------------------------------------------------------------------


@pytest.mark.rule("GIN-COMP-01")
def test_fifty_two_cards_that_count_their_pips() -> None:
    rules = gin().rules
    assert len(rules.pack) == 52
    values = [rules.card_values[rules.pack.card(card).kind] for card in ("As", "2h", "9d", "10c", "Js", "Qh", "Kd")]
    assert values == [1, 2, 9, 10, 10, 10, 10]


@pytest.mark.rule("GIN-DEAL-01")
def test_ten_cards_each_and_the_twenty_first_lies_open() -> None:
    table = dealt()
    assert [hand.bit_count() for hand in table.round.hands] == [10, 10]
    assert (len(table.round.stock), len(table.round.pile)) == (31, 1)
    assert table.round.actor != table.round.dealer


@pytest.mark.rule("GIN-MELD-01")
@pytest.mark.parametrize(
    ("cards", "is_meld"),
    [
        ("7s 7h 7d", True),
        ("7s 7h 7d 7c", True),
        ("As 2s 3s", True),
        ("4h 5h 6h 7h 8h 9h", True),
        ("Qs Ks As", False),
        ("7s 7h", False),
        ("4h 5h 6d", False),
    ],
)
def test_sets_and_runs_with_the_ace_low(cards: str, is_meld: bool) -> None:
    melds = gin().rules.melds
    if is_meld:
        assert len(melds.readings(melds.pack.placed_cards(cards))) == 1
    else:
        with pytest.raises(MeldProblem):
            melds.readings(melds.pack.placed_cards(cards))


# -- the first upcard --------------------------------------------------------------------------------------


@pytest.mark.rule("GIN-UPCARD-01")
def test_the_first_upcard_is_offered_to_both() -> None:
    table = offered("9c")
    assert table.legal() == ["draw discard", "pass"]
    assert rule_of(table, "draw stock") == "GIN-UPCARD-01"
    table.play("pass")
    assert table.round.actor == table.round.dealer
    assert table.legal() == ["draw discard", "pass"]


@pytest.mark.rule("GIN-UPCARD-01")
def test_after_the_dealer_has_taken_it_the_other_one_is_on_turn() -> None:
    table = offered("9c", SIX_LEFT, NO_MELD).play("pass", "draw discard", "discard Kd")
    assert "9c" in table.hand(1)
    assert table.round.actor == 0
    assert table.legal() == ["draw stock", "draw discard"]


@pytest.mark.rule("GIN-UPCARD-02")
def test_after_two_passes_the_first_card_comes_from_the_stock() -> None:
    table = offered("9c").play("pass", "pass")
    assert table.round.actor == 0
    assert table.legal() == ["draw stock"]
    assert rule_of(table, "draw discard") == "GIN-UPCARD-02"
    table.play("draw stock")
    assert table.round.stage.name == "play"


# -- turns -------------------------------------------------------------------------------------------------


@pytest.mark.rule("GIN-TURN-01")
def test_a_turn_is_a_draw_and_a_discard() -> None:
    table = holding(f"{ELEVEN_LEFT} Kh", NO_MELD).play("discard Kh")
    assert table.legal() == ["draw stock", "draw discard"]
    table.play("draw discard")
    assert "Kh" in table.hand(1)
    assert rule_of(table, "meld 8h 8c 8d") == "GIN-TURN-01"
    assert rule_of(table, "layoff 8h > 1") == "GIN-TURN-01"


@pytest.mark.rule("GIN-TURN-02")
def test_the_card_just_taken_is_not_thrown_back() -> None:
    table = offered("9c", SIX_LEFT, NO_MELD).play("draw discard")
    assert rule_of(table, "discard 9c") == "GIN-TURN-02"
    assert "discard 9c" not in table.legal()
    assert "knock 9c" not in table.legal()
    assert "knock 3c" not in table.legal()


@pytest.mark.rule("GIN-TURN-03")
def test_where_it_may_be_both_doing_so_in_a_row_make_the_hand_void() -> None:
    table = offered("9c", SIX_LEFT, NO_MELD, discards={"throw_back": True})
    table.play("draw discard", "discard 9c", "draw discard")
    twice = Table(table.round.copy()).play("discard 9c")
    assert twice.round.outcome is not None
    assert twice.round.outcome.ending is Ending.STALL
    assert void_rule(twice) == "GIN-TURN-03"
    table.play("discard Kd", "draw discard", "discard Kd")
    assert table.round.outcome is None


@pytest.mark.rule("GIN-TURN-03")
def test_a_card_from_the_stock_in_between_makes_it_no_row() -> None:
    table = offered("9c", SIX_LEFT, NO_MELD, discards={"throw_back": True})
    table.play("draw discard", "discard 9c", "draw stock", "discard Kd", "draw discard", "discard Kd")
    assert table.round.outcome is None


# -- knocking ----------------------------------------------------------------------------------------------


@pytest.mark.rule("GIN-KNOCK-01")
def test_one_knocks_with_ten_points_but_not_with_eleven() -> None:
    assert holding(f"{TEN_LEFT} Jh").is_legal("knock Jh")
    table = holding(f"{ELEVEN_LEFT} Jh")
    refusal = table.refusal("knock Jh")
    assert refusal is not None
    assert (refusal.rule, refusal.option, refusal.value) == ("GIN-KNOCK-01", "knocking.limit", 10)
    assert "11 points are left, at most 10 allowed" in str(refusal)


@pytest.mark.rule("GIN-KNOCK-01")
def test_the_limit_is_an_option() -> None:
    assert holding(f"{SIX_LEFT} Jh", knocking={"limit": 6}).is_legal("knock Jh")
    assert not holding(f"{SIX_LEFT} Jh", knocking={"limit": 5}).is_legal("knock Jh")


@pytest.mark.rule("GIN-KNOCK-02")
def test_a_meld_that_blocks_the_others_may_not_be_spread() -> None:
    # With the three eights the sixes and sevens are left, with the two runs only an eight.
    table = holding("6s 7s 8s 6h 7h 8h 8d Kc Kd Ks Jc", "2h 3h 4d 9d").play("knock Jc")
    assert "meld 6s 7s 8s" in table.legal()
    assert rule_of(table, "meld 8s 8h 8d") == "GIN-KNOCK-02"
    assert rule_of(table, "pass") == "GIN-KNOCK-02"
    table.play("meld 6s 7s 8s", "meld 6h 7h 8h", "meld Kc Kd Ks")
    assert table.legal() == ["pass"]


@pytest.mark.rule("GIN-KNOCK-02")
def test_melds_may_be_spread_all_at_once_and_are_then_on_the_table() -> None:
    table = knocked(SIX_LEFT).play("meld 5s 6s 7s 8s | Qh Qd Qc")
    assert table.hand(0) == "Ah 2d 3c"
    assert [table.meld(1), table.meld(2)] == ["5s 6s 7s 8s", "Qh Qd Qc"]
    assert rule_of(table, "meld Qh Qd Qc") == "GIN-KNOCK-02"


@pytest.mark.rule("GIN-KNOCK-03")
def test_gin_is_all_ten_cards_spread() -> None:
    table = knocked(GIN).play("meld 5s 6s 7s 8s | Qh Qd Qc | 2d 3d 4d", "pass", "pass")
    assert table.round.outcome is not None
    assert table.round.outcome.ending is Ending.KNOCK
    assert "gin" in {item.key for item in table.round.rules.scoring.score(table.round).items}


@pytest.mark.rule("GIN-KNOCK-03")
def test_who_keeps_a_card_that_could_be_spread_has_no_gin() -> None:
    table = knocked(GIN).play("meld 6s 7s 8s | Qh Qd Qc | 2d 3d 4d", "pass")
    assert table.round.stage.name == "lay_off"


# -- the answer --------------------------------------------------------------------------------------------


@pytest.mark.rule("GIN-LAY-01")
def test_cards_that_fit_are_laid_off_one_after_the_other() -> None:
    table = spread(SIX_LEFT, NO_MELD.replace("Kc", "3s"))
    assert table.legal() == ["layoff 4s > 1", "layoff Qs > 2", "pass"]
    table.play("layoff 4s > 1")
    assert "layoff 3s > 1" in table.legal()
    assert rule_of(table, "layoff 10h > 1") == "GIN-LAY-01"
    assert rule_of(table, "layoff 9s > 1") == "TABLE-02"
    assert table.meld(1) == "4s 5s 6s 7s 8s"


@pytest.mark.rule("GIN-LAY-01")
def test_against_gin_nothing_is_laid_off() -> None:
    table = spread(GIN, melds="5s 6s 7s 8s | Qh Qd Qc | 2d 3d 4d")
    assert table.legal() == ["pass"]
    assert rule_of(table, "layoff 4s > 1") == "GIN-LAY-01"


@pytest.mark.rule("GIN-LAY-02")
def test_then_own_melds_are_spread_and_the_rest_counts() -> None:
    table = spread(SIX_LEFT, "Kc Kd Ks Kh 10c 10d 10h 9h 9d 2c")
    assert rule_of(table, "meld 10c 10d 10h") == "GIN-LAY-02"
    table.play("pass")
    assert "meld 10h 10d 10c" in table.legal()
    assert rule_of(table, "layoff 9h > 1") == "GIN-LAY-02"
    table.play("meld Kc Kd Ks Kh", "pass")
    assert [hand.points for hand in table.round.shown] == [6, 50]
    assert points(table) == (44, 0)


# -- void hands --------------------------------------------------------------------------------------------


@pytest.mark.rule("GIN-VOID-01")
def test_with_two_cards_left_the_hand_is_void() -> None:
    assert holding(f"{SIX_LEFT} Jh", NO_MELD, stock=3).play("discard Jh").round.outcome is None
    table = holding(f"{SIX_LEFT} Jh", NO_MELD, stock=2)
    assert table.is_legal("knock Jh")
    table.play("discard Jh")
    assert table.round.outcome is not None
    assert (table.round.outcome.ending, table.round.outcome.seat) == (Ending.STOCK, None)
    assert points(table) == (0, 0)
    assert void_rule(table) == "GIN-VOID-01"


@pytest.mark.rule("GIN-VOID-02")
def test_the_last_discard_may_be_taken_to_knock() -> None:
    options = {"knocking": {"with_last_discard": True}}
    other = "5h 6h 7h 9s 9h 9d Ac As 2c Kc"
    table = holding(f"{SIX_LEFT} 8h", other, stock=2, **options).play("discard 8h")
    assert table.legal() == ["draw discard", "pass"]
    assert rule_of(table, "draw stock") == "GIN-VOID-01"
    table.play("draw discard")
    assert rule_of(table, "discard Kc") == "GIN-VOID-02"
    assert "knock Kc" in table.legal()
    table.play("knock Kc", "meld 5h 6h 7h 8h | 9s 9h 9d", "pass", "pass", "pass")
    assert points(table) == (0, 62 - 4)


@pytest.mark.rule("GIN-VOID-02")
def test_who_cannot_knock_with_the_last_discard_leaves_it() -> None:
    options = {"knocking": {"with_last_discard": True}}
    table = holding(f"{SIX_LEFT} Jh", NO_MELD, stock=2, **options).play("discard Jh")
    assert table.legal() == ["pass"]
    assert rule_of(table, "draw discard") == "GIN-VOID-02"
    assert points(table.play("pass")) == (0, 0)
    assert void_rule(table) == "GIN-VOID-01"


@pytest.mark.rule("GIN-VOID-03")
def test_a_hand_without_a_card_from_the_stock_is_void() -> None:
    table = offered("9c", SIX_LEFT, NO_MELD, turn={"stall_limit": 3})
    table.play("draw discard", "discard 3c", "draw discard", "discard Kd", "draw discard", "discard 9c")
    assert table.round.outcome is not None
    assert table.round.outcome.ending is Ending.STALL
    assert points(table) == (0, 0)
    assert void_rule(table) == "GIN-VOID-03"


@pytest.mark.rule("GIN-VOID-03")
def test_a_card_thrown_back_once_is_not_what_ends_a_hand() -> None:
    table = offered("9c", SIX_LEFT, NO_MELD, discards={"throw_back": True}, turn={"stall_limit": 2})
    table.play("draw discard", "discard 9c", "draw discard", "discard Kd")
    assert void_rule(table) == "GIN-VOID-03"


# -- scoring -----------------------------------------------------------------------------------------------


@pytest.mark.rule("GIN-SCORE-01")
def test_the_knocker_scores_the_difference() -> None:
    table = spread(SIX_LEFT).play("layoff 4s > 1", "layoff Qs > 2", "pass", "pass")
    assert points(table) == (68 - 6, 0)


@pytest.mark.rule("GIN-SCORE-02")
def test_gin_scores_what_the_other_has_and_a_bonus() -> None:
    table = spread(GIN, melds="5s 6s 7s 8s | Qh Qd Qc | 2d 3d 4d").play("pass")
    assert points(table) == (82 + 25, 0)
    table = spread(GIN, melds="5s 6s 7s 8s | Qh Qd Qc | 2d 3d 4d", scoring={"gin_bonus": 20}).play("pass")
    assert points(table) == (82 + 20, 0)


UNDERCUTTING = "Kc Kd Ks Kh 10c 10d 10h 4s Qs 2c"


@pytest.mark.rule("GIN-SCORE-03")
def test_who_has_less_than_the_knocker_undercuts_him() -> None:
    answer = ("layoff 4s > 1", "layoff Qs > 2", "pass", "meld Kc Kd Ks Kh | 10c 10d 10h", "pass")
    assert points(spread(SIX_LEFT, UNDERCUTTING).play(*answer)) == (0, 4 + 25)
    assert points(spread(SIX_LEFT, UNDERCUTTING, scoring={"undercut_bonus": 10}).play(*answer)) == (0, 4 + 10)


@pytest.mark.rule("GIN-SCORE-03")
def test_equal_deadwood_undercuts_unless_the_table_plays_otherwise() -> None:
    answer = ("layoff 4s > 1", "layoff Qs > 2", "pass", "meld Kc Kd Ks Kh | 10c 10d 10h", "pass")
    equal = UNDERCUTTING.replace("2c", "6c")
    assert points(spread(SIX_LEFT, equal).play(*answer)) == (0, 25)
    assert points(spread(SIX_LEFT, equal, scoring={"tie_undercuts": False}).play(*answer)) == (0, 0)


@pytest.mark.rule("GIN-SCORE-03")
def test_gin_is_not_undercut() -> None:
    table = spread(GIN, "Kc Kd Ks Kh 10c 10d 10h 9s 9d 9h", melds="5s 6s 7s 8s | Qh Qd Qc | 2d 3d 4d")
    table.play("meld Kc Kd Ks Kh | 10c 10d 10h | 9s 9d 9h", "pass")
    assert points(table) == (25, 0)


# -- Oklahoma ----------------------------------------------------------------------------------------------


@pytest.mark.rule("GIN-OKLA-01")
@pytest.mark.parametrize(("upcard", "limit"), [("9h", 9), ("Kh", 10), ("2c", 2), ("Ac", 0)])
def test_the_first_upcard_decides_the_limit(upcard: str, limit: int) -> None:
    table = offered(upcard, SIX_LEFT, preset="oklahoma").play("pass", "pass", "draw stock")
    drawn = next(iter(set(table.hand(0).split()) - set(SIX_LEFT.split())))
    assert table.is_legal(f"knock {drawn}") == (limit >= 6)
    if limit < 6:
        refusal = table.refusal(f"knock {drawn}")
        assert refusal is not None
        assert f"at most {limit} allowed" in str(refusal)
        assert (refusal.rule, refusal.option, refusal.value) == ("GIN-OKLA-01", "knocking.oklahoma", True)


@pytest.mark.rule("GIN-OKLA-01")
def test_a_discard_that_is_not_allowed_is_refused_for_what_it_is() -> None:
    table = offered("9c", SIX_LEFT, preset="oklahoma").play("draw discard")
    assert rule_of(table, "knock 9c") == "GIN-TURN-02"


@pytest.mark.rule("GIN-OKLA-01")
def test_the_limit_stays_when_the_upcard_is_gone() -> None:
    table = offered("7h", SIX_LEFT, preset="oklahoma").play("draw discard", "discard 3c")
    assert table.round.view(1).state["knock_card"] == KnockCard(7, doubles=False)


@pytest.mark.rule("GIN-OKLA-02")
@pytest.mark.parametrize(("upcard", "spades", "factor"), [("9s", True, 2), ("9h", True, 1), ("9s", False, 1)])
def test_a_hand_with_a_spade_turned_up_counts_double(upcard: str, spades: bool, factor: int) -> None:
    table = offered(upcard, SIX_LEFT, NO_MELD, knocking={"oklahoma": True, "spades_double": spades}).play(
        "pass", "pass", "draw stock"
    )
    drawn = next(iter(set(table.hand(0).split()) - set(SIX_LEFT.split())))
    table.play(f"knock {drawn}", "meld 5s 6s 7s 8s | Qh Qd Qc", "pass", "pass", "pass")
    assert points(table) == ((82 - 6) * factor, 0)


@pytest.mark.parametrize(("limit", "oklahoma", "idle"), [(0, False, True), (0, True, False), (5, False, False)])
def test_gin_alone_cannot_be_undercut(limit: int, oklahoma: bool, idle: bool) -> None:
    rules = GinRummyRules.model_validate({"knocking": {"limit": limit, "oklahoma": oklahoma}})
    assert list(rules.scoring.idle(rules)) == ([("undercut_bonus", "knocking.limit")] if idle else [])
