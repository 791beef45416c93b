"""Cards as drawings: SVG that stands by itself, looks the same in every font, and can be told apart without colour.

The French suits and the joker are drawn as shapes. A suit of any other pack is drawn as its sign, or, where the sign is
just its letter, as a badge with that letter. The drawings are a template; here are their colours and measures.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from typing import Any

from rummykit.cards import Suit
from rummykit_cli.render.html import macros

WIDTH, HEIGHT = 60, 88
"""The size of a card in the units of the drawings."""

EM = 0.054
"""The size of a unit in the text around the drawing, so that cards grow with the letters."""

GAP = 4
ROW = 8 * (WIDTH + GAP) - GAP
"""A row of more than eight cards is laid one upon the other instead of getting longer,"""
INDEX = 28
"""but never so far that the index in the corner is covered."""

TAG = 20
"""The height of the tag that tells what a joker is used for."""

INK = "#26221f"
PAPER = "#fffefb"
EDGE = "#8d857b"
JOKER = "#6b2d73"
COLOURS = {
    "black": INK,
    "red": "#b3202c",
    "blue": "#1c4f9c",
    "green": "#1d7040",
    "yellow": "#a87800",
    "magenta": "#6d3a9c",
    "violet": "#6d3a9c",
    "purple": "#6d3a9c",
    "cyan": "#0f7285",
    "orange": "#b8560f",
    "brown": "#7a4a24",
    "white": "#6f6a63",
}
"""Colours as ink: dark enough to be read on white paper."""

SHAPES = {
    "♠": (
        "M0-11C3-6 10-2 10 3.5C10 6.8 7.8 8.3 5.6 8.3C3.6 8.3 1.9 7.2 1 5.4C1.3 8 2.2 9.8 4 11L-4 11"
        "C-2.2 9.8-1.3 8-1 5.4C-1.9 7.2-3.6 8.3-5.6 8.3C-7.8 8.3-10 6.8-10 3.5C-10-2-3-6 0-11Z"
    ),
    "♥": (
        "M0 10.5C-2.6 6-10 1.6-10-4.6C-10-8.2-7.6-10-5.2-10C-2.8-10-.9-8.4 0-6"
        "C.9-8.4 2.8-10 5.2-10C7.6-10 10-8.2 10-4.6C10 1.6 2.6 6 0 10.5Z"
    ),
    "♦": "M0-11.5C2-7 5-3.2 8.2 0C5 3.2 2 7 0 11.5C-2 7-5 3.2-8.2 0C-5-3.2-2-7 0-11.5Z",
    "♣": (
        "M0-10.8a4.8 4.8 0 0 1 3.4 8.2a4.8 4.8 0 1 1-2.4 6.9C1.3 7.2 2.2 9.6 4 11L-4 11C-2.2 9.6-1.3 7.2-1 4.3"
        "a4.8 4.8 0 1 1-2.4-6.9A4.8 4.8 0 0 1 0-10.8Z"
    ),
}
STAR = "M0-10L2.4-3.2L9.5-3.1L3.8 1.2L5.9 8.1L0 4L-5.9 8.1L-3.8 1.2L-9.5-3.1L-2.4-3.2Z"


@cache
def drawings() -> Any:
    """Return what draws: `row` and `fan` of cards, and for lines of text `suit_sign`, `joker_sign` and `cross`."""
    return macros("cards.svg", look=sys.modules[__name__])


def row_width(cards: int) -> float:
    """Return how wide a row of so many cards is drawn, in em."""
    return (step(cards) * (cards - 1) + WIDTH + 2) * EM


def step(cards: int) -> int:
    """Return how far a card lies from the one before it, in a row of so many."""
    return max(INDEX, min(WIDTH + GAP, (ROW - WIDTH) // max(1, cards - 1)))


def is_letter(suit: Suit) -> bool:
    """Say whether a suit has no sign but its letter."""
    return suit.sign in ("", suit.code)


def colour_of(suit: Suit) -> str:
    """Return the ink for a suit; a colour nobody knows is black.

    >>> colour_of(Suit("t", "★", "stars", "#336699")), colour_of(Suit("t", "★", "stars", "bright_red"))
    ('#336699', '#b3202c')
    """
    name = suit.colour.strip().lower()
    if re.fullmatch(r"#[0-9a-f]{6}", name):
        return name
    return COLOURS.get(name.removeprefix("bright_").removeprefix("dark_"), INK)
