"""Scores of a round, as data that any score sheet can print, and the hands that are shown for them.

A round may also have been played with real cards: then the people at the table say what happened (`Paper`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, TypeVar, runtime_checkable

from rummykit.cards import Card, Placed, Row
from rummykit.engine.actions import Call, Knock, LayDown
from rummykit.engine.table import Ending, Outcome
from rummykit.errors import PluginError, SetupError
from rummykit.i18n import Later, mark, say
from rummykit.melds import Meld

if TYPE_CHECKING:
    from rummykit.engine.round import Round
    from rummykit.engine.ruleset import Ruleset
    from rummykit.engine.table import TableMeld
    from rummykit.solver import Arrangement


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand in melds, the cards left over, and what those count against their holder.

    ``laid_off`` are those that have joined another player's melds. As text it reads ``5s 6s 7s | Qh Qd Qc, laid off 8s,
    left 3c``.
    """

    seat: int
    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    points: int
    laid_off: tuple[Placed, ...] = ()

    @classmethod
    def of(cls, rules: Ruleset, seat: int, hand: int) -> ShownHand:
        """Arrange a hand so that the cards left over count as little as possible, or as the scoring arranges it.

        Where a whole hand must meet a condition, and this one can, that comes first.
        """
        values, scoring, condition = rules.card_values, rules.scoring, rules.flow.hand_condition
        if isinstance(scoring, ArrangedScoring):
            best = scoring.arrange(rules, hand)
        else:
            meeting = rules.arranger.meeting(condition.demands, hand, values) if condition else None
            best = meeting or rules.arranger.least_left(hand, values, thorough=True)
        left = rules.pack.cards_in(best.left)
        return cls(seat, best.melds, left, sum(values[card.kind] for card in left))

    @property
    def spoken(self) -> str:
        """The hand as people read it."""
        melds = " | ".join(meld.spoken for meld in self.melds) or say("no meld")
        if self.laid_off:
            melds = say("{melds}, laid off {cards}", melds=melds, cards=Row(self.laid_off))
        return say("{melds}, left {cards}", melds=melds, cards=Row(self.left)) if self.left else melds

    def __str__(self) -> str:
        melds = " | ".join(map(str, self.melds)) or "no meld"
        if self.laid_off:
            melds += f", laid off {' '.join(map(str, self.laid_off))}"
        left = " ".join(card.text for card in self.left)
        return f"{melds}, left {left}" if left else melds


V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """One line of a score sheet: points per seat and, where something is counted, the counts.

    ``counts`` is None for a seat where nothing counts (no such meld, for example). The title is English, marked where
    it is written and said where it is shown.
    """

    key: str
    title: str
    rule: str
    points: tuple[int, ...]
    counts: tuple[int | None, ...] = ()

    @property
    def earners(self) -> tuple[int, ...]:
        """The seats that have points here."""
        return tuple(seat for seat, points in enumerate(self.points) if points)


@dataclass(frozen=True, slots=True)
class RoundScore:
    """The score of a round: its items, the factor per seat, the totals, and a remark, if there is one.

    The remark is said when it is read. ``fee`` is what whoever ended the round gets from every other player in it, in
    chips, besides the fee that the stakes have.
    """

    items: tuple[ScoreItem, ...]
    factors: tuple[int, ...]
    totals: tuple[int, ...]
    remark: str | Later = ""
    fee: int = 0

    @classmethod
    def of(cls, items: Sequence[ScoreItem], factors: Sequence[int], remark: str | Later = "") -> RoundScore:
        """Add the items up, each seat's sum times its factor."""
        totals = tuple(factor * sum(item.points[seat] for item in items) for seat, factor in enumerate(factors))
        return cls(tuple(items), tuple(factors), totals, remark)

    def of_sides(self, sides: Sequence[tuple[int, ...]]) -> RoundScore:
        """Return the score with what the partners of a side have added up; each of them has all of it.

        >>> RoundScore((), (1, 1, 1, 1), (7, 8, 0, 5)).of_sides(((0, 2), (1, 3))).totals
        (7, 13, 7, 13)
        """
        side_of = {seat: side for side in sides for seat in side}
        if any(len({self.factors[seat] for seat in side}) > 1 for side in sides):
            raise PluginError(
                f"Partners have one factor, but the sides {tuple(sides)} have the factors {self.factors}."
            )

        def added(values: Sequence[int]) -> tuple[int, ...]:
            return tuple(sum(values[each] for each in side_of[seat]) for seat in range(len(values)))

        def counted(values: Sequence[int | None]) -> tuple[int | None, ...]:
            known = [
                [count for each in side_of[at] if (count := values[each]) is not None] for at in range(len(values))
            ]
            return tuple(sum(counts) if counts else None for counts in known)

        items = [replace(item, points=added(item.points), counts=counted(item.counts)) for item in self.items]
        return RoundScore(tuple(items), self.factors, added(self.totals), self.remark, self.fee)

    def spread(self, seated: Sequence[int], players: int) -> RoundScore:
        """Return the score for a whole table of which only some were *seated*; the others have no points.

        >>> RoundScore((), (1, 2), (7, 8)).spread(seated=(0, 2), players=3)
        RoundScore(items=(), factors=(1, 1, 2), totals=(7, 0, 8), remark='', fee=0)
        """
        if len(seated) == players:
            return self
        at = {seat: place for place, seat in enumerate(seated)}

        def each(values: Sequence[V], otherwise: V) -> tuple[V, ...]:
            return tuple(values[at[seat]] if seat in at else otherwise for seat in range(players))

        items = tuple(
            replace(item, points=each(item.points, 0), counts=each(item.counts, None) if item.counts else ())
            for item in self.items
        )
        return RoundScore(items, each(self.factors, 1), each(self.totals, 0), self.remark, self.fee)


@dataclass(frozen=True, slots=True)
class Leftover:
    """What a hand costs its holder when a round is over, and for how many cards, where that is known."""

    points: int
    cards: int | None = None

    @classmethod
    def of(cls, rules: Ruleset, hand: int) -> Leftover:
        """Count a hand: all of it or, where hands are shown in melds, what is in none."""
        left = ShownHand.of(rules, 0, hand).left if rules.flow.shows_hands else rules.pack.cards_in(hand)
        return cls(sum(rules.card_values[card.kind] for card in left), len(left))


@dataclass(frozen=True, slots=True)
class Result:
    """How a round ended and what it left in the hands, whether it was played here or with real cards.

    ``side_of`` has for every seat the seats of its side. ``unmelded`` are the seats whose side has laid no meld of its
    own, but for the side that ended the round.
    """

    names: tuple[str, ...]
    outcome: Outcome
    left: tuple[Leftover, ...]
    side_of: tuple[tuple[int, ...], ...]
    unmelded: tuple[int, ...] = ()

    @classmethod
    def of(cls, round: Round) -> Result:
        """Read the result off a finished round; `SetupError` if it goes on."""
        if round.outcome is None:
            raise SetupError("The round is not over, so it cannot be scored.")
        rules, seats = round.rules, range(round.players)
        if rules.flow.shows_hands:
            shown = [rules.flow.show(round, seat) for seat in seats]
            left = tuple(Leftover(hand.points, len(hand.left)) for hand in shown)
        else:
            left = tuple(Leftover.of(rules, hand) for hand in round.hands)
        result = cls(round.names, round.outcome, left, rules.side_of)
        unmelded = (seat for seat in seats if seat not in result.enders and not round.melded >> seat & 1)
        return replace(result, unmelded=tuple(unmelded))

    @property
    def players(self) -> int:
        """The number of players in the round."""
        return len(self.names)

    @property
    def enders(self) -> tuple[int, ...]:
        """The seat that ended the round, followed by its partners; empty if nobody did."""
        seat = self.outcome.seat
        return () if seat is None else (seat, *(each for each in self.side_of[seat] if each != seat))

    @property
    def points(self) -> tuple[int, ...]:
        """What each hand costs its holder."""
        return tuple(left.points for left in self.left)

    @property
    def counts(self) -> tuple[int | None, ...]:
        """How many cards that is for each."""
        return tuple(left.cards for left in self.left)


@runtime_checkable
class Scoring(Protocol):
    """How a round is scored. The smaller methods let a screen and a bot see what a move is worth.

    Points are given to seats; where some play together, the books add up what their side has (`RoundScore.of_sides`).
    `PaperScoring` adds what a score sheet needs for rounds played with real cards.
    """

    @property
    def high_wins(self) -> bool:
        """Whether the highest total wins (or the lowest)."""

    def score(self, round: Round) -> RoundScore:
        """Score a finished round."""

    def standing(self, players: int, table: Sequence[TableMeld], side_cards: Sequence[str]) -> tuple[ScoreItem, ...]:
        """Return what the open cards alone would bring if the round ended now."""

    def card_penalty(self, card: Card) -> int:
        """Return what the card costs if it is left in a hand."""

    def finish_factor(self, card: Card) -> int:
        """Return by what a round's points are multiplied if this is the last card discarded."""


@runtime_checkable
class ArrangedScoring(Protocol):
    """A `Scoring` of hands by which not every meld counts: it says itself which melds of a hand do."""

    def arrange(self, rules: Ruleset, hand: int) -> Arrangement:
        """Return the melds that count, and all other cards of the hand as left over."""


# -- rounds played with real cards ---------------------------------------------------------------------------


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

    def whether(self, key: str, question: str, *, by_last_card: bool = False) -> bool:
        """Ask for yes or no; where the last card decides it, that card is an answer too."""

    def which(self, key: str, question: str, choices: Mapping[str, str], number: int = 1) -> tuple[str, ...]:
        """Ask for so many of the choices, which are told by their values; return the keys of those chosen."""

    def left(self, seat: int, most: int | None = None, turned_up: Card | None = None) -> Leftover:
        """Ask what a player has left, in cards or in points; more than *most* points are not to be believed.

        *turned_up* is the card that makes ranks wild in this round.
        """

    def points(self, seat: int) -> int:
        """Ask what a player has scored, good or bad."""

    def how_many(self, key: str, question: str, most: int) -> int:
        """Ask for a number from 0 to *most*."""

    def laid(self, seat: int) -> int:
        """Ask what the cards count that a player has laid on the table."""


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
    moves = {Ending.OUT: LayDown, Ending.KNOCK: Knock, Ending.CALL: Call}
    endings = tuple(ending for ending, move in moves.items() if move in paper.rules.flow.offered)
    seat = paper.who("ended", say(_WHO.get(endings, mark("Who ended the round?"))))
    if seat is None:
        return Outcome(Ending.STOCK)
    if len(endings) == 1:
        return Outcome(endings[0], seat)
    how = {ending.value: say(_HOW[ending]) for ending in endings}
    (chosen,) = paper.which("ending", say("How did {name} end the round?", name=paper.names[seat]), how)
    return Outcome(Ending(chosen), seat)


def ask_unmelded(paper: Paper, outcome: Outcome) -> tuple[int, ...]:
    """Ask who never melded; that goes for whole sides, and not for the one that ended the round."""
    question = mark("Who has laid no meld?")
    if paper.rules.has_partners:
        question = mark("Which partners have laid no meld? One of each will do.")
    side_of = paper.rules.side_of
    named = {each for seat in paper.all_who("unmelded", say(question)) for each in side_of[seat]}
    return tuple(sorted(named.difference(() if outcome.seat is None else side_of[outcome.seat])))


def ask_hands(paper: Paper, outcome: Outcome, uncounted: Collection[int] = ()) -> Result:
    """Ask what everybody has left; whoever went out or called has nothing, and some hands may be *uncounted*."""
    empty = outcome.seat if outcome.ending in (Ending.OUT, Ending.CALL) else None
    knocking = paper.rules.flow.knocking if outcome.ending is Ending.KNOCK else None
    limit = knocking.limit if knocking else None

    def left(seat: int) -> Leftover:
        if seat == empty:
            return Leftover(0, 0)
        if seat in uncounted:
            return Leftover(0)
        return paper.left(seat, limit) if seat == outcome.seat else paper.left(seat)

    return Result(paper.names, outcome, tuple(map(left, range(len(paper.names)))), paper.rules.side_of)
