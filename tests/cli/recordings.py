"""Records for tests: whole games or beginnings, played by the greedy bot."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rummykit.engine.deal import stream
from rummykit.engine.match import Match
from rummykit.engine.records import RecordWriter, SeatInfo
from rummykit.plugin.plugins import Plugins
from rummykit.scenario import resolve

PLUGINS = Plugins.discover()
NAMES = ("Anna", "Ben", "Cem")
SEED = 918273645
"""A number that stands nowhere by accident."""


def recorded(
    path: Path,
    variant: str = "rummy17",
    *,
    moves: int | None = None,
    seed: int = SEED,
    names: Sequence[str] = NAMES,
    preset: str | None = None,
    **sections: dict[str, Any],
) -> Match:
    """Write the record of a match, or of its first moves; return the match as it stands then."""
    rules = PLUGINS.assemble(resolve(PLUGINS, variant, preset=preset, **sections), len(names))
    match, bot = Match(rules, seed, names), PLUGINS.bots["greedy"].make()
    writer = RecordWriter.create(path, match, [SeatInfo(name) for name in names])
    made = 0
    while not match.is_over and made != moves:
        seat = match.actor
        writer.play(match, bot(match.view(seat), stream(seed, "bot", seat, made)))
        made += 1
    writer.close()
    return match
