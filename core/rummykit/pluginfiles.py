"""Plugins that stand in a file of their own, for trying them out before they are packages."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

from rummykit.errors import did_you_mean


def why_no_plugin_file(file: Path) -> str | None:
    """Return in a sentence why no plugin can stand there, or None if it can; the file is not read."""
    if file.is_dir():
        return f"{file} is a folder, not the file of a plugin; install it as a package."
    if not file.exists():
        names = [path.name for path in file.parent.glob("*.py")] if file.parent.is_dir() else []
        return f"There is no plugin file {file}.{did_you_mean(file.name, names)}"
    # A pipe or a device could keep us waiting, or never end.
    if not file.is_file() or file.suffix != ".py":
        return f"{file} is no Python file; a plugin's name ends with .py."
    return None


def import_file(file: Path) -> ModuleType:
    """Import a file as a module with a name of its own; like any module it is run once in a process.

    Nothing is put on the path, so that the files beside it cannot be imported in place of installed ones.
    """
    # Only here: most commands load no file.
    from hashlib import sha256
    from importlib.machinery import ModuleSpec, SourceFileLoader
    from importlib.util import module_from_spec

    place = str(file.resolve())
    name = f"{file.stem}_{sha256(place.encode()).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    loader = SourceFileLoader(name, place)
    module = module_from_spec(ModuleSpec(name, loader, origin=place))
    module.__file__ = place
    # Dataclasses and pydantic models look their own module up while it runs.
    sys.modules[name] = module
    try:
        # Not through the loader's cache of compiled files: nothing is left in somebody's folder.
        exec(loader.source_to_code(loader.get_data(place), place), vars(module))
    except BaseException:
        del sys.modules[name]
        raise
    return module
