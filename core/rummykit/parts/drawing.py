"""The first step of a turn: drawing, or placing cards instead; and what happens when the stock runs out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from rummykit.engine.actions import (
    DRAW_DISCARD,
    DRAW_STOCK,
    PASS,
    Action,
    Draw,
    EndTurn,
    Home,
    LayDown,
    Pass,
    Source,
)
from rummykit.engine.deal import shuffled, stream
from rummykit.engine.table import Ending
from rummykit.i18n import Later
from rummykit.parts.taken_card import names_kind, refuse_taking, way_to_use
from rummykit.refusals import Reason, Refusal
from rummykit.rules.options import ByOptions, Section

if TYPE_CHECKING:
    from rummykit.engine.round import Round

# The members of an Enum are looked up slowly, and every turn asks for them.
_STOCK, _DISCARD = Source.STOCK, Source.DISCARD
_STOCK_ONLY = (DRAW_STOCK,)
_BOTH = (DRAW_STOCK, DRAW_DISCARD)


class StockOptions(Section):
    """The stock, and what happens when it is used up."""

    exhausted: Literal["reshuffle", "finish_turn", "score_at_once", "play_on"] = Field(
        "reshuffle",
        description="what happens when the stock is used up: the discards become the stock, the turn is finished and "
        "the round scored, the round is scored at once, or play goes on until all pass in a row",
    )
    reshuffles: int = Field(2, ge=0, le=10, description="how often the discards become the stock")

    idle_without = (("reshuffles", "exhausted", "reshuffle"),)
    needs = (
        ("exhausted", "reshuffle", "discards.pile", True),
        ("exhausted", "play_on", "discards.pile", False),
    )


WITH_A_PILE = ("reshuffle", "finish_turn", "score_at_once")
"""What can happen when the stock is used up in a game that always has discards."""


@dataclass(frozen=True, slots=True)
class Drawing(ByOptions):
    """Draw one card, from the stock or, where discards make one, the pile.

    ``exhausted`` says what the last stock card does: the turn is finished and the round scored; the
    round is scored at once; the discards below the open card become the new stock, at most
    ``reshuffles`` times; or the players go on without a stock, each placing cards or passing, until
    all pass in a row. ``take``: an open card may be taken to keep it, or only to be used in that turn: in a new
    meld, or on the table in whatever way. ``pile``: there are discards.
    """

    take: Literal["freely", "only_to_meld", "only_to_use"] = "freely"
    exhausted: Literal["reshuffle", "finish_turn", "score_at_once", "play_on"] = "finish_turn"
    reshuffles: int = 0
    pile: bool = True
    name = "draw"

    @property
    def expected(self) -> Later:
        """What a player should do now."""
        return Later("draw from the stock or take the open card") if self.pile else Later("draw from the stock")

    def legal(self, round: Round) -> Sequence[Action]:
        """List the draws of the seat on turn."""
        if not round.pile or not self.pile:
            return _STOCK_ONLY
        return _BOTH if self.take == "freely" else [DRAW_STOCK, *self._uses(round)]

    def check(self, round: Round, action: Action) -> Refusal | None:
        """Say why the seat on turn may not draw so."""
        refuse = round.rules.refuse
        if not isinstance(action, Draw):
            return round.refuse_not_now(action)
        if action.source is Source.DISCARD and not (round.pile and self.pile):
            return refuse(Reason.PILE_EMPTY)
        if action.source is Source.DISCARD and self.take != "freely":
            return self._check_use(round, action.use)
        if action.use is not None:
            expected = Later("draw first, then meld in a move of its own")
            return refuse(Reason.NOT_NOW, verb=Later(LayDown.phrase), expected=expected)
        return None

    def apply(self, round: Round, action: Action) -> None:
        """Draw."""
        assert isinstance(action, Draw)
        flow = round.rules.flow
        if action.source is _DISCARD:
            self.take_discard(round)
            flow.start_play(round)
            if action.use is not None:
                flow.playing.apply(round, action.use)
            return
        claiming = flow.claiming
        if claiming is None:
            self.draw_stock(round)
        else:
            claiming.after_stock_draw(round)

    def draw_stock(self, round: Round) -> None:
        """Give the seat on turn the top stock card and let it play."""
        round.drawn = _STOCK
        round.fresh = True
        self.deal_from_stock(round, round.active)
        if round.outcome is None:
            round.rules.flow.start_play(round)

    def take_discard(self, round: Round) -> None:
        """Give the seat on turn the open card."""
        kind = round.pile.pop()
        hand, pack = round.hands[round.active], round.rules.pack
        round.drawn = _DISCARD
        round.taken = kind
        round.held_twin = bool(hand & pack.bits[kind][0])
        if self.take != "freely":
            round.owed = kind
        round.hands[round.active] = pack.add(hand, kind)

    def deal_from_stock(self, round: Round, seat: int) -> None:
        """Move a stock card to a hand; the last one may end the round or make this the last turn."""
        self.give_top(round, seat)
        if not round.stock:
            if self.exhausted == "finish_turn":
                round.final_turn = True
            elif self.exhausted == "score_at_once":
                round.finish(Ending.STOCK)

    def give_top(self, round: Round, seat: int) -> None:
        """Move a stock card to a hand, whatever is left then."""
        if not round.stock:
            self._refill(round)
        round.hands[seat] = round.rules.pack.add(round.hands[seat], round.stock.pop())

    def can_refill(self, round: Round) -> bool:
        """Whether the discards can become a new stock."""
        return self.exhausted == "reshuffle" and round.reshuffles < self.reshuffles and len(round.pile) > 1

    def stock_left(self, round: Round) -> int:
        """Return how many cards can still be drawn, a reshuffle included."""
        return len(round.stock) + (len(round.pile) - 1 if self.can_refill(round) else 0)

    def _refill(self, round: Round) -> None:
        round.reshuffles += 1
        random = stream(round.seed, round.number, "reshuffle", round.reshuffles)
        round.stock = shuffled(round.pile[:-1], random)
        round.pile = round.pile[-1:]

    # -- where a taken card must be used ---------------------------------------------------------------

    def _uses(self, round: Round) -> list[Action]:
        """Return the draws together with a meld or a lay-off that uses the card, and the draw alone."""
        trial = self._with_card_taken(round)
        if way_to_use(trial) is None:
            return []
        found: list[Action] = []
        flow = round.rules.flow
        flow.laying_down.legal(trial, found)
        if self.take == "only_to_use":
            flow.laying_off.legal(trial, found)
        uses = [Draw(Source.DISCARD, use) for use in found if isinstance(use, Home) and names_kind(use, trial.taken)]
        return [*uses, DRAW_DISCARD]

    def _check_use(self, round: Round, use: Home | None) -> Refusal | None:
        trial = self._with_card_taken(round)
        if use is None:
            return refuse_taking(trial)
        if not names_kind(use, trial.taken) or (self.take == "only_to_meld" and not isinstance(use, LayDown)):
            if self.take == "only_to_meld":
                expected = Later("write 'draw discard : meld ...' with {card}", card=round.open_card)
            else:
                expected = Later("write 'draw discard : meld or layoff ...' with {card}", card=round.open_card)
            return round.rules.refuse(Reason.TAKEN_CARD_UNUSED, expected=expected)
        return trial.stage.check(trial, use)

    def _with_card_taken(self, round: Round) -> Round:
        trial = round.copy()
        self.take_discard(trial)
        round.rules.flow.start_play(trial)
        return trial


@dataclass(frozen=True)
class PlayOrDraw:
    """Place at least one hand card and play on, or pass: that draws a stock card, if there is one, and ends the turn.

    Passing is always allowed as long as no card was placed.
    """

    name = "play_or_draw"
    expected = Later("place cards from your hand, or pass")

    def legal(self, round: Round) -> Sequence[Action]:
        """List all moves that place cards, and the pass."""
        return [*round.rules.flow.placing(round), PASS]

    def check(self, round: Round, action: Action) -> Refusal | None:
        """Say why the seat on turn may not begin so."""
        if isinstance(action, Pass):
            return None
        if isinstance(action, EndTurn):
            return round.rules.refuse(Reason.NOTHING_PLACED)
        return round.rules.flow.playing.check(round, action)

    def apply(self, round: Round, action: Action) -> None:
        """Place cards and go on playing, or draw and end the turn."""
        flow = round.rules.flow
        if isinstance(action, Pass):
            if round.stock:
                round.fresh = True
                flow.drawing.deal_from_stock(round, round.active)
            if round.outcome is None:
                flow.end_turn(round)
            return
        flow.playing.apply(round, action)
        if round.placed and round.outcome is None:
            flow.start_play(round)
