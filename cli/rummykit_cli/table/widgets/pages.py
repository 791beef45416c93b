"""Screens besides the table: pages to read or to answer, and a choice laid over the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen, Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from rummykit.i18n import say
from rummykit_cli.table.possible_moves import ENTER, Button
from rummykit_cli.table.widgets.ink import Ink
from rummykit_cli.table.widgets.pieces import Bar, Pieces

CLOSE = "close"


class Page(Screen[str]):
    """A page that covers the whole table, with buttons below; it is left with the name of the button pressed.

    Enter, Escape and q press the first button, unless *must_answer*: a question wants the key of an answer.
    """

    def __init__(
        self,
        title: str,
        body: Sequence[RenderableType],
        ink: Ink,
        buttons: Sequence[Button] = (),
        *,
        must_answer: bool = False,
    ) -> None:
        super().__init__()
        self._title = title
        self._body = body
        self._ink = ink
        self._buttons = buttons or [Button(ENTER, say("go on"), CLOSE)]
        self._must_answer = must_answer

    def compose(self) -> ComposeResult:
        """Lay the page out."""
        yield Static(self._title, id="page-title", markup=False)
        with VerticalScroll(id="page-body"):
            for part in self._body:
                yield Static(part, markup=False)
        yield Bar("page-buttons", focusable=False)

    def on_mount(self) -> None:
        """Show the buttons."""
        self.query_one(Bar).show(self._buttons, self._ink)
        self.query_one(VerticalScroll).focus()

    def on_key(self, event: Key) -> None:
        """Press the button of a key."""
        names = {button.other_key: button.action for button in self._buttons}
        names |= {button.key: button.action for button in self._buttons}
        if event.key in ("enter", "escape", "q") and not self._must_answer:
            names.setdefault(event.key, self._buttons[0].action)
        if event.key in names:
            event.stop()
            self.dismiss(names[event.key])

    @on(Pieces.Pressed, "#page-buttons")
    def _pressed(self, event: Pieces.Pressed) -> None:
        self.dismiss(str(event.key))


class ChoiceList(ModalScreen[int | None]):
    """A list to choose from, below the melds of the table; it is left with the place of what was chosen, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "dismiss", show=False)]

    def __init__(self, title: str, labels: Sequence[str]) -> None:
        super().__init__()
        self._title = title
        self._labels = labels

    def compose(self) -> ComposeResult:
        """Lay the list out."""
        with Vertical(id="choice"):
            yield Static(self._title, id="choice-title", markup=False)
            numbered = [f"{at}  {label}" if at < 10 else f"   {label}" for at, label in enumerate(self._labels, 1)]
            yield OptionList(*[Option(Text(label)) for label in numbered])
            yield Static(self._help(), id="choice-help", markup=False)

    def _help(self) -> str:
        if len(self._labels) < 10:
            return say("Arrows and Enter, or the number; Escape cancels.")
        return say("Arrows and Enter, or the number of one of the first nine; Escape cancels.")

    def on_key(self, event: Key) -> None:
        """Choose by number."""
        if event.key.isdecimal() and 1 <= int(event.key) <= len(self._labels):
            event.stop()
            self.dismiss(int(event.key) - 1)

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)
