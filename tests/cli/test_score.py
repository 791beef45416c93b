"""`rummy score`: the sheet for people who play with real cards, as the command keeps it."""

from __future__ import annotations

import csv
import io
import json
import random
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from cli.at_a_table import PLUGINS
from cli.command import COMMAND, Result, environment, rummy
from rummykit.errors import NotationError
from rummykit.scenario import resolve
from rummykit_session.paper.questions import Count, HandLeft, OnePlayer, Points, SomeChoices, SomePlayers

PARTY = """\
variant: deutsches_romme
rules: {hand_romme: {when: never}}
match: {elimination: 101}
stakes: {ante: 5, fee: 1, buyback: true}
"""
TABLE = ["score", "--rules", "party.yaml", "--players", "Anna,Ben,Carla"]
ROUNDS = ["Anna", "Ben", "30", "40", "Anna", "85", "20", "yes"]
"""Two rounds: Ben goes out, then Anna; Ben buys back and has 60 points instead of 85."""


@pytest.fixture
def party(home: Path) -> Path:
    (home / "party.yaml").write_text(PARTY, "utf-8")
    return home


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def keep(home: Path, *lines: str) -> Result:
    result = rummy(home, *TABLE, typed=typed(*lines))
    assert result.code == 0
    return result


def sheet_of(home: Path, name: str = "1") -> dict[str, Any]:
    data: dict[str, Any] = json.loads(rummy(home, "score", "--resume", name, "--json").out)
    return data


def files(home: Path) -> list[Path]:
    return sorted((home / "games").glob("*.score"), key=lambda file: file.stat().st_mtime_ns)


# -- the talk --------------------------------------------------------------------------------------------


def test_a_match_from_the_first_deal_to_the_pot(party: Path) -> None:
    lines = ["Carla", "Ben", "Ks Kh 10d", "85", "yes", "Anna", "90", "75", "no", "ben", "110"]
    result = keep(party, *lines)
    for words in (
        "Who deals first? (Anna, Ben or Carla): Carla",
        "Round 1: Carla deals. The pot holds 15 chips.",
        "Who went out? (Anna, Ben, Carla or nobody): Ben",
        "What does Anna have left? (cards or points; 0 for nothing): Ks Kh 10d",
        "Bad points (cards) [ROM-SCORE-01] │ +30 (3) │ 0 (0) │ +85",
        "Carla may buy back for 5 chips, which lowers their total from 85 to 30. Does Carla buy back? (yes or no): yes",
        "Carla buys back for 5 chips: their total goes from 85 to 30.",
        "Round 2: Anna deals. The pot holds 20 chips.",
        "Carla is out of the match with 105 points.",
        "Does Ben buy back? (yes or no): no Ben does not buy back.",
        "Round 3: Ben deals. The pot holds 20 chips. Who went out? (Anna, Ben or nobody): ben",
        "Anna is out of the match with 140 points.",
        "Ben wins with 90 and takes the pot of 20 chips.",
        "The sheet is kept in",
    ):
        assert words in result.text


def test_the_names_are_asked_for_until_they_can_play(party: Path) -> None:
    lines = ["", "Anna", "Anna,anna", "Anna,undo", "Anna,,Ben", "Anna, Ben", "Ben", "quit"]
    result = rummy(party, "score", "--rules", "party.yaml", typed=typed(*lines))
    for words in (
        "Deutsches Rommé is for 2 to",
        "Two people cannot both be called 'anna'.",
        "Nobody can be called 'undo' here: that word has a meaning of its own.",
        "Type a name.",
        "Between two commas a name is missing.",
        "Round 1: Ben deals.",
    ):
        assert words in result.text
    assert sheet_of(party)["players"] == ["Anna", "Ben"]


def test_whoever_leaves_before_there_are_names_leaves_nothing_behind(party: Path) -> None:
    result = rummy(party, "score", "--rules", "party.yaml")
    assert (result.code, "nothing is saved" in result.text) == (0, True)
    assert not files(party)


def test_the_players_of_the_house_rules_sit_down(home: Path) -> None:
    (home / "ours.yaml").write_text("variant: rummy17\nplayers: [Ida, Jo]\n", "utf-8")
    assert "Who deals first? (Ida or Jo):" in rummy(home, "score", "--rules", "ours.yaml").text
    (home / "ours.yaml").write_text("variant: rummy17\nplayers: [Ida, 'Jo, the second']\n", "utf-8")
    refused = rummy(home, "score", "--rules", "ours.yaml")
    assert (refused.code, "'Jo, the second' cannot be a name: a name has 1 to " in refused.text) == (2, True)


def test_bad_answers_get_a_sentence_and_are_asked_again(party: Path) -> None:
    lines = ["", "Dora", "Anna", "Bem", "Ben", "7x", "-3", "99999", "5000", "7s 7s 7s", "7s 7s", "7s", "0", "quit"]
    result = keep(party, *lines)
    for words in (
        "Possible answers: Anna, Ben or Carla.",
        "Nobody called 'Dora' plays in this round.",
        "Nobody called 'Bem' plays in this round. Did you mean Ben?",
        "'7x' is not a card of this pack",
        "Enter 0 or more for what is left",
        "Enter a number from -9999 to 9999.",
        "All the cards of the pack together count",
        "The pack has fewer copies of 7♠",
    ):
        assert words in result.text
    assert result.text.count("The pack has fewer copies of 7♠") == 2, "both copies are in the hand of Anna already"
    assert sheet_of(party)["totals"] == [14, 0, 0]


def test_an_unreadable_line_does_no_harm(party: Path) -> None:
    result = keep(party, "\x1b[2J\x07", "\ud83c".encode("utf-8", "replace").decode(), "Anna\t", "x" * 5000)
    assert "\x1b" not in result.out
    assert "Who went out?" in result.text


def test_help_tells_the_commands_and_the_notation(party: Path) -> None:
    result = keep(party, "help", "?")
    assert result.text.count("Write cards like this: 7s Kc *; a number alone means points.") == 2
    for command in ("undo", "correct 2", "sheet", "csv FILE", "quit"):
        assert f"{command}: " in result.text


def test_answers_are_kept_in_english_whatever_is_spoken(home: Path) -> None:
    result = rummy(home, "--lang", "de", "score", "rummy17", "--players", "Anna,Ben", typed=typed("1", "2", "ja"))
    assert result.code == 0
    assert files(home)[0].read_text("utf-8").splitlines()[2:] == [
        '["answer",0,"dealer","Anna"]',
        '["answer",1,"ended","Ben"]',
        '["answer",1,"last_17","yes"]',
    ]


# -- taking back and correcting --------------------------------------------------------------------------


def test_undo_takes_back_answer_by_answer_even_over_a_round(party: Path) -> None:
    lines = ["undo", "Anna", "Ben", "30", "41", "undo", "undo", "undo", "Carla", "10", "20", "sheet"]
    result = keep(party, *lines)
    assert "There is nothing to take back yet." in result.text
    assert result.text.count("Round 1: Anna deals.") == 4, "after each undo it is said which round it is about"
    assert sheet_of(party)["totals"] == [10, 20, 0]


def test_a_correction_counts_everything_after_it_anew(party: Path) -> None:
    result = keep(party, *ROUNDS[:-1], "correct 1", "", "31", "42")
    assert "What does Anna have left? (cards or points; 0 for nothing) [30]: 31" in result.text
    assert "What comes after it is counted again:" in result.text
    data = sheet_of(party)
    assert data["totals"] == [31, 85, 62]
    assert [line["points"] for line in data["sheet"][1:]] == [[31, 0, 42], [0, 85, 20]]


def test_a_correction_may_put_somebody_out_or_bring_him_back(party: Path) -> None:
    result = keep(party, "Anna", "Ben", "30", "40", "Anna", "60", "20", "correct 1", "", "", "120")
    assert "Who went out? (Anna, Ben, Carla or nobody) [Ben]:" in result.text
    data = sheet_of(party)
    assert (data["totals"], data["still_in"]) == ([30, 60, 120], ["Anna", "Ben"])
    assert [line["points"] for line in data["sheet"][1:]] == [[30, 0, 120], [0, 60, None]]
    rummy(party, "score", "--resume", "1", typed=typed("undo", "undo", "undo", "undo"))
    assert sheet_of(party)["totals"] == [30, 60, 60], "the correction itself is taken back"


def test_who_was_out_and_is_not_any_more_is_asked_for(party: Path) -> None:
    lines = ["Anna", "Ben", "30", "120", "Anna", "60", "correct 1", "", "", "12", "33"]
    result = keep(party, *lines)
    assert "Round 2: Ben deals. The pot holds 15 chips. What does Carla have left?" in result.text
    data = sheet_of(party)
    assert (data["totals"], data["still_in"]) == ([30, 60, 45], ["Anna", "Ben", "Carla"])


def test_the_sheet_of_a_match_that_is_over_can_be_corrected(party: Path) -> None:
    result = keep(party, "Anna", "Ben", "130", "140", "nonsense", "correct 1", "", "30", "140", "undo", "40", "quit")
    assert "Ben wins with 0 and takes the pot of 15 chips." in result.text
    assert "'nonsense' is not a command; 'help' lists them." in result.text
    assert (sheet_of(party)["over"], sheet_of(party)["totals"]) == (False, [30, 0, 40])


def test_a_correction_needs_a_round(party: Path) -> None:
    result = keep(party, "Anna", "correct 1", "Ben", "30", "40", "correct 7", "correct")
    assert "There is no round to correct yet." in result.text
    assert result.text.count("Name a round from 1 to 1, for example: correct 1") == 2


# -- on disk ---------------------------------------------------------------------------------------------


def test_killed_at_any_moment_no_accepted_answer_is_lost(party: Path) -> None:
    whole = ["Anna", "Ben", "Ks Kh 10d", "85", "yes", "Anna", "60", "20", "nobody", "5", "6", "7", "Carla", "3", "99"]
    chance, done = random.Random(17), 0
    for _ in range(6):
        arguments = TABLE if not files(party) else ["score", "--resume"]
        process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=party,
            env=environment(party),
            bufsize=0,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        accepted = seen = done
        for line in whole[done : done + chance.randint(0, 4)]:
            _read_until_prompt(process)
            accepted = seen
            process.stdin.write(f"{line}\n".encode())
            seen += 1
        time.sleep(chance.random() * 0.02)
        process.kill()
        process.wait()
        done = len(files(party)[0].read_text("utf-8").splitlines()) - 2 if files(party) else 0
        assert accepted <= done <= seen
    resumed = rummy(party, "score", "--resume", typed=typed(*whole[done:]))
    assert resumed.code == 0
    killed = sheet_of(party)
    keep(party, *whole)
    uninterrupted = sheet_of(party)
    assert len(files(party)) == 2
    assert killed.pop("file") != uninterrupted.pop("file")
    assert killed == uninterrupted
    assert len(killed["rounds"]) == 4


def _read_until_prompt(process: subprocess.Popen[bytes]) -> None:
    assert process.stdout is not None
    seen = b""
    while not seen.endswith(b"): "):  # a question names its answers; headings have colons too
        part = process.stdout.read(1)
        assert part, seen
        seen += part


def test_a_half_written_line_is_told_and_left_out(party: Path) -> None:
    keep(party, *ROUNDS)
    (file,) = files(party)
    whole = file.read_bytes()
    file.write_bytes(whole[:-9])
    assert sheet_of(party)["totals"] == [30, 85, 60]
    assert file.read_bytes() == whole[:-9], "printing a sheet changes nothing"
    result = rummy(party, "score", "--resume", typed=typed("yes"))
    assert "Its last line was only half written and is left out; that answer was never accepted." in result.text
    assert file.read_bytes() == whole


@pytest.mark.parametrize(
    ("line", "text", "sentence"),
    [
        (0, "RummyKit record 2", ":1: this is not a score sheet: its first line must be 'RummyKit score sheet 2'."),
        (0, "RummyKit score sheet 1", ":1: the score sheet has format 1; this version of RummyKit reads format 2."),
        (1, "{}", ":2: the header is not complete."),
        (1, "{", ":2: this line cannot be read."),
        (3, '["answer",1]', ":4: this line is not an entry of a score sheet."),
    ],
)
def test_a_damaged_sheet_is_refused_with_its_line(party: Path, line: int, text: str, sentence: str) -> None:
    keep(party, *ROUNDS)
    (file,) = files(party)
    lines = file.read_text("utf-8").splitlines()
    lines[line] = text
    file.write_text(typed(*lines), "utf-8")
    result = rummy(party, "score", "--resume")
    assert result.code == 2
    assert f"{file}{sentence}" in result.text


def test_an_answer_that_does_not_fit_is_asked_for_again(party: Path) -> None:
    keep(party, *ROUNDS)
    (file,) = files(party)
    file.write_text(file.read_text("utf-8").replace('"ended","Ben"', '"ended","Dora"'), "utf-8")
    assert "Round 1: Anna deals." in rummy(party, "score", "--resume").text


def test_which_sheet_is_resumed(party: Path) -> None:
    none = rummy(party, "score", "--resume")
    assert (none.code, "there is no unfinished score sheet to go on with" in none.text) == (2, True)
    keep(party, *ROUNDS)
    keep(party, "Anna", "Ben", "130", "140")
    first, second = files(party)
    assert sheet_of(party, "1")["file"] == str(second)
    assert sheet_of(party, "2")["file"] == str(first)
    assert sheet_of(party, str(first))["file"] == str(first)
    assert f"Going on with {first}." in rummy(party, "score", "--resume").text, "the other match is over"
    assert "there is no score sheet number 3; there are 2." in rummy(party, "score", "--resume", "3").text
    refused = rummy(party, "score", "--resume", "--players", "Anna,Ben")
    assert (refused.code, "goes on as it was set up" in refused.text) == (2, True)


def test_a_sheet_is_no_record(party: Path) -> None:
    keep(party, *ROUNDS)
    assert "there is no recorded game yet" in rummy(party, "replay", "1").text


def test_a_sheet_in_the_games_folder_is_found_by_its_bare_name(party: Path) -> None:
    left = keep(party, *ROUNDS)
    (file,) = files(party)
    assert f'Go on with: rummy score --resume "{file.name}"\n' in left.out
    assert f"Going on with {file}." in rummy(party, "score", "--resume", file.name).text


# -- what is printed -------------------------------------------------------------------------------------


def test_the_sheet_as_csv(party: Path) -> None:
    result = keep(party, *ROUNDS, "csv", "csv sheet.csv", "csv party.yaml", "csv no/such.csv", "undo", "csv sheet.csv")
    for words in (
        "Name a file, for example: csv sheet.csv",
        "Wrote the sheet to sheet.csv.",
        "party.yaml already exists and is not a score sheet; name another file.",
        "no/such.csv cannot be written: No such file or directory.",
    ):
        assert words in result.text
    assert (party / "party.yaml").read_text("utf-8") == PARTY
    exported = (party / "sheet.csv").read_text("utf-8")
    assert exported == rummy(party, "score", "--resume", "--csv").out
    rows = list(csv.DictReader(io.StringIO(exported)))
    assert len(rows) == 3 * 3
    assert (rows[-1]["player"], rows[-1]["total"], rows[-1]["event"]) == ("Carla", "60", "round")


def test_as_json_nothing_but_the_sheet_is_printed(party: Path) -> None:
    result = rummy(party, *TABLE, "--json", typed=typed(*ROUNDS))
    data = json.loads(result.out)
    assert (data["dealer"], data["pot"], data["chips"]) == ("Carla", 20, [-4, -9, -7])
    assert "Who went out?" in result.err
    assert rummy(party, *TABLE, "--csv", typed=typed(*ROUNDS)).out.startswith("round,event,by,player,")
    both = rummy(party, *TABLE, "--csv", "--json")
    assert (both.code, both.err.strip()) == (2, "Error: Choose either --json or --csv.")


def test_a_game_must_be_named(home: Path) -> None:
    assert rummy(home, "score").err.strip() == "Error: Name a game, for example: rummy score rummy17"
    assert "'rummy18' is neither a file nor a variant" in rummy(home, "score", "rummy18").text
    assert "Wiener Rummy" in rummy(home, "score", "wiener_rummy:knock", "--players", "Anna,Ben").text


# -- reading ---------------------------------------------------------------------------------------------


def test_how_names_are_read() -> None:
    who = OnePlayer(("Anna", "Annika", "Ben"))
    assert [who.read(text) for text in ("ANNA", "annik", "b", "3", "nobody", "-")] == [0, 1, 2, 2, None, None]
    with pytest.raises(NotationError, match="'an' could mean Anna or Annika"):
        who.read("an")
    with pytest.raises(NotationError, match="Nobody called 'nobody'"):
        OnePlayer(("Anna", "Ben"), may_be_nobody=False).read("nobody")
    assert SomePlayers(("Anna", "Ben", "Carla")).read("c, Anna,c") == (0, 2)


def test_a_number_of_things_is_read_within_its_range() -> None:
    count = Count(4)
    assert (count.hint, count.read(" 4 "), count.read("0"), count.write(3)) == ("0 to 4", 4, 0, "3")
    for text in ("5", "-1", "two", "", "1.5"):
        with pytest.raises(NotationError, match="Enter a number from 0 to 4"):
            count.read(text)


def test_how_choices_are_read() -> None:
    choice = SomeChoices({"most_cards": "Most cards", "most_123": "Most 1/2/3", "most_red": "Most red"}, 2)
    for text in ("1 2", "2,1", "most_123 most_cards", "Most cards, most 1/2/3"):
        assert choice.read(text) == ("most_cards", "most_123")
    for text, sentence in (
        ("1", "You named 1; 2 are needed."),
        ("1 1", "You named 1"),
        ("1 9", "'9' is not in the list"),
    ):
        with pytest.raises(NotationError, match=sentence):
            choice.read(text)


def test_how_points_are_read() -> None:
    assert [Points().read(text) for text in ("5", "-3", "+7")] == [5, -3, 7]
    for text in ("five", "+-3", "9" * 5000, ""):
        with pytest.raises(NotationError):
            Points().read(text)
    hand = HandLeft(PLUGINS.assemble(resolve(PLUGINS, "deutsches_romme"), 2))
    assert hand.write(hand.read("Kd * Ah")) == "Ah Kd *"
    assert hand.read("12") == 12
