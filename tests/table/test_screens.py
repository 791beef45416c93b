"""Stored screens: the table of every variant in two sizes and both themes, and the screens besides it.

``RUMMYKIT_UPDATE_SCREENS=1 pytest tests/table/test_screens.py`` stores the screens anew; read the difference then.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from string import ascii_letters

import pytest
from rich.style import Style

from rummykit_cli.table.app import TableApp
from rummykit_cli.table.widgets.ink import DARK, LIGHT, Look
from rummykit_session.session import Session
from table.positions import VARIANTS
from table.tables import SMALL, TablePilot, cells, laid_game, pick, press, screen_text, sit, table

SCREENS = Path(__file__).parent / "screens"
LARGE = (120, 40)


async def _draw(pilot: TablePilot) -> None:
    await press(pilot, "t")


async def _pick_a_run(pilot: TablePilot) -> None:
    await pick(pilot, "4r 5r 6r")


async def _rearrange(pilot: TablePilot) -> None:
    """Take a card out of a run, and see what is left of it."""
    await press(pilot, "t", "a", *["down"] * 2, "space", "n")


async def _go_out(pilot: TablePilot) -> None:
    await press(pilot, "space", "d")


MAIN = {"rummy17": _pick_a_run, "deutsches_romme": _draw, "raeuber_romme": _draw, "wiener_rummy": _draw}


@pytest.mark.parametrize("look", [DARK, LIGHT], ids=lambda look: look.name)
@pytest.mark.parametrize("size", [SMALL, LARGE], ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_table_is_as_stored(variant: str, size: tuple[int, int], look: Look, tmp_path: Path) -> None:
    _compare("table", variant, VARIANTS[variant](tmp_path), MAIN[variant], size, look)


BESIDES: dict[str, tuple[str, Callable[[TablePilot], Awaitable[None]], Look]] = {
    "choice": ("rummy17", lambda pilot: press(pilot, "l"), DARK),
    "typing": ("rummy17", lambda pilot: press(pilot, "enter"), DARK),
    "help": ("rummy17", lambda pilot: press(pilot, "question_mark"), LIGHT),
    "rearranging": ("raeuber_romme", _rearrange, DARK),
}


@pytest.mark.parametrize("scene", BESIDES)
def test_the_screens_besides_the_table_are_as_stored(scene: str, tmp_path: Path) -> None:
    variant, lead, look = BESIDES[scene]
    _compare(scene, variant, VARIANTS[variant](tmp_path), lead, SMALL, look)


@pytest.mark.parametrize("variant", ["rummy17", "deutsches_romme"])
def test_the_result_of_a_round_is_as_stored(variant: str, tmp_path: Path) -> None:
    game = VARIANTS[variant](tmp_path)
    hands = {
        "rummy17": ["17y", "1b 3g 8y", "2b 14r"],
        "deutsches_romme": ["As", "5s Kh 7d 6c", "9s 4d Jh 10c 2c *"],
    }
    melds = {
        "rummy17": ["1: 13r 13b 13g", "2: 4g 5g 6g *g=7g", "3: 10y 11y 12y", "2: 16r 16y 16v"],
        "deutsches_romme": ["1: Qs Qh Qc", "2: 5h 6h 7h", "3: 8d 9d 10d Jd"],
    }
    side_cards = game.match.round.side_cards
    laid_game(game, hands=hands[variant], table=melds[variant], side_cards=side_cards, drawn=True, lap=6)
    _compare("result", variant, game, _go_out, SMALL, LIGHT)


def _compare(
    scene: str,
    variant: str,
    game: Session,
    lead: Callable[[TablePilot], Awaitable[None]],
    size: tuple[int, int],
    look: Look,
) -> None:
    """Lead the game to a scene, and compare its screen with the stored one."""
    app = table(game, look)
    file = SCREENS / f"{scene}-{variant}-{size[0]}x{size[1]}-{look.name}.txt"

    async def compare(pilot: TablePilot) -> None:
        await lead(pilot)
        await pilot.pause()
        shown = f"{screen_text(app)}\n\n{_styles(app)}\n"
        if os.environ.get("RUMMYKIT_UPDATE_SCREENS"):
            SCREENS.mkdir(exist_ok=True)
            file.write_text(shown, encoding="utf-8")
        assert shown == file.read_text(encoding="utf-8")

    sit(app, compare, size)


def _styles(app: TableApp) -> str:
    """Return a letter for the style of every sign, and what the letters mean."""
    letters: dict[str, str] = {}

    def letter(style: Style) -> str:
        # What a style carries besides its looks, such as links, has no place here.
        looks = style.without_color + Style(color=style.color, bgcolor=style.bgcolor)
        return letters.setdefault(str(looks), ascii_letters[len(letters)])

    rows = ["".join("." if sign == " " else letter(style) for sign, style in row).rstrip(".") for row in cells(app)]
    return "\n".join([*rows, "", *(f"{sign}  {style}" for style, sign in letters.items())])
