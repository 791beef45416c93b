"""`rummy play`: set a table up, play on it, keep the record."""

from __future__ import annotations

import json
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path

import typer
from rich.console import Console

from rummykit.deal import stream
from rummykit.errors import RecordError, SetupError, nearest
from rummykit.houserules import TableRules, from_variant, load_file
from rummykit.info import Bot
from rummykit.match import Match, draw_seats
from rummykit.plugins import Plugins
from rummykit.records import Record, RecordWriter, SeatInfo
from rummykit.views import View
from rummykit_cli.ask import Asker, Leave
from rummykit_cli.listing import warn_of_problems
from rummykit_cli.log import Log
from rummykit_cli.seats import DEFAULT_PLAYERS, read_players, seat_all
from rummykit_cli.settings import introduce
from rummykit_cli.sheet import match_json
from rummykit_cli.store import find_record, latest_unfinished, new_record_path
from rummykit_cli.words import YOU

INTERRUPTED = 130


@dataclass(frozen=True)
class PlayRequest:
    """What the command line asked for."""

    variant: str | None
    preset: str | None
    rules: Path | None
    players: str | None
    seed: int | None
    watch: bool
    resume: bool
    record: Path | None
    as_json: bool


@dataclass
class Game:
    """A match in play: who sits where, its record, and how many moves were made."""

    match: Match
    seats: tuple[SeatInfo, ...]
    writer: RecordWriter
    moves: int = 0


def run_play(request: PlayRequest) -> int:
    """Play until the match is over or the player leaves; return the exit code."""
    if request.as_json and not request.watch:
        raise SetupError("--json is for games that bots play: add --watch.")
    plugins = Plugins.discover()
    warn_of_problems(plugins)
    console = Console(highlight=False, quiet=request.as_json)
    game = _resumed(request, plugins, console) if request.resume else _started(request, plugins)
    try:
        _play(game, plugins, console, interactive=sys.stdin.isatty() and sys.stdout.isatty())
    except (Leave, KeyboardInterrupt) as stop:
        ended = isinstance(stop, Leave) and stop.input_ended
        typer.echo("\nThe input has ended." if ended else "\nYou left the table.")
        typer.echo(f'Every move so far is saved. Go on with: rummy play --resume "{game.writer.path}"')
        return INTERRUPTED if isinstance(stop, KeyboardInterrupt) else 0
    except RecordError as error:
        again = f'rummy play --resume "{game.writer.path}"'
        raise RecordError(f"{error}\nAll moves before it are saved. Make room, then go on with: {again}") from error
    finally:
        game.writer.close()
    if not request.as_json:
        name = "last" if request.record is None else f'"{request.record}"'
        typer.echo(f"See it again with: rummy replay {name}")
    else:
        typer.echo(json.dumps(match_json(game.match) | {"record": game.writer.hash}, ensure_ascii=False, indent=2))
    return 0


def _play(game: Game, plugins: Plugins, console: Console, interactive: bool) -> None:
    match, log = game.match, Log(console)
    asker = Asker(log, interactive)
    log.tell_house_rules(match.rules.table_rules)
    bots: dict[int, Bot] = {
        at: plugins.bots[seat.bot].make() for at, seat in enumerate(game.seats) if seat.bot is not None
    }
    people = len(game.seats) - len(bots)
    while not match.is_over:
        seat, round = match.actor, match.round
        view = match.view(seat)
        if seat in bots:
            action = bots[seat](view, stream(match.seed, "bot", seat, game.moves))
        else:
            action = asker.ask(match, view, people)
        log.make(match, action, lambda action: game.writer.play(match, action))
        game.moves += 1
        if seat not in bots and isinstance(view, View):
            asker.note_drawn(round, seat, view, action)
    log.close(match, game.writer.hash)


# -- setting up ------------------------------------------------------------------------------------------


def _started(request: PlayRequest, plugins: Plugins) -> Game:
    table_rules = _table_rules(request, plugins)
    seats = _seats(request, table_rules, plugins)
    rules = plugins.assemble(table_rules, len(seats))
    seed = secrets.randbelow(10**9) if request.seed is None else request.seed
    if rules.deal.seats_drawn:
        seats = draw_seats(seats, seed)
    match = Match(rules, seed, [seat.name for seat in seats])
    if request.record is not None and not request.record.parent.is_dir():
        raise SetupError(f"There is no folder {request.record.parent} for the record.")
    path = request.record or new_record_path(rules.variant, seed)
    try:
        writer = RecordWriter.create(path, match, seats)
    except FileExistsError:
        raise SetupError(f"{path} exists already; a record is never overwritten. Name another file.") from None
    except OSError as error:
        raise SetupError(f"The record {path} cannot be written: {error.strerror or error}.") from error
    return Game(match, tuple(seats), writer)


def _table_rules(request: PlayRequest, plugins: Plugins) -> TableRules:
    if request.rules is None:
        variant = request.variant or _ask_variant(plugins)
        plugins.plugin_of(variant)
        return from_variant(variant, plugins, preset=request.preset)
    if request.preset is not None:
        raise SetupError("Name the preset in the house-rule file (preset: …), not beside it.")
    table_rules = load_file(request.rules, plugins)
    if request.variant not in (None, table_rules.variant):
        raise SetupError(f"{request.rules} is for {table_rules.variant}, not for {request.variant}.")
    return table_rules


def _ask_variant(plugins: Plugins) -> str:
    known = list(plugins.by_variant)
    typer.echo("Which game?")
    for number, name in enumerate(known, 1):
        info = plugins.by_variant[name].variant
        typer.echo(f"  {number}  {name}" + (f": {info.summary}" if info else ""))
    typer.echo("Number or name: ", nl=False)
    answer = sys.stdin.readline().strip()
    if not answer:
        raise SetupError(f"Name a game, for example: rummy play {known[0] if known else 'VARIANT'}")
    if answer.isdigit() and 1 <= int(answer) <= len(known):
        return known[int(answer) - 1]
    return answer


def _seats(request: PlayRequest, table_rules: TableRules, plugins: Plugins) -> list[SeatInfo]:
    bots = plugins.bots
    if request.players is not None:
        seats = read_players(request.players, bots, request.watch)
        for seat in seats:
            if seat.bot is None and (bot := nearest(seat.name, bots)):
                typer.echo(f"Note: {seat.name} sits down as a person; the bot is called {bot}.", err=True)
        # Whoever lists the table has named everybody at it.
        return seats if "," in request.players else introduce(seats, bots)
    from_file = table_rules.players
    if isinstance(from_file, tuple) and not request.watch:
        return seat_all(from_file, None, bots)
    number = len(from_file) if isinstance(from_file, tuple) else from_file or DEFAULT_PLAYERS
    return introduce(seat_all([] if request.watch else [YOU], number, bots), bots)


def _resumed(request: PlayRequest, plugins: Plugins, console: Console) -> Game:
    wanted = [request.preset, request.rules, request.players, request.seed, request.record, request.watch or None]
    if any(option is not None for option in wanted):
        raise SetupError("A resumed game goes on as it was set up; use --resume without other options.")
    record = Record.read(find_record(request.variant)) if request.variant else latest_unfinished(plugins)
    match = record.replay(plugins)
    if match.is_over:
        raise SetupError(f'The game in {record.path} is over; see it again with: rummy replay "{record.path}"')
    for seat in record.seats:
        if seat.bot is not None and seat.bot not in plugins.bots:
            raise SetupError(f"The game needs the bot '{seat.bot}', which is not installed.")
    if not request.as_json:
        typer.echo(f"Going on with {record.path}, {record.moves} moves in.")
        if record.torn:
            typer.echo("Its last line was only half written and is left out; that move was never accepted.")
    return Game(match, record.seats, RecordWriter.resume(record), record.moves)
