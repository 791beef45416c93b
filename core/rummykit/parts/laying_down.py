"""Laying down new melds, from the hand and with jokers from the pool."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pydantic import Field

from rummykit.engine.actions import Action, LayDown
from rummykit.engine.table import TableMeld
from rummykit.melds import Meld, Shape
from rummykit.parts.first_meld import FirstMeld, FirstMeldOptions, GoingOutAtOnce, HandRommeOptions
from rummykit.parts.melding import MeldOptions, at_least_the_shortest
from rummykit.refusals import Reason, Refusal
from rummykit.rules.options import ByOptions, Section

if TYPE_CHECKING:
    from rummykit.cards import Placed
    from rummykit.engine.round import Round
    from rummykit.engine.ruleset import Ruleset
    from rummykit.engine.views import View


class PoolOptions(Section):
    """Jokers that lie open for all."""

    asked = (
        ("min_run", "How long must a run be that takes a joker from the pool?"),
        ("per_turn", "How many jokers may you take from the pool in a turn?"),
    )
    known_as = (("", "open jokers, common jokers"),)

    min_run: int = Field(4, ge=3, le=6, description="fewest cards, with the joker, in a run that takes one")
    lay_off: bool = Field(False, description="whether a pool joker may be laid off on a run")
    per_turn: int = Field(5, ge=1, le=5, description="most pool jokers taken in a turn")

    follows = (("min_run", at_least_the_shortest(4)),)
    needs = (("lay_off", True, "lay_offs.on", "own", "any"),)


@dataclass(frozen=True, slots=True)
class PoolJokers(ByOptions):
    """Jokers that lie open for all: taken only for runs of at least ``min_run`` cards, with the joker.

    ``lay_off``: one may also be added to a run on the table, if that is then long enough.
    """

    min_run: int = 4
    per_turn: int = 5
    lay_off: bool = False

    def check(self, round: Round, joker: Placed, meld: Meld) -> Refusal | None:
        """Refuse a pool joker that may not be used in *meld*."""
        refuse = round.rules.refuse
        if not round.pool & round.rules.pack.bits[joker.card.kind][0]:
            return refuse(Reason.POOL_JOKER_GONE, fault=joker)
        if meld.shape is Shape.SET:
            return refuse(Reason.POOL_JOKER_SET, fault=joker)
        if len(meld) < self.min_run:
            return refuse(Reason.POOL_JOKER_SHORT, fault=joker, needed=self.min_run, count=len(meld))
        if round.pool_taken.bit_count() >= self.per_turn:
            return refuse(Reason.POOL_JOKER_LIMIT, needed=self.per_turn)
        return None

    def take(self, round: Round, jokers: int) -> None:
        """Take jokers from the pool."""
        round.pool &= ~jokers
        round.pool_taken |= jokers


@dataclass(frozen=True, slots=True)
class LayingDown:
    """New melds in front of a player; melding is never compulsory.

    ``per_turn``: the most melds that a player lays in a turn, in whatever moves.
    """

    first: FirstMeld = field(default_factory=FirstMeld)
    pool: PoolJokers | None = None
    no_meld_laps: int = 0
    at_once: GoingOutAtOnce = field(default_factory=GoingOutAtOnce)
    per_turn: int | None = None
    action = LayDown

    @classmethod
    def by(
        cls,
        first: FirstMeldOptions,
        hand_romme: HandRommeOptions | None = None,
        pool: PoolOptions | None = None,
        melds: MeldOptions | None = None,
    ) -> LayingDown:
        """Return the laying down that house rules ask for; without a Hand-Rommé or a pool where they have none."""
        return cls(
            first=FirstMeld.by(first),
            pool=PoolJokers.by(pool) if pool else None,
            no_meld_laps=first.from_lap - 1,
            at_once=GoingOutAtOnce.by(hand_romme) if hand_romme else GoingOutAtOnce(),
            per_turn=melds.per_turn if melds else None,
        )

    def legal(self, round: Round, found: list[Action]) -> None:
        """Append every single meld; for a first meld with a minimum, the smallest combinations that reach it."""
        if round.lap <= self.no_meld_laps or self._over_limit(round, 1):
            return
        hand, rules = round.hands[round.active], round.rules
        no_limit = rules.flow.max_hand_cards is None and self.per_turn is None
        if self.pool is None and no_limit and self._must_open(round):
            cards, points, most = rules.finder.outlook(hand)
            first = self.first_for(round, round.active)
            openings = rules.openings(cards, first) if points >= first.least_points else []
            left = hand.bit_count() - rules.flow.discarding.always_enough
            if most <= left or all(sum(map(len, lay.melds)) <= left for lay in openings):
                found += self._with_whole_hand(round, hand, openings, most)
                return
        melds = self.singles(round, hand)
        if melds:
            found += self.possible(round, hand, melds)

    def singles(self, round: Round, hand: int) -> list[LayDown]:
        """Return every single meld of a hand, with jokers from the pool where that has some."""
        finder, pool = round.rules.finder, self.pool
        melds = finder.naturals(hand)
        if pool is None:
            if hand & round.rules.melds.wild_bits:
                melds += finder.with_jokers(hand)
        elif round.pool and round.pool_taken.bit_count() < pool.per_turn:
            melds += finder.pool_runs(round.pool, hand, pool.min_run)
        return melds

    def first_for(self, table: Round | View, seat: int) -> FirstMeld:
        """Return what the first meld of a seat must reach in this round.

        Override this where it depends on more than the total and how far the match and the round have come; listing,
        checks, hints and bots follow it.
        """
        first = self.first
        return first.at(table.totals[seat], table.number, table.lap - self.no_meld_laps) if first.varies else first

    def _must_open(self, round: Round) -> bool:
        """Whether what the seat on turn lays now must meet the first-meld rule."""
        return not (round.melded >> round.active & 1 or self.first_for(round, round.active).is_free)

    def possible(self, round: Round, hand: int, melds: Sequence[LayDown]) -> list[LayDown]:
        """Return what of *melds* a hand may lay now: after it a discard must be left, and so on."""
        size = hand.bit_count()
        if self._over_limit(round, 1):
            return []
        if not self._must_open(round):
            if round.opening or round.rules.flow.max_hand_cards is not None:
                size = 0
            most = size - round.rules.flow.discarding.always_enough
            return [lay for lay in melds if len(lay.melds[0].cards) <= most or self._is_possible(round, hand, lay)]

        def allowed(action: LayDown) -> bool:
            return self._is_possible(round, hand, action)

        first = self.first_for(round, round.active)
        points, most = first.at_most(round.rules, hand | round.pool, melds)
        reached = points >= first.least_points
        found = _first_melds(first, round.rules, hand, round.pool, melds, allowed) if reached else []
        return self._with_whole_hand(round, hand, found, most)

    def unlisted(self, round: Round) -> Iterator[LayDown]:
        """Yield first melds, those of more melds than a listing has among them."""
        if self._must_open(round) and round.lap > self.no_meld_laps:
            hand = round.hands[round.active]
            first = self.first_for(round, round.active)
            for found, _ in first.by_size(round.rules, hand | round.pool, self.singles(round, hand)):
                yield from found

    def openings(self, rules: Ruleset, cards: int, first: FirstMeld) -> list[LayDown]:
        """Return the first melds of a hand, by its cards that are in any meld, as a rule asks for them.

        For want of the hand, a discard may not be left after all of them.
        """
        melds = rules.finder.naturals(cards)
        if cards & rules.melds.wild_bits:
            melds += rules.finder.with_jokers(cards)
        return _first_melds(first, rules, cards, 0, melds)

    def _with_whole_hand(self, round: Round, hand: int, found: list[LayDown], most: int) -> list[LayDown]:
        """Return first melds and one way to lay all cards but the last, where that frees from the rule and can be done.

        *most* is how many cards the hand can lay at most.
        """
        end = round.rules.flow.discarding
        if hand.bit_count() - most > end.last_cards or not self._waived(round):
            return found
        arranger, keep = round.rules.arranger, int(end.final_required)
        best = arranger.all_but(end.last_cards, hand, keep=keep)
        if best is not None and not end.leaves_discard(round, best.left):
            best = arranger.least_left(hand, lambda card: 1 + card.is_joker, keep=keep)  # a joker may not be the last
        if best is None or not best.melds or frozenset(best.melds) in {frozenset(action.melds) for action in found}:
            return found
        return found + [action for action in [LayDown(best.melds)] if self._is_possible(round, hand, action)]

    def needs_waiver(self, round: Round, action: Action) -> bool:
        """Whether a first meld is legal only because it lays the whole hand."""
        if not isinstance(action, LayDown) or not self._must_open(round):
            return False
        return self.first_for(round, round.active).check(round.rules, action.melds) is not None

    def _waived(self, round: Round) -> bool:
        return self.at_once.waives_first_meld and self.at_once.is_possible(round)

    def _over_limit(self, round: Round, more: int) -> bool:
        """Whether so many melds more are too many for the turn."""
        return self.per_turn is not None and round.laid_melds + more > self.per_turn

    def some_openings(self, round: Round, hand: int, first: FirstMeld) -> Iterator[tuple[Meld, ...]]:
        """Yield melds of a hand that meet a first-meld rule: one way, or where melds are counted those with few."""
        rules = round.rules
        if self.per_turn is None:
            some = rules.arranger.any_first_meld(hand, first, keep=int(rules.flow.discarding.final_required))
            if some is not None:
                yield some
            return
        for found, _ in first.by_size(rules, hand, self.singles(round, hand)):
            yield from [action.melds for action in found if not self._over_limit(round, len(action.melds))]

    def _is_possible(self, round: Round, hand: int, action: LayDown) -> bool:
        if self._over_limit(round, len(action.melds)):
            return False
        rest, from_pool = hand, 0
        subtract, lying_open = round.rules.pack.subtract, round.pool & ~hand
        for meld in action.melds:
            from_pool += (meld.heap & lying_open).bit_count()
            rest = subtract(rest, meld.heap & ~lying_open)
        if from_pool and self.pool is not None and round.pool_taken.bit_count() + from_pool > self.pool.per_turn:
            return False
        flow = round.rules.flow
        if not flow.discarding.leaves_discard(round, rest):
            return False
        first = self.first_for(round, round.active)
        if round.opening and first.check(round.rules, (*round.opening, *action.melds)) is not None:
            goes_out = rest.bit_count() <= flow.discarding.last_cards
            if not (goes_out and self._waived(round)):
                return False
        return flow.max_hand_cards is None or not flow.over_card_limit(round, hand.bit_count() - rest.bit_count())

    def check(self, round: Round, action: LayDown) -> Refusal | None:
        """Say why the seat on turn may not lay these melds."""
        rules, seat = round.rules, round.active
        if round.lap <= self.no_meld_laps:
            return rules.refuse(Reason.NO_MELD_LAP, needed=self.no_meld_laps)
        trial = round.copy()
        for meld in action.melds:
            refusal = rules.check_meld(meld) or self._check_cards(trial, meld)
            if refusal is not None:
                return refusal
        if self._over_limit(round, len(action.melds)):
            return rules.refuse(Reason.MELDS_PER_TURN, needed=self.per_turn)
        rest = trial.hands[seat]
        goes_out = rest.bit_count() <= rules.flow.discarding.last_cards
        if (round.opening or not round.has_melded(seat)) and not (goes_out and self._waived(round)):
            refusal = self.first_for(round, seat).check(rules, (*round.opening, *action.melds))
            if refusal is not None:
                return refusal
        placed = round.hands[seat].bit_count() - rest.bit_count()
        return rules.flow.discarding.refuse_rest(round, rest) or rules.flow.over_card_limit(round, placed)

    def _check_cards(self, trial: Round, meld: Meld) -> Refusal | None:
        """Take the cards of *meld* from hand and pool; refuse at the first that is not there."""
        pack, seat = trial.rules.pack, trial.active
        for placed in meld.cards:
            if trial.hands[seat] & pack.bits[placed.card.kind][0]:
                trial.hands[seat] = pack.remove(trial.hands[seat], placed.card.kind)
            elif placed.card.is_joker and self.pool is not None:
                refusal = self.pool.check(trial, placed, meld)
                if refusal is not None:
                    return refusal
                self.pool.take(trial, pack.bits[placed.card.kind][0])
            else:
                return trial.refuse_not_held(placed.card)
        return None

    def apply(self, round: Round, action: LayDown) -> None:
        """Lay the melds in front of the seat on turn."""
        seat, rules = round.active, round.rules
        hand = before = round.hands[seat]
        for meld in action.melds:
            from_hand = meld.heap
            if self.pool is not None and round.pool & from_hand & ~hand:
                from_pool = round.pool & from_hand & ~hand
                self.pool.take(round, from_pool)
                from_hand &= ~from_pool
            hand = rules.pack.subtract(hand, from_hand)
            round.table[round.next_number] = TableMeld.new(round.next_number, seat, meld, rules.melds)
            round.next_number += 1
        round.hands[seat] = hand
        round.placed += before.bit_count() - hand.bit_count()
        round.laid_melds += len(action.melds)
        round.fresh = True
        if not round.has_melded(seat):
            round.melded |= rules.side_bits[seat]
            round.opened_now = True
        if round.opened_now:
            first = self.first_for(round, seat)
            if first.scope == "whole_turn" and not first.is_free:
                round.opening += action.melds


def _first_melds(
    first: FirstMeld,
    rules: Ruleset,
    hand: int,
    pool: int,
    melds: Sequence[LayDown],
    allowed: Callable[[LayDown], bool] | None = None,
) -> list[LayDown]:
    found, complete = first.smallest(rules, hand | pool, melds, allowed)
    if not found and (not complete or first.may_need_twins(rules, hand, melds)):
        # A hand so rich that the search gave up, or one in which a joker must stand for a card that is there.
        keep = int(rules.flow.discarding.final_required) if allowed else 0
        some = rules.arranger.any_first_meld(hand, first, keep=keep)
        found = [LayDown(some)] if some is not None else []
        if allowed:
            found = list(filter(allowed, found))
    return found
