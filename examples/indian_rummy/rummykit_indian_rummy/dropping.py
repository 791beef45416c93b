"""Dropping: instead of drawing, a player leaves the round for some points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummykit.engine.actions import Action
from rummykit.i18n import mark, say
from rummykit.refusals import Refusal

from rummykit_indian_rummy.declaring import PAID, pure_runs

if TYPE_CHECKING:
    from rummykit.engine.round import Round
    from rummykit.engine.views import View


@dataclass(frozen=True, slots=True, repr=False)
class Drop(Action):
    """Leave the round: ``drop``."""

    verb = form = "drop"
    phrase = mark("drop")
    meaning = mark("Leave the round instead of drawing, for a fixed number of points.")
    you = mark("You drop.")
    they = mark("{name} drops.")


DROP = Drop()

STILL_THERE, HOPE = 1.1, 26
"""How rounds between bots end for a hand without a pure run that does not win: with this share of what was in no meld;
and what it is worth to most players to go on. See `Dropping.worth`."""


@dataclass(frozen=True)
class Dropping:
    """A player may leave the round in place of a draw: for fewer points before their first draw than later."""

    first: int = 20
    later: int = 40
    action = Drop
    when = ("draw",)
    keeps = (PAID,)

    def points(self, table: Round | View) -> int:
        """Return what the seat on turn pays for dropping now; in the first lap nobody has drawn before their turn."""
        return self.first if table.lap == 1 else self.later

    def legal(self, round: Round, found: list[Action]) -> None:
        """Append the drop."""
        found.append(DROP)

    def check(self, round: Round, action: Drop) -> Refusal | None:
        """One may always drop in place of a draw."""
        return None

    def apply(self, round: Round, action: Drop) -> None:
        """Take the seat on turn out of the round."""
        round.keep("paid", self.points(round), seat=round.active)
        round.leave()

    def worth(self, view: View, action: Drop) -> float:
        """A hand with a pure run is played on; any other costs what is in no meld, unless one wins all the same."""
        rules = view.rules
        if pure_runs(rules, view.hand):
            return -self.points(view)
        left_in = view.gone.count(False)
        loses = (left_in - 1) / left_in
        return loses * STILL_THERE * rules.least_deadwood(view.hand) - HOPE - self.points(view)

    def why(self, view: View, action: Drop) -> str:
        """Say what is wrong with the hand."""
        return say("You have no pure run, and your cards count too much.")
