"""What the first meld of a player must reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from rummykit.engine.actions import LayDown
from rummykit.engine.match_format import StakesOptions
from rummykit.engine.table import Ending
from rummykit.errors import PluginError
from rummykit.i18n import Later, mark, say
from rummykit.melds import MIN_LENGTH, Condition, Demand, Meld, Shape, meets
from rummykit.parts.dealing import ANY_JOKERS, more_than_there_are
from rummykit.refusals import Reason, Refusal
from rummykit.rules.options import ByOptions, Finding, Section
from rummykit.rules.shapes import ByPlayers, Same, Unlimited

if TYPE_CHECKING:
    from rummykit.engine.round import Round
    from rummykit.engine.ruleset import Ruleset

MOST_MELDS = 6
"""No hand has room for more melds than this."""
MOST_TRIES = 3_000
"""How long the search for combinations may go on."""
MOST_LAPS = 100
"""After so many laps nothing rises any more."""
_POINTS = {True: attrgetter("points"), False: attrgetter("natural_points")}
"""What a meld counts, by whether a joker counts as the card it stands for."""
Scope = Literal["some_subset", "whole_turn", "one_meld"]
CLEAN_RUN = Condition((Demand(1, Shape.RUN, pure=True),), mark("a run without a joker"))


class FirstMeldOptions(Section):
    """What a player's first meld must reach."""

    asked = (
        ("min", "How many points must a first meld have?"),
        ("max_jokers", "How many jokers may there be in a first meld?"),
        ("scope", "May several melds reach the points of a first meld together, or must one of them do it alone?"),
        ("needs_clean_run", "Must there be a run without a joker in a first meld?"),
        ("rises_each_round", "By how many points does a first meld get more expensive from round to round?"),
        ("rises_each_lap", "By how many points does a first meld get more expensive from lap to lap?"),
    )
    known_as = (
        ("", "opening, initial meld, coming out, going down, minimum"),
        ("min", "opening points, points needed"),
        ("scope", "alone, in a single meld"),
        ("needs_clean_run", "pure run, natural run, clean sequence"),
        ("rises_each_round", "rising minimum, progressive, more every round"),
        ("rises_each_lap", "rising minimum, more every lap"),
        ("rises_to", "cap, ceiling"),
    )

    min: int = Field(40, ge=0, le=100, description="points the first meld must reach")
    min_with_joker: Same[int] = Field(None, ge=0, le=120, description="points it must reach where a joker is in it")
    joker_value: Literal["replaced", "zero"] = Field(
        "replaced", description="whether a joker counts as the card it replaces, or nothing"
    )
    max_jokers: Unlimited[int] = Field(None, ge=0, le=6, description="most jokers in the first meld")
    scope: Scope = Field(
        "some_subset",
        description="whether some of the melds laid together must meet the rule, all as a whole, or one of them alone",
    )
    needs_clean_run: bool = Field(False, description="whether there must be a run without a joker in the first meld")
    rises_each_round: int = Field(0, ge=0, le=50, description="points by which the minimum rises from round to round")
    rises_each_lap: int = Field(0, ge=0, le=50, description="points by which the minimum rises from lap to lap")
    rises_to: int = Field(100, ge=10, le=200, description="points above which the minimum does not rise")
    from_lap: int = Field(1, ge=1, le=4, description="the first lap in which one may meld")

    idle_without = (
        ("min_with_joker", *ANY_JOKERS),
        ("min_with_joker", "max_jokers", None, *range(1, 7)),
        ("joker_value", *ANY_JOKERS),
        ("joker_value", "max_jokers", None, *range(1, 7)),
        ("max_jokers", *ANY_JOKERS),
    )

    def idle(self, rules: Any) -> Iterator[tuple[str, str]]:
        """Yield what makes no difference to points that any meld reaches, or to melds that can have no joker."""
        rises = self.rises_each_round or self.rises_each_lap
        if not self.min and not self.min_with_joker and not rises:
            yield "joker_value", "min"
            if self.max_jokers is None:
                yield "scope", "min"
        if self.needs_clean_run and self.scope == "one_meld":
            yield from ((option, "needs_clean_run") for option in ("min_with_joker", "joker_value", "max_jokers"))
        if not rises:
            yield "rises_to", "rises_each_round"
        elif self.rises_to <= self.min:
            yield from ((option, "rises_to") for option in ("rises_each_round", "rises_each_lap"))
        if rules.value("match.rounds") == 1:
            yield "rises_each_round", "match.rounds"
        if rules.value("melds.per_turn") == 1:
            yield "scope", "melds.per_turn"
        yield from more_than_there_are(rules, max_jokers=self.max_jokers)

    def oddities(self, rules: Any) -> Iterator[Finding]:
        """Yield that a joker, which makes everything easier, makes the first meld easier still."""
        if self.min_with_joker is not None and self.min_with_joker < self.min:
            yield Finding(
                (("first_meld", "min_with_joker"), ("first_meld", "min")),
                say(
                    "first_meld.min_with_joker: {with_joker} is less than min: {points}, so a meld needs fewer points "
                    "with a joker than without",
                    with_joker=self.min_with_joker,
                    points=self.min,
                ),
            )


@dataclass(frozen=True, slots=True)
class FirstMeld:
    """The points a first meld must reach, the jokers it may have, and what melds must be in it.

    ``min_points_with_joker`` applies instead of ``min_points`` where a joker is used. ``scope``: some of
    the melds laid together must meet the rule, all melds of the turn as a whole, or one of them alone. ``rises``:
    totals of the match, the lowest first, and the ``min_points`` from each of them on. ``rises_each_round`` and
    ``rises_each_lap``: how much more is asked from round to round, from lap to lap, until that is ``rises_to``; what
    is asked with a joker rises by as much. `at` gives the rule in force. ``condition``: what its melds must have, such
    as a run without a joker, or two sets; ``exactly``: and no meld more.
    """

    min_points: int = 0
    min_points_with_joker: int | None = None
    max_jokers: int | None = None
    joker_counts: bool = True
    scope: Scope = "some_subset"
    rises: tuple[tuple[int, int], ...] = ()
    condition: Condition | None = None
    exactly: bool = False
    rises_each_round: int = 0
    rises_each_lap: int = 0
    rises_to: int = 100
    varies: bool = field(init=False, repr=False, compare=False)
    """Whether what must be reached depends on the match or the round; see `at`."""
    is_free: bool = field(init=False, repr=False, compare=False)
    """Whether any meld will do."""
    least_points: int = field(init=False, repr=False, compare=False)
    """The fewest points with which a first meld may do, with a joker or without."""
    fewest: int = field(init=False, repr=False, compare=False)
    """The fewest melds that can meet the condition; 0 where there is none."""

    def __post_init__(self) -> None:
        if self.exactly and self.condition is None:
            raise PluginError("FirstMeld: exactly says that no meld is laid beside those of a condition; it needs one.")
        object.__setattr__(self, "varies", bool(self.rises or self.rises_each_round or self.rises_each_lap))
        free = not self.min_points and not self.min_points_with_joker and self.max_jokers is None
        object.__setattr__(self, "is_free", free and not self.varies and self.condition is None)
        object.__setattr__(self, "fewest", _fewest(self.demands))
        if self.alone and self.fewest > 1:
            raise PluginError("FirstMeld: one meld alone cannot meet a condition that asks for several.")
        object.__setattr__(self, "least_points", min(self._needed(jokers=0), self._needed(jokers=1)))

    @property
    def alone(self) -> bool:
        """Whether one meld must meet the rule, whatever else is laid with it."""
        return self.scope == "one_meld"

    def at(self, total: int = 0, round: int = 1, lap: int = 1) -> FirstMeld:
        """Return what a player must reach who came into the round, by its number, with this total.

        Laps are counted from the first in which one may meld.

        >>> FirstMeld(15, rises=((0, 50), (1500, 90))).at(1500).min_points
        90
        >>> rising = FirstMeld(40, rises_each_round=10, rises_to=60)
        >>> [rising.at(round=number).min_points for number in (1, 2, 3, 4)]
        [40, 50, 60, 60]
        """
        if not self.varies:
            return self
        needed = [points for least, points in self.rises if total >= least]
        base = needed[-1] if needed else self.min_points
        more = self.rises_each_round * (round - 1) + self.rises_each_lap * max(lap - 1, 0)
        return _risen(self, base, min(more, max(self.rises_to - base, 0)))

    def highest(self, rounds: int) -> FirstMeld:
        """Return what is asked at most in a match of so many rounds, however long a round goes on.

        >>> FirstMeld(40, rises_each_round=10).highest(3).min_points
        60
        """
        totals, laps = [total for total, _ in self.rises] or [0], MOST_LAPS if self.rises_each_lap else 1
        return max([self.at(total, rounds, laps) for total in totals], key=attrgetter("min_points"))

    @classmethod
    def by(cls, options: FirstMeldOptions) -> FirstMeld:
        """Return the first meld that house rules ask for."""
        return cls(
            min_points=options.min,
            min_points_with_joker=options.min_with_joker,
            max_jokers=options.max_jokers,
            joker_counts=options.joker_value == "replaced",
            scope=options.scope,
            condition=CLEAN_RUN if options.needs_clean_run else None,
            rises_each_round=options.rises_each_round,
            rises_each_lap=options.rises_each_lap,
            rises_to=options.rises_to,
        )

    @property
    def demands(self) -> tuple[Demand, ...]:
        """What melds the condition asks for."""
        return self.condition.demands if self.condition is not None else ()

    def check(self, rules: Ruleset, melds: Sequence[Meld]) -> Refusal | None:
        """Refuse melds that do not reach the first-meld rule together."""
        if self.is_free or self.meets(melds):
            return None
        if self.condition is not None and not meets(melds, self.demands):
            return rules.refuse(Reason.FIRST_MELD_CONDITION, condition=Later(self.condition.told))
        if self.condition is not None and self.exactly and len(melds) > self.fewest:
            return rules.refuse(Reason.FIRST_MELD_EXACTLY, condition=Later(self.condition.told))
        judged = self._nearest(melds)
        jokers, (count, needed) = _jokers(judged), self.reached(melds)
        if self.max_jokers is not None and jokers > self.max_jokers:
            return rules.refuse(Reason.FIRST_MELD_JOKERS, count=jokers, needed=self.max_jokers)
        if self.alone and len(melds) > 1:
            return rules.refuse(Reason.FIRST_MELD_ALONE, count=count, needed=needed)
        own_minimum = jokers and self.min_points_with_joker is not None
        reason = Reason.FIRST_MELD_POINTS_WITH_JOKER if own_minimum else Reason.FIRST_MELD_POINTS
        return rules.refuse(reason, count=count, needed=needed)

    def reached(self, melds: Sequence[Meld]) -> tuple[int, int]:
        """Return the points that melds count, and those that they need; of one alone, what the nearest of them does."""
        judged = self._nearest(melds)
        return self._points(judged), self._needed(_jokers(judged))

    def counted(self, melds: Sequence[Meld]) -> Sequence[Meld]:
        """Return the melds that make the first meld: all, or where that is enough the most of them that meet the rule.

        If none do, they are all.
        """
        if self._meets(melds) or not self.meets(melds):
            return melds
        sizes = range(1 if self.alone else len(melds), 0, -1)
        return next(some for size in sizes for some in combinations(melds, size) if self._meets(some))

    def _nearest(self, melds: Sequence[Meld]) -> Sequence[Meld]:
        """Return all melds, or where one must do it alone the one that is nearest to it."""
        if not self.alone or not melds:
            return melds

        def nearness(meld: Meld) -> tuple[bool, bool, int]:
            jokers = len(meld.jokers)
            few = self.max_jokers is None or jokers <= self.max_jokers
            return meets([meld], self.demands), few, meld.worth(self.joker_counts) - self._needed(jokers)

        return [max(melds, key=nearness)]

    def after(self, melds: Sequence[Meld]) -> FirstMeld | None:
        """Return what further melds must reach if *melds* are to count with them; None if these reach it alone."""
        jokers, points = _jokers(melds), self._points(melds)
        if self.meets(melds):
            return None
        if self.alone:
            return self
        with_joker, condition = self._needed(jokers=1), self.condition
        if condition is not None:
            missing = [replace(each, least=each.least - sum(map(each.fits, melds))) for each in self.demands]
            condition = replace(condition, demands=tuple(each for each in missing if each.least > 0))
        return replace(
            self,
            condition=condition,
            min_points=max(self._needed(jokers) - points, 0),
            min_points_with_joker=max(with_joker - points, 0),
            max_jokers=None if self.max_jokers is None else self.max_jokers - jokers,
        )

    def meets(self, melds: Sequence[Meld]) -> bool:
        """Whether melds laid together meet the rule: all of them, or where that is enough some of them."""
        if self._meets(melds):
            return True
        if self.scope == "whole_turn" or self.exactly:
            return False
        if self.alone:
            return any(self._meets([meld]) for meld in melds)
        if self.condition is not None:
            sizes = range(1, len(melds))
            return any(self._meets(some) for size in sizes for some in combinations(melds, size))
        most: dict[int, int] = {}  # the points of the best of them, by their jokers
        for meld in melds:
            for used, reached in [(0, 0), *most.items()]:
                jokers = used + len(meld.jokers)
                most[jokers] = max(most.get(jokers, 0), reached + meld.worth(self.joker_counts))
        limit = self.max_jokers
        return any(
            points >= self._needed(jokers) for jokers, points in most.items() if limit is None or jokers <= limit
        )

    def at_most(self, rules: Ruleset, cards: int, melds: Sequence[LayDown]) -> tuple[int, int]:
        """Return how many points and cards can be laid at most, given all the single melds.

        No natural card is laid that is in none of them: a joker in the place of a card that is held brings no other
        cards into melds.
        """
        pack, laid = rules.pack, 0
        for action in melds:
            laid |= action.melds[0].heap
        naturals = cards & (laid & pack.first_copies) * pack.every_copy
        wild = rules.melds.wild_bits
        jokers = (cards & wild).bit_count() if laid & wild else 0
        naturals &= ~wild if jokers else -1
        points = rules.finder.most_points(naturals) + jokers * rules.melds.most_wild * self.joker_counts
        return points, naturals.bit_count() + jokers

    def may_need_twins(self, rules: Ruleset, cards: int, melds: Sequence[LayDown]) -> bool:
        """Whether a first meld may need a joker in the place of a card that is held, where single *melds* meet no rule.

        The card must then be in another meld, and a joker must be left for it. It is another matter where a joker makes
        the first meld cheaper.
        """
        jokers = (cards & rules.melds.wild_bits).bit_count()
        if self.alone and self._needed(jokers=1) >= self.min_points and rules.melds.joker_points is None:
            return False  # where it stands for a card that is held it counts no more than that
        if not jokers or self._needed(jokers=1) < self.min_points or cards.bit_count() > MOST_MELDS * MIN_LENGTH:
            return jokers > 0
        some = [action for action in melds if len(action.melds[0].jokers) < jokers]
        points, _ = self.at_most(rules, cards, some)
        if points + rules.melds.most_wild < self.least_points:
            return False
        return any(
            len(one.jokers) + len(other.jokers) < jokers and one.heap & other.heap & rules.pack.first_copies
            for (one,), (other,) in combinations([action.melds for action in some], 2)
        )

    def smallest(
        self, rules: Ruleset, cards: int, singles: Sequence[LayDown], allowed: Callable[[LayDown], bool] | None = None
    ) -> tuple[list[LayDown], bool]:
        """Return combinations of as few melds as possible that meet the rule and are *allowed*.

        *cards* is the heap that all melds of a combination together must come from. With many jokers there can be
        more combinations than anybody wants to see, so the search is bounded; whether it was complete comes second.
        """
        for found, complete in self.by_size(rules, cards, singles, allowed):
            if found or not complete:
                return found, complete
        return [], True

    def by_size(
        self, rules: Ruleset, cards: int, singles: Sequence[LayDown], allowed: Callable[[LayDown], bool] | None = None
    ) -> Iterator[tuple[list[LayDown], bool]]:
        """Yield such combinations of one meld, of two and so on, and whether the search for them was complete."""
        worth = _POINTS[self.joker_counts]
        melds = sorted([action.melds[0] for action in singles], key=worth, reverse=True)
        points = list(map(worth, melds))
        most = self.fewest if self.exactly else 1 if self.alone else MOST_MELDS
        for size in range(max(1, self.fewest), min(most, cards.bit_count() // MIN_LENGTH) + 1):
            chosen, complete = self._choose(rules, cards, melds, points, size)
            yield [action for action in map(LayDown, chosen) if allowed is None or allowed(action)], complete

    def _choose(
        self, rules: Ruleset, cards: int, melds: Sequence[Meld], points: Sequence[int], size: int
    ) -> tuple[list[tuple[Meld, ...]], bool]:
        """Return *size* melds from *cards* that meet the rule, in all ways, and whether the search was complete.

        *melds* come with the most points first.
        """
        points_alone = self.max_jokers is None and self._needed(jokers=1) == self.min_points
        if self.condition is not None:
            points_alone = False
            if size == self.fewest:
                melds = [meld for meld in melds if any(each.fits(meld) for each in self.demands)]
                points = list(map(_POINTS[self.joker_counts], melds))
        subtract, heaps = rules.pack.subtract, [meld.heap for meld in melds]
        found: list[tuple[Meld, ...]] = []
        tries = 0

        def grow(at: int, chosen: tuple[Meld, ...], left: int, needed: int) -> None:
            nonlocal tries
            missing, taken = size - len(chosen), ~left
            for i in range(at, len(heaps)):
                tries += 1
                if missing * points[i] < needed or tries > MOST_TRIES:
                    return  # all further melds bring even less
                if not heaps[i] & taken:
                    more = (*chosen, melds[i])
                    if self.condition is not None and _fewest(self.demands, more) >= missing:
                        continue  # the others cannot make up for it
                    if missing > 1:
                        # A meld may come again where the cards are there twice.
                        grow(i, more, subtract(left, heaps[i]), needed - points[i])
                    elif points_alone or self._meets(more):
                        found.append(more)

        grow(0, (), cards, self.least_points)
        return found, tries <= MOST_TRIES

    def _meets(self, melds: Sequence[Meld]) -> bool:
        jokers = _jokers(melds)
        if not melds or (self.max_jokers is not None and jokers > self.max_jokers):
            return False
        if self.alone and len(melds) > 1:
            return False
        if self.condition is not None and not meets(melds, self.demands):
            return False
        if self.exactly and len(melds) > self.fewest:
            return False
        return self._points(melds) >= self._needed(jokers)

    def _needed(self, jokers: int) -> int:
        if jokers and self.min_points_with_joker is not None:
            return self.min_points_with_joker
        return self.min_points

    def _points(self, melds: Sequence[Meld]) -> int:
        return sum([meld.worth(self.joker_counts) for meld in melds])


class HandRommeOptions(Section):
    """Laying the whole hand at once."""

    asked = (
        ("when", "Is there an extra for laying the whole hand at once?"),
        ("factor", "By how much does laying the whole hand at once multiply what the others lose?"),
    )
    follow_ups = (("when", "factor"),)
    known_as = (("", "hand rummy, going rummy, all at once, out of the hand"),)

    when: Literal["never", "table_empty", "own_all_at_once"] = Field(
        "table_empty", description="when laying all cards at once counts as Hand-Rommé"
    )
    factor: int = Field(2, ge=1, le=4, description="what it multiplies the others' bad points by")
    bonus: int = Field(0, ge=0, le=500, description="points it brings besides, as scoring.out_bonus does")
    waives_first_meld: bool = Field(True, description="whether it is free of the first-meld rule")

    idle_without = tuple((option, "when", "table_empty", "own_all_at_once") for option in ("factor", "bonus"))

    def idle(self, rules: Any) -> Iterator[tuple[str, str]]:
        """Yield a Hand-Rommé of more cards than a turn may lay."""
        most, cards = rules.value("turn.most_cards"), rules.value("deal.cards", 0)
        fewest = min(cards.values()) if isinstance(cards, ByPlayers) else cards
        if most is not None and most < fewest and self.when != "never":
            yield from ((option, "turn.most_cards") for option in ("when", "factor", "bonus"))

    def oddities(self, rules: Any) -> Iterator[Finding]:
        """Yield a Hand-Rommé that brings nothing."""
        brings = self.bonus or self.waives_first_meld or rules.value("stakes.hand_romme_fee", 0)
        if self.when != "never" and self.factor == 1 and not brings:
            message = say(
                "hand_romme.factor: 1 multiplies nothing, and waives_first_meld is false: a Hand-Rommé makes no "
                "difference; write hand_romme.when: never"
            )
            yield Finding((("hand_romme", "factor"), ("hand_romme", "waives_first_meld")), message)


class HandRommeStakesOptions(StakesOptions):
    """Chips: what is paid, to whom, and for buying back."""

    hand_romme_fee: int = Field(
        0, ge=0, le=50, description="chips that every other player in the round pays whoever makes a Hand-Rommé"
    )

    idle_without = (("hand_romme_fee", "hand_romme.when", "table_empty", "own_all_at_once"),)

    @property
    def are_paid(self) -> bool:
        """Whether chips are paid for anything but a buy-back."""
        return super().are_paid or bool(self.hand_romme_fee)

    @property
    def are_won(self) -> bool:
        """Whether players get chips from each other before the match is over."""
        return super().are_won or bool(self.hand_romme_fee)


@dataclass(frozen=True, slots=True)
class GoingOutAtOnce(ByOptions):
    """Laying the whole hand in one turn, which some tables reward and free from the first-meld rule.

    ``when``: only before any other side has melded (the table is empty), or always.
    """

    when: Literal["never", "table_empty", "own_all_at_once"] = "never"
    waives_first_meld: bool = True

    def is_possible(self, round: Round) -> bool:
        """Whether the seat on turn could still do it."""
        if self.when == "never" or (round.melded >> round.active & 1 and not round.opened_now):
            return False
        return self.when == "own_all_at_once" or round.melded & ~round.rules.side_bits[round.active] == 0

    def happened(self, round: Round) -> bool:
        """Whether the player who went out did it."""
        return (
            round.outcome is not None
            and round.outcome.ending is Ending.OUT
            and (round.opened_now and self.is_possible(round))
        )


@lru_cache(maxsize=256)
def _risen(first: FirstMeld, base: int, more: int) -> FirstMeld:
    with_joker = first.min_points_with_joker
    return replace(
        first,
        min_points=base + more,
        min_points_with_joker=None if with_joker is None else with_joker + more,
        rises=(),
        rises_each_round=0,
        rises_each_lap=0,
    )


def _fewest(demands: Sequence[Demand], melds: Sequence[Meld] = ()) -> int:
    """Return the fewest melds that can meet demands, beside those that are there; one may meet several."""
    most: dict[Shape | None, int] = {}
    for demand in demands:
        missing = demand.least - sum(map(demand.fits, melds))
        most[demand.shape] = max(most.get(demand.shape, 0), missing)
    return max(most.pop(None, 0), sum(most.values()))


def _jokers(melds: Sequence[Meld]) -> int:
    return sum(len(meld.jokers) for meld in melds)
