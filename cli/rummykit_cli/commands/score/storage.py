"""Score sheets on disk: a header, then a line for every entry, each written before the next question is asked.

The first line names the format. The second is the header in JSON: variant and version, the complete rules, the players.
Then comes a JSON list a line: an answer with the round, the question's key and the text, a correction with its round,
or an undo. Nothing is ever changed, so whatever ends the program, all entries that were accepted are there.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from rummykit.engine.records import bytes_of
from rummykit.engine.ruleset import Ruleset
from rummykit.errors import PluginError, RecordError, SetupError
from rummykit.i18n import Numbered, mark, reason_of, say
from rummykit.plugin.plugins import Plugins
from rummykit.rules import HouseRuleError, from_json
from rummykit.rules.problems import shown
from rummykit_cli.commands.salvage import FileKind, tell_skipped
from rummykit_session.paper.answers import Answer, Answers, Correction, Entry, Undo
from rummykit_session.paper.keeping import Kept, keep
from rummykit_session.storage.files import GrowingFile, write_file
from rummykit_session.storage.locking import locked, locked_anew
from rummykit_session.storage.store import (
    HEAD,
    latest_files,
    latest_unfinished,
    named_file,
    new_path,
    sheet_number,
    short_name,
)

FORMAT = "RummyKit score sheet 2"
SUFFIX = ".score"


@dataclass(frozen=True)
class StoredSheet:
    """A sheet read from its file."""

    path: Path
    rules: Ruleset
    names: tuple[str, ...]
    answers: Answers
    good_bytes: int
    torn: bool
    """Whether a half-written last line was left out."""

    @classmethod
    def read(cls, path: Path, plugins: Plugins, before: int | None = None) -> StoredSheet:
        """Read a sheet, or what stands *before* a line of it; raise `RecordError` with the place if it cannot be."""
        try:
            return cls._read(path, plugins, before)
        except RecordError as error:
            error.path = path
            raise

    @classmethod
    def _read(cls, path: Path, plugins: Plugins, before: int | None) -> StoredSheet:
        data = bytes_of(path)
        lines = data.split(b"\n")
        first = lines[0].rstrip(b"\r").decode(errors="replace")
        if first != FORMAT:
            raise RecordError(_why_no_sheet(first), 1)
        if len(lines) <= HEAD:
            raise RecordError(say("the header is not complete."), 2)
        rules, names = _header(_json(lines[1], 2), path, plugins)
        written, entries, torn = lines if lines[-1] else lines[:-1], list[Entry](), False
        for number, line in enumerate(written[HEAD : before and before - 1], HEAD + 1):
            try:
                entries.append(_entry(_json(line, number), number))
            except RecordError:
                torn = number == len(lines) and line.decode(errors="replace").isprintable()
                if not torn:
                    raise
        good = min(sum(len(line) + 1 for line in lines[: HEAD + len(entries)]), len(data))
        return cls(path, rules, names, Answers(entries), good, torn)

    def kept(self) -> Kept:
        """Return how the sheet stands."""
        return keep(self.rules, self.names, self.answers.given)


class Sheet:
    """A sheet that is being kept; every entry is on disk before it counts."""

    def __init__(self, stored: StoredSheet, lock: FileLock) -> None:
        """Open a sheet that was read and locked; a half-written last line is cut off."""
        self._lock = lock
        self.rules = stored.rules
        self.answers = stored.answers
        self.kept = stored.kept
        try:
            self._file = GrowingFile(stored.path, stored.good_bytes)
        except OSError as error:
            why = say("the sheet cannot be written to: {reason}.", reason=reason_of(error))
            raise RecordError(why, path=stored.path) from error

    @property
    def path(self) -> Path:
        """Where the sheet is."""
        return self._file.path

    @classmethod
    def create(cls, rules: Ruleset, names: tuple[str, ...]) -> Sheet:
        """Start a new sheet in the games folder."""
        header = {
            "variant": rules.variant,
            "version": rules.version,
            "rules": rules.table_rules.to_json(),
            "players": list(names),
        }
        head = f"{FORMAT}\n{_dumped(header)}\n".encode()
        path, lock = locked_anew(new_path(rules.variant, SUFFIX))
        write_file(path, head)
        return cls(StoredSheet(path, rules, names, Answers(), len(head), torn=False), lock)

    def enter(self, entry: Entry) -> None:
        """Write an entry down."""
        path = self.path
        try:
            self._file.append(f"{_dumped(_listed(entry))}\n".encode())
        except OSError as error:
            why = say("the answer cannot be written: {reason}.", reason=reason_of(error))
            raise RecordError(why, path=path) from error
        self.answers.enter(entry)

    def close(self) -> None:
        """Close the file and leave it to others."""
        self._file.close()
        self._lock.release()


def sole_keeper(path: Path) -> FileLock:
    """Lock a sheet for whoever writes to it."""
    return locked(path, f'rummy score --resume "{short_name(path)}" --json')


# -- which sheet is meant ----------------------------------------------------------------------------------


def latest_sheets() -> list[Path]:
    """Return the sheets in the games folder, the latest first."""
    return [file for file in latest_files(SUFFIX) if file.is_file()]


def find_sheet(name: str | None, plugins: Plugins) -> Path:
    """Return the sheet that is meant: a file, a number (S1: the latest), or by default the latest that is not over."""
    if name is None:
        return _latest_unfinished(plugins)
    number, file = sheet_number(name), named_file(name)
    if number is None or (not name.isdecimal() and file.exists()):
        return file
    sheets = latest_sheets()
    if not 1 <= number <= len(sheets):
        raise RecordError(
            say("there is no score sheet number {number}; there are {count}.", number=name, count=len(sheets))
        )
    return sheets[number - 1]


def _latest_unfinished(plugins: Plugins) -> Path:
    def is_over(path: Path) -> bool:
        sheet = StoredSheet.read(path, plugins)
        try:
            with plugins.playing(sheet.rules.variant, sheet.rules.sources):
                return sheet.kept().books.is_over
        except PluginError as error:
            raise RecordError(str(error), path=path) from error

    path, broken = latest_unfinished(latest_sheets(), is_over)
    tell_skipped(broken, sheets(plugins))
    if path is None:
        raise RecordError(say("there is no unfinished score sheet to go on with; start one with: rummy score"))
    return path


def sheets(plugins: Plugins) -> FileKind:
    """Return what is to know about score sheets in order to save what is good of one."""
    return FileKind(
        lambda path, before: StoredSheet.read(path, plugins, before).good_bytes,
        bool,
        "rummy score --resume",
        kept=Numbered("Intact before it: {number} answer.", "Intact before it: {number} answers."),
        lost=Numbered("Lost: {lines}, with {number} answer.", "Lost: {lines}, with {number} answers."),
    )


# -- lines -------------------------------------------------------------------------------------------------


def _dumped(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _listed(entry: Entry) -> list[object]:
    match entry:
        case Answer(round, key, text):
            return ["answer", round, key, text]
        case Correction(round):
            return ["correct", round]
        case Undo():
            return ["undo"]


def _entry(data: object, line: int) -> Entry:
    match data:
        case ["answer", int(round), str(key), str(text)]:
            return Answer(round, key, text)
        case ["correct", int(round)]:
            return Correction(round)
        case ["undo"]:
            return Undo()
    raise RecordError(say("this line is not an entry of a score sheet."), line)


def _header(data: object, path: Path, plugins: Plugins) -> tuple[Ruleset, tuple[str, ...]]:
    match data:
        case {"variant": str(variant), "version": str(version), "rules": written, "players": [*players]}:
            names = tuple(map(str, players))
        case _:
            raise RecordError(say("the header is not complete."), 2)
    for name in names:
        if not name.strip() or not name.isprintable():
            raise RecordError(say("a player cannot be called {name}", name=shown(name)) + ".", 2)
    try:
        plugins.plugin_of(variant)
        with plugins.playing(variant, ()):
            return plugins.assemble(from_json(written, plugins, name=path.name), len(names)), names
    except (PluginError, SetupError, HouseRuleError) as error:
        why = say("the game cannot be set up; the sheet was made with {needed}.", needed=f"{variant} {version}")
        raise RecordError(f"{why} {error}", 2) from error


def _json(raw: bytes, line: int) -> object:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise RecordError(say("this line cannot be read."), line) from error


def _why_no_sheet(first: str) -> str:
    kind, number = FORMAT.rsplit(" ", 1)
    if first.startswith(f"{kind} "):
        version = first.removeprefix(f"{kind} ")[:24]
        message = mark("the score sheet has format {version}; this version of RummyKit reads format {known}.")
        return say(message, version=version, known=number)
    return say("this is not a score sheet: its first line must be '{line}'.", line=FORMAT)
