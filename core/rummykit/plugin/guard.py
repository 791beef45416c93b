"""The code of strangers, run so that it harms no game but its own.

What it prints does not stand where a script reads, what it raises or exits with is an error to tell, and it cannot take
for ever: after the patience of the command it is interrupted as by Ctrl-C. A loop inside C code that does not listen to
that, and whoever ends the process at once (``os._exit``), are not stopped.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import TextIOBase
from typing import TextIO

from rummykit.errors import SetupError

PATIENCE = "RUMMYKIT_PATIENCE"
"""The variable with the seconds that a plugin may take to load, to answer a hook, or to replay a recorded game."""
PATIENT_SECONDS = 10.0

FAULTS = (Exception, SystemExit)
"""What a stranger's code may raise without ending the command; Ctrl-C still does."""


def patience() -> float:
    """Return the seconds that a plugin may take; `SetupError` if the variable is not a number of seconds."""
    said = os.environ.get(PATIENCE, "")
    try:
        seconds = float(said or PATIENT_SECONDS)
    except ValueError:
        seconds = 0
    if not 0 < seconds <= 3600:
        raise SetupError(f"{PATIENCE} is {said!r}; write a number of seconds up to 3600.")
    return seconds


def interrupt_main() -> None:
    """Interrupt the main thread as Ctrl-C does, from another one."""
    import signal
    from threading import main_thread

    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)  # wakes it up where it sleeps
    else:
        signal.raise_signal(signal.SIGINT)


def harmless(line: str) -> str:
    """Return a line that can be printed: what would command a terminal is escaped, other white space a blank.

    That is every sign without a picture of its own: escape sequences, the controls of a second alphabet (C1), what
    turns the direction of writing, separators of lines and halves of signs.

    >>> harmless("meld\\t8r \\x1b[C"), harmless("\\x9b2J \\u202e")
    ('meld 8r \\\\x1b[C', '\\\\x9b2J \\\\u202e')
    """
    return line if line.isprintable() else "".join(map(_harmless, line))


def _harmless(sign: str) -> str:
    if sign.isprintable():
        return sign
    return " " if sign.isspace() else sign.encode("unicode_escape").decode("ascii")


def harmless_lines(text: str) -> str:
    """Return a text of one or more lines that can be printed."""
    return "\n".join(map(harmless, text.split("\n")))


class Harmless(TextIOBase):
    """Passes on what a stranger's code prints, with all that would command a terminal escaped."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text; return its length, as streams do."""
        self._stream.write(harmless_lines(text))
        return len(text)


@contextmanager
def guarded() -> Iterator[None]:
    """Run a stranger's code: what it prints goes to standard error, and `TimeoutError` is raised where it takes long.

    What it raises is for the caller, who catches all `FAULTS`.
    """
    out = Harmless(sys.stderr)
    with redirect_stdout(out), redirect_stderr(out), _in_time(patience()):
        yield


@contextmanager
def _in_time(seconds: float) -> Iterator[None]:
    """Interrupt the main thread after so many seconds; other threads are not interrupted, so nobody waits for them."""
    import signal
    from threading import Lock, Timer, current_thread, main_thread

    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    lock, is_late, is_done = Lock(), False, False

    def interrupt() -> None:
        nonlocal is_late
        with lock:
            if is_done:
                return
            is_late = True
            interrupt_main()

    timer = Timer(seconds, interrupt)
    timer.daemon = True
    timer.start()
    try:
        yield
    except KeyboardInterrupt as stop:
        if not is_late:
            raise
        late = TimeoutError(f"it took more than {seconds:g} seconds")
        raise late.with_traceback(stop.__traceback__) from None
    finally:
        with lock:
            is_done = True
        timer.cancel()
