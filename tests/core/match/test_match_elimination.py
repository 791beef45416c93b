"""The last player standing: who is out, who plays on, and who wins."""

from __future__ import annotations

from typing import Any

import pytest

from matches import NAMES, PARTY, PLUGINS, end_round, match_sections, new_match
from rummykit.engine.actions import BUYBACK_NO, DRAW_STOCK
from rummykit.engine.books import Standing
from rummykit.engine.match_format import MOST_ROUNDS, MatchFormat
from rummykit.engine.views import View
from rummykit.errors import SetupError
from rummykit.parts import MatchOptions
from rummykit.refusals import Reason
from rummykit.rules import HouseRuleError, load_text
from rummykit.scenario import resolve

OUT_AT_101 = {"elimination": 101}


@pytest.mark.option("match.rounds")
@pytest.mark.option("match.elimination")
@pytest.mark.parametrize(("total", "stays"), [(100, True), (101, False)])
def test_a_total_of_101_is_out_and_100_is_not(total: int, stays: bool) -> None:
    """T-WIE-12."""
    match = new_match(3, **OUT_AT_101)
    end_round(match, total, 20, 0, by=2)
    assert match.still_in == ((0, 1, 2) if stays else (1, 2))
    assert match.sheet[-1].out == (() if stays else (0,))
    assert match.seated == match.still_in
    assert not match.is_over


@pytest.mark.option("match.elimination")
@pytest.mark.parametrize("limit", [50, 500])
def test_the_limit_is_an_option(limit: int) -> None:
    match = new_match(2, elimination=limit)
    for points in [90] * (limit // 90) + [limit % 90 - 1]:
        end_round(match, points, 0, by=1)
        assert not match.is_over
    end_round(match, 2, 0, by=1)
    assert match.is_over
    assert match.winners == (1,)


def test_the_last_one_takes_the_pot() -> None:
    match = new_match(3)
    end_round(match, 120, 30, 0, by=2)
    end_round(match, None, 80, 0, by=2)
    assert match.is_over
    assert match.winners == (2,)
    assert match.totals == (120, 110, 0)
    assert match.chips == (-6, -7, 13)
    assert match.pot == 0
    assert len(match.legal_actions) == 0


def test_later_rounds_are_dealt_to_the_others_only() -> None:
    match = new_match(4, **OUT_AT_101)
    end_round(match, 20, 130, 30, 0, by=3)
    assert match.seated == (0, 2, 3)
    round = match.round
    assert (round.players, round.rules.players, len(round.hands)) == (3, 3, 3)
    assert round.names == ("Anna", "Cem", "Dora")
    assert round.rules.table_rules is match.rules.table_rules
    for _ in range(40):
        view = match.view(match.actor)
        assert isinstance(view, View)
        assert view.names[view.seat] == match.names[match.actor]
        assert match.actor != 1
        match.play(match.legal_actions[0])


def test_the_points_of_a_smaller_table_count_for_the_right_seats() -> None:
    match = new_match(4, **OUT_AT_101)
    end_round(match, 20, 130, 30, 0, by=3)
    end_round(match, 9, None, 0, 8, by=2)
    assert match.scores[1].totals == (9, 0, 0, 8)
    assert match.totals == (29, 130, 30, 8)
    assert match.sheet[-1].points == (9, None, 0, 8)
    assert match.sheet[-1].seat == 2
    (item,) = match.scores[1].items
    assert (item.points, item.counts[1]) == ((9, 0, 0, 8), None)
    assert match.scores[1].factors == (1, 1, 1, 1)


def test_the_deal_moves_on_among_those_still_in() -> None:
    for seed in range(8):
        match = new_match(4, seed, **OUT_AT_101)
        gone = (match.dealer + 1) % 4
        points: list[int | None] = [20, 20, 20, 20]
        points[gone] = 101
        end_round(match, *points)
        points[gone] = None
        dealers = [match.dealer]
        for _ in range(3):
            end_round(match, *points)
            dealers.append(match.dealer)
        first = match.first_dealer
        assert dealers == [(first + step) % 4 for step in (2, 3, 0, 2)]
        assert match.seated[match.round.dealer] == match.dealer


def test_whoever_is_out_makes_no_more_moves() -> None:
    match = new_match(3, **OUT_AT_101)
    end_round(match, 120, 30, 0, by=2)
    refusal = match.check(DRAW_STOCK, 0)
    assert refusal is not None
    assert refusal.reason is Reason.ELIMINATED
    assert str(refusal) == "You are out of the match with 120 points. [MATCH-01; match.elimination = 101]"
    other = next(seat for seat in (1, 2) if seat != match.actor)
    refusal = match.check(DRAW_STOCK, other)
    assert refusal is not None
    assert refusal.reason is Reason.NOT_YOUR_TURN
    assert match.names[match.actor] in refusal.sentence


def test_when_the_match_is_over_nobody_makes_a_move() -> None:
    match = new_match(3, **OUT_AT_101)
    end_round(match, 120, 120, 0, by=2)
    for seat in range(3):
        for action in (DRAW_STOCK, BUYBACK_NO):
            refusal = match.check(action, seat)
            assert refusal is not None
            assert refusal.reason is Reason.MATCH_OVER


@pytest.mark.option("match.all_out")
@pytest.mark.parametrize(
    ("rule", "by", "winners"),
    [
        ("lowest_total", 2, (0,)),
        ("lowest_total", None, (0,)),
        ("split", 2, (0, 1, 2)),
        ("knocker", 2, (2,)),
        ("knocker", None, (0,)),
    ],
)
def test_all_out_at_once(rule: str, by: int | None, winners: tuple[int, ...]) -> None:
    match = new_match(4, elimination=101, ante=4, all_out=rule)
    end_round(match, 99, 99, 99, 130)
    end_round(match, 5, 8, 7, None)
    format, standing = match.format, match.standing
    assert (standing.still_in, standing.last_out) == ((), (0, 1, 2))
    # Whoever goes out has no bad points in this game, so that he can be among those who are out is shown apart.
    ended = Standing(standing.rounds, standing.totals, (), standing.last_out, finisher=by)
    assert format.winners(ended, high_wins=False) == winners
    if by is None:
        assert match.is_over
        assert match.winners == winners
        assert match.pot == 0
        assert match.chips == (12, -4, -4, -4)


@pytest.mark.option("match.all_out")
def test_equal_lowest_totals_share_the_pot() -> None:
    match = new_match(3, elimination=101, ante=4)
    end_round(match, 110, 110, 150)
    assert match.is_over
    assert match.winners == (0, 1)
    assert match.chips == (2, 2, -4)


def test_every_match_ends() -> None:
    endless = MatchFormat(MatchOptions(elimination=101))
    assert not endless.is_over(Standing(MOST_ROUNDS - 1, (0, 0), (0, 1)))
    after = Standing(MOST_ROUNDS, (100, 20, 200), (0, 1))
    assert endless.is_over(after)
    assert endless.winners(after, high_wins=False) == (1,)
    assert not MatchFormat(MatchOptions(rounds=3)).puts_out(10_000)


# -- setting up ------------------------------------------------------------------------------------------


def test_elimination_is_refused_where_the_highest_total_wins() -> None:
    with pytest.raises(SetupError) as caught:
        new_match(3, variant="rummy17", elimination=101)
    assert str(caught.value) == (
        "match.elimination: 101 is for bad points, but in Rummy 17 the highest total wins; "
        "play a number of rounds or to a target score."
    )


@pytest.mark.parametrize(
    ("hand_size", "left"), [({3: 12, 4: 11}, 2), ({2: 13, 4: 11}, 3), ({2: 13, 3: 12, 4: 11}, None)]
)
def test_those_who_are_left_must_be_able_to_play_on(hand_size: dict[int, int], left: int | None) -> None:
    def assemble(match: dict[str, Any]) -> None:
        PLUGINS.assemble(resolve(PLUGINS, "deutsches_romme", deal={"cards": hand_size}, **match_sections(match)), 4)

    assemble({"rounds": 3})
    if left is None:
        assemble(PARTY)
    else:
        with pytest.raises(
            SetupError, match=rf"no value for {left} players.*as players drop out, {left} may be left to play"
        ):
            assemble(PARTY)


def test_the_hand_size_follows_the_number_of_players_still_in() -> None:
    sizes = {"cards": {2: 13, 3: 12, 4: 11}, "extra_card": "none"}
    rules = PLUGINS.assemble(resolve(PLUGINS, "deutsches_romme", deal=sizes, **match_sections(PARTY)), 4)
    assert [rules.for_players(players).deal.hand_size for players in (2, 3, 4)] == [13, 12, 11]
    assert rules.for_players(4) is rules
    assert sorted(rules.fewer) == [2, 3]


def test_only_where_players_drop_out_is_the_game_set_up_for_fewer() -> None:
    assert new_match(6, rounds=3).rules.fewer == {}


def test_a_file_that_names_its_players_is_checked_for_fewer() -> None:
    text = "variant: deutsches_romme\nplayers: 3\nrules: {deal: {cards: {3: 12}}}\nmatch: {elimination: 101}"
    with pytest.raises(HouseRuleError, match="as players drop out, 2 may be left to play"):
        load_text(text, PLUGINS)


def test_names_stay_with_their_seats() -> None:
    match = new_match(5, **OUT_AT_101)
    end_round(match, 0, 120, 10, 120, 10, by=0)
    assert match.names == NAMES[:5]
    assert match.round.names == ("Anna", "Cem", "Emil")
