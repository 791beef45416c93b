"""Where a joker of the table is free only when its meld is dissolved: which joker a rearrangement may not touch.

A joker meld that is taken apart is *kept* if one new meld holds it whole, its jokers standing for what they stood
for. It is *dissolved* if no two of its natural cards lie together in a new meld. Its jokers are free in the second
case only, so one of the two must hold. Copies of a card are interchangeable: it is enough that the copies can be told
apart so that all joker melds are kept or dissolved at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rummykit.cards import Card, Placed
    from rummykit.melds import Meld


def holds(new: Meld, old: Meld) -> bool:
    """Whether a meld holds another one whole, each joker standing for what it stood for."""
    return new.shape is old.shape and not Counter(old.cards) - Counter(new.cards)


def bound_joker(old: Sequence[Meld], new: Sequence[Meld]) -> tuple[Meld, tuple[Card, ...]] | None:
    """Return a meld whose joker is not free, and the cards of it that still lie together; None if there is none."""
    with_jokers = [meld for meld in old if meld.jokers]
    if _all_settled(with_jokers, new):
        return None
    together = [(meld, cards) for meld in with_jokers if (cards := _together(meld, new))]
    # With two copies around, each may be settled alone and yet not both; then any of them tells the story.
    return next((found for found in together if not _all_settled([found[0]], new)), together[0])


def _all_settled(melds: Sequence[Meld], new: Sequence[Meld]) -> bool:
    """Whether every meld can be kept or dissolved, no card of the new melds being used for two."""
    left = [Counter(meld.cards) for meld in new]

    def settle(at: int) -> bool:
        if at == len(melds):
            return True
        meld = melds[at]
        for place, target in enumerate(new):
            if target.shape is meld.shape and not Counter(meld.cards) - left[place]:
                left[place] -= Counter(meld.cards)
                if settle(at + 1):
                    return True
                left[place] += Counter(meld.cards)
        return spread(_naturals(meld), frozenset(), at)

    def spread(cards: Sequence[Placed], taken: frozenset[int], at: int) -> bool:
        """Put each of the cards into another new meld, then go on with the next meld."""
        if not cards:
            return settle(at + 1)
        for place, have in enumerate(left):
            if place not in taken and have[cards[0]]:
                have[cards[0]] -= 1
                if spread(cards[1:], taken | {place}, at):
                    return True
                have[cards[0]] += 1
        return False

    return settle(0)


def _together(meld: Meld, new: Sequence[Meld]) -> tuple[Card, ...]:
    """Return the natural cards of a meld that lie in one new meld, if there are two."""
    for target in new:
        cards = tuple(placed.card for placed in _naturals(meld) if placed in target.cards)
        if len(cards) > 1:
            return cards
    return ()


def _naturals(meld: Meld) -> list[Placed]:
    return [placed for placed in meld.cards if not placed.card.is_joker]
