"""A match: several rounds, a dealer that moves on, scores that add up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol, TypeVar

from rummykit.deal import shuffled, stream
from rummykit.errors import IllegalMove, SetupError
from rummykit.round import Round

if TYPE_CHECKING:
    from rummykit.actions import Action
    from rummykit.houserules import MatchOptions
    from rummykit.reasons import Refusal
    from rummykit.ruleset import Ruleset
    from rummykit.scoring import RoundScore


T = TypeVar("T")


class MatchFormat(Protocol):
    """When a match ends."""

    def is_over(self, scores: Sequence[RoundScore]) -> bool:
        """Whether no further round is played after these."""


@dataclass(frozen=True)
class FixedRounds:
    """A match of a fixed number of rounds."""

    rounds: int = 1

    def is_over(self, scores: Sequence[RoundScore]) -> bool:
        """Whether all rounds are played."""
        return len(scores) >= self.rounds


MOST_ROUNDS = 500
"""A match to a target ends after so many rounds even if nobody reaches it."""


@dataclass(frozen=True)
class TargetScore:
    """A match that ends when somebody's total reaches a target: the winner's or, with bad points, the loser's."""

    target: int

    def is_over(self, scores: Sequence[RoundScore]) -> bool:
        """Whether a total has reached the target."""
        totals = [sum(points) for points in zip(*(score.totals for score in scores), strict=True)]
        return max(totals, default=0) >= self.target or len(scores) >= MOST_ROUNDS


def format_by(options: MatchOptions) -> MatchFormat:
    """Return the match format that house rules ask for."""
    return TargetScore(options.target_score) if options.match_mode == "target" else FixedRounds(options.rounds)


def draw_seats(players: Sequence[T], seed: int) -> list[T]:
    """Return the players in the order in which they sit after drawing for seats.

    >>> sorted(draw_seats(["Anna", "Ben", "Carla"], seed=1))
    ['Anna', 'Ben', 'Carla']
    """
    return shuffled(list(players), stream(seed, "seats"))


class Match:
    """The rounds of one match, from its seed and the moves made.

    The first dealer is drawn by lot; the deal then moves clockwise.
    """

    def __init__(self, rules: Ruleset, seed: int, names: Sequence[str]) -> None:
        if len(names) != rules.players:
            raise SetupError(f"The rules are set up for {rules.players} players, but {len(names)} are named.")
        self.rules = rules
        self.seed = seed
        self.names = tuple(names)
        self.scores: list[RoundScore] = []
        self.first_dealer = int(stream(seed, "dealer").random() * rules.players)
        self.round = self._deal()

    def _deal(self) -> Round:
        played = len(self.scores)
        dealer = (self.first_dealer + played) % self.rules.players
        return Round(self.rules, dealer, self.seed, played + 1, self.names)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.round.outcome is not None and self.rules.match.is_over(self.scores)

    @property
    def totals(self) -> tuple[int, ...]:
        """The running totals."""
        return tuple(sum(score.totals[seat] for score in self.scores) for seat in range(self.rules.players))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the best total; equal totals share the win."""
        totals = self.totals
        best = max(totals) if self.rules.scoring.high_wins else min(totals)
        return tuple(seat for seat, total in enumerate(totals) if total == best)

    def check(self, action: Action, seat: int | None = None) -> Refusal | None:
        """Return why a move is refused, or None."""
        return self.round.check(action, seat)

    def apply(self, action: Action) -> None:
        """Make a legal move; a finished round is scored, and the next one dealt at once."""
        self.round.apply(action)
        if self.round.outcome is not None:
            self.scores.append(self.rules.scoring.score(self.round))
            if not self.rules.match.is_over(self.scores):
                self.round = self._deal()

    def play(self, action: Action, seat: int | None = None) -> None:
        """Check a move, then make it; raise `IllegalMove` if it is refused."""
        refusal = self.check(action, seat)
        if refusal is not None:
            raise IllegalMove(refusal)
        self.apply(action)

    def fingerprint(self) -> str:
        """Return a short hash of the whole match state, hidden cards included."""
        scores = [score.totals for score in self.scores]
        return sha256(f"{scores}/{self.round.fingerprint()}".encode()).hexdigest()[:16]
