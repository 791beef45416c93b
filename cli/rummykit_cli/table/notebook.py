"""A console that prints nothing: it keeps what it is given, for a screen to show."""

from __future__ import annotations

from typing import Any

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text


class Notebook(Console):
    """Takes the place of a terminal under `rummykit_cli.render.plain.Screen`, so that both modes say the same.

    >>> from rummykit_cli.render.plain import Screen
    >>> notebook = Notebook()
    >>> Screen(notebook).line("You draw from the stock.")
    >>> plain_lines(notebook.take()), notebook.take()
    (['You draw from the stock.'], [])
    """

    def __init__(self, width: int = 76) -> None:
        super().__init__(width=width, highlight=False)
        self._kept: list[RenderableType] = []

    def print(self, *args: Any, **kwargs: Any) -> None:
        """Keep what would be printed."""
        self._kept += args or ("",)

    def take(self) -> list[RenderableType]:
        """Return what was printed since the last time."""
        kept, self._kept = self._kept, []
        return kept


def plain_lines(kept: list[RenderableType]) -> list[str] | None:
    """Return the lines of what was kept, or None if there is more to it than lines."""
    lines = []
    for one in kept:
        text = one.renderable if isinstance(one, Padding) else one
        if not isinstance(text, str | Text):
            return None
        lines += str(text).split("\n")
    return lines
