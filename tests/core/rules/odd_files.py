"""What is warned of in house rules, for tests: as `rummy rules check` finds it."""

from __future__ import annotations

from rummykit.parts.unmet import unmet
from rummykit.plugin.plugins import Plugins
from rummykit.rules import Place, Problem, TableRules, load_text
from rummykit.rules.load import USUALLY_MOST
from rummykit.rules.options import impossible
from rummykit.rules.table import warnings

PLUGINS = Plugins.discover()
FILE = Place("t.yaml")


def numbers(rules: TableRules) -> list[int]:
    """From how many to how many may sit down."""
    if rules.seats is not None:
        return [rules.seats]
    low, high = PLUGINS.variants()[rules.variant]
    return list(rules.player_range or range(low, min(high, USUALLY_MOST) + 1))


def found(rules: TableRules) -> list[Problem]:
    """The warnings about a table."""
    players = numbers(rules)
    playable = [count for count in players if not impossible(rules.rules, count)]
    return warnings(rules, players, (unmet(PLUGINS.assemble(rules, count)) for count in playable), FILE)


def warned(variant: str, text: str) -> list[str]:
    """The warnings about a file, without its first line."""
    return [str(problem) for problem in found(load_text(f"variant: {variant}\n{text}", PLUGINS, name="t.yaml"))]
