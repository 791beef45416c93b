"""Measures least deadwood, and rounds that end by a knock, beside public peers in one run; prints ratios only.

    python benchmarks/deadwood.py [--hands 1000] [--programmes 200] [--seconds 4] [--repeat 5] [--seed 1]

All sides get the same unseen random hands of ten cards, each in the form it wants, and their answers are compared.
Ours has seen other hands before, as it has in a game.

- One pack, ace low and worth 1: RLCard's `get_meld_clusters`, which lists the ways to meld and is only the first step
  to a deadwood, and OpenSpiel's `GinRummyUtils.min_deadwood`, which is C++.
- 106 cards, ace at both ends, ace 11 and joker 20 left over: scipy's `milp` (HiGHS), as in `arrange.py`: with a
  variable for every meld of the pack ("whole"), and for the melds that can be in the hand alone ("picked"; a hand
  without any leaves no programme to solve).
- Random legal rounds of two players a second against RLCard's gin rummy, whose game loop is freed of the observations
  it makes at every step. How many decisions a random round takes is a matter of the rules and printed beside it: by
  the default rules nobody can knock for a long time, and the discards are shuffled twice.

Needs the extra ``bench`` (rlcard, OpenSpiel, scipy).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from typing import Any

import numpy as np
import pyspiel
from rlcard.games.base import Card
from rlcard.games.gin_rummy.game import GinRummyGame
from rlcard.games.gin_rummy.utils.melding import get_meld_clusters
from rlcard.games.gin_rummy.utils.utils import get_deadwood_count

from arrange import JOKER, Peer
from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
from rummykit.engine.round import Round
from rummykit.engine.ruleset import Ruleset
from rummykit.melds import MeldRules
from rummykit.plugin.plugins import Plugins
from rummykit.scenario import resolve
from rummykit.solver import Arranger
from rummykit.solver.deadwood import least_deadwood

PIPS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
LEFT_OVER = (11, *PIPS[1:])
JOKER_LEFT_OVER = 20
HAND = 10
WARM_UP = 20_000

LIKE_GIN: dict[str, Any] = {
    "deck": {"packs": 1, "jokers": 0},
    "stock": {"reshuffles": 0},
    "knocking": {"limit": 10, "improve": "none"},
}
"""As near to the peer's game as house rules come: one pack, a knock with ten points, no second stock."""


class Lean(GinRummyGame):  # type: ignore[misc]
    """The peer's game without the observations."""

    def get_state(self, player_id: int) -> dict[str, Any]:
        """Return nothing."""
        return {}


def deal(random: Random, pack: Pack, jokers: int) -> int:
    """Return a random hand with exactly so many jokers."""
    naturals = random.sample(range(pack.naturals * pack.copies), HAND - jokers)
    return pack.add_all(0, [pack.kind_of_bit[bit] for bit in naturals] + [pack.naturals] * jokers)


def seconds(ask: Callable[[Any], object], hands: Sequence[Any]) -> float:
    """Return the time for all hands."""
    start = time.perf_counter()
    for hand in hands:
        ask(hand)
    return time.perf_counter() - start


def one_pack(hands: int, repeat: int, random: Random) -> dict[str, float]:
    """Return how many times faster than each peer, a pack of 52."""
    pack = Pack(FRENCH_SUITS, FRENCH_RANKS)
    melds = MeldRules(pack)
    least = least_deadwood(Arranger(melds), melds, [PIPS[card.rank] for card in pack.cards])
    for _ in range(WARM_UP):
        least(deal(random, pack, 0))
    min_deadwood = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10).min_deadwood

    def as_cards(hand: int) -> list[Card]:
        return [Card("SHDC"[kind // 13], "A23456789TJQK"[kind % 13]) for kind in pack.kinds(hand)]

    def times_faster(ask: Callable[[Any], object], form: Callable[[int], Any], answer: Callable[[Any], int]) -> float:
        times: tuple[list[float], list[float]] = [], []
        for _ in range(repeat):
            ours = [deal(random, pack, 0) for _ in range(hands)]
            theirs = [form(hand) for hand in ours]
            times[0].append(seconds(least, ours))
            times[1].append(seconds(ask, theirs))
            assert list(map(least, ours)) == list(map(answer, theirs)), "the two sides do not agree"
        return median(times[1]) / median(times[0])

    return {
        "RLCard get_meld_clusters": times_faster(get_meld_clusters, as_cards, _least_of_clusters),
        "OpenSpiel min_deadwood": times_faster(min_deadwood, pack.kinds, min_deadwood),
    }


def _least_of_clusters(hand: list[Card]) -> int:
    whole = get_deadwood_count(hand, [])
    return min((get_deadwood_count(hand, cluster) for cluster in get_meld_clusters(hand)), default=whole)


def two_packs(programmes: int, jokers: int, random: Random) -> tuple[float, float, float]:
    """Return how many times faster than milp: whole, picked for hands with a meld, and picked for all hands."""
    pack = Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2, plain_jokers=2)
    melds = MeldRules(pack, high_ace=True, min_naturals=2)
    values = [JOKER_LEFT_OVER if card.is_joker else LEFT_OVER[card.rank] for card in pack.cards]
    least = least_deadwood(Arranger(melds), melds, values)
    for _ in range(WARM_UP):
        least(deal(random, pack, jokers))

    def worth(hand: int) -> int:
        return sum(values[kind] for kind in pack.kinds(hand))

    peer = Peer(jokers)
    peer.worth["values"] = np.array(values, dtype=float) @ peer.columns[: JOKER + 1]
    hands = [deal(random, pack, jokers) for _ in range(programmes)]
    ours = [seconds(least, [hand]) for hand in hands]
    ratios = []
    for way in (peer.most_of_whole, peer.most_of_picked):
        theirs = []
        for hand in hands:
            start = time.perf_counter()
            melded = way(hand, "values", 0)
            theirs.append(time.perf_counter() - start)
            assert least(hand) == worth(hand) - round(melded), "the two sides do not agree"
        ratios.append([their / mine for mine, their in zip(ours, theirs, strict=True)])
    whole, picked = ratios
    with_meld = [ratio for ratio, hand in zip(picked, hands, strict=True) if least(hand) < worth(hand)]
    return median(whole), median(with_meld), median(picked)


def our_rounds(rules: Ruleset, seconds: float, random: Random) -> tuple[float, float]:
    """Return random legal rounds a second, and the decisions in a round."""
    rounds, decisions = 0, 0
    start = now = time.perf_counter()
    while now - start < seconds:
        round = Round(rules, rounds % 2, rounds)
        rounds += 1
        while round.outcome is None:
            actions = round.legal_actions()
            decisions += 1
            round.apply(actions[int(random.random() * len(actions))])
        now = time.perf_counter()
    return rounds / (now - start), decisions / rounds


def peer_rounds(seconds: float, random: Random) -> tuple[float, float]:
    """Return the same of the peer."""
    game = Lean()
    game.np_random = np.random.RandomState(1)
    rounds, decisions = 0, 0
    start = now = time.perf_counter()
    while now - start < seconds:
        game.init_game()
        rounds += 1
        while not game.is_over():
            actions = game.judge.get_legal_actions()
            decisions += 1
            game.step(actions[int(random.random() * len(actions))])
        now = time.perf_counter()
    return rounds / (now - start), decisions / rounds


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=1_000, help="hands for each measurement with one pack")
    parser.add_argument("--programmes", type=int, default=200, help="hands for every number of jokers")
    parser.add_argument("--seconds", type=float, default=4, help="seconds for each measurement of rounds")
    parser.add_argument("--repeat", type=int, default=5, help="how often each pair is measured")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random = Random(options.seed)

    print("Least deadwood of ten cards from one pack, times faster than")
    targets = {"RLCard get_meld_clusters": 10, "OpenSpiel min_deadwood": 1}
    for peer, ratio in one_pack(options.hands, 5 * options.repeat, random).items():
        print(f"  {peer:28}{ratio:8.2f}  (target: at least {targets[peer]})")
    print("Least deadwood of ten cards from 106, times faster than milp  (target: at least 100)")
    print(f"  {'jokers':>8}{'whole':>12}{'picked, with a meld':>22}{'picked, all hands':>20}")
    for jokers in (0, 1, 2):
        whole, with_meld, picked = two_packs(options.programmes, jokers, random)
        print(f"  {jokers:8}{whole:12.0f}{with_meld:22.0f}{picked:20.0f}")

    plugins = Plugins.discover()
    choices: dict[str, Any] = {
        "default rules": {},
        "as near to the peer as can be": LIKE_GIN,
        "preset knock": {"preset": "knock"},
    }
    tables = {name: plugins.assemble(resolve(plugins, "wiener_rummy", **chosen), 2) for name, chosen in choices.items()}
    theirs: list[tuple[float, float]] = []
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in tables}
    for turn in range(options.repeat):
        theirs.append(peer_rounds(options.seconds, Random(turn)))
        for name, table in tables.items():
            found[name].append(our_rounds(table, options.seconds, Random(turn)))
    peer_rate = median(rate for rate, _ in theirs)
    peer_length = median(length for _, length in theirs)
    print(f"Random legal rounds a second, times those of RLCard's gin rummy ({peer_length:.0f} decisions a round)")
    for name, runs in found.items():
        rate, length = median(rate for rate, _ in runs), median(length for _, length in runs)
        print(
            f"  {name:32}{rate / peer_rate:8.2f}  (target: at least 3)   {length:.0f} decisions a round, "
            f"decisions a second {rate * length / (peer_rate * peer_length):.1f} times the peer's"
        )


if __name__ == "__main__":
    main()
