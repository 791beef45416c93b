"""Measures uniformly random Gin Rummy, complete games a second, beside public peers in one run; prints ratios only.

    python benchmarks/gin.py [--seconds 1] [--repeat 15]

A game is one hand, from the deal to the points. Ours is the plugin in `examples/gin_rummy`, which must be installed, by
its preset ``tournament``: the rules that OpenSpiel plays, as the tests of the plugin show move for move. Every side
chooses with the same call from its own list of legal actions, and every game is scored.

- OpenSpiel's `gin_rummy`, a new initial state for each game; its chance nodes are chosen like any other.
- The same, each game a clone of one initial state.
- RLCard's gin rummy, whose game loop is freed of the observations it makes at every step.

The sides take turns, and each ratio is the median of those within one turn, so that other work on the machine falls on
both. Needs the extra ``bench`` (OpenSpiel, rlcard).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from random import Random
from statistics import median
from typing import Any

import numpy as np
import pyspiel
from rlcard.games.gin_rummy.game import GinRummyGame

from rummykit.engine.round import Round
from rummykit.engine.ruleset import Ruleset
from rummykit.plugin.plugins import Plugins
from rummykit.scenario import resolve

OURS = "ours"
TARGETS = {"OpenSpiel, a new state each": 3.0, "OpenSpiel, cloned from one root": 1.0, "RLCard, bare game loop": 4.0}
"""The least ratio of our games a second to those of each peer."""

PlayOne = Callable[[Random, int], int]
"""Plays the game of a number to its end and returns how many actions it took."""


class Lean(GinRummyGame):  # type: ignore[misc]
    """RLCard's game without the observations."""

    def get_state(self, player_id: int) -> dict[str, Any]:
        """Return nothing."""
        return {}


def ours(rules: Ruleset) -> PlayOne:
    """Return our game."""

    def play(random: Random, number: int) -> int:
        round, actions = Round(rules, number & 1, number), 0
        while round.outcome is None:
            legal = round.legal_actions()
            round.apply(legal[int(random.random() * len(legal))])
            actions += 1
        rules.scoring.score(round)
        return actions

    return play


def open_spiel(new_state: Callable[[], pyspiel.State]) -> PlayOne:
    """Return OpenSpiel's game."""

    def play(random: Random, number: int) -> int:
        state, actions = new_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(random.random() * len(legal))])
            actions += 1
        state.returns()
        return actions

    return play


def rlcard() -> PlayOne:
    """Return RLCard's game."""
    game = Lean()
    game.np_random = np.random.RandomState(1)

    def play(random: Random, number: int) -> int:
        game.init_game()
        actions = 0
        while not game.is_over():
            legal = game.judge.get_legal_actions()
            game.step(legal[int(random.random() * len(legal))])
            actions += 1
        game.judge.scorer.get_payoffs(game)
        return actions

    return play


def measure(play: PlayOne, seconds: float, random: Random) -> tuple[float, float]:
    """Return complete games a second, and the actions in a game."""
    games = actions = 0
    start = now = time.perf_counter()
    while now - start < seconds:
        actions += play(random, games)
        games += 1
        now = time.perf_counter()
    return games / (now - start), actions / games


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1, help="seconds for each measurement")
    parser.add_argument("--repeat", type=int, default=15, help="how often each side is measured")
    options = parser.parse_args()

    plugins = Plugins.discover()
    game = pyspiel.load_game("gin_rummy")
    sides: dict[str, PlayOne] = {
        OURS: ours(plugins.assemble(resolve(plugins, "gin_rummy", preset="tournament"), 2)),
        "OpenSpiel, a new state each": open_spiel(game.new_initial_state),
        "OpenSpiel, cloned from one root": open_spiel(game.new_initial_state().clone),
        "RLCard, bare game loop": rlcard(),
    }
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in sides}
    for turn in range(options.repeat):
        for name, play in sides.items():
            found[name].append(measure(play, options.seconds, Random(turn)))

    lengths = {name: median(length for _, length in runs) for name, runs in found.items()}
    print(f"Python {sys.version.split()[0]}, open_spiel {version('open_spiel')}, rlcard {version('rlcard')}")
    print(f"Random games a second, ours ({lengths[OURS]:.0f} actions a game) as multiples of")
    for name, target in TARGETS.items():
        ratio = median(mine / theirs for (mine, _), (theirs, _) in zip(found[OURS], found[name], strict=True))
        print(f"  {name:34}{ratio:6.2f}  (target: at least {target:.0f})   {lengths[name]:.0f} actions a game")


if __name__ == "__main__":
    main()
