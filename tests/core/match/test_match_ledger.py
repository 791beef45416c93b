"""Chips: what is paid, by whom, to whom; none is made or lost."""

from __future__ import annotations

from typing import Any

import pytest

from matches import PARTY, end_round, new_match
from rummykit.engine.actions import BUYBACK_YES
from rummykit.engine.books import Event, Ledger
from rummykit.engine.match import Match
from rummykit.parts import StakesOptions


def books(match: Match) -> tuple[tuple[int, ...], int]:
    assert sum(match.chips) + match.pot == len(match.names) * match.format.stakes.chips
    return match.chips, match.pot


@pytest.mark.option("stakes.ante")
@pytest.mark.option("stakes.chips")
@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize(("ante", "start"), [(0, 0), (5, 0), (5, 20), (50, 1000)])
def test_the_ante_goes_into_the_pot_before_the_first_round(players: int, ante: int, start: int) -> None:
    match = new_match(players, ante=ante, chips=start)
    assert books(match) == ((start - ante,) * players, ante * players)
    assert [line.event for line in match.sheet] == ([Event.ANTE] if ante else [])


@pytest.mark.option("stakes.fee")
@pytest.mark.parametrize("fee", [0, 1, 10])
def test_whoever_ends_a_round_gets_a_fee_from_everybody_else_in_it(fee: int) -> None:
    match = new_match(4, rounds=5, fee=fee)
    end_round(match, 9, 0, 8, 7, by=1)
    assert books(match) == ((-fee, 3 * fee, -fee, -fee), 0)
    end_round(match, 0, 5, 5, 5, by=0)
    assert books(match) == ((2 * fee, 2 * fee, -2 * fee, -2 * fee), 0)


def test_a_round_that_nobody_ended_brings_no_fee() -> None:
    match = new_match()
    end_round(match, 30, 20, 10)
    assert books(match) == ((-5, -5, -5), 15)


def test_the_fee_comes_before_the_elimination_and_players_who_are_out_pay_no_more() -> None:
    match = new_match(3)
    end_round(match, 120, 30, 0, by=2)
    assert match.still_in == (1, 2)
    assert books(match) == ((-6, -6, -3), 15)
    end_round(match, None, 10, 0, by=2)
    assert books(match) == ((-6, -7, -2), 15)


@pytest.mark.option("stakes.fee_if_undercut")
@pytest.mark.parametrize("high_wins", [True, False])
@pytest.mark.parametrize("fee_if_undercut", [True, False])
@pytest.mark.parametrize(("own", "best", "undercut"), [(0, 4, False), (4, 4, False), (5, 4, True)])
def test_a_fee_when_another_player_did_better(
    own: int, best: int, undercut: bool, fee_if_undercut: bool, high_wins: bool
) -> None:
    sign = -1 if high_wins else 1
    ledger = Ledger(StakesOptions(fee=2, fee_if_undercut=fee_if_undercut), players=4)
    ledger.collect_fee(1, {0: sign * best, 1: sign * own, 3: sign * 40}, high_wins)
    assert ledger.chips == ([-2, 4, 0, -2] if fee_if_undercut or not undercut else [0, 0, 0, 0])


@pytest.mark.option("stakes.debt")
def test_without_debts_a_player_pays_what_he_has() -> None:
    match = new_match(3, rounds=9, chips=7, ante=5, fee=1, debt=False)
    for _ in range(3):
        end_round(match, 5, 5, 0, by=2)
    assert books(match) == ((0, 0, 6), 15)
    end_round(match, 0, 5, 5, by=0)
    assert books(match) == ((1, 0, 5), 15)


@pytest.mark.option("stakes.debt")
def test_with_debts_everybody_pays_in_full() -> None:
    match = new_match(3, rounds=9, chips=7, ante=5, fee=1)
    for _ in range(3):
        end_round(match, 5, 5, 0, by=2)
    assert books(match) == ((-1, -1, 8), 15)


@pytest.mark.parametrize(
    ("pot", "winners", "chips"),
    [(15, [1], [0, 15, 0]), (15, [2, 0], [7, 0, 8]), (10, [1, 2, 0], [3, 4, 3]), (0, [0], [0, 0, 0])],
)
def test_the_pot_is_shared_and_odd_chips_go_to_the_first(pot: int, winners: list[int], chips: list[int]) -> None:
    ledger = Ledger(StakesOptions(), players=3)
    ledger.pot = pot
    ledger.pay_out(winners)
    assert (ledger.chips, ledger.pot) == (chips, 0)


@pytest.mark.parametrize("mode", [{"rounds": 1}, {"target": 50}])
def test_the_pot_goes_to_the_best_total_in_every_format(mode: dict[str, Any]) -> None:
    match = new_match(3, ante=4, **mode)
    end_round(match, 60, 30, 0, by=2)
    assert match.is_over
    assert match.winners == (2,)
    assert books(match) == ((-4, -4, 8), 0)
    assert match.sheet[-1].event is Event.POT


def test_odd_chips_of_a_shared_pot_go_clockwise_from_the_dealer() -> None:
    for seed in range(12):
        match = new_match(3, seed, ante=1)
        end_round(match, 8, 8, 8)
        assert match.winners == (0, 1, 2)
        assert books(match) == ((0, 0, 0), 0)
        match = new_match(3, seed, rounds=1, ante=5)
        end_round(match, 8, 3, 3)
        first = next(seat % 3 for seat in range(match.dealer + 1, match.dealer + 4) if seat % 3 != 0)
        assert match.chips[first] == 3
        assert match.chips[3 - first] == 2


def test_without_chips_nothing_is_told_of_them() -> None:
    match = new_match(3, rounds=2)
    assert not match.format.has_chips
    for options in ({"ante": 1}, {"fee": 1}, {"chips": 1}, PARTY | {"ante": 0, "fee": 0}):
        assert new_match(3, **options).format.has_chips
    free = new_match(3, elimination=101, buyback=True, buyback_price=0)
    assert not free.format.has_chips
    end_round(free, 90, 20, 10)
    free.play(BUYBACK_YES)
    assert books(free) == ((0, 0, 0), 0)
