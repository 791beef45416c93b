"""What Räuber-Rommé takes from Deutsches Rommé is the very same: its parts, by default and under every house rule.

Parts are frozen values, so equal parts play alike, and the tests of Deutsches Rommé speak for both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from matches import match_sections
from rummykit.engine.ruleset import Ruleset
from rummykit.parts import EndingTurn, Rearranging
from rummykit.rules import HouseRuleError
from rummykit.scenario import Scenario

from ..helpers import PLUGINS
from .helpers import raeuber

SAME_DEFAULT = {"swaps": {"joker_goes": "meld_or_lay_off"}}
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
@pytest.mark.parametrize("players", range(2, 9))
def test_the_rules_of_deutsches_romme_hold(players: int) -> None:
    ours = raeuber(players).rules
    assert parts(ours) == parts(romme(players))
    assert len(ours.flow.moves) == len(romme(players).flow.moves) + 1


@pytest.mark.option("deck.packs", "deck.jokers", "deal.cards", "deal.extra_card", "deal.starter")
@pytest.mark.option("deal.upcard", "deal.jokers_each", "deal.keep_cut_joker", "deal.next_dealer", "deal.redeal")
@pytest.mark.option("discards.take", "discards.throw_back", "stock.exhausted")
@pytest.mark.option("stock.reshuffles", "turn.stall_limit", "discards.reuse")
@pytest.mark.option("claims.allowed", "claims.per_round", "claims.penalty", "claims.from_lap")
@pytest.mark.option("claims.own_discard", "claims.takes_turn")
@pytest.mark.option("ace.points", "ace.runs", "jokers.per_meld", "jokers.min_naturals")
@pytest.mark.option("melds.min_run", "melds.min_set", "melds.twins", "jokers.share", "jokers.at_ends", "jokers.alone")
@pytest.mark.option("jokers.wild_ranks", "jokers.discard", "jokers.side_by_side", "turn.most_cards")
@pytest.mark.option("first_meld.from_lap", "first_meld.min", "first_meld.min_with_joker")
@pytest.mark.option("first_meld.joker_value", "first_meld.max_jokers")
@pytest.mark.option("first_meld.needs_clean_run", "first_meld.rises_each_round")
@pytest.mark.option("first_meld.rises_each_lap", "first_meld.rises_to")
@pytest.mark.option("first_meld.scope", "lay_offs.on", "lay_offs.before_first_meld", "lay_offs.same_turn")
@pytest.mark.option("swaps.allowed", "swaps.needs_first_meld", "swaps.same_turn")
@pytest.mark.option("swaps.only_own", "swaps.joker_goes", "swaps.min_run", "swaps.sets")
@pytest.mark.option("going_out.discard", "hand_romme.when", "hand_romme.factor")
@pytest.mark.option("hand_romme.waives_first_meld", "jokers.in_hand", "ace.in_hand")
@pytest.mark.option("stakes.hand_romme_fee")
@pytest.mark.option("scoring.winner", "scoring.unfinished", "scoring.unmelded", "scoring.cards")
@pytest.mark.option("scoring.out_bonus", "scoring.last_joker", "hand_romme.bonus", "scoring.melds_count")
@pytest.mark.parametrize(
    ("part", "options"),
    [
        ("pack", {"deck": {"packs": 3}}),
        ("pack", {"deck": {"jokers": 4}}),
        ("deal", {"deal": {"cards": 11}}),
        ("deal", {"deal": {"extra_card": "left"}}),
        ("deal", {"deal": {"starter": "random"}}),
        ("deal", {"deal": {"upcard": True}}),
        ("deal", {"deal": {"jokers_each": 1}}),
        ("deal", {"deal": {"keep_cut_joker": True}}),
        ("deal", {"deal": {"next_dealer": "loser"}}),
        ("deal", {"deal": {"redeal": "three_pairs"}}),
        ("deal", {"deal": {"redeal": "no_face_card"}}),
        ("drawing", {"discards": {"take": "only_to_meld"}}),
        ("drawing", {"discards": {"take": "after_first_meld"}}),
        ("drawing", {"discards": {"take": "never"}}),
        ("moves", {"discards": {"throw_back": False}}),
        ("drawing", {"stock": {"exhausted": "finish_turn"}}),
        ("drawing", {"stock": {"exhausted": "score_at_once"}}),
        ("drawing", {"stock": {"reshuffles": 1}}),
        ("drawing", {"discards": {"reuse": "turn_over"}}),
        ("limits", {"turn": {"stall_limit": 20}}),
        ("claiming", {"claims": {"allowed": "always"}}),
        ("claiming", {"claims": {"allowed": "after_first_meld"}}),
        ("claiming", {"claims": {"allowed": "only_to_use"}}),
        ("claiming", {"claims": {"allowed": "always", "per_round": 3}}),
        ("claiming", {"claims": {"allowed": "always", "penalty": 1}}),
        ("claiming", {"claims": {"allowed": "always", "from_lap": 2}}),
        ("claiming", {"claims": {"allowed": "always", "own_discard": True}}),
        ("claiming", {"claims": {"allowed": "always", "takes_turn": True}}),
        ("melds", {"ace": {"runs": "low"}}),
        ("melds", {"ace": {"runs": "wrap"}}),
        ("melds", {"melds": {"min_run": 4}}),
        ("melds", {"melds": {"min_set": 4}}),
        ("melds", {"melds": {"twins": True}}),
        ("melds", {"jokers": {"per_meld": 1}}),
        ("melds", {"jokers": {"wild_ranks": [2]}}),
        ("scoring", {"jokers": {"wild_ranks": [2]}}),
        ("melds", {"jokers": {"share": "half"}}),
        ("melds", {"jokers": {"at_ends": False}}),
        ("melds", {"jokers": {"alone": True}}),
        ("melds", {"jokers": {"min_naturals": 1}}),
        ("melds", {"jokers": {"side_by_side": 1}}),
        ("moves", {"jokers": {"discard": "not_last"}}),
        ("moves", {"jokers": {"discard": "never"}}),
        ("limits", {"turn": {"most_cards": 5}}),
        ("moves", {"first_meld": {"from_lap": 2}}),
        ("moves", {"first_meld": {"min": 30}}),
        ("moves", {"first_meld": {"min_with_joker": 50}}),
        ("moves", {"first_meld": {"joker_value": "zero"}}),
        ("moves", {"first_meld": {"max_jokers": 1}}),
        ("moves", {"first_meld": {"scope": "whole_turn"}}),
        ("moves", {"first_meld": {"scope": "one_meld"}}),
        ("moves", {"first_meld": {"needs_clean_run": True}}),
        ("moves", {"first_meld": {"rises_each_round": 10}}),
        ("moves", {"first_meld": {"rises_each_lap": 5}}),
        ("moves", {"first_meld": {"rises_each_lap": 5, "rises_to": 60}}),
        ("moves", {"lay_offs": {"on": "own"}}),
        ("moves", {"lay_offs": {"before_first_meld": True}}),
        ("moves", {"lay_offs": {"same_turn": False}}),
        ("moves", {"swaps": {"allowed": False}}),
        ("moves", {"swaps": {"needs_first_meld": False}}),
        ("moves", {"swaps": {"same_turn": False}}),
        ("moves", {"swaps": {"only_own": True}}),
        ("moves", {"swaps": {"joker_goes": "new_meld"}}),
        ("moves", {"swaps": {"joker_goes": "hand"}}),
        ("moves", {"swaps": {"min_run": 4}}),
        ("moves", {"swaps": {"sets": "four_naturals"}}),
        ("moves", {"going_out": {"discard": "optional"}}),
        ("moves", {"going_out": {"discard": "forbidden"}}),
        ("scoring", {"hand_romme": {"when": "never"}}),
        ("scoring", {"hand_romme": {"factor": 3}}),
        ("scoring", {"hand_romme": {"waives_first_meld": False}}),
        ("scoring", {"jokers": {"in_hand": 25}}),
        ("scoring", {"ace": {"in_hand": 1}}),
        ("scoring", {"scoring": {"winner": "collects"}}),
        ("scoring", {"scoring": {"unfinished": "lowest"}}),
        ("scoring", {"stakes": {"hand_romme_fee": 5}}),
        ("scoring", {"scoring": {"melds_count": True}}),
        ("scoring", {"scoring": {"out_bonus": 25}}),
        ("scoring", {"scoring": {"last_joker": 2}}),
        ("moves", {"scoring": {"last_joker": 2}}),
        ("scoring", {"hand_romme": {"bonus": 50}}),
        ("melds", {"scoring": {"cards": "five_ten_fifteen"}}),
        ("scoring", {"scoring": {"cards": {"7": 20}}}),
        ("scoring", {"scoring": {"unmelded": "double"}}),
        ("scoring", {"scoring": {"unmelded": 100}}),
    ],
    ids=lambda value: value if isinstance(value, str) else str(*value.values()),
)
def test_a_house_rule_means_the_same(part: str, options: dict[str, Any]) -> None:
    ours = parts(raeuber(**options).rules)
    assert ours == parts(romme(**options))
    assert ours[part] != parts(raeuber().rules)[part]


@pytest.mark.option("match.rounds", "match.rounds", "match.target")
@pytest.mark.parametrize(
    "match",
    [{"rounds": 3}, {"target": 500}, {"elimination": 101, "ante": 5}],
)
def test_a_match_is_played_as_in_deutsches_romme(match: dict[str, Any]) -> None:
    ours = parts(raeuber(**match_sections(match)).rules)
    assert ours == parts(romme(**match_sections(match)))
    assert ours["match"] != parts(raeuber().rules)["match"]


def test_only_what_must_differ_without_a_pile_differs() -> None:
    ours, with_pile = parts(raeuber(preset="no_pile").rules), parts(raeuber().rules)
    assert {name for name, part in ours.items() if part != with_pile[name]} == {"drawing", "moves", "limits"}
    assert raeuber(preset="no_pile").rules.flow.moves[-1] == EndingTurn()


@pytest.mark.option("scoring.cards", "deck.faces")
def test_numbers_count_what_they_show() -> None:
    with pytest.raises(HouseRuleError, match=r"scoring\.cards: five_ten_fifteen needs deck\.faces: french"):
        raeuber(2, "tiles", scoring={"cards": "five_ten_fifteen"})
