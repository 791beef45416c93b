"""The rules of the mod, and what the booklet says of them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Literal

from rummykit.i18n import Later
from rummykit.refusals import Citation
from rummykit_no_joker_finish.finishing import FinishReason

OPTION = "no_joker_finish.forbids"

RULES: Mapping[str, str] = {
    "NJF-01": "Nobody ends a round with a joker as the last card.",
    "NJF-02": "Nobody keeps a joker alone if nothing is left to do but to discard it.",
}

CITATIONS: Mapping[Enum, Citation] = {
    FinishReason.JOKER_LAST: Citation("NJF-01", OPTION),
    FinishReason.ONLY_JOKER_LEFT: Citation("NJF-02", OPTION),
}


def told(forbids: Literal["any", "discard"]) -> Mapping[str, Later]:
    """Return what the booklet of a table says of the rules."""
    if forbids == "discard":
        last = Later("The last card that you discard must not be a joker. You may lay a joker as your last card.")
    else:
        last = Later("The last card that you part with must not be a joker, whether you discard it or lay it.")
    alone = Later(
        "So you may not play your other cards and keep a joker alone that you could only discard. "
        "If you can do nothing else, it is allowed."
    )
    return {"NJF-01": last, "NJF-02": alone}
