"""Rounds played with real cards: the people at the table say what happened, and the scoring makes a score of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from rummykit.engine.actions import Call, Knock, LayDown
from rummykit.engine.scoring import Leftover, Result, RoundScore
from rummykit.engine.table import Ending, Outcome
from rummykit.i18n import mark, say

if TYPE_CHECKING:
    from rummykit.engine.ruleset import Ruleset
    from rummykit.engine.scoring import Scoring


class Paper(Protocol):
    """Asks the people at a table about a round that they have played. Seats are those of the round.

    Each answer is kept under its ``key``, which is the question's own in a round. A sheet that is opened again, or
    corrected, asks the same questions and answers them with what it has kept; so what is asked, and what becomes of it,
    must depend on the answers alone.
    """

    @property
    def rules(self) -> Ruleset:
        """The game, for those who play in the round."""

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays in the round."""

    def who(self, key: str, question: str) -> int | None:
        """Ask for a player; None for nobody."""

    def all_who(self, key: str, question: str) -> tuple[int, ...]:
        """Ask for any number of players."""

    def whether(self, key: str, question: str) -> bool:
        """Ask for yes or no."""

    def which(self, key: str, question: str, choices: Mapping[str, str], number: int = 1) -> tuple[str, ...]:
        """Ask for so many of the choices, which are told by their values; return the keys of those chosen."""

    def left(self, seat: int, most: int | None = None) -> Leftover:
        """Ask what a player has left, in cards or in points; more than *most* points are not to be believed."""

    def points(self, seat: int) -> int:
        """Ask what a player has scored, good or bad."""


@runtime_checkable
class PaperScoring(Protocol):
    """A `Scoring` that knows what to ask about a round played with real cards."""

    def on_paper(self, paper: Paper) -> tuple[Outcome, RoundScore]:
        """Ask what happened; return how the round ended, and its score."""


def score_on_paper(scoring: Scoring, paper: Paper) -> tuple[Outcome, RoundScore]:
    """Score a round played with real cards; a scoring without questions of its own is told everybody's points."""
    if isinstance(scoring, PaperScoring):
        return scoring.on_paper(paper)
    outcome = ask_ending(paper)
    points = tuple(map(paper.points, range(len(paper.names))))
    return outcome, RoundScore((), (1,) * len(points), points)


_HOW = {
    Ending.OUT: mark("by going out"),
    Ending.KNOCK: mark("with a knock"),
    Ending.CALL: mark("with a call"),
}
_WHO = {
    (Ending.OUT,): mark("Who went out?"),
    (Ending.KNOCK,): mark("Who knocked?"),
    (Ending.CALL,): mark("Who called?"),
    (Ending.KNOCK, Ending.CALL): mark("Who knocked or called?"),
}


def ask_ending(paper: Paper) -> Outcome:
    """Ask who ended the round and how, as far as the game leaves that open."""
    endings = _endings(paper.rules)
    seat = paper.who("ended", say(_WHO.get(endings, mark("Who ended the round?"))))
    if seat is None:
        return Outcome(Ending.STOCK)
    if len(endings) == 1:
        return Outcome(endings[0], seat)
    how = {ending.value: say(_HOW[ending]) for ending in endings}
    (chosen,) = paper.which("ending", say("How did {name} end the round?", name=paper.names[seat]), how)
    return Outcome(Ending(chosen), seat)


def _endings(rules: Ruleset) -> tuple[Ending, ...]:
    """Return how a player can end a round of the game."""
    moves = {Ending.OUT: LayDown, Ending.KNOCK: Knock, Ending.CALL: Call}
    return tuple(ending for ending, move in moves.items() if move in rules.flow.offered)


def ask_hands(paper: Paper, outcome: Outcome) -> Result:
    """Ask what everybody has left; whoever went out or called has nothing."""
    empty = outcome.seat if outcome.ending in (Ending.OUT, Ending.CALL) else None
    limit = _knock_limit(paper.rules) if outcome.ending is Ending.KNOCK else None
    left = tuple(
        Leftover(0, 0) if seat == empty else paper.left(seat, limit) if seat == outcome.seat else paper.left(seat)
        for seat in range(len(paper.names))
    )
    return Result(paper.names, outcome, left)


def _knock_limit(rules: Ruleset) -> int | None:
    """Return the most points with which one may knock, whatever lies on the table; None if there is no such limit."""
    return None if rules.flow.knocking is None else rules.flow.knocking.limit
