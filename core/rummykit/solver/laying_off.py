"""The best way to lay off: some cards of a hand join melds that lie there, the others are melded or left over."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from rummykit.cards import Placed
from rummykit.melds import Meld, MeldRules

MOST_STATES = 20_000
"""After so many ways to lay off the best one found is good enough: only a hand full of jokers has more."""


class LayOffs(NamedTuple):
    """The cards laid off, each with the place of its meld and in the order in which they fit; the melds with them; and
    what stays in the hand."""

    cards: tuple[tuple[int, Placed], ...]
    melds: tuple[Meld, ...]
    hand: int


def best_lay_offs(rules: MeldRules, melds: Sequence[Meld], hand: int, cost: Callable[[int], int]) -> LayOffs:
    """Return the lay-offs after which what stays in the hand costs least; of equally good ones the fewest.

    >>> from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
    >>> rules = MeldRules(Pack(FRENCH_SUITS, FRENCH_RANKS))
    >>> run = rules.readings(rules.pack.placed_cards("5c 6c 7c"))[0]
    >>> best = best_lay_offs(rules, [run], rules.pack.heap("3c 4c 4d Kd"), int.bit_count)
    >>> [str(placed) for _, placed in best.cards], str(*best.melds), rules.pack.text(best.hand)
    (['4c', '3c'], '3c 4c 5c 6c 7c', '4d Kd')
    """
    pack = rules.pack
    best = LayOffs((), tuple(melds), hand)
    least, waiting, seen = cost(hand), deque([best]), {(hand, best.melds)}
    while waiting and least and len(seen) < MOST_STATES:
        so_far = waiting.popleft()
        for at, meld in enumerate(so_far.melds):
            for placed, _, longer in rules.extensions(meld):
                kind = placed.card.kind
                if not pack.count(so_far.hand, kind):
                    continue
                left = pack.remove(so_far.hand, kind)
                table = (*so_far.melds[:at], longer, *so_far.melds[at + 1 :])
                if (left, table) in seen:
                    continue
                seen.add((left, table))
                more = LayOffs((*so_far.cards, (at, placed)), table, left)
                waiting.append(more)
                worth = cost(left)
                if worth < least:
                    best, least = more, worth
    return best
