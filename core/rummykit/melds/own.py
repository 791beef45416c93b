"""Meld rules of one's own: which cards are a meld is all that must be said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rummykit.cards import Card, Placed
from rummykit.melds.meld import Meld, MeldProblem, Shape
from rummykit.melds.rules import Addition, MeldRules
from rummykit.memo import lazy
from rummykit.refusals import Reason

LONGEST = 8


class OwnMelds(MeldRules):
    """Meld rules that no parameters of `MeldRules` express; a subclass says which natural cards are a meld.

    Everything else is worked out by trying. That is slow, and where there are too many cards to try all, hints and bots
    say that their answers are not exact; a subclass may bring a finder and an arranger (`own_finder`, `own_arranger`).

    >>> from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
    >>> class Marriages(OwnMelds):
    ...     def shape_of(self, cards):
    ...         ranks, suits = {card.rank for card in cards}, {card.suit for card in cards}
    ...         return Shape.RUN if len(cards) == 2 and ranks == {11, 12} and len(suits) == 1 else None
    >>> rules = Marriages(Pack(FRENCH_SUITS, FRENCH_RANKS))
    >>> print(*rules.readings(rules.placed_cards("Kh Qh")))
    Qh Kh
    """

    longest = LONGEST
    """The most cards of a meld."""

    def shape_of(self, cards: Sequence[Card]) -> Shape | None:
        """Return what the cards are, whatever their order: a set or a run, or None if they are no meld."""
        raise NotImplementedError

    @lazy
    def is_plain(self) -> bool:
        """Whether all melds are of the common kind; these are not."""
        return False

    def find(self, cards: Sequence[Placed]) -> list[Meld]:
        """Return the meld that the cards are, in a list; it is empty if they are none."""
        if not 1 < len(cards) <= self.longest or any(placed.is_wild for placed in cards):
            return []
        kinds = sorted(placed.card.kind for placed in cards)
        laid = [self.pack.cards[kind] for kind in kinds]
        shape = self.shape_of(laid)
        return [] if shape is None else [self.make(shape, map(Placed, laid))]

    def problem(self, meld: Meld) -> MeldProblem | None:
        """Find nothing wrong with a meld that was found."""
        return None

    def diagnose(self, cards: Sequence[Placed]) -> MeldProblem:
        """Return that the cards are not a meld; a subclass may know more."""
        return self._no_meld(cards, Reason.MELD_MIXED)

    def _build(self, shape: Shape, cards: Iterable[Placed], start: int = -1) -> Meld:
        laid = tuple(cards)
        points = sum([self.points_at(placed.card.rank) for placed in laid])
        return Meld(shape, laid, start, self.pack.add_all(0, [p.card.kind for p in laid]), (), points, points)

    def _find_extensions(self, meld: Meld) -> Iterator[Addition]:
        for card in self.pack.cards:
            if self.has_another(meld, card):
                for longer in self.find((*meld.cards, Placed(card))):
                    yield Placed(card), None, longer

    def _fitting_naturals(self, meld: Meld) -> Iterator[Card]:
        yield from (placed.card for placed, _, _ in self.extensions(meld))

    def melds_among(self, kinds: Sequence[int], most: int) -> tuple[list[Meld], bool]:
        """Return the melds that some cards can make, after at most so many tries, and whether those were all."""
        found, tries = dict[Meld, None](), 0
        order = sorted(kinds)

        def grow(at: int, chosen: tuple[Placed, ...]) -> None:
            nonlocal tries
            for next_at in range(at, len(order)):
                if tries >= most:
                    return
                if next_at > at and order[next_at] == order[next_at - 1]:
                    continue  # a copy that was left out before
                tries += 1
                more = (*chosen, self.pack.laid_kind(order[next_at]))
                found.update(dict.fromkeys(self.find(more)))
                if len(more) < self.longest:
                    grow(next_at + 1, more)

        grow(0, ())
        return list(found), tries < most
