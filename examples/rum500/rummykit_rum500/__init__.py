"""500 Rum: the pile lies open and is taken from any depth, and every card counts for whoever laid it.

`game` reads like the rule sheet; `house_rules` has every option with its default; `rulebook` has the rules, and the one
behind every refusal.
"""

from __future__ import annotations

from rummykit import hookimpl
from rummykit.plugin.info import Variant


@hookimpl
def rummykit_variant() -> Variant:
    """Introduce 500 Rum."""
    return Variant(
        id="rum500",
        titles={"en": "500 Rum", "de": "500 Rum", "hu": "500-as römi"},
        players=(2, 6),
        summary="An open pile, taken from any depth; cards laid count for you, cards held against you; play to 500.",
        options="rummykit_rum500.house_rules:Rum500Rules",
        rules="rummykit_rum500.rulebook:RULES",
        citations="rummykit_rum500.rulebook:CITATIONS",
        game="rummykit_rum500.game",
    )
