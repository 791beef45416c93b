"""`rummy play`: set a table up, play on it, keep the record."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from filelock import FileLock

from rummykit.engine.deal import new_seed
from rummykit.engine.match import Match, draw_seats
from rummykit.engine.records import Record, SeatInfo, TableHelp
from rummykit.errors import RecordError, SetupError
from rummykit.i18n import Numbered, mark, reason_of, say, say_number
from rummykit.plugin.plugins import Plugins
from rummykit.rules import TableRules
from rummykit.rules.document import meant_bot
from rummykit_cli.commands.learn import run_learn, wants_tour
from rummykit_cli.commands.learn.lessons import TOUR_VARIANT
from rummykit_cli.commands.salvage import FileKind, carry_over, offer, tell_skipped
from rummykit_cli.commands.targets import read_file_or_target
from rummykit_cli.lines import echo, print_json, print_text
from rummykit_cli.plain import PlainTable
from rummykit_cli.plugged import installed
from rummykit_cli.preferences import Settings, introduce, read_value, usable_settings
from rummykit_cli.prompt import Leave, Prompt, left
from rummykit_cli.render.console import HarmlessConsole
from rummykit_cli.render.log import Log
from rummykit_cli.render.palettes import PALETTES
from rummykit_cli.render.plain import Screen
from rummykit_cli.render.sheet import match_json
from rummykit_cli.table import fits_terminal, open_table
from rummykit_session.seats import DEFAULT_PLAYERS, YOU, read_players, seat_all
from rummykit_session.session import Session, bots_at, check_bots
from rummykit_session.storage.locking import locked, locked_anew
from rummykit_session.storage.recording import RecordWriter
from rummykit_session.storage.store import find_record, latest_records, latest_unfinished, new_path, short_name
from rummykit_session.thinking import THINK_SECONDS, Thinking

PAUSES = {"fast": 0.0, "normal": 0.5, "slow": 1.5}
"""Seconds to wait after a move of a bot, by pace."""


@dataclass(frozen=True)
class PlayRequest:
    """What the command line asked for."""

    variant: str | None = None
    preset: str | None = None
    rules: Path | None = None
    players: str | None = None
    seed: int | None = None
    watch: bool = False
    resume: bool = False
    record: Path | None = None
    as_json: bool = False
    pace: str | None = None
    strict: bool = False
    no_hints: bool = False
    plain: bool = False
    think: int | None = None
    into: Path | None = None

    @property
    def help(self) -> TableHelp:
        """What help the table allows."""
        return TableHelp(hints=not (self.strict or self.no_hints), undo=not self.strict)

    @property
    def thinking(self) -> Thinking:
        """How long a bot may think."""
        return Thinking(THINK_SECONDS if self.think is None else self.think)

    @property
    def is_usual(self) -> bool:
        """Whether it asks for nothing special: the game of the tour or any, in whatever way it is shown."""
        usual = PlayRequest(pace=self.pace, plain=self.plain, think=self.think)
        return self in (usual, replace(usual, variant=TOUR_VARIANT))


def run_play(request: PlayRequest) -> int:
    """Play until the match is over or the player leaves; return the exit code."""
    if request.as_json and not request.watch:
        raise SetupError(say("--json is for games that bots play: add --watch."))
    if request.into is not None and not request.resume:
        raise SetupError(say("--into goes with --resume."))
    try:
        if request.is_usual and wants_tour():
            return run_learn()
        plugins = installed()
        settings = Settings() if request.as_json else usable_settings()
        pause = _pause(request, settings)
        session = _resumed(request, plugins) if request.resume else _started(request, plugins, settings.name)
    except (Leave, KeyboardInterrupt) as stop:
        return left(stop, say("You left before the game began."))
    writer = session.writer
    assert writer is not None
    log = Log(Screen(HarmlessConsole(quiet=request.as_json), PALETTES[settings.palette]))
    try:
        if _wants_table(request, session):
            open_table(session, PALETTES[settings.palette], pause, settings.theme)
        else:
            PlainTable(session, log, Prompt(), pause).play()
        log.close(session.match, session.record_hash, session.hints)
    except (Leave, KeyboardInterrupt) as stop:
        code = left(stop, say("You left the table."))
        print_text(say("Every move so far is saved. Go on with: {command}", command=_resuming(writer)))
        return code
    except RecordError as error:
        if not writer.path.is_file():
            raise
        message = mark("All moves before it are saved. Go on with: {command}")
        raise RecordError(f"{error}\n{say(message, command=_resuming(writer))}") from error
    finally:
        session.close()
    if request.as_json:
        print_json(match_json(session.match) | {"record": session.record_hash})
    else:
        name = "last" if request.record is None else f'"{request.record}"'
        print_text(say("See it again with: {command}", command=f"rummy replay {name}"))
    return 0


def _resuming(writer: RecordWriter) -> str:
    """Return the command that goes on with a game, wherever its record is now."""
    return f'rummy play --resume "{short_name(writer.path)}"'


def _pause(request: PlayRequest, settings: Settings) -> float:
    """Return how long to wait after a move of a bot: not at all where nobody can watch it."""
    pace = settings.pace if request.pace is None else read_value("pace", request.pace)
    return PAUSES[pace] if sys.stdout.isatty() and not request.as_json else 0


def _wants_table(request: PlayRequest, session: Session) -> bool:
    """Whether to play on the whole screen: a person is there to do it, on a terminal that can."""
    return session.people > 0 and not request.plain and fits_terminal()


# -- setting up ------------------------------------------------------------------------------------------


def _started(request: PlayRequest, plugins: Plugins, name: str) -> Session:
    target = request.variant
    if request.rules is None:
        target = target or _ask_variant(plugins)
        plugins.plugin_of(target.partition(":")[0])  # a game, not a file
    table_rules = read_file_or_target(request.rules, target, request.preset, plugins)
    seats = seats_for(request, table_rules, plugins, name)
    rules = plugins.assemble(table_rules, len(seats))
    seed = new_seed() if request.seed is None else request.seed
    if rules.deal.seats_drawn:
        seats = draw_seats(seats, seed)
    match = Match(rules, seed, [seat.name for seat in seats])
    if request.record is not None and not request.record.parent.is_dir():
        raise SetupError(say("There is no folder {folder} for the record.", folder=request.record.parent))
    bots = bots_at(seats, plugins, rules)
    path = request.record
    try:
        if path is None:
            path, lock = locked_anew(new_path(rules.variant))
        elif os.path.lexists(path):
            raise FileExistsError(path)
        else:
            lock = _locked(path)
        writer = RecordWriter.create(path, match, seats, request.help)
    except FileExistsError:
        message = mark("{path} already exists; a record is never overwritten. Name another file.")
        raise SetupError(say(message, path=path)) from None
    except OSError as error:
        message = mark("The record {path} cannot be written: {reason}.")
        raise SetupError(say(message, path=path, reason=reason_of(error))) from error
    return Session(match, tuple(seats), writer, bots, request.help, thinking=request.thinking, lock=lock)


def _locked(path: Path) -> FileLock:
    return locked(path, f'rummy replay --step "{short_name(path)}"')


def _ask_variant(plugins: Plugins) -> str:
    known = list(plugins.by_variant)
    echo(say("Which game?"))
    for number, name in enumerate(known, 1):
        info = plugins.by_variant[name].variant
        print_text(f"{number}  {name}" + (f": {say(info.summary)}" if info else ""), indent="  ")
    try:
        answer = Prompt().ask(say("Number or name:") + " ")
    except Leave as stop:
        if not stop.input_ended:
            raise
        answer = ""
    if not answer:
        example = f"rummy play {known[0] if known else 'VARIANT'}"
        raise SetupError(say("Name a game, for example: {command}", command=example))
    if answer.isdecimal() and 1 <= int(answer) <= len(known):
        return known[int(answer) - 1]
    return answer


def seats_for(request: PlayRequest, table_rules: TableRules, plugins: Plugins, own_name: str) -> list[SeatInfo]:
    """Return who sits down: as the command, the house rules or the usual number of players say."""
    bots = plugins.bots
    if request.players is not None:
        seats = _noted(read_players(request.players, bots, request.watch), bots)
        # Whoever lists the table has named everybody at it.
        return seats if "," in request.players else introduce(seats, own_name, bots)
    from_file = table_rules.players
    if isinstance(from_file, tuple) and not request.watch:
        return _noted(seat_all(from_file, None, bots), bots)
    fewest, most = plugins.variants()[table_rules.variant]
    if table_rules.player_range is not None:
        fewest, most = table_rules.player_range[0], table_rules.player_range[-1]
    usual = min(max(DEFAULT_PLAYERS, fewest), most)
    number = len(from_file) if isinstance(from_file, tuple) else from_file or usual
    return introduce(seat_all([] if request.watch else [YOU], number, bots), own_name, bots)


def _noted(seats: list[SeatInfo], bots: Collection[str]) -> list[SeatInfo]:
    """Return the seats; tell who sits down as a person although their name looks like that of a bot."""
    for seat in seats:
        if seat.bot is None and (bot := meant_bot(seat.name, bots)):
            note = mark("Note: {name} sits down as a person; the bot is called {bot}.")
            print_text(say(note, name=seat.name, bot=bot), err=True)
    return seats


def _resumed(request: PlayRequest, plugins: Plugins) -> Session:
    wanted = [request.preset, request.rules, request.players, request.seed, request.record]
    wanted += [request.watch or None, request.strict or None, request.no_hints or None]
    if any(option is not None for option in wanted):
        raise SetupError(say("A resumed game goes on as it was set up; use --resume without other options."))
    kind = _records(plugins)
    path = find_record(request.variant) if request.variant else _latest_unfinished(plugins, kind)
    if request.into is not None:
        carry_over(path, request.into, kind)
        path = request.into
    lock = _locked(path) if path.is_file() else None
    try:
        record = Record.read(path)  # now that nobody else writes to it
        session = Session.resume(record, plugins, request.thinking, lock)
    except RecordError as error:
        if lock is not None:
            lock.release()
        return _resumed(replace(request, variant=str(path), into=offer(path, error, kind)), plugins)
    if session.is_over:
        session.close()
        message = mark('The game in {path} is over; see it again with: rummy replay "{path}"')
        raise SetupError(say(message, path=record.path))
    if not request.as_json:
        going_on = Numbered("Going on with {path}, {number} move in.", "Going on with {path}, {number} moves in.")
        print_text(say_number(*going_on, record.moves, path=record.path))
        if record.torn:
            print_text(say("Its last line was only half written and is left out; that move was never accepted."))
    return session


def _latest_unfinished(plugins: Plugins, kind: FileKind) -> Path:
    """Return the latest game that can be gone on with, and say which later ones cannot."""

    def is_over(path: Path) -> bool:
        record = Record.read(path)
        over = record.replay(plugins).is_over
        if not over:
            try:
                check_bots(record.seats, plugins)
            except SetupError as error:
                raise RecordError(str(error), path=path) from error
        return over

    path, broken = latest_unfinished(latest_records(), is_over)
    tell_skipped(broken, kind)
    if path is None:
        raise RecordError(say("there is no unfinished game to go on with; start one with: rummy play"))
    return path


def _records(plugins: Plugins) -> FileKind:
    """Return what is to know about records in order to save what is good of one."""

    def good_bytes(path: Path, before: int | None) -> int:
        record = Record.read(path, before)
        record.replay(plugins)
        return record.good_bytes

    return FileKind(
        good_bytes,
        lambda line: line.partition(" ")[2][:1].isdecimal(),
        "rummy play --resume",
        kept=Numbered("Intact before it: {number} move.", "Intact before it: {number} moves."),
        lost=Numbered("Lost: {lines}, with {number} move.", "Lost: {lines}, with {number} moves."),
    )
