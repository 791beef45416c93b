"""One file, one writer: whoever plays on a record or keeps a score sheet has it alone until they leave.

The system lets go of a lock however a program ends, so a killed game locks nobody out.
"""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from filelock import FileLock, Timeout

from rummykit.errors import SetupError
from rummykit.i18n import mark, say


def locked(path: Path, looking_on: str) -> FileLock:
    """Lock a file for whoever writes to it; *looking_on* is the command that shows it to anybody else.

    `SetupError` says since when somebody else has it.
    """
    real = path.resolve()
    lock = FileLock(real.with_name(f".{real.name}.lock"))
    try:
        lock.acquire(blocking=False)
    except Timeout:
        since = datetime.fromtimestamp(os.stat(lock.lock_file).st_mtime)
        message = mark("{path} is in use, since {time}: only one at a time can write to it. Look on with: {command}")
        raise SetupError(say(message, path=path, time=f"{since:%Y-%m-%d %H:%M:%S}", command=looking_on)) from None
    except OSError as error:
        raise SetupError(
            say("{path} cannot be locked: {reason}.", path=path, reason=error.strerror or error)
        ) from error
    os.utime(lock.lock_file)
    return lock
