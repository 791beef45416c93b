"""Gin Rummy beside OpenSpiel's `gin_rummy`, move for move; what differs by design is named in `open_spiel_pair`.

Uniformly random games hardly ever reach a knock, so others are played with some sense: they collect, knock now and
then, and mostly spread and lay off what they can.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pyspiel
import pytest
from rummykit.engine.actions import PASS, Action, Discard, Draw, Knock, LayDown, Source
from rummykit.engine.round import Round
from rummykit.engine.ruleset import Ruleset
from rummykit.plugin.plugins import Plugins
from rummykit.scenario import resolve

from open_spiel_pair import Choice, Pair

pytestmark = pytest.mark.peer

DIFFERENCES = (
    "knock overlooked by OpenSpiel",
    "deadwood overrated by OpenSpiel",
    "lay-off not offered by OpenSpiel",
    "broken off by OpenSpiel",
)


def like_open_spiel(**sections: Any) -> Ruleset:
    """Return the game by the rules that OpenSpiel has: those of the preset ``tournament``."""
    plugins = Plugins.discover()
    return plugins.assemble(resolve(plugins, "gin_rummy", preset="tournament", **sections), 2)


def at_random(round: Round, moves: Sequence[Action], random: Random) -> Action:
    return moves[int(random.random() * len(moves))]


def with_some_sense(patience: float, haste: float) -> Choice:
    """Return who plays well with a chance of *patience*; with gin he knocks, and with less with a chance of *haste*."""

    def choose(round: Round, moves: Sequence[Action], random: Random) -> Action:
        knocks = [move for move in moves if isinstance(move, Knock)]
        gin = [move for move in knocks if not _left(round, 1 << move.card.kind)]
        if knocks and (gin or random.random() < haste):
            return at_random(round, gin or knocks, random)
        if random.random() >= patience:
            return at_random(round, moves, random)
        discards = [move for move in moves if isinstance(move, Discard)]
        if discards:
            return min(discards, key=lambda move: (_left(round, 1 << move.card.kind), -move.card.rank))
        melds = [move for move in moves if isinstance(move, LayDown)]
        if melds:
            return min(melds, key=lambda move: _left(round, move.melds[0].heap))
        if round.announced is not None:
            return at_random(round, [move for move in moves if move is not PASS] or moves, random)
        return _draw(round, moves, random)

    return choose


def _left(round: Round, gone: int) -> int:
    """Return the least deadwood of the hand without some of its cards."""
    return round.rules.least_deadwood(round.hands[round.actor] ^ gone)


def _draw(round: Round, moves: Sequence[Action], random: Random) -> Action:
    """Take the open card if it makes a meld, or leaves little."""
    hand, kind = round.hands[round.actor], round.pile[-1]
    least, value = round.rules.least_deadwood, round.rules.card_values[kind]
    wanted = least(hand | 1 << kind) < least(hand) + value
    takes = [move for move in moves if isinstance(move, Draw) and move.source is Source.DISCARD]
    others = [move for move in moves if move not in takes]
    return at_random(round, (takes if wanted else others) or moves, random)


def play(rules: Ruleset, choose: Choice, games: int, seed: int, **parameters: Any) -> Counter[str]:
    """Play hands in both engines, which must agree; return what they have brought altogether."""
    game, random = pyspiel.load_game("gin_rummy", parameters), Random(seed)
    seen: Counter[str] = Counter()
    for number in range(games):
        seen.update(Pair(rules, game, seed=seed * 1_000_000 + number).play(choose, random))
    return seen


def test_uniformly_random_hands_agree() -> None:
    seen = play(like_open_spiel(), at_random, games=2_000, seed=1)
    assert seen["void by stock"] > 1_000
    assert seen["void by stall"] > 50
    assert seen["knock"] > 20
    # What is let pass is rare.
    assert sum(seen[difference] for difference in DIFFERENCES) < 100


def test_hands_played_with_some_sense_agree() -> None:
    seen = play(like_open_spiel(), with_some_sense(patience=0.9, haste=0.5), games=700, seed=2)
    least = {
        "knock": 400,
        "gin": 20,
        "undercut": 20,
        "lay-off": 100,
        "equal deadwood": 3,
    }
    assert all(seen[what] >= number for what, number in least.items()), seen
    assert sum(seen[difference] for difference in DIFFERENCES) < 100


def test_hands_that_go_for_gin_agree() -> None:
    seen = play(like_open_spiel(), with_some_sense(patience=0.95, haste=0.03), games=300, seed=3)
    assert seen["gin"] >= 60, seen
    assert seen["void by stock"] >= 5, seen


def test_hands_agree_in_which_only_the_last_discard_is_knocked_with() -> None:
    def at_the_wall(round: Round, moves: Sequence[Action], random: Random) -> Action:
        early = [move for move in moves if not isinstance(move, Knock)]
        if round.stage.name == "last_upcard":
            return moves[0]
        return with_some_sense(patience=0.6, haste=0.0)(round, early or moves, random)

    seen = play(like_open_spiel(), at_the_wall, games=200, seed=4)
    assert seen["knock with the last discard"] >= 20, seen


@pytest.mark.parametrize(
    ("sections", "parameters"),
    [
        ({"knocking": {"oklahoma": True}}, {"oklahoma": True}),
        ({"knocking": {"limit": 4}}, {"knock_card": 4}),
        ({"scoring": {"gin_bonus": 20, "undercut_bonus": 10}}, {"gin_bonus": 20, "undercut_bonus": 10}),
    ],
    ids=["oklahoma", "knock_limit", "bonuses"],
)
def test_hands_by_other_rules_agree(sections: dict[str, Any], parameters: dict[str, Any]) -> None:
    seen = play(like_open_spiel(**sections), with_some_sense(patience=0.9, haste=0.5), games=200, seed=5, **parameters)
    assert seen["knock"] >= 60, seen
