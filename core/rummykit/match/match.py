"""A match: rounds among the players still in, and between them the decisions to buy back."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, TypeVar

from rummykit.actions import BUYBACK_NO, BUYBACK_YES, Action, BuyBack
from rummykit.deal import shuffled, stream
from rummykit.errors import IllegalMove
from rummykit.match.books import Books
from rummykit.reasons import Reason, Refusal
from rummykit.round import Round
from rummykit.views import BuybackView, View

if TYPE_CHECKING:
    from rummykit.ruleset import Ruleset

T = TypeVar("T")


def draw_seats(players: Sequence[T], seed: int) -> list[T]:
    """Return the players in the order in which they sit after drawing for seats.

    >>> sorted(draw_seats(["Anna", "Ben", "Carla"], seed=1))
    ['Anna', 'Ben', 'Carla']
    """
    return shuffled(list(players), stream(seed, "seats"))


class Match(Books):
    """The rounds of one match, from its seed and the moves made, and its books.

    The first dealer is drawn by lot.
    """

    def __init__(self, rules: Ruleset, seed: int, names: Sequence[str]) -> None:
        super().__init__(rules, names, dealer=int(stream(seed, "dealer").random() * rules.players))
        self.seed = seed
        self._deal()

    # -- how it stands ---------------------------------------------------------------------------------

    @property
    def actor(self) -> int:
        """The seat to act: in the round, or on an offer to buy back."""
        return self.seated[self.round.actor] if self.offer is None else self.offer.seat

    def view(self, seat: int) -> View | BuybackView:
        """Return what *seat*, one that can act now, may know: of the round, or of the offer made to it."""
        elimination = self.format.elimination
        if self.offer is None or elimination is None or self.offer.seat != seat:
            return self.round.view(self.seated.index(seat))
        return BuybackView(
            rules=self.rules,
            seat=seat,
            names=self.names,
            rounds=len(self.scores),
            totals=self.totals,
            still_in=self.still_in,
            limit=elimination.limit,
            chips=self.chips,
            pot=self.pot,
            price=self.offer.price,
            new_total=self.offer.new_total,
            legal=tuple(self.legal_actions()),
        )

    # -- the three faces -------------------------------------------------------------------------------

    def legal_actions(self) -> Sequence[Action]:
        """Return the moves of the seat to act; see `Round.legal_actions` for what is left out."""
        return self.round.legal_actions() if self.offer is None else (BUYBACK_YES, BUYBACK_NO)

    def check(self, action: Action, seat: int | None = None) -> Refusal | None:
        """Return why *seat* (by default the one to act) may not make this move, or None if it may."""
        seat, refuse = self.actor if seat is None else seat, self.rules.refuse
        if self.is_over:
            return refuse(Reason.ROUND_OVER)
        if isinstance(action, BuyBack):
            return self._check_buyback(seat)
        if seat not in self.still_in and seat != self.actor:
            return refuse(Reason.ELIMINATED, total=self.totals[seat])
        if self.offer is None:
            return self.round.check(action, self.seated.index(seat))
        if seat != self.actor:
            return refuse(Reason.NOT_YOUR_TURN, actor=self.names[self.actor])
        return refuse(Reason.BUYBACK_UNANSWERED)

    def _check_buyback(self, seat: int) -> Refusal | None:
        buying_back, refuse = self.format.buying_back, self.rules.refuse
        if buying_back is None:
            return refuse(Reason.BUYBACK_OFF)
        objection = buying_back.objection(seat, self.standing, self.bought[seat], self._ledger)
        if objection is not None:
            reason, details = objection
            return refuse(reason, (), **details)
        if self.offer is None or self.offer.seat != seat:
            return refuse(Reason.BUYBACK_NOT_OFFERED)
        return None

    def apply(self, action: Action) -> None:
        """Make a legal move of the seat to act; a finished round is settled, and the next one dealt at once.

        Where somebody may buy back, he is asked before the deal.
        """
        if isinstance(action, BuyBack):
            self.answer_offer(action.accept)
        else:
            self.round.apply(action)
            outcome = self.round.outcome
            if outcome is None:
                return
            self.settle(self.round.rules.scoring.score(self.round), outcome.seat)
        if not self.is_over and self.offer is None:
            self._deal()

    def play(self, action: Action, seat: int | None = None) -> None:
        """Check a move, then make it; raise `IllegalMove` if it is refused."""
        refusal = self.check(action, seat)
        if refusal is not None:
            raise IllegalMove(refusal)
        self.apply(action)

    def _deal(self) -> None:
        self.round = Round(
            self.rules.for_players(len(self.seated)),
            self.seated.index(self.dealer),
            self.seed,
            len(self.scores) + 1,
            tuple(self.names[seat] for seat in self.seated),
        )

    def fingerprint(self) -> str:
        """Return a short hash of the whole match state, hidden cards included."""
        scores = [score.totals for score in self.scores]
        books = (self.lowered, self.bought, self.chips, self.pot, self.still_in, self.offer)
        return sha256(f"{scores}/{books}/{self.round.fingerprint()}".encode()).hexdigest()[:16]
