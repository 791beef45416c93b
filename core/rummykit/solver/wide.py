"""The solver for what a walk cannot express: wild natural cards, other lengths, equal cards, conditions on a hand.

All of it is left to the integer programme. A wild card is used as itself or as a joker, and which of them are jokers is
part of the programme: melds take jokers, and every card used as one gives one. What a run must remember of its cards,
to know whether it may end, is what the rules in force ask for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from operator import add

from rummykit.cards import Card, Placed
from rummykit.melds import Demand, Meld, MeldRules, OwnMelds, Shape, meets
from rummykit.solver.best import STEPS_OF_PROGRAMME, Best, Solver, lowest
from rummykit.solver.programme import LETTERS, ROUGH, SCALE, Bound, Candidate, Programme, Trait
from rummykit.solver.search import ANY_COST
from rummykit.solver.shapes import JOKER, NATURAL, NEVER, Group
from rummykit.solver.walk import Costs, Question

WideRun = tuple[int, int, int, int, int]
"""Length, natural cards, jokers, jokers at the end, and by how many natural cards outnumber jokers: each as far as it
matters."""


ANY_WILD: Trait = (ROUGH, "wild")


class WideRuns:
    """How an open run goes on, under any of the rules; the interface is that of `OpenRuns`."""

    def __init__(self, rules: MeldRules, jokers: int, demands: Sequence[Demand]) -> None:
        self._rules, self._demands = rules, demands
        self._longest = max([rules.min_run, *[demand.min_length for demand in self._demands]])
        self.most = jokers if rules.max_jokers is None else min(rules.max_jokers, jokers)
        together = self.most if rules.max_adjacent_jokers is None else min(rules.max_adjacent_jokers, self.most)
        self._together = together
        self.row = together if rules.jokers_at_ends else 0
        """The most jokers before the first natural card."""
        counted = self.most if self.most < jokers else 0
        self._counted = max(counted, int(any(demand.pure for demand in self._demands)))
        self._counted_together = max(together if together < self.most else 0, int(not rules.jokers_at_ends))
        self._lead = 0 if rules.joker_share == "any" else self.most + 1

    def _run(self, length: int, naturals: int, jokers: int, together: int, lead: int) -> WideRun:
        return (
            min(length, self._longest),
            min(naturals, self._rules.min_naturals),
            min(jokers, self._counted),
            min(together, self._counted_together),
            max(-self._lead, min(lead, self._lead)),
        )

    def begun(self, jokers: int) -> WideRun:
        """Return a run of a natural card and so many jokers before it."""
        return self._run(1 + jokers, 1, jokers, 0, 1 - jokers)

    def with_natural(self, run: WideRun) -> WideRun:
        """Return what a run becomes with a natural card more."""
        length, naturals, jokers, _, lead = run
        return self._run(length + 1, naturals + 1, jokers, 0, lead + 1)

    def with_joker(self, run: WideRun) -> WideRun | None:
        """Return what a run becomes with a joker more; None if that would be too many."""
        length, naturals, jokers, together, lead = run
        too_many = self._counted == self.most < jokers + 1 or not self._together
        if too_many or self._counted_together == self._together < together + 1:
            return None
        return self._run(length + 1, naturals, jokers + 1, together + 1, lead - 1)

    def is_complete(self, run: WideRun) -> bool:
        """Whether a run may end here."""
        length, naturals, _, together, lead = run
        rules = self._rules
        if length < rules.min_run or naturals < rules.min_naturals or (together and not rules.jokers_at_ends):
            return False
        return rules.joker_share == "any" or lead >= (rules.joker_share == "fewer")

    def demands_met(self, run: WideRun) -> list[int]:
        """Return the numbers of the demands of whose kind a run is that ends here."""
        return [at for at, demand in enumerate(self._demands) if demand.allows(Shape.RUN, run[2] > 0, run[0])]

    def all_kinds(self) -> list[WideRun]:
        """Return every kind of open run there can be."""
        found = dict.fromkeys(self.begun(jokers) for jokers in range(self.row + 1))
        waiting = list(found)
        for run in waiting:  # it grows as it goes
            for longer in (self.with_natural(run), self.with_joker(run)):
                if longer is not None and longer not in found:
                    found[longer] = None
                    waiting.append(longer)
        return sorted(found)


class WideProgramme(Programme):
    """The programme of a question under any rules.

    Plain jokers have a number like any card. Beside them there is one for *jokers in use*: melds take them, and for
    every card that is used as one there is a piece that gives one.
    """

    def __init__(self, rules: MeldRules, question: Question) -> None:
        pack = rules.pack
        self._rules, self._question = rules, question
        any_meld = () if question.most_melds is None else (Demand(0),)
        self._demands = (*question.demands, *any_meld)
        self._width, self._suits = len(pack.ranks), len(pack.suits)
        self._own, plain = pack.naturals, pack.naturals + self._suits
        own = question.own_jokers or (0,) * self._suits
        suits, costs = range(self._suits), question.costs
        self._total = [of_rank[suit] for suit in suits for of_rank in question.total]
        self._total += [*map(bool, own), question.required_jokers + question.spare_jokers]
        self._spare = [of_rank[suit] for suit in suits for of_rank in question.spare]
        self._spare += [*[kind == 1 for kind in own], question.spare_jokers]
        self._costs = [of_rank[suit] for suit in suits for of_rank in costs.naturals]
        self._costs += [*(costs.own_jokers or own), costs.joker]
        if question.placing:
            self._costs = [1] * len(self._costs)
        self._wild = [kind for kind in range(self._own) if rules.wild_kinds >> kind & 1 and self._total[kind]]
        self._wild += [plain] * bool(self._total[plain])
        self._rows = self._all_rows(question.keep)
        self._joker, self._given = len(self._total), len(self._total) + 1
        cards, jokers = sum(self._total), sum([self._total[kind] for kind in self._wild])
        self._most_pieces = cards // min(rules.min_set, rules.min_run) + jokers
        self._rows += [Bound(self._joker, True, 0, self._never)] * bool(jokers)
        self._rows += [
            Bound((ROUGH, "demand", at), False, demand.least, self._never) for at, demand in enumerate(question.demands)
        ]
        if question.most_melds is not None:
            self._rows.append(Bound((ROUGH, "demand", len(question.demands)), True, question.most_melds, 0))
        if question.most_wild is not None:
            self._rows.append(Bound(ANY_WILD, True, question.most_wild, 0))
        if question.least_wild:
            self._rows.append(Bound(ANY_WILD, False, question.least_wild, self._never))
        self._total.append(jokers)
        self._sets = [*self._all_sets(), *self._all_given()]
        runs = WideRuns(rules, jokers + sum(map(bool, own)), self._demands)
        self._begin_run(runs)
        self._met = list(map(runs.demands_met, self._kinds))
        """The demands that a run of every kind meets."""
        self._costs_at = [
            (wild * SCALE, natural * SCALE)
            for wild, natural in [self._place_costs(rank, at) for at, rank in enumerate(rules.line)]
        ]
        """What a wild card and a natural one cost at every place of a run, beside their prices."""
        self._pool: dict[Candidate, None] = {}
        self._steps = self._most_steps = 0
        self.sure = True

    # -- melds ---------------------------------------------------------------------------------------

    def _all_sets(self) -> Iterator[list[Candidate]]:
        """Yield all sets of a rank, for every rank that has some; and those of jokers alone, worth most."""
        rules, suits = self._rules, range(self._suits)
        if rules.joker_sets:
            yield list(self._sets_with(rules.dearest, (), ()))
        own_there = [suit for suit in suits if self._total[self._own + suit]]
        for rank in range(self._width):
            most = [min(self._total[suit * self._width + rank], 99 if rules.twins else 1) for suit in suits]
            found = []
            for counts in product(*[range(count + 1) for count in most]):
                naturals = tuple([suit for suit, count in enumerate(counts) for _ in range(count)])
                if max(1, rules.min_naturals) <= len(naturals) <= rules.largest_set:
                    found += list(self._sets_with(rank, naturals, own_there))
            if found:
                yield found

    def _sets_with(self, rank: int, naturals: tuple[int, ...], own_there: Sequence[int]) -> Iterator[Candidate]:
        rules = self._rules
        free = [suit for suit in own_there if rules.twins or suit not in naturals]
        for own in _some(free):
            size = len(naturals) + len(own)
            for jokers in range(max(0, rules.min_set - size), min(self._total[-1], rules.largest_set - size) + 1):
                wild = len(own) + jokers
                too_many = rules.max_jokers is not None and wild > rules.max_jokers
                if not too_many and rules.in_proportion(len(naturals), wild):
                    yield self._set(rank, Group(naturals, own, jokers))

    def _set(self, rank: int, group: Group) -> Candidate:
        piece, (wild, natural) = super()._set(rank, group), self._place_costs(rank, None)
        used = len(group.own_jokers) + group.jokers
        met = [
            (ROUGH, "demand", at)
            for at, demand in enumerate(self._demands)
            if demand.allows(Shape.SET, used > 0, len(piece.cards))
        ]
        cost = used * wild + len(group.suits) * natural
        return piece._replace(traits=(*dict.fromkeys(piece.traits), *met), cost=cost)

    def _all_given(self) -> Iterator[list[Candidate]]:
        """Yield for every card that may be wild the piece that uses it as a joker."""
        costs = self._question.costs
        for kind in self._wild:
            cost = self._costs[kind] - costs.joker if costs.for_points else 0
            yield [Candidate((kind, self._given), (ANY_WILD, (ROUGH, "wild", kind)), (kind,), cost)]

    def _run(self, suit: int, start: int, word: str) -> Candidate:
        piece, cost = super()._run(suit, start, word), 0
        for at, letter in enumerate(word, start):
            cost += self._place_costs(self._rules.line[at], at)[letter == NATURAL]
        met = [(ROUGH, "demand", at) for at in self._met[self._end_of(word)]]
        return piece._replace(traits=(*piece.traits, *met), cost=cost)

    def _end_of(self, word: str) -> int:
        """Return the kind of a run with all its letters."""
        first = word.index(NATURAL) + 1
        run = dict(self._first)[word[:first]]
        for letter in word[first:]:
            run = self._further[run][LETTERS.index(letter)]
        return run

    def _place_costs(self, rank: int, place: int | None) -> tuple[int, int]:
        """Return what a wild card costs, and a natural one, in a set or at a place of the line."""
        costs, low = self._question.costs, place == 0
        natural = 0 if rank else costs.low_price if low else costs.high_price
        if not costs.prices:
            return 0, natural
        return costs.prices[rank if rank or low else -1], natural

    # -- melds worth while -----------------------------------------------------------------------------

    def _best_run(self, suit: int, prices: Sequence[int], of_traits: Mapping[Trait, int]) -> tuple[int, int, str]:
        """Return what the best run of a suit is worth, where it begins, and its letters."""
        circle, first = self._width, suit * self._width
        if not any(self._total[first : first + circle]):
            return 0, 0, ""
        jokers = [prices[card] if self._total[card] else -2 * NEVER for card in (self._joker, self._own + suit)]
        worths = []
        for at, rank in enumerate(self._rules.line):
            wild, natural = self._costs_at[at]
            row = [prices[first + rank] - natural if self._total[first + rank] else -2 * NEVER]
            row += [price - wild for price in jokers]
            if of_traits:
                place = self._place(at)
                more = [of_traits.get((ROUGH, "run", suit, place, letter), 0) for letter in LETTERS]
                row = list(map(add, row, more))
            worths.append(tuple(row))
        if not self._rules.wrap:
            return self._best_between(suit, worths, of_traits, 0, len(worths))
        # A whole circle has only one way to be written, all others are shorter.
        parts = [(0, circle), *[(start, start + circle - 1) for start in range(1, circle)]]
        return max([self._best_between(suit, worths, of_traits, *part) for part in parts], key=lambda run: run[0])

    def _bonus(self, of_traits: Mapping[Trait, int]) -> Sequence[int]:
        if not self._demands:
            return ()
        return [sum([of_traits.get((ROUGH, "demand", at), 0) for at in met]) for met in self._met]

    # -- the programme ---------------------------------------------------------------------------------

    def best(self, most_cost: int, most_steps: int, *, any_will_do: bool = False) -> tuple[int, list[Candidate]] | None:
        """Return the melds that cost least; if none were found when it was cut off, none are better than nothing."""
        found = super().best(most_cost, most_steps, any_will_do=any_will_do)
        if found is None and not self.sure and not any_will_do:
            nothing = self._cost([])
            return (nothing, []) if nothing <= most_cost else None
        return found

    def _prices(self, prices: list[int]) -> list[int]:
        return [*prices, -prices[self._joker]]

    def _column(self, piece: Candidate, rows_of: Mapping[int | Trait, Sequence[int]]) -> list[tuple[int, int]]:
        if len(piece.made_of) > 1:
            return super()._column(piece, rows_of)
        (kind,) = piece.made_of
        column = [(at, 1) for at in rows_of[kind]] + [(at, -1) for at in rows_of[self._joker]]
        return column + [(at, 1) for trait in piece.traits for at in rows_of.get(trait, ())]

    def _cost(self, pieces: Sequence[Candidate]) -> int:
        left, met = [*self._total, 0], Counter[Trait]()
        left[self._joker] = 0
        for piece in pieces:
            for card in piece.cards:
                left[card] -= 1
            met.update(piece.traits)
        if left[self._joker] != left[self._given]:
            return NEVER
        if any(met[ROUGH, "demand", at] < demand.least for at, demand in enumerate(self._question.demands)):
            return NEVER
        most = self._question.most_melds
        if most is not None and met[ROUGH, "demand", len(self._question.demands)] > most:
            return NEVER
        if met[ANY_WILD] < self._question.least_wild:
            return NEVER
        cards = list(zip(left, self._spare, self._costs, strict=False))
        if any(not 0 <= number <= spare for number, spare, _ in cards):
            return NEVER
        return sum([number * cost for number, _, cost in cards]) + sum([piece.cost for piece in pieces])


def _some(numbers: Sequence[int]) -> Iterator[tuple[int, ...]]:
    for size in range(len(numbers) + 1):
        yield from combinations(numbers, size)


class WideSolver(Solver):
    """Finds the melds that cost least under any rules, and those that meet demands; see `Solver`."""

    def __init__(self, rules: MeldRules) -> None:
        super().__init__(rules)
        self._melds = Layout(rules)
        self._common_but_for_wild = replace(rules, wild_ranks=(), jokers_alone=False).is_plain

    def question(
        self, table: Sequence[Meld], hand: int, costs: Costs, *, keep: int = 0, placing: bool = False
    ) -> Question:
        """Return the question, with the melds that lie there: what need not change stays as it is."""
        return super().question(table, hand, costs, keep=keep, placing=placing)._replace(table=tuple(table))

    def best(
        self, question: Question, most_steps: int, most_cost: int = ANY_COST, *, thorough: bool = True
    ) -> Best | None:
        """Return the melds that cost least; None if none were found that cost at most *most_cost*."""
        if self._is_common(question):
            return super().best(question, most_steps, most_cost, thorough=thorough)
        programme = WideProgramme(self.rules, question)
        found = programme.best(most_cost, most_steps * STEPS_OF_PROGRAMME, any_will_do=question.placing)
        if found is None:
            return None
        melds = self._melds.laid(found[1], question.table)
        return Best(found[0], melds, programme.sure) if meets(melds, question.demands) else None

    def _is_common(self, question: Question) -> bool:
        """Whether the question is one for a walk: no demands, only jokers are wild, and they cannot be a meld alone."""
        limits = question.least_wild, question.most_wild is not None, question.most_melds is not None
        if question.demands or any(limits) or not self._common_but_for_wild:
            return False
        if self.rules.joker_sets and question.required_jokers + question.spare_jokers >= self.rules.min_set:
            return False
        return not any(map(any, [question.total[rank] for rank in self.rules.wild_ranks]))


Slot = Placed | Card | None
"""A card where it lies; or for a wild card to be chosen what it stands for, None for any card of a set."""


class Layout:
    """Lays out what a programme has found, with the very cards that are used as jokers."""

    def __init__(self, rules: MeldRules) -> None:
        self._rules, self._pack = rules, rules.pack

    def laid(self, pieces: Sequence[Candidate], table: Sequence[Meld]) -> list[Meld]:
        """Return the melds, low ones first; where a meld of the table will do it stays."""
        wild, found, lying = Counter[int](), list[Meld](), list(table)
        for piece in pieces:
            if len(piece.made_of) == 1:
                number = piece.made_of[0]
                wild[number if number < self._pack.naturals else self._pack.cards[-1].kind] += 1
        shapes = []
        for start, slots in [self._slots(piece) for piece in pieces if len(piece.made_of) > 1]:
            meld = next((meld for meld in lying if self._is_like(meld, start, slots, wild)), None)
            if meld is None:
                shapes.append((start, slots))
            else:
                lying.remove(meld)
                found.append(meld)
                wild -= self._chosen(meld, slots)
        free = sorted(wild.elements())
        for start, slots in shapes:
            number = sum(not isinstance(slot, Placed) for slot in slots)
            cards, free = [self._pack.cards[kind] for kind in free[:number]], free[number:]
            found.append(self._best_of(start, slots, cards))
        return sorted(found, key=lowest)

    def _slots(self, piece: Candidate) -> tuple[int, list[Slot]]:
        """Return where a run begins, or -1 for a set, and its cards as far as they are known."""
        pack = self._pack
        if len(piece.made_of) == 2:
            rank, group = piece.made_of
            slots: list[Slot] = [pack.laid(rank, suit) for suit in group.suits]
            slots += [Placed(pack.cards[pack.naturals + suit], pack.natural(rank, suit)) for suit in group.own_jokers]
            return -1, slots + [None] * group.jokers
        assert len(piece.made_of) == 3
        suit, start, word = piece.made_of
        slots = []
        for at, letter in enumerate(word, start):
            wanted = pack.natural(self._rules.line[at], suit)
            if letter == NATURAL:
                slots.append(pack.laid(wanted.rank, suit))
            else:
                slots.append(wanted if letter == JOKER else Placed(pack.cards[pack.naturals + suit], wanted))
        return start, slots

    def _chosen(self, meld: Meld, slots: Sequence[Slot]) -> Counter[int]:
        """Return the kinds that a meld has beside the cards that are known."""
        known = Counter(slot.card.kind for slot in slots if isinstance(slot, Placed))
        return Counter(self._pack.kinds(meld.heap)) - known

    def _is_like(self, meld: Meld, start: int, slots: Sequence[Slot], wild: Counter[int]) -> bool:
        """Whether a meld has these cards, and wild ones that are to be had in the other places."""
        if len(meld) != len(slots) or meld.start != start:  # a set has the start -1
            return False
        chosen = self._chosen(meld, slots)
        if chosen.total() != sum(not isinstance(slot, Placed) for slot in slots) or chosen - wild:
            return False
        cards = [placed.card for placed, slot in zip(meld.cards, slots, strict=True) if not isinstance(slot, Placed)]
        if start < 0:
            cards = [self._pack.cards[kind] for kind in chosen.elements()]
        return self._filled(start, slots, cards) == meld

    def _filled(self, start: int, slots: Sequence[Slot], wild: Sequence[Card]) -> Meld:
        """Make a meld with wild cards in the places that are left for them; one may be just the card wanted there."""
        left, laid = iter(wild), list[Placed]()
        known = [slot.card for slot in slots if isinstance(slot, Placed)]
        rank = known[0].rank if known else None  # jokers alone are of none
        for slot in slots:
            if isinstance(slot, Placed):
                laid.append(slot)
                continue
            card = next(left)
            if slot is None:
                is_itself = card.rank == rank and (self._rules.twins or card not in known)
                known.append(card)
            else:
                is_itself = card == slot
            laid.append(Placed(card) if is_itself else self._rules.as_wild(card, slot))
        return self._rules.make(Shape.SET if start < 0 else Shape.RUN, laid, start)

    def _best_of(self, start: int, slots: list[Slot], wild: Sequence[Card]) -> Meld:
        meld, rules = self._filled(start, slots, wild), self._rules
        before = next((at for at, slot in enumerate(slots) if isinstance(slot, Placed)), 0)
        if start < 0 or not before or rules.wrap or not rules.has_run(start + before, len(slots)):
            return meld
        # Jokers before a run are mostly worth more behind it.
        suit, end = slots[before].card.suit, start + len(slots)  # type: ignore[union-attr]
        behind: list[Slot] = [self._pack.natural(rank, suit) for rank in rules.line[end : end + before]]
        moved = self._filled(start + before, [*slots[before:], *behind], [*wild[before:], *wild[:before]])
        return meld if rules.problem(moved) is not None or moved.points < meld.points else moved


MOST_TRIED = 20_000
"""After so many tries the general solver thinks of no further melds."""


class GeneralProgramme(WideProgramme):
    """The programme of rules of one's own: of melds that were found by trying."""

    def __init__(self, rules: OwnMelds, question: Question) -> None:
        kinds = [
            suit * len(rules.pack.ranks) + rank
            for rank, by_suit in enumerate(question.spare)
            for suit, count in enumerate(by_suit)
            for _ in range(count)
        ]
        found, complete = rules.melds_among(kinds, MOST_TRIED)
        longer = [addition[2] for meld in question.table for addition in rules.extensions(meld)]
        self._found = list(dict.fromkeys([*question.table, *longer, *found]))
        super().__init__(rules, question)
        self._most_pieces = sum(self._total)
        self.sure = complete and not question.table

    def _all_sets(self) -> Iterator[list[Candidate]]:
        """Yield all melds there are."""
        for number, meld in enumerate(self._found):
            traits = [(ROUGH, "demand", at) for at, demand in enumerate(self._demands) if demand.fits(meld)]
            kinds = tuple([placed.card.kind for placed in meld.cards])
            if all(kinds.count(kind) <= self._total[kind] for kind in kinds):
                yield [Candidate(kinds, ((ROUGH, "meld", number), *traits), (number, Group((), (), 0)))]

    def _best_run(self, suit: int, prices: Sequence[int], of_traits: Mapping[Trait, int]) -> tuple[int, int, str]:
        return 0, 0, ""

    def melds(self, pieces: Sequence[Candidate]) -> list[Meld]:
        """Return the melds that pieces are."""
        return [self._found[piece.made_of[0]] for piece in pieces]


class GeneralSolver(WideSolver):
    """Finds the melds that cost least under rules of one's own, by trying."""

    def best(
        self, question: Question, most_steps: int, most_cost: int = ANY_COST, *, thorough: bool = True
    ) -> Best | None:
        """Return the melds that cost least; None if none were found that cost at most *most_cost*."""
        assert isinstance(self.rules, OwnMelds)
        programme = GeneralProgramme(self.rules, question)
        found = programme.best(most_cost, most_steps * STEPS_OF_PROGRAMME, any_will_do=question.placing)
        return None if found is None else Best(found[0], programme.melds(found[1]), programme.sure)


def solver_for(rules: MeldRules) -> Solver:
    """Return the solver that the rules need."""
    if isinstance(rules, OwnMelds):
        return GeneralSolver(rules)
    return Solver(rules) if rules.is_plain else WideSolver(rules)
