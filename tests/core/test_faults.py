"""The code of strangers harms no game but its own, and whoever fails is told by name."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread, Timer
from threading import enumerate as enumerate_threads

import pytest

from rummykit.errors import PluginError, SetupError
from rummykit.plugin.guard import PATIENCE, guarded, interrupt_main, patience
from rummykit.plugin.plugins import Plugins

Install = Callable[..., Path]

# A game whose rounds do what the test asks of them.
GAME = """
    import time

    from rummykit import hookimpl
    from rummykit.plugin.info import Variant

    @hookimpl
    def rummykit_variant():
        return Variant("my_game", {"en": "My Game"}, (2, 4), "A game.")

    class Scoring:
        def score(self):
            raise KeyError("seven")

    def leave():
        raise SystemExit(3)

    def loop():
        while True:
            pass
"""


@pytest.fixture
def plugins(install: Install) -> Plugins:
    """Ours, and that of a stranger."""
    install("my-game", "my_game = my_module", GAME)
    found = Plugins.discover()
    assert found.problems == ()
    return found


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PATIENCE, "0.05")


def module() -> object:
    return sys.modules["my_module"]


# -- the guard ---------------------------------------------------------------------------------------


def test_what_is_printed_does_not_stand_where_a_script_reads(capsys: pytest.CaptureFixture[str]) -> None:
    with guarded():
        print("noise")
    print("data")
    assert capsys.readouterr() == ("data\n", "noise\n")


def forever() -> None:
    while True:
        pass


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("stranger", [forever, lambda: time.sleep(10_000)], ids=["looping", "sleeping"])
def test_whoever_takes_too_long_is_interrupted(stranger: Callable[[], None]) -> None:
    with pytest.raises(TimeoutError, match=r"it took more than 0\.05 seconds"), guarded():
        stranger()


def test_ctrl_c_is_not_taken_for_a_plugin_that_is_late() -> None:
    def interrupted() -> None:
        interrupt_main()
        time.sleep(10_000)

    with pytest.raises(KeyboardInterrupt), guarded():
        interrupted()


@pytest.mark.usefixtures("quick")
def test_what_is_printed_commands_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with guarded():
        print("one\ntwo \x1b[2J \u202e \x9b")
        print("three \x1b]0;title\x07", file=sys.stderr)
    assert capsys.readouterr().err == "one\ntwo \\x1b[2J \\u202e \\x9b\nthree \\x1b]0;title\\x07\n"


def test_whoever_is_done_in_time_is_not_interrupted_later() -> None:
    with guarded():
        timers = [thread for thread in enumerate_threads() if isinstance(thread, Timer)]
    assert timers
    for timer in timers:
        timer.join()  # would be interrupted


@pytest.mark.usefixtures("quick")
def test_no_other_thread_is_interrupted() -> None:
    done: list[str] = []

    def stranger() -> None:
        with guarded():
            time.sleep(0.15)  # longer than anybody's patience
            done.append("all of it")

    thread = Thread(target=stranger)
    thread.start()
    thread.join()
    assert done == ["all of it"]


@pytest.mark.parametrize(("said", "seconds"), [("", 10), ("2.5", 2.5), ("3600", 3600)])
def test_the_patience_can_be_set(said: str, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PATIENCE, said)
    assert patience() == seconds


@pytest.mark.parametrize("said", ["soon", "0", "-1", "nan", "3601"])
def test_a_patience_that_makes_no_sense_is_refused(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PATIENCE, said)
    with pytest.raises(SetupError, match=f"^RUMMYKIT_PATIENCE is '{said}'; write a number of seconds up to 3600"):
        patience()


# -- the blame ---------------------------------------------------------------------------------------

WHO = "The plugin 'my_game' of my-game 1.0"


def test_a_fault_is_that_of_the_plugin_whose_code_was_running(plugins: Plugins) -> None:
    with pytest.raises(PluginError) as told, plugins.playing("rummy17", ["my_game"]):
        module().Scoring().score()  # type: ignore[attr-defined]
    assert str(told.value) == f"{WHO} failed in Scoring.score: KeyError: 'seven' (my_module.py, line 13)"
    assert isinstance(told.value.__cause__, KeyError)


def test_whoever_leaves_does_not_end_the_command(plugins: Plugins) -> None:
    with pytest.raises(PluginError, match=f"^{WHO} failed in leave: SystemExit: 3 "), plugins.playing("my_game", ["x"]):
        module().leave()  # type: ignore[attr-defined]


@pytest.mark.usefixtures("quick")
def test_whoever_never_answers_is_told_with_the_line(plugins: Plugins) -> None:
    told = pytest.raises(PluginError, match=f"^{WHO} failed in loop: TimeoutError: it took more than 0.05 seconds ")
    with told, plugins.playing("my_game", ["my_game"]):
        module().loop()  # type: ignore[attr-defined]


def test_a_fault_outside_of_all_plugins_is_that_of_the_game_in_play(plugins: Plugins) -> None:
    assert plugins.blame(ValueError("9"), "my_game") == f"{WHO} failed in a game of my_game: ValueError: 9"
    assert plugins.blame(PluginError("no pack"), "my_game") == f"{WHO} failed in a game of my_game: no pack"
    assert plugins.blame(ValueError("9")) is None
    assert plugins.blame(ValueError("9"), "nobodys") is None


def test_what_names_the_plugin_already_is_told_as_it_is(plugins: Plugins) -> None:
    assert plugins.blame(PluginError(f"{WHO} has no pack")) == f"{WHO} has no pack"


def test_what_a_sentence_was_made_of_is_looked_into(plugins: Plugins) -> None:
    told = PluginError("no score")
    try:
        module().Scoring().score()  # type: ignore[attr-defined]
    except KeyError as error:
        told.__cause__ = error
    assert plugins.blame(told) == f"{WHO} failed in Scoring.score: KeyError: 'seven' (my_module.py, line 13)"


def test_what_is_nobodys_fault_stays_as_it_is(plugins: Plugins) -> None:
    assert plugins.blame(SetupError("too few players"), "my_game") is None
    with pytest.raises(SetupError, match="too few players"), plugins.playing("my_game", []):
        raise SetupError("too few players")


def test_a_plugin_with_which_a_task_fails_is_left_out(plugins: Plugins) -> None:
    def task(some: Plugins) -> None:
        if "my_game" in some.by_variant:
            module().Scoring().score()  # type: ignore[attr-defined]

    usable = plugins.usable_for(task)
    assert set(usable.by_variant) == set(plugins.by_variant) - {"my_game"}
    (problem,) = usable.problems
    assert (problem.name, problem.distribution) == ("my_game", "my-game 1.0")
    assert problem.sentence == f"{WHO} failed in Scoring.score: KeyError: 'seven' (my_module.py, line 13)"


def test_a_plugin_is_left_out_also_if_the_fault_is_not_in_its_code(plugins: Plugins) -> None:
    def task(some: Plugins) -> None:
        if "my_game" in some.by_variant:
            raise ValueError("9")

    (problem,) = plugins.usable_for(task).problems
    assert problem.sentence == f"{WHO} failed: ValueError: 9"


def test_plugins_with_which_a_task_works_stay(plugins: Plugins) -> None:
    tried: list[set[str]] = []
    usable = plugins.usable_for(lambda some: tried.append(set(some.by_variant)))
    assert usable.problems == ()
    assert set(usable.by_variant) == set(plugins.by_variant) == tried[-1]
