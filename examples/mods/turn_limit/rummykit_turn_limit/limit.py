"""The ending: after the last turn of the last player the round is over."""

from __future__ import annotations

from dataclasses import dataclass

from rummykit.engine.round import Round
from rummykit.engine.table import Ending, Outcome
from rummykit.i18n import Later


@dataclass(frozen=True)
class TurnLimit:
    """How many turns every player has: a lap is over when everybody has ended one."""

    turns: int

    def __call__(self, round: Round) -> Outcome | None:
        """Return the end of the round after its last turn."""
        return Outcome(Ending.RULE, note=Later("the turn limit was reached")) if self._is_reached(round) else None

    def ended(self, round: Round) -> bool:
        """Whether it was the limit that ended a round."""
        return round.outcome is not None and round.outcome.ending is Ending.RULE and self._is_reached(round)

    def _is_reached(self, round: Round) -> bool:
        return round.lap > self.turns
