"""Moves and endings in words, as the log tells them to everybody at the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rummykit.actions import (
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
from rummykit.cards import Card
from rummykit.match import Match
from rummykit.melds import Meld
from rummykit.round import Round
from rummykit.showing import ShownHand
from rummykit.table import Ending, Outcome
from rummykit.turn.rearranging import hand_cards_of

YOU = "You"
"""The name of the only person at a table, to whom the log speaks."""


def tell(action: Action, before: Round) -> str | None:
    """Return what the seat to act is about to do, or None where there is nothing to tell.

    *before* is the round before the move; only what everybody may see is told.
    """
    name = before.names[before.actor]
    does = _verbs(name)
    match action:
        case Draw(source=Source.STOCK):
            return f"{name} {does('draws')} from the stock."
        case Draw(use=use):
            then = f" and {_home(use, before, does)}" if use else ""
            return f"{name} {does('takes')} {before.open_card}{then}."
        case Claim():
            claiming = before.rules.flow.claiming
            penalty = claiming.penalty_cards if claiming else 0
            cost = f" and {does('takes')} {penalty} penalty card{'s' if penalty > 1 else ''}" if penalty else ""
            return f"{name} {does('claims')} {before.open_card}{cost}."
        case Pass():
            if before.announced is not None:
                return f"{name} {does('keeps')} the hand as it is."
            if before.stage is not before.rules.flow.play_or_draw:
                return None
            return f"{name} {does('passes')}" + (f" and {does('draws')} a card." if before.stock else ".")
        case LayDown() | LayOff():
            return f"{name} {_home(action, before, does)}."
        case SwapJoker(swaps=swaps, home=home):
            cards = ", ".join(f"{card} for the joker of meld {number}" for card, number in swaps)
            return f"{name} {does('swaps')} {cards}" + (f" and {_home(home, before, does)}." if home else ".")
        case Rearrange(numbers=numbers, melds=melds):
            *first, last = map(str, numbers)
            apart = f"melds {', '.join(first)} and {last}" if first else f"meld {last}"
            cards = before.rules.pack.text(hand_cards_of(before, action))
            added = f", adding {cards}" if cards else ""
            return f"{name} {does('takes')} apart {apart} and {does('lays')} {_numbered(melds, before)}{added}."
        case EndTurn():
            return f"{name} {does('ends')} the turn."
        case Discard(card=card):
            goes_out = before.hands[before.active].bit_count() == 1
            end = f" and {does('is')} out!" if goes_out else "."
            return f"{name} {does('discards')} {card}{end}"
        case Knock(card=card):
            hand = _shown_without(card, before)
            return f"{name} {does('discards')} {card} and {does('knocks')} with {hand.points}: {hand}."
        case Call(card=card):
            return f"{name} {does('discards')} {card} and {does('calls')}: {_shown_without(card, before)}."
        case BuyBack():
            return None  # made between two rounds: see tell_buyback


def _home(home: Home, before: Round, does: Callable[[str], str]) -> str:
    if isinstance(home, LayDown):
        return f"{does('melds')} {_numbered(home.melds, before)}"
    return f"{does('lays')} {home.placed} off on meld {home.number}"


def _numbered(melds: Sequence[Meld], before: Round) -> str:
    """Return new melds with the numbers they get."""
    return " and ".join(f"{meld} (meld {before.next_number + at})" for at, meld in enumerate(melds))


def _shown_without(card: Card, before: Round) -> ShownHand:
    """Return the hand that is shown with a knock or a call, after its discard."""
    seat = before.active
    return ShownHand.of(before.rules, seat, before.rules.pack.remove(before.hands[seat], card.kind))


def tell_shown(hand: ShownHand, names: tuple[str, ...]) -> str:
    """Return a hand as it lies open when a round is over."""
    name = names[hand.seat]
    return f"{name} {_verbs(name)('has')} {hand.points}: {hand}"


def tell_buyback(action: BuyBack, before: Match) -> str:
    """Return how the seat that is asked answers an offer to buy back."""
    offer = before.offer
    assert offer is not None
    name = before.names[offer.seat]
    does = _verbs(name)
    if not action.accept:
        return f"{name} {does('does')} not buy back."
    cost = f" for {chips(offer.price)}" if offer.price else ""
    again = "" if offer.seat in before.still_in else f", and {does('is')} in again"
    own = before.totals[offer.seat]
    return f"{name} {does('buys')} back{cost}: a total of {own} becomes {offer.new_total}{again}."


def tell_out(match: Match, seat: int) -> str:
    """Return that a player is out of the match."""
    name = match.names[seat]
    return f"{name} {_verbs(name)('is')} out of the match with {match.totals[seat]} points."


def chips(number: int) -> str:
    """Return a number of chips in words.

    >>> chips(1), chips(5)
    ('1 chip', '5 chips')
    """
    return f"{number} chip{'' if abs(number) == 1 else 's'}"


def _verbs(name: str) -> Callable[[str], str]:
    """Return what puts a verb into the form that goes with the name: Ben draws, You draw."""
    odd = {"is": "are", "does": "do", "has": "have", "passes": "pass"}
    return lambda verb: verb if name != YOU else odd.get(verb, verb[:-1])


def tell_end(outcome: Outcome, names: tuple[str, ...]) -> str:
    """Return how a round ended."""
    if outcome.ending is Ending.OUT and outcome.seat is not None:
        last = f" with {outcome.last_card}" if outcome.last_card else ""
        return f"{names[outcome.seat]} went out{last}"
    if outcome.ending is Ending.KNOCK and outcome.seat is not None:
        return f"{names[outcome.seat]} knocked"
    if outcome.ending is Ending.CALL and outcome.seat is not None:
        return f"{names[outcome.seat]} called, with all cards in melds"
    if outcome.ending is Ending.PASSED:
        return "the stock was used up and all passed"
    if outcome.ending is Ending.STOCK:
        return "the stock ran out"
    if outcome.ending is Ending.STALL:
        return "nothing moved any more"
    return outcome.note or "a house rule ended it"
