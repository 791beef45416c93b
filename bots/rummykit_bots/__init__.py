"""The bots that come with RummyKit: one that plays anything legal, and one that plays to win.

They are a plugin like any other. Importing it loads nothing heavy; a bot's own modules are loaded when the
bot is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pluggy

from rummykit.plugin.info import BotInfo

if TYPE_CHECKING:
    from rummykit.plugin.info import Bot

hookimpl = pluggy.HookimplMarker("rummykit")


@hookimpl
def rummykit_bots() -> Sequence[BotInfo]:
    """Introduce the two bots."""
    return (
        BotInfo("random", "plays any legal move, all equally likely", _random),
        BotInfo("greedy", "collects, melds and discards with an eye on the score and the others", _greedy),
    )


def _random() -> Bot:
    from rummykit_bots.random_bot import play

    return play


def _greedy() -> Bot:
    from rummykit_bots.greedy import Greedy

    return Greedy()
