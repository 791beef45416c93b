"""What a scoring asks about a round played with real cards, and what becomes of the answers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from core_games import NAMES, rules_of

from rummykit.cards import Card
from rummykit.engine.ruleset import Ruleset
from rummykit.engine.scoring import Leftover, PaperScoring, RoundScore, ask_ending, score_on_paper
from rummykit.engine.table import Ending, Outcome


@dataclass
class Told:
    """Answers by the key of the question; hands are told in cards or in points."""

    rules: Ruleset
    answers: dict[str, Any]
    asked: list[str] = field(default_factory=list)

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.rules.players]

    def _answer(self, key: str, question: str = "") -> Any:
        self.asked.append(question)
        return self.answers[key]

    def who(self, key: str, question: str) -> int | None:
        seat: int | None = self._answer(key, question)
        return seat

    def all_who(self, key: str, question: str) -> tuple[int, ...]:
        seats: tuple[int, ...] = self._answer(key, question)
        return seats

    def whether(self, key: str, question: str, *, by_last_card: bool = False) -> bool:
        return bool(self._answer(key, question))

    def which(self, key: str, question: str, choices: Mapping[str, str], number: int = 1) -> tuple[str, ...]:
        chosen: tuple[str, ...] = self._answer(key, question)
        assert len(chosen) == number
        assert set(chosen) <= set(choices)
        return chosen

    def left(self, seat: int, most: int | None = None) -> Leftover:
        left = self._answer(f"left {seat}")
        return Leftover(left) if isinstance(left, int) else Leftover.of(self.rules, self.rules.pack.heap(left))

    def points(self, seat: int) -> int:
        return int(self._answer(f"points {seat}"))

    def laid(self, seat: int) -> int:
        return int(self._answer(f"laid {seat}"))


def told(variant: str, players: int = 3, sections: dict[str, Any] | None = None, **answers: Any) -> Told:
    """Set a table up; ``left_0`` and ``points_0`` are the answers about seat 0."""
    by_key = {re.sub(r"^(left|points|laid)_", r"\1 ", key): answer for key, answer in answers.items()}
    return Told(rules_of(players, variant, **(sections or {})), by_key)


def scored(paper: Told) -> tuple[Outcome, RoundScore]:
    assert isinstance(paper.rules.scoring, PaperScoring)
    return score_on_paper(paper.rules.scoring, paper)


# -- hands -----------------------------------------------------------------------------------------------


def test_cards_are_counted_as_in_a_round_and_points_taken_as_they_are() -> None:
    outcome, score = scored(told("deutsches_romme", ended=1, at_once=False, left_0="* Ah 7s", left_2=35))
    assert (outcome, score.totals) == (Outcome(Ending.OUT, 1), (38, 0, 35))
    assert score.items[0].counts == (3, 0, None)


@pytest.mark.parametrize(("winner", "totals"), [("collects", (0, 73, 0)), ("paid_by_losers", (-38, 73, -35))])
def test_on_a_sheet_too_the_winner_gets_what_the_others_hold(winner: str, totals: tuple[int, ...]) -> None:
    sections = {"scoring": {"winner": winner}}
    paper = told("deutsches_romme", sections=sections, ended=1, at_once=False, left_0="* Ah 7s", left_2=35)
    assert scored(paper)[1].totals == totals


@pytest.mark.parametrize(("winner", "totals"), [("collects", (18, 0, 0)), ("paid_by_losers", (18, -15, -3))])
def test_on_a_sheet_too_the_lowest_hand_may_win(winner: str, totals: tuple[int, ...]) -> None:
    sections = {"scoring": {"winner": winner, "unfinished": "lowest"}}
    paper = told("deutsches_romme", sections=sections, ended=None, left_0="Kd Qd", left_1=35, left_2="Kh Qh 3c")
    outcome, score = scored(paper)
    assert (outcome.seat, score.totals) == (None, totals)


@pytest.mark.parametrize(
    ("unmelded", "asked", "totals"),
    [("normal", False, (38, 0, 35)), ("double", True, (76, 0, 35)), (100, True, (100, 0, 35))],
)
def test_who_never_melded_is_asked_where_it_matters(unmelded: Any, asked: bool, totals: tuple[int, ...]) -> None:
    answers = {"ended": 1, "at_once": False, "left_0": "* Ah 7s", "left_2": 35} | (
        {"unmelded": (0, 1)} if asked else {}
    )
    if unmelded == 100:
        del answers["left_0"]  # nobody has to count it
    paper = told("deutsches_romme", sections={"scoring": {"unmelded": unmelded}}, **answers)
    assert scored(paper)[1].totals == totals
    assert ("Who has laid no meld?" in paper.asked) == asked


def test_after_a_hand_romme_at_an_empty_table_nobody_else_has_melded() -> None:
    sections = {"scoring": {"unmelded": "double"}}
    paper = told("deutsches_romme", 2, sections, ended=1, at_once=True, left_0=30)
    assert scored(paper)[1].totals == (120, 0)
    sections["hand_romme"] = {"when": "own_all_at_once"}
    paper = told("deutsches_romme", 2, sections, ended=1, at_once=True, unmelded=(), left_0=30)
    assert scored(paper)[1].totals == (60, 0)


def test_a_last_joker_is_asked_about_where_it_multiplies() -> None:
    sections = {"scoring": {"last_joker": 3, "out_bonus": 25}}
    paper = told("deutsches_romme", 2, sections, ended=1, at_once=False, last_joker=True, left_0=30)
    _, score = scored(paper)
    assert "Was Ben's last card a joker?" in paper.asked
    assert (score.totals, str(score.remark)) == (
        (90, -25),
        "The last card of Ben was a joker: the others' points count 3 times.",
    )


def test_rummy17_asks_who_never_melded() -> None:
    sections = {"scoring": {"unmelded": 20}}
    _, score = scored(told("rummy17", 2, sections, ended=1, last_17=False, unmelded=(0,), **BONUSES))
    assert [item.points for item in score.items[:2]] == [(0, 0), (-20, 0)]


def test_where_hands_are_shown_only_what_is_in_no_meld_counts() -> None:
    cards = "5s 6s 7s Qh Qd Qc 3c"
    outcome, score = scored(told("wiener_rummy", ended=0, ending=("knock",), left_0=cards, left_1=9, left_2="2h 9d"))
    assert (outcome, score.totals) == (Outcome(Ending.KNOCK, 0), (3, 9, 11))
    assert score.items[0].counts == (1, None, 2)


# -- how it ended ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "question"), [("rummy17", "Who went out?"), ("wiener_rummy", "Who knocked or called?")]
)
def test_if_nobody_ended_the_round_all_hands_count(variant: str, question: str) -> None:
    paper = told(variant, ended=None, left_0=5, left_1=0, left_2=7, open=("most_sets",) * 5)
    assert ask_ending(paper) == Outcome(Ending.STOCK)
    assert paper.asked == [question]


def test_a_call_leaves_nothing_in_the_hand() -> None:
    sections = {"scoring": {"call_bonus": 10}}
    outcome, score = scored(told("wiener_rummy", 3, sections, ended=2, ending=("call",), left_0=4, left_1=20))
    assert (outcome.ending, score.totals) == (Ending.CALL, (14, 30, 0))


def test_whoever_knocked_may_be_undercut() -> None:
    sections = {"scoring": {"undercut": 10}}
    _, score = scored(told("wiener_rummy", 2, sections, ended=0, ending=("knock",), left_0=4, left_1=2))
    assert score.totals == (14, 2)
    assert str(score.remark) == "Anna knocked and was undercut."


# -- what the games ask besides --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("when", "question"),
    [
        ("table_empty", "Was it Hand-Rommé: did Ben lay the whole hand in one turn, before anybody else melded?"),
        ("own_all_at_once", "Was it Hand-Rommé: did Ben lay the whole hand in one turn?"),
    ],
)
def test_hand_romme_doubles(when: str, question: str) -> None:
    sections = {"hand_romme": {"when": when}}
    paper = told("deutsches_romme", 2, sections, ended=1, at_once=True, left_0=30)
    _, score = scored(paper)
    assert question in paper.asked
    assert (score.totals, score.factors) == ((60, 0), (2, 1))
    assert str(score.remark) == "Hand-Rommé by Ben: the others' points count 2 times."


def test_hand_romme_is_not_asked_about_where_it_is_not_played() -> None:
    paper = told("deutsches_romme", 2, {"hand_romme": {"when": "never"}}, ended=1, left_0=30)
    assert scored(paper)[1].totals == (30, 0)


BONUSES = {
    "open": ("most_cards", "most_sets", "most_runs", "most_red", "game_finished"),
    "bonus most_cards": (0, 1),
    "bonus most_sets": (),
    "bonus most_runs": (1,),
    "bonus most_red": (0,),
}


@pytest.mark.parametrize(
    ("double", "totals", "remark"),
    [
        ("all_players", (6, 18), "Rummy 17! The last card was a 17: all points count double."),
        ("finisher_only", (3, 18), "Rummy 17! The last card was a 17: the points of Ben count double."),
    ],
)
def test_rummy17_counts_bonus_cards_and_the_last_17(double: str, totals: tuple[int, int], remark: str) -> None:
    sections = {"scoring": {"double_17": double}}
    _, score = scored(told("rummy17", 2, sections, ended=1, last_17=True, left_0="9r 17g", **BONUSES))
    assert [item.points for item in score.items] == [(-3, 0), (3, 3), (0, 0), (0, 3), (3, 0), (0, 3)]
    assert (score.totals, str(score.remark)) == (totals, remark)


def test_rummy17_without_a_winner_gives_nobody_the_last_bonus_card() -> None:
    _, score = scored(told("rummy17", 2, ended=None, left_0=4, left_1=6, **BONUSES))
    assert score.totals == (2, 0)
    assert score.items[-1].points == (0, 0)


# -- a scoring without questions -------------------------------------------------------------------------


class CountedElsewhere:
    """A scoring that knows nothing of paper."""

    high_wins = True

    def score(self, round: object) -> RoundScore:
        raise NotImplementedError

    def standing(self, players: int, table: object, side_cards: object) -> tuple[()]:
        return ()

    def card_penalty(self, card: Card) -> int:
        return 1

    def finish_factor(self, card: Card) -> int:
        return 1


def test_a_scoring_without_questions_is_told_the_points() -> None:
    paper = told("rummy17", ended=2, points_0=5, points_1=-3, points_2=0)
    outcome, score = score_on_paper(CountedElsewhere(), paper)
    assert (outcome, score) == (Outcome(Ending.OUT, 2), RoundScore((), (1, 1, 1), (5, -3, 0)))
