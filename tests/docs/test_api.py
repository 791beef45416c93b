"""The API reference is fresh, and holds all that plugins need."""

from __future__ import annotations

import ast
import importlib.util
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from rummykit.plugin import hooks
from rummykit.plugin.plugins import Plugins
from rummykit_cli.commands.plugin.new import NewPlugin, new_package

ROOT = Path(__file__).parents[2]
PLUGINS = Plugins.discover()


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_api", ROOT / "docs/generate_api.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


API = generator()
PUBLIC = {
    (module, name)
    for modules in API.PUBLIC.values()
    for module, listed in modules.items()
    for name in API.names(module, listed)
}


def imported(code: str) -> Iterator[tuple[str, str]]:
    """What a Python file imports from us, as pairs of a module and a name."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and re.match(r"rummykit(_kit)?(\.|$)", node.module or ""):
            yield from ((str(node.module), alias.name) for alias in node.names)


def sources() -> Iterator[tuple[str, str]]:
    """The code of plugins outside our tree: what `rummy plugin new` writes, the tutorials, and the examples."""
    for request in (NewPlugin("my_game"), NewPlugin("my_game", base="wiener_rummy"), NewPlugin("my_mod", mod=True)):
        for file, text in new_package(request, PLUGINS).items():
            if file.endswith(".py"):
                yield f"{request.kind}/{file}", text
    for page in sorted((ROOT / "docs").glob("*.md")):
        # Sessions at a prompt are those of programs, and the page of the hooks has signatures alone.
        text = page.read_text("utf-8") if page.name != "hooks.md" else ""
        yield page.name, "\n".join(re.findall(r"^```python\n(?!>>> )(.*?)^```$", text, re.DOTALL | re.MULTILINE))
    for file in sorted((ROOT / "examples").glob("**/rummykit_*/*.py")):
        yield file.relative_to(ROOT).as_posix(), file.read_text("utf-8")


def test_the_page_is_fresh() -> None:
    done = subprocess.run(
        [sys.executable, "docs/generate_api.py", "--check"], cwd=ROOT, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(("name", "code"), [pytest.param(name, code, id=name) for name, code in sources()])
def test_plugins_outside_our_tree_import_only_what_is_public(name: str, code: str) -> None:
    assert [found for found in imported(code) if found not in PUBLIC] == []


def test_what_hooks_take_and_return_is_public() -> None:
    names = {
        word
        for hook in vars(hooks).values()
        if callable(hook) and getattr(hook, "__module__", "") == hooks.__name__
        for annotation in hook.__annotations__.values()
        for word in re.findall(r"\w+", annotation)
    }
    of_python = {"Any", "Enum", "Mapping", "Sequence", "int", "str", "type", "None"}
    assert {"TurnFlow", "MeldRules"} <= names
    assert names - of_python - {name for _, name in PUBLIC} == set()


def test_every_public_name_says_what_it_is() -> None:
    """But for values and aliases that say it by themselves."""
    text = (ROOT / "docs/api.md").read_text("utf-8")
    entries = re.findall(r"^#### `(.*)`\n\n(.*)$", text, re.MULTILINE)
    assert len(entries) > 150
    bare = {heading for heading, first in entries if first.startswith("#")}
    assert {heading for heading in bare if "(" in heading.partition(" = ")[0] or heading[:1].islower()} == set()
