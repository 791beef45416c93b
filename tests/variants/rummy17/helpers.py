"""Words in which the rule tests of Rummy 17 are written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rummykit.plugins import Plugins
from rummykit.reasons import Refusal
from rummykit.round import Round
from rummykit.scenario import Scenario, Table
from rummykit.scoring import RoundScore, ScoreItem

PLUGINS = Plugins.discover()


def rummy17(players: int = 2, preset: str | None = None, **options: Mapping[str, Any]) -> Scenario:
    """Rummy 17 under some house rules, given as ``section={option: value}``."""
    return Scenario("rummy17", players, plugins=PLUGINS, preset=preset, **options)


def dealt(players: int = 2, dealer: int = 0, seed: int = 1, **options: Mapping[str, Any]) -> Table:
    """A table freshly shuffled and dealt."""
    return Table(Round(rummy17(players, **options).rules, dealer, seed))


def allowed(table: Table, move: str, seat: int | None = None) -> None:
    """Assert that a move is legal, and listed unless it is one of those that are left out of the list."""
    refusal = table.refusal(move, seat)
    assert refusal is None, f"{move}: {refusal}"
    several = "|" in move or "," in move
    if not several and seat in (None, table.round.actor):
        assert str(table.read(move)) in table.legal()


def refused(
    table: Table, move: str, rule: str, word: str = "", seat: int | None = None, option: str | None = None
) -> Refusal:
    """Assert that a move is refused by a rule, with a sentence that has a word in it, and that it is not listed."""
    refusal = table.refusal(move, seat)
    assert refusal is not None, f"{move} should be refused by {rule}"
    assert refusal.rule == rule, f"{move}: {refusal}"
    assert word.lower() in refusal.sentence.lower()
    assert "{" not in refusal.sentence
    if option is not None:
        assert refusal.option == option
    if seat in (None, table.round.actor):
        assert move not in table.legal()
    return refusal


def score(table: Table) -> RoundScore:
    """The score of a round that is over."""
    assert table.round.outcome is not None, "the round goes on"
    return table.round.rules.scoring.score(table.round)


def item(table: Table, key: str) -> ScoreItem:
    """One line of the score sheet."""
    return next(item for item in score(table).items if item.key == key)


def penalties(table: Table) -> tuple[int, ...]:
    """The penalty points, as the positive numbers of the rule sheet."""
    return tuple(-points for points in item(table, "penalty").points)


def bonus_points(table: Table) -> tuple[int, ...]:
    """The bonus points of each player."""
    items = [item for item in score(table).items if item.key != "penalty"]
    return tuple(sum(item.points[seat] for item in items) for seat in range(table.round.players))
