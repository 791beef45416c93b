"""Buying back: who is asked, when, what it costs and what it brings."""

from __future__ import annotations

from typing import Any

import pytest

from matches import PARTY, end_round, new_match
from rummykit.engine.actions import BUYBACK_NO, BUYBACK_YES, DRAW_STOCK, Action
from rummykit.engine.books import Event, Offer
from rummykit.engine.match import Match
from rummykit.engine.notation import read_action
from rummykit.engine.views import BuybackView, View
from rummykit.errors import NotationError
from rummykit.refusals import IllegalMove, Reason, Refusal


def refusal(match: Match, seat: int, action: Action = BUYBACK_YES) -> Refusal:
    found = match.check(action, seat)
    assert found is not None
    return found


@pytest.mark.option("stakes.buyback_from")
@pytest.mark.option("stakes.buyback_to")
@pytest.mark.parametrize(
    ("total", "reason"),
    [(80, Reason.BUYBACK_TOO_LOW), (81, None), (100, None), (101, Reason.BUYBACK_TOO_HIGH)],
)
def test_who_may_buy_back(total: int, reason: Reason | None) -> None:
    """T-WIE-13."""
    match = new_match(3)
    end_round(match, total, 40, 20)
    if reason is None:
        assert match.offer == Offer(seat=0, price=5, new_total=40)
        assert match.check(BUYBACK_YES) is match.check(BUYBACK_NO, 0) is None
    else:
        assert match.offer is None
        assert match.round.number == 2
        assert refusal(match, 0).reason is reason
        assert str(total) in refusal(match, 0).sentence


@pytest.mark.option("stakes.buyback")
@pytest.mark.option("stakes.buyback_price")
@pytest.mark.parametrize("cost", [0, 5, 50])
def test_a_buyback_lowers_the_total_and_feeds_the_pot(cost: int) -> None:
    """T-WIE-14."""
    match = new_match(3, **PARTY, buyback_price=cost)
    end_round(match, 95, 60, 40)
    match.play(BUYBACK_YES)
    assert match.totals == (60, 60, 40)
    assert match.chips == (-5 - cost, -5, -5)
    assert match.pot == 15 + cost
    assert match.offer is None
    assert match.round.number == 2
    end_round(match, 0, 10, 10, by=0)
    assert match.totals == (60, 70, 50)


def test_whoever_declines_keeps_his_total_and_his_chips() -> None:
    match = new_match(3)
    end_round(match, 95, 60, 40)
    match.play(BUYBACK_NO)
    assert match.totals == (95, 60, 40)
    assert (match.chips, match.pot) == ((-5, -5, -5), 15)
    assert match.round.number == 2
    end_round(match, 2, 2, 0, by=2)
    assert match.offer == Offer(seat=0, price=5, new_total=62), "he is asked again after the next round"


@pytest.mark.option("stakes.buyback_times")
@pytest.mark.parametrize("times", [0, 1, 2, 5])
def test_how_often(times: int) -> None:
    """T-WIE-15."""
    match = new_match(3, **PARTY, buyback_times=times)
    end_round(match, 95, 60, 40)
    for _ in range(times):
        match.play(BUYBACK_YES)
        end_round(match, 35, 0, 0, by=1)
    assert match.totals[0] == 95
    assert match.offer is None
    assert refusal(match, 0).reason is Reason.BUYBACK_USED
    assert match.bought == [times, 0, 0]


@pytest.mark.option("stakes.buyback")
def test_no_buyback_where_it_is_not_played() -> None:
    match = new_match(3, elimination=101)
    end_round(match, 95, 60, 40)
    assert match.offer is None
    assert str(refusal(match, 0)) == "Nobody buys back at this table. [MATCH-02; stakes.buyback = false]"


# -- what the total falls to -----------------------------------------------------------------------------


@pytest.mark.option("stakes.buyback_target")
@pytest.mark.parametrize(
    ("target", "totals", "offers"),
    [
        ("second_worst", (95, 60, 40), [(0, 60)]),
        ("second_worst", (95, 90, 40), [(0, 90)]),  # the second worst himself has nothing to gain
        ("second_worst", (95, 95, 40), []),
        ("second_worst", (40, 90, 60), [(1, 60)]),
        ("next_lower", (95, 60, 40), [(0, 60)]),
        ("next_lower", (95, 90, 40), [(0, 90), (1, 40)]),
        ("next_lower", (95, 95, 40), [(0, 40), (1, 40)]),
        ("next_lower", (85, 90, 85), [(1, 85)]),
        ("highest", (95, 60, 40), [(0, 60)]),
        ("highest", (95, 90, 40), [(0, 90)]),
        ("highest_plus_one", (95, 60, 40), [(0, 61)]),
        ("highest_plus_one", (91, 90, 40), []),
    ],
)
def test_what_a_total_falls_to(target: str, totals: tuple[int, ...], offers: list[tuple[int, int]]) -> None:
    match = new_match(3, **PARTY, buyback_target=target)
    end_round(match, *totals)
    asked = set()
    while match.offer is not None:
        asked.add((match.offer.seat, match.offer.new_total))
        match.play(BUYBACK_NO)
    assert asked == set(offers)


POOL = {
    **PARTY,
    "buyback_from": 101,
    "buyback_to": 200,
    "buyback_target": "highest_plus_one",
    "buyback_limit": 79,
}


@pytest.mark.option("stakes.buyback_limit")
def test_who_is_out_comes_back_while_nobody_has_too_much() -> None:
    match = new_match(3, **POOL)
    end_round(match, 120, 79, 0)
    assert match.offer == Offer(seat=0, price=5, new_total=80)
    match.play(BUYBACK_YES)
    assert (match.totals, match.still_in) == ((80, 79, 0), (0, 1, 2))
    late = new_match(3, **POOL)
    end_round(late, 120, 80, 0)
    assert late.offer is None
    assert str(refusal(late, 0)) == (
        "Nobody buys back any more: another player still in has more than 79. [MATCH-02; stakes.buyback_limit = 79]"
    )


def test_nobody_buys_back_to_be_out_again() -> None:
    match = new_match(3, **{**POOL, "buyback_limit": 500})
    end_round(match, 120, 100, 0)
    assert match.offer is None
    assert refusal(match, 0).reason is Reason.BUYBACK_NO_GAIN


def test_two_players_may_become_equal() -> None:
    match = new_match(2)
    end_round(match, 95, 0, by=1)
    assert match.offer == Offer(seat=0, price=5, new_total=0)


def test_a_buyback_that_lowers_nothing_is_not_offered() -> None:
    match = new_match(3)
    end_round(match, 95, 95, 40)
    assert match.offer is None
    assert refusal(match, 0).reason is Reason.BUYBACK_NO_GAIN


# -- who is asked, and when ------------------------------------------------------------------------------


def test_the_worst_total_is_asked_first_then_clockwise_from_the_dealers_left() -> None:
    for seed in range(8):
        match = new_match(4, seed, **PARTY, buyback_target="next_lower")
        dealer = match.dealer
        points = [90, 90, 90, 10]
        points[dealer], points[3] = points[3], points[dealer]
        worst = (dealer + 2) % 4
        points[worst] = 99 if points[worst] == 90 else points[worst]
        expected = sorted(
            (seat for seat in range(4) if points[seat] > 80),
            key=lambda seat: (-points[seat], (seat - dealer - 1) % 4),
        )
        end_round(match, *points)
        asked = []
        while match.offer is not None:
            asked.append(match.actor)
            match.play(BUYBACK_NO)
        assert asked == expected


def test_one_buyback_counts_for_the_next_offer() -> None:
    match = new_match(3, **PARTY, buyback_target="next_lower")
    end_round(match, 95, 90, 40)
    match.play(BUYBACK_YES)
    assert match.totals == (90, 90, 40)
    assert match.offer == Offer(seat=1, price=5, new_total=40)


def test_only_the_seat_that_is_asked_may_answer_and_only_that() -> None:
    match = new_match(3)
    end_round(match, 95, 60, 40)
    assert match.actor == 0
    assert list(match.legal_actions) == [BUYBACK_YES, BUYBACK_NO]
    assert refusal(match, 0, DRAW_STOCK).reason is Reason.BUYBACK_UNANSWERED
    assert refusal(match, 1, DRAW_STOCK).reason is Reason.NOT_YOUR_TURN
    assert refusal(match, 1).reason is Reason.BUYBACK_TOO_LOW
    before = match.fingerprint()
    with pytest.raises(IllegalMove, match=r"MATCH-02; stakes.buyback_from = 81"):
        match.play(BUYBACK_YES, 2)
    assert match.fingerprint() == before


def test_between_two_offers_the_second_waits() -> None:
    match = new_match(3, **PARTY, buyback_target="next_lower")
    end_round(match, 95, 90, 40)
    assert refusal(match, 1).reason is Reason.BUYBACK_NOT_OFFERED


def test_during_a_round_nobody_buys_back() -> None:
    match = new_match(3)
    end_round(match, 95, 60, 40)
    match.play(BUYBACK_NO)
    assert refusal(match, 0).reason is Reason.BUYBACK_NOT_OFFERED
    assert refusal(match, 0, BUYBACK_NO).rule == "MATCH-02"


def test_the_last_player_is_not_asked_any_more() -> None:
    match = new_match(2)
    end_round(match, 120, 90)
    assert match.is_over
    assert match.offer is None
    assert match.winners == (1,)


# -- without debts ---------------------------------------------------------------------------------------


@pytest.mark.option("stakes.debt")
@pytest.mark.parametrize(("chips", "offered"), [(9, False), (10, True)])
def test_without_debts_a_buyback_must_be_paid_in_full(chips: int, offered: bool) -> None:
    match = new_match(3, **PARTY, chips=chips, debt=False)
    end_round(match, 95, 60, 40)
    assert (match.offer is not None) == offered
    if not offered:
        assert refusal(match, 0).reason is Reason.BUYBACK_UNPAID
        assert refusal(match, 0).sentence == "A buy-back costs 5 chips, and you have 4."


# -- coming back -----------------------------------------------------------------------------------------


COMING_BACK: dict[str, Any] = {**PARTY, "buyback_to": 150}


@pytest.mark.option("stakes.buyback_to")
def test_with_a_higher_range_a_player_who_is_out_may_come_back() -> None:
    match = new_match(3, **COMING_BACK)
    end_round(match, 120, 60, 40)
    assert match.still_in == (1, 2)
    assert match.offer == Offer(seat=0, price=5, new_total=60)
    assert match.sheet[-1].out == (0,)
    match.play(BUYBACK_YES)
    assert match.still_in == match.seated == (0, 1, 2)
    assert match.totals == (60, 60, 40)


@pytest.mark.option("stakes.buyback_to")
def test_whoever_declines_to_come_back_stays_out() -> None:
    match = new_match(3, **COMING_BACK)
    end_round(match, 120, 60, 40)
    match.play(BUYBACK_NO)
    assert match.seated == (1, 2)
    assert refusal(match, 0, DRAW_STOCK).reason is Reason.ELIMINATED
    assert refusal(match, 0).reason is Reason.BUYBACK_NOT_OFFERED


def test_a_match_goes_on_only_if_somebody_comes_back() -> None:
    for answer in (BUYBACK_YES, BUYBACK_NO):
        match = new_match(2, **COMING_BACK)
        end_round(match, 120, 90)
        assert not match.is_over
        assert match.actor == 0
        match.play(answer)
        assert match.is_over == (answer is BUYBACK_NO)
        assert match.offer is None, "who is level, or has won, is not asked"


def test_when_all_are_out_nobody_can_come_back() -> None:
    match = new_match(3, **COMING_BACK)
    end_round(match, 120, 110, 130)
    assert match.is_over
    assert match.winners == (1,)


# -- what a bot sees, and how it is written --------------------------------------------------------------


def test_the_view_has_what_is_needed_to_decide() -> None:
    match = new_match(4, **PARTY)
    end_round(match, 20, 130, 0, 30, by=2)
    end_round(match, 70, None, 40, 20)
    view = match.view(0)
    assert view == BuybackView(
        rules=match.rules,
        seat=0,
        names=match.names,
        rounds=2,
        totals=(90, 130, 40, 50),
        still_in=(0, 2, 3),
        limit=101,
        chips=(-6, -6, -2, -6),
        pot=20,
        price=5,
        new_total=50,
        legal=(BUYBACK_YES, BUYBACK_NO),
    )
    other = match.view(3)
    assert isinstance(other, View)
    assert (other.names[other.seat], other.legal) == ("Dora", ())


@pytest.mark.parametrize(("text", "action"), [("buyback yes", BUYBACK_YES), (" BuyBack  NO ", BUYBACK_NO)])
def test_the_answers_are_written_so(text: str, action: Action) -> None:
    match = new_match()
    assert read_action(text, match.round) == action
    assert str(action) == " ".join(text.lower().split())


@pytest.mark.parametrize("text", ["buyback", "buyback maybe", "buyback yes no"])
def test_other_answers_are_asked_back(text: str) -> None:
    with pytest.raises(NotationError, match="'buyback yes' or 'buyback no'"):
        read_action(text, new_match().round)


def test_the_sheet_tells_every_decision() -> None:
    match = new_match(3, **PARTY, buyback_target="next_lower")
    end_round(match, 95, 90, 40)
    match.play(BUYBACK_YES)
    match.play(BUYBACK_NO)
    lines = [(line.event, line.seat, line.totals, line.chips, line.pot) for line in match.sheet]
    assert lines == [
        (Event.ANTE, None, (0, 0, 0), (-5, -5, -5), 15),
        (Event.ROUND, None, (95, 90, 40), (-5, -5, -5), 15),
        (Event.BUYBACK, 0, (90, 90, 40), (-10, -5, -5), 20),
        (Event.DECLINED, 1, (90, 90, 40), (-10, -5, -5), 20),
    ]
