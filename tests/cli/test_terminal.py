"""Play in a real terminal, interrupted and killed: no accepted move is lost."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from pathlib import Path

import pytest

from cli.command import COMMAND, environment, rummy

pty = pytest.importorskip("pty", reason="pseudo terminals are a thing of POSIX systems")


class Terminal:
    """The command at a terminal of its own."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self._ours, theirs = pty.openpty()
        self.seen = ""
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**environment(home), "TERM": "xterm-256color", "LINES": "40"},
            cwd=home,
            start_new_session=True,
            preexec_fn=_own_terminal,
        )
        os.close(theirs)

    def until(self, text: str, seconds: float = 20) -> str:
        """Read until *text* has been printed; return everything seen since the last call."""
        end = time.monotonic() + seconds
        new = ""
        while text not in new:
            assert time.monotonic() < end, f"{text!r} did not come: {new}"
            if not select.select([self._ours], [], [], 0.5)[0]:
                continue
            try:
                new += os.read(self._ours, 4096).decode(errors="replace")
            except OSError:  # the other side is closed
                break
        assert text in new
        self.seen += new
        return new

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def hang_up(self) -> None:
        os.close(self._ours)


def _own_terminal() -> None:
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def test_ctrl_c_leaves_a_game_that_goes_on(home: Path) -> None:
    terminal = Terminal(home, "play", "rummy17", "--players", "Anna,greedy", "--seed", "2", "--record", "g.rummy")
    terminal.until("draw discard (")
    terminal.type("draw stock\n")
    terminal.until("your move: ")
    time.sleep(0.5)  # a person sees the prompt before pressing a key
    terminal.type("\x03")
    terminal.until("rummy play --resume")
    assert terminal.process.wait(10) == 130
    assert "Traceback" not in terminal.seen
    assert "draw stock" in (home / "g.rummy").read_text(encoding="utf-8")
    resumed = rummy(home, "play", "--resume", "g.rummy")
    assert "Anna, your move:" in resumed.text


def test_colours_in_a_terminal_and_none_with_no_color(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(home, "play", "rummy17", "--players", "Anna,greedy", "--seed", "2")
    assert "\x1b[" in terminal.until("draw discard (")
    terminal.type("quit\n")
    terminal.process.wait(10)
    monkeypatch.setenv("NO_COLOR", "1")
    plain = Terminal(home, "play", "rummy17", "--players", "Anna,greedy", "--seed", "2")
    screen = plain.until("draw discard (")
    assert "\x1b[3" not in screen, "no colour"
    plain.type("quit\n")
    plain.process.wait(10)


def test_hot_seat_covers_the_screen_between_people(home: Path) -> None:
    terminal = Terminal(home, "play", "rummy17", "--players", "Anna,Ben", "--seed", "2")
    first = terminal.until("then press Enter. ")
    assert "Hand" not in first.partition("press Enter")[0].split("Hand the screen")[0]
    terminal.type("\n")
    assert "Hand" in terminal.until("draw discard (")
    terminal.type("quit\n")
    assert terminal.process.wait(10) == 0


def test_a_closed_terminal_loses_no_accepted_move(home: Path) -> None:
    terminal = Terminal(home, "play", "rummy17", "--players", "Anna,greedy", "--seed", "2", "--record", "g.rummy")
    terminal.until("draw discard (")
    terminal.type("draw stock\n")
    terminal.until("your move: ")
    terminal.hang_up()
    terminal.process.wait(10)
    assert "Anna, your move:" in rummy(home, "play", "--resume", "g.rummy").text


def test_a_killed_game_loses_no_accepted_move(home: Path) -> None:
    terminal = Terminal(home, "play", "rummy17", "--players", "Anna,greedy", "--seed", "2", "--record", "g.rummy")
    terminal.until("draw discard (")
    terminal.type("draw stock\n")
    terminal.until("your move: ")
    os.kill(terminal.process.pid, signal.SIGKILL)
    terminal.process.wait(10)
    assert "Anna, your move:" in rummy(home, "play", "--resume", "g.rummy").text


def test_a_full_disk_loses_no_accepted_move(home: Path) -> None:
    def small_files() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (2600, 2600))

    done = subprocess.run(
        [*COMMAND, "play", "rummy17", "--watch", "--players", "3", "--seed", "17", "--record", "g.rummy"],
        capture_output=True,
        text=True,
        env=environment(home),
        cwd=home,
        preexec_fn=small_files,
        check=False,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "g.rummy: the move cannot be written: File too large." in done.stderr
    told = [line for line in done.stdout.splitlines() if line]
    resumed = rummy(home, "play", "--resume", "g.rummy")
    assert resumed.code == 0
    replayed = rummy(home, "replay", "g.rummy").out
    assert replayed.startswith("\n".join(told)), "the told moves are all there"
