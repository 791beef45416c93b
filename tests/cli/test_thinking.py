"""Bots that think for ever, fail or cheat: the game goes on, the log says why, and nothing hangs."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from subprocess import PIPE
from textwrap import dedent
from threading import Event
from typing import Any

import pytest

from cli.command import COMMAND, PLUGINS, Result, environment, rummy, rummy_in
from rummykit.engine.actions import Action, Discard, Rearrange
from rummykit.engine.match import Match
from rummykit.engine.records import SeatInfo
from rummykit.engine.scoring import Scoring
from rummykit.engine.views import BuybackView, View
from rummykit.plugin.info import Bot
from rummykit.rules import from_variant
from rummykit_bots.greedy import Greedy
from rummykit_session.session import Session
from rummykit_session.storage.recording import RecordWriter
from rummykit_session.thinking import BotAnswer, Thinking, simple_move
from table.tables import TablePilot, laid_game, log_text, new_game, press, sit, table

BOTS = """
    import os
    import re
    import sys
    import time
    from rummykit import hookimpl
    from rummykit.engine.actions import Discard
    from rummykit.plugin.info import BotInfo


    def dreamer(view, random):
        while True:
            time.sleep(0.05)


    def counter(view, random):
        with open("counter", "w") as file:
            file.write(str(os.getpid()))
        os.rename("counter", "thinking")
        while True:
            pass


    def digger(view, random):
        # A search within C that lets nobody else in, for hours.
        return re.match("(a+)+$", "a" * 60 + "b")


    def crasher(view, random):
        os._exit(3)


    def raiser(view, random):
        raise ValueError("no idea\\nat all")


    def quitter(view, random):
        sys.exit(3)


    def cheat(view, random):
        held = set(view.cards)
        return Discard(next(card for card in view.rules.pack.cards if card not in held))


    def babbler(view, random):
        return "draw stock"


    def first(view, random):
        return view.legal[0]


    def talker(view, random):
        print("Let me see ...")
        return view.legal[0]


    def giant(view, random):
        return 10**5000


    def unborn():
        raise ValueError("not today")


    @hookimpl
    def rummykit_bots():
        bots = (dreamer, counter, digger, crasher, raiser, quitter, cheat, babbler, first, talker, giant)
        made = [BotInfo(bot.__name__, "A bot of a stranger.", lambda bot=bot: bot) for bot in bots]
        return [*made, BotInfo("unborn", "A bot that cannot be made.", unborn)]
"""
INSTEAD = "a simple move is made for it."
FROM_NOW_ON = "simple moves are made for it from now on."
STOPPED = f"thought for more than 1 second and was stopped; {FROM_NOW_ON}"
TOO_LONG = f"thought for more than 1 second; {INSTEAD}"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the distribution of a stranger."""
    folder = tmp_path_factory.mktemp("site")
    about = folder / "odd_bots-1.0.dist-info"
    about.mkdir()
    about.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: odd-bots\nVersion: 1.0\n")
    about.joinpath("entry_points.txt").write_text("[rummykit]\nodd_bots = odd_bots\n")
    folder.joinpath("odd_bots.py").write_text(dedent(BOTS))
    return folder


@pytest.fixture
def play(home: Path, site: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Watch a game of strangers' bots."""
    monkeypatch.setenv("PYTHONPATH", str(site))

    def watch(players: str, *options: object) -> Result:
        return rummy(home, "play", "rummy17", "--watch", "--players", players, "--seed", 5, "--think", 1, *options)

    return watch


# -- the whole command -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("dreamer", f"dreamer {STOPPED}"),
        ("counter", f"counter {STOPPED}"),
        ("digger", f"digger {STOPPED}"),
        ("crasher", f"The process of crasher has ended; {FROM_NOW_ON}"),
    ],
)
def test_a_bot_that_never_answers_is_stopped(
    name: str, told: str, home: Path, site: Path, play: Callable[..., Result]
) -> None:
    played = play(f"{name},greedy")
    assert played.code == 0, played.err
    assert played.text.count(told) == 1
    assert f"{name} discards" in played.text
    assert "wins with" in played.text
    assert rummy(home, "replay", "last").code == 0


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_what_a_bot_prints_is_told_to_nobody(play: Callable[..., Result], options: Sequence[str]) -> None:
    played = play("talker,first", *options)
    assert played.code == 0
    assert "Let me see ..." not in played.text
    assert INSTEAD not in played.text


def test_a_bot_in_a_file_thinks_in_a_process_too(home: Path, site: Path) -> None:
    (home / "mine.py").write_text(dedent(BOTS).replace("bot.__name__", "f'my {bot.__name__}'").replace("unborn", "no"))
    watched = "play", "rummy17", "--watch", "--players", "my digger,my first", "--seed", 5, "--think", 1
    played = rummy(home, "--plugin", "mine.py", *watched)
    assert played.code == 0, played.err
    assert f"my digger {STOPPED}" in played.text
    assert INSTEAD not in played.text


def test_a_bot_that_cannot_be_made_leaves_no_game_behind(home: Path, play: Callable[..., Result]) -> None:
    played = play("unborn,first")
    assert (played.code, played.text) == (2, "Error: The bot unborn could not be created: ValueError: not today")
    assert not list(home.rglob("*.rummy"))


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("raiser", "raiser failed with ValueError: no idea at all; "),
        ("quitter", "quitter failed with SystemExit: 3; "),
        ("cheat", "which is against the rules (TABLE-02); "),
        ("babbler", "babbler answered 'draw stock', which is not a move; "),
        ("giant", "giant answered int, which is not a move; "),
    ],
)
def test_a_bot_that_gives_no_legal_move(name: str, why: str, home: Path, play: Callable[..., Result]) -> None:
    played = play(f"{name},greedy")
    assert played.code == 0, played.err
    assert why + INSTEAD in played.text
    assert "wins with" in played.text
    assert rummy(home, "replay", "last").code == 0


def test_a_game_for_a_script_says_it_beside_the_result(play: Callable[..., Result]) -> None:
    played = play("raiser,greedy", "--json")
    assert json.loads(played.out)["over"] is True
    assert f"raiser failed with ValueError: no idea at all; {INSTEAD}" in played.err


def test_bots_that_answer_in_time_play_their_own_game(play: Callable[..., Result], home: Path) -> None:
    records = home / "a.rummy", home / "b.rummy"
    for record in records:
        assert INSTEAD not in play("first,greedy", "--record", record).text
    assert records[0].read_bytes() == records[1].read_bytes()


def test_bots_in_processes_play_every_game(our_variant: str, home: Path, site: Path) -> None:
    env = {**environment(home), "PYTHONPATH": str(site)}
    (home / "short.yaml").write_text(f"variant: {our_variant}\nmatch:\n  rounds: 1\n")
    game = ("--rules", "short.yaml", "--players", "first,talker", "--seed", 5)
    played = rummy_in(home, env, "play", "--watch", *game)
    assert played.code == 0, played.err
    assert INSTEAD not in played.text
    assert FROM_NOW_ON not in played.text
    assert rummy_in(home, env, "replay", "last").code == 0


def test_ctrl_c_ends_a_game_at_once_while_a_bot_thinks(home: Path, site: Path) -> None:
    arguments = ["play", "rummy17", "--watch", "--players", "counter,counter", "--think", "600"]
    env = {**environment(home), "PYTHONPATH": str(site)}
    with subprocess.Popen([*COMMAND, *arguments], cwd=home, env=env, stdout=PIPE, stderr=PIPE, text=True) as command:
        try:
            while command.poll() is None and not (home / "thinking").exists():
                time.sleep(0.01)
            thinker = int((home / "thinking").read_text())
            for process in (thinker, command.pid):  # a terminal tells both
                os.kill(process, signal.SIGINT)
            said, errors = command.communicate(timeout=60)
        finally:
            command.kill()
    assert (command.returncode, errors) == (130, "")
    with pytest.raises(ProcessLookupError):
        os.kill(thinker, 0)
    assert "Go on with: rummy play --resume" in said


@pytest.mark.parametrize("limit", ["0", "-3", "soon", "nan", "1.5", "99999"])
def test_a_limit_that_makes_no_sense_is_refused(limit: str, home: Path) -> None:
    played = rummy(home, "play", "rummy17", "--watch", "--think", limit)
    assert played.code == 2
    assert "Invalid value for '--think'" in played.text
    assert not (home / "games").exists()


# -- one move --------------------------------------------------------------------------------------------


def first(view: View | BuybackView, random: Random) -> Action:
    return view.legal[0]


class Slow:
    """A bot that answers its first question only when it is let."""

    def __init__(self) -> None:
        self.let = Event()
        self.questions = 0

    def __call__(self, view: View | BuybackView, random: Random) -> Action:
        self.questions += 1
        if self.questions == 1:
            self.rules = view.rules
            self.let.wait(60)
        return view.legal[-1]


def bots_game(folder: Path, bot: Bot, seconds: float = 0.2) -> Session:
    """A game of Rummy 17 between a bot and one that makes the first move it can."""
    seats = (SeatInfo("odd", "odd"), SeatInfo("even", "even"))
    match = Match(PLUGINS.assemble(from_variant("rummy17", PLUGINS), 2), 1, [seat.name for seat in seats])
    writer = RecordWriter.create(folder / "game.rummy", match, seats)
    return Session(match, seats, writer, {0: bot, 1: first}, thinking=Thinking(seconds))


def bot_answer(game: Session) -> BotAnswer:
    """Return what is found for the bot that is to act."""
    return game.thinking.answer(game.match, game.bots[game.match.actor], game.moves)


def next_answer_of_odd(game: Session) -> tuple[Action, str | None]:
    """Play until the odd bot is to act, and return what is played for it."""
    while game.match.actor != 0:
        game.make(bot_answer(game).action)
    answer = bot_answer(game)
    assert game.match.check(answer.action) is None
    game.make(answer.action)
    return answer


def test_a_late_answer_is_dropped_and_the_bot_is_asked_again_when_it_is_back(tmp_path: Path) -> None:
    slow = Slow()
    game = bots_game(tmp_path, slow, seconds=2)
    _, remark = next_answer_of_odd(game)
    assert remark == f"odd thought for more than 2 seconds; {INSTEAD}"
    began = time.monotonic()
    assert [next_answer_of_odd(game)[1] for _ in range(3)] == [None] * 3
    assert time.monotonic() - began < 2 * 3, "nobody waits for it meanwhile"
    assert slow.questions == 1
    slow.let.set()
    while game.thinking._thoughts[0].is_done is False:
        time.sleep(0.01)
    while game.match.actor != 0:
        game.make(bot_answer(game).action)
    expected = game.match.view(0).legal[-1]
    assert bot_answer(game) == (expected, None)
    assert slow.questions == 2


def test_a_late_bot_thinks_with_rules_that_nobody_else_uses_from_then_on(tmp_path: Path) -> None:
    slow, used_by_first = Slow(), []

    def watched(view: View | BuybackView, random: Random) -> Action:
        used_by_first.append(view.rules)
        return first(view, random)

    game = bots_game(tmp_path, slow)
    game.bots = {0: slow, 1: watched}
    next_answer_of_odd(game)
    used_by_first.clear()
    for _ in range(3):
        next_answer_of_odd(game)
    slow.let.set()
    assert used_by_first
    assert slow.rules not in [game.match.rules, game.match.round.rules, *used_by_first]


class Rude:
    """Nothing that can be compared, printed or told."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("not with me")

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        raise RuntimeError("no name")


class RudeError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


def raises(error: BaseException) -> Bot:
    def bot(view: View | BuybackView, random: Random) -> Action:
        raise error

    return bot


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        (lambda view, random: None, "odd answered None, which is not a move; "),
        (lambda view, random: Rude(), "which is not a move; "),
        (lambda view, random: Discard("7r"), "odd wanted 'discard 7r', which is against the rules (R17-TURN-01); "),
        (lambda view, random: Discard(Rude()), "which is not a move; "),
        (lambda view: view.legal[0], "takes 1 positional argument but 2 were given; "),
        (raises(RudeError()), "odd failed with RudeError; "),
        (raises(StopIteration()), "odd failed with StopIteration; "),
        (raises(TimeoutError("no time")), "odd failed with TimeoutError: no time; "),
        (raises(KeyboardInterrupt()), "odd failed with KeyboardInterrupt; "),
        (raises(ValueError("x" * 500)), "xxx...; "),
    ],
)
def test_whatever_a_bot_does_is_told_in_a_line(bot: Bot, told: str, tmp_path: Path) -> None:
    _, remark = next_answer_of_odd(bots_game(tmp_path, bot, seconds=20))
    assert remark is not None
    assert remark.endswith(told + INSTEAD)
    assert "\n" not in remark
    assert len(remark) < 200


def test_a_legal_move_that_is_not_listed_is_played(tmp_path: Path) -> None:
    game = new_game(tmp_path, "raeuber_romme", "greedy,You")
    laid_game(game, hands=["7c 7h Kd Ks 2s", "3s"], table=["1: 5c 6c 7c 8c 9c", "1: 4h 5h 6h"], drawn=True)
    view = game.match.view(0)
    wanted = Greedy()(view, Random(1))
    assert isinstance(wanted, Rearrange)
    assert wanted not in view.legal
    assert bot_answer(game) == (wanted, None)


def test_simple_moves_bring_every_game_to_its_end(our_variant: str) -> None:
    match = Match(PLUGINS.assemble(from_variant(our_variant, PLUGINS), 2), 3, ["Anna", "Ben"])
    random = Random(1)
    for _ in range(20_000):
        if match.is_over:
            return
        action = simple_move(match.view(match.actor), random)
        assert match.check(action) is None
        match.apply(action)
    raise AssertionError("the game does not end")


# -- a hint ------------------------------------------------------------------------------------------------


class Stuck:
    """A scoring that answers nothing while it is stuck."""

    def __init__(self, sound: Scoring) -> None:
        self._sound = sound
        self.let = Event()
        self.let.set()

    def __getattr__(self, name: str) -> Any:
        self.let.wait(60)
        return getattr(self._sound, name)


def test_a_hint_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    game = bots_game(tmp_path, first, seconds=1)
    stuck = Stuck(game.match.rules.scoring)
    game.match = Match(replace(game.match.rules, scoring=stuck), 1, game.match.names)
    stuck.let.clear()
    assert [game.hint().text for _ in range(2)] == ["No hint was found in 1 second."] * 2
    assert game.hints == [0, 0]
    stuck.let.set()
    while game.thinking._thoughts[None].is_done is False:
        time.sleep(0.01)
    assert game.hint().steps == 3
    assert sum(game.hints) == 1


def test_a_hint_for_which_the_rules_fail_is_told(tmp_path: Path) -> None:
    game = bots_game(tmp_path, first, seconds=20)
    game.match = Match(replace(game.match.rules, scoring=None), 1, game.match.names)  # type: ignore[arg-type]
    assert game.hint().text.startswith("No hint was found: AttributeError: 'NoneType' object has no ")


# -- the full-screen table -------------------------------------------------------------------------------


def endless_sleep(view: View | BuybackView, random: Random) -> Action:
    while True:
        time.sleep(0.05)


def busy_until(stop: Event) -> Bot:
    def bot(view: View | BuybackView, random: Random) -> Action:
        while not stop.is_set():
            pass
        return view.legal[0]

    return bot


def table_game(folder: Path, bot: Bot, seconds: float) -> Session:
    game = new_game(folder, "deutsches_romme")
    laid_game(game, hands=["8c Ks Kd 2h", "3s 4s 9h Jd"], drawn=True)
    game.bots, game.thinking = {1: bot}, Thinking(seconds)
    return game


@pytest.mark.parametrize("kind", ["sleeping", "busy"])
def test_the_table_answers_keys_while_a_bot_thinks_for_ever(kind: str, tmp_path: Path) -> None:
    stop = Event()
    app = table(table_game(tmp_path, endless_sleep if kind == "sleeping" else busy_until(stop), 1))

    async def play(pilot: TablePilot) -> None:
        for key in ("space", "d", "v"):
            app.simulate_key(key)
        while app.sitting.fan.order.value != "value":
            await asyncio.sleep(0)
        assert app.sitting.session.moves == 1
        assert not app.sitting.on_turn, "the bot still thinks"
        while not app.sitting.on_turn:
            await asyncio.sleep(0.01)
        await pilot.pause()
        assert log_text(app).count(f"greedy {TOO_LONG}") == 1
        assert "* greedy discards" in log_text(app)
        await press(pilot, "t")
        assert app.sitting.on_turn

    try:
        sit(app, play)
    finally:
        stop.set()


def test_the_table_is_left_at_once_while_a_bot_thinks(tmp_path: Path) -> None:
    app = table(table_game(tmp_path, endless_sleep, 600))

    async def play(pilot: TablePilot) -> None:
        await pilot.press("space", "d", "q")

    began = time.monotonic()
    sit(app, play)
    assert time.monotonic() - began < 300, "as long as the bot thinks is twice as long"


def test_the_table_tells_what_a_bot_did_wrong(tmp_path: Path) -> None:
    app = table(table_game(tmp_path, raises(ValueError("no idea")), 20))

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "space", "d")
        assert f"greedy failed with ValueError: no idea; {INSTEAD}" in log_text(app)
        assert "* greedy discards" in log_text(app)

    sit(app, play)
