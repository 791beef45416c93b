"""Players who play together, on the full-screen table and in line mode."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console

from matches import PLUGINS
from rummykit.engine.deal import opposite
from rummykit.engine.match import Match
from rummykit.engine.records import SeatInfo
from rummykit.scenario import resolve
from rummykit_cli.render.plain import Screen
from rummykit_session.session import Session
from rummykit_session.storage.recording import RecordWriter
from rummykit_session.table_state import lying_open
from table.tables import TablePilot, laid_game, press, screen_text, sit, table

NAMES = ("Anna", "Ben", "Carla", "Dora")
CARDS: dict[str, Any] = {
    "hands": ["6s Kh 2c", "2d 3d", "Qd Jh", "5h 5d"],
    "table": ["3: 3s 4s 5s", "2: Jc Qc Kc"],
    "drawn": True,
}


def partners_game(folder: Path) -> Session:
    rules = PLUGINS.assemble(resolve(PLUGINS, "deutsches_romme", lay_offs={"on": "own"}), 4)
    rules = replace(rules, deal=replace(rules.deal, sides=opposite(4)))
    match, seats = Match(rules, 1, NAMES), tuple(map(SeatInfo, NAMES))
    game = Session(match, seats, RecordWriter.create(folder / "game.rummy", match, seats), {})
    return laid_game(game, **CARDS)


def test_the_full_screen_shows_partners_and_melds_of_both(tmp_path: Path) -> None:
    app = table(partners_game(tmp_path))

    async def look(pilot: TablePilot) -> None:
        await press(pilot, "enter")  # Anna takes the screen
        shown = screen_text(app)
        assert "with Carla" in shown
        assert "with Anna" in shown
        assert "(Anna & Carla)" in shown

    sit(app, look)


def test_line_mode_shows_partners_and_melds_of_both(tmp_path: Path) -> None:
    game, text = partners_game(tmp_path), io.StringIO()
    Screen(Console(file=text, width=100)).show_open(game.match.rules, lying_open(game.match))
    lines = text.getvalue().splitlines()
    assert any("Anna" in line and "with Carla, melded" in line for line in lines)
    assert any(line.rstrip().endswith("(Anna & Carla)") for line in lines)
    assert any(line.rstrip().endswith("(Ben & Dora)") for line in lines)
