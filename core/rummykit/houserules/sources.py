"""Read the text of a file, or say in a sentence why not."""

from __future__ import annotations

import codecs
import os
import stat
from pathlib import Path

from rummykit.language import say

MAX_BYTES = 1024 * 1024
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class SourceError(Exception):
    """Why a file cannot be read; line and column say where, if that is known."""

    def __init__(self, reason: str, line: int = 0, column: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
        self.column = column


def read_text(path: Path) -> str:
    """Return a file's text; SourceError if it is missing, no text, or larger than 1 MiB."""
    try:
        about = os.stat(path)
        if stat.S_ISDIR(about.st_mode):
            raise SourceError(say("this is a directory, not a file"))
        # A pipe or a device could keep us waiting, or never end.
        if not stat.S_ISREG(about.st_mode):
            raise SourceError(say("this is not a regular file"))
        if about.st_size > MAX_BYTES:
            raise SourceError(say("this file is too large; house rules take at most 1 MiB"))
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise SourceError(say("no such file")) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise SourceError(say("cannot be read ({reason})", reason=reason)) from None
    return decode(data)


def decode(data: bytes) -> str:
    """Return UTF-8 bytes, with or without a byte order mark, as text.

    >>> decode(b"\\xef\\xbb\\xbfvariant: x")
    'variant: x'
    """
    if data.startswith(_UTF16):
        raise SourceError(say("this file is UTF-16; save it as UTF-8"))
    data = data.removeprefix(codecs.BOM_UTF8)
    bad = data.find(b"\0")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        bad = error.start if bad < 0 else min(bad, error.start)
    if bad < 0:
        return text
    lines = data[:bad].splitlines(keepends=True) or [b""]
    if lines[-1].endswith((b"\n", b"\r")):
        lines.append(b"")
    # What comes before the first bad byte is good UTF-8, so its columns can be counted.
    column = len(lines[-1].decode("utf-8", "replace")) + 1
    raise SourceError(say("this is not a text file in UTF-8"), len(lines), column)
