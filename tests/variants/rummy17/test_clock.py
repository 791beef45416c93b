"""The clock of Rummy 17: what becomes of a turn whose time is over."""

from __future__ import annotations

import pytest

from rummykit.errors import NotationError

from .helpers import rummy17


@pytest.mark.option("turn.seconds")
def test_only_a_table_with_a_clock_ends_turns_by_it() -> None:
    with pytest.raises(NotationError, match="'late' is not a move"):
        rummy17().deal(hands=["2r 3b", "2g 3v"]).read("late")
    table = rummy17(turn={"seconds": 30}).deal(hands=["2r 3b", "2g 3v"])
    assert table.is_legal("late")
    assert "late" not in table.legal()
    table.play("late")
    assert table.round.active == 1


@pytest.mark.option("turn.late_penalty")
@pytest.mark.parametrize("penalty", [0, 2])
def test_penalty_cards_come_to_whoever_is_late(penalty: int) -> None:
    table = rummy17(turn={"seconds": 30, "late_penalty": penalty}).deal(hands=["2r 3b", "2g 3v"])
    table.play("late")
    assert len(table.hand(0).split()) == 3 + penalty
