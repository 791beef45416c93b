"""The referee: settles a dispute away from the screen, by the rules of a table.

It has no rules of its own. Whether cards are a meld is for `MeldRules` to say; whether they may be laid, added or
swapped is asked of the engine, on a table laid for the question. So it refuses with the very words of a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rummykit.cards import Placed, words
from rummykit.engine.actions import LayDown
from rummykit.engine.notation import read_action, read_meld
from rummykit.errors import NotationError, RummyKitError, SetupError
from rummykit.i18n import say
from rummykit.melds import Meld, MeldProblem, Shape
from rummykit.parts.first_meld import MOST_MELDS
from rummykit.refusals import TABLE_CITATIONS, TABLE_RULES, Citation, IllegalMove, Reason, Refusal
from rummykit.scenario import Scenario, Table

if TYPE_CHECKING:
    from rummykit.engine.ruleset import Ruleset
    from rummykit.plugin.plugins import Plugins
    from rummykit.rules import TableRules

SPARE_CARDS = 3
"""Cards held beside the melds in question: enough that laying them never empties a hand."""
GROUNDS = {Shape.SET: Reason.SET_SAME_SUIT, Shape.RUN: Reason.RUN_GAP}
"""The rule that says what a set or a run is stands behind these refusals."""


class QuestionError(RummyKitError):
    """A question that cannot be answered: ``part`` and ``column`` (from 1, 0 for all of it) say where it goes wrong."""

    def __init__(self, part: str, message: str, column: int = 0) -> None:
        super().__init__(message)
        self.part = part
        self.column = column


@dataclass(frozen=True)
class Ground:
    """A rule that an answer rests on: its id, its sentence, and what the table has set otherwise.

    The sentence is the rule sheet's, to be said where it is shown. ``changed`` says which option the table has set,
    and where: ``first_meld.min = 30 (preset 'club')``.
    """

    rule: str
    text: str
    changed: str = ""


@dataclass(frozen=True)
class Ruling:
    """What some cards are: every meld they can be read as, best first; or why they are none."""

    text: str
    readings: tuple[Meld, ...]
    refusal: Refusal | None
    grounds: tuple[Ground, ...]


@dataclass(frozen=True)
class Laying:
    """Whether melds may be laid; ``points`` are those that count towards the ``needed`` of a first meld."""

    melds: tuple[Meld, ...]
    refusal: Refusal | None
    points: int
    needed: int
    ground: Ground | None


@dataclass(frozen=True)
class Verdict:
    """The answer to "is this a meld?", as a first meld and later; neither if the cards are none.

    ``refusal`` says why nothing is laid, in a game that lays nothing out.
    """

    rulings: tuple[Ruling, ...]
    first: Laying | None = None
    later: Laying | None = None
    refusal: Refusal | None = None

    @property
    def answer(self) -> bool:
        """Whether one group of cards is a meld; of several, whether they will do as a first meld together."""
        if any(ruling.refusal for ruling in self.rulings):
            return False
        return len(self.rulings) == 1 or self.first is None or self.first.refusal is None


@dataclass(frozen=True)
class Permission:
    """The answer to "may I?": the move in full, why not if not, and by number the melds that it makes or changes."""

    move: str
    refusal: Refusal | None
    table: Mapping[int, str] = field(default_factory=dict)


class Referee:
    """Answers questions by the rules of one table.

    ``judge("5c 6c * 8c")`` says whether cards are a meld, what their jokers stand for, what it is worth and whether it
    would do as a first meld; ``may("layoff 9c > 1", hand="9c Kd", table=["5c 6c 7c"])`` whether a move is allowed.
    """

    def __init__(self, plugins: Plugins, table_rules: TableRules) -> None:
        self._scenario = Scenario.by(plugins.assemble_for_any(table_rules), plugins)
        self.rules: Ruleset = self._scenario.rules

    def ground(self, cited: Citation | Refusal) -> Ground:
        """Return the rule that is cited, with its sentence and what the table has set."""
        text = self.rules.rulebook.get(cited.rule) or TABLE_RULES.get(cited.rule, "")
        section, _, option = (cited.option or "").partition(".")
        origin = self.rules.table_rules.origins.get((section, option))
        if origin is None or cited.option is None:
            return Ground(cited.rule, text)
        value = self.rules.table_rules.written(cited.option)
        return Ground(cited.rule, text, f"{cited.option} = {value} ({origin})")

    def _behind(self, reason: Reason) -> Ground:
        """Return the rule behind a reason, which says the same where nothing is refused."""
        return self.ground(self.rules.citations.get(reason) or TABLE_CITATIONS[reason])

    # -- is it a meld? ----------------------------------------------------------------------------------

    def judge(self, cards: str, lap: int | None = None, round: int = 1) -> Verdict:
        """Say what cards are, and whether they may be laid; several melds, parted by ``|``, are laid together.

        Where a joker can be read in several ways, they are laid in the best one.
        """
        groups = list(_groups(cards))
        if len(groups) > MOST_MELDS:
            raise QuestionError(
                "cards",
                say("No hand has room for {count} melds; ask for {most} at most.", count=len(groups), most=MOST_MELDS),
            )
        placed = [self._read_cards(text, column) for text, column in groups]
        with _reading("cards"):
            self.rules.pack.heap(one.card for group in placed for one in group)
        rulings = tuple(map(self._judge, placed))
        if any(ruling.refusal for ruling in rulings):
            return Verdict(rulings)
        if not self.rules.flow.lays_out:
            return Verdict(rulings, refusal=self.rules.refuse(Reason.NOTHING_LAID_OUT))
        melds = tuple(ruling.readings[0] for ruling in rulings)
        first, later = (self._laying(melds, melded, lap, round) for melded in (False, True))
        return Verdict(rulings, first, later)

    def _read_cards(self, text: str, column: int) -> tuple[Placed, ...]:
        if not text.strip():
            why = say("There are no cards to judge; write them like '5c 6c 7c | 9s 9h 9d'.")
            raise QuestionError("cards", why, column)
        with _reading("cards"):
            return self.rules.melds.placed_cards(text, column)

    def _judge(self, cards: tuple[Placed, ...]) -> Ruling:
        text = " ".join(map(str, cards))
        try:
            readings = self.rules.melds.meant(cards)
        except MeldProblem as problem:
            refusal = self.rules.refuse_meld(problem)
            return Ruling(text, (), refusal, (self.ground(refusal),))
        reasons: list[Reason] = list(dict.fromkeys(GROUNDS[meld.shape] for meld in readings))
        if readings[0].jokers:
            reasons.append(Reason.JOKER_COLOUR)
        best_first = tuple(sorted(readings, key=lambda meld: -meld.points))
        return Ruling(text, best_first, None, tuple(map(self._behind, reasons)))

    def _laying(self, melds: tuple[Meld, ...], melded: bool, lap: int | None, round: int) -> Laying:
        laid = self._lay(self._hand_for(melds), (), melded, lap, round).round
        refusal = laid.check(LayDown(melds))
        if melded:
            return Laying(melds, refusal, 0, 0, self.ground(refusal) if refusal else None)
        first = self.rules.flow.laying_down.first_for(laid, laid.active)
        counted = first.counted(melds)
        own_minimum = first.min_points_with_joker is not None and any(meld.jokers for meld in counted)
        reason = Reason.FIRST_MELD_POINTS_WITH_JOKER if own_minimum else Reason.FIRST_MELD_POINTS
        points, needed = first.reached(counted)
        return Laying(melds, refusal, points, needed, self.ground(refusal) if refusal else self._behind(reason))

    def _hand_for(self, melds: tuple[Meld, ...]) -> str:
        """Return a hand that holds the melds and some other cards; jokers of a pool are in no hand."""
        pack, pool = self.rules.pack, self.rules.deal.pool_jokers
        held = [placed.card for meld in melds for placed in meld.cards if not (pool and placed.card.is_joker)]
        left = pack.subtract(pack.everything, pack.heap(held)) & ~pack.joker_bits
        return " ".join(card.text for card in [*held, *pack.cards_in(left)[:SPARE_CARDS]])

    # -- may I? -------------------------------------------------------------------------------------------

    def may(
        self,
        move: str,
        hand: str,
        table: Sequence[str] = (),
        *,
        melded: bool = True,
        open_card: str = "",
        lap: int | None = None,
        round: int = 1,
    ) -> Permission:
        """Say whether a player with all the cards of *hand* may make a move in the middle of their turn.

        Melds of the table are numbered as they come, and belong to another player unless written ``1: 5c 6c 7c``. A
        move that draws is asked at the beginning of the turn.
        """
        laid = self._lay(hand, table, melded, lap, round, open_card, drawn=not move.strip().lower().startswith("draw"))
        with _reading("move"):
            action = read_action(move, laid.round)
        if isinstance(action, Refusal):
            if action.reason is Reason.AMBIGUOUS:
                raise QuestionError("move", action.sentence)
            return Permission(" ".join(move.split()), action)
        refusal = laid.round.check(action)
        if refusal is not None:
            return Permission(str(action), refusal)
        before = dict(laid.round.table)
        laid.round.apply(action)
        changed = {number: str(meld) for number, meld in laid.round.table.items() if before.get(number) != meld}
        return Permission(str(action), None, changed)

    def _lay(
        self,
        hand: str,
        table: Sequence[str],
        melded: bool,
        lap: int | None,
        round: int,
        open_card: str = "",
        drawn: bool = True,
    ) -> Table:
        """Lay the table with the asking player, the first, on turn."""
        flow = self.rules.flow
        self._check_hand("hand", hand)
        self._check_hand("open card", open_card)
        melds = [self._owned(number, text, melded) for number, text in enumerate(table, 1)]
        with _reading("table"):
            return self._scenario.deal(
                hands=[hand],
                table=melds,
                open_card=open_card,
                melded=[0] if melded else [],
                drawn=drawn and flow.draw_mode == "draw_then_play",
                # As a rule nobody asks about the laps in which there is no melding at all.
                lap=lap or (flow.laying_down.no_meld_laps + 1 if flow.lays_out else 1),
                round=round,
            )

    def _check_hand(self, part: str, text: str) -> None:
        with _reading(part):
            cards = [(self.rules.pack.card(word, at + 1), at + 1) for word, at in words(text)]
        for card, column in cards:
            if card.is_joker and self.rules.deal.pool_jokers:
                raise QuestionError(part, say("Nobody holds {card} here: jokers lie in the pool.", card=card), column)

    def _owned(self, number: int, text: str, melded: bool) -> str:
        """Return a meld of the table with its owner, having made sure that it is one meld and no other."""
        owner, colon, cards = text.partition(":")
        owner, cards = (owner.strip(), cards) if colon else ("2", text)
        part, players = f"table, meld {number}", self.rules.players
        if owner not in map(str, range(1, players + 1)):
            why = say(
                "'{text}' is not a player: before the colon goes 1 for you, up to {players}.",
                text=owner,
                players=players,
            )
            raise QuestionError(part, why, 1)
        if owner == "1" and not melded:
            why = say("It is yours, so you have melded: leave out the '1:', or that you have not.")
            raise QuestionError(part, why, 1)
        with _reading(part):
            return f"{owner}: {read_meld(cards, self.rules, len(text) - len(cards) + 1)}"


def _groups(cards: str) -> Iterator[tuple[str, int]]:
    """Yield the melds of a text and the column where each begins."""
    column = 1
    for piece in cards.split("|"):
        yield piece, column
        column += len(piece) + 1


@contextmanager
def _reading(part: str) -> Iterator[None]:
    """Turn what cannot be read into a `QuestionError` that says where."""
    try:
        yield
    except NotationError as error:
        raise QuestionError(part, str(error), error.column) from error
    except SetupError as error:
        raise QuestionError(part, str(error)) from error
    except IllegalMove as error:
        doubtful = error.refusal.reason is Reason.AMBIGUOUS
        raise QuestionError(part, error.refusal.sentence if doubtful else str(error)) from error
