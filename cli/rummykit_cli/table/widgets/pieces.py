"""Widgets made of pieces that can be pressed with the mouse, and the simplest of them: a row of buttons."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from rummykit_cli.table.possible_moves import Button, key_name
from rummykit_cli.table.widgets.flow import Lines, Piece, flow
from rummykit_cli.table.widgets.ink import DARK, Ink


class Pieces(Widget):
    """Draws the lines that `lay` returns; a pressed piece is posted as `Pressed`.

    One widget with a map of its pieces instead of a widget for every card: keys are answered at once however many
    cards lie on the table.
    """

    DEFAULT_CSS = "Pieces { width: 1fr; height: auto; }"

    class Pressed(Message):
        """Somebody has pressed a piece."""

        def __init__(self, pieces: Pieces, key: Hashable) -> None:
            super().__init__()
            self.pieces = pieces
            self.key = key

        @property
        def control(self) -> Pieces:
            """The widget that was pressed."""
            return self.pieces

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.ink = Ink(DARK, {})
        self.lines = Lines()
        self._room = Size(80, 24)

    def lay(self, width: int, height: int) -> Lines:
        """Return what is shown in so much room; what is higher is scrolled."""
        raise NotImplementedError

    def draw(self, ink: Ink) -> None:
        """Show what has changed; all else on the screen moves only if the number of lines is another."""
        rows = len(self.lines.rows)
        self.ink = ink
        self.lines = self.lay(self._room.width, self._room.height)
        self.refresh(layout=len(self.lines.rows) != rows)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Lay the pieces anew where there is another room for them, and return how many lines they take."""
        room = Size(width, container.height)
        if room != self._room:
            self._room = room
            self.lines = self.lay(room.width, room.height)
        return len(self.lines.rows)

    def render(self) -> Text:
        """Return the lines as they were laid."""
        return self.lines.text

    def on_click(self, event: Click) -> None:
        """Tell which piece was pressed."""
        offset = event.get_content_offset(self)
        key = None if offset is None else self.lines.at(offset.x, offset.y)
        if key is not None:
            event.stop()
            self.post_message(self.Pressed(self, key))

    def on_focus(self) -> None:
        """Show the cursor."""
        self.draw(self.ink)

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.draw(self.ink)


class Bar(Pieces):
    """Buttons in a row; those that are possible stand in brackets. The keys of the pieces are names of actions.

    A bar without *brackets* takes less room, and has only what is possible.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
        Binding("enter,space", "press", show=False),
    ]

    def __init__(self, id: str, *, focusable: bool = True, brackets: bool = True) -> None:
        super().__init__(id)
        self.can_focus = focusable
        self._around = ("[", "]") if brackets else ("", " ")
        self.buttons: Sequence[Button] = ()
        self._cursor = 0

    def show(self, buttons: Sequence[Button], ink: Ink) -> None:
        """Show buttons."""
        if (buttons, ink) != (self.buttons, self.ink):
            self.buttons = buttons
            self._cursor = min(self._cursor, max(len(buttons) - 1, 0))
            self.draw(ink)

    def lay(self, width: int, height: int) -> Lines:
        """Lay the buttons side by side, closer where only that fits them into one line."""
        wide, close = (self._row(width, gap) for gap in (1, 0))
        return close if len(close.rows) == 1 < len(wide.rows) else wide

    def _row(self, width: int, gap: int) -> Lines:
        return flow((Piece(self._button(at, one), one.action, gap) for at, one in enumerate(self.buttons)), width)

    def _button(self, at: int, button: Button) -> Text:
        look, reverse = self.ink.look, at == self._cursor and self.has_focus
        key = key_name(button.key)
        if not button.enabled:
            return Text(f" {key} {button.label} ", Style(color=look.faint, reverse=reverse))
        left, right = self._around
        text = Text.assemble(left, (key, Style(color=look.accent, bold=True)), f" {button.label}{right}")
        text.stylize(Style(reverse=reverse))
        return text

    def action_step(self, by: int) -> None:
        """Go to the next button."""
        if self.buttons:
            self._cursor = (self._cursor + by) % len(self.buttons)
            self.draw(self.ink)

    def action_press(self) -> None:
        """Press the button under the cursor."""
        if self.buttons:
            self.post_message(self.Pressed(self, self.buttons[self._cursor].action))
