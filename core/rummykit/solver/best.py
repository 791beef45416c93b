"""Asks the walk and lays out what it finds: what the table solver and the arranger have in common."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rummykit.cards import Card, Placed
from rummykit.melds import MIN_LENGTH, Meld, MeldRules, Shape
from rummykit.memo import Memo
from rummykit.solver.programme import Candidate, Programme
from rummykit.solver.search import ANY_COST
from rummykit.solver.shapes import CLOSED, JOKER, NATURAL, OWN_JOKER, BySuit, Group, Sets, Spread, SuitState
from rummykit.solver.walk import Costs, Question, Walk, Walked, by_rank

MEMORY = 20_000
STEPS_OF_PROGRAMME = 5
"""How many steps the integer programme may take for every step that the walk was allowed."""


class Best(NamedTuple):
    """The melds that cost least, and whether that is sure."""

    cost: int
    melds: list[Meld]
    exact: bool


class Solver:
    """Finds the melds that cost least; pure apart from what it remembers."""

    def __init__(self, rules: MeldRules) -> None:
        self.rules = rules
        self.pack = rules.pack
        self.counts: Memo[int, int] = Memo(lambda heap: sum([1 << 8 * kind for kind in rules.pack.kinds(heap)]))
        """The number of cards of every kind in a heap, a byte for each, the first kind lowest."""
        self._layer = Layer(rules)
        self._walks: dict[tuple[int, bool], Walk] = {}

    def question(
        self, table: Sequence[Meld], hand: int, costs: Costs, *, keep: int = 0, placing: bool = False
    ) -> Question:
        """Return the question how to place cards of a hand with those of a table; *placing*: at least one of them."""
        pack, width, counts = self.pack, len(self.pack.ranks), self.counts
        heap, on_table, in_hand = hand, 0, counts[hand]
        for meld in table:
            heap |= meld.heap
            on_table += counts[meld.heap]
        required, spare, total = [by_rank(pack, number) for number in (on_table, in_hand, on_table + in_hand)]
        held = tuple([heap >> at & (1 << width) - 1 for at in range(0, pack.naturals, width)])
        plain = pack.naturals + len(pack.suits) * pack.suit_jokers
        required_jokers, spare_jokers = on_table >> 8 * plain, in_hand >> 8 * plain
        own: BySuit = ()
        if pack.suit_jokers:
            own = tuple([2 * (on_table >> 8 * at & 1) + (in_hand >> 8 * at & 1) for at in range(pack.naturals, plain)])
            own = own if any(own) else ()
        return Question(required, spare, total, held, required_jokers, spare_jokers, own, costs, keep, placing)

    def best(
        self, question: Question, most_steps: int, most_cost: int = ANY_COST, *, thorough: bool = True
    ) -> Best | None:
        """Return the melds that cost least; None if none were found that cost at most *most_cost*.

        What a walk does not settle in *most_steps* is left to the integer programme. Unless *thorough*, jokers are laid
        only where melds need them and then added where they fit, and a walk that is cut off goes on narrowly.
        """
        costs = question.costs
        jokers = question.required_jokers + question.spare_jokers
        by_place = any(costs.prices) or (jokers > 0 and costs.low_price != costs.high_price)
        if not thorough:
            if by_place:
                question = question._replace(costs=costs._replace(prices=(), low_price=0, high_price=0))
            return self._by_walk(question, most_steps, ANY_COST if by_place else most_cost, False, True, by_place)[0]
        # The programme knows one price of a card, wherever it lies.
        priced = any(costs.prices) or costs.low_price or costs.high_price
        best, sure = self._by_walk(question, most_steps, most_cost, True, bool(priced), by_place)
        if sure or priced:
            return best
        programme = Programme(self.rules, question)
        found = programme.best(most_cost, most_steps * STEPS_OF_PROGRAMME, any_will_do=question.placing)
        if found is not None:
            return Best(found[0], self._layer.pieces(found[1]), programme.sure)
        return None if programme.sure else self._by_walk(question, most_steps, most_cost, True, True, False)[0]

    def _by_walk(
        self, question: Question, most_steps: int, most_cost: int, thorough: bool, narrowly: bool, by_place: bool
    ) -> tuple[Best | None, bool]:
        """Return what a walk finds, and whether that is sure; *narrowly*: it goes on so when it is cut off."""
        jokers, fallback = question.required_jokers + question.spare_jokers, None
        if not question.own_jokers and not (by_place and thorough):
            walked, exact = self._walk(jokers, False).best(question, most_steps, most_cost, narrowly)
            if walked is None:
                return None, exact
            melds = self._layer.melds(walked)
            free = self._layer.add_jokers(melds, walked.free_jokers)
            cost = walked.cost + free * question.costs.joker
            laid = sum([len(meld.jokers) for meld in melds]) if jokers else 0
            if laid >= question.required_jokers and cost <= most_cost:
                # No walk costs less than this one, and if its free jokers stay in the hand it is an answer.
                fallback = Best(cost, melds, exact)
                if cost == walked.cost or not thorough:
                    exact = exact and cost == walked.cost and not by_place
                    return fallback._replace(exact=exact), exact
                most_cost = cost - 1
        walked, exact = self._walk(jokers, True).best(question, most_steps, most_cost, narrowly)
        if walked is not None:
            return Best(walked.cost, self._layer.melds(walked), exact), exact
        return fallback if exact or fallback is None else fallback._replace(exact=False), exact

    def add_jokers(self, best: Best, jokers: int) -> Best:
        """Return the melds with further plain jokers added where they fit."""
        melds = list(best.melds)
        self._layer.add_jokers(melds, jokers)
        return Best(best.cost, melds, False)

    def _walk(self, jokers: int, every_way: bool) -> Walk:
        walk = self._walks.get((jokers, every_way))
        if walk is None:
            own = self.pack.suit_jokers
            walk = self._walks[jokers, every_way] = Walk(self.rules, jokers, own_jokers=own, every_way=every_way)
        return walk


class Thread:
    """A run as it grows: the place of its first card in the walk, and a letter for every card."""

    def __init__(self, start: int, word: str) -> None:
        self.start, self.word = start, word


class Layer:
    """Lays out what a walk has found, as melds."""

    def __init__(self, rules: MeldRules) -> None:
        self._rules = rules
        self._pack = rules.pack
        self._width = len(rules.pack.ranks)
        self._sets = Sets(rules, rules.pack.joker_bits.bit_count(), every_way=True)
        self._joker = rules.pack.cards[-1]
        self._lay_sets = lru_cache(MEMORY)(self._make_sets)
        self._run = lru_cache(MEMORY)(self._make_run)

    def melds(self, walked: Walked) -> list[Meld]:
        """Return the melds of a walk, low ones first; free jokers are not in them."""
        found = []
        for rank, (choice, places) in zip(walked.order, walked.choices, strict=True):
            if any(choice.in_sets):
                cards, own = [tuple([of[at] for at in places]) for of in (choice.in_sets, choice.own_in_sets)]
                found += self._lay_sets(rank, cards, own, choice.jokers)
        by_suit = zip(*walked.spreads, strict=True)
        for suit, (spreads, end) in enumerate(zip(by_suit, walked.end, strict=True)):
            for thread in self._runs(spreads, end):
                start = (walked.order[0] + thread.start) % self._width if self._rules.wrap else thread.start
                found += self.cut(suit, start, thread.word)
        return sorted(found, key=lowest)

    def pieces(self, pieces: Sequence[Candidate]) -> list[Meld]:
        """Return the melds of a programme, low ones first."""
        found = list[Meld]()
        for piece in pieces:
            if len(piece.made_of) == 2:
                found.append(self._set(*piece.made_of))
            elif len(piece.made_of) == 3:
                found += self.cut(*piece.made_of)
        return sorted(found, key=lowest)

    # -- sets ----------------------------------------------------------------------------------------

    def _make_sets(self, rank: int, cards: BySuit, own: BySuit, jokers: int) -> list[Meld]:
        groups = self._sets.groups(cards, own, jokers)
        assert groups is not None, "a walk takes sets only where there are some"
        return [self._set(rank, group) for group in groups]

    def _set(self, rank: int, group: Group) -> Meld:
        laid = [self._pack.laid(rank, suit) for suit in group.suits]
        laid += [Placed(self._own(suit), self._pack.natural(rank, suit)) for suit in group.own_jokers]
        laid += [Placed(self._joker) for _ in range(group.jokers)]
        return self._rules.make(Shape.SET, laid)

    def _own(self, suit: int) -> Card:
        return self._pack.cards[self._pack.naturals + suit]

    # -- runs ----------------------------------------------------------------------------------------

    def _runs(self, spreads: Sequence[Spread], end: SuitState) -> list[Thread]:
        """Return the runs of a suit whose open runs went on so until they came to an end."""
        came_in = [Thread(0, "") for _ in end.across]
        threads, begun = list(came_in), list[Thread]()
        for place, (_, _, _, each, words, own, order) in enumerate(spreads, 1):
            if each == NATURAL:  # the most common by far
                threads[0].word += each
            elif each:
                still = []
                for thread, letter in zip(threads, each, strict=True):
                    if letter != CLOSED:
                        if own and letter == JOKER:
                            letter, own = OWN_JOKER, False
                        thread.word += letter
                        still.append(thread)
                threads = still
            if words:
                for word in words:
                    start = place - len(word)
                    if own and word[0] == JOKER:
                        word, own = OWN_JOKER + word[1:], False
                    thread = Thread(start, word)
                    threads.append(thread)
                    begun.append(thread)
            if len(threads) > 1:
                threads = [threads[at] for at in order]
        # What leaves a circle at its end goes on with what came in at its start.
        leaving = list(zip(end.runs, threads, strict=True)) if came_in else []
        for thread, kind in zip(came_in, end.across, strict=True):
            before = next(pair for pair in leaving if pair[0] == kind)
            leaving.remove(before)
            before[1].word += thread.word
        return begun

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
            placed = self._pack.laid(rules.line[start + at], suit)
            if letter != NATURAL:
                placed = Placed(self._own(suit) if letter == OWN_JOKER else self._joker, placed.card)
            laid.append(placed)
        meld = rules.make(Shape.RUN, laid, start)
        return meld if rules.problem(meld) is None else None

    # -- jokers left over ----------------------------------------------------------------------------

    def add_jokers(self, melds: list[Meld], jokers: int) -> int:
        """Add plain jokers to melds where they fit; return how many are left."""
        for at in range(len(melds)):
            while jokers:
                longer = next(
                    (new for placed, _, new in self._rules.extensions(melds[at]) if placed.card is self._joker), None
                )
                if longer is None:
                    break
                melds[at] = longer
                jokers -= 1
        return jokers


def lowest(meld: Meld) -> tuple[int, int]:
    """Return rank and suit of the first card of a meld, to put melds in order."""
    card = meld.cards[0].shown
    return card.rank, card.suit
