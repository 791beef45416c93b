"""Rummy 17: 85 cards in five colours, open jokers, claims, bonus cards, and the 17 that doubles.

The hooks read like the rule sheet; `house_rules` has the options.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rummykit import hookimpl
from rummykit.cards import Pack, Suit
from rummykit.engine.deal import Deal, SideCards
from rummykit.engine.match_format import MatchFormat
from rummykit.i18n import listed, mark, say
from rummykit.melds import MeldRules
from rummykit.parts import (
    Claiming,
    Discarding,
    Drawing,
    LayingDown,
    LayingOff,
    SwappingJokers,
    TurnFlow,
    deal_by,
)

if TYPE_CHECKING:
    from rummykit.booklet import Chapter
    from rummykit.engine.ruleset import Ruleset
    from rummykit_rummy17.house_rules import Rummy17Rules
    from rummykit_rummy17.scoring import Rummy17Scoring

COLOURS = (
    Suit("r", "r", mark("red"), "red"),
    Suit("b", "b", mark("blue"), "blue"),
    Suit("g", "g", mark("green"), "green"),
    Suit("y", "y", mark("yellow"), "yellow"),
    Suit("v", "v", mark("violet"), "magenta"),
)
VALUES = tuple(str(value) for value in range(1, 18))


@hookimpl
def rummykit_booklet(game: Ruleset, deals: Mapping[int, Deal]) -> tuple[Chapter, ...]:
    """Tell the rules of the table in prose."""
    from rummykit.booklet.prose import write
    from rummykit_rummy17.bonus import BONUS_CARDS

    side_cards = game.deal.side_cards
    titles = listed(say(BONUS_CARDS[name].title) for name in side_cards.names) if side_cards else ""
    return write("rummykit_rummy17/booklet.jinja", game, deals, open_titles=titles)


@hookimpl
def rummykit_pack() -> Pack:
    """85 number cards, each once, and a joker for each colour."""
    return Pack(COLOURS, VALUES, suit_jokers=True, suit_word=mark("colour"))


@hookimpl
def rummykit_deal(rules: Rummy17Rules, players: int) -> Deal:
    """Ten cards each, one open card, the jokers in the pool, five bonus cards beside the table."""
    from rummykit_rummy17.bonus import BONUS_CARDS

    side_cards = SideCards(rules.bonus.cards or tuple(BONUS_CARDS), rules.bonus.in_play)
    return deal_by(rules.deal, players, pool_jokers=True, side_cards=side_cards)


@hookimpl
def rummykit_melds(rules: Rummy17Rules, pack: Pack) -> MeldRules:
    """Sets of one value in different colours, runs in one colour."""
    return MeldRules(
        pack,
        wrap=rules.melds.wrap,
        max_jokers=rules.jokers.per_meld,
        min_naturals=rules.jokers.min_naturals,
        max_adjacent_jokers=rules.jokers.side_by_side,
        joker_share=rules.jokers.share,
        jokers_at_ends=rules.jokers.at_ends,
        min_run=rules.melds.min_run,
        min_set=rules.melds.min_set,
    )


@hookimpl
def rummykit_turn(rules: Rummy17Rules) -> TurnFlow:
    """Draw; the others may claim; meld, lay off and swap at will; discard."""
    return TurnFlow.by(
        rules.turn,
        Drawing.by(rules.stock, rules.discards),
        Claiming.by(rules.claims),
        LayingDown.by(rules.first_meld, pool=rules.pool, melds=rules.melds),
        LayingOff.by(rules.lay_offs),
        SwappingJokers.by(rules.swaps),
        Discarding.by(rules.discards),
    )


@hookimpl
def rummykit_scoring(rules: Rummy17Rules) -> Rummy17Scoring:
    """Bonus cards minus what is left in the hand; a last 17 doubles."""
    from rummykit_rummy17.scoring import Rummy17Scoring

    return Rummy17Scoring.by(rules)


@hookimpl
def rummykit_match(rules: Rummy17Rules) -> MatchFormat:
    """One round, a number of them, or up to a target."""
    return MatchFormat(rules.match, rules.stakes)
