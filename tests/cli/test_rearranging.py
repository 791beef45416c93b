"""Rearranging the table at the terminal: typed in one line, and step by step."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from cli.command import COMMAND, Result, environment, rummy
from rummykit.engine.actions import Rearrange
from rummykit.engine.notation import read_action
from rummykit.events import moved
from rummykit.scenario import Scenario
from rummykit_bots.hints import hint
from rummykit_cli.render.telling import tell

HOUSE_RULES = """
variant: raeuber_romme
rules:
  deal:
    cards: 20
  first_meld:
    min: 0
"""
CLUBS = 24506
"""The seed of a deal in which Anna begins, and holds 5c 6c 7c 7c 8c 9c."""
FIVES_AND_SIXES = 35158
"""The seed of a deal in which Anna begins, and holds 5d 6d 7d, 5s 6s and a joker, 5c 6h 9d."""


@pytest.fixture
def table(home: Path) -> Path:
    path = home / "table.yaml"
    path.write_text(HOUSE_RULES, encoding="utf-8")
    return path


def anna(table: Path, seed: int, *typed: str) -> Result:
    """Play as Anna, who begins, and leave."""
    lines = "\n".join([*typed, "quit", ""])
    return rummy(table.parent, "play", "--rules", table, "--players", "Anna,greedy", "--seed", seed, typed=lines)


def test_the_first_example_typed_in_one_line(table: Path) -> None:
    played = anna(table, CLUBS, "meld 5c 6c 7c 8c 9c", "arrange 1 -> 5c 6c 7c | 7c 8c 9c")
    assert "Anna takes apart meld 1 and lays 5♣ 6♣ 7♣ (meld 2) and 7♣ 8♣ 9♣ (meld 3), adding 7♣." in played.text


def test_cards_left_over_are_named(table: Path) -> None:
    played = anna(table, CLUBS, "meld 5c 6c 7c 8c 9c", "arrange 1 -> 7c 8c 9c")
    assert "Refused: 5♣ and 6♣ are left over" in played.text
    assert "takes apart" not in played.text


def test_the_second_example_typed_in_one_line(table: Path) -> None:
    played = anna(
        table,
        FIVES_AND_SIXES,
        "meld 5d 6d 7d",
        "meld 5s 6s *=7s",
        "arrange 1,2 -> 5d 5s 5c | 6d 6h 6s | 7d *=8d 9d",
    )
    assert "Anna takes apart melds 1 and 2" in played.text
    assert "7♦ *=8♦ 9♦ (meld 5)" in played.text


def test_what_takes_nothing_apart_is_told_as_laying_off(table: Path) -> None:
    played = anna(table, CLUBS, "meld 5c 6c 7c", "arrange 1 -> 5c 6c 7c 8c 9c")
    assert "Anna lays off 8♣ and 9♣ on meld 1 (now meld 2)." in played.text
    assert "takes apart" not in played.text


def test_new_melds_beside_it_are_told_with_their_numbers() -> None:
    dealt = Scenario("raeuber_romme").deal(hands=["8c Kd Ks Kh 2s", "3s"], table=["1: 5c 6c 7c"], drawn=True).round
    action = read_action("arrange 1 -> Ks Kh Kd | 5c 6c 7c 8c", dealt)
    assert isinstance(action, Rearrange)
    name = dealt.names[0]
    told = tell(moved(action, dealt, 0), dealt.names)
    assert told == f"{name} lays off 8c on meld 1 (now meld 3). {name} melds Ks Kh Kd (meld 2)."


def test_a_hint_lays_off_what_needs_no_rearranging() -> None:
    round = Scenario("raeuber_romme").deal(hands=["8c Kd 2s", "3s"], table=["1: 5c 6c 7c"], drawn=True).round
    told = hint(round.view(0), Random(1))
    assert told.action == read_action("layoff 8c > 1", round)
    assert told.move == "You can lay 8c off on meld 1: layoff 8c > 1"


STEPS = ["rearrange", "take 1", "take 2", "put 5d 5s 5c", "put 6d 6h 6s", "put 7d * 9d"]


def test_step_by_step(table: Path) -> None:
    played = anna(table, FIVES_AND_SIXES, "meld 5d 6d 7d", "meld 5s 6s *=7s", *STEPS, "done")
    assert "c 7♦ *=8♦ 9♦ <- a run, 24 points" in played.text
    assert "Anna takes apart melds 1 and 2" in played.text


def test_nothing_is_played_before_done(table: Path) -> None:
    played = anna(table, FIVES_AND_SIXES, "meld 5d 6d 7d", "meld 5s 6s *=7s", *STEPS, "leave")
    assert "The table is as it was." in played.text
    assert "Lay out cards, or discard one (meld, layoff, rearrange, discard): rearrange" in played.text
    assert "takes apart" not in played.text
    record = next((table.parent / "games").glob("*.rummy")).read_text(encoding="utf-8")
    assert "arrange 1" not in record


@pytest.mark.parametrize(
    ("steps", "answer"),
    [
        (["take 9"], "There is no group 9, only 1, 2."),
        (["take Kd < 1"], "There is no K♦ in 1."),
        (["take 5h"], "5♥: no group has it."),
        (["take"], "Say what to take: 'take 1', or 'take CARD CARD < 1'."),
        (["put 5d"], "There is no 5♦ among the loose cards or in your hand. It is in 1: 'take 5d < 1' first."),
        (["put"], "Say which cards"),
        (["put Xx"], "'Xx' is not a card of this pack"),
        (["undo"], "There is no step to undo."),
        (["done"], "Nothing has changed yet."),
        (["take 1", "done"], "5♦, 6♦ and 7♦ are loose: they were on the table and must go back into melds there."),
        (["take 7d < 1", "done"], "1 is not yet a meld."),
        (["take 7d < 1"], "1 5♦ 6♦ <- not yet: 5♦ 6♦ is too short"),
        (["tkae 1"], "'tkae' is not a step. Did you mean take?"),
        (["help"], "undo: go back one step"),
    ],
)
def test_what_is_wrong_with_a_step_is_said(table: Path, steps: list[str], answer: str) -> None:
    played = anna(table, FIVES_AND_SIXES, "meld 5d 6d 7d", "meld 5s 6s *=7s", "rearrange", *steps, "leave")
    assert answer in played.text


def test_a_refused_rearrangement_can_be_mended(table: Path) -> None:
    steps = ["take 1", "put *=4s 5s 6s", "done", "leave"]
    played = anna(table, FIVES_AND_SIXES, "meld 5s 6s *=7s", "rearrange", *steps)
    assert "Refused: A rearrangement must place at least one card from your hand." in played.text
    assert "The table is as it was." in played.text


def test_a_meld_put_back_as_it_was_is_left_alone(table: Path) -> None:
    first = ("meld 5d 6d 7d", "meld 5s 6s *=7s", "rearrange")
    back = ("take 2", "put 5s 6s *=7s", "done")
    played = anna(table, FIVES_AND_SIXES, *first, *back, "take 1", "put 5d 5s 5c", "undo", "undo", "leave")
    assert "Nothing has changed yet." in played.text
    area = played.out.rpartition("Nothing has changed yet.")[0].rpartition("): put")[2]
    assert " 2  5♠ 6♠ *=7♠\n" in area, "without a remark, under its number"


def test_the_work_area_keeps_the_order_of_the_hand(table: Path) -> None:
    played = anna(table, FIVES_AND_SIXES, "sort value", "meld 5d 6d 7d", "rearrange", "leave")
    hands = [line for line in played.out.splitlines() if line.startswith("Hand")]
    assert len(hands) == 4
    assert hands[-1] == hands[-2] != hands[0]


def test_before_the_first_meld_it_is_refused_at_once(table: Path) -> None:
    played = anna(table, CLUBS, "rearrange")
    assert "Refused:" in played.text
    assert "Rearrange (" not in played.text


# -- in a real terminal ----------------------------------------------------------------------------------


PATIENCE = 400
"""How often to look, twenty times a second, for what a slow machine takes its time to show."""


class Pane:
    """A terminal of 90 × 40 inside tmux."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._tmux = ["tmux", "-S", str(folder / "tmux.socket"), "-f", "/dev/null"]
        env = {**environment(folder), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        env.pop("COLUMNS")
        command = ["new-session", "-d", "-x", "90", "-y", "40", "-c", str(folder), *COMMAND, *arguments]
        subprocess.run([*self._tmux, *command], check=True, env=env)

    def type(self, line: str) -> None:
        subprocess.run([*self._tmux, "send-keys", "-l", line], check=True)
        subprocess.run([*self._tmux, "send-keys", "Enter"], check=True)

    def interrupt(self) -> None:
        """Press Ctrl-C and wait until the command, and tmux with it, has ended."""
        subprocess.run([*self._tmux, "send-keys", "C-c"], check=True)
        for _ in range(PATIENCE):
            if subprocess.run([*self._tmux, "has-session"], capture_output=True, check=False).returncode:
                return
            time.sleep(0.05)
        raise AssertionError("Ctrl-C did not end the command")

    def screen(self, until: str, times: int = 1) -> str:
        """Return the screen as soon as *until* is on it, so many *times*."""
        for _ in range(PATIENCE):
            shown = subprocess.run([*self._tmux, "capture-pane", "-p"], capture_output=True, text=True, check=True)
            if shown.stdout.count(until) >= times:
                return shown.stdout
            time.sleep(0.05)
        raise AssertionError(f"{until!r} did not come:\n{shown.stdout}")

    def close(self) -> None:
        subprocess.run([*self._tmux, "kill-server"], check=False, capture_output=True)


@pytest.fixture
def pane(table: Path) -> Iterator[Pane]:
    assert shutil.which("tmux"), "these tests need tmux"
    seed = str(FIVES_AND_SIXES)
    pane = Pane(table.parent, "play", "--plain", "--rules", str(table), "--players", "Anna,greedy", "--seed", seed)
    yield pane
    pane.close()


@pytest.mark.tmux
def test_a_newcomer_rearranges_three_melds(pane: Pane) -> None:
    for line, seen in [
        ("meld 5d 6d 7d", "Anna melds 5♦ 6♦ 7♦ (meld 1)."),
        ("meld 5s 6s *=7s", "Anna melds 5♠ 6♠ *=7♠ (meld 2)."),
        ("rearrange", "Nothing is played until you say 'done';"),
        ("take 1", "Loose    5♦ 6♦ 7♦  must go back into a meld"),
        ("take 2", "Loose    5♠ 6♠ 5♦ 6♦ 7♦ *  must go back into a meld"),
        ("put 5d 5s 5c", "a  5♠ 5♦ 5♣  <- a set, 15 points"),
        ("put 6d 6h 6s", "b  6♠ 6♥ 6♦  <- a set, 18 points"),
        ("put 7d 9d", "c  7♦ 9♦  <- not yet: 7♦ 9♦ is too short"),
        ("done", "c is not yet a meld."),
        ("undo", "Loose    7♦ *  must go back into a meld"),
        ("put 7d * 9d", "c  7♦ *=8♦ 9♦  <- a run, 24 points"),
        ("done", "Anna takes apart melds 1 and 2"),
    ]:
        pane.type(line)
        screen = pane.screen(until=seen)
        assert all(len(row) <= 90 for row in screen.splitlines())
        assert "\x1b" not in screen
    assert "5  7♦ *=8♦ 9♦" in pane.screen(until="(Anna)", times=3)
    pane.type("quit")


@pytest.mark.tmux
def test_ctrl_c_in_the_middle_of_a_rearrangement_loses_nothing(pane: Pane, home: Path) -> None:
    pane.type("meld 5d 6d 7d")
    pane.screen(until="(meld 1)")
    pane.type("rearrange")
    pane.type("take 1")
    pane.screen(until="must go back into a meld")
    pane.interrupt()
    record = next((home / "games").glob("*.rummy"))
    resumed = rummy(home, "play", "--resume", record)
    assert "1 5♦ 6♦ 7♦ (Anna)" in resumed.text
