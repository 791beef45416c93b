"""The house rules of Räuber-Rommé: the parts of the game, and where its defaults are its own."""

from __future__ import annotations

from collections.abc import Iterator

from rummykit.i18n import say
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
    RearrangingOptions,
    ScoringOptions,
    StockOptions,
    SwapOptions,
    TimedTurnOptions,
)
from rummykit.rules import PLAYERS, Finding, HouseRules

MOST_WITH_NUMBERS = 4
"""So many at most play with colours and numbers."""


class RaeuberRommeRules(HouseRules):
    """The house rules of Räuber-Rommé, in which discards are an option too."""

    questions = (
        "deck.jokers",
        "deal.cards",
        "first_meld.min",
        "first_meld.max_jokers",
        "rearranging.needs_hand_card",
        "rearranging.joker_leaves",
        "ace.runs",
        "discards.take",
        "going_out.discard",
        "match.rounds",
    )

    match: MatchOptions = MatchOptions()
    stakes: HandRommeStakesOptions = HandRommeStakesOptions()
    deck: DeckOptions = DeckOptions()
    deal: DealOptions = DealOptions()
    turn: TimedTurnOptions = TimedTurnOptions()
    stock: StockOptions = StockOptions.narrowed(exhausted=(*WITH_A_PILE, "play_on"))()
    discards: DiscardOptions = DiscardOptions()
    claims: ClaimOptions = ClaimOptions.narrowed("dealer_upcard", "on_final_draw")()
    melds: MeldOptions = MeldOptions.narrowed("per_turn")()
    ace: AceOptions = AceOptions()
    jokers: JokerOptions = JokerOptions()
    first_meld: FirstMeldOptions = FirstMeldOptions()
    lay_offs: LayOffOptions = LayOffOptions.narrowed("credit")()
    swaps: SwapOptions = SwapOptions.narrowed("own_joker_same_turn")(joker_goes="meld_or_lay_off")
    rearranging: RearrangingOptions = RearrangingOptions()
    going_out: GoingOutOptions = GoingOutOptions()
    hand_romme: HandRommeOptions = HandRommeOptions()
    scoring: ScoringOptions = ScoringOptions()

    def contradictions(self, players: int | None) -> Iterator[Finding]:
        """Yield what cannot be played together: with numbers there are fewer seats."""
        yield from super().contradictions(players)
        if players is not None and players > MOST_WITH_NUMBERS and self.deck.faces == "numbers":
            message = say(
                "deck.faces: numbers is for 2 to {most} players, not {players}", most=MOST_WITH_NUMBERS, players=players
            )
            yield Finding((("deck", "faces"), PLAYERS), message)
