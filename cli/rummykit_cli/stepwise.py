"""Rearranging the table step by step: take cards, put them, see what is not yet a meld, undo, then say done."""

from __future__ import annotations

from collections.abc import Callable
from string import ascii_letters
from typing import TYPE_CHECKING

from rich.text import Text

from rummykit.engine.actions import Action
from rummykit.errors import NotationError, did_you_mean
from rummykit.i18n import either, mark, say
from rummykit.melds import Meld, Shape
from rummykit_cli.render.plain import HAND, LOOSE, TABLE, Screen, SortBy
from rummykit_session.workbench import BenchGroup, StepError, Workbench

if TYPE_CHECKING:
    from rummykit.engine.match import Match
    from rummykit.engine.views import View

STEPS = {
    "take": mark("take 1: take meld 1 apart; take CARD CARD < 1: take only these cards out of it"),
    "put": mark("put CARD CARD CARD: put loose cards and hand cards together; put CARD > a: add a card to group a"),
    "undo": mark("undo: go back one step"),
    "show": mark("show: print the work area again"),
    "done": mark("done: play the table as it is now"),
    "leave": mark("leave: back to your turn; nothing is changed"),
}
_OTHER_WORDS = {"confirm": "done", "abandon": "leave", "cancel": "leave", "quit": "leave", "exit": "leave", "?": "help"}


class Stepwise:
    """One rearrangement by a person at the terminal; nothing reaches the game before it is confirmed."""

    def __init__(
        self, screen: Screen, read: Callable[[str], str], match: Match, view: View, sort_by: SortBy = "colour"
    ) -> None:
        self._screen = screen
        self._read = read
        self._match = match
        self._view = view
        self._sort_by = sort_by
        self._bench = Workbench(view.rules, view.table, view.hand)

    def run(self) -> Action | None:
        """Return a legal move, or None if the player leaves."""
        self._screen.line(say("Nothing is played until you say 'done'; 'help' explains the steps."))
        self._show()
        prompt = say("Rearrange ({steps})", steps=", ".join(STEPS))
        while True:
            word, _, rest = self._read(f"{prompt}: ").strip().partition(" ")
            word = _OTHER_WORDS.get(word.lower(), word.lower())
            if word == "leave":
                self._screen.line(say("The table is as it was."))
                return None
            try:
                if word == "done":
                    action = self._bench.action()
                    refusal = self._match.check(action)
                    if refusal is None:
                        return action
                    self._screen.line(say("Refused: {refusal}", refusal=refusal), style="yellow")
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
                self._screen.item(say(text))
            return
        elif word == "":
            return
        elif word != "show":
            raise StepError(say("'{word}' is not a step.", word=word) + did_you_mean(word, [*STEPS, "help"]))
        self._show()

    def _show(self) -> None:
        pack, bench = self._view.rules.pack, self._bench
        self._screen.rows(TABLE, map(self._group, bench.groups))
        if bench.loose:
            must = say("must go back into a meld")
            self._screen.row(LOOSE, self._screen.cards(pack, bench.loose).append(f"  {must}"))
        self._screen.row(HAND, self._screen.hand(pack, bench.hand, self._sort_by))

    def _group(self, group: BenchGroup) -> Text:
        line = Text(f"{group.name:>2}  ")
        line.append(self._screen.placed(self._view.rules.pack, group.cards))
        return line if self._bench.is_as_before(group) else line.append(f"  <- {self._remark(group)}")

    def _remark(self, group: BenchGroup) -> str:
        verdict = self._bench.verdict(group)
        if isinstance(verdict, Meld):
            if verdict.shape is Shape.SET:
                return say("a set, {points} points", points=verdict.points)
            return say("a run, {points} points", points=verdict.points)
        if isinstance(verdict, list):
            return say("not yet: say which you mean, {melds}", melds=either(map(str, verdict)))
        return say("not yet: {reason}", reason=verdict.sentence)
