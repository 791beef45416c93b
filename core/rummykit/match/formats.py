"""When a match ends, who drops out of it, and who wins it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from rummykit.match.buyback import BuyingBack
from rummykit.match.ledger import NO_STAKES, Stakes

if TYPE_CHECKING:
    from rummykit.houserules import MatchOptions
    from rummykit.match.standing import Standing

MOST_ROUNDS = 500
"""Every match ends after so many rounds, even if nobody reaches what should end it."""


class Length(Protocol):
    """When a match ends."""

    def is_over(self, standing: Standing) -> bool:
        """Whether no further round is played."""


@dataclass(frozen=True, slots=True)
class FixedRounds:
    """A match of a fixed number of rounds."""

    rounds: int = 1

    def is_over(self, standing: Standing) -> bool:
        """Whether all rounds are played."""
        return standing.rounds >= self.rounds


@dataclass(frozen=True, slots=True)
class TargetScore:
    """A match that ends when somebody's total reaches a target: the winner's or, with bad points, the loser's."""

    target: int

    def is_over(self, standing: Standing) -> bool:
        """Whether a total has reached the target."""
        return max(standing.totals) >= self.target


@dataclass(frozen=True, slots=True)
class LastStanding:
    """A match that ends when at most one player is still in."""

    def is_over(self, standing: Standing) -> bool:
        """Whether nobody is left to play against."""
        return len(standing.still_in) < 2


@dataclass(frozen=True, slots=True)
class Elimination:
    """Players are out when their bad points reach a limit, unless they buy back.

    ``all_out`` says who wins if the last ones are out together: the lowest total (equal totals share), all of them, or
    whoever ended the round (if nobody did, the lowest total).
    """

    limit: int
    all_out: Literal["lowest_total", "split", "knocker"] = "lowest_total"
    buying_back: BuyingBack | None = None


@dataclass(frozen=True, slots=True)
class MatchFormat:
    """How rounds make a match: when it ends, who drops out, and what is at stake.

    >>> from rummykit.match.standing import Standing
    >>> format = MatchFormat(LastStanding(), Elimination(101))
    >>> after = Standing(rounds=3, totals=(120, 40, 105), still_in=(1,), last_out=(2,))
    >>> format.is_over(after), format.winners(after, high_wins=False)
    (True, (1,))
    """

    length: Length
    elimination: Elimination | None = None
    stakes: Stakes = NO_STAKES

    @property
    def buying_back(self) -> BuyingBack | None:
        """The buy-back, if there is one."""
        return self.elimination.buying_back if self.elimination else None

    def is_over(self, standing: Standing) -> bool:
        """Whether no further round is played."""
        return standing.rounds >= MOST_ROUNDS or self.length.is_over(standing)

    def puts_out(self, total: int) -> bool:
        """Whether a player with this total is out."""
        return self.elimination is not None and total >= self.elimination.limit

    def winners(self, standing: Standing, high_wins: bool) -> tuple[int, ...]:
        """Return the seats with the best total of those still in, or whom `Elimination` names if nobody is."""
        rivals, finisher = standing.still_in or standing.last_out, standing.finisher
        if not standing.still_in and self.elimination is not None:
            if self.elimination.all_out == "split":
                return rivals
            if self.elimination.all_out == "knocker" and finisher in rivals:
                return tuple(seat for seat in rivals if seat == finisher)
        totals = [standing.totals[seat] for seat in rivals]
        best = max(totals) if high_wins else min(totals)
        return tuple(seat for seat in rivals if standing.totals[seat] == best)

    @property
    def has_chips(self) -> bool:
        """Whether chips change hands, or at least lie on the table."""
        stakes = self.stakes
        return bool(stakes.ante or stakes.fee or stakes.starting_chips or (self.buying_back and self.buying_back.cost))


def format_by(options: MatchOptions) -> MatchFormat:
    """Return the match format that house rules ask for.

    >>> from rummykit.houserules import MatchOptions
    >>> format_by(MatchOptions(match_mode="target", target_score=300)).length
    TargetScore(target=300)
    """
    lengths: dict[str, Length] = {
        "single": FixedRounds(1),
        "rounds": FixedRounds(options.rounds),
        "target": TargetScore(options.target_score),
        "last_standing": LastStanding(),
    }
    buying_back = BuyingBack(
        cost=options.buyback_cost,
        lowest=options.buyback_min,
        highest=options.buyback_max,
        times=options.buyback_times,
        target=options.buyback_target,
    )
    elimination = Elimination(
        limit=options.elimination_score,
        all_out=options.all_out_rule,
        buying_back=buying_back if options.buyback else None,
    )
    stakes = Stakes(
        ante=options.ante,
        fee=options.knock_fee,
        fee_if_undercut=options.knock_fee_if_undercut,
        starting_chips=options.starting_chips,
        allow_debt=options.allow_debt,
    )
    last_standing = options.match_mode == "last_standing"
    return MatchFormat(lengths[options.match_mode], elimination if last_standing else None, stakes)
