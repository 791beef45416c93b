"""Words in which the rule tests of Canasta are written."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from rummykit.engine.scoring import RoundScore
from rummykit.plugin.plugins import Plugins
from rummykit.scenario import Scenario, Table

Options = Mapping[str, Any]

KINGS = "Ks Kh Kh Kd Kd Kc Kc"
"""A natural canasta."""
NINES = "9s 9h 9h 9d 9c 2c *"
"""A mixed canasta."""


@cache
def plugins() -> Plugins:
    return Plugins.discover()


def canasta(players: int = 4, preset: str | None = None, **options: Options) -> Scenario:
    """Canasta under some house rules, given as ``section={option: value}``."""
    return Scenario("canasta", players=players, plugins=plugins(), preset=preset, **options)


def playing(hand: str, *others: str, players: int = 4, options: Options | None = None, **laid: Any) -> Table:
    """The first player has drawn, holds these cards and plays."""
    laid = {"open_card": "5d", "drawn": True, **laid}
    return canasta(players, **(options or {})).deal(hands=[hand, *others], **laid)


def at_pile(pile: str, hand: str, *others: str, **laid: Any) -> Table:
    """The first player is to draw; the top card of the pile comes last."""
    *under, top = pile.split()
    return canasta().deal(hands=[hand, *others], under=" ".join(under), open_card=top, **laid)


def score(table: Table) -> RoundScore:
    """The score of a finished round, as the books enter it."""
    rules = table.round.rules
    return rules.scoring.score(table.round).of_sides(rules.sides)


def item(table: Table, key: str) -> tuple[int, ...]:
    """One line of the score, for every seat."""
    return next(line.points for line in score(table).items if line.key == key)


def rule_of(table: Table, move: str) -> str:
    """The rule by which a move is refused."""
    refusal = table.refusal(move)
    assert refusal is not None, f"{move} is allowed"
    return refusal.rule


def melds_of(table: Table) -> list[str]:
    """The new melds that are listed."""
    return [move for move in table.legal() if move.startswith("meld")]
