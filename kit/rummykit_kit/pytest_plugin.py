"""The plugin of pytest: ``pytest --rummykit my_variant``.

It is loaded in every run of pytest wherever RummyKit is installed, so it imports the rest of the kit only if it is
asked for.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from rummykit_kit import GAMES

if TYPE_CHECKING:
    from rummykit_kit.checks import Check
    from rummykit_kit.setup import Subject

HYPOTHESIS_MISSING = "The conformance kit of RummyKit needs Hypothesis: pip install 'rummykit[kit]'"

KIT = "rummykit"
_PLUGINS = pytest.StashKey[Any]()
_RULE_TESTS = pytest.StashKey["RuleTests"]()


@dataclass
class RuleTests:
    """The tests collected so far beside those of the kit: their number, and the rules that they carry."""

    rules: set[str] = field(default_factory=set)
    collected: int = 0

    def add(self, item: pytest.Item) -> None:
        """Count a test."""
        if item.get_closest_marker(KIT) is None:
            self.collected += 1
            self.rules.update(str(rule) for mark in item.iter_markers("rule") for rule in mark.args)


def rule_tests_of(config: pytest.Config) -> RuleTests:
    """Return the tests of a run, those that were collected and then deselected too."""
    return config.stash.setdefault(_RULE_TESTS, RuleTests())


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the kit."""
    group = parser.getgroup("rummykit", "conformance of RummyKit variants")
    several: dict[str, Any] = {"action": "append", "default": []}
    about = "run the conformance checks on this variant too; may be given several times"
    group.addoption("--rummykit", metavar="VARIANT", help=about, **several)
    about = f"how many games each of these checks plays (default: {GAMES})"
    group.addoption("--rummykit-games", type=int, default=GAMES, metavar="N", help=about)
    about = "a plugin of a single file that is not installed; may be given several times"
    group.addoption("--rummykit-plugin", metavar="FILE", help=about, **several)


def pytest_configure(config: pytest.Config) -> None:
    """Register the marks, and say at once if a variant is not there."""
    config.addinivalue_line("markers", "rule(id): the rule of the rulebook that the test proves")
    config.addinivalue_line("markers", f"{KIT}: a conformance check of the kit")
    variants = config.getoption("rummykit")
    if not variants:
        return
    if find_spec("hypothesis") is None:
        raise pytest.UsageError(HYPOTHESIS_MISSING)
    from rummykit.errors import PluginError
    from rummykit.plugin.plugins import Plugins

    config.stash[_PLUGINS] = plugins = Plugins.discover(files=map(Path, config.getoption("rummykit_plugin")))
    for variant in variants:
        try:
            plugins.plugin_of(variant)
        except PluginError as error:
            broken = [problem.sentence for problem in plugins.problems]
            raise pytest.UsageError(" ".join(dict.fromkeys([str(error), *broken]))) from None


def pytest_itemcollected(item: pytest.Item) -> None:
    """Note which rules the tests carry."""
    rule_tests_of(item.config).add(item)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add a test for every check of every variant that is named."""
    for variant in dict.fromkeys(config.getoption("rummykit")):
        from rummykit_kit.checks import CHECKS
        from rummykit_kit.setup import Subject

        games = config.getoption("rummykit_games")
        subject = Subject(variant, config.stash[_PLUGINS], games, rule_tests=rule_tests_of(config))
        for check in CHECKS:
            node = f"{KIT}::{variant}::{check.name}"
            items.append(CheckItem.from_parent(session, name=check.name, nodeid=node, check=check, subject=subject))


class CheckItem(pytest.Item):
    """One check of one variant."""

    def __init__(self, *, check: Check, subject: Subject, **more: Any) -> None:
        super().__init__(**more)
        self._check, self._subject = check, subject
        self.add_marker(KIT)
        self.extra_keyword_matches.add(subject.variant)

    def runtest(self) -> None:
        """Run the check; what it finds is told without a traceback."""
        from rummykit_kit.conformance import run

        run(self._check, self._subject, self._command())

    def reportinfo(self) -> tuple[Path, None, str]:
        """Say what the test is in reports."""
        return self.path, None, self.nodeid

    def _command(self) -> str:
        """Return what runs just this check again."""
        words = ["pytest", "--rummykit", self._subject.variant]
        # In one word: pytest would take a path by itself for one of tests, and its folder for the root of them.
        words += [f"--rummykit-plugin={file}" for file in self._subject.files]
        if self._subject.games != GAMES:
            words += ["--rummykit-games", str(self._subject.games)]
        return shlex.join([*words, "-m", KIT, "-k", self.name])
