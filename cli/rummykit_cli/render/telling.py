"""Events in words: every sentence is there twice, spoken to the person called `YOU`, and told of a player by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rummykit import events
from rummykit.events import TableEvent
from rummykit.i18n import Numbered, listed, mark, say, say_number
from rummykit_session.events import BotReplaced, ClockStood, TakenBack
from rummykit_session.words import chips, in_melds, shown_name, told

Told = tuple[str, str]
"""A sentence to the person called `YOU`, and of a player by name."""

_MELD: Told = (mark("You meld {melds}."), mark("{name} melds {melds}."))
_TAKE_AND_MELD: Told = (mark("You take {taken} and meld {melds}."), mark("{name} takes {taken} and melds {melds}."))
_SWAP_AND_MELD: Told = (mark("You swap {swaps} and meld {melds}."), mark("{name} swaps {swaps} and melds {melds}."))
_LAY_OFF: Told = (mark("You lay {card} off on meld {number}."), mark("{name} lays {card} off on meld {number}."))
_TAKE_AND_LAY_OFF: Told = (
    mark("You take {taken} and lay {card} off on meld {number}."),
    mark("{name} takes {taken} and lays {card} off on meld {number}."),
)
_SWAP_AND_LAY_OFF: Told = (
    mark("You swap {swaps} and lay {card} off on meld {number}."),
    mark("{name} swaps {swaps} and lays {card} off on meld {number}."),
)


def tell(event: TableEvent, names: Sequence[str]) -> str | None:
    """Return an event in a sentence, or None where the log has nothing to tell: names are those of the match."""
    match event:
        case events.Dealt():
            return " ".join(_tell_deal(event, names)) or None
        case events.Drew(seat=seat):
            return _tell_drew(names[seat], event)
        case events.Claimed(seat=seat):
            return _tell_claimed(names[seat], event)
        case events.Passed(seat=seat):
            return _tell_passed(names[seat], event)
        case events.Melded(seat=seat) | events.LaidOff(seat=seat):
            return _tell_laid(names[seat], event)
        case events.Swapped(seat=seat):
            return _tell_swapped(names[seat], event)
        case events.Rearranged(seat=seat):
            return _tell_rearranged(names[seat], event)
        case events.Discarded(seat=seat):
            return _tell_discarded(names[seat], event)
        case events.Knocked(seat=seat):
            return _tell_knocked(names[seat], event)
        case events.Acted(seat=seat, action=action):
            return told(names[seat], action.you, action.they, **action.values)
        case events.TurnEnded(seat=seat):
            return told(names[seat], "You end your turn.", "{name} ends their turn.")
        case events.WasLate(seat=seat):
            return _tell_late(names[seat], event)
        case events.BoughtBack(seat=seat):
            return tell_buyback(names[seat], event)
        case events.Out(seat=seat, total=total):
            they = mark("{name} is out of the match with {points} points.")
            return told(names[seat], "You are out of the match with {points} points.", they, points=total)
        case BotReplaced(why=why):
            return why
        case ClockStood(seconds=seconds):
            return say_number(
                "The clock has stood still for {number} second, which nobody loses.",
                "The clock has stood still for {number} seconds, which nobody loses.",
                seconds,
            )
        case TakenBack(seat=seat):
            return told(names[seat], "You take back your last move.", "{name} takes back their last move.")
    return None


def tell_seats(event: events.SeatsDrawn, names: Sequence[str]) -> str:
    """Return who drew the highest card for the seats, and so deals first."""
    card = event.cards[event.dealer]
    return told(names[event.dealer], "You drew {card} and deal.", "{name} drew {card} and deals.", card=card)


def tell_dealt(event: events.Dealt, names: Sequence[str]) -> str:
    """Return who deals which round, and what is wild in it if a card turned up decides that."""
    deals = told(names[event.dealer], "Round {number}: you deal.", "Round {number}: {name} deals.", number=event.number)
    return " ".join([deals, *_tell_deal(event, names)])


def _tell_deal(event: events.Dealt, names: Sequence[str]) -> Iterator[str]:
    """Yield what is worth telling of a deal: whose hands were thrown in, and what is wild."""
    if event.redealt:
        whose = listed(dict.fromkeys(shown_name(names[seat]) for seat in event.redealt))
        yield say_number(
            "Dealt anew once; the hand thrown in: {names}.",
            "Dealt anew {number} times; the hands thrown in: {names}.",
            len(event.redealt),
            names=whose,
        )
    if event.turned_up is not None:
        wild = listed(map(say, event.wild))
        yield say("{card} is turned up, so these ranks are wild: {ranks}.", card=event.turned_up, ranks=wild)


def tell_left(event: events.Passed, names: Sequence[str]) -> str:
    """Return that somebody does not claim a card, which the log keeps to itself."""
    return told(names[event.seat], "You do not claim {card}.", "{name} does not claim {card}.", card=event.card)


def tell_received(event: events.Received, names: Sequence[str]) -> str | None:
    """Return which cards came from the stock, if that is known."""
    if event.cards is None:
        return None
    return told(names[event.seat], "You drew {cards}.", "{name} drew {cards}.", cards=event.cards)


# -- moves -------------------------------------------------------------------------------------------------


def _tell_drew(name: str, event: events.Drew) -> str:
    sentence = _tell_taken(name, event)
    if not event.beneath:
        return sentence
    you = Numbered("You take the card beneath as well.", "You take the {number} cards beneath as well.")
    they = Numbered("{name} takes the card beneath as well.", "{name} takes the {number} cards beneath as well.")
    return f"{sentence} {told(name, you, they, number=len(event.beneath))}"


def _tell_taken(name: str, event: events.Drew) -> str:
    taken = event.taken
    if taken is None:
        return told(name, "You draw from the stock.", "{name} draws from the stock.")
    if event.use is not None:
        return _tell_use(name, event.use, _TAKE_AND_MELD, _TAKE_AND_LAY_OFF, taken=taken)
    if not event.above:
        return told(name, "You take {taken}.", "{name} takes {taken}.", taken=taken)
    you = Numbered(
        "You take {taken} and the card above it ({above}).",
        "You take {taken} and the {number} cards above it ({above}).",
    )
    they = Numbered(
        "{name} takes {taken} and the card above it ({above}).",
        "{name} takes {taken} and the {number} cards above it ({above}).",
    )
    return told(name, you, they, taken=taken, number=len(event.above), above=event.above)


def _tell_claimed(name: str, event: events.Claimed) -> str:
    sentence = _tell_claim(name, event)
    return sentence if event.use is None else f"{sentence} {_tell_laid(name, event.use)}"


def _tell_claim(name: str, event: events.Claimed) -> str:
    if not event.penalty:
        return told(name, "You claim {card}.", "{name} claims {card}.", card=event.card)
    you = Numbered(
        "You claim {card} and take {number} penalty card.", "You claim {card} and take {number} penalty cards."
    )
    they = Numbered(
        "{name} claims {card} and takes {number} penalty card.",
        "{name} claims {card} and takes {number} penalty cards.",
    )
    return told(name, you, they, card=event.card, number=event.penalty)


def _tell_passed(name: str, event: events.Passed) -> str | None:
    match event.instead_of:
        case "claiming":
            return None  # that somebody leaves a card is no news
        case "exchanging":
            return told(name, "You keep your hand as it is.", "{name} keeps their hand as it is.")
        case "placing":
            return told(name, "You pass and draw a card.", "{name} passes and draws a card.")
        case "playing":
            return told(name, "You pass.", "{name} passes.")


def _tell_laid(name: str, event: events.Melded | events.LaidOff) -> str:
    return _tell_use(name, event, _MELD, _LAY_OFF)


def _tell_use(name: str, event: events.Melded | events.LaidOff, melded: Told, laid: Told, **values: object) -> str:
    """Tell that melds were laid, or that a card was laid off, and in the same sentence what came before."""
    if isinstance(event, events.Melded):
        return told(name, *melded, melds=_numbered(event.melds), **values)
    return told(name, *laid, card=event.card, number=event.meld, **values)


def _tell_swapped(name: str, event: events.Swapped) -> str:
    swaps = [say("{card} for the joker of meld {number}", card=card, number=number) for card, number in event.swaps]
    if len(event.then) == 1:
        return _tell_use(name, event.then[0], _SWAP_AND_MELD, _SWAP_AND_LAY_OFF, swaps=swaps)
    if not event.then:
        you = Numbered("You swap {swaps} and keep the joker.", "You swap {swaps} and keep the jokers.")
        they = Numbered("{name} swaps {swaps} and keeps the joker.", "{name} swaps {swaps} and keeps the jokers.")
        return told(name, you, they, swaps=swaps, number=len(swaps))
    swapped = told(name, "You swap {swaps}.", "{name} swaps {swaps}.", swaps=swaps)
    return " ".join([swapped, *[_tell_laid(name, laid) for laid in event.then]])


def _tell_rearranged(name: str, event: events.Rearranged) -> str:
    if not event.longer:
        return _tell_taken_apart(name, event)
    # What takes nothing apart is told as what it comes to: cards are laid off, and melds laid down.
    cards = [
        say("{cards} on meld {number} (now meld {now})", cards=one.cards, number=one.meld, now=one.now)
        for one in event.longer
    ]
    sentence = told(name, "You lay off {cards}.", "{name} lays off {cards}.", cards=cards)
    return f"{sentence} {_tell_laid(name, events.Melded(event.seat, event.melds))}" if event.melds else sentence


def _tell_taken_apart(name: str, event: events.Rearranged) -> str:
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
        you = Numbered("You take apart meld {apart} and lay {melds}.", "You take apart melds {apart} and lay {melds}.")
        they = Numbered(
            "{name} takes apart meld {apart} and lays {melds}.", "{name} takes apart melds {apart} and lays {melds}."
        )
    values = {"apart": event.apart, "melds": _numbered(event.melds), "cards": event.cards}
    return told(name, you, they, number=len(event.apart), **values)


def _numbered(melds: Iterable[events.NumberedMeld]) -> list[str]:
    return [say("{meld} (meld {number})", meld=meld, number=number) for number, meld in melds]


def _tell_discarded(name: str, event: events.Discarded) -> str:
    if not event.goes_out:
        return told(name, "You discard {card}.", "{name} discards {card}.", card=event.card)
    if event.card is None:
        they = mark("{name} discards their last card face down and goes out!")
        return told(name, "You discard your last card face down and go out!", they)
    return told(name, "You discard {card} and go out!", "{name} discards {card} and goes out!", card=event.card)


def _tell_knocked(name: str, event: events.Knocked) -> str:
    values = {"card": event.card, "points": event.hand.points, "hand": in_melds(event.hand)}
    if event.called:
        return told(name, "You discard {card} and call: {hand}.", "{name} discards {card} and calls: {hand}.", **values)
    you = mark("You discard {card} and knock with {points}: {hand}.")
    return told(name, you, "{name} discards {card} and knocks with {points}: {hand}.", **values)


def _tell_late(name: str, event: events.WasLate) -> str:
    if event.answering:
        return told(name, "You did not answer in time.", "{name} did not answer in time.")
    if event.cards:
        you = Numbered("You were too late and draw {number} card.", "You were too late and draw {number} cards.")
        they = Numbered("{name} was too late and draws {number} card.", "{name} was too late and draws {number} cards.")
        late = told(name, you, they, number=event.cards)
    else:
        late = told(name, "You were too late.", "{name} was too late.")
    return late if event.returned is None else f"{late} {say('{card} goes back on the pile.', card=event.returned)}"


def tell_buyback(name: str, event: events.BoughtBack) -> str:
    """Return how somebody answers an offer to buy back."""
    if not event.accepted:
        return told(name, "You do not buy back.", "{name} does not buy back.")
    if event.price:
        you = mark("You buy back for {chips}: your total goes from {total} to {new}.")
        they = mark("{name} buys back for {chips}: their total goes from {total} to {new}.")
    else:
        you = mark("You buy back: your total goes from {total} to {new}.")
        they = mark("{name} buys back: their total goes from {total} to {new}.")
    bought = told(name, you, they, chips=chips(event.price), total=event.total, new=event.new_total)
    if not event.again:
        return bought
    return f"{bought} " + told(name, "You are back in.", "{name} is back in.")
