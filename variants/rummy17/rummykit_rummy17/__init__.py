"""Rummy 17: 85 cards in five colours, open jokers, claims, bonus cards, and the 17 that doubles.

The hooks read like the rule sheet; `house_rules` has every option with its default.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING

from rummykit import hookimpl
from rummykit.cards import Pack, Suit
from rummykit.deal import Deal, SideCards
from rummykit.info import VariantInfo, presets_in
from rummykit.language import mark
from rummykit.match import MatchFormat, format_by
from rummykit.melds import MeldRules
from rummykit.reasons import Citation
from rummykit.turn import (
    Claiming,
    Discarding,
    Drawing,
    FirstMeld,
    LayingDown,
    LayingOff,
    PoolJokers,
    SwappingJokers,
    TurnFlow,
)

if TYPE_CHECKING:
    from rummykit.booklet import Chapter
    from rummykit_rummy17.house_rules import Rummy17Rules
    from rummykit_rummy17.scoring import Rummy17Scoring

COLOURS = (
    Suit("r", "r", mark("red"), "red"),
    Suit("b", "b", mark("blue"), "blue"),
    Suit("g", "g", mark("green"), "green"),
    Suit("y", "y", mark("yellow"), "yellow"),
    Suit("v", "v", mark("violet"), "magenta"),
)
VALUES = tuple(str(value) for value in range(1, 18))


@hookimpl
def rummykit_variant() -> VariantInfo:
    """Introduce Rummy 17."""
    return VariantInfo(
        id="rummy17",
        titles={"en": "Rummy 17", "de": "Rummy 17", "hu": "Römi 17"},
        min_players=2,
        max_players=6,
        summary="Five colours, open jokers, claims and bonus cards; a last 17 doubles everything.",
    )


@hookimpl
def rummykit_options() -> type[Rummy17Rules]:
    """Return the house rules."""
    from rummykit_rummy17.house_rules import Rummy17Rules

    return Rummy17Rules


@hookimpl
def rummykit_presets() -> Mapping[str, str]:
    """Return the presets that lie beside this file."""
    return presets_in(__name__)


@hookimpl
def rummykit_rulebook() -> Mapping[str, str]:
    """Return the rule sheet."""
    from rummykit_rummy17.rulebook import RULES

    return RULES


@hookimpl
def rummykit_booklet(rules: Rummy17Rules) -> Sequence[Chapter]:
    """Return the rule booklet."""
    from rummykit_rummy17.booklet import chapters

    return chapters(rules)


@hookimpl
def rummykit_citations() -> Mapping[Enum, Citation]:
    """Return the rule behind every refusal."""
    from rummykit_rummy17.rulebook import CITATIONS

    return CITATIONS


@hookimpl
def rummykit_pack() -> Pack:
    """85 number cards, each once, and a joker for each colour."""
    return Pack(COLOURS, VALUES, suit_jokers=True, suit_word=mark("colour"))


@hookimpl
def rummykit_deal(rules: Rummy17Rules, players: int) -> Deal:
    """Ten cards each, one open card, the jokers in the pool, five bonus cards beside the table."""
    from rummykit.houserules import value_for
    from rummykit_rummy17.bonus import BONUS_CARDS

    return Deal(
        hand_size=value_for(rules.deal.hand_size, players),
        extra_card=rules.deal.extra_card_seat,
        starter=rules.deal.starting_seat,
        upcard=True,
        pool_jokers=True,
        side_cards=SideCards(tuple(BONUS_CARDS), rules.scoring.bonus_cards_in_play),
    )


@hookimpl
def rummykit_melds(rules: Rummy17Rules, pack: Pack) -> MeldRules:
    """Sets of one value in different colours, runs in one colour."""
    return MeldRules(
        pack,
        wrap=rules.melds.ace_wrap,
        max_jokers=rules.melds.max_jokers_per_meld,
        min_naturals=rules.melds.min_naturals_per_meld,
        max_adjacent_jokers=rules.melds.max_adjacent_jokers,
    )


@hookimpl
def rummykit_turn(rules: Rummy17Rules) -> TurnFlow:
    """Draw; the others may claim; meld, lay off and swap at will; discard."""
    draw, claiming, first, pool, swaps = rules.draw, rules.claiming, rules.first_meld, rules.pool, rules.swaps
    return TurnFlow(
        drawing=Drawing(
            taken_must_be_used=draw.taken_discard_must_be_used,
            exhaustion=draw.stock_exhaustion,
            max_reshuffles=draw.max_reshuffles,
        ),
        claiming=Claiming(
            penalty_cards=claiming.claim_penalty_cards,
            from_lap=claiming.claim_from_lap,
            discarder_may_claim=claiming.discarder_may_claim,
            dealer_may_claim_upcard=claiming.dealer_may_claim_upcard,
            on_final_draw=claiming.claim_on_final_draw,
            takes_turn=claiming.claim_takes_turn,
        )
        if claiming.claims
        else None,
        moves=(
            LayingDown(
                first=FirstMeld(
                    min_points=first.first_meld_min,
                    min_points_with_joker=first.first_meld_min_with_joker,
                    max_jokers=first.max_jokers_first_meld,
                ),
                pool=PoolJokers(pool.pool_joker_min_run, pool.pool_jokers_per_turn, pool.pool_joker_layoff),
                no_meld_laps=first.no_meld_laps,
            ),
            LayingOff(rules.lay_offs.layoff, rules.lay_offs.layoff_same_turn),
            SwappingJokers(
                allowed=swaps.joker_swap,
                requires_first_meld=swaps.swap_requires_first_meld,
                same_turn=swaps.swap_same_turn,
                use=swaps.swapped_joker_use,
                min_run=swaps.swapped_joker_min_run,
                set_swap=swaps.set_joker_swap,
            ),
            Discarding(taken_allowed=draw.may_discard_taken_card),
        ),
        stall_limit=draw.stall_limit,
        max_hand_cards=rules.melds.max_hand_cards_per_turn,
    )


@hookimpl
def rummykit_scoring(rules: Rummy17Rules) -> Rummy17Scoring:
    """Bonus cards minus what is left in the hand; a last 17 doubles."""
    from rummykit_rummy17.scoring import Rummy17Scoring

    return Rummy17Scoring.by(rules)


@hookimpl
def rummykit_match(rules: Rummy17Rules) -> MatchFormat:
    """One round, a number of them, or up to a target."""
    return format_by(rules.match)
