"""Why, after a knock: which melds to spread, which cards to lay off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummykit.engine.actions import Action, LayDown, LayOff
from rummykit.engine.scoring import ShownHand
from rummykit.i18n import say, say_number
from rummykit_bots.hints.words import Words

if TYPE_CHECKING:
    from rummykit.engine.views import View


def showing_words(view: View, action: Action) -> Words:
    """Say why a meld is spread or a card laid off, or why nothing more is."""
    best = ShownHand.of(view.rules, view.seat, view.hand)
    match action:
        case LayDown():
            why = say_number(
                "Of all ways to spread your hand {melds} leaves least: {number} point.",
                "Of all ways to spread your hand {melds} leaves least: {number} points.",
                best.points,
                melds=best.melds,
            )
            return Words(say("Look at what your melds leave over."), (why,))
        case LayOff(placed=placed):
            why = say_number(
                "{card} is in none of your own melds, and you get rid of {number} point.",
                "{card} is in none of your own melds, and you get rid of {number} points.",
                view.rules.card_values[placed.card.kind],
                card=placed,
            )
            return Words(say("Look at the melds that were spread: which of your cards fit?"), (why,))
    return Words(
        say("Look at the cards that are left in your hand."), (say("Nothing more would make them count less."),)
    )
