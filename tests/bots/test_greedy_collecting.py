"""The greedy bot where nothing is laid out: one table for every habit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from campaign import Sample, samples
from rummykit.engine.actions import Discard
from rummykit.engine.round import Round
from rummykit.parts import Calling, Claiming, Discarding, Drawing, Knocking, TurnFlow
from rummykit.plugin.plugins import Plugins
from rummykit.scenario import Scenario, Table
from rummykit_bots.greedy import Greedy
from rummykit_bots.hands import AtStake, at_stake

PLUGINS = Plugins.discover()
PLAIN = Scenario("wiener_rummy", 2, plugins=PLUGINS)

NINE = "5s 6s 7s Qh Qd Qc 2d 3d 4d"
"""Nine cards in melds."""


@cache
def _scenario(players: int, preset: str | None, options: str) -> Scenario:
    return Scenario("wiener_rummy", players, plugins=PLUGINS, preset=preset, **json.loads(options))


def house(players: int = 2, preset: str | None = None, **options: Mapping[str, Any]) -> Scenario:
    """Wiener Rummy under some house rules, each set of them assembled once."""
    return _scenario(players, preset, json.dumps(options))


PLAIN = house()


def table(hand: str, scenario: Scenario = PLAIN, **more: Any) -> Table:
    """Lay a table for two: the bot has drawn, and the opponent holds ten cards that play no part here."""
    placed = {"drawn": True, "open_card": "9h"} | more
    named = f"{hand} {placed['open_card']} {more.get('stock_top', '')}".split()
    idle = [card.text for card in scenario.rules.pack.cards if not card.is_joker and card.text not in named]
    return scenario.deal(hands=[hand, " ".join(Random(1).sample(idle, 10))], **placed)


def answer(table: Table) -> str:
    return str(Greedy()(table.round.view(table.round.actor), Random(0)))


def thrown(table: Table) -> str:
    """Return the card the bot discards; anything but a discard fails."""
    action = table.read(answer(table))
    assert isinstance(action, Discard)
    return str(action.card)


# -- the open card ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("open_card", "hand", "takes"),
    [
        pytest.param("7s", "5s 6s Jh Jd 9c 2d 3h Kc As 8d", True, id="completes a run"),
        pytest.param("Jc", "5s 6s Jh Jd 9c 2d 3h Kc As 8d", True, id="completes a set"),
        pytest.param("*", "5s 6s Jh Jd 9c 2d 3h Kc As 8d", True, id="a joker"),
        pytest.param("8s", "5s 6s 7s Jd 9c 2d 3h Kc Ah 8d", True, id="makes a run longer"),
        pytest.param("Kh", "5s 6s Jh Jd 9c 2d 3h 4c As 8d", False, id="fits nothing"),
        pytest.param("Qs", f"{NINE} Kc", True, id="would end the round"),
        pytest.param("Qs", "5s 6s 7s Kh Kd Kc 2d 3d 4d 3c", False, id="is more than what is left"),
    ],
)
def test_takes_the_open_card_when_it_helps(open_card: str, hand: str, takes: bool) -> None:
    dealt = table(hand, open_card=open_card, drawn=False)
    assert answer(dealt) == ("draw discard" if takes else "draw stock")


def test_takes_what_makes_a_knock_possible() -> None:
    hand = "5s 6s 7s Qh Qd Qc 2d 3d Jd Js"  # the four of diamonds leaves a jack
    assert answer(table(hand, open_card="4d", drawn=False)) == "draw discard"
    hand = f"{NINE} Kc"
    assert answer(table(hand, open_card="2s", drawn=False)) == "draw discard"
    assert answer(table(hand, open_card="9c", drawn=False)) == "draw stock"


def test_draws_from_the_stock_while_nothing_lies_open() -> None:
    assert answer(table("Ks Kc 10c 10h 8c 8h 6c 6h 2c 2h", open_card="", drawn=False)) == "draw stock"


CLAIMS = {"claims": {"allowed": "always"}}


@pytest.mark.parametrize(("open_card", "claims"), [("7s", True), ("*", True), ("Kc", False), ("3d", False)])
def test_claims_what_makes_its_hand_better_although_longer(open_card: str, claims: bool) -> None:
    hand = "5s 6s Jh Jd 9c 2d 3h Ah As 8d"
    others = ["Ks Qs 10c 10h 8c 8h 6c 6h 2c 2h"] * 2
    dealt = house(3, **CLAIMS).deal(hands=[others[0], hand, others[1]], open_card=open_card).play("draw stock")
    assert dealt.round.actor == 1
    assert answer(dealt) == ("claim" if claims else "pass")


# -- discards --------------------------------------------------------------------------------------------


def test_throws_the_highest_useless_card() -> None:
    assert thrown(table("5s 6s 7s Jh Jd 3h 4h 9c 2d Kc 6d")) == "Kc"


def test_keeps_its_melds_and_the_joker_in_them() -> None:
    assert thrown(table("Js Qs Ks 5h 6h * 9c 2d 4c 7d 9d")) in ("9c", "9d", "7d")


def test_keeps_pairs_and_neighbours() -> None:
    assert thrown(table("Jh Jd 10c 10d Ks 8c 2d 4s 6h 5c 6c")) == "Ks"
    assert thrown(table("Ks Kh 9d 7s 5h 4d 3c 2s 6c 2h 8c")) == "9d"


ONE_PACK = house(preset="knock", knocking={"limit": 5})


def test_breaks_the_pair_that_has_less_to_hope_for() -> None:
    hand = "Kh Kd 10h 10d 3s 4s 5s 7c 8c 9c 2d"
    assert thrown(table(hand, ONE_PACK, open_card="Ks")) in ("Kh", "Kd")
    assert thrown(table(hand, ONE_PACK, open_card="10s")) in ("10h", "10d")


def test_of_equally_useless_cards_it_throws_the_one_that_helps_others_less() -> None:
    # Of either there is nothing more to hope for, but others may hold queens.
    hand = "4h 5h 6h 7h 2s 3s 4s 2c Qd Kd Ac"
    assert thrown(table(hand, house(ace={"runs": "low", "in_hand": 1}))) == "Kd"


def test_in_the_last_turn_only_what_is_left_counts() -> None:
    hand, drawn = "Ks Kh 9d 7s 5h 4d 3c 2s 6c 2h", "8c"  # of which a nine goes as long as there is hope
    ends = house(stock={"exhausted": "finish_turn"})
    last = table(hand, ends, stock_top=drawn, stock_size=1, drawn=False).play("draw stock")
    assert last.round.final_turn
    assert thrown(last) in ("Ks", "Kh")


# -- ending the round ------------------------------------------------------------------------------------


def test_calls_when_all_cards_are_in_melds() -> None:
    assert answer(table(f"{NINE} 8s Kc")) == "call Kc"


def test_knocks_as_soon_as_it_may() -> None:
    assert answer(table(f"{NINE} 5c Kc")) == "knock Kc"
    assert answer(table(f"{NINE} 3c Kc", lap=12)) == "knock Kc"
    assert answer(table(f"{NINE} 6c Kc")) == "discard Kc"


def test_knocks_with_the_discard_that_leaves_least() -> None:
    assert answer(table(f"{NINE} 2c 4c")) == "knock 4c"


def test_goes_on_where_a_call_brings_much_and_is_near() -> None:
    hand = "3s 4s 5s 6h 7h 8h Qd Qc Qh 2d Kc"  # whatever makes one of the melds longer
    for bonus, expected in ((0, "knock Kc"), (50, "discard Kc")):
        rules = house(knocking={"improve": "none"}, scoring={"call_bonus": bonus})
        assert answer(table(hand, rules, lap=8)) == expected


ANY_NUMBER = {"knocking": {"limit": "unlimited", "improve": "none"}}


@pytest.mark.parametrize(
    ("hand", "lap", "knocks"),
    [
        pytest.param("5s 6s 7s Kh Qd 9s Jc 2d 8h 3h Ac", 1, True, id="ahead at the beginning"),
        pytest.param("5s 6s 7s Kh Qd 9s Jc 2d 8h 3h Ac", 12, False, id="behind when others have had their turns"),
        pytest.param("Ks Qh Jd 10c 8s 7h 6d 4c 9s 2d Ac", 1, False, id="everything left over"),
        pytest.param(f"{NINE} 2c Kc", 12, True, id="next to nothing left"),
    ],
)
def test_where_any_number_will_do_it_knocks_when_it_is_ahead(hand: str, lap: int, knocks: bool) -> None:
    rules = house(**ANY_NUMBER, scoring={"hands": "difference_to_lowest", "undercut": 10})
    assert answer(table(hand, rules, lap=lap)).startswith("knock") is knocks


def test_minds_what_it_costs_to_be_undercut() -> None:
    hand = "5s 6s 7s Kh Qd 9s 4c 2d 2h 3h Ac"
    for penalty, knocks in ((0, True), (50, False)):
        rules = house(**ANY_NUMBER, scoring={"undercut": penalty})
        assert answer(table(hand, rules, lap=3)).startswith("knock") is knocks


def test_gives_no_exchange_away_when_the_round_ends_anyway() -> None:
    ends = house(stock={"exhausted": "finish_turn"})
    last = table(f"{NINE} 3c", ends, stock_top="Kc", stock_size=1, drawn=False).play("draw stock")
    assert answer(last) == "discard Kc"


def test_the_scoring_says_what_is_at_stake() -> None:
    assert at_stake(PLAIN.rules) == AtStake(undercut=0, call=0)
    assert at_stake(house(4, preset="knock").rules) == AtStake(undercut=10, call=25)


# -- the last exchange -----------------------------------------------------------------------------------


def exchange(hand: str, thrown: str = "Kd", scenario: Scenario = PLAIN, **more: Any) -> Table:
    """The opponent has knocked with five points and thrown a card; now the bot is asked."""
    knocker = f"5s 6s 7s 8s 9s Qh Qd Qc 2d 3c {thrown}"
    return scenario.deal(hands=[knocker, hand], open_card="9h", drawn=True, **more).play(f"knock {thrown}")


def test_takes_what_lowers_the_points_most() -> None:
    asked = exchange("Ks Kh 4s 4h 7c 7d 10s 8d 2c Ah")
    assert answer(asked) == "draw discard"
    assert thrown(asked.play("draw discard")) == "Ah"


def test_draws_from_the_stock_when_the_open_card_does_not_help() -> None:
    assert answer(exchange("Ks Kh 4s 4h 7c 7d 10s 8d 2c Ah", thrown="Jd")) == "draw stock"


def test_hopes_for_the_stock_rather_than_save_a_point() -> None:
    hand = "Ks Kh Js Jh 10s 10h 7c 7d 4c 4d"
    assert answer(exchange(hand, thrown="9d")) == "draw stock"


def test_passes_when_nothing_can_be_gained() -> None:
    assert answer(exchange("Ks Kh Kc 4s 4h 4c 7c 7d 7h 7s")) == "pass"
    no_stock = exchange("2h 4s 7h 9c 3s 6c 8d 2s 4c Jd")
    no_stock.round.stock, no_stock.round.reshuffles = [], 2
    assert no_stock.legal() == ["draw discard", "pass"]
    assert answer(no_stock) == "pass"


def test_throws_a_joker_that_is_left_over() -> None:
    asked = exchange("Ks Jh 9d 7h 5c 3s Ac 5c 9d Ks", stock_top="*", scenario=house(jokers={"min_naturals": 3}))
    assert thrown(asked.play("draw stock")) == "*"


def test_stakes_a_few_points_on_undercutting_the_knocker() -> None:
    hand = "Ks Kh Kc 4s 4h 4c 7c 7d Ah 2c"
    for penalty, expected in ((0, "draw discard"), (50, "draw stock")):
        rules = house(scoring={"undercut": penalty})
        assert answer(exchange(hand, "3d", rules)) == expected


# -- always legal, always the same -----------------------------------------------------------------------


HOUSE_RULES: list[dict[str, Any]] = [
    {},
    {"preset": "knock"},
    {"claims": {"allowed": "always"}},
    {"knocking": {"improve": "stock"}, "discards": {"throw_back": False}},
    {"knocking": {"limit": 0}, "stock": {"exhausted": "score_at_once"}},
    {"knocking": {"limit": 100}, "scoring": {"undercut": 50, "call_bonus": 50}, "jokers": {"in_hand": 0}},
    {"deck": {"packs": 1, "jokers": 8}, "deal": {"cards": 7}, "jokers": {"min_naturals": 1}, "ace": {"runs": "wrap"}},
]


@pytest.mark.parametrize("options", HOUSE_RULES, ids=lambda options: "+".join(options) or "default")
@pytest.mark.parametrize("players", [3, *(pytest.param(other, marks=pytest.mark.campaign) for other in (2, 5))])
@samples(normal=1, campaign=20)
def test_plays_legal_rounds_under_house_rules(players: int, options: dict[str, Any], sample: Sample) -> None:
    for seed in sample.seeds:
        play_out(Round(house(players, **options).rules, seed % players, seed))


@pytest.mark.parametrize(
    "flow",
    [
        TurnFlow(Drawing(), None, (Discarding(), Calling())),
        TurnFlow(Drawing(), Claiming(takes_turn=True), (Discarding(), Knocking(), Calling())),
        TurnFlow(Drawing(), Claiming(penalty=1), (Discarding(), Knocking(), Calling())),
    ],
    ids=["calls only", "claims that take the turn", "claims with a penalty card"],
)
def test_plays_any_game_that_is_made_of_such_parts(flow: TurnFlow) -> None:
    play_out(Round(replace(house(3).rules, flow=flow), 0, 1))


def test_plays_with_any_cards() -> None:
    """Those of Rummy 17: five colours, one pack, jokers in a pool; and the highest score wins."""
    flow = TurnFlow(Drawing(), None, (Discarding(), Knocking(limit=None), Calling()))
    play_out(Round(replace(Scenario("rummy17", 3, plugins=PLUGINS).rules, flow=flow), 0, 3))


def play_out(round: Round) -> None:
    """Play a round to its end; every answer must be a legal move, and the same from any other greedy bot."""
    bot = Greedy()
    while round.outcome is None:
        view = round.view(round.actor)
        action = bot(view, Random(0))
        assert action in view.legal
        assert action == Greedy()(view, Random(1)), "all it needs is in the view"
        round.apply(action)


def test_a_round_is_ended_by_a_player() -> None:
    for seed in range(4):
        round = Round(PLAIN.rules, 0, seed)
        play_out(round)
        assert round.outcome is not None
        assert round.outcome.seat is not None
