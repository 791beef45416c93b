"""Moves and endings in words, as the log tells them to everybody at the table."""

from __future__ import annotations

from rummykit.actions import Action, Claim, Discard, Draw, Home, LayDown, LayOff, Pass, Source, SwapJoker
from rummykit.round import Round
from rummykit.table import Ending, Outcome


def tell(action: Action, before: Round) -> str | None:
    """Return what the seat to act is about to do, or None where there is nothing to tell.

    *before* is the round before the move; only what everybody may see is told.
    """
    name = before.names[before.actor]
    match action:
        case Draw(source=Source.STOCK):
            return f"{name} draws from the stock."
        case Draw(use=use):
            then = f" and {_home(use, before.next_number)}" if use else ""
            return f"{name} takes {before.open_card}{then}."
        case Claim():
            claiming = before.rules.flow.claiming
            penalty = claiming.penalty_cards if claiming else 0
            cost = f" and takes {penalty} penalty card{'s' if penalty > 1 else ''}" if penalty else ""
            return f"{name} claims {before.open_card}{cost}."
        case Pass():
            return None
        case LayDown() | LayOff():
            return f"{name} {_home(action, before.next_number)}."
        case SwapJoker(swaps=swaps, home=home):
            cards = ", ".join(f"{card} for the joker of meld {number}" for card, number in swaps)
            return f"{name} swaps {cards}" + (f" and {_home(home, before.next_number)}." if home else ".")
        case Discard(card=card):
            last = before.hands[before.active].bit_count() == 1
            return f"{name} discards {card}{' and is out!' if last else '.'}"


def _home(home: Home, next_number: int) -> str:
    if isinstance(home, LayDown):
        melds = " and ".join(f"{meld} (meld {next_number + at})" for at, meld in enumerate(home.melds))
        return f"melds {melds}"
    return f"lays {home.placed} off on meld {home.number}"


def tell_end(outcome: Outcome, names: tuple[str, ...]) -> str:
    """Return how a round ended."""
    if outcome.ending is Ending.OUT and outcome.seat is not None:
        return f"{names[outcome.seat]} went out with {outcome.last_card}"
    if outcome.ending is Ending.STOCK:
        return "the stock ran out"
    if outcome.ending is Ending.STALL:
        return "nothing moved any more"
    return outcome.note or "a house rule ended it"
