"""A match: the deal moves on, scores add up, the best total wins."""

from dataclasses import replace

import pytest
from core_games import NAMES, moves, new_match, play_out, rules_of

from rummykit.engine.actions import CLAIM, DRAW_STOCK
from rummykit.engine.books import Standing
from rummykit.engine.match import Match
from rummykit.engine.match_format import MatchFormat
from rummykit.engine.scoring import RoundScore, ScoreItem
from rummykit.errors import SetupError
from rummykit.parts import MatchOptions
from rummykit.refusals import IllegalMove, Reason
from rummykit_rummy17.scoring import Rummy17Scoring

ROUNDS = {"match": {"rounds": 4}}


def scored(*totals: tuple[int, ...]) -> list[RoundScore]:
    return [RoundScore((), (1,) * len(points), points) for points in totals]


def test_the_deal_moves_on_clockwise() -> None:
    match, dealers = new_match(3, **ROUNDS), []
    for action in moves(match):
        if not dealers or match.round.number > len(dealers):
            dealers.append(match.round.dealer)
            assert match.round.active == (match.round.dealer + 1) % 3
        match.apply(action)
    first = match.first_dealer
    assert dealers == [(first + played) % 3 for played in range(4)]


def test_the_first_dealer_is_drawn_by_lot() -> None:
    assert {new_match(4, seed).first_dealer for seed in range(40)} == {0, 1, 2, 3}
    assert new_match(4, 7).first_dealer == new_match(4, 7).first_dealer


def test_every_round_is_shuffled_anew_and_every_seed_otherwise() -> None:
    match = new_match(2, **ROUNDS)
    first = list(match.round.hands)
    for action in moves(match):
        if match.round.number > 1:
            break
        match.apply(action)
    assert match.round.hands != first
    assert new_match(2, seed=18).round.hands != first
    assert new_match(2, seed=17).round.hands == first


def test_scores_add_up() -> None:
    match = play_out(new_match(3, **ROUNDS))
    assert len(match.scores) == 4
    assert match.round.number == 4
    assert match.totals == tuple(sum(score.totals[seat] for score in match.scores) for seat in range(3))
    assert match.round.legal_actions() == ()


def test_a_match_is_over_after_its_last_round_only() -> None:
    match = new_match(2, **ROUNDS)
    over = []
    for action in moves(match):
        match.apply(action)
        over.append(match.is_over)
    assert over.count(True) == 1
    assert over[-1]
    two = MatchFormat(MatchOptions(rounds=2))
    assert not two.is_over(Standing(rounds=1, totals=(0, 0), still_in=(0, 1)))
    assert two.is_over(Standing(rounds=2, totals=(1, 1), still_in=(0, 1)))


class LowWins(Rummy17Scoring):
    """The same game, counted the other way round."""

    high_wins = False


@pytest.mark.parametrize(
    ("totals", "high", "low"),
    [([(5, 3, 1)], (0,), (2,)), ([(5, 3, 5), (1, 3, 1)], (0, 1, 2), (0, 1, 2)), ([(4, 4, 2), (0, 0, 1)], (0, 1), (2,))],
)
def test_the_best_total_wins_and_equal_totals_share(
    totals: list[tuple[int, ...]], high: tuple[int, ...], low: tuple[int, ...]
) -> None:
    match = new_match(3)
    match.scores = scored(*totals)
    assert match.winners == high
    scoring = LowWins.by(match.rules.table_rules.rules)  # type: ignore[arg-type]
    lowest_wins = Match(replace(match.rules, scoring=scoring), 17, NAMES[:3])
    lowest_wins.scores = scored(*totals)
    assert lowest_wins.winners == low


def test_a_move_is_checked_before_it_is_made() -> None:
    match = new_match(2)
    before = match.fingerprint()
    with pytest.raises(IllegalMove) as caught:
        match.play(CLAIM)
    assert caught.value.refusal.reason is Reason.CLAIM_OWN_TURN
    assert str(caught.value) == str(caught.value.refusal)
    with pytest.raises(IllegalMove):
        match.play(DRAW_STOCK, seat=1 - match.round.actor)
    assert match.fingerprint() == before
    match.play(DRAW_STOCK)
    assert match.fingerprint() != before


def test_after_the_end_no_move_is_possible() -> None:
    match = play_out(new_match(2))
    refusal = match.check(DRAW_STOCK)
    assert refusal is not None
    assert refusal.reason is Reason.MATCH_OVER


def test_everybody_is_named() -> None:
    with pytest.raises(SetupError, match=r"The rules are set up for 3 players, but 2 are named\."):
        Match(rules_of(3), 1, NAMES[:2])
    assert new_match(3).round.names == NAMES[:3]


def test_a_score_is_the_sum_of_its_items_times_the_factor() -> None:
    items = [ScoreItem("a", "A", "X-1", (3, 0, 1)), ScoreItem("b", "B", "X-2", (-1, -4, 0), (1, None, 2))]
    score = RoundScore.of(items, [1, 2, 1], "A remark.")
    assert score.totals == (2, -8, 1)
    assert score.remark == "A remark."
    assert [item.earners for item in score.items] == [(0, 2), (0, 1)]
