"""Gin Rummy: ten cards each, a knock with few points left over, and gin with none.

The hooks read like the rule sheet; `house_rules` has every option with its default. What is special about this game
stands in modules of its own: `upcard` (the beginning of a hand), `knocking` (the limit) and `showdown` (spreading melds
and laying off); `flow` leads from one to the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rummykit import hookimpl
from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
from rummykit.engine.deal import Deal
from rummykit.melds import MeldRules
from rummykit.parts import PIPS, Discarding, Drawing

if TYPE_CHECKING:
    from rummykit.booklet import Chapter
    from rummykit.engine.ruleset import Ruleset

    from rummykit_gin_rummy.flow import GinFlow
    from rummykit_gin_rummy.house_rules import GinRummyRules
    from rummykit_gin_rummy.scoring import GinMatch, GinPoints


@hookimpl
def rummykit_booklet(game: Ruleset, deals: Mapping[int, Deal]) -> tuple[Chapter, ...]:
    """Tell the rules of the table in prose."""
    from rummykit.booklet.prose import write

    from rummykit_gin_rummy.flow import WALL

    return write("rummykit_gin_rummy/booklet.jinja", game, deals, wall=WALL)


@hookimpl
def rummykit_pack() -> Pack:
    """One French pack without jokers."""
    return Pack(FRENCH_SUITS, FRENCH_RANKS)


@hookimpl
def rummykit_deal() -> Deal:
    """Ten cards each, and the first upcard; the dealer's opponent begins."""
    return Deal(hand_size=10, starter="left", upcard=True)


@hookimpl
def rummykit_melds(pack: Pack) -> MeldRules:
    """Sets of one rank, runs in one suit; the ace is always low."""
    return MeldRules(pack, points=PIPS)


@hookimpl
def rummykit_turn(rules: GinRummyRules) -> GinFlow:
    """Draw and discard, or knock with the discard; then melds are spread and cards laid off."""
    from rummykit_gin_rummy.flow import GinFlow
    from rummykit_gin_rummy.knocking import GinKnocking

    knocking = rules.knocking
    return GinFlow(
        drawing=Drawing(),
        claiming=None,
        moves=(
            Discarding(taken_allowed=rules.discards.throw_back),
            GinKnocking(
                limit=knocking.limit,
                improve="none",
                oklahoma=knocking.oklahoma,
                spades_double=knocking.spades_double,
            ),
        ),
        stall_limit=rules.turn.stall_limit,
        knock_with_last_discard=knocking.with_last_discard,
    )


@hookimpl
def rummykit_scoring(rules: GinRummyRules) -> GinPoints:
    """The difference of the deadwood, and a bonus for gin or an undercut."""
    from rummykit_gin_rummy.scoring import GinPoints

    scoring = rules.scoring
    return GinPoints(
        gin_bonus=scoring.gin_bonus,
        undercut_bonus=scoring.undercut_bonus,
        tie_undercuts=scoring.tie_undercuts,
    )


@hookimpl
def rummykit_match(rules: GinRummyRules) -> GinMatch:
    """Hands are played until somebody has 100; then come the bonuses for the game and for the hands won."""
    from rummykit_gin_rummy.scoring import GinMatch

    scoring = rules.scoring
    return GinMatch(
        rules.match,
        rules.stakes,
        game_bonus=scoring.game_bonus,
        shutout_bonus=scoring.shutout_bonus,
        box_bonus=scoring.box_bonus,
    )
