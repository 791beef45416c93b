"""Measures listings at a spread discard pile of about 40 cards beside the median listing in random play of 500 Rum.

    python benchmarks/pile.py [--rounds 60]

Needs the plugin in `examples/rum500`. Both sides are seconds of the processor, in one process; prints the ratio only.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from random import Random
from statistics import median

from rummykit.engine.actions import Action, Draw, Source
from rummykit.engine.round import Round
from rummykit.engine.ruleset import Ruleset
from rummykit.plugin.plugins import Plugins
from rummykit.rules import from_variant

TARGET = 5.0
"""The most times the median listing that one at a deep pile may take."""
PLAYERS = (5, 6)
"""Two packs are played with, so that a pile can grow so deep."""
DEEP = range(36, 45)


def listings(rules: Ruleset, rounds: int, *, grow: bool) -> list[tuple[int, float]]:
    """Return for every listing with a choice how many cards lay in the pile where one draws, and how long it took.

    The players choose by chance or, so that the pile grows, draw from the stock and discard.
    """
    found = []
    for deal in range(rounds):
        round, random = Round(rules, deal % rules.players, deal), Random(deal)
        while round.outcome is None:
            drawing, start = round.stage is rules.flow.drawing, time.process_time()
            actions = round.legal_actions()
            taken = time.process_time() - start
            if len(actions) > 1:
                found.append((len(round.pile) if drawing else 0, taken))
            round.apply(random.choice(_without_melds(actions) if grow else actions))
    return found


def _without_melds(actions: Sequence[Action]) -> Sequence[Action]:
    """Return the draws from the stock, or the discards; all moves where there are neither."""
    stock = [action for action in actions if isinstance(action, Draw) and action.source is Source.STOCK]
    return stock or [action for action in actions if action.verb == "discard"] or actions


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=60)
    rounds, plugins = parser.parse_args().rounds, Plugins.discover()
    for players in PLAYERS:
        rules = plugins.assemble(from_variant("rum500", plugins), players)
        usual = median(taken for _, taken in listings(rules, rounds, grow=False))
        deep = [taken for cards, taken in listings(rules, rounds, grow=True) if cards in DEEP]
        ratio = median(deep) / usual
        print(
            f"{players} players, {len(deep)} listings at 36 to 44 cards: {ratio:.1f} times (target: at most {TARGET})"
        )


if __name__ == "__main__":
    main()
