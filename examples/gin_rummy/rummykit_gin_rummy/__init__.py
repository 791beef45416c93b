"""Gin Rummy: ten cards each, a knock with few points left over, and gin with none.

The hooks read like the rule sheet; `house_rules` has every option with its default. What is special about this game
stands in modules of its own: `upcard` (the beginning of a hand), `knocking` (the limit) and `showdown` (spreading melds
and laying off); `flow` leads from one to the next.
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
from rummykit.turn import Discarding, Drawing

if TYPE_CHECKING:
    from rummykit.booklet import Chapter

    from rummykit_gin_rummy.flow import GinFlow
    from rummykit_gin_rummy.house_rules import GinRummyRules
    from rummykit_gin_rummy.scoring import GinPoints

PIPS: tuple[int, ...] = (*range(1, 11), 10, 10, 10)
"""What the ranks from ace to king count."""


@hookimpl
def rummykit_variant() -> VariantInfo:
    """Introduce Gin Rummy."""
    return VariantInfo(
        id="gin_rummy",
        titles={"en": "Gin Rummy", "de": "Gin Rummy", "hu": "Gin römi"},
        min_players=2,
        max_players=2,
        summary="Two players, ten cards, a knock with ten points or gin with none; the first to 100 wins.",
    )


@hookimpl
def rummykit_options() -> type[GinRummyRules]:
    """Return the house rules."""
    from rummykit_gin_rummy.house_rules import GinRummyRules

    return GinRummyRules


@hookimpl
def rummykit_presets() -> Mapping[str, str]:
    """Return the presets that lie beside this file."""
    return presets_in(__name__)


@hookimpl
def rummykit_rulebook() -> Mapping[str, str]:
    """Return the rule sheet."""
    from rummykit_gin_rummy.rulebook import RULES

    return RULES


@hookimpl
def rummykit_citations() -> Mapping[Enum, Citation]:
    """Return the rule behind every refusal."""
    from rummykit_gin_rummy.rulebook import CITATIONS

    return CITATIONS


@hookimpl
def rummykit_booklet(rules: GinRummyRules) -> tuple[Chapter, ...]:
    """Tell the rules of the table in prose."""
    from rummykit_gin_rummy.booklet import chapters

    return chapters(rules)


@hookimpl
def rummykit_pack() -> Pack:
    """One French pack without jokers."""
    return Pack(FRENCH_SUITS, FRENCH_RANKS)


@hookimpl
def rummykit_deal() -> Deal:
    """Ten cards each, and the first upcard; the dealer's opponent begins."""
    return Deal(hand_size=10, starter="left", upcard=True)


@hookimpl
def rummykit_melds(pack: Pack) -> MeldRules:
    """Sets of one rank, runs in one suit; the ace is always low."""
    return MeldRules(pack, points=PIPS)


@hookimpl
def rummykit_turn(rules: GinRummyRules) -> GinFlow:
    """Draw and discard, or knock with the discard; then melds are spread and cards laid off."""
    from rummykit_gin_rummy.flow import GinFlow
    from rummykit_gin_rummy.knocking import GinKnocking

    draw, knocking = rules.draw, rules.knocking
    return GinFlow(
        drawing=Drawing(),
        claiming=None,
        moves=(
            Discarding(taken_allowed=draw.may_discard_taken_card),
            GinKnocking(
                limit=knocking.knock_limit,
                improve="none",
                oklahoma=knocking.oklahoma,
                spades_double=knocking.spades_double,
            ),
        ),
        stall_limit=draw.stall_limit,
        knock_with_last_discard=knocking.knock_with_last_discard,
    )


@hookimpl
def rummykit_scoring(rules: GinRummyRules) -> GinPoints:
    """The difference of the deadwood, and a bonus for gin or an undercut."""
    from rummykit_gin_rummy.scoring import GinPoints

    scoring = rules.scoring
    return GinPoints(
        gin_bonus=scoring.gin_bonus,
        undercut_bonus=scoring.undercut_bonus,
        tie_undercuts=scoring.tie_undercuts,
    )


@hookimpl
def rummykit_match(rules: GinRummyRules) -> MatchFormat:
    """Hands are played until somebody has 100."""
    return format_by(rules.match)
