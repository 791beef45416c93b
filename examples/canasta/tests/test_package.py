"""The package as a plugin: rules, options, citations, presets and booklets fit together, on the public API alone."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from rummykit.booklet import Chapter
from rummykit.refusals import TABLE_RULES
from rummykit.rules import check_model
from rummykit.scenario import resolve

from canasta_tables import canasta, plugins
from rummykit_canasta.house_rules import CanastaRules
from rummykit_canasta.rulebook import RULES

PRESETS = (None, "two", "three", "four")
HERE = Path(__file__).parents[1]
PACKAGE = HERE / "rummykit_canasta"


def proven_rules() -> set[str]:
    """The rules that the tests beside this one carry."""
    return {
        str(call.args[0].value)
        for file in Path(__file__).parent.glob("test_*.py")
        for call in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(call, ast.Call)
        and ast.unparse(call.func) == "pytest.mark.rule"
        and isinstance(call.args[0], ast.Constant)
    }


def test_every_rule_has_a_test() -> None:
    assert proven_rules() == set(RULES)


def imports() -> Iterator[tuple[str, str]]:
    """What the package takes from RummyKit: modules and names."""
    for file in sorted(PACKAGE.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "rummykit":
                yield from ((str(node.module), alias.name) for alias in node.names)
            elif isinstance(node, ast.Import):
                assert not [alias for alias in node.names if alias.name.split(".")[0] == "rummykit"], file


def test_only_the_public_api_is_imported() -> None:
    page = (HERE.parents[1] / "docs/api.md").read_text("utf-8")
    modules = {part.split("`", 1)[0]: part for part in page.split("\n### `")[1:]}
    public = {(module, name) for module, part in modules.items() for name in re.findall(r"\n#### `(\w+)", part)}
    taken = set(imports())
    assert len(taken) > 20
    assert taken - public == set()


def test_the_options_are_well_made() -> None:
    assert check_model(CanastaRules) == []


def test_every_refusal_cites_a_rule_and_an_option_that_there_are() -> None:
    rules = canasta().rules
    assert rules.uncited() == []
    options = {f"{section}.{option}" for section, options in CanastaRules() for option, _ in options}
    for citation in rules.citations.values():
        assert citation.rule in {*RULES, *TABLE_RULES}
        assert citation.option is None or citation.option in options


def test_the_presets_are_those_beside_the_package() -> None:
    assert set(plugins().presets("canasta")) == set(PRESETS) - {None}


def test_what_is_installed_for_the_tests_has_the_conformance_kit() -> None:
    project = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]
    assert "rummykit[kit]" in project["optional-dependencies"]["test"]


# -- the booklet -------------------------------------------------------------------------------------------


def booklet(preset: str | None) -> tuple[Chapter, ...]:
    return plugins().booklet(resolve(plugins(), "canasta", preset=preset)).chapters


@pytest.mark.parametrize("preset", PRESETS)
def test_a_booklet_tells_every_rule(preset: str | None) -> None:
    told = {paragraph.rule for chapter in booklet(preset) for paragraph in chapter.paragraphs}
    assert told - set(TABLE_RULES) == set(RULES)


@pytest.mark.parametrize(
    ("preset", "sentence"),
    [
        (None, "Of 4 players those who sit opposite each other are partners."),
        (None, "At least two of them are natural, and at most 3 are wild."),
        (None, "A natural one, without a wild card, brings 500 points, a mixed one 300."),
        (None, "A joker counts 50 points, a two and an ace 20, king to eight 10"),
        ("two", "Going out brings 100 points, or 200 instead if you go out concealed"),
        ("three", "You may discard the last card or place it."),
    ],
)
def test_a_booklet_tells_what_is_played(preset: str | None, sentence: str) -> None:
    text = " ".join(paragraph.text for chapter in booklet(preset) for paragraph in chapter.paragraphs)
    assert sentence in text


def test_a_booklet_tells_what_depends_on_the_players() -> None:
    tables = [paragraph.table for chapter in booklet(None) for paragraph in chapter.paragraphs if paragraph.table]
    assert [table.rows for table in tables] == [
        (("2", "15", "2", "2"), ("3", "13", "1", "1"), ("4", "11", "1", "1")),
        (("less", "15"), ("0", "50"), ("1500", "90"), ("3000", "120")),
    ]


def test_a_booklet_tells_house_rules() -> None:
    house = resolve(
        plugins(),
        "canasta",
        discards={"frozen": "always"},
        going_out={"discard": "required", "ask": False},
        jokers={"per_meld": 2},
    )
    text = " ".join(each.text for chapter in plugins().booklet(house).chapters for each in chapter.paragraphs)
    for sentence in ("The pile is always frozen.", "The last card must be discarded.", "at most 2 are wild"):
        assert sentence in text
    assert "ask your partner" not in text
