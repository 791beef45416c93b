"""What Räuber-Rommé takes from Deutsches Rommé is the very same: its parts, by default and under every house rule.

Parts are frozen values, so equal parts play alike, and the tests of Deutsches Rommé speak for both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rummykit.ruleset import Ruleset
from rummykit.scenario import Scenario
from rummykit.turn import EndingTurn, Rearranging

from ..helpers import PLUGINS
from .helpers import raeuber

SAME_DEFAULT = {"swaps": {"swapped_joker_use": "meld_or_layoff"}}
"""The one option that both games have with different defaults."""


def romme(players: int = 2, **options: Mapping[str, Any]) -> Ruleset:
    """Deutsches Rommé, with the default of Räuber-Rommé where that differs."""
    for section, values in SAME_DEFAULT.items():
        options[section] = {**values, **options.get(section, {})}
    return Scenario("deutsches_romme", players, plugins=PLUGINS, **options).rules


def parts(rules: Ruleset) -> dict[str, object]:
    """Everything a game is made of, but for rearranging."""
    flow = rules.flow
    moves = [move for move in flow.moves if not isinstance(move, Rearranging)]
    return {
        "pack": rules.pack,
        "deal": rules.deal,
        "melds": rules.melds,
        "drawing": flow.drawing,
        "claiming": flow.claiming,
        "moves": moves,
        "limits": (flow.draw_mode, flow.stall_limit, flow.max_hand_cards),
        "scoring": rules.scoring,
        "match": rules.match,
    }


@pytest.mark.rule("RAU-01")
@pytest.mark.rule("ROM-COMP-01", "ROM-SETUP-01", "ROM-SETUP-02", "ROM-SETUP-03", "ROM-SETUP-04")
@pytest.mark.rule("ROM-MELD-01", "ROM-MELD-02", "ROM-MELD-03", "ROM-MELD-04", "ROM-VAL-01", "ROM-VAL-02")
@pytest.mark.rule("ROM-TURN-01", "ROM-TURN-02", "ROM-TURN-03", "ROM-FIRST-01", "ROM-FIRST-02")
@pytest.mark.rule("ROM-LAY-01", "ROM-LAY-02", "ROM-JOK-01", "ROM-JOK-02", "ROM-JOK-03")
@pytest.mark.rule("ROM-END-01", "ROM-SCORE-01", "ROM-HAND-01")
@pytest.mark.parametrize("players", range(2, 7))
def test_the_rules_of_deutsches_romme_hold(players: int) -> None:
    ours = raeuber(players).rules
    assert parts(ours) == parts(romme(players))
    assert len(ours.flow.moves) == len(romme(players).flow.moves) + 1


@pytest.mark.option("deal.packs", "deal.jokers", "deal.hand_size", "deal.extra_card_seat", "deal.starting_seat")
@pytest.mark.option("deal.initial_upcard", "deal.guaranteed_jokers", "deal.cut_joker_keep")
@pytest.mark.option("draw.taken_discard_must_be_used", "draw.may_discard_taken_card", "draw.stock_exhaustion")
@pytest.mark.option("draw.max_reshuffles", "draw.stall_limit")
@pytest.mark.option("claiming.claims", "claiming.claim_penalty_cards", "claiming.claim_from_lap")
@pytest.mark.option("claiming.discarder_may_claim", "claiming.claim_takes_turn")
@pytest.mark.option("melds.ace_mode", "melds.ace_wrap", "melds.max_jokers_per_meld", "melds.min_naturals_per_meld")
@pytest.mark.option("melds.max_adjacent_jokers", "melds.max_hand_cards_per_turn")
@pytest.mark.option("first_meld.no_meld_laps", "first_meld.first_meld_min", "first_meld.first_meld_min_with_joker")
@pytest.mark.option("first_meld.first_meld_joker_value", "first_meld.max_jokers_first_meld")
@pytest.mark.option("first_meld.first_meld_scope", "lay_offs.layoff", "lay_offs.layoff_same_turn")
@pytest.mark.option("swaps.joker_swap", "swaps.swap_requires_first_meld", "swaps.swap_same_turn")
@pytest.mark.option("swaps.swapped_joker_use", "swaps.swapped_joker_min_run", "swaps.set_joker_swap")
@pytest.mark.option("going_out.final_discard_required", "going_out.hand_romme", "going_out.hand_romme_multiplier")
@pytest.mark.option("going_out.hand_romme_waives_first_meld", "scoring.penalty_joker", "scoring.penalty_ace")
@pytest.mark.parametrize(
    ("part", "options"),
    [
        ("pack", {"deal": {"packs": 3}}),
        ("pack", {"deal": {"jokers": 4}}),
        ("deal", {"deal": {"hand_size": 11}}),
        ("deal", {"deal": {"extra_card_seat": "left"}}),
        ("deal", {"deal": {"starting_seat": "random"}}),
        ("deal", {"deal": {"initial_upcard": True}}),
        ("deal", {"deal": {"guaranteed_jokers": 1}}),
        ("deal", {"deal": {"cut_joker_keep": True}}),
        ("drawing", {"draw": {"taken_discard_must_be_used": "meld"}}),
        ("moves", {"draw": {"may_discard_taken_card": False}}),
        ("drawing", {"draw": {"stock_exhaustion": "finish_turn_then_score"}}),
        ("drawing", {"draw": {"stock_exhaustion": "immediate_score"}}),
        ("drawing", {"draw": {"max_reshuffles": 1}}),
        ("limits", {"draw": {"stall_limit": 20}}),
        ("claiming", {"claiming": {"claims": True}}),
        ("claiming", {"claiming": {"claims": True, "claim_penalty_cards": 1}}),
        ("claiming", {"claiming": {"claims": True, "claim_from_lap": 2}}),
        ("claiming", {"claiming": {"claims": True, "discarder_may_claim": True}}),
        ("claiming", {"claiming": {"claims": True, "claim_takes_turn": True}}),
        ("melds", {"melds": {"ace_mode": "low_only"}}),
        ("melds", {"melds": {"ace_wrap": True}}),
        ("melds", {"melds": {"max_jokers_per_meld": 1}}),
        ("melds", {"melds": {"min_naturals_per_meld": 1}}),
        ("melds", {"melds": {"max_adjacent_jokers": 1}}),
        ("limits", {"melds": {"max_hand_cards_per_turn": 5}}),
        ("moves", {"first_meld": {"no_meld_laps": 1}}),
        ("moves", {"first_meld": {"first_meld_min": 30}}),
        ("moves", {"first_meld": {"first_meld_min_with_joker": 50}}),
        ("moves", {"first_meld": {"first_meld_joker_value": "zero"}}),
        ("moves", {"first_meld": {"max_jokers_first_meld": 1}}),
        ("moves", {"first_meld": {"first_meld_scope": "whole_turn"}}),
        ("moves", {"lay_offs": {"layoff": "own"}}),
        ("moves", {"lay_offs": {"layoff_same_turn": False}}),
        ("moves", {"swaps": {"joker_swap": False}}),
        ("moves", {"swaps": {"swap_requires_first_meld": False}}),
        ("moves", {"swaps": {"swap_same_turn": False}}),
        ("moves", {"swaps": {"swapped_joker_use": "new_meld"}}),
        ("moves", {"swaps": {"swapped_joker_min_run": 4}}),
        ("moves", {"swaps": {"set_joker_swap": "four_naturals"}}),
        ("moves", {"going_out": {"final_discard_required": False}}),
        ("scoring", {"going_out": {"hand_romme": "never"}}),
        ("scoring", {"going_out": {"hand_romme_multiplier": 3}}),
        ("scoring", {"going_out": {"hand_romme_waives_first_meld": False}}),
        ("scoring", {"scoring": {"penalty_joker": 25}}),
        ("scoring", {"scoring": {"penalty_ace": 1}}),
    ],
    ids=lambda value: value if isinstance(value, str) else str(*value.values()),
)
def test_a_house_rule_means_the_same(part: str, options: dict[str, Any]) -> None:
    ours = parts(raeuber(**options).rules)
    assert ours == parts(romme(**options))
    assert ours[part] != parts(raeuber().rules)[part]


@pytest.mark.option("match.match_mode", "match.rounds", "match.target_score")
@pytest.mark.parametrize(
    "match",
    [{"match_mode": "rounds", "rounds": 3}, {"match_mode": "target"}, {"match_mode": "last_standing", "ante": 5}],
)
def test_a_match_is_played_as_in_deutsches_romme(match: dict[str, Any]) -> None:
    ours = parts(raeuber(match=match).rules)
    assert ours == parts(romme(match=match))
    assert ours["match"] != parts(raeuber().rules)["match"]


def test_only_what_must_differ_without_a_pile_differs() -> None:
    ours, with_pile = parts(raeuber(preset="no_pile").rules), parts(raeuber().rules)
    assert {name for name, part in ours.items() if part != with_pile[name]} == {"drawing", "moves", "limits"}
    assert raeuber(preset="no_pile").rules.flow.moves[-1] == EndingTurn()
