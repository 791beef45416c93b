"""Games set up by options, for the property tests."""

from __future__ import annotations

from typing import Any

from hypothesis import settings

from rummykit.engine.ruleset import Ruleset
from rummykit.plugin.plugins import Plugins
from rummykit.scenario import resolve

PLUGINS = Plugins.discover()


def chance(number: int) -> int | None:
    """Return what chance begins with: the same in every run, unless the run explores."""
    return number if settings().derandomize else None


def assembled(variant: str, players: int, sections: dict[str, Any], preset: str | None = None) -> Ruleset:
    return PLUGINS.assemble(resolve(PLUGINS, variant, preset=preset, **sections), players)
