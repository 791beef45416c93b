"""500 Rum: the pile lies open and is taken from any depth, and every card counts for whoever laid it.

The hooks read like the rule sheet; `house_rules` has every option with its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rummykit import hookimpl
from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
from rummykit.engine.deal import Deal
from rummykit.engine.match_format import MatchFormat
from rummykit.melds import MeldRules
from rummykit.parts import (
    PIPS,
    BadPoints,
    CardsLaid,
    Discarding,
    Drawing,
    LayingDown,
    LayingOff,
    TurnFlow,
    deal_by,
    melds_by,
    rank_values,
    scoring_by,
)

from rummykit_rum500.house_rules import SECOND_PACK_FROM

if TYPE_CHECKING:
    from rummykit.booklet import Chapter
    from rummykit.engine.ruleset import Ruleset

    from rummykit_rum500.house_rules import Rum500Rules


@hookimpl
def rummykit_booklet(game: Ruleset, deals: Mapping[int, Deal]) -> tuple[Chapter, ...]:
    """Tell the rules of the table in prose."""
    from rummykit.booklet.prose import write

    return write("rummykit_rum500/booklet.jinja", game, deals, second_pack_from=SECOND_PACK_FROM)


@hookimpl
def rummykit_pack(rules: Rum500Rules, players: int) -> Pack:
    """One French pack, from five players on two, and jokers."""
    packs = 2 if players >= SECOND_PACK_FROM else 1
    return Pack(FRENCH_SUITS, FRENCH_RANKS, copies=packs, plain_jokers=rules.deck.jokers)


@hookimpl
def rummykit_deal(rules: Rum500Rules, players: int) -> Deal:
    """Thirteen cards for two, seven for more; one card begins the pile, and the player left of the dealer the game."""
    return deal_by(rules.deal, players)


@hookimpl
def rummykit_melds(rules: Rum500Rules, pack: Pack) -> MeldRules:
    """Sets of one rank in different suits, runs in one suit; the ace low or high."""
    return melds_by(rules.jokers, pack, rules.ace, rank_values(rules.scoring.cards, PIPS), rules.ace.high)


@hookimpl
def rummykit_turn(rules: Rum500Rules) -> TurnFlow:
    """Draw from the stock or reach into the pile; meld and lay off at will; discard."""
    ending = rules.going_out.discard
    return TurnFlow.by(
        rules.turn,
        Drawing.by(rules.stock, rules.discards),
        None,
        LayingDown.by(rules.first_meld),
        LayingOff(
            on=rules.lay_offs.on,
            same_turn=rules.lay_offs.same_turn,
            before_first_meld=rules.lay_offs.before_first_meld,
            credit="layer",
        ),
        Discarding(final_required=ending == "required", floats=ending == "floating", jokers=rules.jokers.discard),
    )


@hookimpl
def rummykit_scoring(rules: Rum500Rules) -> BadPoints | CardsLaid:
    """What was laid counts for whoever laid it, what is held against its holder."""
    return scoring_by("RUM-SCORE-01", rules.ace, rules.jokers, None, PIPS, rules.scoring)


@hookimpl
def rummykit_match(rules: Rum500Rules) -> MatchFormat:
    """Rounds are played until somebody has 500; the highest total wins."""
    return MatchFormat(rules.match, rules.stakes)
