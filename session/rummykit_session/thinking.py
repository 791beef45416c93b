"""Bots are strangers' code: one that thinks for ever, fails or cheats must not stop the game.

Each move is found in a thread of its own, which nobody has to wait for: not the game, and not the end of the program.
In that thread our own bots think; those of strangers do it in a process (`bot_process`), for which the thread waits.
Where no legal move comes in time, a simple one is made, and a sentence for the log says why.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from dataclasses import replace
from functools import partial
from random import Random
from reprlib import repr as short_repr
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from rummykit.engine.actions import BUYBACK_NO, DRAW_STOCK, PASS, Action, LayDown, LayOff, Rearrange
from rummykit.engine.deal import bot_stream, stream
from rummykit.engine.notation import read_action
from rummykit.i18n import say, say_number
from rummykit.refusals import Refusal

if TYPE_CHECKING:
    from rummykit.engine.match import Match
    from rummykit.engine.ruleset import Ruleset
    from rummykit.engine.views import BuybackView, View
    from rummykit.plugin.info import Bot
    from rummykit_bots.hints import Hint

THINK_SECONDS = 10
LONGEST_ERROR = 100
"""How much of an error is told."""
GLANCE = 0.1
"""Seconds after which a waiting thread looks up; until then Windows would not tell it of Ctrl-C."""


class BotAnswer(NamedTuple):
    """A legal move for a bot, and if it is not the bot's own, a sentence that says why; None if that was told."""

    action: Action
    remark: str | None = None


class Reply(NamedTuple):
    """What a bot answered: a listed move by its place, another one by its text, no move at all, or why it failed."""

    listed: int | None = None
    move: str | None = None
    no_move: str | None = None
    failed: str | None = None


def ask(bot: Bot, view: View | BuybackView, random: Random) -> Reply:
    """Ask a bot, whatever comes of it."""
    try:
        answer = bot(view, random)
    except BaseException as error:  # SystemExit, too: no bot ends the game
        return Reply(failed=told_error(error))
    try:
        for at, move in enumerate(view.legal):
            if move == answer:
                return Reply(listed=at)
        return Reply(move=str(answer)) if isinstance(answer, Action) else Reply(no_move=short_repr(answer))
    except Exception:  # an answer may be anything, and fail at everything
        return Reply(no_move=type(answer).__name__)


def told_error(error: BaseException) -> str:
    """Return an error in a line."""
    try:
        return _in_a_line(f"{type(error).__name__}: {error}")
    except Exception:
        return type(error).__name__


class DistantBot(Protocol):
    """A bot that thinks elsewhere (`bot_process`), where it can be stopped; once it has ended, it answers no more."""

    @property
    def has_ended(self) -> bool: ...  # noqa: D102
    def ask(self, view: View | BuybackView, random: Random, seconds: float) -> Reply | None: ...  # noqa: D102
    def end(self) -> None: ...  # noqa: D102


class _Thought:
    """A question that is being thought about; when its answer is there, *arrived* is called."""

    def __init__(self, arrived: Callable[[], object]) -> None:
        self._arrived = arrived
        self.is_done = False
        self.answer: Any = None
        self.error: BaseException | None = None

    def think(self, answer: Callable[[], object]) -> None:
        """Find the answer, and give it to whoever still waits for it."""
        try:
            self.answer = answer()
        except BaseException as error:
            self.error = error
        self.is_done = True
        with suppress(RuntimeError):  # the screen is closed
            self._arrived()


class Thinking:
    """Asks the bots of a match, with a limit in seconds for each move, and for each hint.

    A bot that is late is stopped where it thinks in a process of its own, and simple moves are made for it from then
    on. Elsewhere it goes on thinking; until it has ended, simple moves are made for it at once, and its late answer is
    dropped.
    """

    def __init__(self, seconds: float = THINK_SECONDS) -> None:
        self.seconds = seconds
        self._thoughts: dict[int | None, _Thought] = {}
        """What is thought about for each seat; for None, a hint."""
        # What rules remember is not made for two threads at once, so bots do not think with those of the game.
        self._rules: dict[Ruleset, Ruleset] = {}

    def answer(self, match: Match, bot: Bot | DistantBot, moves: int) -> BotAnswer:
        """Wait for the move of the seat to act, after so many *moves* of the match."""
        view, arrived = match.view(match.actor), Event()
        thought = self._ask(match, bot, view, moves, arrived.set)
        if thought is not None:
            self._wait(arrived)
        return self._judge(match, bot, view, thought, moves)

    async def answer_soon(self, match: Match, bot: Bot | DistantBot, moves: int) -> BotAnswer:
        """Return the same, and let others work meanwhile."""
        import asyncio  # takes long to load, and whoever needs it has done so

        view, arrived, loop = match.view(match.actor), asyncio.Event(), asyncio.get_running_loop()
        thought = self._ask(match, bot, view, moves, lambda: loop.call_soon_threadsafe(arrived.set))
        if thought is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(arrived.wait(), self.seconds)
        return self._judge(match, bot, view, thought, moves)

    def hint(self, view: View | BuybackView, random: Random) -> Hint | str:
        """Return a hint for a view, or why there is none: the parts of the game that it asks may be strangers'."""
        from rummykit_bots.hints import hint

        arrived = Event()
        thought = self._think(None, lambda: hint(self._apart(view), random), arrived.set)
        if thought is not None:
            self._wait(arrived)
        if thought is None or not thought.is_done:
            self._rules = {}
            return say_number(
                "No hint was found in {number} second.", "No hint was found in {number} seconds.", int(self.seconds)
            )
        if thought.error is not None:
            return say("No hint was found: {error}.", error=told_error(thought.error))
        found: Hint = thought.answer
        return found

    def _ask(
        self, match: Match, bot: Bot | DistantBot, view: View | BuybackView, moves: int, arrived: Callable[[], object]
    ) -> _Thought | None:
        """Begin to ask a bot, unless it still thinks about an earlier move or has been stopped."""
        seat, random = match.actor, bot_stream(match.seed, match.actor, moves)
        if callable(bot):
            return self._think(seat, partial(ask, bot, self._apart(view), random), arrived)
        return None if bot.has_ended else self._think(seat, partial(bot.ask, view, random, self.seconds), arrived)

    def _think(self, seat: int | None, answer: Callable[[], object], arrived: Callable[[], object]) -> _Thought | None:
        if seat in self._thoughts and not self._thoughts[seat].is_done:
            return None
        thought = self._thoughts[seat] = _Thought(arrived)
        Thread(target=copy_context().run, args=(thought.think, answer), daemon=True).start()
        return thought

    def _apart(self, view: View | BuybackView) -> View | BuybackView:
        return replace(view, rules=self._rules.setdefault(view.rules, replace(view.rules)))

    def _wait(self, arrived: Event) -> None:
        until = monotonic() + self.seconds
        while (left := until - monotonic()) > 0 and not arrived.wait(min(left, GLANCE)):
            pass

    # -- judging ---------------------------------------------------------------------------------------------

    def _judge(
        self, match: Match, bot: Bot | DistantBot, view: View | BuybackView, thought: _Thought | None, moves: int
    ) -> BotAnswer:
        found = None if thought is None else self._own_move(match, bot, view, thought)
        if isinstance(found, Action):
            return BotAnswer(found)
        return BotAnswer(simple_move(view, stream(match.seed, "simple", match.actor, moves)), found)

    def _own_move(
        self, match: Match, bot: Bot | DistantBot, view: View | BuybackView, thought: _Thought
    ) -> Action | str:
        """Return the bot's move, or why it has none."""
        name = match.names[match.actor]
        if not thought.is_done:
            return self._stop(bot, name)
        reply: Reply | None = thought.answer if thought.error is None else Reply(failed=told_error(thought.error))
        if reply is None:
            return say("The process of {name} has ended; simple moves are made for it from now on.", name=name)
        if reply.failed is not None:
            return say("{name} failed with {error}; a simple move is made for it.", name=name, error=reply.failed)
        move = view.legal[reply.listed] if reply.listed is not None else _read(match, reply.move)
        if move is None:
            return say(
                "{name} answered {answer}, which is not a move; a simple move is made for it.",
                name=name,
                answer=_in_a_line(reply.no_move or reply.move or ""),
            )
        if isinstance(move, Refusal):
            return say(
                "{name} wanted '{move}', which is against the rules ({rule}); a simple move is made for it.",
                name=name,
                move=_in_a_line(reply.move or ""),
                rule=move.rule,
            )
        return move

    def _stop(self, bot: Bot | DistantBot, name: str) -> str:
        """Stop a late bot, or leave it to itself; return what is told."""
        if callable(bot):
            self._rules = {}  # the late bot goes on with the old ones
            return say_number(
                "{name} thought for more than {number} second; a simple move is made for it.",
                "{name} thought for more than {number} seconds; a simple move is made for it.",
                int(self.seconds),
                name=name,
            )
        bot.end()
        return say_number(
            "{name} thought for more than {number} second and was stopped; simple moves are made for it from now on.",
            "{name} thought for more than {number} seconds and was stopped; simple moves are made for it from now on.",
            int(self.seconds),
            name=name,
        )


def _read(match: Match, text: str | None) -> Action | Refusal | None:
    """Return the move that is not listed, the reason why it is refused, or None if it is not a move at all.

    It is read as a record would read it, so that what is played can be replayed.
    """
    if text is None:
        return None
    try:
        read = read_action(text, match.round)
        return read if isinstance(read, Refusal) else match.check(read) or read
    except Exception:  # a move may be made of anything
        return None


def _in_a_line(text: str) -> str:
    """Return a text in one line, shortened.

    >>> _in_a_line("KeyError: 'the\\n  card'")
    "KeyError: 'the card'"
    """
    line = " ".join(text.split()).removesuffix(":")
    return line if len(line) <= LONGEST_ERROR else f"{line[: LONGEST_ERROR - 3]}..."


def simple_move(view: View | BuybackView, random: Random) -> Action:
    """Return a legal move that needs no thought: lay what can be laid, take nothing extra, and else trust to chance."""
    laying = [move for move in view.legal if isinstance(move, LayDown | LayOff | Rearrange)]
    modest = [move for move in view.legal if move in (DRAW_STOCK, PASS, BUYBACK_NO)]
    choice = laying[:1] or modest or view.legal
    return choice[int(random.random() * len(choice))]
