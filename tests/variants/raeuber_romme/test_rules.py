"""The rule sheet of Räuber-Rommé under its default house rules and without a pile, rule by rule."""

from __future__ import annotations

import pytest

from rummykit.engine.table import Ending

from ..helpers import allowed, ending, refused, score
from .helpers import dealt, holding, on_table, raeuber, sizes, without_pile

# -- taking melds apart ---------------------------------------------------------------------------


@pytest.mark.rule("RAU-02")
def test_melds_are_extended_as_before() -> None:
    table = holding("10c 4c Kd", "2: 5c 6c 7c 8c 9c")
    allowed(table, "layoff 10c > 1")
    allowed(table, "layoff 4c > 1")


@pytest.mark.rule("RAU-02")
@pytest.mark.parametrize("owner", [1, 2])
def test_anybodys_melds_may_be_taken_apart(owner: int) -> None:
    allowed(holding("7c Kd", f"{owner}: 5c 6c 7c 8c 9c"), "arrange 1 -> 5c 6c 7c | 7c 8c 9c")


@pytest.mark.rule("RAU-02")
def test_a_card_moves_from_one_meld_to_another() -> None:
    table = holding("7s 7d 2c Kd", "2: 4h 5h 6h 7h", "2: 9c 9d 9h").play("arrange 1 -> 4h 5h 6h | 7h 7s 7d")
    assert on_table(table) == ["9h 9d 9c", "4h 5h 6h", "7s 7h 7d"]
    assert list(table.round.table) == [2, 3, 4]
    assert [meld.owner for meld in table.round.table.values()] == [1, 0, 0]


@pytest.mark.rule("RAU-02")
@pytest.mark.option("rearranging.needs_hand_card")
def test_a_hand_card_must_be_placed() -> None:
    melds, move = ("2: 5c 6c 7c", "2: 8c 9c 10c"), "arrange 1,2 -> 5c 6c 7c 8c 9c 10c"
    table = holding("2h Kd", *melds)
    option = "rearranging.needs_hand_card"
    refused(table, move, "RAU-02", "at least one card from your hand", option=option)
    free = holding("2h Kd", *melds, rearranging={"needs_hand_card": False})
    allowed(free, move)
    assert on_table(free.play(move)) == ["5c 6c 7c 8c 9c 10c"]
    assert free.hand(0) == "2h Kd"


@pytest.mark.rule("RAU-02")
@pytest.mark.option("rearranging.allowed")
def test_the_solver_finds_what_is_not_seen() -> None:
    table = holding("5c 6h 9d Kd 2h", "2: 5d 6d 7d", "2: 5s 6s *=7s")
    (move,) = [move for move in table.legal() if move.startswith("arrange")]
    table.play(move)
    assert table.hand(0) == "2h Kd"
    closed = holding("5c 6h 9d Kd 2h", "2: 5d 6d 7d", "2: 5s 6s *=7s", rearranging={"allowed": False})
    refused(closed, move, "RAU-02", "not taken apart", option="rearranging.allowed")
    assert not [move for move in closed.legal() if move.startswith("arrange")]
    refused(closed, "discard 6d", "ROM-LAY-02", "stay where they lie")


@pytest.mark.rule("RAU-03")
@pytest.mark.parametrize(
    ("meld", "hand", "move"),
    [
        ("5s 6s *=7s", "7s Kd", "arrange 1 -> 5s 6s 7s *=8s"),
        ("5s 6s *=7s", "7s Kd", "arrange 1 -> *=4s 5s 6s 7s"),
        ("5s 5h *", "6s 7s 5d 5c Kd", "arrange 1 -> 5h 5d 5c | 5s 6s 7s *=8s"),
        ("5s *=6s 7s", "6h 6c 8s 6s Kd", "arrange 1 -> 5s 6s 7s 8s | 6h 6c *"),
    ],
)
def test_a_joker_takes_a_new_meaning(meld: str, hand: str, move: str) -> None:
    table = holding(hand, f"2: {meld}")
    allowed(table, move)
    assert table.play(move).hand(0) == "Kd"


@pytest.mark.rule("RAU-04")
def test_no_card_of_the_table_goes_to_a_hand() -> None:
    table = holding("6h 2c Kd", "2: 7h 8h 9h")
    refused(table, "arrange 1 -> 6h 7h 8h", "RAU-04", "9h was on the table and may not go to your hand")
    for move in ("discard 9h", "meld 7h 8h 9h", "layoff 9h > 1"):
        refused(table, move, "RAU-04", "may not go to your hand")


@pytest.mark.rule("RAU-04")
def test_every_new_meld_must_be_one() -> None:
    table = holding("7c Kd 2h", "2: 5c 6c 7c 8c 9c")
    refused(table, "arrange 1 -> 5c 6c 7c 7c | 8c 9c Kd", "ROM-MELD-02", "has 7c twice")
    refused(table, "arrange 1 -> 5c 6c 7c | 7c 8c 9c | Kd 2h", "ROM-MELD-01", "too short")


@pytest.mark.rule("RAU-05")
@pytest.mark.option("lay_offs.same_turn")
def test_the_turn_of_the_first_meld() -> None:
    hand, split = "Ks Kh Kd Kc 7c 2h", "arrange 1 -> 5c 6c 7c | 7c 8c 9c"
    table = holding(hand, "2: 5c 6c 7c 8c 9c", melded=False)
    refused(table, split, "RAU-05", "after your own first meld")
    allowed(table.play("meld Ks Kh Kd Kc"), split)
    strict = holding(hand, "2: 5c 6c 7c 8c 9c", melded=False, lay_offs={"same_turn": False})
    strict.play("meld Ks Kh Kd Kc")
    refused(strict, split, "NET-FIRST-01", "from the turn after", option="lay_offs.same_turn")


@pytest.mark.rule("RAU-05")
def test_the_first_meld_comes_from_the_hand_alone() -> None:
    table = holding("10c Jc Qc 2h", "2: 7c 8c 9c", melded=False)
    refused(table, "arrange 1 -> 7c 8c 9c 10c Jc Qc", "RAU-05", "after your own first meld")
    refused(table, "meld 9c 10c Jc Qc", "RAU-04", "9c lies on the table")


# -- without a pile -------------------------------------------------------------------------------


@pytest.mark.rule("RAU-06")
@pytest.mark.option("discards.pile")
def test_place_a_card_or_draw_one() -> None:
    table = without_pile("10c 2h 3d", "2: 7c 8c 9c")
    assert table.legal() == ["layoff 10c > 1", "pass"]
    refused(table, "end", "RAU-06", "no card from your hand")
    refused(table, "discard 2h", "TABLE-01", "does not know the move 'discard'")
    refused(table, "draw stock", "TABLE-01", "place cards from your hand, or pass")
    table.play("layoff 10c > 1")
    assert table.legal() == ["end"]
    refused(table, "pass", "TABLE-01", "end your turn")
    stock = len(table.round.stock)
    table.play("end")
    assert table.round.active == 1
    table.play("pass")
    assert (table.round.active, sizes(table), len(table.round.stock)) == (0, [2, 2], stock - 1)
    assert table.round.pile == []


@pytest.mark.rule("RAU-06")
def test_who_has_no_card_left_is_out_at_once() -> None:
    table = without_pile("10c Jc", "2: 7c 8c 9c").play("layoff 10c > 1", "layoff Jc > 1")
    assert ending(table) is Ending.OUT
    assert score(table).totals == (0, 10)


@pytest.mark.rule("RAU-06")
@pytest.mark.option("stock.exhausted")
def test_without_a_stock_play_goes_on_until_all_pass() -> None:
    table = raeuber(3, "no_pile").deal(
        hands=["10c 2h", "5d", "Jc 6h"], table=["2: 7c 8c 9c"], melded=[0, 2], stock_top="3s", stock_size=1
    )
    table.play("pass", "pass")
    assert sizes(table) == [3, 1, 2]
    refused(table, "layoff Jc > 1", "ROM-LAY-01", "does not fit")
    table.play("pass", "layoff 10c > 1", "end", "pass", "layoff Jc > 1", "end", "pass", "pass")
    assert ending(table) is None
    table.play("pass")
    assert ending(table) is Ending.PASSED
    assert score(table).totals == (5, 5, 6)


@pytest.mark.rule("RAU-06", "ROM-TURN-01")
def test_the_dealer_begins_with_a_card_more_and_need_not_draw() -> None:
    table = dealt(preset="no_pile")
    assert (sizes(table), table.round.active) == ([14, 13], 0)
    refused(table, "pass", "TABLE-01")
    table.play("end")
    assert sizes(table) == [14, 13]
    table.play("pass")
    assert sizes(table) == [14, 14]


@pytest.mark.rule("RAU-06", "ROM-HAND-01")
def test_hand_romme_without_a_pile_lays_every_single_card() -> None:
    whole = "meld Ah 2h 3h 4h | As 2s 3s 4s | Ad 2d 3d 4d 5d"
    scenario = raeuber(preset="no_pile")
    table = scenario.deal(hands=["Ah 2h 3h 4h As 2s 3s 4s Ad 2d 3d 4d 5d", "Kd"])
    allowed(table, whole)
    assert [move for move in table.legal() if len(move.replace("|", "").split()) == 1 + 13]
    assert score(table.play(whole)).totals == (0, 20)
    one_more = scenario.deal(hands=["Ah 2h 3h 4h As 2s 3s 4s Ad 2d 3d 4d 5d 9c", "Kd"])
    refused(one_more, whole, "ROM-FIRST-01", "35 of 40")
