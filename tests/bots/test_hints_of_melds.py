"""Hints, and the moves they tell of, reckon with what a meld is at the table."""

from random import Random

import pytest

from rummykit.scenario import Scenario
from rummykit_bots.hints import Hint, hint
from rummykit_bots.hints.cards import Company


def company(hand: str, **melds: object) -> Company:
    table = Scenario("deutsches_romme", melds=melds).deal(hands=[hand, "Jc"], drawn=True, melded=[0])
    view = table.round.view(0)
    return Company(view, view.hand)


@pytest.mark.option("melds.min_run")
def test_a_run_of_four_takes_three_cards_that_go_together() -> None:
    usual, longer = company("5s 6s 9h"), company("5s 6s 9h", min_run=4)
    five = usual.pack.card("5s").kind
    assert [str(card) for card in usual.partners(five)] == [str(card) for card in longer.partners(five)] == ["6s"]
    assert (usual.hopes(five), longer.hopes(five)) == (4, 0)
    three = company("5s 6s 7s 9h", min_run=4)
    assert three.hopes(five) == three.chances() == 4
    assert three.chances(without=five) == 0


@pytest.mark.option("melds.min_set")
def test_a_set_of_four_takes_three_cards_of_a_rank() -> None:
    assert (company("9s 9h 2d").chances(), company("9s 9h 2d", min_set=4).chances()) == (4, 0)
    assert company("9s 9h 9d 2d", min_set=4).chances() == 2


@pytest.mark.option("melds.twins")
def test_equal_cards_are_a_pair_where_a_set_may_have_them() -> None:
    nine = company("9s").pack.card("9s").kind
    assert company("9s 9s 2d").is_double(nine)
    assert company("9s 9s 2d").hopes(nine) == 0
    twins = company("9s 9s 2d", twins=True)
    assert not twins.is_double(nine)
    assert [str(card) for card in twins.partners(nine)] == ["9s"]
    assert company("9s 2d", twins=True).partners(nine) == ()
    assert twins.hopes(nine) == 6


def hint_with_jokers_alone(hand: str, *melds: str) -> Hint:
    game = Scenario("deutsches_romme", jokers={"alone": True})
    table = game.deal(hands=[hand, "Jc 2s 3s 4d 8d"], table=melds, drawn=True, melded=[0])
    return hint(table.round.view(0), Random(0))


@pytest.mark.option("jokers.alone")
def test_jokers_are_laid_alone_where_no_other_cards_need_them() -> None:
    assert str(hint_with_jokers_alone("* * * 9h 9c 5s 6s 2d Kd").action) == "meld 5s 6s *=7s"
    assert str(hint_with_jokers_alone("* * * 9h 9c 9d 9s 2d Kd").action) == "meld 9s 9h 9d 9c"
    last = hint_with_jokers_alone("* * * 2d")
    assert (str(last.action), last.look) == ("meld * * *", "Look at *, * and * in your hand.")


@pytest.mark.option("jokers.alone")
def test_a_joker_is_swapped_to_lie_with_other_jokers() -> None:
    found = hint_with_jokers_alone("* * 9s 2d", "1: 9h 9c *")
    assert str(found.action) == "swap 9s > 1 : meld * * *"
    assert "which makes a meld with * and *" in found.why
