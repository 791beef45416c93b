"""Words in which the rule tests of Räuber-Rommé are written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rummykit.engine.round import Round
from rummykit.melds import MeldProblem
from rummykit.refusals import Reason
from rummykit.scenario import Scenario, Table

from ..helpers import PLUGINS


def raeuber(players: int = 2, preset: str | None = None, **options: Mapping[str, Any]) -> Scenario:
    """Räuber-Rommé under some house rules, given as ``section={option: value}``."""
    return Scenario("raeuber_romme", players, plugins=PLUGINS, preset=preset, **options)


def dealt(players: int = 2, seed: int = 1, preset: str | None = None, **options: Mapping[str, Any]) -> Table:
    """A table freshly shuffled and dealt."""
    return Table(Round(raeuber(players, preset, **options).rules, 0, seed))


def holding(hand: str, *table: str, melded: bool = True, **options: Mapping[str, Any]) -> Table:
    """The first of two players has drawn and holds these cards; the second owns what lies there unless it says."""
    seats = [0] if melded else []
    return raeuber(**options).deal(hands=[hand, "Jc"], table=table, melded=seats, drawn=True)


def without_pile(hand: str, *table: str, melded: bool = True, **options: Mapping[str, Any]) -> Table:
    """The same without a discard pile, at the beginning of a turn."""
    seats = [0] if melded else []
    return raeuber(preset="no_pile", **options).deal(hands=[hand, "Jc"], table=table, melded=seats)


def numbers(hand: str, *table: str, melded: bool = True, **options: Mapping[str, Any]) -> Table:
    """The same with colours and numbers."""
    seats = [0] if melded else []
    return raeuber(preset="brettspielnetz", **options).deal(hands=[hand, "11g"], table=table, melded=seats)


def on_table(table: Table) -> list[str]:
    """What lies on the table, in order."""
    return [str(meld) for meld in table.round.table.values()]


def sizes(table: Table) -> list[int]:
    """How many cards everybody holds."""
    return [hand.bit_count() for hand in table.round.hands]


def melds_of(cards: str, preset: str | None = None) -> dict[str, int]:
    """Every meld that the cards can be, with its points."""
    rules = raeuber(preset=preset).rules.melds
    return {str(meld): meld.points for meld in rules.readings(rules.pack.placed_cards(cards))}


def why_no_meld(cards: str, preset: str | None = None) -> Reason:
    """Why the cards are not a meld."""
    try:
        found = melds_of(cards, preset)
    except MeldProblem as problem:
        return problem.reason
    raise AssertionError(f"{cards} is a meld: {found}")
