"""Wiener Rummy: nothing is laid out; one collects in the hand, and knocks or calls Rommé.

The hooks read like the rule sheet; `house_rules` has the options.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rummykit import hookimpl
from rummykit.cards import Pack
from rummykit.engine.deal import Deal
from rummykit.engine.match_format import MatchFormat
from rummykit.melds import MeldRules
from rummykit.parts import (
    PIPS,
    Calling,
    Claiming,
    Discarding,
    Drawing,
    Knocking,
    TurnFlow,
    deal_by,
    held_values,
    high_ace,
    melds_by,
    pack_by,
    rank_values,
)

if TYPE_CHECKING:
    from rummykit.booklet import Chapter
    from rummykit.engine.ruleset import Ruleset
    from rummykit_wiener_rummy.house_rules import WienerRummyRules
    from rummykit_wiener_rummy.scoring import HandPoints


@hookimpl
def rummykit_booklet(game: Ruleset, deals: Mapping[int, Deal]) -> tuple[Chapter, ...]:
    """Tell the rules of the table in prose."""
    from rummykit.booklet.prose import write

    return write("rummykit_wiener_rummy/booklet.jinja", game, deals)


@hookimpl
def rummykit_pack(rules: WienerRummyRules) -> Pack:
    """Two French packs and two jokers."""
    return pack_by(rules.deck)


@hookimpl
def rummykit_deal(rules: WienerRummyRules, players: int) -> Deal:
    """Ten cards each, eleven for the dealer, who begins; no open card."""
    return deal_by(rules.deal, players, seats_drawn=True)


@hookimpl
def rummykit_melds(rules: WienerRummyRules, pack: Pack) -> MeldRules:
    """Sets of one rank in different suits, runs in one suit; the ace at either end."""
    cards = rules.scoring.cards
    return melds_by(rules.jokers, pack, rules.ace, rank_values(cards, PIPS), high_ace(cards), rules.melds)


@hookimpl
def rummykit_turn(rules: WienerRummyRules) -> TurnFlow:
    """Draw and discard; knock with the discard, or call when all other cards are in melds."""
    return TurnFlow.by(
        rules.turn,
        Drawing.by(rules.stock, rules.discards),
        Claiming.by(rules.claims),
        Discarding.by(rules.discards, jokers=rules.jokers),
        Knocking.by(rules.knocking),
        Calling(),
    )


@hookimpl
def rummykit_scoring(rules: WienerRummyRules) -> HandPoints:
    """What is in no meld is bad, for whoever knocked too."""
    from rummykit_wiener_rummy.scoring import HandPoints

    return HandPoints(
        joker=rules.jokers.in_hand,
        ranks=held_values(rules.ace, rules.jokers, rank_values(rules.scoring.cards, PIPS)),
        above_lowest=rules.scoring.hands == "difference_to_lowest",
        undercut_penalty=rules.scoring.undercut,
        rummy_bonus=rules.scoring.call_bonus,
        winner=rules.scoring.winner,
        unfinished=rules.scoring.unfinished,
    )


@hookimpl
def rummykit_match(rules: WienerRummyRules) -> MatchFormat:
    """Rounds are played until one player is left."""
    return MatchFormat(rules.match, rules.stakes)
