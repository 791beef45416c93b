"""The house rules of Indian Rummy.

The wild rank turned up, melds that stay in the hand and the two runs of a declaration are not options: without them it
is another game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field
from rummykit.i18n import say
from rummykit.parts import (
    WITH_A_PILE,
    AceOptions,
    DealOptions,
    DeckOptions,
    DiscardOptions,
    JokerOptions,
    MatchOptions,
    StakesOptions,
    StockOptions,
    TurnOptions,
)
from rummykit.rules import Finding, HouseRules, Section, Unlimited


class IndianDiscardOptions(DiscardOptions):
    """The discards, and taking one."""

    wild_cards: bool = Field(
        False, description="whether a wild card may be taken from the pile, not only as the upcard"
    )


class DropOptions(Section):
    """Leaving a round."""

    allowed: bool = Field(True, description="whether a player may drop instead of drawing")
    first: int = Field(20, ge=0, le=100, description="points for dropping before one's first draw")
    later: int = Field(40, ge=0, le=100, description="points for dropping later")

    idle_without = (("first", "allowed", True), ("later", "allowed", True))

    def oddities(self, rules: Any) -> Iterator[Finding]:
        """Yield drops that cost less the longer one waits, or more than any hand."""
        if self.allowed and self.later < self.first:
            message = say(
                "dropping.later: {later} is less than first: {first}, so whoever waits pays less",
                later=self.later,
                first=self.first,
            )
            yield Finding((("dropping", "later"), ("dropping", "first")), message)
        most = rules.scoring.most
        for option, points in (("first", self.first), ("later", self.later)):
            if self.allowed and most is not None and points > most:
                message = say(
                    "dropping.{option}: {points} is more than a hand ever costs: scoring.most is {most}",
                    option=option,
                    points=points,
                    most=most,
                )
                yield Finding((("dropping", option), ("scoring", "most")), message)


class DeclareOptions(Section):
    """Ending a round, and what a wrong declaration costs."""

    wrong: Literal["refused", "ends_round", "leaves_round"] = Field(
        "refused",
        description="what becomes of a wrong declaration: it is refused, it ends the round and the others have no "
        "points, or whoever declared is out of the round and the others go on",
    )
    penalty: int = Field(80, ge=0, le=200, description="points for a wrong declaration")

    idle_without = (("penalty", "wrong", "ends_round", "leaves_round"),)


class IndianJokerOptions(JokerOptions):
    """Jokers in melds, and in a hand."""

    idle_without = ()  # there are wild cards in any deck

    def idle(self, rules: Any) -> Iterator[tuple[str, str]]:
        """Yield a limit that no meld can pass."""
        if self.per_meld is not None and self.side_by_side > self.per_meld:
            yield "side_by_side", "per_meld"


class IndianScoringOptions(Section):
    """What a hand counts."""

    most: Unlimited[int] = Field(80, ge=20, le=200, description="the most points that a hand counts")


class IndianRummyRules(HouseRules):
    """The house rules of Indian Rummy."""

    questions = (
        "deck.jokers",
        "deal.cards",
        "discards.wild_cards",
        "dropping.allowed",
        "declaring.wrong",
        "scoring.most",
        "match.rounds",
        "match.elimination",
        "stakes.buyback",
    )

    match: MatchOptions = MatchOptions()
    stakes: StakesOptions = StakesOptions()
    deck: DeckOptions = DeckOptions.narrowed("faces")(jokers=2)
    deal: DealOptions = DealOptions.narrowed(
        "jokers_each", "keep_cut_joker", "redeal", extra_card=("none",), starter=("left",), upcard=(True,)
    )()
    turn: TurnOptions = TurnOptions.narrowed("starts_with", "most_cards")()
    stock: StockOptions = StockOptions.narrowed(exhausted=WITH_A_PILE)(reshuffles=10)
    discards: IndianDiscardOptions = IndianDiscardOptions.narrowed("pile", "take")(throw_back=False)
    ace: AceOptions = AceOptions.narrowed("points", runs=("both", "low"))(in_hand=10)
    jokers: IndianJokerOptions = IndianJokerOptions.narrowed(
        "wild_ranks", "alone", "fixed", "in_hand", discard=("allowed", "never")
    )(min_naturals=1, side_by_side=6)
    dropping: DropOptions = DropOptions()
    declaring: DeclareOptions = DeclareOptions()
    scoring: IndianScoringOptions = IndianScoringOptions()
