"""The plugins of this run of the command: those that are installed, and the files that ``--plugin`` names."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rummykit_cli.lines import warn

if TYPE_CHECKING:
    from rummykit.plugin.plugins import Plugins

_files: list[Path] = []


def name_files(files: list[Path] | None) -> None:
    """Remember the files that ``--plugin`` names, before anybody asks for the plugins."""
    _files.extend(files or ())


@cache
def found() -> Plugins:
    """Return what loads, and the problems of what does not; plugins are looked for once."""
    from rummykit.plugin.plugins import Plugins

    return Plugins.discover(_files)


def blame(error: BaseException) -> str | None:
    """Return in a sentence which plugin an error comes from, if plugins are loaded and it comes from one."""
    return found().blame(error) if found.cache_info().currsize else None


@cache
def installed() -> Plugins:
    """Return the plugins; raise `PluginError` if a file that was named cannot be used.

    An installed plugin that is broken only goes missing, as nobody has asked for it, and is told on standard error.
    """
    from rummykit.errors import PluginError

    for problem in found().problems:
        if problem.file is not None:
            raise PluginError(problem.sentence)
        warn(problem.sentence)
    return found()
