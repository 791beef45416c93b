"""A game in play: the match, who sits where, the record, and what can be taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from filelock import FileLock

from rummykit.engine.actions import Action
from rummykit.engine.deal import stream
from rummykit.engine.match import Match
from rummykit.engine.records import ALL_HELP, Record, RecordWriter, SeatInfo, TableHelp
from rummykit.engine.round import Round
from rummykit.events import Received, Reshuffled, RoundOver, TableEvent, TakenBack, make
from rummykit.i18n import say
from rummykit.plugin.info import Bot
from rummykit.plugin.plugins import Plugins
from rummykit_bots.hints import Hint, hint
from rummykit_session.store import short_name
from rummykit_session.thinking import BotAnswer, Thinking


@dataclass(frozen=True)
class _Before:
    """What a move can be taken back to: who made it, and how the round, the record and the counts were."""

    seat: int
    round: Round
    place: tuple[int, str]
    moves: int
    hints: tuple[int, ...]


@dataclass
class Game:
    """Lets bots play, makes moves and keeps the record; screens show it and ask people."""

    match: Match
    seats: tuple[SeatInfo, ...]
    writer: RecordWriter
    bots: Mapping[int, Bot]
    help: TableHelp = ALL_HELP
    hints: list[int] = field(default_factory=list)
    """How many hints each seat has asked for."""
    thinking: Thinking = field(default_factory=Thinking)
    lock: FileLock | None = None
    """What keeps others from writing to the record."""
    told: Sequence[str] = ()
    """What was told last before the game was resumed, for whoever does not remember it."""
    _undoable: list[_Before] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.hints = self.hints or [0] * len(self.seats)

    @classmethod
    def resume(
        cls,
        record: Record,
        match: Match,
        plugins: Plugins,
        thinking: Thinking | None = None,
        lock: FileLock | None = None,
    ) -> Game:
        """Go on with a recorded match that was replayed."""
        writer = RecordWriter.resume(record)
        writer.write_lost_results(record, match)
        return cls(
            match,
            record.seats,
            writer,
            bots_at(record.seats, plugins),
            record.help,
            list(record.hints),
            thinking or Thinking(),
            lock,
        )

    def close(self) -> None:
        """Close the record and leave it to others."""
        self.writer.close()
        if self.lock is not None:
            self.lock.release()

    @property
    def moves(self) -> int:
        """How many moves have been made."""
        return len(self.match.moves)

    @property
    def people(self) -> int:
        """How many people share the screen."""
        return len(self.seats) - len(self.bots)

    @property
    def resuming(self) -> str:
        """The command that goes on with the game."""
        return f'rummy play --resume "{short_name(self.writer.path)}"'

    # -- moves ---------------------------------------------------------------------------------------------

    def bot_answer(self) -> BotAnswer:
        """Wait for the bot that is to act, and return a legal move for it."""
        return self.thinking.answer(self.match, self.bots[self.match.actor], self.moves)

    async def bot_answer_soon(self) -> BotAnswer:
        """Return the same, and let others work meanwhile."""
        return await self.thinking.answer_soon(self.match, self.bots[self.match.actor], self.moves)

    def bot_move(self) -> Action:
        """Return a legal move for the bot that is to act, where nobody asks whether it is the bot's own."""
        return self.bot_answer().action

    def make(self, action: Action) -> list[TableEvent]:
        """Make a legal move, write it down, and return what happened, with all that is hidden."""
        match, seat = self.match, self.match.actor
        before = _Before(seat, match.round.copy(), self.writer.place, self.moves, tuple(self.hints))
        offered, played = match.offer, match.round
        events = make(match, action, lambda action: self.writer.play(match, action))
        shows_hidden = any(isinstance(event, Received | Reshuffled | RoundOver) for event in events)
        if seat in self.bots or shows_hidden or played.announced is not None or offered is not None:
            self._undoable.clear()
        else:
            self._undoable.append(before)
        return events

    # -- taking back -----------------------------------------------------------------------------------------

    def why_no_undo(self) -> str | None:
        """Return why the last move cannot be taken back, or None if it can."""
        if not self.help.undo:
            return say("Nothing is taken back at this table.")
        if not self._undoable:
            return say(
                "There is nothing to take back: only your own moves of this turn, as long as no hidden card was seen."
            )
        return None

    @property
    def last_mover(self) -> int | None:
        """The seat whose move would be taken back; if it is not the one to act, all must agree."""
        return self._undoable[-1].seat if self._undoable else None

    def undo(self) -> TakenBack:
        """Take the last move back, in the match and in the record.

        What hints have told the player since then is known, so those stay counted. Others asked for theirs in a
        position that is gone.
        """
        before = self._undoable.pop()
        asked = self.hints[before.seat]
        self.writer.go_back(before.place)
        self.match.round = before.round
        del self.match.moves[before.moves :]
        self.hints = list(before.hints)
        for _ in range(asked - before.hints[before.seat]):
            self._count_hint()
        return TakenBack(before.seat)

    # -- hints -----------------------------------------------------------------------------------------------

    def hint(self) -> Hint:
        """Return a hint for the seat to act, and count it; the caller asks `help.hints` first."""
        seat = self.match.actor
        found = hint(self.match.view(seat), stream(self.match.seed, "hint", seat, self.moves))
        self._count_hint()
        return found

    def _count_hint(self) -> None:
        seat = self.match.actor
        self.writer.hint(seat)
        self.hints[seat] += 1


def bots_at(seats: tuple[SeatInfo, ...], plugins: Plugins) -> dict[int, Bot]:
    """Make the bots of a table, by seat."""
    return {at: plugins.bots[seat.bot].make() for at, seat in enumerate(seats) if seat.bot is not None}
