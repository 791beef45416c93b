"""A card, and a card as it is placed in a meld."""

from __future__ import annotations

from dataclasses import dataclass

from rummykit.i18n import current, mark, say

JOKER_SIGN = "*"


SUIT, COLOUR = mark("suit"), mark("colour")
"""What people call a suit."""


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit or colour: its letter in the notation, its sign on a screen, its name, its colour."""

    code: str
    sign: str
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card. ``rank`` and ``suit`` are indices into the pack; a joker has no rank.

    A joker that belongs to a colour has a ``suit``; a plain one has -1 there too.
    """

    kind: int
    text: str
    rank: int
    suit: int
    sign: str = ""
    """The sign of its suit on a screen."""

    @property
    def spoken(self) -> str:
        """The card as people read it: the rank in their language, the suit as a sign if their screen has it."""
        if self.is_joker:
            return self.text
        return say(self.text[:-1]) + (self.sign if current().signs and self.sign else self.text[-1])

    @property
    def is_joker(self) -> bool:
        """Whether the card is a joker."""
        return self.rank < 0

    def __hash__(self) -> int:
        return self.kind

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __str__(self) -> str:
        return self.text


ANY = Card(-1, JOKER_SIGN, -1, -1)
"""What a wild card stands for that is no joker and stands for *any* missing card."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A card as it lies in a meld: itself, or a joker and the card it stands for.

    ``stands_for`` is None for a natural card, and for a joker that stands for *any* missing card. A wild card that is
    no joker stands for another card as well, or for `ANY`; where it is meant as itself it is a natural card.
    """

    card: Card
    stands_for: Card | None = None

    @property
    def is_wild(self) -> bool:
        """Whether the card is used as a wild card: a joker, or another card that stands for something else."""
        return self.card.rank < 0 or self.stands_for is not None

    @property
    def shown(self) -> Card:
        """The card this one counts as: what it stands for, or else itself."""
        return self.stands_for or self.card

    @property
    def spoken(self) -> str:
        """The card as people read it."""
        return f"{self.card.spoken}={self.stands_for.spoken}" if self.stands_for else self.card.spoken

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        return f"{self.card}={self.stands_for}" if self.stands_for else self.card.text


@dataclass(frozen=True, slots=True)
class Row:
    """Cards side by side, to be told of: as text ``7r *r=8r 9r``, spoken as people read them."""

    cards: tuple[Card | Placed, ...]

    @property
    def spoken(self) -> str:
        """The cards as people read them."""
        return " ".join(card.spoken for card in self.cards)

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))
