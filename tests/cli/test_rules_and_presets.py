"""What a file says against its preset is marked where its rules are shown; what it says again is worth a note."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.command import rummy

OURS = """\
variant: rummy17
preset: five_rounds
rules:
  first_meld: {min: 20}
match: {rounds: 5}
"""


def shown(home: Path, text: str, option: str) -> str:
    (home / "ours.yaml").write_text(text, "utf-8")
    lines = rummy(home, "rules", "show", "ours.yaml").out.splitlines()
    return next(" ".join(line.split()) for line in lines if line.startswith(f"  {option} "))


@pytest.mark.parametrize(
    ("match", "option", "line"),
    [
        ("rounds: 5", "rounds", "rounds 5 ours.yaml:5, as the preset has it anyway"),
        ("rounds: 3", "rounds", "rounds 3 ours.yaml:5, where the preset has 5"),
        ("target: 60", "target", "target 60 ours.yaml:5, where the preset has rounds: 5"),
    ],
)
def test_a_line_that_undoes_or_repeats_the_preset_is_marked(home: Path, match: str, option: str, line: str) -> None:
    assert shown(home, OURS.replace("rounds: 5", match), option) == line


def test_a_line_of_which_the_preset_says_nothing_is_not_marked(home: Path) -> None:
    assert shown(home, OURS, "min") == "min 20 ours.yaml:4"
    assert shown(home, OURS.replace("match: {rounds: 5}", ""), "rounds") == "rounds 5 preset five_rounds"
    assert shown(home, OURS.replace("preset: five_rounds\n", ""), "rounds") == "rounds 5 ours.yaml:4"


def test_a_script_is_told_what_the_preset_has_instead(home: Path) -> None:
    (home / "ours.yaml").write_text(OURS.replace("rounds: 5", "target: 60"), "utf-8")
    sections = json.loads(rummy(home, "rules", "show", "ours.yaml", "--json").out)["sections"]
    assert sections["match"]["target"]["origin"]["instead"] == {"option": "match.rounds", "value": 5}
    assert "instead" not in sections["first_meld"]["min"]["origin"]


def test_a_line_that_says_what_the_preset_says_already_is_worth_a_note(home: Path) -> None:
    (home / "ours.yaml").write_text(OURS, "utf-8")
    checked = rummy(home, "rules", "check", "ours.yaml", "--strict")
    assert checked.code == 0
    assert checked.err == "ours.yaml:5:9: note: match.rounds: 5 is what the preset says already\n"
    (report,) = json.loads(rummy(home, "rules", "check", "ours.yaml", "--json").out)
    assert [note["line"] for note in report["notes"]] == [5]
    assert report["warnings"] == []
