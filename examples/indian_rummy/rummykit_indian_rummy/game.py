"""Indian Rummy: thirteen cards, a wild rank turned up every round, and a declaration with two runs, one of them pure.

The hooks read like the rule sheet; `house_rules` has every option with its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from rummykit import hookimpl
from rummykit.cards import Pack
from rummykit.engine.deal import Deal, TurnUp
from rummykit.engine.match_format import MatchFormat
from rummykit.melds import MeldRules
from rummykit.parts import PIPS, Discarding, Drawing, TurnFlow, deal_by, melds_by, pack_by

if TYPE_CHECKING:
    from rummykit.booklet import Chapter
    from rummykit.engine.ruleset import Ruleset

    from rummykit_indian_rummy.house_rules import IndianRummyRules
    from rummykit_indian_rummy.scoring import IndianPoints


@hookimpl
def rummykit_booklet(game: Ruleset, deals: Mapping[int, Deal]) -> tuple[Chapter, ...]:
    """Tell the rules of the table in prose."""
    from rummykit.booklet.prose import write

    from rummykit_indian_rummy.declaring import Declaring
    from rummykit_indian_rummy.dropping import Dropping

    parts = {type(move): move for move in game.flow.moves}
    return write(
        "rummykit_indian_rummy/booklet.jinja",
        game,
        deals,
        dropping=parts.get(Dropping),
        declaring=parts[Declaring],
    )


@hookimpl
def rummykit_pack(rules: IndianRummyRules) -> Pack:
    """Two French packs with a joker each."""
    return pack_by(rules.deck)


@hookimpl
def rummykit_deal(rules: IndianRummyRules, players: int) -> Deal:
    """Thirteen cards each and an upcard; another card is turned up and makes its rank wild."""
    return replace(deal_by(rules.deal, players), turn_up=TurnUp(in_hand=0))


@hookimpl
def rummykit_melds(rules: IndianRummyRules, pack: Pack) -> MeldRules:
    """Sets of one rank in different suits, runs in one suit; the ace low or high."""
    return melds_by(rules.jokers, pack, rules.ace, PIPS)


@hookimpl
def rummykit_turn(rules: IndianRummyRules) -> TurnFlow:
    """Draw, or drop instead; discard, or declare."""
    from rummykit_indian_rummy.declaring import Declaring
    from rummykit_indian_rummy.drawing import NoWildCards
    from rummykit_indian_rummy.dropping import Dropping

    drop, declare = rules.dropping, rules.declaring
    return TurnFlow.by(
        rules.turn,
        replace(Drawing.by(rules.stock, rules.discards), guard=None if rules.discards.wild_cards else NoWildCards()),
        None,
        *([Dropping(drop.first, drop.later)] if drop.allowed else []),
        Discarding.by(rules.discards, jokers=rules.jokers),
        Declaring(declare.wrong, declare.penalty),
    )


@hookimpl
def rummykit_scoring(rules: IndianRummyRules) -> IndianPoints:
    """The winner has no points; the others count what does not belong to a hand that could be declared."""
    from rummykit_indian_rummy.scoring import IndianPoints

    return IndianPoints(ranks=(rules.ace.in_hand, *PIPS[1:]), most=rules.scoring.most)


@hookimpl
def rummykit_match(rules: IndianRummyRules) -> MatchFormat:
    """A single round, a fixed number of rounds, or a pool from which players drop out."""
    return MatchFormat(rules.match, rules.stakes)
