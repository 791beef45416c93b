"""The quick way to the best new table; it may be too good to be true where melds have limits on jokers."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nsmallest
from itertools import pairwise

from rummykit.arrange.deal import Deal
from rummykit.arrange.kept_runs import KeptRuns
from rummykit.arrange.quick_tables import NEVER, Place, QuickTables, Table
from rummykit.arrange.quick_walk import QuickFound, QuickTask, QuickWalk, Rank, RankChoices
from rummykit.arrange.rank_sets import BySuit, RankSets
from rummykit.arrange.run_counts import NATURAL, NEW, ONE, RunCounts
from rummykit.arrange.tidy_walk import Came, TidyLevel, TidyWalk
from rummykit.arrange.walked import Walked
from rummykit.arrange.weighing import Weights
from rummykit.melds import MIN_LENGTH, MeldRules


class QuickSolver:
    """Asks the quick walk, for some number of jokers in play."""

    def __init__(self, melds: MeldRules, jokers: int) -> None:
        self._jokers = jokers
        self._copies = melds.pack.copies
        self._width = len(melds.pack.ranks)
        self._has_high_ace = melds.high_ace
        self._line = melds.line
        self._counts = RunCounts(melds, jokers)
        self._tables = QuickTables(self._counts, jokers)
        self._kept_runs = KeptRuns(self._counts, jokers)
        self._sets = [RankSets(melds, jokers, count_room=False, all_left=all_left) for all_left in (False, True)]
        self._choices: dict[tuple[BySuit, BySuit, bool], RankChoices] = {}
        self._places: dict[tuple[BySuit, BySuit, int], tuple[Place, ...]] = {}
        self._first_states = [self._counts.numbers[(ONE,) * low] for low in range(self._copies + 1)]

    @property
    def size(self) -> int:
        """How much is remembered."""
        return len(self._tables) + sum(map(len, self._sets)) + len(self._places)

    def solve(self, task: QuickTask, deadline: float | None) -> QuickFound | None:
        """Return the best walk, or None if none was found in time."""
        return QuickWalk(task, self._tables).best(deadline)

    def task(self, deal: Deal, weights: Weights, keep: int) -> QuickTask:
        """Return what the walk is asked."""
        cheapest = self._cheapest(deal, weights, keep)
        ranks = []
        for place, rank in enumerate(self._line):
            settles = place > 0 or not self._has_high_ace
            choices = self._choices_of(deal.cards[rank], deal.required[rank], keep > 0) if settles else None
            ranks.append(Rank(weights.ranks[rank], choices, cheapest[place]))
        return QuickTask(
            ranks,
            self._chains(deal, weights),
            self._first_states,
            self._counts.at_end,
            self._has_high_ace,
            self._copies + 1,
            deal.jokers,
            deal.hand_jokers,
            weights.joker,
            keep,
        )

    def tidier(
        self, deal: Deal, task: QuickTask, loss: int, disturbed: int, deadline: float | None
    ) -> Walked | None:
        """Return a walk that has the same loss and disturbs fewer melds, the fewest of all; None if none was found."""
        levels = []
        for place, rank in enumerate(self._line):
            blocks = tuple(
                [
                    tuple(sorted([run.word for run in deal.runs if run.suit == suit and run.start == place]))
                    for suit in range(len(deal.cards[0]))
                ]
            )
            settles = place > 0 or not self._has_high_ace
            groups = tuple(sorted([group for of_rank, group in deal.sets if of_rank == rank])) if settles else ()
            levels.append(TidyLevel(rank, blocks, groups))
        walk = TidyWalk(task, deal, levels, self._kept_runs, self._sets[task.keep > 0], self._tables.bounds)
        found = walk.best(loss, disturbed, deadline)
        return None if found is None else self._tidily_walked(deal, *found)

    def _choices_of(self, cards: BySuit, required: BySuit, all_left: bool) -> RankChoices:
        key = (cards, required, all_left)
        choices = self._choices.get(key)
        if choices is None:
            choices = self._choices[key] = RankChoices(self._sets[all_left], self._copies + 1, cards, required)
        return choices

    def _cheapest(self, deal: Deal, weights: Weights, keep: int) -> list[list[int]]:
        """Return for every place what 0 … keep cards of the hand from there on cost at least if they stay."""
        if not keep:
            return [[0]] * len(self._line)
        found = []
        values = [weights.joker] * deal.hand_jokers
        for place in reversed(range(len(self._line))):
            rank = self._line[place]
            if place or not self._has_high_ace:
                of_hand = sum(deal.cards[rank]) - sum(deal.required[rank])
                values = nsmallest(keep, values + [weights.ranks[rank]] * of_hand)
            sums = [sum(values[:number]) if number <= len(values) else NEVER for number in range(keep + 1)]
            found.append(sums)
        return found[::-1]

    # -- tables ------------------------------------------------------------------------------------

    def _chains(self, deal: Deal, weights: Weights) -> list[list[list[tuple[Table, int]]]]:
        """Return the tables along the line for every suit, and for every number of its aces put low."""
        suits = range(len(deal.cards[0]))
        table = self._tables.table
        by_rank = [
            self._places_of(cards, required, weight)
            for cards, required, weight in zip(deal.cards, deal.required, weights.ranks, strict=True)
        ]
        chains = []
        for suit in suits:
            of_suit = []
            for low in range(deal.cards[0][suit] + 1 if self._has_high_ace else 1):
                after, base = self._tables.end, 0
                chain = [(after, 0)]
                if self._has_high_ace:
                    place = by_rank[0][suit]
                    after = table(self._less(place, low), after)
                    base = after.base
                    chain.append((after, base))
                for rank in range(self._width - 1, 0 if self._has_high_ace else -1, -1):
                    after = table(by_rank[rank][suit], after)
                    base += after.base
                    chain.append((after, base))
                if self._has_high_ace:
                    chain.append((after, base))
                chain.reverse()
                of_suit.append(chain)
            chains.append(of_suit)
        return chains

    def _places_of(self, cards: BySuit, required: BySuit, weight: int) -> tuple[Place, ...]:
        key = (cards, required, weight)
        places = self._places.get(key)
        if places is None:
            sets, share = self._sets_possible(cards)
            places = self._places[key] = tuple(
                [self._place(have, need, sets, share, weight) for have, need in zip(cards, required, strict=True)]
            )
        return places

    @staticmethod
    def _place(cards: int, required: int, sets: int, share: int, weight: int) -> Place:
        # What makes no difference is left out, so that fewer places differ.
        return Place(
            cards, required, min(cards, sets), share if cards > sets else 0, weight if cards > required else 0
        )

    def _less(self, place: Place, low: int) -> Place:
        """Return the place of the high ace when some aces of the suit lie low."""
        if not low:
            return place
        return self._place(
            place.cards - low, max(0, place.required - low), place.sets, place.share, place.weight
        )

    def _sets_possible(self, cards: BySuit) -> tuple[int, int]:
        """Return how many sets without jokers a rank has at most, and the least halves of a joker per card in others."""
        sets = 0
        while sum([min(count, sets + 1) for count in cards]) >= MIN_LENGTH * (sets + 1):
            sets += 1
        suits = sum([count > 0 for count in cards])
        if self._jokers and suits > 1 and self._sets[0].fill_of_two is not None:
            return sets, 1
        return sets, 4 if self._jokers and suits and self._sets[0].fill_of_one is not None else 0

    # -- the answer --------------------------------------------------------------------------------

    def walked(self, deal: Deal, found: QuickFound) -> Walked:
        """Return what a walk comes to."""
        radix = self._copies + 1
        suits = range(len(deal.cards[0]))
        known = self._counts.moves
        moves, groups, left = [], [], []
        low_aces = found.nodes[0][1]
        if self._has_high_ace:
            moves.append(tuple([((NEW, NATURAL),) * low for low in low_aces]))
        for (before, after), (code, choice) in zip(pairwise(found.nodes), found.steps, strict=True):
            rank = self._line[before[0]]
            in_runs = []
            of_suits = []
            for state, onward in zip(before[2], after[2], strict=True):
                code, naturals = divmod(code, radix)
                in_runs.append(naturals)
                of_suits.append(known[state, naturals, onward])
            moves.append(tuple(of_suits))
            groups += [(rank, group) for group in choice.groups]
            if choice.left:
                low = low_aces if self._has_high_ace and rank == 0 else [0] * len(suits)
                for suit in suits:
                    used = low[suit] + in_runs[suit] + sum([suit in group.suits for group in choice.groups])
                    left += [suit * self._width + rank] * (deal.cards[rank][suit] - used)
        left += [len(suits) * self._width] * found.jokers_left
        return Walked(moves, groups, [()] * len(suits), left, found.complete)

    def _tidily_walked(self, deal: Deal, path: list[Came], jokers_left: int, disturbed: int) -> Walked:
        suits = range(len(deal.cards[0]))
        groups, left = [], []
        low_aces = path[-1][0][1]
        for place, (_, steps, choice) in enumerate(path):
            rank = self._line[place]
            groups += [(rank, group) for group in choice.groups]
            if choice.left:
                low = low_aces if self._has_high_ace and rank == 0 else [0] * len(suits)
                for suit in suits:
                    used = low[suit] + steps[suit].naturals + sum([suit in group.suits for group in choice.groups])
                    left += [suit * self._width + rank] * (deal.cards[rank][suit] - used)
        left += [len(suits) * self._width] * jokers_left
        moves = [tuple([step.moves for step in steps]) for _, steps, _ in path]
        return Walked(moves, groups, [()] * len(suits), left, complete=True, disturbed=disturbed)
