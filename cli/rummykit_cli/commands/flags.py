"""Options that several commands have alike."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Annotated, Any

import typer


def number(low: float = -inf, high: float = inf) -> Callable[[str], int]:
    """Return what reads a whole number in a range; typer's own errors speak of its insides."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise typer.BadParameter(f"{text!r} is not a whole number.") from None
        if not low <= value <= high:
            raise typer.BadParameter(
                f"{value} is not {low} or more." if high == inf else f"{value} is not from {low} to {high}."
            )
        return value

    return read


def whole(help: str, *names: str, low: float = -inf, high: float = inf, metavar: str = "NUMBER") -> Any:
    """Return an option for a whole number in a range, by default none."""
    return typer.Option(*names, help=help, parser=number(low, high), metavar=metavar, show_default=False)


AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a script.")]
RulesFile = Annotated[
    Path | None, typer.Option(help="Use a house-rule file (YAML).", metavar="FILE", show_default=False)
]
Preset = Annotated[str | None, typer.Option(help="A preset of the variant.")]
Seat = Annotated[str, typer.Option("--seat", help="Only as this player sees it.", metavar="NAME")]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", help="Write to this file instead of the screen.", metavar="FILE")
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite a file that already exists.")]
Into = Annotated[
    Path | None,
    typer.Option(
        help="With --resume: go on in this new file, with what is intact of a broken one.",
        metavar="NEWFILE",
        show_default=False,
    ),
]
