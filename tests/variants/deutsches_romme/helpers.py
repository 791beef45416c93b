"""Words in which the rule tests of Deutsches Rommé are written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rummykit.engine.round import Round
from rummykit.melds import Meld, MeldProblem
from rummykit.refusals import Reason
from rummykit.scenario import Scenario, Table

from ..helpers import PLUGINS, item

# Thirteen cards in three runs of 35 points, so a whole hand with any card to discard.
WHOLE_HAND = "Ah 2h 3h 4h As 2s 3s 4s Ad 2d 3d 4d 5d"
LAY_ALL = "meld Ah 2h 3h 4h | As 2s 3s 4s | Ad 2d 3d 4d 5d"


def romme(players: int = 2, preset: str | None = None, **options: Mapping[str, Any]) -> Scenario:
    """Deutsches Rommé under some house rules, given as ``section={option: value}``."""
    return Scenario("deutsches_romme", players, plugins=PLUGINS, preset=preset, **options)


def club(players: int = 2, **options: Mapping[str, Any]) -> Scenario:
    """Deutsches Rommé as the club plays it."""
    return romme(players, "club", **options)


def dealt(
    players: int = 2, dealer: int = 0, seed: int = 1, preset: str | None = None, **options: Mapping[str, Any]
) -> Table:
    """A table freshly shuffled and dealt."""
    return Table(Round(romme(players, preset, **options).rules, dealer, seed))


def holding(hand: str, *table: str, melded: bool = False, **options: Mapping[str, Any]) -> Table:
    """The first of two players has drawn and holds these cards, under some house rules."""
    seats = [0] if melded else []
    return romme(**options).deal(hands=[hand, "Jc"], table=table, melded=seats, drawn=True)


def in_club(hand: str, *table: str, melded: bool = False, lap: int = 2, **options: Mapping[str, Any]) -> Table:
    """The same in the club, where melding begins with the second lap."""
    seats = [0] if melded else []
    return club(**options).deal(hands=[hand, "Jc"], table=table, melded=seats, drawn=True, lap=lap)


def sizes(table: Table) -> list[int]:
    """How many cards everybody holds."""
    return [hand.bit_count() for hand in table.round.hands]


def jokers(table: Table) -> list[int]:
    """How many jokers everybody holds."""
    return [(hand & table.round.rules.pack.joker_bits).bit_count() for hand in table.round.hands]


def melds_of(cards: str, preset: str | None = None, **options: Mapping[str, Any]) -> dict[str, int]:
    """Every meld that the cards can be, with its points."""
    rules = romme(preset=preset, **options).rules.melds
    return {str(meld): meld.worth() for meld in rules.readings(rules.placed_cards(cards))}


def meld_of(cards: str) -> Meld:
    """The one meld that the cards are."""
    rules = romme().rules.melds
    (meld,) = rules.readings(rules.pack.placed_cards(cards))
    return meld


def why_no_meld(cards: str, preset: str | None = None, **options: Mapping[str, Any]) -> Reason:
    """Why the cards are not a meld."""
    try:
        found = melds_of(cards, preset, **options)
    except MeldProblem as problem:
        return problem.reason
    raise AssertionError(f"{cards} is a meld: {found}")


def bad_points(table: Table) -> tuple[int, ...]:
    """The bad points of each player before any factor."""
    return item(table, "bad_points").points
