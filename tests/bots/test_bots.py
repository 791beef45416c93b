"""The bots as players: always legal, always the same, and strong enough."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from campaign import Sample, samples
from rummykit.engine.round import Round
from rummykit.engine.ruleset import Ruleset
from rummykit.plugin.info import Bot
from rummykit.plugin.plugins import Plugins
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
@samples(normal=1, campaign=40)
def test_greedy_plays_legal_rounds(players: int, others: str, sample: Sample) -> None:
    game = rules(players)
    for seed in sample.seeds:
        bots = [PLUGINS.bots[others].make() for _ in range(players)]
        bots[seed % players] = PLUGINS.bots["greedy"].make()
        moves_of(Round(game, seed % players, seed), bots, seed)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("preset", [None, "club", "skatverband"])
@samples(normal=1, campaign=40)
def test_greedy_plays_legal_rounds_with_jokers_in_the_hands(players: int, preset: str | None, sample: Sample) -> None:
    game = rules(players, "deutsches_romme", preset=preset)
    for seed in sample.seeds:
        bots = [PLUGINS.bots["random" if seat == 1 else "greedy"].make() for seat in range(players)]
        moves_of(Round(game, seed % players, seed), bots, seed)


HOUSE_RULES: list[dict[str, dict[str, object]]] = [
    {"first_meld": {"min": 30, "from_lap": 2}},
    {
        "discards": {"take": "only_to_use", "throw_back": False},
        "claims": {"takes_turn": True},
    },
    {"stock": {"exhausted": "reshuffle"}, "lay_offs": {"on": "own", "same_turn": False}},
    {"claims": {"takes_turn": True}, "turn": {"most_cards": 4}},
    {"claims": {"penalty": 2}, "pool": {"lay_off": True, "per_turn": 1}},
    {"lay_offs": {"on": "none"}, "swaps": {"joker_goes": "new_meld"}},
    {"melds": {"wrap": True}, "bonus": {"in_play": 0}},
]


@pytest.mark.parametrize("options", HOUSE_RULES, ids=lambda options: "+".join(options))
@samples(normal=2, campaign=40)
def test_greedy_plays_under_house_rules(options: dict[str, dict[str, object]], sample: Sample) -> None:
    game = rules(3, **options)
    for seed in sample.seeds:
        moves_of(Round(game, seed % 3, seed), [PLUGINS.bots["greedy"].make() for _ in range(3)])


HOUSE_RULES_WITH_JOKERS: list[dict[str, dict[str, object]]] = [
    {"first_meld": {"min": 0}, "going_out": {"discard": "optional"}},
    {"discards": {"take": "only_to_use", "throw_back": False}},
    {"first_meld": {"min": 100, "scope": "whole_turn"}, "ace": {"runs": "wrap"}},
    {"hand_romme": {"when": "own_all_at_once"}, "turn": {"most_cards": 5}},
    {"claims": {"allowed": "always", "takes_turn": True}, "lay_offs": {"on": "own", "same_turn": False}},
    {"stock": {"exhausted": "finish_turn"}, "deck": {"jokers": 8}, "deal": {"cards": 20}},
]


@pytest.mark.parametrize("options", HOUSE_RULES_WITH_JOKERS, ids=lambda options: "+".join(options))
@samples(normal=1, campaign=40)
def test_greedy_plays_under_house_rules_with_jokers_in_the_hands(
    options: dict[str, dict[str, object]], sample: Sample
) -> None:
    game = rules(3, "deutsches_romme", **options)
    for seed in sample.seeds:
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
