"""The house rules of 500 Rum.

The open pile, the upcard and lay-offs that count for whoever lays them are not options: without them it is another
game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field
from rummykit.parts import (
    AceOptions,
    DealOptions,
    FirstMeldOptions,
    JokerOptions,
    LayOffOptions,
    MatchOptions,
    PileOptions,
    ScoringOptions,
    StakesOptions,
    StockOptions,
    TurnOptions,
    high_ace,
)
from rummykit.rules import HouseRules, Section
from rummykit.rules.shapes import ByPlayers

SECOND_PACK_FROM = 5
"""From so many players on a second pack is needed."""


class Rum500DeckOptions(Section):
    """The cards that are played with."""

    jokers: int = Field(2, ge=0, le=4, description="jokers altogether")


class Rum500AceOptions(AceOptions):
    """Where the ace may stand, and what it counts."""

    high: int = Field(
        15,
        ge=1,
        le=50,
        description="points for an ace on the table, where it does not stand before a two, or what scoring.cards has",
    )

    follows = (*AceOptions.follows, ("high", lambda rules: high_ace(rules.scoring.cards)))

    def idle(self, rules: Any) -> Iterator[tuple[str, str]]:
        """Yield that what lies on the table counts for nothing."""
        if not rules.scoring.melds_count and not rules.first_meld.min:
            yield "high", "scoring.melds_count"


class Rum500GoingOutOptions(Section):
    """The end of a round."""

    discard: Literal["required", "optional", "floating"] = Field(
        "optional",
        description="whether the last card must be discarded, may be placed as well, or must be discarded but a player "
        "who has placed all cards floats until then",
    )


class Rum500Rules(HouseRules):
    """The house rules of 500 Rum."""

    questions = (
        "deck.jokers",
        "deal.cards",
        "discards.take",
        "stock.exhausted",
        "ace.runs",
        "ace.high",
        "first_meld.min",
        "lay_offs.before_first_meld",
        "going_out.discard",
        "scoring.cards",
        "match.target",
    )

    match: MatchOptions = MatchOptions(target=500)
    stakes: StakesOptions = StakesOptions()
    deck: Rum500DeckOptions = Rum500DeckOptions()
    deal: DealOptions = DealOptions.narrowed(
        "jokers_each", "keep_cut_joker", "redeal", extra_card=("none",), starter=("left",), upcard=(True,)
    )(cards=ByPlayers.of({2: 13, 3: 7, 4: 7, 5: 7, 6: 7}))
    turn: TurnOptions = TurnOptions.narrowed("starts_with", "most_cards")()
    stock: StockOptions = StockOptions.narrowed(
        "reshuffles", exhausted=("take_or_end", "finish_turn", "score_at_once")
    )()
    discards: PileOptions = PileOptions.narrowed("pile", "throw_back", "reuse", spread=(True,), reach=("any_depth",))(
        take="only_to_use"
    )
    ace: Rum500AceOptions = Rum500AceOptions.narrowed("points", runs=("both", "low"))(in_hand=15)
    jokers: JokerOptions = JokerOptions.narrowed("wild_ranks", "alone", "fixed")(in_hand=15)
    first_meld: FirstMeldOptions = FirstMeldOptions.narrowed(
        "scope", "joker_value", "min_with_joker", "max_jokers", "needs_clean_run"
    )(min=0)
    lay_offs: LayOffOptions = LayOffOptions.narrowed("credit")(before_first_meld=True)
    going_out: Rum500GoingOutOptions = Rum500GoingOutOptions()
    scoring: ScoringOptions = ScoringOptions.narrowed("shown", "winner", "unfinished")(melds_count=True)
