"""Matches with chips at the command line: the log, the decisions, and the sheet in three forms."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.command import COMMAND, PLUGINS, environment, rummy
from matches import PARTY, end_round, new_match
from rummykit.engine.match import Match
from rummykit.engine.records import Record, SeatInfo
from rummykit_cli.render.sheet import match_csv, match_json, tell_winners
from rummykit_session.storage.recording import RecordWriter

RULES = """\
variant: deutsches_romme
rules: {deck: {packs: 1}, deal: {cards: 14}, stock: {reshuffles: 0}}
match: {elimination: 300}
stakes: {ante: 5, fee: 1, buyback: true, buyback_from: 100, buyback_to: 400}
"""
SEED = 9
"""With it three random players show a buy-back, one declined, and two eliminations."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the record of a whole match, and its log."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "party.yaml").write_text(RULES, "utf-8")
    match = ["--rules", "party.yaml", "--players", "random,random,random", "--seed", SEED, "--record", "party.rummy"]
    watched = rummy(folder, "play", "--watch", *match)
    assert watched.code == 0
    (folder / "log.txt").write_text(watched.out, "utf-8")
    return folder


def test_the_log_tells_who_is_out_and_who_buys_back(played: Path) -> None:
    log = (played / "log.txt").read_text("utf-8")
    for word in (
        "is out of the match with",
        "buys back for 5 chips: their total",
        "does not buy back.",
        "takes the pot of",
    ):
        assert word in log
    assert "Chips (" in log
    replayed = rummy(played, "replay", "party.rummy")
    assert replayed.code == 0
    for line in log.splitlines():
        if line.endswith(".") and ("back" in line or "out of the match" in line or "pot" in line) and "=" not in line:
            assert line in replayed.out


def test_the_sheet_is_the_same_in_all_forms(played: Path) -> None:
    match = Record.read(played / "party.rummy").replay(PLUGINS)
    shown = rummy(played, "sheet", "party.rummy")
    assert shown.code == 0
    assert tell_winners(match) in shown.text
    data = json.loads(rummy(played, "sheet", "party.rummy", "--json").out)
    assert data == json.loads(json.dumps(match_json(match)))
    assert (data["pot"], data["chips"], data["totals"]) == (0, list(match.chips), list(match.totals))
    rows = list(csv.DictReader(io.StringIO(rummy(played, "sheet", "party.rummy", "--csv").out)))
    assert len(rows) == 3 * len(match.sheet) == 3 * len(data["sheet"])
    last = {row["player"]: (int(row["total"]), int(row["chips"])) for row in rows[-3:]}
    assert last == {name: (match.totals[seat], match.chips[seat]) for seat, name in enumerate(match.names)}
    assert {row["event"] for row in rows} == {"ante", "round", "buyback", "declined", "pot"}
    assert len([row for row in rows if row["out"]]) >= 2


def test_watching_as_json_gives_the_sheet_too(home: Path) -> None:
    (home / "party.yaml").write_text(RULES, "utf-8")
    watch = ("play", "--rules", "party.yaml", "--watch", "--players", "random,random", "--seed", "1")
    watched = rummy(home, *watch, "--json")
    data = json.loads(watched.out)
    assert data["over"]
    assert data["sheet"][0]["event"] == "ante"
    assert sum(data["chips"]) + data["pot"] == 0


def test_one_form_at_a_time(played: Path) -> None:
    result = rummy(played, "sheet", "party.rummy", "--json", "--csv")
    assert (result.code, result.err.strip()) == (2, "Error: Choose either --json or --csv.")


def test_killed_in_the_middle_it_ends_with_the_same_sheet(played: Path, home: Path) -> None:
    (home / "party.yaml").write_text(RULES, "utf-8")
    path, whole = home / "killed.rummy", (played / "party.rummy").read_bytes()
    match = ["--rules", "party.yaml", "--players", "random,random,random", "--seed", str(SEED), "--record", str(path)]
    process = subprocess.Popen(
        [*COMMAND, "play", "--watch", *match], stdout=subprocess.DEVNULL, cwd=home, env=environment(home)
    )
    while process.poll() is None and (not path.exists() or path.stat().st_size < len(whole) // 2):
        time.sleep(0.01)
    process.kill()
    process.wait()
    assert len(Record.read(path).lines) < len(Record.read(played / "party.rummy").lines)
    assert rummy(home, "play", "--resume", path).code == 0
    assert rummy(home, "sheet", path, "--json").out == rummy(played, "sheet", "party.rummy", "--json").out


# -- a match in progress ---------------------------------------------------------------------------------


def stopped(
    played: Path, path: Path, monkeypatch: pytest.MonkeyPatch, until: Callable[[Match], bool], bots: bool
) -> Match:
    """Record the match again up to a certain point, with a person to act there, and perhaps bots at the other seats."""
    monkeypatch.setattr("rummykit_session.storage.files.os.fsync", lambda _: None)
    record = Record.read(played / "party.rummy")
    match, again, moves = record.start(PLUGINS), record.start(PLUGINS), []
    for action in record.actions(match):
        if until(match):
            break
        moves.append(action)
        match.apply(action)
    assert not match.is_over, "this never happens in the match"
    seats = [
        SeatInfo(name, "random" if bots and seat != match.actor else None) for seat, name in enumerate(match.names)
    ]
    writer = RecordWriter.create(path, again, seats)
    for action in moves:
        writer.play(again, action)
    writer.close()
    return match


@pytest.fixture
def asked(played: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A record that stops where a person is asked whether to buy back."""
    stopped(played, home / "asked.rummy", monkeypatch, lambda match: match.offer is not None, bots=True)
    return home / "asked.rummy"


def test_a_person_is_asked_and_answers(home: Path, asked: Path) -> None:
    typed = "help\nmoves\nshow\nsort value\nrule match-02\ndraw stock\nbuyback perhaps\nyes\n"
    result = rummy(home, "play", "--resume", asked, typed=typed)
    assert result.code == 0
    for words in (
        "A buy-back costs 5 chips and lowers your total from",
        "Do you want to buy back? (buyback yes, buyback no): help",
        "at this table: stakes.buyback_from = 100",
        "Refused: You are asked whether to buy back: answer with 'buyback yes' or 'buyback no'. [MATCH-02]",
        "Say whether you buy back: 'buyback yes' or 'buyback no'.",
        "buys back for 5 chips: their total",
    ):
        assert words in result.text
    assert "Hand" not in result.out.split("buys back")[0], "no hand is shown between two rounds"


def test_the_sheet_of_a_match_in_progress_tells_no_card(home: Path, asked: Path) -> None:
    shown = rummy(home, "sheet", asked)
    assert "is asked whether to buy back." in shown.out
    data = json.loads(rummy(home, "sheet", asked, "--json").out)
    assert (data["over"], data["seed"], data["winners"]) == (False, None, [])
    rummy(home, "play", "--resume", asked, typed="buyback no\n")
    assert "is being played." in rummy(home, "sheet", asked).out


def test_a_buyback_in_the_middle_of_a_round_is_refused_with_its_reason(home: Path) -> None:
    result = rummy(home, "play", "deutsches_romme", "--seed", "2", "--players", "Anna,Ben", typed="buyback yes\n")
    assert "Refused: Nobody buys back at this table. [MATCH-02; stakes.buyback = false]" in result.text


def test_who_is_out_is_shown_at_the_table(played: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = home / "out.rummy"
    match = stopped(played, path, monkeypatch, lambda match: len(match.seated) == 2, bots=False)
    shown = rummy(home, "play", "--resume", path, typed="sort value\n")
    (gone,) = set(range(3)) - set(match.seated)
    lines = [line.split() for line in shown.out.splitlines() if "points so far" in line]
    of_gone = [line for line in lines if " ".join(line).startswith(match.names[gone])]
    assert f"out, {match.totals[gone]} points so far" in " ".join(of_gone[0])
    assert f"{match.pot} chips in the pot" in shown.text
    assert f"\n{match.names[match.actor]}: " in shown.out


# -- elimination where it makes no sense -----------------------------------------------------------------


def test_elimination_is_refused_by_the_check_and_by_play(home: Path) -> None:
    (home / "r17.yaml").write_text("variant: rummy17\nmatch: {elimination: 101}\n", "utf-8")
    sentence = "match.elimination: 101 is for bad points, but in Rummy 17 the highest total wins"
    for arguments in (["rules", "check", "r17.yaml"], ["play", "--rules", "r17.yaml", "--watch"]):
        result = rummy(home, *arguments)
        assert result.code == 2
        assert sentence in result.text


# -- the words -------------------------------------------------------------------------------------------


def test_a_name_with_a_comma_stays_one_cell() -> None:
    match = Match(new_match(2).rules, 1, ["Anna, the first", "Ben"])
    assert list(csv.reader(io.StringIO(match_csv(match))))[1][3] == "Anna, the first"


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        ((120, 40, 105), "Ben wins with 40 and takes the pot of 15 chips."),
        ((120, 110, 110), "Ben and Cem share the win with 110 and the pot of 15 chips."),
    ],
)
def test_who_wins(points: tuple[int, ...], sentence: str) -> None:
    match = new_match(3, **PARTY)
    end_round(match, *points)
    assert tell_winners(match) == sentence
