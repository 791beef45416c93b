"""`rummy replay` and `rummy sheet`: a recorded game again, verified line by line, or its score sheet alone."""

from __future__ import annotations

from rummykit.engine.match import Match
from rummykit.engine.records import Record
from rummykit.errors import SetupError
from rummykit.events import make
from rummykit.i18n import say, say_number
from rummykit_cli.commands.stepping import run_stepping
from rummykit_cli.lines import print_document, print_json
from rummykit_cli.plugged import installed
from rummykit_cli.render.console import HarmlessConsole
from rummykit_cli.render.log import Log
from rummykit_cli.render.plain import Screen
from rummykit_cli.render.sheet import match_csv, match_json, match_table, tell_hints, tell_winners
from rummykit_session.storage.store import find_record
from rummykit_session.words import shown_name


def run_replay(name: str, as_json: bool, step: bool = False, seat: str | None = None) -> None:
    """Replay a record and print it; a record that does not hold is refused at the line where it breaks."""
    if seat is not None and not step:
        raise SetupError(say("--seat goes with --step."))
    if step:
        if as_json:
            raise SetupError(say("Choose either --step or --json."))
        run_stepping(name, seat)
        return
    record = Record.read(find_record(name))
    plugins = installed()
    match = record.start(plugins)
    log = Log(Screen(HarmlessConsole(quiet=as_json)))
    for action in record.actions(match):
        log.tell_all(make(match, action), match)
    if as_json:
        print_json(match_json(match) | {"record": record.hash, "moves": record.moves})
        return
    if record.torn:
        log.screen.line(say("The last line was only half written and is left out; that move was never accepted."))
    if match.is_over:
        log.close(match, record.hash, record.hints)
    else:
        log.screen.unbroken(say('The game is not over; go on with: rummy play --resume "{path}"', path=record.path))
    log.screen.line(
        say_number("{number} move replayed and verified.", "{number} moves replayed and verified.", record.moves)
    )


def run_sheet(name: str, as_json: bool, as_csv: bool) -> None:
    """Print the score sheet of a recorded match, also of one that is not over."""
    if as_json and as_csv:
        raise SetupError(say("Choose either --json or --csv."))
    record = Record.read(find_record(name))
    match = record.replay(installed())
    if as_json:
        print_json(match_json(match))
    elif as_csv:
        print_document(match_csv(match))
    else:
        screen = Screen(HarmlessConsole())
        screen.console.print(match_table(match))
        screen.line()
        screen.line(tell_winners(match) if match.is_over else _tell_pending(match))
        if any(record.hints):
            screen.line(tell_hints(match, record.hints))


def _tell_pending(match: Match) -> str:
    if match.offer is None:
        return say("Round {number} is being played.", number=match.round.number)
    return say("{name} is asked whether to buy back.", name=shown_name(match.names[match.offer.seat]))
