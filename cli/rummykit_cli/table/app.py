"""The program of the full-screen table: it goes on with the game until a person is to act, then waits for keys."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from functools import partial
from threading import Event, Thread
from typing import ClassVar

from rich.console import RenderableType
from rich.segment import Segment
from rich.text import Text
from textual import work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.driver import Driver
from textual.events import Key
from textual.filter import LineFilter
from textual.message import Message
from textual.theme import Theme
from textual.worker import WorkerFailed

from rummykit.engine.actions import BUYBACK_NO, BUYBACK_YES, Action
from rummykit.errors import RecordError
from rummykit.i18n import say
from rummykit.plugin.guard import interrupt_main
from rummykit_cli.guide import request
from rummykit_cli.plain import why_asked
from rummykit_cli.render.console import harmless_cells
from rummykit_cli.render.palettes import Palette
from rummykit_cli.render.plain import offer_words
from rummykit_cli.render.sheet import match_table, tell_hints, tell_winners
from rummykit_cli.table.arranging import ArrangeScreen
from rummykit_cli.table.main import TableScreen
from rummykit_cli.table.possible_moves import ENTER, NO, YES, Button, yes_or_no
from rummykit_cli.table.sitting import Sitting
from rummykit_cli.table.widgets.ink import DARK, LIGHT, Ink, Look
from rummykit_cli.table.widgets.pages import Page
from rummykit_session.clock import BEAT
from rummykit_session.session import Session
from rummykit_session.words import shown_name

LEAVE = "leave"
INTERRUPT_SECONDS = 1.0
"""How long the table may take to hear Ctrl-C by itself."""


class Parting(Enum):
    """How the table is left."""

    OVER = "over"
    LEFT = "left"
    INTERRUPTED = "interrupted"


class _Harmless(LineFilter):
    """Keeps what would command the terminal out of every line that is shown, whoever wrote its text."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return a line of the same width without control characters."""
        return [Segment(harmless_cells(text), style, control) for text, style, control in segments]


class TableApp(App[Parting]):
    """Plays one game on the whole screen."""

    CSS_PATH = "widgets/table.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", priority=True, show=False),
        Binding("ctrl+q", "leave", priority=True, show=False),
    ]

    def __init__(self, session: Session, palette: Palette, pause: float, look: Look | None = None) -> None:
        # Without colours a terminal's own are used, so that really none are sent.
        self.left = Event()
        """Whether somebody's Ctrl-C was heard."""
        self.was_deaf = False
        """Whether Ctrl-C had to interrupt something that let no key be answered."""
        self._course: asyncio.AbstractEventLoop | None = None
        super().__init__(ansi_color="NO_COLOR" in os.environ)
        self.sitting = Sitting(session, palette)
        self.failure: BaseException | None = None
        """Why the game cannot go on here."""
        self._harmless = _Harmless()
        self._pause = pause
        self._hurry = asyncio.Event()
        self._table = TableScreen(self.sitting, self)
        for one in (DARK, LIGHT):
            self.register_theme(_theme(one))
        self._wear(look or _look_of_terminal())

    def _wear(self, look: Look) -> None:
        self._ink = Ink(look, self.sitting.palette)
        self.theme = look.name

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return what every line passes before it is shown."""
        return [*super().get_line_filters(), self._harmless]

    def on_mount(self) -> None:
        """Open the table and begin."""
        self._course = asyncio.get_running_loop()
        self.push_screen(self._table)
        self.call_after_refresh(self.go_on)
        if self.sitting.session.clock is not None:
            self.set_interval(BEAT, self._tick)

    # -- what the screens ask for ----------------------------------------------------------------------------

    @property
    def ink(self) -> Ink:
        """How cards are written."""
        return self._ink

    def keep(self, doing: Callable[[], object]) -> bool:
        """Do something that is written to the record; if it cannot be, leave the table and say why."""
        try:
            doing()
        except (RecordError, OSError) as error:
            self.failure = error
            self.exit()
            return False
        return True

    def leave(self) -> None:
        """Leave the table; the game is saved."""
        if self.failure is None:
            self.exit(Parting.LEFT)

    action_leave = leave

    def hurry(self) -> None:
        """Wait for no bot until a person is to act."""
        self._hurry.set()

    def action_change_look(self) -> None:
        """Go from the dark look to the light one, or back."""
        self._wear(LIGHT if self._ink.look is DARK else DARK)
        self._table.show_table()

    def action_interrupt(self) -> None:
        """Leave as Ctrl-C does everywhere."""
        self.left.set()
        self.exit(Parting.INTERRUPTED)

    def get_driver_class(self) -> type[Driver]:
        """Return what reads the keys: Ctrl-C is heard even while rules of a stranger loop, and nobody handles keys."""
        app = self

        class Interruptible(super().get_driver_class()):  # type: ignore[misc]
            def process_message(self, message: Message) -> None:
                super().process_message(message)
                if isinstance(message, Key) and message.key == "ctrl+c":
                    Thread(target=app.interrupt_if_deaf, daemon=True).start()

        return Interruptible

    def interrupt_if_deaf(self) -> None:
        """Interrupt whatever runs as often as it takes: the loop of events only notes the first time."""
        while not self.left.wait(INTERRUPT_SECONDS):
            self.was_deaf = True
            if self._course is not None:
                self._course.set_exception_handler(lambda *_: None)  # the shell tells that the table was left
            interrupt_main()

    def _handle_exception(self, error: Exception) -> None:
        """Leave the screen because of a fault, which is told in the shell as every fault of a command is."""
        if self.is_headless:  # in tests, which tell it themselves
            super()._handle_exception(error)
            return
        self.failure = self.failure or (error.error if isinstance(error, WorkerFailed) else error)
        self.exit()

    # -- the course of the game ------------------------------------------------------------------------------

    async def _tick(self) -> None:
        """Show how much time is left; when it is over, close what was opened over the table and go on."""
        sitting = self.sitting
        before = sitting.session.moves, len(sitting.entries)
        if sitting.session.seconds_left is None or not self.keep(sitting.tick):
            return
        if sitting.session.moves > before[0]:
            await self._put_pages_away()
            self.go_on()
        elif len(sitting.entries) > before[1]:
            self._table.show_table()
        self._table.show_clock()
        if isinstance(self.screen, ArrangeScreen):
            self.screen.show_clock(sitting.time_left)

    async def _put_pages_away(self) -> None:
        """Close what somebody has opened over the table, such as help with examples of his cards."""
        while self._table in self.screen_stack and self.screen is not self._table:
            await self.pop_screen()

    @work(exclusive=True)
    async def go_on(self) -> None:
        """Show what rounds have brought, let bots play and hand the screen over, until a person is to act."""
        sitting, match = self.sitting, self.sitting.match
        while True:
            if self._goes_to_another():
                await self._put_pages_away()
                sitting.stand_up()
                self._table.wipe()
            self._table.show_table()
            if sitting.sheets:
                title, *body = sitting.sheets.pop(0)
                await self.push_screen_wait(Page(str(title), body, self.ink))
            elif match.is_over:
                await self.push_screen_wait(self._last_page())
                self.exit(Parting.OVER)
                return
            elif sitting.session.waits_for_bot:
                if not await self._let_bot_play():
                    return
            elif match.actor != sitting.seat:
                if not await self._hand_over():
                    return
            elif sitting.offer is not None:
                answer = await self._ask_buyback()
                if answer is None or not self.keep(partial(sitting.play, answer)):
                    return
            else:
                self._hurry.clear()
                sitting.session.start_clock()
                self._table.show_clock()
                return

    def _goes_to_another(self) -> bool:
        """Whether another person than the one at the screen is to act: from now on nobody's hand is shown."""
        sitting, match = self.sitting, self.sitting.match
        return not (match.is_over or sitting.session.waits_for_bot or match.actor == sitting.seat)

    async def _let_bot_play(self) -> bool:
        """Make a bot's move; it is found in a thread of its own, so that keys are answered meanwhile."""
        sitting, told = self.sitting, len(self.sitting.entries)
        answer = await sitting.session.think_of_bot_move()
        if self.return_value is not None:
            return False  # the table was left meanwhile
        if not self.keep(partial(sitting.make_for_bot, answer)):
            return False
        self._table.show_table()
        if len(sitting.entries) > told and self._pause and not sitting.sheets:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), self._pause)
        return True

    async def _hand_over(self) -> bool:
        """Cover the screen until the next person sits there; False if the table is left instead."""
        sitting, match = self.sitting, self.sitting.match
        name = shown_name(match.names[match.actor])
        ready = [Button(ENTER, say("I am {name}", name=name), "ready"), _leave_button()]
        title = say("Hand the screen to {name}.", name=name)
        answer = await self.push_screen_wait(Page(title, [Text(why_asked(match))], self.ink, ready, must_answer=True))
        if answer == LEAVE:
            self.leave()
            return False
        sitting.sit_down(match.actor)
        return True

    async def _ask_buyback(self) -> Action | None:
        """Ask whether to buy back; None if the table is left instead."""
        sitting, hint = self.sitting, ""
        offer = sitting.offer
        assert offer is not None
        answers = [*yes_or_no(), Button("h", say("hint"), "hint"), _leave_button()]
        while True:
            body: list[RenderableType] = [match_table(sitting.match), Text(f"\n{offer_words(offer)}")]
            body.append(Text(f"\n{hint}", self.ink.look.warning))
            answer = await self.push_screen_wait(Page(request(offer), body, self.ink, answers, must_answer=True))
            if answer in (YES, NO):
                return BUYBACK_YES if answer == YES else BUYBACK_NO
            if answer == LEAVE or not self.keep(sitting.hint):
                self.leave()
                return None
            hint = sitting.note

    def _last_page(self) -> Page:
        """Return how the match went, who won, and who was helped."""
        match, hints = self.sitting.match, self.sitting.session.hints
        body: list[RenderableType] = []
        if len(match.scores) > 1 or match.format.has_chips:
            body += [match_table(match), Text("")]
        body.append(Text(tell_winners(match), "bold"))
        if any(hints):
            body.append(Text(tell_hints(match, hints)))
        return Page(say("The match is over."), body, self.ink, [Button(ENTER, say("leave"), LEAVE)])


def _leave_button() -> Button:
    return Button("q", say("leave"), LEAVE)


def _look_of_terminal() -> Look:
    """Return the look that suits the background a terminal tells; most tell nothing, and most are dark."""
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT if background in ("7", "15") else DARK


def _theme(look: Look) -> Theme:
    return Theme(
        name=look.name,
        dark=look.dark,
        primary=look.accent,
        accent=look.accent,
        warning=look.warning,
        foreground=look.text,
        background=look.cloth,
        surface=look.cloth,
        panel=look.panel,
        variables={"faint": look.faint},
    )
