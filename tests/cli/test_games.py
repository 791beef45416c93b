"""`rummy games`: what lies in the games folder, and how each game stands."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cli.command import rummy
from cli.recordings import NAMES, PLUGINS, recorded
from matches import match_sections
from rummykit.engine.match import Match
from rummykit.engine.records import CHIPS_SIGN, SCORE_SIGN, Record, read_line
from rummykit_cli.commands.shelf import winners_by_results

NEWEST = 1_800_000_000


@pytest.fixture
def folder(home: Path) -> Path:
    """A games folder with a game over, one in play, and one at its beginning, the latest."""
    games = home / "games"
    recorded(games / "old.rummy", "deutsches_romme")
    recorded(games / "middle.rummy", "rummy17", preset="five_rounds", moves=130)
    recorded(games / "new.rummy", "rummy17", moves=0, names=("You", "greedy"))
    for age, name in enumerate(("new", "middle", "old")):
        aged(games / f"{name}.rummy", age)
    return games


def aged(file: Path, age: int) -> None:
    os.utime(file, (NEWEST - 60 * age, NEWEST - 60 * age))


def test_games_are_listed_the_latest_first(home: Path, folder: Path) -> None:
    lines = [line.strip() for line in rummy(home, "games").out.splitlines()]
    assert [line.split()[0] for line in lines[:9:3]] == ["1", "2", "3"]
    assert lines[0].endswith("  rummy17: You and greedy")
    assert lines[1] in [
        f"Round 1: it is {whose} turn. Go on with: rummy play --resume 1" for whose in ("your", "greedy's")
    ]
    assert lines[3].endswith("  rummy17:five_rounds: Anna, Ben and Cem")
    assert lines[6].endswith("  deutsches_romme: Anna, Ben and Cem")
    assert lines[7].startswith("Over after 1 round: ")
    assert lines[7].endswith(" See it again with: rummy replay 3")
    assert lines[2:9:3] == ["new.rummy", "middle.rummy", "old.rummy"], "a name has a line of its own"
    assert lines[-1] == f"The files are in {folder}."


def test_as_json_it_says_how_each_game_stands(home: Path, folder: Path) -> None:
    found = json.loads(rummy(home, "games", "--json").out)
    new, middle, old = found["games"]
    assert found["more"] == 0
    assert [game["number"] for game in (new, middle, old)] == [1, 2, 3]
    in_play = Record.read(folder / "middle.rummy").replay(PLUGINS)
    assert middle["state"] == "in play"
    assert middle["round"] == in_play.round.number == 2
    assert middle["to_act"] == NAMES[in_play.actor]
    assert (middle["variant"], middle["preset"], middle["players"]) == ("rummy17", "five_rounds", list(NAMES))
    assert middle["moves"] == 130
    over = Record.read(folder / "old.rummy").replay(PLUGINS)
    assert old["state"] == "over"
    assert old["winners"] == [NAMES[seat] for seat in over.winners]
    assert old["to_act"] is None
    assert Path(new["file"]) == folder / "new.rummy"
    assert new["moves"] == 0


def test_a_limit_tells_how_many_more_there_are(home: Path, folder: Path) -> None:
    result = rummy(home, "games", "--limit", "1")
    assert "middle.rummy" not in result.out
    assert "2 more games are not listed; see all with: rummy games --limit 3" in result.text
    assert json.loads(rummy(home, "games", "--limit", "1", "--json").out)["more"] == 2


def test_the_games_of_a_variant_keep_their_numbers(home: Path, folder: Path) -> None:
    found = json.loads(rummy(home, "games", "--variant", "deutsches_romme", "--json").out)["games"]
    assert [(game["number"], game["variant"]) for game in found] == [(3, "deutsches_romme")]
    assert "Did you mean rummy17?" in rummy(home, "games", "--variant", "rumy17").text


def test_without_games_it_says_how_to_start(home: Path) -> None:
    result = rummy(home, "games")
    assert result.code == 0
    assert "There is no recorded game yet; start one with: rummy play" in result.text
    assert json.loads(rummy(home, "games", "--json").out) == {"games": [], "more": 0}


def test_what_cannot_be_read_is_listed_with_the_reason(home: Path, folder: Path) -> None:
    good = (folder / "old.rummy").read_text("utf-8")
    broken = {
        "damaged": (good.replace("draw stock", "draw discard", 1), "does not fit its hash"),
        "cut": (good[:300], "ends before its header"),
        "foreign": ("{}", "this is not a record"),
        "later": (good.replace("RummyKit record 2", "RummyKit record 9", 1), "format 9"),
    }
    for name, (text, _) in broken.items():
        (folder / f"{name}.rummy").write_text(text, encoding="utf-8")
    (folder / "folder.rummy").mkdir()
    (folder / "nowhere.rummy").symlink_to(folder / "gone")
    result = rummy(home, "games", "--json")
    assert result.code == 0
    problems = {Path(game["file"]).stem: game for game in json.loads(result.out)["games"] if game["problem"]}
    assert set(problems) == {*broken, "folder", "nowhere"}
    assert {game["state"] for game in problems.values()} == {"unreadable"}
    for name, (_, why) in broken.items():
        assert why in problems[name]["problem"]
    listed = rummy(home, "games").out
    for game in problems.values():
        way_on = f" See what can be saved of it with: {game['command']}" if game["command"] else ""
        assert f"It cannot be read: {game['problem']}{way_on}\n" in listed, "a reason is one line"
    assert [name for name, game in problems.items() if game["command"]] == ["damaged"]


def test_a_game_whose_variant_is_not_installed(home: Path, folder: Path) -> None:
    record = Record.read(folder / "old.rummy")
    rules: Any = record.header["rules"]
    header = {**record.header, "variant": "nonsense", "rules": {**rules, "variant": "nonsense"}}
    write_header(folder / "strange.rummy", header)
    found = json.loads(rummy(home, "games", "--json").out)["games"]
    strange = next(game for game in found if game["file"].endswith("strange.rummy"))
    assert strange["variant"] == "nonsense"
    assert "was made with nonsense" in strange["problem"]


def write_header(path: Path, header: object) -> None:
    from hashlib import sha256

    text, first = json.dumps(header), "RummyKit record 2"
    chained = sha256(f"{first}\n{text}".encode()).hexdigest()[:12]
    path.write_text(f"{first}\n{chained} {text}\n", encoding="utf-8")


# -- score sheets ------------------------------------------------------------------------------------------


def kept_sheet(home: Path, *answers: str) -> None:
    """Keep a sheet of a match of two rounds with real cards."""
    table = ("score", "wiener_rummy:knock", "--players", "Ida,Jo", "--rounds", "2")
    rummy(home, *table, typed="".join(f"{answer}\n" for answer in answers))


ROUND = ("Ida", "2", "9")
"""Ida calls, and Jo has 9 points left."""


def test_score_sheets_are_listed_with_the_command_that_goes_on(home: Path, folder: Path) -> None:
    kept_sheet(home, "Ida", *ROUND, *ROUND)
    kept_sheet(home, "Ida", *ROUND)
    listed = rummy(home, "games").out
    played, _, sheets = listed.partition("\nScore sheets of games with real cards:\n")
    assert "rummy play --resume 1" in played
    assert "rummy score" not in played
    lines = [line.strip() for line in sheets.splitlines()]
    assert [line.split()[0] for line in lines[:6:3]] == ["S1", "S2"]
    assert lines[0].endswith("  wiener_rummy:knock: Ida and Jo")
    assert lines[1] == "Round 2 is being played. Go on with: rummy score --resume S1"
    assert lines[4] == "Over after 2 rounds: Ida won. See it again with: rummy score --resume S2"
    assert {lines[2], lines[5]} == {file.name for file in folder.glob("*.score")}


def test_score_sheets_as_json(home: Path, folder: Path) -> None:
    kept_sheet(home, "Ida", *ROUND)
    (folder / "torn.score").write_text("RummyKit score sheet 2\n", "utf-8")
    aged(folder / "torn.score", 1_000_000)
    found = json.loads(rummy(home, "games", "--json").out)["games"]
    assert [(game["kind"], game["number"]) for game in found] == [
        *[("played", number) for number in (1, 2, 3)],
        ("score sheet", 1),
        ("score sheet", 2),
    ]
    sheet, torn = found[3:]
    assert (sheet["state"], sheet["round"], sheet["players"]) == ("in play", 2, ["Ida", "Jo"])
    assert sheet["command"] == "rummy score --resume S1"
    assert json.loads(rummy(home, *sheet["command"].split()[1:], "--json").out)["file"] == sheet["file"]
    assert (torn["state"], torn["command"]) == ("unreadable", None)
    assert torn["problem"] == "line 2: the header is not complete."


def test_somebody_who_may_buy_back_is_named(home: Path) -> None:
    rummy(home, "score", "wiener_rummy", "--players", "Ida,Jo", typed="Ida\nIda\n2\n90\nIda\n2\n5\n")
    (sheet,) = json.loads(rummy(home, "games", "--json").out)["games"]
    kept = json.loads(rummy(home, "score", "--resume", "1", "--json").out)
    assert kept["totals"] == [0, 90]
    assert (sheet["buyback"], sheet["to_act"], sheet["round"]) == (True, "Jo", 1)
    assert "After round 1 Jo is asked whether to buy back." in rummy(home, "games").text


def test_the_limit_and_the_variant_hold_for_sheets_too(home: Path, folder: Path) -> None:
    kept_sheet(home, "Ida")
    kept_sheet(home, "Ida")
    few = rummy(home, "games", "--limit", "1")
    assert "3 more games are not listed; see all with: rummy games --limit 3" in few.text
    found = json.loads(rummy(home, "games", "--variant", "wiener_rummy", "--json").out)["games"]
    assert [(game["kind"], game["number"]) for game in found] == [("score sheet", 1), ("score sheet", 2)]


# -- the numbers -------------------------------------------------------------------------------------------


def test_the_commands_take_a_number_for_a_file(home: Path, folder: Path) -> None:
    record = Record.read(folder / "old.rummy")
    assert json.loads(rummy(home, "replay", "3", "--json").out)["record"] == record.hash
    assert json.loads(rummy(home, "sheet", "3", "--json").out)["variant"] == "deutsches_romme"
    assert rummy(home, "export", "3").out.startswith("Deutsches Rommé: Anna, Ben and Cem")
    assert "middle.rummy, 130 moves in" in rummy(home, "play", "--resume", "2").text
    assert rummy(home, "export", "last").out.startswith("Rummy 17: You and greedy")


def test_the_number_of_a_sheet_is_no_game(home: Path, folder: Path) -> None:
    kept_sheet(home, "Ida")
    for command in (("replay",), ("play", "--resume")):
        result = rummy(home, *command, "S1")
        assert result.code == 2
        assert "S1 is a score sheet; go on with: rummy score --resume S1" in result.text
    assert "there is no score sheet number S2" in rummy(home, "score", "--resume", "S2").text


def test_a_file_of_the_games_folder_needs_no_folder(home: Path, folder: Path) -> None:
    record = Record.read(folder / "old.rummy")
    assert json.loads(rummy(home, "replay", "old.rummy", "--json").out)["record"] == record.hash
    recorded(home / "old.rummy", "wiener_rummy", moves=3)
    assert rummy(home, "export", "old.rummy").out.startswith("Wiener Rummy"), "one that is here comes first"


@pytest.mark.parametrize("number", ["0", "4", "99999999999999999999"])
def test_a_number_that_no_game_has(home: Path, folder: Path, number: str) -> None:
    result = rummy(home, "replay", number)
    assert result.code == 2
    assert f"there is no game number {number}; list yours with: rummy games" in result.text


def test_a_file_with_a_number_for_its_name_is_written_with_its_folder(home: Path, folder: Path) -> None:
    recorded(home / "2", "wiener_rummy", moves=3)
    assert rummy(home, "export", "./2").out.startswith("Wiener Rummy")
    assert rummy(home, "export", "2").out.startswith("Rummy 17")


# -- who has won, by the results alone ---------------------------------------------------------------------


def standings(record: Record) -> list[tuple[bool, tuple[int, ...]]]:
    """Whether the match is over after so many lines of a record, and who has won then, by playing it."""
    match = record.start(PLUGINS)
    found = [(match.is_over, match.winners)]
    for number, text in record.lines:
        action = read_line(match, text, number)
        if action is not None:
            match.apply(action)
        found.append((match.is_over, match.winners))
    return found


def assert_results_tell_the_truth(path: Path, match: Match) -> bool:
    """Compare before and after every result in the record; return whether the results alone tell the end."""
    record = Record.read(path)
    results = [number for number, (_, text) in enumerate(record.lines) if text.startswith((SCORE_SIGN, CHIPS_SIGN))]
    standing = standings(record)
    for lines in {number + more for number in results for more in (0, 1)}:
        is_over, winners = standing[lines]
        told = winners_by_results(replace(record, lines=record.lines[:lines]), match.rules)
        assert told is None or (is_over, winners) == (True, told)
    assert match.is_over
    return winners_by_results(record, match.rules) == match.winners


def test_the_results_of_every_game_tell_its_end(tmp_path: Path, our_game: tuple[str, str | None]) -> None:
    variant, preset = our_game
    bot = "random" if variant == "wiener_rummy" else "greedy"  # which would play many rounds there
    names = NAMES[:2] if preset == "brettspielnetz" else NAMES
    match = recorded(tmp_path / "game.rummy", variant, preset=preset, seed=7, names=names, bot=bot)
    assert assert_results_tell_the_truth(tmp_path / "game.rummy", match)


@pytest.mark.parametrize(
    ("options", "tells"),
    [
        ({"ante": 0, "fee": 0, "buyback_price": 0}, False),
        ({"ante": 0}, False),
        ({"buyback_times": 3, "buyback_to": 140, "elimination": 60, "buyback_from": 40}, True),
        ({"all_out": "knocker", "elimination": 50}, None),
        ({"chips": 6, "debt": False}, None),
        ({"target": 120, "ante": 0, "fee": 0}, True),
        ({"rounds": 4}, True),
    ],
)
def test_where_results_do_not_tell_the_end_they_say_so(
    tmp_path: Path, options: dict[str, Any], tells: bool | None
) -> None:
    for seed in range(3):
        path = tmp_path / f"{seed}.rummy"
        match = recorded(path, "wiener_rummy", seed=seed, **match_sections(options), knocking={"limit": 30})
        assert assert_results_tell_the_truth(path, match) in ((True, False) if tells is None else (tells,))


def test_a_half_written_end_is_replayed(home: Path, folder: Path) -> None:
    whole = (folder / "old.rummy").read_bytes()
    (folder / "old.rummy").write_bytes(whole[:-3])
    found = json.loads(rummy(home, "games", "--json", "--variant", "deutsches_romme").out)["games"]
    assert found[0]["state"] == "over", "the last move is there, only its score is torn off"
