"""Asking a person for a move: reading, refusing, passing the screen on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress

from rummykit.cards import Card
from rummykit.engine.actions import CLAIM, PASS, VERBS, Action, BuyBack, Rearrange
from rummykit.engine.match import Match
from rummykit.engine.notation import read_action
from rummykit.engine.views import BuybackView, View
from rummykit.errors import NotationError, did_you_mean
from rummykit.events import Drew, Passed, Received, TableEvent
from rummykit.i18n import Later, say
from rummykit.refusals import Reason, Refusal
from rummykit_cli.guide import BUYBACK, COMMANDS, show_form, show_help, show_moves, show_rule
from rummykit_cli.lines import harmless
from rummykit_cli.prompt import ARRANGE, REARRANGE, request
from rummykit_cli.render.log import Log
from rummykit_cli.render.plain import SortBy
from rummykit_cli.render.words import shown_name, yes_or_no
from rummykit_cli.stepwise import STEPS, Stepwise
from rummykit_session.hints import HintSteps
from rummykit_session.session import Game

LEAVING = ("quit", "exit", "q")
QUOTED = 30
"""How much of a line is quoted on either side of a mistake."""

_FITTING = {
    "draw": ("draw", "claim"),
    "claim": ("claim", "pass"),
    "exchange": ("draw", "pass"),
    "last_discard": ("draw", "discard"),
    "play_or_draw": [name for name in VERBS if name not in ("draw", "claim")],
}
"""The moves that make sense in a stage; in play all others do."""

_OTHER_WORDS = {
    "take": "draw",
    "pick": "draw",
    "put": "meld",
    "play": "meld",
    "add": "layoff",
    "throw": "discard",
    "drop": "discard",
}
"""What people say at a real table, and the move that they mean."""


class Leave(Exception):  # noqa: N818 - not an error
    """The player leaves, or there is no more input."""

    def __init__(self, input_ended: bool) -> None:
        super().__init__()
        self.input_ended = input_ended


class Asker:
    """Asks people for moves; remembers how each wants the hand sorted, and what each has seen of the log."""

    def __init__(self, log: Log, interactive: bool, game: Game) -> None:
        self.log = log
        self.screen = log.screen
        self.interactive = interactive
        self.game = game
        self.people = game.people
        self._hints = HintSteps(game)
        self._sort_by: dict[int, SortBy] = {}
        self._at_screen: int | None = None
        self._seen: dict[int, int] = {}
        self._drawn: dict[int, tuple[Card, ...]] = {}
        if interactive:
            with suppress(ImportError):  # Windows has no such module, but edits lines by itself
                import readline  # noqa: F401 - importing it gives line editing and a history

    def ask(self, match: Match) -> Action:
        """Return a legal move of the seat to act; raise `Leave` if there is none to come."""
        while True:
            seat, view, moves = match.actor, match.view(match.actor), self.game.moves
            if self.people > 1 and self._at_screen != seat:
                self._hand_over(match, view)
            self._at_screen = seat
            self._drawn.pop(seat, None)
            self._show(match, view)
            while self.game.moves == moves:  # until a move is taken back
                action = self._answer(self._read(self._prompt(match, view)), match, view)
                if action is not None:
                    self._seen[seat] = len(self.log.told)
                    return action

    def tell_drawn(self, seat: int, events: Iterable[TableEvent]) -> None:
        """Tell the person at the screen, and nobody else, which cards came from the stock."""
        for cards in own_draws(seat, events):
            self._drawn[seat] = cards
            self._tell_drawn(seat)

    def _tell_drawn(self, seat: int) -> None:
        if seat in self._drawn:
            self.screen.line(say("You drew {cards}.", cards=self._drawn[seat]), style="bold")

    def _prompt(self, match: Match, view: View | BuybackView) -> str:
        asked = f"{request(view)}: "
        return f"{shown_name(match.names[match.actor])}: {asked}" if self.people > 1 else asked

    def _show(self, match: Match, view: View | BuybackView) -> None:
        if isinstance(view, BuybackView):
            self.screen.show_offer(match, view)
        else:
            self.screen.show(match, view, self._sorting(match))

    def _sorting(self, match: Match) -> SortBy:
        return self._sort_by.get(match.actor, "colour")

    def _hand_over(self, match: Match, view: View | BuybackView) -> None:
        """Cover the screen between two people, then tell the second what he has missed."""
        if not self.interactive:
            return
        name = shown_name(match.names[match.actor])
        self.screen.console.print("\x1b[3J\x1b[2J\x1b[H", end="", markup=False)  # with the lines scrolled away
        if isinstance(view, BuybackView):
            why = say("{name} is asked whether to buy back.", name=name)
        elif view.stage == "claim":
            why = say("{name} is asked whether to claim {card}.", name=name, card=view.open_card)
        else:
            why = say("It is {name}'s turn.", name=name)
        press = say("Hand the screen over, then press Enter.")
        self._read(f"{why} {press} ")
        for told in self.log.told[self._seen.get(match.actor, 0) :]:
            self.screen.line(told)
        self._tell_drawn(match.actor)  # the screen was covered before he could read it

    def _read(self, prompt: str) -> str:
        """Read a line; without a terminal it comes from standard input, and is printed for the log."""
        if self.interactive:
            try:
                return harmless(input(prompt))  # the prompt too, so that line editing knows where the line begins
            except EOFError:
                raise Leave(input_ended=True) from None
        self.screen.console.print(prompt, end="", markup=False, highlight=False, soft_wrap=True)
        line = sys.stdin.readline()
        if not line:
            self.screen.line()
            raise Leave(input_ended=True)
        line = harmless(line).rstrip()
        self.screen.line(line)
        return line

    def _answer(self, line: str, match: Match, view: View | BuybackView) -> Action | None:
        """Return the move in *line*, or do what else it asks for and return None."""
        word, _, rest = line.strip().partition(" ")
        word, rest = word.lower(), rest.strip()
        if word in LEAVING:
            raise Leave(input_ended=False)
        helpers: dict[str, Callable[[], None]] = {
            "": lambda: None,
            "help": lambda: show_help(self.screen, view, rest.lower()),
            "?": lambda: show_help(self.screen, view, rest.lower()),
            "moves": lambda: show_moves(self.screen, view),
            "show": lambda: self._show(match, view),
            "sort": lambda: self._sort(match, view, rest.lower()),
            "rule": lambda: show_rule(self.log, view, rest.upper()),
            "rules": lambda: show_rule(self.log, view, rest.upper()),
            "log": self._log,
            "hint": self._hint,
            "undo": lambda: self._undo(match),
        }
        if word in helpers:
            helpers[word]()
            return None
        if word in (REARRANGE, ARRANGE) and not rest and isinstance(view, View):
            return self._rearrange(match, view)
        if word in VERBS and word not in _fitting(view):
            self._refuse_now(word, match, view)
            return None
        return self._move(line, match, view)

    # -- moves ---------------------------------------------------------------------------------------------

    def _move(self, line: str, match: Match, view: View | BuybackView) -> Action | None:
        """Return the move that *line* describes if it is legal; explain what is wrong with it if not."""
        try:
            action = _read_answer(line, view) or read_action(line, match.round)
        except NotationError as error:
            self._explain(line, error, view)
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
        return Stepwise(self.screen, self._read, match, view, self._sorting(match)).run()

    def _refuse_now(self, word: str, match: Match, view: View | BuybackView) -> None:
        """Refuse a move that does not fit the moment, before anybody looks at its cards."""
        if isinstance(view, BuybackView):
            self._refuse(match.rules.refuse(Reason.BUYBACK_UNANSWERED))
        else:
            absent = match.round.refuse_unknown(VERBS[word])
            expected = match.round.stage.expected
            self._refuse(
                absent or match.rules.refuse(Reason.NOT_NOW, verb=Later(VERBS[word].phrase), expected=expected)
            )

    def _refuse(self, refusal: Refusal | None) -> None:
        self.screen.line(say("Refused: {refusal}", refusal=refusal), style="yellow")

    def _explain(self, line: str, error: NotationError, view: View | BuybackView) -> None:
        shown = harmless(line.rstrip())
        word, *rest = shown.split()
        if word.lower() in STEPS and Rearrange in view.rules.flow.offered:
            step = say("'{word}' is a step of rearranging: say 'rearrange' first.", word=word)
            self.screen.line(step, style="yellow")
            return
        if word.lower() not in VERBS:
            short = word if len(word) <= QUOTED else word[:QUOTED] + "..."
            unknown = say("'{word}' is neither a move nor a command.", word=short)
            hint = say("Type 'help' for how to write moves.")
            meant = did_you_mean(_OTHER_WORDS.get(word.lower(), word), [*VERBS, *COMMANDS])
            self.screen.line(f"{unknown}{meant} {hint}", style="yellow")
            return
        start = max(error.column - 1 - QUOTED, 0)
        self.screen.line(f"    {shown[start : error.column - 1 + QUOTED]}")
        self.screen.line(f"    {' ' * (error.column - 1 - start)}^")
        self.screen.line(f"{error}", style="yellow")
        if not rest:
            show_form(self.screen, view, word.lower())

    # -- help ----------------------------------------------------------------------------------------------

    def _hint(self) -> None:
        self.screen.line(self._hints.next())

    def _undo(self, match: Match) -> None:
        """Take the last move back; one of another person only if all agree."""
        why_not = self.game.why_no_undo()
        if why_not is not None:
            self.screen.line(why_not, style="yellow")
            return
        mover = self.game.last_mover
        assert mover is not None
        if mover != match.actor:
            asked = say("Does everybody agree that the last move of {name} is taken back?", name=match.names[mover])
            if not yes_or_no(self._read(f"{asked} ({say('yes')}, {say('no')}) ")):
                return
        self.log.tell_all([self.game.undo()], match)

    # -- the commands besides moves -----------------------------------------------------------------------

    def _log(self) -> None:
        for told in self.log.told[-12:]:
            self.screen.line(told)

    def _sort(self, match: Match, view: View | BuybackView, by: str) -> None:
        if by in ("colour", "color", "suit"):
            self._sort_by[match.actor] = "colour"
        elif by in ("value", "rank"):
            self._sort_by[match.actor] = "value"
        else:
            self.screen.line(say("Say 'sort colour' or 'sort value'."), style="yellow")
            return
        self._show(match, view)


def own_draws(seat: int, events: Iterable[TableEvent]) -> Iterator[tuple[Card, ...]]:
    """Yield the cards that a seat itself has drawn from the stock."""
    drew = False
    for event in events:
        drew = drew or isinstance(event, Drew | Passed)
        if drew and isinstance(event, Received) and event.seat == seat and event.cards is not None:
            yield event.cards


def _read_answer(line: str, view: View | BuybackView) -> Action | None:
    """Read a bare yes or no where that is what is asked."""
    if isinstance(view, BuybackView):
        answer = yes_or_no(line.lower().strip().removeprefix(BUYBACK))
        return None if answer is None else BuyBack(answer)
    answer = yes_or_no(line) if view.stage == "claim" else None
    return None if answer is None else CLAIM if answer else PASS


def _fitting(view: View | BuybackView) -> Collection[str]:
    """Return the moves that make sense now; of a buy-back the match itself says best why it is refused."""
    return (BUYBACK,) if isinstance(view, BuybackView) else (*_FITTING.get(view.stage, VERBS), BUYBACK)
