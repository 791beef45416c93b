"""One table for every habit of the greedy bot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from rummykit.engine.actions import Discard
from rummykit.engine.table import Ending
from rummykit.scenario import Scenario, Table
from rummykit_bots.greedy import Greedy


@cache
def scenario(players: int = 2) -> Scenario:
    return Scenario("rummy17", players)


def deal(hand: str, opponent: int = 9, table: Sequence[str] = (), **more: Any) -> Table:
    """Lay a table for two: the bot has drawn, and the opponent holds so many cards that play no part here."""
    named = f"{hand} {' '.join(table)} {more.get('open_card', '')} {more.get('stock_top', '')}".split()
    idle = [card.text for card in scenario().rules.pack.cards if not card.is_joker and card.text not in named]
    other_hand = " ".join(Random(1).sample(idle, opponent))
    return scenario().deal(hands=[hand, other_hand], table=table, **{"drawn": True} | more)


def final_turn(hand: str, drawn: str, **more: Any) -> Table:
    """Lay the table of a player who has just drawn the last stock card."""
    return deal(hand, stock_top=drawn, stock_size=1, drawn=False, **more).play("draw stock")


def answer(table: Table) -> str:
    view = table.round.view(table.round.actor)
    return str(Greedy()(view, Random(0)))


def play_on(table: Table, moves: int) -> list[str]:
    """Let the bot make up to so many moves for whoever is to act, and return them."""
    made: list[str] = []
    while len(made) < moves and table.round.outcome is None:
        made.append(answer(table))
        table.play(made[-1])
    return made


def thrown(table: Table) -> str:
    """Return the card the bot discards; anything but a discard fails."""
    action = table.read(answer(table))
    assert isinstance(action, Discard)
    return str(action.card)


# -- melding and laying off ------------------------------------------------------------------------------


def test_melds_what_it_holds() -> None:
    assert answer(deal("4r 4g 4v 9g 1b 12v 15y")) == "meld 4r 4g 4v"


def test_lays_off_once_it_has_melded() -> None:
    assert answer(deal("10y 1b 13v 5g", table=["1: 7y 8y 9y"])) == "layoff 10y > 1"


def test_takes_a_pool_joker_for_a_run_with_a_gap() -> None:
    assert answer(deal("4r 6r 7r 1b 13v 10g")) == "meld 4r *r=5r 6r 7r"


def test_swaps_a_joker_to_meld_with_it() -> None:
    assert answer(deal("7r 10r 11r 2b 13y", table=["1: 4r 5r 6r *r=7r"])).startswith("swap 7r > 1 : ")


def test_swaps_no_joker_into_its_own_display_where_that_costs_a_bonus() -> None:
    hand, melds = "4g 9b 9v 13b", ["1: 4r 5r 6r", "2: 1g 2g 3g *g=4g"]
    into_own_set = "swap 4g > 2 : meld 9b *g=9g 9v"
    assert answer(final_turn(hand, "15y", table=melds)) == into_own_set
    assert (
        answer(final_turn(hand, "15y", table=melds, side_cards=["fewest_jokers"])) == "swap 4g > 2 : layoff *g=5g > 2"
    )


def test_leaves_the_blue_card_out_of_a_set_for_fewest_blue() -> None:
    hand = "4r 4b 4g 4y 12v"
    assert "4b" in answer(final_turn(hand, "14y"))
    assert answer(final_turn(hand, "14y", side_cards=["fewest_blue"])) == "meld 4r 4g 4y"


def test_minds_the_bonus_cards_in_mid_round_too() -> None:
    hand = "4r 4b 4g 4y 12v 14y 9g"
    assert "4b" in answer(deal(hand))
    assert answer(deal(hand, side_cards=["fewest_blue"])) == "meld 4r 4g 4y"


def test_melds_a_blue_run_where_other_bonuses_outweigh_fewest_blue() -> None:
    hand = "10b 11b 12b 2r 5v"
    bonuses = ["fewest_blue", "most_cards", "most_runs", "longest_run"]
    assert answer(final_turn(hand, "14y", side_cards=bonuses)).startswith("meld 10b 11b 12b")


def test_lays_nothing_off_that_wins_a_bonus_for_an_opponent() -> None:
    hand, melds = "11y 1b 13v", ["1: 1r 2r 3r 4r", "2: 7y 8y 9y 10y"]
    assert answer(final_turn(hand, "6g", table=melds)) == "layoff 11y > 2"
    assert answer(final_turn(hand, "6g", table=melds, side_cards=["longest_run"])).startswith("discard")


# -- going out -------------------------------------------------------------------------------------------


def test_keeps_one_card_back_to_go_out() -> None:
    table = deal("4r 5r 6r 7r")
    play_on(table, 2)
    assert table.round.outcome is not None
    assert (table.round.outcome.ending, table.round.outcome.seat) == (Ending.OUT, 0)


def test_goes_out_with_melds_and_lay_offs_together() -> None:
    table = deal("10y 3r 3g 3v 11y 12b", table=["2: 7y 8y 9y"])
    assert play_on(table, 4)[-1] == "discard 12b"
    assert table.round.outcome is not None
    assert table.round.outcome.ending is Ending.OUT


def test_goes_out_even_if_the_last_lay_off_costs_a_bonus() -> None:
    melds = ["1: 1r 2r 3r 4r", "2: 7y 8y 9y 10y"]
    assert answer(deal("11y 13v 16g", table=melds, side_cards=["longest_run"])).startswith("discard")
    assert answer(deal("11y 13v", table=melds, side_cards=["longest_run"])) == "layoff 11y > 2"


@pytest.mark.parametrize(("opponent", "ahead"), [(9, True), (1, False)])
def test_ends_with_the_doubling_card_only_when_ahead(opponent: int, ahead: bool) -> None:
    melds = ["2: 3r 3b 3g 3y 3v", "2: 5r 5b 5g", "2: 8y 9y 10y 11y 12y", "2: 8v 9v 10v"]
    bonuses = ["most_cards", "most_sets", "longest_set", "most_runs"]
    table = deal("14g 15g 16g 17g", opponent, table=() if ahead else melds, side_cards=() if ahead else bonuses)
    play_on(table, 2)
    assert table.round.outcome is not None
    assert (str(table.round.outcome.last_card) == "17g") is ahead


def test_saves_the_doubling_card_when_going_out_is_near() -> None:
    melds = ["1: 1r 2r 3r 4r", "1: 8y 9y 10y"]
    assert thrown(deal("17g 12b 14v", table=melds)) in ("12b", "14v")
    # Of two such cards only one can be the last.
    assert thrown(deal("17g 17r 3v", table=melds)) in ("17g", "17r")


def test_saves_no_doubling_card_far_from_going_out() -> None:
    assert thrown(deal("17g 4r 5r 9g 9b 12y 13y 2v 3v")) == "17g"


# -- the open card ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("open_card", "hand", "melds", "takes"),
    [
        pytest.param("6r", "4r 5r 1b 13v 10g 16y", [], True, id="completes a run"),
        pytest.param("9v", "9g 9y 1b 13v 5g 16y", [], True, id="completes a set"),
        pytest.param("7r", "4r 6r 1b 13v 10g 16y", [], True, id="completes a run with a pool joker"),
        pytest.param("7r", "4r 6r 1b 13v 10g 16y", ["2: 1r 2r *r=3r"], False, id="the joker is gone"),
        pytest.param("10y", "1b 13v 5g 16r", ["1: 7y 8y 9y"], True, id="can be laid off"),
        pytest.param("10y", "1b 13v 5g 16r 3r 6v", ["2: 7y 8y 9y"], False, id="cannot be laid off before a meld"),
        pytest.param("12v", "4r 5r 8b 9b 1g 15y", [], False, id="fits nothing"),
    ],
)
def test_takes_the_open_card_when_it_completes_something(
    open_card: str, hand: str, melds: list[str], takes: bool
) -> None:
    table = deal(hand, table=melds, open_card=open_card, drawn=False)
    assert answer(table) == ("draw discard" if takes else "draw stock")


def claim_answer(hand: str, **more: Any) -> str:
    """Ask the second of three players for a claim of 6r."""
    table = scenario(3).deal(hands=["3b 7g 12y 15v", hand, "2v 4y 8g 17b"], open_card="6r", **more).play("draw stock")
    assert table.round.actor == 1
    return answer(table)


def test_claims_what_completes_a_meld() -> None:
    assert claim_answer("4r 5r 1b 13v 10g 16y") == "claim"


def test_claims_no_mere_burden() -> None:
    assert claim_answer("1b 13v 10g 16y 11b 3y") == "pass"


def test_claims_nothing_when_the_round_ends_before_its_turn() -> None:
    assert claim_answer("4r 5r 1b 13v 10g 16y", stock_size=1) == "pass"


# -- discards --------------------------------------------------------------------------------------------


def test_keeps_pairs_and_neighbours() -> None:
    assert thrown(deal("4r 5r 9g 9b 13v 1y")) in ("13v", "1y")


def test_keeps_a_gap_that_a_pool_joker_could_fill() -> None:
    hand = "7r 10r 13v 1y 4g"  # 8r or 9r would make a run with the red joker
    assert thrown(deal(hand)) not in ("7r", "10r")
    assert thrown(deal(hand, table=["2: 1r 2r *r=3r"])) in ("10r", "13v")


def test_throws_nothing_that_fits_the_table() -> None:
    hand = "4r 5r 9g 9b 13v 14v 11y 17b"
    assert thrown(deal(hand)) == "11y"
    assert thrown(deal(hand, table=["2: 8y 9y 10y"])) == "17b"


def test_sheds_high_cards_when_an_opponent_is_nearly_out() -> None:
    hand, melds = "16r 16b 4g 2y 7v", ["2: 10g 11g 12g"]
    assert thrown(deal(hand, table=melds)) not in ("16r", "16b")
    assert thrown(deal(hand, 1, table=melds)) in ("16r", "16b")


def test_sheds_high_cards_when_the_stock_ends() -> None:
    hand = "16r 16b 4g 2y"
    assert thrown(deal(f"{hand} 7v")) not in ("16r", "16b")
    assert thrown(final_turn(hand, "7v")) in ("16r", "16b")
