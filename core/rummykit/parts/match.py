"""How rounds make a match, and what is at stake: the options, and the `MatchFormat` they ask for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field

from rummykit.engine.match_format import (
    BuyingBack,
    Elimination,
    FixedRounds,
    LastStanding,
    Length,
    MatchFormat,
    Stakes,
    TargetScore,
)
from rummykit.i18n import say
from rummykit.rules.options import CHANGED, Contradiction, Oddity, Section
from rummykit.rules.shapes import Off


class MatchOptions(Section):
    """How many rounds are played, and how they make a match: one of rounds, target and elimination."""

    rounds: Off[int] = Field(1, ge=1, le=50, description="rounds in a match")
    target: Off[int] = Field(None, ge=50, le=1000, description="the total that ends a match")
    elimination: Off[int] = Field(
        None, ge=50, le=500, description="the total of bad points at which a player is out; the last one left wins"
    )
    all_out: Literal["lowest_total", "split", "knocker"] = Field(
        "lowest_total",
        description="who wins when all players still in are out at once: the lowest total, all of them, or whoever "
        "ended the round",
    )

    one_of = ("rounds", "target", "elimination")

    def contradictions(self, rules: Any, players: int | None) -> Iterator[Contradiction]:
        """Yield that nobody can be out at once where nobody is ever out."""
        if self.all_out != "lowest_total" and self.elimination is None:
            yield Contradiction(
                (("match", "all_out"), ("match", "elimination")),
                _needs_elimination("match.all_out", self.all_out),
            )

    def seatings(self, players: int) -> range:
        """Return the numbers of players that may sit at the table, the smallest first.

        >>> list(MatchOptions().seatings(4)), list(MatchOptions(elimination=101).seatings(4))
        ([4], [2, 3, 4])
        """
        return range(players if self.elimination is None else 2, players + 1)


class StakesOptions(Section):
    """Chips: what is paid, to whom, and for buying back."""

    chips: int = Field(0, ge=0, le=1000, description="chips that every player has at the beginning")
    debt: bool = Field(True, description="whether a player may owe chips; if not, they pay what they have")
    ante: int = Field(0, ge=0, le=50, description="chips that every player puts into the pot before the match")
    fee: int = Field(0, ge=0, le=10, description="chips that whoever ends a round gets from every other player in it")
    fee_if_undercut: bool = Field(
        True, description="whether that fee is paid even when another player did better in the round"
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
    buyback_target: Literal["second_worst", "next_lower"] = Field(
        "second_worst",
        description="what a total is lowered to: the second highest of the players still in and the buyer, or the "
        "next lower one",
    )

    follows = (
        ("buyback_from", lambda rules: _below_elimination(rules, 20)),
        ("buyback_to", lambda rules: _below_elimination(rules, 1)),
    )
    needs = tuple(
        (option, CHANGED, "stakes.buyback", True)
        for option in ("buyback_price", "buyback_from", "buyback_to", "buyback_times", "buyback_target")
    )

    def contradictions(self, rules: Any, players: int | None) -> Iterator[Contradiction]:
        """Yield what cannot be paid, or bought."""
        usual = type(rules).model_fields["stakes"].default.buyback
        if self.buyback and not usual and rules.value("match.elimination") is None:
            yield Contradiction(
                (("stakes", "buyback"), ("match", "elimination")),
                _needs_elimination("stakes.buyback", "true"),
            )
        if self.buyback_from > self.buyback_to:
            yield Contradiction(
                (("stakes", "buyback_from"), ("stakes", "buyback_to")),
                say(
                    "stakes.buyback_from: {low} is more than buyback_to: {high}",
                    low=self.buyback_from,
                    high=self.buyback_to,
                ),
            )
        if self.ante > self.chips and not self.debt:
            yield Contradiction(
                (("stakes", "ante"), ("stakes", "chips"), ("stakes", "debt")),
                say(
                    "stakes.ante: {ante} cannot be paid from chips: {chips} without debts",
                    ante=self.ante,
                    chips=self.chips,
                ),
            )

    def oddities(self, rules: Any) -> Iterator[Oddity]:
        """Yield what can be played but means nothing.

        >>> [found.message for found in StakesOptions(chips=20).oddities(None)]
        ['stakes.chips: 20 stay where they are: there is no ante, no fee and no buyback']
        """
        if self.buyback and not self.buyback_times:
            yield Oddity(
                (("stakes", "buyback_times"), ("stakes", "buyback")),
                say("stakes.buyback: true, but buyback_times is 0, so nobody may buy back"),
            )
        if self.chips and not (self.ante or self.fee or self.buyback):
            yield Oddity(
                (("stakes", "chips"),),
                say(
                    "stakes.chips: {chips} stay where they are: there is no ante, no fee and no buyback",
                    chips=self.chips,
                ),
            )


def _needs_elimination(option: str, value: str) -> str:
    return say("{option}: {value} needs {other}", option=option, value=value, other="match.elimination")


def _below_elimination(rules: Any, less: int) -> int | None:
    limit = rules.value("match.elimination")
    return None if limit is None else int(limit) - less


def format_by(match: MatchOptions, stakes: StakesOptions | None = None) -> MatchFormat:
    """Return the match format that house rules ask for.

    >>> format_by(MatchOptions(target=300)).length
    TargetScore(target=300)
    """
    stakes = stakes or StakesOptions()
    buying_back = BuyingBack(
        cost=stakes.buyback_price,
        lowest=stakes.buyback_from,
        highest=stakes.buyback_to,
        times=stakes.buyback_times,
        target=stakes.buyback_target,
    )
    elimination: Elimination | None = None
    length: Length = FixedRounds(match.rounds or 1)
    if match.elimination is not None:
        length = LastStanding()
        elimination = Elimination(match.elimination, match.all_out, buying_back if stakes.buyback else None)
    elif match.target is not None:
        length = TargetScore(match.target)
    return MatchFormat(
        length,
        elimination,
        Stakes(
            ante=stakes.ante,
            fee=stakes.fee,
            fee_if_undercut=stakes.fee_if_undercut,
            starting_chips=stakes.chips,
            allow_debt=stakes.debt,
        ),
    )
