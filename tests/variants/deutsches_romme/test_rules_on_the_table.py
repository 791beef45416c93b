"""The rule sheet of Deutsches Rommé, rule by rule: laying off, joker swaps, the end, scoring, Hand-Rommé."""

from __future__ import annotations

from typing import Any

import pytest

from rummykit.engine.match import Match
from rummykit.engine.table import Ending, Outcome
from rummykit.scenario import Table

from ..helpers import allowed, ending, refused, score
from .helpers import LAY_ALL, WHOLE_HAND, bad_points, holding, romme

# -- laying off ----------------------------------------------------------------------------------


@pytest.mark.rule("ROM-LAY-01")
def test_laying_off_on_anybodys_melds_from_the_first_meld_on() -> None:
    table = romme(3).deal(
        hands=["Ks Kh Kd Kc 10d 5h 6s 2c 3c", "Jd 2h", "2d"],
        table=["2: 7d 8d 9d", "3: 2h 3h 4h", "2: 6h 6d 6c"],
        drawn=True,
    )
    for move in ("layoff 10d > 1", "layoff 5h > 2", "layoff 6s > 3"):
        refused(table, move, "ROM-LAY-01", "only after your own first meld")
    # In the same turn already.
    table.play("meld Ks Kh Kd Kc")
    for move in ("layoff 10d > 1", "layoff 5h > 2", "layoff 6s > 3"):
        allowed(table, move)
        table.play(move)
    assert [table.meld(number) for number in (1, 2, 3)] == ["7d 8d 9d 10d", "2h 3h 4h 5h", "6s 6h 6d 6c"]
    refused(table, "layoff 2c > 1", "ROM-LAY-01", "2c does not fit meld 1")
    refused(table, "layoff 2c > 9", "TABLE-02", "no meld 9")
    refused(table, "layoff Jd > 1", "TABLE-01", "not your turn", seat=1)


@pytest.mark.rule("ROM-LAY-01")
def test_a_full_set_takes_no_fifth_card() -> None:
    table = holding("6s * 9c 2d", "1: 6s 6h 6d 6c")
    refused(table, "layoff 6s > 1", "ROM-MELD-01", "has a suit that the set has already")
    refused(table, "layoff * > 1", "ROM-MELD-01", "only 4 suits")
    assert {move.split()[0] for move in table.legal()} == {"discard"}


@pytest.mark.rule("ROM-LAY-01")
@pytest.mark.rule("ROM-MELD-03")
def test_a_joker_is_laid_off_as_a_card_it_is_declared_to_be() -> None:
    table = holding("* 9c 2d", "2: 6h 7h 8h", "2: 6s 6d 6c", melded=True)
    refused(table, "layoff * > 1", "TABLE-03", "*=5h")
    for move in ("layoff *=5h > 1", "layoff *=9h > 1", "layoff * > 2"):
        allowed(table, move)
    assert table.play("layoff *=9h > 1").meld(1) == "6h 7h 8h *=9h"


@pytest.mark.rule("ROM-LAY-01")
@pytest.mark.rule("ROM-JOK-01")
def test_a_missing_suit_is_laid_off_or_swapped_as_the_player_likes() -> None:
    table = holding("6c 9d 10d 5s 2h", "2: 6s 6h *", melded=True)
    allowed(table, "layoff 6c > 1")
    allowed(table, "swap 6c > 1 : meld 9d 10d *=Jd")
    assert table.play("layoff 6c > 1").meld(1) == "6s 6h 6c *"
    # The card a joker of a run stands for can only be swapped in.
    run = holding("7h 9d 10d 5s 2h", "2: 6h *=7h 8h", melded=True)
    refused(run, "layoff 7h > 1", "ROM-JOK-01", "it can only be swapped in")
    allowed(run, "swap 7h > 1 : meld 9d 10d *=Jd")


@pytest.mark.rule("ROM-LAY-02")
def test_melded_cards_are_never_taken_back() -> None:
    table = holding("8d 9h 9s 2c 3c", "1: 4d 5d 6d 7d", "1: 9d 9c 9h", "2: Qs Ks As")
    refused(table, "meld 9d 9h 9s", "ROM-LAY-02", "9d is on the table in meld 2")
    refused(table, "meld 6d 7d 8d", "ROM-LAY-02", "6d is on the table in meld 1")
    for card in ("4d", "9c", "Ks"):
        refused(table, f"discard {card}", "ROM-LAY-02", f"{card} is on the table")
    refused(table, "layoff 7d > 2", "ROM-LAY-02", "7d is on the table in meld 1")


@pytest.mark.rule("ROM-LAY-02")
def test_the_twin_of_a_melded_card_is_a_card_of_its_own() -> None:
    table = holding("7d 7h 7s 2c 3c", "1: 4d 5d 6d 7d")
    allowed(table, "discard 7d")
    allowed(table, "meld 7s 7h 7d")
    assert table.play("meld 7s 7h 7d").meld(1) == "4d 5d 6d 7d"
    refused(table, "discard 7d", "ROM-LAY-02", "7d is on the table in meld 1")


# -- joker swaps ---------------------------------------------------------------------------------

HOME = "meld 9d 10d *=Jd"


def swapping(cards: str, *table: str, melded: bool = True, **options: Any) -> Table:
    """Besides some cards there is a home for a joker, and two cards to spare."""
    return holding(f"{cards} 9d 10d 5s 2h", *table, melded=melded, **options)


@pytest.mark.rule("ROM-JOK-01")
@pytest.mark.parametrize(
    ("meld", "wanted", "unwanted"),
    [
        ("6s 6h *", ["6d", "6c"], ["6s", "6h", "7d"]),
        ("6s 6h 6c *", ["6d"], ["6s", "6h", "6c"]),
        ("6s 6h * *", ["6d", "6c"], ["6s", "6h"]),
        ("3s 4s *=5s", ["5s"], ["2s", "6s", "5h"]),
        ("*=Ah 2h 3h", ["Ah"], ["4h", "Kh"]),
        ("Qh Kh *=Ah", ["Ah"], ["Jh", "2h"]),
        ("3s *=4s *=5s 6s", ["4s", "5s"], ["3s", "7s", "4h"]),
    ],
)
def test_the_card_a_joker_stands_for(meld: str, wanted: list[str], unwanted: list[str]) -> None:
    for card in wanted:
        table = swapping(card, f"2: {meld}")
        allowed(table, f"swap {card} > 1 : {HOME}")
        table.play(f"swap {card} > 1 : {HOME}")
        assert card in table.meld(1).split()
        assert table.meld(1).count("*") == meld.count("*") - 1
        assert table.meld(2) == "9d 10d *=Jd"
        assert table.round.table[1].owner == 1
    for card in unwanted:
        refused(swapping(card, f"2: {meld}"), f"swap {card} > 1 : {HOME}", "ROM-JOK-01", f"{card} is not the card")


@pytest.mark.rule("ROM-JOK-01")
def test_swaps_only_on_the_own_turn_and_after_the_first_meld() -> None:
    move = f"swap 6c > 1 : {HOME}"
    refused(swapping("6c", "2: 6s 6h *", melded=False), move, "ROM-JOK-01", "after your own first meld")
    table = romme().deal(hands=["2h 3h", "6c 9d 10d 5s"], table=["2: 6s 6h *"], drawn=True)
    refused(table, move, "ROM-JOK-01", "only on your own turn", seat=1)
    table = swapping("6c Ks Kh Kd Kc", "2: 6s 6h *", melded=False)
    allowed(table.play("meld Ks Kh Kd Kc"), move)
    refused(swapping("6c", "2: 6s 6h 6d"), move, "ROM-JOK-01", "has no joker")
    refused(swapping("6d", "2: 6s 6h *"), move, "TABLE-02", "do not hold 6c")


@pytest.mark.rule("ROM-JOK-01")
def test_a_joker_for_an_ace_that_the_pack_does_not_have() -> None:
    suit = "Ad 2d 3d 4d 5d 6d 7d 8d 9d 10d Jd Qd Kd"
    table = romme(deck={"packs": 1}).deal(hands=["Ks Kh Kc"], table=[f"1: {suit} *=Ad"], drawn=True)
    assert not any(move.startswith("swap") for move in table.legal())
    refused(table, "swap Ks > 1 : meld Kh Kc *", "ROM-JOK-01", "Ks")


@pytest.mark.rule("ROM-JOK-02")
def test_the_joker_goes_into_a_new_meld_at_once() -> None:
    table = swapping("6c 2c 3c 4c", "2: 6s 6h *", "2: 6d 7d 8d")
    refused(table, "swap 6c > 1", "ROM-JOK-02", "say after a colon where it is laid at once")
    refused(table, "swap 6c > 1 : meld 2c 3c 4c", "ROM-JOK-02", "may not go to your hand")
    refused(table, "swap 6c > 1 : layoff *=9d > 2", "ROM-JOK-02", "in a new meld", option="swaps.joker_goes")
    refused(table, "swap 6c > 1 : layoff * > 1", "ROM-JOK-02", "in a new meld")
    refused(table, "discard *", "ROM-LAY-02", "on the table")
    assert {move.split(" : ")[1].split()[0] for move in table.legal() if move.startswith("swap")} == {"meld"}
    table.play(f"swap 6c > 1 : {HOME}")
    assert not table.round.hands[0] & table.round.rules.pack.joker_bits


@pytest.mark.rule("ROM-JOK-02")
def test_a_swapped_joker_beside_one_of_the_hand() -> None:
    table = swapping("6c * 8h", "2: 6s 6h *")
    allowed(table, "swap 6c > 1 : meld 9d 10d *=Jd *=Qd")
    assert table.play("swap 6c > 1 : meld 9d 10d *=Jd *=Qd").hand(0) == "5s 2h 8h"
    # One joker is one joker.
    refused(swapping("6c", "2: 6s 6h *"), "swap 6c > 1 : meld 9d 10d *=Jd *=Qd", "TABLE-02", "do not hold *")


@pytest.mark.rule("ROM-JOK-02")
def test_a_card_to_discard_must_be_left_after_a_swap() -> None:
    table = holding("6c 9d 10d", "2: 6s 6h *", melded=True)
    refused(table, f"swap 6c > 1 : {HOME}", "ROM-END-01", "no card left")
    assert not [move for move in table.legal() if move.startswith("swap")]


@pytest.mark.rule("ROM-JOK-01")
@pytest.mark.rule("ROM-JOK-02")
def test_two_jokers_in_one_move() -> None:
    table = swapping("6c 7h", "2: 6s 6h *", "1: 5h 6h *=7h")
    move = "swap 6c > 1, 7h > 2 : meld 9d 10d *=Jd *=Qd"
    allowed(table, move)
    table.play(move)
    assert [table.meld(number) for number in (1, 2, 3)] == ["6s 6h 6c", "5h 6h 7h", "9d 10d *=Jd *=Qd"]
    refused(
        swapping("6c 7h", "2: 6s 6h *", "1: 5h 6h *=7h"), f"swap 6c > 1, 7h > 2 : {HOME}", "ROM-JOK-02", "your hand"
    )


STRICT = {"sets": "four_naturals"}


@pytest.mark.rule("ROM-JOK-03")
@pytest.mark.option("swaps.sets")
def test_the_stricter_swap_wants_four_natural_cards() -> None:
    move = f"swap 6c > 1 : {HOME}"
    for options in ({"swaps": STRICT}, {"preset": "skatverband"}):
        table = swapping("6c", "2: 6s 6h *", **options)
        refused(table, move, "ROM-JOK-03", "four natural cards", option="swaps.sets")
        refused(swapping("6c", "2: 6s 6h * *", **options), move, "ROM-JOK-03", "four natural cards")
        allowed(swapping("6c", "2: 6s 6h 6d *", **options), move)
        # The third card laid off in the same turn will do, and runs are not touched by it.
        allowed(swapping("6c 6d", "2: 6s 6h *", **options).play("layoff 6d > 1"), move)
        allowed(swapping("6c", "2: 4c 5c *=6c", **options), move)
    for meld in ("6s 6h *", "6s 6h * *", "6s 6h 6d *"):
        allowed(swapping("6c", f"2: {meld}"), move)


@pytest.mark.rule("ROM-JOK-03")
@pytest.mark.option("swaps.sets")
def test_two_swaps_may_complete_a_set_together() -> None:
    table = swapping("6c 6d 8h", "2: 6s 6h * *", swaps=STRICT)
    move = "swap 6c > 1, 6d > 1 : meld 9d 10d *=Jd *=Qd"
    allowed(table, move)
    table.play(move)
    assert (table.meld(1), table.meld(2)) == ("6s 6h 6d 6c", "9d 10d *=Jd *=Qd")


# -- the end -------------------------------------------------------------------------------------


@pytest.mark.rule("ROM-END-01")
def test_out_with_the_last_discard() -> None:
    table = holding("7h 8h 9h 3c", melded=True)
    allowed(table, "meld 7h 8h 9h")
    table.play("meld 7h 8h 9h")
    assert ending(table) is None
    table.play("discard 3c")
    assert table.round.outcome is not None
    assert table.round.outcome == Outcome(Ending.OUT, 0, face_down=True)
    refused(table, "draw stock", "TABLE-01", "the round is over", seat=1)
    assert table.legal() == []


@pytest.mark.rule("ROM-END-01")
@pytest.mark.parametrize(
    ("hand", "moves"),
    [
        ("7h 8h 9h", ["meld 7h 8h 9h"]),
        ("10h", ["layoff 10h > 1"]),
        ("7h 8h 9h 10h", ["meld 7h 8h 9h 10h"]),
        ("7s 8s 9s 10s Js Qs", ["meld 7s 8s 9s | 10s Js Qs"]),
    ],
)
def test_nothing_may_take_the_last_card(hand: str, moves: list[str]) -> None:
    table = holding(hand, "1: 7h 8h 9h")
    for move in moves:
        refused(table, move, "ROM-END-01", "a turn ends with a discard", option="going_out.discard")


# -- scoring -------------------------------------------------------------------------------------


@pytest.mark.rule("ROM-SCORE-01")
@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("*", 20),
        ("As", 11),
        ("As 2s 3s", 16),
        ("Kh Qh Jh 10h", 40),
        ("2h 3h 4h 5h 6h 7h 8h 9h", 44),
        ("Ks Kh Kd Kc", 40),
        ("* * As As 9c", 71),
    ],
)
def test_bad_points(hand: str, points: int) -> None:
    # Melds in the hand count like all other cards.
    table = romme(3).deal(hands=["9c", hand, "2d"], melded=[0, 1], drawn=True).play("discard 9c")
    assert score(table).totals == (0, points, 2)


@pytest.mark.rule("ROM-SCORE-01")
def test_cards_on_the_table_count_nothing() -> None:
    table = holding("3c", "1: Ks Kh Kd", "2: Qs Qh Qd *").play("discard 3c")
    assert score(table).totals == (0, 10)
    assert score(table).remark == ""


@pytest.mark.rule("ROM-SCORE-01")
def test_few_points_are_good() -> None:
    rules = romme(3, match={"rounds": 2}).rules
    match = Match(rules, 1, ["Ann", "Ben", "Cem"])
    table = romme(3).deal(hands=["9c", "As", "2d"], melded=[0], drawn=True).play("discard 9c")
    match.scores = [score(table)]
    assert (match.totals, match.winners) == ((0, 11, 2), (0,))
    match.scores = []
    assert match.winners == (0, 1, 2)


# -- Hand-Rommé ----------------------------------------------------------------------------------

LOSER = "* As Kh 7d"


def laying_all(*table: str, players: int = 2, spare: str = "9c", **options: Any) -> Table:
    """The first player can lay all but one card at once, for 35 points."""
    hands = [f"{WHOLE_HAND} {spare}", LOSER, "2h"]
    return romme(players, **options).deal(hands=hands[:players], table=table, drawn=True)


@pytest.mark.rule("ROM-HAND-01")
def test_hand_romme_needs_no_points_and_doubles_for_all_others() -> None:
    table = laying_all(players=3)
    allowed(table, LAY_ALL)
    table.play(LAY_ALL, "discard 9c")
    assert bad_points(table) == (0, 48, 2)
    assert score(table).factors == (1, 2, 2)
    assert score(table).totals == (0, 96, 4)
    assert str(score(table).remark) == "Hand-Rommé by player 1: the others' points count 2 times."


@pytest.mark.rule("ROM-HAND-01")
def test_no_hand_romme_after_another_players_meld() -> None:
    table = laying_all("2: Js Jh Jd")
    refused(table, LAY_ALL, "ROM-FIRST-01", "35 of 40")
    assert [move for move in table.legal() if len(move.replace("|", "").split()) > 13] == []
    table = romme().deal(hands=["Ks Kh Kd Kc 9c", LOSER], table=["2: Js Jh Jd"], drawn=True)
    assert score(table.play("meld Ks Kh Kd Kc", "discard 9c")).totals == (0, 48)


@pytest.mark.rule("ROM-HAND-01")
def test_no_hand_romme_for_who_has_melded_before() -> None:
    table = romme().deal(hands=["2h 3h 4h 9c", LOSER], table=["1: Js Jh Jd"], drawn=True)
    assert score(table.play("meld 2h 3h 4h", "discard 9c")).totals == (0, 48)


@pytest.mark.rule("ROM-HAND-01")
def test_no_hand_romme_with_more_than_one_card_left() -> None:
    table = laying_all(spare="9c 10s")
    refused(table, LAY_ALL, "ROM-FIRST-01", "35 of 40")
    # The melds themselves must be right.
    refused(laying_all(), LAY_ALL.replace("Ah 2h 3h 4h", "2h 3h 4h 9c"), "ROM-MELD-01")


@pytest.mark.rule("ROM-HAND-01")
def test_hand_romme_in_several_moves_of_one_turn() -> None:
    table = romme().deal(hands=["Ks Kh Kd Kc 2h 3h 4h 5h 9c", LOSER], drawn=True)
    table.play("meld Ks Kh Kd Kc", "meld 2h 3h 4h", "layoff 5h > 2", "discard 9c")
    assert score(table).totals == (0, 96)


@pytest.mark.rule("ROM-HAND-01")
def test_a_hand_laid_over_two_turns_counts_once() -> None:
    table = romme().deal(hands=["Ks Kh Kd Kc 2h 3h 8c 9c", LOSER], stock_top="8d 4h", drawn=True)
    table.play(
        "meld Ks Kh Kd Kc", "discard 9c", "draw stock", "discard 8d", "draw stock", "meld 2h 3h 4h", "discard 8c"
    )
    assert ending(table) is Ending.OUT
    assert score(table).totals == (0, 48)
