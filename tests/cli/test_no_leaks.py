"""Several people at one screen: whatever it shows to one of them, he may know."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.hot_seat import SharedScreen, play_at

COMMANDS = {"show", "moves", "log", "hint", "rule", "help", "sort", "undo", "rearrange", "meld", "layoff", "discard"}


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(2))
def test_nobody_is_shown_what_only_another_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, our_game: tuple[str, str | None], seed: int
) -> None:
    variant, preset = our_game
    players = "Anna,Ben" if preset == "brettspielnetz" else "Anna,Ben,greedy"
    screen = SharedScreen(tmp_path / "game.rummy", seed)
    rules = ["--preset", preset] if preset else []
    play_at(screen, monkeypatch, variant, *rules, "--players", players, "--seed", seed)
    assert screen.knowledge.match.is_over
    assert screen.hand_overs > 3
    assert screen.named > 400, "cards are found in this way"
    assert screen.hidden > 10 * screen.named, "there is something to hide"
    assert screen.commands >= COMMANDS


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
