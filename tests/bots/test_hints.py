"""One table for every kind of hint: the move, what to look at, and the main words of the reason."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hinting import expect, hint_for, house, scenario

from matches import PARTY, end_round, new_match
from rummykit.engine.actions import Discard
from rummykit.engine.views import BuybackView
from rummykit.i18n import Language
from rummykit.scenario import Scenario, Table
from rummykit_bots.hints.cards import Company


def rummy17(hand: str, opponent: int = 8, table: list[str] | None = None, **more: Any) -> Table:
    """The player has drawn; the opponent holds so many cards that play no part."""
    melds = table or []
    named = f"{hand} {' '.join(melds)} {more.get('open_card', '')} {more.get('stock_top', '')}".split()
    idle = [card.text for card in scenario("rummy17").rules.pack.cards if not card.is_joker and card.text not in named]
    other = " ".join(Random(1).sample(idle, opponent))
    return scenario("rummy17").deal(hands=[hand, other], table=melds, **{"drawn": True} | more)


IDLE = "2c 4c 6c 8c 10c Qc As 3d 5d 9d Jd Kh Qh"


def romme(hand: str, game: Scenario | None = None, **more: Any) -> Table:
    return (game or scenario("deutsches_romme")).deal(hands=[hand, IDLE], **{"drawn": True} | more)


RUN, HIGH_RUN = "1: 7y 8y 9y", ["1: 10s Js Qs Ks"]


# -- melding, laying off, swapping -------------------------------------------------------------------------


def test_a_meld_and_what_it_takes_off() -> None:
    expect(
        rummy17("4r 4g 4v 9g 1b 12v 15y", side_cards=["most_sets"]),
        "meld 4r 4g 4v",
        "4r, 4g and 4v in your hand",
        "takes 3 points off",
        "brings you the points for Most sets",
    )


def test_a_run_with_a_joker_from_the_pool() -> None:
    table = rummy17("4r 6r 7r 1b 13v 10g")
    expect(table, "meld 4r *r=5r 6r 7r", "at *r in the pool", "*r might be taken by another player")


def test_a_first_meld_tells_its_points() -> None:
    table = romme("7h 7d 7c 8s 9s 10s 2s 3h Js 9h Ac 5d 8c 6h")
    expect(
        table,
        "meld 8s 9s 10s Js | 7h 7d 7c",
        "which melds of them are worth 40 points",
        "That makes 58 points, and a first meld needs 40",
    )


def test_a_whole_hand_that_need_not_reach_the_first_meld() -> None:
    table = romme("Ah 2h 3h 4h 2s 3s 4s 2d 3d 4d 2c 3c 4c 9d")
    melds = "meld Ah 2h 3h 4h | 2s 3s 4s | 2d 3d 4d | 2c 3c 4c"
    expect(table, melds, "whole hand", "you go out with it", "need not reach the 40 points")


def test_a_lay_off() -> None:
    table = rummy17("10y 1b 13v 5g 3y", table=[RUN])
    expect(table, "layoff 10y > 1", "Look at meld 1 and at 3y and 10y", "takes 2 points off", "goes with no other card")
    expect(rummy17("10y 13v", table=[RUN]), "layoff 10y > 1", "meld 1", "Then 13v is the only card left")


def test_the_first_step_of_going_out() -> None:
    table = rummy17("10y 3r 3g 3v 11y 12b", table=["2: 7y 8y 9y"])
    expect(table, "meld 3r 3g 3v", "3r, 3g and 3v", "you can go out in this turn")


def test_going_out_at_the_cost_of_a_bonus() -> None:
    melds = ["1: 1r 2r 3r 4r", "2: 7y 8y 9y 10y"]
    table = rummy17("11y 13v", table=melds, side_cards=["longest_run"])
    expect(table, "layoff 11y > 2", "meld 2", "costs you the points for Longest run, but going out is worth more")


def test_a_swap_tells_where_the_joker_goes() -> None:
    table = rummy17("7r 10r 11r 2b 13y", table=["1: 4r 5r 6r *r=7r"])
    swap = "swap 7r > 1 : meld *r=9r 10r 11r"
    expect(table, swap, "joker in meld 1", "7r frees the joker of meld 1, which makes a meld with 10r and 11r")
    table = rummy17("4g 9b 13b 15y", table=["1: 4r 5r 6r", "2: 1g 2g 3g *g=4g"])
    expect(table, "swap 4g > 2 : layoff *g=5g > 2", "joker in meld 2", "room for the joker on meld 2")


def test_a_swap_may_bring_a_joker_into_the_hand() -> None:
    game = house("deutsches_romme", swaps={"joker_goes": "hand"})
    table = romme("6h 9d 10d 2s", game, table=["2: 4h 5h *=6h"], melded=[0])
    expect(table, "swap 6h > 1", "joker in meld 1", "6h frees the joker of meld 1, and the joker goes to your hand")


# -- rearranging, passing, ending --------------------------------------------------------------------------


def free_table(hand: str, preset: str = "brettspielnetz", **more: Any) -> Table:
    melds = ["2: 5g 6g 7g 8g 9g", "2: 4b 4r 4g", "2: 10r 11r 12r"]
    game = scenario("raeuber_romme", preset=preset)
    return game.deal(hands=[hand, "1b 1r 9y"], table=melds, melded=[0, 1], **more)


def test_a_rearrangement_tells_which_cards_it_places() -> None:
    expect(
        free_table("7g 13r 1b 3y 6b 9b 8r *"),
        "arrange 1,3 -> 5g 6g 7g | 7g 8g 9g | 10r 11r 12r 13r",
        "Look at melds 1 and 3",
        "2 of your cards find a place on the table at once: 13r and 7g",
        "takes 20 points off",
        "Your joker stays in your hand",
    )
    table = free_table("7g 1b 3y 6b 9b")
    expect(table, "arrange 1 -> 5g 6g 7g | 7g 8g 9g", "Look at meld 1:", "neither meld nor lay off", "7g finds a place")
    expect(free_table("7g 13r"), "arrange 1,3 -> 5g 6g 7g | 7g 8g 9g | 10r 11r 12r 13r", "", "so you go out")


def test_a_rearrangement_that_only_makes_a_meld_longer_is_told_so() -> None:
    table = free_table("13r 2y 1b 6b 9b")
    expect(table, "layoff 13r > 3", "meld 3")
    assert hint_for(table.round.view(0)).move.startswith("You can lay 13r off on meld 3: ")


def test_drawing_for_the_last_card_without_a_place() -> None:
    expect(free_table("13r 2y"), "pass", "would find no place", "Only 2y would find no place", "keep the others back")


def test_nothing_to_place() -> None:
    expect(free_table("1b 3y 6b 8b"), "pass", "does any card find a place", "No place can be found")
    table = free_table("13r 1b 3y 6b 8b").play("layoff 13r > 3")
    expect(table, "end", "does any card find a place", "No place can be found")


def test_a_joker_that_is_worth_more_in_the_hand() -> None:
    table = free_table("13r 1b 3y 6b 8b 1y 3b *").play("layoff 13r > 3")
    expect(table, "end", "would you miss it", "only with a joker, which is worth more in your hand")


def test_too_little_for_a_first_meld() -> None:
    game = scenario("raeuber_romme", preset="brettspielnetz")
    table = game.deal(hands=["5g 6g 7g 1b 3y 9b 11y", "1b 1r 9y"])
    expect(table, "pass", "what a first meld needs", "18 of the 30 points")
    expect(
        game.deal(hands=["5g 6g 1b 3y 9b 11y", "1b 1r 9y"]), "pass", "melds in your hand", "no meld in your hand yet"
    )


# -- the open card -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "open_card", "melds", "look", "why"),
    [
        ("4r 5r 1b 13v 10g 16y", "6r", [], "6r and at 4r and 5r", "6r makes a run: 4r 5r 6r"),
        ("9g 9y 1b 13v 5g 16y", "9v", [], "9v and at 9g and 9y", "9v makes a set: 9g 9y 9v"),
        ("4r 6r 1b 13v 10g 16y", "7r", [], "7r and at 4r and 6r", "7r makes a run: 4r *r=5r 6r 7r"),
        ("1b 13v 5g 16r", "10y", [RUN], "10y and at meld 1", "lay 10y off on meld 1 at once"),
        ("1b 13v 13g", "13y", [RUN], "13g and 13v", "With 13y all your cards find their places: you can go out"),
    ],
)
def test_taking_the_open_card(hand: str, open_card: str, melds: list[str], look: str, why: str) -> None:
    expect(rummy17(hand, table=melds, open_card=open_card, drawn=False), "draw discard", look, why)


@pytest.mark.parametrize(
    ("hand", "open_card", "melds", "look", "why"),
    [
        ("4r 5r 8b 9b 1g 15y", "12v", [], "does any of your cards go with it", "12v goes with no card in your hand"),
        (
            "4r 5r 8b 9b 1g 15y",
            "15v",
            [],
            "beside 15y in your hand: is it better than an unknown card?",
            "but makes no meld yet; 3 hidden cards would",
        ),
        ("1b 13v 5g 16r 3r 6v", "10y", ["2: 7y 8y 9y"], "10y", "you may not lay off before your first meld"),
        ("1b 13v 5g 16r 3r 6v", "", [], "what you can draw from", "There is no open card"),
    ],
)
def test_drawing_from_the_stock(hand: str, open_card: str, melds: list[str], look: str, why: str) -> None:
    expect(rummy17(hand, table=melds, open_card=open_card, drawn=False), "draw stock", look, why)


def test_the_open_card_and_the_first_meld() -> None:
    hand = "5s Ks 4h 10h 3d 7d 7d 9d 10d Qd 9c 10c Qc"
    table = romme(hand, table=["2: 8h 8c 8d"], open_card="Qs", drawn=False)
    expect(table, "draw discard", "Qs", "With Qs you have a first meld of 60 points: 10h 10d 10c and Qs Qd Qc")


def test_an_open_joker_and_an_open_double() -> None:
    hand = "3h 4h 5h 7s 8d 10c Qc 2d 2s Kd Jh 9s Ah"
    expect(romme(hand, open_card="*", drawn=False), "draw discard", "open card *", "stands for any card that you lack")
    expect(romme(hand, open_card="Kd", drawn=False), "draw stock", "open card Kd", "You hold Kd already")


def test_taking_only_to_use() -> None:
    game = house("deutsches_romme", discards={"take": "only_to_use"})
    hand = "7h 8d 7d 3s 9h"
    table = romme(hand, game, table=HIGH_RUN, open_card="7c", drawn=False)
    expect(table, "draw discard : meld 7h 7d 7c", "where could you lay it at once", "takes 14 points off")
    table = romme(hand, game, table=HIGH_RUN, open_card="As", drawn=False)
    expect(table, "draw discard : layoff As > 1", "where could you lay it", "As does not stay in your hand")
    table = romme(hand, game, table=HIGH_RUN, open_card="Kc", drawn=False)
    expect(table, "draw stock", "what you can draw from", "You may take Kc only to lay it at once, and you cannot")


def claim(hand: str, game: Scenario | None = None, **more: Any) -> Table:
    """The second of three players is asked for a claim of 6r."""
    hands = ["3b 7g 12y 15v", hand, "2v 4y 8g 17b"]
    return (game or scenario("rummy17", 3)).deal(hands=hands, open_card="6r", **more).play("draw stock")


def test_claims() -> None:
    hand = "4r 5r 1b 13v 10g 16y"
    expect(claim(hand), "claim", "6r and at 4r and 5r", "6r makes a run: 4r 5r 6r")
    expect(claim(hand, stock_size=1), "pass", "beside 4r and 5r", "stock ends before your next turn")
    table = claim("1b 13v 10g 16y 11b 3y")
    expect(table, "pass", "does any of your cards", "6r goes with no card", "make your hand 1 card longer")
    costly = house("rummy17", 3, claims={"penalty": 1})
    expect(claim(hand, costly), "pass", "6r", "4r 5r 6r, but that is not worth a claim", "2 cards longer")


# -- discards ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "card", "melds", "look", "why"),
    [
        ("4r 5r 9g 9b 13v 1y", "13v", [], "1y and 13v", ["neither a pair nor a neighbour", "13v with 2 points"]),
        (
            "4r 5r 9g 9b 13v 14v 11y 17b",
            "17b",
            ["2: 8y 9y 10y"],
            "17b and 11y",
            ["17b fits no meld on the table, unlike 11y"],
        ),
        ("17g 12b 14v", "12b", ["1: 1r 2r 3r 4r", "1: 8y 9y 10y"], "12b, 17g and 14v", ["Keep 17g"]),
        ("17g", "17g", ["1: 1r 2r 3r 4r"], "one card is left", ["with it you go out", "points count 2 times"]),
    ],
)
def test_discards(hand: str, card: str, melds: list[str], look: str, why: list[str]) -> None:
    expect(rummy17(hand, table=melds), f"discard {card}", look, *why)


def test_a_pair_without_hope_goes_first() -> None:
    melds = ["2: 9r 10r 11r", "2: 9y 10y 11y", "2: 7v 8v 9v"]
    table = rummy17("9g 9b 3r 4r 13v 14v 1y 1g", table=melds)
    expect(
        table, "discard 9b", "which of them can still become melds", "goes with 9g, but every card", "lies open already"
    )


def test_what_is_held_twice_goes_first() -> None:
    table = romme("2s 5s 6s 2h 3h 8h 9h Qh 9d Kd Kd 7c Qc Kc")
    expect(table, "discard Kd", "hold twice: Kd", "You hold Kd twice, and two equal cards make no pair")


def test_hold_everything_back_to_lay_it_at_once() -> None:
    table = romme("8s 9s 10s Js Qs 7h 7d 7c 2h 3h 4h 5h Kd 9c")
    expect(
        table, "discard Kd", "lay your whole hand at once", "only 1 card is in no meld", "player 2 still holds 13 cards"
    )


def test_only_points_count_when_the_round_may_end() -> None:
    table = rummy17("16r 16b 4g 2y 7v", opponent=1, table=["2: 10g 11g 12g"])
    expect(table, "discard 16r", "what your cards count", "player 2 has only 1 card left and may soon go out")
    table = rummy17("16r 16b 4g 2y", stock_top="7v", stock_size=1, drawn=False).play("draw stock")
    expect(table, "discard 16r", "last turn of the round", "without 16r your hand counts 2 points less")


def test_a_lay_off_that_would_help_others_is_held_back() -> None:
    melds, bonus = ["1: 1r 2r 3r 4r", "2: 7y 8y 9y 10y"], ["longest_run"]
    table = rummy17("11y 1b 13v 16g 6g", table=melds, side_cards=bonus)
    assert "layoff 11y > 2" in table.legal()
    given = hint_for(table.round.view(0))
    assert isinstance(given.action, Discard)
    assert "would turn the bonus points in favour of the others" in given.why


def test_the_other_meld_that_a_card_would_break_up_is_one_however_many_cards_it_has_to_give() -> None:
    table = romme("2s 5s 9s Qc Kc * 3h 6h 8d 4d 7c 9h 2d", open_card="Qd", drawn=False)
    expect(table, "draw stock", "Qd beside Qc", "Qd would make Qd Qc *, but you have another meld with Qc and *: Qc Kc")


def test_a_joker_of_the_pool_that_could_fill_either_of_two_gaps() -> None:
    view = rummy17("4r 7r 10r 1b 13v 16y").round.view(0)
    seven = next(card for card in view.cards if card.text == "7r")
    gaps = Company(view, view.hand).fills_the_gap(seven)
    assert gaps == "*r from the pool could fill the gap from 7r to 4r or 10r."


# -- buying back -------------------------------------------------------------------------------------------


def offer(*totals: int, **more: Any) -> BuybackView:
    """An offer to the first player."""
    match = new_match(len(totals), **PARTY)
    end_round(match, 95, *[20] * (len(totals) - 1))
    view = match.view(0)
    assert isinstance(view, BuybackView)
    return replace(view, **{"totals": totals, "pot": 15, "new_total": max(totals[1:])} | more)


@pytest.mark.parametrize(
    ("view", "action", "why"),
    [
        (
            offer(95, 60, 40),
            "buyback yes",
            "With it you are 41 points away from being out, without it 6.",
        ),
        (offer(95, 60, 40), "buyback yes", "For the others it is 41 and 61. Such a chance at the pot of 15 is worth 5"),
        (offer(95, 20), "buyback yes", "For the only other player it is 81."),
        (offer(95, 94, 10), "buyback no", "That little more chance at the pot of 15 is not worth 5 chips."),
        (offer(95, 94, 10, price=0), "buyback yes", "It costs nothing."),
        (offer(120, 60, 40, still_in=(1, 2)), "buyback yes", "Without it you are out of the match; with it you are 41"),
    ],
)
def test_buying_back(view: BuybackView, action: str, why: str) -> None:
    given = hint_for(view)
    assert str(given.action) == action
    assert given.move.endswith(f": {action}")
    assert f"your total of {view.totals[0]}" in given.look
    assert why in given.why


# -- as people read it -------------------------------------------------------------------------------------


def test_cards_are_told_with_their_signs_but_typed_with_letters() -> None:
    table = romme("Ac 2d 5h 9h 8d", table=["1: 10c Jc Qc Kc"])
    with Language(signs=True).spoken():
        given = hint_for(table.round.view(0))
    assert given.move == "You can lay A♣ off on meld 1: layoff Ac > 1"
    assert given.look == "Look at meld 1 and at A♣ in your hand."


# -- wild cards beside the jokers ----------------------------------------------------------------------------


def test_what_a_wild_card_is_good_for() -> None:
    rest = "Jh Jd 9c 4d 3h Kc As 8d"
    for game in ("deutsches_romme", "wiener_rummy"):
        table = house(game, jokers={"wild_ranks": [2]}).deal(
            hands=[f"5s 7s {rest}", IDLE.replace("2c", "4h")], open_card="2c"
        )
        expect(table, "draw discard", "the open card 2c", "2c is wild and stands for any card that you lack")


def test_a_wild_card_is_placed_as_a_joker() -> None:
    game = house("deutsches_romme", jokers={"wild_ranks": [2]})
    table = romme("2c 2d Kc", game, table=["2: 5s 6s 7s"], melded=[0])
    expect(table, "layoff 2d=4s > 1", "meld 1", "you can go out in this turn", "takes 20 points off")
