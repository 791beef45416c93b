"""The command line. Every command imports what it needs when it runs, so that starting costs little."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from copy import copy
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from rummykit_cli.commands.flags import AsJson, Force, Into, Output, Preset, RulesFile, Seat, number, whole
from rummykit_cli.commands.plugin import plugin_app
from rummykit_cli.commands.rules import rules_app
from rummykit_cli.language import choose, teach
from rummykit_cli.lines import echo, print_text
from rummykit_cli.plugged import blame, name_files

TRACEBACK = "RUMMYKIT_TRACEBACK"
"""The variable that has Python tell where a fault happened, for authors of plugins."""

RecordName = Annotated[
    str,
    typer.Argument(
        help="A record file, the number of a game in 'rummy games', or 'last' for the latest one.",
        metavar="FILE|NUMBER",
    ),
]

app = typer.Typer(
    help="Play the games of the Rummy family, by the rules of your own table.",
    epilog="Start with: rummy play rummy17",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(rules_app, name="rules")
app.add_typer(plugin_app, name="plugin")


def _show_version(wanted: bool) -> None:
    if wanted:
        from rummykit import __version__

        echo(f"rummykit {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
    lang: Annotated[
        str | None,
        typer.Option(
            "--lang",
            callback=choose,
            is_eager=True,
            expose_value=False,
            metavar="CODE",
            help="Speak this language, for example de; by default that of your settings, or of your system.",
        ),
    ] = None,
    plugin: Annotated[
        list[Path] | None,
        typer.Option(
            "--plugin",
            callback=name_files,
            expose_value=False,
            metavar="FILE",
            help="Try out a plugin in this Python file; may be given several times.",
        ),
    ] = None,
) -> None:
    pass


@app.command()
def variants(as_json: AsJson = False) -> None:
    """List the games you can play."""
    from rummykit_cli.commands.installed import list_variants

    list_variants(as_json)


@app.command()
def plugins(
    trace: Annotated[
        str,
        typer.Option(
            help="Show instead which hooks are called when the game of a file, a variant or a preset is set up.",
            metavar="FILE|VARIANT[:PRESET]",
        ),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """List the installed plugins, and why one could not be loaded."""
    if trace:
        from rummykit_cli.commands.plugin.trace import trace as trace_hooks

        trace_hooks(trace, as_json)
        return
    from rummykit_cli.commands.installed import list_plugins

    list_plugins(as_json)


@app.command()
def play(
    target: Annotated[
        str | None,
        typer.Argument(
            help="The game, for example rummy17; with --resume a record file or its number. Asked for if left out.",
            metavar="VARIANT",
        ),
    ] = None,
    preset: Preset = None,
    rules: RulesFile = None,
    players: Annotated[
        str | None,
        typer.Option(
            help="How many sit at the table, you and greedy bots: 3. Or who: Anna,Ben,greedy,random "
            "(names are people at this screen, bot names are bots). By default you against two.",
            metavar="NUMBER|NAMES",
        ),
    ] = None,
    seed: Annotated[int | None, whole("Shuffle with this number: the same number, the same deals.")] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Let bots play all seats.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the last unfinished game.")] = False,
    into: Into = None,
    record: Annotated[
        Path | None,
        typer.Option(help="Keep the record in this file instead of your games folder.", metavar="FILE"),
    ] = None,
    pace: Annotated[
        str | None,
        typer.Option(
            help="How long the terminal waits after each move of a bot: fast, normal or slow. By default your setting.",
            metavar="PACE",
        ),
    ] = None,
    think: Annotated[
        int | None,
        whole(
            "How long a bot may think about a move, then a simple one is made for it. By default 10 seconds.",
            low=1,
            high=3600,
            metavar="SECONDS",
        ),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="No hints, and nothing is taken back.")] = False,
    no_hints: Annotated[bool, typer.Option("--no-hints", help="No hints at this table.")] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Line by line instead of the full screen that a terminal gets.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="With --watch: print the result as JSON.")] = False,
) -> None:
    """Play a game, against bots or with several people at one screen.

    Every accepted move is saved at once. Leave with Ctrl-C or 'quit' and go on later with --resume.
    """
    from rummykit_cli.commands.play import PlayRequest, run_play

    request = PlayRequest(
        target, preset, rules, players, seed, watch, resume, record, as_json, pace, strict, no_hints, plain, think, into
    )
    raise typer.Exit(run_play(request))


@app.command()
def learn() -> None:
    """Learn Rummy 17 in two minutes: a guided round, with a move to type in every lesson, and the keys that do it.

    You draw, meld, lay off, play a joker, swap one, claim, discard, and see the round scored.

    A wrong move costs nothing: you are told which rule forbids it, and what to try.

    'hint', 'help', 'rule NAME', 'skip' and 'quit' work in every lesson. Nothing is recorded.

    Go on with: rummy play rummy17
    """
    from rummykit_cli.commands.learn import run_learn

    raise typer.Exit(run_learn())


@app.command()
def games(
    variant: Annotated[str, typer.Option(help="Only games of this variant.")] = "",
    limit: Annotated[int, typer.Option(help="List at most this many.", parser=number(1), metavar="NUMBER")] = 20,
    as_json: AsJson = False,
) -> None:
    """List your games and score sheets, the latest first: who plays, how each stands, and how to go on with it.

    The number of a game stands for its file: rummy replay 3, rummy play --resume 3

    Score sheets have numbers of their own: rummy score --resume S2
    """
    from rummykit_cli.commands.games import list_games

    list_games(variant or None, limit, as_json)


@app.command()
def replay(
    file: RecordName = "last",
    step: Annotated[bool, typer.Option("--step", help="Go through it step by step, forwards and backwards.")] = False,
    seat: Annotated[str, typer.Option("--seat", help="With --step: only as this player sees it.", metavar="NAME")] = "",
    as_json: AsJson = False,
) -> None:
    """Replay a recorded game move by move, and verify it."""
    from rummykit_cli.commands.replay import run_replay

    run_replay(file, as_json, step, seat or None)


@app.command()
def sheet(
    file: RecordName = "last",
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print comma-separated values for a spreadsheet.")] = False,
) -> None:
    """Print the score sheet of a recorded match, round by round: points, chips, who is out, who bought back.

    The match need not be over; no hidden card is shown.
    """
    from rummykit_cli.commands.replay import run_sheet

    run_sheet(file, as_json, as_csv)


@app.command()
def export(
    file: RecordName = "last",
    format: Annotated[
        str,
        typer.Option(
            help="text, json, or html (one page that steps through the game in a browser); by default what the name "
            "after -o ends with, or else text.",
            metavar="FORMAT",
        ),
    ] = "",
    seat: Seat = "",
    output: Output = None,
    force: Force = False,
) -> None:
    """Write a recorded game for others to see. No hidden card leaves your table.

    A game in play is written as everybody at the table sees it, or with --seat as one player sees it; once it is over,
    without --seat, with all hands.

    For example: rummy export last -o game.html
    """
    from rummykit_cli.commands.export import run_export

    run_export(file, format or None, seat or None, output, force)


@app.command()
def score(
    target: Annotated[
        str | None,
        typer.Argument(
            help="The game; with --resume a sheet's file or number, S1 being the latest.", metavar="VARIANT[:PRESET]"
        ),
    ] = None,
    rules: RulesFile = None,
    players: Annotated[
        str | None, typer.Option(help="Who plays, clockwise: Anna,Ben,Carla. Asked for if left out.", metavar="NAMES")
    ] = None,
    rounds: Annotated[int | None, whole("Play this many rounds; by default as the rules say.")] = None,
    target_score: Annotated[int | None, whole("Play until a total reaches this.", "--target", metavar="POINTS")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the last unfinished sheet.")] = False,
    into: Into = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the sheet as JSON; with --resume as it is, without asking.")
    ] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="The same as comma-separated values.")] = False,
) -> None:
    """Keep the score of a game that you play with real cards.

    You are asked what is left in each hand, in cards or in points, and what else the game counts.

    Totals, chips, who is out, who may buy back and who deals next are kept for you; every answer is saved at once.

    For example: rummy score rummy17 --players Anna,Ben,Carla --rounds 5
    """
    from rummykit_cli.commands.score.command import ScoreRequest, run_score

    request = ScoreRequest(target, rules, players, resume, as_json, as_csv, rounds, target_score, into)
    raise typer.Exit(run_score(request))


@app.command()
def settings(
    name: Annotated[
        str | None, typer.Argument(help="The setting, for example name; all if left out.", metavar="[NAME]")
    ] = None,
    value: Annotated[str | None, typer.Argument(help="What to set it to.", metavar="[VALUE]")] = None,
    reset: Annotated[
        bool, typer.Option("--reset", help="Back to the default: this setting, or all if none is named.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show or change your own settings: your name at the table, your language, the colours of suits, the pace of bots.

    For example: rummy settings name Anna
    """
    from rummykit_cli.commands.settings import run_settings

    run_settings(name, value, reset, as_json)


@app.command(no_args_is_help=True)
def referee(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            help="The game (not needed with --rules) and the cards in quotes; several melds are separated by '|'.",
            metavar='VARIANT "CARDS"',
        ),
    ] = None,
    rules: RulesFile = None,
    preset: Preset = None,
    may: Annotated[str, typer.Option(help="Ask whether you may make this move in the middle of your turn.")] = "",
    hand: Annotated[
        str | None, typer.Option(help="With --may: all the cards you hold.", metavar="CARDS", show_default=False)
    ] = None,
    table: Annotated[
        list[str] | None,
        typer.Option(
            help="With --may: a meld on the table; the first is number 1. '1: CARDS' is your own.",
            metavar="CARDS",
            show_default=False,
        ),
    ] = None,
    open_card: Annotated[str, typer.Option(help="With --may: the open card.", metavar="CARD")] = "",
    before_first_meld: Annotated[
        bool, typer.Option("--before-first-meld", help="With --may: you have not melded yet.")
    ] = False,
    lap: Annotated[int | None, whole("The lap; by default one in which melding is open.", low=1)] = None,
    round: Annotated[int, whole("The round of the match.", low=1)] = 1,
    as_json: AsJson = False,
) -> None:
    """Settle a dispute: is this a meld, would it do as a first meld, may I make this move, and by which rule?

    rummy referee deutsches_romme "5c 6c * 8c"

    rummy referee deutsches_romme --may "layoff 8c > 1" --table "5c 6c 7c" --hand "8c 9d"

    Exit code 0 for yes, 1 for no, 2 if the question could not be read.
    """
    from rummykit_cli.commands.referee import Dispute, run_referee

    request = Dispute(
        words or [], rules, preset, may or None, hand, table or [], open_card, before_first_meld, lap, round, as_json
    )
    raise typer.Exit(run_referee(request))


def _asked_for(commands: typer.Typer, words: list[str]) -> typer.Typer:
    """Return the commands with the one alone that is named first, if one is: to build them all takes time."""
    first = words[0] if words else ""
    single = [one for one in commands.registered_commands if first in (one.name, one.callback and _name(one.callback))]
    groups = [copy(group) for group in commands.registered_groups if first == group.name]
    if not single and not groups:
        return commands
    for group in groups:
        if group.typer_instance is not None:
            group.typer_instance = _asked_for(group.typer_instance, words[1:])
    commands = copy(commands)
    commands.registered_commands, commands.registered_groups = single, groups
    return commands


def _name(callback: Callable[..., object]) -> str:
    return typer.main.get_command_name(callback.__name__)


def main() -> None:
    """Run the command; an error is one sentence and exit code 2, never a traceback."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # A sign that the terminal's encoding lacks becomes a question mark instead of ending the game.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    from rummykit.errors import RummyKitError
    from rummykit.i18n import reason_of, say

    command = typer.main.get_command(_asked_for(app, sys.argv[1:]))
    teach(command)
    try:
        command()
    except SystemExit as stop:
        # A plugin that exits in the middle of a game; whoever else exits has told why.
        if problem := blame(stop):
            _tell_fault(problem)
        raise
    except RummyKitError as error:
        print_text(say("Error: {problem}", problem=blame(error) or error), err=True)
        sys.exit(2)
    except OSError as error:
        if problem := blame(error):
            _tell_fault(problem)
        # Output that cannot be written: a full disk, or a reader that has left the pipe.
        print_text(say("Error: {problem}", problem=reason_of(error)), err=True)
        sys.exit(2)
    except Exception as error:
        # A fault, most likely of a plugin: whoever plays can do nothing with where it happened, its author can.
        if TRACEBACK in os.environ:
            raise
        _tell_fault(blame(error) or f"{type(error).__name__}: {error}")


def _tell_fault(problem: str) -> NoReturn:
    from rummykit.i18n import mark, say

    print_text(say("Error: {problem}", problem=problem), err=True)
    hint = mark("Every accepted move is saved. To see where it failed, set {variable}=1 and try again.")
    print_text(say(hint, variable=TRACEBACK), err=True)
    sys.exit(2)
