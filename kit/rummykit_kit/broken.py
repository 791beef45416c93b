"""What a check finds, told as a sentence and a short game, and the errors that a plugin raises while it is checked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING

from rummykit.errors import PluginError

if TYPE_CHECKING:
    from rummykit.engine.ruleset import Ruleset
    from rummykit.refusals import Refusal
    from rummykit_kit.setup import Setup

FIRST_MOVES, LAST_MOVES = 40, 20
"""How much of a long game is printed."""


TOLD_ELSEWHERE = "The check 'sets_up' or one of the options tells why."
"""What an `Unplayable` ends with if the game cannot be set up."""


@dataclass(frozen=True)
class GameSoFar:
    """A game as far as it was played: how it was set up, and each move with its seat."""

    setup: Setup
    moves: tuple[tuple[int, str], ...]

    @property
    def plainness(self) -> tuple[int, int, int]:
        """The less the sooner understood: first few house rules, then few moves, then few players."""
        changed = sum(map(len, self.setup.sections.values())) + (self.setup.preset is not None)
        return changed, len(self.moves), self.setup.players

    def __str__(self) -> str:
        lines = [*self.setup.as_yaml().splitlines(), f"# seed {self.setup.seed}", "", *self._spelled()]
        return "\n".join(f"    {line}".rstrip() for line in lines)

    def _spelled(self) -> list[str]:
        names = self.setup.names
        width = max((len(names[seat]) for seat, _ in self.moves), default=0)
        lines = [f"{names[seat]:{width}}  {text}" for seat, text in self.moves]
        left_out = len(lines) - FIRST_MOVES - LAST_MOVES
        if left_out > 1:
            lines[FIRST_MOVES:-LAST_MOVES] = [f"... {left_out} moves ..."]
        return lines or ["(before the first move)"]


class Broken(Exception):  # noqa: N818 - it says what is broken
    """Something that must hold does not; the message is a sentence for the author of the variant."""

    def __init__(self, sentence: str, told: GameSoFar | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.told = told

    def __str__(self) -> str:
        return self.sentence if self.told is None else f"{self.sentence}\n\n{self.told}"


class Unplayable(Exception):  # noqa: N818 - it says why nothing was checked
    """Nothing can be checked, mostly as the game cannot even be set up; the message says why, or which check does."""


class Crashed(Exception):  # noqa: N818 - it says what happened
    """The plugin raised an error when it was asked for something."""

    def __init__(self, what: str, error: Exception) -> None:
        why = (str(error).strip() or "no reason given").splitlines()[0].rstrip(".")
        place = extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}, line {place.lineno}"
        super().__init__(f"{what} raised {type(error).__name__}: {why} ({where}).")
        self.error = error


def is_for_citations(crash: Crashed, rules: Ruleset) -> bool:
    """Whether an error was raised because the variant cites no rule for a reason, which another check tells."""
    return isinstance(crash.error, PluginError) and bool(rules.uncited())


def why(refusal: Refusal) -> str:
    """Return a refusal as a player reads it; its reason, if the sentence cannot be said, which another check tells."""
    try:
        return str(refusal)
    except Exception:
        return f"{refusal.reason.name} [{refusal.rule}]"


@contextmanager
def asking(what: object) -> Iterator[None]:
    """Ask the plugin for something within a `with` block; what it raises is a crash, not the finding of this check."""
    try:
        yield
    except (Broken, Crashed):
        raise
    except Exception as error:
        raise Crashed(str(what), error) from error
