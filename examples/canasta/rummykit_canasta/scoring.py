"""Scoring: cards laid, canastas, red threes and going out, less what is left in the hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummykit.engine.scoring import Paper, Result, RoundScore, ScoreItem, ask_ending, ask_hands
from rummykit.engine.table import Ending, Outcome
from rummykit.i18n import Later, listed, mark, say

from rummykit_canasta.going_out import is_concealed
from rummykit_canasta.melds import CANASTA, CARD_POINTS, JOKER_POINTS
from rummykit_canasta.red_threes import RED_THREES

if TYPE_CHECKING:
    from rummykit.cards import Card
    from rummykit.engine.round import Round
    from rummykit.engine.table import TableMeld

SCORE, CANASTAS, THREES, OUT = "CAN-SCORE-01", "CAN-MELD-02", "CAN-RED-01", "CAN-OUT-01"
ALL_RED_THREES = 4
MOST_CANASTAS = 11
MOST_POINTS = 1180
"""What all cards count together, without the red threes."""


@dataclass(frozen=True)
class CanastaPoints:
    """What a round brings. Points are those of a seat; what partners have is added up by the books."""

    natural: int = 500
    mixed: int = 300
    red_three: int = 100
    all_red_threes: int = 800
    out: int = 100
    concealed: int = 200
    high_wins = True

    def score(self, round: Round) -> RoundScore:
        """Score a finished round."""
        result, sides = Result.of(round), round.rules.sides
        threes = [0] * round.players
        for side in sides:
            threes[side[0]] = len(round.state[RED_THREES][side[0]])
        against = [not round.has_melded(seat) for seat in range(round.players)]
        seat = result.outcome.seat
        hidden = seat is not None and result.outcome.ending is Ending.OUT and is_concealed(round, seat)
        return self._score(
            self.standing(round.players, tuple(round.table.values()), ()), threes, against, result, hidden
        )

    def on_paper(self, paper: Paper) -> tuple[Outcome, RoundScore]:
        """Ask who went out, what every side has laid and what is left in the hands."""
        players, sides = range(len(paper.names)), paper.rules.sides
        outcome = ask_ending(paper)
        hidden = outcome.seat is not None and paper.whether(
            "concealed", say("Did {name} go out concealed?", name=paper.names[outcome.seat])
        )
        counts = {key: [0] * len(players) for key in ("natural", "mixed", "red_threes", "laid")}
        against = [False] * len(players)
        for side in sides:
            first, names = side[0], listed([paper.names[seat] for seat in side])
            for key, question, most in (
                ("natural", mark("How many natural canastas: {names}?"), MOST_CANASTAS),
                ("mixed", mark("How many mixed canastas: {names}?"), MOST_CANASTAS),
                ("red_threes", mark("How many red threes: {names}?"), ALL_RED_THREES),
                ("laid", mark("How many points do the cards count that are laid: {names}?"), MOST_POINTS),
            ):
                counts[key][first] = paper.how_many(f"{key} {paper.names[first]}", say(question, names=names), most)
            against[first] = not counts["laid"][first]
        items = (
            self._laid(counts["laid"]),
            self._canastas("natural", counts["natural"]),
            self._canastas("mixed", counts["mixed"]),
        )
        return outcome, self._score(items, counts["red_threes"], against, ask_hands(paper, outcome), hidden)

    def _score(
        self,
        laid: tuple[ScoreItem, ...],
        threes: Sequence[int],
        against: Sequence[bool],
        result: Result,
        concealed: bool,
    ) -> RoundScore:
        """Add to what lies on the table the red threes, against whom they count, the bonus and what is left."""
        worth = [self.all_red_threes if count == ALL_RED_THREES else self.red_three * count for count in threes]
        red = tuple(-points if less else points for points, less in zip(worth, against, strict=True))
        bonus, finisher = self.concealed if concealed else self.out, result.outcome.seat
        out = tuple(bonus if seat == finisher else 0 for seat in range(result.players))
        left = tuple(-points for points in result.points)
        known = () if None in result.counts else result.counts  # on paper some tell points, and some cards
        items = [
            *laid,
            ScoreItem("red_threes", mark("Red threes"), THREES, red, tuple(threes)),
            ScoreItem("out", mark("Going out"), OUT, out),
            ScoreItem("left", mark("Cards left in the hand"), SCORE, left, known),
        ]
        remark = (
            Later("{name} went out concealed.", name=result.names[finisher])
            if concealed and finisher is not None
            else ""
        )
        return RoundScore.of(items, [1] * result.players, remark)

    def standing(self, players: int, table: Sequence[TableMeld], side_cards: Sequence[str]) -> tuple[ScoreItem, ...]:
        """Return what the melds on the table bring."""
        points, natural, mixed = [0] * players, [0] * players, [0] * players
        for meld in table:
            for placed, seat in meld.laid:
                points[seat] += self.card_penalty(placed.card)
            if len(meld.meld) >= CANASTA:
                (mixed if meld.meld.jokers else natural)[meld.owner] += 1
        return self._laid(points), self._canastas("natural", natural), self._canastas("mixed", mixed)

    def _laid(self, points: Sequence[int]) -> ScoreItem:
        return ScoreItem("laid", mark("Cards laid"), SCORE, tuple(points))

    def _canastas(self, key: str, counts: Sequence[int]) -> ScoreItem:
        title = mark("Natural canastas") if key == "natural" else mark("Mixed canastas")
        worth = self.natural if key == "natural" else self.mixed
        return ScoreItem(key, title, CANASTAS, tuple(worth * count for count in counts), tuple(counts))

    def card_penalty(self, card: Card) -> int:
        """Return what a card counts, in a meld or against its holder."""
        return JOKER_POINTS if card.is_joker else CARD_POINTS[card.rank]

    def finish_factor(self, card: Card) -> int:
        """No last card is better than another."""
        return 1
