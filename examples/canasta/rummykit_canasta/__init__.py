"""Canasta: partners build sets of seven and more, twos are wild, and the pile is taken whole or is frozen.

`game` reads like the rule sheet; `house_rules` has every option with its default. What is special about this game
stands in modules of its own: `melds`, `pile`, `red_threes`, `going_out`, `asking` and `scoring`.
"""

from __future__ import annotations

from rummykit import hookimpl
from rummykit.plugin.info import Variant


@hookimpl
def rummykit_variant() -> Variant:
    """Introduce Canasta."""
    return Variant(
        id="canasta",
        titles={"en": "Canasta", "de": "Canasta", "hu": "Kanaszta"},
        players=(2, 4),
        summary="Sets of seven and more, wild twos, a pile taken whole or frozen; partners play to 5,000.",
        options="rummykit_canasta.house_rules:CanastaRules",
        rules="rummykit_canasta.rulebook:RULES",
        citations="rummykit_canasta.rulebook:CITATIONS",
        game="rummykit_canasta.game",
    )
