"""The least value that melds leave over: the number alone, for games that ask for it in every turn.

Only sets are tried one by one; once they are chosen, what the best runs leave of every suit is read off tables. A hand
with too many sets for that is left to the arranger.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import product

from rummykit.melds import MeldRules
from rummykit.memo import MEMORY, Memo
from rummykit.solver.arranger import Arranger
from rummykit.solver.shapes import ALL_RESERVED, BEYOND, OpenRuns, Sets, Share, SuitState, close_ranks, outlook, spot

SUITS = 4
MOST_WAYS = 3_000
"""In how many ways sets are chosen at most before the arranger is asked."""
MOST_WILD = 5
"""With more cards of wild ranks the arranger is asked."""
ByJokers = tuple[int, ...]


def least_deadwood(arranger: Arranger, rules: MeldRules, values: Sequence[int]) -> Callable[[int], int]:
    """Return what says of a heap how little melds can leave over, every card counted by the value of its kind.

    >>> from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
    >>> pack = Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2, plain_jokers=2)
    >>> rules = MeldRules(pack, high_ace=True)
    >>> pips = [20 if card.is_joker else min(card.rank + 1, 10) for card in pack.cards]
    >>> least = least_deadwood(Arranger(rules), rules, pips)
    >>> least(pack.heap("5s 6s 7s 8s 9s Qh Qd Qc 2d 3c")), least(pack.heap("5s 6s 7s 7h 7d * 2d"))
    (5, 2)
    """
    pack = rules.pack

    def by_arranger(heap: int) -> int:
        left = arranger.least_left(heap, values, thorough=True).left
        return sum(values[kind] for kind in pack.kinds(left))

    if len(pack.suits) != SUITS or pack.suit_jokers or rules.wrap:
        return by_arranger
    if rules.is_plain:
        return Deadwood(rules, values, by_arranger).least
    if rules.joker_sets and not rules.wild_kinds:
        common = least_deadwood(arranger, replace(rules, jokers_alone=False), values)
        return partial(_least_beside_jokers_alone, rules, common)
    wild = {values[card.kind] for card in rules.wild_cards}
    if replace(rules, wild_ranks=()).is_plain and len(wild) == 1:
        return WildDeadwood(rules, values, by_arranger).least
    return by_arranger


def _least_beside_jokers_alone(rules: MeldRules, least: Callable[[int], int], heap: int) -> int:
    """Return the least value that melds leave of *heap*, where jokers alone may be sets: they take nothing else."""
    found, pack = [least(heap)], rules.pack
    in_sets = {0}
    for number in range(1, (heap & pack.joker_bits).bit_count() + 1):
        heap = pack.remove(heap, pack.cards[-1].kind)
        if any(number - size in in_sets for size in rules.joker_sets):
            in_sets.add(number)
            found.append(least(heap))
    return min(found)


class Deadwood:
    """Looks the least deadwood up, in packs of four suits whose jokers belong to none."""

    def __init__(self, rules: MeldRules, values: Sequence[int], by_arranger: Callable[[int], int]) -> None:
        pack = rules.pack
        self._by_arranger = by_arranger
        width = len(pack.ranks)
        copies = [copy * pack.naturals for copy in range(pack.copies)]
        self._first_row = (1 << width) - 1
        self._row = sum(self._first_row << at for at in copies)
        self._column = sum(1 << at + suit * width for at in copies for suit in range(SUITS))
        self._second, self._third, self._fourth = width, 2 * width, 3 * width
        self._jokers_at = pack.naturals * pack.copies
        self._naturals = (1 << self._jokers_at) - 1
        self._joker = values[-1] if pack.plain_jokers else 0
        self._least = rules.min_naturals
        of_suit = [tuple(values[suit * width : (suit + 1) * width]) for suit in range(SUITS)]
        left = {suit_values: Memo(Runs(rules, suit_values).least_left) for suit_values in of_suit}
        self._left: list[Memo[int, int] | list[int]] = [left[suit_values] for suit_values in of_suit]
        if pack.copies == 1:  # few enough rows for lists, which are quicker to ask
            lists = {suit_values: [rows[row] for row in range(1 << width)] for suit_values, rows in left.items()}
            self._left = [lists[suit_values] for suit_values in of_suit]

        def gains(jokers: int) -> list[Memo[int, ByJokers]]:
            runs = {suit_values: Runs(rules, suit_values, self._joker, jokers) for suit_values in of_suit}
            known = {suit_values: Memo(of_values.gains) for suit_values, of_values in runs.items()}
            return [known[suit_values] for suit_values in of_suit]

        # By the jokers of a hand: with one of them, as in most hands, runs are quickly found.
        self._gains = Memo(gains)
        self._sets = [SetWays(rules, rank) for rank in range(width)]
        self._taken = Memo(self._find_taken)

    def least(self, heap: int) -> int:
        """Return the least value that melds leave of *heap*."""
        row, second, third, fourth = self._row, self._second, self._third, self._fourth
        of_a, of_b, of_c, of_d = self._left
        a, b, c, d = heap & row, heap >> second & row, heap >> third & row, heap >> fourth & row
        if heap > self._naturals:
            return self._least_with_jokers(heap, a, b, c, d)
        least = of_a[a] + of_b[b] + of_c[c] + of_d[d]
        thrice = (a & b & (c | d) | c & d & (a | b)) & self._first_row
        if not thrice:
            return least
        rests, column = [heap], self._column
        while thrice and len(rests) <= MOST_WAYS:
            lowest = thrice & -thrice
            thrice ^= lowest
            taken = self._taken[heap & column * lowest]
            rests += [rest ^ cards for rest in rests for cards in taken]
        if len(rests) > MOST_WAYS:
            return self._by_arranger(heap)
        for cards in rests:
            left = of_a[cards & row] + of_b[cards >> second & row]
            left += of_c[cards >> third & row] + of_d[cards >> fourth & row]
            if left < least:
                least = left
        return least

    def _least_with_jokers(self, heap: int, a: int, b: int, c: int, d: int) -> int:
        row, second, third, fourth = self._row, self._second, self._third, self._fourth
        of_a, of_b, of_c, of_d = self._left
        all_jokers = (heap >> self._jokers_at).bit_count()
        gains_a, gains_b, gains_c, gains_d = self._gains[all_jokers]
        twice = a & b | c & d | (a | b) & (c | d)
        ranks = a | b | c | d if self._least < 2 and all_jokers > 1 else twice
        rests = self._without_sets(heap & self._naturals, all_jokers, ranks & self._first_row)
        if len(rests) > MOST_WAYS:
            return self._by_arranger(heap)
        least = self._joker * all_jokers + sum([of_a[a], of_b[b], of_c[c], of_d[d]])
        for cards, jokers in rests:
            a, b, c, d = cards & row, cards >> second & row, cards >> third & row, cards >> fourth & row
            left = of_a[a] + of_b[b] + of_c[c] + of_d[d] + jokers * self._joker
            if jokers == 1:
                left -= max(gains_a[a][1], gains_b[b][1], gains_c[c][1], gains_d[d][1])
            elif jokers:
                left -= _gained(jokers, gains_a[a], gains_b[b], gains_c[c], gains_d[d])
            if left < least:
                least = left
        return least

    def _find_taken(self, cards: int) -> list[int]:
        """Return all that sets without jokers can take of the cards of a rank."""
        rank = ((cards & -cards).bit_length() - 1) % self._second
        return [taken for taken, _ in self._sets[rank][cards >> rank, 0]]

    def _without_sets(self, cards: int, jokers: int, ranks: int) -> list[tuple[int, int]]:
        """Return what is left of cards and jokers if sets are taken from some of the *ranks*, in all ways.

        It stops where there are too many ways.
        """
        rests = [(cards, jokers)]
        while ranks and len(rests) <= MOST_WAYS:
            lowest = ranks & -ranks
            ranks ^= lowest
            rank = lowest.bit_length() - 1
            ways = self._sets[rank][cards >> rank & self._column, jokers]
            rests += [(rest ^ taken, left - used) for rest, left in rests for taken, used in ways if used <= left]
        return rests


class WildDeadwood:
    """Looks the least deadwood up where ranks are wild, and all wild cards count the same.

    A wild card is used as itself or as a joker: every choice makes a hand of a common pack with more jokers.
    """

    def __init__(self, rules: MeldRules, values: Sequence[int], by_arranger: Callable[[int], int]) -> None:
        self._pack = pack = rules.pack
        self._by_arranger, self._wild = by_arranger, rules.wild_kinds * pack.every_copy
        more = replace(pack, plain_jokers=pack.plain_jokers + MOST_WILD)
        common, joker = replace(rules, pack=more, wild_ranks=()), values[rules.wild_cards[0].kind]
        counts, arranger = (*values[: pack.naturals], joker), Arranger(common)

        def by_arranging(heap: int) -> int:
            return sum([counts[kind] for kind in more.kinds(arranger.least_left(heap, counts, thorough=True).left)])

        self._least = Memo(Deadwood(common, counts, by_arranging).least)
        jokers = more.bits[-1]
        self._jokers = [sum(jokers[:number]) for number in range(len(jokers) + 1)]

    def least(self, heap: int) -> int:
        """Return the least value that melds leave of *heap*."""
        pack = self._pack
        wild = Counter(pack.kinds(heap & self._wild))
        if wild.total() > MOST_WILD:
            return self._by_arranger(heap)
        naturals = heap & ~(self._wild | pack.joker_bits)
        most = (heap & pack.joker_bits).bit_count() + wild.total()
        least = []
        for kept in product(*[range(count + 1) for count in wild.values()]):
            cards = sum([sum(pack.bits[kind][:number]) for kind, number in zip(wild, kept, strict=True)])
            least.append(self._least[naturals | cards | self._jokers[most - sum(kept)]])
        return min(least)


def _gained(jokers: int, a: ByJokers, b: ByJokers, c: ByJokers, d: ByJokers) -> int:
    """Return what several jokers bring that the runs of the suits share out in the best way."""
    shared, *others = [gains for gains in (a, b, c, d) if gains[jokers]] or [a]
    for more in others:
        shared = tuple([max([shared[n] + more[used - n] for n in range(used + 1)]) for used in range(jokers + 1)])
    return shared[jokers]


class Runs:
    """What the best runs leave of a suit: without jokers, or with at most so many, each worth *joker*."""

    def __init__(self, rules: MeldRules, values: tuple[int, ...], joker: int = 0, jokers: int = 0) -> None:
        pack = rules.pack
        self._rules, self._values, self._joker, self._jokers = rules, values, joker, jokers
        self._width, self._line = len(pack.ranks), rules.line
        self._copies = [copy * pack.naturals for copy in range(pack.copies)]
        self._lone = rules.min_naturals < 2
        self._naturals = max(rules.min_naturals, 2)
        self._one_joker = jokers == 1 and rules.max_jokers != 0
        self._runs = OpenRuns(rules, self._jokers, own_jokers=False, every_way=True)
        self._nowhere = 1 << 30
        self._walked = lru_cache(MEMORY)(self._walk)

    def least_left(self, row: int) -> int:
        """Return the least value that runs leave."""
        near = self._near(row)
        return self._value(row ^ near) + (self._walked(near)[0] if near else 0)

    def gains(self, row: int) -> ByJokers:
        """Return how much less is left with at most 0, 1, … jokers than without, the jokers themselves included."""
        held = self._held(row)
        if self._one_joker and not held & held >> 1 & held >> 2:
            return 0, self._best_with_joker(held)
        without, *least = self._walked(self._near(row))
        found = [0]
        for jokers, left in enumerate(least, 1):
            found.append(max(found[-1], without - left + jokers * self._joker))
        return tuple(found)

    def _value(self, row: int) -> int:
        total = 0
        for at in self._copies:
            total += sum([value for rank, value in enumerate(self._values) if row >> at + rank & 1])
        return total

    def _near(self, row: int) -> int:
        """Return the cards that lie near enough to others for a run: most rows have few, so they come again."""
        if self._jokers > 1 and self._lone:
            return row
        # Of copies the lower ones are there first.
        near = close_ranks(self._rules, row & (1 << self._width) - 1, self._jokers)
        return row & sum([near << at for at in self._copies])

    def _held(self, row: int) -> int:
        """Return the places of the line for which a card is there."""
        ranks = row & (1 << self._width) - 1  # of copies the lower ones are there first
        return (ranks | ranks << self._width) & (1 << len(self._line)) - 1

    def _best_with_joker(self, held: int) -> int:
        """Return what the best run with a joker is worth, where there is none without: the joker fills a gap."""
        best, line = 0, range(len(self._line))
        for gap in line:
            low, high = gap, gap + 1
            while low and held >> low - 1 & 1:
                low -= 1
            while held >> high & 1:
                high += 1
            if high - low > self._naturals and not held >> gap & 1:
                worth = [self._values[place % self._width] for place in line[low:high] if place != gap]
                best = max(best, sum(worth) + self._joker)
        return best

    def _walk(self, row: int) -> list[int]:
        """Return the least value that runs leave with 0, 1, … jokers in them."""
        counts = [sum(row >> copy + rank & 1 for copy in self._copies) for rank in range(self._width)]
        line = [counts[rank] for rank in self._line]
        ahead = [*line, BEYOND, BEYOND]
        states = {(self._runs.number(SuitState(())), 0): 0}
        for place, count in enumerate(line):
            here, next_two = spot(True, min(place, self._jokers)), outlook(ahead[place + 1], ahead[place + 2])
            above = place == self._width
            shares = [(ALL_RESERVED, 0)] if above else self._shares(count, place, len(line) > self._width)
            new: dict[tuple[int, int], int] = {}
            for (state, jokers), cost in states.items():
                for share, left in shares:
                    for spread in self._runs.spreads(state, share, here, ()):
                        key = spread.state, jokers + spread.jokers
                        if key[1] + self._runs.lacking(spread.state, next_two) <= self._jokers:
                            more = cost + left * self._values[place % self._width]
                            if more < new.get(key, self._nowhere):
                                new[key] = more
            states = new
        least = [self._nowhere] * (self._jokers + 1)
        for (_, jokers), cost in states.items():
            least[jokers] = min(least[jokers], cost)
        return least

    def _shares(self, count: int, place: int, has_top: bool) -> list[tuple[Share, int]]:
        top = count if has_top and place == 0 else 0
        return [
            (Share(low, high), count - low - high)
            for low, high in product(range(count + 1), range(top + 1))
            if low + high <= count
        ]


class SetWays(dict[tuple[int, int], tuple[tuple[int, int], ...]]):
    """For the cards of a rank and a number of jokers all that sets can take of them: the bits, and the jokers."""

    def __init__(self, rules: MeldRules, rank: int) -> None:
        super().__init__()
        pack = rules.pack
        self._rank, self._copies = rank, [copy * pack.naturals for copy in range(pack.copies)]
        self._shifts = [suit * len(pack.ranks) for suit in range(SUITS)]
        self._sets = Sets(rules, pack.plain_jokers, every_way=True)

    def __missing__(self, key: tuple[int, int]) -> tuple[tuple[int, int], ...]:
        cards, jokers = key
        stacks = [[1 << at + shift for at in self._copies if cards >> at + shift & 1] for shift in self._shifts]
        ways: list[tuple[int, int]] = []
        for counts in product(*[range(len(stack) + 1) for stack in stacks]):
            taken = sum(sum(stack[len(stack) - count :]) for stack, count in zip(stacks, counts, strict=True))
            groups = [self._sets.groups(counts, (0,) * SUITS, used) for used in range(jokers + 1)] if taken else ()
            ways += [(taken << self._rank, used) for used, sets in enumerate(groups) if sets is not None]
        found = self[key] = tuple(ways)
        return found
