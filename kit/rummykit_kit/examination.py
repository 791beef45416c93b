"""What can be found out about a decision without making it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from rummykit.actions import Rearrange
from rummykit_kit.crashes import asking
from rummykit_kit.madeup import rearrangements, unlisted

if TYPE_CHECKING:
    from rummykit.actions import Action
    from rummykit.reasons import Refusal
    from rummykit.round import Round
    from rummykit.views import View


class Trial(NamedTuple):
    """A move made on a copy of the round, and whether that left the round itself alone."""

    action: Action
    round: Round
    independent: bool


class Examination:
    """A decision looked at in full: every listed move checked and tried out, and many that are not listed."""

    def __init__(self, round: Round, legal: Sequence[Action], random: Random) -> None:
        self._round = round
        self._legal = legal
        self._random = random

    @cached_property
    def listed(self) -> list[tuple[Action, Refusal | None]]:
        """The listed moves, and what the check says of them."""
        return [(action, self._checked(action)) for action in self._legal]

    @cached_property
    def made_up(self) -> list[tuple[Action, Refusal | None]]:
        """Moves that nobody listed, and what the check says of them; of rearrangements few are listed."""
        actions = [*unlisted(self._round, self._random), *rearrangements(self._round, self._random)]
        return [(action, self._checked(action)) for action in actions]

    @cached_property
    def trials(self) -> list[Trial]:
        """Every move that passes, made on a copy: the listed ones, and the rearrangements that were made up."""
        passed = [action for action, refusal in self.listed if refusal is None]
        passed += [action for action, refusal in self.made_up if refusal is None and isinstance(action, Rearrange)]
        return [self._tried(action) for action in passed]

    @cached_property
    def views(self) -> list[View]:
        """What every seat is shown."""
        with asking("Making a view"):
            return [self._round.view(seat) for seat in range(self._round.players)]

    def _checked(self, action: Action) -> Refusal | None:
        with asking(f"Checking '{action}'"):
            return self._round.check(action)

    @cached_property
    def _before(self) -> str:
        return self._round.fingerprint()

    def _tried(self, action: Action) -> Trial:
        before = self._before
        with asking(f"Playing '{action}' on a copy of the round"):
            trial = self._round.copy()
            trial.apply(action)
        return Trial(action, trial, self._round.fingerprint() == before)
