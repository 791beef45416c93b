"""Claiming: taking the open card out of turn.

The seats that may claim are asked one by one in their order of priority, so the first yes wins and
no clock is needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from rummykit.engine.actions import CLAIM, PASS, Action, Claim, Home, LayDown, Pass, Source
from rummykit.engine.state import Kept
from rummykit.engine.table import Ending
from rummykit.i18n import Later, say, say_number
from rummykit.parts.last_card import refuse_stranded
from rummykit.parts.taken_card import names_kind, openings_with, refuse_taking
from rummykit.refusals import Reason, Refusal
from rummykit.rules.options import ByOptions, Finding, Section
from rummykit.rules.shapes import Unlimited

if TYPE_CHECKING:
    from rummykit.engine.round import Round

_CHOICE = (CLAIM, PASS)
_PASS_ONLY = (PASS,)
_ALLOWED = ("always", "after_first_meld", "only_to_use")
CLAIMS_MADE = Kept(
    "claims_made",
    0,
    per="seat",
    told=lambda made: say_number("{number} claim made", "{number} claims made", made) if made else "",
)
"""How often a seat has claimed in the round, where that is limited."""


class ClaimOptions(Section):
    """Taking the open card out of turn."""

    asked = (
        ("allowed", "May you claim a discard when it is not your turn?"),
        ("penalty", "How many penalty cards does a claim cost?"),
    )
    follow_ups = (("allowed", "penalty"),)
    known_as = (("", "knock for a card, call, buy, out of turn"), ("penalty", "penalty card"))

    allowed: Literal["never", "after_first_meld", "only_to_use", "always"] = Field(
        "never",
        description="whether a discard may be claimed out of turn: never, only after one's own first meld, only to lay "
        "it at once in a meld or by a lay-off, or always",
    )
    per_round: Unlimited[int] = Field(None, ge=1, le=10, description="most claims of each player in a round")
    penalty: int = Field(0, ge=0, le=3, description="stock cards that come with a claim")
    from_lap: int = Field(1, ge=1, le=5, description="the first lap with claims")
    own_discard: bool = Field(False, description="whether one's own discard may be claimed")
    dealer_upcard: bool = Field(True, description="whether the dealer may claim the first open card")
    on_final_draw: bool = Field(True, description="whether claims go on when the last stock card was drawn")
    takes_turn: bool = Field(
        False, description="whether a claimant is on turn at once; the others are then asked before the stock draw"
    )

    idle_without = tuple(
        (option, "allowed", *_ALLOWED) for option in ("per_round", "penalty", "from_lap", "own_discard", "takes_turn")
    )
    needs = tuple(("allowed", value, "discards.pile", True) for value in _ALLOWED)

    def idle(self, rules: Any) -> Iterator[tuple[str, str]]:
        """Yield a lap before which nobody has melded anyway, where that is needed for a claim."""
        if self.allowed in ("after_first_meld", "only_to_use") and self.from_lap <= rules.value(
            "first_meld.from_lap", 0
        ):
            yield "from_lap", "first_meld.from_lap"

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
        keeps = self.allowed in ("always", "after_first_meld") and not self.takes_turn
        if keeps and take in ("only_to_use", "only_to_meld"):
            yield Finding(
                (("claims", "allowed"), ("discards", "take")),
                say(
                    "discards.take: {take} does not allow a taken card to be kept, but a claimed one is kept until "
                    "the next turn; set claims.allowed: only_to_use or never, or claims.takes_turn: true",
                    take=take,
                ),
            )


@dataclass(frozen=True, slots=True)
class Claiming(ByOptions):
    """After a stock draw the others may claim the open card, clockwise from the seat on turn.

    ``allowed``: always, or only after one's own first meld, or only to use the card: then the claim says where the card
    is laid at once, in new melds or by a lay-off, although it is not one's turn. ``takes_turn``: the others are asked
    before the stock card is drawn, and a claimant is on turn at once, with the open card as their draw.

    A subclass with further rules overrides `why_not`; what is listed, checked and asked follows it.
    """

    allowed: Literal["after_first_meld", "only_to_use", "always"] = "always"
    per_round: int | None = None
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

    @property
    def keeps(self) -> tuple[Kept, ...]:
        """What is kept in a round: nothing, where claims are not counted."""
        return (CLAIMS_MADE,) if self.per_round is not None else ()

    def legal(self, round: Round) -> Sequence[Action]:
        """List the answers; where a card taken must be used, a claim only of one that can be."""
        if self.allowed == "only_to_use":
            claims = map(Claim, self._uses(round))
            return [*(claim for claim in claims if self.why_not(round, round.actor, claim) is None), PASS]
        return _CHOICE if not self._asks_all(round) or self.why_not(round, round.actor) is None else _PASS_ONLY

    def check(self, round: Round, action: Action) -> Refusal | None:
        """Refuse anything but an answer; a claim itself is examined by `why_not`."""
        return None if isinstance(action, Claim | Pass) else round.refuse_not_now(action)

    def apply(self, round: Round, action: Action) -> None:
        """Give the card to the claimant, or ask the next seat."""
        if isinstance(action, Claim):
            self._give(round, round.actor, action.use)
        else:
            self._ask(round, round.claimants[1:])

    def after_stock_draw(self, round: Round) -> None:
        """The seat on turn has chosen the stock: ask the others, where they may claim."""
        drawing = round.rules.flow.drawing
        if not self.takes_turn:
            drawing.draw_stock(round)
            if round.outcome is not None:
                return
        seats = self._seats(round)
        if seats:
            round.stage = self
        if seats or self.takes_turn:
            self._ask(round, seats)

    def _ask(self, round: Round, seats: tuple[int, ...]) -> None:
        """Ask the first of the seats that may claim; if none may, go on with the turn."""
        asks_all = self._asks_all(round)
        while seats:
            round.claimants, round.actor = seats, seats[0]
            if asks_all or round.check(CLAIM) is None:
                return
            seats = seats[1:]
        self._close(round)

    def _asks_all(self, round: Round) -> bool:
        """Whether a claim rests on cards in the hand, so that who is not asked would have shown something of them."""
        return self.allowed == "only_to_use" or (self.takes_turn and round.rules.flow.drawing.must_be_used)

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
        if self.per_round is not None:
            barred |= sum(1 << seat for seat in range(round.players) if self._has_made_all(round, seat))
        # A claim is a taking too.
        melded_only = self.allowed == "after_first_meld" or round.rules.flow.drawing.take == "after_first_meld"
        return barred | ~round.melded if melded_only else barred

    def _has_made_all(self, round: Round, seat: int) -> bool:
        made: int = round.state[CLAIMS_MADE.name][seat] if self.per_round is not None else 0
        return self.per_round is not None and made >= self.per_round

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

    def _give(self, round: Round, seat: int, use: Home | None) -> None:
        flow = round.rules.flow
        if self.per_round is not None:
            round.keep(CLAIMS_MADE.name, round.state[CLAIMS_MADE.name][seat] + 1, seat)
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
        if use is not None and not self.takes_turn:
            _lay_out_of_turn(round, seat, use)
        if round.outcome is None:
            flow.start_play(round)
        if use is not None and self.takes_turn:
            flow.playing.apply(round, use)

    # -- where the card claimed must be laid at once ---------------------------------------------------------

    def _uses(self, round: Round) -> list[Home]:
        """Return what the seat asked could do with the card, as far as it is seen at a look."""
        flow, kind = round.rules.flow, round.pile[-1]
        trial = self._with_card(round, round.actor)
        found: list[Action] = []
        flow.laying_down.legal(trial, found)
        if flow.drawing.take != "only_to_meld":
            flow.laying_off.legal(trial, found)
        uses = [use for use in found if names_kind(use, kind)]
        if not any(isinstance(use, LayDown) for use in uses):
            trial.owed = kind
            uses += list(openings_with(trial))[:1]
        return [use for use in uses if isinstance(use, Home)]

    def _with_card(self, round: Round, seat: int) -> Round:
        """Return a copy of the round in which a seat has claimed the card and may lay it."""
        trial, flow = round.copy(), round.rules.flow
        if self.takes_turn:
            flow.start_turn(trial, seat)
            flow.drawing.take_discard(trial)
            flow.start_play(trial)
        else:
            trial.hands[seat] = round.rules.pack.add(trial.hands[seat], trial.pile.pop())
            _begin_out_of_turn(trial, seat)
        return trial

    def _check_use(self, trial: Round, use: Home) -> Refusal | None:
        """Say why a seat may not lay the card that it would have claimed so."""
        flow, seat = trial.rules.flow, trial.active
        part = flow.laying_down if isinstance(use, LayDown) else flow.laying_off
        refusal = part.check(trial, use)  # type: ignore[arg-type]
        if refusal is None and self.takes_turn:
            refusal = refuse_stranded(trial, use)
        if not isinstance(use, LayDown):
            return refusal
        if refusal is not None or not flow.laying_down.needs_waiver(trial, use):
            return refusal
        # It is a first meld only because the whole hand goes with it; but penalty cards stay, and out of turn there is
        # no discard.
        whole = self.takes_turn or sum(map(len, use.melds)) == trial.hands[seat].bit_count()
        is_out = whole and not self.penalty
        return None if is_out else flow.laying_down.first_for(trial, seat).check(trial.rules, use.melds)

    def _refuse_claim(self, round: Round, seat: int, claim: Claim) -> Refusal | None:
        """Refuse a claim of the seat that is asked."""
        refuse, use, card = round.rules.refuse, claim.use, round.open_card
        assert card is not None
        if self.allowed != "only_to_use":
            if use is None:
                return self._refuse_owing(round, seat)
            expected = Later("claim first, then meld in a move of its own")
            return refuse(Reason.NOT_NOW, verb=Later(LayDown.phrase), expected=expected)
        melds_only = round.rules.flow.drawing.take == "only_to_meld"
        if use is None or not names_kind(use, card.kind) or (melds_only and not isinstance(use, LayDown)):
            expected = Later("write 'claim : meld or layoff ...' with {card}", card=card)
            if melds_only:
                expected = Later("write 'claim : meld ...' with {card}", card=card)
            return refuse(Reason.CLAIM_UNUSED, expected=expected)
        return self._check_use(self._with_card(round, seat), use)

    def _refuse_owing(self, round: Round, seat: int) -> Refusal | None:
        """Refuse a claim that takes the turn, where a card taken must be used and this one cannot be."""
        flow = round.rules.flow
        if not flow.drawing.must_be_used or not self.takes_turn:
            return None
        return refuse_taking(self._with_card(round, seat), certain=self.penalty == 0)

    def _close(self, round: Round) -> None:
        round.claimants = ()
        if self.takes_turn:
            round.rules.flow.drawing.draw_stock(round)
        else:
            round.rules.flow.start_play(round)

    def why_not(self, round: Round, seat: int, claim: Claim = CLAIM) -> Refusal | None:
        """Return why *seat* may not claim now, or not so."""
        asked = round.stage is self
        if asked and seat == round.actor:
            return self._refuse_claim(round, seat, claim)
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
        elif self.allowed == "after_first_meld" and not round.has_melded(seat):
            reason = Reason.CLAIM_BEFORE_MELD
        elif self._has_made_all(round, seat):
            return round.rules.refuse(Reason.CLAIM_LIMIT, count=self.per_round)
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


_OF_A_TURN = (
    "active",
    "drawn",
    "taken",
    "held_twin",
    "owed",
    "opened_now",
    "opening",
    "placed",
    "laid_melds",
    "pool_taken",
)
"""What a round knows of the turn that goes on after a claim."""


def _begin_out_of_turn(round: Round, seat: int) -> None:
    """Let a seat lay cards as if it was on turn; the melds of the player on turn are none of its turn."""
    round.active = seat
    round.drawn, round.taken, round.owed = Source.DISCARD, -1, -1
    round.held_twin = round.opened_now = False
    round.opening, round.placed, round.laid_melds, round.pool_taken = (), 0, 0, 0


def _lay_out_of_turn(round: Round, seat: int, use: Home) -> None:
    """Lay cards of a seat that is not on turn; if that was its whole hand, the round is over."""
    flow = round.rules.flow
    turn = {name: getattr(round, name) for name in _OF_A_TURN}
    _begin_out_of_turn(round, seat)
    if isinstance(use, LayDown):
        flow.laying_down.apply(round, use)
    else:
        flow.laying_off.apply(round, use)
    if not round.hands[seat] and round.outcome is None:
        round.finish(Ending.OUT, seat)
        return
    for name, value in turn.items():
        setattr(round, name, value)
