"""The full-screen table, which `rummy play` opens on a terminal.

What is pure comes first: `sitting` (who is at the screen, the log), `fan` (the hand as it is held), `forming` (what
picked cards are), `choices` and `possible_moves` (what can be done), `bench` (rearranging). Screens show it and
pass keys on. Textual is loaded by `open_table` and by nobody else.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rummykit_cli.preferences import Theme
    from rummykit_cli.render.palettes import Palette
    from rummykit_session.session import Session


def fits_terminal() -> bool:
    """Whether this is a terminal that can show the table: keys come in, and the cursor can be moved."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def open_table(session: Session, palette: Palette, pause: float, theme: Theme = "auto") -> None:
    """Play a session to its end on the whole screen, with a pause in seconds after each move of a bot.

    It is light or dark as the *theme* says, or else as suits the terminal. Raises `Leave` or `KeyboardInterrupt` if
    somebody leaves, and what went wrong if the session cannot go on.
    """
    from rummykit_cli.prompt import Leave
    from rummykit_cli.table.app import Parting, TableApp
    from rummykit_cli.table.widgets.ink import LOOKS

    app = TableApp(session, palette, pause, LOOKS.get(theme))
    give_back = _keep_terminal()
    try:
        parting = app.run()
    finally:
        app.left.set()
        if app.was_deaf:  # and may have been interrupted again while it put the terminal in order
            give_back()
    if app.failure is not None:
        raise app.failure
    if parting is Parting.INTERRUPTED:
        raise KeyboardInterrupt
    if parting is not Parting.OVER:
        raise Leave(input_ended=False)


def _keep_terminal() -> Callable[[], None]:
    """Return what puts the terminal back as it is now: its modes, where the system has such, and its usual screen."""
    from rummykit_cli.render.console import FULL_SCREEN_LEFT, HarmlessConsole

    modes: list[Any] | None = None
    with suppress(ImportError, OSError):  # Windows has no such module
        import termios

        modes = termios.tcgetattr(sys.stdin)

    def give_back() -> None:
        if modes is not None:
            termios.tcsetattr(sys.stdin, termios.TCSANOW, modes)
        HarmlessConsole().print(FULL_SCREEN_LEFT, end="")

    return give_back
