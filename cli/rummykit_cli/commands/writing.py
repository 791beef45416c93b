"""Files that a command writes because somebody named them with `-o`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rummykit.errors import SetupError, did_you_mean
from rummykit.i18n import either, mark, reason_of, say
from rummykit_session.storage.files import write_file


def chosen_format(asked: str | None, file: Path | None, suffixes: Mapping[str, str]) -> str:
    """Return the format that is asked for, or else what the name of the file tells, or else the first one.

    *suffixes* has the formats by how names of files end.
    """
    formats = list(dict.fromkeys(suffixes.values()))
    if asked is None and file is not None and file.suffix.lower() not in suffixes:
        message = mark("The name {file} does not say which format is meant; choose one with --format: {formats}.")
        raise SetupError(say(message, file=file, formats=either(formats)))
    if asked is None:
        return formats[0] if file is None else suffixes[file.suffix.lower()]
    if asked not in formats:
        why = say("There is no format '{format}', only {formats}.", format=asked, formats=either(formats))
        raise SetupError(why + did_you_mean(asked, formats))
    return asked


def check_free(file: Path, force: bool) -> None:
    """Refuse a file that must stay as it is; said before the work, which nobody wants to do for nothing."""
    if file.exists() and not file.is_file():
        raise SetupError(say("{file} is not a file that can be overwritten.", file=file))
    if file.exists() and not force:
        raise _there_already(file)


def write_named(file: Path, data: bytes, force: bool) -> None:
    """Write a file whole or not at all; with *force* over one that is there already."""
    try:
        write_file(file, data, over=force)
    except FileExistsError:
        raise _there_already(file) from None
    except OSError as error:
        raise unwritable(file, error) from None


def unwritable(file: Path, error: OSError) -> SetupError:
    """Return the error that says why a file cannot be written."""
    return SetupError(say("{file} cannot be written: {reason}.", file=file, reason=reason_of(error)))


def _there_already(file: Path) -> SetupError:
    return SetupError(say("{file} already exists; overwrite it with --force, or choose another name.", file=file))
