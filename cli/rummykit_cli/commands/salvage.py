"""Broken records and score sheets: what is good of them is offered in a new file, and the broken one stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from rummykit.errors import RecordError, SetupError
from rummykit.i18n import Numbered, say, say_number
from rummykit_cli.commands.writing import unwritable
from rummykit_cli.lines import print_text
from rummykit_cli.prompt import Leave, Prompt
from rummykit_session.storage.files import unused, write_file
from rummykit_session.storage.store import HEAD, is_salvageable, short_name
from rummykit_session.words import yes_or_no


@dataclass(frozen=True)
class FileKind:
    """How to read one of our files, and how to speak of it."""

    good_bytes: Callable[[Path, int | None], int]
    """Reads a file, or what stands before a line of it, and returns how much is good; `RecordError` if not all is."""
    counts: Callable[[str], bool]
    """Whether a line is a move, or an answer."""
    command: str
    """What goes on with such a file."""
    kept: Numbered
    lost: Numbered


def offer(path: Path, error: RecordError, kind: FileKind) -> Path:
    """Offer to go on with what is good of a file, and return where to; raise the error if nobody wants to."""
    if not is_salvageable(error):
        raise error
    good, found = _good_beginning(path, kind)
    error = found or error
    into, told = unused(path), _tell(path, good, kind)
    prompt = Prompt()
    if prompt.interactive:
        print_text(f"{error}\n{told}")
        print_text(say("{path} stays as it is.", path=path))
        if _agrees(prompt, say("Go on in the new file {path}?", path=into)):
            return into
    command = f'{kind.command} "{short_name(path)}" --into "{into}"'
    raise RecordError(f"{error}\n{told}\n{say('Go on with what is intact, in a new file: {command}', command=command)}")


def carry_over(path: Path, into: Path, kind: FileKind) -> None:
    """Write what is good of a file to a new one, and say what is lost."""
    good, error = _good_beginning(path, kind)
    try:
        write_file(into, good)
    except FileExistsError:
        raise SetupError(say("{path} already exists; name a new file.", path=into)) from None
    except OSError as problem:
        raise unwritable(into, problem) from problem
    if error is not None:
        print_text(f"{error}\n{_tell(path, good, kind)}")


def tell_skipped(broken: Iterable[RecordError], kind: FileKind) -> None:
    """Say which later games cannot be gone on with."""
    for error in broken:
        print_text(say("A later game cannot be read: {problem}", problem=error), err=True)
        if is_salvageable(error):
            command = f'{kind.command} "{short_name(Path(str(error.path)))}"'
            print_text(say("See what can be saved of it with: {command}", command=command), err=True)


def _agrees(prompt: Prompt, question: str) -> bool:
    answer: bool | None = None
    try:
        while answer is None:
            answer = yes_or_no(prompt.ask(f"{question} ({say('yes')}, {say('no')}) "))
    except Leave:
        return False
    return answer


def _good_beginning(path: Path, kind: FileKind) -> tuple[bytes, RecordError | None]:
    """Return as much of a file as is good, and what is wrong with the first line after that, if anything is."""
    problem: RecordError | None = None
    while True:
        try:
            size = kind.good_bytes(path, problem.line if problem else None)
            return path.read_bytes()[:size], problem
        except RecordError as error:
            if not is_salvageable(error):
                raise
            problem = error


def _tell(path: Path, good: bytes, kind: FileKind) -> str:
    """Say what of a file is good and what is lost."""
    after = path.read_bytes()[len(good) :].decode(errors="replace").splitlines()
    first, last = good.count(b"\n") + 1, good.count(b"\n") + len(after)
    lines = (
        say("line {first}", first=first) if len(after) < 2 else say("lines {first} to {last}", first=first, last=last)
    )
    kept = sum(map(kind.counts, good.decode(errors="replace").splitlines()[HEAD:]))
    lost = sum(map(kind.counts, after))
    told = say_number(*kind.lost, lost, lines=lines) if lost else say("Lost: {lines}.", lines=lines)
    return f"{say_number(*kind.kept, kept)} {told}"
