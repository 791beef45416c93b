"""The keys that help: hints, taking back, rules, and the line for those who type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType

from rummykit.i18n import say
from rummykit.refusals import Refusal
from rummykit_cli.guide import help_on
from rummykit_cli.plain import SORTINGS, who_agrees
from rummykit_cli.plugged import installed
from rummykit_cli.render.plain import Line
from rummykit_cli.table.fan import Order
from rummykit_cli.table.making_moves import MoveKeys
from rummykit_cli.table.possible_moves import YES, yes_or_no
from rummykit_cli.table.rules import key_table, why_not
from rummykit_cli.table.widgets.hand import HandFan
from rummykit_cli.table.widgets.line import MoveLine
from rummykit_cli.table.widgets.pages import Page
from rummykit_cli.table.widgets.pieces import Bar
from rummykit_cli.typed import Command, Response, understand

SHORT_ANSWER = 3
"""An answer with more lines than this has a page of its own."""


class HelpKeys(MoveKeys):
    """Helps the person at the screen; answers are short below the hand, or on a page."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", show=False),
        Binding("u", "undo", show=False),
        Binding("w", "why", show=False),
        Binding("question_mark", "help", show=False),
        # Before any widget has it, so that letters sent along with it find the line for typing, and are no keys.
        Binding("enter", "type", show=False, priority=True),
    ]

    def action_hint(self) -> None:
        """Give the next step of a hint."""
        if self.host.keep(self.sitting.hint):
            self.show_picks()

    def action_undo(self) -> None:
        """Take the last move back; one of another person only if all agree."""
        sitting = self.sitting
        if not sitting.on_turn:
            sitting.wait()
            self.show_picks()
            return
        why_not_now = sitting.session.why_no_undo()
        if why_not_now is not None:
            self.answer(why_not_now)
            return
        asked = who_agrees(sitting.session)
        if asked:
            self.app.push_screen(Page(asked, [], self.host.ink, yes_or_no(), must_answer=True), self._take_back)
        else:
            self._take_back(YES)

    def _take_back(self, answer: str | None) -> None:
        if answer == YES and self.host.keep(self.sitting.undo):
            self.host.go_on()

    def action_why(self) -> None:
        """Open the rule behind the last refusal."""
        sitting = self.sitting
        refusal = sitting.why(sitting.forming)
        if refusal is None:
            self.answer(say("Nothing has been refused yet."))
        else:
            body = why_not(refusal, sitting.match, installed(), self.host.ink)
            self._read(say("Why not? {rule}", rule=refusal.rule), body)

    def action_help(self) -> None:
        """Explain the keys, and how moves are typed."""
        view, body = self.sitting.view, [key_table(self.sitting.match.rules)]
        if view is not None:
            body += [Text(""), Text(say("What you can type after Enter:"), "bold"), *help_on(view, "")]
        self._read(say("Keys"), body)

    def _read(self, title: str, body: list[RenderableType]) -> None:
        self.app.push_screen(Page(title, body, self.host.ink))

    # -- typing ----------------------------------------------------------------------------------------------

    def wipe(self) -> None:
        """Leave nothing that somebody has begun to type, and go back to the hand."""
        self.query_one(MoveLine).wipe()
        self.query_one(HandFan).focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave Enter to the line for typing, which has all letters before it already, and to buttons."""
        return action != "type" or not isinstance(self.focused, MoveLine | Bar)

    def action_type(self) -> None:
        """Go to the line for typing."""
        self.set_focus(self.query_one(MoveLine))

    async def action_send(self) -> None:
        """Send off the line that was typed."""
        await self.query_one(MoveLine).action_submit()

    def action_recall(self) -> None:
        """Show an earlier line."""
        self.query_one(MoveLine).action_recall(-1)

    @on(MoveLine.Submitted, "#line")
    def _submitted(self, event: MoveLine.Submitted) -> None:
        """Do what a line asks for; one that cannot be done stays there, to be mended or replaced."""
        line = event.value.strip()
        if not line:
            self.wipe()
            return
        self.sitting.note = ""
        self.sitting.remember(line)
        if self._does(line):
            self.wipe()
        else:
            self.query_one(MoveLine).keep()

    def _does(self, line: str) -> bool:
        """Do what a line asks for; False if it cannot be done."""
        sitting, before = self.sitting, self.sitting.session.moves
        view = sitting.view or sitting.offer
        if view is None:
            return True
        match understand(line, sitting.match, view):
            case Response(lines=lines, understood=understood):
                self._tell(line, lines)
                return understood
            case Command() as command:
                return self._obeys(command)
            case _ if not sitting.on_turn:
                sitting.wait_for_turn()
                self.show_picks()
            case Refusal() as refusal:
                self.refuse(refusal)
            case action:
                self.play([action])
        return sitting.session.moves > before

    def _obeys(self, command: Command) -> bool:
        match command.word:
            case "quit":
                self.host.leave()
            case "show":
                self.show_picks()  # the table is on the screen all the time
            case "sort" if command.rest in SORTINGS:
                self.sitting.fan.sort(Order.COLOUR if SORTINGS[command.rest] == "colour" else Order.VALUE)
                self.show_picks()
            case "sort":
                self.answer(say("Say 'sort colour' or 'sort value'."))
                return False
            case "log":
                self._tell("log", [Line(entry.text) for entry in self.sitting.entries])
            case "hint":
                self.action_hint()
            case "undo":
                self.action_undo()
            case _:
                self.action_rearrange()
        return True

    def _tell(self, line: str, said: Sequence[Line]) -> None:
        """Show the answer to a line: below the hand if it is short, else on a page."""
        if len(said) <= SHORT_ANSWER:
            self.answer("\n".join(one.text for one in said))
        else:
            self.show_picks()
            self._read(line, list(said))
