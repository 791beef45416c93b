"""Golden playthroughs: one short game for the default rules and one for every preset, move by move.

A file in ``playthroughs`` has the seed, a line for what a player does until another one acts, and after
every round what the table must look like: lines that begin with ``=``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rummykit.match import Match
from rummykit.notation import read_action
from rummykit.plugins import Plugins
from rummykit.reasons import Refusal
from rummykit.records import Record, RecordWriter, SeatInfo
from rummykit.round import Round
from rummykit.scoring import RoundScore

from .helpers import PLUGINS, rummy17

NAMES = ("Ann", "Ben")
FOLDER = Path(__file__).parent / "playthroughs"
GAMES = ["default", *PLUGINS.presets("rummy17")]


def start(game: str, seed: int) -> Match:
    return Match(rummy17(2, preset=None if game == "default" else game).rules, seed, NAMES)


def report(round: Round, score: RoundScore) -> Iterator[str]:
    """What a finished round looks like."""
    text = round.rules.pack.text
    assert round.outcome is not None
    last = f", last card {round.outcome.last_card}" if round.outcome.last_card else ""
    yield f"= {round.outcome.ending.value}{last}, {len(round.stock)} cards in the stock, pool {text(round.pool)}"
    for meld in round.table.values():
        yield f"= meld {meld.number} of {NAMES[meld.owner]}: {meld}"
    for name, hand in zip(NAMES, round.hands, strict=True):
        yield f"= {name} holds: {text(hand)}".rstrip()
    for item in score.items:
        yield f"= {item.key}: {' '.join(map(str, item.points))}"
    yield f"= score: {' '.join(map(str, score.totals))}"


def moves_in(lines: list[str]) -> list[tuple[str, str]]:
    """Every move with the player's name."""
    return [
        (name, move.strip())
        for name, colon, moves in (line.partition(": ") for line in lines)
        if name in NAMES and colon
        for move in moves.split(";")
    ]


def play(match: Match, name: str, text: str) -> None:
    assert NAMES[match.round.actor] == name, f"{name}: {text}"
    action = read_action(text, match.round)
    assert not isinstance(action, Refusal), f"{name}: {text}: {action}"
    assert str(action) == text
    match.play(action)


def read(game: str) -> tuple[int, list[str]]:
    seed, *lines = [
        line for line in (FOLDER / f"{game}.txt").read_text("utf-8").splitlines() if line[:1] not in ("", "#")
    ]
    return int(seed.removeprefix("seed ")), lines


@pytest.mark.parametrize("game", GAMES)
def test_playthrough(game: str) -> None:
    seed, lines = read(game)
    match = start(game, seed)
    expected = [line for line in lines if line.startswith("=")]
    found: list[str] = []
    for name, text in moves_in(lines):
        round, played = match.round, len(match.scores)
        play(match, name, text)
        if len(match.scores) > played:
            found += report(round, match.scores[-1])
    assert match.is_over
    found.append(f"= total: {' '.join(map(str, match.totals))}")
    assert found == expected


@pytest.mark.parametrize("game", GAMES)
def test_playthrough_as_a_record(game: str, tmp_path: Path) -> None:
    seed, lines = read(game)
    match = start(game, seed)
    writer = RecordWriter.create(tmp_path / "game.rummy", match, [SeatInfo(name) for name in NAMES])
    for _, text in moves_in(lines):
        action = read_action(text, match.round)
        assert not isinstance(action, Refusal)
        writer.play(match, action)
    writer.close()
    again = Record.read(tmp_path / "game.rummy").replay(Plugins.discover())
    assert again.fingerprint() == match.fingerprint()
    assert again.totals == match.totals


def test_every_game_has_its_playthrough() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(GAMES)


@pytest.mark.parametrize(
    ("game", "most_moves", "shows"),
    [
        ("default", 40, {"claim", "draw discard", "meld", "layoff", "swap", "discard", "*"}),
        ("first_game", 40, {"draw discard", "meld", "layoff", "discard 17", "*"}),
        ("five_rounds", 130, {"claim", "draw discard", "meld", "layoff", "discard 17", "*"}),
    ],
)
def test_a_playthrough_is_short_and_shows_much(game: str, most_moves: int, shows: set[str]) -> None:
    moves = [move for _, move in moves_in(read(game)[1])]
    assert len(moves) <= most_moves
    assert {word for word in shows if not any(move.startswith(word) or f" {word}" in move for move in moves)} == set()


def test_nobody_is_asked_for_a_claim_in_a_first_game() -> None:
    assert not {"claim", "pass"} & {move for _, move in moves_in(read("first_game")[1])}
