"""The bot that plays any legal move."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rummykit.engine.actions import Action
    from rummykit.engine.views import BuybackView, View


def play(view: View | BuybackView, random: Random) -> Action:
    """Return one of the legal moves, all equally likely."""
    # Only `Random.random` is promised to give the same numbers in every Python version.
    return view.legal[int(random.random() * len(view.legal))]
