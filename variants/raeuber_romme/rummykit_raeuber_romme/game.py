"""Räuber-Rommé: Deutsches Rommé in which everything on the table may be taken apart and laid anew.

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
    BadPoints,
    CardsLaid,
    Claiming,
    Discarding,
    Drawing,
    EndingTurn,
    LayingDown,
    LayingOff,
    Rearranging,
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
    from enum import Enum

    from rummykit.booklet import Chapter
    from rummykit.engine.ruleset import Ruleset
    from rummykit.refusals import Citation
    from rummykit_raeuber_romme.house_rules import RaeuberRommeRules


@hookimpl
def rummykit_booklet(game: Ruleset, deals: Mapping[int, Deal]) -> tuple[Chapter, ...]:
    """Tell the rules of the table in prose."""
    from rummykit.booklet.prose import write

    return write("rummykit_raeuber_romme/booklet.jinja", game, deals)


@hookimpl
def rummykit_citations(rules: RaeuberRommeRules) -> Mapping[Enum, Citation]:
    """A game with numbers has a rule sheet of its own: one where jokers keep their places, another where not."""
    from rummykit_raeuber_romme.rulebook import NUMBERS_CITATIONS, TILES_CITATIONS

    if rules.deck.faces == "french":
        return {}
    return TILES_CITATIONS if rules.jokers.fixed else NUMBERS_CITATIONS


@hookimpl
def rummykit_pack(rules: RaeuberRommeRules) -> Pack:
    """Two French packs and six jokers, or colours with the numbers from 1 to 13."""
    return pack_by(rules.deck)


@hookimpl
def rummykit_deal(rules: RaeuberRommeRules, players: int) -> Deal:
    """Thirteen cards each, fourteen for the dealer, who begins; no open card. With numbers nobody draws for seats."""
    return deal_by(rules.deal, players, seats_drawn=rules.deck.faces == "french")


@hookimpl
def rummykit_melds(rules: RaeuberRommeRules, pack: Pack) -> MeldRules:
    """Sets of one rank in different suits, runs in one suit; the ace at either end."""
    cards = rules.scoring.cards
    return melds_by(rules.jokers, pack, rules.ace, rank_values(cards, rules.deck.pips), high_ace(cards), rules.melds)


@hookimpl
def rummykit_turn(rules: RaeuberRommeRules) -> TurnFlow:
    """As in Deutsches Rommé, but the table may be rearranged; without a pile a turn just ends."""
    return TurnFlow.by(
        rules.turn,
        Drawing.by(rules.stock, rules.discards),
        Claiming.by(rules.claims),
        LayingDown.by(rules.first_meld, rules.hand_romme),
        LayingOff.by(rules.lay_offs),
        *([SwappingJokers.by(rules.swaps)] if rules.jokers.fixed else []),
        Rearranging.by(rules.rearranging, rules.lay_offs),
        Discarding.by(rules.discards, rules.going_out, rules.jokers, last_face_down=rules.scoring.last_joker == 1)
        if rules.discards.pile
        else EndingTurn(),
    )


@hookimpl
def rummykit_scoring(rules: RaeuberRommeRules) -> BadPoints | CardsLaid:
    """What is left in a hand is bad; doubled for the others after a Hand-Rommé."""
    fee = rules.stakes.hand_romme_fee
    return scoring_by("ROM-SCORE-01", rules.ace, rules.jokers, rules.hand_romme, rules.deck.pips, rules.scoring, fee)


@hookimpl
def rummykit_match(rules: RaeuberRommeRules) -> MatchFormat:
    """One round, a number of them, or until somebody has too many bad points."""
    return MatchFormat(rules.match, rules.stakes)
