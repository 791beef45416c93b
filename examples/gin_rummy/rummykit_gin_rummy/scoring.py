"""Scoring: the difference of the deadwood goes to one of the two, and a match ends with bonuses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummykit.engine.match_format import MatchFormat
from rummykit.engine.scoring import Paper, RoundScore, ScoreItem
from rummykit.engine.table import Ending, Outcome
from rummykit.i18n import Later, mark, say
from rummykit.parts import PIPS

from rummykit_gin_rummy.flow import PlayingAgain
from rummykit_gin_rummy.knocking import knock_card_of
from rummykit_gin_rummy.showdown import deadwood

if TYPE_CHECKING:
    from rummykit.cards import Card
    from rummykit.engine.round import Round
    from rummykit.engine.table import TableMeld

KNOCK, GIN, UNDERCUT = "GIN-SCORE-01", "GIN-SCORE-02", "GIN-SCORE-03"
GAME, BOXES = "GIN-MATCH-02", "GIN-MATCH-03"
VOID_AT_WALL, VOID_BY_STALL, VOID_BY_THROWING_BACK = "GIN-VOID-01", "GIN-VOID-03", "GIN-TURN-03"


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
        factor = 2 if card is not None and card.doubles else 1
        if round.outcome.seat is None:
            return _void(_why_void(round), factor)
        left = [deadwood(round, hand) for hand in round.hands]
        return self._knocked(round.names, round.outcome.seat, left, factor)

    def on_paper(self, paper: Paper) -> tuple[Outcome, RoundScore]:
        """Ask who knocked, and what both had left after lay-offs."""
        seat = paper.who("ended", say("Who knocked?"))
        if seat is None:
            return Outcome(Ending.STOCK), _void(VOID_AT_WALL)
        left = [paper.left(each).points for each in range(len(paper.names))]
        doubled = _may_double(paper) and paper.whether("doubled", say("Was the first upcard a spade?"))
        return Outcome(Ending.KNOCK, seat), self._knocked(paper.names, seat, left, 2 if doubled else 1)

    def _knocked(self, names: Sequence[str], knocker: int, left: Sequence[int], factor: int) -> RoundScore:
        items = list(self._items(knocker, left))
        remark: str | Later = ""
        if any(item.key == "gin" for item in items):
            remark = Later("Gin: {name} spread all cards.", name=names[knocker])
        elif any(item.key == "undercut" for item in items):
            remark = Later("Undercut: {name} knocked in vain.", name=names[knocker])
        return RoundScore.of(items, [factor] * len(names), remark)

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
        """Nothing that lies open brings points by itself."""
        return ()

    def card_penalty(self, card: Card) -> int:
        """Return what a card counts as deadwood."""
        return PIPS[card.rank]

    def finish_factor(self, card: Card) -> int:
        """No last card is better than another."""
        return 1


@dataclass(frozen=True, slots=True)
class GinMatch(MatchFormat):
    """Hands until somebody reaches the target; then the game bonus, and a box for every hand won.

    The ``shutout_bonus`` is added to that of the game if the loser has not won a hand.
    """

    game_bonus: int = 100
    shutout_bonus: int = 100
    box_bonus: int = 25

    def bonuses(self, scores: Sequence[RoundScore], high_wins: bool) -> tuple[ScoreItem, ...]:
        """Return the bonus of the game, unless both have the same total, and the boxes."""
        first, second = (sum(score.totals[seat] for score in scores) for seat in (0, 1))
        won = tuple(sum(score.totals[seat] > 0 for score in scores) for seat in (0, 1))
        winner = int(second > first)
        bonus = self.game_bonus + (0 if won[1 - winner] else self.shutout_bonus)
        found = (
            ScoreItem("game", mark("Game bonus"), GAME, _for(winner, bonus if first != second else 0)),
            ScoreItem("boxes", mark("Boxes"), BOXES, tuple(self.box_bonus * hands for hands in won), won),
        )
        return tuple(item for item in found if item.earners)


def _may_double(paper: Paper) -> bool:
    """Whether a spade can double a hand: only where the first upcard decides anything."""
    rules = paper.rules.table_rules
    return bool(rules.value("knocking.oklahoma") and rules.value("knocking.spades_double"))


def _void(rule: str, factor: int = 1) -> RoundScore:
    return RoundScore.of([ScoreItem("void", mark("Void hand"), rule, (0, 0))], [factor, factor])


def _why_void(round: Round) -> str:
    """Return the rule by which nobody scores."""
    assert round.outcome is not None
    match round.outcome.ending:
        case Ending.STOCK:
            return VOID_AT_WALL
        case Ending.STALL:
            return VOID_BY_THROWING_BACK if _thrown_back_twice(round) else VOID_BY_STALL
        case _:
            return KNOCK  # a mod has ended the hand, and points are for knocks


def _thrown_back_twice(round: Round) -> bool:
    return isinstance(round.stage, PlayingAgain) and round.taken == round.pile[-1]


def _for(winner: int, points: int) -> tuple[int, int]:
    return (points, 0) if winner == 0 else (0, points)
