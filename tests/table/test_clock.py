"""The clock on the full screen: what is left is shown, and whoever is late finds the next player at the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rummykit.i18n import Language
from rummykit_cli.table.app import TableApp
from rummykit_cli.table.arranging import ArrangeScreen
from rummykit_cli.table.widgets.pages import Page
from rummykit_session.clock import LONGEST_GAP, Clock
from rummykit_session.session import Session
from table.tables import TablePilot, laid_game, log_text, new_game, press, screen_text, settled, sit, table, words

HAND, OTHER = "8c Ks Kd 2h", "3s 4s 9h"


PACKAGES = ["rummykit_session", "rummykit_cli", "rummykit"]


class Time:
    """What a clock reads."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def timed(folder: Path, time: Time, players: str, variant: str = "deutsches_romme", **cards: Any) -> Session:
    game = new_game(folder, variant, players, turn={"seconds": 30, "late_penalty": 2})
    game.clock = Clock(30, time)
    return laid_game(game, **{"hands": [HAND, OTHER], "open_card": "Qd", "stock_top": "7h 6h 5h 4h"} | cards)


async def wait(pilot: TablePilot, time: Time, seconds: int) -> None:
    """Let time go by, with a look at the clock every second."""
    app = pilot.app
    assert isinstance(app, TableApp)
    for _ in range(seconds):
        time.now += 1
        await app._tick()
    await settled(pilot)


@pytest.mark.option("turn.seconds", "turn.late_penalty")
def test_what_is_left_is_shown_and_at_the_end_of_it_the_turn_is_over(tmp_path: Path) -> None:
    time = Time()
    app = table(timed(tmp_path, time, "You,greedy"))

    async def play(pilot: TablePilot) -> None:
        assert "30 s left" in screen_text(app)
        await wait(pilot, time, 15)
        assert "15 s left" in screen_text(app)
        await wait(pilot, time, 6)
        assert "only 9 s left!" in screen_text(app)
        await press(pilot, "question_mark")
        assert isinstance(app.screen, Page)
        await wait(pilot, time, 9)
        assert not isinstance(app.screen, Page)
        assert "You were too late and draw 3 cards." in log_text(app)
        assert "You drew" in words(app)
        assert app.sitting.fan.slots
        assert app.sitting.on_turn  # the bot has played meanwhile
        assert "30 s left" in screen_text(app)

    sit(app, play)


@pytest.mark.option("turn.seconds")
def test_the_next_person_is_asked_and_nobody_loses_time_for_it(tmp_path: Path) -> None:
    time = Time()
    app = table(timed(tmp_path, time, "Anna,Ben"))

    async def play(pilot: TablePilot) -> None:
        await wait(pilot, time, 100)
        await press(pilot, "enter")
        assert "30 s left" in screen_text(app)
        await wait(pilot, time, 30)
        assert "Hand the screen to Ben." in words(app)
        await wait(pilot, time, 100)
        await press(pilot, "enter")
        assert "Anna was too late and draws 3 cards." in log_text(app)
        assert "30 s left" in screen_text(app)

    sit(app, play)


@pytest.mark.option("turn.seconds")
def test_rearranging_shows_the_clock_and_ends_with_the_turn(tmp_path: Path) -> None:
    time = Time()
    game = timed(tmp_path, time, "You,greedy", "raeuber_romme", table=["1: 3c 4c 5c 6c 7c 8c"], melded=[0], drawn=True)
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "a")
        await wait(pilot, time, 5)
        assert isinstance(app.screen, ArrangeScreen)
        assert "25 s left" in screen_text(app)
        await wait(pilot, time, 25)
        assert not isinstance(app.screen, ArrangeScreen)
        assert "You were too late and draw 2 cards." in log_text(app)

    sit(app, play)


@pytest.mark.option("turn.seconds")
def test_a_machine_that_was_asleep_is_told_of(tmp_path: Path) -> None:
    time = Time()
    app = table(timed(tmp_path, time, "You,greedy"))

    async def play(pilot: TablePilot) -> None:
        time.now += LONGEST_GAP + 3600
        await app._tick()
        await pilot.pause()
        assert "The clock has stood still for 3610 seconds, which nobody loses." in log_text(app)
        assert "30 s left" in screen_text(app)

    sit(app, play)


@pytest.mark.parametrize(
    ("code", "left", "late"),
    [("de", "noch 30 s", "Du warst zu spät und ziehst 3 Karten."), ("hu", "még 30 mp", "Elkéstél, 3 lapot húzol.")],
)
def test_in_other_languages(tmp_path: Path, code: str, left: str, late: str) -> None:
    time = Time()
    app = table(timed(tmp_path, time, "You,greedy"))

    async def play(pilot: TablePilot) -> None:
        assert left in screen_text(app)
        await wait(pilot, time, 30)
        assert late in log_text(app)

    sit(app, play, language=Language.of(code, PACKAGES))
