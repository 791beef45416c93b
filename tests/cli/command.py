"""Runs the real command in a process of its own, with a games folder of its own."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cli.forking import Call, Forks, forks
from rummykit.engine.deal import bot_stream
from rummykit.engine.match import Match
from rummykit.engine.records import SeatInfo
from rummykit.engine.views import View
from rummykit.plugin.plugins import Plugins
from rummykit.rules import from_variant
from rummykit_session.storage.recording import RecordWriter

COMMAND = [sys.executable, "-m", "rummykit_cli"]
PLUGINS = Plugins.discover()


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str

    @property
    def text(self) -> str:
        """Everything printed, with the terminal's line breaks undone."""
        return " ".join((self.out + self.err).split())


def environment(home: Path, encoding: str = "utf-8") -> dict[str, str]:
    return {**os.environ, "RUMMYKIT_HOME": str(home), "COLUMNS": "100", "PYTHONIOENCODING": encoding}


def rummy(home: Path, *arguments: object, typed: str = "", encoding: str = "utf-8") -> Result:
    """Run the command to its end, as a copy of a process that has imported it, where processes can be copied."""
    return rummy_in(home, environment(home, encoding), *arguments, typed=typed, encoding=encoding)


def rummy_in(
    folder: Path, env: Mapping[str, str], *arguments: object, typed: str = "", encoding: str = "utf-8"
) -> Result:
    """Run it in some folder and environment; packages in its PYTHONPATH are found, as if they were installed."""
    if not hasattr(os, "fork"):
        return _started(folder, env, *arguments, typed=typed, encoding=encoding)
    call = Call([*map(str, arguments)], str(folder), env, encoding)
    code, *told = running_forks().run(call, typed.encode(encoding))
    return _result(code, *(text.decode(encoding).replace("\r\n", "\n") for text in told))


def rummy_started(home: Path, *arguments: object) -> Result:
    """Run the command as everybody starts it."""
    return _started(home, environment(home), *arguments)


def _started(
    folder: Path, env: Mapping[str, str], *arguments: object, typed: str = "", encoding: str = "utf-8"
) -> Result:
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=typed,
        capture_output=True,
        text=True,
        encoding=encoding,
        env=env,
        timeout=60,
        cwd=folder,
        check=False,
    )
    return _result(done.returncode, done.stdout, done.stderr)


def _result(code: int, out: str, err: str) -> Result:
    assert "Traceback" not in out + err
    return Result(code, out, err)


@cache
def running_forks() -> Forks:
    """One process to be copied for all tests that this process runs."""
    until_the_end = ExitStack()
    atexit.register(until_the_end.close)
    return until_the_end.enter_context(forks())


def watched(seed: int) -> Match:
    """Play the match of `rummy play rummy17 --watch --players 2` in this process."""
    rules = PLUGINS.assemble(from_variant("rummy17", PLUGINS), 2)
    match, bot, moves = Match(rules, seed, ["greedy 1", "greedy 2"]), PLUGINS.bots["greedy"].make(), 0
    while not match.is_over:
        seat = match.round.actor
        match.apply(bot(match.round.view(seat), bot_stream(seed, seat, moves)))
        moves += 1
    return match


def game_in_progress(path: Path, until: Callable[[View], bool]) -> Match:
    """Write a record that stops where *until* holds for the person at seat 0, who played like the bot so far."""
    rules = PLUGINS.assemble(from_variant("rummy17", PLUGINS), 2)
    bot = PLUGINS.bots["greedy"].make()
    for seed in range(500):
        match = Match(rules, seed, ["Anna", "greedy"])
        made = []
        while not match.is_over:
            view = match.round.view(match.round.actor)
            if view.seat == 0 and until(view):
                writer = RecordWriter.create(
                    path, Match(rules, seed, match.names), [SeatInfo("Anna"), SeatInfo("greedy", "greedy")]
                )
                for seat, action in made:
                    writer.move(seat, action)
                writer.close()
                return match
            action = bot(view, bot_stream(seed, view.seat, len(made)))
            made.append((view.seat, action))
            match.apply(action)
    raise AssertionError("no game comes to such a position")
