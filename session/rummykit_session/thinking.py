"""Bots are strangers' code: one that thinks for ever, fails or cheats must not stop the game.

Each move is found in a thread of its own, which nobody has to wait for: not the game, and not the end of the program.
Where no legal move comes in time, a simple one is made, and a sentence for the log says why.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass, replace
from random import Random
from reprlib import repr as short_repr
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

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

THINK_SECONDS = 10
LONGEST_ERROR = 100
"""How much of an error is told."""
GLANCE = 0.1
"""Seconds after which a waiting thread looks up; until then Windows would not tell it of Ctrl-C."""


class BotAnswer(NamedTuple):
    """A legal move for a bot, and if it is not the bot's own, a sentence that says why; None if that was told."""

    action: Action
    remark: str | None = None


@dataclass(frozen=True)
class _Failed:
    """What a bot has raised."""

    error: BaseException


class _Busy:
    """In the place of an answer: the bot still thinks about an earlier move."""


class _Thought:
    """A bot at work on a move; when it has its answer, *arrived* is called."""

    def __init__(self, arrived: Callable[[], object]) -> None:
        self._arrived = arrived
        self.is_done = False
        self.answer: object = None

    def think(self, bot: Bot, view: View | BuybackView, random: Random) -> None:
        """Ask the bot, whatever comes of it."""
        try:
            self.end(bot(view, random))
        except BaseException as error:  # SystemExit, too: it would end nothing but this thread
            self.end(_Failed(error))

    def end(self, answer: object) -> None:
        """Give the answer to whoever still waits for it."""
        self.answer, self.is_done = answer, True
        with suppress(RuntimeError):  # the screen is closed
            self._arrived()


class Thinking:
    """Asks the bots of a match, with a limit in seconds for each move.

    A bot that is late goes on thinking. Until it has ended, simple moves are made for it at once; its late answer is
    dropped.
    """

    def __init__(self, seconds: float = THINK_SECONDS) -> None:
        self.seconds = seconds
        self._thoughts: dict[int, _Thought] = {}
        # What rules remember is not made for two threads at once, so bots do not think with those of the game.
        self._rules: dict[Ruleset, Ruleset] = {}

    def answer(self, match: Match, bot: Bot, moves: int) -> BotAnswer:
        """Wait for the move of the seat to act, after so many *moves* of the match."""
        view, arrived = match.view(match.actor), Event()
        thought = self._ask(match, bot, view, moves, arrived.set)
        until = monotonic() + self.seconds
        while (left := until - monotonic()) > 0 and not arrived.wait(min(left, GLANCE)):
            pass
        return self._judge(match, view, thought, moves)

    async def answer_soon(self, match: Match, bot: Bot, moves: int) -> BotAnswer:
        """Return the same, and let others work meanwhile."""
        import asyncio  # takes long to load, and whoever needs it has done so

        view, arrived, loop = match.view(match.actor), asyncio.Event(), asyncio.get_running_loop()
        thought = self._ask(match, bot, view, moves, lambda: loop.call_soon_threadsafe(arrived.set))
        with suppress(TimeoutError):
            await asyncio.wait_for(arrived.wait(), self.seconds)
        return self._judge(match, view, thought, moves)

    def _ask(
        self, match: Match, bot: Bot, view: View | BuybackView, moves: int, arrived: Callable[[], object]
    ) -> _Thought:
        seat, thought = match.actor, _Thought(arrived)
        if seat in self._thoughts and not self._thoughts[seat].is_done:
            thought.end(_Busy())
            return thought
        self._thoughts[seat] = thought
        own = replace(view, rules=self._rules.setdefault(view.rules, replace(view.rules)))
        work = (thought.think, bot, own, bot_stream(match.seed, seat, moves))
        Thread(target=copy_context().run, args=work, daemon=True).start()
        return thought

    # -- judging ---------------------------------------------------------------------------------------------

    def _judge(self, match: Match, view: View | BuybackView, thought: _Thought, moves: int) -> BotAnswer:
        found = self._own_move(match, view, thought)
        if isinstance(found, BotAnswer):
            return found
        return BotAnswer(simple_move(view, stream(match.seed, "simple", match.actor, moves)), found)

    def _own_move(self, match: Match, view: View | BuybackView, thought: _Thought) -> BotAnswer | str | None:
        """Return the bot's move; or why it has none, or nothing if that was told already."""
        name = match.names[match.actor]
        if not thought.is_done:
            self._rules = {}  # the late bot goes on with the old ones
            return say_number(
                "{name} thought for more than {number} second; a simple move is made for it.",
                "{name} thought for more than {number} seconds; a simple move is made for it.",
                int(self.seconds),
                name=name,
            )
        answer = thought.answer
        if isinstance(answer, _Busy):
            return None
        if isinstance(answer, _Failed):
            error = _in_a_line(f"{type(answer.error).__name__}: {_text_of(answer.error)}")
            return say("{name} failed with {error}; a simple move is made for it.", name=name, error=error)
        move = _read(match, view, answer)
        if move is None:
            return say(
                "{name} answered {answer}, which is not a move; a simple move is made for it.",
                name=name,
                answer=_in_a_line(_shown(answer)),
            )
        if isinstance(move, Refusal):
            return say(
                "{name} wanted '{move}', which is against the rules ({rule}); a simple move is made for it.",
                name=name,
                move=_in_a_line(str(answer)),
                rule=move.rule,
            )
        return BotAnswer(move)


def _read(match: Match, view: View | BuybackView, answer: object) -> Action | Refusal | None:
    """Return the move that an answer is, the reason why it is refused, or None if it is not a move at all."""
    try:
        for move in view.legal:
            if move == answer:
                return move
        if not isinstance(answer, Action):
            return None
        # Moves that are not listed are read as a record would read them, so that what is played can be replayed.
        read = read_action(str(answer), match.round)
        return read if isinstance(read, Refusal) else match.check(read) or read
    except Exception:  # a move may be made of anything
        return None


def _text_of(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return ""


def _shown(answer: object) -> str:
    try:
        return short_repr(answer)
    except Exception:
        return type(answer).__name__


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
