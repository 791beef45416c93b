"""The house rules of Gin Rummy: the parts of the game, when one may knock, and what a hand brings.

Two players, ten cards each and the offer of the first upcard are not options: without them it is another game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import Field
from rummykit.parts import DiscardOptions, MatchOptions, StakesOptions, TurnOptions
from rummykit.rules import HouseRules, Section


class GinKnockOptions(Section):
    """When a player may knock."""

    limit: int = Field(10, ge=0, le=50, description="most points of deadwood with which one may knock")
    oklahoma: bool = Field(
        False, description="whether the first upcard decides the limit of the hand: its value, or gin only for an ace"
    )
    spades_double: bool = Field(False, description="whether a hand counts double if its first upcard is a spade")
    with_last_discard: bool = Field(
        False,
        description="whether the last discard, with two cards left in the stock, may be taken to knock with it at once",
    )

    idle_without = (("limit", "oklahoma", False), ("spades_double", "oklahoma", True))


class GinScoringOptions(Section):
    """What a hand brings to its winner."""

    gin_bonus: int = Field(25, ge=0, le=100, description="points for gin, besides the deadwood of the other player")
    undercut_bonus: int = Field(
        25, ge=0, le=100, description="points for the player who undercuts whoever knocked, besides the difference"
    )
    tie_undercuts: bool = Field(True, description="whether equal deadwood is an undercut too")
    game_bonus: int = Field(100, ge=0, le=500, description="points for whoever wins the match, when it is over")
    shutout_bonus: int = Field(
        100, ge=0, le=500, description="points more for the winner if the other player has not won a hand"
    )
    box_bonus: int = Field(25, ge=0, le=100, description="points for every hand won, when the match is over")

    def idle(self, rules: Any) -> Iterator[tuple[str, str]]:
        """Yield that gin, with which alone one may knock then, cannot be undercut."""
        if not rules.knocking.limit and not rules.knocking.oklahoma:
            yield "undercut_bonus", "knocking.limit"


class GinRummyRules(HouseRules):
    """The house rules of Gin Rummy."""

    questions = (
        "knocking.limit",
        "knocking.oklahoma",
        "knocking.spades_double",
        "knocking.with_last_discard",
        "discards.throw_back",
        "scoring.gin_bonus",
        "scoring.undercut_bonus",
        "scoring.tie_undercuts",
        "scoring.game_bonus",
        "scoring.box_bonus",
        "match.target",
    )

    match: MatchOptions = MatchOptions(target=100)
    stakes: StakesOptions = StakesOptions()
    turn: TurnOptions = TurnOptions.narrowed("starts_with", "most_cards")(stall_limit=40)
    discards: DiscardOptions = DiscardOptions.narrowed("pile", "take", "reuse")(throw_back=False)
    knocking: GinKnockOptions = GinKnockOptions()
    scoring: GinScoringOptions = GinScoringOptions()
