"""The stock and the pile: drawing, what freezes the pile, and what bars the way to it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rummykit.engine.actions import END_TURN, EndTurn, LayDown
from rummykit.engine.state import Kept
from rummykit.i18n import say
from rummykit.parts import Discarding, Drawing

from rummykit_canasta.melds import is_black_three
from rummykit_canasta.red_threes import lay_out, red_threes_in
from rummykit_canasta.rulebook import CanastaReason

if TYPE_CHECKING:
    from rummykit.cards import Card
    from rummykit.engine.actions import Action, Home
    from rummykit.engine.round import Round
    from rummykit.refusals import Refusal

FROZEN = "frozen"


@dataclass(frozen=True)
class PileRules:
    """What bars the way to the pile: a card on top that stops, or frozen cards without two natural ones for them."""

    def refuse(self, round: Round, use: Home | None) -> Refusal | None:
        """Say why the seat on turn may not take the pile, or not with this use of its top card."""
        top, rules = round.open_card, round.rules
        if top is None:
            return None
        if rules.melds.is_wild(top):
            return rules.refuse(CanastaReason.WILD_ON_TOP)
        if is_black_three(top):
            return rules.refuse(CanastaReason.BLACK_ON_TOP)
        melded = round.has_melded(round.active)
        if melded and not round.state[FROZEN]:
            return None
        naturals = sum(card.rank == top.rank for card in rules.pack.cards_in(round.hands[round.active]))
        if isinstance(use, LayDown):
            naturals = max(sum(each.card.rank == top.rank for each in meld.cards) for meld in use.melds) - 1
        if naturals > 1:
            return None
        reason = CanastaReason.FROZEN if round.state[FROZEN] else CanastaReason.FROZEN_FOR_SIDE
        return rules.refuse(reason, (top,))


@dataclass(frozen=True)
class CanastaDrawing(Drawing):
    """``draws`` stock cards, or the whole pile, whose red threes are laid out; it may be ``always_frozen``."""

    draws: int = 1
    always_frozen: bool = False
    keeps = (Kept(FROZEN, start=False, told=lambda frozen: say("the pile is frozen") if frozen else ""),)

    @classmethod
    def at_table(cls, draws: int, *, always_frozen: bool) -> CanastaDrawing:
        """Return the draws of a table."""
        whole = cls("only_to_use", "take_or_end", reach="whole", guard=PileRules())
        return replace(whole, draws=draws, always_frozen=always_frozen)

    def begin(self, round: Round) -> None:
        """Cover a wild card or a red three that is turned up, and note whether it freezes the pile."""
        while round.pile and self.freezes(round, round.pile[-1]) and round.stock:
            round.pile.append(round.stock.pop())
        frozen = any(self.freezes(round, kind) for kind in round.pile)
        round.keep(FROZEN, frozen or self.always_frozen)

    def freezes(self, round: Round, kind: int) -> bool:
        """Whether a card in the pile freezes it."""
        card = round.rules.pack.cards[kind]
        return round.rules.melds.is_wild(card) or card in red_threes_in(round.rules.pack)

    def draw_stock(self, round: Round) -> None:
        """Draw as many cards as a turn begins with, or as many as there are."""
        for _ in range(min(self.draws, len(round.stock)) - 1):
            self.give_top(round, round.active)
        super().draw_stock(round)

    def take_discard(self, round: Round, cards: int = 1) -> None:
        """Take the pile, lay out its red threes without replacing them, and begin a new pile."""
        super().take_discard(round, cards)
        for card in red_threes_in(round.rules.pack, round.hands[round.active]):
            lay_out(round, round.active, card)
        round.keep(FROZEN, self.always_frozen)


class CanastaDiscarding(Discarding):
    """A discard ends the turn, and a wild card freezes the pile; after a last red three nothing is discarded."""

    def legal(self, round: Round, found: list[Action]) -> None:
        """Append a discard for every card in the hand."""
        if not round.final_turn:
            super().legal(round, found)

    def check_card(self, round: Round, card: Card) -> Refusal | None:
        """Say why the seat on turn may not discard a card."""
        if round.final_turn:
            return round.rules.refuse(CanastaReason.NO_DISCARD)
        return super().check_card(round, card)

    def throw(self, round: Round, card: Card) -> None:
        """Put a card on the pile."""
        super().throw(round, card)
        if round.rules.melds.is_wild(card):
            round.keep(FROZEN, value=True)


class EndingWithoutDiscard:
    """After a last red three the turn, and the round, end without a discard."""

    action = EndTurn

    def legal(self, round: Round, found: list[Action]) -> None:
        """Append the end of the turn where nothing is discarded."""
        if round.final_turn:
            found.append(END_TURN)

    def check(self, round: Round, action: EndTurn) -> Refusal | None:
        """Refuse to end a turn that ends with a discard."""
        if round.final_turn:
            return None
        return round.refuse_not_now(action)

    def apply(self, round: Round, action: EndTurn) -> None:
        """End the round."""
        round.rules.flow.end_turn(round)
