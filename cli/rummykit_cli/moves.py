"""Moves in words: every sentence is there twice, spoken to the person called `YOU`, and told of a player by name."""

from __future__ import annotations

from collections.abc import Sequence

from rummykit.cards import Card
from rummykit.engine.actions import (
    Action,
    BuyBack,
    Call,
    Claim,
    Discard,
    Draw,
    EndTurn,
    Home,
    Knock,
    LayDown,
    LayOff,
    Pass,
    Rearrange,
    Source,
    SwapJoker,
)
from rummykit.engine.round import Round
from rummykit.engine.scoring import ShownHand
from rummykit.i18n import Numbered, mark, say
from rummykit.melds import Meld
from rummykit.parts.rearranging import Addition, additions, hand_cards_of
from rummykit_cli.words import in_melds, told


def tell(action: Action, before: Round) -> str | None:
    """Return what the seat to act is about to do, or None where there is nothing to tell.

    *before* is the round before the move; only what everybody may see is told.
    """
    name = before.names[before.actor]
    match action:
        case Draw(source=Source.STOCK):
            return told(name, you=mark("You draw from the stock."), they=mark("{name} draws from the stock."))
        case Draw(use=use):
            return _tell_taken(name, use, before)
        case Claim():
            return _tell_claim(name, before)
        case Pass():
            return _tell_pass(name, before)
        case LayDown() | LayOff():
            return _tell_laid(name, action, before)
        case SwapJoker():
            return _tell_swap(name, action, before)
        case Rearrange():
            return _tell_rearranged(name, action, before)
        case EndTurn():
            return told(name, you=mark("You end the turn."), they=mark("{name} ends the turn."))
        case Discard() | Knock() | Call():
            return _tell_discarded(name, action, before)
        case BuyBack():
            return None  # made between two rounds: see tell_buyback


def _tell_taken(name: str, use: Home | None, before: Round) -> str:
    taken = before.open_card
    match use:
        case LayDown(melds=melds):
            return told(
                name,
                you=mark("You take {taken} and meld {melds}."),
                they=mark("{name} takes {taken} and melds {melds}."),
                taken=taken,
                melds=_numbered(melds, before),
            )
        case LayOff(placed=card, number=number):
            return told(
                name,
                you=mark("You take {taken} and lay {card} off on meld {number}."),
                they=mark("{name} takes {taken} and lays {card} off on meld {number}."),
                taken=taken,
                card=card,
                number=number,
            )
        case None:
            return told(name, you=mark("You take {taken}."), they=mark("{name} takes {taken}."), taken=taken)


def _tell_claim(name: str, before: Round) -> str:
    claiming, card = before.rules.flow.claiming, before.open_card
    if not claiming or not claiming.penalty_cards:
        return told(name, you=mark("You claim {card}."), they=mark("{name} claims {card}."), card=card)
    return told(
        name,
        you=Numbered(
            "You claim {card} and take {number} penalty card.", "You claim {card} and take {number} penalty cards."
        ),
        they=Numbered(
            "{name} claims {card} and takes {number} penalty card.",
            "{name} claims {card} and takes {number} penalty cards.",
        ),
        card=card,
        number=claiming.penalty_cards,
    )


def _tell_pass(name: str, before: Round) -> str | None:
    flow = before.rules.flow
    if before.stage is flow.claiming:
        return None  # that somebody leaves a card is no news
    if before.announced is not None and flow.exchanges:
        return told(name, you=mark("You keep the hand as it is."), they=mark("{name} keeps the hand as it is."))
    if before.stage is flow.play_or_draw and before.stock:
        return told(name, you=mark("You pass and draw a card."), they=mark("{name} passes and draws a card."))
    return told(name, you=mark("You pass."), they=mark("{name} passes."))


def _tell_laid(name: str, home: Home, before: Round) -> str:
    if isinstance(home, LayDown):
        melds = _numbered(home.melds, before)
        return told(name, you=mark("You meld {melds}."), they=mark("{name} melds {melds}."), melds=melds)
    return told(
        name,
        you=mark("You lay {card} off on meld {number}."),
        they=mark("{name} lays {card} off on meld {number}."),
        card=home.placed,
        number=home.number,
    )


def _tell_swap(name: str, action: SwapJoker, before: Round) -> str:
    swaps = [say("{card} for the joker of meld {number}", card=card, number=number) for card, number in action.swaps]
    match action.homes:
        case (LayDown(melds=melds),):
            return told(
                name,
                you=mark("You swap {swaps} and meld {melds}."),
                they=mark("{name} swaps {swaps} and melds {melds}."),
                swaps=swaps,
                melds=_numbered(melds, before),
            )
        case (LayOff(placed=card, number=number),):
            return told(
                name,
                you=mark("You swap {swaps} and lay {card} off on meld {number}."),
                they=mark("{name} swaps {swaps} and lays {card} off on meld {number}."),
                swaps=swaps,
                card=card,
                number=number,
            )
    swapped = told(name, you=mark("You swap {swaps}."), they=mark("{name} swaps {swaps}."), swaps=swaps)
    then, after = [], before.copy()
    for home in action.homes:
        then.append(_tell_laid(name, home, after))
        after.next_number += len(home.melds) if isinstance(home, LayDown) else 0
    return " ".join([swapped, *then])


def _tell_rearranged(name: str, action: Rearrange, before: Round) -> str:
    longer = additions(before.table.values(), action)
    if longer is None:
        return _tell_taken_apart(name, action, before)
    return _tell_added(name, action, longer, before)


def _tell_added(name: str, action: Rearrange, longer: Sequence[Addition], before: Round) -> str:
    """Tell a rearrangement that takes nothing apart as what it comes to: cards are laid off, and melds laid down."""
    new = list(enumerate(action.melds, before.next_number))
    cards = []
    for addition in longer:
        now = next(number for number, meld in new if meld == addition.meld)
        new.remove((now, addition.meld))
        told_cards = {"cards": addition.cards, "number": addition.number, "now": now}
        cards.append(say("{cards} on meld {number} (now meld {now})", **told_cards))
    sentence = told(name, you=mark("You lay off {cards}."), they=mark("{name} lays off {cards}."), cards=cards)
    melds = [say("{meld} (meld {number})", meld=meld, number=number) for number, meld in new]
    if not melds:
        return sentence
    return f"{sentence} " + told(name, you=mark("You meld {melds}."), they=mark("{name} melds {melds}."), melds=melds)


def _tell_taken_apart(name: str, action: Rearrange, before: Round) -> str:
    added = before.rules.pack.cards_in(hand_cards_of(before, action))
    if added:
        you = Numbered(
            "You take apart meld {apart} and lay {melds}, adding {cards}.",
            "You take apart melds {apart} and lay {melds}, adding {cards}.",
        )
        they = Numbered(
            "{name} takes apart meld {apart} and lays {melds}, adding {cards}.",
            "{name} takes apart melds {apart} and lays {melds}, adding {cards}.",
        )
    else:
        you = Numbered(
            "You take apart meld {apart} and lay {melds}.",
            "You take apart melds {apart} and lay {melds}.",
        )
        they = Numbered(
            "{name} takes apart meld {apart} and lays {melds}.",
            "{name} takes apart melds {apart} and lays {melds}.",
        )
    return told(
        name,
        you=you,
        they=they,
        number=len(action.numbers),
        apart=action.numbers,
        melds=_numbered(action.melds, before),
        cards=added,
    )


def _numbered(melds: Sequence[Meld], before: Round) -> list[str]:
    """Return new melds with the numbers they get."""
    first = before.next_number
    return [say("{meld} (meld {number})", meld=meld, number=first + at) for at, meld in enumerate(melds)]


def _tell_discarded(name: str, action: Discard | Knock | Call, before: Round) -> str:
    card = action.card
    match action:
        case Knock():
            hand = _shown_without(card, before)
            return told(
                name,
                you=mark("You discard {card} and knock with {points}: {hand}."),
                they=mark("{name} discards {card} and knocks with {points}: {hand}."),
                card=card,
                points=hand.points,
                hand=in_melds(hand),
            )
        case Call():
            return told(
                name,
                you=mark("You discard {card} and call: {hand}."),
                they=mark("{name} discards {card} and calls: {hand}."),
                card=card,
                hand=in_melds(_shown_without(card, before)),
            )
    if before.hands[before.active].bit_count() == 1:
        if before.rules.flow.throwing.last_face_down:
            return told(
                name,
                you=mark("You discard your last card face down and are out!"),
                they=mark("{name} discards the last card face down and is out!"),
            )
        return told(
            name,
            you=mark("You discard {card} and are out!"),
            they=mark("{name} discards {card} and is out!"),
            card=card,
        )
    return told(name, you=mark("You discard {card}."), they=mark("{name} discards {card}."), card=card)


def _shown_without(card: Card, before: Round) -> ShownHand:
    """Return the hand that is shown with a knock or a call, after its discard."""
    seat = before.active
    return ShownHand.of(before.rules, seat, before.rules.pack.remove(before.hands[seat], card.kind))
