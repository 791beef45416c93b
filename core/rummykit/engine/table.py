"""Melds on the table, and how a round ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from rummykit.cards import Card, Placed
from rummykit.engine.actions import LayOff
from rummykit.i18n import Later
from rummykit.melds import Meld, MeldRules, Shape, Swap
from rummykit.memo import lazy


@dataclass(frozen=True)
class TableMeld:
    """A meld on the table: its number, which stays its own, its owner, and who laid which card.

    Immutable: adding a card gives a new object, so that copies of a round can share them.
    """

    number: int
    owner: int
    meld: Meld
    laid: tuple[tuple[Placed, int], ...]
    melds: MeldRules
    fits: int = field(init=False, repr=False, compare=False)
    """The first-copy bits of the natural kinds that can be laid off here."""
    wanted: int = field(init=False, repr=False, compare=False)
    """The first-copy bits of the kinds for which the meld gives a joker."""

    @classmethod
    def new(cls, number: int, owner: int, meld: Meld, melds: MeldRules) -> TableMeld:
        """Return a meld just laid down by its owner."""
        return cls(number, owner, meld, tuple((placed, owner) for placed in meld.cards), melds)

    def __post_init__(self) -> None:
        # Asked of every meld in every turn, so these are plain attributes.
        object.__setattr__(self, "fits", self.melds.fits[self.meld])
        object.__setattr__(self, "wanted", self.melds.wanted[self.meld])

    @lazy
    def additions(self) -> tuple[tuple[LayOff, Meld], ...]:
        """Every lay-off the meld allows and the meld it makes, whoever holds the card."""
        options = self.melds.additions(self.meld)
        return tuple([(LayOff(placed, self.number, end), longer) for placed, end, longer in options])

    @lazy
    def lay_offs(self) -> dict[int, tuple[LayOff, ...]]:
        """The lay-offs of natural cards, by their kind."""
        pack, number, fits = self.melds.pack, self.number, self.fits
        kinds = pack.kinds(fits)
        if self.melds.both_ends_may_fit and not self.is_set and len(kinds) < 2:
            # One card may fit both ends, and then the lay-off says which is meant.
            found: dict[int, tuple[LayOff, ...]] = {}
            for action, _ in self.additions:
                kind = action.placed.card.kind
                if not action.placed.is_wild:
                    found[kind] = (*found.get(kind, ()), action)
            return found
        return {kind: (LayOff(Placed(pack.cards[kind]), number),) for kind in kinds}

    @lazy
    def joker_lay_offs(self) -> dict[int, list[tuple[LayOff, Meld]]]:
        """The lay-offs of jokers and the melds they make, by the joker's kind."""
        found = self.melds.joker_additions[self.meld].items()
        return {
            kind: [(LayOff(placed, self.number, end), longer) for placed, end, longer in ways] for kind, ways in found
        }

    @property
    def swaps(self) -> tuple[Swap, ...]:
        """Every joker exchange the meld allows, whoever holds the card; none where a joker stands for nothing."""
        return self.melds.swaps[self.meld]

    def extended(self, action: LayOff, seat: int) -> TableMeld:
        """Return the meld after a lay-off by *seat*."""
        for placed, end, longer in self.melds.extensions(self.meld):
            if placed == action.placed and action.end in (None, end):
                return TableMeld(self.number, self.owner, longer, (*self.laid, (placed, seat)), self.melds)
        raise ValueError(f"{action} does not fit")

    def exchanged(self, swap: Swap, seat: int) -> TableMeld:
        """Return the meld after *seat* has put the real card in the joker's place."""
        laid = list(self.laid)
        at = next(i for i, (placed, _) in enumerate(laid) if placed == swap.joker)
        laid[at] = (Placed(self.melds.pack.cards[swap.kind]), seat)
        return TableMeld(self.number, self.owner, swap.meld, tuple(laid), self.melds)

    @property
    def is_set(self) -> bool:
        """Whether the meld is a set."""
        return self.meld.shape is Shape.SET

    def __str__(self) -> str:
        return str(self.meld)


class Ending(Enum):
    """How a round ended."""

    OUT = "out"
    """A player went out."""
    KNOCK = "knock"
    """A player knocked."""
    CALL = "call"
    """A player called, with all cards in melds."""
    STOCK = "stock"
    """The stock ran out."""
    PASSED = "passed"
    """The stock was used up, and all players passed in a row."""
    STALL = "stall"
    """Too many turns brought nothing new."""
    RULE = "rule"
    """A rule of a mod ended the round."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a round: how, who went out, knocked or called (or None), and with which last card.

    ``face_down``: the last card was discarded face down, so nobody is told which it was.
    """

    ending: Ending
    seat: int | None = None
    last_card: Card | None = None
    note: str | Later = ""
    face_down: bool = False
