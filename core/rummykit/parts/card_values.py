"""What the ranks of a French pack count, by scheme or by a table of the file's own."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from rummykit.cards import FRENCH_RANKS
from rummykit.rules.shapes import ByRank, RankValues

CardValues: TypeAlias = Annotated[Literal["pips", "five_ten_fifteen"] | ByRank, RankValues(1, 50)]
"""What cards count, on the table and in a hand: a scheme, or values of ranks; what has none counts its pips."""

FIVE_TEN = (*[5] * 9, *[10] * 4)
FIFTEEN = 15


def rank_values(cards: CardValues, pips: tuple[int, ...]) -> tuple[int, ...]:
    """Return what the ranks count, the ace first, as it counts before a two; *pips* is what they show.

    >>> rank_values(ByRank.of({"A": 11, "7": 20}), tuple(range(1, 14)))
    (11, 2, 3, 4, 5, 6, 20, 8, 9, 10, 11, 12, 13)
    """
    if isinstance(cards, ByRank):
        return tuple(cards.get(rank, pips[place]) for place, rank in enumerate(FRENCH_RANKS))
    return FIVE_TEN if cards == "five_ten_fifteen" else pips


def high_ace(cards: CardValues) -> int | None:
    """Return what an ace counts that does not stand before a two, in a meld or in a hand; None for the usual.

    >>> high_ace("five_ten_fifteen"), high_ace(ByRank.of({"K": 20}))
    (15, None)
    """
    if isinstance(cards, ByRank):
        return cards.get(FRENCH_RANKS[0])
    return FIFTEEN if cards == "five_ten_fifteen" else None
