"""Deutsches Rommé: two packs and six jokers, a first meld of 40 points, joker swaps, Hand-Rommé.

`game` reads like the rule sheet; `house_rules` has every option with its default.
"""

from __future__ import annotations

from rummykit import hookimpl
from rummykit.plugin.info import Variant


@hookimpl
def rummykit_variant() -> Variant:
    """Introduce Deutsches Rommé."""
    return Variant(
        id="deutsches_romme",
        titles={"en": "Deutsches Rommé", "de": "Deutsches Rommé", "hu": "Német römi"},
        players=(2, 8),
        summary="110 cards, a first meld of 40 points, joker swaps, and double for laying all at once.",
        options="rummykit_deutsches_romme.house_rules:DeutschesRommeRules",
        rules="rummykit_deutsches_romme.rulebook:RULES",
        citations="rummykit_deutsches_romme.rulebook:CITATIONS",
        game="rummykit_deutsches_romme.game",
    )
