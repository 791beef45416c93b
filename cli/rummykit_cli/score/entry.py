"""The command, as the command line knows it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def score(
    target: Annotated[
        str | None,
        typer.Argument(
            help="The game; with --resume a sheet's file or number, S1 being the latest.", metavar="VARIANT[:PRESET]"
        ),
    ] = None,
    rules: Annotated[
        Path | None, typer.Option(help="Count by a house-rule file (YAML).", metavar="FILE", show_default=False)
    ] = None,
    players: Annotated[
        str, typer.Option(help="Who plays, clockwise: Anna,Ben,Carla. Asked for if left out.", metavar="NAMES")
    ] = "",
    rounds: Annotated[
        int | None,
        typer.Option(help="Play so many rounds; by default as the rules say.", metavar="NUMBER", show_default=False),
    ] = None,
    target_score: Annotated[
        int | None,
        typer.Option("--target", help="Play until a total reaches this.", metavar="POINTS", show_default=False),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the last unfinished sheet.")] = False,
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
    from rummykit_cli.score.command import ScoreRequest, run_score

    request = ScoreRequest(target, rules, players or None, resume, as_json, as_csv, rounds, target_score)
    raise typer.Exit(run_score(request))
