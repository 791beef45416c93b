"""The cards of one rank: which of them go to runs, which to sets, and which stay in the hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from operator import add, mul
from typing import NamedTuple

from rummykit.melds import MIN_LENGTH, MeldRules
from rummykit.solver.runs import Share

BySuit = tuple[int, ...]
MEMORY = 20_000


class Group(NamedTuple):
    """A set: the suits of its natural cards, the suits whose own jokers it has, and its plain jokers."""

    suits: tuple[int, ...]
    own_jokers: tuple[int, ...]
    jokers: int


class Supply(NamedTuple):
    """The cards of a rank by suit: those that must be placed, those that may be, and what leaving one costs.

    ``for_runs`` and ``for_top`` are the most that runs can take at this place and above the highest rank.
    ``own_jokers`` has a 1 for every suit whose own joker is in play. ``joker_price`` and ``set_price`` are what a joker
    and a natural card cost in a set. ``keeping``: cards are to be kept back, so that to leave more can be better.
    ``placing``: it is the other way round.
    """

    required: BySuit
    spare: BySuit
    weights: BySuit
    for_runs: BySuit
    for_top: BySuit
    own_jokers: BySuit
    joker_price: int
    set_price: int
    keeping: bool
    placing: bool


class Choice(NamedTuple):
    """What becomes of the cards of a rank: every suit's share for runs, the sets, and how many stay in the hand.

    Where cards are to be placed, ``left`` is how many are.
    """

    shares: tuple[Share, ...]
    cost: int
    left: int
    jokers: int
    in_sets: BySuit
    own_in_sets: BySuit


class Sets:
    """Which sets can be made of the cards of a rank, for a number of jokers in play; remembers its answers.

    ``every_way``: also with more jokers than the sets need.
    """

    def __init__(self, rules: MeldRules, jokers: int, *, every_way: bool) -> None:
        self._suits = len(rules.pack.suits)
        self._least = rules.min_naturals
        self._most = jokers + self._suits if rules.max_jokers is None else rules.max_jokers
        self._jokers = jokers
        self._every_way = every_way
        self.groups = lru_cache(None)(self._groups)
        self._all_sets = lru_cache(None)(self._find_all_sets)
        self._shares = lru_cache(None)(_find_shares)
        self._in_order = lru_cache(MEMORY)(self._find_choices)

    def _groups(self, cards: BySuit, own_jokers: BySuit, jokers: int) -> tuple[Group, ...] | None:
        """Share cards and jokers, all of them, out into sets; None if that cannot be done."""
        if not any(cards):
            return None if jokers or any(own_jokers) else ()
        first = next(suit for suit, count in enumerate(cards) if count)
        others = [suit for suit, count in enumerate(cards) if count and suit != first]
        for more in range(len(others), -1, -1):
            for chosen in combinations(others, more):
                suits = tuple(sorted((first, *chosen)))
                if len(suits) < self._least:
                    continue
                rest = tuple([count - (suit in suits) for suit, count in enumerate(cards)])
                for own, plain in self._jokers_for(suits, own_jokers, jokers):
                    own_rest = tuple([count - (suit in own) for suit, count in enumerate(own_jokers)])
                    further = self.groups(rest, own_rest, jokers - plain)
                    if further is not None:
                        return (Group(suits, own, plain), *further)
        return None

    def _jokers_for(
        self, suits: tuple[int, ...], own_jokers: BySuit, jokers: int
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        free = [suit for suit, count in enumerate(own_jokers) if count and suit not in suits]
        for number in range(len(free) + 1):
            for own in combinations(free, number):
                size = len(suits) + number
                for plain in range(max(0, MIN_LENGTH - size), min(jokers, self._suits - size) + 1):
                    if number + plain <= self._most:
                        yield own, plain

    def _find_all_sets(self, total: BySuit, own_jokers: BySuit) -> tuple[tuple[BySuit, BySuit, tuple[int, ...]], ...]:
        """Return all that can go to sets, cards and suits' jokers, and with how many plain jokers."""
        found = []
        for own in product(*[range(count + 1) for count in own_jokers]):
            for cards in product(*[range(count + 1) for count in total]):
                # A set has each suit once, so there are as many sets as cards of a suit.
                least = max(0, MIN_LENGTH * max(cards) - sum(cards) - sum(own))
                numbers = [n for n in range(least, self._jokers + 1) if self.groups(cards, own, n) is not None]
                if numbers:
                    found.append((cards, own, tuple(numbers if self._every_way else numbers[:1])))
        return tuple(found)

    def choices(self, supply: Supply) -> tuple[tuple[Choice, ...], BySuit]:
        """Return all that can become of the cards of a rank and is not worse than another way to the same runs.

        It is worked out for one order of the suits only; the second answer says where every suit stands in it.
        """
        by_suit = list(zip(*supply[:6], strict=True))
        order = sorted(range(self._suits), key=by_suit.__getitem__)
        found = self._in_order(Supply._make((*zip(*[by_suit[suit] for suit in order], strict=True), *supply[6:])))
        return found, tuple(sorted(range(self._suits), key=order.__getitem__))

    def _find_choices(self, supply: Supply) -> tuple[Choice, ...]:
        required, spare, weights, for_runs, for_top, own_jokers, joker_price, set_price, keeping, placing = supply
        total = tuple(map(add, required, spare))
        best: dict[tuple[Share, ...], list[Choice]] = {}
        for in_sets, own, numbers in self._all_sets(total, own_jokers):
            ways = map(self._shares, total, in_sets, for_runs, for_top, spare, own)
            cost_of_sets, own_number = sum(in_sets) * set_price, sum(own)
            for combined in product(*ways):
                shares, stays = zip(*combined, strict=True)
                left = sum(spare) - sum(stays) if placing else sum(stays)
                cost = cost_of_sets + sum(map(mul, stays, weights))
                known = best.setdefault(shares, [])
                for jokers in numbers:
                    price = (jokers + own_number) * joker_price
                    self._keep_unbeaten(known, Choice(shares, cost + price, left, jokers, in_sets, own), keeping)
        return tuple([choice for known in best.values() for choice in known])

    def _keep_unbeaten(self, known: list[Choice], new: Choice, keeping: bool) -> None:
        def beats(one: Choice, other: Choice) -> bool:
            fewer = one.jokers == other.jokers if self._every_way else one.jokers <= other.jokers
            return fewer and one.cost <= other.cost and (not keeping or one.left >= other.left)

        if not any(beats(other, new) for other in known):
            known[:] = [other for other in known if not beats(new, other)] + [new]


def _find_shares(
    count: int, in_sets: int, for_runs: int, for_top: int, spare: int, own: int
) -> tuple[tuple[Share, int], ...]:
    """Return the shares that a suit can get beside what goes to sets, each with how many cards stay in the hand."""
    most = count - in_sets
    return tuple(
        [
            (Share(low, top, bool(own)), most - low - top)
            for low in range(min(most, for_runs) + 1)
            for top in range(min(most - low, for_top) + 1)
            if most - low - top <= spare
        ]
    )
