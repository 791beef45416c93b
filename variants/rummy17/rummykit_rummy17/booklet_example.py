"""A round that the booklet scores as an example, by the rules of the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rummykit.cards import Card
from rummykit.melds import MeldRules
from rummykit.scoring import RoundScore, ScoreItem
from rummykit.table import TableMeld
from rummykit_rummy17.house_rules import Rummy17Rules
from rummykit_rummy17.scoring import Rummy17Scoring

NAMES = ("Anna", "Ben", "Clara")
MELDS = (("11r 12r 13r 14r 15r 16r", "8b 8g 8v"), ("16b 16g 16y 16v", "12v 13v 14v"), ())
"""The melds of each player: large enough for any first meld, and ten cards each with what is in the hand."""
HANDS = ("", "3r 9v 10g", "1b 2y 4g 5y 6v 9y 10b 12g 13b 17g")
SIDE_CARDS = (
    "most_cards",
    "longest_run",
    "most_8_16",
    "fewest_blue",
    "game_finished",
    "most_sets",
    "highest_triple",
    "most_red",
    "longest_set",
    "fewest_jokers",
    "most_runs",
    "most_123",
)
"""The bonus cards in the order in which the example opens them: at first those that show a tie and a zero."""


def last_card(scored: Rummy17Scoring) -> str:
    """Return the card with which the first player goes out: a 17 where that doubles anything."""
    return "12y" if scored.double == "never" else "17y"


def scored_example(rules: Rummy17Rules, melds: MeldRules, scored: Rummy17Scoring) -> RoundScore:
    """Score the example."""
    pack, players = melds.pack, range(len(NAMES))
    penalties = tuple(-sum(map(scored.card_penalty, pack.cards_in(pack.heap(hand)))) for hand in HANDS)
    side_cards = SIDE_CARDS[: rules.scoring.bonus_cards_in_play]
    bonuses = scored.standing(len(NAMES), tuple(_table(melds)), side_cards)
    factors = [_factor(scored, pack.card(last_card(scored)), seat) for seat in players]
    return RoundScore.of(
        [
            ScoreItem("penalty", "Penalty points", "R17-SCORE-01", penalties),
            *(_finished(item, scored) for item in bonuses),
        ],
        factors,
    )


def _table(melds: MeldRules) -> Iterator[TableMeld]:
    number = 0
    for seat, own in enumerate(MELDS):
        for cards in own:
            number += 1
            yield TableMeld.new(number, seat, melds.readings(melds.pack.placed_cards(cards))[0], melds)


def _finished(item: ScoreItem, scored: Rummy17Scoring) -> ScoreItem:
    """Return the item, or for the bonus card about going out that the first player has earned it."""
    return replace(item, points=(scored.bonus_points, 0, 0)) if item.key == "game_finished" else item


def _factor(scored: Rummy17Scoring, last: Card, seat: int) -> int:
    counts = scored.double == "all_players" or seat == 0
    return scored.finish_factor(last) if counts else 1
