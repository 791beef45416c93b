"""A small game that passes every check: draw, lay melds, lay off, discard. The broken plugins are made from it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any

from rummykit import hookimpl
from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
from rummykit.deal import Deal
from rummykit.info import VariantInfo
from rummykit.melds import MeldRules
from rummykit.reasons import TABLE_CITATIONS, Citation, Reason
from rummykit.turn import Discarding, Drawing, LayingDown, LayingOff, TurnFlow

if TYPE_CHECKING:
    from kit.tiny_rules import TinyRules
    from rummykit.match import MatchFormat

RULES = {
    "TINY-01": "Twenty-eight cards, ace to seven; everybody has six.",
    "TINY-02": "A turn is to draw, to lay melds and lay off as one likes, and to discard.",
    "TINY-03": "Cards left in a hand count against their holder.",
}

CITATIONS: Mapping[Enum, Citation] = {
    reason: Citation("TINY-02") for reason in Reason if reason not in TABLE_CITATIONS
} | {Reason.DISCARD_TAKEN: Citation("TINY-02", "draw.may_throw_back")}


@hookimpl
def rummykit_variant() -> VariantInfo:
    return VariantInfo("tiny", {"en": "Tiny", "de": "Winzig"}, 2, 3, "A small game for tests.")


@hookimpl
def rummykit_options() -> type[TinyRules]:
    from kit.tiny_rules import TinyRules

    return TinyRules


@hookimpl
def rummykit_presets() -> Mapping[str, str]:
    return {"short": "description: Three cards each.\nrules:\n  deal:\n    hand_size: 3\n"}


@hookimpl
def rummykit_rulebook() -> Mapping[str, str]:
    return RULES


@hookimpl
def rummykit_citations() -> Mapping[Enum, Citation]:
    return CITATIONS


@hookimpl
def rummykit_pack() -> Pack:
    return Pack(FRENCH_SUITS, FRENCH_RANKS[:7])


@hookimpl
def rummykit_deal(rules: TinyRules) -> Deal:
    return Deal(hand_size=rules.deal.hand_size)


@hookimpl
def rummykit_melds(pack: Pack) -> MeldRules:
    return MeldRules(pack)


def flow(
    rules: TinyRules,
    drawing: type[Drawing] = Drawing,
    discarding: type[Discarding] = Discarding,
    laying_off: type[LayingOff] = LayingOff,
    turns: type[TurnFlow] = TurnFlow,
    **more: Any,
) -> TurnFlow:
    """The turn of the game, of which a broken plugin replaces a part."""
    throwing = discarding(taken_allowed=rules.draw.may_throw_back)
    draws = drawing(exhaustion="reshuffle", max_reshuffles=2)
    return turns(draws, None, (LayingDown(), laying_off(on=rules.draw.layoff), throwing), stall_limit=20, **more)


@hookimpl
def rummykit_turn(rules: TinyRules) -> TurnFlow:
    return flow(rules)


@hookimpl
def rummykit_scoring() -> object:
    from kit.tiny_scoring import LeftCards

    return LeftCards()


@hookimpl
def rummykit_match(rules: TinyRules) -> MatchFormat:
    from rummykit.match import format_by

    return format_by(rules.match)
