"""Several people at one screen: whatever it shows to one of them, they may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from campaign import Sample
from cli.hot_seat import SharedScreen, play_at

COMMANDS = {"show", "moves", "log", "hint", "rule", "help", "sort", "undo", "rearrange", "meld", "layoff", "discard"}


def assert_no_leak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variant: str, preset: str | None, seeds: Iterable[int]
) -> None:
    """Play games of two people at one screen, and perhaps a bot; whatever it shows, they may know."""
    players = "Anna,Ben" if preset == "brettspielnetz" else "Anna,Ben,greedy"
    rules = ["--preset", preset] if preset else []
    screens = []
    for seed in seeds:
        screen = SharedScreen(tmp_path / f"{seed}.rummy", seed)
        play_at(screen, monkeypatch, variant, *rules, "--players", players, "--seed", seed)
        assert screen.knowledge.match.is_over
        screens.append(screen)
    named = sum(screen.named for screen in screens)
    assert sum(screen.hand_overs for screen in screens) > 3
    assert named > 400, "cards are found in this way"
    assert sum(screen.hidden for screen in screens) > 10 * named, "there is something to hide"
    assert set[str]().union(*(screen.commands for screen in screens)) >= COMMANDS


def test_nobody_is_shown_what_only_another_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, our_variant: str
) -> None:
    assert_no_leak(tmp_path, monkeypatch, our_variant, None, [0])


@pytest.mark.campaign
def test_nobody_is_shown_it_in_many_games(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    our_game: tuple[str, str | None],
    tally: Callable[[str, int], None],
) -> None:
    sample = Sample(10, part=1)
    assert_no_leak(tmp_path, monkeypatch, *our_game, sample.seeds)
    tally("games of several people at one screen", sample.number)


class Scripted(SharedScreen):
    """A screen at which people type what a test says, and then leave."""

    def __init__(self, path: Path, *lines: str) -> None:
        super().__init__(path, seed=0)
        self._lines = list(lines)

    def _next_line(self, prompt: str) -> str:
        return self._lines.pop(0) if self._lines else "quit"


def test_a_hint_for_a_move_that_was_taken_back_is_not_told_to_the_next_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ("meld 10h Jh Qh *=Kh", "hint", "undo", "discard 2s", "hint", "hint", "hint")
    screen = Scripted(tmp_path / "game.rummy", *lines)
    play_at(screen, monkeypatch, "deutsches_romme", "--players", "Anna,Ben", "--seed", 5)
    assert screen.hand_overs == 2
    assert screen.knowledge.texts == ["? 1", "1 discard 2s", "? 2"]
