"""Scoring by cards: what is left in a hand counts against its holder or for the winner; the table may count too."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import Field

from rummykit.engine.scoring import Paper, Result, RoundScore, ScoreItem, ask_ending, ask_hands, ask_unmelded
from rummykit.engine.table import Ending
from rummykit.i18n import Later, mark, say
from rummykit.parts.card_values import CardValues, rank_values
from rummykit.parts.dealing import ANY_JOKERS
from rummykit.parts.first_meld import GoingOutAtOnce, HandRommeOptions
from rummykit.parts.melding import AceOptions, JokerOptions, held_values, wild_places
from rummykit.rules import Finding, Section
from rummykit.rules.options import CHANGED

if TYPE_CHECKING:
    from rummykit.cards import Card, Placed
    from rummykit.engine.round import Round
    from rummykit.engine.table import Outcome, TableMeld


HELD = "bad_points"
"""The key of the score item that has what the hands count."""
Winner: TypeAlias = Literal["zero", "collects", "paid_by_losers"]
"""What the winner of a round gets of the points that the others hold: see `credit_winner`."""
Unfinished: TypeAlias = Literal["nobody", "lowest"]
"""Who gets points for a round that nobody has won: see `credit_winner`."""
Unmelded: TypeAlias = Literal["normal", "double"] | Annotated[int, Field(ge=5, le=500)]
"""What a hand counts whose player never melded: see `count_unmelded`."""


class ScoringOptions(Section):
    """What a round brings, and how it is written down."""

    asked: ClassVar[tuple[tuple[str, str], ...]] = (
        ("cards", "What do the cards count?"),
        ("winner", "What does the winner of a round get?"),
        ("unfinished", "Who wins a round that nobody finishes?"),
        ("unmelded", "What does a player count who has not melded at all?"),
    )
    known_as: ClassVar[tuple[tuple[str, str], ...]] = (
        ("", "penalty, minus points, count, score sheet"),
        ("cards", "points, card values"),
        ("winner", "winner takes all, credit"),
        ("unfinished", "nobody goes out, tie, blocked, lowest hand"),
        ("unmelded", "double, stuck with a full hand"),
    )

    follow_ups = (("winner", "unfinished"),)

    cards: CardValues = Field(
        "pips",
        description="what cards count, in melds and in a hand: faces ten and others what they show; five below the "
        "ten, ten from there on and an ace fifteen, or five before a two; or values of ranks, the others as they show. "
        "What is said of the ace or of jokers by themselves goes before",
    )
    melds_count: bool = Field(
        False,
        description="whether cards on the table count for whoever laid them; those in a hand are taken off then",
    )
    shown: Literal["bad_points", "minus_points"] = Field(
        "bad_points", description="whether the sheet has bad points, or the same with a minus before them"
    )
    winner: Winner = Field(
        "zero",
        description="what the winner of a round gets for what the others hold: nothing, as it counts against them; the "
        "points of all of them, who then have none; or the same as a payment that they lose",
    )
    unfinished: Unfinished = Field(
        "nobody",
        description="who wins a round that nobody finishes: nobody, and nothing is written down for what is held; or "
        "the lowest hand, which gets what each of the others holds more; of equally low hands none wins",
    )
    unmelded: Unmelded = Field(
        "normal",
        description="what somebody counts who has not laid a single meld: what they hold, twice that, or so many "
        "points instead",
    )
    out_bonus: int = Field(
        0,
        ge=0,
        le=500,
        description="points for whoever goes out: taken off bad points, or added where points are good",
    )
    last_joker: int = Field(
        1,
        ge=1,
        le=4,
        description="what it multiplies the points of the others by if somebody goes out by discarding a joker",
    )

    idle_without = (
        ("shown", "winner", "zero"),
        ("shown", "melds_count", False),
        ("unfinished", "winner", "collects", "paid_by_losers"),
        ("unfinished", "melds_count", False),
        ("last_joker", *ANY_JOKERS),
        ("last_joker", "discards.pile", True),
        ("last_joker", "jokers.discard", "allowed"),
        ("last_joker", "going_out.discard", "required", "optional", "floating"),
    )
    needs = (("cards", CHANGED, "deck.faces", "french"),)

    def contradictions(self, rules: Any, players: int | None) -> Iterator[Finding]:
        """Yield good points in a match that bad points decide."""
        limit = rules.value("match.elimination")
        good = [name for name, bad in (("winner", "zero"), ("melds_count", False)) if getattr(self, name) != bad]
        for name in good if limit is not None else ():
            message = mark(
                "scoring.{option}: {value} gives good points, but match.elimination: {limit} is for bad ones; set "
                "match.rounds or match.target instead"
            )
            told = say(message, option=name, value=self.written(name), limit=limit)
            yield Finding((("scoring", name), ("match", "elimination")), told)


def credit_winner(
    score: RoundScore, side: Sequence[int], how: Winner, rule: str, sides: Sequence[tuple[int, ...]] = ()
) -> RoundScore:
    """Return a score by bad points with what the winners of the round get of those of the others.

    *side* has the seat that has won, and then those of its partners; it is empty if nobody has. Then nothing is
    credited or paid, unless *sides* has for every seat the seats of its side: the side with the fewest points gets what
    each of the others has more, if no other has as few. A winner's own points do not count. *rule* is what the score
    sheet cites.

    >>> held = RoundScore.of([ScoreItem("left", "Left", "X-1", (0, 20, 15))], [1, 2, 1])
    >>> [credit_winner(held, [0], how, "X-1").totals for how in ("zero", "collects", "paid_by_losers")]
    [(0, 40, 15), (55, 0, 0), (55, -40, -15)]
    >>> held = RoundScore.of([ScoreItem("left", "Left", "X-1", (10, 20, 15))], [1, 1, 1])
    >>> [credit_winner(held, [], how, "X-1", [(0,), (1,), (2,)]).totals for how in ("collects", "paid_by_losers")]
    [(15, 0, 0), (15, -10, -5)]
    """
    if how == "zero":
        return score
    collected = mark("Points of the others (held)")
    if sides and not side:
        score, side = _above_lowest(score, rule, sides)
        collected = mark("Points of the others (above the lowest hand)")
    seats = range(len(score.totals))
    owed = [0 if seat in side else score.totals[seat] for seat in seats]
    won = tuple(sum(owed) if side and seat == side[0] else 0 for seat in seats)
    if how == "collects" or not side:
        counts = tuple(None if seat in side else owed[seat] for seat in seats)
        item = ScoreItem("won", collected, rule, won, counts)
        return RoundScore.of([item], [1] * len(seats), score.remark)
    items = [
        replace(item, points=tuple(0 if seat in side else -item.points[seat] for seat in seats)) for item in score.items
    ]
    items.append(ScoreItem("won", mark("Points of the others"), rule, won))
    return RoundScore.of(items, [1 if seat in side else score.factors[seat] for seat in seats], score.remark)


def _above_lowest(score: RoundScore, rule: str, sides: Sequence[tuple[int, ...]]) -> tuple[RoundScore, tuple[int, ...]]:
    """Return what every side has more than the lowest one, and that; of equally low sides none has won."""
    points = {side: sum(score.totals[seat] for seat in side) for side in sides}
    fewest = min(points.values())
    lowest = [side for side in points if points[side] == fewest]
    if len(lowest) > 1:
        return score, ()
    less = tuple(-fewest if side[0] == seat else 0 for seat, side in enumerate(sides))
    item = ScoreItem("lowest", mark("Points of the lowest hand"), rule, less)
    return RoundScore.of([*score.items, item], score.factors, score.remark), lowest[0]


def count_unmelded(held: ScoreItem, unmelded: Collection[int], how: Unmelded) -> tuple[ScoreItem, ...]:
    """Return what the hands count, with what is different for those who never melded.

    >>> held = ScoreItem("left", "Left", "X-1", (0, 20, 15), (0, 2, 2))
    >>> [[item.points for item in count_unmelded(held, [2], how)] for how in ("normal", "double", 100)]
    [[(0, 20, 15)], [(0, 20, 15), (0, 0, 15)], [(0, 20, 0), (0, 0, 100)]]
    """
    if how == "normal" or not unmelded:
        return (held,)
    seats = range(len(held.points))
    if how == "double":
        more = tuple(held.points[seat] if seat in unmelded else 0 for seat in seats)
    else:
        more = tuple(how if seat in unmelded else 0 for seat in seats)
        held = replace(
            held,
            points=tuple(0 if seat in unmelded else held.points[seat] for seat in seats),
            counts=tuple(None if seat in unmelded else held.counts[seat] for seat in seats),
        )
    return held, ScoreItem("unmelded", mark("Never melded"), held.rule, more)


def out_bonus(key: str, title: str, rule: str, result: Result, points: int, is_good: bool) -> ScoreItem:
    """Return a bonus for whoever went out, as it stands on a sheet of good points or of bad ones."""
    own, finisher = points if is_good else -points, result.outcome.seat
    return ScoreItem(key, title, rule, tuple(own if seat == finisher else 0 for seat in range(result.players)))


@dataclass(frozen=True)
class BadPoints:
    """Jokers have a value of their own, and so has every rank, the ace first; *rule* is what the score sheet cites.

    Whoever lays the whole hand at once, or goes out by discarding a joker, makes the points of the others count so many
    times; both multiply. For the first there may be a bonus beside the one for going out. ``winner`` says what becomes
    of the points of the others; where they are good for somebody, the highest total wins, and ``unfinished`` says whose
    they are if nobody ended the round. ``unmelded`` says what a hand counts whose player never melded. ``minus``: the
    sheet writes the points with a minus; they are kept, and the lowest total wins, all the same. ``at_once_fee`` is
    what each of the others pays for the whole hand at once, in chips. ``wild``: ranks whose cards are jokers, too, if
    they are discarded.
    """

    rule: str
    joker: int
    ranks: tuple[int, ...]
    at_once: GoingOutAtOnce = field(default_factory=GoingOutAtOnce)
    at_once_factor: int = 1
    minus: bool = False
    winner: Winner = "zero"
    unfinished: Unfinished = "nobody"
    unmelded: Unmelded = "normal"
    out_bonus: int = 0
    at_once_bonus: int = 0
    at_once_fee: int = 0
    last_joker: int = 1
    wild: tuple[int, ...] = ()
    melds_count = False

    @property
    def high_wins(self) -> bool:
        """Whether points are good."""
        return self.winner != "zero"

    @classmethod
    def by(
        cls,
        rule: str,
        ace: AceOptions,
        jokers: JokerOptions,
        hand_romme: HandRommeOptions | None,
        pips: tuple[int, ...],
        scoring: ScoringOptions,
        at_once_fee: int = 0,
    ) -> BadPoints:
        """Return the scoring that house rules ask for, where the ranks show *pips*."""
        at_once = hand_romme or HandRommeOptions(when="never")
        return cls(
            rule=rule,
            joker=jokers.in_hand,
            ranks=held_values(ace, jokers, rank_values(scoring.cards, pips)),
            wild=wild_places(jokers),
            at_once=GoingOutAtOnce.by(at_once),
            at_once_factor=at_once.factor,
            minus=scoring.shown == "minus_points" and scoring.winner == "zero",
            winner=scoring.winner,
            unfinished="nobody" if scoring.melds_count else scoring.unfinished,
            unmelded=scoring.unmelded,
            out_bonus=scoring.out_bonus,
            at_once_bonus=at_once.bonus,
            at_once_fee=at_once_fee,
            last_joker=scoring.last_joker,
        )

    def score(self, round: Round) -> RoundScore:
        """Score a finished round; without a winner everybody's hand counts."""
        result = Result.of(round)
        last_card = result.outcome.last_card
        by_joker = last_card is not None and self.finish_factor(last_card) > 1
        return self._score(result, self.at_once.happened(round), by_joker)

    def on_paper(self, paper: Paper) -> tuple[Outcome, RoundScore]:
        """Ask who went out, where it counts how and who never melded, and what the others have left."""
        outcome = ask_ending(paper)
        at_once = by_joker = False
        if outcome.seat is not None:
            at_once = self._ask_at_once(paper, paper.names[outcome.seat])
            by_joker = self._ask_last_card(paper, paper.names[outcome.seat])
        unmelded = self._ask_unmelded(paper, outcome, at_once)
        result = ask_hands(paper, outcome, uncounted=unmelded if isinstance(self.unmelded, int) else ())
        return outcome, self._score(replace(result, unmelded=unmelded), at_once, by_joker)

    def _ask_at_once(self, paper: Paper, name: str) -> bool:
        if self.at_once.when == "never":
            return False
        question = mark("Was it Hand-Rommé: did {name} lay the whole hand in one turn?")
        if self.at_once.when == "table_empty":
            question = mark("Was it Hand-Rommé: did {name} lay the whole hand in one turn, before anybody else melded?")
        return paper.whether("at_once", say(question, name=name))

    def _ask_last_card(self, paper: Paper, name: str) -> bool:
        if self.last_joker == 1:
            return False
        return paper.whether("last_joker", say("Was {name}'s last card a joker?", name=name), by_last_card=True)

    def _ask_unmelded(self, paper: Paper, outcome: Outcome, at_once: bool) -> tuple[int, ...]:
        if self.unmelded == "normal":
            return ()
        if outcome.seat is not None and at_once and self.at_once.when == "table_empty":
            return tuple(seat for seat in range(len(paper.names)) if seat not in paper.rules.side_of[outcome.seat])
        return ask_unmelded(paper, outcome)

    def _score(self, result: Result, at_once: bool, by_joker: bool) -> RoundScore:
        """Score what is left; *at_once* and *by_joker* say how somebody went out, if they did."""
        held = ScoreItem(HELD, mark("Bad points (cards)"), self.rule, result.points, result.counts)
        items = count_unmelded(held, result.unmelded, self.unmelded)
        enders = result.enders
        factor = (self.at_once_factor if at_once else 1) * (self.last_joker if by_joker else 1)
        factors = [1 if seat in enders else factor for seat in range(result.players)]
        remark = self._remark(result, factor, at_once, by_joker)
        sides = result.side_of if self.unfinished == "lowest" else ()
        score = credit_winner(RoundScore.of(items, factors, remark), enders, self.winner, self.rule, sides)
        bonuses = self._bonuses(result, at_once)
        score = RoundScore.of([*score.items, *bonuses], score.factors, remark) if bonuses else score
        return replace(score, fee=self.at_once_fee if at_once else 0)

    def _bonuses(self, result: Result, at_once: bool) -> list[ScoreItem]:
        """Return what whoever went out gets besides, which is good for them."""
        if result.outcome.ending is not Ending.OUT:
            return []
        good = self.high_wins
        found = [out_bonus("out_bonus", mark("Bonus for going out"), self.rule, result, self.out_bonus, good)]
        if at_once:
            title = mark("Bonus for Hand-Rommé")
            found.append(out_bonus("at_once_bonus", title, self.rule, result, self.at_once_bonus, good))
        return [item for item in found if item.earners]

    def _remark(self, result: Result, factor: int, at_once: bool, by_joker: bool) -> str | Later:
        finisher = result.outcome.seat
        if finisher is None or not (at_once or by_joker):
            return ""
        if not by_joker:
            message = mark("Hand-Rommé by {name}: the others' points count {factor} times.")
        elif not at_once:
            message = mark("The last card of {name} was a joker: the others' points count {factor} times.")
        else:
            message = mark("Hand-Rommé by {name}, and a joker to end it: the others' points count {factor} times.")
        return Later(message, name=result.names[finisher], factor=factor)

    def standing(self, players: int, table: Sequence[TableMeld], side_cards: Sequence[str]) -> tuple[ScoreItem, ...]:
        """Nothing on the table brings points."""
        return ()

    def card_penalty(self, card: Card) -> int:
        """Return the bad points of a card."""
        return self.joker if card.is_joker else self.ranks[card.rank]

    def finish_factor(self, card: Card) -> int:
        """Return what a joker as the last card multiplies the points of the others by."""
        return self.last_joker if card.is_joker or card.rank in self.wild else 1


@dataclass(frozen=True)
class CardsLaid:
    """Cards on the table count for whoever laid them, and what is *held* is taken off; the highest total wins.

    A card counts on the table what it counts in its meld, so an ace may count less in a low run; jokers count what they
    cost in a hand. ``credit`` says for whom a card laid off counts.
    """

    held: BadPoints
    credit: Literal["owner", "layer"] = "layer"
    high_wins = True
    melds_count = True

    def score(self, round: Round) -> RoundScore:
        """Score a finished round, whoever ended it."""
        return self._score(self.standing(round.players, tuple(round.table.values()), ()), self.held.score(round))

    def on_paper(self, paper: Paper) -> tuple[Outcome, RoundScore]:
        """Ask about the hands, and what everybody has laid."""
        outcome, held = self.held.on_paper(paper)
        return outcome, self._score((self._laid(tuple(map(paper.laid, range(len(paper.names))))),), held)

    def _score(self, laid: Sequence[ScoreItem], held: RoundScore) -> RoundScore:
        # What multiplies the hands has nothing to do with the table, where points are good.
        factors = held.factors if self.held.high_wins else tuple(-factor for factor in held.factors)
        items = [
            replace(item, points=tuple(factor * points for factor, points in zip(factors, item.points, strict=True)))
            for item in held.items
        ]
        items = [replace(item, title=mark("Cards left in the hand")) if item.key == HELD else item for item in items]
        return replace(RoundScore.of([*laid, *items], [1] * len(factors), held.remark), fee=held.fee)

    def _laid(self, points: tuple[int, ...], counts: tuple[int | None, ...] = ()) -> ScoreItem:
        return ScoreItem("laid", mark("Cards laid"), self.held.rule, points, counts)

    def standing(self, players: int, table: Sequence[TableMeld], side_cards: Sequence[str]) -> tuple[ScoreItem, ...]:
        """Return what the cards on the table bring."""
        points, counts = [0] * players, [0] * players
        for meld in table:
            for worth, layer in self._worths(meld):
                seat = layer if self.credit == "layer" else meld.owner
                points[seat] += worth
                counts[seat] += 1
        return (self._laid(tuple(points), tuple(counts)),)

    def _worths(self, meld: TableMeld) -> Iterator[tuple[int, int]]:
        """Yield what every card of a meld counts, and who laid it."""
        rules, start = meld.melds, meld.meld.start
        open_places: dict[Placed, list[int]] = {}
        for at, placed in enumerate(meld.meld.cards):
            open_places.setdefault(placed, []).append(at)
        for placed, seat in meld.laid:
            at = open_places[placed].pop()
            if placed.is_wild:
                yield self.held.joker, seat
            elif meld.is_set:
                yield rules.points_at(placed.card.rank), seat
            else:
                yield rules.points_at(placed.card.rank, start + at), seat

    def card_penalty(self, card: Card) -> int:
        """Return what a card costs in a hand."""
        return self.held.card_penalty(card)

    def finish_factor(self, card: Card) -> int:
        """Return what the last card multiplies the points of the others by."""
        return self.held.finish_factor(card)


def scoring_by(
    rule: str,
    ace: AceOptions,
    jokers: JokerOptions,
    hand_romme: HandRommeOptions | None,
    pips: tuple[int, ...],
    scoring: ScoringOptions,
    at_once_fee: int = 0,
) -> BadPoints | CardsLaid:
    """Return the scoring that house rules ask for: by what is held alone, or by the cards laid, too."""
    held = BadPoints.by(rule, ace, jokers, hand_romme, pips, scoring, at_once_fee)
    return CardsLaid(held) if scoring.melds_count else held
