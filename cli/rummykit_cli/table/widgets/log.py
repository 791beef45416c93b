"""The log on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from rich.style import Style
from rich.text import Text
from textual.containers import VerticalScroll

from rummykit_cli.table.sitting import LogLine
from rummykit_cli.table.widgets.flow import Lines
from rummykit_cli.table.widgets.ink import Ink
from rummykit_cli.table.widgets.pieces import Pieces

MOST_ENTRIES = 200
"""More is not kept on the screen; the command 'log' prints everything."""
INDENT = "  "
"""Where an entry goes on in another line."""


class LogScroll(VerticalScroll):
    """The frame of the log: its end stays in view however much room there is, unless somebody has scrolled up."""

    follows = True
    """Whether the end is, or comes, into view."""

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Note whether the end is in view; when lines are taken from the frame, this is not called."""
        super().watch_scroll_y(old_value, new_value)
        self.follows = new_value >= self.max_scroll_y

    def on_resize(self) -> None:
        """Go back to the end after a note below has taken some lines."""
        self.follow()

    def follow(self) -> None:
        """Show the end, unless somebody has scrolled up."""
        if self.follows:
            self.scroll_end(animate=False, immediate=True)


class TableLog(Pieces):
    """What everybody was told; a star and bold type mark what is new to the person at the screen."""

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self._entries: Sequence[LogLine] = ()

    def show(self, entries: Sequence[LogLine], ink: Ink) -> bool:
        """Show entries; return whether anything has changed."""
        latest = entries[-MOST_ENTRIES:]
        if (latest, ink) == (self._entries, self.ink):
            return False
        self._entries = latest
        self.draw(ink)
        return True

    def on_resize(self) -> None:
        """Keep the end in view where the frame has become narrower, and so the log longer."""
        if isinstance(self.parent, LogScroll):
            self.parent.follow()

    def lay(self, width: int, height: int) -> Lines:
        """Break the entries at the edge, indented."""
        fresh, faint = Style(bold=True), Style(color=self.ink.look.faint)
        rows = []
        for entry in self._entries:
            for at, line in enumerate(wrap(entry.text, max(width - 2, 10), subsequent_indent=INDENT)):
                sign = "* " if entry.fresh and at == 0 else "  "
                rows.append(Text(sign + line, fresh if entry.fresh else faint, no_wrap=True))
        return Lines(rows)
