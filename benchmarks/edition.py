"""Measures random decisions a second beside the first edition of RummyKit, in one run, and prints ratios only.

    python benchmarks/edition.py [--seconds 4] [--repeat 3]

The first edition is the commit before the renovation of core; it is taken from the history of this repository, so a
shallow clone will not do. Each figure is the median over the repeats, the two editions taking turns on one core.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]
FIRST_EDITION = "f57f9e1"
SOURCES = [
    "core",
    "bots",
    *(f"variants/{name}" for name in ("rummy17", "deutsches_romme", "raeuber_romme", "wiener_rummy")),
]
TARGETS = {
    "raeuber_romme": 5.0,
    "raeuber_romme:brettspielnetz": 5.0,
    "deutsches_romme": 1.0,
    "deutsches_romme:club": 1.0,
    "rummy17": 1.0,
    "wiener_rummy": 1.0,
}
"""The least ratio of decisions a second, by table."""

RUNNER = """
import json, sys, time
from random import Random

try:
    from rummykit.engine.round import Round
    from rummykit.plugin.plugins import Plugins
    from rummykit.rules import from_variant
except ImportError:  # the modules of the first edition
    from rummykit.houserules import from_variant
    from rummykit.plugins import Plugins
    from rummykit.round import Round

def decisions_a_second(rules, seconds, random):
    decisions = deal = 0
    start = now = time.process_time()
    while now - start < seconds:
        round = Round(rules, deal % rules.players, deal)
        deal += 1
        while round.outcome is None:
            actions = round.legal_actions()
            decisions += len(actions) > 1
            round.apply(actions[int(random.random() * len(actions))])
        now = time.process_time()
    return decisions / (now - start)

tables, seconds, seed = json.loads(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
plugins, found = Plugins.discover(), {}
for table in tables:
    variant, _, preset = table.partition(":")
    players = 2 if preset == "brettspielnetz" else 3
    rules = plugins.assemble(from_variant(variant, plugins, preset=preset or None), players)
    found[table] = decisions_a_second(rules, seconds, Random(seed))
print(json.dumps(found))
"""


def measure(tree: Path, seconds: float, seed: int) -> dict[str, float]:
    """Return the decisions a second of every table, played by the sources in a folder."""
    path = os.pathsep.join(str(tree / source) for source in SOURCES)
    command = [sys.executable, "-c", RUNNER, json.dumps(list(TARGETS)), str(seconds), str(seed)]
    done = subprocess.run(command, env=os.environ | {"PYTHONPATH": path}, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=4, help="seconds for each table")
    parser.add_argument("--repeat", type=int, default=3, help="how often each pair is measured")
    options = parser.parse_args()
    ratios: dict[str, list[float]] = {table: [] for table in TARGETS}
    with tempfile.TemporaryDirectory() as folder:
        before = Path(folder) / "first-edition"
        subprocess.run(
            ["git", "worktree", "add", "--quiet", "--detach", str(before), FIRST_EDITION], cwd=ROOT, check=True
        )
        try:
            for seed in range(options.repeat):
                old, new = measure(before, options.seconds, seed), measure(ROOT, options.seconds, seed)
                for table in TARGETS:
                    ratios[table].append(new[table] / old[table])
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(before)], cwd=ROOT, check=True)
    print("Random decisions a second against the first edition:")
    for table, target in TARGETS.items():
        print(f"  {table:32} {median(ratios[table]):.2f} times  (target: at least {target})")


if __name__ == "__main__":
    main()
