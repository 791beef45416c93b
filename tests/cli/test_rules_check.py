"""`rummy rules check`: all mistakes at once and where they are, what is odd, and the exit codes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.command import rummy

GOOD = "variant: rummy17\nplayers: 3\nrules:\n  pool:\n    per_turn: 1\n"
ODD = "variant: rummy17\nrules:\n  claims:\n    allowed: never\n    penalty: 2\n"
ODD_SENTENCE = "claims.penalty: 2 does nothing while claims.allowed is never"

NINE = """\
variant: deutsches_romme
preset: clubb
playerz: 4
mods: tidy
rules:
  first_meld:
    min: 400
    min: 40
  claimz:
    from_lap: 2
  claiming:
    claim_from_lap: 2
  ace:
    runs: rap
    sets: four_naturals
"""
NINE_MISTAKES = [
    ("2:9", "unknown preset 'clubb'", "did you mean club?"),
    ("3:1", "unknown key 'playerz'", "did you mean players?"),
    ("4:7", "mods cannot be the text 'tidy'", "expected a list of names such as [one, two]"),
    ("7:10", "first_meld.min cannot be the number 400", "expected a whole number from 0 to 100"),
    ("8:5", "'min' is already set on line 7", "(see also nine.yaml:7:5)"),
    ("9:3", "deutsches_romme has no section 'claimz'", "did you mean claims?"),
    ("12:5", "'claim_from_lap' is now claims.from_lap", ""),
    ("14:11", "ace.runs cannot be the text 'rap'; expected low, both or wrap", "did you mean wrap?"),
    ("15:5", "the option 'sets' belongs in rules: swaps, not in ace", ""),
]


def write(home: Path, **files: str) -> None:
    for name, text in files.items():
        (home / f"{name}.yaml").write_text(text, encoding="utf-8")


# -- mistakes ------------------------------------------------------------------------------------------------


def test_every_mistake_of_a_file_is_told_in_one_run(home: Path) -> None:
    write(home, nine=NINE)
    result = rummy(home, "rules", "check", "nine.yaml")
    lines = result.err.splitlines()
    assert result.code == 2
    assert [line.split(": ")[0] for line in lines] == [f"nine.yaml:{place}" for place, _, _ in NINE_MISTAKES]
    for line, (_, sentence, help_) in zip(lines, NINE_MISTAKES, strict=True):
        assert f": {sentence}" in line
        assert help_ in line


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "variant: wiener_rummy\nstakes:\n  buyback: false\n  buyback_price: 9\n",
            "bad.yaml:4:3: stakes.buyback_price: 9 needs stakes.buyback: true (see also bad.yaml:3:3)",
        ),
        (
            "variant: rummy17\nmatch:\n  rounds: 5\n  target: 100\n",
            "bad.yaml:3:3: match.rounds and match.target contradict each other: only one of them can be played "
            "(see also bad.yaml:4:3)",
        ),
        (
            "variant: deutsches_romme\nplayers: 4\nrules:\n  deal:\n    jokers_each: 1\n  deck:\n    jokers: 3\n",
            "bad.yaml:5:5: deal.jokers_each: 1 for 4 players needs 4 jokers, but deck.jokers is 3 "
            "(see also bad.yaml:7:5, bad.yaml:2:1)",
        ),
        (
            # For two by its preset: the game is asked whether that works.
            "variant: raeuber_romme\npreset: brettspielnetz\nrules:\n  deck:\n    jokers: 1\n",
            "bad.yaml:5:5: deal.jokers_each: 1 for 2 players needs 2 jokers, but deck.jokers is 1 "
            "(see also preset 'brettspielnetz':",
        ),
        (
            "variant: rummy17\nmatch:\n  elimination: 101\n",
            "bad.yaml:3:3: match.elimination: 101 is for bad points, but in Rummy 17 the highest total wins",
        ),
    ],
)
def test_a_contradiction_names_all_its_lines(home: Path, text: str, sentence: str) -> None:
    write(home, bad=text)
    result = rummy(home, "rules", "check", "bad.yaml")
    assert result.code == 2
    assert result.err.startswith(sentence)
    assert len(result.err.splitlines()) == 1


def test_a_contradiction_with_the_extended_file_names_both_files(home: Path) -> None:
    write(
        home,
        base="variant: wiener_rummy\nstakes:\n  buyback_price: 9\n",
        ours="extends: base.yaml\nstakes:\n  buyback: false\n",
    )
    result = rummy(home, "rules", "check", "ours.yaml")
    assert result.code == 2
    assert "stakes.buyback_price: 9 needs stakes.buyback: true" in result.err
    assert {"base.yaml:3:3", "ours.yaml:3:3"} <= set(re.findall(r"[a-z]+.yaml:\d+:\d+", result.err))


# -- warnings, and the exit codes ---------------------------------------------------------------------------------


def test_a_good_file(home: Path) -> None:
    write(home, good=GOOD)
    for arguments in ([], ["--strict"]):
        result = rummy(home, "rules", "check", "good.yaml", *arguments)
        assert (result.code, result.err) == (0, "")
        assert result.out == "good.yaml: good; rummy17, 1 option set\n"


def test_a_warning_is_on_its_line_and_does_no_harm(home: Path) -> None:
    write(home, odd=ODD)
    result = rummy(home, "rules", "check", "odd.yaml")
    assert result.code == 0
    assert result.err == f"odd.yaml:5:5: warning: {ODD_SENTENCE} (see also odd.yaml:4:5)\n"
    assert result.out == "odd.yaml: good; rummy17, 2 options set, 1 warning\n"


def test_a_first_meld_out_of_reach(home: Path) -> None:
    write(
        home,
        odd="variant: deutsches_romme\nrules:\n  deal:\n    cards: 5\n  first_meld:\n    min: 90\n",
    )
    result = rummy(home, "rules", "check", "odd.yaml")
    assert result.code == 0
    assert result.err.startswith("odd.yaml:6:5: warning: first_meld.min: 90 points cannot be reached")


@pytest.mark.parametrize(
    ("files", "plain", "strict"),
    [(["good"], 0, 0), (["odd"], 0, 1), (["good", "odd"], 0, 1), (["odd", "bad"], 2, 2), (["bad"], 2, 2)],
)
def test_exit_codes(home: Path, files: list[str], plain: int, strict: int) -> None:
    write(home, good=GOOD, odd=ODD, bad="variant: rummy71\n")
    names = [f"{name}.yaml" for name in files]
    assert rummy(home, "rules", "check", *names).code == plain
    assert rummy(home, "rules", "check", "--strict", *names).code == strict


def test_json_has_the_warnings_beside_the_problems(home: Path) -> None:
    write(home, good=GOOD, odd=ODD, bad="variant: rummy71\n")
    result = rummy(home, "rules", "check", "--json", "--strict", "good.yaml", "odd.yaml", "bad.yaml")
    good, odd, bad = json.loads(result.out)
    assert (result.code, result.err) == (2, "")
    assert good == {"file": "good.yaml", "ok": True, "problems": [], "warnings": [], "notes": []}
    assert (odd["ok"], odd["problems"]) == (True, [])
    (warning,) = odd["warnings"]
    assert (warning["file"], warning["line"], warning["column"]) == ("odd.yaml", 5, 5)
    assert warning["message"] == ODD_SENTENCE
    assert warning["also"] == [{"file": "odd.yaml", "line": 4, "column": 5}]
    assert (bad["ok"], bad["warnings"]) == (False, [])
    assert bad["problems"][0]["nearest"] == "rummy17"


def test_a_good_file_waits_for_nothing_that_it_does_not_need(home: Path) -> None:
    write(home, good=GOOD)
    code = (
        "import sys\n"
        "from rummykit_cli.commands.rules.check import check_files\n"
        "from pathlib import Path\n"
        f"check_files([Path({str(home / 'good.yaml')!r})], as_json=False)\n"
        "idle = ('rummykit.solver', 'rummykit.rules.syntax', 'rummykit.booklet', 'rummykit_bots.', 'rich', 'textual')\n"
        "print([name for name in sys.modules if name.startswith(idle)])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_help_tells_of_it(home: Path) -> None:
    text = rummy(home, "rules", "check", "--help").text
    assert "--strict" in text
    assert "Exit code 0 if all files are good, 1 if one has warnings" in text
