"""One file, one writer: a record, score sheet or settings file that somebody writes to is closed to others."""

from __future__ import annotations

import itertools
import json
import os
import shlex
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from filelock import FileLock

from campaign import Sample, samples
from cli.at_a_table import play
from cli.command import environment, rummy, running_forks
from cli.following import PLUGINS, Follower
from cli.forking import Call
from cli.killing import KilledGame, KilledSheet, copied
from cli.rivals import Rivals
from cli.terminal import Terminal
from cli.test_killed import assert_whole
from cli.test_score_matches import assert_same
from rummykit.engine.records import Record
from rummykit.errors import SetupError
from rummykit.rules import from_variant
from rummykit_cli.commands.settings import run_settings
from rummykit_cli.preferences import Settings
from rummykit_session.storage.locking import locked_anew

TABLE = ("play", "rummy17", "--players", "Anna,Ben", "--seed", "3", "--record", "game.rummy")
SHEET = ("score", "rummy17", "--players", "Anna,Ben")


@contextmanager
def at_the_table(home: Path, *arguments: str) -> Iterator[None]:
    """Start a command that waits for somebody to type, and kill it in the end."""
    running = copied(home, *arguments)
    try:
        yield
    finally:
        assert running.kill()


def wait_for(found: Callable[[], bool]) -> None:
    """Wait until something is there."""
    until = time.monotonic() + 60
    while not found():
        assert time.monotonic() < until, "it never came"
        time.sleep(0.02)


def is_locked(home: Path, name: str) -> bool:
    """Whether somebody has opened the file and asks for a move by now."""
    lock = home / f".{name}.lock"
    return lock.exists() and (home / name).exists()


def test_a_second_one_is_told_since_when_and_may_look_on(home: Path) -> None:
    with at_the_table(home, *TABLE):
        wait_for(lambda: is_locked(home, "game.rummy"))
        before = (home / "game.rummy").read_bytes()
        second = rummy(home, "play", "--resume", "game.rummy", typed="draw stock\n")
        assert second.code == 2
        assert "game.rummy has been in use since 20" in second.text
        assert 'See it with: rummy replay --step "game.rummy"' in second.text
        assert (home / "game.rummy").read_bytes() == before
        assert rummy(home, "replay", "--step", "game.rummy", typed="quit\n").code == 0
        assert rummy(home, "games").code == 0


def test_a_killed_game_locks_nobody_out(home: Path) -> None:
    with at_the_table(home, *TABLE):
        wait_for(lambda: is_locked(home, "game.rummy"))
    assert rummy(home, "play", "--resume", "game.rummy", typed="quit\n").code == 0


def test_a_link_to_a_record_is_the_same_record(home: Path) -> None:
    with at_the_table(home, *TABLE):
        wait_for(lambda: is_locked(home, "game.rummy"))
        (home / "link.rummy").symlink_to(home / "game.rummy")
        second = rummy(home, "play", "--resume", "link.rummy", typed="draw stock\n")
        assert "link.rummy has been in use since 20" in second.text


def test_a_score_sheet_has_one_keeper(home: Path) -> None:
    with at_the_table(home, *SHEET):
        wait_for(lambda: bool(list((home / "games").glob("*.score"))))
        second = rummy(home, "score", "--resume", typed="out Anna\n")
        assert second.code == 2
        assert ".score has been in use since 20" in second.text
        assert "--json" in second.text
        assert rummy(home, "score", "--resume", "--json").code == 0
    assert rummy(home, "score", "--resume", typed="quit\n").code == 0


def test_a_looker_on_sees_the_moves_as_they_are_made(home: Path) -> None:
    player = copied(home, *TABLE)
    assert player.asks()
    second = copied(home, "play", "--resume", "game.rummy")
    assert second.ended() == 2
    command = second.out.strip().rpartition("See it with: rummy ")[2]
    looker = copied(home, *shlex.split(command))
    assert looker.asks()
    assert "All hands" not in looker.out
    follower = Follower(home / "game.rummy")
    for told in range(4):
        looker.type("next")
        assert looker.asks()
        assert "This is the end of the record." in looker.out[-200:]
        follower.catch_up()
        player.type(str(follower.good_move()))
        assert player.asks()
        looker.type("next")
        assert looker.asks()
        follower.catch_up()
        assert follower.told[-1] in looker.out
        assert f"move {told + 1} of {told + 1}" in looker.out
    looker.type("quit")
    assert looker.ended() == 0
    assert player.kill()


def test_games_begun_in_the_same_second_have_files_of_their_own(home: Path) -> None:
    commands = [copied(home, "play", "rummy17", "--watch", "--players", 2, "--seed", seed) for seed in range(4)]
    for command in commands:
        assert command.ended() == 0, command.out
    records = [Record.read(path) for path in (home / "games").glob("*.rummy")]
    assert sorted(record.header["seed"] for record in records) == [0, 1, 2, 3]
    assert all(record.replay(PLUGINS).is_over for record in records)


def test_a_name_that_is_taken_gets_a_number(home: Path) -> None:
    (home / "game.rummy").touch()
    (home / "game-2.rummy").symlink_to(home / "nowhere")
    with FileLock(home / ".game-3.rummy.lock"):
        path, lock = locked_anew(home / "game.rummy")
    assert (path.name, lock.is_locked) == ("game-4.rummy", True)
    lock.release()


@pytest.mark.parametrize("resumed", [("play", "--resume", "game.rummy"), ("play", "--resume", "game.rummy", "--plain")])
def test_two_terminals_cannot_both_play_on(home: Path, resumed: tuple[str, ...]) -> None:
    assert rummy(home, *TABLE, typed="quit\n").code == 0
    lock = home / ".game.rummy.lock"
    os.utime(lock, (0, 0))
    first = Terminal(home, *resumed)
    try:
        wait_for(lambda: lock.stat().st_mtime > 0)
        assert "has been in use" in rummy(home, *resumed, typed="draw stock\n").text
    finally:
        first.process.kill()
        first.rest()


# -- settings ------------------------------------------------------------------------------------------------


def test_settings_changed_at_the_same_moment_all_stay(home: Path) -> None:
    changes = {"name": "Anna", "pace": "fast", "palette": "standard", "theme": "dark", "language": "de"}
    commands = [copied(home, "settings", name, value) for name, value in changes.items()]
    assert [command.ended() for command in commands] == [0] * len(commands)
    assert not any("Error" in command.out or "Warning" in command.out for command in commands)
    text = (home / "settings.yaml").read_text("utf-8")
    assert all(f"{name}: {value}" in text for name, value in changes.items())


def test_settings_that_somebody_keeps_are_told_after_a_while(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "settings.yaml").write_text("name: Anna\n", "utf-8")
    with FileLock(home / ".settings.yaml.lock"):
        monkeypatch.setenv("RUMMYKIT_HOME", str(home))
        monkeypatch.setattr("rummykit_cli.commands.settings.LONGEST_WAIT", 0)
        for name, value, reset in (("pace", "fast", False), (None, None, True)):
            with pytest.raises(SetupError, match=r"settings\.yaml has been in use since .*See it with: rummy settings"):
                run_settings(name, value, reset, as_json=False)
        assert "Anna" in rummy(home, "settings").text
    assert (home / "settings.yaml").read_text("utf-8") == "name: Anna\n"


# -- at random moments ---------------------------------------------------------------------------------------


@samples(normal=2, campaign=100, parts=2)
def test_two_at_one_record(home: Path, our_variant: str, sample: Sample, tally: Callable[[str, int], None]) -> None:
    rivals = Rivals(copied, sample.seed)
    for seed in itertools.count(sample.seed + 1):
        preset = "knock" if our_variant == "wiener_rummy" else None  # matches of the others are long
        game = KilledGame(rivals.start, home, seed, our_variant, preset, "Anna,greedy")
        game.play(min(9, sample.number))
        assert_whole(game, home)
        if rivals.met >= sample.number:
            break
    tally(f"times two at one record of {our_variant}", rivals.met)
    tally(f"times the second at a record of {our_variant} was killed", rivals.killed)


@samples(normal=2, campaign=200, parts=4)
def test_two_at_one_score_sheet(home: Path, sample: Sample, tally: Callable[[str, int], None]) -> None:
    rivals = Rivals(copied, sample.seed)
    for seed in itertools.count(sample.seed + 1):
        played = play(PLUGINS.assemble(from_variant("rummy17", PLUGINS, preset="five_rounds"), 3), seed, "greedy")
        (home / str(seed)).mkdir()
        sheet = KilledSheet(rivals.start, home / str(seed), seed, "rummy17:five_rounds", played)
        sheet.keep(min(9, sample.number))
        assert sheet.stored is not None
        assert_same(sheet.stored.kept(), played.match)
        if rivals.met >= sample.number:
            break
    tally("times two at one score sheet", rivals.met)
    tally("times the second at a score sheet was killed", rivals.killed)


@samples(normal=4, campaign=200, parts=4)
def test_two_at_the_settings(home: Path, sample: Sample, tally: Callable[[str, int], None]) -> None:
    random = Random(sample.seed)
    kept = {"pace": "normal", "theme": "auto"}
    for _ in range(sample.number):
        wanted = {"pace": random.choice(["fast", "slow"]), "theme": random.choice(["light", "dark"])}
        running = {
            name: running_forks().start(Call(["settings", name, value], str(home), environment(home), "utf-8"))
            for name, value in wanted.items()
        }
        killed = random.choice(["pace", "theme", None])
        if killed is not None:
            time.sleep(random.uniform(0, 0.02))
            running[killed].kill()
        for name, process in running.items():
            if name != killed:
                assert process.ended() == 0, process.out
        found = json.loads(rummy(home, "settings", "--json").out)["settings"]
        for name, value in wanted.items():
            assert found[name]["value"] in ((value,) if name != killed else (value, kept[name]))
            kept[name] = found[name]["value"]
        assert set(found) == set(Settings.model_fields)
    tally("times two at the settings", sample.number)
