"""`rummy plugin new`: writes the package of a plugin from the templates that lie beside this file.

A template is the file it makes, with the ending ``.jinja``; ``NAME`` in its path is the name of the plugin.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree

from jinja2 import Environment, PackageLoader, StrictUndefined

from rummykit import __version__
from rummykit.errors import SetupError
from rummykit.i18n import say
from rummykit.plugin.plugins import Plugins
from rummykit_cli.commands.plugin.base import Base
from rummykit_cli.commands.plugin.names import PACKAGE, check_name
from rummykit_cli.commands.writing import unwritable
from rummykit_cli.lines import echo, print_json
from rummykit_cli.plugged import installed
from rummykit_session.storage.files import write_file

TEMPLATES, ENDING = "templates", ".jinja"
COMMON, VARIANT, FROM, MOD = "common", "variant", "from", "mod"
"""The folders of templates: what all packages have, and the three kinds of plugins."""
EXAMPLE = "deutsches_romme"
"""The variant at whose table a new mod is tried."""


@dataclass(frozen=True)
class NewPlugin:
    """What is to be written: a variant of its own, one that begins as another, or a mod; and where."""

    name: str
    base: str | None = None
    mod: bool = False
    into: Path = Path()

    @property
    def kind(self) -> str:
        """The folder of its templates."""
        return MOD if self.mod else FROM if self.base else VARIANT

    @property
    def folder(self) -> Path:
        """The folder of the package."""
        return self.into / self.name


def write_new(request: NewPlugin, as_json: bool) -> None:
    """Write the package, and say what was written and what to do next; nothing that is there is overwritten."""
    plugins = installed()
    files = new_package(request, plugins)
    if request.folder.exists():
        raise SetupError(
            say("{folder} already exists; choose another name, or another place with --into.", folder=request.folder)
        )
    _write(request.folder, files)
    _report(request, list(files), as_json)


def new_package(request: NewPlugin, plugins: Plugins) -> dict[str, str]:
    """Return the files of the package, by their paths in its folder; raise `SetupError` if there can be none."""
    if request.mod and request.base:
        raise SetupError(say("A mod can change any variant, so it does not start from one: leave out --from or --mod."))
    check_name(request.name, plugins, is_mod=request.mod)
    values = _values(request, plugins)
    environment = _environment()
    files = {}
    for template in environment.list_templates():
        kind, _, path = template.partition("/")
        if kind in (COMMON, request.kind):
            file = path.removesuffix(ENDING).replace("NAME", request.name)
            files[file] = environment.get_template(template).render(values)
    return dict(sorted(files.items()))


def import_block(*lines: str) -> str:
    """Return import lines in their customary order: whole modules first, then by the module.

    >>> print(import_block("from b import y", "from a import x", "import c"))
    import c
    from a import x
    from b import y
    """
    return "\n".join(sorted(lines, key=lambda line: (line.startswith("from "), line)))


def compatible(version: str) -> str:
    """Return the versions of RummyKit for which a plugin is written that is made with this one.

    >>> compatible("0.3.1"), compatible("2.1.0")
    ('rummykit>=0.3.1,<0.4', 'rummykit>=2.1.0,<3')
    """
    major, minor, *_ = version.split(".")
    end = f"0.{int(minor) + 1}" if major == "0" else str(int(major) + 1)
    return f"rummykit>={version},<{end}"


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader(__package__, TEMPLATES),
        undefined=StrictUndefined,
        autoescape=False,  # what is written is Python and Markdown, not HTML
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["imports"] = import_block
    return environment


def _values(request: NewPlugin, plugins: Plugins) -> Mapping[str, object]:
    """Return what the templates fill in."""
    name, requirements = request.name, [compatible(__version__)]
    values: dict[str, object] = {
        "name": name,
        "package": PACKAGE + name,
        "distribution": (PACKAGE + name).replace("_", "-"),
        "title": name.replace("_", " ").title(),
        "camel": name.title().replace("_", ""),
        "prefix": name.replace("_", "").upper(),
        "requirements": requirements,
    }
    if request.mod:
        example = plugins.plugin_of(EXAMPLE).variant
        summary = "No card is discarded on one of its own rank, and a round has a last lap."
        return {**values, "summary": summary, "example": example}
    if request.base is None:
        return {**values, "summary": "One pack, seven cards: draw, meld, discard, and get rid of them all."}
    base = Base.of(request.base, plugins)
    if base.requirement:
        requirements.append(base.requirement)
    rounds = 5 if base.rounds == 3 else 3
    return {**values, "summary": f"{base.title} in a match of {rounds} rounds.", "base": base, "rounds": rounds}


def _write(folder: Path, files: Mapping[str, str]) -> None:
    try:
        for name, text in files.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            write_file(file, text.encode())
    except OSError as error:
        rmtree(folder, ignore_errors=True)  # it was not there before
        raise unwritable(folder, error) from None


def _report(request: NewPlugin, files: list[str], as_json: bool) -> None:
    folder = request.folder.as_posix()
    path = folder if request.folder.is_absolute() else f"./{folder}"
    play = f'rummy play --rules "{path}/ours.yaml"' if request.mod else f"rummy play {request.name}"
    commands = [f'pip install -e "{path}[test]"', f'pytest "{path}"', play]
    if as_json:
        print_json({"folder": folder, "files": files, "next": commands})
        return
    echo(say("Wrote {folder}:", folder=folder))
    for name in files:
        echo(f"  {name}")
    echo(say("Install it, test it, and play:"))
    for command in commands:
        echo(f"  {command}")
