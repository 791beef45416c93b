"""The log on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from rich.style import Style
from rich.text import Text

from rummykit_cli.table.flow import Lines
from rummykit_cli.table.ink import Ink
from rummykit_cli.table.pieces import Pieces
from rummykit_cli.table.sitting import Entry

MOST_ENTRIES = 200
"""More is not kept on the screen; the command 'log' prints everything."""
INDENT = "  "
"""Where an entry goes on in another line."""


class Told(Pieces):
    """What everybody was told; a star and bold type mark what is new to the person at the screen."""

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self._entries: Sequence[Entry] = ()

    def show(self, entries: Sequence[Entry], ink: Ink) -> bool:
        """Show entries; return whether anything has changed."""
        latest = entries[-MOST_ENTRIES:]
        if (latest, ink) == (self._entries, self.ink):
            return False
        self._entries = latest
        self.draw(ink)
        return True

    def lay(self, width: int, height: int) -> Lines:
        """Break the entries at the edge, indented."""
        fresh, faint = Style(bold=True), Style(color=self.ink.look.faint)
        rows = []
        for entry in self._entries:
            for at, line in enumerate(wrap(entry.text, max(width - 2, 10), subsequent_indent=INDENT)):
                sign = "* " if entry.fresh and at == 0 else "  "
                rows.append(Text(sign + line, fresh if entry.fresh else faint, no_wrap=True))
        return Lines(rows)
