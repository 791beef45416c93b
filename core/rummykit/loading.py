"""From a variant's name or house rules to a match: what `rummykit.load` does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path, PurePath

from rummykit.engine.deal import new_seed
from rummykit.engine.match import Match
from rummykit.errors import SetupError
from rummykit.i18n import mark, say
from rummykit.plugin.plugins import Plugins
from rummykit.rules import TableRules, from_variant, load_file, load_text


def load_match(source: str | Path, players: int | Sequence[str] | None, seed: int | None, preset: str | None) -> Match:
    """Return a match ready to play; `rummykit.load` says what of."""
    if seed is not None and type(seed) is not int:
        raise SetupError(say("A seed is a whole number, not {value}.", value=repr(seed)))
    plugins = _installed()
    table_rules = _table_rules(source, preset, plugins)
    names = _names((table_rules.names or table_rules.players) if players is None else players)
    if names is None:
        names = _numbered(plugins.assemble_for_any(table_rules).players)
    rules = plugins.assemble(table_rules, len(names))
    return Match(rules, new_seed() if seed is None else seed, names)


@lru_cache
def _installed() -> Plugins:
    return Plugins.discover()


def _table_rules(source: object, preset: object, plugins: Plugins) -> TableRules:
    if not isinstance(source, str | PurePath) or not str(source).strip():
        message = mark("Load the name of a variant, or house rules by their path or text, not {value}.")
        raise SetupError(say(message, value=repr(source)))
    if not isinstance(preset, str | None):
        raise SetupError(say("A preset is given by its name, not {value}.", value=repr(preset)))
    if isinstance(source, str) and preset is None and (both := re.fullmatch(r"(\w+):(\w+)", source)):
        source, preset = both.groups()
    if isinstance(source, str) and re.fullmatch(r"\w+", source):
        plugins.plugin_of(source)  # which tells an unknown variant from known ones
        return from_variant(source, plugins, preset=preset)
    if preset is not None:
        raise SetupError(say("A preset goes with the name of a variant; house rules name their own."))
    if isinstance(source, str) and _is_text(source):
        return load_text(source, plugins)
    return load_file(Path(source), plugins)


def _is_text(source: str) -> bool:
    """Whether this is a house-rule file's text: several lines, or a key with a value."""
    return "\n" in source or re.match(r"\s*[\w{\"']+\s*:\s", source) is not None


def _names(players: object) -> list[str] | None:
    """Return the names of the players, who may be numbered, or None where nobody says how many there are."""
    if players is None:
        return None
    if type(players) is int:
        return _numbered(players)
    if not isinstance(players, list | tuple):
        raise SetupError(say("players are a number or a list of names, not {value}.", value=repr(players)))
    for name in players:
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            raise SetupError(say("A player's name is a text that can be printed, not {value}.", value=repr(name)))
        if players.count(name) > 1:
            raise SetupError(say("Two players are called {name}.", name=name))
    return list(players)


def _numbered(players: int) -> list[str]:
    return [say("player {number}", number=seat + 1) for seat in range(players)]
