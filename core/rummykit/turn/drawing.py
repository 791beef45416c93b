"""Drawing: the first step of a turn, and what happens when the stock runs out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from rummykit.actions import DRAW_DISCARD, DRAW_STOCK, SPOKEN_VERBS, Action, Draw, Home, LayDown, Source
from rummykit.deal import shuffled, stream
from rummykit.language import Later
from rummykit.reasons import Reason, Refusal
from rummykit.table import Ending

if TYPE_CHECKING:
    from rummykit.round import Round

# The members of an Enum are looked up slowly, and every turn asks for them.
_STOCK, _DISCARD = Source.STOCK, Source.DISCARD
_STOCK_ONLY = (DRAW_STOCK,)
_BOTH = (DRAW_STOCK, DRAW_DISCARD)


@dataclass(frozen=True)
class Drawing:
    """Draw one card, from the stock or, where discards make one, the pile.

    ``exhaustion`` says what the last stock card does: the turn is finished and the round scored; the
    round is scored at once; the discards below the open card become the new stock, at most
    ``max_reshuffles`` times; or the players go on without a stock, each placing cards or passing, until
    all pass in a row. ``taken_must_be_used``: an open card may be taken only with a move that uses it.
    """

    taken_must_be_used: Literal["never", "meld", "meld_or_layoff"] = "never"
    exhaustion: Literal["finish_turn_then_score", "immediate_score", "reshuffle", "play_on_until_all_pass"] = (
        "finish_turn_then_score"
    )
    max_reshuffles: int = 0
    from_pile: bool = True
    name = "draw"

    @cached_property
    def expected(self) -> Later:
        """What a player should do now."""
        return Later("draw from the stock or take the open card") if self.from_pile else Later("draw from the stock")

    def legal(self, round: Round) -> Sequence[Action]:
        """List the draws of the seat on turn."""
        if not round.pile or not self.from_pile:
            return _STOCK_ONLY
        return _BOTH if self.taken_must_be_used == "never" else [DRAW_STOCK, *self._uses(round)]

    def check(self, round: Round, action: Action) -> Refusal | None:
        """Say why the seat on turn may not draw so."""
        refuse = round.rules.refuse
        if not isinstance(action, Draw):
            return round.refuse_not_now(action)
        if action.source is Source.DISCARD and not (round.pile and self.from_pile):
            return refuse(Reason.PILE_EMPTY)
        if action.source is Source.DISCARD and self.taken_must_be_used != "never":
            return self._check_use(round, action.use)
        if action.use is not None:
            expected = Later("draw first, then meld in a move of its own")
            return refuse(Reason.NOT_NOW, verb=SPOKEN_VERBS[LayDown], expected=expected)
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
        round.hands[round.active] = pack.add(hand, kind)

    def deal_from_stock(self, round: Round, seat: int) -> None:
        """Move a stock card to a hand; the last one may end the round or make this the last turn."""
        if not round.stock:
            self._refill(round)
        round.give_from_stock(seat)
        if not round.stock:
            if self.exhaustion == "finish_turn_then_score":
                round.final_turn = True
            elif self.exhaustion == "immediate_score":
                round.finish(Ending.STOCK)

    def give_top(self, round: Round, seat: int) -> None:
        """Move a stock card to a hand, whatever is left then."""
        if not round.stock:
            self._refill(round)
        round.give_from_stock(seat)

    def can_refill(self, round: Round) -> bool:
        """Whether the discards can become a new stock."""
        return self.exhaustion == "reshuffle" and round.reshuffles < self.max_reshuffles and len(round.pile) > 1

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
        trial = self._with_card_taken(round)
        found: list[Action] = []
        flow = round.rules.flow
        flow.laying_down.legal(trial, found)
        if self.taken_must_be_used == "meld_or_layoff":
            flow.laying_off.legal(trial, found)
        return [Draw(Source.DISCARD, use) for use in found if isinstance(use, Home) and _uses_kind(use, trial.taken)]

    def _check_use(self, round: Round, use: Home | None) -> Refusal | None:
        refuse = round.rules.refuse
        if self.taken_must_be_used == "meld":
            expected = Later("write 'draw discard : meld ...' with {card}", card=round.open_card)
        else:
            expected = Later("write 'draw discard : meld or layoff ...' with {card}", card=round.open_card)
        trial = self._with_card_taken(round)
        if use is None or not _uses_kind(use, trial.taken):
            return refuse(Reason.TAKEN_CARD_UNUSED, expected=expected)
        if self.taken_must_be_used == "meld" and not isinstance(use, LayDown):
            return refuse(Reason.TAKEN_CARD_UNUSED, expected=expected)
        return trial.stage.check(trial, use)

    def _with_card_taken(self, round: Round) -> Round:
        trial = round.copy()
        self.take_discard(trial)
        round.rules.flow.start_play(trial)
        return trial


def _uses_kind(use: Home, kind: int) -> bool:
    if isinstance(use, LayDown):
        return any(placed.card.kind == kind for meld in use.melds for placed in meld.cards)
    return use.placed.card.kind == kind
