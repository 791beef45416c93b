"""The house rules of Wiener Rummy: the parts of the game, and what a hand counts.

That nothing is laid out, that turns end with a discard and that jokers are dealt like other cards is not an option:
without them it is another game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field

from rummykit.parts import (
    WITH_A_PILE,
    AceOptions,
    ClaimOptions,
    DealOptions,
    DeckOptions,
    DiscardOptions,
    JokerOptions,
    KnockOptions,
    MatchOptions,
    MeldOptions,
    ScoringOptions,
    StakesOptions,
    StockOptions,
    TimedTurnOptions,
)
from rummykit.rules import HouseRules


class HandOptions(ScoringOptions):
    """Bad points for what is in no meld."""

    asked = (
        ("hands", "What do the hands count when somebody has knocked?"),
        ("undercut", "How many bad points does it cost to have knocked when another hand is lower?"),
        ("call_bonus", "How many bad points does a call give to all others?"),
    )
    known_as = (("call_bonus", "announce, declare, premium"),)

    hands: Literal["deadwood_sum", "difference_to_lowest"] = Field(
        "deadwood_sum", description="whether all of it counts, or what is more than in the lowest hand"
    )
    undercut: int = Field(0, ge=0, le=50, description="bad points for whoever knocked when another hand is lower")
    call_bonus: int = Field(0, ge=0, le=50, description="bad points that a call gives to all others")

    def idle(self, rules: Any) -> Iterator[tuple[str, str]]:
        """Yield that no hand is lower than one with nothing left over."""
        if rules.knocking.limit == 0:
            yield "undercut", "knocking.limit"


class WienerRummyRules(HouseRules):
    """The house rules of Wiener Rummy."""

    questions = (
        "deck.jokers",
        "deal.cards",
        "knocking.limit",
        "knocking.improve",
        "scoring.hands",
        "scoring.undercut",
        "scoring.call_bonus",
        "match.elimination",
        "match.rounds",
        "stakes.buyback",
    )

    match: MatchOptions = MatchOptions(elimination=101)
    stakes: StakesOptions = StakesOptions(ante=5, fee=1, buyback=True)
    deck: DeckOptions = DeckOptions.narrowed("faces")(jokers=2)
    deal: DealOptions = DealOptions(cards=10)
    turn: TimedTurnOptions = TimedTurnOptions.narrowed("starts_with", "most_cards")()
    stock: StockOptions = StockOptions.narrowed(exhausted=WITH_A_PILE)()
    discards: DiscardOptions = DiscardOptions.narrowed("pile", "take")()
    claims: ClaimOptions = ClaimOptions.narrowed(
        "per_round",
        "penalty",
        "from_lap",
        "own_discard",
        "dealer_upcard",
        "on_final_draw",
        "takes_turn",
        allowed=("never", "always"),
    )()
    melds: MeldOptions = MeldOptions.narrowed("per_turn")()
    ace: AceOptions = AceOptions()
    jokers: JokerOptions = JokerOptions.narrowed("fixed", discard=("allowed", "never"))()
    knocking: KnockOptions = KnockOptions()
    scoring: HandOptions = HandOptions.narrowed("melds_count", "shown", "unmelded", "out_bonus", "last_joker")()
