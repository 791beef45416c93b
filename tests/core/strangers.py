"""A game of a stranger, which does not do much, and how the others are none the worse for it."""

from __future__ import annotations

from core_games import NAMES, moves

from rummykit.engine.match import Match
from rummykit.plugin.plugins import Plugins
from rummykit.rules import from_variant

GAME = """
    from rummykit import hookimpl
    from rummykit.plugin.info import Variant

    @hookimpl
    def rummykit_variant():
        return Variant("{id}", {{"en": "My Game"}}, (2, 4), "A game.")
"""


def rummy17_plays(plugins: Plugins) -> None:
    match = Match(plugins.assemble(from_variant("rummy17", plugins), 2), seed=1, names=NAMES[:2])
    for action in moves(match):
        match.apply(action)
    assert match.is_over
