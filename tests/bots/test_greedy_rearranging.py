"""What greedy does where the whole table may be rearranged."""

from __future__ import annotations

from random import Random

import pytest

from rummykit.scenario import Scenario
from rummykit_bots.greedy import Greedy

GAME = Scenario("raeuber_romme", preset="brettspielnetz")
TABLE = ["2: 5g 6g 7g 8g 9g", "2: 4b 4r 4g", "2: 10r 11r 12r"]


def move(hand: str) -> str:
    """Return greedy's move with this hand, in the middle of a round."""
    table = GAME.deal(hands=[hand, "1b 1r 9y"], table=TABLE, melded=[0, 1])
    return str(Greedy()(table.round.view(0), Random(1)))


@pytest.mark.parametrize("hand", ["13r", "7g", "7g 13r", "8r *"])
def test_it_goes_out_when_it_can_even_with_the_joker(hand: str) -> None:
    table = GAME.deal(hands=[hand, "1b 1r 9y"], table=TABLE, melded=[0, 1])
    while table.round.outcome is None:
        assert table.round.active == 0, "the turn ended with cards in the hand"
        table.play(str(Greedy()(table.round.view(0), Random(1))))
    assert table.round.outcome.seat == 0


def test_it_plays_what_it_can_and_keeps_the_joker() -> None:
    assert move("7g 13r 1b 3y 6b 9b 8r *") == "arrange 1,3 -> 5g 6g 7g | 7g 8g 9g | 10r 11r 12r 13r"


def test_short_of_one_place_it_draws_and_plays_all_at_once_later() -> None:
    assert move("13r 2y") == "pass"


def test_when_the_stock_ends_it_plays_what_it_can() -> None:
    table = GAME.deal(hands=["13r 2y", "1b 1r 9y"], table=TABLE, melded=[0, 1], stock_size=2)
    assert str(Greedy()(table.round.view(0), Random(1))) != "pass"
