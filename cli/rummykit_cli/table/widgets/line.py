"""The line in which moves are typed, with the earlier lines of whoever types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input

from rummykit.i18n import say


class MoveLine(Input):
    """A line to type in; up and down go through the *earlier* lines, which are asked for anew each time."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "recall(-1)", show=False),
        Binding("down", "recall(1)", show=False),
    ]

    def __init__(self, id: str, earlier: Callable[[], Sequence[str]]) -> None:
        super().__init__(id=id, placeholder=_invitation(focused=False))
        self._earlier = earlier
        self._back = 0
        """How many lines before the one that is being typed."""
        self._begun = ""
        """What was typed before earlier lines were looked at."""

    def action_recall(self, by: int) -> None:
        """Show the line before or after the one that stands here."""
        if self._back == 0:
            self._begun = self.value
        earlier = self._earlier()
        self._back = min(max(self._back - by, 0), len(earlier))
        self.value = earlier[-self._back] if self._back else self._begun
        self.cursor_position = len(self.value)

    def wipe(self) -> None:
        """Leave nothing of what was typed."""
        self.clear()
        self._start_anew()

    def keep(self) -> None:
        """Keep what was typed, to be mended with the cursor keys, or replaced by typing."""
        self._start_anew()
        self.select_all()

    def _start_anew(self) -> None:
        """Look at earlier lines from the latest on."""
        self._back, self._begun = 0, ""

    def on_focus(self) -> None:
        """Say what can be typed."""
        self.placeholder = _invitation(focused=True)

    def on_blur(self) -> None:
        """Say how to get here."""
        self.placeholder = _invitation(focused=False)


def _invitation(focused: bool) -> str:
    return say("Type a move, or help") if focused else say("Enter: type a move, or help")
