"""What a meld is, as far as tables decide it: where the ace may stand and what it counts, and how many jokers go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field

from rummykit.cards import Pack
from rummykit.melds import MIN_LENGTH, MeldRules
from rummykit.parts.card_values import CardValues, high_ace
from rummykit.parts.dealing import ANY_JOKERS, more_than_there_are
from rummykit.rules.options import Section
from rummykit.rules.shapes import Unlimited


def _in_hand(rules: Any) -> int | None:
    """Return what an ace costs in a hand because of other options; None for the usual."""
    if rules.ace.points == 10:
        return 10
    cards: CardValues = rules.value("scoring.cards", "pips")
    return high_ace(cards)


class AceOptions(Section):
    """Where the ace may stand, what it counts, and what it costs."""

    runs: Literal["low", "both", "wrap"] = Field(
        "both", description="where in a run: before the two, also after the king, or even between king and two"
    )
    points: Literal["positional", 1, 10, 11] = Field(
        "positional",
        description="points in a meld: 1 before a two and 11 elsewhere, or what scoring.cards has, or always the same",
    )
    in_hand: int = Field(
        11,
        ge=1,
        le=50,
        description="bad points for an ace left in a hand; by default 10 where points is 10, or what scoring.cards has",
    )

    follows = (("in_hand", _in_hand),)


class JokerOptions(Section):
    """Jokers in melds, and in a hand."""

    per_meld: Unlimited[int] = Field(None, ge=1, le=6, description="most jokers in a meld")
    min_naturals: int = Field(2, ge=1, le=3, description="fewest natural cards in a meld")
    side_by_side: int = Field(2, ge=1, le=6, description="most jokers side by side in a run")
    fixed: bool = Field(
        True, description="whether a joker keeps the card it was laid for; if not, it stands for whatever fits"
    )
    discard: Literal["allowed", "not_last", "never"] = Field(
        "allowed",
        description="whether a joker may be discarded, or not as the last card, or only by a player who has nothing "
        "else to discard",
    )
    in_hand: int = Field(20, ge=0, le=50, description="bad points for a joker left in a hand")

    idle_without = tuple(
        (option, *ANY_JOKERS) for option in ("per_meld", "min_naturals", "side_by_side", "fixed", "discard", "in_hand")
    )
    needs = (("discard", "not_last", "discards.pile", True), ("discard", "never", "discards.pile", True))

    def idle(self, rules: Any) -> Iterator[tuple[str, str]]:
        """Yield limits that no meld can pass."""
        if self.per_meld is not None and self.side_by_side > self.per_meld:
            yield "side_by_side", "per_meld"
        if self.per_meld is not None and self.min_naturals <= MIN_LENGTH - self.per_meld:
            yield "min_naturals", "per_meld"
        yield from more_than_there_are(rules, per_meld=self.per_meld, side_by_side=self.side_by_side)


def melds_by(
    jokers: JokerOptions, pack: Pack, ace: AceOptions, pips: tuple[int, ...], high_ace: int | None = None
) -> MeldRules:
    """Return the melds that house rules ask for, where the ranks count *pips*, unless the options of the ace say more.

    *high_ace* is what the ace counts where it does not begin a run: by default 11, or where it is never high *pips*.
    """
    if high_ace is None:
        high_ace = pips[0] if ace.runs == "low" else 11
    low, high = (pips[0], high_ace) if ace.points == "positional" else (ace.points, ace.points)
    return MeldRules(
        pack,
        high_ace=ace.runs != "low",
        wrap=ace.runs == "wrap",
        max_jokers=jokers.per_meld,
        min_naturals=jokers.min_naturals,
        max_adjacent_jokers=jokers.side_by_side,
        points=(low, *pips[1:]),
        high_ace_points=high,
        jokers_fixed=getattr(jokers, "fixed", True),
    )
