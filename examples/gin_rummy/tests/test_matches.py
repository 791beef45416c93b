"""Whole matches of Gin Rummy: on the screen, by bots, from records, and with real cards."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from rummykit.engine.actions import Draw, Knock, LayDown, LayOff
from rummykit.engine.match import Match
from rummykit.engine.ruleset import Ruleset
from rummykit.engine.scoring import Leftover, RoundScore, score_on_paper
from rummykit.engine.views import View
from rummykit_bots.hints import hint

from gin_tables import GIN, SIX_LEFT, gin, plugins, spread


def play_match(bots: tuple[str, str], seed: int, preset: str | None = None) -> Match:
    """Let bots play a match."""
    match, random = Match(gin(preset).rules, seed, ("Anna", "Ben")), Random(seed)
    players = [plugins().bots[name].make() for name in bots]
    while not match.is_over:
        match.play(players[match.actor](match.view(match.actor), random))
    return match


@pytest.mark.rule("GIN-MATCH-01")
def test_the_first_total_of_a_hundred_wins() -> None:
    match = play_match(("greedy", "greedy"), seed=1)
    *before, last = match.scores
    before_the_last, after_it = points(before), points(match.scores)
    assert max(before_the_last) < 100 <= max(after_it)
    assert match.winners == (match.totals.index(max(match.totals)),)
    assert last.totals != (0, 0)


def points(hands: Sequence[RoundScore]) -> tuple[int, int]:
    """What hands brought to both, without bonuses."""
    return sum(hand.totals[0] for hand in hands), sum(hand.totals[1] for hand in hands)


WON, LOST, VOID = (RoundScore((), (1, 1), totals) for totals in ((60, 0), (0, 30), (0, 0)))


@pytest.mark.rule("GIN-MATCH-02")
@pytest.mark.rule("GIN-MATCH-03")
@pytest.mark.parametrize(
    ("hands", "bonuses"),
    [
        ([WON, WON, LOST], {"game": (100, 0), "boxes": (50, 25)}),
        ([WON, VOID, WON], {"game": (200, 0), "boxes": (50, 0)}),
        ([LOST, LOST, LOST, LOST, WON], {"game": (0, 100), "boxes": (25, 100)}),
        ([WON, LOST, LOST], {"boxes": (25, 50)}),
    ],
)
def test_bonuses_for_the_game_and_for_hands_won(hands: list[RoundScore], bonuses: dict[str, tuple[int, int]]) -> None:
    found = gin().rules.match.bonuses(hands, high_wins=True)
    assert {item.key: item.points for item in found} == bonuses


@pytest.mark.rule("GIN-MATCH-03")
def test_bonuses_stand_on_the_sheet_and_count_for_the_win() -> None:
    match = play_match(("greedy", "greedy"), seed=1)
    hands, game, boxes = points(match.scores), *match.sheet[-2:]
    assert [line.title for line in (game, boxes)] == ["Game bonus", "Boxes"]
    assert game.totals == tuple(map(sum, zip(hands, game.points, strict=True)))
    assert match.totals == boxes.totals == tuple(map(sum, zip(game.totals, boxes.points, strict=True)))
    for seat in (0, 1):
        assert boxes.points[seat] == 25 * sum(score.totals[seat] > 0 for score in match.scores)


def test_house_rules_without_bonuses_end_with_the_last_hand() -> None:
    rules = gin(scoring={"game_bonus": 0, "shutout_bonus": 0, "box_bonus": 0}).rules
    assert rules.match.bonuses([WON, WON, LOST], high_wins=True) == ()


@pytest.mark.parametrize("preset", [None, "tournament", "oklahoma", "classic"])
def test_greedy_beats_random(preset: str | None) -> None:
    matches = [play_match(("random", "greedy"), seed, preset) for seed in range(3)]
    assert [match.winners for match in matches] == [(1,)] * 3


def test_the_greedy_bot_lays_off_what_its_melds_do_not_need() -> None:
    # The four of spades is worth more in the own run; the queen is of no use there.
    table = spread(SIX_LEFT, "2s 3s 4s Qs Kc Kd Kh 9h 8d 6c")
    greedy, moves = plugins().bots["greedy"].make(), []
    while table.round.outcome is None:
        move = greedy(table.round.view(1), Random(1))
        moves.append(str(move))
        table.round.play(move)
    assert moves[0] == "layoff Qs > 2"
    assert moves[1] == "pass"
    assert set(moves[2:]) == {"meld 2s 3s 4s", "meld Kh Kd Kc", "pass"}
    assert table.round.shown[1].points == 9 + 8 + 6


def test_the_greedy_bot_knocks_with_gin() -> None:
    table = gin().deal(hands=[f"{GIN} Jh"], open_card="9c", drawn=True)
    assert str(plugins().bots["greedy"].make()(table.round.view(0), Random(1))) == "knock Jh"


@pytest.mark.parametrize("preset", ["tournament", "oklahoma"])
def test_there_is_a_hint_for_every_decision(preset: str) -> None:
    match, random, kinds = Match(gin(preset).rules, 3, ("Anna", "Ben")), Random(3), set()
    while not match.is_over:
        view = match.view(match.actor)
        told = hint(view, random)
        assert told.action in view.legal
        assert told.look
        assert told.why
        assert f": {told.action}" in told.move
        assert "exchange" not in f"{told.look} {told.why}"
        kinds.add(type(told.action))
        match.play(told.action)
    assert {Draw, Knock, LayDown, LayOff} <= kinds


def test_a_view_shows_the_hand_of_the_other_player_only_after_a_knock() -> None:
    match, random, shown = Match(gin().rules, 5, ("Anna", "Ben")), Random(5), 0
    greedy = plugins().bots["greedy"].make()
    while not match.is_over:
        seat = match.actor
        view = match.view(seat)
        assert isinstance(view, View)
        assert all(hand.seat == view.announced.seat for hand in view.shown if view.announced)
        assert (view.announced is not None) == bool(view.shown)
        shown += bool(view.shown)
        match.play(greedy(view, random))
    assert shown > 10


# -- real cards --------------------------------------------------------------------------------------------


class Said:
    """Answers the questions of a score sheet."""

    names = ("Anna", "Ben")

    def __init__(self, rules: Ruleset, knocker: int | None, left: tuple[str | int, str | int], spade: bool) -> None:
        self.rules = rules
        self._knocker, self._left, self._spade = knocker, left, spade
        self.asked: list[str] = []

    def who(self, key: str, question: str) -> int | None:
        return self._knocker

    def whether(self, key: str, question: str) -> bool:
        self.asked.append(question)
        return self._spade

    def left(self, seat: int, most: int | None = None) -> Leftover:
        told = self._left[seat]
        if isinstance(told, int):
            return Leftover(told)
        return Leftover.of(self.rules, self.rules.pack.heap(told))


@pytest.mark.parametrize(
    ("preset", "knocker", "left", "spade", "points"),
    [
        (None, 0, (4, 20), False, (16, 0)),
        (None, 0, (0, 20), False, (45, 0)),
        (None, 1, (3, 9), False, (31, 0)),
        (None, None, (0, 0), False, (0, 0)),
        ("oklahoma", 1, (14, 4), True, (0, 20)),
        # A whole hand is arranged; it need not be said what is in melds.
        (None, 0, ("Qh Qd Qc 5s 6s 7s 8s Ah 2d 3c", "Kh Kd"), False, (14, 0)),
    ],
)
def test_a_hand_played_with_real_cards_scores_as_on_the_screen(
    preset: str | None, knocker: int | None, left: tuple[str | int, str | int], spade: bool, points: tuple[int, int]
) -> None:
    rules = gin(preset).rules
    outcome, score = score_on_paper(rules.scoring, Said(rules, knocker, left, spade))  # type: ignore[arg-type]
    assert outcome.seat == knocker
    assert score.totals == points


@pytest.mark.parametrize(
    ("oklahoma", "spades_double", "doubles"), [(True, True, True), (True, False, False), (False, True, False)]
)
def test_a_spade_is_asked_for_only_where_it_doubles_on_the_screen(
    oklahoma: bool, spades_double: bool, doubles: bool
) -> None:
    rules = gin(knocking={"oklahoma": oklahoma, "spades_double": spades_double}).rules
    said = Said(rules, 1, (14, 4), spade=True)
    _, score = score_on_paper(rules.scoring, said)  # type: ignore[arg-type]
    assert said.asked == (["Was the first upcard a spade?"] if doubles else [])
    assert score.totals == (0, 20 if doubles else 10)
