"""Every house rule of Deutsches Rommé: meaning, range, and the only copy of its default.

`RommeRules` is what the games of this family share; a relative takes it, and the sections it has no changes for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from rummykit.houserules import PLAYERS, Contradiction, HouseRules, PerPlayers, Section, Within, value_for
from rummykit.language import say

CARDS_IN_A_PACK = 52
ANY_JOKERS = ("deal.jokers", *range(1, 9))
"""What the options about jokers need, for `Section.idle_without`."""


class Deal(Section):
    """The cards, who gets how many, and who begins."""

    packs: int = Field(2, ge=1, le=3, description="packs of 52 cards")
    jokers: int = Field(6, ge=0, le=8, description="jokers altogether")
    hand_size: Annotated[PerPlayers, Within(5, 20)] = Field(13, description="cards dealt to each player")
    extra_card_seat: Literal["none", "dealer", "left"] = Field(
        "dealer", description="who gets one card more, and does not draw in the first turn"
    )
    starting_seat: Literal["dealer", "left", "random"] = Field("dealer", description="who acts first")
    initial_upcard: bool = Field(False, description="whether a card is turned up before the first turn")
    guaranteed_jokers: int = Field(0, ge=0, le=1, description="jokers dealt into every hand")
    cut_joker_keep: bool = Field(False, description="whether a joker found when cutting is kept, as part of the hand")

    idle_without = (("cut_joker_keep", *ANY_JOKERS),)

    def too_few_cards(self, players: int) -> Iterator[Contradiction]:
        """Yield that so many players cannot be dealt their cards."""
        hand_size, cards = value_for(self.hand_size, players), self.packs * CARDS_IN_A_PACK + self.jokers
        needed = players * hand_size + (self.extra_card_seat != "none") + self.initial_upcard
        if needed >= cards:
            yield Contradiction(
                (("deal", "hand_size"), ("deal", "packs"), PLAYERS),
                say(
                    "hand_size: {hand_size} for {players} players needs {needed} of {cards} cards and leaves no stock",
                    hand_size=hand_size,
                    players=players,
                    needed=needed,
                    cards=cards,
                ),
            )
        if self.guaranteed_jokers * players > self.jokers:
            yield Contradiction(
                (("deal", "guaranteed_jokers"), ("deal", "jokers"), PLAYERS),
                say(
                    "guaranteed_jokers: {each} for {players} players needs {players} jokers, but jokers is {jokers}",
                    each=self.guaranteed_jokers,
                    players=players,
                    jokers=self.jokers,
                ),
            )


class Draw(Section):
    """Drawing, and how a round ends when nothing moves any more."""

    taken_discard_must_be_used: Literal["never", "meld", "meld_or_layoff"] = Field(
        "never", description="whether a discard may be taken only to be used at once"
    )
    may_discard_taken_card: bool = Field(True, description="whether the card just taken may be thrown back")
    stock_exhaustion: Literal["reshuffle", "finish_turn_then_score", "immediate_score", "play_on_until_all_pass"] = (
        Field("reshuffle", description="what happens when the stock is used up")
    )
    max_reshuffles: int = Field(2, ge=0, le=10, description="how often the discards become the stock")
    stall_limit: int = Field(
        60, ge=0, le=200, description="turns without a stock card or a meld after which hands are scored; 0 = off"
    )

    idle_without = (("max_reshuffles", "stock_exhaustion", "reshuffle"),)


class PileDraw(Draw):
    """Drawing, and how a round ends when nothing moves any more."""

    stock_exhaustion: Literal["reshuffle", "finish_turn_then_score", "immediate_score"] = Field(
        "reshuffle", description="what happens when the stock is used up"
    )


class Claiming(Section):
    """Taking a discard out of turn by knocking on the table."""

    claims: bool = Field(False, description="whether a discard may be claimed out of turn")
    claim_penalty_cards: int = Field(0, ge=0, le=3, description="stock cards that come with a claim")
    claim_from_lap: int = Field(1, ge=1, le=5, description="the first lap with claims")
    discarder_may_claim: bool = Field(False, description="whether one's own discard may be claimed")
    claim_takes_turn: bool = Field(False, description="whether a claimant is on turn at once, as in Mah-Jongg")

    idle_without = (
        ("claim_penalty_cards", "claims", True),
        ("claim_from_lap", "claims", True),
        ("discarder_may_claim", "claims", True),
        ("claim_takes_turn", "claims", True),
    )


class Shapes(Section):
    """What a meld is, and what the ace is worth."""

    ace_mode: Literal["positional", "low_only", "always_10", "always_11"] = Field(
        "positional", description="ace 1 before a two and 11 after a king; only low; or always 10 or 11"
    )
    ace_wrap: bool = Field(False, description="whether K-A-2 is a run")
    max_jokers_per_meld: Annotated[int, Field(ge=1, le=6)] | None = Field(None, description="most jokers in a meld")
    min_naturals_per_meld: int = Field(2, ge=1, le=3, description="fewest natural cards in a meld")
    max_adjacent_jokers: int = Field(2, ge=1, le=6, description="most jokers side by side in a run")

    idle_without = (
        ("max_jokers_per_meld", *ANY_JOKERS),
        ("min_naturals_per_meld", *ANY_JOKERS),
        ("max_adjacent_jokers", *ANY_JOKERS),
    )

    def misplaced_ace(self) -> Iterator[Contradiction]:
        """Yield that an ace which is only low cannot stand between king and two."""
        if self.ace_wrap and self.ace_mode == "low_only":
            yield Contradiction(
                (("melds", "ace_wrap"), ("melds", "ace_mode")),
                say("ace_wrap: true puts the ace after the king, but ace_mode is low_only"),
            )


class Melds(Shapes):
    """What a meld is, and what the ace is worth."""

    max_hand_cards_per_turn: Annotated[int, Field(ge=1, le=20)] | None = Field(
        None, description="most hand cards placed in a turn"
    )


class FirstMeld(Section):
    """What a player's first meld must reach."""

    no_meld_laps: int = Field(0, ge=0, le=3, description="laps in which nobody may meld")
    first_meld_min: int = Field(40, ge=0, le=100, description="points the first meld must reach")
    first_meld_min_with_joker: Annotated[int, Field(ge=0, le=120)] | None = Field(
        None, description="points it must reach where a joker is in it"
    )
    first_meld_joker_value: Literal["replaced", "zero"] = Field(
        "replaced", description="whether a joker counts as the card it replaces, or nothing"
    )
    max_jokers_first_meld: Annotated[int, Field(ge=0, le=6)] | None = Field(
        None, description="most jokers in the first meld"
    )
    first_meld_scope: Literal["some_subset", "whole_turn"] = Field(
        "some_subset", description="whether some of the melds laid together must meet the rule, or all as a whole"
    )

    idle_without = (
        ("first_meld_min_with_joker", *ANY_JOKERS),
        ("first_meld_min_with_joker", "max_jokers_first_meld", None, *range(1, 7)),
        ("first_meld_joker_value", *ANY_JOKERS),
        ("first_meld_joker_value", "max_jokers_first_meld", None, *range(1, 7)),
        ("max_jokers_first_meld", *ANY_JOKERS),
    )


class LayOffs(Section):
    """Adding cards to melds on the table."""

    layoff: Literal["none", "own", "any"] = Field("any", description="on whose melds cards may be laid off")
    layoff_same_turn: bool = Field(True, description="whether already in the turn of the first meld")


class Swaps(Section):
    """Exchanging a joker on the table for the card it stands for."""

    joker_swap: bool = Field(True, description="whether jokers may be swapped")
    swap_requires_first_meld: bool = Field(True, description="whether one must have melded before")
    swap_same_turn: bool = Field(True, description="whether already in the turn of the first meld")
    swapped_joker_use: Literal["new_meld", "meld_or_layoff"] = Field(
        "new_meld", description="where the joker must go: into a new meld, or onto the table anywhere"
    )
    swapped_joker_min_run: int = Field(3, ge=3, le=5, description="fewest cards in a run that takes such a joker")
    set_joker_swap: Literal["any_missing", "four_naturals"] = Field(
        "any_missing", description="whether any missing suit frees the joker of a set, or only the fourth natural card"
    )

    idle_without = (
        ("swapped_joker_use", "joker_swap", True),
        ("swapped_joker_use", *ANY_JOKERS),
        ("swapped_joker_min_run", "joker_swap", True),
        ("swapped_joker_min_run", *ANY_JOKERS),
        ("set_joker_swap", "joker_swap", True),
        ("set_joker_swap", *ANY_JOKERS),
    )


class GoingOut(Section):
    """The end of a round, and laying everything at once."""

    final_discard_required: bool = Field(True, description="whether the last card must be discarded")
    hand_romme: Literal["never", "table_empty", "own_all_at_once"] = Field(
        "table_empty", description="when laying all cards at once counts as Hand-Rommé"
    )
    hand_romme_multiplier: int = Field(2, ge=1, le=4, description="what it multiplies the others' bad points by")
    hand_romme_waives_first_meld: bool = Field(True, description="whether it is free of the first-meld rule")

    idle_without = (("hand_romme_multiplier", "hand_romme", "table_empty", "own_all_at_once"),)


class Scoring(Section):
    """Bad points for what is left in a hand."""

    penalty_joker: int = Field(20, ge=0, le=50, description="bad points for a joker")
    penalty_ace: int = Field(11, ge=1, le=20, description="bad points for an ace")

    idle_without = (("penalty_joker", *ANY_JOKERS),)


class RommeRules(HouseRules):
    """The house rules of the family, whatever its members change."""

    questions = (
        "deal.jokers",
        "first_meld.first_meld_min",
        "first_meld.max_jokers_first_meld",
        "melds.ace_mode",
        "melds.max_adjacent_jokers",
        "draw.taken_discard_must_be_used",
        "claiming.claims",
        "swaps.swapped_joker_use",
        "going_out.hand_romme",
        "match.match_mode",
    )

    deal: Deal = Deal()
    draw: Draw = Draw()
    claiming: Claiming = Claiming()
    melds: Melds = Melds()
    first_meld: FirstMeld = FirstMeld()
    lay_offs: LayOffs = LayOffs()
    swaps: Swaps = Swaps()
    going_out: GoingOut = GoingOut()
    scoring: Scoring = Scoring()

    def contradictions(self, players: int | None) -> Iterator[Contradiction]:
        """Yield what cannot be played together."""
        yield from super().contradictions(players)
        if players is not None:
            yield from self.deal.too_few_cards(players)
        yield from self.melds.misplaced_ace()
        if self.draw.taken_discard_must_be_used == "meld_or_layoff" and self.lay_offs.layoff == "none":
            yield Contradiction(
                (("draw", "taken_discard_must_be_used"), ("lay_offs", "layoff")),
                say("taken_discard_must_be_used: meld_or_layoff needs lay-offs, but layoff is none"),
            )
        if self.claiming.claim_takes_turn and self.draw.taken_discard_must_be_used != "never":
            yield Contradiction(
                (("claiming", "claim_takes_turn"), ("draw", "taken_discard_must_be_used")),
                say(
                    "claim_takes_turn: true makes the claimed card a draw, "
                    "but taken_discard_must_be_used forbids to keep it"
                ),
            )


class DeutschesRommeRules(RommeRules):
    """The house rules of Deutsches Rommé, which always has a discard pile."""

    draw: PileDraw = PileDraw()
