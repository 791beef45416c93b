"""The clock line by line: the prompt says how much time is left, and a line that comes too late is not played."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from rich.console import Console

from rummykit.engine.match import Match
from rummykit.engine.records import SeatInfo
from rummykit.i18n import Language
from rummykit.plugin.plugins import Plugins
from rummykit.scenario import resolve
from rummykit_cli.plain import PlainTable
from rummykit_cli.prompt import Leave, Prompt
from rummykit_cli.render.log import Log
from rummykit_cli.render.plain import Screen
from rummykit_session.clock import Clock
from rummykit_session.session import Session, bots_at

PLUGINS = Plugins.discover()


class Time:
    """What a clock reads."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Typing(Prompt):
    """Somebody who types lines, each after so many seconds."""

    def __init__(self, lines: Sequence[tuple[int, str]], tick: Callable[[], None], time: Time) -> None:
        super().__init__()
        self._lines, self._tick, self._time = list(lines), tick, time
        self.asked: list[str] = []

    def read(self, prompt: str, clean: Any = None) -> str:
        self.asked.append(prompt)
        if not self._lines:
            raise Leave(input_ended=True)
        seconds, line = self._lines.pop(0)
        for _ in range(seconds):
            self._time.now += 1
            self._tick()
        return line


def played(*lines: tuple[int, str], players: str = "Anna,Ben", code: str = "en", **options: Any) -> tuple[Typing, str]:
    """Play these lines at a table where a turn has 30 seconds; return what was asked, and all that was printed."""
    time, printed = Time(), io.StringIO()
    rules = {"turn": {"seconds": 30, "late_penalty": 3}, "deal": {"extra_card": "none"}, **options}
    seats = tuple(SeatInfo(name, "greedy" if name == "greedy" else None) for name in players.split(","))
    match = Match(PLUGINS.assemble(resolve(PLUGINS, "deutsches_romme", **rules), len(seats)), 1, players.split(","))
    game = Session(match, seats, None, bots_at(seats, PLUGINS, match.rules))
    if game.clock is not None:
        game.clock = Clock(game.clock.seconds, time)
    typing = Typing(lines, game.clock.look if game.clock else lambda: None, time)
    packages = ["rummykit_session", "rummykit_cli", "rummykit"]
    with Language.of(code, packages).spoken():
        log = Log(Screen(Console(file=printed, width=200)))
        with pytest.raises(Leave):
            PlainTable(game, log, typing).play()
    return typing, " ".join(printed.getvalue().split())


@pytest.mark.option("turn.seconds")
def test_the_prompt_says_how_much_time_is_left() -> None:
    typing, _ = played((12, ""), (10, "help"), (1, "draw stock"))
    assert [asked.rpartition("[")[2] for asked in typing.asked] == [
        "30 s left]: ",
        "18 s left]: ",
        "only 8 s left!]: ",
        "only 7 s left!]: ",
    ]


@pytest.mark.option("turn.seconds", "turn.late_penalty")
def test_a_line_that_comes_too_late_is_not_played() -> None:
    typing, told = played((31, "draw stock"), (0, ""), (0, "draw stock"))
    assert "was too late and draws 4 cards." in told
    assert told.count("draws from the stock") == 1  # that of the next player, who was in time
    assert "30 s left" in typing.asked[-1] or "[" not in typing.asked[-1]


@pytest.mark.option("turn.seconds")
def test_only_people_have_a_clock() -> None:
    _, told = played((31, "draw stock"), (0, "draw stock"), players="Anna,greedy")
    assert "greedy was too late" not in told
    assert "Anna was too late and draws 4 cards." in told
    assert "You drew" in told


def test_without_the_option_nothing_is_said_of_time() -> None:
    typing, _ = played((500, ""), (500, "draw stock"), turn={})
    assert not any("left" in asked for asked in typing.asked)


@pytest.mark.parametrize("line", ["late", "LATE"])
def test_nobody_says_themselves_that_they_are_late(line: str) -> None:
    _, told = played((0, line))
    assert (
        "Refused: Nobody is late by their own word: the clock of the table says so. [TABLE-05; turn.seconds = 30]"
        in told
    )
    _, told = played((0, line), turn={})
    assert f"'{line}' is neither a move nor a command." in told


def test_help_says_who_makes_the_move() -> None:
    _, told = played((0, "help late"))
    assert "The clock of the table makes this move, and no player." in told
    assert "There is no such move" not in told


@pytest.mark.parametrize(
    ("code", "left", "late"),
    [("de", "noch 30 s", "war zu spät und zieht 4 Karten."), ("hu", "még 30 mp", "elkésett, 4 lapot húz.")],
)
def test_in_other_languages(code: str, left: str, late: str) -> None:
    typing, told = played((31, ""), code=code)
    assert left in typing.asked[0]
    assert late in told
