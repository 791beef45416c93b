"""Cards as drawings: SVG that stands by itself, looks the same in every font, and can be told apart without colour.

The French suits and the joker are drawn as shapes. A suit of any other pack is drawn as its sign, or, where the sign is
just its letter, as a badge with that letter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from markupsafe import Markup

from rummykit.cards import Card, Pack, Placed, Suit
from rummykit.i18n import say
from rummykit_cli.render.book.parts import plain

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

FAN_STEP = 17
"""Degrees between the cards of a fan."""

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

FONT = "'Gill Sans','Gill Sans MT','Trebuchet MS','Open Sans','DejaVu Sans Condensed',sans-serif"

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
CAP = (
    "M-9 6.5C-9 2-9.6-.8-13-1.4C-9.8-6-5.4-5-3.6-1.6C-3.8-6-2.2-9.4 0-11.6C2.2-9.4 3.8-6 3.6-1.6"
    "C5.4-5 9.8-6 13-1.4C9.6-.8 9 2 9 6.5ZM-9 8.2H9V11.4H-9Z"
)
BELLS = ((-13.2, 0.6), (0.0, -13.2), (13.2, 0.6))


def row(cards: Sequence[Placed], pack: Pack) -> Markup:
    """Draw cards side by side; below a joker stands what it is used for."""
    step = _step(len(cards))
    drawn = [_moved(step * at, _card(placed.card, pack)) for at, placed in enumerate(cards)]
    # The tags come last: the next card must not cover them.
    drawn += [
        _moved(step * at, _tag(placed.stands_for, pack, min(step, WIDTH)))
        for at, placed in enumerate(cards)
        if placed.stands_for
    ]
    height = HEIGHT + 2 + (TAG // 2 if any(placed.stands_for for placed in cards) else 0)
    box = (-1, -1, step * (len(cards) - 1) + WIDTH + 2, height)
    return _svg("cards", box, _label(cards), "".join(drawn))


def row_width(cards: int) -> float:
    """Return how wide a row of so many cards is drawn, in em."""
    return (_step(cards) * (cards - 1) + WIDTH + 2) * EM


def _step(cards: int) -> int:
    """Return how far a card lies from the one before it."""
    return max(INDEX, min(WIDTH + GAP, (ROW - WIDTH) // max(1, cards - 1)))


def fan(cards: Sequence[Card], pack: Pack) -> Markup:
    """Draw cards as one holds them in the hand."""
    middle = (len(cards) - 1) / 2
    turned = [
        f'<g transform="rotate({_number((at - middle) * FAN_STEP)} 0 150) translate({-WIDTH // 2} 0)">'
        f"{_card(card, pack)}</g>"
        for at, card in enumerate(cards)
    ]
    return _svg("fan", (-112, -3, 224, 121), _label([Placed(card) for card in cards]), "".join(turned))


def suit_sign(suit: Suit) -> Markup:
    """Draw the sign of a suit, to stand in a line of text."""
    return _svg("sign", (-12, -12, 24, 24), suit.code, _sign(suit, 0, 0, 20))


def joker_sign() -> Markup:
    """Draw the sign of a joker, to stand in a line of text."""
    return _svg("sign", (-12, -12, 24, 24), "*", _shape(STAR, 0, 0, 20, JOKER))


def cross() -> Markup:
    """Draw the sign for what is not allowed."""
    strokes = (
        f'<path d="M-4.5-4.5L4.5 4.5M4.5-4.5L-4.5 4.5" stroke="{PAPER}" stroke-width="2.6" stroke-linecap="round"/>'
    )
    return _svg("sign", (-10, -10, 20, 20), "✗", f'<circle r="9.5" fill="{COLOURS["red"]}"/>{strokes}')


def colour_of(suit: Suit) -> str:
    """Return the ink for a suit; a colour nobody knows is black.

    >>> colour_of(Suit("t", "★", "stars", "#336699")), colour_of(Suit("t", "★", "stars", "bright_red"))
    ('#336699', '#b3202c')
    """
    name = suit.colour.strip().lower()
    if re.fullmatch(r"#[0-9a-f]{6}", name):
        return name
    return COLOURS.get(name.removeprefix("bright_").removeprefix("dark_"), INK)


def _card(card: Card, pack: Pack) -> str:
    sheet = f'<rect width="{WIDTH}" height="{HEIGHT}" rx="5" fill="{PAPER}" stroke="{EDGE}" stroke-width="1"/>'
    return sheet + (_joker(card, pack) if card.is_joker else _natural(card, pack))


def _natural(card: Card, pack: Pack) -> str:
    suit, rank = pack.suits[card.suit], say(pack.ranks[card.rank])
    colour = colour_of(suit)
    index = _text(rank, 15, 20, 17, colour) + _corner_sign(suit)
    if _is_letter(suit):
        return index + _text(rank, 35, 69, 24, colour)
    return index + _sign(suit, 38, 60, 32)


def _joker(card: Card, pack: Pack) -> str:
    suit = pack.suits[card.suit] if card.suit >= 0 else None
    colour = colour_of(suit) if suit else JOKER
    bells = "".join(f'<circle cx="{x}" cy="{y}" r="1.9"/>' for x, y in BELLS)
    cap = f'<g transform="translate(34 52) scale(1.25)" fill="{colour}"><path d="{CAP}"/>{bells}</g>'
    return _shape(STAR, 15, 14, 17, colour) + (_corner_sign(suit) if suit else "") + cap


def _tag(card: Card, pack: Pack, room: int) -> str:
    """Draw the card that a joker is used for on its lower edge; where there is little room, without the equals sign."""
    suit, rank = pack.suits[card.suit], say(pack.ranks[card.rank])
    width, middle = min(48, room - 1), min(room, WIDTH) / 2
    spacious = width > 40
    frame = (
        f'<rect x="{_number(middle - width / 2)}" y="{HEIGHT - TAG // 2}" width="{_number(width)}" height="{TAG}"'
        f' rx="{TAG // 2}" fill="{PAPER}" stroke="{INK}" stroke-width="1"/>'
    )
    if spacious:
        equals = _text("=", middle - 16, HEIGHT + 5, 14, INK)
        return (
            frame
            + equals
            + _text(rank, middle - 1, HEIGHT + 5, 15, colour_of(suit))
            + _sign(suit, middle + 14, HEIGHT, 12)
        )
    return frame + _text(rank, middle - 5, HEIGHT + 4, 11, colour_of(suit)) + _sign(suit, middle + 7, HEIGHT, 9)


def _corner_sign(suit: Suit) -> str:
    return _sign(suit, 15, 33, 16 if _is_letter(suit) else 13)


def _sign(suit: Suit, x: float, y: float, size: float) -> str:
    colour = colour_of(suit)
    if suit.sign in SHAPES:
        return _shape(SHAPES[suit.sign], x, y, size, colour)
    if _is_letter(suit):
        badge = f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(size / 2)}" fill="{colour}"/>'
        return badge + _text(suit.code.upper(), x, y + size * 0.27, size * 0.74, PAPER)
    return _text(suit.sign, x, y + size * 0.36, size, colour)


def _is_letter(suit: Suit) -> bool:
    return suit.sign in ("", suit.code)


def _shape(path: str, x: float, y: float, size: float, colour: str) -> str:
    """Draw one of the shapes, which are 22 units high."""
    place = f"translate({_number(x)} {_number(y)}) scale({_number(size / 22)})"
    return f'<path transform="{place}" d="{path}" fill="{colour}"/>'


def _text(text: str, x: float, y: float, size: float, colour: str) -> str:
    # Two letters fit; a longer rank of somebody's own pack is set smaller.
    size = size * 2 / max(2, len(text))
    return (
        f'<text x="{_number(x)}" y="{_number(y)}" font-family="{FONT}" font-size="{_number(size)}" font-weight="bold"'
        f' text-anchor="middle" fill="{colour}">{escape(plain(text))}</text>'
    )


def _moved(x: int, drawing: str) -> str:
    return f'<g transform="translate({x} 0)">{drawing}</g>'


def _svg(kind: str, box: tuple[float, float, float, float], label: str, drawing: str) -> Markup:
    frame = " ".join(map(_number, box))
    return Markup(
        f'<svg class="{kind}" role="img" aria-label="{escape(plain(label))}" viewBox="{frame}"'
        f' style="width:{box[2] * EM:.2f}em">{drawing}</svg>'
    )


def _label(cards: Sequence[Placed]) -> str:
    return " ".join(placed.spoken for placed in cards)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
