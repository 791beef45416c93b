"""The table in another language: questions are answered with its letters, and everything has its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from rummykit.i18n import Language
from rummykit_cli.table.possible_moves import NO, YES, yes_or_no
from rummykit_cli.table.widgets.pages import Page
from table.tables import TablePilot, laid_game, new_game, pick, press, sit, table

PACKAGES = ["rummykit_session", "rummykit_cli", "rummykit"]
GERMAN = Language.of("de", PACKAGES)


@pytest.mark.parametrize(("code", "letters"), [("en", "yn"), ("de", "jn"), ("hu", "in")])
def test_questions_have_the_first_letters_of_their_answers_as_keys(code: str, letters: str) -> None:
    with Language.of(code, PACKAGES).spoken():
        buttons = yes_or_no()
    assert [button.action for button in buttons] == [YES, NO]
    assert "".join(button.key for button in buttons) == letters
    assert "".join(button.other_key for button in buttons) == "yn"


@pytest.mark.parametrize(("key", "moves"), [("j", 0), ("y", 0), ("n", 1)])
def test_a_question_is_answered_in_the_own_language_or_in_english(key: str, moves: int, tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme", "Anna,Ben")
    app = table(laid_game(game, hands=["8c Ks Kd", "3s 4s"], table=["1: 5c 6c 7c"], drawn=True))

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "enter")
        await pick(pilot, "Ks")
        await press(pilot, "d", "enter", "u")
        assert isinstance(app.screen, Page)
        await press(pilot, key)
        assert game.moves == moves

    sit(app, play, language=GERMAN)
