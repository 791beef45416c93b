"""What a hint says of its move: the move in words, with the text to type."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rummykit.engine.actions import (
    DRAW_DISCARD,
    Action,
    BuyBack,
    Call,
    Claim,
    Discard,
    Draw,
    EndTurn,
    Knock,
    LayDown,
    LayOff,
    Pass,
    Rearrange,
    Source,
    SwapJoker,
)
from rummykit.engine.views import View
from rummykit.i18n import Later, say, say_number

if TYPE_CHECKING:
    from rummykit.engine.views import BuybackView


class Words(NamedTuple):
    """What to look at, and why the move is good: whole sentences, the most important one first."""

    look: str
    why: tuple[str, ...]

    def and_also(self, *more: str | None) -> Words:
        """Return the words with further reasons, as far as there are any and they have not been said."""
        return Words(self.look, tuple(dict.fromkeys([*self.why, *[reason for reason in more if reason]])))


MOST_REASONS = 3
"""More than this nobody wants to read."""


def move_in_words(action: Action, view: View | BuybackView) -> str:
    """Say what a move does, and how it is typed."""
    typed = str(action)
    match action:
        case Draw():
            return _draw_in_words(action, view, typed)
        case Claim(use=LayDown(melds=melds)):
            card = _open_card(view)
            return say("You can claim {card} and meld {melds}: {typed}", card=card, melds=melds, typed=typed)
        case Claim(use=LayOff(number=number)):
            return say(
                "You can claim {card} and lay it off on meld {number}: {typed}",
                card=_open_card(view),
                number=number,
                typed=typed,
            )
        case Claim():
            return say("You can claim {card}: {typed}", card=_open_card(view), typed=typed)
        case Pass():
            return _pass_in_words(view, typed)
        case LayDown(melds=melds):
            return say("You can meld {melds}: {typed}", melds=melds, typed=typed)
        case LayOff(placed=card, number=number):
            return say("You can lay {card} off on meld {number}: {typed}", card=card, number=number, typed=typed)
        case SwapJoker():
            return _swap_in_words(action, typed)
        case Rearrange(numbers=(number,), melds=(meld,)):
            return say("You can make meld {number} longer, {meld}: {typed}", number=number, meld=meld, typed=typed)
        case Rearrange(numbers=numbers, melds=melds):
            return say_number(
                "You can take meld {apart} apart and lay {melds}: {typed}",
                "You can take melds {apart} apart and lay {melds}: {typed}",
                len(numbers),
                apart=numbers,
                melds=melds,
                typed=typed,
            )
        case Discard(card=card):
            return say("You can discard {card}: {typed}", card=card, typed=typed)
        case Knock(card=card):
            return say("You can discard {card} and knock: {typed}", card=card, typed=typed)
        case Call(card=card):
            return say("You can discard {card} and call: {typed}", card=card, typed=typed)
        case EndTurn():
            return say("You can end your turn: {typed}", typed=typed)
        case BuyBack(accept=True):
            return say("You can buy back: {typed}", typed=typed)
        case BuyBack():
            return say("You can do without the buy-back: {typed}", typed=typed)
    return say("You can {phrase}: {typed}", phrase=Later(action.phrase), typed=typed)


def _draw_in_words(action: Draw, view: View | BuybackView, typed: str) -> str:
    if action.source is Source.STOCK:
        return say("You can draw from the stock: {typed}", typed=typed)
    card = _open_card(view)
    if action.cards > 1:
        assert isinstance(view, View)
        return say_number(
            "You can take {card} and the card above it: {typed}",
            "You can take {card} and the {number} cards above it: {typed}",
            action.cards - 1,
            card=view.pile[-action.cards],
            typed=typed,
        )
    match action.use:
        case LayDown(melds=melds):
            return say("You can take {card} and meld {melds}: {typed}", card=card, melds=melds, typed=typed)
        case LayOff(number=number):
            return say(
                "You can take {card} and lay it off on meld {number}: {typed}", card=card, number=number, typed=typed
            )
        case None:
            return say("You can take the open card {card}: {typed}", card=card, typed=typed)


def _pass_in_words(view: View | BuybackView, typed: str) -> str:
    assert isinstance(view, View)
    if view.stage == "claim" or (DRAW_DISCARD in view.legal and view.announced is None):
        return say("You can leave {card} to the others: {typed}", card=view.open_card, typed=typed)
    if view.announced is not None:
        return say("You can keep your hand as it is: {typed}", typed=typed)
    if view.stock_size:
        return say("You can pass and draw a card: {typed}", typed=typed)
    return say("You can pass: {typed}", typed=typed)


def _swap_in_words(action: SwapJoker, typed: str) -> str:
    swaps = [say("{card} for the joker of meld {number}", card=card, number=number) for card, number in action.swaps]
    match action.homes:
        case (LayOff(placed=joker, number=number),):
            return say(
                "You can swap {swaps} and lay {joker} off on meld {number}: {typed}",
                swaps=swaps,
                joker=joker,
                number=number,
                typed=typed,
            )
        case (LayDown(melds=melds),):
            return say("You can swap {swaps} and meld {melds}: {typed}", swaps=swaps, melds=melds, typed=typed)
        case ():
            return say("You can take a joker into your hand, {swaps}: {typed}", swaps=swaps, typed=typed)
    raise ValueError(f"{typed} has not one place for one joker")


def _open_card(view: View | BuybackView) -> object:
    assert isinstance(view, View)
    return view.open_card
