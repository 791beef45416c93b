"""The bots as players: always legal, always the same, and strong enough."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rummykit.info import Bot
from rummykit.plugins import Plugins
from rummykit.round import Round
from rummykit.ruleset import Ruleset
from rummykit.scenario import resolve

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
PLUGINS = Plugins.discover()


def rules(players: int, variant: str = "rummy17", **options: Any) -> Ruleset:
    return PLUGINS.assemble(resolve(PLUGINS, variant, **options), players)


def moves_of(round: Round, bots: list[Bot], seed: int = 0) -> list[str]:
    """Play a round to its end and return its moves; every answer must be a legal move."""
    chance = [Random(f"{seed}/{seat}") for seat in range(round.players)]
    made = []
    while round.outcome is None:
        view = round.view(round.actor)
        action = bots[round.actor](view, chance[round.actor])
        assert action in view.legal
        made.append(str(action))
        round.apply(action)
    return made


def test_the_plugin_brings_both_bots() -> None:
    assert {"random", "greedy"} <= set(PLUGINS.bots)


def test_importing_the_plugin_loads_no_bot() -> None:
    code = "import sys, rummykit_bots; print([m for m in sys.modules if m.startswith('rummykit_bots.')])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("others", ["greedy", "random"])
def test_greedy_plays_legal_rounds(players: int, others: str) -> None:
    game = rules(players)
    for seed in range(4):
        bots = [PLUGINS.bots[others].make() for _ in range(players)]
        bots[seed % players] = PLUGINS.bots["greedy"].make()
        moves_of(Round(game, seed % players, seed), bots, seed)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("preset", [None, "club", "skatverband"])
def test_greedy_plays_legal_rounds_with_jokers_in_the_hands(players: int, preset: str | None) -> None:
    game = rules(players, "deutsches_romme", preset=preset)
    for seed in range(3):
        bots = [PLUGINS.bots["random" if seat == seed + 1 else "greedy"].make() for seat in range(players)]
        moves_of(Round(game, seed % players, seed), bots, seed)


HOUSE_RULES: list[dict[str, dict[str, object]]] = [
    {"first_meld": {"first_meld_min": 30, "no_meld_laps": 1}},
    {"draw": {"taken_discard_must_be_used": "meld_or_layoff", "may_discard_taken_card": False}},
    {"draw": {"stock_exhaustion": "reshuffle"}, "lay_offs": {"layoff": "own", "layoff_same_turn": False}},
    {"claiming": {"claim_takes_turn": True}, "melds": {"max_hand_cards_per_turn": 4}},
    {"claiming": {"claim_penalty_cards": 2}, "pool": {"pool_joker_layoff": True, "pool_jokers_per_turn": 1}},
    {"lay_offs": {"layoff": "none"}, "swaps": {"swapped_joker_use": "new_meld"}},
    {"melds": {"ace_wrap": True}, "scoring": {"bonus_cards_in_play": 0}},
]


@pytest.mark.parametrize("options", HOUSE_RULES, ids=lambda options: "+".join(options))
def test_greedy_plays_under_house_rules(options: dict[str, dict[str, object]]) -> None:
    game = rules(3, **options)
    for seed in range(6):
        moves_of(Round(game, seed % 3, seed), [PLUGINS.bots["greedy"].make() for _ in range(3)])


HOUSE_RULES_WITH_JOKERS: list[dict[str, dict[str, object]]] = [
    {"first_meld": {"first_meld_min": 0}, "going_out": {"final_discard_required": False}},
    {"draw": {"taken_discard_must_be_used": "meld_or_layoff", "may_discard_taken_card": False}},
    {"first_meld": {"first_meld_min": 100, "first_meld_scope": "whole_turn"}, "melds": {"ace_wrap": True}},
    {"going_out": {"hand_romme": "own_all_at_once"}, "melds": {"max_hand_cards_per_turn": 5}},
    {"claiming": {"claims": True, "claim_takes_turn": True}, "lay_offs": {"layoff": "own", "layoff_same_turn": False}},
    {"draw": {"stock_exhaustion": "finish_turn_then_score"}, "deal": {"jokers": 8, "hand_size": 20}},
]


@pytest.mark.parametrize("options", HOUSE_RULES_WITH_JOKERS, ids=lambda options: "+".join(options))
def test_greedy_plays_under_house_rules_with_jokers_in_the_hands(options: dict[str, dict[str, object]]) -> None:
    game = rules(3, "deutsches_romme", **options)
    for seed in range(4):
        moves_of(Round(game, seed % 3, seed), [PLUGINS.bots["greedy"].make() for _ in range(3)])


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_bot_is_deterministic_and_remembers_nothing(name: str) -> None:
    game = rules(3)
    one_for_all = [PLUGINS.bots[name].make()] * 3
    one_each = [PLUGINS.bots[name].make() for _ in range(3)]
    assert moves_of(Round(game, 0, 17), one_for_all) == moves_of(Round(game, 0, 17), one_each)


@pytest.fixture
def strength(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(BENCHMARKS)
    return __import__("strength")


@pytest.mark.parametrize("variant", ["rummy17", "deutsches_romme"])
def test_greedy_beats_random(strength: Any, variant: str) -> None:
    results = strength.play_deals(strength.Pairing(variant, "greedy", "random"), deals=30)
    assert len(results) == 60
    assert strength.share_won(results) > 0.8


def test_greedy_beats_random_over_whole_matches(strength: Any) -> None:
    pairing = strength.Pairing("wiener_rummy", "greedy", "random")
    results = strength.play_matches(pairing, matches=5)
    assert len(results) == 10
    assert strength.share_won(results) >= 0.95
    assert f"won            {strength.share_won(results):.1%}" in strength.report_matches(pairing, results)


def test_most_rounds_of_greedy_players_see_two_of_them_meld(strength: Any) -> None:
    pairing = strength.Pairing("deutsches_romme", "greedy", "greedy", players=4, preset="club")
    assert strength.share_melded(strength.play_deals(pairing, deals=5)) >= 0.8
