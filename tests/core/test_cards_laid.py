"""Scoring by what lies on the table, and players who float."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from rummykit.engine.ruleset import Ruleset
from rummykit.engine.scoring import Leftover, score_on_paper
from rummykit.parts import PIPS, BadPoints, CardsLaid, Discarding
from rummykit.scenario import Scenario, Table

ROMME = Scenario("deutsches_romme")
HELD = BadPoints("ROM-SCORE-01", 20, (11, *PIPS[1:]))


def counting(scoring: CardsLaid) -> Ruleset:
    return replace(ROMME.rules, scoring=scoring)


def table(melds: Sequence[str], scoring: CardsLaid | None = None, hand: str = "5s", **more: Any) -> Table:
    rules = counting(scoring or CardsLaid(HELD))
    return Scenario.by(rules, ROMME.plugins).deal(hands=[hand, "9c"], table=melds, **more)


def laid(at: Table) -> tuple[tuple[int, ...], tuple[int | None, ...]]:
    round = at.round
    (item,) = round.rules.scoring.standing(round.players, tuple(round.table.values()), ())
    return item.points, item.counts


@pytest.mark.parametrize(
    ("meld", "worth"),
    [("As 2s 3s", 6), ("Qs Ks As", 31), ("As Ah Ad", 33), ("7h * 9h", 36), ("7h 7d *", 34), ("10c Jc Qc Kc", 40)],
)
def test_cards_count_what_they_count_in_their_meld(meld: str, worth: int) -> None:
    assert laid(table([f"2: {meld}"]))[0] == (0, worth)


def test_an_ace_at_both_ends_of_a_run_counts_by_its_place() -> None:
    whole_suit = "As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks As"
    assert laid(table([f"1: {whole_suit}"])) == ((1 + 84 + 11, 0), (14, 0))


@pytest.mark.parametrize(("credit", "points"), [("layer", (7, 15)), ("owner", (0, 22))])
def test_a_card_laid_off_counts_for_its_layer_or_the_owner(credit: Any, points: tuple[int, int]) -> None:
    scoring = CardsLaid(HELD, credit)
    at = table(["2: 4h 5h 6h"], scoring, "7h 8s", melded=[0], drawn=True)
    assert laid(at.play("layoff 7h > 1"))[0] == points


class Told:
    """People who say what they have laid and left."""

    names = ("Anna", "Ben")

    def __init__(self, rules: Ruleset) -> None:
        self.rules, self.asked = rules, list[str]()

    def who(self, key: str, question: str) -> int:
        return 1

    def laid(self, seat: int) -> int:
        self.asked.append(f"laid {seat}")
        return (40, 70)[seat]

    def left(self, seat: int, most: int | None = None) -> Any:
        self.asked.append(f"left {seat}")
        return Leftover(25)


@pytest.mark.parametrize(("winner", "totals"), [("zero", (15, 70)), ("collects", (40, 95))])
def test_with_real_cards_what_counts_is_asked(winner: Any, totals: tuple[int, int]) -> None:
    rules = counting(CardsLaid(replace(HELD, winner=winner)))
    told = Told(rules)
    _, score = score_on_paper(rules.scoring, told)  # type: ignore[arg-type]
    assert score.totals == totals
    assert told.asked == ["left 0", "laid 0", "laid 1"]
    assert ("Cards left in the hand" in [item.title for item in score.items]) == (winner == "zero")


def test_who_floats_draws_in_the_next_turn() -> None:
    flow = ROMME.rules.flow
    moves = tuple(
        Discarding(final_required=False, floats=True) if move is flow.discarding else move for move in flow.moves
    )
    rules = replace(ROMME.rules, flow=replace(flow, moves=moves, claiming=None))
    at = Scenario.by(rules, ROMME.plugins).deal(
        hands=["7s 7h 7d", "9c Kd 2s"], table=["1: 4h 5h 6h"], stock_top="2d 3d 8c", drawn=True
    )
    at.play("meld 7s 7h 7d")
    assert (at.round.outcome, at.round.active) == (None, 1)
    at.play("draw stock", "discard 9c")
    assert (at.round.active, at.hand(0)) == (0, "")
    at.play("draw stock", "discard 3d")
    assert at.round.outcome is not None
    assert at.round.outcome.seat == 0
