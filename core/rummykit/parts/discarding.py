"""The last step of a turn: a discard, or in a game without discards its end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field

from rummykit.engine.actions import END_TURN, Action, Discard, EndTurn
from rummykit.engine.table import Ending
from rummykit.i18n import say
from rummykit.parts.melding import JokerOptions
from rummykit.refusals import Reason, Refusal
from rummykit.rules.options import CHANGED, Finding, Section

if TYPE_CHECKING:
    from rummykit.cards import Card
    from rummykit.engine.round import Round


ANY_HAND = 200
"""More cards than a hand ever has."""
Taking = Literal["freely", "after_first_meld", "only_to_use", "only_to_meld", "never"]
"""Whether a discard may be taken, and what for."""
Reuse = Literal["reshuffle", "turn_over"]
"""How the discards become the stock."""


class DiscardOptions(Section):
    """The discards, and taking one."""

    asked: ClassVar[tuple[tuple[str, str], ...]] = (
        ("pile", "Is there a discard pile?"),
        ("take", "May you take the card that the player before you has discarded?"),
    )
    known_as = (("", "pick up, pile, waste, throw away"), ("reuse", "shuffle, flip"))

    pile: bool = Field(True, description="whether there are discards")
    take: Taking = Field(
        "freely",
        description="whether a discard may be taken: to keep it, always or only after one's own first meld, only to be "
        "used or melded at once, or never",
    )
    throw_back: bool = Field(True, description="whether the card just taken may be thrown back")
    reuse: Reuse = Field(
        "reshuffle", description="whether the discards are shuffled before they become the stock, or only turned over"
    )

    idle_without = (
        ("reuse", "stock.exhausted", "reshuffle"),
        ("reuse", "stock.reshuffles", *range(1, 11)),
    )
    needs: ClassVar[tuple[tuple[object, ...], ...]] = (
        ("take", CHANGED, "discards.pile", True),
        ("take", "only_to_use", "lay_offs.on", "own", "any"),
        ("throw_back", False, "discards.pile", True),
    )


class PileOptions(DiscardOptions):
    """The discards, and how much of them is seen and taken."""

    asked = (("reach", "How much of the discard pile may you take?"),)

    spread: bool = Field(False, description="whether everybody sees all discards, in their order")
    reach: Literal["top", "any_depth", "whole"] = Field(
        "top",
        description="what may be taken: the open card alone, any card together with those above it, where the deepest "
        "must be used before anything else, or only the whole pile",
    )

    needs = (
        *DiscardOptions.needs,
        ("spread", True, "discards.pile", True),
        ("reach", "any_depth", "discards.spread", True),
        ("reach", "whole", "discards.pile", True),
    )


class GoingOutOptions(Section):
    """The end of a round."""

    asked = (("discard", "Must you discard your last card to go out?"),)
    known_as = (("", "go out, finish, close, last card"),)

    discard: Literal["required", "optional", "forbidden"] = Field(
        "required",
        description="whether the last card must be discarded, may be placed as well, or may not be discarded, so that "
        "whoever goes out lays all cards",
    )

    needs = (("discard", "required", "discards.pile", True), ("discard", "forbidden", "discards.pile", True))

    def oddities(self, rules: Any) -> Iterator[Finding]:
        """Yield a rule for a last discard where there is none."""
        if self.discard == "forbidden" and rules.value("jokers.discard") == "not_last":
            message = say(
                "{option}: {value} does nothing while {other} is {state}",
                option="jokers.discard",
                value="not_last",
                other="going_out.discard",
                state=self.discard,
            )
            yield Finding((("jokers", "discard"), ("going_out", "discard")), message)


@dataclass(frozen=True, slots=True)
class Discarding:
    """Every turn ends with a discard from the hand; whoever discards their last card is out.

    ``taken_allowed``: the card just taken from the pile may be thrown back. ``final_required``: the last card
    must be discarded; otherwise a player is also out when all their cards lie on the table. ``final_allowed``: it may
    be discarded; otherwise that is the only way out, and no move leaves a single card without a place. ``jokers`` may
    be discarded like other cards, or not as the last card, or never but by a player who has nothing else to discard; no
    move leaves only what may not be discarded. ``last_face_down``: nobody sees with which card a player goes out.
    ``floats``: who has laid all cards, and has none to discard, is not out: their turn is over, and they draw in the
    next one.
    """

    taken_allowed: bool = True
    final_required: bool = True
    last_face_down: bool = False
    floats: bool = False
    jokers: Literal["allowed", "not_last", "never"] = "allowed"
    final_allowed: bool = True
    always_enough: int = field(init=False, repr=False, compare=False)
    """With so many cards left in the hand, whatever they are, the turn or the round can be ended."""
    last_cards: int = field(init=False, repr=False, compare=False)
    """How many cards leave the hand with the discard that ends the round."""
    action = Discard

    def __post_init__(self) -> None:
        object.__setattr__(self, "last_cards", int(self.final_allowed))
        enough = int(self.final_required) if self.taken_allowed and self.final_allowed else 2
        if self.jokers != "allowed":
            enough = 2 if self.jokers == "not_last" else ANY_HAND
        if type(self).leaves_discard is not Discarding.leaves_discard:
            enough = ANY_HAND  # a subclass knows better
        object.__setattr__(self, "always_enough", enough)

    @classmethod
    def by(
        cls,
        discards: DiscardOptions,
        going_out: GoingOutOptions | None = None,
        jokers: JokerOptions | None = None,
        *,
        last_face_down: bool = False,
    ) -> Discarding:
        """Return the discarding that house rules ask for; the last card must be discarded unless they say otherwise."""
        last = going_out.discard if going_out else "required"
        return cls(
            discards.throw_back,
            last == "required",
            last_face_down,
            jokers=jokers.discard if jokers else "allowed",
            final_allowed=last != "forbidden",
        )

    def legal(self, round: Round, found: list[Action]) -> None:
        """Append a discard for every card in the hand."""
        free = self.taken_allowed and self.jokers == "allowed" and self.final_allowed
        hand = round.hands[round.active] if free else self.throwable(round)
        round.rules.discards.of(hand, found)

    def throwable(self, round: Round) -> int:
        """Return the cards of the seat on turn that it may discard."""
        hand = round.hands[round.active]
        if not self.final_allowed and hand.bit_count() == 1:
            return 0
        if not self.taken_allowed and round.taken >= 0 and not round.held_twin:
            hand &= ~round.rules.pack.bits[round.taken][0]
        if self.jokers == "never":
            return hand & ~round.rules.melds.wild_bits or hand
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
        if not self.final_allowed and hand.bit_count() == 1:
            return refuse(Reason.DISCARD_LAST, (card,))
        if not self._may_throw(round, card.kind):
            return refuse(Reason.DISCARD_TAKEN, (card,))
        is_joker = round.rules.melds.is_wild(card)
        if self.jokers == "never" and is_joker and not self.throwable(round) & pack.bits[card.kind][0]:
            return refuse(Reason.DISCARD_NATURAL, (card,))
        return None

    def apply(self, round: Round, action: Discard) -> None:
        """Discard, and end the turn or the round."""
        seat, card = round.active, action.card
        self.throw(round, card)
        if round.hands[seat]:
            round.rules.flow.end_turn(round)
        else:
            round.finish(Ending.OUT, seat, card, face_down=self.last_face_down)

    def throw(self, round: Round, card: Card) -> None:
        """Put a card of the seat on turn on the pile, and leave it at that."""
        seat = round.active
        round.hands[seat] = round.rules.pack.remove(round.hands[seat], card.kind)
        round.pile.append(card.kind)
        round.discarder = seat

    def leaves_discard(self, round: Round, hand: int) -> bool:
        """Whether the turn, or the round, can still be ended from what would be left of the hand.

        A subclass may ask for more, and say in `refuse_rest` why not; what is listed follows it. Where a last card must
        be laid, that one card has a place is seen when the move is made.
        """
        if not self.final_allowed and hand.bit_count() < 2:
            return True
        if self.jokers != "allowed" and self._leaves_jokers(round, hand):
            return False
        if hand.bit_count() == 1 and round.taken >= 0:
            return self._may_throw(round, round.taken) or hand != round.rules.pack.bits[round.taken][0]
        return hand != 0 or not self.final_required

    def refuse_rest(self, round: Round, hand: int) -> Refusal | None:
        """Refuse to leave so little of the hand that the turn, or the round, cannot be ended."""
        if self.leaves_discard(round, hand):
            return None
        only_jokers = self.jokers != "allowed" and self._leaves_jokers(round, hand)
        return round.rules.refuse(Reason.JOKERS_LEFT if only_jokers else Reason.NO_CARD_LEFT)

    def _leaves_jokers(self, round: Round, hand: int) -> bool:
        """Whether what would be left of the hand are jokers that may not be discarded."""
        naturals = hand & ~round.rules.melds.wild_bits
        if self.jokers == "not_last":
            return hand.bit_count() == 1 and not naturals
        if naturals and not self.taken_allowed and round.taken >= 0 and not round.held_twin:
            naturals &= ~round.rules.pack.bits[round.taken][0]
        return naturals != hand and not naturals

    def _may_throw(self, round: Round, kind: int) -> bool:
        return self.taken_allowed or kind != round.taken or round.held_twin


@dataclass(frozen=True)
class EndingTurn:
    """A turn ends when its player says so, and nothing is discarded; whoever has no card left is out at once."""

    action = EndTurn
    final_required = False
    final_allowed = True
    always_enough = 0
    last_cards = 0
    """How many cards leave the hand with the move that ends the round."""

    def legal(self, round: Round, found: list[Action]) -> None:
        """Append the end of the turn."""
        found.append(END_TURN)

    def check(self, round: Round, action: EndTurn) -> Refusal | None:
        """Who has drawn or placed a card may always end their turn."""
        return None

    def apply(self, round: Round, action: EndTurn) -> None:
        """Put the next seat on turn."""
        round.rules.flow.end_turn(round)

    def leaves_discard(self, round: Round, hand: int) -> bool:
        """Whether the turn, or the round, can still be ended from what would be left of the hand: always."""
        return True

    def refuse_rest(self, round: Round, hand: int) -> Refusal | None:
        """Nothing must be left of the hand."""
        return None
