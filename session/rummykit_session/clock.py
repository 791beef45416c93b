"""The clock of a table: how long people take for their turns."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from math import ceil
from threading import Event, Thread

BEAT = 1.0
"""So often, in seconds, somebody should look at a clock that runs."""
LONGEST_GAP = 10.0
"""Where nobody has looked for longer than this, the machine was asleep, and the clock has stood still."""


class Clock:
    """Measures how long each turn takes, while the person who is to act can see the table.

    It counts from look to look. What it cannot have measured it does not count: a clock of the system that goes back,
    or a machine that was asleep; `stood_still` tells of that.
    """

    def __init__(self, seconds: int, now: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self._now = now
        self._taken: dict[Hashable, float] = {}
        self._turn: Hashable = None
        self._looked_at = 0.0
        self._still = 0.0

    def start(self, turn: Hashable) -> None:
        """Let it run for a turn, from where it stood for that turn; one that runs already goes on."""
        if turn != self._turn:
            self.stop()
            self._turn, self._looked_at = turn, self._now()

    def stop(self) -> None:
        """Let it run for nobody."""
        self.look()
        self._turn = None

    def look(self) -> None:
        """Count the time since somebody has looked last."""
        if self._turn is None:
            return
        now = self._now()
        passed, self._looked_at = now - self._looked_at, now
        if 0 <= passed <= LONGEST_GAP:
            self._taken[self._turn] = self._taken.get(self._turn, 0.0) + passed
        else:
            self._still += abs(passed)

    @property
    def left(self) -> int | None:
        """How many seconds are left, as it was looked at last; None while it runs for nobody."""
        if self._turn is None:
            return None
        return max(ceil(self.seconds - self._taken.get(self._turn, 0.0)), 0)

    def stood_still(self) -> int:
        """Return for how many seconds it has stood still since this was asked last."""
        still, self._still = round(self._still), 0.0
        return still

    @contextmanager
    def looked_at(self) -> Iterator[None]:
        """Look at it again and again within a `with` block, for whoever waits for a line meanwhile."""
        done = Event()

        def look() -> None:
            while not done.wait(BEAT):
                self.look()

        looking = Thread(target=look, daemon=True)
        looking.start()
        try:
            yield
        finally:
            done.set()
            looking.join()
            self.look()
