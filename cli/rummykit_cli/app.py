"""The command line. Every command imports what it needs when it runs, so that starting costs little."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    help="Play the games of the Rummy family, by the rules of your own table.",
    epilog="Start with: rummy play rummy17",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
rules_app = typer.Typer(help="Check house-rule files.", no_args_is_help=True)
app.add_typer(rules_app, name="rules")

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a script.")]


def _show_version(wanted: bool) -> None:
    if wanted:
        from rummykit import __version__

        typer.echo(f"rummykit {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


@app.command()
def variants(as_json: AsJson = False) -> None:
    """List the games you can play."""
    from rummykit_cli.listing import list_variants

    list_variants(as_json)


@app.command()
def plugins(as_json: AsJson = False) -> None:
    """List the installed plugins, and why one could not be loaded."""
    from rummykit_cli.listing import list_plugins

    list_plugins(as_json)


@app.command()
def play(
    variant: Annotated[
        str | None,
        typer.Argument(
            help="The game, for example rummy17; with --resume a record file. Asked for if left out.",
            metavar="VARIANT",
        ),
    ] = None,
    preset: Annotated[str, typer.Option(help="Play a preset of the variant.")] = "",
    rules: Annotated[
        Path | None,
        typer.Option(help="Play by a house-rule file (YAML).", metavar="FILE"),
    ] = None,
    players: Annotated[
        str,
        typer.Option(
            help="How many sit at the table, you and greedy bots: 3. Or who: Anna,Ben,greedy,random "
            "(names are people at this screen, bot names are bots). By default you against two.",
            metavar="NUMBER|NAMES",
        ),
    ] = "",
    seed: Annotated[
        int | None,
        typer.Option(help="Shuffle by this number: the same number, the same deals."),
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Let bots play all seats.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the last unfinished game.")] = False,
    record: Annotated[
        Path | None,
        typer.Option(help="Keep the record in this file instead of your games folder.", metavar="FILE"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="With --watch: print the result as JSON.")] = False,
) -> None:
    """Play a game, against bots or with several people at one screen.

    Every accepted move is saved at once. Leave with Ctrl-C or 'quit' and go on later with --resume.
    """
    from rummykit_cli.play import PlayRequest, run_play

    request = PlayRequest(variant, preset or None, rules, players or None, seed, watch, resume, record, as_json)
    raise typer.Exit(run_play(request))


@app.command()
def replay(
    file: Annotated[str, typer.Argument(help="A record file; 'last' is your latest game.", metavar="FILE")] = "last",
    as_json: AsJson = False,
) -> None:
    """Replay a recorded game move by move, and verify it."""
    from rummykit_cli.replay import run_replay

    run_replay(file, as_json)


@app.command()
def sheet(
    file: Annotated[str, typer.Argument(help="A record file; 'last' is your latest game.", metavar="FILE")] = "last",
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print comma-separated values for a spreadsheet.")] = False,
) -> None:
    """Print the score sheet of a recorded match, round by round: points, chips, who is out, who bought back.

    The match need not be over; no hidden card is shown.
    """
    from rummykit_cli.replay import run_sheet

    run_sheet(file, as_json, as_csv)


@rules_app.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="House-rule files (YAML).", metavar="FILE...")],
    as_json: AsJson = False,
) -> None:
    """Check house-rule files: every mistake with its line, what was expected, and the nearest valid name.

    Exit code 0 if all files are good, 2 if one is not.
    """
    from rummykit_cli.rules import check_files

    raise typer.Exit(check_files(files, as_json))


def main() -> None:
    """Run the command; an error is one sentence and exit code 2, never a traceback."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # A sign that the terminal's encoding lacks becomes a question mark instead of ending the game.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    from rummykit.errors import RummyKitError

    try:
        app()
    except RummyKitError as error:
        typer.echo(f"Error: {error}", err=True)
        sys.exit(2)
    except OSError as error:
        # Output that cannot be written: a full disk, or a reader that has left the pipe.
        typer.echo(f"Error: {error.strerror or error}", err=True)
        sys.exit(2)
