"""The tour is offered once, at a terminal, to whoever has not played yet and wants nothing special."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from cli.command import rummy
from cli.terminal import Terminal

OFFER = "Your first game? Type 'learn' for a two-minute tour, or press Enter to play."


def records(home: Path) -> list[Path]:
    return list((home / "games").glob("*.rummy"))


def test_it_is_offered_once(home: Path) -> None:
    first = Terminal(home, "play", "rummy17", "--plain")
    first.until(OFFER)
    first.type("learn\n")
    first.until("Press Enter to go on.")
    first.type("skip\n")
    first.until("That works in a lesson; here Enter goes on, and 'quit' leaves the tour.")
    first.until("Press Enter to go on.")
    first.type("\n")
    first.until("Type: draw stock")
    first.type("draw stock\n")
    first.until("You drew 2v.")
    first.until("Press Enter to go on.")
    first.type("quit\n")
    first.until("Take it again with: rummy learn")
    assert first.process.wait(60) == 0
    assert records(home) == []
    second = Terminal(home, "play", "rummy17", "--plain")
    second.until("Pool")
    assert OFFER not in second.seen
    second.type("quit\n")
    second.process.wait(60)


def test_whoever_presses_enter_plays(home: Path) -> None:
    terminal = Terminal(home, "play", "rummy17", "--plain")
    terminal.until(OFFER)
    assert records(home) == []
    terminal.type("\n")
    terminal.until("Pool")
    assert len(records(home)) == 1
    terminal.type("quit\n")
    terminal.process.wait(60)


def test_a_slip_is_asked_about(home: Path) -> None:
    terminal = Terminal(home, "play", "rummy17", "--plain")
    terminal.until(OFFER)
    terminal.type("lern\n")
    terminal.until("'lern' is not an answer to that. Did you mean learn?")
    terminal.until("or press Enter to play.")
    assert records(home) == []
    terminal.type("learn\n")
    terminal.until("Welcome to Rummy 17!")
    terminal.type("quit\n")
    assert terminal.process.wait(60) == 0


def test_ctrl_c_at_the_offer_leaves(home: Path) -> None:
    terminal = Terminal(home, "play", "rummy17")
    terminal.until(OFFER)
    terminal.press_ctrl_c()
    assert "You left before the game began." in terminal.rest()
    assert terminal.process.wait(60) == 130
    assert records(home) == []


@pytest.mark.parametrize("word", ["quit", "q"])
def test_one_can_say_that_one_leaves_the_offer(home: Path, word: str) -> None:
    terminal = Terminal(home, "play", "rummy17")
    terminal.until(OFFER)
    terminal.type(f"{word}\n")
    assert "You left before the game began." in terminal.rest()
    assert terminal.process.wait(60) == 0


def test_whoever_has_played_is_not_asked(home: Path) -> None:
    rummy(home, "play", "rummy17", "--watch", "--seed", 2)
    (home / "games" / ".tour-offered").unlink(missing_ok=True)
    terminal = Terminal(home, "play", "rummy17", "--plain")
    terminal.until("Pool")
    assert OFFER not in terminal.seen
    terminal.type("quit\n")
    terminal.process.wait(60)


@pytest.mark.parametrize(
    "arguments",
    [
        ("rummy17", "--strict"),
        ("rummy17", "--players", "Anna,greedy"),
        ("rummy17", "--seed", "0"),
        ("rummy17", "--watch", "--pace", "slow"),
        ("wiener_rummy",),
    ],
    ids=" ".join,
)
def test_whoever_wants_something_special_is_not_asked(home: Path, arguments: tuple[str, ...]) -> None:
    terminal = Terminal(home, "play", *arguments, "--plain")
    end = time.monotonic() + 20
    while not records(home):
        assert time.monotonic() < end, "the game does not begin by itself"
        time.sleep(0.05)
    terminal.process.kill()
    terminal.process.wait(60)
    terminal.hang_up()


def test_resuming_asks_nothing(home: Path) -> None:
    terminal = Terminal(home, "play", "--resume")
    terminal.until("there is no unfinished game")
    assert terminal.process.wait(60) == 2
    assert OFFER not in terminal.seen


@pytest.mark.parametrize("arguments", [(), ("--watch", "--json")], ids=" ".join)
def test_nobody_is_asked_without_a_terminal(home: Path, arguments: tuple[str, ...]) -> None:
    assert "first game" not in rummy(home, "play", "rummy17", *arguments, typed="quit\n").text
    assert len(records(home)) == 1


def test_a_pause_of_the_tour_takes_no_word_for_enter(home: Path) -> None:
    tour = Terminal(home, "learn")
    tour.until("Press Enter to go on.")
    tour.type("banana\n")
    tour.until("That works in a lesson; here Enter goes on, and 'quit' leaves the tour.\r\nPress Enter to go on.")
    assert "Lesson 1" not in tour.seen
    tour.type("quit\n")
    assert tour.process.wait(60) == 0
