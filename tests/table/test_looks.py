"""How the table looks: stored screens in two sizes and both themes, colours that can be read, and resizing.

``RUMMYKIT_UPDATE_SCREENS=1 pytest tests/table/test_looks.py`` stores the screens anew; read the difference then.
"""

from __future__ import annotations

import os
from pathlib import Path
from string import ascii_letters

import pytest
from rich.color import Color
from rich.style import Style

from rummykit_cli.palettes import PALETTES, PaletteName
from rummykit_cli.table.app import TableApp
from rummykit_cli.table.ink import DARK, LEAST_CONTRAST, LIGHT, Look, contrast
from table.tables import SMALL, TablePilot, laid_game, new_game, pick, press, screen_text, sit, table, words

SCREENS = Path(__file__).parent / "screens"
LARGE = (120, 40)


def _mid_game(folder: Path, look: Look, palette: PaletteName = "standard") -> TableApp:
    """A game of Rummy 17 with melds of everybody, bonus cards and a pool."""
    game = new_game(folder, "rummy17", "Anna,greedy,greedy 2")
    laid_game(
        game,
        hands=["4r 5r 6r 8g 9b 9v 17y 2v 16b", "1b 3g 8y", "2b 14r"],
        table=["1: 13r 13b 13g", "2: 4g 5g 6g *g=7g", "3: 10y 11y 12y", "2: 16r 16y 16v"],
        open_card="15b",
        side_cards=game.match.round.side_cards,
        drawn=True,
        lap=4,
    )
    return table(game, look, PALETTES[palette])


async def _pick_a_run(pilot: TablePilot) -> None:
    await pick(pilot, "4r 5r 6r")


async def _ask_where(pilot: TablePilot) -> None:
    await press(pilot, "l")


async def _ask_for_help(pilot: TablePilot) -> None:
    await press(pilot, "question_mark")


SCENES = {"run": _pick_a_run, "choice": _ask_where, "help": _ask_for_help}
STORED = [
    ("run", SMALL, DARK),
    ("run", SMALL, LIGHT),
    ("run", LARGE, DARK),
    ("run", LARGE, LIGHT),
    ("choice", SMALL, DARK),
    ("help", SMALL, LIGHT),
]


@pytest.mark.parametrize(("scene", "size", "look"), STORED, ids=lambda value: getattr(value, "name", str(value)))
def test_screens_are_as_stored(scene: str, size: tuple[int, int], look: Look, tmp_path: Path) -> None:
    app = _mid_game(tmp_path, look)
    file = SCREENS / f"{scene}-{size[0]}x{size[1]}-{look.name}.txt"

    async def compare(pilot: TablePilot) -> None:
        await SCENES[scene](pilot)
        shown = f"{screen_text(app)}\n\n{_styles(app)}\n"
        if os.environ.get("RUMMYKIT_UPDATE_SCREENS"):
            SCREENS.mkdir(exist_ok=True)
            file.write_text(shown, encoding="utf-8")
        assert shown == file.read_text(encoding="utf-8")

    sit(app, compare, size)


def _cells(app: TableApp) -> list[list[tuple[str, Style]]]:
    """Return every sign on the screen with its style."""
    strips = app.screen._compositor.render_strips()
    return [[(sign, segment.style or Style()) for segment in strip for sign in segment.text] for strip in strips]


def _styles(app: TableApp) -> str:
    """Return a letter for the style of every sign, and what the letters mean."""
    letters: dict[str, str] = {}

    def letter(style: Style) -> str:
        # What a style carries besides its looks, such as links, has no place here.
        looks = style.without_color + Style(color=style.color, bgcolor=style.bgcolor)
        return letters.setdefault(str(looks), ascii_letters[len(letters)])

    rows = ["".join("." if sign == " " else letter(style) for sign, style in row).rstrip(".") for row in _cells(app)]
    return "\n".join([*rows, "", *(f"{sign}  {style}" for style, sign in letters.items())])


# -- colours -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("look", [DARK, LIGHT], ids=lambda look: look.name)
def test_everything_written_can_be_read(look: Look, palette: PaletteName, tmp_path: Path) -> None:
    app = _mid_game(tmp_path, look, palette)

    async def read(pilot: TablePilot) -> None:
        await pick(pilot, "4r 5r 6r")
        colours = set()
        for row in _cells(app):
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
        for row in _cells(app):
            for _, style in row:
                for colour in (style.color, style.bgcolor):
                    assert colour is None or colour.is_default
        assert "[4r]>5r]" in screen_text(app)
        assert "m meld l lay off s swap d discard" in words(app), "none is in brackets"

    sit(app, read)


def test_the_look_changes_with_a_key(tmp_path: Path) -> None:
    app = _mid_game(tmp_path, DARK)

    async def change(pilot: TablePilot) -> None:
        dark = _cells(app)[0][0][1].bgcolor
        await press(pilot, "ctrl+t")
        await pilot.pause()
        light = _cells(app)[0][0][1].bgcolor
        assert contrast(_rgb(dark), _rgb(light)) > 5
        await press(pilot, "ctrl+t")
        await pilot.pause()
        assert _cells(app)[0][0][1].bgcolor == dark

    sit(app, change)


@pytest.mark.parametrize(("told", "look"), [("0;15", LIGHT), ("15;0", DARK), ("", DARK)])
def test_the_look_suits_the_background_that_the_terminal_tells(
    told: str, look: Look, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORFGBG", told)
    game = new_game(tmp_path, "rummy17")
    assert TableApp(game, {}, 0).ink.look is look
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
