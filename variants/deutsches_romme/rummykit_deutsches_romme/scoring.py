"""Scoring by bad points: what is left in a hand counts against its holder, and the lowest total wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummykit.scoring import RoundScore, ScoreItem
from rummykit.turn import GoingOutAtOnce

if TYPE_CHECKING:
    from rummykit.cards import Card
    from rummykit.round import Round
    from rummykit.table import TableMeld


@dataclass(frozen=True)
class BadPoints:
    """Jokers have a value of their own, and so has every rank, the ace first."""

    joker: int
    ranks: tuple[int, ...]
    at_once: GoingOutAtOnce
    at_once_factor: int
    high_wins = False

    def score(self, round: Round) -> RoundScore:
        """Score a finished round; without a winner everybody's hand counts."""
        points = tuple(sum(map(self.card_penalty, round.rules.pack.cards_in(hand))) for hand in round.hands)
        counts = tuple(hand.bit_count() for hand in round.hands)
        items = [ScoreItem("bad_points", "Bad points (cards)", "ROM-SCORE-01", points, counts)]
        factors, remark = [1] * round.players, ""
        outcome = round.outcome
        if outcome is not None and outcome.seat is not None and self.at_once.happened(round):
            factors = [1 if seat == outcome.seat else self.at_once_factor for seat in range(round.players)]
            remark = f"Hand-Rommé by {round.names[outcome.seat]}: the others' points count {self.at_once_factor} times."
        return RoundScore.of(items, factors, remark)

    def standing(self, players: int, table: Sequence[TableMeld], side_cards: Sequence[str]) -> tuple[ScoreItem, ...]:
        """Nothing on the table brings points."""
        return ()

    def card_penalty(self, card: Card) -> int:
        """Return the bad points of a card."""
        return self.joker if card.is_joker else self.ranks[card.rank]

    def finish_factor(self, card: Card) -> int:
        """No last card is better than another."""
        return 1
