"""Several people at one screen: between two of them it is covered, and nobody finds anything of another's."""

from __future__ import annotations

from pathlib import Path

import pytest

from rummykit_cli.table.app import Parting
from rummykit_cli.table.widgets.pages import Page
from rummykit_cli.table.widgets.pieces import Bar
from rummykit_session.session import Session
from table.tables import (
    TablePilot,
    laid_game,
    log_text,
    new_game,
    pick,
    press,
    screen_text,
    settled,
    sit,
    table,
    type_line,
    words,
)

ANNA, BEN = "8c Ks Kd 2h", "3s 4s 9h"


@pytest.fixture
def game(tmp_path: Path) -> Session:
    return laid_game(
        new_game(tmp_path, "deutsches_romme", "Anna,Ben"), hands=[ANNA, BEN], open_card="Qd", stock_top="7h 6h"
    )


def test_what_somebody_has_opened_is_closed_for_the_next(game: Session) -> None:
    """Help shows examples of the hand; it may still be open when bots come to their end."""
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "enter", "t")
        await press(pilot, "question_mark")
        assert isinstance(app.screen, Page)
        discard = next(action for action in game.match.legal_actions if str(action) == "discard Ks")
        assert app.sitting.play(discard)
        app.go_on()
        await settled(pilot)
        assert "Hand the screen to Ben." in words(app)
        await press(pilot, "enter")
        assert not isinstance(app.screen, Page)
        assert "3s" in screen_text(app)

    sit(app, play)


def test_the_screen_is_covered_between_two_people(game: Session) -> None:
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        assert "Hand the screen to Anna. It is Anna's turn." in words(app)
        _nothing_of(ANNA, screen_text(app))
        await press(pilot, "space", "escape", "d")
        assert isinstance(app.screen, Page), "only Enter uncovers it"
        await press(pilot, "enter")
        assert "8c" in screen_text(app)
        _nothing_of(BEN, screen_text(app))
        await press(pilot, "t")
        assert "You drew 7h." in words(app)
        await press(pilot, "h", "h")
        await pick(pilot, "Ks")
        await press(pilot, "d")
        assert "Hand the screen to Ben." in words(app)
        _nothing_of("8c Kd 2h 7h", screen_text(app))
        await press(pilot, "enter")
        shown = screen_text(app)
        assert "3s" in shown
        _nothing_of("8c Kd 2h 7h", shown)
        assert "You drew" not in shown
        assert "Anna draws from the stock. * Anna discards Ks." in log_text(app), "what Ben has missed is marked"
        assert "hint" not in app.sitting.note

    sit(app, play)


def test_nothing_typed_or_answered_is_left_for_the_next_person(game: Session) -> None:
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "enter", "t")
        await type_line(pilot, "meld 8c Ks Kd")
        assert "8c Ks Kd is not a meld" in words(app)
        await press(pilot, "enter")
        await pilot.press(*"discard Ks", "enter")
        await pilot.pause()
        assert "Hand the screen to Ben." in words(app)
        await press(pilot, "enter")
        _nothing_of("8c Kd 2h", screen_text(app))
        await press(pilot, "escape", "w")
        assert "Nothing has been refused yet." in words(app)

    sit(app, play)


def test_half_a_line_is_wiped_before_the_next_person(game: Session) -> None:
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "enter", "t")
        await pick(pilot, "Ks")
        await press(pilot, "enter")
        await pilot.press(*"meld 8c 2h")
        assert "meld 8c 2h" in words(app)
        moves = app.screen.query_one("#moves", Bar)
        await pilot.click(moves, offset=(1 + moves.lines.spot("discard").left + 1, 0))
        await settled(pilot)
        await press(pilot, "enter")
        assert "It is Ben" not in words(app)
        assert "3s" in screen_text(app)
        _nothing_of("8c 2h", screen_text(app))

    sit(app, play)


def test_the_table_can_be_left_while_it_is_covered(game: Session) -> None:
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "q")

    sit(app, play)
    assert app.return_value is Parting.LEFT


def test_while_a_claim_is_asked_the_drawn_card_waits(tmp_path: Path) -> None:
    game = new_game(tmp_path, "rummy17", "Anna,Ben")
    laid_game(game, hands=["2r 9g 1b", "3b 4b"], open_card="12v", stock_top="7y", discarder=0)
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "enter", "t")
        assert "Hand the screen to Ben. Ben is asked whether to claim 12v." in words(app)
        _nothing_of("7y 9g", screen_text(app))
        await press(pilot, "enter", "p", "enter")
        assert "You drew 7y." in words(app), "the screen was covered before Anna could read it"
        assert "+7y" in screen_text(app)

    sit(app, play)


def test_the_sheet_of_a_round_shows_no_hand_of_the_next(tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme", "Anna,Ben", match={"rounds": 2})
    laid_game(game, hands=["Ks", BEN], table=["1: 5c 6c 7c"], drawn=True)
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "enter")
        await pick(pilot, "Ks")
        await press(pilot, "d")
        assert "Round 1 is over: Anna went out." in words(app)
        assert app.sitting.match.round.number == 2
        actor = app.sitting.match.names[app.sitting.match.actor]
        await press(pilot, "enter")
        if app.sitting.match.actor != 0:
            assert f"Hand the screen to {actor}." in words(app)

    sit(app, play)


def _nothing_of(cards: str, shown: str) -> None:
    for card in cards.split():
        assert card not in shown
