"""Scoring a round of Rummy 17: bonus points minus penalty points, and the 17 that doubles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from rummykit.engine.scoring import Paper, Result, RoundScore, ScoreItem, ask_ending, ask_hands, ask_unmelded
from rummykit.engine.table import Ending
from rummykit.i18n import Later, mark, say
from rummykit.parts import Unfinished, Unmelded, Winner, count_unmelded, credit_winner, out_bonus
from rummykit_rummy17.bonus import BONUS_CARDS, Display, winners

if TYPE_CHECKING:
    from rummykit.cards import Card
    from rummykit.engine.round import Round
    from rummykit.engine.table import Outcome, TableMeld
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
    winner: Winner = "zero"
    unfinished: Unfinished = "nobody"
    unmelded: Unmelded = "normal"
    out_bonus: int = 0
    high_wins = True

    @classmethod
    def by(cls, rules: Rummy17Rules) -> Rummy17Scoring:
        """Take the values from the house rules."""
        return cls(
            penalty_high_from=rules.scoring.high_from,
            bonus_points=rules.bonus.points,
            double=rules.scoring.double_17,
            most_requires_positive=rules.bonus.most_needs_positive,
            fewest_requires_meld=rules.bonus.fewest_needs_meld,
            joker_counts_as_value=rules.bonus.joker_counts_as_value,
            layoff_credit=rules.lay_offs.credit,
            winner=rules.scoring.winner,
            unfinished=rules.scoring.unfinished,
            unmelded=rules.scoring.unmelded,
            out_bonus=rules.scoring.out_bonus,
        )

    def score(self, round: Round) -> RoundScore:
        """Score a finished round."""
        result = Result.of(round)
        bonuses = self._bonuses(round.players, tuple(round.table.values()), round.side_cards, _finisher(result.outcome))
        last_card = result.outcome.last_card
        return self._score(result, bonuses, doubles=last_card is not None and self.finish_factor(last_card) == 2)

    def on_paper(self, paper: Paper) -> tuple[Outcome, RoundScore]:
        """Ask who went out and whether with a 17, what the others have left, and who earned which bonus card."""
        outcome = ask_ending(paper)
        doubles = outcome.seat is not None and self.double != "never" and self._ask_last_card(paper, outcome.seat)
        unmelded = () if self.unmelded == "normal" else ask_unmelded(paper, outcome)
        result = ask_hands(paper, outcome, uncounted=unmelded if isinstance(self.unmelded, int) else ())
        bonuses = self._ask_bonuses(paper, _finisher(outcome))
        return outcome, self._score(replace(result, unmelded=unmelded), bonuses, doubles)

    def _score(self, result: Result, bonuses: Sequence[ScoreItem], doubles: bool) -> RoundScore:
        """Score what is left and the *bonuses*; *doubles* says whether the last card was a 17 that counts."""
        penalties = ScoreItem("penalty", mark("Penalty points"), "R17-SCORE-01", result.points, result.counts)
        finisher = _finisher(result.outcome)
        costs = count_unmelded(penalties, result.unmelded, self.unmelded)
        items = [*self._settled(costs, result, finisher), *bonuses]
        if finisher is not None and self.out_bonus:
            title = mark("Bonus for going out")
            items.append(out_bonus("out_bonus", title, "R17-END-01", result, self.out_bonus, is_good=True))
        if finisher is None or not doubles:
            return RoundScore.of(items, [1] * result.players)
        doubled = range(result.players) if self.double == "all_players" else [finisher]
        factors = [2 if seat in doubled else 1 for seat in range(result.players)]
        return RoundScore.of(items, factors, self._doubling(result.outcome.last_card, result.names[finisher]))

    def _settled(self, costs: Sequence[ScoreItem], result: Result, finisher: int | None) -> tuple[ScoreItem, ...]:
        """Return what becomes of penalty points: whoever went out may get them."""
        if self.winner == "zero":
            return tuple(replace(item, points=tuple(-points for points in item.points)) for item in costs)
        score = RoundScore.of(costs, [1] * len(costs[0].points))
        sides = result.side_of if self.unfinished == "lowest" else ()
        return credit_winner(score, _who_finished(finisher), self.winner, costs[0].rule, sides).items

    def _doubling(self, card: Card | None, finisher: str) -> Later:
        last = Later("a 17") if card is None else card
        if self.double == "all_players":
            return Later("Rummy 17! The last card was {card}: all points count double.", card=last)
        return Later("Rummy 17! The last card was {card}: the points of {name} count double.", card=last, name=finisher)

    # -- with real cards -----------------------------------------------------------------------------------

    def _ask_last_card(self, paper: Paper, finisher: int) -> bool:
        question = say("Was {name}'s last card a 17?", name=paper.names[finisher])
        return paper.whether("last_17", question, by_last_card=True)

    def _ask_bonuses(self, paper: Paper, finisher: int | None) -> tuple[ScoreItem, ...]:
        items = []
        for key in self._ask_open_cards(paper):
            card = BONUS_CARDS[key]
            if card.count is None:
                earners = _who_finished(finisher)
            else:
                earners = paper.all_who(f"bonus {key}", say("Who earned '{bonus}'?", bonus=say(card.title)))
            items.append(self._bonus(key, earners, len(paper.names)))
        return tuple(items)

    @staticmethod
    def _ask_open_cards(paper: Paper) -> Sequence[str]:
        side = paper.rules.deal.side_cards
        if side is None or not side.open:
            return ()
        if side.open == len(side.names):
            return side.names
        titles = {key: say(BONUS_CARDS[key].title) for key in side.names}
        return paper.which("open", say("Which bonus cards lie open?"), titles, side.open)

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
            earners = _who_finished(finisher)
            counts: tuple[int | None, ...] = ()
            if card.count is not None:
                earners, counts = winners(card, displays, self.most_requires_positive, self.fewest_requires_meld)
            items.append(self._bonus(key, earners, players, counts))
        return tuple(items)

    def _bonus(self, key: str, earners: Sequence[int], players: int, counts: tuple[int | None, ...] = ()) -> ScoreItem:
        card = BONUS_CARDS[key]
        points = tuple(self.bonus_points if seat in earners else 0 for seat in range(players))
        return ScoreItem(key, card.title, card.rule, points, counts)


def _finisher(outcome: Outcome) -> int | None:
    """Return who went out, if anybody did."""
    return outcome.seat if outcome.ending is Ending.OUT else None


def _who_finished(finisher: int | None) -> tuple[int, ...]:
    return () if finisher is None else (finisher,)
