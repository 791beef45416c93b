"""Every house rule of Rummy 17: meaning, range, and the only copy of its default."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from rummykit.houserules import PLAYERS, Contradiction, HouseRules, PerPlayers, Section, Within, value_for
from rummykit.language import say

NUMBER_CARDS = 85


class Deal(Section):
    """Who gets how many cards, and who begins."""

    hand_size: Annotated[PerPlayers, Within(5, 20)] = Field(10, description="cards dealt to each player")
    extra_card_seat: Literal["none", "dealer", "left"] = Field(
        "none", description="who gets one card more, and does not draw in his first turn"
    )
    starting_seat: Literal["dealer", "left", "random"] = Field("left", description="who acts first")


class Draw(Section):
    """Drawing, and how a round ends when nothing moves any more."""

    taken_discard_must_be_used: Literal["never", "meld", "meld_or_layoff"] = Field(
        "never", description="whether the open card may be taken only to be used at once"
    )
    may_discard_taken_card: bool = Field(
        True, description="whether the card just taken from the pile may be thrown back"
    )
    stock_exhaustion: Literal["finish_turn_then_score", "reshuffle", "immediate_score"] = Field(
        "finish_turn_then_score", description="what happens when the last stock card has been drawn"
    )
    max_reshuffles: int = Field(
        2, ge=0, le=10, description="how often the discards become the stock; only with stock_exhaustion: reshuffle"
    )
    stall_limit: int = Field(
        60, ge=0, le=200, description="turns without a stock card or a meld after which the round is scored; 0 = off"
    )

    idle_without = (("max_reshuffles", "stock_exhaustion", "reshuffle"),)


class Claiming(Section):
    """Taking the open card out of turn."""

    claims: bool = Field(True, description="whether the open card may be claimed out of turn")
    claim_penalty_cards: int = Field(0, ge=0, le=3, description="stock cards a claimant must take as well")
    claim_from_lap: int = Field(1, ge=1, le=5, description="the first lap in which claims are allowed")
    discarder_may_claim: bool = Field(False, description="whether a player may claim his own discard")
    dealer_may_claim_upcard: bool = Field(True, description="whether the dealer may claim the first open card")
    claim_on_final_draw: bool = Field(True, description="whether claims go on when the last stock card was drawn")
    claim_takes_turn: bool = Field(
        False, description="whether a claimant plays at once; the others are then asked before the stock draw"
    )

    idle_without = (
        ("claim_penalty_cards", "claims", True),
        ("claim_from_lap", "claims", True),
        ("discarder_may_claim", "claims", True),
        ("claim_takes_turn", "claims", True),
    )


class Melds(Section):
    """What a meld is."""

    ace_wrap: bool = Field(False, description="whether a run may go on from 17 to 1")
    max_jokers_per_meld: Annotated[int, Field(ge=1, le=6)] | None = Field(1, description="most jokers in a meld")
    min_naturals_per_meld: int = Field(2, ge=1, le=3, description="fewest natural cards in a meld")
    max_adjacent_jokers: int = Field(1, ge=1, le=6, description="most jokers side by side in a run")
    max_hand_cards_per_turn: Annotated[int, Field(ge=1, le=20)] | None = Field(
        None, description="most hand cards placed on the table in a turn"
    )


class FirstMeld(Section):
    """What a player's first meld must reach."""

    no_meld_laps: int = Field(0, ge=0, le=3, description="laps in which nobody may meld")
    first_meld_min: int = Field(0, ge=0, le=100, description="points the first meld must reach")
    first_meld_min_with_joker: Annotated[int, Field(ge=0, le=120)] | None = Field(
        None, description="points it must reach where a joker is used"
    )
    max_jokers_first_meld: Annotated[int, Field(ge=0, le=6)] | None = Field(
        None, description="most jokers in the first meld"
    )

    idle_without = (("first_meld_min_with_joker", "max_jokers_first_meld", None, *range(1, 7)),)


class LayOffs(Section):
    """Adding cards to melds on the table."""

    layoff: Literal["none", "own", "any"] = Field("any", description="on whose melds cards may be laid off")
    layoff_same_turn: bool = Field(True, description="whether already in the turn of the first meld")
    layoff_credit: Literal["owner", "layer"] = Field(
        "owner", description="for whom a card laid off counts among the bonus cards"
    )


class Pool(Section):
    """The five open jokers."""

    pool_joker_min_run: int = Field(4, ge=3, le=6, description="fewest cards, with the joker, in a run that takes one")
    pool_joker_layoff: bool = Field(False, description="whether a pool joker may be laid off on a run")
    pool_jokers_per_turn: int = Field(5, ge=1, le=5, description="most pool jokers taken in a turn")


class Swaps(Section):
    """Exchanging a joker on the table for the card it stands for."""

    joker_swap: bool = Field(True, description="whether jokers on the table may be swapped")
    swap_requires_first_meld: bool = Field(True, description="whether only after one's own first meld")
    swap_same_turn: bool = Field(True, description="whether already in the turn of the first meld")
    swapped_joker_use: Literal["new_meld", "meld_or_layoff"] = Field(
        "meld_or_layoff", description="where a swapped joker may go"
    )
    swapped_joker_min_run: int = Field(3, ge=3, le=5, description="fewest cards in a run that takes a swapped joker")
    set_joker_swap: Literal["any_missing", "four_naturals"] = Field(
        "any_missing", description="whether a set gives its joker at once, or only for a fourth natural card"
    )

    idle_without = (
        ("swapped_joker_use", "joker_swap", True),
        ("swapped_joker_min_run", "joker_swap", True),
        ("set_joker_swap", "joker_swap", True),
    )


class Scoring(Section):
    """Penalty points, bonus cards and the doubling."""

    penalty_high_from: int = Field(10, ge=2, le=17, description="from this value a card in the hand costs 2, below 1")
    bonus_cards_in_play: int = Field(5, ge=0, le=12, description="open bonus cards in a round")
    bonus_points: int = Field(3, ge=0, le=10, description="points for a bonus card")
    rummy17_double: Literal["never", "all_players", "finisher_only"] = Field(
        "all_players", description="whose points a last 17 doubles"
    )
    most_requires_positive: bool = Field(
        True, description="whether nobody earns a 'most' bonus when nobody has anything to count"
    )
    fewest_requires_meld: bool = Field(
        False, description="whether only players with a meld compete for a 'fewest' bonus"
    )
    joker_counts_as_value: bool = Field(
        True, description="whether a joker counts with the value it stands for in bonuses about values"
    )

    idle_without = (
        ("bonus_points", "bonus_cards_in_play", *range(1, 13)),
        ("fewest_requires_meld", "bonus_cards_in_play", *range(1, 13)),
    )


class Rummy17Rules(HouseRules):
    """The house rules of Rummy 17."""

    questions = (
        "deal.hand_size",
        "claiming.claims",
        "claiming.claim_penalty_cards",
        "first_meld.first_meld_min",
        "lay_offs.layoff",
        "pool.pool_joker_min_run",
        "pool.pool_jokers_per_turn",
        "scoring.rummy17_double",
        "match.match_mode",
        "match.rounds",
    )

    deal: Deal = Deal()
    draw: Draw = Draw()
    claiming: Claiming = Claiming()
    melds: Melds = Melds()
    first_meld: FirstMeld = FirstMeld()
    lay_offs: LayOffs = LayOffs()
    pool: Pool = Pool()
    swaps: Swaps = Swaps()
    scoring: Scoring = Scoring()

    def contradictions(self, players: int | None) -> Iterator[Contradiction]:
        """Yield what cannot be played together."""
        yield from super().contradictions(players)
        if players is not None:
            hand_size = value_for(self.deal.hand_size, players)
            needed = players * hand_size + (self.deal.extra_card_seat != "none") + 1
            if needed >= NUMBER_CARDS:
                yield Contradiction(
                    (("deal", "hand_size"), ("deal", "extra_card_seat"), PLAYERS),
                    say(
                        "hand_size: {hand_size} for {players} players needs {needed} of the {cards} cards "
                        "and leaves no stock",
                        hand_size=hand_size,
                        players=players,
                        needed=needed,
                        cards=NUMBER_CARDS,
                    ),
                )
        if self.draw.taken_discard_must_be_used == "meld_or_layoff" and self.lay_offs.layoff == "none":
            yield Contradiction(
                (("draw", "taken_discard_must_be_used"), ("lay_offs", "layoff")),
                say("taken_discard_must_be_used: meld_or_layoff needs lay-offs, but layoff is none"),
            )
        if self.lay_offs.layoff == "none" and self.pool.pool_joker_layoff:
            yield Contradiction(
                (("pool", "pool_joker_layoff"), ("lay_offs", "layoff")),
                say("pool_joker_layoff: true needs lay-offs, but layoff is none"),
            )
        if self.claiming.claim_takes_turn and self.draw.taken_discard_must_be_used != "never":
            yield Contradiction(
                (("claiming", "claim_takes_turn"), ("draw", "taken_discard_must_be_used")),
                say(
                    "claim_takes_turn: true makes the claimed card a draw, "
                    "but taken_discard_must_be_used forbids to keep it"
                ),
            )
