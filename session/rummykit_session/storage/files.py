"""Files that are there whole or not at all, and files that grow by whole lines."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import suppress
from glob import escape
from itertools import count
from pathlib import Path
from secrets import token_hex
from time import time

from rummykit.i18n import say

MARK_BYTES = 6
LEFT_SECONDS = 3600
"""Nobody takes so long to write a file; what lies aside for longer was left by a program that was killed."""


def numbered(path: Path) -> Iterator[Path]:
    """Yield a path, and then the same one with a number before its suffix.

    >>> names = numbered(Path("game.rummy"))
    >>> [next(names).name for _ in range(3)]
    ['game.rummy', 'game-2.rummy', 'game-3.rummy']
    """
    yield path
    for number in count(2):
        yield path.with_stem(f"{path.stem}-{number}")


def unused(path: Path) -> Path:
    """Return the first of such paths at which nothing is, not even a link that leads nowhere."""
    return next(one for one in numbered(path) if not os.path.lexists(one))


def write_file(path: Path, data: bytes, *, over: bool = False) -> None:
    """Write a file; when the call returns, all of it is on disk, and if it fails, nothing of it is there.

    Nothing may be there by that name, not even a link that leads nowhere (`FileExistsError`); with *over*, a file that
    is there, or that a link leads to, is replaced, but never a device or a pipe.
    """
    if not over and os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    path = path.resolve() if over else path
    if path.exists() and not path.is_file():  # putting a file in the place of a device would be worse
        raise OSError(errno.EINVAL, say("it is not a regular file"))
    aside = path.with_name(f".{path.name}.{token_hex(MARK_BYTES)}.new")
    try:
        with aside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if not over:
            _take_name(path, aside)
        else:
            aside.replace(path)
    finally:
        with suppress(OSError):
            aside.unlink(missing_ok=True)
    _tidy(path)
    _sync(path.parent)


def _tidy(path: Path) -> None:
    """Remove what programs that were killed while they wrote this file have left beside it."""
    for aside in path.parent.glob(f".{escape(path.name)}.{'[0-9a-f]' * (2 * MARK_BYTES)}.new"):
        with suppress(OSError):
            if aside.lstat().st_mtime < time() - LEFT_SECONDS:
                aside.unlink()


def _take_name(path: Path, aside: Path) -> None:
    """Give a file its name, which nobody else may have taken."""
    try:
        os.link(aside, path)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):  # a file system without links
        path.open("xb").close()
        aside.replace(path)


def _sync(folder: Path) -> None:
    """Have the names in a folder on disk, where a system can do that."""
    with suppress(OSError):  # Windows opens no folders
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


class GrowingFile:
    """A file of lines that one program adds to: a line is on disk when the call returns, or nothing of it is there.

    Every method raises `OSError` for what cannot be done.
    """

    def __init__(self, path: Path, size: int) -> None:
        """Open a file after its first *size* bytes; more of it is cut off, and its last line is ended."""
        self.path = path
        self._file = path.open("r+b", buffering=0)
        self._lines = bytearray(self._file.read(size))
        """All that is in the file, so that nothing is lost if something happens to it."""
        self._cut(len(self._lines))
        if not self._lines.endswith(b"\n"):
            self.append(b"\n")

    @property
    def size(self) -> int:
        """How many bytes the file has."""
        return len(self._lines)

    def append(self, line: bytes) -> None:
        """Write a line."""
        self._check_untouched()
        try:
            written = 0
            while written < len(line):
                written += self._file.write(line[written:])
            os.fsync(self._file.fileno())
        except OSError:
            with suppress(OSError):
                self._cut(self.size)
            raise
        self._lines += line

    def go_back(self, size: int) -> None:
        """Cut off all but the first *size* bytes."""
        self._check_untouched()
        self._cut(size)

    def close(self) -> None:
        """Close the file; what could not be written was told already."""
        with suppress(OSError):
            self._file.close()

    def _cut(self, size: int) -> None:
        self._file.truncate(size)
        self._file.seek(size)
        os.fsync(self._file.fileno())
        del self._lines[size:]

    def _check_untouched(self) -> None:
        """Raise `OSError` if somebody else has removed or changed the file; all our lines are in another one then."""
        if self._is_ours():
            return
        self.path = unused(self.path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_file(self.path, bytes(self._lines))
        raise OSError(errno.ESTALE, say("something else has removed or changed the file"))

    def _is_ours(self) -> bool:
        ours = os.fstat(self._file.fileno())
        try:
            there = self.path.stat()
        except FileNotFoundError:
            return False
        # Windows lets nobody put another file in the place of an open one.
        return ours.st_size == self.size and (os.name == "nt" or os.path.samestat(ours, there))
