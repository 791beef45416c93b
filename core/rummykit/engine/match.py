"""A match: rounds among the players still in, and between them the decisions to buy back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, TypeVar, overload

from rummykit.engine.actions import BUYBACK_NO, BUYBACK_YES, Action, BuyBack
from rummykit.engine.books import Books
from rummykit.engine.deal import shuffled, stream
from rummykit.engine.notation import read_action
from rummykit.engine.round import Round
from rummykit.engine.scoring import RoundScore
from rummykit.engine.views import BuybackView, View
from rummykit.errors import NotationError, PluginError, RummyKitError
from rummykit.i18n import mark, say
from rummykit.refusals import IllegalMove, Reason, Refusal

if TYPE_CHECKING:
    from rummykit.cards import Card
    from rummykit.engine.ruleset import Ruleset

T = TypeVar("T")


def draw_seats(players: Sequence[T], seed: int) -> list[T]:
    """Return the players in the order in which they sit after drawing for seats.

    >>> sorted(draw_seats(["Anna", "Ben", "Carla"], seed=1))
    ['Anna', 'Ben', 'Carla']
    """
    return shuffled(list(players), stream(seed, "seats"))


class LegalActions(Sequence["Action"]):
    """The moves of the seat to act, listed when they are first looked at; ask the match again after every move.

    ``action in match.legal_actions`` lists nothing: it asks the rules, so it is also true of what `Round.legal_actions`
    leaves out for being only long. The action may be given as its text; text that is not a move is not legal.
    """

    def __init__(self, match: Match) -> None:
        self._match = match

    @cached_property
    def _listed(self) -> Sequence[Action]:
        match = self._match
        return match.round.legal_actions() if match.offer is None else (BUYBACK_YES, BUYBACK_NO)

    def __len__(self) -> int:
        return len(self._listed)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._listed)

    @overload
    def __getitem__(self, at: int) -> Action: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Action]: ...
    def __getitem__(self, at: int | slice) -> Action | Sequence[Action]:
        return self._listed[at]

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, str | Action):
            return False
        try:
            return self._match.check(action) is None
        except NotationError:
            return False

    def __repr__(self) -> str:
        return f"<{len(self)} legal actions: {', '.join(map(str, self))}>"


class Match(Books):
    """The rounds of one match, from its seed and the moves made, and its books.

    The first dealer is drawn by lot. Moves are given as actions or as their text.
    """

    def __init__(self, rules: Ruleset, seed: int, names: Sequence[str]) -> None:
        super().__init__(rules, names, dealer=int(stream(seed, "dealer").random() * rules.players))
        self.seed = seed
        self.moves: list[Action] = []
        """The moves made so far, those between two rounds included."""
        self._deal()

    @cached_property
    def seat_draw(self) -> tuple[Card, ...]:
        """The card each seat drew for its place, where seats are drawn: the highest deals, the next is on its left."""
        if not self.rules.deal.seats_drawn:
            return ()
        pack, random = self.rules.pack, stream(self.seed, "seat cards")
        ranks = shuffled(list(range(len(pack.ranks))), random)[: self.rules.players]
        # The ace, which is the first rank, is high here.
        ranks.sort(key=lambda rank: (rank - 1) % len(pack.ranks), reverse=True)
        drawn = [pack.natural(rank, int(random.random() * len(pack.suits))) for rank in ranks]
        return tuple(drawn[(seat - self.first_dealer) % self.rules.players] for seat in range(self.rules.players))

    # -- how it stands ---------------------------------------------------------------------------------

    @property
    def actor(self) -> int:
        """The seat to act: in the round, or on an offer to buy back."""
        return self.seated[self.round.actor] if self.offer is None else self.offer.seat

    def view(self, seat: int) -> View | BuybackView:
        """Return what *seat*, one that is still in, may know: of the round, or of the offer made to it."""
        self._check_seat(seat)
        limit = self.format.elimination
        if self.offer is None or limit is None or self.offer.seat != seat:
            if seat not in self.seated:
                raise RummyKitError(say("{name} is out of the match and has no view of it.", name=self.names[seat]))
            return self.round.view(self.seated.index(seat))
        return BuybackView(
            rules=self.rules,
            seat=seat,
            names=self.names,
            rounds=len(self.scores),
            totals=self.totals,
            still_in=self.still_in,
            limit=limit,
            chips=self.chips,
            pot=self.pot,
            price=self.offer.price,
            new_total=self.offer.new_total,
            legal=tuple(self.legal_actions),
        )

    # -- the three faces -------------------------------------------------------------------------------

    @property
    def legal_actions(self) -> LegalActions:
        """The moves of the seat to act; see `Round.legal_actions` for what a listing leaves out."""
        return LegalActions(self)

    def read(self, text: str) -> Action | Refusal:
        """Return the move that a text means here, or why none can be meant; raise `NotationError` if it is nonsense."""
        return read_action(text, self.round)

    def check(self, action: Action | str, seat: int | None = None) -> Refusal | None:
        """Return why *seat* (by default the one to act) may not make this move, or None if it may.

        Text that is not a move raises `NotationError`.
        """
        if isinstance(action, str):
            meant = self.read(action)
            return meant if isinstance(meant, Refusal) else self.check(meant, seat)
        if not isinstance(action, Action):
            raise NotationError(say("A move is an action or its text, not {value}.", value=repr(action)))
        if seat is not None:
            self._check_seat(seat)
        seat, refuse = self.actor if seat is None else seat, self.rules.refuse
        if self.is_over:
            return refuse(Reason.MATCH_OVER)
        if isinstance(action, BuyBack):
            return self._check_buyback(seat)
        if seat not in self.still_in and seat != self.actor:
            return refuse(Reason.ELIMINATED, total=self.totals[seat])
        if self.offer is None:
            return self.round.check(action, self.seated.index(seat))
        if seat != self.actor:
            return refuse(Reason.NOT_YOUR_TURN, actor=self.names[self.actor])
        return refuse(Reason.BUYBACK_UNANSWERED)

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < self.rules.players:
            message = mark("There is no seat {seat}; the seats are 0 to {last}.")
            raise RummyKitError(say(message, seat=repr(seat), last=self.rules.players - 1))

    def _check_buyback(self, seat: int) -> Refusal | None:
        objection = self.format.objection(seat, self.standing, self.bought[seat], self._ledger)
        if objection is not None:
            reason, details = objection
            return self.rules.refuse(reason, (), **details)
        if self.offer is None or self.offer.seat != seat:
            return self.rules.refuse(Reason.BUYBACK_NOT_OFFERED)
        return None

    def apply(self, action: Action) -> None:
        """Make a legal move of the seat to act; a finished round is settled, and the next one dealt at once.

        Whoever may buy back is asked before the deal.
        """
        if type(action) not in self.rules.flow.known:
            message = "The part that lists '{}' has not registered it; name {} in the part's actions."
            raise PluginError(message.format(action, type(action).__name__))
        self.moves.append(action)
        if isinstance(action, BuyBack):
            self.answer_offer(action.accept)
        else:
            self.round.apply(action)
            outcome = self.round.outcome
            if outcome is None:
                return
            score = self.round.rules.scoring.score(self.round)
            if not isinstance(score, RoundScore):
                raise PluginError(f"score of {self.rules.variant} returned {score!r}, which is not a RoundScore.")
            self.settle(score, outcome.seat)
        if not self.is_over and self.offer is None:
            self._deal()

    def play(self, action: Action | str, seat: int | None = None) -> None:
        """Check a move, then make it; raise `IllegalMove` if it is refused, `NotationError` if the text is nonsense."""
        meant = self.read(action) if isinstance(action, str) else action
        if isinstance(meant, Refusal):
            raise IllegalMove(meant)
        refusal = self.check(meant, seat)
        if refusal is not None:
            raise IllegalMove(refusal)
        self.apply(meant)

    @property
    def record(self) -> str:
        """The record of the match so far, as `rummykit.engine.records.Record` reads it from a file."""
        from rummykit.engine.records import record_of

        return record_of(self)

    def _deal(self) -> None:
        self.round = Round(
            self.rules.for_players(len(self.seated)),
            self.seated.index(self.dealer),
            self.seed,
            len(self.scores) + 1,
            tuple(self.names[seat] for seat in self.seated),
            tuple(self.totals[seat] for seat in self.seated),
        )

    def fingerprint(self) -> str:
        """Return a short hash of the whole match state, hidden cards included."""
        scores = [score.totals for score in self.scores]
        books = (self.lowered, self.bought, self.chips, self.pot, self.still_in, self.offer)
        return sha256(f"{scores}/{books}/{self.round.fingerprint()}".encode()).hexdigest()[:16]
