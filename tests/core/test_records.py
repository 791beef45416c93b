"""Records: what was played is on disk at once, replays to the same state, and damage is found."""

import json
import os
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from core_games import PLUGINS, moves, new_match, play_out

from rummykit.engine.match import Match
from rummykit.engine.records import FORMAT, MAX_BYTES, SCORE_SIGN, Record, SeatInfo, TableHelp, read_line
from rummykit.errors import RecordError
from rummykit_session.storage.recording import RecordWriter

# Six hands of thirteen leave a stock of six cards, so rounds are short.
SHORT = {"deal": {"cards": 13}, "match": {"rounds": 3}}


def seats_of(match: Match) -> list[SeatInfo]:
    return [SeatInfo(match.names[0]), *(SeatInfo(name, "random") for name in match.names[1:])]


def write(path: Path, players: int = 6, limit: int = 5_000, **options: Any) -> Match:
    """Record a random match, or the first moves of one."""
    match = new_match(players, seed=4, **(options or SHORT))
    writer = RecordWriter.create(path, match, seats_of(match))
    for action in moves(match, seed=1, limit=limit):
        writer.play(match, action)
    writer.close()
    return match


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games" / "game.rummy"


def chained(texts: Sequence[str]) -> bytes:
    """A record of these lines, with right hashes."""
    lines, chain = [FORMAT], FORMAT
    for text in texts:
        chain = sha256(f"{chain}\n{text}".encode()).hexdigest()[:12]
        lines.append(f"{chain} {text}")
    return "".join(f"{line}\n" for line in lines).encode()


def texts_of(path: Path) -> list[str]:
    """The lines of a record after the first, without their hashes."""
    return [line.partition(" ")[2] for line in path.read_text("utf-8").splitlines()[1:]]


def rewrite(path: Path, change: Callable[[list[str]], object]) -> Record:
    """Change lines of a record as someone would who knows how to make the hashes."""
    texts = texts_of(path)
    change(texts)
    path.write_bytes(chained(texts))
    return Record.read(path)


def told(error: RecordError, path: Path) -> RecordError:
    """The error, which begins with its place."""
    place = str(path) if error.line is None else f"{path}:{error.line}"
    assert str(error).startswith(f"{place}: ")
    return error


def refused(path: Path) -> RecordError:
    with pytest.raises(RecordError) as caught:
        Record.read(path)
    return told(caught.value, path)


def not_replayed(record: Record) -> RecordError:
    with pytest.raises(RecordError) as caught:
        record.replay(PLUGINS)
    return told(caught.value, record.path)


# -- writing and replaying -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {}),
        (6, SHORT),
        (5, {"deal": {"cards": 15}, "stock": {"exhausted": "reshuffle"}, "turn": {"stall_limit": 8}}),
        (
            4,
            {
                "deal": {"cards": {2: 12, 4: 19}},
                "discards": {"take": "only_to_use"},
                "claims": {"takes_turn": True},
            },
        ),
        (4, {"deal": {"cards": 18, "extra_card": "left"}, "claims": {"takes_turn": True}}),
    ],
)
def test_a_match_replays_to_the_same_state(path: Path, players: int, options: dict[str, Any]) -> None:
    match = write(path, players, **options)
    record = Record.read(path)
    replayed = record.replay(PLUGINS)
    assert match.is_over
    assert replayed.fingerprint() == match.fingerprint()
    assert replayed.totals == match.totals
    assert replayed.rules.table_rules.to_json() == match.rules.table_rules.to_json()
    assert (replayed.seed, replayed.names) == (match.seed, match.names)
    assert record.seats == tuple(seats_of(match))
    assert not record.torn


def test_the_same_match_gives_the_same_file(tmp_path: Path) -> None:
    write(tmp_path / "one")
    write(tmp_path / "two")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_two_matches_that_differ_have_different_fingerprints() -> None:
    assert play_out(new_match(seed=1)).fingerprint() != play_out(new_match(seed=2)).fingerprint()


def test_every_line_is_on_disk_when_the_move_is_made(path: Path) -> None:
    match = new_match()
    writer = RecordWriter.create(path, match, seats_of(match))
    for number, action in enumerate(moves(match, limit=12), 1):
        seat = match.round.actor
        writer.play(match, action)
        assert path.read_bytes().endswith(f"{writer.hash} {seat + 1} {action}\n".encode())
        assert Record.read(path).moves == number
    assert Record.read(path).hash == writer.hash
    writer.close()


def test_a_finished_round_is_written_with_its_points(path: Path) -> None:
    match = write(path)
    scores = [text for text in texts_of(path) if text.startswith("=")]
    assert scores == [f"= {' '.join(map(str, score.totals))}" for score in match.scores]
    assert len(scores) == 3


def test_a_record_is_never_overwritten(path: Path) -> None:
    write(path, limit=5)
    before = path.read_bytes()
    with pytest.raises(FileExistsError):
        write(path, limit=5)
    assert path.read_bytes() == before


def test_a_record_goes_on_where_it_stopped(path: Path, tmp_path: Path) -> None:
    write(path, limit=20)
    record = Record.read(path)
    match = record.replay(PLUGINS)
    writer = RecordWriter.resume(record)
    assert writer.path == path
    for action in moves(match, seed=9):
        writer.play(match, action)
    writer.close()
    assert Record.read(path).replay(PLUGINS).fingerprint() == match.fingerprint()
    assert match.is_over


@pytest.mark.parametrize("cut", [2, 14, 20])
def test_a_half_written_last_line_is_left_out_and_cut_off(path: Path, cut: int) -> None:
    write(path, limit=20)
    whole = Record.read(path)
    path.write_bytes(path.read_bytes()[:-cut])
    record = Record.read(path)
    assert record.torn
    assert record.lines == whole.lines[:-1]
    match = record.replay(PLUGINS)
    writer = RecordWriter.resume(record)
    (action,) = moves(match, limit=1)
    writer.play(match, action)
    writer.close()
    again = Record.read(path)
    assert not again.torn
    assert again.lines[:-1] == record.lines
    assert again.replay(PLUGINS).fingerprint() == match.fingerprint()


def test_other_line_endings_do_no_harm(path: Path) -> None:
    match = write(path, limit=20)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert Record.read(path).replay(PLUGINS).fingerprint() == match.fingerprint()


def test_one_line_at_a_time(path: Path) -> None:
    match = write(path)
    record = Record.read(path)
    again = record.start(PLUGINS)
    played = []
    for number, text in record.lines:
        action = read_line(again, text, number)
        played.append(action)
        if action is not None:
            again.apply(action)
    assert [number for number, _ in record.lines] == list(range(3, 3 + len(record.lines)))
    assert sum(action is None for action in played) == len(match.scores)
    assert record.moves == len(played) - len(match.scores)
    assert [str(action) for action in played if action] == [
        text.partition(" ")[2] for _, text in record.lines if not text.startswith("=")
    ]


# -- damaged files ---------------------------------------------------------------------------------


def test_a_damaged_character_is_found_in_its_line(path: Path) -> None:
    write(path, limit=40)
    data, random = path.read_bytes(), Random(3)
    # The very last line end is left alone: without it the line counts as half written.
    for at in [*range(30), *random.sample(range(30, len(data) - 1), 400)]:
        old = data[at : at + 1]
        new = random.choice([bytes([byte]) for byte in b"0a9 =\n\xff" if bytes([byte]) != old])
        path.write_bytes(data[:at] + new + data[at + 1 :])
        assert refused(path).line == data[:at].count(b"\n") + 1


@pytest.mark.parametrize("line", [3, 10, 30])
def test_a_line_left_out_or_put_in_is_found(path: Path, line: int) -> None:
    write(path, limit=40)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: line - 1] + lines[line:]))
    assert refused(path).line == line
    path.write_bytes(b"".join(lines[:line] + lines[line - 1 :]))
    error = refused(path)
    assert error.line == line + 1
    assert "this line does not fit its hash" in str(error)


@pytest.mark.parametrize(
    ("data", "line", "sentence"),
    [
        (b"", 1, f"this is not a record: its first line must be '{FORMAT}'."),
        (b"hello\n", 1, "this is not a record"),
        (b"\x89PNG\r\n\x1a\n\0\0", 1, "this is not a record"),
        (b"RummyKit record 1\n", 1, "the record has format 1; this version of RummyKit reads format 2."),
        (b"RummyKit record 10\n0123 {}\n", 1, "the record has format 10; this version of RummyKit reads format 2."),
        (b"RummyKit record \xff\n", 1, "the record has format"),
        (f"{FORMAT}".encode(), 1, "the record ends before its header; no move is in it."),
        (f"{FORMAT}\n".encode(), 2, "the record ends before its header; no move is in it."),
        (f"{FORMAT}\n0123".encode(), 2, "the record ends before its header; no move is in it."),
        (f"{FORMAT}\n\xff\xfe\n".encode("latin-1"), 2, "this line is not text."),
        (f"{FORMAT}\n0123 {{}}\n".encode(), 2, "this line does not fit its hash"),
    ],
)
def test_a_file_that_is_no_record(path: Path, data: bytes, line: int, sentence: str) -> None:
    path.parent.mkdir()
    path.write_bytes(data)
    error = refused(path)
    assert sentence in str(error)
    assert error.line == line


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    assert refused(path).args[0] == "the file is larger than 16 MiB, as no game is."


def test_a_file_that_is_not_there_or_cannot_be_read(tmp_path: Path) -> None:
    assert "the file cannot be read: No such file" in str(refused(tmp_path / "missing"))
    assert "this is not a regular file" in str(refused(tmp_path))
    assert "the file cannot be read: " in str(refused(tmp_path / "nul\0name"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_does_not_keep_us_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "this is not a regular file" in str(refused(tmp_path / "pipe"))


# -- records that are undamaged and still wrong ----------------------------------------------------


def header(**changes: object) -> str:
    match = new_match()
    fields = {
        "variant": "rummy17",
        "version": "0.1.0",
        "rules": match.rules.table_rules.to_json(),
        "seed": 17,
        "seats": [{"name": "Anna", "bot": None}, {"name": "Ben", "bot": "random"}],
    }
    return json.dumps({name: value for name, value in (fields | changes).items() if value is not ...})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "17",
        "null",
        "[" * 100_000,
        '{"seed": ' + "9" * 5000 + "}",
        header(variant=...),
        header(version=...),
        header(rules=...),
        header(seed=...),
        header(seats=...),
        header(seed="17"),
        header(seed=True),
        header(seed=1.5),
        header(seats={}),
        header(seats=["Anna", "Ben"]),
        header(seats=[["name", "bot"]]),
        header(seats=[{"name": "Anna"}]),
        header(seats=[{"name": 1, "bot": None}]),
        header(seats=[{"name": "Anna", "bot": 1}]),
        header(seats=[{"name": "Anna", "bot": None, "seed": 1}]),
    ],
)
def test_a_header_that_is_not_complete(path: Path, text: str) -> None:
    path.parent.mkdir()
    path.write_bytes(chained([text]))
    error = refused(path)
    assert error.args[0] == "the header is not complete."
    assert error.line == 2


def test_a_name_that_cannot_be_printed(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(chained([header(seats=[{"name": "\x1b[31mAnna", "bot": None}])]))
    error = refused(path)
    assert error.args[0] == "a player cannot be called '\\x1b[31mAnna': that cannot be printed."
    assert error.line == 2


def without_option(rules: dict[str, Any]) -> None:
    del rules["rules"]["turn"]["stall_limit"]


def unknown_option(rules: dict[str, Any]) -> None:
    rules["rules"]["turn"]["stal_limit"] = 3


def wrong_value(rules: dict[str, Any]) -> None:
    rules["rules"]["deal"]["cards"] = 99


def unknown_mod(rules: dict[str, Any]) -> None:
    rules["mods"] = ["no_such_mod"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (without_option, "stall_limit"),
        (unknown_option, "did you mean stall_limit?"),
        (wrong_value, "deal.cards"),
        (unknown_mod, "unknown mod 'no_such_mod'"),
    ],
)
def test_rules_that_cannot_be_set_up_any_more(
    path: Path, change: Callable[[dict[str, Any]], None], sentence: str
) -> None:
    rules: dict[str, Any] = json.loads(json.dumps(new_match().rules.table_rules.to_json()))
    change(rules)
    path.parent.mkdir()
    path.write_bytes(chained([header(rules=rules)]))
    error = not_replayed(Record.read(path))
    assert "the game cannot be set up; the record was made with rummy17 0.1.0." in str(error)
    assert sentence in str(error)
    assert error.line == 2


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"variant": "rumy17"}, "There is no variant 'rumy17'; installed: "),
        ({"variant": 17}, "There is no variant '17'"),
        ({"seats": []}, "Rummy 17 is for 2 to 6 players, not 0."),
        ({"seats": [{"name": str(i), "bot": None} for i in range(7)]}, "Rummy 17 is for 2 to 6 players, not 7."),
        ({"rules": 1}, "a file of house rules cannot be"),
    ],
)
def test_a_header_of_another_game(path: Path, changes: dict[str, Any], sentence: str) -> None:
    path.parent.mkdir()
    path.write_bytes(chained([header(**changes)]))
    error = not_replayed(Record.read(path))
    assert sentence in str(error)
    assert error.line == 2


def test_a_wrong_score_is_found(path: Path) -> None:
    write(path)
    at = next(i for i, text in enumerate(texts_of(path)) if text.startswith("="))

    def change(texts: list[str]) -> None:
        texts[at] = "= 9 9 9 9 9 9"

    error = not_replayed(rewrite(path, change))
    assert error.args[0] == "the points of the round are not those the moves give."
    assert error.line == at + 2


def test_a_score_before_any_round_is_over_is_found(path: Path) -> None:
    write(path, limit=3)
    error = not_replayed(rewrite(path, lambda texts: texts.insert(2, "= 0 0 0 0 0 0")))
    assert "the points of the round" in str(error)
    assert error.line == 4


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("meld 1r 2r 3r", "'meld 1r 2r 3r' is refused: You cannot meld now: draw from the stock or take the open card"),
        ("meld 1r 2b 3g", "'meld 1r 2b 3g' is refused: 1r 2b 3g is not a meld"),
        ("dance", "'dance' is not a move: 'dance' is not a move; moves are"),
        ("", "'' is not a move: There is no move to read."),
    ],
)
def test_an_illegal_move_is_found(path: Path, move: str, sentence: str) -> None:
    match = new_match(6, seed=4, **SHORT)
    write(path, limit=0)
    actor = match.round.actor + 1
    error = not_replayed(rewrite(path, lambda texts: texts.append(f"{actor} {move}")))
    assert sentence in str(error)
    assert error.line == 3


def test_a_move_of_another_player_is_found(path: Path) -> None:
    write(path, limit=0)
    wrong = (new_match(6, seed=4, **SHORT).round.actor + 1) % 6 + 1
    for text in (f"{wrong} draw stock", "x draw stock", "draw stock", ""):
        record = rewrite(path, lambda texts, text=text: texts.__setitem__(slice(1, None), [text]))
        error = not_replayed(record)
        assert error.args[0] == f"'{text}' is not a move of the player to act."
        assert error.line == 3


def test_a_move_after_the_end_is_found(path: Path) -> None:
    match = write(path)
    actor, lines = match.round.actor + 1, len(texts_of(path))
    error = not_replayed(rewrite(path, lambda texts: texts.append(f"{actor} draw stock")))
    assert "is not a move of the player to act" in str(error)
    assert error.line == lines + 2


# -- hints, moves taken back, and writers that were stopped -----------------------------------------------------


def test_hints_and_the_help_of_a_table_are_kept(path: Path) -> None:
    match = new_match(2, seed=4)
    writer = RecordWriter.create(path, match, seats_of(match), TableHelp(undo=False))
    for _ in range(2):
        writer.hint(match.actor)
    writer.play(match, match.legal_actions[0])
    writer.close()
    record = Record.read(path)
    assert record.help == TableHelp(hints=True, undo=False)
    assert (record.hints[match.round.active], sum(record.hints), record.moves) == (2, 2, 1)
    assert record.replay(PLUGINS).fingerprint() == match.fingerprint()
    write(path.with_name("plain.rummy"), limit=1)
    assert Record.read(path.with_name("plain.rummy")).help == TableHelp()


def test_a_hint_for_somebody_else_is_found(path: Path) -> None:
    match = write(path, players=2, limit=0)
    other = 2 - match.actor
    with pytest.raises(RecordError, match=f"'\\? {other}' is not a hint for the player to act"):
        rewrite(path, lambda texts: texts.append(f"? {other}")).replay(PLUGINS)


def test_a_record_goes_back_to_a_place_and_on_from_there(path: Path) -> None:
    match, again = new_match(2, seed=4), new_match(2, seed=4)
    writer = RecordWriter.create(path, match, seats_of(match))
    for action in moves(match, limit=6):
        writer.play(match, action)
    place, before = writer.place, path.read_bytes()
    for action in moves(match, seed=1, limit=5):
        writer.play(match, action)
    writer.go_back(place)
    assert path.read_bytes() == before
    for action in Record.read(path).actions(again):
        again.apply(action)
    writer.play(again, again.legal_actions[0])
    writer.close()
    assert Record.read(path).replay(PLUGINS).fingerprint() == again.fingerprint()


def test_a_move_that_cannot_be_written_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_match(2, seed=4)
    writer = RecordWriter.create(path, match, seats_of(match))

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("rummykit_session.storage.files.os.fsync", full)
    with pytest.raises(RecordError, match="the move cannot be written: No space left on device") as caught:
        writer.play(match, match.legal_actions[0])
    assert caught.value.path == path
    writer.close()


def test_results_that_were_not_written_any_more_are_written_later(path: Path) -> None:
    write(path)
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    results = [at for at, line in enumerate(lines) if line.partition(b" ")[2].startswith(SCORE_SIGN.encode())]
    assert len(results) == 3
    path.write_bytes(b"".join(lines[: results[1]]))
    record = Record.read(path)
    match = record.replay(PLUGINS)
    RecordWriter.resume(record, match).close()
    assert path.read_bytes() == b"".join(lines[: results[1] + 1])
    # A record that has them all stays as it is.
    record = Record.read(path)
    RecordWriter.resume(record, record.replay(PLUGINS)).close()
    assert path.read_bytes() == b"".join(lines[: results[1] + 1])
