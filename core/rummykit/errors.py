"""The errors a caller may meet. Each message is a sentence fit for a player or a plugin author."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

T = TypeVar("T")


class RummyKitError(Exception):
    """The base of every error RummyKit raises on purpose."""


class NotationError(RummyKitError):
    """Text that is not a card, meld or move; ``column`` (from 1) says where it goes wrong.

    ``hint`` is the end of the message, what may have been meant; whoever knows more may say something better.
    """

    def __init__(self, message: str, column: int = 1, hint: str = "") -> None:
        super().__init__(message + hint)
        self.column = column
        self.hint = hint


class PluginError(RummyKitError):
    """A plugin that cannot be used; the message names its distribution."""


class SetupError(RummyKitError):
    """A game that cannot be set up as asked (too many players, a hand size the pack cannot serve…)."""


class RecordError(RummyKitError):
    """A record file that cannot be read or replayed; ``path`` and ``line`` (from 1) say where.

    >>> print(RecordError("this line is not text.", 25, "game.rummy"))
    game.rummy:25: this line is not text.
    """

    def __init__(self, message: str, line: int | None = None, path: object = None) -> None:
        super().__init__(message)
        self.line = line
        self.path = path

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.path, self.line) if part is not None)
        return f"{place}: {self.args[0]}" if self.path is not None else str(self.args[0])


def ask_part(rule: Callable[..., T], *arguments: object) -> T:
    """Call what a part or a mod brought beside its moves; whatever it raises must not look like a fault of the game."""
    try:
        return rule(*arguments)
    except RummyKitError:
        raise
    except Exception as error:
        raise PluginError(f"{name_of(rule)} failed: {type(error).__name__}: {error}") from error


def name_of(rule: Callable[..., object]) -> str:
    """Return how to name what a part or a mod brought, in a message to its author."""
    return f"The rule '{getattr(rule, '__qualname__', rule)}' of {getattr(rule, '__module__', 'a mod')}"


def nearest(word: str, names: Iterable[str], alike: float = 0.6) -> str | None:
    """Return the name most like *word*, or None if none is as much *alike*, of 1.

    >>> nearest("Hand-size", ["hand_size", "jokers"])
    'hand_size'
    >>> nearest("x", ["hand_size", "jokers"]) is None
    True
    """
    folded = {_fold(name): name for name in names}
    found = get_close_matches(_fold(word), folded, n=1, cutoff=alike)
    return folded[found[0]] if found else None


def _fold(word: str) -> str:
    # difflib takes quadratic time, and no name is longer than this.
    return word[:60].casefold().replace("-", "_").replace(" ", "_")


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """Return `` Did you mean X?`` with a leading blank, or nothing.

    >>> did_you_mean("gredy", ["random", "greedy"])
    ' Did you mean greedy?'
    """
    from rummykit.i18n import say  # which imports the errors

    name = nearest(word, choices)
    return " " + say("Did you mean {name}?", name=name) if name else ""
