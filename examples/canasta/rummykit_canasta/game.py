"""Canasta: the hooks, which read like the rule sheet; `house_rules` has every option with its default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from rummykit import hookimpl
from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
from rummykit.engine.deal import Deal, opposite
from rummykit.engine.match_format import MatchFormat
from rummykit.parts import deal_by
from rummykit.rules.shapes import value_for

from rummykit_canasta.melds import CARD_POINTS, JOKER_POINTS, NO_RUNS, TWO, CanastaMelds

if TYPE_CHECKING:
    from rummykit.booklet import Chapter
    from rummykit.engine.ruleset import Ruleset

    from rummykit_canasta.flow import CanastaFlow
    from rummykit_canasta.house_rules import CanastaRules
    from rummykit_canasta.scoring import CanastaPoints


@hookimpl
def rummykit_booklet(game: Ruleset, deals: Mapping[int, Deal]) -> tuple[Chapter, ...]:
    """Tell the rules of the table in prose."""
    from rummykit.booklet.prose import write

    from rummykit_canasta.house_rules import CanastaRules

    rules = game.table_rules.rules
    assert isinstance(rules, CanastaRules)
    draws, canastas = rules.stock.draws, rules.going_out.canastas
    by_players = [
        (players, deal.hand_size, value_for(draws, players), value_for(canastas, players))
        for players, deal in deals.items()
    ]
    return write("rummykit_canasta/booklet.jinja", game, deals, by_players=by_players)


@hookimpl
def rummykit_pack() -> Pack:
    """Two French packs and four jokers."""
    return Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2, plain_jokers=4)


@hookimpl
def rummykit_deal(rules: CanastaRules, players: int) -> Deal:
    """Four play in two partnerships; one card begins the pile."""
    sides = opposite(players) if players == 4 else ()
    return replace(deal_by(rules.deal, players), sides=sides)


@hookimpl
def rummykit_melds(rules: CanastaRules, pack: Pack) -> CanastaMelds:
    """Sets of any size and suits, with wild twos and jokers that count what they are."""
    return CanastaMelds(
        pack,
        min_run=NO_RUNS,
        twins=True,
        wild_ranks=(TWO,),
        min_naturals=2,
        max_jokers=rules.jokers.per_meld,
        points=CARD_POINTS,
        joker_points=JOKER_POINTS,
    )


@hookimpl
def rummykit_turn(rules: CanastaRules, players: int) -> CanastaFlow:
    """Draw or take the pile, meld and add to melds of the side, discard."""
    from rummykit.parts import FirstMeld, LayingDown, LayingOff

    from rummykit_canasta.asking import Asking
    from rummykit_canasta.flow import CanastaFlow
    from rummykit_canasta.going_out import GoingOut
    from rummykit_canasta.pile import CanastaDiscarding, CanastaDrawing, EndingWithoutDiscard

    first, required = rules.first_meld, rules.going_out.discard == "required"
    going_out = GoingOut(value_for(rules.going_out.canastas, players), discard_required=required)
    always = rules.discards.frozen == "always"
    rises = ((0, first.min), (1500, first.from_1500), (3000, first.from_3000))
    return CanastaFlow(
        drawing=CanastaDrawing.at_table(value_for(rules.stock.draws, players), always_frozen=always),
        claiming=None,
        moves=(
            LayingDown(first=FirstMeld(first.below_zero, rises=rises)),
            LayingOff(on="own"),
            Asking(going_out, allowed=rules.going_out.ask),
            CanastaDiscarding(final_required=required),
            EndingWithoutDiscard(),
        ),
        stall_limit=rules.turn.stall_limit,
    ).with_rules(restrictions=[going_out])


@hookimpl
def rummykit_scoring(rules: CanastaRules) -> CanastaPoints:
    """Cards laid, canastas, red threes, and going out, less what is left."""
    from rummykit_canasta.scoring import CanastaPoints

    scoring = rules.scoring
    return CanastaPoints(
        natural=scoring.natural,
        mixed=scoring.mixed,
        red_three=scoring.red_three,
        all_red_threes=scoring.all_red_threes,
        out=scoring.out,
        concealed=scoring.concealed,
    )


@hookimpl
def rummykit_match(rules: CanastaRules) -> MatchFormat:
    """Rounds are played until a side has 5,000; the highest total wins."""
    return MatchFormat(rules.match, rules.stakes)
