"""Scoring a round of Rummy 17: bonus points minus penalty points, and the 17 that doubles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rummykit.scoring import RoundScore, ScoreItem
from rummykit.table import Ending
from rummykit_rummy17.bonus import BONUS_CARDS, Display, winners

if TYPE_CHECKING:
    from rummykit.cards import Card
    from rummykit.round import Round
    from rummykit.table import TableMeld
    from rummykit_rummy17.house_rules import Rummy17Rules

DOUBLING_VALUE = 17


@dataclass(frozen=True)
class Rummy17Scoring:
    """The scoring, with its house rules as plain values. The highest score wins."""

    penalty_high_from: int
    bonus_points: int
    double: Literal["never", "all_players", "finisher_only"]
    most_requires_positive: bool
    fewest_requires_meld: bool
    joker_counts_as_value: bool
    layoff_credit: Literal["owner", "layer"]
    high_wins = True

    @classmethod
    def by(cls, rules: Rummy17Rules) -> Rummy17Scoring:
        """Take the values from the house rules."""
        return cls(
            penalty_high_from=rules.scoring.penalty_high_from,
            bonus_points=rules.scoring.bonus_points,
            double=rules.scoring.rummy17_double,
            most_requires_positive=rules.scoring.most_requires_positive,
            fewest_requires_meld=rules.scoring.fewest_requires_meld,
            joker_counts_as_value=rules.scoring.joker_counts_as_value,
            layoff_credit=rules.lay_offs.layoff_credit,
        )

    def score(self, round: Round) -> RoundScore:
        """Score a finished round."""
        outcome = round.outcome
        assert outcome is not None
        finisher = outcome.seat if outcome.ending is Ending.OUT else None
        penalties = [-sum(map(self.card_penalty, round.rules.pack.cards_in(hand))) for hand in round.hands]
        items = [
            ScoreItem(
                "penalty",
                "Penalty points",
                "R17-SCORE-01",
                tuple(penalties),
                tuple(hand.bit_count() for hand in round.hands),
            ),
            *self._bonuses(round.players, tuple(round.table.values()), round.side_cards, finisher),
        ]
        factors, remark = [1] * round.players, ""
        if finisher is not None and outcome.last_card is not None and self.finish_factor(outcome.last_card) == 2:
            doubled = range(round.players) if self.double == "all_players" else [finisher]
            factors = [2 if seat in doubled else 1 for seat in range(round.players)]
            remark = f"Rummy 17! The last card was {outcome.last_card}: " + (
                "all points count double."
                if self.double == "all_players"
                else f"the points of {round.names[finisher]} count double."
            )
        return RoundScore.of(items, factors, remark)

    def standing(self, players: int, table: Sequence[TableMeld], side_cards: Sequence[str]) -> tuple[ScoreItem, ...]:
        """Return who would earn which bonus card now."""
        return self._bonuses(players, table, side_cards, finisher=None)

    def card_penalty(self, card: Card) -> int:
        """Low cards cost 1, high cards 2."""
        return 2 if card.rank + 1 >= self.penalty_high_from else 1

    def finish_factor(self, card: Card) -> int:
        """Return 2 for a 17, unless nothing is doubled."""
        return 2 if card.rank + 1 == DOUBLING_VALUE and self.double != "never" else 1

    def _bonuses(
        self, players: int, table: Sequence[TableMeld], side_cards: Sequence[str], finisher: int | None
    ) -> tuple[ScoreItem, ...]:
        displays = [Display.of(seat, table, self.layoff_credit, self.joker_counts_as_value) for seat in range(players)]
        items = []
        for key in side_cards:
            card = BONUS_CARDS[key]
            earners: tuple[int, ...]
            counts: tuple[int | None, ...] = ()
            if card.count is None:
                earners = () if finisher is None else (finisher,)
            else:
                earners, counts = winners(card, displays, self.most_requires_positive, self.fewest_requires_meld)
            points = tuple(self.bonus_points if seat in earners else 0 for seat in range(players))
            items.append(ScoreItem(key, card.title, card.rule, points, counts))
        return tuple(items)
