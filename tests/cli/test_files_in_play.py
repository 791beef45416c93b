"""What happens to a file in the middle of a game, or before it goes on, is told in a sentence, and nothing is lost."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cli.command import rummy
from cli.following import PLUGINS, Follower
from cli.killing import copied
from cli.recordings import recorded
from cli.terminal import IN_FULL, Terminal
from rummykit.engine.records import Record
from rummykit.errors import RecordError
from rummykit_session.storage.recording import RecordWriter

TABLE = ("play", "rummy17", "--players", "Anna,Ben", "--seed", "3", "--record", "game.rummy")
TOUCHED = "cannot be written: something else has removed or changed the file."


def emptied(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize(("happened", "kept_in"), [(Path.unlink, "game.rummy"), (emptied, "game-2.rummy")])
def test_a_record_that_is_gone_is_written_again(home: Path, happened: Callable[[Path], None], kept_in: str) -> None:
    player, follower = copied(home, *TABLE), Follower(home / "game.rummy")
    for _ in range(3):
        assert player.asks()
        follower.catch_up()
        player.type(str(follower.good_move()))
    assert player.asks()
    follower.catch_up()
    happened(home / "game.rummy")
    player.type(str(follower.good_move()))
    assert player.ended() == 2
    assert f"game.rummy: the move {TOUCHED}" in player.out
    assert f'All moves before it are saved. Go on with: rummy play --resume "{kept_in}"' in player.out
    assert [text for _, text in Record.read(home / kept_in).lines] == follower.texts
    assert f"Going on with {kept_in}, 3 moves in." in rummy(home, "play", "--resume", kept_in, typed="quit\n").text


def test_the_full_screen_says_so_too(home: Path) -> None:
    terminal = Terminal(home, "play", "rummy17", "--players", "Anna,greedy", "--seed", "1", "--record", "game.rummy")
    terminal.until(IN_FULL)
    terminal.until("stock")
    (home / "game.rummy").unlink()
    terminal.type("t")
    terminal.until(TOUCHED)
    terminal.until("All moves before it are saved.")
    assert terminal.process.wait(60) == 2
    assert Record.read(home / "game.rummy").replay(PLUGINS).moves == []


def test_where_a_lost_record_cannot_be_written_again_nothing_is_promised(home: Path) -> None:
    (home / "folder").mkdir()
    player = copied(home, *TABLE[:-1], "folder/game.rummy")
    assert player.asks()
    shutil.rmtree(home / "folder")
    (home / "folder").touch()
    player.type("draw stock")
    assert player.ended() == 2
    assert "folder/game.rummy: the move cannot be written: " in player.out
    assert "saved" not in player.out.rpartition("Error:")[2]


def test_a_score_sheet_that_is_gone_is_written_again(home: Path) -> None:
    keeper = copied(home, "score", "wiener_rummy:knock", "--players", "Ida,Jo")
    assert keeper.asks()
    keeper.type("Ida")
    assert keeper.asks()
    (sheet,) = (home / "games").glob("*.score")
    before = sheet.read_bytes()
    sheet.unlink()
    keeper.type("Jo")
    assert keeper.ended() == 2
    assert f"{sheet}: the answer {TOUCHED}" in keeper.out
    assert f'All answers before it are saved. Go on with: rummy score --resume "{sheet.name}"' in keeper.out
    assert sheet.read_bytes() == before


# -- files that cannot be written to -------------------------------------------------------------------------


@contextmanager
def without_privileges() -> Iterator[None]:
    """Be somebody whom files that are only for reading stop, as they stop everybody but root."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65_534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def test_a_record_that_is_only_for_reading_is_told() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.rummy"
        recorded(path, moves=5)
        record = Record.read(path)
        path.chmod(0o444)
        Path(folder).chmod(0o755)
        with (
            pytest.raises(RecordError, match=r"game\.rummy: the record cannot be written to: Permission denied\."),
            without_privileges(),
        ):
            RecordWriter.resume(record)


# -- clocks --------------------------------------------------------------------------------------------------


def test_a_clock_that_went_backwards_confuses_nobody(home: Path) -> None:
    """What was written before the clock was set back seems to come from the future."""
    recorded(home / "games/later.rummy", moves=5, names=("Anna", "Ben"))
    recorded(home / "games/now.rummy", moves=6, names=("Anna", "Ben"))
    os.utime(home / "games/later.rummy", (4e9, 4e9))
    assert "2096-" in rummy(home, "games").text
    player = copied(home, "play", "--resume")
    assert player.asks()
    assert "later.rummy, 5 moves in." in player.out
    os.utime(home / "games/.later.rummy.lock", (4e9, 4e9))
    assert "later.rummy has been in use since 2096-" in rummy(home, "play", "--resume", "later.rummy").text
    assert player.kill()
    assert "later.rummy, 5 moves in." in rummy(home, "play", "--resume", "later.rummy", typed="quit\n").text
