"""Where the settings of the person at this screen are kept, and which language they ask for.

This is read whenever the command starts, so nothing heavy is loaded for it; `rummykit_cli.preferences` knows them all.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from rummykit_session import HOME_VARIABLE

FILE = "settings.yaml"
SYSTEM = "system"
"""The language of the settings that stands for the one of the system."""

_LANGUAGE_LINE = re.compile(r"""^language:[ \t]+["']?([\w-]+)["']?[ \t]*(?:#.*)?$""", re.MULTILINE)


def settings_file() -> Path:
    """Return where the settings are kept; the variable RUMMYKIT_HOME overrides the usual place."""
    home = os.environ.get(HOME_VARIABLE)
    if home:
        return Path(home) / FILE
    import platformdirs

    return platformdirs.user_config_path("rummykit", appauthor=False) / FILE


def preferred_language() -> str | None:
    """Return the language that the settings ask for, or None if they leave it to the system.

    A file that cannot be read asks for none: the commands that use the settings complain about it.
    """
    try:
        text = settings_file().read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return None
    found = _LANGUAGE_LINE.search(text)
    return found[1] if found and found[1] != SYSTEM else None
