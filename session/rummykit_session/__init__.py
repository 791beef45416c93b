"""A game that runs, without a screen: people move, bots are asked, the record is kept, and events tell what happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rummykit_session.session import Session

__all__ = ["HOME_VARIABLE", "Session"]

HOME_VARIABLE = "RUMMYKIT_HOME"
"""The variable that names another folder for games and settings than the usual ones."""


def __getattr__(name: str) -> object:
    # Settings are looked for whenever a command starts, and that loads nothing else of this package.
    if name == "Session":
        from rummykit_session.session import Session

        return Session
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
