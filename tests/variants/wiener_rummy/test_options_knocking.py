"""House rules of knocking, calling and scoring in Wiener Rummy."""

from __future__ import annotations

from typing import Any

import pytest

from rummykit.engine.table import Ending
from rummykit.scenario import Table

from ..helpers import allowed, ending, item, refused, score
from .helpers import ALL_MELDED, FIVE_LEFT, NO_MELD, SIX_LEFT, holding, knocked, left, wiener


@pytest.mark.option("knocking.limit")
@pytest.mark.parametrize(("limit", "legal"), [(0, False), (4, False), (5, True), (100, True), ("unlimited", True)])
def test_knock_limit(limit: int | str, legal: bool) -> None:
    table = holding(f"{FIVE_LEFT} Kd", knocking={"limit": limit})
    if legal:
        allowed(table, "knock Kd")
    else:
        refused(table, "knock Kd", "WIE-END-02", f"5 points are left, at most {limit} allowed")


@pytest.mark.option("knocking.limit")
def test_without_a_limit_every_discard_may_knock() -> None:
    table = holding(f"{NO_MELD} Kd", knocking={"limit": "unlimited"})
    knocks = [move for move in table.legal() if move.startswith("knock")]
    assert len(knocks) == len(set(f"{NO_MELD} Kd".split()))
    refused(table, "knock 5h", "TABLE-02", "hold")
    refused(holding(f"{SIX_LEFT} Kd", knocking={"limit": 0}), "knock 4c", "WIE-END-02", "12 points")


@pytest.mark.option("knocking.improve")
def test_knock_improve() -> None:
    none = knocked(NO_MELD, knocking={"improve": "none"})
    assert ending(none) is Ending.KNOCK
    stock = knocked(NO_MELD, knocking={"improve": "stock"})
    assert stock.legal() == ["draw stock", "pass"]
    refused(stock, "draw discard", "WIE-END-03", "from the stock only", option="knocking.improve")
    both = knocked(NO_MELD)
    assert both.legal() == ["draw stock", "draw discard", "pass"]


@pytest.mark.option("knocking.improve")
def test_without_a_stock_nobody_is_asked_for_an_exchange_from_it() -> None:
    table = holding(f"{FIVE_LEFT} Kd", NO_MELD, knocking={"improve": "stock"}, stock={"reshuffles": 0})
    table.round.stock.clear()
    assert ending(table.play("knock Kd")) is Ending.KNOCK


# -- scoring --------------------------------------------------------------------------------------------


@pytest.mark.option("jokers.in_hand")
@pytest.mark.option("ace.in_hand")
def test_penalties() -> None:
    values: dict[str, Any] = {"jokers": {"in_hand": 25}, "ace": {"in_hand": 1}}
    assert left("* Ah 9d", **values) == 35
    # They count for a knock as well.
    allowed(holding("5s 6s 7s 8s 9s 10s Qh Qd Qc Ah Kd", **values), "knock Kd")
    refused(holding("* 2h 5d Ks", **values, knocking={"limit": 31}), "knock Ks", "WIE-END-02", "32 points")


@pytest.mark.option("jokers.in_hand")
def test_a_joker_that_counts_nothing_is_left_over_all_the_same() -> None:
    table = holding("5s 6s 7s Ks *", jokers={"in_hand": 0, "min_naturals": 3})
    allowed(table, "call Ks")
    alone = holding("5s 6s 7s Qh Qd Qc Ks *", jokers={"in_hand": 0, "per_meld": 1})
    allowed(alone, "call Ks")
    nowhere = holding("Qh Ks *", jokers={"in_hand": 0}, knocking={"limit": 10})
    refused(nowhere, "call Qh", "WIE-END-01", "10 points are left: Ks *")
    allowed(nowhere, "knock Ks")
    only = holding("Ks * *", jokers={"in_hand": 0})
    allowed(only, "knock Ks")
    refused(only, "call Ks", "WIE-END-01", "0 points are left: * *")


def scored(first: str, second: str, move: str, **scoring: object) -> Table:
    return holding(first, second, knocking={"limit": 30, "improve": "none"}, scoring=scoring).play(move)


@pytest.mark.option("scoring.hands")
def test_hand_scoring() -> None:
    ways = {"deadwood_sum": (5, 72), "difference_to_lowest": (0, 67)}
    for way, totals in ways.items():
        table = scored(f"{FIVE_LEFT} Kd", NO_MELD, "knock Kd", hands=way)
        assert score(table).totals == totals
    assert item(table, "lowest").points == (-5, -5)


@pytest.mark.option("scoring.undercut")
def test_undercut_penalty() -> None:
    lower = "5s 6s 7s 8s Qh Qd Qc 2d 2c"
    table = scored(f"{FIVE_LEFT} Kd", lower, "knock Kd", undercut=10)
    assert score(table).totals == (15, 4)
    assert str(score(table).remark) == "player 1 knocked and was undercut."
    assert item(table, "undercut").points == (10, 0)
    equal = scored(f"{FIVE_LEFT} Kd", f"{lower[:-3]} 3h", "knock Kd", undercut=10)
    assert score(equal).totals == (5, 5), "equal points are no undercut"
    plain = scored(f"{FIVE_LEFT} Kd", lower, "knock Kd")
    assert score(plain).totals == (5, 4)
    assert [line.key for line in score(plain).items] == ["deadwood"]


@pytest.mark.option("scoring.call_bonus")
def test_rummy_bonus() -> None:
    table = scored(f"{ALL_MELDED} Kd", NO_MELD, "call Kd", call_bonus=25)
    assert score(table).totals == (0, 97)
    assert item(table, "rummy").points == (0, 25)
    knock = scored(f"{ALL_MELDED} Kd", NO_MELD, "knock Kd", call_bonus=25)
    assert score(knock).totals == (0, 72), "who only knocks gives the bonus away"


# -- from which lap, and what the others lay off ----------------------------------------------------------


@pytest.mark.option("knocking.from_lap")
@pytest.mark.parametrize(("from_lap", "lap", "legal"), [(1, 1, True), (2, 1, False), (2, 2, True), (3, 2, False)])
def test_the_first_lap_with_knocks(from_lap: int, lap: int, legal: bool) -> None:
    scenario = wiener(knocking={"from_lap": from_lap})
    table = scenario.deal(hands=[f"{FIVE_LEFT} Kd", NO_MELD], open_card="9h", drawn=True, lap=lap)
    assert ("knock Kd" in table.legal()) is legal
    if legal:
        allowed(table, "knock Kd")
    else:
        sentence = f"Knocks begin in lap {from_lap}; this is lap {lap}"
        refused(table, "knock Kd", "WIE-END-02", sentence, option="knocking.from_lap")
    called = scenario.deal(hands=[f"{ALL_MELDED} Kd", NO_MELD], open_card="9h", drawn=True, lap=lap)
    allowed(called, "call Kd")


LAYS_OFF = {"lay_off_on_knocker": True, "improve": "none"}


def shown_after(*others: str, move: str = "knock Kd", **knocking: Any) -> tuple[list[str], tuple[int, ...]]:
    """What the hands look like after the first player, with 5s-9s and three queens, has ended the round."""
    hand = ALL_MELDED if move.startswith("call") else FIVE_LEFT
    table = holding(f"{hand} Kd", *others, players=len(others) + 1, knocking={**LAYS_OFF, **knocking}).play(move)
    assert ending(table) is (Ending.CALL if move.startswith("call") else Ending.KNOCK)
    points = tuple(shown.points for shown in table.round.shown)
    assert score(table).totals == points
    return [str(shown) for shown in table.round.shown], points


@pytest.mark.option("knocking.lay_off_on_knocker")
def test_the_others_lay_off_on_the_melds_of_whoever_knocked() -> None:
    hand = "4s 10s Js Qs 7h 7d 7c Kh"
    assert shown_after(hand, lay_off_on_knocker=False)[1] == (5, 14)
    assert shown_after(hand) == (
        [
            "5s 6s 7s 8s 9s | Qh Qd Qc, left 2d 3c",
            "7h 7d 7c | 10s Js Qs, laid off 4s, left Kh",
        ],
        (5, 10),
    )


@pytest.mark.option("knocking.lay_off_on_knocker")
@pytest.mark.parametrize(
    ("second", "third", "points"),
    [
        ("10s Kh", "Js Kc", (5, 10, 10)),
        ("Js Kh", "10s Kc", (5, 20, 10)),
        ("Qs Kh", "Qs Kc", (5, 10, 20)),
        ("* Kh", "10s Kc", (5, 10, 10)),
    ],
)
def test_each_lays_off_on_what_lies_there_by_then(second: str, third: str, points: tuple[int, ...]) -> None:
    assert shown_after(second, third)[1] == points


@pytest.mark.option("knocking.lay_off_on_knocker")
def test_after_a_call_nothing_is_laid_off() -> None:
    assert shown_after("9s Kh", move="call Kd")[1] == (0, 19)


@pytest.mark.option("knocking.lay_off_on_knocker")
@pytest.mark.option("scoring.undercut")
def test_whoever_lays_off_enough_undercuts() -> None:
    for lays_off, remark in ((True, "was undercut"), (False, "")):
        table = holding(
            f"{FIVE_LEFT} Kd",
            "Qs 4h",
            knocking={**LAYS_OFF, "lay_off_on_knocker": lays_off},
            scoring={"undercut": 10},
        )
        assert remark in str(score(table.play("knock Kd")).remark)
        assert bool(score(table).remark) is lays_off


@pytest.mark.option("knocking.lay_off_on_knocker")
def test_nobody_lays_off_before_the_hands_are_shown() -> None:
    table = knocked("10s Kh", knocking={"lay_off_on_knocker": True})
    assert [str(shown) for shown in table.round.shown] == ["5s 6s 7s 8s 9s | Qh Qd Qc, left 2d 3c"]
    refused(table, "layoff 10s > 1", "WIE-END-04", "when all hands are shown", option="knocking.lay_off_on_knocker")
    plain = knocked("10s Kh")
    refused(plain, "layoff 10s > 1", "WIE-END-04", "Nobody may lay off", option="knocking.lay_off_on_knocker")
