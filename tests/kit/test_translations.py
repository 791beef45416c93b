"""The check of translations, on a package that brings a catalogue: complete, and with a message missing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from kit.test_broken import GAMES, findings
from kit.tiny import RULES
from rummykit.plugin.plugins import Plugin, Plugins
from rummykit_kit import Subject
from rummykit_kit.catalogues import update
from rummykit_kit.checks import CHECKS, named
from rummykit_kit.conformance import run
from rummykit_kit.pytest_plugin import RuleTests

SOURCE = '''
"""The small game, with something of its own to say."""

from rummykit import hookimpl
from rummykit.i18n import say
from rummykit.plugin.info import Variant


@hookimpl
def rummykit_variant():
    return Variant(
        "tiny",
        {"en": "Tiny", "de": "Winzig"},
        (2, 3),
        "A small game for tests.",
        options="kit.tiny_rules:TinyRules",
        rules="kit.tiny:RULES",
        citations="kit.tiny:CITATIONS",
        presets={},
        game="kit.tiny",
    )


def greeting():
    return say("Welcome to a small game.")
'''


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A package on the path with a German catalogue in which nothing is translated yet."""
    name = "tiny_in_german"
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    update(name, "de")
    yield name
    del sys.modules[name]


def subject_of(package: str) -> Subject:
    module = import_module(package)
    mine = Plugin(package, f"{package} 1.0", "1.0", module, module.rummykit_variant())
    plugins = Plugins((*Plugins.discover().loaded, mine))
    return Subject("tiny", plugins, GAMES, patience=1.0, rule_tests=RuleTests(set(RULES), 3))


CHECKS_OF_THE_PACKAGE = [check for check in CHECKS if check.name != "listing_light"]
"""The small game is no light one: it has its parts in the file that is listed."""


def test_a_message_without_a_translation_is_caught_by_the_check_meant_for_it(package: str) -> None:
    found = findings(subject_of(package), CHECKS_OF_THE_PACKAGE)
    assert list(found) == ["translations_complete"]
    assert "'Welcome to a small game.' is not translated (de)." in found["translations_complete"]


def test_a_complete_catalogue_passes(package: str, tmp_path: Path) -> None:
    (file,) = tmp_path.rglob("*.po")
    file.write_text(file.read_text("utf-8").replace('game."\nmsgstr ""', 'game."\nmsgstr "Willkommen."'), "utf-8")
    with file.open("rb") as opened, file.with_suffix(".mo").open("wb") as compiled:
        write_mo(compiled, read_po(opened, "de"))
    assert findings(subject_of(package), named(["translations_complete"])) == {}


def test_without_babel_only_what_to_install_is_said(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "rummykit_kit.catalogues")
    for name in [name for name in sys.modules if name.partition(".")[0] == "babel"]:
        monkeypatch.setitem(sys.modules, name, None)
    (check,) = named(["translations_complete"])
    with pytest.raises(pytest.skip.Exception) as said:
        run(check, subject_of(package), "pytest")
    assert str(said.value) == "Catalogues are checked by Babel: pip install 'rummykit[translate]'."
