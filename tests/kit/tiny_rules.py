"""The house rules of the small game."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rummykit.parts import MatchOptions, StakesOptions
from rummykit.rules import HouseRules, Section


class TinyDeal(Section):
    """How it is dealt."""

    hand_size: int = Field(6, ge=3, le=8, description="cards for each player")


class TinyDraw(Section):
    """How it is drawn and laid off."""

    may_throw_back: bool = Field(True, description="whether the card just taken may be discarded")
    layoff: Literal["any", "own", "none"] = Field("any", description="on whose melds one may lay off")


class TinyRules(HouseRules):
    """All of them."""

    match: MatchOptions = MatchOptions()
    stakes: StakesOptions = StakesOptions()
    deal: TinyDeal = TinyDeal()
    draw: TinyDraw = TinyDraw()
