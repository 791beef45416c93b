"""Writes and checks the catalogues of a package, for those who translate it; needs Babel (``rummykit[translate]``).

``python -m rummykit_kit.catalogues update my_package de hu`` brings the catalogues up to date: new messages come in
empty, messages that nobody says any more go, and the ``.po`` files are compiled. ``check`` in place of ``update`` names
everything that is missing or stale, and exits with 1 if anything is.

What a package says are the messages in its calls of `say`, `say_number`, `mark` and `Later`, the texts of its booklet
templates (`rummykit.booklet.prose`), the first line of each house-rule file in a folder ``gallery``, and what its
plugins tell through the hooks: rules, options, reasons for refusals, one line about themselves. What a package that it
imports has a catalogue for is that package's to translate.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from pkgutil import walk_packages
from string import Formatter
from types import ModuleType
from typing import NamedTuple

import yaml
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment
from jinja2.ext import extract_from_ast

from rummykit.booklet.prose import ENDING
from rummykit.booklet.prose import messages as messages_of_template
from rummykit.errors import PluginError
from rummykit.i18n import DOMAIN, Numbered
from rummykit.refusals import TABLE_RULES, Reason

MessageId = str | tuple[str, str]
"""A message, or its forms for one and for many."""

SAYING = {"say": 1, "say_number": 2, "mark": 1, "Later": 1, "Numbered": 2}
"""What says or marks a message, and in how many forms. Read from the syntax tree, so also within f-strings."""

ADDRESSING = "told"
"""What says one of two messages: to the person whose name comes first, or of a player of that name."""

NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""Catalogues are compared line by line, so none changes because a day has passed."""
FUZZY = "fuzzy"
"""The mark of a translation that somebody has to look at."""


def messages(package: str) -> list[MessageId]:
    """Return what a package says and no package that it imports says, in the order of its files."""
    told = {message for base in _bases(package) for message in _own_messages(base)}
    return [message for message in _own_messages(package) if message not in told]


def _own_messages(package: str) -> list[MessageId]:
    found: list[MessageId] = [message for source in _sources(package) for message in source.said]
    found += _of_templates(package)
    found += _of_gallery(package)
    for module in _modules(package):
        found += _of_sections(module, package)
    found += _of_plugins(package)
    return [message for message in dict.fromkeys(found) if message]


class _Source(NamedTuple):
    """What a file says, in the order of its lines, and the packages it imports."""

    said: tuple[MessageId, ...]
    imported: frozenset[str]


def _sources(package: str) -> list[_Source]:
    return [_read_source(file.read_text("utf-8")) for file in sorted(_folder(package).rglob("*.py"))]


def _of_templates(package: str) -> Iterator[MessageId]:
    """Yield what templates say: of booklets, called booklet.jinja or in folders called booklet, and of pages."""
    root = _folder(package)
    for file in sorted(root.rglob("templates/*.html")):
        parsed = Environment().parse(file.read_text("utf-8"))
        for _, _, said in extract_from_ast(parsed, ("say",), babel_style=False):
            yield from filter(None, said or ())
    for file in sorted(root.rglob(f"*{ENDING}")):
        path = file.relative_to(root.parent)
        if "booklet" in (*path.parent.parts, path.stem):
            yield from messages_of_template(file.read_text("utf-8"), path.as_posix())


def _of_gallery(package: str) -> Iterator[str]:
    """Yield what house-rule files in a folder gallery begin with: a comment on whose rules they are."""
    for file in sorted(_folder(package).glob("gallery/*/*.yaml")):
        first, _, _ = file.read_text("utf-8").partition("\n")
        yield first.removeprefix("# ")


@lru_cache(maxsize=4096)
def _read_source(text: str) -> _Source:
    """Read a file; remembered, as a package is read again for every language and for every package above it."""
    calls: list[ast.Call] = []
    imported: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(func=ast.Name()):
                calls.append(node)
            case ast.Import(names=names):
                imported |= {alias.name.partition(".")[0] for alias in names}
            case ast.ImportFrom(module=str(module), level=0):
                imported.add(module.partition(".")[0])
    calls.sort(key=lambda call: (call.lineno, call.col_offset))
    return _Source(tuple(message for call in calls for message in _said_by(call)), frozenset(imported))


def _said_by(call: ast.Call) -> Iterator[MessageId]:
    """Yield the message that a call says, if it says one."""
    assert isinstance(call.func, ast.Name)
    if call.func.id == ADDRESSING:
        for message in call.args[1:3]:
            if isinstance(message, ast.Constant) and isinstance(message.value, str):
                yield message.value
    number = SAYING.get(call.func.id, 0)
    arguments = [argument.value for argument in call.args[:number] if isinstance(argument, ast.Constant)]
    texts = [text for text in arguments if isinstance(text, str)]
    if number and len(texts) == number:
        yield texts[0] if number == 1 else (texts[0], texts[1])


def _of_sections(module: ModuleType, package: str) -> Iterator[str]:
    """Yield what the sections of house rules that a module defines say of themselves and their options."""
    from rummykit.rules import HouseRules, Section

    for kind in vars(module).values():
        if not isinstance(kind, type) or kind.__module__ != module.__name__ or kind in (HouseRules, Section):
            continue
        if issubclass(kind, Section):
            yield (kind.__doc__ or "").strip().partition("\n")[0]
            for name, field in kind.model_fields.items():
                if name in kind.__annotations__ and field.description:
                    yield field.description
            for said in ("asked", "known_as"):
                yield from (text for _, text in vars(kind).get(said, ()))


def _of_plugins(package: str) -> Iterator[MessageId]:
    from rummykit.plugin.plugins import Plugins

    if package == "rummykit":
        yield from (reason.value for reason in Reason)
        yield from TABLE_RULES.values()
    for plugin in Plugins.discover().loaded:
        if plugin.package != package:
            continue
        introduced = [plugin.variant, plugin.mod, *plugin.bots]
        yield from (info.summary for info in introduced if info)
        yield from (plugin.said("rules") or {}).values()
        for value in (reason.value for reason in plugin.said("citations") or {}):
            yield (value.one, value.many) if isinstance(value, Numbered) else str(value)
        for preset in (plugin.said("presets") if plugin.variant else {}).values():
            yield str(yaml.safe_load(preset).get("description") or "").strip()


def catalogue_file(package: str, language: str) -> Path:
    """Return where the catalogue of a package lies."""
    return _folder(package) / "locale" / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def update(package: str, language: str) -> Path:
    """Bring a catalogue up to date with what the package says, and compile it."""
    file = catalogue_file(package, language)
    before = _read(file, language)
    after = Catalog(
        language,
        domain=DOMAIN,
        header_comment=f"# What {package} says, in the language {language}.",
        project=package,
        version="1",
        creation_date=NO_DATE,
        revision_date=NO_DATE,
        fuzzy=False,
    )
    for message in messages(package):
        known = before.get(message) if before else None
        # A message that has come to speak of numbers, or speaks of none any more, is translated anew.
        if known is not None and known.pluralizable == isinstance(message, tuple):
            after.add(message, known.string, flags=known.flags & {FUZZY}, user_comments=known.user_comments)
        else:
            after.add(message)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as opened:
        write_po(opened, after, width=120)
    with file.with_suffix(".mo").open("wb") as opened:
        write_mo(opened, after)
    return file


def faults(package: str, language: str) -> list[str]:
    """Return what is missing, stale or wrong in a catalogue, one sentence each."""
    file = catalogue_file(package, language)
    catalogue = _read(file, language)
    if catalogue is None:
        return [f"{package} has no catalogue for {language}."]
    said = messages(package)
    found = [f"{message!r} is not in {file.name} ({language})." for message in said if message not in catalogue]
    for message in catalogue:
        if message.id and message.id not in said:
            found.append(f"{message.id!r} is translated ({language}), but nobody says it.")
        elif message.id:
            found += _message_faults(message, language, catalogue.num_plurals)
    compiled = file.with_suffix(".mo")
    if not found and (
        not compiled.is_file() or _strings(read_mo(BytesIO(compiled.read_bytes()))) != _strings(catalogue)
    ):
        found.append(f"{compiled.name} ({language}) is not compiled from its .po file.")
    return found


def _message_faults(message: Message, language: str, plurals: int) -> Iterator[str]:
    forms = _texts(message.string)
    if message.fuzzy or not all(forms) or (message.pluralizable and len(forms) != plurals):
        yield f"{message.id!r} is not translated ({language})."
        return
    singular, *_ = ids = _texts(message.id)
    names = {name for text in ids for name in _names(text)}
    # The form for one thing need not name the number, whatever that is called.
    spare = {"number", *(names - _names(singular))} if message.pluralizable else set()
    for form in forms:
        if not _names(form) <= names or names - _names(form) - spare:
            yield f"{form!r} fills in other names than {message.id!r} ({language})."


def _names(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def _read(file: Path, language: str) -> Catalog | None:
    if not file.is_file():
        return None
    return read_po(BytesIO(file.read_bytes()), language, ignore_obsolete=True)


def _strings(catalogue: Catalog) -> dict[str, tuple[str, ...]]:
    """Return what a catalogue translates; a compiled one has nothing of what is not translated yet."""
    return {
        str(_texts(message.id)): tuple(_texts(message.string))
        for message in catalogue
        if message.id and all(_texts(message.string))
    }


def _texts(said: str | Sequence[str] | None) -> list[str]:
    """Return the forms of a message, or of its translation."""
    return [said or ""] if isinstance(said, str | None) else list(said)


def _folder(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit(f"There is no package '{package}'.")
    return Path(spec.submodule_search_locations[0])


def _modules(package: str) -> list[ModuleType]:
    root = import_module(package)
    names = [module.name for module in walk_packages(root.__path__, f"{package}.")]
    return [root, *(import_module(name) for name in names if not name.endswith("__main__"))]


def _bases(package: str) -> list[str]:
    """Return the other packages with catalogues that the files of a package import, and those that these import."""
    found = sorted({name for source in _sources(package) for name in source.imported})
    bases = [name for name in found if name != package and _is_translated(name)]
    return list(dict.fromkeys([*bases, *(further for base in bases for further in _bases(base))]))


def _is_translated(package: str) -> bool:
    spec = find_spec(package)
    places = (spec and spec.submodule_search_locations) or []
    return any((Path(place) / "locale").is_dir() for place in places)


def main(arguments: Iterable[str]) -> int:
    """Run ``update`` or ``check`` for a package and its languages."""
    try:
        match list(arguments):
            case ["update", package, *codes] if codes:
                for code in codes:
                    print(update(package, code))
                return 0
            case ["check", package, *codes] if codes:
                found = [fault for code in codes for fault in faults(package, code)]
                print("\n".join(found) or f"{package}: all translated.")
                return 1 if found else 0
    except PluginError as error:
        print(error, file=sys.stderr)
        return 1
    print("Write: python -m rummykit_kit.catalogues update|check PACKAGE LANGUAGE...", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
