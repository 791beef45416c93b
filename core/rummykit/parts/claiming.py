"""Claiming: taking the open card out of turn.

The seats that may claim are asked one by one in their order of priority, so the first yes wins and
no clock is needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from rummykit.engine.actions import CLAIM, PASS, Action, Claim, Pass, Source
from rummykit.i18n import Later, say
from rummykit.parts.taken_card import refuse_taking
from rummykit.refusals import Reason, Refusal
from rummykit.rules.options import ByOptions, Finding, Section

if TYPE_CHECKING:
    from rummykit.engine.round import Round

_CHOICE = (CLAIM, PASS)
_PASS_ONLY = (PASS,)


class ClaimOptions(Section):
    """Taking the open card out of turn."""

    allowed: Literal["never", "always"] = Field("never", description="whether a discard may be claimed out of turn")
    penalty: int = Field(0, ge=0, le=3, description="stock cards that come with a claim")
    from_lap: int = Field(1, ge=1, le=5, description="the first lap with claims")
    own_discard: bool = Field(False, description="whether one's own discard may be claimed")
    dealer_upcard: bool = Field(True, description="whether the dealer may claim the first open card")
    on_final_draw: bool = Field(True, description="whether claims go on when the last stock card was drawn")
    takes_turn: bool = Field(
        False, description="whether a claimant is on turn at once; the others are then asked before the stock draw"
    )

    idle_without = tuple(
        (option, "allowed", "always") for option in ("penalty", "from_lap", "own_discard", "takes_turn")
    )
    needs = (("allowed", "always", "discards.pile", True),)

    def contradictions(self, rules: Any, players: int | None) -> Iterator[Finding]:
        """Yield that a card claimed out of turn is kept, where one may be taken only to be used."""
        take = rules.value("discards.take", "freely")
        if self.allowed != "never" and take == "never":
            yield Finding(
                (("claims", "allowed"), ("discards", "take")),
                say(
                    "discards.take: never leaves nothing to claim, since a claim takes a discard too; set "
                    "claims.allowed: never"
                ),
            )
        if self.allowed != "never" and not self.takes_turn and take in ("only_to_use", "only_to_meld"):
            yield Finding(
                (("claims", "allowed"), ("discards", "take")),
                say(
                    "discards.take: {take} does not allow a taken card to be kept, but a claimed one is kept until "
                    "the next turn; set claims.takes_turn: true, or claims.allowed: never",
                    take=take,
                ),
            )


@dataclass(frozen=True, slots=True)
class Claiming(ByOptions):
    """After a stock draw the others may claim the open card, clockwise from the seat on turn.

    ``takes_turn``: the others are asked before the stock card is drawn, and a claimant is on turn at
    once, with the open card as their draw.
    """

    penalty: int = 0
    from_lap: int = 1
    own_discard: bool = False
    dealer_upcard: bool = True
    on_final_draw: bool = True
    takes_turn: bool = False
    name = "claim"
    expected = Later("claim the open card or pass")

    @classmethod
    def by(cls, options: ClaimOptions) -> Claiming | None:  # type: ignore[override]
        """Return the claims that house rules ask for, if there are any."""
        return None if options.allowed == "never" else super(Claiming, cls).by(options)

    def legal(self, round: Round) -> Sequence[Action]:
        """List the two answers; where a card taken must be used, a claim only of one that can be."""
        return _CHOICE if not self.takes_turn or self._refuse_use(round, round.actor) is None else _PASS_ONLY

    def check(self, round: Round, action: Action) -> Refusal | None:
        """Refuse anything but an answer; a claim itself is examined by `why_not`."""
        return None if isinstance(action, Claim | Pass) else round.refuse_not_now(action)

    def apply(self, round: Round, action: Action) -> None:
        """Give the card to the claimant, or ask the next seat."""
        if isinstance(action, Claim):
            self._give(round, round.actor)
        elif len(round.claimants) > 1:
            round.claimants = round.claimants[1:]
            round.actor = round.claimants[0]
        else:
            self._close(round)

    def after_stock_draw(self, round: Round) -> None:
        """The seat on turn has chosen the stock: ask the others, where they may claim."""
        drawing = round.rules.flow.drawing
        if not self.takes_turn:
            drawing.draw_stock(round)
            if round.outcome is not None:
                return
        seats = self._seats(round)
        if seats:
            round.claimants = seats
            round.actor = seats[0]
            round.stage = self
        elif self.takes_turn:
            drawing.draw_stock(round)

    def _seats(self, round: Round) -> tuple[int, ...]:
        if self._closed_to_all(round) is not None:
            return ()
        barred = self._barred_seats(round)
        players, active = round.players, round.active
        seats = [(active + step) % players for step in range(1, players)]
        return tuple([seat for seat in seats if not barred >> seat & 1])

    def _barred_seats(self, round: Round) -> int:
        """Return a bit for every seat that everybody sees may not claim now."""
        barred, thrown = round.gone, self._barred_seat(round)
        if thrown >= 0:
            barred |= 1 << thrown
        return barred | ~round.melded if self._after_first_meld(round) else barred

    def _after_first_meld(self, round: Round) -> bool:
        """Whether only those claim who have melded: a claim is a taking too."""
        return round.rules.flow.drawing.take == "after_first_meld"

    def _barred_seat(self, round: Round) -> int:
        if round.discarder < 0:
            return -1 if self.dealer_upcard else round.dealer
        return -1 if self.own_discard else round.discarder

    def _closed_to_all(self, round: Round) -> Reason | None:
        if not round.pile:
            return Reason.PILE_EMPTY
        if round.lap < self.from_lap:
            return Reason.CLAIM_LAP
        if round.final_turn and not self.on_final_draw:
            return Reason.CLAIM_ON_FINAL_DRAW
        if self.penalty and round.rules.flow.drawing.stock_left(round) < self.penalty:
            return Reason.CLAIM_NO_PENALTY_CARD
        return None

    def _give(self, round: Round, seat: int) -> None:
        flow = round.rules.flow
        if self.takes_turn:
            flow.start_turn(round, seat)
        # The penalty comes first: if the discards must become the stock for it, the open card still covers them.
        for _ in range(self.penalty):
            flow.drawing.deal_from_stock(round, seat)
        if self.takes_turn:
            flow.drawing.take_discard(round)
        else:
            round.hands[seat] = round.rules.pack.add(round.hands[seat], round.pile.pop())
        round.claimed = True
        round.claimants = ()
        if round.outcome is None:
            flow.start_play(round)

    def _refuse_use(self, round: Round, seat: int) -> Refusal | None:
        """Refuse a claim that takes the turn, where a card taken must be used and this one cannot be."""
        flow = round.rules.flow
        if not flow.drawing.must_be_used or not self.takes_turn:
            return None
        trial = round.copy()
        flow.start_turn(trial, seat)
        flow.drawing.take_discard(trial)
        flow.start_play(trial)
        return refuse_taking(trial, certain=self.penalty == 0)

    def _close(self, round: Round) -> None:
        round.claimants = ()
        if self.takes_turn:
            round.rules.flow.drawing.draw_stock(round)
        else:
            round.rules.flow.start_play(round)

    def why_not(self, round: Round, seat: int) -> Refusal | None:
        """Return why *seat* may not claim now, or None if it is the one being asked."""
        asked = round.stage is self
        if asked and seat == round.actor:
            return self._refuse_use(round, seat)
        reason: Reason
        if seat == round.active:
            reason = Reason.CLAIM_OWN_TURN
        elif not asked and round.drawn is None:
            reason = Reason.CLAIM_TOO_EARLY
        elif round.drawn is Source.DISCARD:
            reason = Reason.CLAIM_AFTER_OPEN_DRAW
        elif round.claimed:
            reason = Reason.CLAIM_ONE_CARD
        elif seat in round.claimants:
            reason = Reason.CLAIM_TURN_OF_OTHER
        elif (closed := self._closed_to_all(round)) is not None:
            reason = closed
        elif (refusal := round.rules.flow.drawing.refuse_to(round, seat)) is not None:
            return refusal
        elif seat == self._barred_seat(round):
            reason = Reason.CLAIM_DEALER_UPCARD if round.discarder < 0 else Reason.CLAIM_OWN_DISCARD
        else:
            reason = Reason.CLAIM_PASSED if asked else Reason.CLAIM_TOO_LATE
        open_card = round.open_card
        return round.rules.refuse(
            reason,
            (open_card,) if open_card and reason is Reason.CLAIM_OWN_DISCARD else (),
            actor=round.names[round.actor],
            lap=round.lap,
            needed=self.from_lap if reason is Reason.CLAIM_LAP else self.penalty,
        )
