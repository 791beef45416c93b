"""The kit as strangers use it: options of pytest, a line in a test module, and what it prints."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

HERE = Path(__file__).parent
TINY, LOSING = HERE / "tiny.py", HERE / "broken" / "loses_a_card.py"


def pytest_in(folder: Path, *arguments: object, python: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    """Run pytest in a folder, with no configuration of our own nor of a folder above it."""
    (folder / "pytest.ini").write_text("[pytest]\n")
    environment = {**os.environ, "PYTHONPATH": str(HERE.parent), "PYTEST_ADDOPTS": ""}
    command = [sys.executable, *python, "-m", "pytest", "-p", "no:cacheprovider", *map(str, arguments)]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_every_check_is_a_test_of_its_own(tmp_path: Path) -> None:
    done = pytest_in(tmp_path, "--rummykit", "tiny", f"--rummykit-plugin={TINY}", "--collect-only", "-q")
    ids = done.stdout.split()
    assert "rummykit::tiny::cards_conserved" in ids
    assert len([id for id in ids if id.startswith("rummykit::tiny::")]) >= 20


def test_checks_are_selected_as_tests_are(tmp_path: Path) -> None:
    done = pytest_in(tmp_path, "--rummykit", "tiny", f"--rummykit-plugin={TINY}", "-k", "sets_up or rulebook_readable")
    assert done.returncode == 0
    assert "2 passed" in done.stdout


def test_a_failure_is_a_short_game_without_a_traceback(tmp_path: Path) -> None:
    command = ("--rummykit", "tiny", f"--rummykit-plugin={LOSING}", "--rummykit-games", 5)
    done = pytest_in(tmp_path, *command, "-k", "cards_conserved")
    assert done.returncode == 1
    report = done.stdout.partition("FAILURES")[2].partition("short test summary")[0]
    assert "Every card of the pack is in exactly one place, after every move." in report
    game = report.partition("variant: tiny")[2].partition("Run it again")[0].split("\n")
    assert game[1:3] == ["    players: 2", "    # seed 0"] or "# seed" in game[2]
    moves = [line.split(maxsplit=1) for line in game[4:] if line.strip()]
    assert len(moves) <= 4
    assert {name for name, _ in moves} <= {"Anna", "Ben"}
    assert moves[-1][1].startswith("discard")
    assert f"After '{moves[-1][1]}' {moves[-1][1].split()[1]} is nowhere." in report
    for noise in ("Traceback", "hypothesis", "Falsifying", "search.py", ">   "):
        assert noise not in report
    again = f"pytest --rummykit tiny --rummykit-plugin={LOSING} --rummykit-games 5 -m rummykit -k cards_conserved"
    assert again in report


def test_an_unknown_variant_is_one_sentence(tmp_path: Path) -> None:
    done = pytest_in(tmp_path, "--rummykit", "deutsches_rome")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    (line,) = done.stderr.strip().splitlines()
    assert line.startswith("ERROR: There is no variant 'deutsches_rome'")
    assert line.endswith("Did you mean deutsches_romme?")


def test_a_plugin_file_that_fails_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("import nothing_of_the_kind\n")
    done = pytest_in(tmp_path, "--rummykit", "mine", "--rummykit-plugin=mine.py")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "Traceback" not in done.stderr
    assert "nothing_of_the_kind" in done.stderr


def test_without_hypothesis_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as u\nfind = u.find_spec\n"
        "u.find_spec = lambda name, *more: None if name == 'hypothesis' else find(name, *more)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--rummykit", "rummy17"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert done.stderr.strip() == (
        "ERROR: The conformance kit of RummyKit needs Hypothesis: pip install 'rummykit[kit]'"
    )


def test_unrelated_runs_load_nothing_heavy(tmp_path: Path) -> None:
    (tmp_path / "test_theirs.py").write_text(
        dedent("""
            import sys

            def test_theirs():
                heavy = {"hypothesis", "pydantic", "yaml", "rummykit", "rummykit_kit.conformance"} & set(sys.modules)
                assert not heavy
        """)
    )
    done = pytest_in(tmp_path, "-q")
    assert done.returncode == 0, done.stdout


MODULE = """
    from pathlib import Path

    import pytest
    from rummykit_kit import rummykit_conformance

    test_conformance = rummykit_conformance("tiny", games=4, plugin_files=[Path({file!r})])


    @pytest.mark.rule("TINY-01")
    @pytest.mark.rule("TINY-02")
    def test_a_rule():
        pass
"""


def test_a_line_in_a_test_module_does_the_same(tmp_path: Path) -> None:
    (tmp_path / "test_mine.py").write_text(dedent(MODULE).format(file=str(LOSING)))
    done = pytest_in(tmp_path, "--strict-markers", "-q", "-k", "cards_conserved or rules_tested or table_legal")
    assert "2 failed, 1 passed" in done.stdout
    assert "Traceback" not in done.stdout
    assert "is nowhere" in done.stdout
    assert "Of the 1 tests collected none is for: TINY-03." in done.stdout
    assert "Run it again: pytest 'test_mine.py::test_conformance[cards_conserved]'" in done.stdout


def test_rules_without_any_tests_say_so(tmp_path: Path) -> None:
    done = pytest_in(tmp_path, "--rummykit", "tiny", f"--rummykit-plugin={TINY}", "-k", "rules_tested")
    assert "No tests were collected beside those of the kit" in done.stdout


def test_a_variant_that_cannot_be_set_up_skips_what_needs_games(tmp_path: Path) -> None:
    broken = HERE / "broken" / "default_out_of_range.py"
    done = pytest_in(tmp_path, "--rummykit", "tiny", f"--rummykit-plugin={broken}", "-rs")
    assert "options_well_made" in done.stdout.partition("FAILURES")[2]
    assert "SKIPPED" in done.stdout


def test_checks_are_shared_out_to_workers(tmp_path: Path) -> None:
    only = ("-k", "sets_up or rulebook_readable or introduces_itself")
    done = pytest_in(tmp_path, "-n", 2, "--rummykit", "tiny", f"--rummykit-plugin={TINY}", *only)
    assert "3 passed" in done.stdout, done.stdout
