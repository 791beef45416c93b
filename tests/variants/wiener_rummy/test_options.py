"""The house rules of Wiener Rummy: the model, its presets, and what deal, drawing and melds make of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rummykit.errors import SetupError
from rummykit.houserules import HouseRuleError, MatchOptions, from_variant
from rummykit.houserules.perplayers import ByPlayers
from rummykit.match import FixedRounds, LastStanding, TargetScore
from rummykit.reasons import Reason
from rummykit.table import Ending
from rummykit_wiener_rummy.house_rules import WienerRummyRules

from ..helpers import PLUGINS, allowed, ending, play_out, refused
from .helpers import NO_MELD, dealt, end_round, holding, jokers, left, new_match, sizes, why_no_meld, wiener

# -- the model ------------------------------------------------------------------------------------------

DEFAULTS = {
    "match": MatchOptions().model_dump()
    | {"match_mode": "last_standing", "ante": 5, "knock_fee": 1, "buyback": True, "elimination_score": 101}
    | {"buyback_cost": 5, "buyback_min": 81, "buyback_max": 100, "buyback_times": 1, "starting_chips": 0},
    "deal": {
        "packs": 2,
        "jokers": 2,
        "hand_size": 10,
        "extra_card_seat": "dealer",
        "starting_seat": "dealer",
        "initial_upcard": False,
        "guaranteed_jokers": 0,
        "cut_joker_keep": False,
    },
    "draw": {
        "may_discard_taken_card": True,
        "stock_exhaustion": "reshuffle",
        "max_reshuffles": 2,
        "stall_limit": 60,
    },
    "claiming": {"claims": False},
    "melds": {
        "ace_mode": "positional",
        "ace_wrap": False,
        "max_jokers_per_meld": None,
        "min_naturals_per_meld": 2,
        "max_adjacent_jokers": 2,
    },
    "knocking": {"knock_limit": 5, "knock_improve": "stock_or_discard"},
    "scoring": {
        "penalty_joker": 20,
        "penalty_ace": 11,
        "hand_scoring": "deadwood_sum",
        "undercut_penalty": 0,
        "rummy_bonus": 0,
    },
}


def test_defaults_are_those_of_the_rule_sheet() -> None:
    assert WienerRummyRules().model_dump() == DEFAULTS


@pytest.mark.parametrize(
    ("preset", "differs"),
    [
        ("rummy_101", {"match.buyback": False}),
        ("elimination", {"match.ante": 0, "match.knock_fee": 0, "match.buyback": False}),
        (
            "knock",
            {
                "deal.packs": 1,
                "deal.jokers": 0,
                "deal.hand_size": ByPlayers.of({2: 10, 3: 7, 4: 7, 5: 6}),
                "deal.initial_upcard": True,
                "melds.ace_mode": "low_only",
                "knocking.knock_limit": None,
                "knocking.knock_improve": "none",
                "scoring.hand_scoring": "difference_to_lowest",
                "scoring.undercut_penalty": 10,
                "scoring.rummy_bonus": 25,
                "match.match_mode": "rounds",
                "match.rounds": 5,
            },
        ),
    ],
)
def test_presets(preset: str, differs: Mapping[str, object]) -> None:
    plain, rules = from_variant("wiener_rummy", PLUGINS), from_variant("wiener_rummy", PLUGINS, preset=preset)
    names = [f"{section}.{option}" for section, options in WienerRummyRules() for option, _ in options]
    assert {name: rules.value(name) for name in names if rules.value(name) != plain.value(name)} == differs


def test_there_are_three_presets() -> None:
    assert set(PLUGINS.presets("wiener_rummy")) == {"rummy_101", "elimination", "knock"}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"match": {"rounds": 3}}, "rounds: 3 needs match_mode: rounds"),
        ({"match": {"buyback_min": 90, "buyback_max": 80}}, "buyback_min: 90 is more than buyback_max: 80"),
        ({"melds": {"ace_wrap": True, "ace_mode": "low_only"}}, "ace_wrap: true puts the ace after the king"),
        ({"knocking": {"knock_limit": 101}}, "knock_limit"),
        ({"knocking": {"knock_limit": -1}}, "knock_limit"),
        ({"scoring": {"undercut_penalty": 51}}, "undercut_penalty"),
        ({"scoring": {"rummy_bonus": 51}}, "rummy_bonus"),
    ],
)
def test_what_cannot_be(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(HouseRuleError, match=sentence):
        wiener(**options)


@pytest.mark.parametrize(
    ("players", "preset", "deal", "sentence"),
    [
        (6, None, {}, None),
        (6, None, {"hand_size": 17}, None),
        (6, None, {"hand_size": 18}, "hand_size: 18 for 6 players needs 109 of 106 cards and leaves no stock"),
        (3, None, {"guaranteed_jokers": 1}, "for 3 players needs 3 jokers, but jokers is 2"),
        (5, "knock", {}, None),
        (6, "knock", {}, "hand_size has no value for 6 players, only for 2 and 3 and 4 and 5"),
    ],
)
def test_the_pack_must_serve_the_hands(
    players: int, preset: str | None, deal: dict[str, Any], sentence: str | None
) -> None:
    if sentence is None:
        assert dealt(players, preset=preset, deal=deal).round.stock
        return
    with pytest.raises(SetupError, match=sentence):
        wiener(players, preset, deal=deal)


# -- the deal -------------------------------------------------------------------------------------------


@pytest.mark.option("deal.packs")
@pytest.mark.option("deal.jokers")
@pytest.mark.parametrize(("packs", "number"), [(1, 0), (2, 2), (3, 8)])
def test_packs_and_jokers(packs: int, number: int) -> None:
    pack = wiener(deal={"packs": packs, "jokers": number}).rules.pack
    assert len(pack) == 52 * packs + number
    assert pack.joker_bits.bit_count() == number


@pytest.mark.option("deal.hand_size")
def test_hand_size() -> None:
    assert sizes(dealt(3, deal={"hand_size": 7})) == [8, 7, 7]
    assert sizes(dealt(4, preset="knock")) == [8, 7, 7, 7]
    # Whatever the size, all cards but one make a call.
    allowed(holding("5s 6s 7s Qh Qd Qc 2d 3d 4d 5d Kd As 2s 3s"), "call Kd")


@pytest.mark.option("deal.extra_card_seat")
@pytest.mark.option("deal.starting_seat")
def test_extra_card_and_starting_seat() -> None:
    table = dealt(3, dealer=1, deal={"extra_card_seat": "left", "starting_seat": "left"})
    assert sizes(table) == [10, 10, 11]
    assert table.round.active == 2
    nobody = dealt(3, deal={"extra_card_seat": "none"})
    assert sizes(nobody) == [10, 10, 10]
    assert nobody.legal() == ["draw stock"]


@pytest.mark.option("deal.initial_upcard")
def test_initial_upcard() -> None:
    assert dealt(2).round.open_card is None
    assert len(dealt(2, preset="knock").round.pile) == 1


@pytest.mark.option("deal.guaranteed_jokers")
def test_guaranteed_jokers() -> None:
    for seed in range(10):
        assert jokers(dealt(2, seed=seed, deal={"guaranteed_jokers": 1})) == [1, 1]


@pytest.mark.option("deal.cut_joker_keep")
def test_cut_joker_keep() -> None:
    many = [dealt(2, seed=seed, deal={"cut_joker_keep": True, "jokers": 8}) for seed in range(60)]
    plain = [dealt(2, seed=seed, deal={"jokers": 8}) for seed in range(60)]
    assert all(sizes(table) == [11, 10] for table in many)
    assert sum(jokers(table)[1] for table in many) > sum(jokers(table)[1] for table in plain)


# -- drawing --------------------------------------------------------------------------------------------


@pytest.mark.option("draw.may_discard_taken_card")
def test_may_discard_taken_card() -> None:
    hand = "5s 6s 7s 8s Qh Qd Qc 2d 3d 4d"
    table = wiener(draw={"may_discard_taken_card": False}).deal(hands=[hand, NO_MELD], open_card="Kd")
    table.play("draw discard")
    for move in ("discard Kd", "knock Kd", "call Kd"):
        refused(table, move, "WIE-TURN-01", "just taken", option="draw.may_discard_taken_card")
    allowed(table, "discard 5s")
    free = wiener().deal(hands=[hand, NO_MELD], open_card="Kd").play("draw discard")
    allowed(free, "call Kd")


@pytest.mark.option("draw.may_discard_taken_card")
def test_the_card_taken_in_an_exchange_stays_too() -> None:
    table = holding("5s 6s 7s 8s 9s Qh Qd Qc 2d 3c Kd", NO_MELD, draw={"may_discard_taken_card": False})
    table.play("knock Kd", "draw discard")
    refused(table, "discard Kd", "WIE-TURN-01", "just taken")
    allowed(table, "discard Ks")


@pytest.mark.option("draw.stock_exhaustion")
@pytest.mark.option("draw.max_reshuffles")
def test_stock_exhaustion() -> None:
    def last_card(**draw: object) -> Any:
        table = wiener(draw=draw).deal(hands=[NO_MELD, "As"], open_card="9h", stock_size=1)
        return table.play("draw stock")

    assert ending(last_card(stock_exhaustion="immediate_score")) is Ending.STOCK
    assert ending(last_card(stock_exhaustion="finish_turn_then_score").play("discard Ks")) is Ending.STOCK
    assert ending(last_card(max_reshuffles=0).play("discard Ks")) is Ending.STOCK
    again = last_card(max_reshuffles=1).play("discard Ks", "draw stock")
    assert (ending(again), again.round.reshuffles) == (None, 1)


@pytest.mark.option("draw.stall_limit")
def test_stall_limit() -> None:
    table = wiener(draw={"stall_limit": 3}).deal(hands=[NO_MELD, "As"], open_card="9h")
    table.play("draw discard", "discard 9h", "draw discard", "discard 9h", "draw discard")
    assert ending(table) is None
    table.play("discard 9h")
    assert ending(table) is Ending.STALL


@pytest.mark.option("claiming.claims")
def test_claims() -> None:
    plain = wiener(3).deal(hands=[NO_MELD, "As", "Ad"], open_card="9h").play("draw stock")
    refused(plain, "claim", "WIE-TURN-01", "nobody may claim", seat=1, option="claiming.claims")
    table = wiener(3, claiming={"claims": True}).deal(hands=[NO_MELD, "As", "Ad"], open_card="9h")
    table.play("draw stock", "claim")
    assert sizes(table) == [11, 2, 1]
    table.play("discard Ks")
    assert table.round.active == 1


# -- melds ----------------------------------------------------------------------------------------------


@pytest.mark.option("melds.ace_mode")
@pytest.mark.parametrize(("mode", "high"), [("positional", 0), ("low_only", 31), ("always_10", 0), ("always_11", 0)])
def test_ace_mode(mode: str, high: int) -> None:
    assert left("Ah 2h 3h", melds={"ace_mode": mode}) == 0
    assert left("Qd Kd Ad", melds={"ace_mode": mode}) == high
    assert left("Ad", melds={"ace_mode": mode}) == 11, "left over it counts what penalty_ace says"


@pytest.mark.option("melds.ace_wrap")
def test_ace_wrap() -> None:
    assert left("Kd Ad 2d") == 23
    assert left("Kd Ad 2d", melds={"ace_wrap": True}) == 0


@pytest.mark.option("melds.max_jokers_per_meld")
@pytest.mark.option("melds.min_naturals_per_meld")
@pytest.mark.option("melds.max_adjacent_jokers")
def test_jokers_in_melds() -> None:
    assert left("5s 6s * *") == 0
    assert left("5s 6s * *", melds={"max_jokers_per_meld": 1}) == 20
    assert left("5s * *") == 45
    assert left("5s * *", melds={"min_naturals_per_meld": 1}) == 0
    assert left("5s * * 8s") == 0
    assert left("5s * * 8s", melds={"max_adjacent_jokers": 1}) == 53
    assert why_no_meld("5s *=6s *=7s 8s", melds={"max_adjacent_jokers": 1}) is Reason.ADJACENT_JOKERS


# -- the match ------------------------------------------------------------------------------------------


@pytest.mark.option("match.match_mode")
@pytest.mark.option("match.rounds")
@pytest.mark.option("match.target_score")
@pytest.mark.parametrize(
    ("options", "length"),
    [
        ({}, LastStanding()),
        ({"match_mode": "single"}, FixedRounds(1)),
        ({"match_mode": "rounds", "rounds": 4}, FixedRounds(4)),
        ({"match_mode": "target", "target_score": 60}, TargetScore(60)),
    ],
)
def test_match_mode(options: dict[str, Any], length: object) -> None:
    match = new_match(3, **options)
    assert match.format.length == length
    end_round(match, 50, 40, 20)
    if match.offer is None and not match.is_over:
        play_out(match)
    assert match.is_over


@pytest.mark.option("match.elimination_score")
@pytest.mark.option("match.buyback")
def test_the_presets_without_buybacks() -> None:
    for preset in ("rummy_101", "elimination"):
        match = new_match(preset=preset)
        end_round(match, 95, 60, 40)
        assert match.offer is None
        end_round(match, 10, 0, 0, by=1)
        assert match.still_in == (1, 2)
    assert new_match(preset="elimination").format.has_chips is False
