"""The reference of all hooks, docs/hooks.md, from their specifications and from the plugins that implement them."""

from __future__ import annotations

import inspect
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from rummykit.plugin import hooks
from rummykit.plugin.plugins import GROUP, Plugin, Plugins

PAGE = Path(__file__).with_name("hooks.md")
EXAMPLES = Path(__file__).parents[1] / "examples"


@dataclass(frozen=True)
class Users:
    """Who implements a hook, and who wraps it."""

    implemented: tuple[str, ...]
    wrapped: tuple[str, ...]


def names() -> list[str]:
    """Return all hooks, in the order in which they are specified."""
    return [name for name in vars(hooks) if name.startswith("rummykit_")]


def users() -> dict[str, Users]:
    """Return who uses each hook, of our own plugins and those of the examples."""
    loaded = [plugin for plugin in _all_plugins().loaded if plugin.is_ours or plugin.name in _example_points()]
    found = {}
    for hook in names():
        using = [plugin for plugin in loaded if hook in plugin.hooks]
        wraps = {plugin.name: _implementation(plugin, hook).rummykit_impl["wrapper"] for plugin in using}
        found[hook] = Users(
            tuple(sorted(name for name, wrapper in wraps.items() if not wrapper)),
            tuple(sorted(name for name, wrapper in wraps.items() if wrapper)),
        )
    return found


def _implementation(plugin: Plugin, hook: str) -> Any:
    return getattr(plugin.game, hook, None) or getattr(plugin.module, hook)


def _all_plugins() -> Plugins:
    """Load our plugins and those of the examples, which need not be installed."""
    points = {point.name: point for point in entry_points(group=GROUP)}
    return Plugins.load((_example_points() | points).values())


def _example_points() -> dict[str, EntryPoint]:
    found = {}
    for project in sorted(EXAMPLES.rglob("pyproject.toml")):
        if str(project.parent) not in sys.path:
            sys.path.append(str(project.parent))
        named = tomllib.loads(project.read_text("utf-8"))["project"]["entry-points"][GROUP]
        found |= {name: EntryPoint(name, module, GROUP) for name, module in named.items()}
    return found


def hooks_page() -> str:
    """Return the page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# The hooks"
    yield ""
    yield "<!-- Written by docs/generate.py from rummykit.plugin.hooks; change it there. -->"
    yield ""
    yield (
        "Every hook is a factory. It is called when plugins are listed or a game is set up, never while one is played. "
        "Mark an implementation with `rummykit.hookimpl` and name only the arguments that it needs. The first "
        "implementation with an answer counts; a mod wraps the variant's (`hookimpl(wrapper=True)`), in the order in "
        "which a house-rule file lists the mods, the last one outermost. `rummy plugins --trace` shows the calls. "
        "What is asked once for a game is asked again for every smaller number of players, where players can drop out "
        "of a match."
    )
    for hook, using in users().items():
        spec = getattr(hooks, hook)
        summary, *more = (part.strip() for part in (inspect.getdoc(spec) or "").split("\n\n"))
        yield from ("", f"## `{hook}`", "", "```python", _signature(hook), "```", "", _one_line(summary))
        for part in more:
            yield from ("", _one_line(part))
        if using.implemented:
            yield from ("", f"Implemented by {_listed(using.implemented)}.")
        if using.wrapped:
            yield from ("", f"Wrapped by {_listed(using.wrapped)}.")


def _signature(hook: str) -> str:
    signature = inspect.signature(getattr(hooks, hook))
    arguments = ", ".join(f"{name}: {parameter.annotation}" for name, parameter in signature.parameters.items())
    return f"def {hook}({arguments}) -> {signature.return_annotation}"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _listed(found: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in found)
