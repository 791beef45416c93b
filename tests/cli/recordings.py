"""Records for tests: whole games or beginnings, played by bots."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rummykit.engine.deal import bot_stream
from rummykit.engine.match import Match
from rummykit.engine.records import SeatInfo
from rummykit.plugin.plugins import Plugins
from rummykit.scenario import resolve
from rummykit_session.storage.recording import RecordWriter

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
    bot: str = "greedy",
    **sections: dict[str, Any],
) -> Match:
    """Write the record of a match, or of its first moves; return the match as it stands then, not to be played on."""
    match, record = _played(variant, moves, seed, tuple(names), preset, bot, json.dumps(sections))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(record)
    return match


@cache
def _played(
    variant: str, moves: int | None, seed: int, names: tuple[str, ...], preset: str | None, bot: str, sections: str
) -> tuple[Match, bytes]:
    rules = PLUGINS.assemble(resolve(PLUGINS, variant, preset=preset, **json.loads(sections)), len(names))
    match, player = Match(rules, seed, names), PLUGINS.bots[bot].make()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.rummy"
        writer = RecordWriter.create(path, match, [SeatInfo(name) for name in names])
        made = 0
        while not match.is_over and made != moves:
            seat = match.actor
            writer.play(match, player(match.view(seat), bot_stream(seed, seat, made)))
            made += 1
        writer.close()
        return match, path.read_bytes()
