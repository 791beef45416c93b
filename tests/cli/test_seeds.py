"""From the seed of a game anybody deals the same hands, so nobody comes across it."""

from __future__ import annotations

import json
from pathlib import Path

from cli.command import rummy
from rummykit.engine.deal import bot_stream, stream


def test_a_seed_by_chance_is_too_long_to_be_found_and_stands_in_no_name(home: Path) -> None:
    seeds = set()
    for _ in range(3):
        out = rummy(home, "play", "rummy17", "--players", "You,greedy", typed="quit\n").out
        record = max((home / "games").glob("*.rummy"), key=lambda file: file.stat().st_mtime_ns)
        seed = json.loads(record.read_text("utf-8").splitlines()[1].partition(" ")[2])["seed"]
        assert str(seed) not in record.name + out
        seeds.add(seed)
    assert len(seeds) == 3
    assert max(seeds).bit_length() > 110


def test_the_generator_of_a_bot_is_not_made_from_the_seed() -> None:
    assert bot_stream(17, 0, 3).random() == bot_stream(17, 0, 3).random()
    assert bot_stream(17, 0, 3).random() != bot_stream(18, 0, 3).random()
    assert bot_stream(17, 0, 3).random() != stream(17, "bot", 0, 3).random()
