"""The clock of Deutsches Rommé: what becomes of a turn whose time is over."""

from __future__ import annotations

import pytest

from rummykit.errors import NotationError

from .helpers import romme


@pytest.mark.option("turn.seconds")
def test_only_a_table_with_a_clock_ends_turns_by_it() -> None:
    with pytest.raises(NotationError, match="'late' is not a move"):
        romme().deal(hands=["2c 3c", "2d 3d"]).read("late")
    table = romme(turn={"seconds": 30}).deal(hands=["2c 3c", "2d 3d"])
    assert table.is_legal("late")
    assert "late" not in table.legal()
    table.play("late")
    assert table.round.active == 1


@pytest.mark.option("turn.late_penalty")
@pytest.mark.parametrize("penalty", [0, 2])
def test_penalty_cards_come_to_whoever_is_late(penalty: int) -> None:
    table = romme(turn={"seconds": 30, "late_penalty": penalty}).deal(hands=["2c 3c", "2d 3d"])
    table.play("late")
    assert len(table.hand(0).split()) == 3 + penalty
