"""The rule tests keep themselves honest: every rule and every option of a variant has a test that carries it.

Everything that asks for ``our_variant`` runs for each variant of this distribution (see ``tests/conftest.py``).
"""

from __future__ import annotations

import pytest

from rummykit.houserules import check_model
from rummykit.reasons import TABLE_RULES
from rummykit.ruleset import Ruleset
from rummykit.scenario import Scenario

from .helpers import PLUGINS

FAMILIES = {
    "COMP": 4,
    "SETUP": 5,
    "TURN": 4,
    "CLAIM": 7,
    "MELD": 4,
    "LAY": 2,
    "JOK": 8,
    "END": 4,
    "SCORE": 3,
    "BON": 12,
}


def assembled(variant: str) -> Ruleset:
    players, _ = PLUGINS.variants()[variant]
    return Scenario(variant, players, plugins=PLUGINS).rules


def options_of(variant: str) -> set[str]:
    return {f"{section}.{option}" for section, options in PLUGINS.options_model(variant)() for option, _ in options}


def test_every_rule_has_a_test(our_variant: str, proven_rules: set[str]) -> None:
    assert sorted(set(PLUGINS.rulebook(our_variant)) - proven_rules) == []


def test_no_test_carries_an_unknown_rule(our_variant: str, proven_rules: set[str]) -> None:
    assert sorted(proven_rules - set(PLUGINS.rulebook(our_variant)) - set(TABLE_RULES)) == []


def test_every_option_has_a_test(our_variant: str, proven_options: set[str]) -> None:
    assert sorted(options_of(our_variant) - proven_options) == []


def test_no_test_carries_an_unknown_option(our_variant: str, proven_options: set[str]) -> None:
    assert sorted(proven_options - options_of(our_variant)) == []


def test_the_options_are_well_made(our_variant: str) -> None:
    assert check_model(PLUGINS.options_model(our_variant)) == []


def test_every_reason_for_a_refusal_cites_a_rule(our_variant: str) -> None:
    assert assembled(our_variant).uncited() == []


def test_every_citation_exists(our_variant: str) -> None:
    rules = assembled(our_variant)
    citations = rules.citations.values()
    assert citations
    assert {citation.rule for citation in citations} <= set(rules.rulebook) | set(TABLE_RULES)
    assert {citation.option for citation in citations if citation.option} <= options_of(our_variant)


def test_every_rule_is_a_sentence(our_variant: str) -> None:
    for rule, text in PLUGINS.rulebook(our_variant).items():
        assert text[0].isupper(), rule
        assert text.endswith("."), rule


@pytest.mark.parametrize("preset", ["default", *PLUGINS.presets("rummy17")])
def test_the_rule_sheet_of_rummy17_is_complete(preset: str) -> None:
    expected = {f"R17-{family}-{number:02}" for family, count in FAMILIES.items() for number in range(1, count + 1)}
    chosen = None if preset == "default" else preset
    assert set(Scenario("rummy17", plugins=PLUGINS, preset=chosen).rules.rulebook) == expected
