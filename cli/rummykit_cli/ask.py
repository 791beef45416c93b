"""Asking a person for a move: reading, explaining, helping."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from contextlib import suppress

from rummykit.actions import (
    BUYBACK_YES,
    DRAW_STOCK,
    PASS,
    VERBS,
    Action,
    BuyBack,
    Claim,
    Discard,
    Draw,
    EndTurn,
    LayDown,
    LayOff,
    Pass,
    Rearrange,
    verb,
)
from rummykit.cards import Pack
from rummykit.errors import NotationError, did_you_mean
from rummykit.match import Match
from rummykit.notation import EXAMPLES, read_action
from rummykit.reasons import TABLE_CITATIONS, TABLE_RULES, Reason, Refusal, plain
from rummykit.round import Round
from rummykit.views import BuybackView, View
from rummykit_cli.log import Log
from rummykit_cli.screen import SortBy
from rummykit_cli.stepwise import STEPS, Stepwise

COMMANDS = {
    "help": "help, or help MOVE: how to write moves, with your own cards",
    "moves": "moves: list the moves you can make now",
    "show": "show: print the table again",
    "sort": "sort colour, sort value: order your hand",
    "log": "log: the last moves again",
    "rule": "rule NAME: read a rule that a refusal names; without a name all of them, and your house rules",
    "rearrange": "rearrange: lay the table anew step by step (take, put, undo); nothing is played before you say done",
    "quit": "quit: leave; the game is saved",
}


QUOTED = 30
"""How much of a line is quoted on either side of a mistake."""

BUYBACK = verb(BUYBACK_YES)

_FITTING = {
    "draw": ("draw", "claim"),
    "claim": ("claim", "pass"),
    "exchange": ("draw", "pass"),
    "last_discard": ("draw", "discard"),
    "play_or_draw": [name for name in VERBS if name not in ("draw", "claim")],
}
"""The moves that make sense in a stage; in play all others do."""


class Leave(Exception):  # noqa: N818 - not an error
    """The player leaves, or there is no more input."""

    def __init__(self, input_ended: bool) -> None:
        super().__init__()
        self.input_ended = input_ended


class Asker:
    """Asks people for moves; remembers how each wants the hand sorted, and what each has seen of the log."""

    def __init__(self, log: Log, interactive: bool) -> None:
        self.log = log
        self.screen = log.screen
        self.interactive = interactive
        self._sort_by: dict[int, SortBy] = {}
        self._at_screen: int | None = None
        self._seen: dict[int, int] = {}
        self._drawn: dict[int, str] = {}
        if interactive:
            with suppress(ImportError):  # Windows has no such module, but edits lines by itself
                import readline  # noqa: F401 - importing it gives line editing and a history

    def ask(self, match: Match, view: View | BuybackView, people: int) -> Action:
        """Return a legal move of the seat to act, whose view it is; raise `Leave` if there is none to come."""
        seat = match.actor
        if people > 1 and self._at_screen != seat:
            self._hand_over(match, view)
        self._at_screen = seat
        if seat in self._drawn:
            self.screen.line(f"You drew {self._drawn.pop(seat)}.", style="bold")
        self._show(match, view)
        while True:
            line = self._read(f"{match.names[seat]}, {self._request(view)}: ")
            action = self._answer(line, match, view)
            if action is not None:
                self._seen[seat] = len(self.log.told)
                return action

    def note_drawn(self, round: Round, seat: int, before: View, action: Action) -> None:
        """Remember which card came from the stock, to tell it to this person alone."""
        came = round.rules.pack.subtract(round.hands[before.seat], before.hand) if action in (DRAW_STOCK, PASS) else 0
        if came:
            self._drawn[seat] = round.rules.pack.text(came)

    def _show(self, match: Match, view: View | BuybackView) -> None:
        if isinstance(view, BuybackView):
            self.screen.show_offer(match, view)
        else:
            self.screen.show(match, view, self._sort_by.get(match.actor, "colour"))

    def _hand_over(self, match: Match, view: View | BuybackView) -> None:
        """Cover the screen between two people, then tell the second what he has missed."""
        if not self.interactive:
            return
        name = match.names[match.actor]
        self.screen.console.print("\x1b[3J\x1b[2J\x1b[H", end="", markup=False)  # with the lines scrolled away
        if isinstance(view, BuybackView):
            why = f"{name} is asked whether to buy back"
        elif view.stage == "claim":
            why = f"{name} is asked whether to claim {view.open_card}"
        else:
            why = f"It is {name}'s turn"
        self._read(f"{why}. Hand the screen over, then press Enter. ")
        for told in self.log.told[self._seen.get(match.actor, 0) :]:
            self.screen.line(told)

    def _request(self, view: View | BuybackView) -> str:
        if isinstance(view, BuybackView):
            return "buyback yes or buyback no"
        if view.stage == "claim":
            return f"claim or pass (the open card is {view.open_card})"
        if view.stage == "draw":
            can_take = any(action != DRAW_STOCK for action in view.legal)
            return f"draw stock or draw discard ({view.open_card})" if can_take else "draw stock"
        if view.stage == "exchange":
            return f"your last exchange: {' or '.join(map(str, view.legal))} (the open card is {view.open_card})"
        if view.stage == "last_discard":
            return "discard a card"
        if view.stage == "play_or_draw":
            return "place cards or pass"
        return "your move"

    def _read(self, prompt: str) -> str:
        """Read a line; without a terminal it comes from standard input, and is printed for the log."""
        if self.interactive:
            try:
                return input(prompt)  # the prompt too, so that line editing knows where the line begins
            except EOFError:
                raise Leave(input_ended=True) from None
        self.screen.console.print(prompt, end="", markup=False, highlight=False, soft_wrap=True)
        line = sys.stdin.readline()
        if not line:
            self.screen.line()
            raise Leave(input_ended=True)
        self.screen.line(line.rstrip("\n"))
        return line

    def _answer(self, line: str, match: Match, view: View | BuybackView) -> Action | None:
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
            "show": lambda: self._show(match, view),
            "sort": lambda: self._sort(match, view, rest.lower()),
            "rule": lambda: self._rule(view, rest.upper()),
            "rules": lambda: self._rule(view, rest.upper()),
            "log": self._log,
        }
        if word in helpers:
            helpers[word]()
            return None
        if word in ("rearrange", "arrange") and not rest and isinstance(view, View):
            return self._rearrange(match, view)
        if word in VERBS and word not in _fitting(view):
            if isinstance(view, BuybackView):
                self._refuse(match.rules.refuse(Reason.BUYBACK_UNANSWERED))
            else:
                absent = match.round.refuse_unknown(VERBS[word])
                expected = match.round.stage.expected
                self._refuse(absent or match.rules.refuse(Reason.NOT_NOW, verb=word, expected=expected))
            return None
        try:
            action = read_action(line, match.round)
        except NotationError as error:
            self._explain(line, error)
            return None
        refusal = action if isinstance(action, Refusal) else match.check(action)
        if refusal is not None or isinstance(action, Refusal):
            self._refuse(refusal)
            return None
        return action

    def _rearrange(self, match: Match, view: View) -> Action | None:
        """Let a person who may rearrange the table do it step by step."""
        refusal = match.check(Rearrange((), ()))
        if refusal is not None and refusal.reason is not Reason.REARRANGE_NOTHING:
            self._refuse(refusal)
            return None
        return Stepwise(self.screen, self._read, match, view).run()

    def _refuse(self, refusal: Refusal | None) -> None:
        self.screen.line(f"Refused: {refusal}", style="yellow")

    def _explain(self, line: str, error: NotationError) -> None:
        shown = "".join(sign if sign.isprintable() else "?" for sign in line.rstrip())
        word = shown.split()[0]
        if word.lower() in STEPS:
            self.screen.line(f"'{word}' is a step of rearranging: say 'rearrange' first.", style="yellow")
            return
        if word.lower() not in VERBS:
            commands = [*VERBS, *COMMANDS]
            short = word if len(word) <= QUOTED else word[:QUOTED] + "..."
            self.screen.line(
                f"'{short}' is neither a move nor a command.{did_you_mean(word, commands)} "
                "Type 'help' for how to write moves.",
                style="yellow",
            )
            return
        start = max(error.column - 1 - QUOTED, 0)
        self.screen.line(f"    {shown[start : error.column - 1 + QUOTED]}")
        self.screen.line(f"    {' ' * (error.column - 1 - start)}^")
        self.screen.line(f"{error}", style="yellow")

    # -- the commands besides moves -----------------------------------------------------------------------

    def _log(self) -> None:
        for told in self.log.told[-12:]:
            self.screen.line(told)

    def _moves(self, view: View | BuybackView) -> None:
        for action in view.legal:
            self.screen.line(f"  {action}")
        if isinstance(view, View) and view.melded[view.seat] and Rearrange in view.rules.flow.offered:
            self.screen.line("  Of the ways to rearrange the table one is listed at most; try yours with 'rearrange'.")

    def _sort(self, match: Match, view: View | BuybackView, by: str) -> None:
        if by in ("colour", "color", "suit"):
            self._sort_by[match.actor] = "colour"
        elif by in ("value", "rank"):
            self._sort_by[match.actor] = "value"
        else:
            self.screen.line("Say 'sort colour' or 'sort value'.", style="yellow")
            return
        self._show(match, view)

    def _rule(self, view: View | BuybackView, name: str) -> None:
        book = {**view.rules.rulebook, **TABLE_RULES}
        if name in book:
            self.screen.line(f"{name}: {book[name]}")
            self._options_of(view, name)
        elif not name:
            for rule, text in book.items():
                self.screen.line(f"{rule}: {text}")
            self.log.tell_house_rules(view.rules.table_rules)
        else:
            self.screen.line(f"There is no rule {name}.{did_you_mean(name, book)}", style="yellow")

    def _options_of(self, view: View | BuybackView, rule: str) -> None:
        """Say which options decide a rule at this table."""
        citations = {**TABLE_CITATIONS, **view.rules.citations}
        cited = {citation.option for citation in citations.values() if citation.rule == rule}
        for option in sorted(option for option in cited if option):
            value = plain(view.rules.table_rules.value(option))
            self.screen.line(f"    at this table: {option} = {value}")

    def _help(self, view: View | BuybackView, topic: str) -> None:
        if topic in COMMANDS:
            self.screen.line(f"  {COMMANDS[topic]}")
            return
        if topic and topic not in VERBS:
            self.screen.line(
                f"There is no help for '{topic}'.{did_you_mean(topic, [*VERBS, *COMMANDS])}", style="yellow"
            )
            return
        if isinstance(view, View):
            self.screen.line(_how_cards_are_written(view.rules.pack))
        known = _verbs_of(view)
        for name, form in EXAMPLES.items():
            if name == topic or (not topic and name in known):
                example = _example(VERBS[name], view)
                self.screen.line(f"  {form}" + (f"      for example: {example}" if example else ""))
        if not topic:
            for name, text in COMMANDS.items():
                if name != "rearrange" or Rearrange in view.rules.flow.offered:
                    self.screen.line(f"  {text}")


def _how_cards_are_written(pack: Pack) -> str:
    first, last = pack.natural(6, 0), pack.natural(len(pack.ranks) - 1, len(pack.suits) - 1)
    text = f"Cards: value first, then {pack.suit_word}: {first} {last}."
    jokers = pack.cards[pack.naturals :]
    if not jokers:
        return text
    stands_for = pack.natural(6, max(jokers[0].suit, 0))
    return f"{text} A joker is {jokers[0]}; standing for a card: {jokers[0]}={stands_for}."


def _fitting(view: View | BuybackView) -> Collection[str]:
    """Return the moves that make sense now; of a buy-back the match itself says best why it is refused."""
    return (BUYBACK,) if isinstance(view, BuybackView) else (*_FITTING.get(view.stage, VERBS), BUYBACK)


def _verbs_of(view: View | BuybackView) -> Collection[str]:
    """Return the moves to explain: those of this game, or the answers to an offer."""
    if isinstance(view, BuybackView):
        return (BUYBACK,)
    return [name for name, kind in VERBS.items() if kind in view.rules.flow.offered]


def _example(kind: type[Action], view: View | BuybackView) -> Action | None:
    """Return a move of this kind with cards of the player's own: one to make now, or later in the turn."""
    if kind in (Draw, Claim, Pass, EndTurn, BuyBack) or isinstance(view, BuybackView):
        return None  # their form says it all
    found = [action for action in view.legal if isinstance(action, kind)]
    if found:
        return found[-1]
    if kind is LayDown:
        return next(iter(view.rules.finder.naturals(view.hand)), None)
    if kind is LayOff:
        own = [action for meld in view.table for action, _ in meld.additions if action.placed.card in view.cards]
        return next(iter(own), None)
    return Discard(view.cards[-1]) if kind is Discard and view.cards else None
