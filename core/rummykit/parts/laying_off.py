"""Laying off: adding single cards to melds on the table."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from rummykit.engine.actions import Action, LayOff
from rummykit.melds import Meld
from rummykit.refusals import Reason, Refusal
from rummykit.rules.options import ByOptions, Section

if TYPE_CHECKING:
    from rummykit.cards import Card, Placed
    from rummykit.engine.round import Round
    from rummykit.engine.table import TableMeld


class LayOffOptions(Section):
    """Adding cards to melds on the table."""

    asked = (
        ("on", "On whose melds may you lay off cards?"),
        ("before_first_meld", "May you lay off before you have melded yourself?"),
    )
    known_as = (("", "add to melds, build on, attach"),)

    on: Literal["none", "own", "any"] = Field("any", description="on whose melds cards may be laid off")
    before_first_meld: bool = Field(False, description="whether already before one's own first meld")
    same_turn: bool = Field(True, description="whether already in the turn of the first meld")
    credit: Literal["owner", "layer"] = Field(
        "owner", description="for whom a card laid off counts among the bonus cards"
    )

    idle_without = (
        ("before_first_meld", "on", "any"),
        ("credit", "on", "any"),
        ("credit", "bonus.in_play", *range(1, 13)),
    )
    needs = (("before_first_meld", True, "lay_offs.same_turn", True),)


@dataclass(frozen=True, slots=True)
class LayingOff(ByOptions):
    """Cards may be added to melds: anybody's, those of one's own side, or none at all.

    ``same_turn``: already in the turn of one's first meld. ``before_first_meld``: even without a meld of one's own.
    ``credit``: for whom a card laid off counts, where cards on the table count.
    """

    on: Literal["any", "own", "none"] = "any"
    same_turn: bool = True
    before_first_meld: bool = False
    credit: Literal["owner", "layer"] = "owner"
    action = LayOff

    def legal(self, round: Round, found: list[Action]) -> None:
        """Append every lay-off of a card in the hand, or of a pool joker where that is allowed."""
        if not (round.melded >> round.active & 1 or self.before_first_meld) or self._barred(round) is not None:
            return
        hand, rules = round.hands[round.active], round.rules
        flow = rules.flow
        if hand.bit_count() > flow.discarding.always_enough and flow.max_hand_cards is None:
            may_go = hand  # whichever card goes
        else:
            may_go = rules.pack.heap(c for c in rules.pack.cards_in(hand) if self._check_rest(round, c, hand) is None)
        for meld in self.targets(round):
            fitting = meld.fits & may_go
            while fitting:
                lowest = fitting & -fitting
                fitting ^= lowest
                found += meld.lay_offs[lowest.bit_length() - 1]
        pool = flow.laying_down.pool
        jokers = hand & rules.melds.wild_bits | (round.pool if pool is not None and pool.lay_off else 0)
        if jokers:
            for kind in dict.fromkeys(rules.pack.kinds(jokers)):
                found += [action for action, _ in self.places_for(round, rules.pack.cards[kind], hand)]

    def places_for(
        self, round: Round, joker: Card, hand: int, number: int = 0, swapped: Meld | None = None
    ) -> list[tuple[LayOff, Meld]]:
        """Return every lay-off of a joker in the *hand* or the pool, with the meld it makes.

        Where the hand has it by a swap, the meld of that *number* looks like *swapped* afterwards.
        """
        if self._barred(round) is not None or self._check_rest(round, joker, hand) is not None:
            return []
        kind, found = joker.kind, list[tuple[LayOff, Meld]]()
        for target in self.targets(round):
            if swapped is None or target.number != number:
                found += target.joker_lay_offs.get(kind, ())
            else:
                ways = round.rules.melds.joker_additions[swapped].get(kind, ())
                found += [(LayOff(placed, number, end), longer) for placed, end, longer in ways]
        if hand & round.rules.pack.bits[joker.kind][0]:
            return found
        return [place for place in found if self._available(round, place[0].placed, place[1]) is None]

    def places_as_itself(
        self, round: Round, card: Card, hand: int, number: int, swapped: Meld
    ) -> list[tuple[LayOff, Meld]]:
        """Return every lay-off of a wild card, as the card it is, that the *hand* has by a swap; see `places_for`."""
        if self._barred(round) is not None or self._check_rest(round, card, hand) is not None:
            return []
        itself, found = round.rules.pack.laid_kind(card.kind), list[tuple[LayOff, Meld]]()
        for target in self.targets(round):
            meld = swapped if target.number == number else target.meld
            for placed, end, longer in round.rules.melds.additions(meld):
                if placed == itself:
                    found.append((LayOff(placed, target.number, end), longer))
        return found

    def _barred(self, round: Round) -> Reason | None:
        """Return why the seat on turn may not lay off at all."""
        if self.on == "none":
            return Reason.LAYOFF_OFF
        if not round.melded >> round.active & 1 and not self.before_first_meld:
            return Reason.LAYOFF_BEFORE_MELD
        if round.opened_now and not self.same_turn:
            return Reason.LAYOFF_SAME_TURN
        return None

    def fitting(self, round: Round) -> int:
        """Return the cards, jokers among them, that the seat on turn could lay off if it had them in the hand."""
        if self._barred(round) is not None:
            return 0
        fits, pack = 0, round.rules.pack
        for target in self.targets(round):
            fits |= target.fits
            if round.rules.melds.wild_bits:
                for kind in target.joker_lay_offs:
                    fits |= pack.bits[kind][0]
        return fits

    def targets(self, round: Round) -> Collection[TableMeld]:
        """Return the melds on which the seat on turn may lay off, once it may."""
        melds = round.table.values()
        if self.on == "any":
            return melds
        side = round.rules.side_of[round.active]
        return [meld for meld in melds if meld.owner in side]

    def check(self, round: Round, action: LayOff) -> Refusal | None:
        """Say why the seat on turn may not lay this card off there."""
        refuse, seat, number = round.rules.refuse, round.active, action.number
        target = round.table.get(number)
        if target is None and self.on != "none":
            return refuse(Reason.NO_SUCH_MELD, number=number)
        barred = self._barred(round)
        if target is None or barred is not None:
            return refuse(barred or Reason.LAYOFF_OFF)
        if self.on == "own" and target.owner not in round.rules.side_of[seat]:
            return refuse(Reason.LAYOFF_OWN_ONLY, number=number)
        longer = next((longer for known, longer in target.additions if known == action), None)
        refusal = self._available(round, action.placed, longer)
        if refusal is not None:
            return refusal
        return (
            self._check_rest(round, action.placed.card, round.hands[seat])
            if longer is not None
            else _refuse_fit(round, target, action.placed)
        )

    def _available(self, round: Round, placed: Placed, longer: Meld | None) -> Refusal | None:
        """Refuse a card that is neither in the hand nor, as a joker, to be had from the pool."""
        card, pack = placed.card, round.rules.pack
        if round.hands[round.active] & pack.bits[card.kind][0]:
            return None
        pool = round.rules.flow.laying_down.pool
        if not card.is_joker or pool is None or not round.pool & pack.bits[card.kind][0]:
            return round.refuse_not_held(card)
        if not pool.lay_off:
            return round.rules.refuse(Reason.POOL_JOKER_LAYOFF, fault=placed)
        return pool.check(round, placed, longer) if longer is not None else None

    def _check_rest(self, round: Round, card: Card, hand: int) -> Refusal | None:
        """Refuse a lay-off that leaves no discard, or one card too many in this turn."""
        rules = round.rules
        if not hand & rules.pack.bits[card.kind][0]:
            return None  # a pool joker leaves the hand as it is
        rest = rules.pack.remove(hand, card.kind)
        return rules.flow.discarding.refuse_rest(round, rest) or rules.flow.over_card_limit(round, 1)

    def apply(self, round: Round, action: LayOff) -> None:
        """Add the card to the meld."""
        seat, rules, kind = round.active, round.rules, action.placed.card.kind
        hand, bit = round.hands[seat], rules.pack.bits[kind][0]
        if hand & bit:
            round.hands[seat] = rules.pack.remove(hand, kind)
            round.placed += 1
        else:
            pool = rules.flow.laying_down.pool
            assert pool is not None
            pool.take(round, bit)
        target: TableMeld = round.table[action.number]
        round.table[action.number] = target.extended(action, seat)
        round.fresh = True


_NEARER = frozenset(
    {
        Reason.SET_SAME_SUIT,
        Reason.SET_TOO_LONG,
        Reason.RUN_DUPLICATE,
        Reason.JOKER_COLOUR,
        Reason.JOKER_TWIN,
        Reason.TOO_MANY_JOKERS,
        Reason.ADJACENT_JOKERS,
    }
)
"""What can be wrong with the longer meld and tells more than that a card does not fit."""


def _refuse_fit(round: Round, target: TableMeld, placed: Placed) -> Refusal:
    """Refuse a card that does not fit a meld, by the rule that is nearest."""
    rules, card = round.rules, placed.card
    if any(joker.stands_for == card for joker in target.meld.jokers):
        return rules.refuse(Reason.LAYOFF_BESIDE_JOKER, (card,), number=target.number, meld=target.meld)
    problem = rules.melds.diagnose((*target.meld.cards, placed))
    to_jokers_alone = not placed.is_wild and len(target.meld.jokers) == len(target.meld)
    if problem.reason in _NEARER and not to_jokers_alone:
        return rules.refuse_meld(problem)
    return rules.refuse(Reason.LAYOFF_NO_FIT, (card,), number=target.number, meld=target.meld)
