"""When a joker may leave its meld, where tables do not let it go freely: what a rearrangement does to joker melds.

Copies of a card are interchangeable: it is enough that the copies can be told apart so that all jokers may lie where
they do at once.

*If dissolved.* A joker meld is *kept* if one new meld has all of its cards, whatever its jokers stand for. It is
*dissolved* if no two of its natural cards lie together in a new meld, or if it has none, no two of its jokers. Its
jokers are free in the second case only, so one of the two must hold. Tables are judged by their cards, never by how a
joker was declared.

*If replaced.* A joker has a place: what it stands for, beside a natural card of its meld, or if that has none, among
jokers alone. Either a joker is still there, or the card itself is, from wherever it comes; then the joker lies in a
meld with at least one hand card. In a set any missing suit will do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from rummykit.cards import Card, Placed
from rummykit.melds import Meld, Shape


def undissolved(old: Sequence[Meld], new: Sequence[Meld]) -> tuple[Meld, tuple[Card, ...]] | None:
    """Return a meld whose joker is not free, and the cards of it that still lie together; None if there is none."""
    with_jokers = [meld for meld in old if meld.jokers]
    if _all_settled(with_jokers, new):
        return None
    together = [(meld, cards) for meld in with_jokers if (cards := _together(meld, new))]
    # With two copies around, each may be settled alone and yet not both; then any of them tells the story.
    return next((found for found in together if not _all_settled([found[0]], new)), together[0])


def _all_settled(melds: Sequence[Meld], new: Sequence[Meld]) -> bool:
    """Whether every meld can be kept or dissolved, no card of the new melds being used for two."""
    left = [_card_counts(meld) for meld in new]

    def settle(at: int) -> bool:
        if at == len(melds):
            return True
        meld = melds[at]
        cards = _card_counts(meld)
        for place in range(len(new)):
            if not cards - left[place]:
                left[place] -= cards
                if settle(at + 1):
                    return True
                left[place] += cards
        return spread(_core(meld), frozenset(), at)

    def spread(cards: Sequence[Card], taken: frozenset[int], at: int) -> bool:
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
    """Return the cards at the core of a meld that lie in one new meld, if there are two."""
    core = Counter(_core(meld))
    for target in new:
        cards = tuple((core & _card_counts(target)).elements())
        if len(cards) > 1:
            return cards
    return ()


def _core(meld: Meld) -> list[Card]:
    """Return what a meld is of: its natural cards, or where it has none its jokers."""
    return _naturals(meld) or [placed.card for placed in meld.cards]


def _naturals(meld: Meld) -> list[Card]:
    return [placed.card for placed in meld.cards if not placed.is_wild]


def _card_counts(meld: Meld) -> Counter[Card]:
    return Counter(placed.card for placed in meld.cards)


class Stuck(NamedTuple):
    """A joker that may not leave its meld: its place is not taken, or it is but the joker lies with no hand card."""

    meld: Meld
    joker: Placed
    replaced: bool


def unreplaced(old: Sequence[Meld], new: Sequence[Meld]) -> Stuck | None:
    """Return a joker that was moved without what that takes; None if there is none."""
    old, new = _moved(old, new), _moved(new, old)
    jokers = [(meld, joker) for meld in old for joker in meld.jokers]
    places = [list(_places(meld, joker, new)) for meld, joker in jokers]
    hand = sum(map(_card_counts, new), Counter[Card]()) - sum(map(_card_counts, old), Counter[Card]())

    def settled(at: int, taken: frozenset[_Place], accompanied: bool) -> bool:
        if at == len(jokers):
            return not accompanied or _accompanied(new, taken, hand)
        return any(settled(at + 1, taken | {place}, accompanied) for place in places[at] if place not in taken)

    if settled(0, frozenset(), accompanied=True):
        return None
    replaced = settled(0, frozenset(), accompanied=False)
    moved = [joker for joker, found in zip(jokers, places, strict=True) if not any(place.is_wild for place in found)]
    meld, joker = (moved or jokers)[0]
    return Stuck(meld, joker, replaced)


class _Place(NamedTuple):
    """A place in a new meld where a joker still lies, or the card that has taken its place."""

    meld: int
    at: int
    is_wild: bool


def _moved(melds: Sequence[Meld], others: Sequence[Meld]) -> list[Meld]:
    """Return the melds that are not among the others just as they are."""
    return list((Counter(melds) - Counter(others)).elements())


def _places(meld: Meld, joker: Placed, new: Sequence[Meld]) -> Iterator[_Place]:
    """Yield the places that are the joker's in new melds: there it lies, or the card it stands for."""
    naturals = {*_naturals(meld)}
    for number, target in enumerate(new):
        others = {*_naturals(target)}
        if target.shape is meld.shape and (naturals & others or not naturals | others):
            for at, placed in enumerate(target.cards):
                if meld.shape is Shape.RUN:
                    is_place = placed.shown == joker.shown
                else:
                    is_place = placed.is_wild or placed.card not in naturals
                if is_place and (not placed.is_wild or placed.card == joker.card):
                    yield _Place(number, at, placed.is_wild)


def _accompanied(new: Sequence[Meld], taken: Collection[_Place], hand: Counter[Card]) -> bool:
    """Whether jokers that lie in no place of old can each be laid with a card from the hand."""
    free = [
        {placed.card for placed in meld.cards}
        for number, meld in enumerate(new)
        if any(placed.is_wild and (number, at, True) not in taken for at, placed in enumerate(meld.cards))
    ]
    left = Counter(hand)

    def accompany(melds: Sequence[Collection[Card]]) -> bool:
        if not melds:
            return True
        for card in melds[0]:
            if left[card]:
                left[card] -= 1
                if accompany(melds[1:]):
                    return True
                left[card] += 1
        return False

    return accompany(free)
