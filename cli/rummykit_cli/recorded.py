"""The commands about recorded games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rummykit_cli.flags import AsJson

RecordName = Annotated[
    str,
    typer.Argument(
        help="A record file, the number of a game in 'rummy games', or 'last' for the latest one.",
        metavar="FILE|NUMBER",
    ),
]


def games(
    variant: Annotated[str, typer.Option(help="Only games of this variant.")] = "",
    limit: Annotated[int, typer.Option(help="List so many at most.", min=1)] = 20,
    as_json: AsJson = False,
) -> None:
    """List your games and score sheets, the latest first: who plays, how each stands, and how to go on with it.

    The number of a game stands for its file: rummy replay 3, rummy play --resume 3

    Score sheets have numbers of their own: rummy score --resume S2
    """
    from rummykit_cli.games import list_games

    list_games(variant or None, limit, as_json)


def replay(
    file: RecordName = "last",
    step: Annotated[bool, typer.Option("--step", help="Go through it step by step, forwards and backwards.")] = False,
    seat: Annotated[str, typer.Option("--seat", help="With --step: only as this player sees it.", metavar="NAME")] = "",
    as_json: AsJson = False,
) -> None:
    """Replay a recorded game move by move, and verify it."""
    from rummykit_cli.replay import run_replay

    run_replay(file, as_json, step, seat or None)


def sheet(
    file: RecordName = "last",
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print comma-separated values for a spreadsheet.")] = False,
) -> None:
    """Print the score sheet of a recorded match, round by round: points, chips, who is out, who bought back.

    The match need not be over; no hidden card is shown.
    """
    from rummykit_cli.replay import run_sheet

    run_sheet(file, as_json, as_csv)


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
    seat: Annotated[str, typer.Option("--seat", help="Only as this player sees it.", metavar="NAME")] = "",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write this file instead of the screen.", metavar="FILE")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that is there already.")] = False,
) -> None:
    """Write a recorded game for others to see. No hidden card leaves your table.

    A game in play is written as everybody at the table sees it, or with --seat as one player sees it; once it is over,
    without --seat, with all hands.

    For example: rummy export last -o game.html
    """
    from rummykit_cli.export.command import run_export

    run_export(file, format or None, seat or None, output, force)
