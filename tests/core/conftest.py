"""Packages that a test puts on the path and that are forgotten after it, and the German of one of them."""

import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import invalidate_caches
from pathlib import Path
from textwrap import dedent

import pytest
from core_german import GERMAN, translate

from rummykit.language import Language

PutPackage = Callable[..., Path]


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
def german(put_package: PutPackage) -> Language:
    """A language of the package ``toy_german``."""
    translate(put_package("toy_german"), "de", GERMAN)
    return Language.of("de", ["toy_german"])
