"""Two commands that want the same file at the same moment: one has it, and the other is told."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from cli.forking import PROMPTS, Running
from cli.killing import LONGEST_WAIT, Start

TOLD = ("has been in use since 20", "already exists; a record is never overwritten", "is over; see it again")
"""What is said to whoever comes second: while the first writes, before it has written, and after the last move."""


class Watched(Running):
    """A command that has a file; whenever something is typed to it, a rival may want the file too."""

    def __init__(self, running: Running, rival: Callable[[], None]) -> None:
        self.__dict__.update(running.__dict__)
        self._rival = rival
        self._has_asked = True
        """Whether what was read so far ends with a question that nobody has seen."""

    def asks(self) -> bool:
        seen, self._has_asked = self._has_asked and self.out.endswith(PROMPTS), False
        return seen or super().asks()

    def type(self, line: str) -> None:
        super().type(line)
        self._rival()


class Rivals:
    """Starts a command twice, and returns the one that gets the file."""

    def __init__(self, start: Start, seed: int) -> None:
        self._start, self._random = start, Random(seed)
        self.met = 0
        """How often somebody wanted a file that another one had."""
        self.killed = 0
        """How often whoever came second was killed."""

    def start(self, home: Path, *arguments: object) -> Running:
        if arguments[0] == "score" and "--resume" not in arguments:
            return self._start(home, *arguments)  # a sheet of its own
        both = [self._start(home, *arguments)]
        self._wait()
        both.append(self._start(home, *arguments))
        asking = [running.asks() for running in both]
        assert asking != [True, True], "both may write"
        winner = asking.index(True) if True in asking else int(_was_told(both[0]))
        assert _was_told(both[1 - winner]), both[1 - winner].out
        assert both[1 - winner].ended() == 2
        self.met += 1
        file = arguments[arguments.index("--record" if "--record" in arguments else "--resume") + 1]
        return Watched(both[winner], lambda: self._come_second(home, arguments[0], "--resume", file))

    def _come_second(self, home: Path, *arguments: object) -> None:
        """At times, want the file while the other one works; be killed, or be told."""
        chance = self._random.random()
        if chance > 0.3:
            return
        rival = self._start(home, *arguments)
        if chance < 0.1:
            self._wait()
            self.killed += rival.kill()
        elif rival.asks():  # the other one has come to the end
            rival.type("quit")
            assert rival.ended() == 0
        else:
            assert _was_told(rival), rival.out
            assert rival.ended() == 2
            self.met += 1

    def _wait(self) -> None:
        time.sleep(self._random.uniform(0, LONGEST_WAIT))


def _was_told(running: Running) -> bool:
    return any(sentence in running.out for sentence in TOLD)
