"""The rules of the mod, and what the booklet says of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rummykit.i18n import say_number

if TYPE_CHECKING:
    from rummykit.parts.flow import Telling
    from rummykit_turn_limit.options import TurnLimitOptions

RULES: Mapping[str, str] = {
    "TL-01": "A round ends when everybody has had the agreed number of turns.",
    "TL-02": "Whoever has cards left then pays for each of them, beside what they count anyway.",
}


def told(options: TurnLimitOptions) -> Mapping[str, Telling]:
    """Return what the booklet of a table says of the rules."""
    return {
        "TL-01": lambda: say_number(
            "A round ends when everybody has had {number} turn, if nobody has ended it before.",
            "A round ends when everybody has had {number} turns, if nobody has ended it before.",
            options.turns,
        ),
        "TL-02": (lambda: _cost(options.penalty)) if options.penalty else "",
    }


def _cost(penalty: int) -> str:
    return say_number(
        "Every card that is then left in your hand costs you {number} point, beside what it counts anyway. "
        "Where hands are shown in melds, only cards in no meld cost anything.",
        "Every card that is then left in your hand costs you {number} points, beside what it counts anyway. "
        "Where hands are shown in melds, only cards in no meld cost anything.",
        penalty,
    )
