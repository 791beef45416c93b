"""One file, one writer: whoever plays on a record, keeps a score sheet or changes settings has the file alone.

The system lets go of a lock however a program ends, so a killed game locks nobody out.
"""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from filelock import FileLock, Timeout

from rummykit.errors import SetupError
from rummykit.i18n import mark, reason_of, say
from rummykit_session.storage.files import numbered


def locked(path: Path, looking_on: str, wait: float = 0) -> FileLock:
    """Lock a file for whoever writes to it; *looking_on* is the command that shows it to anybody else.

    `SetupError` says since when somebody else has it, and has not left it after *wait* seconds.
    """
    lock = _lock(path, wait)
    if not lock.is_locked:
        since = datetime.fromtimestamp(os.stat(lock.lock_file).st_mtime)
        message = mark("{path} has been in use since {time}: only one may write at a time. See it with: {command}")
        raise SetupError(say(message, path=path, time=f"{since:%Y-%m-%d %H:%M:%S}", command=looking_on))
    return lock


def locked_anew(path: Path) -> tuple[Path, FileLock]:
    """Lock a file that is to be made; where the name is taken, another one with a number."""
    for one in numbered(path):
        if not os.path.lexists(one):
            lock = _lock(one)
            if lock.is_locked and not os.path.lexists(one):
                return one, lock
            lock.release()
    raise AssertionError("numbers do not end")


def _lock(path: Path, wait: float = 0) -> FileLock:
    """Return the lock of a file, locked if nobody else has it."""
    real = path.resolve()
    lock = FileLock(real.with_name(f".{real.name}.lock"))
    try:
        real.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=wait)
        os.utime(lock.lock_file)
    except Timeout:
        pass
    except OSError as error:
        message = mark("{path} cannot be locked: {reason}.")
        raise SetupError(say(message, path=path, reason=reason_of(error))) from error
    return lock
