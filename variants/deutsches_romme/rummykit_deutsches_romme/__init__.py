"""Deutsches Rommé: two packs and six jokers, a first meld of 40 points, joker swaps, Hand-Rommé.

The hooks read like the rule sheet; `house_rules` has every option with its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING

from rummykit import hookimpl
from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
from rummykit.deal import Deal
from rummykit.info import VariantInfo, presets_in
from rummykit.match import MatchFormat, format_by
from rummykit.melds import MeldRules
from rummykit.reasons import Citation
from rummykit.turn import (
    Claiming,
    Discarding,
    Drawing,
    FirstMeld,
    GoingOutAtOnce,
    LayingDown,
    LayingOff,
    SwappingJokers,
    TurnFlow,
)

if TYPE_CHECKING:
    from rummykit.booklet import Chapter
    from rummykit_deutsches_romme.house_rules import DeutschesRommeRules, RommeRules, Shapes
    from rummykit_deutsches_romme.scoring import BadPoints

FACE_POINTS = 10
PIPS = (*range(1, 11), FACE_POINTS, FACE_POINTS, FACE_POINTS)
"""What the ranks from ace to king are worth; the ace is 1 here and more where `ace_mode` says so."""


@hookimpl
def rummykit_variant() -> VariantInfo:
    """Introduce Deutsches Rommé."""
    return VariantInfo(
        id="deutsches_romme",
        titles={"en": "Deutsches Rommé", "de": "Deutsches Rommé", "hu": "Német römi"},
        min_players=2,
        max_players=6,
        summary="110 cards, a first meld of 40 points, joker swaps, and double for laying all at once.",
    )


@hookimpl
def rummykit_options() -> type[DeutschesRommeRules]:
    """Return the house rules."""
    from rummykit_deutsches_romme.house_rules import DeutschesRommeRules

    return DeutschesRommeRules


@hookimpl
def rummykit_presets() -> Mapping[str, str]:
    """Return the presets that lie beside this file."""
    return presets_in(__name__)


@hookimpl
def rummykit_rulebook() -> Mapping[str, str]:
    """Return the rule sheet."""
    from rummykit_deutsches_romme.rulebook import RULES

    return RULES


@hookimpl
def rummykit_citations() -> Mapping[Enum, Citation]:
    """Return the rule behind every refusal."""
    from rummykit_deutsches_romme.rulebook import CITATIONS

    return CITATIONS


@hookimpl
def rummykit_booklet(rules: DeutschesRommeRules) -> tuple[Chapter, ...]:
    """Tell the rules of the table in prose."""
    from rummykit_deutsches_romme.booklet import chapters

    return chapters(rules)


@hookimpl
def rummykit_pack(rules: RommeRules) -> Pack:
    """Two French packs and six jokers."""
    return Pack(FRENCH_SUITS, FRENCH_RANKS, copies=rules.deal.packs, plain_jokers=rules.deal.jokers)


@hookimpl
def rummykit_deal(rules: RommeRules, players: int) -> Deal:
    """Thirteen cards each, fourteen for the dealer, who begins; no open card."""
    from rummykit.houserules import value_for

    deal = rules.deal
    return Deal(
        hand_size=value_for(deal.hand_size, players),
        extra_card=deal.extra_card_seat,
        starter=deal.starting_seat,
        upcard=deal.initial_upcard,
        guaranteed_jokers=deal.guaranteed_jokers,
        cut_joker_keep=deal.cut_joker_keep,
        seats_drawn=True,
    )


@hookimpl
def rummykit_melds(rules: RommeRules, pack: Pack) -> MeldRules:
    """Sets of one rank in different suits, runs in one suit; the ace at either end."""
    return melds_by(rules, pack, PIPS)


def melds_by(rules: RommeRules, pack: Pack, pips: tuple[int, ...]) -> MeldRules:
    """Return what a meld is, where the ranks count *pips*, but for the ace."""
    return shapes_by(rules.melds, pack, pips)


def shapes_by(melds: Shapes, pack: Pack, pips: tuple[int, ...]) -> MeldRules:
    """Return what a meld is in a game that has no other house rules for it."""
    ace = {"positional": (1, 11), "low_only": (1, 1), "always_10": (10, 10), "always_11": (11, 11)}
    low, high = ace[melds.ace_mode]
    return MeldRules(
        pack,
        high_ace=melds.ace_mode != "low_only",
        wrap=melds.ace_wrap,
        max_jokers=melds.max_jokers_per_meld,
        min_naturals=melds.min_naturals_per_meld,
        max_adjacent_jokers=melds.max_adjacent_jokers,
        points=(low, *pips[1:]),
        high_ace_points=high,
    )


@hookimpl
def rummykit_turn(rules: RommeRules) -> TurnFlow:
    """Draw; meld for the first time with enough points, then at will; lay off, swap jokers, discard."""
    draw, claiming, first, swaps = rules.draw, rules.claiming, rules.first_meld, rules.swaps
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
                    joker_counts=first.first_meld_joker_value == "replaced",
                    scope=first.first_meld_scope,
                ),
                no_meld_laps=first.no_meld_laps,
                at_once=at_once(rules),
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
            Discarding(
                taken_allowed=draw.may_discard_taken_card,
                final_required=rules.going_out.final_discard_required,
            ),
        ),
        stall_limit=draw.stall_limit,
        max_hand_cards=rules.melds.max_hand_cards_per_turn,
    )


@hookimpl
def rummykit_scoring(rules: RommeRules) -> BadPoints:
    """What is left in a hand is bad; doubled for the others after a Hand-Rommé."""
    return scoring_by(rules, PIPS)


def scoring_by(rules: RommeRules, pips: tuple[int, ...]) -> BadPoints:
    """Return how hands are scored where the ranks count *pips*, but for the ace."""
    from rummykit_deutsches_romme.scoring import BadPoints

    return BadPoints(
        joker=rules.scoring.penalty_joker,
        ranks=(rules.scoring.penalty_ace, *pips[1:]),
        at_once=at_once(rules),
        at_once_factor=rules.going_out.hand_romme_multiplier,
    )


@hookimpl
def rummykit_match(rules: RommeRules) -> MatchFormat:
    """One round, a number of them, or until somebody has too many bad points."""
    return format_by(rules.match)


def at_once(rules: RommeRules) -> GoingOutAtOnce:
    """Return when laying the whole hand at once is a Hand-Rommé."""
    return GoingOutAtOnce(rules.going_out.hand_romme, rules.going_out.hand_romme_waives_first_meld)
