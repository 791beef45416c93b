"""RummyKit: the rules of the Rummy family on one core.

`load` gives a match ready to play, from a variant's name or from house rules; the page "RummyKit in Python" plays one.

A plugin marks its hooks with `hookimpl`. Importing this package is cheap on purpose: everything else is imported when
it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from pluggy import HookimplMarker

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rummykit.engine.match import Match
    from rummykit.errors import NotationError, RummyKitError, SetupError
    from rummykit.refusals import IllegalMove, Refusal
    from rummykit.rules import HouseRuleError

__version__ = "0.1.0"

hookimpl = HookimplMarker("rummykit")
"""Marks a function of a plugin as the implementation of a RummyKit hook."""

_HOMES = {
    "HouseRuleError": "rummykit.rules",
    "IllegalMove": "rummykit.refusals",
    "Match": "rummykit.engine.match",
    "NotationError": "rummykit.errors",
    "Refusal": "rummykit.refusals",
    "RummyKitError": "rummykit.errors",
    "SetupError": "rummykit.errors",
}

__all__ = [
    "HouseRuleError",
    "IllegalMove",
    "Match",
    "NotationError",
    "Refusal",
    "RummyKitError",
    "SetupError",
    "__version__",
    "hookimpl",
    "load",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def load(
    source: str | Path,
    *,
    players: int | Sequence[str] | None = None,
    seed: int | None = None,
    preset: str | None = None,
) -> Match:
    """Return a match ready to play.

    *source* is the id of a variant (with *preset*, by one of its presets), the path of a house-rule file, or the text
    of one. *players* are their names in the order of their seats, or how many there are; by default what the house
    rules say, or as few as the game takes. The same *seed* deals the same cards; without one they are dealt by chance.

    Raises `HouseRuleError` for house rules with mistakes in them, and `SetupError` or another `RummyKitError` for what
    cannot be set up.
    """
    from rummykit.loading import load_match

    return load_match(source, players, seed, preset)
