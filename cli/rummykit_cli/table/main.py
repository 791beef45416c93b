"""The table itself: everything that lies open, the log, the own hand, and the keys besides those of moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partialmethod
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.events import Resize
from textual.widgets import Static

from rummykit.i18n import say, say_number
from rummykit_cli.guide import request
from rummykit_cli.plain import why_asked
from rummykit_cli.table import facts
from rummykit_cli.table.fan import Fan, Order
from rummykit_cli.table.helping import HelpKeys
from rummykit_cli.table.making_moves import Host
from rummykit_cli.table.possible_moves import ENTER, ESCAPE, SPACE, UP_DOWN, Button, buttons
from rummykit_cli.table.sitting import Sitting
from rummykit_cli.table.widgets.hand import HandFan
from rummykit_cli.table.widgets.line import MoveLine
from rummykit_cli.table.widgets.log import LogScroll, TableLog
from rummykit_cli.table.widgets.melds import Melds
from rummykit_cli.table.widgets.pieces import Bar, Pieces
from rummykit_session.forming import Forming
from rummykit_session.table_state import lying_open

NARROW = 60
"""On a screen with fewer columns the log gives its place to the melds."""


class TableScreen(HelpKeys):
    """The table as the person at the screen sees it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
        Binding("home", "go_to_end(0)", show=False),
        Binding("end", "go_to_end(-1)", show=False),
        Binding("shift+left", "carry(-1)", show=False),
        Binding("shift+right", "carry(1)", show=False),
        Binding("space", "pick", show=False),
        Binding("c", "sort('COLOUR')", show=False),
        Binding("v", "sort('VALUE')", show=False),
        Binding("escape", "put_back", show=False),
        Binding("n", "hurry", show=False),
        Binding("up", "scroll_board(-1)", show=False),
        Binding("down", "scroll_board(1)", show=False),
        Binding("pageup", "scroll_log(-1)", show=False),
        Binding("pagedown", "scroll_log(1)", show=False),
        Binding("ctrl+t", "app.change_look", show=False),
        Binding("q", "app.leave", show=False),
    ]

    def __init__(self, sitting: Sitting, host: Host) -> None:
        super().__init__(sitting, host)
        self._written: dict[str, Text] = {}

    def compose(self) -> ComposeResult:
        """Lay the table out."""
        yield Static(id="title", markup=False)
        with Horizontal(id="open"):
            yield Static(id="players", markup=False)
            yield Static(id="bonus", markup=False)
        with Horizontal(id="middle"):
            with VerticalScroll(id="board"):
                yield Melds("melds")
            with LogScroll(id="log"):
                yield TableLog("told")
        yield HandFan("hand")
        yield Static(id="status", markup=False)
        yield Static(id="note", markup=False)
        yield Bar("moves")
        yield MoveLine("line", lambda: self.sitting.typed)
        yield Bar("keys", focusable=False, brackets=False)

    def on_mount(self) -> None:
        """Show the table for the first time."""
        self.query_one("#board").border_title = say("Table")
        self.query_one("#log").border_title = say("Log")
        self.query_one(HandFan).focus()
        self.show_table()

    def on_resize(self, event: Resize) -> None:
        """Leave the log out where there is no room for it."""
        self.set_class(event.size.width < NARROW, "narrow")

    # -- showing ---------------------------------------------------------------------------------------------

    def show_table(self) -> None:
        """Show everything anew."""
        sitting, ink, match = self.sitting, self.host.ink, self.sitting.match
        table = lying_open(match)
        self._write("title", Text(facts.title(match, table)))
        # Whoever may pick the jokers of the pool has them beside the hand.
        pool = not any(slot.open for slot in sitting.fan.slots)
        self._write("players", Text("\n").join([facts.players(table), facts.middle(match, table, ink, pool=pool)]))
        self._write("bonus", facts.bonus(table))
        below = list(facts.below_melds(match, table, sitting.view))
        self.query_one(Melds).show(list(facts.melds(match, table, ink)), below, ink)
        self._show_log()
        self.show_picks()

    def show_picks(self) -> None:
        """Show the hand, what is picked and what can be done with it."""
        sitting, ink = self.sitting, self.host.ink
        hand = self.query_one(HandFan)
        hand.border_title = self._hand_title()
        hand.show(sitting.fan, sitting.match.rules.pack, ink)
        forming = sitting.forming
        self._write("status", Text(self._status(forming)))
        self._write("note", Text(sitting.note, Style(color=ink.look.warning)))
        self._show_bars(forming)

    def on_descendant_focus(self) -> None:
        """Show the keys that count now: in the line for typing letters are letters."""
        self._show_bars(self.sitting.forming)

    def _show_bars(self, forming: Forming) -> None:
        sitting, ink, view = self.sitting, self.host.ink, self.sitting.view
        typing = isinstance(self.focused, MoveLine)
        moves = []
        if view is not None and sitting.on_turn:
            can_meld, staged = sitting.can_meld(forming), bool(sitting.staged)
            moves = buttons(view, sitting.fan.picked, can_meld=can_meld, staged=staged)
        if typing:
            moves = [replace(button, enabled=False) for button in moves]
        self.query_one("#moves", Bar).show(moves, ink)
        self.query_one("#keys", Bar).show(_typing_keys() if typing else self._keys(forming), ink)

    def _write(self, id: str, text: Text) -> None:
        """Update a text if it has changed; nothing else on the screen moves unless its size does."""
        if self._written.get(id) != text:
            self._written[id] = text
            static = self.query_one(f"#{id}", Static)
            static.update(text)
            static.display = bool(text)

    def _hand_title(self) -> str:
        fan = self.sitting.fan
        number = sum(not slot.open for slot in fan.slots)
        held = say_number("Your hand: {number} card", "Your hand: {number} cards", number)
        by = {Order.COLOUR: say("by colour"), Order.VALUE: say("by value"), Order.OWN: say("in your order")}
        return ", ".join(filter(None, [held, by[fan.order], self.sitting.time_left]))

    def show_clock(self) -> None:
        """Show how much time is left, above the hand."""
        self.query_one(HandFan).border_title = self._hand_title()

    def _status(self, forming: Forming) -> str:
        """Return what the picked cards form, or else what is expected."""
        sitting = self.sitting
        if forming.said:
            return sitting.said_of(forming)
        if sitting.on_turn and sitting.view is not None:
            return request(sitting.view)
        if sitting.match.is_over or sitting.seat is None:
            return ""
        return say("{asked} Space or n: do not wait.", asked=why_asked(sitting.match))

    def _keys(self, forming: Forming) -> list[Button]:
        sitting = self.sitting
        keys = [
            Button(SPACE, say("pick") if sitting.on_turn else say("do not wait"), "pick"),
            Button("c", say("colour"), "sort('COLOUR')"),
            Button("v", say("value"), "sort('VALUE')"),
            Button("h", say("hint"), "hint", sitting.on_turn and sitting.session.help.hints),
            Button("u", say("undo"), "undo", sitting.can_undo),
            Button("w", say("why not"), "why", sitting.why(forming) is not None),
            Button("?", say("help"), "help"),
            Button("q", say("leave"), "app.leave"),
        ]
        return [key for key in keys if key.enabled]

    def _show_log(self) -> None:
        """Show the log; anything new in it comes into view, even if somebody has scrolled up."""
        if self.query_one(TableLog).show(self.sitting.entries, self.host.ink):
            self.query_one(LogScroll).scroll_end(animate=False)

    # -- the hand --------------------------------------------------------------------------------------------

    def _handle(self, way: Callable[[Fan, int], None], how: int) -> None:
        way(self.sitting.fan, how)
        self._show_hand()

    action_step = partialmethod(_handle, Fan.step)
    action_go_to_end = partialmethod(_handle, Fan.go_to_end)
    action_carry = partialmethod(_handle, Fan.carry)

    def action_sort(self, order: str) -> None:
        """Sort the hand."""
        self.sitting.fan.sort(Order[order])
        self._show_hand()

    def action_pick(self) -> None:
        """Pick the card under the cursor; while bots play, do not wait for them."""
        if not self.sitting.on_turn:
            self.host.hurry()
            return
        self.sitting.fan.pick()
        self._picked()

    def action_put_back(self) -> None:
        """Put picked cards back, or a group that was set aside; from anywhere else go back to the hand first."""
        if not self.query_one(HandFan).has_focus:
            self.wipe()
            return
        self.sitting.put_back()
        self.show_picks()

    def _picked(self) -> None:
        self.sitting.note = ""
        self.show_picks()

    def _show_hand(self) -> None:
        hand = self.query_one(HandFan)
        hand.border_title = self._hand_title()
        hand.draw(self.host.ink)

    # -- the screen ------------------------------------------------------------------------------------------

    def action_hurry(self) -> None:
        """Do not wait for the bots."""
        self.host.hurry()

    def action_scroll_board(self, lines: int) -> None:
        """Scroll the melds by a line."""
        self.query_one("#board", VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_scroll_log(self, pages: int) -> None:
        """Scroll the log by a page."""
        log = self.query_one("#log", VerticalScroll)
        log.scroll_relative(y=pages * max(log.size.height - 1, 1), animate=False)

    # -- pressing --------------------------------------------------------------------------------------------

    @on(Pieces.Pressed, "#hand")
    def _card_pressed(self, event: Pieces.Pressed) -> None:
        if isinstance(event.key, int):
            self.sitting.fan.pick(event.key)
            self._picked()

    @on(Pieces.Pressed, "#melds")
    def _meld_pressed(self, event: Pieces.Pressed) -> None:
        if isinstance(event.key, int):
            self.lay_off_on(event.key)

    @on(Pieces.Pressed, "Bar")
    async def _button_pressed(self, event: Pieces.Pressed) -> None:
        await self.run_action(str(event.key))


def _typing_keys() -> list[Button]:
    """Return the keys that count in the line for typing."""
    return [
        Button(ENTER, say("send the line"), "send"),
        Button(ESCAPE, say("back to the cards"), "put_back"),
        Button(UP_DOWN, say("earlier lines"), "recall"),
    ]
