"""Laying pieces of text side by side in lines, and finding the piece under the mouse again."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field

from rich.text import Text


@dataclass(frozen=True)
class Piece:
    """A text that stays in one line; with a *key* it can be pressed."""

    text: Text
    key: Hashable = None
    gap: int = 0
    """Columns left free before it, unless it begins a line."""


@dataclass(frozen=True)
class Spot:
    """Where a piece lies: a line, and the columns from ``left`` up to ``right``."""

    line: int
    left: int
    right: int
    key: Hashable


@dataclass
class Lines:
    """Lines of text and the spots in them."""

    rows: list[Text] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)

    def at(self, x: int, y: int) -> Hashable:
        """Return the key of what lies there, or None."""
        return next((spot.key for spot in self.spots if spot.line == y and spot.left <= x < spot.right), None)

    def spot(self, key: Hashable) -> Spot:
        """Return where a key lies; LookupError if it is not there."""
        for spot in self.spots:
            if spot.key == key:
                return spot
        raise LookupError(key)

    def add(self, more: Lines) -> None:
        """Put other lines below these."""
        below = len(self.rows)
        self.rows += more.rows
        self.spots += [Spot(spot.line + below, spot.left, spot.right, spot.key) for spot in more.spots]

    @property
    def text(self) -> Text:
        """All lines as one text."""
        return Text("\n", no_wrap=True).join(self.rows)


def flow(pieces: Iterable[Piece], width: int, indent: int = 0) -> Lines:
    """Lay pieces side by side, as many in a line as fit; lines after the first begin at *indent*.

    >>> lines = flow([Piece(Text(word), key=word, gap=1) for word in "draw meld discard".split()], width=10)
    >>> [row.plain for row in lines.rows], lines.at(2, 1)
    (['draw meld', 'discard'], 'discard')
    """
    lines = Lines([Text(no_wrap=True)])
    begins_line = True
    for piece in pieces:
        row, gap = lines.rows[-1], 0 if begins_line else piece.gap
        if not begins_line and row.cell_len + gap + piece.text.cell_len > width:
            row, gap = Text(" " * indent, no_wrap=True), 0
            lines.rows.append(row)
        row.append(" " * gap)
        if piece.key is not None:
            left = row.cell_len
            lines.spots.append(Spot(len(lines.rows) - 1, left, left + piece.text.cell_len, piece.key))
        row.append_text(piece.text)
        begins_line = False
    return lines
