"""Bots of strangers think in a process of their own, which can be ended whatever they do: a thread cannot.

The process knows the rules of the game and gets the view of its seat for each move, and so only what the seat may know.
What comes back is text. It has no terminal: what a bot prints is dropped, and Ctrl-C is for the game.
"""

from __future__ import annotations

import faulthandler
import json
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from random import Random
from threading import Timer
from typing import IO, TYPE_CHECKING, Any

from rummykit.errors import PluginError
from rummykit.i18n import say
from rummykit.plugin.guard import patience
from rummykit_session.thinking import Reply, ask, told_error

if TYPE_CHECKING:
    from rummykit.engine.ruleset import Ruleset
    from rummykit.engine.views import BuybackView, View

GRACE = 5
"""Seconds after its time is up in which a process ends itself, if the game that should have ended it is gone."""
_START = """
import json, sys
path, name, files = json.loads(sys.argv[1])
sys.path[:] = path
from rummykit_session.bot_process import serve
serve(name, files)
"""


class BotProcess:
    """A bot that thinks in another process. Once that has ended, for whatever reason, it is not started again."""

    def __init__(self, name: str, files: Iterable[Path], rules: Ruleset) -> None:
        """Start the process; the *files* are those of the plugins that were named, among which the bot may be."""
        self._name = name
        self._process = subprocess.Popen(
            # Without -P the working folder would be searched first.
            [sys.executable, "-P", "-c", _START, json.dumps([sys.path, name, [str(file.resolve()) for file in files]])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # on Windows, else Ctrl-C would end it
        )
        with suppress(OSError):  # it has ended, which is told when it should be ready
            self._send(rules.table_rules.to_json(), rules.players)

    @property
    def has_ended(self) -> bool:
        """Whether it answers no more."""
        return self._process.poll() is not None

    def wait_until_ready(self) -> None:
        """Wait until the bot is made; `PluginError` says why it cannot be."""
        late = Timer(patience(), self.end)
        late.start()
        made = self._read()
        late.cancel()
        if made != {}:
            self.end()
            why = made["failed"] if made else say("its process has ended")
            raise PluginError(say("The bot {name} could not be created: {reason}", name=self._name, reason=why))

    def ask(self, view: View | BuybackView, random: Random, seconds: float) -> Reply | None:
        """Ask for a move and wait until it comes; None if the process has ended."""
        try:
            self._send(_packed(view), view.rules.players, random, seconds)
        except OSError:
            return None
        reply = self._read()
        return Reply(**reply) if reply else None

    def end(self) -> None:
        """End the process at once, whatever it does."""
        self._process.kill()
        self._process.wait()

    def _send(self, *what: object) -> None:
        assert self._process.stdin is not None
        pickle.dump(what, self._process.stdin)
        self._process.stdin.flush()

    def _read(self) -> dict[str, Any] | None:
        """Return the next answer; None, and no process is left, if there is none."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if line.endswith(b"\n"):
            answer: dict[str, Any] = json.loads(line)
            return answer
        self.end()
        return None


# -- what is sent ------------------------------------------------------------------------------------------------

_WHOLE, _PARTS = "rules", ("pack", "deal", "melds", "flow", "scoring", "match")


class _Pickler(pickle.Pickler):
    """Writes a view; the rules and their parts go by their names, as the process has its own."""

    def __init__(self, file: IO[bytes], rules: Ruleset) -> None:
        super().__init__(file)
        self._names = {id(rules): _WHOLE, **{id(getattr(rules, part)): part for part in _PARTS}}

    def persistent_id(self, thing: object) -> str | None:
        """Return the name of a part."""
        return self._names.get(id(thing))


class _Unpickler(pickle.Unpickler):
    """Reads a view with rules of its own."""

    def __init__(self, file: IO[bytes], rules: Ruleset) -> None:
        super().__init__(file)
        self._rules = rules

    def persistent_load(self, name: str) -> object:
        """Return the part of this name."""
        return self._rules if name == _WHOLE else getattr(self._rules, name)


def _packed(view: View | BuybackView) -> bytes:
    file = BytesIO()
    _Pickler(file, view.rules).dump(view)
    return file.getvalue()


# -- in the process --------------------------------------------------------------------------------------------


def serve(name: str, files: list[str]) -> None:
    """Make the bot, then answer questions until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for terminal in range(3):
        os.dup2(nowhere, terminal)
    from rummykit.plugin.plugins import Plugins
    from rummykit.rules import from_json

    try:
        plugins = Plugins.discover(map(Path, files))
        written, players = pickle.load(questions)
        rules = plugins.assemble(from_json(written, plugins, name=name), players)
        bot = plugins.bots[name].make()
    except BaseException as error:
        _answer(answers, {"failed": told_error(error)})
        return
    _answer(answers, {})
    while True:
        try:
            packed, players, random, seconds = pickle.load(questions)
        except EOFError:
            return
        view = _Unpickler(BytesIO(packed), rules.for_players(players)).load()
        # If the game is gone, nobody else ends a bot that thinks for ever.
        faulthandler.dump_traceback_later(seconds + GRACE, exit=True, file=nowhere)
        reply = ask(bot, view, random)
        faulthandler.cancel_dump_traceback_later()
        _answer(answers, reply._asdict())


def _answer(answers: IO[bytes], what: object) -> None:
    answers.write(json.dumps(what).encode() + b"\n")
    answers.flush()
