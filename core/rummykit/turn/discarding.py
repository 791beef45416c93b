"""Discarding: the last step of a turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummykit.actions import Action, Discard
from rummykit.reasons import Reason, Refusal
from rummykit.table import Ending

if TYPE_CHECKING:
    from rummykit.cards import Card, Pack
    from rummykit.round import Round


class DiscardTable:
    """The discard of every card of a pack, made once: one action a kind, in the order of the pack."""

    def __init__(self, pack: Pack, make: Callable[[Card], Action] = Discard) -> None:
        self.by_kind = tuple(map(make, pack.cards))
        self._width = len(pack.ranks)
        self._mask = (1 << self._width) - 1
        self._rows: list[tuple[int, dict[int, tuple[Action, ...]]]] = [
            (suit * self._width, {0: ()}) for suit in range(len(pack.suits))
        ]
        self._jokers_at = pack.naturals * pack.copies
        self._jokers = [(pack.bits[card.kind][0], self.by_kind[card.kind]) for card in pack.cards if card.is_joker]

    def of(self, hand: int, found: list[Action]) -> None:
        """Append the discard of every different card in *hand*."""
        mask = self._mask
        for first, rows in self._rows:
            row = hand >> first & mask
            try:
                found += rows[row]
            except KeyError:
                found += self._remember(first, rows, row)
        if hand >> self._jokers_at:
            found += [action for bit, action in self._jokers if hand & bit]

    def _remember(self, first: int, rows: dict[int, tuple[Action, ...]], row: int) -> tuple[Action, ...]:
        rows[row] = answer = tuple(self.by_kind[first + at] for at in range(self._width) if row >> at & 1)
        return answer


@dataclass(frozen=True)
class Discarding:
    """Every turn ends with a discard from the hand; whoever discards his last card is out.

    ``taken_allowed``: the card just taken from the pile may be thrown back. ``final_required``: the last card
    must be discarded; otherwise a player is also out when all his cards lie on the table.
    """

    taken_allowed: bool = True
    final_required: bool = True
    action = Discard
    last_cards = 1
    """How many cards leave the hand with the end of a turn."""

    def legal(self, round: Round, found: list[Action]) -> None:
        """Append a discard for every card in the hand."""
        hand = round.hands[round.active] if self.taken_allowed else self.throwable(round)
        round.rules.discards.of(hand, found)

    def throwable(self, round: Round) -> int:
        """Return the cards of the seat on turn that it may discard."""
        hand = round.hands[round.active]
        if not self.taken_allowed and round.taken >= 0 and not round.held_twin:
            hand &= ~round.rules.pack.bits[round.taken][0]
        return hand

    def check(self, round: Round, action: Discard) -> Refusal | None:
        """Say why the seat on turn may not discard this card."""
        return self.check_card(round, action.card)

    def check_card(self, round: Round, card: Card) -> Refusal | None:
        """Say why the seat on turn may not discard a card, with whatever move."""
        refuse = round.rules.refuse
        pack, hand = round.rules.pack, round.hands[round.active]
        if not hand & pack.bits[card.kind][0]:
            if card.is_joker and round.rules.deal.pool_jokers:
                return refuse(Reason.DISCARD_JOKER, (card,))
            return round.refuse_not_held(card)
        if not self._may_throw(round, card.kind):
            return refuse(Reason.DISCARD_TAKEN, (card,))
        return None

    def apply(self, round: Round, action: Discard) -> None:
        """Discard, and end the turn or the round."""
        seat, card = round.active, action.card
        self.throw(round, card)
        if round.hands[seat]:
            round.rules.flow.end_turn(round)
        else:
            round.finish(Ending.OUT, seat, card)

    def throw(self, round: Round, card: Card) -> None:
        """Put a card of the seat on turn on the pile, and leave it at that."""
        seat = round.active
        round.hands[seat] = round.rules.pack.remove(round.hands[seat], card.kind)
        round.pile.append(card.kind)
        round.discarder = seat

    def leaves_discard(self, round: Round, hand: int) -> bool:
        """Whether the turn, or the round, can still be ended from what would be left of the hand."""
        if hand.bit_count() == 1 and round.taken >= 0:
            return self._may_throw(round, round.taken) or hand != round.rules.pack.bits[round.taken][0]
        return hand != 0 or not self.final_required

    def _may_throw(self, round: Round, kind: int) -> bool:
        return self.taken_allowed or kind != round.taken or round.held_twin
