"""Who sits at the table: reading `--players`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence

from rummykit.engine.records import SeatInfo
from rummykit.errors import SetupError
from rummykit.i18n import mark, say
from rummykit.rules.document import LONGEST_NAME, told_apart

YOU = mark("You")
"""The name of the only person at a table, to whom the log speaks."""
DEFAULT_BOT = "greedy"
DEFAULT_PLAYERS = 3


def read_players(text: str, bots: Collection[str], watch: bool) -> list[SeatInfo]:
    """Read a number of seats or a list of names and bots.

    >>> [seat.name for seat in read_players("3", {"greedy"}, watch=False)]
    ['You', 'greedy 1', 'greedy 2']
    >>> read_players("Anna,greedy", {"greedy"}, watch=False)
    [SeatInfo(name='Anna', bot=None), SeatInfo(name='greedy', bot='greedy')]
    """
    text = text.strip()
    if re.fullmatch(r"[+-]?[0-9]+", text):
        number = int(text)
        if number < 2:
            raise SetupError(say("--players {text}: at least two must sit at the table.", text=text))
        return seat_all([] if watch else [YOU], number, bots)
    return seat_all([name.strip() for name in text.split(",")], None, bots, watch)


def seat_all(names: Sequence[str], number: int | None, bots: Collection[str], watch: bool = False) -> list[SeatInfo]:
    """Seat people and bots in this order; where a *number* is given, fill up with the usual bot."""
    if number is not None:
        names = [*names, *[DEFAULT_BOT] * (number - len(names))]
    counts = Counter(names)
    seats = []
    for name, seat in zip(names, told_apart(names), strict=True):
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            message = mark("--players: '{name}' cannot be a name: a name has 1 to {number} printable characters.")
            raise SetupError(say(message, number=LONGEST_NAME, name=name))
        if name in bots:
            seats.append(SeatInfo(seat, name))
        elif watch:
            message = mark("--watch is for bots only, and '{name}' is not a bot; the bots are {known}.")
            raise SetupError(say(message, name=name, known=", ".join(sorted(bots))))
        elif counts[name] > 1:
            raise SetupError(say("--players: two people cannot both be called '{name}'.", name=name))
        else:
            seats.append(SeatInfo(name))
    taken = Counter(seat.name for seat in seats)
    for name, times in taken.items():
        if times > 1:
            raise SetupError(say("--players: '{name}' is the name of two seats.", name=name))
    return seats
