"""Rummy 17: 85 cards in five colours, open jokers, claims, bonus cards, and the 17 that doubles.

`game` reads like the rule sheet; `house_rules` has every option with its default.
"""

from __future__ import annotations

from rummykit import hookimpl
from rummykit.plugin.info import Variant


@hookimpl
def rummykit_variant() -> Variant:
    """Introduce Rummy 17."""
    return Variant(
        id="rummy17",
        titles={"en": "Rummy 17", "de": "Rummy 17", "hu": "Römi 17"},
        players=(2, 6),
        summary="Five colours, open jokers, claims and bonus cards; a last 17 doubles everything.",
        options="rummykit_rummy17.house_rules:Rummy17Rules",
        rules="rummykit_rummy17.rulebook:RULES",
        citations="rummykit_rummy17.rulebook:CITATIONS",
        game="rummykit_rummy17.game",
    )
