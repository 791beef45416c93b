"""The rules of the mod, and what the booklet says of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rummykit.booklet import Chapter, Paragraph
from rummykit.language import say, say_number

if TYPE_CHECKING:
    from rummykit_turn_limit.options import TurnLimitOptions

RULES: Mapping[str, str] = {
    "TL-01": "A round ends when everybody has had the agreed number of turns.",
    "TL-02": "Whoever has cards left then pays for each of them, beside what they count anyway.",
}


def chapter(options: TurnLimitOptions) -> Chapter:
    """Return what is played at a table."""
    ends = say_number(
        "A round ends when everybody has had {number} turn, if nobody has ended it before.",
        "A round ends when everybody has had {number} turns, if nobody has ended it before.",
        options.turns,
    )
    costs = say_number(
        "Every card that is then left in your hand costs you {number} point, beside what it counts anyway. "
        "Where hands are shown in melds, only cards in no meld cost anything.",
        "Every card that is then left in your hand costs you {number} points, beside what it counts anyway. "
        "Where hands are shown in melds, only cards in no meld cost anything.",
        options.penalty,
    )
    paragraphs = [Paragraph("TL-01", ends)]
    if options.penalty:
        paragraphs.append(Paragraph("TL-02", costs))
    return Chapter(say("Turn limit"), tuple(paragraphs))
