"""Packages that a test puts on the path and that are forgotten after it, and the German of one of them."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import invalidate_caches
from pathlib import Path
from textwrap import dedent

import pytest
from core_german import GERMAN, translate

from rummykit.i18n import Language

PutPackage = Callable[..., Path]
Install = Callable[..., Path]


@pytest.fixture
def put_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PutPackage]:
    """Write a package, or more of its files: ``put_package("my_game", {"words.py": source})`` returns its folder.

    With ``plugin=True`` it is a distribution, and the package is its plugin.
    """
    root = tmp_path / "site"
    root.mkdir()
    monkeypatch.syspath_prepend(root)

    def put(name: str, files: Mapping[str, str] | None = None, *, plugin: bool = False) -> Path:
        folder = root / name
        for file, source in {"__init__.py": "", **(files or {})}.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(dedent(source), "utf-8")
        if plugin:
            about = root / f"{name}-1.0.dist-info"
            about.mkdir()
            about.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
            about.joinpath("entry_points.txt").write_text(f"[rummykit]\n{name} = {name}\n")
        invalidate_caches()
        return folder

    yield put
    ours = {path.stem for path in root.iterdir()}
    for module in list(sys.modules):
        if module.partition(".")[0] in ours:
            del sys.modules[module]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Put a distribution with one module on the path: ``install("my-game", "my_game = my_module", source)``."""
    folders: list[Path] = []

    def put(name: str, points: str, source: str = "", version: str = "1.0", needs: Iterable[str] = ()) -> Path:
        folder = tmp_path / name
        about = folder / f"{name.replace('-', '_')}-{version}.dist-info"
        about.mkdir(parents=True)
        lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
        lines += [f"Requires-Dist: {needed}" for needed in needs]
        about.joinpath("METADATA").write_text("\n".join([*lines, ""]))
        about.joinpath("entry_points.txt").write_text("[rummykit]\n" + dedent(points))
        module = points.split("=")[1].split()[0].partition(":")[0]
        (folder / f"{module}.py").write_text(dedent(source))
        monkeypatch.syspath_prepend(folder)
        folders.append(folder)
        return folder

    yield put
    for name, module in list(sys.modules.items()):
        if any(str(folder) in (getattr(module, "__file__", None) or "") for folder in folders):
            del sys.modules[name]


@pytest.fixture
def german(put_package: PutPackage) -> Language:
    """A language of the package ``toy_german``."""
    translate(put_package("toy_german"), "de", GERMAN)
    return Language.of("de", ["toy_german"])
