"""Cards and packs, and the one notation for both.

Copies of a card are interchangeable, so the engine speaks of *kinds*: small integers, one per
different card of the pack. A hand, a meld or any other heap of cards is one integer with a bit
for every physical card. Copies of a kind are stacked: the lower copy's bit is always set first,
so equal heaps are equal integers, `a & b == b` asks "does a hold b?", and `int.bit_count` is the
number of cards.
"""

from rummykit.cards.card import ANY, JOKER_SIGN, Card, Placed, Row, Suit
from rummykit.cards.pack import FRENCH_RANKS, FRENCH_SUITS, Pack, words

__all__ = ["ANY", "FRENCH_RANKS", "FRENCH_SUITS", "JOKER_SIGN", "Card", "Pack", "Placed", "Row", "Suit", "words"]
