"""Which tests coverage is measured by: it is asked of core and the variants, and tracing halves the speed.

A plugin of its own, because the hooks of a conftest are not asked about the examples in docstrings outside its folder.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest


class Tracing:
    """What coverage has set up in this process, switched on only where it is asked for: it halves the speed."""

    def __init__(self) -> None:
        self._tracer, self._of_threads = sys.gettrace(), threading.gettrace()

    @classmethod
    def off(cls) -> Tracing | None:
        """Switch it off; None if nothing is traced."""
        if sys.gettrace() is None:
            return None
        tracing = cls()
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]
        return tracing

    @contextmanager
    def on(self) -> Iterator[None]:
        """Trace for a while."""
        threading.settrace(self._of_threads)  # type: ignore[arg-type]
        sys.settrace(self._tracer)
        try:
            yield
        finally:
            # A test that comes to the end of the stack has made Python drop the tracer already.
            sys.settrace(None)
            threading.settrace(None)  # type: ignore[arg-type]


TRACING = pytest.StashKey[Tracing | None]()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Import what is measured, and trace nothing else of the collection."""
    shares_out = session.config.getoption("dist", "no") != "no"
    if sys.gettrace() is not None and not shares_out:
        for package in MEASURED_PACKAGES:
            folder = import_module(package).__path__
            for module in walk_packages(folder, f"{package}."):
                import_module(module.name)
    session.config.stash[TRACING] = Tracing.off()
    return (yield)


def _tracing(item: pytest.Item) -> AbstractContextManager[None]:
    tracing = item.config.stash.get(TRACING, None)
    return nullcontext() if tracing is None or item.get_closest_marker("untraced") else tracing.on()


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    """Trace the fixtures of tests that are measured."""
    with _tracing(item):
        return (yield)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Trace tests unless they are marked ``untraced``."""
    with _tracing(item):
        return (yield)


MEASURED_PACKAGES = (
    "rummykit",
    "rummykit_rummy17",
    "rummykit_deutsches_romme",
    "rummykit_raeuber_romme",
    "rummykit_wiener_rummy",
)
MEASURED = ("core", "variants")
"""The folders of tests by which coverage is measured: it is asked of core and the variants, and tracing takes time."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of commands, screens and bots, which coverage does not ask for, ``untraced``."""
    tests = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(tests) and item.path.relative_to(tests).parts[0] not in MEASURED:
            item.add_marker("untraced")
