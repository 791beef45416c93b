"""How strong is a bot? Two bots play the same deals twice, with their seats exchanged.

    python benchmarks/strength.py --rounds 1000 --first greedy --second random

A round is won by the better score; a tie counts half for each. Deals, dealers and the bots' own chance
come from the seeds, so a run always gives the same numbers. The exit code is 1 if the first bot wins a
smaller share than ``--at-least``, or if fewer rounds than ``--melded-at-least`` had two players with melds:

    python benchmarks/strength.py --variant deutsches_romme --players 4 --second greedy --melded-at-least 0.8

In a table of equals the share won says nothing, so there ``--at-least`` counts only when it is given.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache

from rummykit.deal import stream
from rummykit.info import Bot
from rummykit.plugins import Plugins
from rummykit.round import Round
from rummykit.ruleset import Ruleset
from rummykit.scenario import resolve


@dataclass(frozen=True)
class Pairing:
    """Which bot plays against which, at what, with how many seats. The second bot has all seats but one."""

    variant: str
    first: str
    second: str
    players: int = 2
    preset: str | None = None

    @property
    def seatings(self) -> int:
        """In how many ways a deal is played: the first bot in each seat, or once among equals."""
        return 1 if self.first == self.second else self.players


@dataclass(frozen=True)
class Result:
    """One round from the first bot's side: its score, the best of the others, and how the round ended.

    ``melded``: how many players had laid down a meld by then.
    """

    own: int
    best_other: int
    ending: str
    high_wins: bool
    melded: int

    @property
    def won(self) -> float:
        """1 for a win, a half for a tie, 0 for a loss."""
        if self.own == self.best_other:
            return 0.5
        return float((self.own > self.best_other) is self.high_wins)


@lru_cache
def _plugins() -> Plugins:
    return Plugins.discover()


@lru_cache
def _rules(variant: str, preset: str | None, players: int) -> Ruleset:
    return _plugins().assemble(resolve(_plugins(), variant, preset=preset), players)


def play_round(rules: Ruleset, bots: Sequence[Bot], seed: int, dealer: int) -> Round:
    """Play one round to its end."""
    round = Round(rules, dealer, seed)
    chance = [stream(seed, "bot", seat) for seat in range(rules.players)]
    while round.outcome is None:
        seat = round.actor
        round.apply(bots[seat](round.view(seat), chance[seat]))
    return round


def play_deal(pairing: Pairing, seed: int) -> list[Result]:
    """Play one deal once with the first bot in each of the seats; among equals they would all be the same."""
    rules = _rules(pairing.variant, pairing.preset, pairing.players)
    bots = _plugins().bots
    return [
        _result(rules, pairing, bots[pairing.first].make(), bots[pairing.second].make(), seed, seat)
        for seat in range(pairing.seatings)
    ]


def _result(rules: Ruleset, pairing: Pairing, first: Bot, second: Bot, seed: int, seat: int) -> Result:
    seats = [first if at == seat else second for at in range(pairing.players)]
    round = play_round(rules, seats, seed, dealer=seed % pairing.players)
    totals = list(rules.scoring.score(round).totals)
    own = totals.pop(seat)
    assert round.outcome is not None
    high_wins = rules.scoring.high_wins
    best_other = max(totals) if high_wins else min(totals)
    return Result(own, best_other, _ending(round, seat), high_wins, round.melded.bit_count())


def _ending(round: Round, seat: int) -> str:
    assert round.outcome is not None
    if round.outcome.seat is None:
        return round.outcome.ending.value
    return f"{round.outcome.ending.value} by {'first' if round.outcome.seat == seat else 'second'}"


def play_deals(pairing: Pairing, deals: int, processes: int = 1) -> list[Result]:
    """Play the deals with the seeds 0, 1, …; the results do not depend on the number of processes."""
    if processes == 1:
        return [result for seed in range(deals) for result in play_deal(pairing, seed)]
    with ProcessPoolExecutor(processes) as pool:
        return [result for part in pool.map(play_deal, *_tasks(pairing, deals), chunksize=20) for result in part]


def _tasks(pairing: Pairing, deals: int) -> tuple[list[Pairing], range]:
    return [pairing] * deals, range(deals)


def share_won(results: Sequence[Result]) -> float:
    """Return the share of rounds won by the first bot."""
    return sum(result.won for result in results) / len(results)


def share_melded(results: Sequence[Result]) -> float:
    """Return the share of rounds in which two players or more have melded."""
    return sum(result.melded >= 2 for result in results) / len(results)


def report(pairing: Pairing, results: Sequence[Result]) -> Iterator[str]:
    """Yield the lines to print."""
    count = len(results)
    against = f"{pairing.players - 1} × {pairing.second}" if pairing.players > 2 else pairing.second
    game = f"{pairing.variant} ({pairing.preset})" if pairing.preset else pairing.variant
    seats = "every seat" if pairing.seatings > 1 else "one seat"
    yield f"{pairing.first} against {against}, {game}, {count} rounds, every deal played from {seats}"
    yield f"won            {share_won(results):.1%}"
    yield f"mean score     {sum(r.own for r in results) / count:+.2f}"
    yield f"best opponent  {sum(r.best_other for r in results) / count:+.2f}"
    yield f"two melded     {share_melded(results):.1%}"
    for ending, times in Counter(result.ending for result in results).most_common():
        yield f"{ending:<14} {times}"


def main() -> int:
    """Run the benchmark; return the exit code."""
    parser = argparse.ArgumentParser(description="Measure a bot against another.")
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--variant", default="rummy17")
    parser.add_argument("--preset")
    parser.add_argument("--first", default="greedy", choices=sorted(_plugins().bots))
    parser.add_argument("--second", default="random", choices=sorted(_plugins().bots))
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--at-least", type=float, help="0.85, and 0 where a bot plays against itself")
    parser.add_argument("--melded-at-least", type=float, default=0.0)
    parser.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1))
    options = parser.parse_args()
    pairing = Pairing(options.variant, options.first, options.second, options.players, options.preset)
    at_least = options.at_least if options.at_least is not None else 0.85 * (options.first != options.second)
    results = play_deals(pairing, max(1, options.rounds // pairing.seatings), options.processes)
    print("\n".join(report(pairing, results)))
    return 0 if share_won(results) >= at_least and share_melded(results) >= options.melded_at_least else 1


if __name__ == "__main__":
    raise SystemExit(main())
