"""A rule mod at a table of Gin Rummy: its ending is asked after every turn, also after the last one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rummykit.engine.round import EndingRule, Round
from rummykit.engine.table import Ending, Outcome
from rummykit.scenario import Scenario, Table

from gin_tables import NO_MELD, SIX_LEFT, gin, plugins, void_rule


def after_one_lap(round: Round) -> Outcome | None:
    """End a hand when both have had a turn."""
    return Outcome(Ending.RULE) if round.lap > 1 else None


def one_lap(stock: int, *endings: EndingRule) -> Table:
    """Both have had a turn, and so many cards are left in the stock; the last discard may be taken to knock."""
    rules = gin("tournament").rules
    with_mod = Scenario.by(replace(rules, flow=rules.flow.with_rules(endings=endings)), plugins())
    table = with_mod.deal(
        hands=[f"{SIX_LEFT} Jh", NO_MELD], open_card="9c", stock_top="7d", drawn=True, stock_size=stock + 1
    )
    return table.play("discard Jh", "draw stock", "discard 7d")


@pytest.mark.parametrize("stock", [2, 3])
def test_the_lap_is_counted_at_the_end_of_the_stock_too(stock: int) -> None:
    round = one_lap(stock).round
    assert (round.lap, round.actor) == (2, 0)
    assert round.stage.name == ("last_upcard" if stock == 2 else "draw")


@pytest.mark.parametrize("stock", [2, 3])
def test_a_mod_ends_a_hand_at_the_end_of_the_stock_too(stock: int) -> None:
    table = one_lap(stock, after_one_lap)
    assert table.round.outcome == Outcome(Ending.RULE)


def test_a_hand_that_a_mod_ends_is_void_because_nobody_has_knocked() -> None:
    assert void_rule(one_lap(3, after_one_lap)) == "GIN-SCORE-01"
