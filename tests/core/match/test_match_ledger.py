"""Chips: what is paid, by whom, to whom; none is made or lost."""

from __future__ import annotations

from typing import Any

import pytest

from matches import PARTY, end_round, new_match
from rummykit.engine.actions import BUYBACK_YES
from rummykit.engine.books import Books, Event, Ledger
from rummykit.engine.match import Match
from rummykit.engine.scoring import RoundScore
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


@pytest.mark.option("stakes.ante_each_round")
def test_an_ante_before_every_round_from_those_who_are_in() -> None:
    match = new_match(3, elimination=101, ante=2, ante_each_round=3)
    assert books(match) == ((-5, -5, -5), 15)
    end_round(match, 120, 30, 0, by=2)
    assert books(match) == ((-5, -8, -8), 21)
    end_round(match, None, 80, 0, by=2)
    assert books(match) == ((-5, -8, 13), 0), "the match is over, so there is no further deal to pay for"
    assert [line.event for line in match.sheet] == [Event.ANTE, Event.ROUND, Event.ANTE, Event.ROUND, Event.POT]


@pytest.mark.option("stakes.ante_each_round")
@pytest.mark.option("stakes.debt")
def test_an_ante_of_every_round_may_be_all_that_one_has() -> None:
    match = new_match(2, rounds=3, chips=5, ante_each_round=3, debt=False)
    end_round(match, 9, 0, by=1)
    assert books(match) == ((0, 0), 10)


@pytest.mark.option("stakes.per_point")
@pytest.mark.parametrize(
    ("per_point", "points", "chips"),
    [
        (0, (30, 0, 45), (0, 0, 0)),
        (1, (30, 0, 45), (-30, 75, -45)),
        (2, (30, 0, 45), (-60, 150, -90)),
        (1, (10, 40, 10), (15, -30, 15)),
        (1, (10, 10, 35), (13, 12, -25)),
    ],
)
def test_points_between_the_totals_are_paid_to_the_winners(
    per_point: int, points: tuple[int, ...], chips: tuple[int, ...]
) -> None:
    kept = Books(new_match(3, rounds=1, per_point=per_point).rules, ("Anna", "Ben", "Cem"), dealer=2)
    kept.settle(RoundScore((), (1, 1, 1), points), None)
    assert kept.chips == chips


@pytest.mark.option("stakes.per_point")
@pytest.mark.option("stakes.debt")
def test_points_are_paid_before_the_pot_and_with_what_one_has() -> None:
    match = new_match(2, rounds=1, chips=20, ante=5, per_point=1, debt=False)
    end_round(match, 30, 0, by=1)
    assert [(line.event, line.chips, line.pot) for line in match.sheet[-2:]] == [
        (Event.PER_POINT, (0, 30), 10),
        (Event.POT, (0, 40), 0),
    ]


@pytest.mark.option("stakes.per_point")
def test_points_are_good_where_the_highest_total_wins() -> None:
    rules = new_match(2, variant="rummy17", rounds=1, per_point=3).rules
    kept = Books(rules, ("Anna", "Ben"), dealer=0)
    kept.settle(RoundScore((), (1, 1), (4, -6)), None)
    assert kept.chips == (30, -30)


@pytest.mark.option("stakes.per_point")
@pytest.mark.option("match.all_out")
def test_whoever_was_out_before_pays_nothing_to_winners_who_did_worse() -> None:
    rules = new_match(3, elimination=101, all_out="split", per_point=1).rules
    kept = Books(rules, ("Anna", "Ben", "Cem"), dealer=0)
    kept.settle(RoundScore((), (1, 1, 1), (105, 20, 30)), None)
    kept.settle(RoundScore((), (1, 1), (200, 100)), None)
    assert kept.winners == (1, 2)
    assert kept.chips == (0, 0, 0)


def test_what_a_round_pays_besides_the_fee() -> None:
    rules = new_match(3, rounds=2, fee=1, fee_if_undercut=False).rules
    for fee, chips in ((0, (-1, 2, -1)), (4, (-5, 10, -5))):
        kept = Books(rules, ("Anna", "Ben", "Cem"), dealer=0)
        kept.settle(RoundScore((), (1, 1, 1), (30, 0, 20), fee=fee), 1)
        assert kept.chips == chips


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
