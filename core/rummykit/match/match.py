"""A match: rounds among the players still in, and between them the decisions to buy back."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, TypeVar

from rummykit.actions import BUYBACK_NO, BUYBACK_YES, Action, BuyBack
from rummykit.deal import shuffled, stream
from rummykit.errors import IllegalMove, SetupError
from rummykit.match.buyback import Offer
from rummykit.match.ledger import Ledger
from rummykit.match.sheet import Event, SheetLine
from rummykit.match.standing import Standing
from rummykit.reasons import Reason, Refusal
from rummykit.round import Round
from rummykit.views import BuybackView, View

if TYPE_CHECKING:
    from rummykit.ruleset import Ruleset
    from rummykit.scoring import RoundScore

T = TypeVar("T")


def draw_seats(players: Sequence[T], seed: int) -> list[T]:
    """Return the players in the order in which they sit after drawing for seats.

    >>> sorted(draw_seats(["Anna", "Ben", "Carla"], seed=1))
    ['Anna', 'Ben', 'Carla']
    """
    return shuffled(list(players), stream(seed, "seats"))


class Match:
    """The rounds of one match, from its seed and the moves made.

    The first dealer is drawn by lot; the deal then moves clockwise among the players still in. After a round come the
    fee, the points, the eliminations, the offers to buy back (the worst total first, equal ones clockwise from the
    dealer's left), and the next deal. While an `offer` is open, no round is in play.

    All seats here are those of the match. A round has seats of its own, numbered from 0 among those who play in it;
    ``seated[seat]`` is the match seat of a round seat.
    """

    def __init__(self, rules: Ruleset, seed: int, names: Sequence[str]) -> None:
        if len(names) != rules.players:
            raise SetupError(f"The rules are set up for {rules.players} players, but {len(names)} are named.")
        self.rules = rules
        self.format = rules.match
        self.seed = seed
        self.names = tuple(names)
        self.scores: list[RoundScore] = []
        """The score of every round; whoever did not play in it has no points there."""
        self.sheet: list[SheetLine] = []
        self.still_in = tuple(range(rules.players))
        self.bought = [0] * rules.players
        """How often each seat has bought back."""
        self.lowered = [0] * rules.players
        """By how much buy-backs have lowered each total."""
        self.offer: Offer | None = None
        self.is_over = False
        self._ledger = Ledger(self.format.stakes, rules.players)
        self._unasked: list[int] = []
        self._last_out: tuple[int, ...] = ()
        self._finisher: int | None = None
        if self.format.stakes.ante:
            self._ledger.collect_antes()
            self._write(Event.ANTE)
        self.dealer = self.first_dealer = int(stream(seed, "dealer").random() * rules.players)
        self._deal()

    # -- how it stands ---------------------------------------------------------------------------------

    @property
    def totals(self) -> tuple[int, ...]:
        """The running totals."""
        return tuple(
            sum(score.totals[seat] for score in self.scores) - lowered for seat, lowered in enumerate(self.lowered)
        )

    @property
    def chips(self) -> tuple[int, ...]:
        """The chips of every seat; less than none is a debt."""
        return tuple(self._ledger.chips)

    @property
    def pot(self) -> int:
        """The chips in the pot."""
        return self._ledger.pot

    @property
    def standing(self) -> Standing:
        """How the match stands after the last finished round."""
        return Standing(len(self.scores), self.totals, self.still_in, self._last_out, self._finisher)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the best total of those still in; equal totals share the win."""
        return self.format.winners(self.standing, self.rules.scoring.high_wins)

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
            self._answer(action)
        else:
            self.round.apply(action)
            if self.round.outcome is not None:
                self._settle()

    def play(self, action: Action, seat: int | None = None) -> None:
        """Check a move, then make it; raise `IllegalMove` if it is refused."""
        refusal = self.check(action, seat)
        if refusal is not None:
            raise IllegalMove(refusal)
        self.apply(action)

    # -- from round to round ---------------------------------------------------------------------------

    def _deal(self) -> None:
        self.seated = self.still_in
        self.round = Round(
            self.rules.for_players(len(self.seated)),
            self.seated.index(self.dealer),
            self.seed,
            len(self.scores) + 1,
            tuple(self.names[seat] for seat in self.seated),
        )

    def _settle(self) -> None:
        """Fee, points, eliminations, in this order; then ask who may buy back."""
        outcome, scoring = self.round.outcome, self.round.rules.scoring
        assert outcome is not None
        score = scoring.score(self.round)
        points = dict(zip(self.seated, score.totals, strict=True))
        self._finisher = None if outcome.seat is None else self.seated[outcome.seat]
        if self._finisher is not None:
            self._ledger.collect_fee(self._finisher, points, scoring.high_wins)
        self.scores.append(score.spread(self.seated, self.rules.players))
        totals = self.totals
        self._last_out = tuple(seat for seat in self.still_in if self.format.puts_out(totals[seat]))
        self.still_in = tuple(seat for seat in self.still_in if seat not in self._last_out)
        self._write(
            Event.ROUND,
            self._finisher,
            tuple(points.get(seat) for seat in range(self.rules.players)),
            self._last_out,
        )
        if self.format.buying_back is not None:
            self._unasked = sorted(self.seated, key=lambda seat: (-totals[seat], self._from_dealer(seat)))
        self._go_on()

    def _from_dealer(self, seat: int) -> int:
        """Count the seats clockwise from the dealer's left neighbour."""
        return (seat - self.dealer - 1) % self.rules.players

    def _answer(self, action: BuyBack) -> None:
        offer = self.offer
        assert offer is not None
        if action.accept:
            self._ledger.put_in(offer.seat, offer.price)
            self.lowered[offer.seat] += self.totals[offer.seat] - offer.new_total
            self.bought[offer.seat] += 1
            self.still_in = tuple(sorted({*self.still_in, offer.seat}))
            self._last_out = tuple(seat for seat in self._last_out if seat != offer.seat)
        self._write(Event.BUYBACK if action.accept else Event.DECLINED, offer.seat)
        self._go_on()

    def _go_on(self) -> None:
        """Make the next offer; if there is none, end the match or deal again."""
        self.offer = self._next_offer()
        if self.offer is not None:
            return
        if self.format.is_over(self.standing):
            self.is_over = True
            if self.pot:
                self._ledger.pay_out(sorted(self.winners, key=self._from_dealer))
                self._write(Event.POT)
            return
        while True:
            self.dealer = (self.dealer + 1) % self.rules.players
            if self.dealer in self.still_in:
                break
        self._deal()

    def _next_offer(self) -> Offer | None:
        buying_back = self.format.buying_back
        while self._unasked and buying_back is not None:
            seat, standing = self._unasked.pop(0), self.standing
            # Those who are out are asked first, so here nobody can come back any more.
            if seat in self.still_in and self.format.is_over(standing):
                return None
            if buying_back.objection(seat, standing, self.bought[seat], self._ledger) is None:
                return Offer(seat, buying_back.cost, buying_back.new_total(seat, standing))
        return None

    def _write(
        self,
        event: Event,
        seat: int | None = None,
        points: tuple[int | None, ...] = (),
        out: tuple[int, ...] = (),
    ) -> None:
        self.sheet.append(
            SheetLine(event, len(self.scores), self.totals, self.chips, self.pot, seat, points, out),
        )

    def fingerprint(self) -> str:
        """Return a short hash of the whole match state, hidden cards included."""
        scores = [score.totals for score in self.scores]
        books = (self.lowered, self.bought, self.chips, self.pot, self.still_in, self.offer)
        return sha256(f"{scores}/{books}/{self.round.fingerprint()}".encode()).hexdigest()[:16]
