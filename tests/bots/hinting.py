"""What the tests of hints share: games to lay tables of, and the words to expect of a hint."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from matches import PLUGINS
from rummykit.engine.views import BuybackView, View
from rummykit.scenario import Scenario, Table
from rummykit_bots.hints import Hint, hint


def hint_for(view: View | BuybackView) -> Hint:
    return hint(view, Random(0))


@cache
def scenario(variant: str, players: int = 2, preset: str | None = None) -> Scenario:
    return Scenario(variant, players, plugins=PLUGINS, preset=preset)


def house(variant: str, players: int = 2, **options: Any) -> Scenario:
    return Scenario(variant, players, plugins=PLUGINS, **options)


def expect(table: Table, action: str, look: str, *why: str) -> None:
    """Ask for a hint and compare its move; the other texts must have these words in them."""
    given = hint_for(table.round.view(table.round.actor))
    assert str(given.action) == action
    assert look in given.look
    for words in why:
        assert words in given.why
