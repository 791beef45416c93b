"""Imports inside core point one way: from a layer to those below it, and never round in a circle."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

CORE = Path(__file__).parents[2] / "core/rummykit"
LAYERS = (
    ("",),  # the front door, which imports everything else only when it is asked for
    ("errors", "i18n", "memo", "lookup"),
    ("cards",),
    ("refusals",),
    ("melds",),
    ("solver",),
    ("rules",),
    ("engine",),
    ("parts",),
    ("booklet",),
    ("plugin",),
    ("scenario", "referee", "loading", "events"),
)
"""The modules and packages of core, the lowest layer first."""
HEIGHT = {name: height for height, layer in enumerate(LAYERS) for name in layer}
UPWARDS = {("engine.ruleset", "parts.flow")}
"""The one name that points up, for type checkers alone: a game has a flow, and the parts of a flow play on a round."""


def modules() -> dict[str, ast.Module]:
    """Return the syntax trees of core by their names below `rummykit`."""
    found = {}
    for file in CORE.rglob("*.py"):
        name = ".".join(file.relative_to(CORE).with_suffix("").parts)
        found["" if name == "__init__" else name.removesuffix(".__init__")] = ast.parse(file.read_text("utf-8"))
    return found


MODULES = modules()


def imports(body: list[ast.stmt], type_only: bool = False) -> Iterator[tuple[str, bool]]:
    """Yield the modules of core that statements import, and whether for type checkers alone."""
    for statement in body:
        if isinstance(statement, ast.ImportFrom) and (statement.module or "").split(".")[0] == "rummykit":
            base = (statement.module or "").removeprefix("rummykit").removeprefix(".")
            for alias in statement.names:
                deeper = f"{base}.{alias.name}".removeprefix(".")
                yield (deeper if deeper in MODULES else base), type_only
        elif isinstance(statement, ast.If):
            yield from imports(statement.body, type_only or "TYPE_CHECKING" in ast.unparse(statement.test))
            yield from imports(statement.orelse, type_only)


def everywhere(tree: ast.Module) -> set[str]:
    """Return the modules of core that a module imports at all, in its functions too."""
    return {name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for name, _ in imports([node])}


def layer(name: str) -> int:
    return HEIGHT[name.split(".")[0]]


def test_every_module_has_its_layer() -> None:
    assert {name.split(".")[0] for name in MODULES} == set(HEIGHT)


def test_the_front_door_imports_nothing_yet() -> None:
    assert [name for name, type_only in imports(MODULES[""].body) if not type_only] == []


@pytest.mark.parametrize("name", sorted(MODULES.keys() - {""}))
def test_imports_point_down(name: str) -> None:
    upwards = {other for other in everywhere(MODULES[name]) if layer(other) > layer(name)}
    assert {(name, other) for other in upwards} - UPWARDS == set()


def test_what_points_up_is_for_type_checkers_alone() -> None:
    for name, other in UPWARDS:
        assert (other, True) in set(imports(MODULES[name].body))
        assert (other, False) not in set(imports(MODULES[name].body))


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = {
        name: {other for other, type_only in imports(tree.body) if not type_only} for name, tree in MODULES.items()
    }
    done: set[str] = set()
    for name in graph:
        assert not (circle := circle_from(name, graph, done)), " -> ".join(circle)


def circle_from(
    name: str, graph: Mapping[str, set[str]], done: set[str], path: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Return a way from a module back to itself, if there is one among those not *done*."""
    if name in path:
        return (*path[path.index(name) :], name)
    if name in done:
        return ()
    for other in sorted(graph[name] - {""}):
        if other != name and (circle := circle_from(other, graph, done, (*path, name))):
            return circle
    done.add(name)
    return ()
