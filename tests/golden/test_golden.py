"""The golden corpus: recorded games are played again to the same scores, and booklets read as they did."""

from __future__ import annotations

import json
from difflib import unified_diff
from pathlib import Path
from typing import Any

import pytest
from golden_table import BOOKLETS, GAMES, LANGUAGES, Document, booklet, new_match, refused, result

TABLES = sorted(GAMES.glob("*.jsonl"))
SHOWN = 40
"""Lines of a difference that are printed."""


@pytest.mark.parametrize("file", TABLES, ids=lambda file: file.stem)
def test_games_end_as_they_did(file: Path) -> None:
    document, *games = map(json.loads, file.read_text("utf-8").splitlines())
    assert games
    faults = [
        f"{file.stem}, line {line}: {fault}" for line, game in enumerate(games, 2) for fault in replay(document, game)
    ]
    if faults:
        pytest.fail("\n".join(faults), pytrace=False)


def replay(document: Document, game: dict[str, Any]) -> list[str]:
    """Play a recorded game again; return what is not as it was."""
    match = new_match(document, len(game["players"]), game["seed"])
    for number, text in enumerate(game["moves"], 1):
        why = refused(match, text)
        if why is not None:
            return [f"move {number}, {text!r}, is refused: {why}"]
    now = result(match)
    if now == {"over": False}:
        return [f"after its {len(game['moves'])} moves the match goes on"]
    return [
        "\n".join(
            [f"other {key} than recorded:", *changes(json.dumps(game[key], indent=1), json.dumps(now[key], indent=1))]
        )
        for key in now
        if now[key] != game[key]
    ]


def changes(before: str, now: str) -> list[str]:
    """Return the first lines of the difference between two texts."""
    return list(unified_diff(before.splitlines(), now.splitlines(), "before", "now", lineterm=""))[:SHOWN]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", TABLES, ids=lambda file: file.stem)
def test_booklets_read_as_they_did(file: Path, language: str) -> None:
    document = json.loads(file.read_text("utf-8").partition("\n")[0])
    kept = BOOKLETS / f"{file.stem}.{language}.md"
    before, now = kept.read_text("utf-8"), booklet(document, language)
    if before != now:
        again = "If this is meant, write the booklets anew: python tests/golden/record.py booklets"
        pytest.fail("\n".join([f"{kept.name} reads differently. {again}", *changes(before, now)]), pytrace=False)


def test_every_table_has_its_booklets() -> None:
    """Nothing has been left out by accident, and no booklet is compared with nothing."""
    wanted = {f"{file.stem}.{language}.md" for file in TABLES for language in LANGUAGES}
    assert wanted
    assert {file.name for file in BOOKLETS.iterdir()} == wanted
