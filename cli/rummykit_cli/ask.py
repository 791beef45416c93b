"""Asking a person for a move: reading, explaining, helping."""

from __future__ import annotations

import sys
from collections.abc import Callable

from rich.console import Console

from rummykit.actions import DRAW_STOCK, VERBS, Action, Discard, LayDown, LayOff
from rummykit.errors import NotationError, did_you_mean
from rummykit.match import Match
from rummykit.notation import EXAMPLES, read_action
from rummykit.reasons import TABLE_RULES, Refusal
from rummykit.round import Round
from rummykit.views import View
from rummykit_cli.screen import Screen, SortBy

COMMANDS = {
    "help": "help, or help meld: how to write moves, with your own cards",
    "moves": "moves: list the moves you can make now",
    "show": "show: print the table again",
    "sort": "sort colour, sort value: order your hand",
    "rule": "rule R17-JOK-02: read the rule a refusal names",
    "quit": "quit: leave; the game is saved",
}


class Leave(Exception):  # noqa: N818 - not an error
    """The player leaves, or there is no more input."""

    def __init__(self, input_ended: bool) -> None:
        super().__init__()
        self.input_ended = input_ended


class Asker:
    """Asks people for moves; remembers how each wants the hand sorted."""

    def __init__(self, console: Console, interactive: bool) -> None:
        self.screen = Screen(console)
        self.interactive = interactive
        self._sort_by: dict[int, SortBy] = {}
        self._at_screen: int | None = None

    def ask(self, match: Match, seat: int, people: int) -> Action:
        """Return a legal move of *seat*; raise `Leave` if there is none to come."""
        view = match.round.view(seat)
        if people > 1 and self._at_screen != seat:
            self._hand_over(view)
        self._at_screen = seat
        self.screen.show(match, view, self._sort_by.get(seat, "colour"))
        while True:
            line = self._read(f"{view.names[seat]}, {self._request(view)}: ")
            action = self._answer(line, match, view)
            if action is not None:
                return action

    def tell_drawn(self, round: Round, seat: int, before: int, action: Action) -> None:
        """Tell the person at the screen which card came from the stock; the log tells nobody."""
        came = round.rules.pack.subtract(round.hands[seat], before) if action == DRAW_STOCK else 0
        if came:
            self.screen.line(f"It is {round.rules.pack.text(came)}.", style="bold")

    def _hand_over(self, view: View) -> None:
        if self.interactive:
            self.screen.console.clear()
            self._read(f"It is {view.names[view.seat]}'s turn. Hand the screen over, then press Enter. ")

    def _request(self, view: View) -> str:
        if view.stage == "claim":
            return f"claim {view.open_card} or pass"
        if view.stage == "draw":
            return "draw stock or draw discard" if view.open_card else "draw stock"
        return "your move"

    def _read(self, prompt: str) -> str:
        """Read a line; without a terminal it comes from standard input, and is printed for the log."""
        self.screen.console.print(prompt, end="", markup=False, highlight=False, soft_wrap=True)
        if self.interactive:
            try:
                return input()
            except EOFError:
                raise Leave(input_ended=True) from None
        line = sys.stdin.readline()
        if not line:
            self.screen.line()
            raise Leave(input_ended=True)
        self.screen.line(line.rstrip("\n"))
        return line

    def _answer(self, line: str, match: Match, view: View) -> Action | None:
        """Return the move in *line*, or do what else it asks for and return None."""
        word, _, rest = line.strip().partition(" ")
        word, rest = word.lower(), rest.strip()
        if word in ("quit", "exit", "q"):
            raise Leave(input_ended=False)
        helpers: dict[str, Callable[[], None]] = {
            "": lambda: None,
            "help": lambda: self._help(view, rest.lower()),
            "?": lambda: self._help(view, rest.lower()),
            "moves": lambda: self._moves(view),
            "show": lambda: self.screen.show(match, view, self._sort_by.get(view.seat, "colour")),
            "sort": lambda: self._sort(match, view, rest.lower()),
            "rule": lambda: self._rule(view, rest.upper()),
        }
        if word in helpers:
            helpers[word]()
            return None
        try:
            action = read_action(line, match.round)
        except NotationError as error:
            self._explain(line, error)
            return None
        refusal = action if isinstance(action, Refusal) else match.check(action)
        if refusal is not None or isinstance(action, Refusal):
            self.screen.line(f"Refused: {refusal}", style="yellow")
            return None
        return action

    def _explain(self, line: str, error: NotationError) -> None:
        word = line.split()[0]
        if word.lower() not in VERBS:
            commands = [*VERBS, *COMMANDS]
            self.screen.line(
                f"'{word}' is neither a move nor a command.{did_you_mean(word, commands)} "
                "Type 'help' for how to write moves.",
                style="yellow",
            )
            return
        self.screen.line(f"    {line.rstrip()}")
        self.screen.line(f"    {' ' * (error.column - 1)}^")
        self.screen.line(f"{error}", style="yellow")

    # -- the commands besides moves -----------------------------------------------------------------------

    def _moves(self, view: View) -> None:
        for action in view.legal:
            self.screen.line(f"  {action}")

    def _sort(self, match: Match, view: View, by: str) -> None:
        if by in ("colour", "color", "suit"):
            self._sort_by[view.seat] = "colour"
        elif by in ("value", "rank"):
            self._sort_by[view.seat] = "value"
        else:
            self.screen.line("Say 'sort colour' or 'sort value'.", style="yellow")
            return
        self.screen.show(match, view, self._sort_by[view.seat])

    def _rule(self, view: View, name: str) -> None:
        book = {**view.rules.rulebook, **TABLE_RULES}
        if name in book:
            self.screen.line(f"{name}: {book[name]}")
        elif not name:
            for rule, text in book.items():
                self.screen.line(f"{rule}: {text}")
        else:
            self.screen.line(f"There is no rule {name}.{did_you_mean(name, book)}", style="yellow")

    def _help(self, view: View, topic: str) -> None:
        if topic in COMMANDS:
            self.screen.line(f"  {COMMANDS[topic]}")
            return
        if topic and topic not in VERBS:
            self.screen.line(
                f"There is no help for '{topic}'.{did_you_mean(topic, [*VERBS, *COMMANDS])}", style="yellow"
            )
            return
        self.screen.line("Cards: value first, then colour: 7r 17g. A joker is *r; standing for a card: *r=7r.")
        for verb, form in EXAMPLES.items():
            if topic in ("", verb):
                example = _example(VERBS[verb], view)
                self.screen.line(f"  {form}" + (f"      for example: {example}" if example else ""))
        if not topic:
            for text in COMMANDS.values():
                self.screen.line(f"  {text}")


def _example(kind: type[Action], view: View) -> Action | None:
    """Return a move of this kind with cards of the player's own: one to make now, or later in the turn."""
    found = [action for action in view.legal if isinstance(action, kind)]
    if found:
        return found[-1]
    if kind is LayDown:
        return next(iter(view.rules.finder.naturals(view.hand)), None)
    if kind is LayOff:
        own = [action for meld in view.table for action, _ in meld.additions if action.placed.card in view.cards]
        return next(iter(own), None)
    return Discard(view.cards[-1]) if kind is Discard and view.cards else None
