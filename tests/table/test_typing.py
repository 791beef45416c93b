"""The line for those who type: moves and commands as in line mode, lines that can be mended, and earlier lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.events import Key

from rummykit_cli.table.app import TableApp
from rummykit_cli.table.widgets.hand import HandFan
from rummykit_cli.table.widgets.line import MoveLine
from rummykit_cli.table.widgets.pages import Page
from rummykit_cli.table.widgets.pieces import Bar
from rummykit_session.session import Session
from table.tables import (
    TablePilot,
    laid_game,
    log_text,
    lying,
    new_game,
    press,
    settled,
    sit,
    table,
    type_line,
    words,
)


@pytest.fixture
def game(tmp_path: Path) -> Session:
    laid = {"table": ["1: 5c 6c 7c"], "open_card": "9d", "stock_top": "4h"}
    return laid_game(new_game(tmp_path, "deutsches_romme"), hands=["8c Ks Kd 2s", "3s"], **laid)


async def send(pilot: TablePilot, line: str) -> None:
    """Type a line and send it off, and stay wherever that leads."""
    await press(pilot, "enter")
    await pilot.press(*line, "enter")
    await settled(pilot)


def line_of(app: TableApp) -> MoveLine:
    return app.screen.query_one(MoveLine)


def bring(app: TableApp, key: str) -> None:
    """Bring a key as the terminal does in a paste, or on a slow line: before the one before it has done its work."""
    event = Key(key, {"space": " ", "enter": "\r"}.get(key, key))
    event.set_sender(app)
    assert app._driver is not None
    app._driver.process_message(event)


def test_letters_that_come_along_with_enter_are_typed_and_are_no_keys(game: Session) -> None:
    app = table(game)

    async def burst(pilot: TablePilot) -> None:
        await press(pilot, "t", "space")
        assert "You draw from the stock." in log_text(app)
        moves = game.moves
        for key in ("enter", *"discard"):
            bring(app, key)
        await settled(pilot)
        assert line_of(app).value == "discard"
        assert game.moves == moves
        for key in ("space", "2", "s", "enter"):
            bring(app, key)
        while game.moves == moves:  # the line hands a key on to the table only when its own turn comes
            await pilot.pause(0.01)
        await settled(pilot)
        assert "discard 2s" in [str(move) for move in game.match.moves]

    sit(app, burst)


def test_moves_and_commands_can_be_typed_as_in_line_mode(game: Session) -> None:
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        await type_line(pilot, "draw stock")
        assert "You draw from the stock." in log_text(app)
        await type_line(pilot, "layof 8c > 1")
        assert "'layof' is neither a move nor a command." in words(app)
        await type_line(pilot, "meld 8c Ks Kd")
        assert "Refused: 8c Ks Kd is not a meld: the cards share neither one value nor one suit." in words(app)
        await press(pilot, "w")
        assert "Why not? ROM-MELD" in words(app)
        await press(pilot, "enter")
        await type_line(pilot, "layoff 8c > 1")
        assert lying(app) == ["5c 6c 7c 8c"]

    sit(app, play)


@pytest.mark.parametrize(
    ("line", "answered"),
    [
        ("help", "layoff CARD > MELD-NUMBER"),
        ("moves", "draw stock"),
        ("rule ROM-FIRST-01", "ROM-FIRST-01: The melds laid down first must count 40 points together"),
        ("rule", "The rules by topic"),
        ("hint", "Press h again for more."),
        ("sort value", "by value"),
        ("sort up", "Say 'sort colour' or 'sort value'."),
        ("undo", "There is nothing to take back"),
        ("rearrange", "This game does not know the move 'arrange'."),
    ],
)
def test_commands(line: str, answered: str, tmp_path: Path) -> None:
    app = table(laid_game(new_game(tmp_path, "deutsches_romme"), hands=["8c Ks", "3s"], open_card="9d"))

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "enter")
        await pilot.press(*line, "enter")
        await pilot.pause()
        assert answered in words(app)
        if isinstance(app.screen, Page):
            await press(pilot, "escape")
            assert "Your hand" in words(app)

    sit(app, play)


# -- where keys go -----------------------------------------------------------------------------------------


def test_after_an_accepted_move_the_keys_count_again(game: Session) -> None:
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        await send(pilot, "draw stock")
        assert isinstance(app.focused, HandFan)
        assert line_of(app).value == ""
        await press(pilot, "space")
        assert app.sitting.fan.picked, "the space bar picks a card"

    sit(app, play)


@pytest.mark.parametrize("line", ["meld 8c Ks Kd", "layof 8c > 1", "layoff 8d > 1", "sort up"])
def test_a_line_that_cannot_be_done_stays_to_be_mended(line: str, game: Session) -> None:
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "t")
        await send(pilot, line)
        assert app.focused is line_of(app)
        assert line_of(app).value == line
        await pilot.press("right", "!")
        assert line_of(app).value == f"{line}!", "the cursor keys lead into the line"
        await pilot.press("enter")
        await settled(pilot)
        await pilot.press("m")
        assert line_of(app).value == "m", "what is typed at once replaces it"
        await press(pilot, "escape")
        assert isinstance(app.focused, HandFan)
        assert line_of(app).value == ""

    sit(app, play)


def test_while_somebody_types_only_the_keys_of_the_line_are_shown(game: Session) -> None:
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        assert "Enter: type a move, or help space pick c colour" in words(app)
        await press(pilot, "enter")
        assert "Type a move, or help enter send the line esc back to the cards up down earlier lines" in words(app)
        assert "space pick" not in words(app)
        assert "t stock o take 9d m meld" in words(app), "no move is in brackets"
        await press(pilot, "escape")
        assert "[t stock] [o take 9d] m meld" in words(app)
        assert "Enter: type a move, or help space pick c colour" in words(app)

    sit(app, play)


def test_the_keys_of_the_line_can_be_clicked(game: Session) -> None:
    app = table(game)

    async def click(pilot: TablePilot, action: str) -> None:
        keys = app.screen.query_one("#keys", Bar)
        await pilot.click(keys, offset=(1 + keys.lines.spot(action).left, 0))
        await settled(pilot)

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "enter")
        await pilot.press(*"draw stock")
        await click(pilot, "send")
        assert "You draw from the stock." in log_text(app)
        await press(pilot, "enter")
        await click(pilot, "recall")
        assert line_of(app).value == "draw stock"
        await click(pilot, "put_back")
        assert isinstance(app.focused, HandFan)

    sit(app, play)


# -- earlier lines -----------------------------------------------------------------------------------------


def test_up_and_down_go_through_earlier_lines(game: Session) -> None:
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        for line in ("draw stock", "meld 8c Ks Kd", "meld 8c Ks Kd", "sort value"):
            await type_line(pilot, line)
        await press(pilot, "enter")
        await pilot.press(*"dis")
        seen = []
        for key in ("up", "up", "up", "up", "down", "down", "down", "down"):
            await pilot.press(key)
            seen.append(line_of(app).value)
        assert seen[:4] == ["sort value", "meld 8c Ks Kd", "draw stock", "draw stock"]
        assert seen[4:] == ["meld 8c Ks Kd", "sort value", "dis", "dis"], "what was begun is still there"

    sit(app, play)


def test_an_earlier_line_can_be_mended_and_sent(game: Session) -> None:
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "t")
        await type_line(pilot, "layoff 8c > 2")
        await press(pilot, "enter")
        await pilot.press("up", "backspace", "1", "enter")
        await settled(pilot)
        assert lying(app) == ["5c 6c 7c 8c"]

    sit(app, play)


def test_nobody_finds_the_lines_of_another_person(tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme", "Anna,Ben")
    app = table(laid_game(game, hands=["8c Ks Kd 2h", "3s 4s 9h"], open_card="Qd", stock_top="7h 6h"))

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "enter")
        await type_line(pilot, "draw stock")
        await send(pilot, "discard Ks")
        assert "Hand the screen to Ben." in words(app)
        await press(pilot, "enter", "enter")
        await pilot.press("up")
        assert line_of(app).value == ""
        await press(pilot, "escape", "t")
        await send(pilot, "discard 3s")
        await press(pilot, "enter", "enter")
        await pilot.press("up")
        assert line_of(app).value == "discard Ks", "Anna has her own again"

    sit(app, play)
