"""Lines that people type: one prompt for every command that asks for something."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress

from rummykit.i18n import say
from rummykit.plugin.guard import harmless
from rummykit_cli import INTERRUPTED
from rummykit_cli.lines import ask_line, echo

LEAVING = ("quit", "exit", "q")
LONGEST_LINE = 1000
"""Of a longer line only the beginning is read."""


class Leave(Exception):  # noqa: N818 - not an error
    """The person leaves, or there is no more input."""

    def __init__(self, input_ended: bool = False) -> None:
        super().__init__()
        self.input_ended = input_ended


def left(stop: Leave | KeyboardInterrupt, told: str, *, err: bool = False) -> int:
    """Tell that somebody has left, or that the input has ended; return the exit code."""
    ended = isinstance(stop, Leave) and stop.input_ended
    echo("\n" + (say("The input has ended.") if ended else told), err=err)
    return INTERRUPTED if isinstance(stop, KeyboardInterrupt) else 0


class Prompt:
    """Reads lines from a terminal, or from a pipe, and then shows them as if they had been typed.

    With *err* the talk stands on standard error, because a script reads the other output.
    """

    def __init__(self, *, err: bool = False) -> None:
        self._err = err
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty() and not err
        """Whether a person at a terminal answers."""
        if self.interactive:
            with suppress(ImportError):  # Windows has no such module, but edits lines by itself
                import readline  # noqa: F401 - importing it gives line editing and a history

    def read(self, prompt: str, clean: Callable[[str], str] = harmless) -> str:
        """Return the next line, made fit to be printed by *clean*; raise `Leave` if there is none."""
        if self.interactive:
            try:
                line = ask_line(prompt)
            except EOFError:
                echo()
                raise Leave(input_ended=True) from None
            return clean(line[:LONGEST_LINE]).strip()
        echo(prompt, nl=False, err=self._err)
        line = sys.stdin.readline()
        read = clean(line[:LONGEST_LINE]).strip()
        echo(read, err=self._err)
        if not line:
            raise Leave(input_ended=True)
        return read

    def ask(self, prompt: str) -> str:
        """Return the answer to a question, at which one can also say that one leaves."""
        answer = self.read(prompt)
        if answer.lower() in LEAVING:
            raise Leave
        return answer
