"""Whole matches of Indian Rummy: on the screen, by bots, and with real cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

import pytest
from rummykit.cards import Card
from rummykit.engine.actions import BUYBACK_YES
from rummykit.engine.match import Match
from rummykit.engine.ruleset import Ruleset
from rummykit.engine.scoring import Leftover, RoundScore, score_on_paper
from rummykit_bots.hints import hint

from indian_tables import OTHER, RIGHT, facing, holding, indian, plugins
from rummykit_indian_rummy.declaring import Declare
from rummykit_indian_rummy.dropping import Drop


def settled(preset: str, *rounds: tuple[int, ...]) -> Match:
    """A match of three of which these rounds were played."""
    match = Match(indian(3, preset).rules, 1, ("Anna", "Ben", "Cem"))
    for points in rounds:
        match.settle(RoundScore((), (1, 1, 1), points), points.index(0))
    return match


@pytest.mark.rule("IND-MATCH-01")
@pytest.mark.parametrize(("preset", "rounds"), [("points", 1), ("deals", 6)])
def test_a_fixed_number_of_rounds(preset: str, rounds: int) -> None:
    played = [(10, 0, 20)] * rounds
    assert not settled(preset, *played[1:]).is_over
    match = settled(preset, *played)
    assert match.is_over
    assert match.winners == (1,)


@pytest.mark.rule("IND-MATCH-01")
@pytest.mark.parametrize(("preset", "limit", "most"), [("pool_101", 101, 79), ("pool_201", 201, 174)])
def test_a_pool_is_rejoined_once_while_nobody_has_too_much(preset: str, limit: int, most: int) -> None:
    match = settled(preset, (limit - 1, 0, most))
    assert (match.offer, match.still_in) == (None, (0, 1, 2))
    match.settle(RoundScore((), (1, 1, 1), (1, 0, 0)), 1)
    assert match.offer is not None
    assert (match.offer.seat, match.offer.new_total) == (0, most + 1)
    match.play(BUYBACK_YES)
    assert (match.totals, match.still_in) == ((most + 1, 0, most), (0, 1, 2))
    late = settled(preset, (limit, 0, most + 1))
    assert (late.offer, late.still_in) == (None, (1, 2))
    again = settled(preset, (limit, 0, 0))
    again.play(BUYBACK_YES)
    again.settle(RoundScore((), (1, 1, 1), (limit, 0, 0)), 1)
    assert (again.offer, again.still_in) == (None, (1, 2))


def test_bots_drop_and_declare_and_every_round_has_a_winner() -> None:
    match, random, kinds = Match(indian(3, "pool_101").rules, 1, ("Anna", "Ben", "Cem")), Random(1), set()
    greedy = plugins().bots["greedy"].make()
    while len(match.scores) < 3:
        move = greedy(match.view(match.actor), random)
        kinds.add(type(move))
        match.play(move)
    assert all(score.totals.count(0) == 1 for score in match.scores)
    assert {Drop, Declare} <= kinds


def test_greedy_declares_and_drops_when_it_should() -> None:
    greedy = plugins().bots["greedy"].make()
    hopeless = "Ks Jh 9d 7c Kc Js 9h 7d 5c Qd 3s 10c As"
    for table, kind in (
        (holding(f"{RIGHT} 2d"), Declare),
        (facing("2h", hopeless), Drop),
    ):
        view = table.round.view(0)
        assert isinstance(greedy(view, Random(1)), kind)
        told = hint(view, Random(1))
        assert isinstance(told.action, kind)
        assert told.why
    assert not isinstance(greedy(facing("2h", RIGHT).round.view(0), Random(1)), Drop)


# -- real cards --------------------------------------------------------------------------------------------------


@dataclass
class Said:
    """Answers the questions of a score sheet."""

    rules: Ruleset
    answers: Mapping[str, object]
    names: tuple[str, ...] = ("Anna", "Ben", "Cem")
    asked: list[str] = field(default_factory=list)

    def who(self, key: str, question: str) -> int | None:
        self.asked.append(key)
        return self.answers[key]  # type: ignore[return-value]

    def all_who(self, key: str, question: str) -> tuple[int, ...]:
        self.asked.append(key)
        return self.answers.get(key, ())  # type: ignore[return-value]

    def which(self, key: str, question: str, choices: Mapping[str, str], number: int = 1) -> tuple[str, ...]:
        self.asked.append(key)
        return (str(self.answers[key]),)

    def left(self, seat: int, most: int | None = None, turned_up: Card | None = None) -> Leftover:
        self.asked.append(f"left {seat}")
        assert turned_up is not None
        rules = self.rules.with_turned_up(turned_up)
        return Leftover.of(rules, rules.pack.heap(str(self.answers[f"left {seat}"])))


@pytest.mark.rule("IND-SCORE-01")
@pytest.mark.parametrize(
    ("options", "answers", "points", "asked"),
    [
        (
            {},
            {"winner": 1, "early": (0,), "wild": "6", "left 2": "5h 6h 7h 9s 10s 6s Qs Kh"},
            (20, 0, 10),
            ["early", "late", "winner", "wild", "left 2"],
        ),
        ({}, {"late": (0, 1)}, (40, 40, 0), ["early", "late"]),
        ({}, {"winner": 0, "wild": "6", "left 1": OTHER, "left 2": "6s *"}, (0, 80, 0), None),
        (
            {"declaring": {"wrong": "ends_round"}},
            {"wrong": (1,), "early": (0,), "winner": None},
            (20, 80, 0),
            ["early", "late", "wrong"],
        ),
        (
            {"declaring": {"wrong": "leaves_round"}},
            {"wrong": (1,), "late": (0,)},
            (40, 80, 0),
            ["early", "late", "wrong"],
        ),
        (
            {"dropping": {"allowed": False}},
            {"winner": None, "wild": "A", "left 0": "Ks", "left 1": "Ah", "left 2": "2c"},
            (10, 0, 2),
            ["winner", "wild", "left 0", "left 1", "left 2"],
        ),
    ],
)
def test_a_round_played_with_real_cards_scores_as_on_the_screen(
    options: dict[str, dict[str, object]],
    answers: dict[str, object],
    points: tuple[int, ...],
    asked: list[str] | None,
) -> None:
    rules = indian(3, **options).rules
    said = Said(rules, answers)
    outcome, score = score_on_paper(rules.scoring, said)  # type: ignore[arg-type]
    assert score.totals == points
    assert outcome.seat == answers.get("winner", 2), "the last one left has won, and nobody needs to be asked"
    assert asked in (None, said.asked)
