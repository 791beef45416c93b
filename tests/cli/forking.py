"""Commands that are started in milliseconds, and can be typed to and killed.

To start the command, Python must import it, which takes most of the time of a short one. So one process imports it
once, and is copied (`os.fork`) for every command: the same code, in a process of its own that a signal really kills.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO, NoReturn

TESTS = Path(__file__).parents[1]
NUMBER = struct.Struct("!i")
LONGEST_MESSAGE = 65_536
STILL_RUNNING = -1000
"""What is answered instead of an exit code."""
PROMPTS = (": ", "(yes, no) ")
"""How a line ends that waits for an answer."""
PATIENCE = 60.0


@dataclass(frozen=True)
class Call:
    """A command, where it is started, and what surrounds it."""

    arguments: list[str]
    folder: str
    environment: Mapping[str, str]
    encoding: str
    leads: bool = False
    """Whether it has the terminal at which it runs to itself."""


class Forked:
    """A command that was started at a terminal, with as much of `subprocess.Popen` as tests need."""

    def __init__(self, pid: int, ended: Callable[[int, bool], int]) -> None:
        self.pid = pid
        self._ended = ended
        self._code: int | None = None

    def poll(self) -> int | None:
        """Return how it has ended, or None if it has not."""
        if self._code is None and (code := self._ended(self.pid, True)) != STILL_RUNNING:
            self._code = code
        return self._code

    def wait(self, seconds: float) -> int:
        """Wait for its end; return its exit code, or what has killed it as a negative number."""
        end = time.monotonic() + seconds
        while (code := self.poll()) is None:
            assert time.monotonic() < end, f"it goes on after {seconds} seconds"
            time.sleep(0.01)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Running:
    """A command that is running: what is typed goes in at one end, and what it tells comes out at the other."""

    def __init__(self, pid: int, keyboard: int, screen: int, wait: Callable[[], int]) -> None:
        self.pid = pid
        self.out = ""
        """All that it has told so far."""
        self._keyboard = keyboard
        self._screen = screen
        self._wait = wait

    def asks(self) -> bool:
        """Wait until it asks for something; False if it has ended instead."""
        while self._reads(PATIENCE):
            if self.out.endswith(PROMPTS):
                return True
        return False

    def type(self, line: str) -> None:
        os.write(self._keyboard, f"{line}\n".encode())

    def kill(self) -> bool:
        """Kill it; return whether that is what has ended it."""
        os.kill(self.pid, signal.SIGKILL)
        return self.ended() == -signal.SIGKILL

    def ended(self) -> int:
        """Wait for its end; return its exit code, or what has killed it as a negative number."""
        os.close(self._keyboard)
        while self._reads(PATIENCE):
            pass
        os.close(self._screen)
        return self._wait()

    def _reads(self, seconds: float) -> bool:
        """Read what comes next; False if it has closed its end."""
        ready, _, _ = select.select([self._screen], [], [], seconds)
        assert ready, f"nothing was told for {seconds} seconds after: {self.out[-300:]}"
        read = os.read(self._screen, 65_536)
        self.out += read.decode(errors="replace")
        return bool(read)


class Forks:
    """Starts the command by copying a process."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel

    def start(self, call: Call) -> Running:
        """Start a command that can be typed to."""
        (keys, keyboard), (screen, shown) = os.pipe(), os.pipe()
        pid = self._copy(call, keys, shown, shown)
        os.close(keys)
        os.close(shown)
        return Running(pid, keyboard, screen, lambda: self._ended(pid))

    def start_at(self, terminal: int, call: Call) -> Forked:
        """Start a command at a terminal."""
        return Forked(self._copy(replace(call, leads=True), terminal, terminal, terminal), self._ended)

    def run(self, call: Call, typed: bytes) -> tuple[int, bytes, bytes]:
        """Run a command to its end; return its exit code and what it has told, at both of its outlets."""
        with (
            tempfile.TemporaryFile() as keys,
            tempfile.TemporaryFile() as out,
            tempfile.TemporaryFile() as err,
        ):
            keys.write(typed)
            keys.seek(0)
            pid = self._copy(call, *(file.fileno() for file in (keys, out, err)))
            self._ask(pid)
            in_time = bool(select.select([self._channel], [], [], PATIENCE)[0])
            if not in_time:
                os.kill(pid, signal.SIGKILL)
            code, told, errors = self._number(), _whole(out), _whole(err)
        assert in_time, f"{call.arguments} took more than {PATIENCE} seconds: {told[-300:]!r}"
        return code, told, errors

    def _copy(self, call: Call, *files: int) -> int:
        socket.send_fds(self._channel, [json.dumps(asdict(call)).encode()], files)
        return self._number()

    def _ask(self, pid: int, at_once: bool = False) -> None:
        self._channel.send(json.dumps({"pid": pid, "at_once": at_once}).encode())

    def _ended(self, pid: int, at_once: bool = False) -> int:
        """Return how a command has ended; wait for that unless it is asked *at_once*."""
        self._ask(pid, at_once)
        return self._number()

    def _number(self) -> int:
        return int(NUMBER.unpack(self._channel.recv(NUMBER.size))[0])


def _whole(file: IO[bytes]) -> bytes:
    file.seek(0)
    return file.read()


@contextmanager
def forks() -> Iterator[Forks]:
    """Have a process ready to be copied."""
    ours, theirs = socket.socketpair()
    process = subprocess.Popen(
        [sys.executable, "-m", "cli.forking", str(theirs.fileno())], pass_fds=[theirs.fileno()], cwd=TESTS
    )
    theirs.close()
    try:
        yield Forks(ours)
    finally:
        ours.close()
        process.wait(PATIENCE)


# -- in the process that is copied ---------------------------------------------------------------------------


def serve(channel: socket.socket) -> None:
    """Start commands and tell their numbers, and when asked how they ended, until nobody asks any more."""
    _import_everything()
    # Until somebody has asked how one ended, its number is not given to another process, and a signal harms nobody.
    running: set[int] = set()
    while True:
        message, files, _, _ = socket.recv_fds(channel, LONGEST_MESSAGE, 3)
        if not message:
            break
        asked = json.loads(message)
        if files:
            pid = os.fork()
            if pid == 0:
                channel.close()
                _run(Call(**asked), files)
            for file in files:
                os.close(file)
            running.add(pid)
            channel.send(NUMBER.pack(pid))
        else:
            ended, status = os.waitpid(asked["pid"], os.WNOHANG if asked["at_once"] else 0)
            running.discard(ended)
            channel.send(NUMBER.pack(os.waitstatus_to_exitcode(status) if ended else STILL_RUNNING))
    for pid in running:
        os.kill(pid, signal.SIGKILL)  # a test has failed, and nobody plays on


def _import_everything() -> None:
    import rummykit_cli.commands.play
    import rummykit_cli.commands.score.command
    import rummykit_cli.table.app  # noqa: F401 - imported to be there
    from rummykit.plugin.plugins import Plugins
    from rummykit.rules import from_variant

    plugins = Plugins.discover()
    for variant in plugins.by_variant:
        plugins.assemble(from_variant(variant, plugins), 2)
    gc.freeze()  # no copy need look at it


def _run(call: Call, files: list[int]) -> NoReturn:
    os.chdir(call.folder)
    os.environ.clear()
    os.environ.update(call.environment)
    sys.path[:0] = filter(None, call.environment.get("PYTHONPATH", "").split(os.pathsep))
    time.tzset()
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    if call.leads:
        _lead()
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(at, mode, encoding=call.encoding) for at, mode in enumerate("rww"))
    sys.argv = ["rummy", *call.arguments]
    from rummykit_cli.main import main

    code: object = 0
    try:
        main()
    except SystemExit as stop:
        code = stop.code
    except BaseException:
        code = traceback.format_exc()
    if isinstance(code, str):
        sys.stderr.write(code)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else 1)


def _lead() -> None:
    """Have the terminal of the standard input to oneself, as whatever a shell starts."""
    import fcntl
    import termios

    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # where the tests run under nohup, it would not be heard


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
