"""Games set up by options, for the property tests."""

from __future__ import annotations

from typing import Any

from rummykit.plugins import Plugins
from rummykit.ruleset import Ruleset
from rummykit.scenario import resolve

PLUGINS = Plugins.discover()


def assembled(variant: str, players: int, sections: dict[str, Any], preset: str | None = None) -> Ruleset:
    return PLUGINS.assemble(resolve(PLUGINS, variant, preset=preset, **sections), players)
