"""A small game that passes every check: draw, lay melds, lay off, discard. The broken plugins are made from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from rummykit import hookimpl
from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
from rummykit.engine.deal import Deal
from rummykit.melds import MeldRules
from rummykit.parts import Discarding, Drawing, LayingDown, LayingOff, TurnFlow
from rummykit.plugin.info import Variant
from rummykit.refusals import TABLE_CITATIONS, Citation, Reason

if TYPE_CHECKING:
    from kit.tiny_rules import TinyRules
    from rummykit.engine.match_format import MatchFormat

RULES = {
    "TINY-01": "Twenty-eight cards, ace to seven; everybody has six.",
    "TINY-02": "A turn is to draw, to lay melds and lay off as one likes, and to discard.",
    "TINY-03": "Cards left in a hand count against their holder.",
}

CITATIONS: Mapping[Enum, Citation] = {
    reason: Citation("TINY-02") for reason in Reason if reason not in TABLE_CITATIONS
} | {Reason.DISCARD_TAKEN: Citation("TINY-02", "draw.may_throw_back")}


VARIANT = Variant(
    "tiny",
    {"en": "Tiny", "de": "Winzig"},
    (2, 3),
    "A small game for tests.",
    options="kit.tiny_rules:TinyRules",
    rules=RULES,
    citations=CITATIONS,
    presets={"short": "description: Three cards each.\nrules:\n  deal:\n    hand_size: 3\n"},
)


def altered(**what: Any) -> Variant:
    """The variant with something else in it, which is broken."""
    return replace(VARIANT, **what)


@hookimpl
def rummykit_variant() -> Variant:
    return VARIANT


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
    draws = drawing(exhausted="reshuffle", reshuffles=2)
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
    from rummykit.engine.match_format import MatchFormat

    return MatchFormat(rules.match, rules.stakes)
