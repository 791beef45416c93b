"""Words in which the rule tests of Indian Rummy are written."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from rummykit.plugin.plugins import Plugins
from rummykit.scenario import Scenario, Table

Options = Mapping[str, Any]

# Thirteen cards each: two pure runs and two sets; a pure run and one with a wild six; two runs with wild cards.
RIGHT = "5h 6h 7h 9s 10s Js Qs 4d 4c 4s Kd Kc Ks"
MIXED = "5h 6h 7h 9s 10s 6s Qs 4d 4c 4s Kd Kc Ks"
IMPURE = "5h 6c 7h 9s 10s 6s Qs 4d 4c 4s Kd Kc Ks"
OTHER = "As 3s 5s 8h 10h Qh 2d 7d 9d Jd 3c 8c Jc"
"""A hand without a meld."""


@cache
def plugins() -> Plugins:
    return Plugins.discover()


def indian(players: int = 2, preset: str | None = None, **options: Options) -> Scenario:
    """Indian Rummy under some house rules, given as ``section={option: value}``."""
    return Scenario("indian_rummy", players, plugins=plugins(), preset=preset, **options)


def holding(hand: str, *others: str, turned_up: str = "6d", players: int = 2, **options: Options) -> Table:
    """The first player has drawn and holds these cards; sixes are wild."""
    return indian(players, **options).deal(
        hands=[hand, *(others or [OTHER])], open_card="2c", turned_up=turned_up, drawn=True
    )


def facing(
    open_card: str, hand: str = OTHER, players: int = 2, lap: int = 1, discarder: int = -1, **options: Any
) -> Table:
    """The first player is on turn, with this card open; sixes are wild."""
    return indian(players, **options).deal(
        hands=[hand], open_card=open_card, turned_up="6d", discarder=discarder, lap=lap
    )


def points(table: Table) -> tuple[int, ...]:
    """What the round brings everybody."""
    return table.round.rules.scoring.score(table.round).totals


def cost(hand: str, **options: Options) -> int:
    """What a hand costs its holder when the other player has declared; sixes are wild."""
    winner = "5c 6c 7c 9h 10h Jh Qh Ks Kd Kc Ah Ad Ac 2c"
    return points(holding(winner, hand, **options).play("declare 2c"))[1]


def rule_of(table: Table, move: str) -> str:
    """The rule by which a move is refused."""
    refusal = table.refusal(move)
    assert refusal is not None, f"{move} is allowed"
    return refusal.rule
