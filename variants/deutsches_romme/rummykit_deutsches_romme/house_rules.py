"""The house rules of Deutsches Rommé: the parts of the game, and where its defaults are its own."""

from __future__ import annotations

from rummykit.parts import (
    WITH_A_PILE,
    AceOptions,
    ClaimOptions,
    DealOptions,
    DeckOptions,
    DiscardOptions,
    FirstMeldOptions,
    GoingOutOptions,
    HandRommeOptions,
    HandRommeStakesOptions,
    JokerOptions,
    LayOffOptions,
    MatchOptions,
    MeldOptions,
    ScoringOptions,
    StockOptions,
    SwapOptions,
    TimedTurnOptions,
)
from rummykit.rules import HouseRules


class DeutschesRommeRules(HouseRules):
    """The house rules of Deutsches Rommé, which always has a discard pile."""

    questions = (
        "deck.jokers",
        "first_meld.min",
        "first_meld.max_jokers",
        "ace.points",
        "discards.take",
        "claims.allowed",
        "swaps.joker_goes",
        "hand_romme.when",
        "scoring.winner",
        "match.rounds",
    )

    match: MatchOptions = MatchOptions()
    stakes: HandRommeStakesOptions = HandRommeStakesOptions()
    deck: DeckOptions = DeckOptions.narrowed("faces")()
    deal: DealOptions = DealOptions()
    turn: TimedTurnOptions = TimedTurnOptions.narrowed("starts_with")()
    stock: StockOptions = StockOptions.narrowed(exhausted=WITH_A_PILE)()
    discards: DiscardOptions = DiscardOptions.narrowed("pile")()
    claims: ClaimOptions = ClaimOptions.narrowed("dealer_upcard", "on_final_draw")()
    melds: MeldOptions = MeldOptions()
    ace: AceOptions = AceOptions()
    jokers: JokerOptions = JokerOptions.narrowed("fixed")()
    first_meld: FirstMeldOptions = FirstMeldOptions()
    lay_offs: LayOffOptions = LayOffOptions.narrowed("credit")()
    swaps: SwapOptions = SwapOptions.narrowed("own_joker_same_turn")()
    going_out: GoingOutOptions = GoingOutOptions()
    hand_romme: HandRommeOptions = HandRommeOptions()
    scoring: ScoringOptions = ScoringOptions()
