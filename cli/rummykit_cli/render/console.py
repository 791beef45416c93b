"""What of rich's and Textual's output is made of somebody's text goes through here, so that it commands no terminal."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import ControlType, Segment, Segments

from rummykit.plugin.guard import harmless_lines

CLEARED = Segments([Segment("\x1b[3J\x1b[2J\x1b[H", None, [(ControlType.CLEAR,)])])
"""What clears a terminal when it is printed, with the lines that are scrolled away."""

FULL_SCREEN_LEFT = Segments([Segment("\x1b[?1049l\x1b[?25h", None, [(ControlType.DISABLE_ALT_SCREEN,)])])
"""What brings a terminal back from the full screen when it is printed, with its cursor."""


class HarmlessConsole(Console):
    """A console whose texts are printed with their control characters escaped; its own styles are not text.

    >>> HarmlessConsole(width=40, highlight=False).print("\\x9b2JAnna \\x1b[2J")
    \\x9b2JAnna \\x1b[2J
    """

    def __init__(self, stderr: bool = False, quiet: bool = False) -> None:
        super().__init__(highlight=False, stderr=stderr, quiet=quiet)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Render something; what is in the pieces is text, unless they are marked as control codes."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(harmless_lines(segment.text), segment.style)


def harmless_cells(text: str) -> str:
    """Return a piece of a full screen that takes the same room: what has no picture is dropped, or a question mark."""
    return text if text.isprintable() else "".join(_picture(sign) for sign in text)


def _picture(sign: str) -> str:
    return sign if sign.isprintable() else "?" * cell_len(sign)
