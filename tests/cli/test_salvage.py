"""Broken records and score sheets: what is intact plays on, in a new file, and stands in nobody's way."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from campaign import Sample, samples
from cli.command import rummy
from cli.following import PLUGINS
from cli.recordings import recorded
from cli.terminal import Terminal
from rummykit.engine.match import Match
from rummykit.engine.records import Record, SeatInfo
from rummykit.errors import RecordError
from rummykit.rules import from_variant
from rummykit_session.session import Session
from rummykit_session.storage.recording import RecordWriter

SHEET = ("score", "wiener_rummy:knock", "--players", "Ida,Jo", "--rounds", "3")
ANSWERS = ("Ida", "Ida", "2", "9", "Jo", "2", "7")


def bots_record(path: Path, variant: str, moves: int, seed: int = 3) -> bytes:
    """Write the first moves of a game that bots play, and return them."""
    rules = PLUGINS.assemble(from_variant(variant, PLUGINS), 2)
    match, bots = Match(rules, seed, ["greedy 1", "greedy 2"]), [SeatInfo(f"greedy {n}", "greedy") for n in (1, 2)]
    game = Session(match, tuple(bots), RecordWriter.create(path, match, bots), {0: GREEDY, 1: GREEDY})
    for _ in range(moves):
        game.let_bot_play()
    game.close()
    return path.read_bytes()


GREEDY = PLUGINS.bots["greedy"].make()


@pytest.fixture
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rummykit_session.storage.files.os.fsync", lambda _: None)


def lines_of(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


def aged(path: Path, seconds: int) -> None:
    os.utime(path, (seconds, seconds))


# -- cut at every byte ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("no_waiting_for_the_disk")
def test_a_record_cut_at_every_byte_goes_on_from_its_last_whole_line(home: Path) -> None:
    cut_at_every_byte(home, "rummy17", moves=4)


@pytest.mark.campaign
@pytest.mark.usefixtures("no_waiting_for_the_disk")
def test_longer_records_of_every_variant_cut_at_every_byte(
    home: Path, our_variant: str, tally: Callable[[str, int], None]
) -> None:
    tally(f"records of {our_variant} cut at every byte", cut_at_every_byte(home, our_variant, moves=40))


def cut_at_every_byte(home: Path, variant: str, moves: int) -> int:
    """Cut a record everywhere, and go on as it went before; return how often."""
    path = home / "cut.rummy"
    whole = bots_record(home / "whole.rummy", variant, moves)
    lines = lines_of(whole)
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        kept = sum(whole[:size].startswith(b"".join(lines[:number]).rstrip()) for number in range(1, len(lines) + 1))
        if kept < 2:
            with pytest.raises(RecordError, match=r"ends before its header|its first line must be"):
                Record.read(path)
            continue
        record = Record.read(path)
        good = [line.partition(b" ")[2].rstrip() for line in lines[2:kept]]
        assert [text.encode() for _, text in record.lines] == good
        game = Session.resume(record, PLUGINS)
        while game.moves < moves:
            game.let_bot_play()
        game.close()
        assert path.read_bytes() == whole
    return len(whole)


@samples(normal=1, campaign=60, parts=2)
def test_the_command_goes_on_with_a_cut_record(
    home: Path, our_variant: str, sample: Sample, tally: Callable[[str, int], None]
) -> None:
    """Bots play on just as they have played, so that the end of the record is what it would have been."""
    random, path = Random(sample.seed), home / "cut.rummy"
    rummy(home, "play", our_variant, *preset_of(our_variant), "--watch", "--players", 2, "--seed", 3, "--record", path)
    whole = path.read_bytes()
    head = len(b"".join(lines_of(whole)[:2]))
    for _ in range(sample.number):
        size = random.randrange(head, len(whole))
        path.write_bytes(whole[:size])
        result = rummy(home, "play", "--resume", path)
        assert result.code in (0, 2), result.text
        assert "Going on with" in result.text or "is over; see it again" in result.text
        assert whole.startswith(path.read_bytes())
        assert Record.read(path).replay(PLUGINS).is_over
    tally(f"records of {our_variant} cut", sample.number)


def preset_of(variant: str) -> list[str]:
    """A preset whose match is short, where there is one."""
    return ["--preset", "knock"] if variant == "wiener_rummy" else []


# -- broken at the end, or in the middle ---------------------------------------------------------------------


DAMAGE: dict[str, tuple[Callable[[list[bytes]], list[bytes]], int, str]] = {
    "last line": (
        lambda lines: [*lines[:-1], b"0" * 12 + lines[-1][12:]],
        11,
        "Intact before it: 8 moves. Lost: line 11, with 1 move.",
    ),
    "zeros behind": (
        lambda lines: [*lines, b"\0" * 4096],
        12,
        "Intact before it: 9 moves. Lost: line 12.",
    ),
    "garbage": (
        lambda lines: [*lines[:-2], b"\xff\xfe\n", b"nonsense\n"],
        10,
        "Intact before it: 7 moves. Lost: lines 10 to 11.",
    ),
    "in the middle": (
        lambda lines: [*lines[:6], lines[6].replace(b"d", b"e"), *lines[7:]],
        7,
        "Intact before it: 4 moves. Lost: lines 7 to 11, with 5 moves.",
    ),
    "left out": (
        lambda lines: [*lines[:4], *lines[5:]],
        5,
        "Intact before it: 2 moves. Lost: lines 5 to 10, with 6 moves.",
    ),
}


@pytest.mark.parametrize(("broken", "line", "told"), DAMAGE.values(), ids=DAMAGE.keys())
def test_what_is_good_is_offered_in_a_new_file(
    home: Path, broken: Callable[[list[bytes]], list[bytes]], line: int, told: str
) -> None:
    path = home / "game.rummy"
    lines = lines_of(bots_record(path, "rummy17", moves=9))
    path.write_bytes(b"".join(broken(lines)))
    before = path.read_bytes()
    refused = rummy(home, "play", "--resume", "game.rummy")
    assert refused.code == 2
    assert f"game.rummy:{line}: " in refused.text
    assert told in refused.text
    command = 'rummy play --resume "game.rummy" --into "game-2.rummy"'
    assert f"Go on with what is intact, in a new file: {command}" in refused.text
    assert not any(word in refused.text for word in ("altered", "tampered", "changed"))
    accepted = rummy(home, "play", "--resume", "game.rummy", "--into", "game-2.rummy")
    assert accepted.code == 0
    assert told in accepted.text
    assert path.read_bytes() == before, "the broken one stays as it is"
    assert (home / "game-2.rummy").read_bytes().startswith(b"".join(lines)), "bots play on as they have played"
    again = rummy(home, "play", "--resume", "game.rummy", "--into", "game-2.rummy")
    assert (again.code, "game-2.rummy already exists; name a new file." in again.text) == (2, True)


def test_a_move_that_is_no_longer_legal_is_where_the_good_part_ends(home: Path) -> None:
    path = home / "game.rummy"
    bots_record(path, "rummy17", moves=4)
    writer = RecordWriter.resume(Record.read(path))
    writer._write("1 discard 1r 2r 3r")
    writer._write("1 draw stock")
    writer.close()
    result = rummy(home, "play", "--resume", "game.rummy", "--into", "new.rummy")
    assert result.code == 0
    assert "Intact before it: 4 moves. Lost: lines 7 to 8, with 2 moves." in result.text


@pytest.mark.parametrize("answer", ["yes", "no", "quit", "\x03"])
def test_a_terminal_asks(home: Path, answer: str) -> None:
    path = home / "game.rummy"
    recorded(path, moves=9, names=("Anna", "Ben"))
    path.write_bytes(path.read_bytes() + b"nonsense\nand more\n")
    before = path.read_bytes()
    terminal = Terminal(home, "play", "--resume", "--plain", "game.rummy")
    terminal.until("Intact before it: 9 moves. Lost: lines 12 to 13.")
    terminal.until("game.rummy stays as it is.")
    terminal.until("Go on in the new file game-2.rummy? (yes, no) ")
    if answer == "\x03":
        terminal.press_ctrl_c()
        terminal.until("\r\nYou left before the game began.\r\n")
    else:
        terminal.type(f"{answer}\n")
    if answer == "yes":
        terminal.until("Going on with game-2.rummy, 9 moves in.")
        terminal.type("quit\nquit\n")
        terminal.until("Every move so far is saved.")
        assert Record.read(home / "game-2.rummy").moves == 9
    else:
        if answer != "\x03":
            terminal.until('--into "game-2.rummy"')
        assert not (home / "game-2.rummy").exists()
    terminal.process.wait(60)
    assert path.read_bytes() == before


@samples(normal=3, campaign=300, parts=2)
def test_damage_anywhere_leaves_what_is_before_it(
    home: Path, sample: Sample, tally: Callable[[str, int], None]
) -> None:
    random, path, new = Random(sample.seed), home / "game.rummy", home / "new.rummy"
    whole = bots_record(path, "rummy17", moves=40)
    head = len(b"".join(lines_of(whole)[:2]))
    for _ in range(sample.number):
        at, size = random.randrange(head, len(whole) - 1), random.choice((1, 1, 5, 100))
        path.write_bytes(whole[:at] + random.randbytes(random.choice((0, size))) + whole[at + size :])
        new.unlink(missing_ok=True)
        result = rummy(home, "play", "--resume", path, "--into", new)
        assert result.code == 0, result.text
        good = whole[: whole.rindex(b"\n", 0, at) + 1]
        assert new.read_bytes().startswith(good)
        record = Record.read(new)
        assert record.replay(PLUGINS).is_over
    tally("records damaged", sample.number)


# -- in nobody's way -----------------------------------------------------------------------------------------


def test_resuming_takes_the_latest_game_that_can_be_read(home: Path) -> None:
    games = home / "games"
    recorded(games / "good.rummy", moves=5)
    recorded(games / "broken.rummy", moves=7)
    (games / "headless.rummy").write_bytes((games / "broken.rummy").read_bytes()[:200])
    (games / "broken.rummy").write_bytes((games / "broken.rummy").read_bytes() + b"nonsense\n")
    for age, name in enumerate(("good", "broken", "headless")):
        aged(games / f"{name}.rummy", 1_000_000 + age)
    result = rummy(home, "play", "--resume", typed="quit\n")
    assert result.code == 0
    assert f"A later game cannot be read: {games / 'broken.rummy'}:10: " in result.text
    assert 'See what can be saved of it with: rummy play --resume "broken.rummy"' in result.text
    assert f"A later game cannot be read: {games / 'headless.rummy'}:2: " in result.text
    assert f"Going on with {games / 'good.rummy'}, 5 moves in." in result.text
    (games / "good.rummy").unlink()
    alone = rummy(home, "play", "--resume")
    assert "broken.rummy:10: " in alone.text
    assert f'--into "{games / "broken-2.rummy"}"' in alone.text
    (games / "broken.rummy").unlink()
    none = rummy(home, "play", "--resume")
    assert (none.code, "there is no unfinished game to go on with" in none.text) == (2, True)


def test_games_say_how_to_go_on_with_what_is_good(home: Path) -> None:
    recorded(home / "games/broken.rummy", moves=7)
    with (home / "games/broken.rummy").open("ab") as file:
        file.write(b"nonsense\n")
    (game,) = json.loads(rummy(home, "games", "--json").out)["games"]
    assert (game["state"], game["command"]) == ("unreadable", "rummy play --resume 1")
    assert "See what can be saved of it with: rummy play --resume 1" in rummy(home, "games").text
    result = rummy(home, *game["command"].split()[1:])
    assert "Intact before it: 7 moves." in result.text


# -- score sheets --------------------------------------------------------------------------------------------


def kept(home: Path) -> Path:
    rummy(home, *SHEET, typed="".join(f"{answer}\n" for answer in ANSWERS))
    (file,) = (home / "games").glob("*.score")
    return file


def test_a_sheet_cut_anywhere_goes_on(home: Path) -> None:
    file = kept(home)
    whole = file.read_bytes()
    expected = json.loads(rummy(home, "score", "--resume", "--json").out)
    head = len(b"".join(lines_of(whole)[:2]))
    for size in range(head, len(whole), 23):
        file.write_bytes(whole[:size])
        missing = ANSWERS[whole[head:size].count(b"]") :]
        result = rummy(home, "score", "--resume", file, typed="".join(f"{answer}\n" for answer in missing))
        assert result.code == 0, result.text
        assert file.read_bytes() == whole
    assert json.loads(rummy(home, "score", "--resume", "--json").out) == expected


def test_what_is_good_of_a_sheet_is_offered_in_a_new_file(home: Path) -> None:
    file = kept(home)
    lines = lines_of(file.read_bytes())
    file.write_bytes(b"".join([*lines[:5], b"nonsense\n", *lines[6:]]))
    before = file.read_bytes()
    told = "Intact before it: 3 answers. Lost: lines 6 to 9, with 4 answers."
    refused = rummy(home, "score", "--resume")
    new = file.with_stem(f"{file.stem}-2")
    assert refused.code == 2
    assert f"{file}:6: this line cannot be read. {told}" in refused.text
    assert f'rummy score --resume "{file.name}" --into "{new}"' in refused.text
    accepted = rummy(home, "score", "--resume", file, "--into", new, typed="9\nquit\n")
    assert (accepted.code, told in accepted.text) == (0, True)
    assert file.read_bytes() == before
    assert new.read_bytes() == b"".join(lines[:6])
    aged(new, 1_000_000)
    resumed = rummy(home, "score", "--resume", typed="quit\n")
    assert f"A later game cannot be read: {file}:6: " in resumed.text
    assert f"Going on with {new}." in resumed.text


def test_a_new_file_goes_with_resuming(home: Path) -> None:
    for command in (("play", "rummy17"), ("score", "rummy17")):
        result = rummy(home, *command, "--into", "new")
        assert (result.code, "--into goes with --resume." in result.text) == (2, True)


def test_a_game_whose_bot_is_gone_stands_in_nobodys_way(home: Path) -> None:
    games = home / "games"
    games.mkdir()
    older, later = games / "older.rummy", games / "later.rummy"
    for path, bot in ((older, None), (later, "gone")):
        match = Match(PLUGINS.assemble(from_variant("rummy17", PLUGINS), 2), 3, ["Anna", "Ben"])
        RecordWriter.create(path, match, [SeatInfo("Anna"), SeatInfo("Ben", bot)]).close()
    aged(older, 1_000)
    aged(later, 2_000)
    result = rummy(home, "play", "--resume", "--plain", typed="quit\n")
    assert f"{later}: The game needs the bot 'gone', which is not installed." in result.text
    assert f"Going on with {older}" in result.text
