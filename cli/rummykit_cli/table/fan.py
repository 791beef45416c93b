"""The hand as it is held: in some order, with picked cards and a card under the cursor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from rummykit.cards import Card


class Order(Enum):
    """How a hand is sorted: by colour, by value, or just as its player moves the cards."""

    COLOUR = "colour"
    VALUE = "value"
    OWN = "own"


@dataclass(eq=False)
class Slot:
    """A card in the hand, or one that lies open for all and can be picked like a card of the hand."""

    card: Card
    picked: bool = False
    new: bool = False
    open: bool = False
    """Whether it lies open in the pool."""


class Fan:
    """A hand and, behind it, the jokers of the pool; picks and cursor stay with their cards when others come or go.

    >>> from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
    >>> pack = Pack(FRENCH_SUITS, FRENCH_RANKS)
    >>> fan = Fan()
    >>> fan.update(pack.cards_in(pack.heap("7h 2s 7c")))
    >>> fan.sort(Order.VALUE)
    >>> fan.step(1)
    >>> fan.pick()
    >>> [str(slot.card) for slot in fan.slots], [str(card) for card in fan.picked]
    (['2s', '7h', '7c'], ['7h'])
    """

    def __init__(self) -> None:
        self.slots: list[Slot] = []
        self.order = Order.COLOUR
        self.cursor = 0

    @property
    def picked(self) -> tuple[Card, ...]:
        """The picked cards, as they lie."""
        return tuple(slot.card for slot in self.slots if slot.picked)

    def update(self, cards: Iterable[Card], pool: Iterable[Card] = (), fresh: Iterable[Card] = ()) -> None:
        """Hold these cards, with the open ones of the pool; *fresh* cards have just come and are marked."""
        held = self.slots[self.cursor] if self.slots else None
        kept = _reconciled([slot for slot in self.slots if not slot.open], cards, open=False)
        jokers = _reconciled([slot for slot in self.slots if slot.open], pool, open=True)
        left = Counter(fresh)
        for slot in reversed(kept):
            slot.new = left[slot.card] > 0
            left[slot.card] -= slot.new
        self.slots = [*kept, *jokers]
        self._arrange(held)

    def sort(self, order: Order) -> None:
        """Hold the hand in another order."""
        held = self.slots[self.cursor] if self.slots else None
        self.order = order
        self._arrange(held)

    def _arrange(self, held: Slot | None) -> None:
        if self.order is Order.COLOUR:
            self.slots.sort(key=lambda slot: (slot.open, slot.card.kind))
        elif self.order is Order.VALUE:
            self.slots.sort(key=lambda slot: (slot.open, slot.card.rank, slot.card.suit))
        self.cursor = self.slots.index(held) if held in self.slots else max(min(self.cursor, len(self.slots) - 1), 0)

    # -- cursor and picks ----------------------------------------------------------------------------------

    def step(self, by: int) -> None:
        """Move the cursor; behind the last card comes the first."""
        if self.slots:
            self.cursor = (self.cursor + by) % len(self.slots)

    def go_to_end(self, end: int) -> None:
        """Move the cursor to the first card of the hand (0) or the last one (-1); the pool lies behind it."""
        held = [at for at, slot in enumerate(self.slots) if not slot.open]
        if held:
            self.cursor = held[end]

    def carry(self, by: int) -> None:
        """Move the card under the cursor within the hand, which is in its player's own order from then on."""
        goal = self.cursor + by
        if not self.slots or not 0 <= goal < len(self.slots) or self.slots[self.cursor].open or self.slots[goal].open:
            return
        self.order = Order.OWN
        self.slots[self.cursor], self.slots[goal] = self.slots[goal], self.slots[self.cursor]
        self.cursor = goal

    def pick(self, at: int | None = None) -> None:
        """Pick the card at a place, by default under the cursor, or put it back."""
        if self.slots:
            self.cursor = self.cursor if at is None else at
            self.slots[self.cursor].picked ^= True

    def clear(self) -> None:
        """Put all picked cards back."""
        for slot in self.slots:
            slot.picked = False

    def begins_group(self, at: int) -> bool:
        """Whether a new colour or value begins at a place, or the pool."""
        before, slot = self.slots[at - 1], self.slots[at]
        if before.open != slot.open:
            return True
        if self.order is Order.OWN or slot.open:
            return False
        by_colour = self.order is Order.COLOUR
        return before.card.suit != slot.card.suit if by_colour else before.card.rank != slot.card.rank


def _reconciled(slots: list[Slot], cards: Iterable[Card], open: bool) -> list[Slot]:
    """Return the slots whose cards are still there, and new ones for the cards that came."""
    left = Counter(cards)
    kept = []
    for slot in slots:
        if left[slot.card]:
            left[slot.card] -= 1
            kept.append(slot)
    return kept + [Slot(card, open=open) for card in sorted(left.elements(), key=lambda card: card.kind)]
