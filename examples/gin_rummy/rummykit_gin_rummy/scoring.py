"""Scoring of a hand: the difference of the deadwood goes to one of the two, with a bonus for gin or an undercut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummykit.language import Later, mark, say
from rummykit.scoring import RoundScore, ScoreItem
from rummykit.table import Ending, Outcome

from rummykit_gin_rummy import PIPS
from rummykit_gin_rummy.knocking import knock_card_of
from rummykit_gin_rummy.showdown import deadwood

if TYPE_CHECKING:
    from rummykit.cards import Card
    from rummykit.paper import Paper
    from rummykit.round import Round
    from rummykit.table import TableMeld

KNOCK, GIN, UNDERCUT, OKLAHOMA, VOID = "GIN-SCORE-01", "GIN-SCORE-02", "GIN-SCORE-03", "GIN-OKLA-01", "GIN-VOID-01"


@dataclass(frozen=True)
class GinPoints:
    """Good points for whoever has less deadwood; what is not spread or laid off is deadwood."""

    gin_bonus: int = 25
    undercut_bonus: int = 25
    tie_undercuts: bool = True
    high_wins = True

    def score(self, round: Round) -> RoundScore:
        """Score a finished hand."""
        assert round.outcome is not None
        card = knock_card_of(round)
        left = [deadwood(round, hand) for hand in round.hands]
        return self._score(round.names, round.outcome, left, doubled=card is not None and card.doubles)

    def on_paper(self, paper: Paper) -> tuple[Outcome, RoundScore]:
        """Ask who knocked, and what both had left after lay-offs."""
        seat = paper.who("ended", say("Who knocked?"))
        if seat is None:
            outcome = Outcome(Ending.STOCK)
            return outcome, self._score(paper.names, outcome, (0, 0), doubled=False)
        left = [paper.left(each).points for each in range(len(paper.names))]
        may_double = paper.rules.table_rules.value("knocking.spades_double")
        doubled = bool(may_double) and paper.whether("doubled", say("Was the first upcard a spade?"))
        outcome = Outcome(Ending.KNOCK, seat)
        return outcome, self._score(paper.names, outcome, left, doubled)

    def _score(self, names: Sequence[str], outcome: Outcome, left: Sequence[int], doubled: bool) -> RoundScore:
        factors = [2 if doubled else 1] * len(names)
        if outcome.seat is None:
            return RoundScore.of([ScoreItem("void", mark("Void hand"), VOID, (0, 0))], factors)
        items = list(self._items(outcome.seat, left))
        remark: str | Later = ""
        if any(item.key == "gin" for item in items):
            remark = Later("Gin: {name} spread all cards.", name=names[outcome.seat])
        elif any(item.key == "undercut" for item in items):
            remark = Later("Undercut: {name} knocked in vain.", name=names[outcome.seat])
        return RoundScore.of(items, factors, remark)

    def _items(self, knocker: int, left: Sequence[int]) -> Iterator[ScoreItem]:
        """Yield the lines of a hand in which somebody knocked."""
        other, counts = 1 - knocker, tuple(left)
        lead = left[other] - left[knocker]
        is_gin = not left[knocker]
        undercut = not is_gin and (lead < 0 or (lead == 0 and self.tie_undercuts))
        winner = other if undercut else knocker
        yield ScoreItem("deadwood", mark("Less deadwood"), KNOCK, _for(winner, abs(lead)), counts)
        if is_gin:
            yield ScoreItem("gin", mark("Gin"), GIN, _for(winner, self.gin_bonus))
        if undercut:
            yield ScoreItem("undercut", mark("Undercut"), UNDERCUT, _for(winner, self.undercut_bonus))

    def standing(self, players: int, table: Sequence[TableMeld], side_cards: Sequence[str]) -> tuple[ScoreItem, ...]:
        """Tell what the first upcard has decided in Oklahoma; nothing that lies open brings points by itself."""
        return tuple(ScoreItem("knock_card", sign, OKLAHOMA, (0,) * players) for sign in side_cards)

    def card_penalty(self, card: Card) -> int:
        """Return what a card counts as deadwood."""
        return PIPS[card.rank]

    def finish_factor(self, card: Card) -> int:
        """No last card is better than another."""
        return 1


def _for(winner: int, points: int) -> tuple[int, int]:
    return (points, 0) if winner == 0 else (0, points)
