"""Rearranging the table step by step: take cards, put them, see what is not yet a meld, undo, then say done."""

from __future__ import annotations

from collections.abc import Callable
from string import ascii_letters
from typing import TYPE_CHECKING

from rich.text import Text

from rummykit.actions import Action
from rummykit.errors import NotationError, did_you_mean
from rummykit.melds import Meld
from rummykit_cli.screen import Screen
from rummykit_cli.workbench import Group, StepError, Workbench

if TYPE_CHECKING:
    from rummykit.match import Match
    from rummykit.views import View

STEPS = {
    "take": "take 1: take meld 1 apart; take CARD CARD < 1: take only these cards out of it",
    "put": "put CARD CARD CARD: lay loose cards and hand cards together; put CARD > a: add to what lies there",
    "undo": "undo: go back one step",
    "show": "show: print the work area again",
    "done": "done: play it as it lies now",
    "leave": "leave: back to your turn, nothing is changed",
}
_OTHER_WORDS = {"confirm": "done", "abandon": "leave", "cancel": "leave", "quit": "leave", "exit": "leave", "?": "help"}


class Stepwise:
    """One rearrangement by a person at the terminal; nothing reaches the game before it is confirmed."""

    def __init__(self, screen: Screen, read: Callable[[str], str], match: Match, view: View) -> None:
        self._screen = screen
        self._read = read
        self._match = match
        self._view = view
        self._bench = Workbench(view.rules, view.table, view.hand)

    def run(self) -> Action | None:
        """Return a legal move, or None if the player leaves."""
        self._screen.line("Nothing is played before you say 'done'. Steps: take, put, undo, show, done, leave; help.")
        self._show()
        while True:
            word, _, rest = self._read("rearrange: ").strip().partition(" ")
            word = _OTHER_WORDS.get(word.lower(), word.lower())
            if word == "leave":
                self._screen.line("The table lies as before.")
                return None
            try:
                if word == "done":
                    action = self._bench.action()
                    refusal = self._match.check(action)
                    if refusal is None:
                        return action
                    self._screen.line(f"Refused: {refusal}", style="yellow")
                else:
                    self._step(word, rest)
            except (StepError, NotationError) as error:
                self._screen.line(f"{error}", style="yellow")

    def _step(self, word: str, rest: str) -> None:
        bench = self._bench
        if word == "take":
            cards, _, name = rest.partition("<")
            if not name and (cards.strip().isdigit() or cards.strip() in ascii_letters):
                cards, name = "", cards
            bench.take(cards, name.strip())
        elif word == "put":
            cards, _, name = rest.partition(">")
            bench.put(cards, name.strip())
        elif word == "undo":
            bench.undo()
        elif word == "help":
            for text in STEPS.values():
                self._screen.line(f"  {text}")
            return
        elif word == "":
            return
        elif word != "show":
            raise StepError(f"'{word}' is no step.{did_you_mean(word, [*STEPS, 'help'])} Steps: {', '.join(STEPS)}.")
        self._show()

    def _show(self) -> None:
        pack, bench = self._view.rules.pack, self._bench
        for at, group in enumerate(bench.groups):
            line = Text(f"{group.name:>2}  ")
            line.append(Text(" ").join(self._screen.placed(pack, placed) for placed in group.cards))
            line.append(self._remark(group))
            self._screen.row("Table" if at == 0 else "", line)
        if bench.loose:
            loose = self._screen.cards(pack, bench.loose)
            self._screen.row("Loose", loose.append("  must lie in a meld again"))
        self._screen.row("Hand", self._screen.cards(pack, bench.hand))

    def _remark(self, group: Group) -> str:
        if self._bench.is_as_before(group):
            return ""
        verdict = self._bench.verdict(group)
        if isinstance(verdict, Meld):
            return f"  <- a {verdict.shape.value}, {verdict.points} points"
        if isinstance(verdict, list):
            return f"  <- not yet: say which, {' or '.join(map(str, verdict))}"
        return f"  <- not yet: {verdict.sentence}"
