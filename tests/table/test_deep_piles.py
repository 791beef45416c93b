"""A pile that lies spread, on the full screen: all of it is seen, and one says how deep one reaches."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rummykit.engine.match import Match
from rummykit.engine.records import ALL_HELP, SeatInfo
from rummykit.scenario import resolve
from rummykit_session.session import Session
from rummykit_session.storage.recording import RecordWriter
from table.tables import PLUGINS, TableApp, TablePilot, laid_game, press, screen_text, sit, table

LONG_PILE = "4h 9c 2s 7d Jh 3c 8s 5d Qh 10c As 6d 3h 9s Jd 2c 8h Kc 5s 10d Ah 7c 4d Ks 2d"


def deep_game(folder: Path, pile: str, *melds: str) -> TableApp:
    """Rommé for two with a spread pile, on whose table the first player is to draw."""
    rules = PLUGINS.assemble(resolve(PLUGINS, "deutsches_romme", first_meld={"min": 0}), 2)
    drawing = replace(rules.flow.drawing, spread=True, reach="any_depth")
    rules = replace(rules, flow=replace(rules.flow, drawing=drawing))
    seats = (SeatInfo("You", None), SeatInfo("Ben", None))
    match = Match(rules, 1, ["You", "Ben"])
    session = Session(match, seats, RecordWriter.create(folder / "game.rummy", match, seats, ALL_HELP), {}, ALL_HELP)
    return table(laid_game(session, hands=["Kd Kh 5s 3s", "6h 6s"], table=melds, open_card=pile))


@pytest.mark.parametrize("pile", ["4h 9c Ks 2d", LONG_PILE])
def test_the_whole_pile_is_on_the_screen(tmp_path: Path, pile: str) -> None:
    app = deep_game(tmp_path, pile)

    async def look(pilot: TablePilot) -> None:
        await press(pilot, "enter")
        shown = " ".join(screen_text(app).split())
        assert f"discards {pile}" in shown
        assert "take from the pile" in shown

    sit(app, look)


def test_one_says_how_deep_one_reaches(tmp_path: Path) -> None:
    app = deep_game(tmp_path, "4h 9c Ks 2d")

    async def take(pilot: TablePilot) -> None:
        await press(pilot, "enter", "o")
        asked = screen_text(app)
        assert "How deep do you reach?" in asked
        assert "Take 2d" in asked
        assert "Take Ks and the card above it: 2d" in asked
        await press(pilot, "down", "enter")

    sit(app, take, size=(120, 40))
    assert [card.text for card in app.sitting.match.round.view(0).pile] == ["4h", "9c"]
