"""Räuber-Rommé: Deutsches Rommé in which everything on the table may be taken apart and laid anew.

The hooks say what is different; the rest is that of `rummykit_deutsches_romme`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING

import rummykit_deutsches_romme as romme
from rummykit import hookimpl
from rummykit.cards import Pack, Suit
from rummykit.info import VariantInfo, presets_in
from rummykit.language import mark
from rummykit.melds import MeldRules
from rummykit.reasons import Citation
from rummykit.turn import EndingTurn, Rearranging, TurnFlow
from rummykit_deutsches_romme import rummykit_deal as rummykit_deal
from rummykit_deutsches_romme import rummykit_match as rummykit_match

if TYPE_CHECKING:
    from rummykit.booklet import Chapter
    from rummykit_deutsches_romme.scoring import BadPoints
    from rummykit_raeuber_romme.house_rules import RaeuberRommeRules

COLOURS = (
    Suit("b", "b", mark("blue"), "blue"),
    Suit("r", "r", mark("red"), "red"),
    Suit("g", "g", mark("green"), "green"),
    Suit("y", "y", mark("yellow"), "yellow"),
)
NUMBERS = tuple(range(1, 14))
"""What the cards of a pack of colours and numbers show, and count."""


@hookimpl
def rummykit_variant() -> VariantInfo:
    """Introduce Räuber-Rommé."""
    return VariantInfo(
        id="raeuber_romme",
        titles={"en": "Räuber-Rommé", "de": "Räuber-Rommé", "hu": "Rabló römi"},
        min_players=2,
        max_players=6,
        summary="As Deutsches Rommé, but all melds on the table may be taken apart and laid anew.",
    )


@hookimpl
def rummykit_options() -> type[RaeuberRommeRules]:
    """Return the house rules."""
    from rummykit_raeuber_romme.house_rules import RaeuberRommeRules

    return RaeuberRommeRules


@hookimpl
def rummykit_presets() -> Mapping[str, str]:
    """Return the presets that lie beside this file."""
    return presets_in(__name__)


@hookimpl
def rummykit_rulebook() -> Mapping[str, str]:
    """Return the rule sheet."""
    from rummykit_raeuber_romme.rulebook import RULES

    return RULES


@hookimpl
def rummykit_citations() -> Mapping[Enum, Citation]:
    """Return the rule behind every refusal."""
    from rummykit_raeuber_romme.rulebook import CITATIONS

    return CITATIONS


@hookimpl
def rummykit_booklet(rules: RaeuberRommeRules) -> tuple[Chapter, ...]:
    """Tell the rules of the table in prose."""
    from rummykit_raeuber_romme.booklet import chapters

    return chapters(rules)


@hookimpl
def rummykit_pack(rules: RaeuberRommeRules) -> Pack:
    """The pack of Deutsches Rommé, or one of four colours with the numbers from 1 to 13."""
    pack = romme.rummykit_pack(rules)
    if rules.deal.faces == "french":
        return pack
    return replace(pack, suits=COLOURS, ranks=tuple(map(str, NUMBERS)), suit_word=mark("colour"))


@hookimpl
def rummykit_melds(rules: RaeuberRommeRules, pack: Pack) -> MeldRules:
    """Sets and runs as in Deutsches Rommé."""
    return romme.melds_by(rules, pack, _pips(rules))


@hookimpl
def rummykit_turn(rules: RaeuberRommeRules) -> TurnFlow:
    """As in Deutsches Rommé, but the table may be rearranged; without a pile a turn just ends."""
    draw, table = rules.draw, rules.rearranging
    flow = romme.rummykit_turn(rules)
    *moves, discarding = flow.moves
    rearranging = Rearranging(
        allowed=table.rearrange == "full",
        on="own" if rules.lay_offs.layoff == "own" else "any",
        same_turn=rules.lay_offs.layoff_same_turn,
        needs_hand_card=table.rearrange_requires_hand_card,
        jokers_bound=table.joker_free_only_if_dissolved,
    )
    return replace(
        flow,
        drawing=replace(flow.drawing, from_pile=draw.use_discard_pile),
        moves=(*moves, rearranging, discarding if draw.use_discard_pile else EndingTurn()),
        draw_mode=draw.draw_mode,
    )


@hookimpl
def rummykit_scoring(rules: RaeuberRommeRules) -> BadPoints:
    """What is left in a hand is bad, as in Deutsches Rommé."""
    return romme.scoring_by(rules, _pips(rules))


def _pips(rules: RaeuberRommeRules) -> tuple[int, ...]:
    """Return what the ranks count: a number counts itself, a face ten."""
    return romme.PIPS if rules.deal.faces == "french" else NUMBERS
