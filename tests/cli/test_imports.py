"""How the command hangs together: no circles, no private names of others, and packages that know only those below."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import rummykit_cli
import rummykit_session

ROOTS = {package.__name__: Path(package.__file__ or "").parent for package in (rummykit_cli, rummykit_session)}
MOST_FILES = 15
BELOW = {"rummykit_cli": {"rummykit_session", "rummykit_kit"}, "rummykit_session": {"rummykit_bots"}}
"""The packages that each may import, besides core and itself."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    for package, root in ROOTS.items():
        for file in root.rglob("*.py"):
            path = file.relative_to(root).with_suffix("").parts
            name = ".".join((package, *(part for part in path if part != "__init__")))
            yield name, ast.parse(file.read_text("utf-8"))


MODULES = dict(modules())


def imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the modules of RummyKit that a module imports, and the names: in functions and for type checkers too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rummykit"):
            yield from ((node.module or "", alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names if alias.name.startswith("rummykit"))


@pytest.mark.parametrize("name", MODULES)
def test_a_module_imports_no_private_name(name: str) -> None:
    private = [
        (module, thing)
        for module, thing in imported(MODULES[name])
        if any(part.startswith("_") and not part.startswith("__") for part in (*module.split("."), thing))
    ]
    assert private == []


@pytest.mark.parametrize("package", BELOW)
def test_a_package_knows_only_those_below(package: str) -> None:
    known = {
        module.partition(".")[0]
        for name, tree in MODULES.items()
        if name.partition(".")[0] == package
        for module, _ in imported(tree)
    }
    assert known - {"rummykit", package} <= BELOW[package]


@pytest.mark.parametrize("package", BELOW)
def test_no_module_imports_itself_by_way_of_others(package: str) -> None:
    graph = {name: set(_needed(name)) for name in MODULES if name.partition(".")[0] == package}
    TopologicalSorter(graph).prepare()  # names the circle if there is one


def _needed(name: str) -> Iterator[str]:
    for module, thing in imported(MODULES[name]):
        deeper = f"{module}.{thing}"
        yield deeper if deeper in MODULES else module


@pytest.mark.parametrize("root", ROOTS.values(), ids=ROOTS)
def test_a_folder_has_few_files(root: Path) -> None:
    for folder in (root, *(path for path in root.rglob("*") if path.is_dir() and path.name != "__pycache__")):
        assert len([path for path in folder.iterdir() if path.is_file()]) <= MOST_FILES, folder
