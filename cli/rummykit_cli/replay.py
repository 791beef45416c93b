"""`rummy replay` and `rummy sheet`: a recorded game again, verified line by line, or its score sheet alone."""

from __future__ import annotations

import json

import typer
from rich.console import Console

from rummykit.errors import SetupError
from rummykit.match import Match
from rummykit.plugins import Plugins
from rummykit.records import Record
from rummykit_cli.log import Log
from rummykit_cli.screen import Screen
from rummykit_cli.sheet import match_csv, match_json, match_table, tell_winners
from rummykit_cli.store import find_record


def run_replay(name: str, as_json: bool) -> None:
    """Replay a record and print it; a record that does not hold is refused at the line where it breaks."""
    record = Record.read(find_record(name))
    plugins = Plugins.discover()
    match = record.start(plugins)
    log = Log(Console(highlight=False, quiet=as_json))
    for action in record.actions(match):
        log.make(match, action, match.apply)
    if as_json:
        typer.echo(json.dumps(match_json(match) | {"record": record.hash, "moves": record.moves}, indent=2))
        return
    if record.torn:
        log.screen.line("The last line was only half written and is left out; that move was never accepted.")
    if match.is_over:
        log.close(match, record.hash)
    else:
        log.screen.line(f'The game is not over; go on with: rummy play --resume "{record.path}"')
    log.screen.line(f"{record.moves} moves replayed and found good.")


def run_sheet(name: str, as_json: bool, as_csv: bool) -> None:
    """Print the score sheet of a recorded match, also of one that is not over."""
    if as_json and as_csv:
        raise SetupError("Choose one of --json and --csv.")
    record = Record.read(find_record(name))
    match = record.replay(Plugins.discover())
    if as_json:
        typer.echo(json.dumps(match_json(match), ensure_ascii=False, indent=2))
    elif as_csv:
        typer.echo(match_csv(match), nl=False)
    else:
        screen = Screen(Console(highlight=False))
        screen.console.print(match_table(match))
        screen.line()
        screen.line(tell_winners(match) if match.is_over else _tell_pending(match))


def _tell_pending(match: Match) -> str:
    if match.offer is None:
        return f"Round {match.round.number} is being played."
    return f"{match.names[match.offer.seat]} is asked whether to buy back."
