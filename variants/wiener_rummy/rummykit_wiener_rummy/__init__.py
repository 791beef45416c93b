"""Wiener Rummy: nothing is laid out; one collects in the hand, and knocks or calls Rommé.

The hooks read like the rule sheet; cards and melds are those of `rummykit_deutsches_romme`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING

from rummykit import hookimpl
from rummykit.cards import Pack
from rummykit.info import VariantInfo, presets_in
from rummykit.melds import MeldRules
from rummykit.reasons import Citation
from rummykit.turn import Calling, Claiming, Discarding, Drawing, Knocking, TurnFlow
from rummykit_deutsches_romme import PIPS, shapes_by
from rummykit_deutsches_romme import rummykit_deal as rummykit_deal
from rummykit_deutsches_romme import rummykit_match as rummykit_match
from rummykit_deutsches_romme import rummykit_pack as rummykit_pack

if TYPE_CHECKING:
    from rummykit.booklet import Chapter
    from rummykit_wiener_rummy.house_rules import WienerRummyRules
    from rummykit_wiener_rummy.scoring import HandPoints


@hookimpl
def rummykit_variant() -> VariantInfo:
    """Introduce Wiener Rummy."""
    return VariantInfo(
        id="wiener_rummy",
        titles={"en": "Wiener Rummy", "de": "Wiener Rummy", "hu": "Bécsi römi"},
        min_players=2,
        max_players=6,
        summary="Ten cards in the hand, a knock with five points or a call with none, and the last player in wins.",
    )


@hookimpl
def rummykit_options() -> type[WienerRummyRules]:
    """Return the house rules."""
    from rummykit_wiener_rummy.house_rules import WienerRummyRules

    return WienerRummyRules


@hookimpl
def rummykit_presets() -> Mapping[str, str]:
    """Return the presets that lie beside this file."""
    return presets_in(__name__)


@hookimpl
def rummykit_rulebook() -> Mapping[str, str]:
    """Return the rule sheet."""
    from rummykit_wiener_rummy.rulebook import RULES

    return RULES


@hookimpl
def rummykit_citations() -> Mapping[Enum, Citation]:
    """Return the rule behind every refusal."""
    from rummykit_wiener_rummy.rulebook import CITATIONS

    return CITATIONS


@hookimpl
def rummykit_booklet(rules: WienerRummyRules) -> tuple[Chapter, ...]:
    """Tell the rules of the table in prose."""
    from rummykit_wiener_rummy.booklet import chapters

    return chapters(rules)


@hookimpl
def rummykit_melds(rules: WienerRummyRules, pack: Pack) -> MeldRules:
    """Sets and runs as in Deutsches Rommé."""
    return shapes_by(rules.melds, pack, PIPS)


@hookimpl
def rummykit_turn(rules: WienerRummyRules) -> TurnFlow:
    """Draw and discard; knock with the discard, or call when all other cards are in melds."""
    draw, knocking = rules.draw, rules.knocking
    return TurnFlow(
        drawing=Drawing(exhaustion=draw.stock_exhaustion, max_reshuffles=draw.max_reshuffles),
        claiming=Claiming() if rules.claiming.claims else None,
        moves=(
            Discarding(taken_allowed=draw.may_discard_taken_card),
            Knocking(limit=knocking.knock_limit, improve=knocking.knock_improve),
            Calling(),
        ),
        stall_limit=draw.stall_limit,
    )


@hookimpl
def rummykit_scoring(rules: WienerRummyRules) -> HandPoints:
    """What is in no meld is bad, for whoever knocked too."""
    from rummykit_wiener_rummy.scoring import HandPoints

    scoring = rules.scoring
    return HandPoints(
        joker=scoring.penalty_joker,
        ranks=(scoring.penalty_ace, *PIPS[1:]),
        above_lowest=scoring.hand_scoring == "difference_to_lowest",
        undercut_penalty=scoring.undercut_penalty,
        rummy_bonus=scoring.rummy_bonus,
    )
