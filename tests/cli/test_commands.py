"""The commands, run as a user runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.command import rummy, watched


def test_help_names_the_commands_and_how_to_start(home: Path) -> None:
    result = rummy(home, "--help")
    assert result.code == 0
    for word in ("play", "replay", "variants", "plugins", "rules", "rummy play rummy17"):
        assert word in result.text


def test_without_arguments_it_shows_the_help(home: Path) -> None:
    assert "Usage" in rummy(home).text


def test_version(home: Path) -> None:
    result = rummy(home, "--version")
    assert (result.code, result.out.split()[0]) == (0, "rummykit")


def test_variants(home: Path) -> None:
    result = rummy(home, "variants")
    assert result.code == 0
    assert "rummy17  Rummy 17, 2-6 players" in result.out
    assert "five_rounds" in result.out


def test_variants_as_json(home: Path) -> None:
    found = {entry["id"]: entry for entry in json.loads(rummy(home, "variants", "--json").out)}
    assert found["rummy17"]["players"] == [2, 6]
    assert found["rummy17"]["titles"]["hu"] == "Römi 17"


def test_plugins(home: Path) -> None:
    result = rummy(home, "plugins")
    assert "variant rummy17" in result.out
    assert "bots random, greedy" in result.out
    found = json.loads(rummy(home, "plugins", "--json").out)
    assert found["problems"] == []
    assert "rummykit_scoring" in next(p for p in found["loaded"] if p["name"] == "rummy17")["hooks"]


def test_watch_plays_to_the_end_twice_the_same(home: Path) -> None:
    first = rummy(home, "play", "rummy17", "--watch", "--players", "3", "--seed", "17")
    again = rummy(home, "play", "rummy17", "--watch", "--players", "3", "--seed", "17")
    assert first.code == 0
    assert first.out == again.out
    for word in ("Penalty points [R17-SCORE-01]", "R17-BON-", "Round total", "win"):
        assert word in first.out


def test_a_watched_game_replays_to_the_same_hash(home: Path) -> None:
    played = rummy(home, "play", "rummy17", "--watch", "--players", "3", "--seed", "17", "--record", "game.rummy")
    replayed = rummy(home, "replay", "game.rummy")
    hashes = next(line for line in played.out.splitlines() if line.startswith("Seed 17"))
    assert replayed.code == 0
    assert hashes in replayed.out
    moves = [line for line in played.out.splitlines() if "discards" in line]
    assert moves == [line for line in replayed.out.splitlines() if "discards" in line]


def test_replay_last_and_json(home: Path) -> None:
    played = rummy(home, "play", "rummy17", "--watch", "--players", "2", "--seed", "3", "--json")
    replayed = rummy(home, "replay", "--json")
    assert json.loads(played.out)["totals"] == json.loads(replayed.out)["totals"]
    assert json.loads(played.out)["record"] == json.loads(replayed.out)["record"]


def test_the_sheet_shows_a_doubling(home: Path) -> None:
    seed = next(seed for seed in range(500) if 2 in watched(seed).scores[0].factors)
    result = rummy(home, "play", "rummy17", "--watch", "--players", "2", "--seed", seed, "--json")
    scores = json.loads(result.out)["rounds"][0]
    sums = [sum(item["points"][seat] for item in scores["items"]) for seat in range(2)]
    assert scores["totals"] == [2 * points for points in sums]
    assert "Rummy 17!" in scores["remark"]
    sheet = rummy(home, "replay", "last").out
    assert next(line for line in sheet.splitlines() if line.startswith("Multiplier")).count("x2") == 2


def test_a_match_of_several_rounds(home: Path) -> None:
    result = rummy(home, "play", "rummy17", "--preset", "five_rounds", "--watch", "--players", "2", "--seed", "1")
    assert result.out.count("is over:") == 5
    assert result.out.count("Running total") == 4


def test_house_rules_are_checked_and_played(home: Path) -> None:
    (home / "ours.yaml").write_text(
        "variant: rummy17\nplayers: [greedy, random]\nrules:\n  claims:\n    allowed: never\nmatch:\n  rounds: 2\n",
        encoding="utf-8",
    )
    checked = rummy(home, "rules", "check", "ours.yaml")
    assert checked.code == 0
    assert "good; rummy17, 2 options set" in checked.out
    played = rummy(home, "play", "--rules", "ours.yaml", "--watch", "--seed", "4")
    assert played.out.count("is over:") == 2
    for words in ("whether a discard may be claimed out of turn: never", "rounds in a match: 2"):
        assert words in played.text.partition(" draws ")[0]
    assert not [line for line in played.out.splitlines() if " claims " in line]


def test_players_by_name_and_bot(home: Path) -> None:
    result = rummy(home, "play", "rummy17", "--players", "Anna,Ben,greedy,random", "--seed", "2")
    assert result.code == 0
    for name in ("Anna", "Ben", "greedy", "random"):
        assert name in result.out


def test_a_number_is_you_and_bots(home: Path) -> None:
    result = rummy(home, "play", "rummy17", "--players", "4", "--seed", "2")
    for name in ("You", "greedy 1", "greedy 2", "greedy 3"):
        assert name in result.out
    assert "greedy 4" not in result.out


def test_by_default_you_against_two(home: Path) -> None:
    result = rummy(home, "play", "rummy17", "--seed", "2")
    assert "You" in result.out
    assert "greedy 2" in result.out
    assert "greedy 3" not in result.out


def test_without_a_variant_it_asks(home: Path) -> None:
    result = rummy(home, "play", "--seed", "2", typed="rummy17\n")
    assert "Which game?" in result.out
    assert "Rummy 17 - round 1" in result.out
    ended = rummy(home, "play", typed="")
    assert ended.code == 2
    assert ended.out.endswith("Number or name: \n")
    assert ended.err.startswith("Error: Name a game, for example: ")


@pytest.mark.parametrize("word", ["quit", "q"])
def test_one_can_leave_when_asked_for_a_game(home: Path, word: str) -> None:
    left = rummy(home, "play", "--seed", "2", typed=f"{word}\n")
    assert (left.code, left.err) == (0, "")
    assert left.out.endswith(f"Number or name: {word}\n\nYou left before the game began.\n")


@pytest.mark.parametrize(("command", "sentence"), [("play", "'' cannot be a name"), ("score", "Type a name.")])
def test_no_names_are_no_players(home: Path, command: str, sentence: str) -> None:
    result = rummy(home, command, "rummy17", "--players", "")
    assert result.code == 2
    assert sentence in result.err


def test_end_of_input_says_how_to_go_on(home: Path) -> None:
    result = rummy(home, "play", "rummy17", "--seed", "2", typed="draw stock\n")
    assert result.code == 0
    assert "The input has ended." in result.out
    assert "rummy play --resume" in result.out


def test_resume_goes_on_where_the_game_was_left(home: Path) -> None:
    left = rummy(home, "play", "rummy17", "--seed", "2", "--players", "Anna,Ben", typed="draw stock\nquit\n")
    assert "You left the table" in left.out
    hand = next(line for line in left.out.splitlines()[::-1] if line.startswith("Hand"))
    again = rummy(home, "play", "--resume")
    assert "1 move in." in again.out
    assert hand in again.out


def test_helpers_in_play(home: Path) -> None:
    typed = (
        "draw stock\npass\nhelp\nhelp meld\nhelp nonsense\nmoves\n"
        "sort value\nsort sideways\nrule r17-jok-02\nrule x\nshow\n"
    )
    result = rummy(home, "play", "rummy17", "--seed", "2", "--players", "Anna,Ben", typed=typed)
    assert "for example: discard" in result.text
    assert "There is no help for 'nonsense'" in result.text
    assert "R17-JOK-02: You may take a joker from the pool" in result.text
    assert "There is no rule X" in result.text
    assert "Say 'sort colour' or 'sort value'." in result.text


def test_rules_by_topic(home: Path) -> None:
    result = rummy(home, "play", "rummy17", "--seed", "2", "--players", "Anna,Ben", typed="rule\nrule jok\nrule x-y\n")
    overview, _, topic = result.out.partition("rule jok\n")
    topics = [line for line in overview.splitlines() if line.startswith("  R17-")]
    assert any(line.split()[:3] == ["R17-JOK", "8", "rules:"] for line in topics)
    assert len(topics) < 15
    assert all(len(line) <= 100 for line in topics)
    assert sum(line.startswith("R17-JOK-0") for line in topic.splitlines()) == 8
    assert "There is no rule X-Y." in topic


def test_rules_that_are_not_played_are_no_part_of_the_overview(home: Path) -> None:
    typed = "rule\nrule net-meld-01\nrule rom-meld-01\n"
    result = rummy(home, "play", "raeuber_romme", "--seed", "9", "--players", "2", typed=typed)
    overview, _, named = result.out.partition("rule net-meld-01\n")
    assert "ROM-MELD    4 rules" in overview
    assert "NET-" not in overview
    played, _, other = named.partition("rule rom-meld-01\n")
    assert "NET-MELD-01: " in played
    assert "The booklet of this table does not tell this rule." in played
    assert "does not tell" not in other


def test_play_takes_a_preset_behind_its_variant(home: Path) -> None:
    asked = ("--watch", "--players", "2", "--seed", "1", "--json")
    named = rummy(home, "play", "rummy17:five_rounds", *asked)
    assert named.code == 0
    apart = rummy(home, "play", "rummy17", "--preset", "five_rounds", *asked)
    assert json.loads(named.out)["totals"] == json.loads(apart.out)["totals"]
