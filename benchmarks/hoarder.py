"""Plays against a hoarder, who claims every discard and lays nothing, and prints how long decisions take.

    python benchmarks/hoarder.py [--turns 300] [--seed 1]

Hands of 50 to 100 cards are legal that way, and whoever holds one still wants a list of moves, a hint and a bot's
answer at once. One seat hoards, the others are greedy bots; at every decision of the hoarder the listing is timed, and
in turns a hint and what a greedy bot would do. The target: 99% of them under 50 ms on an idle core, and none takes a
second.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import Any

from rummykit.engine.actions import CLAIM, Action, Discard, Draw, Source
from rummykit.engine.round import Round
from rummykit.engine.ruleset import Ruleset
from rummykit.plugin.plugins import Plugins
from rummykit.scenario import resolve
from rummykit_bots.greedy import Greedy
from rummykit_bots.hints import hint

TABLES: Mapping[str, tuple[str, str | None, Mapping[str, Mapping[str, Any]]]] = {
    "club rules": ("deutsches_romme", "club", {}),
    "three penalty cards, eight jokers": (
        "deutsches_romme",
        None,
        {"claims": {"allowed": "always", "penalty": 3}, "deck": {"jokers": 8}},
    ),
    "jokers without limits": (
        "deutsches_romme",
        None,
        {
            "claims": {"allowed": "always", "penalty": 3},
            "deck": {"jokers": 8},
            "jokers": {"min_naturals": 1, "side_by_side": 6},
        },
    ),
    "the same round the corner": (
        "deutsches_romme",
        None,
        {
            "claims": {"allowed": "always", "penalty": 3},
            "deck": {"jokers": 8},
            "jokers": {"min_naturals": 1, "side_by_side": 6},
            "ace": {"runs": "wrap"},
        },
    ),
    "Wiener Rummy with claims": ("wiener_rummy", None, {"claims": {"allowed": "always"}}),
}


def rules_of(plugins: Plugins, table: str, players: int = 3) -> Ruleset:
    """Return the rules of one of the tables."""
    variant, preset, sections = TABLES[table]
    return plugins.assemble(resolve(plugins, variant, preset=preset, **sections), players)


def hoard(legal: list[Action], random: Random) -> Action:
    """Return what a hoarder does: claim, or draw from the stock, and discard anything."""
    if CLAIM in legal:
        return CLAIM
    draws = [move for move in legal if isinstance(move, Draw) and move.source is Source.STOCK]
    discards = [move for move in legal if isinstance(move, Discard)]
    return draws[0] if draws else random.choice(discards) if discards else legal[-1]


def play(rules: Ruleset, turns: int, seed: int) -> Iterator[Round]:
    """Play rounds for so many turns of the hoarder at seat 0; yield the round at each of their decisions."""
    greedy, random, turn, deal = Greedy(), Random(seed), 0, seed
    while turn < turns:
        round = Round(rules, deal % rules.players, deal)
        deal += 1
        while round.outcome is None and turn < turns:
            if round.actor == 0:
                turn += round.actor == round.active
                yield round
                round.apply(hoard(round.legal_actions(), random))
            else:
                round.apply(greedy(round.view(round.actor), random))


def timed(ask: Callable[[], object]) -> float:
    """Return how many seconds of the processor an answer takes."""
    start = time.process_time()
    ask()
    return time.process_time() - start


def time_table(table: str, turns: int, seed: int) -> str:
    """Play at a table and return its line."""
    greedy, random = Greedy(), Random(seed)
    times: list[list[float]] = [[], [], []]
    largest = 0
    for at, round in enumerate(play(rules_of(Plugins.discover(), table), turns, seed)):
        largest = max(largest, round.hands[0].bit_count())
        # First of all: a view lists the moves too, and the finder remembers them.
        times[0].append(timed(round.legal_actions))
        view = round.view(0)
        # In turns: whoever asked second would find the solver's answers remembered.
        if at % 2:
            times[1].append(timed(lambda view=view: hint(view, random)))  # type: ignore[misc]
        else:
            times[2].append(timed(lambda view=view: greedy(view, random)))  # type: ignore[misc]
    cells = ""
    for kind in times:
        kind.sort()
        cells += f"{1e3 * kind[len(kind) * 99 // 100]:10.0f}{1e3 * kind[-1]:10.0f}"
    return f"{table:36}{largest:14}{cells}"


def main() -> None:
    """Play at all tables, each in a process of its own, and print a line for each."""
    parser = argparse.ArgumentParser(description="Plays against a hoarder.")
    parser.add_argument("--turns", type=int, default=300, help="turns of the hoarder at every table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", choices=[*TABLES], help="only this one")
    options = parser.parse_args()
    print(f"{'table':36}{'largest hand':>14}{'listing':>20}{'hint':>20}{'greedy':>20}")
    print(f"{'':50}" + f"{'99%, slowest (ms)':>20}" * 3)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=1) as processes:
        for table in [options.table] if options.table else TABLES:
            print(processes.submit(time_table, table, options.turns, options.seed).result(), flush=True)


if __name__ == "__main__":
    main()
