"""The integer programme behind a question, for those that a walk does not settle soon: how often is every meld laid?

Its relaxation, in which melds may be laid by halves and thirds, says what a new table costs at least. A meld is thought
of only once the prices that the relaxation puts on cards make it worth while (column generation). Where fractions are
left, something that must be a whole number is made at most, or at least, the next one (branch and bound).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple, Protocol

from rummykit.melds import MIN_LENGTH, MeldRules
from rummykit.solver.shapes import JOKER, NATURAL, NEVER, OWN_JOKER, Group, OpenRuns
from rummykit.solver.walk import Question

SCALE = 1 << 16
"""Prices are rounded to such fractions of a unit; what they prove, they prove in whole numbers."""
WORTH_WHILE = SCALE >> 10
"""How much more a meld must be worth than it costs, to be thought of."""
TINY, SMALL, SHIFT = 1e-9, 1e-6, 1e-5
"""Numbers taken for nothing: of a row, of a meld; and by what right sides differ, so that no two rows tie."""
AT_ANY_PRICE = 64
"""By how much more than all cards of the hand a card of the table costs that is not placed."""
LETTERS = NATURAL, JOKER, OWN_JOKER

Trait = tuple[object, ...]
"""What a meld has or has not. Of how many melds have it, the first word says how soon it is to be a whole number."""
ROUGH, FINE = 0, 1


class RunKinds(Protocol):
    """What kinds of open runs there are, and how they go on."""

    row: int
    """The most jokers before the first natural card of a run."""

    def all_kinds(self) -> Sequence[Any]:
        """Return every kind of open run there can be."""

    def begun(self, jokers: int) -> Any:
        """Return a run of a natural card and so many jokers before it."""

    def with_natural(self, run: Any) -> Any:
        """Return what a run becomes with a natural card more."""

    def with_joker(self, run: Any) -> Any | None:
        """Return what a run becomes with a joker more; None if that would be too many."""

    def is_complete(self, run: Any) -> bool:
        """Whether a run may end here."""


class Way(NamedTuple):
    """A run that is still open: what it is worth, its last letters, and the way before them."""

    worth: int
    letters: str
    before: Way | None = None


class Candidate(NamedTuple):
    """A meld: its cards by number, its traits, and what it is.

    A set is a rank and a group, a run its suit, the place of its first card and its letters. ``cost`` is what it costs
    beside the cards that it leaves.
    """

    cards: tuple[int, ...]
    traits: tuple[Trait, ...]
    made_of: tuple[int, Group] | tuple[int, int, str] | tuple[int]
    cost: int = 0


class Bound(NamedTuple):
    """A line of the programme: at most, or at least, so many cards of a kind, or melds with a trait, are laid.

    ``cost`` is what one less costs.
    """

    of: int | Trait
    most: bool
    number: int
    cost: int


ALL_CARDS = -1


class Programme:
    """The programme of one question."""

    def __init__(self, rules: MeldRules, question: Question) -> None:
        self._rules = rules
        self._width, self._suits = len(rules.pack.ranks), len(rules.pack.suits)
        suits = range(self._suits)
        own = question.own_jokers or (0,) * self._suits
        jokers = question.required_jokers + question.spare_jokers
        self._total = [of_rank[suit] for suit in suits for of_rank in question.total]
        self._total += [*map(bool, own), jokers]
        self._spare = [of_rank[suit] for suit in suits for of_rank in question.spare]
        self._spare += [*[kind == 1 for kind in own], question.spare_jokers]
        self._costs = [of_rank[suit] for suit in suits for of_rank in question.costs.naturals]
        self._costs += [*(question.costs.own_jokers or own), question.costs.joker]
        if question.placing:
            self._costs = [1] * len(self._costs)
        self._own, self._joker = self._width * self._suits, len(self._total) - 1
        self._rows = self._all_rows(question.keep)
        self._sets = list(self._all_sets())
        self._begin_run(OpenRuns(rules, jokers, own_jokers=any(own), every_way=True))
        self._most_pieces = sum(self._total) // MIN_LENGTH
        self._pool: dict[Candidate, None] = {}
        """The melds thought of so far."""
        self._steps = self._most_steps = 0
        self.sure = True
        """Whether nothing costs less than what was found."""

    def _all_rows(self, keep: int) -> list[Bound]:
        self._all = sum([cost * spare for cost, spare in zip(self._costs, self._spare, strict=True)])
        never = self._never = AT_ANY_PRICE * (self._all + 1)
        found = []
        for card, (total, spare, cost) in enumerate(zip(self._total, self._spare, self._costs, strict=True)):
            if total:
                found.append(Bound(card, True, total, cost if spare else never))
            if 0 < spare < total:
                found.append(Bound(card, False, total - spare, never))
        if keep:
            found.append(Bound(ALL_CARDS, True, sum(self._total) - keep, 0))
        return found

    # -- melds ---------------------------------------------------------------------------------------

    def _all_sets(self) -> Iterator[list[Candidate]]:
        """Yield all sets of a rank, for every rank that has some."""
        rules, suits = self._rules, range(self._suits)
        most = self._suits if rules.max_jokers is None else rules.max_jokers
        for rank in range(self._width):
            there = [suit for suit in suits if self._total[suit * self._width + rank]]
            found = []
            for naturals in _some(there, max(1, rules.min_naturals), len(there)):
                others = [suit for suit in suits if suit not in naturals and self._total[self._own + suit]]
                for own in _some(others, 0, most):
                    size = len(naturals) + len(own)
                    room = min(self._total[self._joker], most - len(own), self._suits - size)
                    numbers = range(max(0, MIN_LENGTH - size), room + 1)
                    found += [self._set(rank, Group(naturals, own, jokers)) for jokers in numbers]
            if found:
                yield found

    def _set(self, rank: int, group: Group) -> Candidate:
        naturals = [suit * self._width + rank for suit in group.suits]
        cards = naturals + [self._own + suit for suit in group.own_jokers] + [self._joker] * group.jokers
        traits: list[Trait] = [(ROUGH, "set", rank), (FINE, "set", rank, group)]
        traits += [(ROUGH, "set of", card) for card in naturals]
        traits += [(ROUGH, "jokers", rank, number) for number in range(group.jokers)]
        return Candidate(tuple(cards), tuple(traits), (rank, group))

    def _begin_run(self, runs: RunKinds) -> None:
        """Number the kinds of open runs, with the suit's own joker and without."""
        kinds = [(kind, own) for kind in runs.all_kinds() for own in (False, True)]
        numbers = {kind: number for number, kind in enumerate(kinds)}

        def number(run: Any, own: bool) -> int:
            return -1 if run is None else numbers[run, own]

        self._further = [
            (
                number(runs.with_natural(run), own),
                number(runs.with_joker(run), own),
                -1 if own else number(runs.with_joker(run), True),
            )
            for run, own in kinds
        ]
        """The kinds that an open run becomes with a natural card, a plain joker, and the suit's own."""
        self._kinds = [kind for kind, _ in kinds]
        self._may_end = [runs.is_complete(run) for run, _ in kinds]
        self._first = [
            (OWN_JOKER * own + JOKER * (jokers - own) + NATURAL, number(runs.begun(jokers), own))
            for jokers in range(runs.row + 1)
            for own in (False, True)[: 1 + jokers]
        ]
        """The letters with which a run may begin, and its kind then."""

    def _run(self, suit: int, start: int, word: str) -> Candidate:
        cards, traits = [], list[Trait]()
        first = word.index(NATURAL) + 1
        run = dict(self._first)[word[:first]]
        for at, letter in enumerate(word, start):
            place = self._place(at)
            cards.append(self._card(suit, at, letter))
            traits.append((ROUGH, "run", suit, place, letter))
            if at == start + first - 1:
                traits.append((FINE, "begin", suit, place, word[:first]))
            elif at >= start + first:
                traits.append((FINE, "go on", suit, place, letter, run))
                run = self._further[run][LETTERS.index(letter)]
        return Candidate(tuple(cards), tuple(traits), (suit, start, word))

    def _place(self, at: int) -> int:
        return at % self._width if self._rules.wrap else at

    def _card(self, suit: int, at: int, letter: str) -> int:
        if letter == NATURAL:
            return suit * self._width + self._rules.line[at]
        return self._joker if letter == JOKER else self._own + suit

    # -- melds worth while -----------------------------------------------------------------------------

    def _worth_while(self, prices: Sequence[int], of_traits: Mapping[Trait, int]) -> tuple[list[Candidate], int]:
        """Return the best sets and runs that are worth more than they cost, and by how much any meld is at most."""
        found, most = [], 0
        for sets in self._sets:
            best, chosen = WORTH_WHILE, None
            for piece in sets:
                worth = -piece.cost * SCALE
                for card in piece.cards:
                    worth += prices[card]
                if of_traits:
                    for trait in piece.traits:
                        if trait in of_traits:
                            worth += of_traits[trait]
                if worth > best:
                    best, chosen = worth, piece
            most = max(most, best)
            if chosen is not None:
                found.append(chosen)
        for suit in range(self._suits):
            best, start, word = self._best_run(suit, prices, of_traits)
            most = max(most, best)
            if best > WORTH_WHILE:
                found.append(self._run(suit, start, word))
        return found, most

    def _best_run(self, suit: int, prices: Sequence[int], of_traits: Mapping[Trait, int]) -> tuple[int, int, str]:
        """Return what the best run of a suit is worth, where it begins, and its letters."""
        size, circle = len(self._rules.line), self._width
        worths = []
        for at in range(size):
            for letter in LETTERS:
                card = self._card(suit, at, letter)
                more = of_traits.get((ROUGH, "run", suit, self._place(at), letter), 0)
                worths.append(prices[card] + more if self._total[card] else -NEVER)
        by_place = [tuple(worths[at : at + 3]) for at in range(0, 3 * size, 3)]
        best = self._best_between(suit, by_place, of_traits, 0, size)
        if not self._rules.wrap or len(best[2]) < circle:
            return best
        # It bites its own tail. A whole circle has only one way to be written, all others are shorter.
        parts = [(0, circle), *[(start, start + circle - 1) for start in range(1, circle)]]
        return max([self._best_between(suit, by_place, of_traits, *part) for part in parts], key=lambda run: run[0])

    def _best_between(
        self, suit: int, worths: Sequence[tuple[int, ...]], of_traits: Mapping[Trait, int], low: int, high: int
    ) -> tuple[int, int, str]:
        best, end, bonus = Way(0, ""), low, self._bonus(of_traits)
        ways: dict[int, Way] = {}
        for at in range(low, high):
            longer: dict[int, Way] = {}
            for letter, worth, column in zip(LETTERS, worths[at], range(3), strict=True):
                if worth > -NEVER:
                    for run, way in ways.items():
                        new = self._further[run][column]
                        if new >= 0:
                            total = way.worth + worth
                            if of_traits:
                                total += of_traits.get((FINE, "go on", suit, self._place(at), letter, run), 0)
                            if new not in longer or longer[new].worth < total:
                                longer[new] = Way(total, letter, way)
            for word, run in self._first if worths[at][0] > -NEVER else ():
                start = at + 1 - len(word)
                if low <= start < self._rules.starts:
                    total = of_traits.get((FINE, "begin", suit, self._place(at), word), 0) if of_traits else 0
                    for letter, there in zip(word, worths[start : at + 1], strict=True):
                        total += there[LETTERS.index(letter)]
                    if total > -NEVER // 2 and (run not in longer or longer[run].worth < total):
                        longer[run] = Way(total, word)
            for run, way in longer.items():
                if self._may_end[run]:
                    worth = way.worth + bonus[run] if bonus else way.worth
                    if worth > best.worth:
                        best, end = way._replace(worth=worth), at + 1
            ways = longer
        word, last = "", best if best.worth else None
        while last is not None:
            word, last = last.letters + word, last.before
        return best.worth, end - len(word), word

    def _bonus(self, of_traits: Mapping[Trait, int]) -> Sequence[int]:
        """Return what it is worth to end a run, by its kind; nothing where it is worth nothing."""
        return ()

    # -- the relaxation --------------------------------------------------------------------------------

    def _relaxed(self, limits: Sequence[Bound], most_cost: int) -> list[tuple[Candidate, float]] | None:
        """Return the melds that cost least by fractions; None if all within the limits cost more than *most_cost*."""
        rows = [*self._rows, *limits]
        rows_of: dict[int | Trait, list[int]] = {}
        for at, row in enumerate(rows):
            rows_of.setdefault(row.of, []).append(at)
        simplex = Simplex(rows)

        for piece in self._pool:
            simplex.add(piece, self._column(piece, rows_of))
        while True:
            self._steps += simplex.run(self._most_steps - self._steps)
            if self._steps > self._most_steps:
                self.sure = False
                return None
            exact = [round(price * SCALE) for price in simplex.prices]
            for at, row in enumerate(rows):
                exact[at] = min(exact[at], row.cost * SCALE)
                if not row.most:
                    exact[at] = max(exact[at], 0)
            price_of = {of: sum([exact[at] for at in places]) for of, places in rows_of.items()}
            any_card = price_of.pop(ALL_CARDS, 0)
            prices = self._prices([price_of.get(card, 0) + any_card for card in range(len(self._total))])
            of_traits = {of: price for of, price in price_of.items() if isinstance(of, tuple)}
            found, most = self._worth_while(prices, of_traits)
            bound = sum([price * row.number for price, row in zip(exact, rows, strict=True)])
            if bound - most * self._most_pieces > most_cost * SCALE:
                return None
            new = [piece for piece in found if piece not in self._pool]
            if not new:
                return simplex.solution()
            for piece in new:
                self._pool[piece] = None
                simplex.add(piece, self._column(piece, rows_of))

    def _column(self, piece: Candidate, rows_of: Mapping[int | Trait, Sequence[int]]) -> list[tuple[int, int]]:
        """Return what a meld adds to every row."""
        column: dict[int, int] = {}
        for card in piece.cards:
            for at in rows_of[card]:
                column[at] = column.get(at, 0) + 1
        for at in rows_of.get(ALL_CARDS, ()):
            column[at] = len(piece.cards)
        for trait in piece.traits:
            for at in rows_of.get(trait, ()):
                column[at] = 1
        return list(column.items())

    def _prices(self, prices: list[int]) -> list[int]:
        """Return what every card costs, by number."""
        return prices

    # -- whole numbers ---------------------------------------------------------------------------------

    def best(self, most_cost: int, most_steps: int, *, any_will_do: bool = False) -> tuple[int, list[Candidate]] | None:
        """Return the melds that cost least, and what they cost; None if none cost at most *most_cost*.

        *any_will_do*: return the first that place a card of the hand.
        After *most_steps* it is cut off, and the answer is not ``sure``.
        """
        answer, self._most_steps = None, most_steps
        most_cost = min(most_cost, self._all - any_will_do)
        waiting: list[tuple[Bound, ...]] = [()]
        while waiting and self._steps <= most_steps and not (answer and any_will_do):
            limits = waiting.pop()
            relaxed = self._relaxed(limits, most_cost)
            if relaxed is None:
                continue
            limit = self._fraction(relaxed)
            if limit is None:
                pieces = [piece for piece, number in relaxed for _ in range(round(number))]
                cost = self._cost(pieces)
                if cost <= most_cost:
                    most_cost, answer = cost - 1, (cost, pieces)
            else:
                trait, number = limit
                sides = Bound(trait, False, int(number) + 1, self._never), Bound(trait, True, int(number), 0)
                near = int(number % 1 < 0.5)
                waiting += [(*limits, sides[1 - near]), (*limits, sides[near])]
        return answer

    def _fraction(self, relaxed: Sequence[tuple[Candidate, float]]) -> tuple[Trait, float] | None:
        """Return a trait that is not there a whole number of times, and how often it is."""
        often: dict[Trait, float] = {}
        for piece, number in relaxed:
            for trait in piece.traits:
                often[trait] = often.get(trait, 0.0) + number
        broken = [
            (trait[0], round(abs(number % 1 - 0.5), 4), repr(trait[1:]), trait)
            for trait, number in often.items()
            if abs(number - round(number)) > SMALL
        ]
        if not broken:
            self.sure = self.sure and all(abs(number - round(number)) < SMALL for _, number in relaxed)
            return None
        trait = min(broken, key=lambda one: one[:3])[-1]
        return trait, often[trait]

    def _cost(self, pieces: Sequence[Candidate]) -> int:
        left = list(self._total)
        for piece in pieces:
            for card in piece.cards:
                left[card] -= 1
        if any(not 0 <= number <= spare for number, spare in zip(left, self._spare, strict=True)):
            return NEVER
        return sum([number * cost for number, cost in zip(left, self._costs, strict=True)])


class Simplex:
    """The revised simplex method: finds how much of every column there is, so that all rows are met at the least cost.

    Numbers are those of Python, added one after another, so they are the same everywhere.
    """

    def __init__(self, rows: Sequence[Bound]) -> None:
        self._right = [row.number for row in rows]
        self._slack = [float(row.cost) for row in rows]
        self._columns = [[(at, -1)] for at, row in enumerate(rows) if not row.most]
        self._pieces: list[Candidate | None] = [None] * len(self._columns)
        self._costs = [0.0] * len(self._columns)
        self._basis = [-1] * len(rows)
        self._inverse = [[float(at == row) for at in range(len(rows))] for row in range(len(rows))]
        # Rows that tie could follow one another for ever: no sum of these shifts is another's.
        self._values = [number + SHIFT * (pow(5, at + 1, 1 << 20) / (1 << 20)) for at, number in enumerate(self._right)]
        self.prices = list(self._slack)
        """What one more on the right side of every row costs."""

    def add(self, piece: Candidate, column: list[tuple[int, int]]) -> None:
        """Let a meld take part."""
        self._columns.append(column)
        self._pieces.append(piece)
        self._costs.append(float(piece.cost))

    def run(self, most_steps: int) -> int:
        """Go on until no column makes it cheaper, or for so many steps; return their number."""
        steps = 0
        while steps <= most_steps:
            prices, best, entering = self.prices, 100 * SMALL, -1
            column: list[tuple[int, int]] = []
            for number, (entries, cost) in enumerate(zip(self._columns, self._costs, strict=True)):
                gain = -cost
                for row, count in entries:
                    gain += prices[row] * count
                if gain > best:
                    best, entering, column = gain, number, entries
            for row, slack in enumerate(self._slack):
                if prices[row] - slack > best:
                    best, entering, column = prices[row] - slack, -1, [(row, 1)]
            if not column:
                return steps
            self._enter(entering, column, best)
            steps += 1
        return steps

    def _enter(self, entering: int, column: list[tuple[int, int]], gain: float) -> None:
        inverse, values = self._inverse, self._values
        parts = []
        for line in inverse:
            part = 0.0
            for row, count in column:
                part += line[row] * count
            parts.append(part)
        _, leaving = min([(values[row] / part, row) for row, part in enumerate(parts) if part > TINY])
        part = parts[leaving]
        pivot = inverse[leaving] = [number / part for number in inverse[leaving]]
        value = values[leaving] = values[leaving] / part
        for row, part in enumerate(parts):
            if row != leaving and not -TINY < part < TINY:
                inverse[row] = [one - part * other for one, other in zip(inverse[row], pivot, strict=True)]
                values[row] -= part * value
        self._basis[leaving] = entering
        self.prices = [price - gain * other for price, other in zip(self.prices, pivot, strict=True)]

    def solution(self) -> list[tuple[Candidate, float]]:
        """Return the melds there are, each with how often."""
        found = []
        for line, number in zip(self._inverse, self._basis, strict=True):
            piece = self._pieces[number] if number >= 0 else None
            if piece is not None:
                value = 0.0
                for part, right in zip(line, self._right, strict=True):
                    value += part * right
                if value > SMALL:
                    found.append((piece, value))
        return found


def _some(numbers: Sequence[int], least: int, most: int) -> Iterator[tuple[int, ...]]:
    for size in range(least, min(most, len(numbers)) + 1):
        yield from combinations(numbers, size)
