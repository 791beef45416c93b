"""A match that follows its record while somebody else plays it."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from rummykit.engine.actions import Action
from rummykit.engine.deal import bot_stream
from rummykit.engine.match import Match
from rummykit.engine.records import HINT_SIGN, Record, read_line
from rummykit.events import make
from rummykit.plugin.plugins import Plugins
from rummykit_cli.render.log import Log
from rummykit_cli.render.plain import Screen

PLUGINS = Plugins.discover()


class Follower:
    """Makes the moves that come to a record, and begins again where a move was taken back."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.texts: list[str] = []
        """The lines of the record so far."""
        self.told: list[str] = []
        """What everybody was told of the moves."""
        self.told_before_last = 0
        """How much of it was told before the last move."""
        self._match: Match | None = None

    @property
    def match(self) -> Match:
        """The match as far as the record goes."""
        assert self._match is not None, "there is no record yet"
        return self._match

    @property
    def moves(self) -> int:
        """How many moves were made."""
        return sum(text[0].isdigit() for text in self.texts)

    @property
    def without_hints(self) -> list[str]:
        """The moves and their results."""
        return [text for text in self.texts if not text.startswith(HINT_SIGN)]

    def hints(self, seat: int) -> int:
        """How many hints a seat was given."""
        return self.texts.count(f"{HINT_SIGN} {seat + 1}")

    def catch_up(self) -> None:
        """Read what has come to the record since the last time."""
        record = Record.read(self.path)
        if self._match is None or [text for _, text in record.lines[: len(self.texts)]] != self.texts:
            self.texts = []
            self.begin(record.start(PLUGINS))
        for number, text in record.lines[len(self.texts) :]:
            action = read_line(self.match, text, number)
            if action is not None:
                self.make(action)
            self.texts.append(text)

    def begin(self, match: Match) -> None:
        """Follow from the first move on."""
        self._match = match
        self._log = Log(Screen(Console(quiet=True)))
        self.told, self.told_before_last = self._log.told, 0

    def make(self, action: Action) -> None:
        """Make a move."""
        self.told_before_last = len(self.told)
        self._log.tell_all(make(self.match, action), self.match)

    def good_move(self) -> Action:
        """Return what the greedy bot would do; by it a game goes on in the same way after every interruption."""
        seat = self.match.actor
        return PLUGINS.bots["greedy"].make()(self.match.view(seat), bot_stream(self.match.seed, seat, self.moves))
