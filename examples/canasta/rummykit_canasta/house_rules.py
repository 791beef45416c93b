"""The house rules of Canasta.

Two packs with four jokers, wild twos, partners of four players and red threes are not options: without them it is
another game.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field
from rummykit.i18n import say
from rummykit.parts import DealOptions, MatchOptions, StakesOptions, TurnOptions
from rummykit.rules import Finding, HouseRules, Section
from rummykit.rules.shapes import ByPlayers, PerPlayers, Within


class CanastaStockOptions(Section):
    """The stock."""

    draws: Annotated[PerPlayers, Within(1, 2)] = Field(
        ByPlayers.of({2: 2, 3: 1, 4: 1}), description="cards drawn from the stock in a turn"
    )


class CanastaPileOptions(Section):
    """The discard pile."""

    frozen: Literal["by_cards", "always"] = Field(
        "by_cards", description="whether the pile is frozen by a wild card or red three in it, or always"
    )


class CanastaJokerOptions(Section):
    """Wild cards in melds: jokers and twos."""

    per_meld: int = Field(3, ge=1, le=6, description="most wild cards in a meld")


class CanastaFirstMeldOptions(Section):
    """What the first meld of a side must reach, by its total."""

    below_zero: int = Field(15, ge=0, le=200, description="points it must reach if the total is negative")
    min: int = Field(50, ge=0, le=200, description="points it must reach from a total of 0 on")
    from_1500: int = Field(90, ge=0, le=200, description="points it must reach from a total of 1500 on")
    from_3000: int = Field(120, ge=0, le=200, description="points it must reach from a total of 3000 on")

    def oddities(self, rules: Any) -> Iterator[Finding]:
        """Yield a first meld that becomes easier as the total rises."""
        rising = list(type(self).model_fields)
        for lower, higher in pairwise(rising):
            if getattr(self, higher) < getattr(self, lower):
                message = say(
                    "first_meld.{higher}: {points} is less than {lower}: {more}, so who has more needs less",
                    higher=higher,
                    points=getattr(self, higher),
                    lower=lower,
                    more=getattr(self, lower),
                )
                yield Finding((("first_meld", higher), ("first_meld", lower)), message)


class CanastaGoingOutOptions(Section):
    """Going out."""

    canastas: Annotated[PerPlayers, Within(0, 4)] = Field(
        ByPlayers.of({2: 2, 3: 1, 4: 1}), description="canastas that a side needs to go out"
    )
    discard: Literal["required", "optional"] = Field(
        "optional", description="whether the last card must be discarded, or may be placed as well"
    )
    ask: bool = Field(True, description="whether one may ask one's partner, whose answer binds")


class CanastaScoringOptions(Section):
    """What a round brings besides the cards."""

    natural: int = Field(500, ge=0, le=2000, description="points for a canasta without wild cards")
    mixed: int = Field(300, ge=0, le=2000, description="points for a canasta with wild cards")
    red_three: int = Field(100, ge=0, le=500, description="points for a red three")
    all_red_threes: int = Field(800, ge=0, le=2000, description="points for all four red threes together")
    out: int = Field(100, ge=0, le=1000, description="points for going out")
    concealed: int = Field(200, ge=0, le=1000, description="points for going out concealed, instead")

    def oddities(self, rules: Any) -> Iterator[Finding]:
        """Yield what is harder and brings less."""
        for harder, easier, times in (
            ("natural", "mixed", 1),
            ("all_red_threes", "red_three", 4),
            ("concealed", "out", 1),
        ):
            points, others = getattr(self, harder), times * getattr(self, easier)
            if points < others:
                message = say(
                    "scoring.{harder}: {points} is less than the {others} points of {easier}",
                    harder=harder,
                    points=points,
                    others=others,
                    easier=easier,
                )
                yield Finding((("scoring", harder), ("scoring", easier)), message)


class CanastaRules(HouseRules):
    """The house rules of Canasta."""

    cards_to_deal: ClassVar[int] = 108

    questions = (
        "deal.cards",
        "stock.draws",
        "discards.frozen",
        "jokers.per_meld",
        "first_meld.min",
        "going_out.canastas",
        "going_out.discard",
        "going_out.ask",
        "scoring.concealed",
        "match.target",
    )

    match: MatchOptions = MatchOptions(target=5000)
    stakes: StakesOptions = StakesOptions()
    deal: DealOptions = DealOptions.narrowed(
        "jokers_each", "keep_cut_joker", "redeal", extra_card=("none",), starter=("left",), upcard=(True,)
    )(cards=ByPlayers.of({2: 15, 3: 13, 4: 11}))
    turn: TurnOptions = TurnOptions.narrowed("starts_with", "most_cards")()
    stock: CanastaStockOptions = CanastaStockOptions()
    discards: CanastaPileOptions = CanastaPileOptions()
    jokers: CanastaJokerOptions = CanastaJokerOptions()
    first_meld: CanastaFirstMeldOptions = CanastaFirstMeldOptions()
    going_out: CanastaGoingOutOptions = CanastaGoingOutOptions()
    scoring: CanastaScoringOptions = CanastaScoringOptions()
