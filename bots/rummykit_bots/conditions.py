"""How far a hand is from a condition on the whole of it, for games in which hands are collected.

An estimate that is quick enough to be asked for every card that may come: melds that the condition asks for are taken
one after the other, the others are as cheap as can be, and every meld that is still wanting has a price.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING

from rummykit.melds import Demand
from rummykit.memo import Memo
from rummykit_bots.knowledge import GAMES_REMEMBERED

if TYPE_CHECKING:
    from rummykit.engine.ruleset import Ruleset
    from rummykit.melds import Meld

WANTING = 14
"""What a meld costs that the condition asks for and the hand does not have."""
TRIED = 3
"""So many melds are looked at for each that the condition asks for."""
MOST_TRIES = 500
"""How long the search for the melds of a first meld may go on."""


class Conditioned:
    """The least that melds leave over, and what those cost that are still wanting."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules, condition = rules, rules.flow.hand_condition
        self._slots = _slots(condition.demands if condition else ())
        self._least = Memo(rules.least_deadwood)
        self._filled = [Memo(partial(self._fill, at)) for at in range(len(self._slots))]

    def least(self, heap: int) -> int:
        """Return what is left of a heap in the best case, with the price of melds that are wanting."""
        return self._filled[0][heap]

    def _fill(self, at: int, heap: int) -> int:
        """Return the least for a heap of which the first melds wanted are taken already."""
        at_best = self._least[heap]  # no meld that is taken leaves less
        best, last = at_best + WANTING * (len(self._slots) - at), at + 1 == len(self._slots)
        for cards in self._candidates(heap, self._slots[at]):
            rest = self._rules.pack.subtract(heap, cards)
            left = self._least[rest]
            if left < best:
                best = min(best, left if last else self._filled[at + 1][rest])
            if best == at_best:
                break
        return best

    def _candidates(self, heap: int, wanted: Demand) -> list[int]:
        """Return the cards of some melds that are wanted, the costliest first."""
        finder, values, kinds = self._rules.finder, self._rules.card_values, self._rules.pack.kinds
        moves = finder.naturals(heap) if wanted.pure else [*finder.naturals(heap), *finder.with_jokers(heap)]
        melds = {move.melds[0].heap: None for move in moves if wanted.fits(move.melds[0])}
        if len(melds) <= TRIED:
            return list(melds)
        return sorted(melds, key=lambda cards: -sum([values[kind] for kind in kinds(cards)]))[:TRIED]


def melds_towards(demands: tuple[Demand, ...], rules: Ruleset, heap: int) -> tuple[Meld, ...]:
    """Return melds of a heap that a condition asks for, as many of them as a short search finds."""
    slots, subtract = _slots(demands), rules.pack.subtract
    moves = (*rules.finder.naturals(heap), *rules.finder.with_jokers(heap))
    melds = [meld for (meld,) in (move.melds for move in moves) if any(demand.fits(meld) for demand in demands)]
    melds.sort(key=lambda meld: (len(meld.jokers), len(meld)))
    best: tuple[Meld, ...] = ()
    tries = 0

    def grow(at: int, left: int, chosen: tuple[Meld, ...]) -> None:
        nonlocal best, tries
        if len(chosen) > len(best):
            best = chosen
        for meld in melds if at < len(slots) else ():
            tries += 1
            if len(best) == len(slots) or tries > MOST_TRIES:
                return
            if slots[at].fits(meld) and not meld.heap & ~left:
                grow(at + 1, subtract(left, meld.heap), (*chosen, meld))
        if at < len(slots):
            grow(at + 1, left, chosen)

    grow(0, heap, ())
    return best


def _slots(demands: tuple[Demand, ...]) -> list[Demand]:
    """Return the melds that a condition asks for one by one, the hardest first."""
    slots: list[Demand] = []
    for demand in sorted(demands, key=lambda demand: (not demand.pure, -demand.min_length, demand.shape is None)):
        there = [slot for slot in slots if demand.shape in (None, slot.shape) and slot.min_length >= demand.min_length]
        there = [slot for slot in there if slot.pure or not demand.pure]
        slots += [demand] * (demand.least - len(there))
    return slots


@lru_cache(GAMES_REMEMBERED)
def conditioned(rules: Ruleset) -> Conditioned:
    """Return the estimate of a game, which remembers what it has worked out."""
    return Conditioned(rules)
