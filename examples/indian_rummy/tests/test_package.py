"""The package as a plugin: rules, options, citations, presets and the booklet fit together."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from random import Random

import pytest
from rummykit.booklet import Chapter
from rummykit.engine.actions import Action
from rummykit.engine.match import Match
from rummykit.refusals import TABLE_RULES
from rummykit.rules import check_model
from rummykit.scenario import resolve

from indian_tables import indian, plugins
from rummykit_indian_rummy.house_rules import IndianRummyRules
from rummykit_indian_rummy.rulebook import RULES

HERE = Path(__file__)
PRESETS = (None, "points", "pool_101", "pool_201", "deals")


def proven_rules() -> set[str]:
    """The rules that the tests beside this one carry."""
    return {
        str(call.args[0].value)
        for file in HERE.parent.glob("test_*.py")
        for call in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(call, ast.Call)
        and ast.unparse(call.func) == "pytest.mark.rule"
        and isinstance(call.args[0], ast.Constant)
    }


def test_every_rule_has_a_test() -> None:
    assert proven_rules() == set(RULES)


def test_the_options_are_well_made() -> None:
    assert check_model(IndianRummyRules) == []


def test_every_refusal_cites_a_rule_and_an_option_that_there_are() -> None:
    rules = indian().rules
    assert rules.uncited() == []
    options = {f"{section}.{option}" for section, options in IndianRummyRules() for option, _ in options}
    for citation in rules.citations.values():
        assert citation.rule in {*RULES, *TABLE_RULES}
        assert citation.option is None or citation.option in options


def test_the_presets_are_those_beside_the_package() -> None:
    assert set(plugins().presets("indian_rummy")) == set(PRESETS) - {None}


def test_only_what_is_public_is_imported() -> None:
    """Every name that the package has from RummyKit stands in the API reference."""
    text = (HERE.parents[3] / "docs/api.md").read_text("utf-8")
    public: dict[str, set[str]] = {}
    for module, entries in re.findall(
        r"^### `([\w.]+)`\n(.*?)(?=^##|\Z)", text.replace("\n####", "\n@@@@"), re.MULTILINE | re.DOTALL
    ):
        public[module] = set(re.findall(r"^@@@@ `(\w+)", entries, re.MULTILINE))
    imported = [
        (node.module, name.name)
        for file in (HERE.parents[1] / "rummykit_indian_rummy").glob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "rummykit"
        for name in node.names
    ]
    assert len(imported) > 30
    assert [(module, name) for module, name in imported if name not in public.get(module, ())] == []


# -- the booklet -------------------------------------------------------------------------------------------------


def booklet(preset: str | None, **options: dict[str, object]) -> tuple[Chapter, ...]:
    return plugins().booklet(resolve(plugins(), "indian_rummy", preset=preset, **options)).chapters


def told(preset: str | None, **options: dict[str, object]) -> str:
    chapters = booklet(preset, **options)
    return "\n".join(str(paragraph) for chapter in chapters for paragraph in chapter.paragraphs)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_booklet_tells_every_rule(preset: str | None) -> None:
    rules = {paragraph.rule for chapter in booklet(preset) for paragraph in chapter.paragraphs}
    assert rules >= set(RULES)


def test_a_booklet_tells_what_is_played() -> None:
    assert "25 points before your first draw, and 50" in told("pool_201")
    assert "20 points before your first draw, and 40" in told("pool_101")
    assert "you may drop" not in told(None, dropping={"allowed": False})
    assert "has more than 79" in told("pool_101")
    assert "the others have no points" in told(None, declaring={"wrong": "ends_round"})
    assert "the others go on" in told(None, declaring={"wrong": "leaves_round"})


# -- the three faces of legality ---------------------------------------------------------------------------------


def some_move(match: Match, random: Random) -> Action:
    """A move that mostly draws, so that rounds last."""
    legal = [move for move in match.legal_actions if str(move) != "drop" or random.random() < 0.1]
    return random.choice(legal or list(match.legal_actions))


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_listed_is_allowed_and_what_is_allowed_is_listed(preset: str | None) -> None:
    rules, random, seen = indian(3, preset).rules, Random(7), dict[str, Action]()
    match = Match(rules, 1, ("Anna", "Ben", "Cem"))
    for _ in range(150):
        if match.is_over:
            break
        legal = list(match.legal_actions)
        seen.update({str(move): move for move in legal})
        assert len(set(map(str, legal))) == len(legal)
        assert [move for move in legal if match.check(move)] == []
        refused = [move for move in random.sample(list(seen.values()), min(20, len(seen))) if move not in legal]
        assert [move for move in refused if match.check(move) is None] == []
        match.apply(some_move(match, random))
