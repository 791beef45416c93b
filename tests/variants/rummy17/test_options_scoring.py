"""House rules of Rummy 17 about what a round brings: the difference each makes."""

from __future__ import annotations

from typing import Any

import pytest

from ..helpers import score
from .helpers import rummy17


@pytest.mark.option("scoring.winner")
@pytest.mark.parametrize(
    ("winner", "totals"), [("zero", (3, -3, -4)), ("collects", (10, 0, 0)), ("paid_by_losers", (10, -3, -4))]
)
def test_whoever_goes_out_gets_the_penalty_points_of_the_others(winner: str, totals: tuple[int, ...]) -> None:
    table = rummy17(3, scoring={"winner": winner}).deal(
        hands=["12g", "3y 10y", "1b 2b 11b"], side_cards=["game_finished"], drawn=True
    )
    assert score(table.play("discard 12g")).totals == totals


@pytest.mark.option("scoring.winner")
@pytest.mark.parametrize(("winner", "totals"), [("zero", (-1, -3)), ("collects", (0, 0)), ("paid_by_losers", (0, 0))])
def test_if_nobody_goes_out_penalty_points_may_count_for_nobody(winner: str, totals: tuple[int, ...]) -> None:
    table = rummy17(scoring={"winner": winner}).deal(hands=["12g 1g", "3y 10y"], drawn=True)
    table.round.stock.clear()
    assert score(table.play("discard 12g")).totals == totals


@pytest.mark.option("scoring.unfinished")
@pytest.mark.parametrize(("winner", "totals"), [("collects", (2, 0)), ("paid_by_losers", (2, -2))])
def test_if_nobody_goes_out_the_fewest_penalty_points_may_win(winner: str, totals: tuple[int, ...]) -> None:
    table = rummy17(scoring={"winner": winner, "unfinished": "lowest"}).deal(hands=["12g 1g", "3y 10y"], drawn=True)
    table.round.stock.clear()
    assert score(table.play("discard 12g")).totals == totals


@pytest.mark.option("scoring.unmelded")
@pytest.mark.parametrize(
    ("unmelded", "winner", "totals"),
    [
        ("normal", "zero", (3, -3, -4)),
        ("double", "zero", (3, -3, -8)),
        (20, "zero", (3, -3, -20)),
        ("double", "collects", (14, 0, 0)),
        (20, "paid_by_losers", (26, -3, -20)),
    ],
)
def test_whoever_never_melded_may_have_other_penalty_points(
    unmelded: Any, winner: str, totals: tuple[int, ...]
) -> None:
    table = rummy17(3, scoring={"unmelded": unmelded, "winner": winner}).deal(
        hands=["12g", "3y 10y", "1b 2b 11b"], side_cards=["game_finished"], melded=[0, 1], drawn=True
    )
    assert score(table.play("discard 12g")).totals == totals


@pytest.mark.option("scoring.out_bonus")
@pytest.mark.parametrize(("card", "totals"), [("12g", (8, -3)), ("17g", (16, -6))])
def test_whoever_goes_out_gets_a_bonus(card: str, totals: tuple[int, int]) -> None:
    table = rummy17(scoring={"out_bonus": 5}).deal(
        hands=[card, "3y 10y"], side_cards=["game_finished"], melded=[0, 1], drawn=True
    )
    assert score(table.play(f"discard {card}")).totals == totals
