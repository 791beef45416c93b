"""From a variant's name or house rules to a match: what `rummykit.load` does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from secrets import randbelow

from rummykit.engine.match import Match
from rummykit.errors import SetupError
from rummykit.i18n import say
from rummykit.plugin.plugins import Plugins
from rummykit.rules import TableRules, from_variant, load_file, load_text

MOST_SEEDS = 2**31
"""Seeds drawn by chance are below this, short enough to be told."""


def load_match(source: str | Path, players: int | Sequence[str] | None, seed: int | None, preset: str | None) -> Match:
    """Return a match ready to play; `rummykit.load` says what of."""
    plugins = _installed()
    table_rules = _table_rules(source, preset, plugins)
    names = table_rules.players if players is None else players
    if names is None:
        names = plugins.assemble_for_any(table_rules).players
    if isinstance(names, int):
        names = [say("player {number}", number=seat + 1) for seat in range(names)]
    elif isinstance(names, str):
        raise SetupError(say("players are a number or a list of names, not the text '{text}'.", text=names))
    rules = plugins.assemble(table_rules, len(names))
    return Match(rules, randbelow(MOST_SEEDS) if seed is None else seed, names)


@lru_cache
def _installed() -> Plugins:
    return Plugins.discover()


def _table_rules(source: str | Path, preset: str | None, plugins: Plugins) -> TableRules:
    if isinstance(source, str) and (source in plugins.by_variant or _is_word(source)):
        plugins.plugin_of(source)  # which tells an unknown variant from known ones
        return from_variant(source, plugins, preset=preset)
    if preset is not None:
        raise SetupError(say("A preset goes with the name of a variant; house rules name their own."))
    if isinstance(source, str) and _is_text(source):
        return load_text(source, plugins)
    return load_file(Path(source), plugins)


def _is_word(source: str) -> bool:
    return re.fullmatch(r"\w+", source) is not None


def _is_text(source: str) -> bool:
    """Whether this is a house-rule file's text: several lines, or a key with a value."""
    return "\n" in source or re.match(r"\s*[\w{\"']+\s*:\s", source) is not None
