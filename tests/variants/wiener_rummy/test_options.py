"""The house rules of Wiener Rummy: the model, its presets, and what deal, drawing and melds make of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rummykit.engine.table import Ending
from rummykit.errors import SetupError
from rummykit.parts import MatchOptions, StakesOptions
from rummykit.refusals import Reason
from rummykit.rules import HouseRuleError, from_variant
from rummykit.rules.shapes import ByPlayers
from rummykit_wiener_rummy.house_rules import WienerRummyRules

from ..helpers import PLUGINS, allowed, ending, play_out, refused
from .helpers import FIVE_LEFT, NO_MELD, dealt, end_round, holding, jokers, left, new_match, sizes, why_no_meld, wiener

PACK = wiener().rules.pack

# -- the model ------------------------------------------------------------------------------------------

DEFAULTS = {
    "match": MatchOptions(elimination=101).model_dump(),
    "stakes": StakesOptions().model_dump()
    | {"ante": 5, "fee": 1, "buyback": True, "buyback_price": 5, "buyback_from": 81, "buyback_to": 100}
    | {"buyback_times": 1, "chips": 0},
    "deck": {"packs": 2, "jokers": 2},
    "deal": {
        "cards": 10,
        "extra_card": "dealer",
        "starter": "dealer",
        "upcard": False,
        "jokers_each": 0,
        "keep_cut_joker": False,
        "next_dealer": "clockwise",
        "redeal": "never",
    },
    "discards": {"throw_back": True, "reuse": "reshuffle"},
    "stock": {"exhausted": "reshuffle", "reshuffles": 2},
    "turn": {"stall_limit": 60, "seconds": None, "late_penalty": 0},
    "claims": {"allowed": "never"},
    "melds": {"min_run": 3, "min_set": 3, "twins": False},
    "ace": {"runs": "both", "points": "positional", "in_hand": 11},
    "jokers": {
        "wild_ranks": (),
        "per_meld": None,
        "min_naturals": 2,
        "side_by_side": 2,
        "share": "any",
        "at_ends": True,
        "alone": False,
        "discard": "allowed",
        "in_hand": 20,
    },
    "knocking": {"from_lap": 1, "limit": 5, "improve": "stock_or_discard", "lay_off_on_knocker": False},
    "scoring": {
        "cards": "pips",
        "winner": "zero",
        "unfinished": "nobody",
        "hands": "deadwood_sum",
        "undercut": 0,
        "call_bonus": 0,
    },
}


def test_defaults_are_those_of_the_rule_sheet() -> None:
    assert WienerRummyRules().model_dump() == DEFAULTS


@pytest.mark.parametrize(
    ("preset", "differs"),
    [
        ("rummy_101", {"stakes.buyback": False}),
        ("elimination", {"stakes.ante": 0, "stakes.fee": 0, "stakes.buyback": False}),
        (
            "knock",
            {
                "deck.packs": 1,
                "deck.jokers": 0,
                "deal.cards": ByPlayers.of({2: 10, 3: 7, 4: 7, 5: 6}),
                "deal.upcard": True,
                "ace.runs": "low",
                "knocking.limit": None,
                "knocking.improve": "none",
                "scoring.hands": "difference_to_lowest",
                "scoring.undercut": 10,
                "scoring.call_bonus": 25,
                "match.rounds": 5,
                "match.elimination": None,
                "stakes.buyback": False,
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
        ({"match": {"rounds": 3, "target": 60}}, "match.rounds and match.target contradict each other"),
        ({"stakes": {"buyback_from": 90, "buyback_to": 80}}, "buyback_from: 90 is more than buyback_to: 80"),
        ({"claims": {"penalty": 1}}, "claims has no option 'penalty'; expected one of allowed"),
        ({"knocking": {"limit": 101}}, "knocking.limit"),
        ({"knocking": {"limit": -1}}, "knocking.limit"),
        ({"scoring": {"undercut": 51}}, "scoring.undercut"),
        ({"scoring": {"call_bonus": 51}}, "scoring.call_bonus"),
    ],
)
def test_what_cannot_be(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(HouseRuleError, match=sentence):
        wiener(**options)


@pytest.mark.parametrize(
    ("players", "preset", "deal", "sentence"),
    [
        (6, None, {}, None),
        (6, None, {"cards": 17}, None),
        (6, None, {"cards": 18}, "deal.cards: 18 for 6 players needs 109 of 106 cards and leaves no stock"),
        (3, None, {"jokers_each": 1}, "for 3 players needs 3 jokers, but deck.jokers is 2"),
        (5, "knock", {}, None),
        (6, "knock", {}, "deal.cards has no value for 6 players, only for 2, 3, 4 and 5"),
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


@pytest.mark.option("deck.packs")
@pytest.mark.option("deck.jokers")
@pytest.mark.parametrize(("packs", "number"), [(1, 0), (2, 2), (3, 8)])
def test_packs_and_jokers(packs: int, number: int) -> None:
    pack = wiener(deck={"packs": packs, "jokers": number}).rules.pack
    assert len(pack) == 52 * packs + number
    assert pack.joker_bits.bit_count() == number


@pytest.mark.option("deal.cards")
def test_hand_size() -> None:
    assert sizes(dealt(3, deal={"cards": 7})) == [8, 7, 7]
    assert sizes(dealt(4, preset="knock")) == [8, 7, 7, 7]
    # Whatever the size, all cards but one make a call.
    allowed(holding("5s 6s 7s Qh Qd Qc 2d 3d 4d 5d Kd As 2s 3s"), "call Kd")


@pytest.mark.option("deal.extra_card")
@pytest.mark.option("deal.starter")
def test_extra_card_and_starting_seat() -> None:
    table = dealt(3, dealer=1, deal={"extra_card": "left", "starter": "left"})
    assert sizes(table) == [10, 10, 11]
    assert table.round.active == 2
    nobody = dealt(3, deal={"extra_card": "none"})
    assert sizes(nobody) == [10, 10, 10]
    assert nobody.legal() == ["draw stock"]


@pytest.mark.option("deal.upcard")
def test_initial_upcard() -> None:
    assert dealt(2).round.open_card is None
    assert len(dealt(2, preset="knock").round.pile) == 1


@pytest.mark.option("deal.jokers_each")
def test_guaranteed_jokers() -> None:
    for seed in range(10):
        assert jokers(dealt(2, seed=seed, deal={"jokers_each": 1})) == [1, 1]


@pytest.mark.option("deal.keep_cut_joker")
def test_cut_joker_keep() -> None:
    many = [dealt(2, seed=seed, deal={"keep_cut_joker": True}, deck={"jokers": 8}) for seed in range(60)]
    plain = [dealt(2, seed=seed, deck={"jokers": 8}) for seed in range(60)]
    assert all(sizes(table) == [11, 10] for table in many)
    assert sum(jokers(table)[1] for table in many) > sum(jokers(table)[1] for table in plain)


@pytest.mark.option("deal.redeal")
def test_hands_are_thrown_in() -> None:
    for seed in range(20):
        hands = dealt(4, seed=seed, deal={"redeal": "no_face_card"}).round.hands
        assert all(set(PACK.text(hand)) & set("JQK") for hand in hands)
    assert not all(set(PACK.text(hand)) & set("JQK") for seed in range(20) for hand in dealt(4, seed=seed).round.hands)


# -- drawing --------------------------------------------------------------------------------------------


@pytest.mark.option("discards.throw_back")
def test_may_discard_taken_card() -> None:
    hand = "5s 6s 7s 8s Qh Qd Qc 2d 3d 4d"
    table = wiener(discards={"throw_back": False}).deal(hands=[hand, NO_MELD], open_card="Kd")
    table.play("draw discard")
    for move in ("discard Kd", "knock Kd", "call Kd"):
        refused(table, move, "WIE-TURN-01", "just taken", option="discards.throw_back")
    allowed(table, "discard 5s")
    free = wiener().deal(hands=[hand, NO_MELD], open_card="Kd").play("draw discard")
    allowed(free, "call Kd")


@pytest.mark.option("discards.throw_back")
def test_the_card_taken_in_an_exchange_stays_too() -> None:
    table = holding("5s 6s 7s 8s 9s Qh Qd Qc 2d 3c Kd", NO_MELD, discards={"throw_back": False})
    table.play("knock Kd", "draw discard")
    refused(table, "discard Kd", "WIE-TURN-01", "just taken")
    allowed(table, "discard Ks")


@pytest.mark.option("stock.exhausted")
@pytest.mark.option("stock.reshuffles")
def test_stock_exhaustion() -> None:
    def last_card(**stock: object) -> Any:
        table = wiener(stock=stock).deal(hands=[NO_MELD, "As"], open_card="9h", stock_size=1)
        return table.play("draw stock")

    assert ending(last_card(exhausted="score_at_once")) is Ending.STOCK
    assert ending(last_card(exhausted="finish_turn").play("discard Ks")) is Ending.STOCK
    assert ending(last_card(reshuffles=0).play("discard Ks")) is Ending.STOCK
    again = last_card(reshuffles=1).play("discard Ks", "draw stock")
    assert (ending(again), again.round.reshuffles) == (None, 1)


@pytest.mark.option("discards.reuse")
@pytest.mark.parametrize(("reuse", "in_order"), [("turn_over", True), ("reshuffle", False)])
def test_discards_that_are_turned_over_come_again_in_their_order(reuse: str, in_order: bool) -> None:
    scenario = wiener(discards={"reuse": reuse})
    table = scenario.deal(hands=[NO_MELD, "As"], open_card="9h", under="7h 8h", stock_size=1, drawn=False)
    table.round.pile = table.round.pile[-3:]
    table.play("draw stock", "discard Ks", "draw stock")
    cards = table.round.rules.pack.cards
    left = [str(cards[kind]) for kind in table.round.stock]
    assert (left == ["9h", "8h"]) is in_order


@pytest.mark.option("turn.stall_limit")
def test_stall_limit() -> None:
    table = wiener(turn={"stall_limit": 3}).deal(hands=[NO_MELD, "As"], open_card="9h")
    table.play("draw discard", "discard 9h", "draw discard", "discard 9h", "draw discard")
    assert ending(table) is None
    table.play("discard 9h")
    assert ending(table) is Ending.STALL


@pytest.mark.option("claims.allowed")
def test_claims() -> None:
    plain = wiener(3).deal(hands=[NO_MELD, "As", "Ad"], open_card="9h").play("draw stock")
    refused(plain, "claim", "WIE-TURN-01", "nobody may claim", seat=1, option="claims.allowed")
    table = wiener(3, claims={"allowed": "always"}).deal(hands=[NO_MELD, "As", "Ad"], open_card="9h")
    table.play("draw stock", "claim")
    assert sizes(table) == [11, 2, 1]
    table.play("discard Ks")
    assert table.round.active == 1


# -- melds ----------------------------------------------------------------------------------------------


@pytest.mark.option("ace.points")
@pytest.mark.parametrize(
    ("ace", "high", "alone"),
    [({}, 0, 11), ({"runs": "low"}, 31, 11), ({"points": 10}, 0, 10), ({"points": 10, "in_hand": 11}, 0, 11)],
)
def test_the_ace(ace: dict[str, Any], high: int, alone: int) -> None:
    assert left("Ah 2h 3h", ace=ace) == 0
    assert left("Qd Kd Ad", ace=ace) == high
    assert left("Ad", ace=ace) == alone, "what it costs follows its points where they are ten, unless it is said"


@pytest.mark.option("ace.runs")
def test_ace_wrap() -> None:
    assert left("Kd Ad 2d") == 23
    assert left("Kd Ad 2d", ace={"runs": "wrap"}) == 0


@pytest.mark.option("jokers.per_meld")
@pytest.mark.option("jokers.min_naturals")
@pytest.mark.option("jokers.side_by_side")
def test_jokers_in_melds() -> None:
    assert left("5s 6s * *") == 0
    assert left("5s 6s * *", jokers={"per_meld": 1}) == 20
    assert left("5s * *") == 45
    assert left("5s * *", jokers={"min_naturals": 1}) == 0
    assert left("5s * * 8s") == 0
    assert left("5s * * 8s", jokers={"side_by_side": 1}) == 53
    assert why_no_meld("5s *=6s *=7s 8s", jokers={"side_by_side": 1}) is Reason.ADJACENT_JOKERS


@pytest.mark.option("jokers.wild_ranks", "jokers.in_hand")
def test_wild_cards() -> None:
    twos = {"wild_ranks": [2]}
    assert left("5s 7s 2h") == 14
    assert left("5s 7s 2h", jokers=twos) == 0
    assert left("5s Kd 2h") == 17
    assert left("5s Kd 2h", jokers=twos) == 35
    assert left("5s Kd 2h", jokers={**twos, "in_hand": 30}) == 45
    assert left("As 2s 3s", jokers={**twos, "min_naturals": 3}) == 0
    assert left("5s 2h 2d", jokers={**twos, "min_naturals": 1}) == 0
    assert why_no_meld("5s 2h 2d", jokers=twos) is Reason.TOO_FEW_NATURALS


@pytest.mark.option("jokers.wild_ranks", "knocking.limit")
def test_examples_of_knocks_leave_no_wild_card_over() -> None:
    def shown(**jokers: Any) -> list[str]:
        booklet = PLUGINS.booklet(wiener(jokers=jokers).rules.table_rules)
        knocking = next(chapter for chapter in booklet.chapters if chapter.title == "Knocking")
        return [example.cards.rpartition(" | ")[2] for part in knocking.paragraphs for example in part.examples]

    assert shown() == ["2d 3c", "2d 4c"]
    assert shown(wild_ranks=[2]) == ["3d", "3d 5c"]


@pytest.mark.option("jokers.share")
@pytest.mark.option("jokers.at_ends")
def test_jokers_beside_natural_cards() -> None:
    assert left("5s 6s * *") == 0
    assert left("5s 6s * *", jokers={"share": "half"}) == 0
    assert left("5s 6s * *", jokers={"share": "fewer"}) == 20
    assert left("5s 6s *") == 0
    assert left("5s 6s *", jokers={"at_ends": False}) == 31
    assert left("5s 7s *", jokers={"at_ends": False}) == 0
    assert why_no_meld("5s *=6s *=7s 8s", jokers={"share": "fewer"}) is Reason.JOKER_SHARE
    assert why_no_meld("5s 6s *=7s", jokers={"at_ends": False}) is Reason.JOKER_AT_END


@pytest.mark.option("jokers.alone")
def test_jokers_alone() -> None:
    four: dict[str, Any] = {"deck": {"jokers": 4}}
    alone = {**four, "jokers": {"alone": True}}
    assert left("5s Kd * * *", **four) == 75
    assert left("5s Kd * * *", **alone) == 15
    assert left("5s 6s Kd * * *", **alone) == 10
    assert left("5s 6s * * * *", **alone) == 0
    assert left("Kd * *", **alone) == 50
    assert left("* * *", **alone, melds={"min_set": 4}) == 60
    assert why_no_meld("* * *", **four) is Reason.TOO_FEW_NATURALS
    assert why_no_meld("* * Kd", **alone) is Reason.TOO_FEW_NATURALS


@pytest.mark.option("melds.min_run")
@pytest.mark.option("melds.min_set")
@pytest.mark.option("melds.twins")
def test_what_a_meld_is() -> None:
    assert left("5s 6s 7s") == 0
    assert left("5s 6s 7s", melds={"min_run": 4}) == 18
    assert left("5s 6s 7s *", melds={"min_run": 4}) == 0
    assert left("5s 5h 5d") == 0
    assert left("5s 5h 5d", melds={"min_set": 4}) == 15
    assert left("5s 5h 5d 5c", melds={"min_set": 4}) == 0
    assert left("5s 5s 5h") == 15
    assert left("5s 5s 5h", melds={"twins": True}) == 0
    assert left("5s 5s 5h 5h 5d 5d 5c 5c", melds={"twins": True, "min_set": 6}) == 0
    assert why_no_meld("5s 6s 7s", melds={"min_run": 4}) is Reason.RUN_TOO_SHORT


@pytest.mark.option("melds.min_run")
@pytest.mark.option("melds.twins")
def test_a_knock_counts_what_is_in_no_meld_here() -> None:
    hand = f"{FIVE_LEFT} Kd".replace("Qc", "Qh")  # the run of five, and a pair of equal queens with another
    assert not holding(hand, NO_MELD).is_legal("knock Kd")
    table = holding(hand, NO_MELD, melds={"twins": True, "min_run": 5})
    assert table.is_legal("knock Kd")
    assert "knock Kd" in table.legal()
    assert not holding(hand, NO_MELD, melds={"twins": True, "min_run": 6}).is_legal("knock Kd")


# -- the match ------------------------------------------------------------------------------------------


@pytest.mark.untraced
@pytest.mark.option("match.rounds")
@pytest.mark.option("match.target")
@pytest.mark.parametrize(
    ("options", "rounds", "target", "elimination"),
    [
        ({}, None, None, 101),
        ({"rounds": 1}, 1, None, None),
        ({"rounds": 4}, 4, None, None),
        ({"target": 60}, None, 60, None),
    ],
)
def test_match_mode(options: dict[str, Any], rounds: int | None, target: int | None, elimination: int | None) -> None:
    match = new_match(3, **options)
    said = match.format.options
    assert (said.rounds, said.target, said.elimination) == (rounds, target, elimination)
    end_round(match, 50, 40, 20)
    if match.offer is None and not match.is_over:
        play_out(match)
    assert match.is_over


@pytest.mark.option("match.elimination")
@pytest.mark.option("stakes.buyback")
def test_the_presets_without_buybacks() -> None:
    for preset in ("rummy_101", "elimination"):
        match = new_match(preset=preset)
        end_round(match, 95, 60, 40)
        assert match.offer is None
        end_round(match, 10, 0, 0, by=1)
        assert match.still_in == (1, 2)
    assert new_match(preset="elimination").format.has_chips is False
