"""Gin Rummy: ten cards each, a knock with few points left over, and gin with none.

`game` reads like the rule sheet; `house_rules` has every option with its default. What is special about this game
stands in modules of its own: `upcard` (the beginning of a hand), `knocking` (the limit) and `showdown` (spreading melds
and laying off); `flow` leads from one to the next.
"""

from __future__ import annotations

from rummykit import hookimpl
from rummykit.plugin.info import Variant


@hookimpl
def rummykit_variant() -> Variant:
    """Introduce Gin Rummy."""
    return Variant(
        id="gin_rummy",
        titles={"en": "Gin Rummy", "de": "Gin Rummy", "hu": "Gin römi"},
        players=(2, 2),
        summary="Two players, ten cards, a knock with ten points or gin with none; the first to 100 wins.",
        options="rummykit_gin_rummy.house_rules:GinRummyRules",
        rules="rummykit_gin_rummy.rulebook:RULES",
        citations="rummykit_gin_rummy.rulebook:CITATIONS",
        game="rummykit_gin_rummy.game",
    )
