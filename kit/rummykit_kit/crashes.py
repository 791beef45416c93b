"""Errors that a plugin raises while it is checked: the finding of one check, and of no other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING

from rummykit.errors import PluginError
from rummykit_kit.broken import Broken

if TYPE_CHECKING:
    from rummykit.reasons import Refusal
    from rummykit.ruleset import Ruleset


class Crashed(Exception):  # noqa: N818 - it says what happened
    """The plugin raised an error when it was asked for something."""

    def __init__(self, what: str, error: Exception) -> None:
        super().__init__(f"{what} raised {type(error).__name__}: {_first_line(error)} ({_place(error)}).")
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


def _first_line(error: Exception) -> str:
    return (str(error).strip() or "no reason given").splitlines()[0].rstrip(".")


def _place(error: Exception) -> str:
    """Return the file and the line where the error was raised."""
    frame = extract_tb(error.__traceback__)[-1]
    return f"{Path(frame.filename).name}, line {frame.lineno}"


@contextmanager
def asking(what: object) -> Iterator[None]:
    """Ask the plugin for something within a `with` block; what it raises is a crash, not the finding of this check."""
    try:
        yield
    except (Broken, Crashed):
        raise
    except Exception as error:
        raise Crashed(str(what), error) from error
