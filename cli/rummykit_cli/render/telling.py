"""Events in words: every sentence is there twice, spoken to the person called `YOU`, and told of a player by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rummykit.events import (
    BotReplaced,
    BoughtBack,
    Claimed,
    Dealt,
    Discarded,
    Drew,
    Knocked,
    LaidOff,
    Melded,
    NumberedMeld,
    Out,
    Passed,
    Rearranged,
    Received,
    SeatsDrawn,
    Swapped,
    TableEvent,
    TakenBack,
    TurnEnded,
)
from rummykit.i18n import Numbered, mark, say
from rummykit_cli.render.words import chips, in_melds, told


def tell(event: TableEvent, names: Sequence[str]) -> str | None:
    """Return an event in a sentence, or None where the log has nothing to tell: names are those of the match."""
    match event:
        case Drew(seat=seat):
            return _tell_drew(names[seat], event)
        case Claimed(seat=seat):
            return _tell_claimed(names[seat], event)
        case Passed(seat=seat):
            return _tell_passed(names[seat], event)
        case Melded(seat=seat) | LaidOff(seat=seat):
            return _tell_laid(names[seat], event)
        case Swapped(seat=seat):
            return _tell_swapped(names[seat], event)
        case Rearranged(seat=seat):
            return _tell_rearranged(names[seat], event)
        case Discarded(seat=seat):
            return _tell_discarded(names[seat], event)
        case Knocked(seat=seat):
            return _tell_knocked(names[seat], event)
        case TurnEnded(seat=seat):
            return told(names[seat], you=mark("You end the turn."), they=mark("{name} ends the turn."))
        case BoughtBack(seat=seat):
            return tell_buyback(names[seat], event)
        case Out(seat=seat, total=total):
            return told(
                names[seat],
                you=mark("You are out of the match with {points} points."),
                they=mark("{name} is out of the match with {points} points."),
                points=total,
            )
        case BotReplaced(why=why):
            return why
        case TakenBack(seat=seat):
            you, they = mark("You take your last move back."), mark("{name} takes the last move back.")
            return told(names[seat], you=you, they=they)
    return None


def tell_seats(event: SeatsDrawn, names: Sequence[str]) -> str:
    """Return who drew the highest card for the seats, and so deals first."""
    you, they = mark("You drew {card} and deal."), mark("{name} drew {card} and deals.")
    return told(names[event.dealer], you=you, they=they, card=event.cards[event.dealer])


def tell_dealt(event: Dealt, names: Sequence[str]) -> str:
    """Return who deals which round."""
    you, they = mark("Round {number}: you deal."), mark("Round {number}: {name} deals.")
    return told(names[event.dealer], you=you, they=they, number=event.number)


def tell_left(event: Passed, names: Sequence[str]) -> str:
    """Return that somebody does not claim a card, which the log keeps to itself."""
    you, they = mark("You do not claim {card}."), mark("{name} does not claim {card}.")
    return told(names[event.seat], you=you, they=they, card=event.card)


def tell_received(event: Received, names: Sequence[str]) -> str | None:
    """Return which cards came from the stock, if that is known."""
    if event.cards is None:
        return None
    you, they = mark("You drew {cards}."), mark("{name} drew {cards}.")
    return told(names[event.seat], you=you, they=they, cards=event.cards)


# -- moves -------------------------------------------------------------------------------------------------


def _tell_drew(name: str, event: Drew) -> str:
    taken = event.taken
    if taken is None:
        return told(name, you=mark("You draw from the stock."), they=mark("{name} draws from the stock."))
    match event.use:
        case Melded(melds=melds):
            return told(
                name,
                you=mark("You take {taken} and meld {melds}."),
                they=mark("{name} takes {taken} and melds {melds}."),
                taken=taken,
                melds=_numbered(melds),
            )
        case LaidOff(card=card, meld=number):
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


def _tell_claimed(name: str, event: Claimed) -> str:
    if not event.penalty:
        return told(name, you=mark("You claim {card}."), they=mark("{name} claims {card}."), card=event.card)
    return told(
        name,
        you=Numbered(
            "You claim {card} and take {number} penalty card.", "You claim {card} and take {number} penalty cards."
        ),
        they=Numbered(
            "{name} claims {card} and takes {number} penalty card.",
            "{name} claims {card} and takes {number} penalty cards.",
        ),
        card=event.card,
        number=event.penalty,
    )


def _tell_passed(name: str, event: Passed) -> str | None:
    match event.instead_of:
        case "claiming":
            return None  # that somebody leaves a card is no news
        case "exchanging":
            return told(name, you=mark("You keep the hand as it is."), they=mark("{name} keeps the hand as it is."))
        case "placing":
            return told(name, you=mark("You pass and draw a card."), they=mark("{name} passes and draws a card."))
        case "playing":
            return told(name, you=mark("You pass."), they=mark("{name} passes."))


def _tell_laid(name: str, event: Melded | LaidOff) -> str:
    if isinstance(event, Melded):
        melds = _numbered(event.melds)
        return told(name, you=mark("You meld {melds}."), they=mark("{name} melds {melds}."), melds=melds)
    return told(
        name,
        you=mark("You lay {card} off on meld {number}."),
        they=mark("{name} lays {card} off on meld {number}."),
        card=event.card,
        number=event.meld,
    )


def _tell_swapped(name: str, event: Swapped) -> str:
    swaps = [say("{card} for the joker of meld {number}", card=card, number=number) for card, number in event.swaps]
    match event.then:
        case (Melded(melds=melds),):
            return told(
                name,
                you=mark("You swap {swaps} and meld {melds}."),
                they=mark("{name} swaps {swaps} and melds {melds}."),
                swaps=swaps,
                melds=_numbered(melds),
            )
        case (LaidOff(card=card, meld=number),):
            return told(
                name,
                you=mark("You swap {swaps} and lay {card} off on meld {number}."),
                they=mark("{name} swaps {swaps} and lays {card} off on meld {number}."),
                swaps=swaps,
                card=card,
                number=number,
            )
    swapped = told(name, you=mark("You swap {swaps}."), they=mark("{name} swaps {swaps}."), swaps=swaps)
    return " ".join([swapped, *[_tell_laid(name, laid) for laid in event.then]])


def _tell_rearranged(name: str, event: Rearranged) -> str:
    if not event.longer:
        return _tell_taken_apart(name, event)
    # What takes nothing apart is told as what it comes to: cards are laid off, and melds laid down.
    cards = [
        say("{cards} on meld {number} (now meld {now})", cards=one.cards, number=one.meld, now=one.now)
        for one in event.longer
    ]
    sentence = told(name, you=mark("You lay off {cards}."), they=mark("{name} lays off {cards}."), cards=cards)
    return f"{sentence} {_tell_laid(name, Melded(event.seat, event.melds))}" if event.melds else sentence


def _tell_taken_apart(name: str, event: Rearranged) -> str:
    if event.cards:
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
        number=len(event.apart),
        apart=event.apart,
        melds=_numbered(event.melds),
        cards=event.cards,
    )


def _numbered(melds: Iterable[NumberedMeld]) -> list[str]:
    return [say("{meld} (meld {number})", meld=meld, number=number) for number, meld in melds]


def _tell_discarded(name: str, event: Discarded) -> str:
    if not event.goes_out:
        return told(name, you=mark("You discard {card}."), they=mark("{name} discards {card}."), card=event.card)
    if event.card is None:
        return told(
            name,
            you=mark("You discard your last card face down and are out!"),
            they=mark("{name} discards the last card face down and is out!"),
        )
    return told(
        name,
        you=mark("You discard {card} and are out!"),
        they=mark("{name} discards {card} and is out!"),
        card=event.card,
    )


def _tell_knocked(name: str, event: Knocked) -> str:
    values = {"card": event.card, "points": event.hand.points, "hand": in_melds(event.hand)}
    if event.called:
        you, they = mark("You discard {card} and call: {hand}."), mark("{name} discards {card} and calls: {hand}.")
        return told(name, you=you, they=they, **values)
    you = mark("You discard {card} and knock with {points}: {hand}.")
    return told(name, you=you, they=mark("{name} discards {card} and knocks with {points}: {hand}."), **values)


def tell_buyback(name: str, event: BoughtBack) -> str:
    """Return how somebody answers an offer to buy back."""
    if not event.accepted:
        return told(name, you=mark("You do not buy back."), they=mark("{name} does not buy back."))
    if event.price:
        you = mark("You buy back for {chips}: a total of {total} becomes {new}.")
        they = mark("{name} buys back for {chips}: a total of {total} becomes {new}.")
    else:
        you = mark("You buy back: a total of {total} becomes {new}.")
        they = mark("{name} buys back: a total of {total} becomes {new}.")
    bought = told(name, you=you, they=they, chips=chips(event.price), total=event.total, new=event.new_total)
    if not event.again:
        return bought
    return f"{bought} " + told(name, you=mark("You are in again."), they=mark("{name} is in again."))
