"""A score sheet kept at a real terminal."""

from __future__ import annotations

import json
from pathlib import Path

from cli.command import rummy
from cli.terminal import Terminal

TABLE = ["score", "wiener_rummy:knock", "--players", "Anna,Ben"]


def test_a_round_at_the_terminal_and_ctrl_c(home: Path) -> None:
    terminal = Terminal(home, *TABLE)
    for prompt, answer in (
        ("Who deals first? (Anna or Ben): ", "Ann\x7fna"),  # a slip, taken back with the backspace key
        ("Who knocked or called? (Anna, Ben or nobody): ", "b"),
        ("How did Ben end the round? (1 with a knock, 2 with a call): ", "1"),
        ("What does Anna have left? (cards or points; 0 for nothing): ", "5s 6s 7s Kd"),
        ("What does Ben have left? (cards or points; 0 for nothing): ", "2"),
    ):
        terminal.until(prompt)
        terminal.type(f"{answer}\n")
    shown = terminal.until("Who knocked or called? (Anna, Ben or nobody): ")
    assert "Cards in no meld" in shown
    assert "Round 2: Ben deals." in shown
    terminal.press_ctrl_c()
    terminal.until("rummy score --resume")
    assert terminal.process.wait(60) == 130
    assert "Traceback" not in terminal.seen
    data = json.loads(rummy(home, "score", "--resume", "--json").out)
    assert data["totals"] == [8, 0], "by this preset only what is above the lowest hand counts"
    assert (data["sheet"][-1]["by"], data["dealer"]) == ("Ben", "Ben")


def test_a_long_question_leaves_room_for_the_answer(home: Path) -> None:
    terminal = Terminal(home, *TABLE, columns=60)
    terminal.until("Who deals first? (Anna or Ben): ")
    terminal.type("Anna\n")
    terminal.until("Who knocked or called? (Anna, Ben or nobody)\r\n> ")
    terminal.type("Ben\n")
    terminal.until("How did Ben end the round?")
    terminal.type("quit\n")
    assert terminal.process.wait(60) == 0


def test_a_terminal_that_is_closed_loses_no_answer(home: Path) -> None:
    terminal = Terminal(home, *TABLE)
    terminal.until("Who deals first? (Anna or Ben): ")
    terminal.type("Ben\n")
    terminal.until("Who knocked or called? (Anna, Ben or nobody): ")
    terminal.hang_up()
    terminal.process.wait(60)
    assert "Round 1: Ben deals." in rummy(home, "score", "--resume").text
