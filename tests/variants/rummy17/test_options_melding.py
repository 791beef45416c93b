"""The house rules of Rummy 17 about melds, laying off, pool jokers and swaps: the difference they make in play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rummykit.errors import NotationError
from rummykit.rules import HouseRuleError
from rummykit.scenario import Table

from ..helpers import allowed, item, refused
from .helpers import rummy17

NO_CLAIMS = {"allowed": "never"}


# -- melds ---------------------------------------------------------------------------------------


def holding(hand: str, *table: str, players: int = 2, **options: Mapping[str, Any]) -> Table:
    """The first of two players has drawn and holds these cards, under some house rules."""
    return rummy17(players, **options).deal(hands=[hand, "13v"], table=table, drawn=True)


@pytest.mark.option("melds.wrap")
@pytest.mark.parametrize("cards", ["16y 17y 1y", "17y 1y 2y", "15y 16y 17y 1y 2y 3y"])
def test_ace_wrap(cards: str) -> None:
    refused(holding(f"{cards} 5b"), f"meld {cards}", "R17-MELD-02", option="melds.wrap")
    table = holding(f"{cards} 5b", melds={"wrap": True})
    allowed(table, f"meld {cards}")
    assert table.play(f"meld {cards}").meld(1) == cards


@pytest.mark.option("melds.wrap")
def test_ace_wrap_in_laying_off_and_with_a_joker() -> None:
    table = holding("1y 17r 3r 16g 17g 2g 5b", "1: 15y 16y 17y", "1: 1r 2r *r=3r", melds={"wrap": True})
    allowed(table, "layoff 1y > 1")
    allowed(table, "layoff 17r > 2")
    allowed(table, "swap 3r > 2 : layoff *r=17r > 2")
    allowed(table, "meld 16g 17g *g=1g 2g")
    refused(holding("16g 1g 2g 5b", melds={"wrap": True}), "meld 16g 1g 2g", "R17-MELD-02", "gap")


@pytest.mark.option("melds.wrap")
def test_a_full_circle_takes_no_card_more() -> None:
    sixteen = " ".join(f"{value}y" for value in range(1, 17))
    table = holding("17y 5b", f"1: {sixteen}", melds={"wrap": True})
    # Either end is the same place, so it need not be named.
    assert [move for move in table.legal() if move.startswith("layoff 17y")] == ["layoff 17y > 1"]
    table.play("layoff 17y > 1")
    assert table.meld(1) == f"{sixteen} 17y"
    assert table.legal() == ["discard 5b"]


TWO_JOKERS = ("1: 4r 5r 6r *r=7r", "1: 4b 5b 6b *b=7b")


@pytest.mark.option("jokers.per_meld")
@pytest.mark.parametrize(("most", "legal"), [(1, False), (2, True), ("unlimited", True)])
def test_max_jokers_per_meld(most: int | str, legal: bool) -> None:
    table = holding("7r 7b 9g 9y 5v", *TWO_JOKERS, jokers={"per_meld": most})
    move = "swap 7r > 1, 7b > 2 : meld *r=9r *b=9b 9g 9y"
    if legal:
        allowed(table, move)
        assert table.play(move).meld(3) == "*r=9r *b=9b 9g 9y"
        assert table.hand(0) == "5v"
    else:
        refused(table, move, "R17-JOK-06", "at most 1", option="jokers.per_meld")


@pytest.mark.option("jokers.min_naturals")
def test_min_naturals_per_meld() -> None:
    one_joker, two_jokers = "swap 7r > 1 : meld *r=9r 9g 9y", "swap 7r > 1, 7b > 2 : meld *r=9r *b=9b 9g"
    verdicts = {}
    for fewest in (1, 2, 3):
        jokers = {"min_naturals": fewest, "per_meld": 2}
        table = holding("7r 7b 9g 9y 5v", *TWO_JOKERS, jokers=jokers)
        verdicts[fewest] = (table.is_legal(one_joker), table.is_legal(two_jokers))
    assert verdicts == {1: (True, True), 2: (True, False), 3: (False, False)}
    table = holding("7r 7b 9g 9y 5v", *TWO_JOKERS, jokers={"min_naturals": 3})
    refused(table, one_joker, "R17-JOK-06", "at least 3", option="jokers.min_naturals")


@pytest.mark.option("jokers.side_by_side")
def test_max_adjacent_jokers() -> None:
    # A run has one colour and a colour one joker, so no value of the option can be felt in play.
    for most in (1, 6):
        table = holding("4r 5r 6r 5b", jokers={"side_by_side": most, "per_meld": 6})
        assert table.round.rules.melds.max_adjacent_jokers == most
        allowed(table, "meld 4r 5r 6r *r=7r")
        refused(table, "meld 4r 5r *r=6r *b=7r", "R17-JOK-01")
        with pytest.raises(NotationError, match="fewer copies"):
            table.refusal("meld 4r 5r *r=6r *r=7r")


@pytest.mark.option("melds.min_run")
@pytest.mark.parametrize("fewest", [3, 4, 5])
def test_shortest_run(fewest: int) -> None:
    table = holding("4r 5r 6r 7r 8r 9b 5v", melds={"min_run": fewest})
    for cards in ("4r 5r 6r", "4r 5r 6r 7r", "4r 5r 6r 7r 8r"):
        if len(cards.split()) >= fewest:
            allowed(table, f"meld {cards}")
        else:
            refused(table, f"meld {cards}", "R17-MELD-02", f"a run has at least {fewest}", option="melds.min_run")
    # A joker of the pool needs no shorter run than any other.
    move = "meld 4r 5r 6r *r=7r"
    if fewest < 5:
        allowed(table, move)
    else:
        refused(table, move, "R17-MELD-02", "a run has at least 5", option="melds.min_run")
        assert table.round.rules.table_rules.value("pool.min_run") == 5
        allowed(table, "meld 4r 5r *r=6r 7r 8r")


def test_a_run_for_a_joker_cannot_be_shorter_than_any_run() -> None:
    with pytest.raises(
        HouseRuleError, match=r"pool\.min_run: 3 is less than melds\.min_run: 4, and no run is so short"
    ):
        rummy17(melds={"min_run": 4}, pool={"min_run": 3})


@pytest.mark.option("melds.min_set")
def test_shortest_set() -> None:
    hand, run = "9b 9g 9y 9v 7r 5v", "1: 6r *r=7r 8r 9r"
    for fewest in (3, 4):
        table = holding(hand, run, melds={"min_set": fewest})
        allowed(table, "meld 9b 9g 9y 9v")
        allowed(table, "swap 7r > 1 : meld *r=9r 9b 9g 9y")
    refused(table, "meld 9b 9g 9y", "R17-MELD-01", "a set has at least 4", option="melds.min_set")
    refused(table, "swap 7r > 1 : meld *r=9r 9b 9g", "R17-MELD-01", "a set has at least 4", option="melds.min_set")
    allowed(holding(hand, run), "swap 7r > 1 : meld *r=9r 9b 9g")


@pytest.mark.option("melds.per_turn")
def test_melds_in_a_turn() -> None:
    hand = "4r 5r 6r 9b 9g 9y 5v"
    allowed(holding(hand).play("meld 4r 5r 6r *r=7r"), "meld 9b 9g 9y")
    table = holding(hand, melds={"per_turn": 1})
    refused(table, "meld 4r 5r 6r | 9b 9g 9y", "R17-MELD-03", "at most 1 new meld", option="melds.per_turn")
    table.play("meld 4r 5r 6r *r=7r")
    refused(table, "meld 9b 9g 9y", "R17-MELD-03", "at most 1 new meld", option="melds.per_turn")
    assert {move.split()[0] for move in table.legal()} == {"discard"}


@pytest.mark.option("jokers.share")
def test_share_of_jokers() -> None:
    move = "swap 7r > 1, 7b > 2 : meld *r=9r *b=9b 9g 9y"
    for share, legal in (("any", True), ("half", True), ("fewer", False)):
        table = holding("7r 7b 9g 9y 5v", *TWO_JOKERS, jokers={"per_meld": 2, "share": share})
        if legal:
            allowed(table, move)
        else:
            refused(table, move, "R17-JOK-06", "the jokers must be fewer", option="jokers.share")


@pytest.mark.option("jokers.at_ends")
def test_jokers_at_the_ends_of_a_run() -> None:
    at_end, inside = "meld 4r 5r 6r *r=7r", "meld 4r 5r *r=6r 7r"
    for move in (at_end, inside):
        allowed(holding("4r 5r 6r 7r 5b"), move)
    table = holding("4r 5r 6r 7r 5b", jokers={"at_ends": False})
    allowed(table, inside)
    refused(table, at_end, "R17-JOK-06", "begins and ends with natural cards", option="jokers.at_ends")


@pytest.mark.option("turn.most_cards")
def test_max_hand_cards_per_turn() -> None:
    hand, red = "4r 5r 6r 9b 9g 9y 8v 3g 5v", "1: 5g 6g 7g 8g"
    limited = {"most_cards": 4}
    option = "turn.most_cards"
    allowed(holding(hand, red), "meld 4r 5r 6r | 9b 9g 9y")
    table = holding(hand, "1: 5g 6g 7g", turn=limited)
    refused(table, "meld 4r 5r 6r | 9b 9g 9y", "R17-MELD-03", "it would be 6", option=option)
    # A pool joker is no hand card.
    allowed(table, "meld 4r 5r 6r *r=7r")
    table.play("meld 4r 5r 6r *r=7r")
    refused(table, "meld 9b 9g 9y", "R17-MELD-03", "it would be 6", option=option)
    table = holding("4r 5r 6r 8g 4g 5v", "1: 5g 6g 7g", turn=limited).play("meld 4r 5r 6r", "layoff 8g > 1")
    refused(table, "layoff 4g > 1", "R17-MELD-03", "it would be 5", option=option)
    assert [move.split()[0] for move in table.legal()] == ["discard", "discard"]


# -- the first meld ------------------------------------------------------------------------------


@pytest.mark.option("first_meld.from_lap")
def test_no_meld_laps() -> None:
    scenario = rummy17(first_meld={"from_lap": 2}, claims=NO_CLAIMS)
    table = scenario.deal(hands=["4r 5r 6r 1b", "1v 2v"], stock_top="13b 13g 13y").play("draw stock")
    refused(table, "meld 4r 5r 6r", "R17-MELD-03", "first lap", option="first_meld.from_lap")
    assert {move.split()[0] for move in table.legal()} == {"discard"}
    table.play("discard 13b", "draw stock", "discard 13g", "draw stock")
    assert table.round.lap == 2
    allowed(table, "meld 4r 5r 6r")


@pytest.mark.option("first_meld.min")
def test_first_meld_min() -> None:
    table = holding("4r 5r 6r 8b 8g 8y 1y 2y 3y 5v", first_meld={"min": 39})
    refused(table, "meld 4r 5r 6r", "R17-MELD-03", "15 of 39 points", option="first_meld.min")
    refused(table, "meld 8b 8g 8y", "R17-MELD-03", "24 of 39 points")
    refused(table, "meld 8b 8g 8y | 1y 2y 3y", "R17-MELD-03", "30 of 39 points")
    allowed(table, "meld 4r 5r 6r | 8b 8g 8y")
    allowed(table, "meld 4r 5r 6r | 8b 8g 8y | 1y 2y 3y")
    assert "meld 8b 8g 8y | 4r 5r 6r" in table.legal()
    # Afterwards any meld will do, in the same turn too.
    allowed(table.play("meld 4r 5r 6r | 8b 8g 8y"), "meld 1y 2y 3y")


@pytest.mark.option("first_meld.min_with_joker")
def test_first_meld_min_with_joker() -> None:
    hand = "4r 5r 6r 10b 11b 12b 5v"
    plain = holding(hand, first_meld={"min": 15})
    allowed(plain, "meld 4r 5r 6r")
    allowed(plain, "meld 4r 5r 6r *r=7r")
    table = holding(hand, first_meld={"min": 15, "min_with_joker": 46})
    allowed(table, "meld 4r 5r 6r")
    option = "first_meld.min_with_joker"
    refused(table, "meld 4r 5r 6r *r=7r", "R17-MELD-03", "22 of the 46 points", option=option)
    # A joker counts as the card it stands for.
    refused(table, "meld *b=9b 10b 11b 12b", "R17-MELD-03", "42 of the 46 points", option=option)
    allowed(table, "meld 10b 11b 12b *b=13b")
    # The melds without a joker reach the points themselves.
    allowed(table, "meld 10b 11b 12b | 4r 5r 6r *r=7r")


@pytest.mark.option("first_meld.max_jokers")
def test_max_jokers_first_meld() -> None:
    hand = "4r 5r 6r 10b 11b 12b 14g 15g 16g 5v"
    two = "meld 4r 5r 6r *r=7r | 10b 11b 12b *b=13b"
    allowed(holding(hand), two)
    option = "first_meld.max_jokers"
    none = holding(hand, first_meld={"max_jokers": 0})
    refused(none, "meld 4r 5r 6r *r=7r", "R17-MELD-03", "1 joker; at most 0", option=option)
    allowed(none, "meld 4r 5r 6r")
    allowed(none.play("meld 4r 5r 6r"), "meld 10b 11b 12b *b=13b")
    # With one allowed, one joker meld is a first meld, and the other comes after it.
    one = holding(hand, first_meld={"max_jokers": 1})
    allowed(one, "meld 4r 5r 6r *r=7r")
    allowed(one, two)
    strict = holding(hand, first_meld={"max_jokers": 1, "min": 60})
    refused(strict, two, "R17-MELD-03", "2 jokers; at most 1", option=option)


@pytest.mark.option("first_meld.scope")
def test_one_meld_must_reach_the_points_alone() -> None:
    hand = "4r 5r 6r 10b 11b 12b 1g 5v"
    both = "meld 4r 5r 6r *r=7r | 10b 11b 12b"
    allowed(holding(hand, first_meld={"min": 40}), both)
    alone = holding(hand, first_meld={"min": 40, "scope": "one_meld"})
    option = "first_meld.scope"
    refused(alone, both, "R17-MELD-03", "must reach 40 points alone; the best of these has 33", option=option)
    allowed(alone, "meld 10b 11b 12b *b=13b")
    allowed(alone.play("meld 10b 11b 12b *b=13b | 4r 5r 6r"), "discard 5v")
    # What is laid in two moves is not one meld, and in the whole turn it is enough together.
    whole = holding(hand, first_meld={"min": 30, "min_with_joker": 70, "scope": "whole_turn"})
    refused(whole.play("meld 10b 11b 12b"), "meld 4r 5r 6r *r=7r", "R17-MELD-03", "55 of the 70 points")


@pytest.mark.option("first_meld.needs_clean_run")
def test_a_first_meld_needs_a_run_without_a_joker() -> None:
    hand = "4r 5r 6r 8b 8g 8y 10b 11b 5v"
    allowed(holding(hand), "meld 8b 8g 8y")
    table = holding(hand, first_meld={"needs_clean_run": True})
    option = "first_meld.needs_clean_run"
    for move in ("meld 8b 8g 8y", "meld 4r 5r 6r *r=7r"):
        refused(table, move, "R17-MELD-03", "a run without a joker", option=option)
    allowed(table, "meld 4r 5r 6r | 8b 8g 8y")
    allowed(table.play("meld 4r 5r 6r"), "meld 8b 8g 8y")


@pytest.mark.option("first_meld.rises_each_round", "first_meld.rises_each_lap", "first_meld.rises_to")
@pytest.mark.parametrize(
    ("rises", "number", "lap", "needed"),
    [
        ({"rises_each_round": 20}, 1, 3, 0),
        ({"rises_each_round": 20}, 2, 1, 20),
        ({"rises_each_round": 20, "rises_to": 30}, 3, 1, 30),
        ({"rises_each_lap": 10}, 5, 1, 0),
        ({"rises_each_lap": 10}, 1, 4, 30),
        ({"rises_each_lap": 10, "rises_each_round": 5}, 3, 2, 20),
    ],
)
def test_a_first_meld_gets_more_expensive(rises: dict[str, int], number: int, lap: int, needed: int) -> None:
    hands, option = ["4r 5r 6r 8b 8g 8y 5v", "13v"], "first_meld.min"
    table = rummy17(2, first_meld=rises).deal(hands=hands, drawn=True, round=number, lap=lap)
    listed = [move for move in table.legal() if move.startswith("meld") and "*" not in move]
    if needed > 15:
        refused(table, "meld 4r 5r 6r", "R17-MELD-03", f"15 of {needed} points", option=option)
    else:
        allowed(table, "meld 4r 5r 6r")
    assert {move.count("|") for move in listed} == {0 if needed <= 24 else 1}


# -- laying off ----------------------------------------------------------------------------------


@pytest.mark.option("lay_offs.on")
def test_layoff() -> None:
    table = ("1: 9b 9g 9y", "2: 4r 5r 6r")
    anywhere = holding("9r 7r 5v", *table)
    allowed(anywhere, "layoff 9r > 1")
    allowed(anywhere, "layoff 7r > 2")
    own = holding("9r 7r 5v", *table, lay_offs={"on": "own"})
    allowed(own, "layoff 9r > 1")
    refused(own, "layoff 7r > 2", "R17-LAY-01", "your own melds only", option="lay_offs.on")
    nowhere = holding("9r 7r 5v", *table, lay_offs={"on": "none"})
    for move in ("layoff 9r > 1", "layoff 7r > 2"):
        refused(nowhere, move, "R17-LAY-01", "nobody may lay off", option="lay_offs.on")


@pytest.mark.option("lay_offs.before_first_meld")
def test_layoff_before_the_first_meld() -> None:
    later = holding("7r 5v", "2: 4r 5r 6r")
    refused(later, "layoff 7r > 1", "R17-LAY-01", "after your own first meld", option="lay_offs.before_first_meld")
    allowed(holding("7r 5v", "2: 4r 5r 6r", lay_offs={"before_first_meld": True}), "layoff 7r > 1")


@pytest.mark.option("lay_offs.same_turn")
def test_layoff_same_turn() -> None:
    at_once = holding("9b 9g 9y 7r 5v", "2: 4r 5r 6r").play("meld 9b 9g 9y")
    allowed(at_once, "layoff 7r > 1")
    later = rummy17(lay_offs={"same_turn": False}).deal(
        hands=["9b 9g 9y 7r 5v", "13v"], table=["2: 4r 5r 6r"], drawn=True, stock_top="12g 12y"
    )
    later.play("meld 9b 9g 9y")
    refused(later, "layoff 7r > 1", "R17-LAY-01", "the turn after", option="lay_offs.same_turn")
    later.play("discard 5v", "draw stock", "discard 12g", "draw stock")
    allowed(later, "layoff 7r > 1")


@pytest.mark.option("lay_offs.credit")
@pytest.mark.parametrize(("credit", "counts"), [("owner", (3, 4)), ("layer", (4, 3))])
def test_layoff_credit(credit: str, counts: tuple[int, int]) -> None:
    scenario = rummy17(lay_offs={"credit": credit})
    table = scenario.deal(
        hands=["7r 12g", "1v"], table=["1: 9b 9g 9y", "2: 4r 5r 6r"], side_cards=["most_cards", "most_red"], drawn=True
    )
    table.play("layoff 7r > 2", "discard 12g")
    assert item(table, "most_cards").counts == counts
    assert item(table, "most_red").counts == ((0, 4) if credit == "owner" else (1, 3))


# -- pool jokers ---------------------------------------------------------------------------------


@pytest.mark.option("pool.min_run")
@pytest.mark.parametrize(
    ("fewest", "verdicts"), [(3, (True, True, True)), (4, (False, True, True)), (5, (False, False, True))]
)
def test_pool_joker_min_run(fewest: int, verdicts: tuple[bool, ...]) -> None:
    table = holding("4r 5r 6r 7r 5v", pool={"min_run": fewest})
    moves = ("meld 4r 5r *r=6r", "meld 4r 5r 6r *r=7r", "meld 4r 5r 6r 7r *r=8r")
    assert tuple(table.is_legal(move) for move in moves) == verdicts
    for move, legal in zip(moves, verdicts, strict=True):
        if legal:
            allowed(table, move)
        else:
            refused(table, move, "R17-JOK-02", f"at least {fewest}", option="pool.min_run")
    refused(holding("9b 9g 5v", pool={"min_run": 3}), "meld *r=9r 9b 9g", "R17-JOK-03")


@pytest.mark.option("pool.lay_off")
def test_pool_joker_layoff() -> None:
    melds = ("1: 4r 5r 6r", "1: 9b 9g 9y")
    option = "pool.lay_off"
    refused(holding("5v 6v", *melds), "layoff *r=7r > 1", "R17-JOK-03", "not to lay off", option=option)
    table = holding("5v 6v", *melds, pool={"lay_off": True})
    allowed(table, "layoff *r=7r > 1")
    allowed(table, "layoff *r=3r > 1")
    refused(table, "layoff *r=9r > 2", "R17-JOK-03", "only in a run")
    table.play("layoff *r=7r > 1")
    assert table.meld(1) == "4r 5r 6r *r=7r"
    assert table.hand(0) == "5v 6v"
    assert table.round.rules.pack.text(table.round.pool) == "*b *g *y *v"
    # It is a lay-off, so a first meld comes before it; and the run must be long enough with it.
    early = holding("5v 6v", "2: 4r 5r 6r", pool={"lay_off": True})
    refused(early, "layoff *r=7r > 1", "R17-LAY-01", "after your own first meld")
    short = holding("5v 6v", *melds, pool={"lay_off": True, "min_run": 5})
    refused(short, "layoff *r=7r > 1", "R17-JOK-02", "at least 5")


@pytest.mark.option("pool.per_turn")
def test_pool_jokers_per_turn() -> None:
    hand = "4r 5r 6r 10b 11b 12b 5v"
    both = "meld 4r 5r 6r *r=7r | 10b 11b 12b *b=13b"
    allowed(holding(hand), both)
    table = holding(hand, pool={"per_turn": 1})
    refused(table, both, "R17-JOK-02", "at most 1 pool joker", option="pool.per_turn")
    table.play("meld 4r 5r 6r *r=7r")
    refused(table, "meld 10b 11b 12b *b=13b", "R17-JOK-02", "at most 1 pool joker")
    allowed(table, "meld 10b 11b 12b")


# -- swaps ---------------------------------------------------------------------------------------

RED_RUN = "2: 4r 5r 6r *r=7r"
SWAP = "swap 7r > 1 : meld *r=9r 9b 9g"


@pytest.mark.option("swaps.allowed")
def test_joker_swap() -> None:
    melds = (RED_RUN, "1: 1b 2b 3b")
    allowed(holding("7r 9b 9g 5v", *melds), SWAP)
    table = holding("7r 9b 9g 5v", *melds, swaps={"allowed": False})
    refused(table, SWAP, "R17-JOK-04", "are not swapped", option="swaps.allowed")
    assert not [move for move in table.legal() if move.startswith("swap")]


@pytest.mark.option("swaps.needs_first_meld")
def test_swap_requires_first_meld() -> None:
    option = "swaps.needs_first_meld"
    refused(holding("7r 9b 9g 5v", RED_RUN), SWAP, "R17-JOK-04", "after your own first meld", option=option)
    table = holding("7r 9b 9g 5v", RED_RUN, swaps={"needs_first_meld": False})
    allowed(table, SWAP)
    # The joker's new home may be the first meld, but laying off still waits for one.
    refused(table, "swap 7r > 1 : layoff *r=8r > 1", "R17-LAY-01", "after your own first meld")
    assert table.play(SWAP).round.has_melded(0)


@pytest.mark.option("swaps.same_turn")
def test_swap_same_turn() -> None:
    hand = "7r 9b 9g 1b 2b 3b 5v"
    allowed(holding(hand, RED_RUN).play("meld 1b 2b 3b"), SWAP)
    later = rummy17(swaps={"same_turn": False}).deal(
        hands=[hand, "13v"], table=[RED_RUN], drawn=True, stock_top="12g 12y"
    )
    later.play("meld 1b 2b 3b")
    refused(later, SWAP, "R17-JOK-04", "the turn after", option="swaps.same_turn")
    later.play("discard 5v", "draw stock", "discard 12g", "draw stock")
    allowed(later, SWAP)


@pytest.mark.option("swaps.joker_goes")
def test_swapped_joker_use() -> None:
    melds = (RED_RUN, "1: 1b 2b 3b")
    layoff = "swap 7r > 1 : layoff *r=8r > 1"
    allowed(holding("7r 9b 9g 5v", *melds), layoff)
    table = holding("7r 9b 9g 5v", *melds, swaps={"joker_goes": "new_meld"})
    refused(table, layoff, "R17-JOK-05", "in a new meld", option="swaps.joker_goes")
    allowed(table, SWAP)


@pytest.mark.option("swaps.joker_goes")
def test_no_joker_ever_comes_into_a_hand() -> None:
    with pytest.raises(HouseRuleError, match=r"swaps\.joker_goes cannot be the text 'hand'"):
        rummy17(swaps={"joker_goes": "hand"})


@pytest.mark.option("swaps.only_own")
def test_swaps_from_own_melds_only() -> None:
    own = {"swaps": {"only_own": True}}
    for owner, goes in ((1, True), (2, False)):
        melds = (f"{owner}: 4r 5r 6r *r=7r", "1: 1b 2b 3b")
        allowed(holding("7r 9b 9g 5v", *melds), SWAP)
        table = holding("7r 9b 9g 5v", *melds, **own)
        assert table.is_legal(SWAP) == (SWAP in table.legal()) == goes
    refused(table, SWAP, "R17-JOK-04", "in your own melds; meld 1 is not yours", option="swaps.only_own")


@pytest.mark.option("swaps.min_run")
@pytest.mark.parametrize(("fewest", "verdicts"), [(3, (True, True)), (4, (False, True)), (5, (False, False))])
def test_swapped_joker_min_run(fewest: int, verdicts: tuple[bool, ...]) -> None:
    hand = "7r 10r 11r 12r 9b 9g 5v"
    table = holding(hand, RED_RUN, "1: 1b 2b 3b", swaps={"min_run": fewest})
    moves = ("swap 7r > 1 : meld 10r 11r *r=12r", "swap 7r > 1 : meld 10r 11r 12r *r=13r")
    for move, legal in zip(moves, verdicts, strict=True):
        if legal:
            allowed(table, move)
        else:
            refused(table, move, "R17-JOK-05", f"at least {fewest}", option="swaps.min_run")
    # Sets are not bound by it, and runs on the table are long enough with it.
    allowed(table, SWAP)
    allowed(table, "swap 7r > 1 : layoff *r=8r > 1")


@pytest.mark.option("swaps.min_run")
def test_a_swapped_joker_that_is_laid_off_needs_a_long_run_too() -> None:
    table = holding("7r 5b 1v", RED_RUN, "1: 8r 9r 10r", swaps={"min_run": 5})
    move = "swap 7r > 1 : layoff *r=11r > 2"
    refused(table, move, "R17-JOK-05", "at least 5 cards; this has 4", option="swaps.min_run")
    allowed(table, "swap 7r > 1 : layoff *r=8r > 1")
    allowed(holding("7r 5b 1v", RED_RUN, "1: 8r 9r 10r", swaps={"min_run": 4}), move)


@pytest.mark.rule("R17-JOK-03")
@pytest.mark.option("swaps.own_joker_same_turn")
def test_own_joker_same_turn() -> None:
    hand = "4r 5r 6r 7r 10r 11r 9b 1v"
    for allowed_at_once in (False, True):
        table = holding(hand, swaps={"own_joker_same_turn": allowed_at_once}).play("meld 4r 5r 6r *r=7r")
        move = "swap 7r > 1 : meld 10r 11r *r=12r"
        if allowed_at_once:
            allowed(table, move)
        else:
            option = "swaps.own_joker_same_turn"
            refused(table, move, "R17-JOK-03", "*r was laid from the pool in this turn", option=option)
            table.play("discard 1v", "draw stock", f"discard {table.hand(1).split()[0]}", "draw stock")
            allowed(table, move)


@pytest.mark.option("swaps.sets")
def test_set_joker_swap() -> None:
    three, four = "1: *r=9r 9b 9g", "1: *r=9r 9b 9g 9y"
    move = "swap 9r > 1 : meld *r=5r 5b 5g"
    allowed(holding("9r 5b 5g 5v", three), move)
    allowed(holding("9r 5b 5g 5v", four), move)
    strict = {"sets": "four_naturals"}
    table = holding("9r 5b 5g 5v", three, swaps=strict)
    refused(table, move, "R17-JOK-04", "four natural cards", option="swaps.sets")
    allowed(holding("9r 5b 5g 5v", four, swaps=strict), move)
    # Laying the fourth card off first will do as well; runs are not touched by it.
    allowed(holding("9r 9y 5b 5g 5v", three, swaps=strict).play("layoff 9y > 1"), move)
    allowed(holding("7r 5b 5g 5v", "1: 4r 6r 5r *r=7r", swaps=strict), "swap 7r > 1 : layoff *r=8r > 1")
