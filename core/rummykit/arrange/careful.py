"""The careful way to the best new table: exact under all limits, and with the fewest melds disturbed."""

from __future__ import annotations

from rummykit.arrange.circle import best_cut, from_cut, promises
from rummykit.arrange.deal import Deal, Run
from rummykit.arrange.open_runs import OpenRuns
from rummykit.arrange.rank_sets import BySuit, Group, RankSets
from rummykit.arrange.rank_walk import Found, RankLevel, RankWalk, Task
from rummykit.arrange.suit_tables import Bounds, EndTable, Level, SuitTable, TooMuchWorkError, Work
from rummykit.arrange.walked import Walked
from rummykit.arrange.weighing import ONE_SECOND, Weights
from rummykit.melds import MIN_LENGTH, MeldRules

MOST_WORK = 1_000_000  # for one search, so that any search ends


class CarefulSolver:
    """Asks the careful walk, for some number of jokers in play.

    ``count_room``: every spare joker must have a place for sure. ``all_left``: some cards may have to stay.
    ``tidy``: the fewest melds of the table are to be disturbed.
    """

    def __init__(self, melds: MeldRules, jokers: int, count_room: bool, all_left: bool, tidy: bool) -> None:
        self._melds = melds
        self._jokers = jokers
        self._tidy = tidy
        self._width = len(melds.pack.ranks)
        self._runs = OpenRuns(melds, jokers, count_room)
        self._sets = RankSets(melds, jokers, count_room, all_left)
        self._bounds = Bounds()
        self._work = Work(MOST_WORK)
        self._walk = RankWalk(self._runs, self._sets, self._bounds, count_room, self._work)
        self._ends = EndTable(self._runs, 2 * jokers)
        self._tables: dict[tuple[Level, int], SuitTable] = {}

    @property
    def size(self) -> int:
        """How much is remembered."""
        return len(self._tables) + len(self._sets) + len(self._bounds) + len(self._runs)

    def solve(self, deal: Deal, weights: Weights, keep: int, deadline: float | None, most_nodes: int) -> Walked | None:
        """Return the best walk, or None if none was found in time, or with so many nodes."""
        melds = self._melds
        cut = best_cut(deal) if melds.wrap else 0
        ranks = [melds.line[cut + place] for place in range(self._width if melds.wrap else len(melds.line))]
        runs = [from_cut(run, cut, self._width) for run in deal.runs] if melds.wrap else deal.runs
        levels: list[RankLevel] = []
        tables: list[SuitTable | EndTable] = [self._ends for _ in deal.cards[0]]
        for place in reversed(range(len(ranks))):
            tables, level = self._level(deal, weights, place, ranks[place], runs, tables)
            levels.append(level)
        levels.reverse()
        self._work.start(deadline)
        try:
            starts = [self._starts(deal, levels, suit) for suit in range(len(tables))]
            task = Task(levels, self._ends, starts, deal.jokers, deal.jokers - deal.hand_jokers, weights.joker, keep)
            found = self._walk.best(task, deadline, most_nodes)
        except TooMuchWorkError:
            return None
        return None if found is None else self._walked(levels, ranks, found, cut)

    def _starts(self, deal: Deal, levels: list[RankLevel], suit: int) -> list[int]:
        """Return the states that a suit can start from."""
        if not self._melds.wrap:
            return [self._runs.nothing]
        tables = [level.tables[suit].level for level in levels]
        states = promises(
            self._runs, [table.cards for table in tables], [table.blocks for table in tables], deal.jokers, self._work
        )
        return [self._runs.number(state) for state in states]

    def _level(
        self,
        deal: Deal,
        weights: Weights,
        place: int,
        rank: int,
        runs: list[Run],
        after: list[SuitTable | EndTable],
    ) -> tuple[list[SuitTable | EndTable], RankLevel]:
        melds = self._melds
        has_high_ace = melds.high_ace and not melds.wrap
        settles = place > 0 or not has_high_ace
        cards, required = deal.cards[rank], deal.required[rank]
        sets, share = self._sets_possible(cards)
        tables = []
        for suit, table in enumerate(after):
            blocks = [run.word for run in runs if run.suit == suit and run.start == place] if self._tidy else ()
            level = Level(
                place,
                weights.ranks[rank],
                cards[suit],
                required[suit],
                sets,
                share,
                tuple(sorted(blocks)),
                settles,
                has_high_ace and place == len(melds.line) - 1,
            )
            tables.append(self._table(level, table))
        groups = sorted([group for of_rank, group in deal.sets if of_rank == rank]) if self._tidy else ()
        level_of_all = RankLevel(tuple(tables), settles, weights.ranks[rank], cards, required, tuple(groups))
        return list(tables), level_of_all

    def _table(self, level: Level, after: SuitTable | EndTable) -> SuitTable:
        key = (level, id(after))
        table = self._tables.get(key)
        if table is None:
            table = self._tables[key] = SuitTable(self._runs, 2 * self._jokers, level, after, self._work)
        return table

    def _sets_possible(self, cards: BySuit) -> tuple[int, int]:
        """Return the most sets without jokers in a rank, and the least halves of a joker for a card in others."""
        sets = 0
        while sum([min(count, sets + 1) for count in cards]) >= MIN_LENGTH * (sets + 1):
            sets += 1
        suits = sum([count > 0 for count in cards])
        if self._jokers and suits > 1 and self._sets.fill_of_two is not None:
            return sets, 1
        return sets, 4 if self._jokers and suits and self._sets.fill_of_one is not None else 0

    def _walked(self, levels: list[RankLevel], ranks: list[int], found: Found, cut: int) -> Walked:
        suits = range(len(found.last))
        groups: list[tuple[int, Group]] = []
        left: list[int] = []
        for rank, level, turn in zip(ranks, levels, found.turns, strict=True):
            groups += [(rank, group) for group in turn.choice.groups]
            if level.settles and turn.choice.left:
                for suit in suits:
                    used = turn.options[suit].naturals + sum([suit in group.suits for group in turn.choice.groups])
                    left += [suit * self._width + rank] * (level.cards[suit] - used)
        left += [len(suits) * self._width] * found.jokers_left
        moves = [tuple([option.moves for option in turn.options]) for turn in found.turns]
        links = [self._links(found.last[suit]) for suit in suits]
        disturbed = found.loss % ONE_SECOND if self._tidy else None
        return Walked(moves, groups, links, left, found.complete, cut, disturbed)

    def _links(self, last: int) -> tuple[int, ...]:
        """Return for the runs promised at the start which of those open at the end each goes on from."""
        state = self._runs.state(last)
        free = list(enumerate(state.runs))
        links = []
        for promised in state.promised:
            link = next(pair for pair in free if pair[1] == promised)
            free.remove(link)
            links.append(link[0])
        return tuple(links)
