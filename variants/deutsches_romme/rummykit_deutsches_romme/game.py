"""Deutsches Rommé: two packs and six jokers, a first meld of 40 points, joker swaps, Hand-Rommé.

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
    BadPoints,
    CardsLaid,
    Claiming,
    Discarding,
    Drawing,
    LayingDown,
    LayingOff,
    SwappingJokers,
    TurnFlow,
    deal_by,
    high_ace,
    melds_by,
    pack_by,
    rank_values,
    scoring_by,
)

if TYPE_CHECKING:
    from rummykit.booklet import Chapter
    from rummykit.engine.ruleset import Ruleset
    from rummykit_deutsches_romme.house_rules import DeutschesRommeRules


@hookimpl
def rummykit_booklet(game: Ruleset, deals: Mapping[int, Deal]) -> tuple[Chapter, ...]:
    """Tell the rules of the table in prose."""
    from rummykit.booklet.prose import write

    return write("rummykit_deutsches_romme/booklet.jinja", game, deals)


@hookimpl
def rummykit_pack(rules: DeutschesRommeRules) -> Pack:
    """Two French packs and six jokers."""
    return pack_by(rules.deck)


@hookimpl
def rummykit_deal(rules: DeutschesRommeRules, players: int) -> Deal:
    """Thirteen cards each, fourteen for the dealer, who begins; no open card."""
    return deal_by(rules.deal, players, seats_drawn=True)


@hookimpl
def rummykit_melds(rules: DeutschesRommeRules, pack: Pack) -> MeldRules:
    """Sets of one rank in different suits, runs in one suit; the ace at either end."""
    cards = rules.scoring.cards
    return melds_by(rules.jokers, pack, rules.ace, rank_values(cards, PIPS), high_ace(cards), rules.melds)


@hookimpl
def rummykit_turn(rules: DeutschesRommeRules) -> TurnFlow:
    """Draw; meld for the first time with enough points, then at will; lay off, swap jokers, discard."""
    return TurnFlow.by(
        rules.turn,
        Drawing.by(rules.stock, rules.discards),
        Claiming.by(rules.claims),
        LayingDown.by(rules.first_meld, rules.hand_romme, melds=rules.melds),
        LayingOff.by(rules.lay_offs),
        SwappingJokers.by(rules.swaps),
        Discarding.by(rules.discards, rules.going_out, rules.jokers, last_face_down=rules.scoring.last_joker == 1),
    )


@hookimpl
def rummykit_scoring(rules: DeutschesRommeRules) -> BadPoints | CardsLaid:
    """What is left in a hand is bad; doubled for the others after a Hand-Rommé."""
    fee = rules.stakes.hand_romme_fee
    return scoring_by("ROM-SCORE-01", rules.ace, rules.jokers, rules.hand_romme, PIPS, rules.scoring, fee)


@hookimpl
def rummykit_match(rules: DeutschesRommeRules) -> MatchFormat:
    """One round, a number of them, or until somebody has too many bad points."""
    return MatchFormat(rules.match, rules.stakes)
