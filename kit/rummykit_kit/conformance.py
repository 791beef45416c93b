"""The checks as tests: of pytest's option ``--rummykit`` and of test modules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rummykit.plugin.plugins import Plugins
from rummykit_kit.broken import Broken, Unplayable
from rummykit_kit.pytest_plugin import HYPOTHESIS_MISSING, rule_tests_of
from rummykit_kit.setup import Subject

if TYPE_CHECKING:
    from rummykit_kit.checks import Check


def rummykit_conformance(
    *variants: str,
    plugins: Plugins | None = None,
    games: int | None = None,
    checks: Iterable[str] | None = None,
    plugin_files: Sequence[Path | str] = (),
) -> Callable[..., None]:
    """Return a test that runs every check of the kit on the variants, one by one.

    ``test_conformance = rummykit_conformance("my_variant")`` in a test module is all it takes. *plugins* are those
    installed, and those in *plugin_files*, unless others are given; *games* is how many games each check plays, by
    default what ``--rummykit-games`` says; *checks* names the only checks to run.
    """
    if find_spec("hypothesis") is None:
        raise ModuleNotFoundError(HYPOTHESIS_MISSING)
    from rummykit_kit.checks import named

    known = plugins or Plugins.discover(files=[Path(file) for file in plugin_files])
    for variant in variants:
        known.plugin_of(variant)  # says what it might be called
    cases = [
        pytest.param(variant, check, id=f"{variant}-{check.name}" if len(variants) > 1 else check.name)
        for variant in variants
        for check in named(checks)
    ]

    @pytest.mark.rummykit
    @pytest.mark.parametrize(("variant", "check"), cases)
    def test_conformance(variant: str, check: Check, request: pytest.FixtureRequest) -> None:
        number = request.config.getoption("rummykit_games") if games is None else games
        subject = Subject(variant, known, number, rule_tests=rule_tests_of(request.config))
        run(check, subject, f"pytest '{request.node.nodeid}'")

    return test_conformance


def run(check: Check, subject: Subject, again: str) -> None:
    """Run a check as a test; *again* is the command that runs just this one."""
    try:
        check.run(subject)
        return
    except Broken as broken:
        story = str(broken)
    except Unplayable as unplayable:
        pytest.skip(str(unplayable))
    __tracebackhide__ = True
    pytest.fail(f"{check.name}: {check.sentence}\n\n{story}\n\nRun it again: {again}", pytrace=False)
