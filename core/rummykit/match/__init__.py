"""A match: several rounds, a dealer that moves on, scores that add up, and what is at stake.

The parts a variant returns are in `formats`, `ledger` and `buyback`; `Match` plays by them and keeps the `sheet`.
"""

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
from rummykit.match.match import Match, draw_seats
from rummykit.match.sheet import Event, SheetLine
from rummykit.match.standing import Standing

__all__ = [
    "MOST_ROUNDS",
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
