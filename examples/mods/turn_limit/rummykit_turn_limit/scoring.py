"""What cards left at the limit cost, on the screen and on a score sheet for real cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rummykit.cards import Card
from rummykit.engine.round import Round
from rummykit.engine.ruleset import Ruleset
from rummykit.engine.scoring import Leftover, Paper, RoundScore, ScoreItem, Scoring, score_on_paper
from rummykit.engine.table import Ending, Outcome, TableMeld
from rummykit.i18n import Later, mark, say
from rummykit_turn_limit.limit import TurnLimit

MOST_CARDS = 30
"""As many cards as anybody may hold who counts them at the table."""


@dataclass(frozen=True)
class LimitedScoring:
    """The scoring of a variant, with a penalty for each card left if the limit ended the round."""

    inner: Scoring
    limit: TurnLimit
    penalty: int

    @property
    def high_wins(self) -> bool:
        """As in the variant."""
        return self.inner.high_wins

    def score(self, round: Round) -> RoundScore:
        """Score a finished round."""
        score = self.inner.score(round)
        if not self.limit.ended(round):
            return score
        return self._fined(score, [Leftover.of(round.rules, hand).cards or 0 for hand in round.hands])

    def on_paper(self, paper: Paper) -> tuple[Outcome, RoundScore]:
        """Ask what the variant asks, then whether it was the limit that ended the round, and what was left."""
        listening = _Listening(paper)
        outcome, score = score_on_paper(self.inner, listening)
        if outcome.seat is not None or not paper.whether("turn_limit", say("Did the turn limit end the round?")):
            return outcome, score
        return (
            Outcome(Ending.RULE, note=Later("the turn limit was reached")),
            self._fined(score, [listening.cards(seat) for seat in range(len(paper.names))]),
        )

    def _fined(self, score: RoundScore, counts: Sequence[int]) -> RoundScore:
        sign = -1 if self.high_wins else 1
        points = tuple(sign * self.penalty * count for count in counts)
        item = ScoreItem("turn_limit", mark("Cards left after the last turn"), "TL-02", points, tuple(counts))
        totals = tuple(
            total + factor * fine for total, factor, fine in zip(score.totals, score.factors, points, strict=True)
        )
        return RoundScore((*score.items, item), score.factors, totals, score.remark)

    def standing(self, players: int, table: Sequence[TableMeld], side_cards: Sequence[str]) -> tuple[ScoreItem, ...]:
        """As in the variant."""
        return self.inner.standing(players, table, side_cards)

    def card_penalty(self, card: Card) -> int:
        """As in the variant."""
        return self.inner.card_penalty(card)

    def finish_factor(self, card: Card) -> int:
        """As in the variant."""
        return self.inner.finish_factor(card)


@dataclass
class _Listening:
    """A paper that remembers what was said to be left, because it is asked only once."""

    paper: Paper
    heard: dict[int, Leftover] = field(default_factory=dict)

    @property
    def rules(self) -> Ruleset:
        return self.paper.rules

    @property
    def names(self) -> tuple[str, ...]:
        return self.paper.names

    def who(self, key: str, question: str) -> int | None:
        return self.paper.who(key, question)

    def all_who(self, key: str, question: str) -> tuple[int, ...]:
        return self.paper.all_who(key, question)

    def whether(self, key: str, question: str, *, by_last_card: bool = False) -> bool:
        return self.paper.whether(key, question, by_last_card=by_last_card)

    def which(self, key: str, question: str, choices: Mapping[str, str], number: int = 1) -> tuple[str, ...]:
        return self.paper.which(key, question, choices, number)

    def left(self, seat: int, most: int | None = None) -> Leftover:
        self.heard[seat] = self.paper.left(seat, most)
        return self.heard[seat]

    def points(self, seat: int) -> int:
        return self.paper.points(seat)

    def how_many(self, key: str, question: str, most: int) -> int:
        return self.paper.how_many(key, question, most)

    def laid(self, seat: int) -> int:
        return self.paper.laid(seat)

    def cards(self, seat: int) -> int:
        """Return how many cards a player had left; asked only if it was told in points."""
        told = self.heard.get(seat)
        if told is not None and told.cards is not None:
            return told.cards
        question = say("How many cards had {name} left?", name=self.names[seat])
        numbers = {str(number): str(number) for number in range(MOST_CARDS + 1)}
        (number,) = self.paper.which(f"cards {self.names[seat]}", question, numbers)
        return int(number)
