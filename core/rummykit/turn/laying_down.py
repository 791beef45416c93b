"""Laying down new melds, from the hand and with jokers from the pool."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rummykit.actions import Action, LayDown
from rummykit.melds import Meld, Shape
from rummykit.reasons import Reason, Refusal
from rummykit.table import TableMeld
from rummykit.turn.first_meld import FirstMeld, GoingOutAtOnce

if TYPE_CHECKING:
    from rummykit.cards import Placed
    from rummykit.round import Round


LONGEST_HAND = 30
"""In a longer hand nobody looks for a way to lay it all at once: that would take too long."""


@dataclass(frozen=True)
class PoolJokers:
    """Jokers that lie open for all: taken only for runs of at least ``min_run`` cards, with the joker.

    ``layoff``: one may also be added to a run on the table, if that is then long enough.
    """

    min_run: int = 4
    per_turn: int = 5
    layoff: bool = False

    def check(self, round: Round, joker: Placed, meld: Meld) -> Refusal | None:
        """Refuse a pool joker that may not be used in *meld*."""
        refuse = round.rules.refuse
        if not round.pool & round.rules.pack.bits[joker.card.kind][0]:
            return refuse(Reason.POOL_JOKER_GONE, fault=joker)
        if meld.shape is Shape.SET:
            return refuse(Reason.POOL_JOKER_SET, fault=joker)
        if len(meld) < self.min_run:
            return refuse(Reason.POOL_JOKER_SHORT, fault=joker, needed=self.min_run, count=len(meld))
        if round.pool_taken >= self.per_turn:
            return refuse(Reason.POOL_JOKER_LIMIT, needed=self.per_turn)
        return None

    def take(self, round: Round, jokers: int) -> None:
        """Take jokers from the pool."""
        round.pool &= ~jokers
        round.pool_taken += jokers.bit_count()


@dataclass(frozen=True)
class LayingDown:
    """New melds in front of a player; melding is never compulsory."""

    first: FirstMeld = field(default_factory=FirstMeld)
    pool: PoolJokers | None = None
    no_meld_laps: int = 0
    at_once: GoingOutAtOnce = field(default_factory=GoingOutAtOnce)
    action = LayDown

    def legal(self, round: Round, found: list[Action]) -> None:
        """Append every single meld; for a first meld with a minimum, the smallest combinations that reach it."""
        if round.lap <= self.no_meld_laps:
            return
        hand, rules, pool = round.hands[round.active], round.rules, self.pool
        if pool is None and self._must_open(round) and not self._can_open(round, hand):
            found += self._whole_hand(round, hand)  # most hands cannot open: no need to list their melds
            return
        melds = rules.finder.naturals(hand)
        if pool is None:
            if hand & rules.pack.joker_bits:
                melds += rules.finder.with_jokers(hand)
        elif round.pool and round.pool_taken < pool.per_turn:
            melds += rules.finder.pool_runs(round.pool, hand, pool.min_run)
        if melds:
            found += self.possible(round, hand, melds)

    def _must_open(self, round: Round) -> bool:
        """Whether what the seat on turn lays now must meet the first-meld rule."""
        return not (round.melded >> round.active & 1 or self.first.is_free)

    def _can_open(self, round: Round, hand: int) -> bool:
        keep = int(round.rules.flow.discarding.final_required)
        return round.rules.arranger.can_open(hand, self.first, keep=keep)

    def possible(self, round: Round, hand: int, melds: Sequence[LayDown]) -> list[LayDown]:
        """Return what of *melds* a hand may lay now: after it a discard must be left, and so on."""
        if not self._must_open(round):
            return [action for action in melds if self._is_possible(round, hand, action)]
        found = self._first_melds(round, hand, melds)
        return found + [whole for whole in self._whole_hand(round, hand) if whole not in found]

    def _first_melds(self, round: Round, hand: int, melds: Sequence[LayDown]) -> list[LayDown]:
        rules = round.rules

        def allowed(action: LayDown) -> bool:
            return self._is_possible(round, hand, action)

        found, complete = self.first.smallest(rules, hand | round.pool, melds, allowed)
        if found or complete:
            return found
        # A hand so rich that the search gave up: any first meld will do, for the best one takes too long.
        some = rules.arranger.any_first_meld(hand, self.first, keep=int(rules.flow.discarding.final_required))
        return [action for action in [LayDown(some)] if allowed(action)] if some is not None else []

    def _whole_hand(self, round: Round, hand: int) -> list[LayDown]:
        """Return one way to lay all cards but the last, where that frees from the first-meld rule and can be done."""
        if not self._waived(round) or hand.bit_count() > LONGEST_HAND:
            return []
        end = round.rules.flow.discarding
        best = round.rules.arranger.all_but(end.last_cards, hand, keep=int(end.final_required))
        if best is None or not best.melds:
            return []
        return [action for action in [LayDown(best.melds)] if self._is_possible(round, hand, action)]

    def _waived(self, round: Round) -> bool:
        return self.at_once.waives_first_meld and self.at_once.is_possible(round)

    def _is_possible(self, round: Round, hand: int, action: LayDown) -> bool:
        rest, from_pool = hand, 0
        subtract, lying_open = round.rules.pack.subtract, round.pool & ~hand
        for meld in action.melds:
            from_pool += (meld.heap & lying_open).bit_count()
            rest = subtract(rest, meld.heap & ~lying_open)
        if from_pool and self.pool is not None and round.pool_taken + from_pool > self.pool.per_turn:
            return False
        flow = round.rules.flow
        if not flow.discarding.leaves_discard(round, rest):
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
        rest = trial.hands[seat]
        goes_out = rest.bit_count() <= rules.flow.discarding.last_cards
        if not round.has_melded(seat) and not (goes_out and self._waived(round)):
            refusal = self.first.check(rules, action.melds)
            if refusal is not None:
                return refusal
        if not rules.flow.discarding.leaves_discard(round, rest):
            return rules.refuse(Reason.NO_CARD_LEFT)
        return rules.flow.over_card_limit(round, round.hands[seat].bit_count() - rest.bit_count())

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
        round.fresh = True
        if not round.has_melded(seat):
            round.melded |= 1 << seat
            round.opened_now = True
