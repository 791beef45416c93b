"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from secrets import token_hex


def write_file(path: Path, data: bytes, *, over: bool = False) -> None:
    """Write a file; when the call returns, all of it is on disk, and if it fails, nothing of it is there.

    Nothing may be there by that name, not even a link that leads nowhere (`FileExistsError`); with *over*, a file that
    is there, or that a link leads to, is replaced.
    """
    if not over and os.path.lexists(path):
        raise FileExistsError(path)
    path = path.resolve() if over else path
    aside = path.with_name(f".{path.name}.{token_hex(6)}.new")
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
    _sync(path.parent)


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
