"""The plugins of this run of the command: those that are installed, and the files that ``--plugin`` names."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rummykit.i18n import say
from rummykit_cli.lines import print_text

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


def installed() -> Plugins:
    """Return the plugins; raise `PluginError` if a file that was named cannot be used.

    An installed plugin that is broken only goes missing: nobody has asked for it.
    """
    from rummykit.errors import PluginError

    for problem in found().problems:
        if problem.file is not None:
            raise PluginError(problem.sentence)
    return found()


def installed_with_warnings() -> Plugins:
    """Return the plugins, and say on standard error which could not be used."""
    plugins = installed()
    warn_of_problems(plugins)
    return plugins


def warn_of_problems(plugins: Plugins) -> None:
    """Say on standard error which plugins could not be used."""
    for problem in plugins.problems:
        print_text(say("Warning: {problem}", problem=problem.sentence), err=True)
