"""How rounds make a match, and what is at stake: the options, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from pydantic import Field

from rummykit.i18n import listed, say
from rummykit.refusals import Reason
from rummykit.rules.options import CHANGED, SAID, Finding, Section
from rummykit.rules.shapes import Off

if TYPE_CHECKING:
    from rummykit.engine.books import Ledger, Standing
    from rummykit.engine.scoring import RoundScore, ScoreItem

MOST_ROUNDS = 500
"""Every match ends after so many rounds, even if nobody reaches what should end it."""

EachDeals = Literal["each_deals_once", "each_deals_twice", "each_deals_three_times", "each_deals_four_times"]
"""How often everybody deals in a match whose rounds follow from the number of players, from once on."""


class MatchOptions(Section):
    """How many rounds are played, and how they make a match: one of rounds, target and elimination."""

    asked = (
        ("", "How long do you play?"),
        ("rounds", "How many rounds do you play?"),
        ("target", "Which total ends the match?"),
        ("elimination", "With how many bad points is a player out?"),
        ("all_out", "Who wins if all who are left are out at once?"),
    )
    known_as = (("", "game, end, limit, how long"), ("elimination", "knocked out, drop out"))

    rounds: Off[Annotated[int, Field(ge=1, le=50)] | EachDeals] = Field(1, description="rounds in a match")
    target: Off[int] = Field(None, ge=50, le=10_000, description="the total that ends a match")
    elimination: Off[int] = Field(
        None, ge=50, le=500, description="the total of bad points at which a player is out; the last one left wins"
    )
    all_out: Literal["lowest_total", "split", "knocker"] = Field(
        "lowest_total",
        description="who wins when all players still in are out at once: the lowest total, all of them, or whoever "
        "ended the round",
    )

    one_of = ("rounds", "target", "elimination")
    needs = (
        *(("all_out", value, "match.elimination", SAID) for value in ("split", "knocker")),
        *(("rounds", value, "deal.next_dealer", "clockwise") for value in get_args(EachDeals)),
    )

    @property
    def each_deals(self) -> int | None:
        """How often everybody deals, if that is what says how many rounds there are.

        >>> MatchOptions(rounds="each_deals_twice").each_deals
        2
        """
        return get_args(EachDeals).index(self.rounds) + 1 if isinstance(self.rounds, str) else None

    def rounds_for(self, players: int) -> int | None:
        """Return how many rounds so many players play, if that is said."""
        return self.each_deals * players if self.each_deals else self.rounds  # type: ignore[return-value]

    def contradictions(self, rules: Any, players: int | None) -> Iterator[Finding]:
        """Yield that nothing says when the match ends."""
        if self.rounds is self.target is self.elimination is None:  # `one_of` may leave out some that a game has set
            yield Finding(
                tuple(("match", option) for option in self.one_of),
                say(
                    "match.rounds: off, but neither target nor elimination says when the match ends; give the number "
                    "of rounds, such as rounds: 5, or say rounds: each_deals_once"
                ),
            )

    def seatings(self, players: int) -> range:
        """Return the numbers of players that may sit at the table, the smallest first.

        >>> list(MatchOptions().seatings(4)), list(MatchOptions(elimination=101).seatings(4))
        ([4], [2, 3, 4])
        """
        return range(players if self.elimination is None else 2, players + 1)


class StakesOptions(Section):
    """Chips: what is paid, to whom, and for buying back."""

    asked = (
        ("ante", "How many chips does everybody pay before the match?"),
        ("fee", "How many chips does whoever ends a round get from each of the others?"),
        ("buyback", "May you buy yourself back when you have many bad points?"),
        ("buyback_price", "How many chips does a buy-back cost?"),
    )
    follow_ups = (("buyback", "buyback_price"),)
    known_as = (("", "money, pot, stake"), ("buyback", "rejoin, rebuy"))

    chips: int = Field(0, ge=0, le=1000, description="chips that every player has at the beginning")
    debt: bool = Field(True, description="whether a player may owe chips; if not, they pay what they have")
    ante: int = Field(0, ge=0, le=50, description="chips that every player puts into the pot before the match")
    ante_each_round: int = Field(
        0, ge=0, le=50, description="chips that every player who is in puts into the pot before every deal"
    )
    fee: int = Field(0, ge=0, le=10, description="chips that whoever ends a round gets from every other player in it")
    fee_if_undercut: bool = Field(
        True, description="whether that fee is paid even when another player did better in the round"
    )
    per_point: int = Field(
        0,
        ge=0,
        le=10,
        description="chips that each of the others pays the winner, when the match is over, for every point between "
        "their totals",
    )
    buyback: bool = Field(
        False, description="whether a player with many bad points may pay into the pot to lower their total"
    )
    buyback_price: int = Field(5, ge=0, le=50, description="chips a buy-back costs")
    buyback_from: int = Field(
        81, ge=0, le=500, description="the lowest total that can be bought back; by default twenty below elimination"
    )
    buyback_to: int = Field(
        100,
        ge=0,
        le=500,
        description="the highest total that can be bought back, by default one below elimination; from elimination on "
        "it brings a player back who was out",
    )
    buyback_times: int = Field(1, ge=0, le=5, description="buy-backs of a player in a match")
    buyback_target: Literal["second_worst", "next_lower", "highest", "highest_plus_one"] = Field(
        "second_worst",
        description="what a total is lowered to: the second highest of the players still in and the buyer, the next "
        "lower one, or the highest of the players still in, with a point more or without",
    )
    buyback_limit: Off[int] = Field(
        None, ge=0, le=500, description="nobody buys back once another player still in has a higher total than this"
    )

    follows = (
        ("buyback_from", lambda rules: _below_elimination(rules, 20)),
        ("buyback_to", lambda rules: _below_elimination(rules, 1)),
    )
    needs = (
        *(
            (option, CHANGED, "stakes.buyback", True)
            for option in ("buyback_price", "buyback_from", "buyback_to", "buyback_times", "buyback_target")
        ),
        ("buyback_limit", CHANGED, "stakes.buyback", True),
        ("buyback", CHANGED, "match.elimination", SAID),
    )

    @property
    def are_paid(self) -> bool:
        """Whether chips are paid for anything but a buy-back."""
        return bool(self.ante or self.ante_each_round or self.fee or self.per_point)

    @property
    def are_won(self) -> bool:
        """Whether players get chips from each other before the match is over."""
        return bool(self.fee)

    def contradictions(self, rules: Any, players: int | None) -> Iterator[Finding]:
        """Yield what cannot be paid, and a range of totals that is none."""
        if self.buyback_from > self.buyback_to:
            yield Finding(
                (("stakes", "buyback_from"), ("stakes", "buyback_to")),
                say(
                    "stakes.buyback_from: {low} is more than buyback_to: {high}",
                    low=self.buyback_from,
                    high=self.buyback_to,
                ),
            )
        antes = {option: getattr(self, option) for option in ("ante", "ante_each_round") if getattr(self, option)}
        if sum(antes.values()) > self.chips and not self.debt:
            yield Finding(
                (*(("stakes", option) for option in antes), ("stakes", "chips"), ("stakes", "debt")),
                say(
                    "{antes} cannot be paid from chips: {chips} without debts",
                    antes=listed(f"stakes.{option}: {chips}" for option, chips in antes.items()),
                    chips=self.chips,
                ),
            )

    def idle(self, rules: Any) -> Iterator[tuple[str, str]]:
        """Yield what is said of buy-backs where nobody is ever out, and a limit that nobody still in can pass."""
        limit = rules.value("match.elimination")
        if limit is None:
            about = (option for option in type(self).model_fields if option.startswith("buyback_"))
            yield from ((option, "match.elimination") for option in about)
        elif self.buyback_limit is not None and self.buyback_limit >= limit:
            yield "buyback_limit", "match.elimination"

    def oddities(self, rules: Any) -> Iterator[Finding]:
        """Yield what can be played but means nothing.

        >>> [found.message for found in StakesOptions(chips=20).oddities(None)]
        ['stakes.chips: 20 stay where they are: nothing is paid for']
        """
        if self.buyback and not self.buyback_times:
            yield Finding(
                (("stakes", "buyback_times"), ("stakes", "buyback")),
                say("stakes.buyback: true, but buyback_times is 0, so nobody may buy back"),
            )
        if self.chips and not (self.are_paid or self.buyback):
            message = say("stakes.chips: {chips} stay where they are: nothing is paid for", chips=self.chips)
            yield Finding((("stakes", "chips"),), message)
        yield from self._unpaid()
        if self.buyback:
            yield from self._out_of_step(rules.value("match.elimination"))

    def _unpaid(self) -> Iterator[Finding]:
        """Yield what nobody can ever pay, where there are no debts."""
        left = self.chips - self.ante - self.ante_each_round
        if self.debt:
            return
        if self.fee and not left:
            message = say("stakes.fee: {fee} is never paid: without debts nobody has chips left", fee=self.fee)
            yield Finding((("stakes", "fee"), ("stakes", "chips"), ("stakes", "debt")), message)
        if self.buyback and self.buyback_price > left and not (left and self.are_won):
            message = say(
                "stakes.buyback_price: {price} is never paid: without debts everybody has {chips} chips left",
                price=self.buyback_price,
                chips=left,
            )
            yield Finding((("stakes", "buyback_price"), ("stakes", "chips"), ("stakes", "debt")), message)

    def _out_of_step(self, limit: int | None) -> Iterator[Finding]:
        """Yield buy-backs that have nothing to do with the total at which players are out."""
        if limit is None:
            message = say(
                "{option}: {value} does nothing while {other} is {state}",
                option="stakes.buyback",
                value="true",
                other="match.elimination",
                state="off",
            )
            yield Finding((("stakes", "buyback"),), message)
        elif self.buyback_to < limit - 1:
            message = say(
                "stakes.buyback_to: {to} does not go with match.elimination: {limit}: whoever has {first} to {last} is "
                "still in, but may no longer buy back",
                to=self.buyback_to,
                limit=limit,
                first=self.buyback_to + 1,
                last=limit - 1,
            )
            yield Finding((("stakes", "buyback_to"), ("match", "elimination")), message)
        elif self.buyback_from > limit:
            message = say(
                "stakes.buyback_from: {low} does not go with match.elimination: {limit}: whoever has {limit} is out "
                "for good, but from {low} on may come back",
                low=self.buyback_from,
                limit=limit,
            )
            yield Finding((("stakes", "buyback_from"), ("match", "elimination")), message)


def _below_elimination(rules: Any, less: int) -> int | None:
    limit = rules.value("match.elimination")
    return None if limit is None else int(limit) - less


@dataclass(frozen=True, slots=True)
class MatchFormat:
    """How rounds make a match: when it ends, who drops out, who may buy back, what is at stake, and who wins.

    A plugin with another way to end a match says so in `is_over`, and what is added at the end in `bonuses`.

    >>> from rummykit.engine.books import Standing
    >>> format = MatchFormat(MatchOptions(elimination=101))
    >>> after = Standing(rounds=3, totals=(120, 40, 105), still_in=(1,), last_out=(2,))
    >>> format.is_over(after), format.winners(after, high_wins=False)
    (True, (1,))
    """

    options: MatchOptions = field(default_factory=MatchOptions)
    stakes: StakesOptions = field(default_factory=StakesOptions)

    @property
    def by_options(self) -> bool:
        """Whether the options say when the match ends, and not a plugin."""
        return type(self).is_over is MatchFormat.is_over

    @property
    def elimination(self) -> int | None:
        """The total of bad points at which a player is out, if there is one."""
        return self.options.elimination

    @property
    def buys_back(self) -> bool:
        """Whether players may buy back."""
        return self.elimination is not None and self.stakes.buyback

    @property
    def has_chips(self) -> bool:
        """Whether chips change hands, or at least lie on the table."""
        stakes = self.stakes
        return bool(stakes.are_paid or stakes.chips or (self.buys_back and stakes.buyback_price))

    def is_over(self, standing: Standing) -> bool:
        """Whether no further round is played."""
        if standing.rounds >= MOST_ROUNDS:
            return True
        if self.elimination is not None:
            return standing.sides_left < 2
        if self.options.target is not None:
            return max(standing.totals) >= self.options.target
        return standing.rounds >= (self.options.rounds_for(len(standing.totals)) or 1)

    def bonuses(self, scores: Sequence[RoundScore], high_wins: bool) -> tuple[ScoreItem, ...]:
        """Return what is added to the totals when the match is over, from the scores of its rounds; here nothing."""
        return ()

    def puts_out(self, total: int) -> bool:
        """Whether a player with this total is out."""
        return self.elimination is not None and total >= self.elimination

    def winners(self, standing: Standing, high_wins: bool) -> tuple[int, ...]:
        """Return the seats with the best total of those still in; if nobody is, those whom ``all_out`` names."""
        rivals, finisher = standing.still_in or standing.last_out, standing.finisher
        if not standing.still_in:
            if self.options.all_out == "split":
                return rivals
            if self.options.all_out == "knocker" and finisher in rivals:
                return tuple(seat for seat in rivals if seat in standing.side(finisher))
        totals = [standing.totals[seat] for seat in rivals]
        best = max(totals) if high_wins else min(totals)
        return tuple(seat for seat in rivals if standing.totals[seat] == best)

    def new_total(self, seat: int, standing: Standing) -> int:
        """Return what a buy-back would lower the total of *seat* to; its own if there is none lower.

        >>> from rummykit.engine.books import Standing
        >>> MatchFormat().new_total(0, Standing(rounds=4, totals=(95, 60, 40), still_in=(0, 1, 2)))
        60
        """
        own = standing.totals[seat]
        others = [standing.totals[other] for other in standing.still_in if other not in standing.side(seat)]
        target = self.stakes.buyback_target
        if target == "second_worst" and others:
            return min(own, sorted([own, *others])[-2])
        if target in ("highest", "highest_plus_one") and others:
            return min(own, max(others) + (target == "highest_plus_one"))
        return max((total for total in others if total < own), default=own)

    def objection(
        self, seat: int, standing: Standing, bought: int, ledger: Ledger
    ) -> tuple[Reason, dict[str, object]] | None:
        """Return why a seat that has *bought* back so often may not do it now, with what fills the sentence."""
        stakes, total = self.stakes, standing.totals[seat]
        if not self.buys_back:
            return Reason.BUYBACK_OFF, {}
        if total < stakes.buyback_from:
            return Reason.BUYBACK_TOO_LOW, {"total": total, "lowest": stakes.buyback_from}
        if total > stakes.buyback_to:
            return Reason.BUYBACK_TOO_HIGH, {"total": total, "highest": stakes.buyback_to}
        if bought >= stakes.buyback_times:
            return Reason.BUYBACK_USED, {"count": bought}
        others = [standing.totals[other] for other in standing.still_in if other not in standing.side(seat)]
        if stakes.buyback_limit is not None and max(others, default=0) > stakes.buyback_limit:
            return Reason.BUYBACK_TOO_LATE, {"highest": stakes.buyback_limit}
        new = self.new_total(seat, standing)
        if new >= total or (self.puts_out(total) and self.puts_out(new)):
            return Reason.BUYBACK_NO_GAIN, {"total": total}
        if not ledger.can_pay(seat, stakes.buyback_price):
            return Reason.BUYBACK_UNPAID, {"price": stakes.buyback_price, "chips": ledger.chips[seat]}
        return None
