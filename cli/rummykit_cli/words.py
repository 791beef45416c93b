"""Moves and endings in words, as the log tells them to everybody at the table."""

from __future__ import annotations

from collections.abc import Callable

from rummykit.actions import Action, Claim, Discard, Draw, Home, LayDown, LayOff, Pass, Source, SwapJoker
from rummykit.round import Round
from rummykit.table import Ending, Outcome

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
            return None
        case LayDown() | LayOff():
            return f"{name} {_home(action, before, does)}."
        case SwapJoker(swaps=swaps, home=home):
            cards = ", ".join(f"{card} for the joker of meld {number}" for card, number in swaps)
            return f"{name} {does('swaps')} {cards}" + (f" and {_home(home, before, does)}." if home else ".")
        case Discard(card=card):
            last = before.hands[before.active].bit_count() == 1
            end = f" and {does('is')} out!" if last else "."
            return f"{name} {does('discards')} {card}{end}"


def _home(home: Home, before: Round, does: Callable[[str], str]) -> str:
    if isinstance(home, LayDown):
        melds = " and ".join(f"{meld} (meld {before.next_number + at})" for at, meld in enumerate(home.melds))
        return f"{does('melds')} {melds}"
    return f"{does('lays')} {home.placed} off on meld {home.number}"


def _verbs(name: str) -> Callable[[str], str]:
    """Return what puts a verb into the form that goes with the name: Ben draws, You draw."""
    return lambda verb: verb if name != YOU else {"is": "are"}.get(verb, verb[:-1])


def tell_end(outcome: Outcome, names: tuple[str, ...]) -> str:
    """Return how a round ended."""
    if outcome.ending is Ending.OUT and outcome.seat is not None:
        return f"{names[outcome.seat]} went out with {outcome.last_card}"
    if outcome.ending is Ending.STOCK:
        return "the stock ran out"
    if outcome.ending is Ending.STALL:
        return "nothing moved any more"
    return outcome.note or "a house rule ended it"
