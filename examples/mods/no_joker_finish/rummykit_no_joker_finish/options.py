"""The options of the mod."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rummykit.rules import Section


class NoJokerFinishOptions(Section):
    """How nobody may end a round."""

    forbids: Literal["any", "discard"] = Field(
        "any",
        description="what must not be done with a joker as the last card: anything, or only to discard it",
    )
