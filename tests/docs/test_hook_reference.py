"""The reference of hooks says all of them, and each is there because somebody uses it."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

from rummykit.plugin import hooks

DOCS = Path(__file__).parents[2] / "docs"
HOOKS = [name for name in vars(hooks) if name.startswith("rummykit_")]
TEXT = (DOCS / "hooks.md").read_text("utf-8")


def section(hook: str) -> str:
    return TEXT.split(f"## `{hook}`\n")[1].split("\n## ")[0]


def test_the_reference_is_fresh() -> None:
    # In a process of its own: the plugins of the examples are not for the other tests.
    code = "import hook_reference as page; import sys; sys.exit(page.hooks_page() != page.PAGE.read_text('utf-8'))"
    done = subprocess.run([sys.executable, "-c", code], cwd=DOCS, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"run: python docs/generate.py {done.stderr}"


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_is_documented(hook: str) -> None:
    said = section(hook)
    arguments = inspect.signature(getattr(hooks, hook)).parameters
    assert f"def {hook}(" in said
    assert all(f"{name}: " in said for name in arguments)
    assert "\nAsked " in said, "it must be said when the hook is called"


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_is_used(hook: str) -> None:
    assert "\nImplemented by `" in section(hook)


def test_mods_wrap_hooks() -> None:
    assert "\nWrapped by `no_joker_finish`, `turn_limit`." in section("rummykit_turn")
