"""Ending a round from the hand: by a knock with few points left over, or by a call with none.

Nothing is laid on the table for it. The best melds of every hand are found when the hands are shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from rummykit.actions import Action, Call, Knock
from rummykit.reasons import Reason, Refusal
from rummykit.showing import ShownHand
from rummykit.table import Ending, Outcome
from rummykit.turn.last_exchange import LastExchange

if TYPE_CHECKING:
    from rummykit.cards import Card
    from rummykit.round import Round
    from rummykit.views import View


@dataclass(frozen=True)
class Knocking:
    """A player may end the round with his discard if what is in no meld then counts at most ``limit`` (None: anything).

    ``improve``: afterwards each of the others, clockwise from him, may once draw a card and discard one: from the
    stock, from the stock or the discards, or not at all. Then all hands are shown.
    """

    limit: int | None = 5
    improve: Literal["none", "stock", "stock_or_discard"] = "stock_or_discard"
    action = Knock

    @cached_property
    def exchange(self) -> LastExchange:
        """The stage in which the others make their last exchange."""
        return LastExchange(from_pile=self.improve == "stock_or_discard")

    def limit_in(self, table: Round | View) -> int | None:
        """Return the limit in a round, or as a seat sees it; a game in which open cards decide it overrides this."""
        return self.limit

    def legal(self, round: Round, found: list[Action]) -> None:
        """Append a knock for every discard that leaves few enough points."""
        rules, limit = round.rules, self.limit_in(round)
        if limit is None:
            rules.knocks.of(rules.flow.throwing.throwable(round), found)
        elif rules.least_deadwood(round.hands[round.active]) <= limit + rules.highest_value:
            found += [rules.knocks.by_kind[kind] for kind in _discards_within(round, limit)]

    def check(self, round: Round, action: Knock) -> Refusal | None:
        """Say why the seat on turn may not knock with this discard."""
        refusal, limit = round.rules.flow.throwing.check_card(round, action.card), self.limit_in(round)
        if refusal is not None or limit is None:
            return refusal
        hand = _shown_without(round, action.card)
        if hand.points <= limit:
            return None
        return round.rules.refuse(Reason.KNOCK_TOO_MUCH, hand.left, count=hand.points, needed=limit)

    def apply(self, round: Round, action: Knock) -> None:
        """Discard, and let the others improve their hands, where they may."""
        seat = round.active
        round.rules.flow.throwing.throw(round, action.card)
        round.announced = Outcome(Ending.KNOCK, seat, action.card)
        if self.improve == "none":
            round.outcome = round.announced
        else:
            self.exchange.ask_next(round)


@dataclass(frozen=True)
class Calling:
    """A player may end the round with his discard if all his other cards are in melds; the others show at once."""

    action = Call

    def legal(self, round: Round, found: list[Action]) -> None:
        """Append a call for every discard that leaves nothing but melds."""
        hand, rules = round.hands[round.active], round.rules
        if rules.least_deadwood(hand) <= rules.highest_value:
            found += [
                Call(rules.pack.cards[kind])
                for kind in _discards_within(round, 0)
                # A card that counts nothing is left over all the same.
                if rules.arranger.all_but(0, rules.pack.remove(hand, kind)) is not None
            ]

    def check(self, round: Round, action: Call) -> Refusal | None:
        """Say why the seat on turn may not call with this discard."""
        refusal = round.rules.flow.throwing.check_card(round, action.card)
        if refusal is not None:
            return refusal
        hand = _shown_without(round, action.card)
        return round.rules.refuse(Reason.CALL_CARDS_LEFT, hand.left, count=hand.points) if hand.left else None

    def apply(self, round: Round, action: Call) -> None:
        """Discard and end the round."""
        seat = round.active
        round.rules.flow.throwing.throw(round, action.card)
        round.finish(Ending.CALL, seat, action.card)


def _discards_within(round: Round, limit: int) -> Sequence[int]:
    """Return the kinds that may be discarded and then leave at most *limit* points.

    A discard takes off no more than its own value; so one look at the whole hand, here and before this is called, rules
    most cards and hands out.
    """
    rules, hand = round.rules, round.hands[round.active]
    least, values, pack = rules.least_deadwood, rules.card_values, rules.pack
    whole = least(hand)
    return [
        kind
        for kind in dict.fromkeys(pack.kinds(rules.flow.throwing.throwable(round)))
        if whole - values[kind] <= limit and least(pack.remove(hand, kind)) <= limit
    ]


def _shown_without(round: Round, card: Card) -> ShownHand:
    seat = round.active
    return ShownHand.of(round.rules, seat, round.rules.pack.remove(round.hands[seat], card.kind))
