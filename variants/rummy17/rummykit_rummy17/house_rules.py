"""The house rules of Rummy 17: the parts of the game, its bonus cards and its doubling."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field

from rummykit.i18n import say
from rummykit.parts import (
    WITH_A_PILE,
    ClaimOptions,
    DealOptions,
    DiscardOptions,
    FirstMeldOptions,
    JokerOptions,
    LayOffOptions,
    MatchOptions,
    MeldOptions,
    PoolOptions,
    ScoringOptions,
    StakesOptions,
    StockOptions,
    SwapOptions,
    TimedTurnOptions,
)
from rummykit.rules import Finding, HouseRules, Section
from rummykit.rules.shapes import Word

BonusName = Literal[
    "most_cards",
    "most_sets",
    "most_runs",
    "longest_set",
    "longest_run",
    "most_123",
    "most_8_16",
    "most_red",
    "fewest_blue",
    "fewest_jokers",
    "highest_triple",
    "game_finished",
]


def _each_once(names: tuple[BonusName, ...]) -> tuple[BonusName, ...]:
    """Refuse a bonus card that is named twice."""
    for at, name in enumerate(names):
        if name in names[:at]:
            raise ValueError(say("{name} is there only once", name=name))
    return names


Chosen = Annotated[tuple[BonusName, ...], Field(min_length=1), AfterValidator(_each_once)]


class Rummy17MeldOptions(MeldOptions):
    """What a set and a run are, and how many are laid in a turn."""

    min_set: int = Field(3, ge=3, le=4, description="fewest cards in a set")
    wrap: bool = Field(False, description="whether a run may go on from 17 to 1")


class BonusOptions(Section):
    """The bonus cards."""

    known_as = (("", "open cards, extra points, prizes"), ("cards", "chosen, favourite bonus cards"))

    cards: Annotated[Chosen | None, Word("random")] = Field(
        None, description="which bonus cards lie open: others in every round, as they are drawn, or always these"
    )
    in_play: int = Field(
        5, ge=0, le=12, description="open bonus cards in a round; as many as bonus.cards names where it does"
    )
    points: int = Field(3, ge=0, le=10, description="points for a bonus card")
    most_needs_positive: bool = Field(
        True, description="whether nobody earns a 'most' bonus when nobody has anything to count"
    )
    fewest_needs_meld: bool = Field(False, description="whether only players with a meld compete for a 'fewest' bonus")
    joker_counts_as_value: bool = Field(
        True, description="whether a joker counts with the value it stands for in bonuses about values"
    )

    follows = (("in_play", lambda rules: len(rules.bonus.cards) if rules.bonus.cards else None),)
    idle_without = (
        ("points", "in_play", *range(1, 13)),
        ("fewest_needs_meld", "in_play", *range(1, 13)),
        ("fewest_needs_meld", "points", *range(1, 11)),
    )

    def contradictions(self, rules: Any, players: int | None) -> Iterator[Finding]:
        """Yield a number of bonus cards that is not the number of those that are named."""
        if self.cards and self.in_play != len(self.cards):
            message = say(
                "bonus.in_play: {number}, but bonus.cards names {named}; leave out bonus.in_play",
                number=self.in_play,
                named=len(self.cards),
            )
            yield Finding((("bonus", "in_play"), ("bonus", "cards")), message)

    def idle(self, rules: Any) -> Iterator[tuple[str, str]]:
        """Yield what is said of bonus cards that are not among those that are named."""
        if self.cards and not {"fewest_blue", "fewest_jokers"}.intersection(self.cards):
            yield "fewest_needs_meld", "cards"

    def oddities(self, rules: Any) -> Iterator[Finding]:
        """Yield bonus cards that bring nothing."""
        if self.in_play and not self.points:
            message = say("bonus.points: 0, so bonus cards bring nothing; write bonus.in_play: 0 to play without them")
            yield Finding((("bonus", "points"), ("bonus", "in_play")), message)


class PenaltyOptions(ScoringOptions):
    """Penalty points and the doubling."""

    asked = (("double_17", "Whose points does a last 17 double?"),)

    high_from: int = Field(10, ge=2, le=17, description="from this value a card in the hand costs 2, below 1")
    double_17: Literal["never", "all_players", "finisher_only"] = Field(
        "all_players", description="whose points a last 17 doubles"
    )


class Rummy17Rules(HouseRules):
    """The house rules of Rummy 17.

    The pool of jokers and the open card are not options: without them it is another game.
    """

    questions = (
        "deal.cards",
        "claims.allowed",
        "claims.penalty",
        "first_meld.min",
        "lay_offs.on",
        "pool.min_run",
        "pool.per_turn",
        "scoring.double_17",
        "match.rounds",
        "match.target",
    )
    cards_to_deal: ClassVar[int] = 85

    match: MatchOptions = MatchOptions()
    stakes: StakesOptions = StakesOptions()
    deal: DealOptions = DealOptions.narrowed("jokers_each", "keep_cut_joker", "redeal", upcard=(True,))(
        cards=10, extra_card="none", starter="left"
    )
    turn: TimedTurnOptions = TimedTurnOptions.narrowed("starts_with")()
    stock: StockOptions = StockOptions.narrowed(exhausted=WITH_A_PILE)(exhausted="finish_turn")
    discards: DiscardOptions = DiscardOptions.narrowed("pile")()
    claims: ClaimOptions = ClaimOptions(allowed="always")
    melds: Rummy17MeldOptions = Rummy17MeldOptions.narrowed("twins")()
    jokers: JokerOptions = JokerOptions.narrowed("wild_ranks", "alone", "fixed", "in_hand", "discard")(
        per_meld=1, side_by_side=1
    )
    first_meld: FirstMeldOptions = FirstMeldOptions.narrowed("joker_value")(min=0)
    lay_offs: LayOffOptions = LayOffOptions()
    pool: PoolOptions = PoolOptions()
    swaps: SwapOptions = SwapOptions.narrowed(joker_goes=("new_meld", "meld_or_lay_off"))(joker_goes="meld_or_lay_off")
    bonus: BonusOptions = BonusOptions()
    scoring: PenaltyOptions = PenaltyOptions.narrowed("cards", "melds_count", "shown", "last_joker")()
