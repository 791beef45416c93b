"""Writes plugins with `rummy plugin new` and makes them look installed, without installing anything."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

from .command import Result, environment, rummy, rummy_in

KINDS: dict[str, tuple[str, ...]] = {
    "my_game": (),
    "my_wiener": ("--from", "wiener_rummy"),
    "my_mod": ("--mod",),
}
"""A new plugin of each kind, and how it is asked for."""


@dataclass(frozen=True)
class Written:
    """A plugin that was written, with a folder beside it that says what an installation would say."""

    name: str
    folder: Path

    @property
    def package(self) -> Path:
        return self.folder / f"rummykit_{self.name}"

    @property
    def files(self) -> dict[str, str]:
        """The text of every file, by its path in the package's folder."""
        found = (file for file in self.folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
        return {file.relative_to(self.folder).as_posix(): file.read_text("utf-8") for file in sorted(found)}

    def pyproject(self) -> dict[str, object]:
        return tomllib.loads((self.folder / "pyproject.toml").read_text("utf-8"))["project"]

    def run(self, *command: object) -> Result:
        """Run a command in the package's folder, where the plugin is installed."""
        done = subprocess.run(
            [*map(str, command)],
            cwd=self.folder,
            env=self._as_installed(),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=300,
            check=False,
        )
        return Result(done.returncode, done.stdout, done.stderr)

    def rummy(self, *arguments: object) -> Result:
        return rummy_in(self.folder, self._as_installed(), *arguments)

    def _as_installed(self) -> dict[str, str]:
        """An environment in which it is installed, without what a run of pytest tells its own child processes."""
        own = {
            name: value
            for name, value in environment(self.folder.parent).items()
            if not name.startswith(("PYTEST_", "COV_"))
        }
        return own | {"PYTHONPATH": os.pathsep.join(map(str, (self.folder, self._installed())))}

    def _installed(self) -> Path:
        """Write what an installer would: the name, the version and the entry points of pyproject.toml."""
        project = self.pyproject()
        folder = self.folder.with_name(f"{self.name}_site")
        info = folder / f"rummykit_{self.name}-{project['version']}.dist-info"
        info.mkdir(parents=True, exist_ok=True)
        head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
        (info / "METADATA").write_text(head, "utf-8")
        points = project["entry-points"]
        assert isinstance(points, dict)
        lines = [f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in found.items()) for group, found in points.items()]
        (info / "entry_points.txt").write_text("".join(lines), "utf-8")
        return folder


def written(home: Path, name: str, *arguments: str) -> Written:
    """Write a plugin into a folder with the real command."""
    done = rummy(home, "plugin", "new", name, *arguments)
    assert done.code == 0, done.err
    return Written(name, home / name)


PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rummykit-games", "1")
