"""Random games, for tests that want real tables."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from rummykit.engine.actions import Action, LayDown, LayOff, SwapJoker
from rummykit.engine.match import Match
from rummykit.engine.ruleset import Ruleset
from rummykit.plugin.plugins import Plugins
from rummykit.scenario import resolve

PLUGINS = Plugins.discover()
NAMES = ("Anna", "Ben", "Çağla", "Dora", "Emil", "Fay")


def rules_of(players: int = 2, variant: str = "rummy17", **sections: dict[str, Any]) -> Ruleset:
    return PLUGINS.assemble(resolve(PLUGINS, variant, **sections), players)


def new_match(players: int = 2, seed: int = 17, **sections: dict[str, Any]) -> Match:
    return Match(rules_of(players, **sections), seed, NAMES[:players])


def choose(match: Match, random: Random) -> Action:
    """Choose a legal move, more often than not one that puts cards on the table."""
    legal = match.legal_actions
    onto_table = [action for action in legal if isinstance(action, LayDown | LayOff | SwapJoker)]
    return random.choice(onto_table if onto_table and random.random() < 0.8 else legal)


def moves(match: Match, seed: int = 0, limit: int = 5_000) -> Iterator[Action]:
    """Yield random legal moves until the match is over; whoever takes one must also make it."""
    random = Random(seed)
    for _ in range(limit):
        if match.is_over:
            return
        yield choose(match, random)


def play_out(match: Match, seed: int = 0) -> Match:
    for action in moves(match, seed):
        match.apply(action)
    assert match.is_over
    return match
