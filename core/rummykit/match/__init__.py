"""A match: several rounds, a dealer that moves on, scores that add up, and what is at stake.

The parts a variant returns are in `formats`, `ledger` and `buyback`. `Books` keep the `sheet` by them; `Match` plays
rounds and keeps books.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from rummykit.match.buyback import BuyingBack, Offer
from rummykit.match.formats import (
    MOST_ROUNDS,
    Elimination,
    FixedRounds,
    LastStanding,
    Length,
    MatchFormat,
    TargetScore,
    format_by,
)
from rummykit.match.ledger import Ledger, Stakes
from rummykit.match.standing import Standing

if TYPE_CHECKING:
    from rummykit.match.books import Books
    from rummykit.match.match import Match, draw_seats
    from rummykit.match.sheet import Event, SheetLine
else:
    # Variants take their formats from here whenever they are listed; only those who play need a round and its views.
    _LOADED_TO_PLAY = {
        "Books": "books",
        "Match": "match",
        "draw_seats": "match",
        "Event": "sheet",
        "SheetLine": "sheet",
    }

    def __getattr__(name: str) -> object:
        if name not in _LOADED_TO_PLAY:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_LOADED_TO_PLAY[name]}"), name)


__all__ = [
    "MOST_ROUNDS",
    "Books",
    "BuyingBack",
    "Elimination",
    "Event",
    "FixedRounds",
    "LastStanding",
    "Ledger",
    "Length",
    "Match",
    "MatchFormat",
    "Offer",
    "SheetLine",
    "Stakes",
    "Standing",
    "TargetScore",
    "draw_seats",
    "format_by",
]
