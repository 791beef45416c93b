"""The real command at a pseudo terminal with a size."""

from __future__ import annotations

import codecs
import os
import select
import struct
import time
from pathlib import Path

import pytest

from cli.command import environment, running_forks
from cli.forking import Call

pty = pytest.importorskip("pty", reason="pseudo terminals are a thing of POSIX systems")

IN_FULL = "\x1b[?1049h"
"""What a program sends to have the whole screen to itself."""


class Terminal:
    """A terminal in which the command runs, with *variables* set in its environment."""

    def __init__(self, home: Path, *arguments: str, columns: int = 100, lines: int = 40, **variables: str) -> None:
        import fcntl
        import termios

        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        inherited = {
            name: value
            for name, value in environment(home).items()
            if name not in ("COLUMNS", "LINES", "NO_COLOR", "COLORTERM")
        }

        self.seen = ""
        self._unread = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        around = {**inherited, "TERM": "xterm-256color", **variables}
        self.process = running_forks().start_at(theirs, Call([*arguments], str(home), around, "utf-8"))
        os.close(theirs)

    def until(self, text: str, seconds: float = 30) -> str:
        """Read until *text* has been printed; return everything printed since the last call up to its end.

        What came with it stays for the next call, however the terminal cuts what is printed.
        """
        end = time.monotonic() + seconds
        while text not in self._unread:
            assert time.monotonic() < end, f"{text!r} did not come: {self._unread!r}"
            if not select.select([self._ours], [], [], 0.2)[0]:
                continue
            try:
                part = self._decoder.decode(os.read(self._ours, 65536))
            except OSError:  # the other side is closed
                break
            self.seen += part
            self._unread += part
        before, found, after = self._unread.partition(text)
        assert found, f"{text!r} did not come before the end: {before!r}"
        self._unread = after
        return before + found

    def rest(self, seconds: float = 60) -> str:
        """Read until the command has ended; return everything that it printed."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                part = os.read(self._ours, 65536) if select.select([self._ours], [], [], 0.2)[0] else None
            except OSError:  # the other side is closed
                break
            if part == b"":
                break
            self.seen += self._decoder.decode(part or b"")
        self.process.wait(max(end - time.monotonic(), 1))
        return self.seen

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def press_ctrl_c(self) -> None:
        """Interrupt the command once it sleeps: a signal just before it waits for a line is heard with the next key."""
        status = Path(f"/proc/{self.process.pid}/stat")
        while status.exists() and status.read_text().rpartition(")")[2].split()[0] not in "SZ":
            time.sleep(0.01)
        self.type("\x03")

    def hang_up(self) -> None:
        os.close(self._ours)
