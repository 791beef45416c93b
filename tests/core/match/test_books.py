"""The books of a match, kept without playing: whoever plays the rounds, they settle alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from campaign import Sample, samples
from matches import NAMES, PARTY, new_match
from rummykit.engine.books import Books, Event
from rummykit.engine.match import Match
from rummykit.engine.match_format import MatchFormat
from rummykit.engine.scoring import RoundScore, ScoreItem
from rummykit.errors import SetupError


def new_books(players: int = 3, dealer: int = 0, **options: Any) -> Books:
    return Books(new_match(players, **options).rules, NAMES[:players], dealer)


def enter(books: Books, *points: int, by: int | None = None) -> None:
    """Enter a round with these points for those who play in it; *by* is a seat of the round."""
    books.settle(RoundScore((), (1,) * len(points), points), by)


def test_a_new_sheet_has_the_antes_and_nothing_else() -> None:
    books = new_books()
    assert [line.event for line in books.sheet] == [Event.ANTE]
    assert (books.totals, books.chips, books.pot) == ((0, 0, 0), (-5, -5, -5), 15)
    assert (books.seated, books.dealer, books.offer, books.is_over) == ((0, 1, 2), 0, None, False)


def test_the_fee_the_points_and_the_deal_of_a_round() -> None:
    books = new_books(dealer=2)
    enter(books, 30, 0, 20, by=1)
    assert books.totals == (30, 0, 20)
    assert books.chips == (-6, -3, -6)
    assert (books.dealer, books.sheet[-1].seat) == (0, 1)


def test_the_deal_passes_over_who_is_out() -> None:
    books = new_books(4, dealer=0)
    enter(books, 0, 120, 10, 20, by=0)
    assert books.sheet[-1].out == (1,)
    assert (books.still_in, books.seated, books.dealer) == ((0, 2, 3), (0, 2, 3), 2)
    enter(books, 5, 0, 7, by=1)
    assert books.totals == (5, 120, 10, 27)
    assert books.sheet[-1].points == (5, None, 0, 7)
    assert books.sheet[-1].seat == 2, "seat 1 of the round is seat 2 of the match"
    assert books.dealer == 3


class WorstRound(MatchFormat):
    """A match at whose end the worst round counts ten more, and everybody gets a few points."""

    def bonuses(self, scores: Sequence[RoundScore], high_wins: bool) -> tuple[ScoreItem, ...]:
        worst = max(max(score.totals) for score in scores)
        points = tuple(10 * any(score.totals[seat] == worst for score in scores) for seat in range(3))
        return ScoreItem("worst", "Worst round", "X-01", points), ScoreItem("all", "Everybody", "X-02", (1, 2, 3))


def test_bonuses_are_added_line_by_line_before_the_pot_is_paid_out() -> None:
    rules = new_match(3).rules
    books = Books(replace(rules, match=WorstRound(rules.match.options, rules.match.stakes)), NAMES[:3], 0)
    enter(books, 120, 0, 8, by=1)
    enter(books, 9, 100, by=0)
    assert [line.event for line in books.sheet[-3:]] == [Event.BONUS, Event.BONUS, Event.POT]
    assert books.is_over
    assert [(line.title, line.points, line.totals) for line in books.sheet[-3:-1]] == [
        ("Worst round", (10, 0, 0), (130, 9, 108)),
        ("Everybody", (1, 2, 3), (131, 11, 111)),
    ]
    assert (books.totals, books.winners) == ((131, 11, 111), (1,))


def test_while_an_offer_is_open_the_deal_waits() -> None:
    books = new_books(dealer=1)
    enter(books, 90, 0, 40, by=1)
    assert books.offer is not None
    assert (books.offer.seat, books.offer.new_total, books.dealer) == (0, 40, 1)
    books.answer_offer(True)
    assert (books.totals, books.bought, books.offer) == ((40, 0, 40), [1, 0, 0], None)
    assert (books.dealer, books.sheet[-1].event) == (2, Event.BUYBACK)


def test_a_declined_offer_is_a_line_of_its_own() -> None:
    books = new_books()
    enter(books, 90, 0, 40, by=1)
    books.answer_offer(False)
    assert (books.totals, books.sheet[-1].event) == ((90, 0, 40), Event.DECLINED)


def test_the_winner_takes_the_pot() -> None:
    books = new_books(2)
    enter(books, 0, 101, by=0)
    assert books.is_over
    assert (books.winners, books.pot, books.sheet[-1].event) == ((0,), 0, Event.POT)
    assert sum(books.chips) == 0


def test_a_score_must_be_of_those_who_play() -> None:
    books = new_books(3)
    with pytest.raises(ValueError, match="zip"):
        enter(books, 1, 2)


def test_everybody_is_named() -> None:
    with pytest.raises(SetupError, match=r"The rules are set up for 3 players, but 2 are named\."):
        Books(new_match(3).rules, NAMES[:2], 0)


@pytest.mark.untraced
@samples(normal=2, campaign=40)
def test_a_match_keeps_its_books_alike(sample: Sample, tally: Callable[[str, int], None]) -> None:
    for seed in sample.seeds:
        check_books(seed)
    tally("matches whose books are kept alike without playing", sample.number)


def check_books(seed: int) -> None:
    quick = {**PARTY, "elimination": 350, "buyback_from": 100, "buyback_to": 500, "buyback_times": 3}
    match, random = new_match(4, seed, **quick), Random(seed)
    books = Books(match.rules, match.names, match.first_dealer)
    while not match.is_over:
        offer, round, played = match.offer, match.round, len(match.scores)
        legal = match.legal_actions
        action = legal[int(random.random() * len(legal))]
        bought = list(match.bought)
        match.apply(action)
        if offer is not None:
            assert books.offer == offer
            books.answer_offer(match.bought != bought)
        elif len(match.scores) > played:
            assert round.outcome is not None
            books.settle(round.rules.scoring.score(round), round.outcome.seat)
        assert _state(books) == _state(match)
    assert len(match.scores) > 1


def _state(books: Books | Match) -> tuple[object, ...]:
    return (
        books.sheet,
        books.totals,
        books.chips,
        books.still_in,
        books.seated,
        books.dealer,
        books.offer,
        books.standing,
        books.is_over,
    )
