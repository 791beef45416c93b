"""Both shapes of melds as a walk through the ranks sees them: the runs that are still open, and the sets of a rank.

Of an open run only what decides its future counts: how long it is, up to three, and as far as the rules in force can
ask for it, how many natural cards and jokers it has and how many jokers lie at its end. A run begins with its first
natural card; jokers before it are laid together with that card.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush
from itertools import combinations, combinations_with_replacement, product
from operator import add, mul
from typing import NamedTuple

from rummykit.melds import MIN_LENGTH, MeldRules

NATURAL, JOKER, OWN_JOKER, CLOSED = "N", "J", "O", "-"
BySuit = tuple[int, ...]
MEMORY = 20_000
PLACE_BITS = 5
PLACES = (1 << PLACE_BITS) - 1
NEVER = 1 << 60
"""More than any way costs."""

OpenRun = tuple[int, int, int, int, bool]
"""Length, natural cards, jokers, jokers at the end; each no further than it matters, and 0 where it never does. Last,
whether the run came in across the seam of a circle."""


class SuitState(NamedTuple):
    """The open runs of a suit and what is set aside for later.

    ``own_joker``: the joker of the suit is still to be placed. ``reserved``: how many cards of the lowest rank wait for
    the place above the highest. ``across``: on a circle, the runs that came in across the seam where the walk began,
    and must be there again at its end.
    """

    runs: tuple[OpenRun, ...]
    own_joker: bool = False
    reserved: int = 0
    across: tuple[OpenRun, ...] = ()


class Share(NamedTuple):
    """What a suit gets of the cards of a rank: those for runs, those kept for the other end, its joker for a set."""

    naturals: int
    reserved: int = 0
    own_joker: bool = False


ALL_RESERVED = Share(-1)
"""What a suit gets at the place above the highest rank: all it has kept for it."""


BEYOND, MANY = 15, 14
"""Instead of a number of cards: beyond the end of the line, or many where it is not known."""
IMPOSSIBLE = 99
Way = tuple[tuple[OpenRun, ...], int, int, str, tuple[str, ...]]
"""The open runs after a rank, the jokers laid, what they cost, and a letter for every run and those of new ones."""


def spot(bridges: bool, before: int, seam: int = 0) -> int:
    """Return a number for what a place allows the runs of a suit.

    *bridges*: jokers can reach the next natural card. *before*: places for jokers before a run that begins here.
    *seam*: 1 and 2 at the two ends of a circle.
    """
    return bridges | before << 1 | seam << 6


def outlook(first: int, second: int) -> int:
    """Return a number for the natural cards of a suit at the next two places."""
    return first | second << 4


def close_ranks(rules: MeldRules, ranks: int, row: int) -> int:
    """Return those ranks of a suit that lie close enough together for a run with at most *row* jokers side by side."""
    width = len(rules.pack.ranks)
    line = (ranks | ranks << width) & (1 << len(rules.line)) - 1
    close = line & line >> 1 & line >> 2
    close |= close << 1 | close << 2
    for step in range(1, row + 2) if row else ():
        pairs = line & line >> step
        close |= pairs | pairs << step
    return (close | close >> width) & ranks


class Spread(NamedTuple):
    """One way to go on with the runs of a suit: what it comes to, and how it is done.

    ``jokers`` are plain ones. ``each`` has a letter for every run, ``begun`` the letters of every new one, the jokers
    before it first.
    """

    state: int
    jokers: int
    cost: int
    each: str
    begun: tuple[str, ...]
    own_joker: bool
    order: tuple[int, ...]
    """Where those that went on and the new ones, counted in this order, stand among the open runs after it."""


class OpenRuns:
    """How the open runs of a suit go on, for a number of jokers in play; remembers what it has worked out.

    ``own_jokers``: suits have a joker of their own on top. ``every_way``: also with jokers that no run needs. ``most``
    and ``row`` are the most jokers in a run, and side by side.
    """

    def __init__(self, rules: MeldRules, jokers: int, *, own_jokers: bool, every_way: bool) -> None:
        in_suit = jokers + own_jokers
        most = in_suit if rules.max_jokers is None else min(rules.max_jokers, in_suit)
        row = most if rules.max_adjacent_jokers is None else min(rules.max_adjacent_jokers, most)
        self._least, self.most, self.row = rules.min_naturals, most, row
        self._every_way, self._jokers, self._in_suit = every_way, jokers, in_suit
        self._counts_naturals = most > MIN_LENGTH - rules.min_naturals > -1 and rules.min_naturals > 1
        self._counts_jokers = most < in_suit
        self._counts_row = row < most
        self._longest_before = row if every_way else max(0, min(row, MIN_LENGTH - rules.min_naturals))
        self._only_lengths = (
            not (every_way or own_jokers or rules.wrap or self._counts_naturals or self._counts_jokers)
            and not self._counts_row
            and most == jokers < MIN_LENGTH
        )
        """Nothing but its length counts in a run, and a joker is a card like any other."""
        self.states: list[SuitState] = []
        self._numbers: dict[SuitState, int] = {}
        self._spreads: dict[tuple[int, Share, int, tuple[int, ...]], tuple[Spread, ...]] = {}
        self.lacking = lru_cache(None)(self._find_lacking)

    def number(self, state: SuitState) -> int:
        """Return the number by which a state is known."""
        number = self._numbers.setdefault(state, len(self.states))
        if number == len(self.states):
            self.states.append(state)
        return number

    # -- a single run --------------------------------------------------------------------------------

    def is_complete(self, run: OpenRun) -> bool:
        """Whether a run may end here."""
        return run[0] == MIN_LENGTH and (not self._counts_naturals or run[1] == self._least)

    def begun(self, jokers: int) -> OpenRun:
        """Return a run of a natural card and so many jokers before it."""
        counted = jokers if self._counts_jokers else 0
        return min(MIN_LENGTH, 1 + jokers), int(self._counts_naturals), counted, 0, False

    def with_natural(self, run: OpenRun) -> OpenRun:
        """Return what a run becomes with a natural card more."""
        length, naturals, jokers, _, came_in = run
        more = min(self._least, naturals + 1) if self._counts_naturals else 0
        return min(MIN_LENGTH, length + 1), more, jokers, 0, came_in

    def with_joker(self, run: OpenRun) -> OpenRun | None:
        """Return what a run becomes with a joker more; None if that would be too many."""
        length, naturals, jokers, row, came_in = run
        jokers += self._counts_jokers
        row += self._counts_row
        if jokers > self.most or row > self.row or not self.row:
            return None
        return min(MIN_LENGTH, length + 1), naturals, jokers, row, came_in

    def _lacks(self, run: OpenRun) -> int:
        """Return how many cards a run needs at least before it may end."""
        lacks = MIN_LENGTH - run[0]
        return max(lacks, self._least - run[1]) if self._counts_naturals else lacks

    # -- all runs of a suit --------------------------------------------------------------------------

    def spreads(self, number: int, share: Share, spot: int, price: tuple[int, ...]) -> tuple[Spread, ...]:
        """Return the ways in which the runs of a suit go on with their share of the cards of a rank.

        *spot* comes as a number. *price*, empty where all places cost the same, has what a natural card costs here
        that begins a run, one that does not, and what a joker costs here and at every place before, each as the first
        card of a run and as another.
        """
        key = number, share, spot, price
        found = self._spreads.get(key)
        if found is None:
            found = self._spreads[key] = tuple(self._all_spreads(self.states[number], share, spot, price))
        return found

    def _all_spreads(self, state: SuitState, share: Share, spot: int, price: tuple[int, ...]) -> Iterator[Spread]:
        naturals, reserved, own_in_set = share
        if share == ALL_RESERVED:
            naturals = state.reserved
        else:
            reserved += state.reserved
        if own_in_set and not state.own_joker:
            return
        has_own = state.own_joker and not own_in_set
        best: dict[tuple[int, int], Spread] = {}
        find_ways = self._ways_by_length if self._only_lengths and not price else self._ways
        for kinds, jokers, cost, each, begun in find_ways(state.runs, naturals, spot, price):
            order = tuple(sorted(range(len(kinds)), key=kinds.__getitem__))
            runs = tuple([kinds[at] for at in order])
            if spot >> 6 == 2 and not self._closes(runs, state.across):
                continue
            for own_used in (False, True)[: 1 + (has_own and jokers > 0)]:
                plain, has_still = jokers - own_used, has_own and not own_used
                if plain <= self._jokers:
                    new = self.number(SuitState(runs, has_still, reserved, state.across))
                    known = best.get((new, plain if self._every_way else -1))
                    if known is None or (plain, cost) < (known.jokers, known.cost):
                        spread = Spread(new, plain, cost, each, begun, own_used, order)
                        best[new, plain if self._every_way else -1] = spread
        yield from sorted(best.values(), key=lambda spread: spread.jokers)

    def _ways_by_length(self, runs: tuple[OpenRun, ...], naturals: int, spot: int, _: tuple[int, ...]) -> Iterator[Way]:
        """Yield the same as `_ways`, where only lengths count: cards go to the shortest runs first, then begin some.

        A run that may end is at least as good as one just begun, so no card begins one while another can go on.
        """
        short = sum([not self.is_complete(run) for run in runs])
        for jokers in range(max(0, short - naturals), self._jokers + 1):
            letters = NATURAL * naturals + JOKER * jokers
            going_on, begun = letters[: len(runs)], letters[len(runs) :]
            kinds = [self.with_natural(run) for run in runs[: len(going_on)]] + [self.begun(0)] * len(begun)
            each = going_on + CLOSED * (len(runs) - len(going_on))
            yield tuple(kinds), jokers, 0, each, tuple(begun)
            if not spot & 1:
                return

    def _ways(self, runs: tuple[OpenRun, ...], naturals: int, spot: int, price: tuple[int, ...]) -> Iterator[Way]:
        """Yield the open runs after a rank, the jokers laid, what they cost, and what was done."""
        longest = min(self._longest_before, spot >> 1 & 31)
        bridges = self._every_way or spot & 1
        most = self._jokers + 1  # a suit's own joker comes on top

        def go_on(at: int, left: int, jokers: int, new: list[OpenRun], each: str, wasted: bool) -> Iterator[Way]:
            if at == len(runs):
                if left and wasted:
                    return
                for before in combinations_with_replacement(range(longest + 1), left):
                    laid = jokers + sum(before)
                    if laid <= most:
                        cost = self._price(each, before, price) if price else 0
                        begun = tuple([JOKER * number + NATURAL for number in before])
                        yield (*new, *[self.begun(number) for number in before]), laid, cost, each, begun
                return
            run = runs[at]
            complete = self.is_complete(run)
            if left:
                yield from go_on(at + 1, left - 1, jokers, [*new, self.with_natural(run)], each + NATURAL, wasted)
            if (not complete or bridges) and (longer := self.with_joker(run)) is not None:
                yield from go_on(at + 1, left, jokers + 1, [*new, longer], each + JOKER, wasted)
            if complete and spot >> 6 != 1:
                # To end a run and begin another with a natural card gains nothing, unless jokers are counted.
                gains_nothing = not self._every_way and not run[2]
                yield from go_on(at + 1, left, jokers, new, each + CLOSED, wasted or gains_nothing)

        yield from go_on(0, naturals, 0, [], "", False)

    def _price(self, each: str, before: tuple[int, ...], price: tuple[int, ...]) -> int:
        """Return what natural cards and jokers cost at their places."""
        cost = each.count(NATURAL) * price[1] + each.count(JOKER) * price[3]
        for jokers in before:
            if jokers:
                cost += price[1] + price[2 + 2 * jokers] + sum(price[5 : 3 + 2 * jokers : 2])
            else:
                cost += price[0]
        return cost

    def _find_lacking(self, number: int, outlook: int) -> int:
        """Return how many plain jokers the open runs will need at least; many if they cannot be ended at all."""
        state = self.states[number]
        needs_one = needs_two = 0
        for run in state.runs:
            lacks = self._lacks(run)
            needs_one += lacks > 0
            needs_two += lacks > 1
        first, second = outlook & 15, outlook >> 4
        if (needs_one and first == BEYOND) or (needs_two and second == BEYOND):
            return IMPOSSIBLE
        lacking = max(0, needs_one - first) * (needs_one > 0) + max(0, needs_two - second) * (needs_two > 0)
        return max(0, lacking - state.own_joker)

    def _closes(self, runs: tuple[OpenRun, ...], across: tuple[OpenRun, ...]) -> bool:
        """Whether the runs at the end of a circle are those that came in at its start, or may end."""
        left = [run for run in runs if not run[-1]]
        if len(left) < len(runs):
            return False  # one that came in itself would go round a second time
        for run in across:
            if run not in left:
                return False
            left.remove(run)
        return all(map(self.is_complete, left))

    # -- the seam of a circle ------------------------------------------------------------------------

    def across_seam(
        self, naturals_after: tuple[int, int], naturals_before: tuple[int, int, int], most: int
    ) -> tuple[list[tuple[int, tuple[OpenRun, ...]]], bool]:
        """Return what runs may cross the seam, each with the jokers it needs at least, and whether that is all.

        Those come first that need the fewest jokers, and no more than *most*. *naturals_after* and *naturals_before*
        are the natural cards of the suit next to the seam on both sides.
        """
        found: list[tuple[int, tuple[OpenRun, ...]]] = []
        kinds = self.all_kinds()
        waiting: list[tuple[int, tuple[OpenRun, ...], int]] = [(0, (), 0)]
        while waiting and len(found) < most:
            needed, runs, at = heappop(waiting)
            found.append((needed, runs))
            for further in range(at, len(kinds)):
                more = (*runs, kinds[further])
                needed = self._jokers_at_seam(more, naturals_after, naturals_before)
                if needed <= self._in_suit:
                    heappush(waiting, (needed, more, further))
        return found, not waiting

    def _jokers_at_seam(self, runs: tuple[OpenRun, ...], after: tuple[int, int], before: tuple[int, int, int]) -> int:
        longer = [sum(run[0] > length for run in runs) for length in range(MIN_LENGTH)]
        lacking = [sum(max(1, self._lacks(run)) > more for run in runs) for more in range(MIN_LENGTH - 1)]
        behind = sum(max(0, there - have) for there, have in zip(longer, before, strict=True))
        ahead = sum(max(0, there - have) for there, have in zip(lacking, after, strict=True))
        return max(behind, sum(run[2] for run in runs)) + ahead

    def all_kinds(self) -> list[OpenRun]:
        """Return every kind of open run there can be."""
        found = [self.begun(jokers) for jokers in range(self._longest_before + 1)]
        for run in found:  # it grows as it goes
            for longer in (self.with_natural(run), self.with_joker(run)):
                if longer is not None and longer not in found:
                    found.append(longer)
        return sorted(set(found))


# -- sets ------------------------------------------------------------------------------------------


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
