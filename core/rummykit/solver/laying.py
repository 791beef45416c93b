"""From a walk back to melds: runs are followed through its steps, and jokers left over are added where they fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from rummykit.cards import Card, Placed
from rummykit.melds import MIN_LENGTH, Meld, MeldRules, Shape
from rummykit.solver.runs import CLOSED, JOKER, NATURAL, OpenRun
from rummykit.solver.sets import BySuit, Sets
from rummykit.solver.walk import Walked

OWN_JOKER = "O"
MEMORY = 20_000


@dataclass
class Thread:
    """A run as it grows: its suit, the place of its first card in the walk, and a letter for every card.

    ``came_in``: the run that it goes on with across the seam of a circle, by its number.
    """

    kind: OpenRun
    suit: int
    start: int
    word: str
    came_in: int | None = None
    goes_on: Thread | None = field(default=None, repr=False)


class Layer:
    """Lays out what a walk has found, as melds."""

    def __init__(self, rules: MeldRules) -> None:
        self._rules = rules
        self._pack = rules.pack
        self._width = len(rules.pack.ranks)
        self._sets = Sets(rules, rules.pack.joker_bits.bit_count(), every_way=True)
        self._plain = rules.pack.cards[-1] if rules.pack.plain_jokers else None
        self._lay_sets = lru_cache(MEMORY)(self._make_sets)
        self._run = lru_cache(MEMORY)(self._make_run)

    def melds(self, walked: Walked) -> list[Meld]:
        """Return the melds of a walk, low ones first; free jokers are not in them."""
        found = [meld for rank, groups in self._groups(walked) for meld in self._lay_sets(rank, *groups)]
        for suit in range(len(self._pack.suits)):
            for start, word in self._runs(walked, suit):
                found += self.cut(suit, (walked.order[0] + start) % self._width if self._rules.wrap else start, word)
        return sorted(found, key=_lowest)

    # -- sets ----------------------------------------------------------------------------------------

    def _groups(self, walked: Walked) -> Iterator[tuple[int, tuple[BySuit, BySuit, int]]]:
        for rank, step in zip(walked.order, walked.steps, strict=True):
            if any(step.choice.in_sets):
                yield rank, (step.choice.in_sets, step.choice.own_in_sets, step.choice.jokers)

    def _make_sets(self, rank: int, cards: BySuit, own: BySuit, jokers: int) -> list[Meld]:
        groups = self._sets.groups(cards, own, jokers)
        assert groups is not None, "a walk takes sets only where there are some"
        found = []
        for group in groups:
            laid = [Placed(self._pack.natural(rank, suit)) for suit in group.suits]
            laid += [Placed(self._own(suit), self._pack.natural(rank, suit)) for suit in group.own_jokers]
            laid += [Placed(self._joker) for _ in range(group.jokers)]
            found.append(self._rules.make(Shape.SET, laid))
        return found

    @property
    def _joker(self) -> Card:
        assert self._plain is not None, "there are plain jokers"
        return self._plain

    def _own(self, suit: int) -> Card:
        return self._pack.cards[self._pack.naturals + suit]

    # -- runs ----------------------------------------------------------------------------------------

    def _runs(self, walked: Walked, suit: int) -> Iterator[tuple[int, str]]:
        """Yield the place in the walk and the letters of every run of a suit."""
        begin = walked.begin[suit]
        came_in = [Thread(kind, suit, 0, "", number) for number, kind in enumerate(begin.across)]
        threads, ended, begun = list(came_in), [], list(came_in)
        for place, step in enumerate(walked.steps):
            spread = step.spreads[suit]
            own = spread.own_joker
            still = []
            for thread, letter in zip(threads, spread.each, strict=True):
                if letter == CLOSED:
                    ended.append(thread)
                    continue
                if letter == JOKER and own:
                    letter, own = OWN_JOKER, False
                thread.word += letter
                still.append(thread)
            for word in spread.begun:
                start = place + 1 - len(word)
                if own and word[0] == JOKER:
                    word, own = OWN_JOKER + word[1:], False
                thread = Thread((0, 0, 0, 0, False), suit, start, word)
                still.append(thread)
                begun.append(thread)
            threads = self._in_order(still, step.spreads[suit].kinds)
        yield from self._joined(begun, threads, came_in, begin.across)

    def _in_order(self, threads: list[Thread], kinds: tuple[OpenRun, ...]) -> list[Thread]:
        for thread, kind in zip(threads, kinds, strict=True):
            thread.kind = kind
        return sorted(threads, key=lambda thread: thread.kind)

    def _joined(
        self, begun: list[Thread], open_at_end: list[Thread], came_in: list[Thread], across: tuple[OpenRun, ...]
    ) -> Iterator[tuple[int, str]]:
        """Join what leaves a circle at its end with what comes in at its start."""
        free = list(open_at_end)
        for thread, entry in zip(came_in, across, strict=True):
            before = next(other for other in free if other.kind == entry)
            free.remove(before)
            before.goes_on = thread
        done: set[int] = set()
        circle = [thread for thread in begun if thread.came_in is None] + came_in
        for thread in circle:
            if id(thread) in done:
                continue
            word = ""
            part: Thread | None = thread
            while part is not None and id(part) not in done:
                done.add(id(part))
                word += part.word
                part = part.goes_on
            yield thread.start, word

    def cut(self, suit: int, start: int, word: str) -> list[Meld]:
        """Return a row of cards as runs: as one if that is legal, or else cut into several."""
        meld = self._run(suit, start, word)
        if meld is not None:
            jokers = word.index(NATURAL)
            # Jokers before a run are mostly worth more behind it.
            moved = self._run(suit, start + jokers, word[jokers:] + word[:jokers]) if jokers else None
            return [meld if moved is None or moved.points < meld.points else moved]
        for at in range(MIN_LENGTH, len(word) - MIN_LENGTH + 1):
            head = self._run(suit, start, word[:at])
            if head is not None:
                try:
                    return [head, *self.cut(suit, (start + at) % self._width, word[at:])]
                except ValueError:
                    continue
        raise ValueError("no runs")

    def _make_run(self, suit: int, start: int, word: str) -> Meld | None:
        rules = self._rules
        if rules.wrap and len(word) == rules.longest_run:
            start, word = 0, word[-start % self._width :] + word[: -start % self._width]
        if not rules.has_run(start, len(word)):
            return None
        laid = []
        for at, letter in enumerate(word):
            natural = self._pack.natural(rules.line[start + at], suit)
            if letter == NATURAL:
                laid.append(Placed(natural))
            else:
                laid.append(Placed(self._own(suit) if letter == OWN_JOKER else self._joker, natural))
        meld = rules.make(Shape.RUN, laid, start)
        return meld if rules.problem(meld) is None else None

    # -- jokers left over ----------------------------------------------------------------------------

    def add_jokers(self, melds: list[Meld], jokers: int) -> int:
        """Add plain jokers to melds where they fit; return how many are left."""
        for at in range(len(melds)):
            while jokers:
                longer = next(
                    (new for placed, _, new in self._rules.extensions(melds[at]) if placed.card is self._plain), None
                )
                if longer is None:
                    break
                melds[at] = longer
                jokers -= 1
        return jokers


def _lowest(meld: Meld) -> tuple[int, int]:
    """Return rank and suit of the first card of a meld, to put melds in order."""
    card = meld.cards[0].shown
    return card.rank, card.suit
