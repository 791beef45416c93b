"""The log in words: moves that not every game has."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.command import PLUGINS, rummy
from rummykit.scenario import Scenario
from rummykit.table import Ending, Outcome
from rummykit_cli.words import tell, tell_end

GAME = Scenario("raeuber_romme", plugins=PLUGINS, preset="no_pile", rearranging={"rearrange_requires_hand_card": False})


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("pass", "player 1 passes and draws a card."),
        (
            "arrange 1,2,3 -> 5c 6c 7c | 7c 8c 9c | 4d 5d 6d 7d | 2s 2h 2d",
            "player 1 takes apart melds 1, 2 and 3 and lays 5c 6c 7c (meld 4) and 7c 8c 9c (meld 5) and 4d 5d 6d 7d "
            "(meld 6) and 2s 2h 2d (meld 7), adding 4d 7c.",
        ),
        ("arrange 2 -> 5d 6d 7d", "player 1 takes apart meld 2 and lays 5d 6d 7d (meld 4)."),
        ("end", "player 1 ends the turn."),
    ],
)
def test_moves_are_told(move: str, told: str) -> None:
    melds = ["1: 5c 6c 7c 8c 9c", "1: 5d 6d 7d", "2: 2s 2h 2d"]
    table = GAME.deal(hands=["7c 4d Kd", "Jc"], table=melds, drawn=move == "end")
    assert tell(table.read(move), table.round) == told


def test_a_pass_without_a_stock_draws_nothing() -> None:
    table = GAME.deal(hands=["7c"], stock_size=0)
    assert tell(table.read("pass"), table.round) == "player 1 passes."


def test_the_end_is_told() -> None:
    names = ("Ann", "Ben")
    assert tell_end(Outcome(Ending.OUT, 1), names) == "Ben went out"
    assert tell_end(Outcome(Ending.PASSED), names) == "the stock was used up and all passed"


def test_a_game_without_a_pile_in_the_terminal(home: Path) -> None:
    typed = "help\ndiscard 1b\nend\npass\nquit\n"
    result = rummy(home, "play", "raeuber_romme", "--preset", "brettspielnetz", "--seed", "3", typed=typed)
    assert "place cards or pass" in result.text
    assert "arrange MELD-NUMBER,MELD-NUMBER ->" in result.text
    assert "discard CARD" not in result.text
    assert "This game does not know the move 'discard'" in result.text
    assert "You have placed no card from your hand in this turn: place one, or pass." in result.text
    assert "You pass and draw a card." in result.text
    assert "You drew" in result.text
    assert "open card" not in result.text


def test_bots_play_the_presets_to_the_end(home: Path) -> None:
    for preset in ("brettspielnetz", "no_pile"):
        result = rummy(home, "play", "raeuber_romme", "--preset", preset, "--watch", "--players", "random,random")
        assert result.code == 0
        assert "Round 1 is over" in result.text
