"""A session plays a match: it takes moves of people, asks bots, keeps record, hints and undo, and tells events."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock

from rummykit.engine.actions import LATE, Action, Late
from rummykit.engine.deal import stream
from rummykit.engine.match import Match
from rummykit.engine.records import ALL_HELP, Record, SeatInfo, TableHelp
from rummykit.engine.round import Round
from rummykit.errors import PluginError, SetupError
from rummykit.events import Received, Reshuffled, RoundOver, TableEvent, begin, make
from rummykit.i18n import say
from rummykit.loading import load_match
from rummykit.plugin.info import Bot
from rummykit.plugin.plugins import Plugins
from rummykit.refusals import Reason, Refusal
from rummykit_bots.hints import Hint
from rummykit_session.clock import Clock
from rummykit_session.events import BotReplaced, ClockStood, HintGiven, Refused, TakenBack
from rummykit_session.seats import seat_all
from rummykit_session.storage.recording import RecordWriter
from rummykit_session.thinking import BotAnswer, DistantBot, Thinking

if TYPE_CHECKING:
    from rummykit.engine.ruleset import Ruleset

Events = list[TableEvent]


@dataclass(frozen=True)
class _Before:
    """What a move can be taken back to: who made it, and how the round, the record and the counts were."""

    seat: int
    round: Round
    place: tuple[int, str] | None
    moves: int
    hints: tuple[int, ...]


@dataclass
class Session:
    """A match that is played. Screens, servers and programs ask it for moves and tell its events."""

    match: Match
    seats: tuple[SeatInfo, ...]
    writer: RecordWriter | None
    """What keeps the record, unless nobody wants one."""
    bots: Mapping[int, Bot | DistantBot]
    help: TableHelp = ALL_HELP
    hints: list[int] = field(default_factory=list)
    """How many hints each seat has asked for."""
    thinking: Thinking = field(default_factory=Thinking)
    lock: FileLock | None = None
    """What keeps others from writing to the record."""
    events: Events = field(default_factory=list)
    """Everything that has happened, with all that is hidden; `seen_by` is for those who may not know it."""
    last_moves: dict[int, int] = field(default_factory=dict)
    """Where among the events the last move of every seat stands."""
    resumed_at: int = 0
    """How many of the events had happened when the match was gone on with."""
    clock: Clock | None = None
    """What measures the turns of people, where they may take only so long."""
    _undoable: list[_Before] = field(default_factory=list)
    _hint: tuple[Round, int, Hint] | None = None
    _hint_step: int = 0

    def __post_init__(self) -> None:
        self.hints = self.hints or [0] * len(self.seats)
        if not self.events:
            self.events += begin(self.match)
        lateness = self.match.rules.flow.lateness
        if lateness is not None and self.clock is None:
            self.clock = Clock(lateness.seconds)

    @classmethod
    def open(
        cls, source: str | Path, players: Sequence[str], seed: int | None = None, preset: str | None = None
    ) -> Session:
        """Set a table up as `rummykit.load` does, without a record; players who are called like a bot are bots."""
        plugins = Plugins.discover()
        seats = tuple(seat_all(players, None, plugins.bots))
        match = load_match(source, [seat.name for seat in seats], seed, preset)
        return cls(match, seats, None, bots_at(seats, plugins, match.rules))

    @classmethod
    def resume(
        cls, record: Record, plugins: Plugins, thinking: Thinking | None = None, lock: FileLock | None = None
    ) -> Session:
        """Go on with a recorded match; raise `RecordError` if it cannot be replayed."""
        match = record.start(plugins)
        events, last_moves = begin(match), dict[int, int]()
        for action in record.actions(match):
            last_moves[match.actor] = len(events)
            events += make(match, action)
        bots = {} if match.is_over else bots_at(record.seats, plugins, match.rules)
        writer = RecordWriter.resume(record, match)
        session = cls(match, record.seats, writer, bots, record.help, list(record.hints), thinking or Thinking(), lock)
        session.events, session.last_moves, session.resumed_at = events, last_moves, len(events)
        return session

    def close(self) -> None:
        """Close the record and leave it to others; bots think no more."""
        for bot in self.bots.values():
            if not callable(bot):
                bot.end()
        if self.writer is not None:
            self.writer.close()
        if self.lock is not None:
            self.lock.release()

    @property
    def record_hash(self) -> str:
        """The running hash of the record, by which the game can be recognised; empty where none is kept."""
        return "" if self.writer is None else self.writer.hash

    @property
    def moves(self) -> int:
        """How many moves have been made."""
        return len(self.match.moves)

    @property
    def people(self) -> int:
        """How many people share the screen."""
        return len(self.seats) - len(self.bots)

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.match.is_over

    @property
    def waits_for_bot(self) -> bool:
        """Whether a bot is to act."""
        return not self.match.is_over and self.match.actor in self.bots

    def seen_by(self, hands: Collection[int]) -> Events:
        """Return what has happened, as those know it who see the hands of these seats."""
        return [seen for event in self.events if (seen := event.seen_by(hands)) is not None]

    # -- moves ---------------------------------------------------------------------------------------------

    def play(self, move: Action | str, seat: int | None = None) -> Events:
        """Make a move of *seat*, by default of the one to act, and return what happened: `Refused` if it is illegal.

        A text that is not a move raises `NotationError`.
        """
        seat = self.match.actor if seat is None else seat
        action = self.match.read(move) if isinstance(move, str) else move
        if isinstance(action, Late) and self.clock is not None:
            return [Refused(seat, self.match.rules.refuse(Reason.NOT_LATE))]
        refusal = action if isinstance(action, Refusal) else self.match.check(action, seat)
        if isinstance(action, Refusal) or refusal is not None:
            assert refusal is not None
            return [Refused(seat, refusal)]
        return self.make(action)

    def let_bot_play(self) -> Events:
        """Wait for the bot that is to act, make its move, and return what happened."""
        return self.make_for_bot(self.thinking.answer(self.match, self.bots[self.match.actor], self.moves))

    async def think_of_bot_move(self) -> BotAnswer:
        """Wait for the same, and let others work meanwhile; `make_for_bot` makes it."""
        return await self.thinking.answer_soon(self.match, self.bots[self.match.actor], self.moves)

    def make_for_bot(self, answer: BotAnswer) -> Events:
        """Make the move that was found for the bot that is to act, and return what happened."""
        replaced: Events = [] if answer.remark is None else [BotReplaced(self.match.actor, answer.remark)]
        self.events += replaced
        return replaced + self.make(answer.action)

    def make(self, action: Action) -> Events:
        """Make a move that is known to be legal, write it down, and return what happened."""
        match, writer, seat = self.match, self.writer, self.match.actor
        if self.clock is not None:
            self.clock.stop()
        place = writer.place if writer is not None else None
        before = _Before(seat, match.round.copy(), place, self.moves, tuple(self.hints))
        offered, played = match.offer, match.round
        events = make(match, action, None if writer is None else lambda action: writer.play(match, action))
        shows_hidden = any(isinstance(event, Received | Reshuffled | RoundOver) for event in events)
        late, between = isinstance(action, Late), played.announced is not None or offered is not None
        if seat in self.bots or late or shows_hidden or between:
            self._undoable.clear()
        else:
            self._undoable.append(before)
        self.last_moves[seat] = len(self.events)
        self.events += events
        return events

    # -- the clock -------------------------------------------------------------------------------------------

    def start_clock(self) -> None:
        """Let the time of the person who is to act run, now that they see the table; for bots, and offers, none runs.

        Whoever is asked about a claim has the time of a turn for the answer.
        """
        match, round = self.match, self.match.round
        if self.clock is not None and not match.is_over and match.offer is None and match.actor not in self.bots:
            self.clock.start((round.number, round.turn, match.actor, round.actor == round.active))

    @property
    def seconds_left(self) -> int | None:
        """How many seconds the person to act has left; None where no clock runs."""
        if self.clock is None:
            return None
        self.clock.look()
        return self.clock.left

    def tick(self) -> Events:
        """Look at the clock, and return what it brings: that it stood still, or that the player to act was late."""
        clock = self.clock
        if clock is None:
            return []
        clock.look()
        still = clock.stood_still()
        stood: Events = [ClockStood(still)] if still else []
        self.events += stood
        return stood + (self.make(LATE) if clock.left == 0 else [])

    # -- taking back -----------------------------------------------------------------------------------------

    def why_no_undo(self) -> str | None:
        """Return why the last move cannot be taken back, or None if it can."""
        if not self.help.undo:
            return say("No move is taken back at this table.")
        if not self._undoable:
            return say(
                "There is nothing to take back: you can only take back your own moves of this turn, as long as no "
                "hidden card was seen."
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
        if self.clock is not None:
            self.clock.stop()
        before = self._undoable.pop()
        asked = self.hints[before.seat]
        if self.writer is not None and before.place is not None:
            self.writer.go_back(before.place)
        self.match.round = before.round
        del self.match.moves[before.moves :]
        self.hints = list(before.hints)
        for _ in range(asked - before.hints[before.seat]):
            self._count_hint()
        taken_back = TakenBack(before.seat)
        self.events.append(taken_back)
        return taken_back

    # -- hints -----------------------------------------------------------------------------------------------

    def hint(self) -> HintGiven:
        """Give the seat to act the next of the three steps of a hint, then the first again; it is counted once.

        If none is found in time, the only step says so, and nothing is counted.
        The caller asks `help.hints` first.
        """
        match, seat = self.match, self.match.actor
        # A move that is taken back leaves another round behind, so its hint never serves the move made instead.
        if self._hint is None or self._hint[:2] != (match.round, self.moves):
            hint = self.thinking.hint(match.view(seat), stream(match.seed, "hint", seat, self.moves))
            if isinstance(hint, str):
                return HintGiven(seat, 1, 1, hint)
            self._hint, self._hint_step = (match.round, self.moves, hint), 0
            self._count_hint()
        found = self._hint[2]
        steps = (found.look, found.move, found.why)
        given = HintGiven(seat, self._hint_step + 1, len(steps), steps[self._hint_step])
        self._hint_step = (self._hint_step + 1) % len(steps)
        self.events.append(given)
        return given

    def _count_hint(self) -> None:
        seat = self.match.actor
        if self.writer is not None:
            self.writer.hint(seat)
        self.hints[seat] += 1


def check_bots(seats: Sequence[SeatInfo], plugins: Plugins) -> None:
    """Raise `SetupError` if a bot of a table is not installed."""
    for seat in seats:
        if seat.bot is not None and seat.bot not in plugins.bots:
            raise SetupError(say("The game needs the bot '{bot}', which is not installed.", bot=seat.bot))


def bots_at(seats: Sequence[SeatInfo], plugins: Plugins, rules: Ruleset) -> dict[int, Bot | DistantBot]:
    """Make the bots of a table, by seat.

    Raise `SetupError` if one is not installed, `PluginError` if it cannot be made.

    Ours are trusted and think here; those of others get processes of their own, which start side by side.
    """
    check_bots(seats, plugins)
    names = {at: seat.bot for at, seat in enumerate(seats) if seat.bot is not None}
    trusted = {bot.name for plugin in plugins.loaded if plugin.is_ours for bot in plugin.bots}
    bots = {at: plugins.bots[name].make() for at, name in names.items() if name in trusted}
    if len(bots) == len(names):
        return {**bots}
    from rummykit_session.bot_process import BotProcess  # most tables need none

    files = [plugin.file for plugin in plugins.loaded if plugin.file is not None]
    processes = {at: BotProcess(name, files, rules) for at, name in names.items() if name not in trusted}
    try:
        for process in processes.values():
            process.wait_until_ready()
    except PluginError:
        for process in processes.values():
            process.end()
        raise
    return {**bots, **processes}
