"""The scoring of the small game: a point for every card left."""

from __future__ import annotations

from collections.abc import Sequence

from rummykit.cards import Card
from rummykit.engine.round import Round
from rummykit.engine.scoring import Result, RoundScore, ScoreItem
from rummykit.engine.table import TableMeld


class LeftCards:
    high_wins = False

    def score(self, round: Round) -> RoundScore:
        result = Result.of(round)
        item = ScoreItem("left", "Cards left", "TINY-03", result.points, result.counts)
        return RoundScore.of([item], [1] * result.players)

    def standing(self, players: int, table: Sequence[TableMeld], side_cards: Sequence[str]) -> tuple[ScoreItem, ...]:
        return ()

    def card_penalty(self, card: Card) -> int:
        return card.rank + 1

    def finish_factor(self, card: Card) -> int:
        return 1
