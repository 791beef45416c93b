"""Bots play at a human pace; keys work meanwhile, and the waiting can be skipped."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Event

import pytest

from rummykit.engine.views import View
from rummykit_cli.table.app import TableApp
from table.tables import TablePilot, laid_game, log_text, new_game, pick, sit, table, words

LONG = 120.0


def _waiting_table(folder: Path) -> TableApp:
    game = new_game(folder, "deutsches_romme", "You,greedy,greedy 2")
    laid_game(game, hands=["8c Ks Kd 2h", "3s 4s 9h Jd", "5s 6h Qh"], drawn=True)
    return table(game, pause=LONG)


async def _discard(pilot: TablePilot) -> None:
    await pilot.press("right", "space", "d")
    await pilot.pause()


@pytest.mark.parametrize("key", ["space", "n"])
def test_keys_work_while_bots_play_and_one_skips_the_waiting(key: str, tmp_path: Path) -> None:
    app = _waiting_table(tmp_path)

    async def play(pilot: TablePilot) -> None:
        began = time.monotonic()
        await _discard(pilot)
        assert not app.sitting.on_turn
        await _until(lambda: len(app.sitting.entries) >= 2)
        await pilot.press("v")
        await pilot.pause()
        assert "by value" in words(app)
        assert "'s turn. Space or n: do not wait." in words(app)
        await pilot.press("t")
        await pilot.pause()
        assert "Refused: It is not your turn: greedy" in words(app)
        await pilot.press("h")
        await pilot.pause()
        assert "Wait until it is your turn" in words(app), "no hint from another's hand"
        await pilot.press(key)
        await _until(lambda: app.sitting.on_turn)
        assert app.sitting.note == "", "whom to wait for is told only as long as it is true"
        assert time.monotonic() - began < LONG / 2
        await pilot.pause()
        assert "* greedy draws from the stock." in log_text(app) or "* greedy takes" in log_text(app)

    sit_without_waiting(app, play)


def test_a_bot_that_thinks_long_does_not_stop_the_keys(tmp_path: Path) -> None:
    app = _waiting_table(tmp_path)
    bots, thought = dict(app.sitting.session.bots), Event()

    def slow(view: View, random: object) -> object:
        thought.wait(60)
        return bots[view.seat](view, random)  # type: ignore[arg-type]

    app.sitting.session.bots = dict.fromkeys(bots, slow)  # type: ignore[misc]

    async def play(pilot: TablePilot) -> None:
        told = len(app.sitting.entries)
        await _discard(pilot)
        await pilot.press("v")
        assert app.sitting.fan.order.value == "value"
        assert len(app.sitting.entries) == told + 1, "the bot still thinks"

    try:
        sit_without_waiting(app, play)
    finally:
        thought.set()


def test_what_bots_did_is_marked_until_the_next_own_move(tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme")
    app = table(laid_game(game, hands=["8c Ks Kd 2h", "3s 4s 9h Jd"], drawn=True))

    async def play(pilot: TablePilot) -> None:
        await pick(pilot, "Ks")
        await pilot.press("d")
        await _until(lambda: app.sitting.on_turn)
        await pilot.pause()
        assert "* greedy discards" in log_text(app)
        assert "* You discard" not in log_text(app)
        await pilot.press("t")
        await pilot.pause()
        assert "* greedy" not in log_text(app)

    sit(app, play)


async def _until(holds: Callable[[], bool]) -> None:
    for _ in range(1000):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not happen")


def sit_without_waiting(app: TableApp, doing: Callable[[TablePilot], Awaitable[None]]) -> None:
    """Open the table, but do not wait for bots."""

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await doing(pilot)
        app.sitting.session.writer.close()

    asyncio.run(run())
