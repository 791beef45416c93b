"""Ending a round from the hand: by a knock with few points left over, or by a call with none.

Nothing is laid on the table for it. The best melds of every hand are found when the hands are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from rummykit.engine.actions import DRAW_DISCARD, DRAW_STOCK, PASS, Action, Call, Discard, Draw, Knock, Pass, Source
from rummykit.engine.scoring import ShownHand
from rummykit.engine.table import Ending, Outcome
from rummykit.i18n import Later
from rummykit.melds import Condition, Meld, meets
from rummykit.memo import lazy
from rummykit.refusals import Reason, Refusal
from rummykit.rules.options import ByOptions, Section
from rummykit.rules.shapes import Unlimited

if TYPE_CHECKING:
    from rummykit.cards import Card
    from rummykit.engine.round import Round
    from rummykit.engine.ruleset import Ruleset
    from rummykit.engine.views import View


class KnockOptions(Section):
    """Ending the round with cards left over, and what the others may still do."""

    asked = (
        ("limit", "With how many points left over may you knock?"),
        ("improve", "May the others draw once more after a knock?"),
    )
    known_as = (("", "go down, deadwood, end the round"),)

    from_lap: int = Field(1, ge=1, le=5, description="the first lap in which one may knock")
    limit: Unlimited[int] = Field(5, ge=0, le=100, description="most points in no meld with which one may knock")
    improve: Literal["none", "stock", "stock_or_discard"] = Field(
        "stock_or_discard",
        description="from where each of the others may draw one more card after a knock, and discard one",
    )
    lay_off_on_knocker: bool = Field(
        False, description="whether the others lay off on the melds of whoever knocked before they count"
    )


@dataclass(frozen=True)
class Knocking(ByOptions):
    """A player may end the round with a discard if what is in no meld then counts at most ``limit`` (None: anything).

    ``improve``: afterwards each of the others, clockwise, may once draw a card and discard one: from the
    stock, from the stock or the discards, or not at all. Then all hands are shown. ``lay_off_on_knocker``: the others,
    clockwise, then lay off on the melds of whoever knocked, as is best for each of them. ``from_lap`` is the first lap
    with knocks.
    """

    limit: int | None = 5
    improve: Literal["none", "stock", "stock_or_discard"] = "stock_or_discard"
    from_lap: int = 1
    lay_off_on_knocker: bool = False
    action = Knock
    shows_hands = True

    @lazy
    def exchange(self) -> LastExchange:
        """The stage in which the others make their last exchange."""
        return LastExchange(from_pile=self.improve == "stock_or_discard")

    def limit_in(self, table: Round | View) -> int | None:
        """Return the limit in a round, or as a seat sees it; a game in which open cards decide it overrides this."""
        return self.limit

    def legal(self, round: Round, found: list[Action]) -> None:
        """Append a knock for every discard that leaves few enough points."""
        rules, limit = round.rules, self.limit_in(round)
        if round.lap < self.from_lap:
            return
        if limit is None:
            rules.knocks.of(rules.flow.throwing.throwable(round), found)
        elif rules.least_deadwood(round.hands[round.active]) <= limit + rules.highest_value:
            found += [rules.knocks.by_kind[kind] for kind in _discards_within(round, limit)]

    def check(self, round: Round, action: Knock) -> Refusal | None:
        """Say why the seat on turn may not knock with this discard."""
        if round.lap < self.from_lap:
            return round.rules.refuse(Reason.KNOCK_LAP, needed=self.from_lap, lap=round.lap)
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

    def show(self, round: Round, seat: int) -> ShownHand:
        """Return a hand that lies open, after lay-offs on the melds of whoever knocked where the round is over."""
        outcome = round.outcome
        if not self.lay_off_on_knocker or outcome is None or outcome.ending is not Ending.KNOCK or outcome.seat is None:
            return ShownHand.of(round.rules, seat, round.hands[seat])
        knocker = outcome.seat
        hands = self._after_lay_offs(round.rules, (*round.hands[knocker:], *round.hands[:knocker]))
        return replace(hands[seat - knocker], seat=seat)

    @lazy
    def _after_lay_offs(self) -> Callable[[Ruleset, tuple[int, ...]], Sequence[ShownHand]]:
        # Whoever shows one hand shows all of them, and scores them too.
        return lru_cache(maxsize=2)(_after_lay_offs)


def _after_lay_offs(rules: Ruleset, hands: tuple[int, ...]) -> Sequence[ShownHand]:
    """Return hands as they are shown, clockwise from whoever knocked: each lays off what is best for it."""
    from rummykit.solver.laying_off import best_lay_offs  # whoever only reads rules needs no solver

    shown = [ShownHand.of(rules, 0, hands[0])]
    melds: Sequence[Meld] = shown[0].melds
    for hand in hands[1:]:
        cards, melds, left = best_lay_offs(rules.melds, melds, hand, rules.least_deadwood)
        shown.append(replace(ShownHand.of(rules, 0, left), laid_off=tuple(placed for _, placed in cards)))
    return shown


@dataclass(frozen=True)
class Calling:
    """A player may end the round with a discard if all their other cards are in melds; the others show at once.

    ``condition``: what those melds must have besides, such as two runs.
    """

    condition: Condition | None = None
    action = Call
    shows_hands = True

    def legal(self, round: Round, found: list[Action]) -> None:
        """Append a call for every discard that leaves nothing but melds."""
        hand, rules = round.hands[round.active], round.rules
        if rules.least_deadwood(hand) <= rules.highest_value:
            found += [
                Call(rules.pack.cards[kind])
                for kind in _discards_within(round, 0)
                # A card that counts nothing is left over all the same.
                if self._can_be_shown(rules, rules.pack.remove(hand, kind))
            ]

    def _can_be_shown(self, rules: Ruleset, hand: int) -> bool:
        if rules.arranger.all_but(0, hand) is None:
            return False
        best = rules.arranger.meeting(self.condition.demands, hand) if self.condition else None
        if self.condition is None or best is None:
            return self.condition is None
        return not best.left and meets(best.melds, self.condition.demands)

    def check(self, round: Round, action: Call) -> Refusal | None:
        """Say why the seat on turn may not call with this discard."""
        refusal = round.rules.flow.throwing.check_card(round, action.card)
        if refusal is not None:
            return refusal
        rules, hand = round.rules, _shown_without(round, action.card)
        if self.condition is not None and not meets(hand.melds, self.condition.demands):
            return rules.refuse(Reason.CALL_CONDITION, condition=Later(self.condition.told))
        return rules.refuse(Reason.CALL_CARDS_LEFT, hand.left, count=hand.points) if hand.left else None

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


@dataclass(frozen=True)
class LastDiscard:
    """The second half of an exchange: a card was drawn, now one is discarded."""

    exchange: LastExchange
    name = "last_discard"
    expected = Later("discard a card to finish your exchange")

    def legal(self, round: Round) -> Sequence[Action]:
        """List a discard for every card in the hand."""
        found: list[Action] = []
        round.rules.flow.throwing.legal(round, found)
        return found

    def check(self, round: Round, action: Action) -> Refusal | None:
        """Say why this may not be discarded."""
        if isinstance(action, Discard):
            return round.rules.flow.throwing.check_card(round, action.card)
        if isinstance(action, Draw):
            return round.rules.refuse(Reason.EXCHANGE_ONCE)
        return round.refuse_not_now(action)

    def apply(self, round: Round, action: Action) -> None:
        """Discard, and ask the next seat."""
        assert isinstance(action, Discard)
        round.rules.flow.throwing.throw(round, action.card)
        self.exchange.ask_next(round)


@dataclass(frozen=True)
class LastExchange:
    """The first half of an exchange: draw from the stock or, with ``from_pile``, take the open card; or pass."""

    from_pile: bool
    discard: LastDiscard = field(init=False, repr=False, compare=False)
    name = "exchange"

    def __post_init__(self) -> None:
        object.__setattr__(self, "discard", LastDiscard(self))

    @lazy
    def expected(self) -> Later:
        """What a player should do now."""
        if self.from_pile:
            return Later("draw from the stock or take the open card for your last exchange, or pass")
        return Later("draw from the stock for your last exchange, or pass")

    def ask_next(self, round: Round) -> None:
        """Ask the next seat clockwise that can exchange; after the last one the round is over."""
        assert round.announced is not None
        knocker, seat = round.announced.seat, round.rules.flow.next_seat(round, round.active)
        if seat == knocker or not (self.from_pile or self._can_draw(round)):
            round.outcome = round.announced
            return
        round.active = round.actor = seat
        round.drawn, round.taken, round.held_twin = None, -1, False
        round.stage = self

    def _can_draw(self, round: Round) -> bool:
        return bool(round.stock) or round.rules.flow.drawing.can_refill(round)

    def legal(self, round: Round) -> Sequence[Action]:
        """List the draws and the pass."""
        found: list[Action] = [DRAW_STOCK] if self._can_draw(round) else []
        if self.from_pile:
            found.append(DRAW_DISCARD)
        return [*found, PASS]

    def check(self, round: Round, action: Action) -> Refusal | None:
        """Say why this seat may not exchange so."""
        if isinstance(action, Pass):
            return None
        if not isinstance(action, Draw) or action.use is not None:
            return round.refuse_not_now(action)
        if action.source is Source.STOCK:
            return None if self._can_draw(round) else round.rules.refuse(Reason.EXCHANGE_NO_STOCK)
        if not self.from_pile:
            return round.rules.refuse(Reason.EXCHANGE_STOCK_ONLY)
        return round.rules.refuse(Reason.PILE_TOP_ONLY) if action.cards > 1 else None

    def apply(self, round: Round, action: Action) -> None:
        """Draw, or leave the hand as it is."""
        if isinstance(action, Pass):
            self.ask_next(round)
            return
        assert isinstance(action, Draw)
        drawing = round.rules.flow.drawing
        if action.source is Source.DISCARD:
            drawing.take_discard(round)
        else:
            round.drawn = Source.STOCK
            drawing.give_top(round, round.active)
        round.stage = self.discard


def has_exchanged(round: Round, seat: int) -> bool:
    """Whether *seat* has been asked for its last exchange already, or needs none as the knocker."""
    assert round.announced is not None
    assert round.announced.seat is not None
    asked = (round.actor - round.announced.seat) % round.players
    return (seat - round.announced.seat) % round.players < asked
