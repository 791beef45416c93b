"""Words in which the rule tests of Rummy 17 are written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rummykit.engine.round import Round
from rummykit.scenario import Scenario, Table

from ..helpers import PLUGINS, item, score


def rummy17(players: int = 2, preset: str | None = None, **options: Mapping[str, Any]) -> Scenario:
    """Rummy 17 under some house rules, given as ``section={option: value}``."""
    return Scenario("rummy17", players, plugins=PLUGINS, preset=preset, **options)


def dealt(players: int = 2, dealer: int = 0, seed: int = 1, **options: Mapping[str, Any]) -> Table:
    """A table freshly shuffled and dealt."""
    return Table(Round(rummy17(players, **options).rules, dealer, seed))


def penalties(table: Table) -> tuple[int, ...]:
    """The penalty points, as the positive numbers of the rule sheet."""
    return tuple(-points for points in item(table, "penalty").points)


def bonus_points(table: Table) -> tuple[int, ...]:
    """The bonus points of each player."""
    items = [item for item in score(table).items if item.key != "penalty"]
    return tuple(sum(item.points[seat] for item in items) for seat in range(table.round.players))
