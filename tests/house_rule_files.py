"""House-rule files for tests."""

from __future__ import annotations

import re
from pathlib import Path

import rummykit_cli

GALLERY = sorted((Path(rummykit_cli.__file__).parent / "gallery").glob("*/*.yaml"))
"""The files of `rummy rules gallery`."""


def uncommented(text: str) -> str:
    """Return a file of `rummy rules new` with every option set that is there as a comment."""
    head, _, rules = text.partition("\nrules:")
    return f"{head}\nrules:" + re.sub(r"^( *)# ([a-z0-9_]+: .*)$", r"\1\2", rules, flags=re.MULTILINE)
