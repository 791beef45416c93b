"""Checks of what a plugin says: who it is, its rules, what refusals cite, the booklet and the translations."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.resources import files
from typing import TYPE_CHECKING

from rummykit.errors import NotationError, PluginError, RummyKitError
from rummykit.i18n import ENGLISH, IN_ENGLISH, Language, languages
from rummykit.refusals import TABLE_RULES
from rummykit.rules import from_variant
from rummykit_kit.broken import Broken, Unplayable

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from rummykit.booklet import Booklet, Paragraph
    from rummykit.cards import Pack
    from rummykit.plugin.info import Variant
    from rummykit.rules import TableRules
    from rummykit_kit.setup import Subject

HEAVY = ("pydantic", "yaml", "rummykit.rules")
"""What must not be loaded to list what is installed."""

LISTING = """
import contextlib, importlib.util, json, sys
import rummykit.plugin.info, rummykit.plugin.plugins

name, file, folders, path, heavy = json.loads(sys.argv[1])
before = set(sys.modules)
sys.path[:0] = path
with contextlib.redirect_stdout(sys.stderr):
    spec = importlib.util.spec_from_file_location(name, file, submodule_search_locations=folders or None)
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.rummykit_variant()
print(*[each for each in heavy if each in sys.modules and each not in before])
"""
"""Lists a plugin in a process where nothing else is loaded, and prints what heavy things were loaded for it."""


def _info(subject: Subject) -> Variant:
    info = subject.plugins.plugin_of(subject.variant).variant
    assert info is not None
    return info


def introduces_itself(subject: Subject) -> None:
    """The variant has an English title and one sentence about itself."""
    info = _info(subject)
    if not info.titles.get(ENGLISH):
        raise Broken("There is no English title.")
    if not info.summary.endswith(".") or "\n" in info.summary:
        raise Broken(f"The summary is not one sentence on one line: {info.summary!r}.")


def listing_light(subject: Subject) -> None:
    """To be listed, the plugin loads nothing heavy: no pydantic, no house rules."""
    module = subject.plugins.plugin_of(subject.variant).module
    file, name = getattr(module, "__file__", None), getattr(module, "__name__", "")
    if file is None:
        return  # not a module: nothing that another process could load
    path = [folder for folder in sys.path if folder]
    order = json.dumps([name, file, list(getattr(module, "__path__", [])), path, HEAVY])
    done = subprocess.run([sys.executable, "-c", LISTING, order], capture_output=True, text=True, check=False)
    if done.returncode:
        why = done.stderr.strip().splitlines() or [f"its process ends with {done.returncode}."]
        raise Broken(f"Asking rummykit_variant fails where nothing else is loaded: {why[-1]}")
    loaded, plugin = done.stdout.partition("\n")[0].split(), subject.plugins.plugin_of(subject.variant)
    # A game in the only file of a plugin is loaded whenever that is.
    if loaded and (plugin.file is None or _info(subject).game is not None):
        raise Broken(f"Asking rummykit_variant loads {' and '.join(loaded)}; import them where they are needed.")


def rulebook_readable(subject: Subject) -> None:
    """The rulebook has rules, each in full sentences."""
    try:
        rulebook = subject.plugins.rulebook(subject.variant)
    except PluginError as error:
        raise Broken(str(error)) from None
    if not rulebook:
        raise Broken("The rulebook is empty.")
    for rule, text in rulebook.items():
        if not text[:1].isupper() or not text.endswith("."):
            raise Broken(f"{rule} is not a sentence: {text!r}.")


def rules_tested(subject: Subject) -> None:
    """Every rule of the rulebook has a test that carries it: @pytest.mark.rule("ID")."""
    tests = subject.rule_tests
    if tests is None:
        return
    untested = [rule for rule in subject.plugins.rulebook(subject.variant) if rule not in tests.rules]
    if untested and not tests.collected:
        raise Broken(
            "No tests were collected beside those of the kit; name the folder of yours, or run pytest where they are."
        )
    if untested:
        raise Broken(f"Of the {tests.collected} tests collected none is for: {', '.join(untested)}.")


def citations_complete(subject: Subject) -> None:
    """Every reason for a refusal cites an existing rule and, if any, an existing option."""
    rules = subject.default_rules()
    uncited = rules.uncited()
    if uncited:
        raise Broken(f"No rule is cited for: {', '.join(reason.name for reason in uncited)}.")
    model = subject.plugins.options_model(subject.variant)()
    options = {f"{section}.{option}" for section, values in model for option, _ in values}
    for reason, citation in rules.citations.items():
        if citation.rule not in rules.rulebook and citation.rule not in TABLE_RULES:
            raise Broken(f"{reason.name} cites the rule '{citation.rule}', which is not in the rulebook.")
        if citation.option is not None and citation.option not in options:
            raise Broken(f"{reason.name} cites the option '{citation.option}', which does not exist.")


def booklet_prints(subject: Subject) -> None:
    """The rule booklet of the default rules and of every preset prints in every language, and cites existing rules."""
    rulebook = subject.default_rules().rulebook
    for table_rules in _tables(subject):
        for code in languages(subject.plugins.packages):
            language = Language.of(code, subject.plugins.packages) if code != ENGLISH else IN_ENGLISH
            with language.spoken():
                try:
                    booklet = subject.plugins.booklet(table_rules)
                except RummyKitError as error:
                    raise Broken(f"The booklet of {_name(table_rules)} fails ({code}): {error}") from None
                _assert_booklet(booklet, rulebook, f"The booklet of {_name(table_rules)} ({code})")


def _tables(subject: Subject) -> Iterator[TableRules]:
    for preset in (None, *subject.plugins.presets(subject.variant)):
        try:
            table_rules = from_variant(subject.variant, subject.plugins, preset=preset)
            subject.plugins.assemble_for_any(table_rules)
        except RummyKitError:
            continue  # which other checks tell
        yield table_rules


def _name(table_rules: TableRules) -> str:
    return f"the preset '{table_rules.preset}'" if table_rules.preset else "the default rules"


def _assert_booklet(booklet: Booklet, rulebook: Container[str], what: str) -> None:
    if not booklet.chapters:
        raise Broken(f"{what} has no chapters.")
    for chapter in booklet.chapters:
        if not chapter.title or not chapter.paragraphs:
            raise Broken(f"{what} has a chapter without a title or without paragraphs.")
        for paragraph in chapter.paragraphs:
            if paragraph.rule not in rulebook and paragraph.rule not in TABLE_RULES:
                raise Broken(f"{what} cites the rule '{paragraph.rule}', which is not in the rulebook.")
            if not paragraph.text.strip():
                raise Broken(f"{what} has an empty paragraph ({paragraph.rule}).")
            _assert_drawn(paragraph, booklet.pack, what)


def _assert_drawn(paragraph: Paragraph, pack: Pack, what: str) -> None:
    """Read the examples as they are read for printing."""
    for example in paragraph.examples:
        for cards in example.cards.split("|"):
            try:
                pack.placed_cards(cards, wild=pack.first_copies)
            except NotationError as error:
                raise Broken(f"{what} has an example that cannot be drawn ({paragraph.rule}): {error}") from None


def translations_complete(subject: Subject) -> None:
    """Every language that the plugin's package has a catalogue for is complete, and has a title."""
    package = subject.plugins.plugin_of(subject.variant).package
    folder = files(package) / "locale" if hasattr(sys.modules.get(package), "__path__") else None
    codes = sorted(place.name for place in folder.iterdir() if place.is_dir()) if folder and folder.is_dir() else []
    if not codes:
        return
    for code in codes:
        if code not in _info(subject).titles:
            raise Broken(f"There is a catalogue for '{code}', but no title in this language.")
    try:
        from rummykit_kit.catalogues import faults
    except ImportError:
        raise Unplayable("Catalogues are checked by Babel: pip install 'rummykit[translate]'.") from None
    for code in codes:
        try:
            found = faults(package, code)
        except PluginError as error:
            raise Broken(str(error)) from None
        if found:
            raise Broken("\n".join(found[:10]))
