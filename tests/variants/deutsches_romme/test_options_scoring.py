"""House rules of Deutsches Rommé about what a round brings: the difference each makes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rummykit.engine.match import Match
from rummykit.rules import HouseRuleError, Place, load_text
from rummykit.rules.table import warnings
from rummykit.scenario import Table

from ..helpers import PLUGINS, score
from .helpers import LAY_ALL, WHOLE_HAND, romme


def out(*others: str, players: int = 3, preset: str | None = None, **options: Mapping[str, Any]) -> Table:
    """The first player, who has melded, goes out; the others hold these hands."""
    scenario = romme(players, preset, **options)
    return scenario.deal(hands=["9d", *others], melded=[0], drawn=True).play("discard 9d")


# -- what the winner gets --------------------------------------------------------------------------


@pytest.mark.option("scoring.winner")
@pytest.mark.parametrize(
    ("winner", "totals", "best"),
    [("zero", (0, 15, 31), "fewest"), ("collects", (46, 0, 0), "most"), ("paid_by_losers", (46, -15, -31), "most")],
)
def test_the_winner_gets_what_the_others_hold(winner: str, totals: tuple[int, ...], best: str) -> None:
    table = out("Kd 5s", "* As", scoring={"winner": winner})
    assert score(table).totals == totals
    assert table.round.rules.scoring.high_wins == (best == "most")


@pytest.mark.option("scoring.winner")
@pytest.mark.parametrize(
    ("winner", "totals"), [("zero", (0, 96)), ("collects", (96, 0)), ("paid_by_losers", (96, -96))]
)
def test_a_hand_romme_multiplies_what_the_winner_gets(winner: str, totals: tuple[int, int]) -> None:
    hand = WHOLE_HAND.replace("5d", "5d 9c")
    table = romme(scoring={"winner": winner}, first_meld={"min": 20}).deal(hands=[hand, "* Ah Kd 7c"], drawn=True)
    assert score(table.play(LAY_ALL, "discard 9c")).totals == totals


@pytest.mark.option("scoring.winner")
@pytest.mark.parametrize(("winner", "totals"), [("zero", (15, 31)), ("collects", (0, 0)), ("paid_by_losers", (0, 0))])
def test_without_a_winner_nobody_gets_anything(winner: str, totals: tuple[int, int]) -> None:
    scenario = romme(scoring={"winner": winner}, stock={"exhausted": "finish_turn"})
    table = scenario.deal(hands=["Kd 5s 9c", "* As"], drawn=True)
    table.round.stock.clear()
    assert score(table.play("discard 9c")).totals == totals


@pytest.mark.option("scoring.winner")
def test_whoever_collects_reaches_the_target_and_wins() -> None:
    match = Match(romme(2, scoring={"winner": "collects"}, match={"target": 50}).rules, seed=1, names=("Anna", "Ben"))
    match.settle(score(out("* * Kd As", players=2, scoring={"winner": "collects"})), finisher=0)
    assert match.is_over
    assert (match.totals, match.winners) == ((61, 0), (0,))


@pytest.mark.option("scoring.winner")
@pytest.mark.parametrize("winner", ["collects", "paid_by_losers"])
def test_good_points_put_nobody_out(winner: str) -> None:
    text = f"variant: deutsches_romme\nrules:\n  scoring:\n    winner: {winner}\nmatch:\n  elimination: 150\n"
    with pytest.raises(HouseRuleError) as refused:
        load_text(text, PLUGINS, name="home.yaml")
    (problem,) = refused.value.problems
    assert f"scoring.winner: {winner} gives good points, but match.elimination: 150 is for bad ones" in problem.message
    assert [place.line for place in (problem.place, *problem.also)] == [4, 6]


@pytest.mark.option("scoring.winner", "scoring.shown")
def test_good_points_have_no_minus() -> None:
    table = load_text(
        "variant: deutsches_romme\nrules:\n  scoring: {winner: collects, shown: minus_points}\n",
        PLUGINS,
        name="home.yaml",
    )
    (warning,) = warnings(table, [2], [], Place("home.yaml"))
    assert "scoring.shown: minus_points does nothing while scoring.winner is collects" in warning.message
    assert out("Kd", preset="club", scoring={"winner": "collects"}).round.rules.scoring.minus is False
