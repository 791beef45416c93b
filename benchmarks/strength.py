"""How strong is a bot? Two bots play the same deals twice, with their seats exchanged.

    python benchmarks/strength.py --rounds 1000 --first greedy --second random

A round is won by the better score; a tie counts half for each. Deals, dealers and the bots' own chance
come from the seeds, so a run always gives the same numbers. The exit code is 1 if the first bot wins a
smaller share than ``--at-least``, or if fewer rounds than ``--melded-at-least`` had two players with melds:

    python benchmarks/strength.py --variant deutsches_romme --players 4 --second greedy --melded-at-least 0.8

In a table of equals the share won says nothing, so there ``--at-least`` counts only when it is given.

With ``--matches`` whole matches are played instead, each from every seat too: the same first dealer, and the same cards
in every round. A match is won by whoever wins it under its format; those who share the win share the count:

    python benchmarks/strength.py --variant wiener_rummy --matches 500 --at-least 0.95
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol, TypeVar

from rummykit.engine.deal import stream
from rummykit.engine.match import Match
from rummykit.engine.round import Round
from rummykit.engine.ruleset import Ruleset
from rummykit.plugin.info import Bot
from rummykit.plugin.plugins import Plugins
from rummykit.scenario import resolve


@dataclass(frozen=True)
class Pairing:
    """Which bot plays against which, at what, with how many seats.

    The first bot has one seat, and those of its partners if it has any; the second bot has all others.
    """

    variant: str
    first: str
    second: str
    players: int = 2
    preset: str | None = None

    @property
    def seatings(self) -> int:
        """In how many ways a deal is played: the first bot in each seat, or once among equals."""
        return 1 if self.first == self.second else self.players


class Played(Protocol):
    """What was played, from the first bot's side."""

    @property
    def won(self) -> float:
        """1 for a win, 0 for a loss, a share where it is shared."""


R = TypeVar("R", bound=Played)


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


@dataclass(frozen=True)
class MatchResult:
    """One match from the first bot's side: its share of the win, its total, its chips, and the rounds it took."""

    won: float
    total: int
    chips: int
    rounds: int


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


def play_match(rules: Ruleset, bots: Sequence[Bot], seed: int) -> Match:
    """Play one match to its end."""
    match = Match(rules, seed, [str(seat) for seat in range(rules.players)])
    chance = [stream(seed, "bot", seat) for seat in range(rules.players)]
    while not match.is_over:
        seat = match.actor
        match.apply(bots[seat](match.view(seat), chance[seat]))
    return match


def play_deal(pairing: Pairing, seed: int) -> list[Result]:
    """Play one deal once with the first bot in each of the seats; among equals they would all be the same."""
    return [_result(pairing, seed, seat) for seat in range(pairing.seatings)]


def play_match_deals(pairing: Pairing, seed: int) -> list[MatchResult]:
    """Play a match once with the first bot in each of the seats."""
    return [_match_result(pairing, seed, seat) for seat in range(pairing.seatings)]


def _table(pairing: Pairing, seat: int) -> tuple[Ruleset, list[Bot]]:
    """Return the rules, and the bots by their seats."""
    bots = _plugins().bots
    first, second = bots[pairing.first].make(), bots[pairing.second].make()
    rules = _rules(pairing.variant, pairing.preset, pairing.players)
    return rules, [first if at in rules.side_of[seat] else second for at in range(pairing.players)]


def _match_result(pairing: Pairing, seed: int, seat: int) -> MatchResult:
    match = play_match(*_table(pairing, seat), seed)
    won = len(set(match.rules.side_of[seat]) & set(match.winners)) / len(match.winners)
    return MatchResult(won, match.totals[seat], match.chips[seat], len(match.scores))


def _result(pairing: Pairing, seed: int, seat: int) -> Result:
    rules, bots = _table(pairing, seat)
    round = play_round(rules, bots, seed, dealer=seed % pairing.players)
    totals = rules.scoring.score(round).of_sides(rules.sides).totals
    own, others = totals[seat], [total for at, total in enumerate(totals) if at not in rules.side_of[seat]]
    assert round.outcome is not None
    high_wins = rules.scoring.high_wins
    best_other = max(others) if high_wins else min(others)
    return Result(own, best_other, _ending(round, seat), high_wins, round.melded.bit_count())


def _ending(round: Round, seat: int) -> str:
    assert round.outcome is not None
    if round.outcome.seat is None:
        return round.outcome.ending.value
    return f"{round.outcome.ending.value} by {'first' if round.outcome.seat == seat else 'second'}"


def play_deals(pairing: Pairing, deals: int, processes: int = 1) -> list[Result]:
    """Play the deals with the seeds 0, 1, …; the results do not depend on the number of processes."""
    return _play_all(play_deal, pairing, deals, processes)


def play_matches(pairing: Pairing, matches: int, processes: int = 1) -> list[MatchResult]:
    """Play the matches with the seeds 0, 1, …, each from every seat."""
    return _play_all(play_match_deals, pairing, matches, processes)


def _play_all(play: Callable[[Pairing, int], list[R]], pairing: Pairing, seeds: int, processes: int) -> list[R]:
    if processes == 1:
        return [result for seed in range(seeds) for result in play(pairing, seed)]
    with ProcessPoolExecutor(processes) as pool:
        return [part for parts in pool.map(play, [pairing] * seeds, range(seeds), chunksize=10) for part in parts]


def share_won(results: Sequence[Played]) -> float:
    """Return the share of rounds or matches won by the first bot."""
    return sum(result.won for result in results) / len(results)


def share_melded(results: Sequence[Result]) -> float:
    """Return the share of rounds in which two players or more have melded."""
    return sum(result.melded >= 2 for result in results) / len(results)


def report(pairing: Pairing, results: Sequence[Result]) -> Iterator[str]:
    """Yield the lines to print about rounds."""
    count = len(results)
    yield f"{_title(pairing)}, {count} rounds, every deal played from {_seats(pairing)}"
    yield f"won            {share_won(results):.1%}"
    yield f"mean score     {sum(r.own for r in results) / count:+.2f}"
    yield f"best opponent  {sum(r.best_other for r in results) / count:+.2f}"
    yield f"two melded     {share_melded(results):.1%}"
    for ending, times in Counter(result.ending for result in results).most_common():
        yield f"{ending:<14} {times}"


def report_matches(pairing: Pairing, results: Sequence[MatchResult]) -> Iterator[str]:
    """Yield the lines to print about matches."""
    count = len(results)
    yield f"{_title(pairing)}, {count} matches, the same deals played from {_seats(pairing)}"
    yield f"won            {share_won(results):.1%}"
    yield f"mean total     {sum(r.total for r in results) / count:+.2f}"
    yield f"mean chips     {sum(r.chips for r in results) / count:+.2f}"
    yield f"mean rounds    {sum(r.rounds for r in results) / count:.2f}"


def _title(pairing: Pairing) -> str:
    against = f"{pairing.players - 1} × {pairing.second}" if pairing.players > 2 else pairing.second
    game = f"{pairing.variant} ({pairing.preset})" if pairing.preset else pairing.variant
    return f"{pairing.first} against {against}, {game}"


def _seats(pairing: Pairing) -> str:
    return "every seat" if pairing.seatings > 1 else "one seat"


def main() -> int:
    """Run the benchmark; return the exit code."""
    parser = argparse.ArgumentParser(description="Measure a bot against another.")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--rounds", type=int, default=1000)
    length.add_argument("--matches", type=int, help="play so many whole matches instead of rounds")
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
    seeds = max(1, (options.matches or options.rounds) // pairing.seatings)
    if options.matches:
        matches = play_matches(pairing, seeds, options.processes)
        print("\n".join(report_matches(pairing, matches)))
        return int(share_won(matches) < at_least)
    results = play_deals(pairing, seeds, options.processes)
    print("\n".join(report(pairing, results)))
    return 0 if share_won(results) >= at_least and share_melded(results) >= options.melded_at_least else 1


if __name__ == "__main__":
    raise SystemExit(main())
