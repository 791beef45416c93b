"""Words in which the rule tests of 500 Rum are written."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from rummykit.plugin.plugins import Plugins
from rummykit.scenario import Scenario, Table

Options = Mapping[str, Any]

PILE = "4h 9c Ks 2d"
"""The discards of most tables, the open card last."""


@cache
def plugins() -> Plugins:
    return Plugins.discover()


def rum(players: int = 2, preset: str | None = None, **options: Options) -> Scenario:
    """500 Rum under some house rules, given as ``section={option: value}``."""
    return Scenario("rum500", players, plugins=plugins(), preset=preset, **options)


def facing(hand: str, pile: str = PILE, *melds: str, preset: str | None = None, **options: Options) -> Table:
    """The first player is on turn and has not drawn; the pile lies open."""
    return rum(preset=preset, **options).deal(hands=[hand, "Jd 8c"], table=melds, open_card=pile)


def playing(hand: str, *melds: str, preset: str | None = None, **options: Options) -> Table:
    """The first player has drawn and holds these cards."""
    return rum(preset=preset, **options).deal(hands=[hand, "Jd 8c"], table=melds, open_card="6c", drawn=True)


def points(table: Table) -> tuple[int, ...]:
    """What the round brings everybody if it is over now."""
    return table.round.rules.scoring.score(table.round).totals


def laid(table: Table) -> tuple[int, ...]:
    """What the cards on the table count, by seat."""
    round = table.round
    (item,) = round.rules.scoring.standing(round.players, tuple(round.table.values()), ())
    return item.points


def rule_of(table: Table, move: str) -> str:
    """The rule by which a move is refused."""
    refusal = table.refusal(move)
    assert refusal is not None, f"{move} is allowed"
    return refusal.rule
