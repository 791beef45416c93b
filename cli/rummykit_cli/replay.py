"""`rummy replay`: a recorded game again, verified line by line."""

from __future__ import annotations

import json

import typer
from rich.console import Console

from rummykit.plugins import Plugins
from rummykit.records import Record
from rummykit_cli.log import Log
from rummykit_cli.sheet import match_json
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
