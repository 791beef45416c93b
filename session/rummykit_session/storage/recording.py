"""Writing the record of a game while it is played, so that nothing is lost however the program ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from rummykit.engine.actions import Action
from rummykit.engine.match import Match
from rummykit.engine.records import (
    ALL_HELP,
    HINT_SIGN,
    Record,
    SeatInfo,
    TableHelp,
    chain,
    first_lines,
    move_line,
    results,
)
from rummykit.errors import RecordError
from rummykit.i18n import reason_of, say
from rummykit_session.storage.files import GrowingFile, write_file


class RecordWriter:
    """Appends to a record; every line is on disk before the call returns.

    What cannot be written is a `RecordError`. If something else has removed or changed the file, all that was written
    before is in another one, whose ``path`` is known then.
    """

    def __init__(self, file: GrowingFile, last_hash: str) -> None:
        self._file = file
        self.hash = last_hash

    @property
    def path(self) -> Path:
        """Where the record is."""
        return self._file.path

    @classmethod
    def create(cls, path: Path, match: Match, seats: Sequence[SeatInfo], help: TableHelp = ALL_HELP) -> RecordWriter:
        """Start a new record; an existing file is never overwritten."""
        head, last_hash = first_lines(match, seats, help)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, head.encode())
        return cls(GrowingFile(path, len(head.encode())), last_hash)

    @classmethod
    def resume(cls, record: Record, match: Match | None = None) -> RecordWriter:
        """Go on writing a record that was read; a half-written last line is cut off first.

        With the *match* that was replayed from it, what its last move brought is written if that is not there yet.
        """
        try:
            writer = cls(GrowingFile(record.path, record.good_bytes), record.hash)
        except OSError as error:
            why = say("the record cannot be written to: {reason}.", reason=reason_of(error))
            raise RecordError(why, path=record.path) from error
        for text in record.lost_results(match) if match else ():
            writer._write(text)
        return writer

    def move(self, seat: int, action: Action) -> None:
        """Write a move."""
        self._write(move_line(seat, action))

    def play(self, match: Match, action: Action) -> None:
        """Write a legal move, make it, and write the score if it ended a round, and the chips if they changed hands."""
        written = len(match.sheet)
        self.move(match.actor, action)
        match.apply(action)
        for text in results(match, match.sheet[written:]):
            self._write(text)

    def hint(self, seat: int) -> None:
        """Note that a seat has asked for a hint."""
        self._write(f"{HINT_SIGN} {seat + 1}")

    @property
    def place(self) -> tuple[int, str]:
        """Where the record ends now, to go back to."""
        return self._file.size, self.hash

    def go_back(self, place: tuple[int, str]) -> None:
        """Cut off everything that was written after a place."""
        size, self.hash = place
        self._keep(lambda: self._file.go_back(size))

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _write(self, text: str) -> None:
        chained = chain(self.hash, text)
        self._keep(lambda: self._file.append(f"{chained} {text}\n".encode()))
        self.hash = chained

    def _keep(self, doing: Callable[[], None]) -> None:
        path = self.path
        try:
            doing()
        except OSError as error:
            why = say("the move cannot be written: {reason}.", reason=reason_of(error))
            raise RecordError(why, path=path) from error
