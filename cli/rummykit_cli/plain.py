"""The table line by line: what happens is printed, and people type what they do."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from rummykit.cards import Card
from rummykit.engine.actions import Action
from rummykit.engine.match import Match
from rummykit.engine.views import BuybackView, View
from rummykit.events import Drew, Passed, Received, TableEvent, WasLate
from rummykit.i18n import mark, say
from rummykit.refusals import Refusal
from rummykit_cli.guide import request
from rummykit_cli.lines import print_text
from rummykit_cli.prompt import Leave, Prompt
from rummykit_cli.render.log import Log
from rummykit_cli.render.plain import SortBy
from rummykit_cli.stepwise import Stepwise
from rummykit_cli.typed import Command, Response, understand
from rummykit_session.events import BotReplaced, Refused
from rummykit_session.session import Session
from rummykit_session.words import shown_name, yes_or_no

LATEST = 12
"""So much of the log is told again to whoever asks for it."""
HURRY = 10
"""With so many seconds left, or fewer, a player should hurry."""
SORTINGS: dict[str, SortBy] = {
    "colour": "colour",
    "color": "colour",
    "suit": "colour",
    "value": "value",
    "rank": "value",
}
"""What people say for the order of a hand."""


class PlainTable:
    """Plays a session at a terminal or by lines from a pipe.

    It remembers how everybody wants the hand sorted, and what each has seen of the log.
    """

    def __init__(self, session: Session, log: Log, prompt: Prompt, pause: float = 0) -> None:
        self.session = session
        self.match = session.match
        self.log = log
        self.screen = log.screen
        self.prompt = prompt
        self._pause_after_bots = pause
        self._sort_by: dict[int, SortBy] = {}
        self._at_screen: int | None = None
        self._seen: dict[int, int] = {}
        self._drawn: dict[int, tuple[Card, ...]] = {}

    def play(self) -> None:
        """Play to the end of the match; raise `Leave` if somebody leaves before it."""
        self.log.open(self.session)
        while not self.match.is_over:
            if self.session.waits_for_bot:
                self.let_bot_play()
            else:
                self.ask()

    def let_bot_play(self) -> None:
        """Let a bot play, and wait a moment where there is something to read."""
        told = len(self.log.told)
        events = self.session.let_bot_play()
        self.log.tell_all(events, self.match)
        if self.screen.console.quiet:
            for event in events:
                if isinstance(event, BotReplaced):
                    print_text(event.why, err=True)
        if len(self.log.told) > told:
            time.sleep(self._pause_after_bots)

    # -- asking --------------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Ask the person to act until a move is made or taken back; raise `Leave` if none is to come."""
        match, seat, moves = self.match, self.match.actor, self.session.moves
        view = match.view(seat)
        if self.session.people > 1 and self._at_screen != seat:
            self._hand_over()
        self._at_screen = seat
        self._drawn.pop(seat, None)
        self.show(view)
        asked = request(view)
        if self.session.people > 1:
            asked = f"{shown_name(match.names[seat])}: {asked}"
        self.session.start_clock()
        while self.session.moves == moves and not match.is_over:
            line = self._read(asked)
            if not self._is_late():
                self.answer(line, view)

    def _read(self, asked: str) -> str:
        """Read a line of the person to act; where a clock runs, say how much time is left."""
        left = self.session.seconds_left
        return self._read_timed(f"{asked}: " if left is None else f"{asked} [{time_left(left)}]: ")

    def _read_timed(self, asked: str) -> str:
        """Read a line, and look at the clock meanwhile, if there is one."""
        clock = self.session.clock
        if clock is None:
            return self.prompt.read(asked)
        with clock.looked_at():
            return self.prompt.read(asked)

    def _is_late(self) -> bool:
        """Whether the time of the person to act is over; then this has ended the turn, whatever was typed."""
        seat, moves = self.match.actor, self.session.moves
        self._tell_all(self.session.tick(), seat)
        return self.session.moves > moves

    def show(self, view: View | BuybackView) -> None:
        """Print the table, or the offer, as the person to act sees it."""
        if isinstance(view, BuybackView):
            self.screen.show_offer(self.match, view)
        else:
            self.screen.show(self.match, view, self._sorting)

    @property
    def _sorting(self) -> SortBy:
        return self._sort_by.get(self.match.actor, "colour")

    def _hand_over(self) -> None:
        """Cover the screen between two people, then tell the second what they have missed."""
        if not self.prompt.interactive:
            return
        seat = self.match.actor
        self.screen.clear()
        press = say("Hand the screen over, then press Enter.")
        self.prompt.read(f"{why_asked(self.match)} {press} ")
        for told in self.log.told[self._seen.get(seat, 0) :]:
            self.screen.line(told)
        self._tell_drawn(seat)  # the screen was covered before they could read it

    def answer(self, line: str, view: View | BuybackView) -> None:
        """Do what a line asks for."""
        match understand(line, self.match, view):
            case Response(lines=lines, understood=understood):
                self.screen.lines(lines)
                if not understood:
                    self.after_mistake()
            case Command() as command:
                self.obey(command, view)
            case Refusal() as refusal:
                self.refuse(refusal)
            case action:
                self.try_move(action)

    def refuse(self, refusal: Refusal) -> None:
        """Say why a move is refused."""
        self.screen.line(say("Refused: {refusal}", refusal=refusal), style="yellow")
        self.after_mistake()

    def after_mistake(self) -> None:
        """Say what else there is to say after a mistake: among players nothing."""

    def try_move(self, action: Action) -> None:
        """Make a move if it is legal, and tell what happened."""
        if self._is_late():
            return
        seat = self.match.actor
        events = self.session.play(action)
        match events:
            case [Refused(refusal=refusal)]:
                self.refuse(refusal)
            case _:
                self._tell_all(events, seat)

    def _tell_all(self, events: list[TableEvent], seat: int) -> None:
        """Tell what a move of a seat has brought, and the cards that it drew to whoever sits there."""
        if events:
            self._seen[seat] = len(self.log.told)
            self.log.tell_all(events, self.match)
        for cards in own_draws(seat, events):
            self._drawn[seat] = cards
            self._tell_drawn(seat)

    def _tell_drawn(self, seat: int) -> None:
        """Tell the person at the screen, and nobody else, which cards came from the stock."""
        if seat in self._drawn:
            self.screen.line(say("You drew {cards}.", cards=self._drawn[seat]), style="bold")

    # -- commands ------------------------------------------------------------------------------------------

    def obey(self, command: Command, view: View | BuybackView) -> None:
        """Do something besides a move."""
        match command.word:
            case "quit":
                raise Leave
            case "show":
                self.show(view)
            case "sort":
                self._sort(command.rest, view)
            case "log":
                for told in self.log.told[-LATEST:]:
                    self.screen.line(told)
            case "hint":
                self.give_hint()
            case "undo":
                self._undo()
            case _ if isinstance(view, View):
                action = Stepwise(self.screen, self._read_timed, self.match, view, self._sorting).run()
                if action is not None:
                    self.try_move(action)

    def _sort(self, by: str, view: View | BuybackView) -> None:
        if by in SORTINGS:
            self._sort_by[self.match.actor] = SORTINGS[by]
            self.show(view)
        else:
            self.screen.line(say("Say 'sort colour' or 'sort value'."), style="yellow")

    def give_hint(self) -> None:
        """Give the next step of a hint."""
        self.screen.line(next_hint(self.session, mark("Type 'hint' again for more.")))

    def _undo(self) -> None:
        """Take the last move back; one of another person only if all agree."""
        why_not = self.session.why_no_undo()
        if why_not is not None:
            self.screen.line(why_not, style="yellow")
            return
        asked = who_agrees(self.session)
        if asked and not yes_or_no(self._read_timed(f"{asked} ({say('yes')}, {say('no')}) ")):
            return
        self.log.tell_all([self.session.undo()], self.match)


def why_asked(match: Match) -> str:
    """Return what the player who is to act is asked, for the others."""
    name = shown_name(match.names[match.actor])
    if match.offer is not None:
        return say("{name} is asked whether to buy back.", name=name)
    if match.round.stage.name == "claim":
        return say("{name} is asked whether to claim {card}.", name=name, card=match.round.open_card)
    return say("It is {name}'s turn.", name=name)


def time_left(seconds: int) -> str:
    """Return how much time a turn has left; of little time, that it is little."""
    if seconds > HURRY:
        return say("{seconds} s left", seconds=seconds)
    return say("only {seconds} s left!", seconds=seconds)


def who_agrees(session: Session) -> str:
    """Return what is asked before a move of another person is taken back; nothing for an own one."""
    mover = session.last_mover
    if mover is None or mover == session.match.actor:
        return ""
    return say("Does everybody agree to take back {name}'s last move?", name=session.match.names[mover])


def next_hint(session: Session, more: str) -> str:
    """Return the next step of a hint for the person to act; all but the last say how to have *more*."""
    if not session.help.hints:
        return say("There are no hints at this table.")
    given = session.hint()
    return f"{given.text}\n{say(more)}" if given.step < given.steps else str(given.text)


def own_draws(seat: int, events: Iterable[TableEvent]) -> Iterator[tuple[Card, ...]]:
    """Yield the cards that a seat itself has drawn from the stock."""
    drew = False
    for event in events:
        drew = drew or isinstance(event, Drew | Passed | WasLate)
        if drew and isinstance(event, Received) and event.seat == seat and event.cards is not None:
            yield event.cards
