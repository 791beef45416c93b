"""What the rules of a game say about single cards and windows of cards, looked up once per game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from rummykit.engine.table import TableMeld
from rummykit.parts import Discarding

if TYPE_CHECKING:
    from rummykit.engine.ruleset import Ruleset

ROWS_REMEMBERED = 60_000
GAMES_REMEMBERED = 16


USUAL_RUN = 5
"""How long runs get on a table that all may add to."""


class Knowledge:
    """Tables that depend on the rules only. Kinds and ranks are those of the pack.

    A *row* is the ranks of one suit as bits, a *heap of kinds* has one bit for each natural kind.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.pack = pack = rules.pack
        self.width = len(pack.ranks)
        self.row_mask = (1 << self.width) - 1
        self.shifts = tuple(suit * self.width for suit in range(len(pack.suits)))
        self.every_suit = sum(1 << shift for shift in self.shifts)
        """Times a set of ranks: those ranks in every suit."""
        self.penalty = rules.card_values
        self._worth = tuple(
            (points, sum(sum(pack.bits[kind]) for kind, counts in enumerate(self.penalty) if counts == points))
            for points in sorted(set(self.penalty))
        )
        """What cards may count, each with all the cards that count so."""
        self.factor = tuple(rules.scoring.finish_factor(card) for card in pack.cards)
        naturals = self.penalty[: pack.naturals]
        self.mean_penalty = sum(naturals) / len(naturals)
        pool = rules.flow.laying_down.pool if rules.deal.pool_jokers else None
        self.has_pool = rules.flow.laying_down.pool is not None
        """Whether jokers lie open for all, and so are in no hand."""
        self.last_cards = int(rules.flow.discarding.final_required)
        """How many cards must be left for the discard."""
        self.cards_at_end = rules.flow.discarding.last_cards
        """How many cards leave the hand with the move that ends the round: one, or none where that is no discard."""
        self.discards = isinstance(rules.flow.discarding, Discarding)
        """Whether a turn ends with a discard."""
        self.rearranges = rules.flow.rearranging is not None and rules.flow.rearranging.allowed
        """Whether the table may be rearranged, so that a card finds its place more by what lies there."""
        self.pool_run = pool.min_run if pool else 0
        """The shortest run that takes a joker from the pool; 0 where there is no pool."""
        self.joker_of_suit = tuple(
            sum(pack.bits[card.kind][0] for card in pack.cards if card.is_joker and card.suit in (-1, suit))
            for suit in range(len(pack.suits))
        )
        self.table_counts = self._table_counts()
        """Whether cards that are laid count for themselves, whatever else is on the table."""
        self.in_run, self.in_set = rules.melds.min_run, rules.melds.min_set
        """The fewest cards of a run, and of a set."""
        self.windows = tuple(self._windows(self.in_run))
        runs = tuple(self._windows(USUAL_RUN))
        self.hard_to_place = tuple(sum(not run >> rank & 1 for run in runs) for rank in range(self.width))
        """For every rank how many runs do not go through it: cards at the ends of the line seldom find a place."""
        self.pool_windows = tuple(self._windows(self.pool_run)) if self.pool_run else ()
        self.run_chances = lru_cache(ROWS_REMEMBERED)(self._run_chances)
        self.runs_through = lru_cache(ROWS_REMEMBERED)(self._runs_through)

    def _windows(self, length: int) -> Iterator[int]:
        """Yield the rows of all runs of one length."""
        melds = self.rules.melds
        for start in range(melds.starts):
            if melds.has_run(start, length):
                yield sum(1 << rank for rank in melds.line[start : start + length])

    def _table_counts(self) -> bool:
        """Ask the scoring about a table with a single meld."""
        rules = self.rules
        melds = rules.finder.naturals(self.pack.first_copies & self.row_mask) if rules.flow.lays_out else []
        if not melds:
            return False
        table = [TableMeld.new(1, 0, melds[0].melds[0], rules.melds)]
        return any(item.points[0] > 0 for item in rules.scoring.standing(rules.players, table, ()))

    def kinds(self, heap: int) -> int:
        """Return the heap of natural kinds that lie in *heap*, copies taken as one."""
        kinds = heap & self.pack.first_copies
        for copy in range(1, self.pack.copies):
            kinds |= heap >> (copy * self.pack.naturals) & self.pack.first_copies
        return kinds

    def exhausted(self, heap: int) -> int:
        """Return the kinds of which every copy lies in *heap*."""
        # Copies are stacked, so the last copy is there only when all are.
        return heap >> ((self.pack.copies - 1) * self.pack.naturals) & self.pack.first_copies

    def hand_penalty(self, hand: int) -> int:
        """Return what the cards of a hand count together."""
        penalty = 0
        for points, cards in self._worth:
            penalty += points * (hand & cards).bit_count()
        return penalty

    def _run_chances(self, row: int, joker: bool) -> tuple[int, int]:
        """Return the ranks that would complete a run with *row*, and those that would nearly do.

        ``joker``: the joker of the suit lies in the pool, so a run may lack one card.
        """
        complete = nearly = 0
        for window in self.windows:
            held = (window & row).bit_count()
            if held == self.in_run - 1:
                complete |= window & ~row
            elif held == self.in_run - 2:
                nearly |= window & ~row
        if joker:
            for window in self.pool_windows:
                held = (window & row).bit_count()
                if held == self.pool_run - 2:
                    complete |= window & ~row
        return complete, nearly & ~complete

    def _runs_through(self, rank: int, row: int) -> int:
        """Count the shortest runs that *rank* makes with cards of *row*."""
        bit = 1 << rank
        return sum(1 for window in self.windows if window & bit and not window & ~bit & ~row)


@lru_cache(GAMES_REMEMBERED)
def knowledge(rules: Ruleset) -> Knowledge:
    """Return what is known about a game; the tables of the same rules are made once."""
    return Knowledge(rules)
