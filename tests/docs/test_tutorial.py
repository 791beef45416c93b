"""The tutorials, followed to the letter: every block of code on the page is written to its file or run, in order.

A block of Python or YAML begins with a comment that names its file, and says if it goes to the end of it. A block of
`sh` is run by bash. A block of `text` is what the commands just before it print, where ``…`` is anything.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
TITLE = re.compile(r"# ([\w.]+)(, continued)?\n")


@dataclass(frozen=True)
class Block:
    """A block of code: its language, and its text."""

    language: str
    text: str


def blocks(page: str) -> list[Block]:
    return [Block(*found) for found in BLOCK.findall((DOCS / page).read_text("utf-8"))]


def matches(expected: str, printed: str) -> bool:
    """Whether something was printed as expected; ``…`` stands for any text, over several lines too.

    >>> matches("4 passed in …", "4 passed in 0.12s"), matches("4 passed", "5 passed")
    (True, False)
    """
    parts = map(re.escape, expected.strip().split("…"))
    return re.fullmatch(".*".join(parts), printed.strip(), re.DOTALL) is not None


class Reader:
    """Somebody who reads a tutorial and does what it says, in a folder of his own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.printed: str | None = None

    def follow(self, block: Block) -> None:
        match block.language:
            case "python" | "yaml":
                self._write(block.text)
            case "sh":
                self._run(block.text)
            case "text":
                assert self.printed is not None, f"nothing was printed before:\n{block.text}"
                assert matches(block.text, self.printed), f"expected:\n{block.text}\nprinted:\n{self.printed}"
                self.printed = None
            case other:
                raise AssertionError(f"nobody knows what to do with a block of '{other}'")

    def _write(self, text: str) -> None:
        title = TITLE.match(text)
        assert title is not None, f"no file is named at the beginning of:\n{text}"
        name, continued = title.groups()
        assert (self.folder / name).exists() == bool(continued), f"{name} is begun once, and then continued"
        with open(self.folder / name, "a", encoding="utf-8") as file:
            file.write(text[title.end() :] + "\n\n")

    def _run(self, commands: str) -> None:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", commands],
            cwd=self.folder,
            env=self._environment(),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, f"{commands}{done.stdout}{done.stderr}"
        self.printed = done.stdout

    def _environment(self) -> dict[str, str]:
        """The environment of a reader who has RummyKit installed, without what pytest tells its child processes."""
        own = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
        return own | {
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), own.get("PATH", "")]),
            "RUMMYKIT_HOME": str(self.folder / "home"),
            "PYTHONIOENCODING": "utf-8",
            "COLUMNS": "80",
        }


@pytest.mark.parametrize("page", ["a-game.md", "write-a-variant.md", "write-a-mod.md", "more-than-cards.md"])
def test_a_tutorial_can_be_followed(page: str, tmp_path: Path) -> None:
    reader, found = Reader(tmp_path), blocks(page)
    assert {block.language for block in found} >= {"python", "yaml", "sh", "text"}
    for block in found:
        reader.follow(block)


def links(page: Path) -> Iterator[str]:
    """The files that a page links to, as it writes them."""
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        if "://" not in target and not target.startswith("#"):
            yield target.partition("#")[0]


@pytest.mark.parametrize(
    "page",
    ["plugins.md", "a-game.md", "write-a-variant.md", "write-a-mod.md", "more-than-cards.md", "api.md", "stability.md"],
    ids=str,
)
def test_links_lead_somewhere(page: str) -> None:
    missing = [target for target in links(DOCS / page) if not (DOCS / target).exists()]
    assert missing == []
