"""Where the records and score sheets of games lie on this machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from datetime import datetime
from itertools import islice
from pathlib import Path

import platformdirs

from rummykit.errors import RecordError
from rummykit.i18n import mark, say
from rummykit_session import HOME_VARIABLE

SUFFIX = ".rummy"
SEARCHED = 50
HEAD = 2
"""How many lines a file has before its first move or answer; without them nothing of it can be used."""
SHEET_LETTER = "S"
"""What stands before the number of a score sheet in `rummy games`."""


def games_folder() -> Path:
    """Return the folder of the records; the variable RUMMYKIT_HOME overrides the usual place."""
    home = os.environ.get(HOME_VARIABLE)
    return (Path(home) if home else platformdirs.user_data_path("rummykit", appauthor=False)) / "games"


def new_path(variant: str, suffix: str = SUFFIX) -> Path:
    """Return a path for a new game; it tells nothing of the seed, and so of the cards."""
    return games_folder() / f"{variant}-{datetime.now():%Y%m%d-%H%M%S}{suffix}"


def latest_records() -> list[Path]:
    """Return the records, the latest first."""
    return latest_files(SUFFIX)


def latest_files(suffix: str) -> list[Path]:
    """Return the files of the games folder that end so, the latest first."""
    files = games_folder().glob(f"*{suffix}")
    return sorted(files, key=lambda file: (_written(file), file.name), reverse=True)


def _written(file: Path) -> int:
    """Return when a file was written last; for a link that leads nowhere, before all others."""
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0


def latest_unfinished(files: Iterable[Path], is_over: Callable[[Path], bool]) -> tuple[Path | None, list[RecordError]]:
    """Return the latest of some files whose game is not over, and why later ones cannot be read.

    Where there is none, it is the latest broken one of which something is good; None if there is none of these either.
    """
    broken: list[RecordError] = []
    for path in islice(files, SEARCHED):
        try:
            if not is_over(path):
                return path, broken
        except RecordError as error:
            broken.append(error)
    salvageable = next(filter(is_salvageable, broken), None)
    return (None, broken) if salvageable is None else (Path(str(salvageable.path)), [])


def is_salvageable(error: RecordError) -> bool:
    """Whether something of a broken file is good: what stands before the line that is not."""
    return error.line is not None and error.line > HEAD


def named_file(name: str) -> Path:
    """Return the file that a name means: if it is not here, one of that name in the games folder."""
    path = Path(name)
    kept = games_folder() / path.name
    return kept if str(path) == path.name and not path.exists() and kept.exists() else path


def short_name(path: Path) -> str:
    """Return by what name a command finds a file: in the games folder its own is enough."""
    return path.name if named_file(path.name) == path else str(path)


def sheet_number(name: str) -> int | None:
    """Return the number of the score sheet that a name means, with its letter or without; 0 for one too long.

    >>> sheet_number("S2"), sheet_number("s12"), sheet_number("3"), sheet_number("Sheet")
    (2, 12, 3, None)
    """
    digits = name[1:] if name[:1].upper() == SHEET_LETTER else name
    if not digits.isdecimal():
        return None
    return int(digits) if len(digits) < 10 else 0


def find_record(name: str) -> Path:
    """Return the record a player means: a file, the number of a game in `rummy games`, or 'last' for the latest."""
    if name != "last" and not name.isdecimal():
        file = named_file(name)
        if sheet_number(name) is not None and not file.exists():
            message = mark("{sheet} is a score sheet; go on with: {command}")
            raise RecordError(say(message, sheet=name, command=f"rummy score --resume {name}"))
        return file
    records = latest_records()
    if not records:
        raise RecordError(say("there is no recorded game yet; start one with: rummy play"))
    number = 1 if name == "last" else int(name) if len(name) < 10 else 0
    if not 1 <= number <= len(records):
        raise RecordError(say("there is no game number {number}; list yours with: rummy games", number=name))
    return records[number - 1]
