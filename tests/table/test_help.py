"""Hints, taking moves back, and the help page."""

from __future__ import annotations

from pathlib import Path

from rummykit.engine.records import Record, TableHelp
from rummykit_cli.table.widgets.pages import Page
from table.tables import TablePilot, laid_game, log_text, lying, new_game, pick, press, sit, table, words


def test_a_hint_in_three_steps_is_counted_once(tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme", seed=3)
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        steps = []
        for _ in range(3):
            await press(pilot, "h")
            steps.append(app.sitting.note)
            assert " ".join(app.sitting.note.split()) in words(app)
        assert len(set(steps)) == 3
        assert [step.endswith("\nPress h again for more.") for step in steps] == [True, True, False]
        assert not any("Type 'hint'" in step for step in steps)
        await press(pilot, "h")
        assert app.sitting.note == steps[0], "and from the first again"
        assert game.hints == [1, 0]

    sit(app, play)


def test_no_hints_and_no_undo_at_a_strict_table(tmp_path: Path) -> None:
    app = table(new_game(tmp_path, "deutsches_romme", help=TableHelp(hints=False, undo=False)))

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "h")
        assert "There are no hints at this table." in words(app)
        await press(pilot, "u")
        assert "No move is taken back at this table." in words(app)

    sit(app, play)


def test_a_move_is_taken_back(tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme")
    app = table(laid_game(game, hands=["8c Ks Kd", "3s"], table=["1: 5c 6c 7c"], drawn=True))

    async def play(pilot: TablePilot) -> None:
        await pick(pilot, "8c")
        await press(pilot, "l")
        assert lying(app) == ["5c 6c 7c 8c"]
        assert "u undo" in words(app)
        await press(pilot, "u")
        assert lying(app) == ["5c 6c 7c"]
        assert "8c" in [slot.card.text for slot in app.sitting.fan.slots]
        assert "You take back your last move." in log_text(app)
        await press(pilot, "u")
        assert "There is nothing to take back" in words(app)

    sit(app, play)
    assert Record.read(tmp_path / "game.rummy").moves == 0


def test_the_move_of_another_person_is_taken_back_only_if_all_agree(tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme", "Anna,Ben")
    app = table(laid_game(game, hands=["8c Ks Kd", "3s 4s"], table=["1: 5c 6c 7c"], drawn=True))

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "enter")
        await pick(pilot, "Ks")
        await press(pilot, "d")
        assert "Hand the screen to Ben." in words(app)
        await press(pilot, "enter", "u")
        assert isinstance(app.screen, Page)
        assert "Does everybody agree to take back Anna's last move?" in words(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, Page), "it must be answered"
        await press(pilot, "n")
        assert game.moves == 1
        await press(pilot, "u", "y")
        assert game.moves == 0
        assert "Hand the screen to Anna." in words(app)
        await press(pilot, "enter")
        assert "Anna takes back their last move." in log_text(app)
        assert "Ks" in [slot.card.text for slot in app.sitting.fan.slots]

    sit(app, play)


def test_the_help_page_has_all_keys_and_how_moves_are_typed(tmp_path: Path) -> None:
    app = table(new_game(tmp_path, "deutsches_romme", seed=3))

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "question_mark")
        assert "pick the card, or put it back" in words(app)
        assert "leave; the game is saved" in words(app)
        assert "layoff CARD > MELD-NUMBER" in words(app)
        await press(pilot, "escape")
        assert "Your hand" in words(app)

    sit(app, play, size=(100, 60))
