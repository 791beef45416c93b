"""One file, one writer: a record or a score sheet that somebody plays on is not opened by a second one."""

from __future__ import annotations

import os
import pty
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cli.command import COMMAND, environment, rummy

TABLE = ("play", "rummy17", "--players", "Anna,Ben", "--seed", "3", "--record", "game.rummy")
SHEET = ("score", "rummy17", "--players", "Anna,Ben")


@contextmanager
def at_the_table(home: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start a command that waits for somebody to type, and stop it in the end."""
    process = subprocess.Popen(
        [*COMMAND, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=home, env=environment(home)
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


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
        assert "game.rummy is in use, since 20" in second.text
        assert 'Look on with: rummy replay --step "game.rummy"' in second.text
        assert (home / "game.rummy").read_bytes() == before
        assert rummy(home, "replay", "--step", "game.rummy", typed="quit\n").code == 0
        assert rummy(home, "games").code == 0


def test_a_killed_game_locks_nobody_out(home: Path) -> None:
    with at_the_table(home, *TABLE) as process:
        wait_for(lambda: is_locked(home, "game.rummy"))
        process.kill()
    assert rummy(home, "play", "--resume", "game.rummy", typed="quit\n").code == 0


def test_a_link_to_a_record_is_the_same_record(home: Path) -> None:
    with at_the_table(home, *TABLE):
        wait_for(lambda: is_locked(home, "game.rummy"))
        (home / "link.rummy").symlink_to(home / "game.rummy")
        second = rummy(home, "play", "--resume", "link.rummy", typed="draw stock\n")
        assert "link.rummy is in use, since 20" in second.text


def test_a_score_sheet_has_one_keeper(home: Path) -> None:
    with at_the_table(home, *SHEET):
        wait_for(lambda: bool(list((home / "games").glob("*.score"))))
        second = rummy(home, "score", "--resume", typed="out Anna\n")
        assert second.code == 2
        assert ".score is in use, since 20" in second.text
        assert "--json" in second.text
        assert rummy(home, "score", "--resume", "--json").code == 0
    assert rummy(home, "score", "--resume", typed="quit\n").code == 0


@pytest.mark.parametrize("resumed", [("play", "--resume", "game.rummy"), ("play", "--resume", "game.rummy", "--plain")])
def test_two_terminals_cannot_both_play_on(home: Path, resumed: tuple[str, ...]) -> None:
    assert rummy(home, *TABLE, typed="quit\n").code == 0
    primary, secondary = pty.openpty()
    first = subprocess.Popen(
        [*COMMAND, *resumed], stdin=secondary, stdout=secondary, stderr=secondary, cwd=home, env=environment(home)
    )
    try:
        lock = home / ".game.rummy.lock"
        os.utime(lock, (0, 0))
        wait_for(lambda: lock.stat().st_mtime > 0)
        assert "is in use" in rummy(home, *resumed, typed="draw stock\n").text
    finally:
        first.kill()
        first.wait()
        os.close(primary)
        os.close(secondary)


def test_settings_changed_at_the_same_moment_all_stay(home: Path) -> None:
    changes = {"name": "Anna", "pace": "fast", "palette": "standard", "theme": "dark", "language": "de"}
    processes = [
        subprocess.Popen(
            [*COMMAND, "settings", name, value],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            cwd=home,
            env=environment(home),
        )
        for name, value in changes.items()
    ]
    assert [(process.wait(), process.communicate()[1]) for process in processes] == [(0, b"")] * len(processes)
    text = (home / "settings.yaml").read_text("utf-8")
    assert all(f"{name}: {value}" in text for name, value in changes.items())
