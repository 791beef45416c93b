"""Which rules the collected tests say they prove. Imported by every run of pytest, so it imports nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

RULE = "rule"
KIT = "rummykit"


@dataclass
class RuleTests:
    """The tests collected so far beside those of the kit: their number, and the rules that they carry."""

    rules: set[str] = field(default_factory=set)
    collected: int = 0

    def add(self, item: pytest.Item) -> None:
        """Count a test."""
        if item.get_closest_marker(KIT) is None:
            self.collected += 1
            self.rules.update(str(rule) for mark in item.iter_markers(RULE) for rule in mark.args)


_RULE_TESTS = pytest.StashKey[RuleTests]()


def rule_tests_of(config: pytest.Config) -> RuleTests:
    """Return the tests of a run, those that were collected and then deselected too."""
    return config.stash.setdefault(_RULE_TESTS, RuleTests())
