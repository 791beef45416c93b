"""The sets of one rank: what can be made of the cards that do not go to runs.

Sets of the table may stay as they are, or with cards added to them; all other cards make sets of their own.
As in `open_runs`, jokers are put into a set only to fill it up to a meld; the room for more is counted if asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import NamedTuple

from rummykit.melds import MIN_LENGTH, MeldRules

BySuit = tuple[int, ...]


class Group(NamedTuple):
    """One set: the suits of its natural cards, and its jokers."""

    suits: tuple[int, ...]
    jokers: int


class SetChoice(NamedTuple):
    """Some sets of a rank: how many cards are left over, and what `Step` says of runs."""

    left: int
    jokers: int
    room: int
    disturbed: int
    groups: tuple[Group, ...]


class RankSets:
    """Lists the choices of sets that are worth a thought. Remembers what it worked out.

    ``all_left``: also those that leave more cards over than others, because some cards may have to stay.
    """

    def __init__(self, melds: MeldRules, jokers: int, count_room: bool, all_left: bool) -> None:
        self._suits = len(melds.pack.suits)
        self._jokers = jokers
        self._most_jokers = jokers if melds.max_jokers is None else min(melds.max_jokers, jokers)
        self._naturals = max(melds.min_naturals, 1)
        self._count_room = count_room
        self._all_left = all_left
        self._known: dict[tuple[BySuit, BySuit, tuple[Group, ...]], tuple[SetChoice, ...]] = {}
        self._new_sets: dict[tuple[BySuit, BySuit], tuple[SetChoice, ...]] = {}
        self._splits: dict[BySuit, tuple[SetChoice, ...]] = {}
        self.fill_of_two = self._fill(2)
        self.fill_of_one = self._fill(1)

    def __len__(self) -> int:
        return len(self._known)

    def choices(self, cards: BySuit, required: BySuit, table: tuple[Group, ...]) -> tuple[SetChoice, ...]:
        """Return the choices for the cards of every suit, some of them required, given the sets of the table."""
        key = (cards, required, table)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._best(self._with_kept(cards, required, table))
        return known

    def _with_kept(self, cards: BySuit, required: BySuit, table: tuple[Group, ...]) -> Iterator[SetChoice]:
        for kept in _subsets(table):
            jokers = sum(group.jokers for group in kept)
            for grown in product(*map(self._grown, kept)):
                cards_left, still_required = list(cards), list(required)
                for group in grown:
                    for suit in group.suits:
                        cards_left[suit] -= 1
                        still_required[suit] = max(0, still_required[suit] - 1)
                if min(cards_left) < 0:
                    continue
                room = sum(map(self._room, grown))
                for choice in self._new(tuple(cards_left), tuple(still_required)):
                    yield SetChoice(
                        choice.left,
                        choice.jokers + jokers,
                        choice.room + room,
                        len(table) - len(kept),
                        grown + choice.groups,
                    )

    def _grown(self, group: Group) -> Iterator[Group]:
        missing = [suit for suit in range(self._suits) if suit not in group.suits]
        for more in range(self._suits - len(group.suits) - group.jokers + 1):
            for suits in combinations(missing, more):
                yield Group(tuple(sorted(group.suits + suits)), group.jokers)

    def _new(self, cards: BySuit, required: BySuit) -> tuple[SetChoice, ...]:
        known = self._new_sets.get((cards, required))
        if known is None:
            total = sum(cards)
            known = self._new_sets[cards, required] = self._best(
                split._replace(left=total - sum(used))
                for used in product(*[range(least, most + 1) for least, most in zip(required, cards, strict=True)])
                for split in self._split(used)
            )
        return known

    def _split(self, used: BySuit) -> tuple[SetChoice, ...]:
        """Return the ways to put exactly these cards into sets."""
        known = self._splits.get(used)
        if known is None:
            known = self._splits[used] = self._best(self._all_splits(used))
        return known

    def _all_splits(self, used: BySuit) -> Iterator[SetChoice]:
        if not any(used):
            yield SetChoice(0, 0, 0, 0, ())
            return
        first = max(range(self._suits), key=lambda suit: used[suit])
        others = [suit for suit in range(self._suits) if used[suit] and suit != first]
        for size in range(len(others), -1, -1):
            fill = self._fill(size + 1)
            if fill is None:
                continue
            for more in combinations(others, size):
                group = Group(tuple(sorted((first, *more))), fill)
                rest = tuple(count - (suit in group.suits) for suit, count in enumerate(used))
                for split in self._split(rest):
                    jokers, room = split.jokers + fill, split.room + self._room(group)
                    yield SetChoice(0, jokers, room, 0, (group, *split.groups))

    def _fill(self, naturals: int) -> int | None:
        """Return how many jokers make so many natural cards a set; None if that cannot be."""
        fill = max(0, MIN_LENGTH - naturals)
        if naturals < self._naturals or fill > self._most_jokers or naturals + fill > self._suits:
            return None
        return fill

    def _room(self, group: Group) -> int:
        if not self._count_room:
            return 0
        return min(self._most_jokers - group.jokers, self._suits - len(group.suits) - group.jokers)

    def _best(self, choices: Iterable[SetChoice]) -> tuple[SetChoice, ...]:
        """Return the choices that no other one beats."""
        kept: list[SetChoice] = []
        # Whoever beats a choice comes before it in this order.
        for choice in sorted(choices, key=lambda c: (c.left, c.jokers, c.disturbed, -c.room)):
            if choice.jokers <= self._jokers and not any(self._beats(better, choice) for better in kept):
                kept.append(choice)
        return tuple(kept)

    def _beats(self, one: SetChoice, other: SetChoice) -> bool:
        """Whether *one* is at least as good: what it saves in jokers it can take as spare ones."""
        if one.jokers > other.jokers or one.disturbed > other.disturbed or one.left > other.left:
            return False
        if self._all_left and one.left != other.left:
            return False
        return not self._count_room or one.jokers + one.room >= other.jokers + other.room


def _subsets(table: tuple[Group, ...]) -> Iterator[tuple[Group, ...]]:
    for size in range(len(table), -1, -1):
        yield from combinations(table, size)
