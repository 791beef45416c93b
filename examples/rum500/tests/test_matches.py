"""Whole games of 500 Rum: told as a story, hinted at, with real cards, and with a pile of forty cards."""

from __future__ import annotations

import sys
from random import Random
from types import FrameType

import pytest
from rummykit.engine.actions import Draw, LayOff, Source
from rummykit.engine.match import Match
from rummykit.engine.round import Round
from rummykit.engine.scoring import Leftover, score_on_paper
from rummykit.engine.table import Ending
from rummykit.events import Drew, make
from rummykit_bots.hints import hint
from rummykit_cli.render.telling import tell
from rummykit_session.table_state import lying_open, open_card_words, owner_words

from rum_tables import PILE, facing, playing, rum

NAMES = ("Anna", "Ben", "Carla")


def test_the_log_tells_what_was_really_taken() -> None:
    match = Match(rum().rules, 1, NAMES[:2])
    match.round = facing("Kd Kc 5s").round
    told = [tell(event, NAMES) for event in make(match, Draw(Source.DISCARD, cards=2))]
    assert told == ["Anna takes Ks and the card above it (2d)."]


def test_the_tables_show_the_pile_and_who_laid_off_a_card() -> None:
    match = Match(rum().rules, 1, NAMES[:2])
    match.round = playing("7h 8h 9s", "2: 4h 5h 6h").play("layoff 7h > 1", "layoff 8h > 1").round
    table = lying_open(match)
    assert owner_words(table.melds[0], table) == "Ben; 7h 8h by Anna"
    match.round = facing("Kd Kc 5s").round
    assert open_card_words(lying_open(match)) == f"discards {PILE}"


def test_the_bot_takes_a_card_for_a_meld_and_says_why() -> None:
    table = facing("Kd Kc 5s 8h", "4h 9c Ks 2c")
    given = hint(table.round.view(0), Random(1))
    assert given.action == Draw(Source.DISCARD, cards=2)
    assert given.move == "You can take Ks and the card above it: draw discard 2"
    assert given.why == "Ks makes a set: Ks Kd Kc. The card above it comes to your hand: 2c."


def test_hints_are_there_for_every_decision() -> None:
    round, random = Round(rum(3).rules, 0, 3), Random(3)
    deep = lay_offs = 0
    while round.outcome is None:
        given = hint(round.view(round.actor), random)
        assert given.look
        assert given.action in round.legal_actions()
        deep += isinstance(given.action, Draw) and given.action.cards > 1
        lay_offs += isinstance(given.action, LayOff)
        round.play(given.action)
    assert deep
    assert lay_offs


def test_every_card_of_a_match_is_told() -> None:
    match, random = Match(rum(3).rules, 5, NAMES), Random(5)
    taken = 0
    while not match.is_over:
        for event in make(match, random.choice(list(match.legal_actions))):
            taken += isinstance(event, Drew) and bool(event.above)
    assert taken > 20
    assert max(match.totals) >= 500


class Sheet:
    """A score sheet on which everything is written already."""

    def __init__(self, laid: tuple[int, ...], left: tuple[int, ...], seat: int | None) -> None:
        self.rules, self.names = rum(3).rules, NAMES
        self._laid, self._left, self._seat = laid, left, seat

    def who(self, key: str, question: str) -> int | None:
        assert question == "Who went out?"
        return self._seat

    def laid(self, seat: int) -> int:
        return self._laid[seat]

    def left(self, seat: int, most: int | None = None) -> Leftover:
        return Leftover(self._left[seat])


@pytest.mark.rule("RUM-SCORE-01")
def test_a_round_with_real_cards() -> None:
    outcome, score = score_on_paper(rum(3).rules.scoring, Sheet((60, 15, 0), (99, 20, 35), 0))  # type: ignore[arg-type]
    assert (outcome.ending, outcome.seat) == (Ending.OUT, 0)
    assert score.totals == (60, -5, -35)
    outcome, score = score_on_paper(rum(3).rules.scoring, Sheet((60, 15, 0), (5, 20, 35), None))  # type: ignore[arg-type]
    assert (outcome.ending, score.totals) == (Ending.STOCK, (55, -5, -35))


def _calls(round: Round) -> int:
    """How many calls a listing makes, once what can be remembered is: no clock, so no other process matters."""
    round.legal_actions()
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        round.legal_actions()
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("hand", ["As 3s 5d 7h 9c Jd 2c", "As 3s 5d 7h 9c Jd *"])
def test_a_pile_of_forty_cards_is_listed_with_a_look_at_each(hand: str) -> None:
    """What that takes beside other listings is measured by `benchmarks/pile.py`."""
    deep = rum().deal(hands=[hand], table=["2: 8s 9s 10s"], open_card="Kd", stock_size=3).round
    assert len(deep.pile) > 40
    assert len(deep.legal_actions()) > 20
    assert _calls(deep) < 4 * len(deep.pile)
