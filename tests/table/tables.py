"""Games on the full-screen table, without a terminal: set up, run, and read off the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from rich.style import Style
from textual.pilot import Pilot

from rummykit.engine.match import Match
from rummykit.engine.records import ALL_HELP, SeatInfo, TableHelp
from rummykit.i18n import IN_ENGLISH, Language
from rummykit.plugin.plugins import Plugins
from rummykit.scenario import Scenario, resolve
from rummykit_cli.render.palettes import STANDARD, Palette
from rummykit_cli.table.app import Parting, TableApp
from rummykit_cli.table.widgets.ink import DARK, Look
from rummykit_cli.table.widgets.line import MoveLine
from rummykit_cli.table.widgets.log import LogScroll, TableLog
from rummykit_cli.table.widgets.pages import Page
from rummykit_cli.table.widgets.pieces import Bar
from rummykit_session.session import Session, bots_at
from rummykit_session.storage.recording import RecordWriter

PLUGINS = Plugins.discover()
SMALL = (80, 24)
TablePilot = Pilot[Parting]


def new_game(
    folder: Path,
    variant: str,
    players: str = "You,greedy",
    seed: int = 1,
    *,
    preset: str | None = None,
    help: TableHelp = ALL_HELP,
    **sections: dict[str, Any],
) -> Session:
    """Deal a new game; 'greedy' and 'greedy 2' are bots, other names are people."""
    seats = tuple(SeatInfo(name, "greedy" if name.startswith("greedy") else None) for name in players.split(","))
    rules = PLUGINS.assemble(resolve(PLUGINS, variant, preset=preset, **sections), len(seats))
    match = Match(rules, seed, [seat.name for seat in seats])
    writer = RecordWriter.create(folder / "game.rummy", match, seats, help)
    return Session(match, seats, writer, bots_at(seats, PLUGINS, match.rules), help)


def laid_game(game: Session, **cards: Any) -> Session:
    """Lay the cards of the game's round as `Scenario.deal` is told."""
    laid = Scenario.by(game.match.rules, PLUGINS).deal(**cards).round
    laid.names, laid.number = game.match.round.names, game.match.round.number
    game.match.round = laid
    return game


def table(game: Session, look: Look = DARK, palette: Palette = STANDARD, pause: float = 0) -> TableApp:
    return TableApp(game, palette, pause, look)


def sit(
    app: TableApp,
    doing: Callable[[TablePilot], Awaitable[None]],
    size: tuple[int, int] = SMALL,
    language: Language = IN_ENGLISH,
) -> None:
    """Open the table, let somebody do something there, and close it."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await settled(pilot)
            await doing(pilot)
        app.sitting.session.writer.close()

    with language.spoken():
        asyncio.run(run())


async def settled(pilot: TablePilot) -> None:
    """Wait until bots have played and a person is asked something, or the table is left; and the log is at its end."""
    app = pilot.app
    while True:
        await pilot.pause(0)
        busy = any(not worker.is_finished for worker in app.workers)
        page = app.screen if isinstance(app.screen, Page) else None
        asked = not busy or app.return_value is not None or (page and any(bar.buttons for bar in page.query(Bar)))
        if asked and not any(log.follows and log.scroll_y < log.max_scroll_y for log in app.screen.query(LogScroll)):
            return
        await asyncio.sleep(0.001)


async def press(pilot: TablePilot, *keys: str) -> None:
    """Press keys one after another, as fast as they are answered."""
    for key in keys:
        pilot.app.simulate_key(key)
        await pilot.pause(0)
    await settled(pilot)


async def type_line(pilot: TablePilot, line: str) -> None:
    """Type a line, send it off, and go back to the cards."""
    await press(pilot, "enter")
    await pilot.press(*line, "enter")
    await settled(pilot)
    if isinstance(pilot.app.focused, MoveLine):
        await press(pilot, "escape")


def screen_text(app: TableApp) -> str:
    """Return what stands on the screen, as a person reads it."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


def cells(app: TableApp) -> list[list[tuple[str, Style]]]:
    """Return every sign on the screen with its style."""
    strips = app.screen._compositor.render_strips()
    return [[(sign, segment.style or Style()) for segment in strip for sign in segment.text] for strip in strips]


def words(app: TableApp) -> str:
    """Return what stands on the screen, with its line breaks undone."""
    return " ".join(screen_text(app).split())


def log_text(app: TableApp) -> str:
    """Return the log as it stands on the screen, with its line breaks undone."""
    return " ".join(" ".join(row.plain for row in app.screen.query_one(TableLog).lines.rows).split())


async def pick(pilot: TablePilot, cards: str) -> None:
    """Pick cards by their names, with the keys."""
    assert isinstance(pilot.app, TableApp)
    fan = pilot.app.sitting.fan
    for name in cards.split():
        at = next(i for i, slot in enumerate(fan.slots) if slot.card.text == name and not slot.picked)
        steps = at - fan.cursor
        await press(pilot, *["right" if steps > 0 else "left"] * abs(steps), "space")


def lying(app: TableApp) -> list[str]:
    """Return the melds on the table."""
    return [str(meld) for meld in app.sitting.match.round.table.values()]
