"""`rummy learn`, and the offer of it before a first game."""

from __future__ import annotations

import sys
from contextlib import suppress

from rummykit.errors import did_you_mean
from rummykit.i18n import say
from rummykit_cli.lines import print_text

OFFERED = ".tour-offered"
"""A file beside the records, which says that the tour was offered once or taken."""


def run_learn() -> int:
    """Give the tour; return the exit code."""
    from rummykit_cli.commands.learn.teacher import teach
    from rummykit_cli.plugged import installed
    from rummykit_cli.preferences import usable_settings
    from rummykit_cli.prompt import Leave, left
    from rummykit_cli.render.palettes import PALETTES

    _remember()
    try:
        teach(installed(), PALETTES[usable_settings().palette])
    except (Leave, KeyboardInterrupt) as stop:
        code = left(stop, say("You left the tour."))
        print_text(say("Take it again with: {command}", command="rummy learn"))
        return code
    return 0


# -- the offer -------------------------------------------------------------------------------------------


def wants_tour() -> bool:
    """Ask whoever has no recorded game, and was never asked before, whether to take the tour first.

    Nobody is asked where there is no terminal.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or _is_known():
        return False
    from rummykit_cli.prompt import Prompt

    _remember()
    print_text(say("Your first game? Type 'learn' for a two-minute tour, or press Enter to play."))
    while True:
        line = Prompt().ask("").strip("'")
        if line.lower() in ("", "learn", "play"):
            return line.lower() == "learn"
        unknown = say("'{word}' is not an answer to that.", word=line)
        print_text(unknown + did_you_mean(line, ["learn", "play"]))
        print_text(say("Type 'learn' for the tour, or press Enter to play."))


def _is_known() -> bool:
    from rummykit_session.storage.store import games_folder, latest_records

    return (games_folder() / OFFERED).exists() or bool(latest_records())


def _remember() -> None:
    from rummykit_session.storage.store import games_folder

    with suppress(OSError):  # at worst the tour is offered again
        games_folder().mkdir(parents=True, exist_ok=True)
        (games_folder() / OFFERED).touch()
