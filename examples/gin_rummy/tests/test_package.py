"""The package as a plugin: rules, options, citations, presets and the booklet fit together."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from random import Random

import pytest
from rummykit.booklet import Chapter
from rummykit.engine.actions import Action
from rummykit.engine.match import Match
from rummykit.refusals import TABLE_RULES
from rummykit.rules import check_model
from rummykit.scenario import resolve

from gin_tables import gin, plugins
from rummykit_gin_rummy.house_rules import GinRummyRules
from rummykit_gin_rummy.rulebook import RULES

PRESETS = (None, "classic", "oklahoma", "tournament")


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


def test_the_options_are_well_made() -> None:
    assert check_model(GinRummyRules) == []


def test_every_refusal_cites_a_rule_and_an_option_that_there_are() -> None:
    rules = gin().rules
    assert rules.uncited() == []
    options = {f"{section}.{option}" for section, options in GinRummyRules() for option, _ in options}
    for citation in rules.citations.values():
        assert citation.rule in {*RULES, *TABLE_RULES}
        assert citation.option is None or citation.option in options


def test_the_presets_are_those_beside_the_package() -> None:
    assert set(plugins().presets("gin_rummy")) == set(PRESETS) - {None}


def test_what_is_installed_for_the_tests_has_the_conformance_kit() -> None:
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
    assert "rummykit[kit]" in project["optional-dependencies"]["test"]


# -- the booklet -------------------------------------------------------------------------------------------


def booklet(preset: str | None) -> tuple[Chapter, ...]:
    return plugins().booklet(resolve(plugins(), "gin_rummy", preset=preset)).chapters


def told(preset: str | None) -> set[str]:
    return {paragraph.rule for chapter in booklet(preset) for paragraph in chapter.paragraphs}


def test_the_booklets_together_tell_every_rule() -> None:
    assert set.union(*map(told, PRESETS)) == set(RULES)


@pytest.mark.parametrize(
    ("preset", "untold"),
    [
        (None, {"GIN-TURN-03", "GIN-VOID-02", "GIN-OKLA-01", "GIN-OKLA-02"}),
        ("tournament", {"GIN-VOID-03", "GIN-OKLA-01", "GIN-OKLA-02"}),
        ("oklahoma", {"GIN-TURN-03", "GIN-VOID-02", "GIN-KNOCK-01"}),
    ],
)
def test_a_booklet_is_silent_about_what_is_not_played(preset: str | None, untold: set[str]) -> None:
    assert set(RULES) - told(preset) == untold


# -- the three faces of legality ---------------------------------------------------------------------------


def all_moves(match: Match) -> list[Action]:
    """Moves that have been legal at some time, to be tried at any other."""
    random, seen = Random(7), {}
    while not match.is_over and len(match.scores) < 6:
        legal = match.legal_actions
        seen.update({str(move): move for move in legal})
        match.apply(legal[int(random.random() ** 2 * len(legal))])
    return list(seen.values())


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_listed_is_allowed_and_what_is_allowed_is_listed(preset: str | None) -> None:
    rules = gin(preset, knocking={"limit": 50}).rules if preset != "oklahoma" else gin(preset).rules
    tried = all_moves(Match(rules, 1, ("Anna", "Ben")))
    match, random = Match(rules, 2, ("Anna", "Ben")), Random(2)
    for _ in range(600):
        if match.is_over:
            break
        legal = list(match.legal_actions)
        assert len(set(map(str, legal))) == len(legal)
        assert [move for move in legal if match.check(move)] == []
        refused = [move for move in random.sample(tried, 20) if move not in legal]
        assert [move for move in refused if match.check(move) is None] == []
        match.apply(legal[int(random.random() * len(legal))])
