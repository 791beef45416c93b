"""How the table looks: colours that can be read, and resizing; whole screens are in `test_screens`."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.color import Color

from rummykit_cli.preferences import Theme, words_for
from rummykit_cli.render.palettes import PALETTES, PaletteName
from rummykit_cli.table.app import TableApp
from rummykit_cli.table.widgets.ink import DARK, LEAST_CONTRAST, LIGHT, LOOKS, Look, contrast
from table.positions import rummy17
from table.tables import TablePilot, cells, laid_game, new_game, pick, press, screen_text, sit, table, words


def _mid_game(folder: Path, look: Look, palette: PaletteName = "standard") -> TableApp:
    return table(rummy17(folder), look, PALETTES[palette])


# -- colours -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("look", [DARK, LIGHT], ids=lambda look: look.name)
def test_everything_written_can_be_read(look: Look, palette: PaletteName, tmp_path: Path) -> None:
    app = _mid_game(tmp_path, look, palette)

    async def read(pilot: TablePilot) -> None:
        await pick(pilot, "4r 5r 6r")
        colours = set()
        for row in cells(app):
            for sign, style in row:
                if sign.isalnum():
                    written, ground = _rgb(style.color), _rgb(style.bgcolor)
                    colours.add(written)
                    assert contrast(written, ground) >= LEAST_CONTRAST, f"{sign}: {style}"
        assert len(colours) >= 7, "five suits, plain writing and what stands out"

    sit(app, read)


def _rgb(colour: Color | None) -> tuple[int, int, int]:
    assert colour is not None
    red, green, blue = colour.get_truecolor()
    return red, green, blue


def test_without_colours_signs_say_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = _mid_game(tmp_path, DARK)

    async def read(pilot: TablePilot) -> None:
        await pick(pilot, "4r 5r")
        for row in cells(app):
            for _, style in row:
                for colour in (style.color, style.bgcolor):
                    assert colour is None or colour.is_default
        assert "[4r]>5r]" in screen_text(app)
        assert "m meld l lay off s swap joker d discard" in words(app), "none is in brackets"

    sit(app, read)


def test_the_look_changes_with_a_key(tmp_path: Path) -> None:
    app = _mid_game(tmp_path, DARK)

    async def change(pilot: TablePilot) -> None:
        dark = cells(app)[0][0][1].bgcolor
        await press(pilot, "ctrl+t")
        await pilot.pause()
        light = cells(app)[0][0][1].bgcolor
        assert contrast(_rgb(dark), _rgb(light)) > 5
        await press(pilot, "ctrl+t")
        await pilot.pause()
        assert cells(app)[0][0][1].bgcolor == dark

    sit(app, change)


@pytest.mark.parametrize(("told", "look"), [("0;15", LIGHT), ("15;0", DARK), ("", DARK)])
def test_the_look_suits_the_background_that_the_terminal_tells(
    told: str, look: Look, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORFGBG", told)
    game = new_game(tmp_path, "rummy17")
    assert TableApp(game, {}, 0).ink.look is look
    game.writer.close()


@pytest.mark.parametrize(("theme", "look"), [("light", LIGHT), ("dark", DARK), ("auto", LIGHT)])
def test_the_settings_decide_the_look_before_the_terminal(
    theme: Theme, look: Look, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORFGBG", "0;15")
    game = new_game(tmp_path, "rummy17")
    assert TableApp(game, {}, 0, LOOKS.get(theme)).ink.look is look
    assert set(LOOKS) | {"auto"} == set(words_for("theme"))
    game.writer.close()


# -- sizes -------------------------------------------------------------------------------------------------


def test_the_table_is_resized_cleanly(tmp_path: Path) -> None:
    app = _mid_game(tmp_path, DARK)

    async def resize(pilot: TablePilot) -> None:
        await pick(pilot, "4r 5r 6r")
        before = screen_text(app)
        for width, height in ((50, 24), (200, 60), (40, 15), (80, 24)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            shown = screen_text(app)
            rows = shown.split("\n")
            assert len(rows) == height
            assert all(len(row) <= width for row in rows)
            if height >= 24:
                assert "run, 15 points" in " ".join(shown.split())
                assert "4g 5g 6g *g=7g" in shown
                assert "q leave" in shown
        assert screen_text(app) == before

    sit(app, resize)


def test_a_large_table_is_seen_at_once_in_columns(tmp_path: Path) -> None:
    game = new_game(tmp_path, "rummy17", "You,greedy")
    melds = [f"{1 + at % 2}: {rank}r {rank}b {rank}g" for at, rank in enumerate(range(1, 18))]
    app = table(laid_game(game, hands=["4y 5y", "4v"], table=melds, drawn=True))

    async def look(pilot: TablePilot) -> None:
        for rank in range(1, 18):
            assert f"{rank}r {rank}b {rank}g" in screen_text(app)

    sit(app, look, size=(100, 24))


def test_where_columns_do_not_fit_the_melds_are_scrolled(tmp_path: Path) -> None:
    game = new_game(tmp_path, "rummy17", "You,greedy")
    melds = [f"{1 + at % 2}: {rank}r {rank}b {rank}g" for at, rank in enumerate(range(1, 18))]
    app = table(laid_game(game, hands=["4y 5y", "4v"], table=melds, drawn=True))

    async def look(pilot: TablePilot) -> None:
        assert "17r 17b 17g" not in screen_text(app)
        await press(pilot, *["down"] * 12)
        await pilot.pause()
        assert "17r 17b 17g" in screen_text(app)
        await press(pilot, *["up"] * 12)
        await pilot.pause()
        assert "1  1r 1b 1g" in screen_text(app)

    sit(app, look)


def test_a_very_long_hand_breaks_into_lines(tmp_path: Path) -> None:
    hand = " ".join(f"{rank}{suit}" for suit in "rbg" for rank in range(1, 11))
    app = table(laid_game(new_game(tmp_path, "rummy17"), hands=[hand, "4v"], drawn=True))

    async def look(pilot: TablePilot) -> None:
        shown = screen_text(app)
        lying = [word.strip("><") for word in shown.split()]
        assert [card for card in hand.split() if card not in lying] == []
        assert "d discard" in shown
        assert "q leave" in shown

    sit(app, look)
