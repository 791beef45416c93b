"""The melds of the table on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from rich.text import Text

from rummykit_cli.table.widgets.flow import Lines, Piece, flow
from rummykit_cli.table.widgets.ink import Ink
from rummykit_cli.table.widgets.pieces import Pieces

INDENT = 4
BETWEEN_COLUMNS = 2

MeldTexts = tuple[int, Sequence[Text], Text]
"""A meld in writing: its number, its cards, and its owner."""


class Melds(Pieces):
    """The melds, each under its number; the keys of the pieces are these numbers. More text may follow below them."""

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self._melds: Sequence[MeldTexts] = ()
        self._below: Sequence[str] = ()

    def show(self, melds: Sequence[MeldTexts], below: Sequence[str], ink: Ink) -> None:
        """Show melds, and what stands below."""
        self._melds, self._below = melds, below
        self.draw(ink)

    def lay(self, width: int, height: int) -> Lines:
        """Lay the melds in one column; in several where they would not be seen at once, if columns fit."""
        widest = max(
            (sum(piece.text.cell_len + piece.gap for piece in _pieces(meld)) for meld in self._melds), default=0
        )
        wanted = -(-len(self._melds) // max(height - len(self._below), 1))
        columns = max(min(wanted, (width + BETWEEN_COLUMNS) // (widest + BETWEEN_COLUMNS)), 1)
        lines = self._one_column(width) if columns == 1 else self._columns(columns, widest, width)
        for text in self._below:
            lines.rows += [Text(line, no_wrap=True) for line in wrap(text, max(width, 10))]
        return lines

    def _one_column(self, width: int) -> Lines:
        lines = Lines()
        for meld in self._melds:
            lines.add(flow(_pieces(meld), width, INDENT))
        return lines

    def _columns(self, columns: int, widest: int, width: int) -> Lines:
        depth = -(-len(self._melds) // columns)
        lines = Lines()
        for row in range(depth):
            pieces = []
            for meld in self._melds[row::depth]:
                text = flow(_pieces(meld), widest).rows[0]
                text.pad_right(widest - text.cell_len)
                pieces.append(Piece(text, meld[0], gap=BETWEEN_COLUMNS))
            lines.add(flow(pieces, width))
        return lines


def _pieces(meld: MeldTexts) -> list[Piece]:
    number, cards, owner = meld
    written = [Piece(card, number, gap=1) for card in cards]
    return [Piece(Text(f"{number:>2} ", "bold"), number), *written, Piece(owner, number, gap=2)]
