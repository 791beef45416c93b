"""What a meld is: sets of one rank, with wild cards, and black threes at the end; and how a hand is put into them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rummykit.cards import Placed, Row
from rummykit.melds import MeldProblem, MeldRules, Shape
from rummykit.solver import Arrangement, Arranger

from rummykit_canasta.rulebook import CanastaReason

if TYPE_CHECKING:
    from rummykit.cards import Card
    from rummykit.melds import Meld
    from rummykit.parts import FirstMeld

TWO, THREE = 1, 2
"""The indices of two ranks."""
RED = (1, 2)
"""The indices of the red suits."""
NO_RUNS = 14
"""A run would need more cards than there are ranks."""
CANASTA = 7
"""So many cards make a canasta."""
CARD_POINTS = (20, 20, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10)
"""What the ranks count, the ace first."""
JOKER_POINTS = 50


def is_red_three(card: Card) -> bool:
    """Whether a card is a red three."""
    return card.rank == THREE and card.suit in RED


def is_black_three(card: Card) -> bool:
    """Whether a card is a black three."""
    return card.rank == THREE and card.suit not in RED


def rank_of(meld: Meld) -> int:
    """Return the rank of a meld."""
    return next(placed.card.rank for placed in meld.cards if not placed.is_wild)


class CanastaMelds(MeldRules):
    """Sets of any suits from four to ace; three or four black threes; no runs."""

    def problem(self, meld: Meld) -> MeldProblem | None:
        """Say what is wrong with a meld of twos or threes, or with its wild cards."""
        rank = rank_of(meld)
        if rank == TWO:
            return MeldProblem(CanastaReason.TWOS, {"meld": meld})
        if rank == THREE and (meld.jokers or any(is_red_three(placed.card) for placed in meld.cards)):
            return MeldProblem(CanastaReason.THREES, {"meld": meld})
        return super().problem(meld)

    def diagnose(self, cards: Sequence[Placed]) -> MeldProblem:
        """Say that cards of several ranks are not a meld; no run is."""
        if len({placed.card.rank for placed in cards if not self.is_wild(placed.card)}) > 1:
            return MeldProblem(CanastaReason.SETS_ONLY, {"meld": Row(tuple(cards))})
        return super().diagnose(cards)

    def own_arranger(self) -> Any:
        """Return what arranges hands in sets."""
        return SetArranger(self)


class SetArranger(Arranger):
    """Puts hands into sets of four to ace: suits do not matter, so every rank is looked at by itself."""

    def __init__(self, rules: CanastaMelds) -> None:
        super().__init__(rules)
        self._melds = rules
        self._worths = tuple(map(rules.own_points, rules.pack.cards))

    def most_cards(self, heap: int, *, keep: int = 0) -> Arrangement:
        """Place as many cards as possible."""
        return self._laid(heap, self._worths, keep)

    def most_points(self, heap: int, *, keep: int = 0, joker_counts: bool = True) -> Arrangement:
        """Make the melds worth most."""
        return self._laid(heap, self._worths, keep)

    def least_left(
        self, heap: int, value: Callable[[Card], int] | Sequence[int], *, keep: int = 0, thorough: bool = False
    ) -> Arrangement:
        """Leave the least value over."""
        values = [value(card) for card in self._melds.pack.cards] if callable(value) else value
        return self._laid(heap, values, keep)

    def all_but(self, spare: int, heap: int, *, keep: int = 0) -> Arrangement | None:
        """Return one way to place all cards but at most *spare*, or None if there is none."""
        best = self._laid(heap, self._worths, keep)
        return best if best.left.bit_count() <= spare else None

    def first_meld(self, heap: int, first: FirstMeld, *, keep: int = 1) -> Arrangement | None:  # type: ignore[override]
        """Return melds that meet the first-meld rule and place many cards; None if no melds meet it."""
        best = self._laid(heap, self._worths, keep)
        return best if best.melds and (first.is_free or first.meets(best.melds)) else None

    def can_open(self, heap: int, first: FirstMeld, *, keep: int = 1) -> bool:  # type: ignore[override]
        """Whether some melds meet the first-meld rule."""
        return self.first_meld(heap, first, keep=keep) is not None

    def any_first_meld(self, heap: int, first: FirstMeld, *, keep: int = 1) -> tuple[Meld, ...] | None:  # type: ignore[override]
        """Return some melds that meet the first-meld rule; None if there are none."""
        best = self.first_meld(heap, first, keep=keep)
        return None if best is None else best.melds

    def _laid(self, heap: int, values: Sequence[int], keep: int) -> Arrangement:
        """Lay whole ranks, pairs with a wild card each, the dearest first, and what wild cards find room."""
        pack, rules = self._melds.pack, self._melds
        by_rank: dict[int, list[Card]] = {}
        wild: list[Card] = []
        for card in pack.cards_in(heap):
            if rules.is_wild(card):
                wild.append(card)
            elif card.rank != THREE:
                by_rank.setdefault(card.rank, []).append(card)
        wild.sort(key=lambda card: values[card.kind], reverse=True)
        melds = [list(map(Placed, cards)) for cards in by_rank.values() if len(cards) > 2]
        pairs = [cards for cards in by_rank.values() if len(cards) == 2]
        pairs.sort(key=lambda cards: -sum(values[card.kind] for card in cards))
        melds += [[*map(Placed, pair), rules.as_wild(wild.pop())] for pair in pairs[: len(wild)]]
        for meld in melds:
            room = (rules.max_jokers or len(wild)) - sum(placed.is_wild for placed in meld)
            while room > 0 and wild:
                meld.append(rules.as_wild(wild.pop(0)))
                room -= 1
        lacking = keep - heap.bit_count() + sum(map(len, melds))
        while lacking > 0 and melds:
            meld = min(melds, key=lambda meld: (len(meld) <= 3, meld[0].card.rank))
            if len(meld) > 3:
                meld.pop(next((at for at, placed in enumerate(meld) if placed.is_wild), 0))
            else:
                melds.remove(meld)
            lacking = keep - heap.bit_count() + sum(map(len, melds))
        made = tuple(rules.make(Shape.SET, meld) for meld in melds)
        left = heap
        for each in made:
            left = pack.subtract(left, each.heap)
        return Arrangement(made, left, sum(meld.points for meld in made))
