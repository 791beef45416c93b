"""Measures RummyKit beside public peers in one run, on one core, and prints ratios only.

    python benchmarks/speed.py [--seconds 4] [--repeat 5]

Needs the extra ``bench`` (OpenSpiel). Each figure is the median over the repeats, the two sides taking turns.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from random import Random
from statistics import median

import pyspiel

from rummykit.engine.round import Round
from rummykit.engine.ruleset import Ruleset
from rummykit.plugin.plugins import Plugins
from rummykit.rules import from_variant

TARGETS = {"rummy17": 2.5, "deutsches_romme": 1.5}
"""The least ratio of decisions to the peer's actions, by variant."""

EMPTY_APP = """
import typer
app = typer.Typer()
@app.command()
def one() -> None:
    "Nothing."
@app.command()
def two() -> None:
    "Nothing."
app()
"""

GOOD_FILE = """
variant: rummy17
players: [Anna, Ben, greedy]
rules:
  first_meld:
    min: 20
  claims:
    penalty: 1
match:
  rounds: 3
"""


def our_decisions(rules: Ruleset, seconds: float, random: Random) -> float:
    """Decisions a second of the processor in random legal rounds; moves without a choice are made but not counted."""
    decisions, deal = 0, 0
    start = now = time.process_time()
    while now - start < seconds:
        round = Round(rules, deal % rules.players, deal)
        deal += 1
        while round.outcome is None:
            actions = round.legal_actions()
            choices = len(actions)
            decisions += choices > 1
            round.apply(actions[int(random.random() * choices)])
        now = time.process_time()
    return decisions / (now - start)


def peer_actions(game: pyspiel.Game, seconds: float, random: Random, from_root: bool) -> float:
    """Actions a second likewise in random Gin Rummy games; with *from_root* a game starts by cloning one state."""
    count, root = 0, game.new_initial_state()
    start = now = time.process_time()
    while now - start < seconds:
        state = root.clone() if from_root else game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(random.random() * len(actions))])
            count += 1
        now = time.process_time()
    return count / (now - start)


def our_mid_round(rules: Ruleset) -> Round:
    """Return a round after 80 random moves."""
    random, round = Random(1), Round(rules, 0, 3)
    for _ in range(80):
        actions = round.legal_actions()
        round.apply(actions[int(random.random() * len(actions))])
    assert round.outcome is None
    return round


def peer_mid_game(game: pyspiel.Game) -> pyspiel.State:
    """Return a game of the peer after 80 random actions (the deal among them)."""
    random, state = Random(1), game.new_initial_state()
    for _ in range(80):
        actions = state.legal_actions()
        state.apply_action(actions[int(random.random() * len(actions))])
    assert not state.is_terminal()
    return state


def seconds_each(call: Callable[[], object], times: int) -> float:
    """Return the time of one call."""
    start = time.perf_counter()
    for _ in range(times):
        call()
    return (time.perf_counter() - start) / times


def run_time(command: list[str]) -> float:
    """Return the time a command takes."""
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def start_up(repeat: int) -> dict[str, float]:
    """Compare the start of commands with that of an empty Typer app's help."""
    # As on anybody's machine: sources are compiled once, not at every start.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    rummy = str(Path(sys.executable).with_name("rummy"))
    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder) / "empty.py"
        empty.write_text(EMPTY_APP, encoding="utf-8")
        good = Path(folder) / "good.yaml"
        good.write_text(GOOD_FILE, encoding="utf-8")
        commands = {
            "empty": [sys.executable, str(empty), "--help"],
            "rummy --help": [rummy, "--help"],
            "rummy variants": [rummy, "variants"],
            "rummy rules check": [rummy, "rules", "check", str(good)],
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for command in commands.values():
            run_time(command)  # once to warm the file cache and write byte code
        for _ in range(repeat):
            for name, command in commands.items():
                times[name].append(run_time(command))
    base = median(times.pop("empty"))
    return {name: median(taken) / base for name, taken in times.items()}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=4, help="seconds for each measurement of games")
    parser.add_argument("--repeat", type=int, default=5, help="how often each pair is measured")
    options = parser.parse_args()

    plugins = Plugins.discover()
    tables = {name: plugins.assemble(from_variant(name, plugins), 3) for name in TARGETS}
    rules = tables["rummy17"]
    game = pyspiel.load_game("gin_rummy")
    ours: dict[str, list[float]] = {name: [] for name in tables}
    peers, from_root = [], []
    for turn in range(options.repeat):
        for name, table in tables.items():
            ours[name].append(our_decisions(table, options.seconds, Random(turn)))
        peers.append(peer_actions(game, options.seconds, Random(turn), from_root=False))
        from_root.append(peer_actions(game, options.seconds, Random(turn), from_root=True))
    mid, peer_mid = our_mid_round(rules), peer_mid_game(game)
    copying = [
        seconds_each(mid.copy, 5_000) / seconds_each(peer_mid.clone, 5_000) for _ in range(max(options.repeat, 3))
    ]

    print(f"Python {sys.version.split()[0]}, rummykit {version('rummykit')}, open_spiel {version('open_spiel')}")
    for name, target in TARGETS.items():
        mine = median(ours[name])
        print(f"{name}, 3 players, random legal play, decisions/s, against OpenSpiel gin_rummy, actions/s:")
        print(f"  a new initial state for each game  {mine / median(peers):.2f} times  (target: at least {target})")
        print(f"  games cloned from one root         {mine / median(from_root):.2f} times")
    print(f"Copying a round mid-game, time against clone(): {median(copying):.3f} times  (target: at most 0.5)")
    targets = {"rummy --help": 1.3, "rummy variants": 1.8, "rummy rules check": 2.0}
    for name, ratio in start_up(max(options.repeat * 3, 9)).items():
        print(f"{name}, time against an empty Typer app's --help: {ratio:.2f} times  (target: at most {targets[name]})")


if __name__ == "__main__":
    main()
