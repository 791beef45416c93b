"""Rearranging by picking cards up and putting them down: the work area of `Workbench` for keys and mouse.

A step of the player may be several of the workbench, as cards are taken out of groups before they are put elsewhere.
It is done as a whole or not at all, and undone as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rummykit.cards import Placed
from rummykit.engine.actions import LayDown, Rearrange
from rummykit.engine.match import Match
from rummykit.engine.views import View
from rummykit.i18n import either, say
from rummykit.melds import Meld
from rummykit.refusals import Refusal
from rummykit_session.forming import meld_words
from rummykit_session.workbench import BenchGroup, StepError, Workbench

LOOSE, HAND = "loose", "hand"
"""The rows that are no groups: cards of the table in no meld, and cards of the hand."""

Place = tuple[str, int]
"""Where a card lies: the name of its row, and how many lie before it there."""


@dataclass(frozen=True)
class BenchRow:
    """Cards that lie together: a group by its name, the loose cards, or the hand."""

    name: str
    cards: tuple[Placed, ...]
    remark: str = ""
    is_meld: bool = True
    changed: bool = False


class Bench:
    """A rearrangement in the making; the game knows nothing of it before its `action` is played."""

    def __init__(self, match: Match, view: View) -> None:
        self._match = match
        self._bench = Workbench(view.rules, view.table, view.hand)
        self._steps: list[int] = []
        """How many steps of the workbench each step of the player took."""
        self.picked: set[Place] = set()

    # -- what lies where -----------------------------------------------------------------------------

    @property
    def rows(self) -> list[BenchRow]:
        """The groups, the loose cards if there are any, and the hand."""
        rows = [self._row(group) for group in self._bench.groups]
        if self._bench.loose:
            loose = tuple(map(Placed, self._bench.loose))
            rows.append(BenchRow(LOOSE, loose, say("must go back into a meld"), is_meld=False, changed=True))
        return [*rows, BenchRow(HAND, tuple(map(Placed, self._bench.hand)))]

    def _row(self, group: BenchGroup) -> BenchRow:
        if self._bench.is_as_before(group):
            return BenchRow(group.name, group.cards)
        match self._bench.verdict(group):
            case Meld() as meld:
                return BenchRow(group.name, group.cards, meld_words(meld), changed=True)
            case Refusal() as refusal:
                return BenchRow(group.name, group.cards, refusal.sentence, is_meld=False, changed=True)
            case several:
                remark = say("say which you mean: {melds}", melds=either(several))
                return BenchRow(group.name, group.cards, remark, is_meld=False, changed=True)

    def pick(self, place: Place) -> None:
        """Pick a card, or put it back."""
        self.picked ^= {place}

    @property
    def in_doubt(self) -> tuple[str, list[Meld]] | None:
        """The first group that can be read in several ways, and these."""
        for group in self._bench.groups:
            verdict = self._bench.verdict(group)
            if isinstance(verdict, list) and not self._bench.is_as_before(group):
                return group.name, verdict
        return None

    # -- steps ---------------------------------------------------------------------------------------

    def take_apart(self, name: str) -> None:
        """Take a whole group apart."""
        if name in (LOOSE, HAND):
            raise StepError(say("First move to the meld you want to take apart."))
        with self._step():
            self._take("", name)

    def put(self, name: str = "") -> None:
        """Put the picked cards together as a new group, or add them to one; from groups they are taken first."""
        if name == HAND:
            raise StepError(say("Cards from the table stay on the table."))
        cards = self._picked_by_row()
        cards.pop(name, None)
        if not cards:
            raise StepError(say("First pick the cards you want to put down."))
        with self._step():
            for row, texts in cards.items():
                if row not in (LOOSE, HAND):
                    self._take(" ".join(texts), row)
            if name != LOOSE:
                self._put(" ".join(text for texts in cards.values() for text in texts), name)

    def read_as(self, name: str, meld: Meld) -> None:
        """Say what the jokers of a group stand for."""
        with self._step():
            self._take("", name)
            self._put(str(meld), "")

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to go back."""
        return bool(self._steps)

    def undo(self) -> None:
        """Go back one step of the player."""
        if not self._steps:
            raise StepError(say("There is no step to undo."))
        self._go_back(self._steps.pop())
        self.picked.clear()

    def _picked_by_row(self) -> dict[str, list[str]]:
        """Return the picked cards in the notation, by row; a joker that moves is bound to nothing."""
        by_row: dict[str, list[str]] = {}
        for row in self.rows:
            for at, placed in enumerate(row.cards):
                if (row.name, at) in self.picked:
                    by_row.setdefault(row.name, []).append(str(placed.card))
        return by_row

    @contextmanager
    def _step(self) -> Iterator[None]:
        self._steps.append(0)
        try:
            yield
        except StepError:
            self._go_back(self._steps.pop())
            raise
        self.picked.clear()

    def _take(self, cards: str, name: str) -> None:
        self._bench.take(cards, name)
        self._steps[-1] += 1

    def _put(self, cards: str, name: str) -> None:
        self._bench.put(cards, name)
        self._steps[-1] += 1

    def _go_back(self, steps: int) -> None:
        for _ in range(steps):
            self._bench.undo()

    # -- the move ------------------------------------------------------------------------------------

    def action(self) -> Rearrange | LayDown | Refusal:
        """Return the move that lays the table so, or why it is refused; `StepError` as long as it cannot be one."""
        action = self._bench.action()
        return self._match.check(action) or action

    @property
    def standing(self) -> tuple[str, bool]:
        """How it stands, in words, and whether it can be played so."""
        try:
            found = self.action()
        except StepError as error:
            return str(error), False
        if isinstance(found, Refusal):
            return str(found), False
        return say("This can be played."), True
