"""The variants of this distribution pass what everybody's must.

What looks on at games and matches does so in `tests/properties`, all of it at once and in many more of them; and which
rules have tests is found out in `tests/variants`, so that it does not matter which tests were selected.
"""

from __future__ import annotations

import pytest

from rummykit.plugin.plugins import Plugins
from rummykit_kit import rummykit_conformance
from rummykit_kit.checks import CHECKS
from rummykit_kit.watchers import WATCHERS

PLUGINS = Plugins.discover()
OURS = [variant for variant, plugin in PLUGINS.by_variant.items() if plugin.distribution.startswith("rummykit ")]
ELSEWHERE = {kind.name for kind in WATCHERS if kind.name not in ("deterministic", "nothing_crashes")}
ELSEWHERE |= {"matches_end", "books_balance", "rules_tested"}

HERE = [check.name for check in CHECKS if check.name not in ELSEWHERE]

test_conformance = rummykit_conformance(*OURS, plugins=PLUGINS, games=1, checks=HERE)
test_conformance_in_many_games = pytest.mark.campaign(
    rummykit_conformance(*OURS, plugins=PLUGINS, games=40, checks=HERE)
)


def test_all_our_variants_are_found() -> None:
    assert len(OURS) >= 4
