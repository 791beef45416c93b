"""Scoring by what is in no meld when the hands are shown; the lowest total wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummykit.engine.scoring import Paper, Result, RoundScore, ScoreItem, ask_ending, ask_hands
from rummykit.engine.table import Ending, Outcome
from rummykit.i18n import Later, mark
from rummykit.parts import Unfinished, Winner, credit_winner

if TYPE_CHECKING:
    from rummykit.cards import Card
    from rummykit.engine.round import Round
    from rummykit.engine.table import TableMeld

RULE = "WIE-SCORE-01"


@dataclass(frozen=True)
class HandPoints:
    """Every card in no meld counts against its holder: jokers have a value of their own, and so has every rank.

    ``above_lowest``: only what is more than in the lowest hand counts. ``undercut_penalty`` is for whoever knocked
    when another hand is lower; ``rummy_bonus`` is what a call adds to the points of all others. ``winner`` says what
    the lowest hand gets of the points of the others, and ``unfinished`` whether it gets it if nobody ended the round.
    """

    joker: int
    ranks: tuple[int, ...]
    above_lowest: bool = False
    undercut_penalty: int = 0
    rummy_bonus: int = 0
    winner: Winner = "zero"
    unfinished: Unfinished = "nobody"

    @property
    def high_wins(self) -> bool:
        """Whether points are good."""
        return self.winner != "zero"

    def score(self, round: Round) -> RoundScore:
        """Score a finished round; without a knock or a call everybody's hand counts too."""
        return self._score(Result.of(round))

    def on_paper(self, paper: Paper) -> tuple[Outcome, RoundScore]:
        """Ask who knocked or called, and what is left in the hands."""
        outcome = ask_ending(paper)
        return outcome, self._score(ask_hands(paper, outcome))

    def _score(self, result: Result) -> RoundScore:
        points, outcome, seats = result.points, result.outcome, range(result.players)
        items = [ScoreItem("deadwood", mark("Cards in no meld"), RULE, points, result.counts)]
        remark: str | Later = ""
        if self.above_lowest:
            items.append(ScoreItem("lowest", mark("Minus the lowest hand"), RULE, tuple(-min(points) for _ in seats)))
        if self.undercut_penalty and self._is_undercut(outcome, points):
            fined = tuple(self.undercut_penalty if seat == outcome.seat else 0 for seat in seats)
            items.append(ScoreItem("undercut", mark("Undercut"), RULE, fined))
            remark = Later("{name} knocked and was undercut.", name=result.names[outcome.seat or 0])
        if self.rummy_bonus and outcome.ending is Ending.CALL:
            owed = tuple(0 if seat == outcome.seat else self.rummy_bonus for seat in seats)
            items.append(ScoreItem("rummy", mark("Another player's Rommé"), RULE, owed))
        score = RoundScore.of(items, [1] * result.players, remark)
        sides = result.side_of if self.unfinished == "lowest" else ()
        return credit_winner(score, self._lowest(outcome, score.totals), self.winner, RULE, sides)

    @staticmethod
    def _lowest(outcome: Outcome, totals: Sequence[int]) -> tuple[int, ...]:
        """Return who has won the round: of equally low hands that of whoever ended it, or the next one clockwise."""
        if outcome.seat is None:
            return ()
        clockwise = [(outcome.seat + step) % len(totals) for step in range(len(totals))]
        return (min(clockwise, key=totals.__getitem__),)

    def _is_undercut(self, outcome: Outcome, points: Sequence[int]) -> bool:
        return outcome.seat is not None and min(points) < points[outcome.seat]

    def standing(self, players: int, table: Sequence[TableMeld], side_cards: Sequence[str]) -> tuple[ScoreItem, ...]:
        """Nothing lies on the table."""
        return ()

    def card_penalty(self, card: Card) -> int:
        """Return the bad points of a card."""
        return self.joker if card.is_joker else self.ranks[card.rank]

    def finish_factor(self, card: Card) -> int:
        """No last card is better than another."""
        return 1
