"""The options of the mod."""

from __future__ import annotations

from pydantic import Field

from rummykit.rules import Section


class TurnLimitOptions(Section):
    """When a round is over for want of time."""

    turns: int = Field(10, ge=1, le=100, description="turns of every player after which a round ends")
    penalty: int = Field(5, ge=0, le=50, description="points that every card left in a hand costs then")
