"""Lines that people type, and lines printed for them without loading anything heavy."""

from __future__ import annotations

import re
import shutil
import sys

import typer

_PIECE = re.compile(r'(?<=: )rummy [a-z].*|"[^"]*"\S*|\S+')
"""What stays together: a command at the end of a line, something in quotes, a word (a path is one)."""


def harmless(line: str) -> str:
    """Return a line that can be printed: what would command a terminal is escaped, other white space a blank.

    >>> harmless("meld\\t8r \\x1b[C")
    'meld 8r \\\\x1b[C'
    """
    return "".join(_harmless(sign) for sign in line)


def _harmless(sign: str) -> str:
    if sign.isprintable():
        return sign
    return " " if sign.isspace() else sign.encode("unicode_escape").decode("ascii")


def print_text(text: str, indent: str = "", err: bool = False) -> None:
    """Print text of one or more lines; on a terminal they are broken between words, elsewhere not at all."""
    stream = sys.stderr if err else sys.stdout
    width = shutil.get_terminal_size().columns if stream.isatty() else None
    for line in text.split("\n"):
        for part in broken(harmless(line), width, indent):
            typer.echo(part, err=err)


def broken(line: str, width: int | None, indent: str = "") -> list[str]:
    """Return a line in parts that fit a width; paths and commands stay in one piece, as does a line with an indent.

    >>> broken("The game is saved. Go on with: rummy play --resume", 24, indent="  ")
    ['  The game is saved. Go', '  on with:', '  rummy play --resume']
    """
    if width is None or line[:1] == " " or len(indent + line) <= width:
        return [indent + line]
    parts: list[str] = []
    for piece in _PIECE.findall(line):
        if parts and len(f"{parts[-1]} {piece}") <= width:
            parts[-1] += f" {piece}"
        else:
            parts.append(indent + piece)
    return parts
