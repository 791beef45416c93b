"""What a card costs that stays in the hand: three things in one number, the most important first.

Costs are added up, and comparing two sums compares what is asked for first, then what is asked for second, then the
melds of the table that are disturbed.
"""

from __future__ import annotations

from typing import NamedTuple

ONE_SECOND = 1 << 8
ONE_FIRST = 1 << 24


class Weights(NamedTuple):
    """What a card of every rank costs if it stays in the hand, and a joker."""

    ranks: tuple[int, ...]
    joker: int


def by_cards(values: tuple[int, ...]) -> Weights:
    """Return weights for most cards, and most points among equals."""
    return Weights(tuple([ONE_FIRST + value * ONE_SECOND for value in values]), ONE_FIRST)


def by_points(values: tuple[int, ...]) -> Weights:
    """Return weights for most points, and most cards among equals; jokers have no value of their own."""
    return Weights(tuple([value * ONE_FIRST + ONE_SECOND for value in values]), ONE_SECOND)
