"""The header of a record: who sits where, what help there is, and whether all that a game needs is said."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from rummykit.errors import RecordError
from rummykit.language import say


@dataclass(frozen=True)
class SeatInfo:
    """Who sits where: a name, and the bot that plays, or None for a person."""

    name: str
    bot: str | None = None


@dataclass(frozen=True)
class TableHelp:
    """What help a table allows: hints, and taking moves back."""

    hints: bool = True
    undo: bool = True


ALL_HELP = TableHelp()


def read_header(text: str) -> dict[str, object]:
    """Return a header that has all it needs; raise `RecordError` if it has not."""
    try:
        header = json.loads(text)
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or not _complete(header):
        raise RecordError(say("the header is not complete."), 2)
    return header


def _complete(header: dict[str, object]) -> bool:
    seats = header.get("seats")
    return (
        header.keys() >= {"variant", "version", "rules"}
        and type(header.get("seed")) is int
        and isinstance(seats, list)
        and all(map(_is_seat, seats))
        and _is_help(header.get("help", asdict(ALL_HELP)))
        and _are_sources(header.get("sources", {}))
    )


def _are_sources(said: object) -> bool:
    return isinstance(said, dict) and all(isinstance(source, dict) for source in said.values())


def _is_help(said: object) -> bool:
    return (
        isinstance(said, dict)
        and said.keys() == asdict(ALL_HELP).keys()
        and all(type(allowed) is bool for allowed in said.values())
    )


def _is_seat(seat: object) -> bool:
    return (
        isinstance(seat, dict)
        and seat.keys() == {"name", "bot"}
        and isinstance(seat["name"], str)
        and seat["name"].isprintable()
        and isinstance(seat["bot"], str | None)
    )
