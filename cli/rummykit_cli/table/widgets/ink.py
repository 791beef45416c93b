"""The two looks of the table, and suits in colours that can be read on either."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rich.color import Color
from rich.style import Style
from rich.text import Text

from rummykit.cards import Pack, Placed
from rummykit_cli.render.palettes import Palette, colour_of

LEAST_CONTRAST = 4.5
"""What guidelines for readable text ask for."""

_NAMED = {
    "red": "#e5484d",
    "blue": "#3b82f6",
    "bright_blue": "#3b82f6",
    "green": "#30a46c",
    "yellow": "#e5c100",
    "magenta": "#b46ede",
}
"""How the colours that packs and palettes call by name look here; terminals disagree about them."""

Rgb = tuple[int, int, int]


@dataclass(frozen=True)
class Look:
    """The colours of a theme: the cloth of the table, the faces of cards, writing, and what stands out."""

    name: str
    dark: bool
    cloth: str
    panel: str
    face: str
    text: str
    faint: str
    accent: str
    warning: str


DARK = Look("rummy-dark", True, "#0f1f18", "#1b3328", "#26332d", "#e9efe9", "#9db3a6", "#7ad1a5", "#ffc46b")
LIGHT = Look("rummy-light", False, "#f3f1e7", "#e2e5d6", "#fffdf5", "#1d2a22", "#566459", "#0b6b43", "#8a4b00")
LOOKS = {"dark": DARK, "light": LIGHT}
"""The looks by the names that the settings have for them."""


@dataclass(frozen=True)
class Ink:
    """Writes cards in the colours of a palette on the cloth of a look."""

    look: Look
    palette: Palette

    def style(self, pack: Pack, placed: Placed, face: bool = False) -> Style:
        """Return how a card is written: on the cloth, or on a face of its own."""
        paper = self.look.face if face else self.look.cloth
        suit = placed.card.suit
        colour = colour_of(pack.suits[suit], self.palette) if suit >= 0 else ""
        written = readable(_NAMED.get(colour, colour), paper) if colour else self.look.text
        return Style(color=written, bgcolor=paper if face else None, bold=face)

    def card(self, pack: Pack, placed: Placed, signs: str, reverse: bool) -> Text:
        """Return a card on a face of its own between two *signs*, which say how it lies there."""
        left, right = signs[0], signs[1]
        return Text(f"{left}{placed.spoken}{right}", self.style(pack, placed, face=True) + Style(reverse=reverse))

    def cards(self, pack: Pack, cards: tuple[Placed, ...]) -> Text:
        """Return cards side by side on the cloth."""
        return Text(" ").join(Text(placed.spoken, self.style(pack, placed)) for placed in cards)


def signs(here: bool, picked: bool, new: bool = False) -> str:
    """Return the signs on both sides of a card: whether the cursor is there, it is picked, or it has just come.

    >>> signs(True, False), signs(True, True), signs(False, True), signs(False, False, new=True)
    ('><', '>]', '[]', '+ ')
    """
    left = ">" if here else "[" if picked else "+" if new else " "
    return left + ("]" if picked else "<" if here else " ")


@cache
def readable(colour: str, paper: str) -> str:
    """Return a colour, made lighter or darker until it can be read on the paper.

    >>> readable("#f0e442", "#0f1f18"), readable("#f0e442", "#ffffff")
    ('#f0e442', '#787221')
    """
    written, ground = _rgb(colour), _rgb(paper)
    towards = 255 if _luminance(ground) < 0.18 else 0
    for step in range(21):
        mixed = tuple(round(part + (towards - part) * step / 20) for part in written)
        if contrast(mixed, ground) >= LEAST_CONTRAST:
            break
    return "#{:02x}{:02x}{:02x}".format(*mixed)


def contrast(first: tuple[int, ...], second: tuple[int, ...]) -> float:
    """Return how well two colours can be told apart, from 1 (not at all) to 21.

    >>> contrast((0, 0, 0), (255, 255, 255))
    21.0
    """
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: tuple[int, ...]) -> float:
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _rgb(colour: str) -> Rgb:
    red, green, blue = Color.parse(colour).get_truecolor()
    return red, green, blue
