"""What a check finds: a sentence, and where a game shows it, the game in the notation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rummykit_kit.setup import Setup

FIRST_MOVES, LAST_MOVES = 40, 20
"""How much of a long game is printed."""


TOLD_ELSEWHERE = "The check 'sets_up' or one of the options tells why."
"""What an `Unplayable` ends with if the game cannot be set up."""


@dataclass(frozen=True)
class Told:
    """A game as far as it was played: how it was set up, and each move with the name of whoever made it."""

    setup: Setup
    moves: tuple[tuple[str, str], ...]

    @property
    def plainness(self) -> tuple[int, int, int]:
        """The less the sooner understood: first few house rules, then few moves, then few players."""
        changed = sum(map(len, self.setup.sections.values())) + (self.setup.preset is not None)
        return changed, len(self.moves), self.setup.players

    def __str__(self) -> str:
        lines = [*self.setup.as_yaml().splitlines(), f"# seed {self.setup.seed}", "", *_spelled(self.moves)]
        return "\n".join(f"    {line}".rstrip() for line in lines)


def _spelled(moves: Sequence[tuple[str, str]]) -> list[str]:
    if not moves:
        return ["(before the first move)"]
    width = max(len(name) for name, _ in moves)
    lines = [f"{name:{width}}  {text}" for name, text in moves]
    left_out = len(lines) - FIRST_MOVES - LAST_MOVES
    if left_out > 1:
        lines[FIRST_MOVES:-LAST_MOVES] = [f"... {left_out} moves ..."]
    return lines


class Broken(Exception):  # noqa: N818 - it says what is broken
    """Something that must hold does not; the message is a sentence for the author of the variant."""

    def __init__(self, sentence: str, told: Told | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.told = told

    def __str__(self) -> str:
        return self.sentence if self.told is None else f"{self.sentence}\n\n{self.told}"


class Unplayable(Exception):  # noqa: N818 - it says why nothing was checked
    """Nothing can be checked, mostly as the game cannot even be set up; the message says why, or which check does."""
