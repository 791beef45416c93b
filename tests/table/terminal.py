"""The real command at a pseudo terminal with a size."""

from __future__ import annotations

import os
import select
import struct
import subprocess
import time
from pathlib import Path

import pytest

from cli.command import COMMAND, environment

pty = pytest.importorskip("pty", reason="pseudo terminals are a thing of POSIX systems")

IN_FULL = "\x1b[?1049h"
"""What a program sends to have the whole screen to itself."""


class Terminal:
    """A terminal of 24 lines and 80 columns in which the command runs."""

    def __init__(self, home: Path, *arguments: str, **variables: str) -> None:
        import fcntl
        import termios

        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        plain = {
            name: value for name, value in environment(home).items() if name not in ("COLUMNS", "LINES", "NO_COLOR")
        }
        self.seen = ""
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**plain, "TERM": "xterm-256color", "COLORTERM": "truecolor", **variables},
            cwd=home,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(theirs)

    def until(self, text: str, seconds: float = 30) -> str:
        """Read until *text* has been printed; return everything seen since the last call."""
        end, new = time.monotonic() + seconds, ""
        while text not in new:
            assert time.monotonic() < end, f"{text!r} did not come: {new!r}"
            if not select.select([self._ours], [], [], 0.2)[0]:
                continue
            try:
                new += os.read(self._ours, 65536).decode(errors="replace")
            except OSError:  # the other side is closed
                break
        assert text in new, f"{text!r} did not come: {new!r}"
        self.seen += new
        return new

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def hang_up(self) -> None:
        os.close(self._ours)
