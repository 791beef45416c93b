"""Lines that people type, and lines printed for them without loading anything heavy."""

from __future__ import annotations

import json
import re
import shutil
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TextIO

import typer

from rummykit.i18n import say
from rummykit.plugin.guard import Harmless, harmless, harmless_lines

WIDEST = 100
"""Lines of prose are no longer than this on any screen."""
_PIECE = re.compile(r'(?<=: )rummy [a-z].*|"[^"]*"\S*|\S+')
"""What stays together: a command at the end of a line, something in quotes, a word (a path is one)."""
_outlet: TextIO | None = None
"""Where a script reads, while a command works for one."""


# -- what is printed: nothing else in the command writes to a terminal, but for rich's console and Textual ------


def echo(text: object = "", err: bool = False, nl: bool = True) -> None:
    """Print text of one or more lines as they are."""
    typer.echo(harmless_lines(str(text)), err=err, nl=nl)


def print_text(text: str, indent: str = "", err: bool = False) -> None:
    """Print text of one or more lines; on a terminal they are broken between words, elsewhere not at all."""
    stream = sys.stderr if err else sys.stdout
    width = shutil.get_terminal_size().columns if stream.isatty() else None
    for line in text.split("\n"):
        for part in broken(harmless(line), width, indent):
            echo(part, err)


def warn(problem: object) -> None:
    """Say on standard error what is wrong, though the command goes on."""
    print_text(say("Warning: {problem}", problem=problem), err=True)


@contextmanager
def for_a_script() -> Iterator[None]:
    """While a command works, whatever is printed goes to standard error, and data and documents alone to the output.

    So nothing that a plugin prints, in whatever part of a game, stands where a script reads, or commands a terminal.
    """
    global _outlet
    _outlet = sys.stdout
    try:
        with redirect_stdout(Harmless(sys.stderr)):
            yield
    finally:
        _outlet = None


def print_json(data: object) -> None:
    """Print data for a script, in ASCII: it is the same whatever encoding the output has, and commands no terminal."""
    typer.echo(json.dumps(data, indent=2), file=_outlet)


def print_document(text: str) -> None:
    """Print what might as well be a file: to the letter, unless a person is looking at a terminal."""
    outlet = _outlet or sys.stdout
    typer.echo(harmless_lines(text) if outlet.isatty() else text, nl=False, file=outlet)


def ask_line(prompt: str) -> str:
    """Ask for a line at a terminal, and return what was typed; `EOFError` if there is no more."""
    return input(harmless_lines(prompt))  # with its prompt, so that line editing knows where the line begins


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


def wrapped(text: str, indent: str, label: str = "") -> str:
    """Return a text in lines that fit the screen, all behind an indent, and the first behind a label too."""
    width = min(shutil.get_terminal_size().columns, WIDEST)
    hanging = indent + " " * len(label)
    return textwrap.fill(
        text,
        max(width, len(hanging) + 20),
        initial_indent=indent + label,
        subsequent_indent=hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )
