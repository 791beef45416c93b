"""Red threes: laid out as soon as they come into a hand, and replaced from the stock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummykit.cards import Row
from rummykit.engine.actions import CardAction, Source
from rummykit.engine.state import Kept
from rummykit.i18n import Later, mark, say

from rummykit_canasta.melds import is_red_three

if TYPE_CHECKING:
    from rummykit.cards import Card, Pack
    from rummykit.engine.actions import Action
    from rummykit.engine.round import Round
    from rummykit.refusals import Refusal

    from rummykit_canasta.flow import CanastaFlow

RED_THREES = "red_threes"


class LayOut(CardAction):
    """Lay out a red three: ``out 3h``."""

    __slots__ = ()
    verb = "out"
    phrase = mark("lay out a red three")
    form = mark("out CARD")
    meaning = mark("Lay out a red three, and draw a card in its place.")
    you = mark("You lay out {card}.")
    they = mark("{name} lays out {card}.")


def red_threes_in(pack: Pack, hand: int | None = None) -> list[Card]:
    """Return the red threes of a hand, or those that there are."""
    return [card for card in (pack.cards if hand is None else pack.cards_in(hand)) if is_red_three(card)]


def lay_out(round: Round, seat: int, card: Card) -> None:
    """Put a red three from a hand in front of its side."""
    round.hands[seat] = round.rules.pack.remove(round.hands[seat], card.kind)
    round.keep(RED_THREES, (*round.state[RED_THREES][seat], card), seat=seat)


@dataclass(frozen=True, eq=False)
class RedThrees:
    """The stage in which a player lays out red threes: before the first turn, or after a draw from the stock."""

    flow: CanastaFlow
    name = "red_threes"
    expected = Later("lay out your red threes")
    actions = (LayOut,)
    keeps = (
        Kept(
            RED_THREES,
            (),
            per="side",
            cards=True,
            told=lambda cards: say("{cards} laid out", cards=Row(cards)) * bool(cards),
        ),
    )

    def begin(self, round: Round) -> None:
        """Ask the first seat that was dealt a red three, if any was; then the first turn begins."""
        for step in range(round.players):
            seat = (round.active + step) % round.players
            if red_threes_in(round.rules.pack, round.hands[seat]):
                round.actor, round.stage = seat, self
                return
        round.actor, round.stage = round.active, self.flow.opening

    def legal(self, round: Round) -> Sequence[Action]:
        """List the red threes of the hand."""
        return [LayOut(card) for card in dict.fromkeys(red_threes_in(round.rules.pack, round.hands[round.actor]))]

    def check(self, round: Round, action: Action) -> Refusal | None:
        """Refuse anything else."""
        if action in self.legal(round):
            return None
        return round.refuse_not_now(action)

    def apply(self, round: Round, action: Action) -> None:
        """Lay a red three out and draw a card for it; without one the round ends with this turn."""
        assert isinstance(action, LayOut)
        lay_out(round, round.actor, action.card)
        if round.stock:
            self.flow.drawing.give_top(round, round.actor)
        else:
            round.final_turn = True
        if round.drawn is Source.STOCK:
            self.flow.start_play(round)
        else:
            self.begin(round)
