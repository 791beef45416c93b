"""Every house rule of Gin Rummy: meaning, range, and the only copy of its default.

Two players, ten cards each and the offer of the first upcard are no options: without them it is another game.
"""

from __future__ import annotations

from pydantic import Field
from rummykit.houserules import HouseRules, MatchOptions, Section


class Draw(Section):
    """Drawing, and how a hand ends when nobody knocks."""

    may_discard_taken_card: bool = Field(
        False,
        description="whether the open card just taken may be thrown back; if both players do so with the same card in "
        "a row, the hand is void",
    )
    stall_limit: int = Field(
        40, ge=0, le=200, description="turns in a row without a stock card after which the hand is void; 0 = off"
    )


class Knocking(Section):
    """When a player may knock."""

    knock_limit: int = Field(10, ge=0, le=50, description="most points of deadwood with which one may knock")
    oklahoma: bool = Field(
        False, description="whether the first upcard decides the limit of the hand: its value, or gin only for an ace"
    )
    spades_double: bool = Field(False, description="whether a hand counts double if its first upcard is a spade")
    knock_with_last_discard: bool = Field(
        False,
        description="whether the last discard, with two cards left in the stock, may be taken to knock with it at once",
    )

    idle_without = (("knock_limit", "oklahoma", False), ("spades_double", "oklahoma", True))


class Scoring(Section):
    """What a hand brings to its winner."""

    gin_bonus: int = Field(25, ge=0, le=100, description="points for gin, besides the deadwood of the other player")
    undercut_bonus: int = Field(
        25, ge=0, le=100, description="points for the player who undercuts whoever knocked, besides the difference"
    )
    tie_undercuts: bool = Field(True, description="whether equal deadwood is an undercut too")


class Match(MatchOptions, defaults={"match_mode": "target", "target_score": 100}):
    """How many hands are played, and what is at stake."""


class GinRummyRules(HouseRules):
    """The house rules of Gin Rummy."""

    questions = (
        "knocking.knock_limit",
        "knocking.oklahoma",
        "knocking.spades_double",
        "knocking.knock_with_last_discard",
        "draw.may_discard_taken_card",
        "scoring.gin_bonus",
        "scoring.undercut_bonus",
        "scoring.tie_undercuts",
        "match.target_score",
    )

    match: Match = Match()
    draw: Draw = Draw()
    knocking: Knocking = Knocking()
    scoring: Scoring = Scoring()
