"""The example mods as installed distributions: a folder with what pip would write, and their packages on the path."""

from __future__ import annotations

import tomllib
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples/mods"
MODS = ("no_joker_finish", "turn_limit")


def site_of_examples(folder: Path) -> list[Path]:
    """Write the metadata of the examples into a folder; return all folders that must be on the path."""
    for mod in MODS:
        project = tomllib.loads((EXAMPLES / mod / "pyproject.toml").read_text("utf-8"))["project"]
        about = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
        about.mkdir(parents=True)
        head = [f"Name: {project['name']}", f"Version: {project['version']}"]
        head += [f"Requires-Dist: {needed}" for needed in project["dependencies"]]
        (about / "METADATA").write_text("\n".join(["Metadata-Version: 2.1", *head, ""]), "utf-8")
        points = [f"{name} = {module}" for name, module in project["entry-points"]["rummykit"].items()]
        (about / "entry_points.txt").write_text("\n".join(["[rummykit]", *points, ""]), "utf-8")
    return [folder, *(EXAMPLES / mod for mod in MODS)]
