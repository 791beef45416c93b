"""After a knock: the knocker spreads his melds, the other player lays off on them and spreads his own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummykit.engine.actions import PASS, Action, LayDown, LayOff, Pass
from rummykit.engine.table import TableMeld
from rummykit.i18n import Later
from rummykit.refusals import Reason, Refusal

from rummykit_gin_rummy.rulebook import GinReason

if TYPE_CHECKING:
    from rummykit.engine.round import Round

    from rummykit_gin_rummy.knocking import GinKnocking


@dataclass(frozen=True)
class KnockerSpreads:
    """The knocker spreads melds of his choice; he may stop as soon as what is left is within the limit."""

    knocking: GinKnocking
    name = "spread"
    expected = Later("spread your melds, and pass when you have done so")

    def legal(self, round: Round) -> Sequence[Action]:
        """List every meld after which the limit can still be met, and the pass where it is met."""
        rules, hand = round.rules, round.hands[round.actor]
        least, limit = rules.least_deadwood, self.knocking.limit_in(round)
        found: list[Action] = [lay for lay in rules.finder.naturals(hand) if least(hand ^ lay.melds[0].heap) <= limit]
        if deadwood(round, hand) <= limit:
            found.append(PASS)
        return found

    def check(self, round: Round, action: Action) -> Refusal | None:
        """Say why the knocker may not spread so, or not stop yet."""
        if isinstance(action, Pass):
            left = deadwood(round, round.hands[round.actor])
        elif isinstance(action, LayDown):
            refusal = _check_melds(round, action)
            if refusal is not None:
                return refusal
            left = round.rules.least_deadwood(_without(round, action))
        else:
            return round.refuse_not_now(action)
        limit = self.knocking.limit_in(round)
        if left <= limit:
            return None
        return round.rules.refuse(GinReason.SPREAD_TOO_MUCH, count=left, needed=limit)

    def apply(self, round: Round, action: Action) -> None:
        """Spread a meld; or let the other player lay off, unless it is gin."""
        if isinstance(action, LayDown):
            _spread(round, action)
            return
        is_gin = not round.hands[round.actor]
        round.active = round.actor = 1 - round.actor
        round.stage = ANSWERING if is_gin else LAYING_OFF


@dataclass(frozen=True)
class LayingOffOnKnocker:
    """The other player adds single cards to the melds of the knocker, as many as fit, and passes."""

    name = "lay_off"
    expected = Later("lay off cards on the melds spread, or pass")

    def legal(self, round: Round) -> Sequence[Action]:
        """List every lay-off, and the pass."""
        hand = round.hands[round.actor]
        found: list[Action] = [
            action
            for meld in round.table.values()
            if meld.fits & hand
            for action, _ in meld.additions
            if hand >> action.placed.card.kind & 1
        ]
        found.append(PASS)
        return found

    def check(self, round: Round, action: Action) -> Refusal | None:
        """Say why a card may not be laid off there."""
        if isinstance(action, Pass):
            return None
        if isinstance(action, LayDown):
            return round.rules.refuse(GinReason.MELDS_AFTER_LAYOFF)
        if not isinstance(action, LayOff):
            return round.refuse_not_now(action)
        target, card = round.table.get(action.number), action.placed.card
        if target is None:
            return round.rules.refuse(Reason.NO_SUCH_MELD, number=action.number)
        if not round.hands[round.actor] >> card.kind & 1:
            return round.refuse_not_held(card)
        if not any(known == action for known, _ in target.additions):
            return round.rules.refuse(Reason.LAYOFF_NO_FIT, (card,), number=action.number, meld=target.meld)
        return None

    def apply(self, round: Round, action: Action) -> None:
        """Add a card to a meld, or go on to the own melds."""
        if isinstance(action, LayOff):
            round.hands[round.actor] ^= 1 << action.placed.card.kind
            round.table[action.number] = round.table[action.number].extended(action, round.actor)
        else:
            round.stage = ANSWERING


@dataclass(frozen=True)
class DefenderSpreads:
    """The other player spreads his own melds; whatever he keeps counts."""

    name = "answer"
    expected = Later("spread your melds, and pass when you have done so")

    def legal(self, round: Round) -> Sequence[Action]:
        """List every meld, and the pass."""
        return [*round.rules.finder.naturals(round.hands[round.actor]), PASS]

    def check(self, round: Round, action: Action) -> Refusal | None:
        """Say why this is no meld to spread."""
        if isinstance(action, Pass):
            return None
        if isinstance(action, LayDown):
            return _check_melds(round, action)
        if isinstance(action, LayOff):
            is_gin = not round.hands[1 - round.actor]
            return round.rules.refuse(GinReason.LAYOFF_AGAINST_GIN if is_gin else GinReason.LAYOFF_OVER)
        return round.refuse_not_now(action)

    def apply(self, round: Round, action: Action) -> None:
        """Spread a meld, or end the hand."""
        if isinstance(action, LayDown):
            _spread(round, action)
        else:
            round.outcome = round.announced


LAYING_OFF = LayingOffOnKnocker()
ANSWERING = DefenderSpreads()


def deadwood(round: Round, hand: int) -> int:
    """Return what the cards of a hand count that have not been spread."""
    values = round.rules.card_values
    return sum([values[kind] for kind in round.rules.pack.kinds(hand)])


def _check_melds(round: Round, action: LayDown) -> Refusal | None:
    """Refuse what is not a meld, and cards that are not in the hand any more."""
    hand = round.hands[round.actor]
    for meld in action.melds:
        refusal = round.rules.check_meld(meld)
        if refusal is not None:
            return refusal
        for placed in meld.cards:
            if not hand >> placed.card.kind & 1:
                return round.refuse_not_held(placed.card)
            hand ^= 1 << placed.card.kind
    return None


def _without(round: Round, action: LayDown) -> int:
    """Return the hand without the melds, which it must hold."""
    return round.hands[round.actor] ^ sum(meld.heap for meld in action.melds)


def _spread(round: Round, action: LayDown) -> None:
    round.hands[round.actor] = _without(round, action)
    for meld in action.melds:
        round.table[round.next_number] = TableMeld.new(round.next_number, round.actor, meld, round.rules.melds)
        round.next_number += 1
