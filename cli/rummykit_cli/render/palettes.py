"""The colours in which suits are shown. They only repeat what a letter or a sign beside them says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rummykit.cards import Suit

Palette = Mapping[str, str]
"""The colour of a suit by its name; a suit that is not named here has the colour its pack gives it."""

PaletteName = Literal["standard", "four_colours", "colour_blind"]

STANDARD: Palette = {}
FOUR_COLOURS: Palette = {"diamonds": "bright_blue", "clubs": "green"}
COLOUR_BLIND: Palette = {
    # From the palette of Okabe and Ito, whose colours differ for everybody.
    "hearts": "#d55e00",
    "diamonds": "#56b4e9",
    "clubs": "#009e73",
    "red": "#d55e00",
    "blue": "#56b4e9",
    "green": "#009e73",
    "yellow": "#f0e442",
    "violet": "#cc79a7",
}
PALETTES: Mapping[PaletteName, Palette] = {
    "standard": STANDARD,
    "four_colours": FOUR_COLOURS,
    "colour_blind": COLOUR_BLIND,
}


def colour_of(suit: Suit, palette: Palette) -> str:
    """Return the colour of a suit; empty for black, which is whatever the screen writes in.

    >>> spades = Suit("s", "♠", "spades", "black")
    >>> colour_of(spades, FOUR_COLOURS), colour_of(Suit("d", "♦", "diamonds", "red"), FOUR_COLOURS)
    ('', 'bright_blue')
    """
    colour = palette.get(suit.name, suit.colour)
    return "" if colour == "black" else colour
