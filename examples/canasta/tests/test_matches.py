"""Whole matches of Canasta: by bots, as they are told, and with real cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest
from rummykit.engine.match import Match
from rummykit.engine.scoring import Leftover, score_on_paper
from rummykit.engine.table import Ending
from rummykit.events import Acted, Drew, make
from rummykit_bots.hints import hint

from canasta_tables import KINGS, canasta, playing, plugins

NAMES = ("Anna", "Ben", "Carla", "Dora")


@pytest.mark.rule("CAN-SCORE-01")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_bots_play_a_match_to_its_end(players: int) -> None:
    match, random = Match(canasta(players).rules, 1, NAMES[:players]), Random(1)
    greedy, told = plugins().bots["greedy"].make(), Counter[type]()
    while not match.is_over:
        told.update(type(event) for event in make(match, greedy(match.view(match.actor), random)))
    assert max(match.totals) >= 5000
    assert {Acted, Drew} < set(told)
    if players == 4:
        assert match.totals[:2] == match.totals[2:]
        assert match.winners in ((0, 2), (1, 3))


def test_the_first_meld_is_that_of_the_match() -> None:
    match, random = Match(canasta(2).rules, 3, NAMES[:2]), Random(3)
    greedy = plugins().bots["greedy"].make()
    needed = set()
    while not match.is_over:
        view = match.view(match.actor)
        needed.add(view.rules.flow.laying_down.first_for(view, view.seat).min_points)
        match.apply(greedy(view, random))
    assert needed >= {50, 90, 120}


def test_bots_ask_a_partner_who_holds_much_and_the_partner_answers() -> None:
    hand = "8s 8h 8d Qc"
    asks = playing(hand, "4s", "As Ah Jc Qd Qh 5s", table=[f"3: {KINGS}"])
    greedy, random = plugins().bots["greedy"].make(), Random(1)
    assert str(greedy(asks.round.view(0), random)) == "ask"
    assert "Your partner still holds many cards" in str(hint(asks.round.view(0), random))
    asks.play("ask")
    assert str(greedy(asks.round.view(2), random)) == "no"
    poor = playing(hand, "4s", "As Ah Ad 5s", table=[f"3: {KINGS}"])
    assert str(greedy(poor.round.view(0), random)) != "ask"
    assert str(greedy(poor.play("ask").round.view(2), random)) == "yes"


class Sheet:
    """A score sheet on which everything is written already: by the key of a question, and by seat."""

    def __init__(self, seat: int | None, answers: Mapping[str, int], left: tuple[int, ...]) -> None:
        self.rules, self.names = canasta().rules, NAMES
        self._seat, self._answers, self._left = seat, answers, left

    def who(self, key: str, question: str) -> int | None:
        assert question == "Who went out?"
        return self._seat

    def whether(self, key: str, question: str) -> bool:
        assert question == "Did Anna go out concealed?"
        return bool(self._answers.get(key))

    def how_many(self, key: str, question: str, most: int) -> int:
        assert "Anna and Carla" in question or "Ben and Dora" in question
        assert self._answers.get(key, 0) <= most
        return self._answers.get(key, 0)

    def left(self, seat: int, most: int | None = None) -> Leftover:
        return Leftover(self._left[seat])


@pytest.mark.rule("CAN-SCORE-01")
def test_a_round_with_real_cards() -> None:
    answers = {"concealed": 1, "natural Anna": 1, "mixed Anna": 2, "red_threes Anna": 4, "red_threes Ben": 1}
    sheet = Sheet(0, {**answers, "laid Anna": 400}, (0, 90, 35, 15))
    outcome, score = score_on_paper(canasta().rules.scoring, sheet)  # type: ignore[arg-type]
    assert (outcome.ending, outcome.seat) == (Ending.OUT, 0)
    ours, theirs = 400 + 500 + 600 + 800 + 200 - 35, -100 - 90 - 15
    assert score.of_sides(canasta().rules.sides).totals == (ours, theirs, ours, theirs)


@pytest.mark.rule("CAN-END-01")
def test_nobody_went_out_with_real_cards() -> None:
    sheet = Sheet(None, {"mixed Ben": 1, "laid Anna": 100, "laid Ben": 200}, (10, 20, 30, 40))
    outcome, score = score_on_paper(canasta().rules.scoring, sheet)  # type: ignore[arg-type]
    assert outcome.ending is Ending.STOCK
    assert score.of_sides(canasta().rules.sides).totals == (60, 440, 60, 440)
