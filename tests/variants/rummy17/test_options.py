"""Every house rule of Rummy 17: the difference it makes in play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rummykit.errors import NotationError, SetupError
from rummykit.houserules import HouseRuleError, MatchOptions, check_model, from_variant, load_text
from rummykit.match import Match, Standing
from rummykit.scenario import Table
from rummykit.table import Ending
from rummykit.turn.flow import HARD_TURN_LIMIT
from rummykit_rummy17.bonus import BONUS_CARDS
from rummykit_rummy17.house_rules import Rummy17Rules

from ..helpers import PLUGINS, allowed, ending, item, play_out, refused, score
from .helpers import bonus_points, dealt, penalties, rummy17

HANDS = ["1r 3r", "1b 3b", "1g 3g", "1y 3y"]
NO_CLAIMS = {"claims": False}


# -- the model -----------------------------------------------------------------------------------


def test_the_model_is_well_made() -> None:
    assert check_model(Rummy17Rules) == []


@pytest.mark.parametrize(
    ("preset", "differs"),
    [
        ("first_game", {"claiming.claims": False, "scoring.rummy17_double": "never"}),
        ("five_rounds", {"match.match_mode": "rounds", "match.rounds": 5}),
    ],
)
def test_presets(preset: str, differs: Mapping[str, object]) -> None:
    plain, rules = from_variant("rummy17", PLUGINS), from_variant("rummy17", PLUGINS, preset=preset)
    names = [f"{section}.{option}" for section, options in Rummy17Rules() for option, _ in options]
    assert {name: rules.value(name) for name in names if rules.value(name) != plain.value(name)} == differs
    assert rummy17(2, preset=preset).rules.table_rules.preset == preset


def test_there_are_two_presets() -> None:
    assert set(PLUGINS.presets("rummy17")) == {"first_game", "five_rounds"}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"match": {"rounds": 3}}, "rounds: 3 needs match_mode: rounds"),
        ({"match": {"target_score": 60}}, "target_score: 60 needs match_mode: target"),
        (
            {"draw": {"taken_discard_must_be_used": "meld_or_layoff"}, "lay_offs": {"layoff": "none"}},
            "meld_or_layoff needs lay-offs, but layoff is none",
        ),
        (
            {"pool": {"pool_joker_layoff": True}, "lay_offs": {"layoff": "none"}},
            "pool_joker_layoff: true needs lay-offs, but layoff is none",
        ),
        (
            {"claiming": {"claim_takes_turn": True}, "draw": {"taken_discard_must_be_used": "meld"}},
            "claim_takes_turn: true makes the claimed card a draw",
        ),
    ],
)
def test_contradictions(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(HouseRuleError, match=sentence):
        rummy17(**options)
    for section in options:
        others = {name: values for name, values in options.items() if name != section}
        if others:
            assert rummy17(**others).rules.variant == "rummy17"


@pytest.mark.parametrize(
    ("players", "deal", "sentence"),
    [
        (6, {"hand_size": 14}, "14 for 6 players needs 85 of the 85 cards and leaves no stock"),
        (4, {"hand_size": 20, "extra_card_seat": "left"}, None),
        (6, {"hand_size": 13, "extra_card_seat": "dealer"}, None),
        (5, {"hand_size": 17}, "leaves no stock"),
        (4, {"hand_size": {"2": 12, "3": 7}}, "hand_size has no value for 4 players, only for 2 and 3"),
    ],
)
def test_the_pack_must_serve_the_hands(players: int, deal: dict[str, Any], sentence: str | None) -> None:
    if sentence is None:
        assert dealt(players, deal=deal).round.stock
        return
    with pytest.raises(SetupError, match=sentence):
        rummy17(players, deal=deal)


def test_a_file_that_names_its_players_is_told_where_the_fault_is() -> None:
    text = "variant: rummy17\nplayers: 6\nrules:\n  deal:\n    hand_size: 14\n"
    with pytest.raises(HouseRuleError, match=r"home.yaml:5:\d+: .*leaves no stock"):
        load_text(text, PLUGINS, name="home.yaml")


@pytest.mark.parametrize(
    ("section", "option", "low", "high"),
    [
        ("deal", "hand_size", 5, 20),
        ("draw", "max_reshuffles", 0, 10),
        ("draw", "stall_limit", 0, 200),
        ("claiming", "claim_penalty_cards", 0, 3),
        ("claiming", "claim_from_lap", 1, 5),
        ("first_meld", "no_meld_laps", 0, 3),
        ("first_meld", "first_meld_min", 0, 100),
        ("first_meld", "first_meld_min_with_joker", 0, 120),
        ("first_meld", "max_jokers_first_meld", 0, 6),
        ("melds", "max_jokers_per_meld", 1, 6),
        ("melds", "min_naturals_per_meld", 1, 3),
        ("melds", "max_adjacent_jokers", 1, 6),
        ("melds", "max_hand_cards_per_turn", 1, 20),
        ("pool", "pool_joker_min_run", 3, 6),
        ("pool", "pool_jokers_per_turn", 1, 5),
        ("swaps", "swapped_joker_min_run", 3, 5),
        ("scoring", "bonus_cards_in_play", 0, 12),
        ("scoring", "penalty_high_from", 2, 17),
        ("scoring", "bonus_points", 0, 10),
        ("match", "rounds", 1, 50),
        ("match", "target_score", 50, 1000),
    ],
)
def test_ranges(section: str, option: str, low: int, high: int) -> None:
    more = {"match_mode": "target" if option == "target_score" else "rounds"} if section == "match" else {}
    for value in (low, high):
        rules = rummy17(**{section: {option: value, **more}}).rules.table_rules
        assert rules.value(f"{section}.{option}") == value
    for value in (low - 1, high + 1):
        with pytest.raises(HouseRuleError, match=option):
            rummy17(**{section: {option: value, **more}})


DEFAULTS = {
    "deal": {"hand_size": 10, "extra_card_seat": "none", "starting_seat": "left"},
    "draw": {
        "taken_discard_must_be_used": "never",
        "may_discard_taken_card": True,
        "stock_exhaustion": "finish_turn_then_score",
        "stall_limit": 60,
    },
    "claiming": {
        "claims": True,
        "claim_penalty_cards": 0,
        "claim_from_lap": 1,
        "discarder_may_claim": False,
        "dealer_may_claim_upcard": True,
        "claim_on_final_draw": True,
        "claim_takes_turn": False,
    },
    "melds": {
        "ace_wrap": False,
        "max_jokers_per_meld": 1,
        "min_naturals_per_meld": 2,
        "max_adjacent_jokers": 1,
        "max_hand_cards_per_turn": None,
    },
    "first_meld": {
        "no_meld_laps": 0,
        "first_meld_min": 0,
        "first_meld_min_with_joker": None,
        "max_jokers_first_meld": None,
    },
    "lay_offs": {"layoff": "any", "layoff_same_turn": True, "layoff_credit": "owner"},
    "pool": {"pool_joker_min_run": 4, "pool_joker_layoff": False, "pool_jokers_per_turn": 5},
    "swaps": {
        "joker_swap": True,
        "swap_requires_first_meld": True,
        "swap_same_turn": True,
        "swapped_joker_use": "meld_or_layoff",
        "swapped_joker_min_run": 3,
        "set_joker_swap": "any_missing",
    },
    "scoring": {
        "bonus_cards_in_play": 5,
        "penalty_high_from": 10,
        "bonus_points": 3,
        "rummy17_double": "all_players",
        "most_requires_positive": True,
        "fewest_requires_meld": False,
        "joker_counts_as_value": True,
    },
    "match": MatchOptions().model_dump(),
}


def test_defaults_are_those_of_the_rule_sheet() -> None:
    defaults = Rummy17Rules().model_dump()
    # The rule sheet knows no reshuffling, so it says nothing of how often.
    assert defaults["draw"].pop("max_reshuffles") == 2
    assert defaults == DEFAULTS


# -- the deal ------------------------------------------------------------------------------------


@pytest.mark.option("deal.hand_size")
def test_hand_size() -> None:
    assert [hand.bit_count() for hand in dealt(3).round.hands] == [10] * 3
    assert [hand.bit_count() for hand in dealt(3, deal={"hand_size": 7}).round.hands] == [7] * 3
    by_players = {"hand_size": {"2": 12, "3": 7}}
    assert [hand.bit_count() for hand in dealt(2, deal=by_players).round.hands] == [12] * 2
    assert [hand.bit_count() for hand in dealt(3, deal=by_players).round.hands] == [7] * 3


@pytest.mark.option("deal.extra_card_seat")
@pytest.mark.parametrize(("seat", "sizes"), [("none", [10, 10, 10]), ("dealer", [11, 10, 10]), ("left", [10, 11, 10])])
def test_extra_card_seat(seat: str, sizes: list[int]) -> None:
    table = dealt(3, dealer=0, deal={"extra_card_seat": seat}, claiming=NO_CLAIMS)
    assert [hand.bit_count() for hand in table.round.hands] == sizes
    # Whoever has the extra card does not draw in his first turn; in the second he does.
    for lap in (1, 2):
        for player in (1, 2, 0):
            assert table.round.active == player
            if lap == 1 and sizes[player] == 11:
                refused(table, "draw stock", "R17-TURN-01")
            else:
                table.play("draw stock")
            assert table.round.hands[player].bit_count() == 11
            table.play(f"discard {table.hand(player).split()[0]}")


@pytest.mark.option("deal.starting_seat")
def test_starting_seat() -> None:
    for dealer in range(3):
        assert dealt(3, dealer).round.active == (dealer + 1) % 3
        assert dealt(3, dealer, deal={"starting_seat": "dealer"}).round.active == dealer
    lots = [dealt(3, 0, seed, deal={"starting_seat": "random"}).round.active for seed in range(40)]
    assert set(lots) == {0, 1, 2}
    assert lots == [dealt(3, 0, seed, deal={"starting_seat": "random"}).round.active for seed in range(40)]


# -- drawing -------------------------------------------------------------------------------------


def to_take(open_card: str, use: str, hand: str = "4r 5r 8r 1b", *table: str, **more: Any) -> Table:
    scenario = rummy17(draw={"taken_discard_must_be_used": use})
    return scenario.deal(hands=[hand, "1v"], open_card=open_card, table=table, **more)


@pytest.mark.option("draw.taken_discard_must_be_used")
def test_taken_discard_need_not_be_used() -> None:
    table = to_take("6r", "never")
    allowed(table, "draw discard")
    refused(table, "draw discard : meld 4r 5r 6r", "R17-TURN-01", "draw first")


@pytest.mark.option("draw.taken_discard_must_be_used")
def test_taken_discard_must_be_melded() -> None:
    table = to_take("6r", "meld", "4r 5r 9b 9g 9y 1b", "1: 7r 8r 9r")
    option = "draw.taken_discard_must_be_used"
    refused(table, "draw discard", "R17-TURN-02", "with 6r", option=option)
    refused(table, "draw discard : meld 9b 9g 9y", "R17-TURN-02", "with 6r", option=option)
    refused(table, "draw discard : layoff 6r > 1", "R17-TURN-02", "with 6r", option=option)
    refused(table, "draw stock : meld 9b 9g 9y", "R17-TURN-01")
    allowed(table, "draw stock")
    allowed(table, "draw discard : meld 4r 5r 6r")
    allowed(table, "draw discard : meld 4r 5r 6r *r=7r")
    allowed(table, "draw discard : meld 9b 9g 9y | 4r 5r 6r")
    table.play("draw discard : meld 4r 5r 6r")
    assert table.meld(2) == "4r 5r 6r"
    assert table.hand(0) == "1b 9b 9g 9y"
    assert table.round.stage.name == "play"
    allowed(table, "meld 9b 9g 9y")


@pytest.mark.option("draw.taken_discard_must_be_used")
def test_taken_discard_must_be_melded_or_laid_off() -> None:
    table = to_take("6r", "meld_or_layoff", "4r 5r 1b 2g", "1: 7r 8r 9r")
    refused(table, "draw discard", "R17-TURN-02", "meld or layoff")
    allowed(table, "draw discard : meld 4r 5r 6r")
    allowed(table, "draw discard : layoff 6r > 1")
    assert table.play("draw discard : layoff 6r > 1").meld(1) == "6r 7r 8r 9r"
    # Every rule of laying off holds: a first meld comes before it.
    refused(to_take("6r", "meld_or_layoff", "1b 2g", "2: 7r 8r 9r"), "draw discard : layoff 6r > 1", "R17-LAY-01")
    # And a card must be left to discard.
    refused(to_take("6r", "meld", "4r 5r"), "draw discard : meld 4r 5r 6r", "R17-END-03")


@pytest.mark.option("draw.may_discard_taken_card")
def test_may_discard_taken_card() -> None:
    table = rummy17().deal(hands=["1b 2b", "1v"], open_card="6r").play("draw discard")
    allowed(table, "discard 6r")

    strict = rummy17(draw={"may_discard_taken_card": False})
    table = strict.deal(hands=["1b 2b", "1v 2v"], open_card="6r").play("draw discard")
    refused(table, "discard 6r", "R17-TURN-03", "just taken", option="draw.may_discard_taken_card")
    assert [move for move in table.legal() if move.startswith("discard")] == ["discard 1b", "discard 2b"]
    # In the next turn it is a card like any other.
    table.play("discard 1b", "draw stock", "discard 1v", "draw stock")
    allowed(table, "discard 6r")


@pytest.mark.option("draw.may_discard_taken_card")
def test_no_meld_may_leave_only_the_taken_card() -> None:
    strict = rummy17(draw={"may_discard_taken_card": False})
    table = strict.deal(hands=["4r 5r 6r", "1v"], open_card="12g").play("draw discard")
    refused(table, "meld 4r 5r 6r", "R17-END-03", "that you may discard")
    table = strict.deal(hands=["9y", "1v"], table=["1: 6y 7y 8y"], open_card="12g").play("draw discard")
    refused(table, "layoff 9y > 1", "R17-END-03", "that you may discard")
    assert table.legal() == ["discard 9y"]
    free = rummy17().deal(hands=["4r 5r 6r", "1v"], open_card="12g").play("draw discard")
    allowed(free, "meld 4r 5r 6r")


def last_card_drawn(exhaustion: str, **draw: int) -> Table:
    """The first of two players has drawn the last stock card; six cards lie in the pile."""
    scenario = rummy17(claiming=NO_CLAIMS, draw={"stock_exhaustion": exhaustion, **draw})
    table = scenario.deal(hands=["1b 2b 3b", "1v 2v 3v"], open_card="6r", under="7r 8r 9r 10r 11r", stock_top="13b")
    table.round.stock = table.round.stock[-1:]
    return table.play("draw stock")


@pytest.mark.option("draw.stock_exhaustion")
def test_stock_exhaustion_finish_turn_then_score() -> None:
    table = last_card_drawn("finish_turn_then_score")
    assert ending(table) is None
    assert ending(table.play("discard 13b")) is Ending.STOCK
    assert penalties(table) == (3, 3)


@pytest.mark.option("draw.stock_exhaustion")
def test_stock_exhaustion_immediate_score() -> None:
    table = last_card_drawn("immediate_score")
    assert ending(table) is Ending.STOCK
    assert penalties(table) == (5, 3)
    assert table.legal() == []


@pytest.mark.option("draw.stock_exhaustion")
def test_stock_exhaustion_reshuffle() -> None:
    table = last_card_drawn("reshuffle").play("discard 13b")
    assert ending(table) is None
    table.play("draw stock")
    # The open card stays, the other six make the new stock, of which one is drawn.
    assert str(table.round.open_card) == "13b"
    assert (len(table.round.pile), len(table.round.stock)) == (1, 5)
    drawn = set(table.hand(1).split()) - {"1v", "2v", "3v"}
    assert drawn < {"6r", "7r", "8r", "9r", "10r", "11r"}


@pytest.mark.option("draw.max_reshuffles")
@pytest.mark.parametrize("times", [0, 1, 2])
def test_max_reshuffles(times: int) -> None:
    table = last_card_drawn("reshuffle", max_reshuffles=times).play("discard 13b")
    while ending(table) is None:
        table.play("draw stock", f"discard {table.hand(table.round.active).split()[-1]}")
    assert table.round.reshuffles == times
    assert ending(table) is Ending.STOCK
    assert table.round.outcome is not None
    assert table.round.outcome.seat is None


def throw_back(table: Table, turns: int) -> Table:
    """Everybody takes the open card and throws it back."""
    for _ in range(turns):
        table.play("draw discard", "discard 6r")
    return table


@pytest.mark.option("draw.stall_limit")
def test_stall_limit() -> None:
    limited = rummy17(draw={"stall_limit": 3})
    table = throw_back(limited.deal(hands=HANDS[:2], open_card="6r"), 2)
    assert ending(table) is None
    assert ending(throw_back(table, 1)) is Ending.STALL
    assert bonus_points(table) == (0, 0)
    # A stock card is something new, and so is a meld.
    table = limited.deal(hands=["4g 5g 7g 1b", "1v 2v"], open_card="6r", table=["1: 8g 9g 10g"], stock_top="13b")
    throw_back(table, 2).play("draw stock", "discard 13b", "draw discard", "discard 13b")
    assert table.round.stall == 1
    table.play("draw discard", "layoff 7g > 1", "discard 13b")
    assert table.round.stall == 0
    assert ending(table) is None


@pytest.mark.option("draw.stall_limit")
def test_stall_limit_of_sixty_by_default() -> None:
    table = throw_back(rummy17().deal(hands=HANDS[:2], open_card="6r"), 59)
    assert ending(table) is None
    assert ending(throw_back(table, 1)) is Ending.STALL


@pytest.mark.option("draw.stall_limit")
def test_without_a_stall_limit_a_round_still_ends() -> None:
    table = throw_back(rummy17(draw={"stall_limit": 0}).deal(hands=HANDS[:2], open_card="6r"), HARD_TURN_LIMIT)
    assert ending(table) is None
    assert ending(throw_back(table, 1)) is Ending.STALL


# -- claiming ------------------------------------------------------------------------------------


def claimable(claiming: Mapping[str, object], players: int = 4, **more: Any) -> Table:
    """The first player draws from the stock; 9v lies open, discarded by the last one."""
    setting: dict[str, Any] = {"open_card": "9v", "under": "8v", "stock_top": "17g 17y 16g", **more}
    return rummy17(players, claiming=claiming).deal(hands=HANDS[:players], **setting).play("draw stock")


@pytest.mark.option("claiming.claims")
def test_claims() -> None:
    assert claimable({"claims": True}).round.stage.name == "claim"
    table = claimable({"claims": False})
    assert (table.round.stage.name, table.round.actor) == ("play", 0)
    refused(table, "claim", "R17-CLAIM-01", "nobody may claim", seat=1, option="claiming.claims")


@pytest.mark.option("claiming.claim_penalty_cards")
def test_claim_penalty_cards() -> None:
    assert claimable({}).play("claim").hand(1) == "1b 3b 9v"
    table = claimable({"claim_penalty_cards": 2}).play("claim")
    assert table.hand(1) == "1b 3b 16g 17y 9v"
    assert table.round.actor == 0


@pytest.mark.option("claiming.claim_penalty_cards")
def test_a_claim_needs_its_penalty_cards() -> None:
    table = claimable({"claim_penalty_cards": 1}, stock_top="17g", stock_size=1)
    assert table.round.stage.name == "play"
    refused(table, "claim", "R17-CLAIM-07", "cannot serve", seat=1, option="claiming.claim_penalty_cards")
    # The last stock card as a penalty makes this the last turn.
    table = claimable({"claim_penalty_cards": 1}, stock_top="17g 17y", stock_size=2).play("claim")
    assert table.hand(1) == "1b 3b 17y 9v"
    assert ending(table) is None
    assert ending(table.play("discard 17g")) is Ending.STOCK


@pytest.mark.option("claiming.claim_penalty_cards")
@pytest.mark.parametrize("takes_turn", [False, True])
def test_discards_become_the_stock_for_a_penalty_card(takes_turn: bool) -> None:
    scenario = rummy17(
        3,
        claiming={"claim_penalty_cards": 1, "claim_takes_turn": takes_turn},
        draw={"stock_exhaustion": "reshuffle"},
    )
    table = scenario.deal(hands=HANDS[:3], open_card="9v", under="8v")
    table.round.pile = table.round.pile[-2:]
    table.round.stock = [] if takes_turn else table.round.stock[-1:]
    table.play("draw stock", "claim")
    assert table.hand(1) == "1b 3b 8v 9v"
    assert table.round.pile == []
    assert table.round.active == (1 if takes_turn else 0)


@pytest.mark.option("claiming.claim_penalty_cards")
@pytest.mark.option("draw.stock_exhaustion")
def test_the_last_card_as_a_penalty_can_end_the_round_at_once() -> None:
    scenario = rummy17(3, claiming={"claim_penalty_cards": 1}, draw={"stock_exhaustion": "immediate_score"})
    table = scenario.deal(hands=HANDS[:3], open_card="9v", stock_top="17g 17y", stock_size=2)
    table.play("draw stock", "claim")
    assert ending(table) is Ending.STOCK
    assert table.hand(1) == "1b 3b 17y 9v"


@pytest.mark.option("claiming.claim_from_lap")
def test_claim_from_lap() -> None:
    table = claimable({"claim_from_lap": 2})
    assert table.round.stage.name == "play"
    refused(table, "claim", "R17-CLAIM-01", "begin in lap 2; this is lap 1", seat=1, option="claiming.claim_from_lap")
    table.play("discard 17g")
    for seat in (1, 2, 3):
        assert table.round.lap == 1
        table.play("draw stock", f"discard {table.hand(seat).split()[0]}")
    assert table.round.lap == 2
    assert table.play("draw stock").round.stage.name == "claim"


@pytest.mark.option("claiming.discarder_may_claim")
def test_discarder_may_claim() -> None:
    assert claimable({}).round.claimants == (1, 2)
    table = claimable({"discarder_may_claim": True})
    assert table.round.claimants == (1, 2, 3)
    assert table.play("pass", "pass", "claim").hand(3) == "1y 3y 9v"


@pytest.mark.option("claiming.dealer_may_claim_upcard")
def test_dealer_may_claim_upcard() -> None:
    assert claimable({}, discarder=-1, dealer=2).round.claimants == (1, 2, 3)
    table = claimable({"dealer_may_claim_upcard": False}, discarder=-1, dealer=2)
    assert table.round.claimants == (1, 3)
    option = "claiming.dealer_may_claim_upcard"
    refused(table, "claim", "R17-CLAIM-05", "the dealer may not", seat=2, option=option)
    # It is about the first open card alone.
    assert claimable({"dealer_may_claim_upcard": False}, dealer=2).round.claimants == (1, 2)


@pytest.mark.option("claiming.claim_on_final_draw")
def test_claim_on_final_draw() -> None:
    last = {"stock_top": "17g", "stock_size": 1}
    table = claimable({}, **last)
    assert table.round.final_turn
    assert table.round.stage.name == "claim"
    assert ending(table.play("claim", "discard 17g")) is Ending.STOCK
    assert penalties(table)[1] == 3

    table = claimable({"claim_on_final_draw": False}, **last)
    assert table.round.stage.name == "play"
    option = "claiming.claim_on_final_draw"
    refused(table, "claim", "R17-CLAIM-01", "last stock card", seat=1, option=option)
    assert claimable({"claim_on_final_draw": False}).round.stage.name == "claim"


@pytest.mark.option("claiming.claim_takes_turn")
def test_claim_takes_turn() -> None:
    table = claimable({"claim_takes_turn": True})
    # The others are asked before the stock card is drawn.
    assert table.round.stage.name == "claim"
    assert table.hand(0) == "1r 3r"
    table.play("pass", "claim")
    assert table.hand(2) == "1g 3g 9v"
    assert (table.round.active, table.round.stage.name) == (2, "play")
    refused(table, "draw stock", "R17-TURN-01")
    table.play("discard 1g")
    assert table.round.active == 3

    table = claimable({"claim_takes_turn": True}).play("pass", "pass")
    assert table.hand(0) == "1r 3r 17g"
    assert table.round.active == 0


# -- melds ---------------------------------------------------------------------------------------


def holding(hand: str, *table: str, players: int = 2, **options: Mapping[str, Any]) -> Table:
    """The first of two players has drawn and holds these cards, under some house rules."""
    return rummy17(players, **options).deal(hands=[hand, "13v"], table=table, drawn=True)


@pytest.mark.option("melds.ace_wrap")
@pytest.mark.parametrize("cards", ["16y 17y 1y", "17y 1y 2y", "15y 16y 17y 1y 2y 3y"])
def test_ace_wrap(cards: str) -> None:
    refused(holding(f"{cards} 5b"), f"meld {cards}", "R17-MELD-02", option="melds.ace_wrap")
    table = holding(f"{cards} 5b", melds={"ace_wrap": True})
    allowed(table, f"meld {cards}")
    assert table.play(f"meld {cards}").meld(1) == cards


@pytest.mark.option("melds.ace_wrap")
def test_ace_wrap_in_laying_off_and_with_a_joker() -> None:
    table = holding("1y 17r 3r 16g 17g 2g 5b", "1: 15y 16y 17y", "1: 1r 2r *r=3r", melds={"ace_wrap": True})
    allowed(table, "layoff 1y > 1")
    allowed(table, "layoff 17r > 2")
    allowed(table, "swap 3r > 2 : layoff *r=17r > 2")
    allowed(table, "meld 16g 17g *g=1g 2g")
    refused(holding("16g 1g 2g 5b", melds={"ace_wrap": True}), "meld 16g 1g 2g", "R17-MELD-02", "gap")


@pytest.mark.option("melds.ace_wrap")
def test_a_full_circle_takes_no_card_more() -> None:
    sixteen = " ".join(f"{value}y" for value in range(1, 17))
    table = holding("17y 5b", f"1: {sixteen}", melds={"ace_wrap": True})
    # Either end is the same place, so it need not be named.
    assert [move for move in table.legal() if move.startswith("layoff 17y")] == ["layoff 17y > 1"]
    table.play("layoff 17y > 1")
    assert table.meld(1) == f"{sixteen} 17y"
    assert table.legal() == ["discard 5b"]


TWO_JOKERS = ("1: 4r 5r 6r *r=7r", "1: 4b 5b 6b *b=7b")


@pytest.mark.option("melds.max_jokers_per_meld")
@pytest.mark.parametrize(("most", "legal"), [(1, False), (2, True), (None, True)])
def test_max_jokers_per_meld(most: int | None, legal: bool) -> None:
    table = holding("7r 7b 9g 9y 5v", *TWO_JOKERS, melds={"max_jokers_per_meld": most})
    move = "swap 7r > 1, 7b > 2 : meld *r=9r *b=9b 9g 9y"
    if legal:
        allowed(table, move)
        assert table.play(move).meld(3) == "*r=9r *b=9b 9g 9y"
        assert table.hand(0) == "5v"
    else:
        refused(table, move, "R17-JOK-06", "at most 1", option="melds.max_jokers_per_meld")


@pytest.mark.option("melds.min_naturals_per_meld")
def test_min_naturals_per_meld() -> None:
    one_joker, two_jokers = "swap 7r > 1 : meld *r=9r 9g 9y", "swap 7r > 1, 7b > 2 : meld *r=9r *b=9b 9g"
    verdicts = {}
    for fewest in (1, 2, 3):
        melds = {"min_naturals_per_meld": fewest, "max_jokers_per_meld": 2}
        table = holding("7r 7b 9g 9y 5v", *TWO_JOKERS, melds=melds)
        verdicts[fewest] = (table.is_legal(one_joker), table.is_legal(two_jokers))
    assert verdicts == {1: (True, True), 2: (True, False), 3: (False, False)}
    table = holding("7r 7b 9g 9y 5v", *TWO_JOKERS, melds={"min_naturals_per_meld": 3})
    refused(table, one_joker, "R17-JOK-06", "at least 3", option="melds.min_naturals_per_meld")


@pytest.mark.option("melds.max_adjacent_jokers")
def test_max_adjacent_jokers() -> None:
    # A run has one colour and a colour one joker, so no value of the option can be felt in play.
    for most in (1, 6):
        table = holding("4r 5r 6r 5b", melds={"max_adjacent_jokers": most, "max_jokers_per_meld": 6})
        assert table.round.rules.melds.max_adjacent_jokers == most
        allowed(table, "meld 4r 5r 6r *r=7r")
        refused(table, "meld 4r 5r *r=6r *b=7r", "R17-JOK-01")
        with pytest.raises(NotationError, match="more often"):
            table.refusal("meld 4r 5r *r=6r *r=7r")


@pytest.mark.option("melds.max_hand_cards_per_turn")
def test_max_hand_cards_per_turn() -> None:
    hand, red = "4r 5r 6r 9b 9g 9y 8v 3g 5v", "1: 5g 6g 7g 8g"
    limited = {"max_hand_cards_per_turn": 4}
    option = "melds.max_hand_cards_per_turn"
    allowed(holding(hand, red), "meld 4r 5r 6r | 9b 9g 9y")
    table = holding(hand, "1: 5g 6g 7g", melds=limited)
    refused(table, "meld 4r 5r 6r | 9b 9g 9y", "R17-MELD-03", "it would be 6", option=option)
    # A pool joker is no hand card.
    allowed(table, "meld 4r 5r 6r *r=7r")
    table.play("meld 4r 5r 6r *r=7r")
    refused(table, "meld 9b 9g 9y", "R17-MELD-03", "it would be 6", option=option)
    table = holding("4r 5r 6r 8g 4g 5v", "1: 5g 6g 7g", melds=limited).play("meld 4r 5r 6r", "layoff 8g > 1")
    refused(table, "layoff 4g > 1", "R17-MELD-03", "it would be 5", option=option)
    assert [move.split()[0] for move in table.legal()] == ["discard", "discard"]


# -- the first meld ------------------------------------------------------------------------------


@pytest.mark.option("first_meld.no_meld_laps")
def test_no_meld_laps() -> None:
    scenario = rummy17(first_meld={"no_meld_laps": 1}, claiming=NO_CLAIMS)
    table = scenario.deal(hands=["4r 5r 6r 1b", "1v 2v"], stock_top="13b 13g 13y").play("draw stock")
    refused(table, "meld 4r 5r 6r", "R17-MELD-03", "first lap", option="first_meld.no_meld_laps")
    assert {move.split()[0] for move in table.legal()} == {"discard"}
    table.play("discard 13b", "draw stock", "discard 13g", "draw stock")
    assert table.round.lap == 2
    allowed(table, "meld 4r 5r 6r")


@pytest.mark.option("first_meld.first_meld_min")
def test_first_meld_min() -> None:
    table = holding("4r 5r 6r 8b 8g 8y 1y 2y 3y 5v", first_meld={"first_meld_min": 39})
    refused(table, "meld 4r 5r 6r", "R17-MELD-03", "15 of 39 points", option="first_meld.first_meld_min")
    refused(table, "meld 8b 8g 8y", "R17-MELD-03", "24 of 39 points")
    refused(table, "meld 8b 8g 8y | 1y 2y 3y", "R17-MELD-03", "30 of 39 points")
    allowed(table, "meld 4r 5r 6r | 8b 8g 8y")
    allowed(table, "meld 4r 5r 6r | 8b 8g 8y | 1y 2y 3y")
    assert "meld 8b 8g 8y | 4r 5r 6r" in table.legal()
    # Afterwards any meld will do, in the same turn too.
    allowed(table.play("meld 4r 5r 6r | 8b 8g 8y"), "meld 1y 2y 3y")


@pytest.mark.option("first_meld.first_meld_min_with_joker")
def test_first_meld_min_with_joker() -> None:
    hand = "4r 5r 6r 10b 11b 12b 5v"
    plain = holding(hand, first_meld={"first_meld_min": 15})
    allowed(plain, "meld 4r 5r 6r")
    allowed(plain, "meld 4r 5r 6r *r=7r")
    table = holding(hand, first_meld={"first_meld_min": 15, "first_meld_min_with_joker": 46})
    allowed(table, "meld 4r 5r 6r")
    option = "first_meld.first_meld_min_with_joker"
    refused(table, "meld 4r 5r 6r *r=7r", "R17-MELD-03", "22 of the 46 points", option=option)
    # A joker counts as the card it stands for.
    refused(table, "meld *b=9b 10b 11b 12b", "R17-MELD-03", "42 of the 46 points", option=option)
    allowed(table, "meld 10b 11b 12b *b=13b")
    # The melds without a joker reach the points themselves.
    allowed(table, "meld 10b 11b 12b | 4r 5r 6r *r=7r")


@pytest.mark.option("first_meld.max_jokers_first_meld")
def test_max_jokers_first_meld() -> None:
    hand = "4r 5r 6r 10b 11b 12b 14g 15g 16g 5v"
    two = "meld 4r 5r 6r *r=7r | 10b 11b 12b *b=13b"
    allowed(holding(hand), two)
    option = "first_meld.max_jokers_first_meld"
    none = holding(hand, first_meld={"max_jokers_first_meld": 0})
    refused(none, "meld 4r 5r 6r *r=7r", "R17-MELD-03", "1 joker; at most 0", option=option)
    allowed(none, "meld 4r 5r 6r")
    allowed(none.play("meld 4r 5r 6r"), "meld 10b 11b 12b *b=13b")
    # With one allowed, one joker meld is a first meld, and the other comes after it.
    one = holding(hand, first_meld={"max_jokers_first_meld": 1})
    allowed(one, "meld 4r 5r 6r *r=7r")
    allowed(one, two)
    strict = holding(hand, first_meld={"max_jokers_first_meld": 1, "first_meld_min": 60})
    refused(strict, two, "R17-MELD-03", "2 jokers; at most 1", option=option)


# -- laying off ----------------------------------------------------------------------------------


@pytest.mark.option("lay_offs.layoff")
def test_layoff() -> None:
    table = ("1: 9b 9g 9y", "2: 4r 5r 6r")
    anywhere = holding("9r 7r 5v", *table)
    allowed(anywhere, "layoff 9r > 1")
    allowed(anywhere, "layoff 7r > 2")
    own = holding("9r 7r 5v", *table, lay_offs={"layoff": "own"})
    allowed(own, "layoff 9r > 1")
    refused(own, "layoff 7r > 2", "R17-LAY-01", "your own melds only", option="lay_offs.layoff")
    nowhere = holding("9r 7r 5v", *table, lay_offs={"layoff": "none"})
    for move in ("layoff 9r > 1", "layoff 7r > 2"):
        refused(nowhere, move, "R17-LAY-01", "nothing is laid off", option="lay_offs.layoff")


@pytest.mark.option("lay_offs.layoff_same_turn")
def test_layoff_same_turn() -> None:
    at_once = holding("9b 9g 9y 7r 5v", "2: 4r 5r 6r").play("meld 9b 9g 9y")
    allowed(at_once, "layoff 7r > 1")
    later = rummy17(lay_offs={"layoff_same_turn": False}).deal(
        hands=["9b 9g 9y 7r 5v", "13v"], table=["2: 4r 5r 6r"], drawn=True, stock_top="12g 12y"
    )
    later.play("meld 9b 9g 9y")
    refused(later, "layoff 7r > 1", "R17-LAY-01", "the turn after", option="lay_offs.layoff_same_turn")
    later.play("discard 5v", "draw stock", "discard 12g", "draw stock")
    allowed(later, "layoff 7r > 1")


@pytest.mark.option("lay_offs.layoff_credit")
@pytest.mark.parametrize(("credit", "counts"), [("owner", (3, 4)), ("layer", (4, 3))])
def test_layoff_credit(credit: str, counts: tuple[int, int]) -> None:
    scenario = rummy17(lay_offs={"layoff_credit": credit})
    table = scenario.deal(
        hands=["7r 12g", "1v"], table=["1: 9b 9g 9y", "2: 4r 5r 6r"], side_cards=["most_cards", "most_red"], drawn=True
    )
    table.play("layoff 7r > 2", "discard 12g")
    assert item(table, "most_cards").counts == counts
    assert item(table, "most_red").counts == ((0, 4) if credit == "owner" else (1, 3))


# -- pool jokers ---------------------------------------------------------------------------------


@pytest.mark.option("pool.pool_joker_min_run")
@pytest.mark.parametrize(
    ("fewest", "verdicts"), [(3, (True, True, True)), (4, (False, True, True)), (5, (False, False, True))]
)
def test_pool_joker_min_run(fewest: int, verdicts: tuple[bool, ...]) -> None:
    table = holding("4r 5r 6r 7r 5v", pool={"pool_joker_min_run": fewest})
    moves = ("meld 4r 5r *r=6r", "meld 4r 5r 6r *r=7r", "meld 4r 5r 6r 7r *r=8r")
    assert tuple(table.is_legal(move) for move in moves) == verdicts
    for move, legal in zip(moves, verdicts, strict=True):
        if legal:
            allowed(table, move)
        else:
            refused(table, move, "R17-JOK-02", f"at least {fewest}", option="pool.pool_joker_min_run")
    refused(holding("9b 9g 5v", pool={"pool_joker_min_run": 3}), "meld *r=9r 9b 9g", "R17-JOK-03")


@pytest.mark.option("pool.pool_joker_layoff")
def test_pool_joker_layoff() -> None:
    melds = ("1: 4r 5r 6r", "1: 9b 9g 9y")
    option = "pool.pool_joker_layoff"
    refused(holding("5v 6v", *melds), "layoff *r=7r > 1", "R17-JOK-03", "not to lay off", option=option)
    table = holding("5v 6v", *melds, pool={"pool_joker_layoff": True})
    allowed(table, "layoff *r=7r > 1")
    allowed(table, "layoff *r=3r > 1")
    refused(table, "layoff *r=9r > 2", "R17-JOK-03", "only in a run")
    table.play("layoff *r=7r > 1")
    assert table.meld(1) == "4r 5r 6r *r=7r"
    assert table.hand(0) == "5v 6v"
    assert table.round.rules.pack.text(table.round.pool) == "*b *g *y *v"
    # It is a lay-off, so a first meld comes before it; and the run must be long enough with it.
    early = holding("5v 6v", "2: 4r 5r 6r", pool={"pool_joker_layoff": True})
    refused(early, "layoff *r=7r > 1", "R17-LAY-01", "after your own first meld")
    short = holding("5v 6v", *melds, pool={"pool_joker_layoff": True, "pool_joker_min_run": 5})
    refused(short, "layoff *r=7r > 1", "R17-JOK-02", "at least 5")


@pytest.mark.option("pool.pool_jokers_per_turn")
def test_pool_jokers_per_turn() -> None:
    hand = "4r 5r 6r 10b 11b 12b 5v"
    both = "meld 4r 5r 6r *r=7r | 10b 11b 12b *b=13b"
    allowed(holding(hand), both)
    table = holding(hand, pool={"pool_jokers_per_turn": 1})
    refused(table, both, "R17-JOK-02", "at most 1 pool joker", option="pool.pool_jokers_per_turn")
    table.play("meld 4r 5r 6r *r=7r")
    refused(table, "meld 10b 11b 12b *b=13b", "R17-JOK-02", "at most 1 pool joker")
    allowed(table, "meld 10b 11b 12b")


# -- swaps ---------------------------------------------------------------------------------------

RED_RUN = "2: 4r 5r 6r *r=7r"
SWAP = "swap 7r > 1 : meld *r=9r 9b 9g"


@pytest.mark.option("swaps.joker_swap")
def test_joker_swap() -> None:
    melds = (RED_RUN, "1: 1b 2b 3b")
    allowed(holding("7r 9b 9g 5v", *melds), SWAP)
    table = holding("7r 9b 9g 5v", *melds, swaps={"joker_swap": False})
    refused(table, SWAP, "R17-JOK-04", "are not swapped", option="swaps.joker_swap")
    assert not [move for move in table.legal() if move.startswith("swap")]


@pytest.mark.option("swaps.swap_requires_first_meld")
def test_swap_requires_first_meld() -> None:
    option = "swaps.swap_requires_first_meld"
    refused(holding("7r 9b 9g 5v", RED_RUN), SWAP, "R17-JOK-04", "after your own first meld", option=option)
    table = holding("7r 9b 9g 5v", RED_RUN, swaps={"swap_requires_first_meld": False})
    allowed(table, SWAP)
    # The joker's new home may be the first meld, but laying off still waits for one.
    refused(table, "swap 7r > 1 : layoff *r=8r > 1", "R17-LAY-01", "after your own first meld")
    assert table.play(SWAP).round.has_melded(0)


@pytest.mark.option("swaps.swap_same_turn")
def test_swap_same_turn() -> None:
    hand = "7r 9b 9g 1b 2b 3b 5v"
    allowed(holding(hand, RED_RUN).play("meld 1b 2b 3b"), SWAP)
    later = rummy17(swaps={"swap_same_turn": False}).deal(
        hands=[hand, "13v"], table=[RED_RUN], drawn=True, stock_top="12g 12y"
    )
    later.play("meld 1b 2b 3b")
    refused(later, SWAP, "R17-JOK-04", "the turn after", option="swaps.swap_same_turn")
    later.play("discard 5v", "draw stock", "discard 12g", "draw stock")
    allowed(later, SWAP)


@pytest.mark.option("swaps.swapped_joker_use")
def test_swapped_joker_use() -> None:
    melds = (RED_RUN, "1: 1b 2b 3b")
    layoff = "swap 7r > 1 : layoff *r=8r > 1"
    allowed(holding("7r 9b 9g 5v", *melds), layoff)
    table = holding("7r 9b 9g 5v", *melds, swaps={"swapped_joker_use": "new_meld"})
    refused(table, layoff, "R17-JOK-05", "in a new meld", option="swaps.swapped_joker_use")
    allowed(table, SWAP)


@pytest.mark.option("swaps.swapped_joker_min_run")
@pytest.mark.parametrize(("fewest", "verdicts"), [(3, (True, True)), (4, (False, True)), (5, (False, False))])
def test_swapped_joker_min_run(fewest: int, verdicts: tuple[bool, ...]) -> None:
    hand = "7r 10r 11r 12r 9b 9g 5v"
    table = holding(hand, RED_RUN, "1: 1b 2b 3b", swaps={"swapped_joker_min_run": fewest})
    moves = ("swap 7r > 1 : meld 10r 11r *r=12r", "swap 7r > 1 : meld 10r 11r 12r *r=13r")
    for move, legal in zip(moves, verdicts, strict=True):
        if legal:
            allowed(table, move)
        else:
            refused(table, move, "R17-JOK-05", f"at least {fewest}", option="swaps.swapped_joker_min_run")
    # Sets are not bound by it, and runs on the table are long enough with it.
    allowed(table, SWAP)
    allowed(table, "swap 7r > 1 : layoff *r=8r > 1")


@pytest.mark.option("swaps.set_joker_swap")
def test_set_joker_swap() -> None:
    three, four = "1: *r=9r 9b 9g", "1: *r=9r 9b 9g 9y"
    move = "swap 9r > 1 : meld *r=5r 5b 5g"
    allowed(holding("9r 5b 5g 5v", three), move)
    allowed(holding("9r 5b 5g 5v", four), move)
    strict = {"set_joker_swap": "four_naturals"}
    table = holding("9r 5b 5g 5v", three, swaps=strict)
    refused(table, move, "R17-JOK-04", "four natural cards", option="swaps.set_joker_swap")
    allowed(holding("9r 5b 5g 5v", four, swaps=strict), move)
    # Laying the fourth card off first will do as well; runs are not touched by it.
    allowed(holding("9r 9y 5b 5g 5v", three, swaps=strict).play("layoff 9y > 1"), move)
    allowed(holding("7r 5b 5g 5v", "1: 4r 6r 5r *r=7r", swaps=strict), "swap 7r > 1 : layoff *r=8r > 1")


# -- scoring -------------------------------------------------------------------------------------


def scored(last: str, *table: str, cards: tuple[str, ...] = (), hand: str = "3y 10y", **scoring: Any) -> Table:
    """The first of two players goes out; the other one holds a hand."""
    scenario = rummy17(scoring=scoring)
    return scenario.deal(hands=[last, hand], table=table, side_cards=cards, drawn=True).play(f"discard {last}")


@pytest.mark.option("scoring.bonus_cards_in_play")
@pytest.mark.parametrize("number", [0, 5, 12])
def test_bonus_cards_in_play(number: int) -> None:
    open_cards = dealt(scoring={"bonus_cards_in_play": number}).round.side_cards
    assert len(open_cards) == len(set(open_cards)) == number
    assert set(open_cards) <= set(BONUS_CARDS)


@pytest.mark.option("scoring.penalty_high_from")
@pytest.mark.parametrize(("high", "points"), [(2, 7), (9, 6), (10, 5), (11, 4), (17, 4)])
def test_penalty_high_from(high: int, points: int) -> None:
    assert penalties(scored("12g", hand="1y 5y 9y 10y", penalty_high_from=high)) == (0, points)


@pytest.mark.option("scoring.bonus_points")
@pytest.mark.parametrize("points", [0, 3, 10])
def test_bonus_points(points: int) -> None:
    assert bonus_points(scored("12g", cards=("game_finished",), bonus_points=points)) == (points, 0)


@pytest.mark.option("scoring.rummy17_double")
@pytest.mark.parametrize(
    ("double", "totals"), [("all_players", (6, -6)), ("finisher_only", (6, -3)), ("never", (3, -3))]
)
def test_rummy17_double(double: str, totals: tuple[int, int]) -> None:
    assert score(scored("17g", cards=("game_finished",), rummy17_double=double)).totals == totals
    assert score(scored("16g", cards=("game_finished",), rummy17_double=double)).totals == (3, -3)


@pytest.mark.option("scoring.most_requires_positive")
@pytest.mark.parametrize("key", [key for key, card in BONUS_CARDS.items() if card.count and not card.fewest])
def test_most_requires_positive(key: str) -> None:
    assert bonus_points(scored("12g", cards=(key,))) == (0, 0)
    assert bonus_points(scored("12g", cards=(key,), most_requires_positive=False)) == (3, 3)


@pytest.mark.option("scoring.fewest_requires_meld")
@pytest.mark.parametrize(("key", "meld"), [("fewest_blue", "1: 4b 5b 6b"), ("fewest_jokers", "1: 4r 5r 6r *r=7r")])
def test_fewest_requires_meld(key: str, meld: str) -> None:
    assert bonus_points(scored("12g", meld, cards=(key,))) == (0, 3)
    assert bonus_points(scored("12g", meld, cards=(key,), fewest_requires_meld=True)) == (3, 0)
    assert bonus_points(scored("12g", cards=(key,), fewest_requires_meld=True)) == (0, 0)


@pytest.mark.option("scoring.joker_counts_as_value")
@pytest.mark.parametrize(
    ("key", "melds", "with_value", "without"),
    [
        ("most_123", ("1: *r=1r 2r 3r 4r", "2: 2b 3b 4b"), (3, 2), (2, 2)),
        ("most_8_16", ("1: 7r *r=8r 9r", "2: 15b 16b 17b"), (1, 1), (0, 1)),
        ("highest_triple", ("1: 15r 16r *r=17r", "2: 14b 15b 16b"), (48, 45), (31, 45)),
        ("most_red", ("1: *r=9r 9b 9g", "2: 4y 5y 6y"), (1, 0), (1, 0)),
        ("longest_run", ("1: *r=1r 2r 3r 4r", "2: 2b 3b 4b"), (4, 3), (4, 3)),
    ],
)
def test_joker_counts_as_value(
    key: str, melds: tuple[str, ...], with_value: tuple[int, int], without: tuple[int, int]
) -> None:
    assert item(scored("12g", *melds, cards=(key,)), key).counts == with_value
    assert item(scored("12g", *melds, cards=(key,), joker_counts_as_value=False), key).counts == without


# -- the match -----------------------------------------------------------------------------------


@pytest.mark.option("match.match_mode")
@pytest.mark.option("match.rounds")
@pytest.mark.parametrize(("options", "rounds"), [({}, 1), ({"match_mode": "rounds", "rounds": 4}, 4)])
def test_rounds(options: dict[str, Any], rounds: int) -> None:
    match = Match(rummy17(3, match=options, claiming=NO_CLAIMS).rules, 2, ["Ann", "Ben", "Cem"])
    dealers = play_out(match)
    assert len(match.scores) == rounds
    assert dealers == [(match.first_dealer + number) % 3 for number in range(rounds)]
    assert match.round.number == rounds
    assert match.totals == tuple(sum(score.totals[seat] for score in match.scores) for seat in range(3))
    assert match.winners == tuple(seat for seat in range(3) if match.totals[seat] == max(match.totals))
    assert match.round.legal_actions() == ()


@pytest.mark.option("match.rounds")
def test_every_round_is_shuffled_anew() -> None:
    match = Match(rummy17(2, preset="five_rounds", claiming=NO_CLAIMS).rules, 2, ["Ann", "Ben"])
    hands, bonus_cards = set(), set()
    while not match.is_over:
        if match.round.turn == 0 and match.round.stage.name == "draw":
            hands.add(tuple(match.round.hands))
            bonus_cards.add(match.round.side_cards)
        match.apply(match.round.legal_actions()[0])
    assert len(hands) == len(bonus_cards) == 5


@pytest.mark.option("match.match_mode")
@pytest.mark.option("match.target_score")
def test_a_target_is_for_the_winner_to_reach() -> None:
    format = rummy17(match={"match_mode": "target", "target_score": 50}).rules.match
    assert not format.is_over(Standing(0, (0, 0), (0, 1)))
    assert not format.is_over(Standing(1, (49, -90), (0, 1)))
    assert format.is_over(Standing(2, (50, -93), (0, 1)))
    assert not format.is_over(Standing(2, (48, -78), (0, 1)))
    by_default = rummy17(match={"match_mode": "target"}).rules.match
    assert not by_default.is_over(Standing(10, (499, -900), (0, 1)))
    assert by_default.is_over(Standing(11, (500, -990), (0, 1)))
