"""Where the command `rummy` begins, before anything else is imported."""

from __future__ import annotations

import gc
import os
import sys

from rummykit_cli import INTERRUPTED

OBJECTS_OF_A_START = 100_000


def main() -> None:
    """Run the command."""
    # A start makes objects that all stay; looking for garbage among them takes a tenth of its time.
    gc.set_threshold(OBJECTS_OF_A_START, *gc.get_threshold()[1:])
    # Pydantic would look for plugins of its own in everything that is installed.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        from rummykit_cli.main import main as run
    except KeyboardInterrupt:  # pressed before there was anything to leave
        sys.exit(INTERRUPTED)
    try:
        run()
    finally:
        # Python would look through all of that once more on its way out.
        gc.freeze()
