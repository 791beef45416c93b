"""Indian Rummy: thirteen cards, a wild rank turned up every round, and a declaration with two runs, one of them pure.

`game` reads like the rule sheet; `house_rules` has every option with its default; `rulebook` has the rules, and the one
behind every refusal. What is special about this game stands in modules of its own: `drawing` (wild cards in the pile),
`dropping`, `declaring` and `scoring`.
"""

from __future__ import annotations

from rummykit import hookimpl
from rummykit.plugin.info import Variant


@hookimpl
def rummykit_variant() -> Variant:
    """Introduce Indian Rummy."""
    return Variant(
        id="indian_rummy",
        titles={"en": "Indian Rummy", "de": "Indisches Rommé", "hu": "Indiai römi"},
        players=(2, 6),
        summary="Thirteen cards, a wild rank turned up every round; declare with two runs, one of them pure, or drop.",
        options="rummykit_indian_rummy.house_rules:IndianRummyRules",
        rules="rummykit_indian_rummy.rulebook:RULES",
        citations="rummykit_indian_rummy.rulebook:CITATIONS",
        game="rummykit_indian_rummy.game",
    )
