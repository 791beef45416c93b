"""The clock of a table: what becomes of a turn whose time is over is the same in every game."""

from __future__ import annotations

from typing import Any

import pytest

from rummykit.errors import NotationError
from rummykit.plugin.plugins import Plugins
from rummykit.scenario import Scenario, Table

PLUGINS = Plugins.discover()


def table_with(variant: str, **turn: Any) -> Table:
    hands = ["2r 3b", "2g 3v"] if variant == "rummy17" else ["2c 3c", "2d 3d"]
    return Scenario(variant, 2, plugins=PLUGINS, turn=turn).deal(hands=hands)


@pytest.mark.option("turn.seconds")
def test_only_a_table_with_a_clock_ends_turns_by_it(our_variant: str) -> None:
    with pytest.raises(NotationError, match="'late' is not a move"):
        table_with(our_variant).read("late")
    table = table_with(our_variant, seconds=30)
    assert table.is_legal("late")
    assert "late" not in table.legal()
    table.play("late")
    assert table.round.active == 1


@pytest.mark.option("turn.late_penalty")
@pytest.mark.parametrize("penalty", [0, 2])
def test_penalty_cards_come_to_whoever_is_late(our_variant: str, penalty: int) -> None:
    table = table_with(our_variant, seconds=30, late_penalty=penalty)
    table.play("late")
    assert len(table.hand(0).split()) == 3 + penalty
