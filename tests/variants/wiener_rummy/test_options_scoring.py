"""House rules of Wiener Rummy about what a round brings: the difference each makes."""

from __future__ import annotations

from typing import Any

import pytest

from rummykit.rules import HouseRuleError

from ..helpers import score
from .helpers import ALL_MELDED, FIVE_LEFT, NO_MELD, knocked, wiener

ROUNDS = {"rounds": 3}
# What these leave over, beside the knocker's five points.
FIVE, SIX = "5d 6d 7d 8d 9d Jh Js Jc 2h 3h", "5d 6d 7d 8d 9d Jh Js Jc 2h 4h"


@pytest.mark.option("scoring.winner")
@pytest.mark.parametrize(
    ("winner", "totals"), [("zero", (5, 72, 6)), ("collects", (78, 0, 0)), ("paid_by_losers", (78, -72, -6))]
)
def test_the_lowest_hand_gets_what_the_others_hold(winner: str, totals: tuple[int, ...]) -> None:
    table = knocked(
        NO_MELD,
        SIX,
        players=3,
        knocking={"improve": "none"},
        scoring={"winner": winner},
        match=ROUNDS,
    )
    assert score(table).totals == totals


@pytest.mark.option("scoring.winner", "scoring.undercut")
def test_whoever_undercuts_collects_the_fine_too() -> None:
    table = knocked(
        ALL_MELDED.replace("h", "s"),
        knocking={"improve": "none"},
        scoring={"winner": "collects", "undercut": 20},
        match=ROUNDS,
    )
    assert score(table).totals == (0, 25)


@pytest.mark.option("scoring.winner")
def test_of_equally_low_hands_that_of_the_knocker_wins() -> None:
    table = knocked(FIVE, knocking={"improve": "none"}, scoring={"winner": "collects"}, match=ROUNDS)
    assert score(table).totals == (5, 0)


@pytest.mark.option("scoring.unfinished")
@pytest.mark.parametrize("hands", ["deadwood_sum", "difference_to_lowest"])
@pytest.mark.parametrize(
    ("scoring", "totals"),
    [
        ({"winner": "collects"}, (0, 0)),
        ({"winner": "collects", "unfinished": "lowest"}, (67, 0)),
        ({"winner": "paid_by_losers", "unfinished": "lowest"}, (67, -67)),
    ],
    ids=str,
)
def test_the_lowest_hand_may_win_a_round_that_nobody_ends(
    scoring: dict[str, str], hands: str, totals: tuple[int, int]
) -> None:
    scenario = wiener(scoring={**scoring, "hands": hands}, match=ROUNDS, stock={"exhausted": "finish_turn"})
    table = scenario.deal(hands=[f"{FIVE_LEFT} Kd", NO_MELD], open_card="9h", drawn=True)
    table.round.stock.clear()
    assert score(table.play("discard Kd")).totals == totals


@pytest.mark.option("scoring.winner")
def test_good_points_put_nobody_out() -> None:
    with pytest.raises(HouseRuleError, match=r"gives good points, but match\.elimination: 101 is for bad ones"):
        wiener(scoring={"winner": "collects"})


@pytest.mark.option("scoring.cards")
@pytest.mark.parametrize(
    ("cards", "left"), [("pips", 6), ("five_ten_fifteen", 10), ({"2-9": 5, "10-K": 10}, 10), ({"4": 40}, 42)], ids=str
)
def test_what_is_in_no_meld_counts_by_other_values(cards: Any, left: int) -> None:
    table = knocked(SIX, knocking={"improve": "none", "limit": 10}, scoring={"cards": cards})
    assert score(table).totals[1] == left


@pytest.mark.option("scoring.cards", "knocking.limit")
@pytest.mark.parametrize(("cards", "may_knock"), [("pips", True), ("five_ten_fifteen", False)])
def test_a_knock_counts_by_the_same_values(cards: str, may_knock: bool) -> None:
    hand = "5d 6d 7d 8d 9d Jh Js Jc 2h 3h"
    table = wiener(scoring={"cards": cards}).deal(hands=[f"{hand} Kd", NO_MELD], drawn=True)
    assert table.is_legal("knock Kd") == may_knock
