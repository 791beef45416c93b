"""Everything people read is there in German and Hungarian, and nothing is left of what nobody says any more."""

from __future__ import annotations

import re

import pytest

from rummykit.i18n import Language
from rummykit.plugin.plugins import Plugins
from rummykit.rules import from_variant
from rummykit_cli.render.book import render
from rummykit_kit.catalogues import faults, messages

PLUGINS = Plugins.discover()
TRANSLATIONS = ("de", "hu")
OURS = sorted(
    {"rummykit", "rummykit_session", "rummykit_cli"}
    | {plugin.package for plugin in PLUGINS.loaded if plugin.distribution.partition(" ")[0] == "rummykit"}
)
LETTERS = re.compile(r"[^\W\d_]{3,}")


@pytest.mark.parametrize("language", TRANSLATIONS)
@pytest.mark.parametrize("package", OURS)
def test_no_translation_is_missing_or_stale(package: str, language: str) -> None:
    assert messages(package), "a package that says nothing would be translated by doing nothing"
    assert faults(package, language) == []


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_no_paragraph_of_a_booklet_is_left_in_english(our_game: tuple[str, str | None], language: str) -> None:
    variant, preset = our_game
    table_rules = from_variant(variant, PLUGINS, preset=preset)
    english = PLUGINS.booklet(table_rules)
    with Language.of(language, [*PLUGINS.packages, "rummykit_session", "rummykit_cli"], signs=True).spoken():
        spoken = PLUGINS.booklet(table_rules)
        printed = {format: render(spoken, format).decode() for format in ("txt", "md", "html")}
    assert len(spoken.chapters) == len(english.chapters)
    for chapter, original in zip(spoken.chapters, english.chapters, strict=True):
        assert len(chapter.paragraphs) == len(original.paragraphs)
        for paragraph, known in zip(chapter.paragraphs, original.paragraphs, strict=True):
            assert paragraph.rule == known.rule
            assert paragraph.text != known.text
            assert all(
                one.caption != other.caption for one, other in zip(paragraph.examples, known.examples, strict=True)
            )
            assert not LETTERS.search("".join(re.findall(r"\{.*?\}", paragraph.text)))
    for text in printed.values():
        assert spoken.chapters[0].title in text
        assert not re.search("not allowed|Contents|players|joker that is used", text)
    assert f'lang="{language}"' in printed["html"]
