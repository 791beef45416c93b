"""Measures rounds in which a rank is wild beside rounds with as many printed jokers; prints ratios only.

    python benchmarks/wild.py [--rounds 40] [--repeat 5]

Both sides play the same variant by chance, one with the twos of both packs wild and no jokers, the other with eight
jokers. They take turns in one process; both have seen as many rounds before. The figures are decisions a second of the
processor.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from random import Random
from statistics import median

from rummykit.engine.round import Round
from rummykit.engine.ruleset import Ruleset
from rummykit.plugin.plugins import Plugins
from rummykit.rules import load_text

TARGET = 0.5
"""The least pace of rounds with wild cards, as a part of that with jokers."""
VARIANTS = ("deutsches_romme", "raeuber_romme", "wiener_rummy")
TWOS = (1,)


def assembled(plugins: Plugins, variant: str, jokers: int) -> Ruleset:
    """Return a table for three with so many jokers in its pack."""
    text = f"variant: {variant}\nrules:\n  deck:\n    jokers: {jokers}\n"
    return plugins.assemble(load_text(text, plugins), 3)


def decisions(rules: Ruleset, deals: range) -> float:
    """Return the decisions a second in random rounds; moves without a choice are made but not counted."""
    made, start = 0, time.process_time()
    for deal in deals:
        random, round = Random(deal), Round(rules, deal % rules.players, deal)
        while round.outcome is None:
            actions = round.legal_actions()
            made += len(actions) > 1
            round.apply(actions[int(random.random() * len(actions))])
    return made / (time.process_time() - start)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=40, help="rounds for each measurement")
    parser.add_argument("--repeat", type=int, default=5, help="how often each pair is measured")
    options = parser.parse_args()
    plugins = Plugins.discover()
    for variant in VARIANTS:
        printed, none = assembled(plugins, variant, 8), assembled(plugins, variant, 0)
        wild = replace(none, melds=none.melds.with_wild(TWOS))
        ratios = []
        for turn in range(options.repeat + 1):
            deals = range(turn * options.rounds, (turn + 1) * options.rounds)
            ratios.append(decisions(wild, deals) / decisions(printed, deals))
        print(f"{variant:18} {median(ratios[1:]):.2f} times the pace with jokers  (target: at least {TARGET})")


if __name__ == "__main__":
    main()
