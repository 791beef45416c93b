"""One name for one thing: no two public classes are called the same."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

PROJECT = Path(__file__).parents[2]
ROOTS = ("core", "variants", "bots", "kit", "cli")


def test_no_two_public_classes_share_a_name() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for root in ROOTS:
        for file in sorted((PROJECT / root).rglob("*.py")):
            for node in ast.parse(file.read_text("utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    homes[node.name].append(str(file.relative_to(PROJECT)))
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}
