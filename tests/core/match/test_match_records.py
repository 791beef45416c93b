"""Records of matches with chips: every decision is a line, and every change of the chips another."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from matches import PARTY, PLUGINS, new_match
from rummykit.engine.books import Event
from rummykit.engine.match import Match
from rummykit.engine.records import FORMAT, Record, SeatInfo
from rummykit.errors import RecordError
from rummykit_session.storage.recording import RecordWriter

QUICK: dict[str, Any] = {
    **PARTY,
    "elimination": 350,
    "buyback_from": 100,
    "buyback_to": 500,
    "buyback_times": 3,
    "per_point": 2,
}
SEED = 11


def write(path: Path, **options: Any) -> Match:
    """Record a random match of three; QUICK ends soon and has every kind of line."""
    match = new_match(3, SEED, **options)
    go_on(match, RecordWriter.create(path, match, [SeatInfo(name) for name in match.names]))
    return match


@cache
def quick_match() -> tuple[Match, bytes]:
    """Such a match, which is over, and its record."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "match.rummy"
        return write(path, **QUICK), path.read_bytes()


def write_quick(path: Path) -> Match:
    match, record = quick_match()
    path.write_bytes(record)
    return match


def go_on(match: Match, writer: RecordWriter) -> None:
    while not match.is_over:
        random = Random(f"{len(match.scores)}/{match.round.turn}/{match.actor}")
        legal = match.legal_actions
        writer.play(match, legal[int(random.random() * len(legal))])
    writer.close()


def texts(path: Path) -> list[str]:
    return [line.partition(" ")[2] for line in path.read_text("utf-8").splitlines()[1:]]


def rewrite(path: Path, lines: list[str]) -> Record:
    chain, text = FORMAT, f"{FORMAT}\n"
    for line in lines:
        chain = sha256(f"{chain}\n{line}".encode()).hexdigest()[:12]
        text += f"{chain} {line}\n"
    path.write_text(text, "utf-8")
    return Record.read(path)


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """That every line is on disk at once is tested elsewhere; here it would only cost time."""
    monkeypatch.setattr("rummykit_session.storage.files.os.fsync", lambda _: None)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.rummy"


def test_a_match_with_buybacks_and_eliminations_replays(path: Path) -> None:
    match = write_quick(path)
    events = [line.event for line in match.sheet]
    assert set(events) == set(Event) - {Event.BONUS}, "the seed no longer shows every kind of line"
    again = Record.read(path).replay(PLUGINS)
    assert again.fingerprint() == match.fingerprint()
    assert again.sheet == match.sheet
    assert again.scores == match.scores
    assert (again.chips, again.pot, again.winners) == (match.chips, match.pot, match.winners)


def test_antes_of_every_round_replay(path: Path) -> None:
    match = write(path, rounds=3, ante=2, ante_each_round=3, chips=20, debt=False)
    assert [line[2:] for line in texts(path) if line.startswith("$")][:1] == ["15 15 15 15"]
    assert [line.event for line in match.sheet] == [Event.ANTE, Event.ROUND] * 3 + [Event.POT]
    again = Record.read(path).replay(PLUGINS)
    assert (again.fingerprint(), again.sheet) == (match.fingerprint(), match.sheet)


def test_the_lines_of_a_record(path: Path) -> None:
    match = write_quick(path)
    lines = texts(path)
    assert lines[1] == "$ -5 -5 -5 15"
    answers = [line.event is Event.BUYBACK for line in match.sheet if line.event in (Event.BUYBACK, Event.DECLINED)]
    assert [line.endswith("yes") for line in lines if " buyback " in line] == answers
    rounds = [line for line in match.sheet if line.event is Event.ROUND]
    scores = ["= " + " ".join("-" if p is None else str(p) for p in line.points) for line in rounds]
    assert [line for line in lines if line.startswith("=")] == scores
    chips = [
        f"$ {' '.join(map(str, line.chips))} {line.pot}" for line in match.sheet if line.event is not Event.DECLINED
    ]
    assert [line for line in lines if line.startswith("$")] == chips
    assert any(" - " in line for line in scores)
    moves = Record.read(path).moves
    assert moves == len([line for line in lines[1:] if line[0].isdigit()])


@pytest.mark.untraced
@pytest.mark.parametrize("shifts", [(1,), pytest.param((0, 1, 2), marks=pytest.mark.campaign)], ids=["after", "around"])
def test_a_record_goes_on_after_every_line(path: Path, shifts: tuple[int, ...]) -> None:
    """Cut anywhere around a decision, even in the middle of a line, the match ends with the same sheet."""
    match = write_quick(path)
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    at = [next(number for number, line in enumerate(lines) if sign in line) for sign in (b" = ", b" buyback ")]
    for number in {place + shift for place in at for shift in shifts}:
        for cut in (b"".join(lines[:number]), b"".join(lines[:number]) + lines[number][:-3]):
            path.write_bytes(cut)
            record = Record.read(path)
            again = record.replay(PLUGINS)
            go_on(again, RecordWriter.resume(record))
            assert again.sheet == match.sheet
            assert again.fingerprint() == match.fingerprint()
            assert Record.read(path).replay(PLUGINS).sheet == match.sheet


@pytest.mark.parametrize(("sign", "sentence"), [("$", "the chips are not those"), ("=", "the points of the round are")])
def test_wrong_results_are_found(path: Path, sign: str, sentence: str) -> None:
    write_quick(path)
    lines = texts(path)
    places = [number for number, line in enumerate(lines) if line.startswith(sign)]
    # One line of each kind: the line before it says what it is the result of, and the last one ends the match.
    of_each_kind = {(lines[at - 1][0], " buyback " in lines[at - 1]): at for at in reversed(places)}
    for at in {*of_each_kind.values(), places[-1]}:
        wrong = lines[:]
        first, _, rest = wrong[at].rpartition(" ")
        wrong[at] = f"{first} {999 if rest == '-' else int(rest) + 1}"
        with pytest.raises(RecordError, match=sentence) as caught:
            rewrite(path, wrong).replay(PLUGINS)
        assert caught.value.line == at + 2


def test_another_answer_is_another_match(path: Path) -> None:
    write_quick(path)
    lines = texts(path)
    at = next(number for number, line in enumerate(lines) if line.endswith("buyback yes"))
    lines[at] = lines[at].replace("yes", "no")
    with pytest.raises(RecordError, match="the chips are not those the moves give"):
        rewrite(path, lines).replay(PLUGINS)


def test_a_move_instead_of_an_answer_is_found(path: Path) -> None:
    write_quick(path)
    lines = texts(path)
    at = next(number for number, line in enumerate(lines) if " buyback " in line)
    seat = lines[at].split()[0]
    with pytest.raises(RecordError, match="You are asked whether to buy back"):
        rewrite(path, [*lines[:at], f"{seat} draw stock"]).replay(PLUGINS)
    with pytest.raises(RecordError, match="not a move of the player to act"):
        rewrite(path, [*lines[:at], f"{int(seat) % 3 + 1} buyback yes"]).replay(PLUGINS)


def test_without_chips_a_record_has_no_line_for_them(path: Path) -> None:
    write(path, rounds=2)
    assert not [line for line in texts(path) if line.startswith("$")]


def test_a_record_without_an_option_is_refused(path: Path) -> None:
    write(path, rounds=2)
    lines = texts(path)
    header = json.loads(lines[0])
    del header["rules"]["match"]["rounds"]
    with pytest.raises(RecordError, match=r"match\.rounds is missing"):
        rewrite(path, [json.dumps(header), *lines[1:]]).replay(PLUGINS)


def test_chips_and_answers_are_part_of_the_fingerprint() -> None:
    plain, rich = new_match(3, ante=5), new_match(3, ante=6)
    assert plain.round.fingerprint() == rich.round.fingerprint()
    assert plain.fingerprint() != rich.fingerprint()
