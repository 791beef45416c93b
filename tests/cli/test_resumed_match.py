"""The match that docs/playing.md names: watched to its end, and killed in the middle and resumed."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from cli.command import COMMAND, environment, rummy

MATCH = ["play", "wiener_rummy", "--watch", "--players", "3", "--seed", "101"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the record of the whole match."""
    folder = tmp_path_factory.mktemp("whole")
    assert rummy(folder, *MATCH, "--record", "whole.rummy").code == 0
    return folder / "whole.rummy"


def sheet(record: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(rummy(record.parent, "sheet", record, "--json").out)
    return data


def test_the_named_seed_has_a_buyback_and_two_eliminations(whole: Path) -> None:
    data = sheet(whole)
    assert data["over"]
    assert len(data["winners"]) == 1
    assert sum(len(line["out"]) for line in data["sheet"]) == 2
    assert [line["event"] for line in data["sheet"]].count("buyback") == 1
    assert f"rummy {' '.join(MATCH)}" in (Path(__file__).parents[2] / "docs/playing.md").read_text("utf-8")


def test_whoever_resumes_is_told_what_happened_last(home: Path) -> None:
    table = ("play", "rummy17", "--players", "You,greedy,greedy", "--seed", "3", "--record", "game.rummy")
    first = rummy(home, *table, typed="pass\ndraw stock\n").out
    told = [line for line in first.splitlines() if line.endswith(".") and line.startswith(("You draw", "greedy"))]
    again = rummy(home, "play", "--resume", "game.rummy", typed="log\nquit\n").out
    last = again.partition("What happened last:\n")[2].partition("\n\n")[0].splitlines()
    assert last[0] == "  You draw from the stock."
    assert [line.strip() for line in last] == told[-len(last) :]
    assert again.partition("): log\n")[2].startswith(f"{last[0].strip()}\n")


def test_killed_in_the_middle_and_resumed_it_ends_with_the_same_sheet(whole: Path, home: Path) -> None:
    path, half = home / "killed.rummy", whole.stat().st_size // 2
    process = subprocess.Popen(
        [*COMMAND, *MATCH, "--record", str(path)], stdout=subprocess.DEVNULL, cwd=home, env=environment(home)
    )
    while process.poll() is None and (not path.exists() or path.stat().st_size < half):
        time.sleep(0.01)
    process.kill()
    assert process.wait() != 0, "it was over already"
    assert not sheet(path)["over"]
    assert rummy(home, "play", "--resume", path).code == 0
    assert sheet(path) == sheet(whole)
