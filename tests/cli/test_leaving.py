"""Moves of a game's own, and players who leave a round, in logs, replays and exports; partners are among them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cli.command import Result, rummy
from cli.test_partners import MOD as PARTNERS

PAGE = (Path(__file__).parents[2] / "docs/actions.md").read_text("utf-8")
(LEAVING,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
RULES = "variant: deutsches_romme\nmods: [leaving, partners]\nmatch: {rounds: 4}\n"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the record of a match of partners who fold at random, and its log."""
    folder = tmp_path_factory.mktemp("leaving")
    (folder / "partners.py").write_text(PARTNERS, "utf-8")
    (folder / "leaving.py").write_text(LEAVING, "utf-8")
    (folder / "party.yaml").write_text(RULES, "utf-8")
    watched = with_mods(folder, "play", "--rules", "party.yaml", "--watch", "--players", ",".join(["random"] * 4))
    (folder / "log.txt").write_text(watched.out, "utf-8")
    return folder


def with_mods(folder: Path, *arguments: object) -> Result:
    result = rummy(folder, "--plugin", "partners.py", "--plugin", "leaving.py", *arguments)
    assert result.code == 0, result.text
    return result


def folds(text: str) -> int:
    return text.count(" folds.")


def test_the_log_tells_who_leaves_and_when_a_side_is_left_alone(played: Path) -> None:
    log = (played / "log.txt").read_text("utf-8")
    assert folds(log) >= 4
    assert log.count("all the others have left the round") >= 1
    assert with_mods(played, "replay", "last").out.count(" folds.") == folds(log)


def test_exports_tell_moves_of_the_games_own_and_who_has_left(played: Path) -> None:
    log = (played / "log.txt").read_text("utf-8")
    told = json.loads(with_mods(played, "export", "last", "--format", "json").out)
    steps = told["steps"]
    at = [number for number, step in enumerate(steps) if step["action"] == "fold"]
    assert len(at) == folds(log) == folds(with_mods(played, "export", "last", "--format", "text").out)
    alone = 0
    for number in at:
        step = steps[number]
        players = {player["name"]: player for player in step["table"]["players"]}
        assert step["words"] == f"{step['mover']} folds."
        assert "has left the round" in players[step["mover"]]["notes"]
        left = {name for name, player in players.items() if "has left the round" not in player["notes"]}
        one_side = any(left <= set(side) for side in told["sides"])
        assert not one_side or "round_over" in step, "nobody plays on against nobody"
        alone += one_side
    assert alone
    page = with_mods(played, "export", "last", "--format", "html").out
    assert page.count(" folds.") >= len(at)
    assert "has left the round" in page
