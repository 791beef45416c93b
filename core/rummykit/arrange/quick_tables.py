"""What the rest of the line can still bring to one suit: lower bounds for the quick walk.

The suits touch each other in sets only, and share the jokers. If every suit may put its cards into sets as if the
other suits' cards were all free for that, it can be looked at alone, and so the least loss from any state to the end
of the line is a small table. It is told for every number of jokers, in halves of a joker: a set of two natural
cards and a joker costs each of its two suits one half.

Tables are worked out from the end of the line. As only the differences within a table matter for the one before
it, very few different tables come up, and nearly all of them are known from other positions.
"""

from __future__ import annotations

from typing import NamedTuple

from rummykit.arrange.run_counts import RunCounts

NEVER = 1 << 80
MOST_HALVES = 6  # more halves of jokers than this are not told apart

Losses = tuple[int, ...]  # the least loss, by the halves of jokers at hand
Bound = int  # the number of such losses

# A way on, for one suit or several: the natural cards it takes (for several suits as a code), the next states, the
# jokers it takes, the bound from here with all it costs, and the bound from there. Plain tuples, as there are many.
Option = tuple[int, tuple[int, ...], int, Bound, Bound]
# The least loss from a state, the options that come to no more, the least loss of any other, and all options in order.
Listed = tuple[int, list[Option], int, list[Option]]


class Bounds:
    """Numbers the losses that come up.

    ``losses`` are the losses of a bound; ``joined[one][other]`` is the bound of two parts that share the jokers.
    """

    def __init__(self, jokers: int) -> None:
        self.length = min(2 * jokers, MOST_HALVES) + 1
        self.losses: list[Losses] = []
        self.joined: list[_Joined] = []
        self._numbers: dict[Losses, Bound] = {}
        self.free = self.number((0,) * self.length)
        self.never = self.number((NEVER,) * self.length)

    def __len__(self) -> int:
        return sum(map(len, self.joined))

    def number(self, losses: Losses) -> Bound:
        """Return the bound with these losses."""
        known = self._numbers.get(losses)
        if known is None:
            known = self._numbers[losses] = len(self.losses)
            self.losses.append(losses)
            self.joined.append(_Joined(self, known))
        return known

    def join(self, one: Losses, other: Losses) -> Losses:
        """Return the losses of two parts that share the jokers in the best way."""
        together = []
        for halves in range(self.length):
            least = min([one[mine] + other[halves - mine] for mine in range(halves + 1)])
            together.append(min(least, NEVER))
        if self.length > MOST_HALVES:  # the last entry stands for all numbers of jokers from there on
            together[-1] = min(one[-1] + other[-1], NEVER)
        return tuple(together)

    def less(self, losses: Losses, jokers: int) -> Losses:
        """Return the losses when so many jokers are spent first."""
        if not jokers:
            return losses
        gone = min(2 * jokers, self.length)
        later = (NEVER,) * gone + losses[: self.length - gone]
        return later[:-1] + losses[-1:] if self.length > MOST_HALVES else later


class _Joined(dict[Bound, Bound]):
    """One bound joined with others."""

    def __init__(self, bounds: Bounds, one: Bound) -> None:
        super().__init__()
        self._bounds = bounds
        self._one = one

    def __missing__(self, other: Bound) -> Bound:
        bounds = self._bounds
        together = bounds.number(bounds.join(bounds.losses[self._one], bounds.losses[other]))
        self[other] = together
        return together


class Place(NamedTuple):
    """What matters of one suit at one place of the line.

    It has ``cards`` natural cards there, ``required`` of them the table's. ``sets`` is how many of them can be in sets
    without jokers; each further one costs ``share`` halves of a joker (0: cannot be). ``weight`` is what a card left
    over costs.
    """

    cards: int
    required: int
    sets: int
    share: int
    weight: int


class Table:
    """The bounds of all states at one place, less ``base``; and what can be done from each."""

    __slots__ = ("_after", "_costs", "_place", "_tables", "base", "bounds", "listed", "number")

    def __init__(self, tables: QuickTables, place: Place, after: Table | End) -> None:
        self._tables = tables
        self._place = place
        self._after = after
        self.listed: dict[tuple[int, int], Listed] = {}
        self._costs: dict[tuple[int, int, int], Bound] = {}
        losses = tables.work_out(place, after)
        base = min([of_state[-1] for of_state in losses])
        self.base = base if base < NEVER else 0
        number = tables.bounds.number
        self.bounds = tuple(
            [number(tuple([loss - base if loss < NEVER else NEVER for loss in of_state])) for of_state in losses]
        )
        self.number = tables.number(self.bounds)  # equal for tables that differ in nothing but the base

    def cost(self, naturals: int, jokers: int, onward: int) -> Bound:
        """Return the bound from this place if so many cards go to runs, and the next state is *onward*."""
        key = (naturals, jokers, onward)
        known = self._costs.get(key)
        if known is None:
            known = self._costs[key] = self._tables.cost(self._place, self._after, naturals, jokers, onward)
        return known

    def list_options(self, state: int, halves: int) -> Listed:
        """Work out what can be done from a state with so many halves of jokers."""
        losses = self._tables.bounds.losses
        found = [
            option
            for option in self._tables.options(self._place, self._after, state)
            if losses[option[3]][halves] < NEVER
        ]
        found.sort(key=lambda option: (losses[option[3]][halves], option[2], -option[0]))
        least = losses[self.bounds[state]][halves] + self.base
        tight = [option for option in found if losses[option[3]][halves] <= least]
        further = losses[found[len(tight)][3]][halves] if len(found) > len(tight) else NEVER
        listed = self.listed[state, halves] = (least, tight, further, found)
        return listed


class End:
    """The end of the line: the bounds of all states, given the jokers each needs there (None: it cannot end)."""

    __slots__ = ("base", "bounds", "needed", "number")

    def __init__(self, tables: QuickTables, needed: tuple[int | None, ...]) -> None:
        bounds = tables.bounds
        free = bounds.losses[bounds.free]
        self.base = 0
        self.needed = needed
        self.bounds = tuple(
            [bounds.never if jokers is None else bounds.number(bounds.less(free, jokers)) for jokers in needed]
        )
        self.number = tables.number(self.bounds)


class QuickTables:
    """All tables for some number of jokers in play."""

    def __init__(self, counts: RunCounts, jokers: int) -> None:
        self._counts = counts
        self.bounds = Bounds(jokers)
        self._numbers: dict[tuple[Bound, ...], int] = {}
        self._tables: dict[tuple[Place, int], Table] = {}
        self._ends: dict[tuple[int, ...], End] = {}

    def __len__(self) -> int:
        return len(self._tables) + len(self.bounds)

    def end(self, promised: tuple[int, ...] = ()) -> End:
        """Return the end of a line; of a circle, if runs are promised to go on at its start."""
        end = self._ends.get(promised)
        if end is None:
            end = self._ends[promised] = End(self, self._counts.ends(promised))
        return end

    def table(self, place: Place, after: Table | End) -> Table:
        """Return the table of a place, given the one after it."""
        key = (place, after.number)
        table = self._tables.get(key)
        if table is None:
            table = self._tables[key] = Table(self, place, after)
        return table

    def number(self, bounds: tuple[Bound, ...]) -> int:
        """Return a number that only equal bounds share."""
        return self._numbers.setdefault(bounds, len(self._numbers))

    def work_out(self, place: Place, after: Table | End) -> list[Losses]:
        """Return the losses of every state at a place."""
        all_losses, joined, number = self.bounds.losses, self.bounds.joined, self.bounds.number
        in_sets = self._in_sets(place)
        spent: dict[tuple[int, int], Bound] = {}
        found = []
        for ways in self._counts.following:
            best = self.bounds.never
            losses = all_losses[best]
            for naturals, jokers, onward, _ in ways:
                bound = after.bounds[onward]
                if naturals > place.cards or bound == self.bounds.never:
                    continue
                cost = spent.get((naturals, jokers))
                if cost is None:
                    cost = spent[naturals, jokers] = number(self.bounds.less(in_sets[naturals], jokers))
                if cost != self.bounds.never:
                    losses = tuple(map(min, losses, all_losses[joined[cost][bound]]))
            found.append(losses)
        return found

    def options(self, place: Place, after: Table | End, state: int) -> list[Option]:
        """Return all options from a state at a place."""
        return [
            (naturals, (onward,), jokers, self.cost(place, after, naturals, jokers, onward), after.bounds[onward])
            for naturals, jokers, onward, _ in self._counts.following[state]
            if naturals <= place.cards
        ]

    def cost(self, place: Place, after: Table | End, naturals: int, jokers: int, onward: int) -> Bound:
        """Return the bound at a place if so many cards go to runs, and the next state is *onward*."""
        here = self.bounds.number(self.bounds.less(self._in_sets(place)[naturals], jokers))
        return self.bounds.joined[here][after.bounds[onward]]

    def _in_sets(self, place: Place) -> list[Losses]:
        """Return for every number of cards in runs what the other cards of the place cost at least."""
        length = self.bounds.length
        found = []
        for naturals in range(place.cards + 1):
            rest = place.cards - naturals
            free = min(rest, place.sets)
            best = [NEVER] * length
            for more in range(rest - free + 1 if place.share else 1):
                if naturals + free + more >= place.required:
                    loss = (rest - free - more) * place.weight
                    least = more * place.share
                    if length > MOST_HALVES:  # the last entry stands for any number of jokers
                        least = min(least, length - 1)
                    for halves in range(least, length):
                        best[halves] = min(best[halves], loss)
            found.append(tuple(best))
        return found
