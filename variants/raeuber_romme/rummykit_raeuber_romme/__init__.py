"""Räuber-Rommé: Deutsches Rommé in which everything on the table may be taken apart and laid anew.

The hooks say what is different; the rest is that of `rummykit_deutsches_romme`.
"""

from __future__ import annotations

from rummykit import hookimpl
from rummykit.plugin.info import Variant


@hookimpl
def rummykit_variant() -> Variant:
    """Introduce Räuber-Rommé."""
    return Variant(
        id="raeuber_romme",
        titles={"en": "Räuber-Rommé", "de": "Räuber-Rommé", "hu": "Rabló römi"},
        players=(2, 8),
        summary="As Deutsches Rommé, but all melds on the table may be taken apart and laid anew.",
        options="rummykit_raeuber_romme.house_rules:RaeuberRommeRules",
        rules="rummykit_raeuber_romme.rulebook:RULES",
        citations="rummykit_raeuber_romme.rulebook:CITATIONS",
        game="rummykit_raeuber_romme.game",
    )
