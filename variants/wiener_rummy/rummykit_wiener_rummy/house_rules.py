"""Every house rule of Wiener Rummy: meaning, range, and the only copy of its default.

That nothing is laid out, that turns end with a discard and that jokers are dealt like other cards is no option:
without them it is another game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

import rummykit_deutsches_romme.house_rules as romme
from rummykit.houserules import Contradiction, HouseRules, MatchOptions, Section


class Deal(romme.Deal, defaults={"jokers": 2, "hand_size": 10}):
    """The cards, who gets how many, and who begins."""


class Draw(Section):
    """Drawing, and how a round ends when nobody knocks or calls."""

    may_discard_taken_card: bool = Field(True, description="whether the card just taken may be thrown back")
    stock_exhaustion: Literal["reshuffle", "finish_turn_then_score", "immediate_score"] = Field(
        "reshuffle", description="what happens when the stock is used up"
    )
    max_reshuffles: int = Field(2, ge=0, le=10, description="how often the discards become the stock")
    stall_limit: int = Field(
        60, ge=0, le=200, description="turns without a stock card after which hands are scored; 0 = off"
    )

    idle_without = (("max_reshuffles", "stock_exhaustion", "reshuffle"),)


class Claiming(Section):
    """Taking a discard out of turn."""

    claims: bool = Field(False, description="whether a discard may be claimed out of turn")


class Knocking(Section):
    """Ending the round with cards left over, and what the others may still do."""

    knock_limit: Annotated[int, Field(ge=0, le=100)] | None = Field(
        5, description="most points in no meld with which one may knock; null = any number"
    )
    knock_improve: Literal["none", "stock", "stock_or_discard"] = Field(
        "stock_or_discard",
        description="from where each of the others may draw one more card after a knock, and discard one",
    )


class Scoring(romme.Scoring):
    """Bad points for what is in no meld."""

    hand_scoring: Literal["deadwood_sum", "difference_to_lowest"] = Field(
        "deadwood_sum", description="whether all of it counts, or what is more than in the lowest hand"
    )
    undercut_penalty: int = Field(
        0, ge=0, le=50, description="bad points for whoever knocked when another hand is lower"
    )
    rummy_bonus: int = Field(0, ge=0, le=50, description="bad points that a call gives to all others")


class Match(MatchOptions, defaults={"match_mode": "last_standing", "ante": 5, "knock_fee": 1, "buyback": True}):
    """How many rounds are played, how they make a match, and what is at stake."""


class WienerRummyRules(HouseRules):
    """The house rules of Wiener Rummy."""

    questions = (
        "deal.jokers",
        "deal.hand_size",
        "knocking.knock_limit",
        "knocking.knock_improve",
        "scoring.hand_scoring",
        "scoring.undercut_penalty",
        "scoring.rummy_bonus",
        "match.match_mode",
        "match.elimination_score",
        "match.buyback",
    )

    match: Match = Match()
    deal: Deal = Deal()
    draw: Draw = Draw()
    claiming: Claiming = Claiming()
    melds: romme.Shapes = romme.Shapes()
    knocking: Knocking = Knocking()
    scoring: Scoring = Scoring()

    def contradictions(self, players: int | None) -> Iterator[Contradiction]:
        """Yield what cannot be played together."""
        yield from super().contradictions(players)
        if players is not None:
            yield from self.deal.too_few_cards(players)
        yield from self.melds.misplaced_ace()
