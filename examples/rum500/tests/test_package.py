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

from rum_tables import plugins, rum
from rummykit_rum500.house_rules import Rum500Rules
from rummykit_rum500.rulebook import RULES

PRESETS = (None, "family", "floating", "strict")
HERE = Path(__file__).parents[1]
PACKAGE = HERE / "rummykit_rum500"


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
    assert check_model(Rum500Rules) == []


def test_every_refusal_cites_a_rule_and_an_option_that_there_are() -> None:
    rules = rum().rules
    assert rules.uncited() == []
    options = {f"{section}.{option}" for section, options in Rum500Rules() for option, _ in options}
    for citation in rules.citations.values():
        assert citation.rule in {*RULES, *TABLE_RULES}
        assert citation.option is None or citation.option in options


def test_the_presets_are_those_beside_the_package() -> None:
    assert set(plugins().presets("rum500")) == set(PRESETS) - {None}


def test_what_is_installed_for_the_tests_has_the_conformance_kit() -> None:
    project = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]
    assert "rummykit[kit]" in project["optional-dependencies"]["test"]


# -- the booklet -------------------------------------------------------------------------------------------


def booklet(preset: str | None) -> tuple[Chapter, ...]:
    return plugins().booklet(resolve(plugins(), "rum500", preset=preset)).chapters


@pytest.mark.parametrize("preset", PRESETS)
def test_a_booklet_tells_every_rule(preset: str | None) -> None:
    told = {paragraph.rule for chapter in booklet(preset) for paragraph in chapter.paragraphs}
    assert told - set(TABLE_RULES) == set(RULES)


@pytest.mark.parametrize(
    ("preset", "sentence"),
    [
        (None, "The deepest card that you take must be used in the same turn"),
        (None, "You may lay off even before you have melded yourself."),
        (None, "An ace counts 1 where it lies before a two, 15 anywhere else on the table, and 15 in the hand."),
        ("family", "Cards from two to nine count 5 points each, tens and faces 10."),
        ("family", "An ace counts 5 where it lies before a two"),
        ("floating", "The open card alone you may take without using it."),
        ("floating", "is not out but floats"),
        ("strict", "at least 30 points together"),
        ("strict", "The round is over when somebody discards the last card of a hand: that is going out."),
    ],
)
def test_a_booklet_tells_what_is_played(preset: str | None, sentence: str) -> None:
    text = " ".join(paragraph.text for chapter in booklet(preset) for paragraph in chapter.paragraphs)
    assert sentence in text
