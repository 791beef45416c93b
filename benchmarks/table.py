"""Measures the full-screen table beside bare Textual in one run, and prints ratios only.

    python benchmarks/table.py [--starts 9] [--keys 300]

Both sides run in pseudo terminals of their own and take turns. A start lasts from the command to the first screen; the
other side imports ``textual.app`` and does nothing. An answer lasts from a key to the first sign of the new screen; the
other side is an app with one list.
"""

from __future__ import annotations

import argparse
import os
import pty
import select
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from fcntl import ioctl
from importlib.metadata import version
from pathlib import Path
from statistics import median, quantiles
from termios import TIOCSWINSZ

START_TARGET, KEY_TARGET = 3.0, 4.0
FIRST_SCREEN = b"leave"
"""The last word of the first screen."""
QUIET = 0.05
"""A screen is complete when nothing was sent for so many seconds."""

BARE_IMPORT = [sys.executable, "-c", "import textual.app"]
PLAY = [sys.executable, "-m", "rummykit_cli", "play", "deutsches_romme", "--seed", "3", "--pace", "fast"]

LIST_APP = """
from textual.app import App, ComposeResult
from textual.widgets import OptionList
class Bare(App):
    def compose(self) -> ComposeResult:
        yield OptionList(*[f"leave {number}" for number in range(20)])
Bare().run()
"""

FULL_TABLE = """
import sys
from pathlib import Path
from rummykit.engine.match import Match
from rummykit.plugin.plugins import Plugins
from rummykit.engine.records import SeatInfo
from rummykit_session.storage.recording import RecordWriter
from rummykit.scenario import Scenario, resolve
from rummykit_session.session import Session, bots_at
from rummykit_cli.render.palettes import STANDARD
from rummykit_cli.table.app import TableApp
plugins = Plugins.discover()
rules = plugins.assemble(resolve(plugins, "deutsches_romme"), 2)
seats = (SeatInfo("You"), SeatInfo("greedy", "greedy"))
match = Match(rules, 1, ["You", "greedy"])
runs = [f"{1 + at % 2}: 2{s} 3{s} 4{s} 5{s} 6{s}" for at, s in enumerate("shdc")]
runs += [f"{1 + at % 2}: 8{s} 9{s} 10{s} J{s} Q{s}" for at, s in enumerate("shdc")]
runs += [f"1: 2{s} 3{s} 4{s} 5{s} 6{s}" for s in "shdc"]
match.round = Scenario.by(rules, plugins).deal(
    hands=["As Ks 8s 9h 10d Jc Qs 7h 7d Kc 8h * 9d", "Ah Kd"], table=runs, drawn=True
).round
assert sum(len(meld.meld) for meld in match.round.table.values()) == 60
writer = RecordWriter.create(Path(sys.argv[1]), match, seats)
TableApp(Session(match, seats, writer, bots_at(seats, plugins, rules)), STANDARD, 0).run()
"""


class Terminal:
    """A program in a pseudo terminal of 24 lines and 80 columns."""

    def __init__(self, command: Sequence[str], home: Path) -> None:
        self._ours, theirs = pty.openpty()
        ioctl(theirs, TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {**os.environ, "RUMMYKIT_HOME": str(home), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        self._process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
        )
        os.close(theirs)

    def until(self, text: bytes) -> None:
        """Read until a text has come."""
        seen = b""
        while text not in seen:
            seen += os.read(self._ours, 65536)

    def settle(self) -> None:
        """Read all that still comes."""
        while select.select([self._ours], [], [], QUIET)[0]:
            os.read(self._ours, 65536)

    def answer(self, key: bytes) -> float:
        """Return the seconds from a key to the first sign of an answer."""
        began = time.perf_counter()
        os.write(self._ours, key)
        select.select([self._ours], [], [])
        answered = time.perf_counter() - began
        self.settle()
        return answered

    def close(self) -> None:
        """End the program that was started here."""
        self._process.kill()
        self._process.wait()
        os.close(self._ours)


def start_of_table(home: Path) -> float:
    """Return the seconds from the command to the first screen."""
    began = time.perf_counter()
    terminal = Terminal(PLAY, home)
    terminal.until(FIRST_SCREEN)
    taken = time.perf_counter() - began
    terminal.close()
    return taken


def start_of_import() -> float:
    """Return the seconds that a bare import takes."""
    began = time.perf_counter()
    subprocess.run(BARE_IMPORT, check=True)
    return time.perf_counter() - began


def compare_starts(times: int, home: Path) -> float:
    """Return how much longer the table takes to start."""
    # As on anybody's machine: sources are compiled once, not at every start.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    start_of_table(home), start_of_import()  # files come from the cache from now on
    pairs = [(start_of_table(home), start_of_import()) for _ in range(times)]
    return median(ours for ours, _ in pairs) / median(bare for _, bare in pairs)


def compare_answers(keys: int, home: Path) -> dict[str, float]:
    """Return how much longer an answer takes at the 95th percentile, for moving the cursor and for picking a card."""
    table = Terminal([sys.executable, "-c", FULL_TABLE, str(home / "full.rummy")], home)
    bare = Terminal([sys.executable, "-c", LIST_APP], home)
    for terminal in (table, bare):
        terminal.until(FIRST_SCREEN)
        time.sleep(0.5)
        terminal.settle()
    moves, picks, peer = [], [], []
    for number in range(keys):
        moves.append(table.answer(b"\x1b[C"))
        peer.append(bare.answer(b"\x1b[B" if number // 19 % 2 == 0 else b"\x1b[A"))
        picks.append(table.answer(b" "))
    table.close()
    bare.close()
    return {"moving the cursor": _slow(moves) / _slow(peer), "picking a card": _slow(picks) / _slow(peer)}


def _slow(times: list[float]) -> float:
    return quantiles(times, n=20)[-1]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=9)
    parser.add_argument("--keys", type=int, default=300)
    options = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, rummykit {version('rummykit')}, textual {version('textual')}")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        ratio = compare_starts(options.starts, home)
        print(f"start to the first screen / import textual.app: {ratio:.2f} (at most {START_TARGET})")
        for what, slower in compare_answers(options.keys, home).items():
            print(f"{what}, 60 cards on the table / an app with a list, p95: {slower:.2f} (at most {KEY_TARGET})")


if __name__ == "__main__":
    main()
