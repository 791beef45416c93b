"""The page of the conformance kit names every check, and its code runs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from rummykit_kit.checks import CHECKS

PAGE = (Path(__file__).parents[2] / "docs" / "conformance.md").read_text("utf-8")


def test_every_check_is_listed_with_its_sentence() -> None:
    listed = re.findall(r"^\| `(\w+)` \| (.+) \|$", PAGE, re.MULTILINE)
    assert [row for row in listed if row[0] in {check.name for check in CHECKS}] == [
        (check.name, check.sentence) for check in CHECKS
    ]


def test_its_code_runs() -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {}
    for block in blocks:
        exec(block.replace('"my_variant"', '"rummy17"'), names)
    names["test_nobody_holds_a_pool_joker"]()
    assert names["test_conformance"]
