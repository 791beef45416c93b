"""What the open card would be in a hand: reasons to take it or to leave it that hold in every game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from rummykit.engine.actions import Claim, Draw, Source
from rummykit.i18n import say, say_number
from rummykit.melds import Meld, Shape
from rummykit_bots.hints.words import Words

if TYPE_CHECKING:
    from rummykit.cards import Card
    from rummykit.engine.views import View
    from rummykit_bots.hints.cards import Company


def could_take(view: View) -> bool:
    """Whether a seat may take or claim the open card now."""
    return any(
        isinstance(move, Claim) or (isinstance(move, Draw) and move.source is Source.DISCARD) for move in view.legal
    )


def no_choice(view: View) -> Words:
    """Say why there is nothing but the stock to draw from."""
    look = say("Look at what you can draw from now.")
    drawing = view.rules.flow.drawing
    if view.stage == "claim" and view.open_card is not None:
        look = say("Look at the open card {card}: where could you lay it at once?", card=view.open_card)
        return Words(look, (say("You may claim {card} only to lay it at once, and you cannot.", card=view.open_card),))
    if drawing.take == "never":
        return Words(look, (say("Nobody takes discards at this table, so only the stock is left."),))
    if drawing.take == "after_first_meld" and not view.melded[view.seat]:
        return Words(look, (say("You may take a discard only after your first meld, so only the stock is left."),))
    if view.open_card is None or not drawing.pile or not drawing.must_be_used:
        return Words(look, (say("There is no open card to take, so only the stock is left."),))
    if drawing.reach == "any_depth":
        return Words(look, (say("There is no card in the pile that you could lay at once."),))
    if drawing.take == "only_to_meld":
        return Words(look, (say("You may take {card} only to meld it at once, and you cannot.", card=view.open_card),))
    return Words(look, (say("You may take {card} only to lay it at once, and you cannot.", card=view.open_card),))


def completes(card: Card, meld: Meld) -> str:
    """Say that a card makes a meld."""
    if meld.shape is Shape.RUN:
        return say("{card} makes a run: {meld}.", card=card, meld=meld)
    return say("{card} makes a set: {meld}.", card=card, meld=meld)


@dataclass(frozen=True)
class OpenCard:
    """The open card beside the loose cards of a hand."""

    view: View
    card: Card
    company: Company

    @cached_property
    def partners(self) -> tuple[Card, ...]:
        """The loose cards that it goes with."""
        return self.company.partners(self.card.kind)

    @property
    def _is_wild(self) -> bool:
        return self.view.rules.melds.is_wild(self.card)

    @property
    def is_held(self) -> bool:
        """Whether the hand holds another such card."""
        return bool(self.view.rules.pack.count(self.view.hand, self.card.kind))

    # -- for it ----------------------------------------------------------------------------------------------

    def look_to_take(self, meld: Meld | None) -> str:
        """Say what to look at to see that the card is wanted, perhaps for a meld."""
        own = self.view.cards
        cards = self.partners or [placed.card for placed in (meld.cards if meld else ()) if placed.card in own]
        if cards:
            return say("Look at the open card {card} and at {cards} in your hand.", card=self.card, cards=cards)
        return say("Look at the open card {card} and at what it counts.", card=self.card)

    def is_joker(self) -> str | None:
        """Say what a joker is good for, or another wild card."""
        if self.card.is_joker:
            return say("{card} is a joker and stands for any card that you lack.", card=self.card)
        if self._is_wild:
            return say("{card} is wild and stands for any card that you lack.", card=self.card)
        return None

    def prepares(self) -> str | None:
        """Say which cards it goes with, and what may come of them."""
        if not self.partners or self.is_held or not self.company.hopes(self.card.kind):
            return None
        return say_number(
            "{card} goes with {cards}, and {number} hidden card would make a meld with it.",
            "{card} goes with {cards}, and {number} hidden cards would make a meld with it.",
            self.company.hopes(self.card.kind),
            card=self.card,
            cards=self.partners,
        )

    def replaces(self) -> str | None:
        """Say that a card can go for it that counts more."""
        worth = self.company.values
        highest = max(self.company.kinds, key=lambda kind: worth[kind], default=self.card.kind)
        more = worth[highest] - worth[self.card.kind]
        if more <= 0:
            return None
        return say_number(
            "For it you can discard {card}, which counts {number} point more against you.",
            "For it you can discard {card}, which counts {number} points more against you.",
            more,
            card=self.view.rules.pack.cards[highest],
        )

    def promises_more(self) -> str:
        """Say what is true of every card that is taken, where there is no better reason."""
        return say("{card} promises you more than an unknown card.", card=self.card)

    def is_worth_its_price(self) -> str | None:
        """Say what a claim costs."""
        claiming = self.view.rules.flow.claiming
        if self.view.stage != "claim" or claiming is None or not claiming.penalty:
            return None
        return say_number(
            "That is worth the penalty card.",
            "That is worth the {number} penalty cards.",
            claiming.penalty,
        )

    # -- against it ------------------------------------------------------------------------------------------

    def look_to_leave(self) -> str:
        """Say what to look at to see that the card is not wanted."""
        if self.partners and self.view.stage == "claim":
            return say(
                "Look at the open card {card} beside {cards} in your hand: is it worth a claim?",
                card=self.card,
                cards=self.partners,
            )
        if self.partners:
            return say(
                "Look at the open card {card} beside {cards} in your hand: is it better than an unknown card?",
                card=self.card,
                cards=self.partners,
            )
        return say("Look at the open card {card}: does any of your cards go with it?", card=self.card)

    def is_double(self) -> str | None:
        """Say that the hand holds the same card already."""
        if not self.is_held or self._is_wild:
            return None
        return say("You hold {card} already, and two equal cards make no pair.", card=self.card)

    def goes_with_nothing(self) -> str | None:
        """Say that no loose card goes with it."""
        if self.partners or self._is_wild:
            return None
        if self.company.melds:
            return say("{card} goes with no card outside your melds.", card=self.card)
        return say("{card} goes with no card in your hand.", card=self.card)

    def is_no_meld_yet(self) -> str | None:
        """Say that it goes with other cards, but that is all."""
        if not self.partners or self.is_held:
            return None
        hopes = self.company.hopes(self.card.kind)
        if not hopes:
            return say(
                "{card} goes with {cards}, but no hidden card would make a meld of them.",
                card=self.card,
                cards=self.partners,
            )
        return say_number(
            "{card} goes with {cards}, but makes no meld yet; {number} hidden card would.",
            "{card} goes with {cards}, but makes no meld yet; {number} hidden cards would.",
            hopes,
            card=self.card,
            cards=self.partners,
        )

    def promises_less(self) -> str:
        """Say what is true of every card that is left, where there is no better reason."""
        return say("An unknown card promises you more than {card}.", card=self.card)

    def makes_hand_longer(self) -> str | None:
        """Say what a claim does to a hand, where it is not the draw."""
        claiming = self.view.rules.flow.claiming
        if self.view.stage != "claim" or claiming is None or claiming.takes_turn:
            return None
        return say_number(
            "A claim would make your hand {number} card longer.",
            "A claim would make your hand {number} cards longer.",
            1 + claiming.penalty,
        )
