"""Wiener Rummy: nothing is laid out; one collects in the hand, and knocks or calls Rommé.

The hooks read like the rule sheet; cards and melds are those of `rummykit_deutsches_romme`.
"""

from __future__ import annotations

from rummykit import hookimpl
from rummykit.plugin.info import Variant


@hookimpl
def rummykit_variant() -> Variant:
    """Introduce Wiener Rummy."""
    return Variant(
        id="wiener_rummy",
        titles={"en": "Wiener Rummy", "de": "Wiener Rummy", "hu": "Bécsi römi"},
        players=(2, 8),
        summary="Ten cards in the hand, a knock with five points or a call with none, and the last player in wins.",
        options="rummykit_wiener_rummy.house_rules:WienerRummyRules",
        rules="rummykit_wiener_rummy.rulebook:RULES",
        citations="rummykit_wiener_rummy.rulebook:CITATIONS",
        game="rummykit_wiener_rummy.game",
    )
