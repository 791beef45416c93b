"""Every rule of the rule sheet, by its id."""

from __future__ import annotations

import pytest
from rummykit.engine.round import Round
from rummykit.engine.table import Ending
from rummykit.scenario import Table

from canasta_tables import KINGS, NINES, at_pile, canasta, item, melds_of, playing, rule_of, score
from rummykit_canasta.house_rules import CanastaRules

# -- cards and deal ------------------------------------------------------------------------------------------


@pytest.mark.rule("CAN-COMP-01")
def test_two_packs_with_four_jokers_and_partners_opposite() -> None:
    four = canasta().rules
    assert (len(four.shuffled_in), four.pack.plain_jokers) == (108, 4)
    assert four.sides == ((0, 2), (1, 3))
    assert [canasta(players).rules.has_partners for players in (2, 3)] == [False, False]


@pytest.mark.rule("CAN-WILD-01")
def test_jokers_and_twos_are_wild() -> None:
    table = playing("Ks Kh Kd 2s 2h 2d * 5c 6c 7c", melded=[0])
    for meld in ("meld Ks Kh 2s", "meld Ks Kh *", "meld Ks Kh Kd 2s 2h *"):
        assert table.is_legal(meld)
    assert rule_of(table, "meld 2s 2h 2d") == "CAN-WILD-01"
    assert rule_of(table, "meld 2s 2h *") == "CAN-WILD-01"


@pytest.mark.rule("CAN-DEAL-01")
@pytest.mark.parametrize(("players", "cards", "drawn"), [(2, 15, 2), (3, 13, 1), (4, 11, 1)])
def test_cards_each_and_cards_drawn(players: int, cards: int, drawn: int) -> None:
    round = Round(canasta(players).rules, 0, seed=5)
    assert [hand.bit_count() for hand in round.hands] == [cards] * players
    table = canasta(players).deal(hands=["4s 6s"], stock_top="4h 6h 8h", open_card="5d").play("draw stock")
    assert table.round.hands[0].bit_count() == 2 + drawn


@pytest.mark.rule("CAN-DEAL-01")
@pytest.mark.parametrize("upcard", ["2s", "*", "3h"])
def test_a_wild_card_or_red_three_that_is_turned_up_freezes_the_pile_and_is_covered(upcard: str) -> None:
    table = canasta().deal(hands=["4s 6s"], stock_top="2d Kd", open_card=upcard)
    # The two that comes next is wild, too.
    assert [table.round.rules.pack.cards[kind].text for kind in table.round.pile] == [upcard, "2d", "Kd"]
    assert table.round.view(1).state["frozen"]
    assert not canasta().deal(hands=["4s 6s"], open_card="3s").round.state["frozen"]


@pytest.mark.rule("CAN-DEAL-01")
def test_two_cards_are_drawn_as_long_as_there_are_two() -> None:
    table = canasta(2).deal(hands=["4s 6s"], stock_top="4h", stock_size=1, open_card="5d").play("draw stock")
    assert table.hand(0) == "4s 6s 4h"


@pytest.mark.rule("CAN-DEAL-01")
@pytest.mark.parametrize("draws", [1, 2])
def test_how_many_cards_are_drawn_is_up_to_the_table(draws: int) -> None:
    table = canasta(4, stock={"draws": draws}).deal(hands=["4s 6s"], stock_top="4h 7h", open_card="5d")
    assert len(table.play("draw stock").hand(0).split()) == 2 + draws


# -- red threes ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CAN-RED-01")
def test_red_threes_are_laid_out_before_the_first_turn_and_replaced() -> None:
    table = canasta().deal(hands=["4s 6s", "7s 8s", "3h 9s", "3d 3d"], stock_top="3h 10s Js Qs", open_card="5d")
    assert (table.round.actor, table.legal()) == (2, ["out 3h"])
    assert rule_of(table, "draw stock") == "TABLE-01"
    table.play("out 3h", "out 3h")
    assert (table.round.actor, table.hand(2)) == (3, "9s 10s")
    table.play("out 3d", "out 3d")
    assert (table.round.actor, table.hand(3)) == (0, "Js Qs")
    assert "draw stock" in table.legal()
    told = table.round.view(1).state["red_threes"]
    assert [[card.text for card in cards] for cards in told] == [["3h", "3h"], ["3d", "3d"]] * 2


@pytest.mark.rule("CAN-RED-01")
def test_a_red_three_that_is_drawn_is_laid_out_and_replaced() -> None:
    table = canasta().deal(hands=["4s 6s"], stock_top="3h 3d 10s", open_card="5d").play("draw stock")
    assert table.legal() == ["out 3h"]
    table.play("out 3h", "out 3d")
    assert table.hand(0) == "4s 6s 10s"
    assert "discard 10s" in table.legal()


@pytest.mark.rule("CAN-RED-01")
def test_a_red_three_taken_with_the_pile_is_not_replaced() -> None:
    table = at_pile("3h 6c Kd", "Ks Kh 4s 6s", melded=[0]).play("draw discard : meld Ks Kh Kd")
    assert table.hand(0) == "4s 6s 6c"
    assert [card.text for card in table.round.state["red_threes"][2]] == ["3h"]
    assert not table.round.state["frozen"]


@pytest.mark.rule("CAN-RED-01")
@pytest.mark.parametrize(
    ("threes", "melded", "points"),
    [("3h", True, 100), ("3h 3h 3d", True, 300), ("3h 3h 3d 3d", True, 800), ("3h", False, -100)],
)
def test_red_threes_count_for_a_side_that_has_melded_and_against_one_that_has_not(
    threes: str, melded: bool, points: int
) -> None:
    laid = ["2: Ks Kh Kd"] if melded else []
    table = canasta().deal(hands=["4s", f"6s {threes}"], table=[f"1: {NINES}", *laid], open_card="5d")
    table.play(*(f"out {card}" for card in threes.split()), "draw stock")
    table.play(*(move for move in table.legal() if move.startswith("out")))
    table.round.finish(Ending.STOCK)
    assert item(table, "red_threes")[1] == points
    assert item(table, "red_threes")[3] == points


# -- melds -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CAN-MELD-01")
def test_a_meld_has_two_natural_cards_and_at_most_three_wild_ones() -> None:
    table = playing("7s 7s 2s 2h 2d 2c Ks Kh 4h 5h 6h", melded=[0])
    assert table.is_legal("meld 7s 7s 2s 2h 2d")
    for move in ("meld 7s 2s 2h", "meld 7s 7s 2s 2h 2d 2c", "meld 4h 5h 6h", "meld Ks Kh 7s"):
        assert rule_of(table, move) == "CAN-MELD-01"
    assert (
        str(table.refusal("meld 4h 5h 6h")) == "4h 5h 6h is not a meld: here a meld is cards of one rank. [CAN-MELD-01]"
    )


@pytest.mark.rule("CAN-MELD-01")
def test_a_side_has_one_meld_of_a_rank_and_partners_build_it_together() -> None:
    table = playing("Ks Kh Kd Qs Qh Qd 5c 6c", table=["3: Kc Kc Kd", "2: Qc Qc Qd"])
    assert rule_of(table, "meld Ks Kh Kd") == "CAN-MELD-01"
    assert table.is_legal("meld Qs Qh Qd")
    assert rule_of(table, "layoff Qs > 2") == "CAN-MELD-01"
    assert table.play("layoff Ks > 1", "layoff Kh > 1").meld(1) == "Ks Kh Kd Kc Kc"
    assert not [move for move in melds_of(table) if "K" in move]
    assert rule_of(playing("7s 7s 7h 7d 7d 7c 5c 6c", melded=[0]), "meld 7s 7s 7h | 7d 7d 7c") == "CAN-MELD-01"


@pytest.mark.rule("CAN-MELD-01")
def test_at_most_three_wild_cards_are_added() -> None:
    table = playing("2s * 5c 6c 8c", table=["1: Ks Kh Kd 2c 2d"]).play("layoff 2s > 1")
    assert rule_of(table, "layoff * > 1") == "CAN-MELD-01"


@pytest.mark.rule("CAN-MELD-02")
def test_seven_cards_are_a_canasta() -> None:
    table = playing("Ks 5c 6c", table=["1: Kh Kh Kd Kd Kc Kc", f"2: {NINES}", "2: 8s 8h 8d"])
    table.play("layoff Ks > 1")
    table.round.finish(Ending.STOCK)
    assert item(table, "natural") == (500, 0, 500, 0)
    assert item(table, "mixed") == (0, 300, 0, 300)


@pytest.mark.rule("CAN-BLACK-01")
def test_a_black_three_stops_the_next_player_only() -> None:
    table = playing("3s Kc", "4s 4h 4d", "5s 5h 5d", "6s 6h 6d", melded=[0, 1], open_card="4c").play("discard 3s")
    assert rule_of(table, "draw discard : meld 3s 3c 3c") == "CAN-BLACK-01"
    assert table.legal() == ["draw stock"]
    table.play("draw stock", "discard 4d")
    assert not table.round.state["frozen"]


@pytest.mark.rule("CAN-BLACK-01")
def test_black_threes_are_melded_only_as_the_last_meld_of_a_player_who_goes_out() -> None:
    table = playing("3s 3s 3c 8s 8h 8d Qc", table=[f"1: {KINGS}"])
    assert rule_of(table, "meld 3s 3s 3c") == "CAN-BLACK-01"
    assert "meld 3s 3s 3c" not in table.legal()
    table.play("meld 8s 8h 8d")
    assert "meld 3s 3s 3c" in table.legal()
    table.play("meld 3s 3s 3c", "discard Qc")
    assert table.round.outcome is not None
    assert table.round.outcome.ending is Ending.OUT
    wild = playing("3s 3s 2c", table=[f"1: {KINGS}"])
    assert rule_of(wild, "meld 3s 3s 2c") == "CAN-BLACK-01"
    assert rule_of(playing("3s 3s 3c Qc", table=["1: Ks Kh Kd"]), "meld 3s 3s 3c") == "CAN-OUT-01"


# -- the first meld ----------------------------------------------------------------------------------------------


@pytest.mark.rule("CAN-FIRST-01")
def test_at_1500_points_ninety_are_needed() -> None:
    table = playing("Ks Kh Kd Qs Qh Qd As Ah 2s 5c 6c", totals=(1500, 0, 1500, 0))
    assert rule_of(table, "meld Ks Kh Kd | Qs Qh Qd") == "CAN-FIRST-01"
    assert table.is_legal("meld Ks Kh Kd | As Ah 2s")
    assert "meld As Ah 2s=* | Ks Kh Kd" in table.legal()


@pytest.mark.rule("CAN-FIRST-01")
@pytest.mark.parametrize(
    ("total", "option"), [(-5, "below_zero"), (0, "min"), (1500, "from_1500"), (3000, "from_3000")]
)
def test_every_step_of_the_first_meld_is_up_to_the_table(total: int, option: str) -> None:
    steps = {"below_zero": 60, "min": 60, "from_1500": 60, "from_3000": 60}
    hand, totals = "As Ah 2s 5c 6c 9h 9d", (total, 0, total, 0)
    assert playing(hand, totals=totals, options={"first_meld": steps}).is_legal("meld As Ah 2s")
    more = {"first_meld": {**steps, option: 65}}
    assert rule_of(playing(hand, totals=totals, options=more), "meld As Ah 2s") == "CAN-FIRST-01"


@pytest.mark.rule("CAN-FIRST-01")
@pytest.mark.parametrize(("total", "needed"), [(-5, 15), (0, 50), (1495, 50), (1500, 90), (2995, 90), (3000, 120)])
def test_what_the_first_meld_needs_rises_with_the_total(total: int, needed: int) -> None:
    table = playing("5s 5h 5d As Ah 2s Ks Kh Kd Kc Ac 9h 9d", totals=(total, 0, total, 0))
    for points, move in (
        (15, "meld 5s 5h 5d"),
        (45, "meld 5s 5h 5d | Ks Kh Kd"),
        (60, "meld As Ah 2s"),
        (90, "meld As Ah 2s | Ks Kh Kd"),
        (120, "meld As Ah Ac 2s | Ks Kh Kd Kc"),
    ):
        assert table.is_legal(move) is (points >= needed), (move, needed)
    assert all(table.is_legal(move) for move in melds_of(table))
    assert melds_of(table)


@pytest.mark.rule("CAN-FIRST-01")
def test_wild_cards_count_what_they_are() -> None:
    table = playing("5s 5h * 5d 6c 7c 8c")
    assert table.is_legal("meld 5s 5h *")
    assert rule_of(playing("5s 5h 2c 5d 6c 7c 8c"), "meld 5s 5h 2c") == "CAN-FIRST-01"


@pytest.mark.rule("CAN-FIRST-01")
def test_of_the_pile_only_the_top_card_counts() -> None:
    table = at_pile("As Ah Ad Kd", "Ks Kh Ac 5c 6c 7c")
    assert rule_of(table, "draw discard : meld Ks Kh Kd") == "CAN-FIRST-01"
    assert not table.is_legal("draw discard : meld Ks Kh Kd | As Ah Ac")
    rich = at_pile("As Ah Ad Kd", "Ks Kh Ac Ad 2c 7c")
    assert rich.is_legal("draw discard : meld Ks Kh Kd | Ac Ad 2c")


@pytest.mark.rule("CAN-FIRST-01")
def test_the_partner_of_a_player_who_has_melded_needs_no_points() -> None:
    assert playing("5s 5h 5d 6c 7c", melded=[2]).is_legal("meld 5s 5h 5d")
    assert not playing("5s 5h 5d 6c 7c", melded=[1]).is_legal("meld 5s 5h 5d")


# -- the pile ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CAN-PILE-01")
def test_the_pile_is_taken_whole_if_its_top_card_is_used() -> None:
    table = at_pile("4c 8c Kd", "Ks Kh 2s 5c 6c", table=["3: Qs Qh Qd"])
    for use in ("meld Ks Kh Kd", "meld Ks Kd 2s", "meld Ks Kh Kd 2s"):
        assert table.is_legal(f"draw discard : {use}")
    assert rule_of(table, "draw discard") == "CAN-PILE-01"
    assert rule_of(table, "draw discard : meld Ks Kh 2s") == "CAN-PILE-01"
    table.play("draw discard : meld Ks Kd 2s")
    assert sorted(table.hand(0).split()) == ["4c", "5c", "6c", "8c", "Kh"]
    assert table.round.pile == []


@pytest.mark.rule("CAN-PILE-01")
def test_the_top_card_may_be_added_to_a_meld_of_the_side() -> None:
    table = at_pile("4c Kd", "5c 6c 7c", table=["3: Ks Kh Kc", "2: Js Jh Jd"])
    assert "draw discard : layoff Kd > 1" in table.legal()
    assert not at_pile("4c Jd", "5c 6c 7c", table=["3: Ks Kh Kc", "2: Js Jh Jd"]).is_legal(
        "draw discard : layoff Jd > 2"
    )


@pytest.mark.rule("CAN-PILE-02")
def test_a_frozen_pile_needs_two_natural_cards() -> None:
    table = at_pile("2c 4c Kd", "Ks Kh 2s 5c 6c", melded=[0])
    assert table.round.state["frozen"]
    assert rule_of(table, "draw discard : meld Ks Kd 2s") == "CAN-PILE-02"
    assert table.is_legal("draw discard : meld Ks Kh Kd")
    assert table.legal() == ["draw stock", "draw discard : meld Ks Kh Kd", "draw discard : meld Ks Kh Kd 2s=*"]
    one = at_pile("2c 4c Kd", "Ks 2s 2h 5c 6c", melded=[0])
    assert one.legal() == ["draw stock"]


@pytest.mark.rule("CAN-PILE-02")
def test_a_frozen_pile_is_added_to_a_meld_by_who_holds_two_natural_cards() -> None:
    laid = ["3: Ks Kh Kc"]
    assert rule_of(at_pile("2c Kd", "Kd 5c 6c", table=laid), "draw discard : layoff Kd > 1") == "CAN-PILE-02"
    assert at_pile("2c Kd", "Kh Kc 5c 6c", table=laid).is_legal("draw discard : layoff Kd > 1")


@pytest.mark.rule("CAN-PILE-02")
def test_a_wild_card_freezes_the_pile_and_is_not_taken() -> None:
    table = playing("2c 9c", "2s 2h Ks Kh 7c", "5c 6c", "Kd 8c", melded=[0, 1]).play("discard 2c")
    assert table.round.state["frozen"]
    assert rule_of(table, "draw discard : meld Ks Kh 2c") == "CAN-PILE-02"
    assert table.legal() == ["draw stock"]


@pytest.mark.rule("CAN-PILE-02")
def test_the_pile_is_frozen_for_a_side_until_its_first_meld() -> None:
    hand = "As 2s 2h Ks Kh 5c 6c"
    assert rule_of(at_pile("4c Ad", hand), "draw discard : meld As Ad 2s 2h") == "CAN-PILE-02"
    assert at_pile("4c Ad", hand, melded=[2]).is_legal("draw discard : meld As Ad 2s 2h")
    assert at_pile("4c Ad", "As Ah 5c 6c").is_legal("draw discard : meld As Ah Ad")


@pytest.mark.rule("CAN-PILE-02")
def test_at_some_tables_the_pile_is_always_frozen() -> None:
    scenario = canasta(discards={"frozen": "always"})
    table = scenario.deal(hands=["Ks 2s 5c 6c"], open_card="Kd", melded=[0])
    assert rule_of(table, "draw discard : meld Ks Kd 2s") == "CAN-PILE-02"
    table = scenario.deal(hands=["Ks Kh 5c 6c"], open_card="Kd", melded=[0]).play("draw discard : meld Ks Kh Kd")
    assert table.round.state["frozen"]


# -- going out -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CAN-OUT-01")
def test_without_a_canasta_two_cards_are_kept() -> None:
    table = playing("8s 8h 8d Qc", table=["1: Ks Kh Kd"])
    assert rule_of(table, "meld 8s 8h 8d") == "CAN-OUT-01"
    assert "meld 8s 8h 8d" not in table.legal()
    assert playing("8s 8h 8d Qc Jc", table=["1: Ks Kh Kd"]).is_legal("meld 8s 8h 8d")
    laid = ["1: Ks Kh Kd"]
    assert rule_of(at_pile("Kc", "8s", table=laid), "draw discard : layoff Kc > 1") == "CAN-OUT-01"
    assert at_pile("5c Kc", "8s", table=laid).is_legal("draw discard : layoff Kc > 1")
    # A red three in the pile is no card to play on with.
    laid = ["1: Qs Qh Qd"]
    assert rule_of(at_pile("3h Kc", "Ks Kh 8s", table=laid), "draw discard : meld Ks Kh Kc") == "CAN-OUT-01"
    assert at_pile("3h 5c Kc", "Ks Kh 8s", table=laid).is_legal("draw discard : meld Ks Kh Kc")


@pytest.mark.rule("CAN-OUT-01")
@pytest.mark.parametrize("hand", ["8s 8h 8d", "8s 8h 8d Qc"])
def test_one_goes_out_with_or_without_a_last_discard(hand: str) -> None:
    table = playing(hand, "4s 4h", table=[f"3: {KINGS}"]).play("meld 8s 8h 8d")
    if "Qc" in hand:
        table.play("discard Qc")
    assert table.round.outcome is not None
    assert (table.round.outcome.ending, table.round.outcome.seat) == (Ending.OUT, 0)
    assert item(table, "out") == (100, 0, 100, 0)


@pytest.mark.rule("CAN-OUT-01")
def test_at_some_tables_the_last_card_is_discarded() -> None:
    required = {"going_out": {"discard": "required"}}
    assert rule_of(playing("8s 8h 8d", table=[f"3: {KINGS}"], options=required), "meld 8s 8h 8d") == "CAN-OUT-01"
    assert playing("8s 8h 8d Qc", table=[f"3: {KINGS}"], options=required).is_legal("meld 8s 8h 8d")


@pytest.mark.rule("CAN-OUT-01")
@pytest.mark.parametrize("needed", [0, 1, 2])
def test_how_many_canastas_are_needed_is_up_to_the_table(needed: int) -> None:
    options = {"going_out": {"canastas": needed}}
    for laid in ([], [f"3: {KINGS}"], [f"3: {KINGS}", f"1: {NINES}"]):
        table = playing("8s 8h 8d Qc", table=["1: Js Jh Jd", *laid], options=options)
        assert table.is_legal("meld 8s 8h 8d") is (len(laid) >= needed), laid


@pytest.mark.rule("CAN-OUT-01")
def test_two_players_need_two_canastas() -> None:
    assert rule_of(playing("8s 8h 8d Qc", players=2, table=[f"1: {KINGS}"]), "meld 8s 8h 8d") == "CAN-OUT-01"
    assert playing("8s 8h 8d Qc", players=2, table=[f"1: {KINGS}", f"1: {NINES}"]).is_legal("meld 8s 8h 8d")
    assert playing("8s 8h 8d Qc", players=3, table=[f"1: {KINGS}"]).is_legal("meld 8s 8h 8d")


@pytest.mark.rule("CAN-OUT-01")
def test_the_last_card_may_complete_the_canasta() -> None:
    table = playing("Kc 2s", table=["3: Ks Kh Kh Kd Kd", "1: Js Jh Jd"])
    table.play("layoff Kc > 1")
    assert table.legal() == ["layoff 2s=* > 1"]
    assert rule_of(table, "discard 2s") == "CAN-OUT-01"
    assert table.play("layoff 2s > 1").round.outcome is not None
    required = {"going_out": {"discard": "required"}}
    assert rule_of(playing("Kc 2s", table=["3: Ks Kh Kh Kd Kd"], options=required), "layoff Kc > 1") == "CAN-OUT-01"


@pytest.mark.rule("CAN-OUT-01")
def test_going_out_concealed_brings_two_hundred() -> None:
    table = playing(f"{KINGS} 8s 8h 8d Qc", table=["3: Js Jh Jd"])
    table.play(f"meld {KINGS}", "meld 8s 8h 8d", "discard Qc")
    assert item(table, "out") == (200, 0, 200, 0)
    assert str(score(table).remark) == f"{table.round.names[0]} went out concealed."


@pytest.mark.rule("CAN-OUT-01")
@pytest.mark.parametrize(
    ("hand", "laid", "moves"),
    [
        (f"{KINGS} 8d Qc", ["1: 8s 8h 8c"], [f"meld {KINGS}", "layoff 8d > 1"]),  # a meld of one's own before
        (f"{KINGS} Jc Qc", ["3: Js Jh Jd"], [f"meld {KINGS}", "layoff Jc > 1"]),  # added to one of the partner
        ("8s 8h 8d Qc", [f"3: {KINGS}"], ["meld 8s 8h 8d"]),  # the canasta is the partner's
    ],
)
def test_what_is_not_concealed(hand: str, laid: list[str], moves: list[str]) -> None:
    table = playing(hand, table=laid).play(*moves, "discard Qc")
    assert item(table, "out") == (100, 0, 100, 0)


@pytest.mark.rule("CAN-OUT-01")
def test_one_may_ask_ones_partner_and_yes_binds() -> None:
    table = playing("8s 8h 8d Qc", "4s", "5s 6s", table=[f"3: {KINGS}"])
    assert "ask" in table.legal()
    table.play("ask")
    assert (table.round.actor, table.legal()) == (2, ["yes", "no"])
    assert rule_of(table, "draw stock") == "TABLE-01"
    table.play("yes")
    assert table.round.actor == 0
    assert rule_of(table, "discard Qc") == "CAN-OUT-01"
    assert rule_of(table, "ask") == "CAN-OUT-01"
    assert set(table.legal()) == {"meld 8s 8h 8d"}
    table.play("meld 8s 8h 8d")
    assert table.legal() == ["discard Qc"]


@pytest.mark.rule("CAN-OUT-01")
def test_no_binds_too_and_only_in_this_turn() -> None:
    table = playing("8s 8h 8d Qc", "4s", "5s 6s", table=[f"3: {KINGS}"]).play("ask", "no")
    assert rule_of(table, "meld 8s 8h 8d") == "CAN-OUT-01"
    assert melds_of(table) == []
    table.play("discard Qc", "draw stock")
    assert table.round.state["answer"] == ""


@pytest.mark.rule("CAN-OUT-01")
def test_nobody_asks_who_could_not_go_out() -> None:
    assert rule_of(playing("8s 8h Jd Qc", table=[f"3: {KINGS}"]), "ask") == "CAN-OUT-01"
    assert rule_of(playing("8s 8h 8d Qc", table=["3: Ks Kh Kd"]), "ask") == "CAN-OUT-01"
    assert rule_of(playing("8s 8h 8d Qc", players=3, table=[f"1: {KINGS}"]), "ask") == "CAN-OUT-01"
    silent = {"going_out": {"ask": False}}
    assert rule_of(playing("8s 8h 8d Qc", table=[f"3: {KINGS}"], options=silent), "ask") == "CAN-OUT-01"


@pytest.mark.rule("CAN-OUT-01")
@pytest.mark.parametrize(
    ("hand", "laid", "possible"),
    [
        ("Kc 5c", ["3: Ks Kh Kh Kd Kd Kc"], True),
        ("Kc 5c", ["3: Ks Kh Kh Kd Kd"], False),
        ("Kc", ["3: Ks Kh Kh Kd Kd Kc"], False),  # with one card there is nothing to ask
        ("8s 8h 2d 2c * Qc", ["3: Ks Kh Kh Kd Kc 2s"], True),  # wild cards fill the canasta and the pair
        ("8s 8h Qs Qh 2d Jc", [f"3: {KINGS}"], False),  # one wild card for two pairs
        ("3s 3s 3c", [f"3: {KINGS}"], True),
        ("3s 3s Qc", [f"3: {KINGS}"], False),
        ("2s 2h 2d *", ["3: 9s 9h 9h 9d 9c 2c *"], False),  # room for one, and one is discarded
        (f"{KINGS} 8s 8h 8d", [], True),
        ("4s 4h 4h 4d 4d 4c 4c", [], False),  # thirty-five points are too few for a first meld
    ],
)
def test_when_a_player_could_go_out(hand: str, laid: list[str], possible: bool) -> None:
    assert playing(hand, "4s", "5s 6s", table=laid, open_card="Jd").is_legal("ask") is possible


# -- the end of the stock ------------------------------------------------------------------------------------------


def last_red_three(hand: str) -> Table:
    table = canasta().deal(hands=[hand], table=[f"3: {KINGS}"], stock_top="3h", stock_size=1, open_card="5d")
    return table.play("draw stock", "out 3h")


@pytest.mark.rule("CAN-END-00")
def test_after_a_red_three_as_the_last_card_one_melds_and_discards_nothing() -> None:
    table = last_red_three("8s 8h 8d 6c 7c")
    assert not [move for move in table.legal() if move.startswith("discard")]
    assert rule_of(table, "discard 6c") == "CAN-END-00"
    table.play("meld 8s 8h 8d", "end")
    assert table.round.outcome is not None
    assert table.round.outcome.ending is Ending.STOCK
    assert item(table, "out") == (0, 0, 0, 0)


@pytest.mark.rule("CAN-END-00")
def test_one_may_still_go_out_without_a_discard() -> None:
    assert last_red_three("8s 8h 8d 7c").play("meld 8s 8h 8d", "end").round.outcome is not None
    out = last_red_three("8s 8h 8d").play("meld 8s 8h 8d").round.outcome
    assert out is not None
    assert out.ending is Ending.OUT


@pytest.mark.rule("CAN-END-01")
def test_without_a_stock_play_goes_on_as_long_as_the_pile_is_taken() -> None:
    table = canasta().deal(
        hands=["Ks Kh 5c 6c", "7s 8c Jd"], melded=[0, 1], open_card="Kd", stock_top="Qc", stock_size=1
    )
    table.play("draw stock", "discard Kh")
    assert table.round.outcome is not None
    taken = canasta().deal(
        hands=["Qs Jc 5c 6c", "7s 7h Kc Jd"], melded=[0, 1], open_card="Kd", stock_top="7c", stock_size=1
    )
    taken.play("draw stock", "discard 7c")
    assert taken.legal() == ["draw discard : meld 7s 7h 7c", "pass"]
    assert rule_of(taken, "draw stock") == "CAN-END-01"
    taken.play("pass")
    assert taken.round.outcome is not None
    assert taken.round.outcome.ending is Ending.STOCK
    assert item(taken, "out") == (0, 0, 0, 0)


# -- scoring -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CAN-SCORE-01")
def test_a_side_counts_what_it_has_laid_less_what_it_holds() -> None:
    table = playing("8s 8h 8d Qc", "As 3s *", "4s 2c", "Jc", table=[f"3: {KINGS}", "2: 9s 9h 9d 2d"])
    table.play("meld 8s 8h 8d", "discard Qc")
    assert item(table, "laid") == (100, 50, 100, 50)
    assert item(table, "left") == (-25, -85, -25, -85)
    # Cards, canasta and going out; the other side has its meld and what it holds.
    assert score(table).totals == (100 + 500 + 100 - 25, 50 - 85, 100 + 500 + 100 - 25, 50 - 85)


@pytest.mark.rule("CAN-SCORE-01")
def test_a_match_goes_to_five_thousand() -> None:
    rules = canasta().rules
    assert rules.match.options.target == 5000
    assert rules.scoring.high_wins


# -- what is legal but odd -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("section", "values", "sentence"),
    [
        ("first_meld", {"min": 100}, "first_meld.from_1500: 90 is less than min: 100, so who has more needs less"),
        ("scoring", {"mixed": 600}, "scoring.natural: 500 is less than the 600 points of mixed"),
        ("scoring", {"red_three": 300}, "scoring.all_red_threes: 800 is less than the 1200 points of red_three"),
        ("scoring", {"out": 300}, "scoring.concealed: 200 is less than the 300 points of out"),
    ],
)
def test_what_is_harder_and_brings_less_is_odd(section: str, values: dict[str, int], sentence: str) -> None:
    rules = CanastaRules.model_validate({section: values})
    assert [found.message for _, each in rules for found in each.oddities(rules)] == [sentence]
