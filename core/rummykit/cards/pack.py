"""A pack of cards: its kinds, heaps of cards as bits, and the notation of cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from rummykit.cards.card import ANY, COLOUR, JOKER_SIGN, SUIT, Card, Placed, Suit
from rummykit.errors import NotationError, did_you_mean
from rummykit.i18n import mark, say
from rummykit.memo import lazy


@dataclass(frozen=True)
class Pack:
    """A pack of cards: suits × ranks × copies, and jokers, plain or one for each suit.

    >>> pack = Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2, plain_jokers=6)
    >>> len(pack), pack.card("10h").kind
    (110, 22)
    >>> hand = pack.heap("7s 7s * Kd")
    >>> pack.text(pack.remove(hand, pack.card("7s").kind))
    '7s Kd *'
    """

    suits: tuple[Suit, ...]
    ranks: tuple[str, ...]
    copies: int = 1
    plain_jokers: int = 0
    suit_jokers: bool = False
    suit_word: str = SUIT
    """What people call a suit of this pack, in English; to be said in their language."""
    cards: tuple[Card, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        width = len(self.ranks)
        cards = [
            Card(s * width + r, rank + suit.code, r, s, suit.sign)
            for s, suit in enumerate(self.suits)
            for r, rank in enumerate(self.ranks)
        ]
        if self.suit_jokers:
            cards += [Card(len(cards) + s, JOKER_SIGN + suit.code, -1, s) for s, suit in enumerate(self.suits)]
        if self.plain_jokers:
            cards.append(Card(len(cards), JOKER_SIGN, -1, -1))
        object.__setattr__(self, "cards", tuple(cards))

    @property
    def has_colours(self) -> bool:
        """Whether people speak of colours and values instead of suits and ranks."""
        return self.suit_word == COLOUR

    @lazy
    def naturals(self) -> int:
        """The number of kinds that are no jokers; they are the kinds 0 … naturals - 1."""
        return len(self.suits) * len(self.ranks)

    @lazy
    def bits(self) -> tuple[tuple[int, ...], ...]:
        """For every kind the bits of its copies, lowest first."""
        stacked = [
            tuple(1 << (copy * self.naturals + kind) for copy in range(self.copies)) for kind in range(self.naturals)
        ]
        at = self.naturals * self.copies
        for joker in self.cards[self.naturals :]:
            count = 1 if joker.suit >= 0 else self.plain_jokers
            stacked.append(tuple(1 << (at + copy) for copy in range(count)))
            at += count
        return tuple(stacked)

    @lazy
    def kind_of_bit(self) -> tuple[int, ...]:
        """The kind of the physical card at every bit position."""
        kinds = {bit.bit_length() - 1: kind for kind, stack in enumerate(self.bits) for bit in stack}
        return tuple(kinds[position] for position in range(len(kinds)))

    @lazy
    def joker_bits(self) -> int:
        """The heap of all jokers."""
        return sum(bit for stack in self.bits[self.naturals :] for bit in stack)

    @lazy
    def everything(self) -> int:
        """The heap of all cards."""
        return (1 << len(self)) - 1

    @lazy
    def first_copies(self) -> int:
        """The lowest bit of every natural kind; `heap & first_copies` says which kinds a heap holds."""
        return (1 << self.naturals) - 1

    @lazy
    def every_copy(self) -> int:
        """What the lowest bits of natural kinds are multiplied by to have the bits of all their copies."""
        return sum(1 << copy * self.naturals for copy in range(self.copies))

    def __len__(self) -> int:
        return sum(len(stack) for stack in self.bits)

    # -- heaps ---------------------------------------------------------------------------------

    def add(self, heap: int, kind: int) -> int:
        """Return *heap* with one more card of *kind*."""
        for bit in self.bits[kind]:
            if not heap & bit:
                return heap | bit
        raise ValueError(f"the pack has no further {self.cards[kind]}")

    def remove(self, heap: int, kind: int) -> int:
        """Return *heap* with one card of *kind* less."""
        for bit in reversed(self.bits[kind]):
            if heap & bit:
                return heap ^ bit
        raise ValueError(f"no {self.cards[kind]} there")

    def count(self, heap: int, kind: int) -> int:
        """Return how many cards of *kind* lie in *heap*."""
        return sum(1 for bit in self.bits[kind] if heap & bit)

    def add_all(self, heap: int, kinds: Iterable[int]) -> int:
        """Return *heap* with all *kinds* added."""
        for kind in kinds:
            heap = self.add(heap, kind)
        return heap

    def subtract(self, heap: int, other: int) -> int:
        """Return *heap* without the cards of *other*, which it must hold."""
        jokers = other & self.joker_bits
        if jokers:
            if self.suit_jokers:
                return self._subtract_one_by_one(heap, other)
            other ^= jokers
            kept = (heap & self.joker_bits).bit_count() - jokers.bit_count()
            heap = heap & ~self.joker_bits | ((1 << kept) - 1) << (self.naturals * self.copies)
        width, mask = self.naturals, self.first_copies
        if other <= mask and not heap >> width & other:
            return heap ^ other  # all that is taken is there once
        while other:
            wanted = other & mask
            other >>= width
            # The upper copies go first, so that the stacks keep no gaps; all kinds at once.
            for copy in range((self.copies - 1) * width, -1, -width):
                taken = heap >> copy & wanted
                heap ^= taken << copy
                wanted ^= taken
        return heap

    def _subtract_one_by_one(self, heap: int, other: int) -> int:
        for kind in self.kinds(other):
            heap = self.remove(heap, kind)
        return heap

    def kinds(self, heap: int) -> list[int]:
        """Return the kinds in *heap*, in order, copies repeated."""
        found = []
        while heap:
            bit = heap & -heap
            found.append(self.kind_of_bit[bit.bit_length() - 1])
            heap ^= bit
        if self.copies > 1:
            found.sort()
        return found

    def cards_in(self, heap: int) -> tuple[Card, ...]:
        """Return the cards in *heap*, in order."""
        return tuple(self.cards[kind] for kind in self.kinds(heap))

    def text(self, heap: int) -> str:
        """Return *heap* in the notation."""
        return " ".join(card.text for card in self.cards_in(heap))

    def heap(self, cards: str | Iterable[Card]) -> int:
        """Return a heap from text or cards."""
        if isinstance(cards, str):
            cards = [self.card(word) for word in cards.split()]
        heap = 0
        for card in cards:
            try:
                heap = self.add(heap, card.kind)
            except ValueError as error:
                raise NotationError(say("The pack has fewer copies of {card}.", card=card)) from error
        return heap

    # -- notation ------------------------------------------------------------------------------

    @lazy
    def _by_text(self) -> Mapping[str, Card]:
        signs = {
            f"{self.ranks[card.rank]}{self.suits[card.suit].sign}".lower(): card for card in self.cards[: self.naturals]
        }
        return signs | {card.text.lower(): card for card in self.cards}

    def _by_spoken_text(self) -> Mapping[str, Card]:
        """Return the cards by what they are called in the language that is spoken: German has B and D for J and Q."""
        naturals = self.cards[: self.naturals]
        return {
            (say(self.ranks[card.rank]) + end).lower(): card for card in naturals for end in (card.text[-1], card.sign)
        }

    def natural(self, rank: int, suit: int) -> Card:
        """Return the natural card of *rank* and *suit* (indices)."""
        return self.cards[suit * len(self.ranks) + rank]

    def laid(self, rank: int, suit: int) -> Placed:
        """Return the natural card of *rank* and *suit* as it lies in a meld."""
        return self._laid[suit * len(self.ranks) + rank]

    def laid_kind(self, kind: int) -> Placed:
        """Return the card of a kind as it lies in a meld."""
        return self._laid[kind]

    @lazy
    def _laid(self) -> tuple[Placed, ...]:
        return tuple(map(Placed, self.cards))

    def card(self, text: str, column: int = 1) -> Card:
        """Read one card, upper or lower case; explain what is wrong if it is none of this pack."""
        card = self._by_text.get(text.lower()) or self._by_spoken_text().get(text.lower())
        if card is None:
            why, hint = self._why_no_card(text)
            raise NotationError(why, column, hint)
        return card

    def placed(self, text: str, column: int = 1, wild: int = 0) -> Placed:
        """Read a card of a meld: ``7r``, ``*r``, or ``*r=7r``; *wild*: the first-copy bits of other wild kinds.

        One of those may stand for another card, ``2s=7r``, or for any missing one, ``2s=*``.
        """
        name, equals, meaning = text.partition("=")
        card = self.card(name, column)
        if not equals:
            return Placed(card)
        if not card.is_joker and not wild >> card.kind & 1:
            what = (
                mark("{fault} is not a wild card, so it cannot stand for another card.")
                if wild
                else mark("{card} is not a joker, so it cannot stand for another card.")
            )
            raise NotationError(say(what, card=card, fault=card), column)
        if meaning == JOKER_SIGN and not card.is_joker:
            return Placed(card, ANY)
        stands_for = self.card(meaning, column + len(name) + 1)
        if stands_for.is_joker:
            raise NotationError(say("{card} cannot stand for a joker.", card=card), column + len(name) + 1)
        return Placed(card, stands_for if stands_for != card else None)

    def placed_cards(self, text: str, column: int = 1, wild: int = 0) -> tuple[Placed, ...]:
        """Read the cards of one meld; *wild*: the first-copy bits of wild kinds that are no jokers."""
        return tuple(self.placed(word, column + at, wild) for word, at in words(text))

    def _why_no_card(self, text: str) -> tuple[str, str]:
        """Return what is wrong with a card that there is not, and what may have been meant."""
        suits = " ".join(suit.code for suit in self.suits)
        hint = did_you_mean(text, [card.text for card in self.cards])
        if text.startswith(JOKER_SIGN) and self.cards[self.naturals :]:
            jokers = " ".join(card.text for card in self.cards[self.naturals :])
            return say("'{text}' is not a joker of this pack; its jokers are {jokers}.", text=text, jokers=jokers), ""
        if text and text[-1:].lower() not in suits.lower().split():
            why = say(
                "'{text}' is not a card of this pack: a card is written value first, then {suit}, one of {suits}.",
                text=text,
                suit=say(self.suit_word),
                suits=suits,
            )
            return why, hint
        lowest, highest = say(self.ranks[0]), say(self.ranks[-1])
        why = say(
            "'{text}' is not a card of this pack: its values go from {lowest} to {highest}.",
            text=text,
            lowest=lowest,
            highest=highest,
        )
        return why, hint


def words(text: str) -> Iterator[tuple[str, int]]:
    """Yield the words of *text* and where each starts.

    >>> list(words(" 7r  8r"))
    [('7r', 1), ('8r', 5)]
    """
    at = 0
    for word in text.split():
        at = text.index(word, at)
        yield word, at
        at += len(word)


FRENCH_SUITS: tuple[Suit, ...] = (
    Suit("s", "♠", mark("spades"), "black"),
    Suit("h", "♥", mark("hearts"), "red"),
    Suit("d", "♦", mark("diamonds"), "red"),
    Suit("c", "♣", mark("clubs"), "black"),
)


FRENCH_RANKS = (mark("A"), "2", "3", "4", "5", "6", "7", "8", "9", "10", mark("J"), mark("Q"), mark("K"))
