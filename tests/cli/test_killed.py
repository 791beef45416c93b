"""Killed at any moment, a game or a score sheet loses nothing that was accepted, and goes on to its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, cycle
from pathlib import Path

import pytest

from campaign import Sample, samples
from cli.at_a_table import play
from cli.command import rummy_started
from cli.following import PLUGINS
from cli.killing import KilledGame, KilledSheet, Start, copied, spawn
from cli.recordings import recorded
from cli.test_score_matches import assert_same
from rummykit.engine.books import Event
from rummykit.engine.match import Match
from rummykit.engine.records import CHIPS_SIGN, SCORE_SIGN, Record, read_line
from rummykit.rules import from_variant
from rummykit_cli.commands.shelf import winners_by_results
from rummykit_session.session import Session
from rummykit_session.storage.recording import RecordWriter

pytest.importorskip("pty", reason="processes are copied and killed in the way of POSIX systems")
pytestmark = pytest.mark.untraced

KILLS_OF_ONE = 9
"""How often one game or sheet is killed at most."""
RESULTS = (SCORE_SIGN, CHIPS_SIGN)


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only here: the processes that are killed do wait for it."""
    monkeypatch.setattr("rummykit_session.storage.files.os.fsync", lambda _: None)


def tables(variant: str, first: int) -> Iterator[tuple[int, str | None, int]]:
    """Seeds from *first* on, with the default rules and every preset in turn, and with the number of players."""
    # Matches of the other Wiener games are long, and the normal run plays the first of these tables alone.
    presets = sorted([None, *PLUGINS.presets(variant)], key=lambda preset: preset != "knock")
    for seed, preset in zip(count(first), cycle(presets), strict=False):
        yield seed, preset, 2 if seed % 2 or preset == "brettspielnetz" else 3


# -- games -------------------------------------------------------------------------------------------------


def kill_games(start: Start, home: Path, variant: str, sample: Sample, people: bool) -> None:
    """Play games of a variant until they were killed so often; each is played to its end."""
    kills = sample.number
    for seed, preset, players in tables(variant, sample.seed + 1):
        names = (["Anna", "Ben", "greedy"] if players == 3 else ["Anna", "greedy"]) if people else ["greedy"] * players
        game = KilledGame(start, home, seed, variant, preset, ",".join(names))
        kills -= game.play(min(KILLS_OF_ONE, kills))
        assert_whole(game, home)
        if not kills:
            return


def assert_whole(game: KilledGame, home: Path) -> None:
    """The record is that of a game that nobody has interrupted."""
    record = Record.read(game.follower.path)
    assert not record.torn
    game.follower.catch_up()
    match, written = game.follower.match, game.follower.without_hints
    assert match.is_over
    whole = texts_of(written_again(record, home / "whole") if game.people else played_again(match, home / "whole"))
    # Killed after the very last move, a game is over and is not resumed to write its results down.
    assert written == whole[: len(written)]
    assert all(text.startswith(RESULTS) for text in whole[len(written) :])
    assert winners_by_results(record, match.rules) in (match.winners, None)


def texts_of(path: Path) -> list[str]:
    return [text for _, text in Record.read(path).lines]


def written_again(record: Record, path: Path) -> Path:
    """Write the moves of a record down once more."""
    path.unlink(missing_ok=True)
    match = record.start(PLUGINS)
    writer = RecordWriter.create(path, match, record.seats)
    for number, text in record.lines:
        action = read_line(match, text, number)
        if action is not None:
            writer.play(match, action)
    writer.close()
    return path


def played_again(match: Match, path: Path) -> Path:
    """Let the same bots play the same match once more."""
    path.unlink(missing_ok=True)
    rules = match.rules.table_rules
    recorded(path, rules.variant, seed=match.seed, names=match.names, preset=rules.preset)
    return path


@pytest.mark.parametrize("people", [True, False], ids=["people", "watched"])
@samples(normal=2, campaign=200, parts=4)
def test_a_game_killed_at_any_moment_goes_on(
    home: Path, our_variant: str, people: bool, sample: Sample, tally: Callable[[str, int], None]
) -> None:
    kill_games(copied, home, our_variant, sample, people)
    tally(f"games of {our_variant} killed", sample.number)


def test_a_command_that_everybody_starts_is_killed(home: Path) -> None:
    kill_games(spawn, home, "rummy17", Sample(2), people=True)


@pytest.mark.campaign
def test_such_commands_of_every_variant_are_killed(
    home: Path, our_variant: str, tally: Callable[[str, int], None]
) -> None:
    sample = Sample(20, part=1)
    kill_games(spawn, home, our_variant, sample, people=True)
    tally(f"games of {our_variant} killed", sample.number)


@pytest.mark.campaign
def test_bots_play_on_alike_in_another_process(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets of words have another order in every process, and here one of them once decided about a move."""
    game = ("play", "raeuber_romme", "--preset", "no_pile", "--watch", "--players", 2, "--seed", 3, "--json")
    results = set()
    for order in ("0", "1"):
        monkeypatch.setenv("PYTHONHASHSEED", order)
        results.add(rummy_started(home, *game).out)
    assert len(results) == 1


def test_a_hint_stays_counted_when_the_move_before_it_is_taken_back(home: Path) -> None:
    process = copied(home, "play", "deutsches_romme", "--seed", 5, "--players", "Anna,greedy", "--record", "g.rummy")
    for line in ("meld 10h Jh Qh *=Kh", "hint", "undo"):
        assert process.asks()
        process.type(line)
    assert process.asks()
    assert process.kill()
    record = Record.read(home / "g.rummy")
    assert (record.hints, record.moves) == ((1, 0), 0)
    assert record.replay(PLUGINS).actor == 0


# -- results that were not written any more ----------------------------------------------------------------


def test_results_lost_behind_their_move_are_written_when_the_game_goes_on(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole.rummy", tmp_path / "cut.rummy"
    match = recorded(whole, "wiener_rummy", seed=101)
    assert {line.event for line in match.sheet} >= {Event.ANTE, Event.ROUND, Event.BUYBACK, Event.POT}
    lines = whole.read_bytes().splitlines(keepends=True)
    is_result = [line.split()[1].startswith(tuple(sign.encode() for sign in RESULTS)) for line in lines]
    for number in range(3, len(lines)):
        if not is_result[number]:
            continue
        after = next((at for at in range(number, len(lines)) if not is_result[at]), len(lines))
        path.write_bytes(b"".join(lines[:number]) + lines[number][:7])
        record = Record.read(path)
        assert record.torn
        Session.resume(record, PLUGINS).close()
        assert path.read_bytes() == b"".join(lines[:after])


# -- score sheets --------------------------------------------------------------------------------------------


@samples(normal=2, campaign=100, parts=2)
def test_a_score_sheet_killed_at_any_moment_goes_on(
    home: Path, our_variant: str, sample: Sample, tally: Callable[[str, int], None]
) -> None:
    kills = sample.number
    for seed, preset, players in tables(our_variant, sample.seed + 1):
        rules = PLUGINS.assemble(from_variant(our_variant, PLUGINS, preset=preset), players)
        played = play(rules, seed, "greedy")
        (home / str(seed)).mkdir()
        target = f"{our_variant}:{preset}" if preset else our_variant
        sheet = KilledSheet(copied, home / str(seed), seed, target, played)
        kills -= sheet.keep(min(KILLS_OF_ONE, kills))
        assert sheet.stored is not None
        assert_same(sheet.stored.kept(), played.match)
        if not kills:
            break
    tally(f"score sheets of {our_variant} killed", sample.number)
