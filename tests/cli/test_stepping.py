"""`rummy replay --step`: forwards, backwards, to a round, to a move, as one player sees it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.command import rummy
from cli.recordings import NAMES, recorded
from cli.terminal import Terminal
from rummykit.engine.match import Match

PROMPT = re.compile(r"^Step \d+ of \d+, move (\d+) of (\d+) \(.*?\): (.*)$", re.MULTILINE)


INTRODUCTION = "'help' lists the other commands.\n"


def screens(home: Path, *commands: str, seat: str | None = None) -> list[str]:
    """What a session shows: the first step, then what comes of each command."""
    options = ("--seat", seat) if seat else ()
    result = rummy(home, "replay", "game.rummy", "--step", *options, typed="".join(f"{line}\n" for line in commands))
    assert result.code == 0
    parts = PROMPT.split(result.out.partition(INTRODUCTION)[2])
    assert parts[3::4] == [*commands, ""], "every command is shown behind its prompt"
    return [screen.strip("\n") for screen in parts[:-1:4]]


@pytest.fixture
def match(home: Path) -> Match:
    return recorded(home / "game.rummy", "rummy17", preset="five_rounds")


def test_stepping_tells_the_game_as_replaying_does(home: Path, match: Match) -> None:
    told = rummy(home, "replay", "game.rummy").out
    moves = re.findall(r"^(?:Anna|Ben|Cem) (?!wins).*[.!]$", told, re.MULTILINE)
    assert len(moves) > 100
    deals, met = 0, 0
    for screen in screens(home, *["next"] * (len(moves) + 4)):
        if re.search(r"^Round \d: .* deals\.", screen, re.MULTILINE):
            deals += 1
        else:
            assert re.search(rf"^{re.escape(moves[met])}", screen, re.MULTILINE)
            met += 1
    assert (deals, met) == (5, len(moves))


def test_going_back_shows_the_same_step_again(home: Path, match: Match) -> None:
    forwards = screens(home, *["next"] * 40)
    back = screens(home, "next 40", *["back"] * 40)
    assert list(reversed(back[1:])) == forwards
    assert len(set(forwards)) == 41


def test_jumps(home: Path, match: Match) -> None:
    walked = screens(home, "round 3", "next", "next 7", "back 8", "start", "end", "move 60", "move 0")
    start, third, _, _, again, first, end, sixty, zero = walked
    assert "Round 3: " in third
    assert "round 3 - lap 1" in third
    assert third == again
    assert first == zero == start
    assert "Round 5 is over: " in end
    assert " win" in end
    assert "round 3" not in sixty
    number = PROMPT.findall(rummy(home, "replay", "game.rummy", "--step", typed="move 60\n").out)[1][0]
    assert 56 <= int(number) <= 60, "a claim that was not made belongs to the step before it"


def test_after_a_round_its_sheet_is_shown(home: Path, match: Match) -> None:
    end_of_first = screens(home, "round 2", "back")[2]
    assert "Round 1 is over: " in end_of_first
    assert "Penalty points [R17-SCORE-01]" in end_of_first
    for seat, name in enumerate(NAMES):
        assert f"{match.scores[0].totals[seat]} points so far" in end_of_first
        assert name in end_of_first


def test_a_seat_sees_its_own_hand_only(home: Path, match: Match) -> None:
    for name in NAMES:
        shown = screens(home, "next", "next", "round 2", "end", seat=name)
        assert all(re.search(rf"^Hand +{name}: ", screen, re.MULTILINE) for screen in shown)
        assert not any(f" {other}: " in screen for screen in shown for other in NAMES if other != name)


def test_a_game_in_play_shows_no_hand_without_a_seat(home: Path) -> None:
    recorded(home / "game.rummy", "rummy17", moves=30)
    assert "the game is not over, so all hands are left out" in rummy(home, "replay", "game.rummy", "--step").text
    shown = screens(home, "next", "end")
    assert not any("Hand" in screen for screen in shown)
    assert "The game is not over." in shown[-1]


def test_a_game_that_is_over_shows_all_hands(home: Path, match: Match) -> None:
    hands = [line for line in screens(home)[0].splitlines() if re.search(r"(Anna|Ben|Cem): .*\d", line)]
    assert len(hands) == 3


def test_what_is_no_command_is_told(home: Path, match: Match) -> None:
    said = screens(home, "bakc", "back", "round 9", "move 100000", "move", "next x", "end", "next", "help")
    assert "'bakc' is not a command. Did you mean back?" in said[1]
    assert "This is the beginning." in said[2]
    assert "There is no round 9, only 1 to 5." in said[3]
    assert "There is no move 100000, only 0 to " in said[4]
    assert "Put a number after the command, for example: move 12" in said[5]
    assert "Put a number" in said[6]
    assert "This is the end of the record." in said[8]
    for word in ("next", "back", "round", "move", "start", "end", "quit"):
        assert f"  {word}" in said[9]


def test_steps_are_counted_where_some_hold_several_moves(home: Path, match: Match) -> None:
    printed = rummy(home, "replay", "game.rummy", "--step", typed="next 5\nback 2\n").out
    assert re.findall(r"^Step (\d+) of", printed, re.MULTILINE) == ["1", "6", "4"]


def test_arrow_keys_step_and_nothing_raw_is_printed(home: Path, match: Match) -> None:
    printed = rummy(home, "replay", "game.rummy", "--step", typed="\x1b[C\x1b[B\n\x1b[D\n\x1b[6n\n").out
    assert re.findall(r"^Step (\d+) of", printed, re.MULTILINE) == ["1", "3", "2", "2"]
    assert "'\\x1b[6n' is not a command." in printed
    assert "\x1b" not in printed


def test_arrow_keys_at_a_terminal(home: Path, match: Match) -> None:
    terminal = Terminal(home, "replay", "game.rummy", "--step")
    terminal.until("quit): ")
    for key, step in (("\x1b[C", "Step 2 of"), ("\x1b[C", "Step 3 of"), ("\x1b[D", "Step 2 of"), ("\n", "Step 3 of")):
        terminal.type(key)
        assert step in terminal.until("quit): ")
    terminal.type("quit\n")
    assert terminal.process.wait(60) == 0
    assert "no command" not in terminal.seen


def test_quit_and_the_end_of_the_input_leave(home: Path, match: Match) -> None:
    left = rummy(home, "replay", "game.rummy", "--step", typed="next\nquit\nnext\n")
    assert (left.code, len(PROMPT.findall(left.out))) == (0, 2)
    assert rummy(home, "replay", "game.rummy", "--step").code == 0


def test_a_match_with_buy_backs_and_players_who_are_out(home: Path) -> None:
    match = recorded(home / "game.rummy", "wiener_rummy", seed=7)
    end = screens(home, "end", seat="Anna")[1]
    out = [NAMES[seat] for seat in range(3) if seat not in match.seated]
    assert out
    for name in out:
        assert re.search(rf"{name} +out, ", end)
    assert " chips" in end


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--seat", "Ben"], "--seat goes with --step."),
        (["--step", "--json"], "Choose either --step or --json."),
        (["--step", "--seat", "Bene"], "Nobody called 'Bene' sits here, only Anna, Ben and Cem. Did you mean Ben?"),
    ],
)
def test_options_that_do_not_go_together(home: Path, match: Match, options: list[str], why: str) -> None:
    result = rummy(home, "replay", "game.rummy", *options)
    assert result.code == 2
    assert why in result.text


def test_a_record_that_does_not_hold_is_refused(home: Path, match: Match) -> None:
    file = home / "game.rummy"
    lines = file.read_text("utf-8").splitlines()
    file.write_text("\n".join([*lines[:40], *lines[41:]]) + "\n", encoding="utf-8")
    result = rummy(home, "replay", "game.rummy", "--step")
    assert result.code == 2
    assert "game.rummy:41: this line does not fit its hash" in result.text
