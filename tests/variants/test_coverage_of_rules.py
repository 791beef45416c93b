"""The rule tests keep themselves honest: every rule and every option of a variant has a test that carries it.

Everything that asks for ``our_variant`` runs for each variant of this distribution (see ``tests/conftest.py``).
Options, citations and rule sentences are looked at by the conformance kit (see ``tests/kit/test_our_variants.py``).
"""

from __future__ import annotations

from rummykit.refusals import TABLE_RULES
from rummykit.scenario import Scenario
from rummykit_kit import Subject
from rummykit_kit.checks.texts import rules_tested
from rummykit_kit.pytest_plugin import RuleTests

from .helpers import PLUGINS

ROMME = {
    "COMP": 1,
    "SETUP": 4,
    "MELD": 4,
    "VAL": 2,
    "TURN": 3,
    "FIRST": 2,
    "LAY": 2,
    "JOK": 3,
    "END": 1,
    "SCORE": 1,
    "HAND": 1,
}

RULE_SHEETS = {
    "rummy17": {
        "R17": {
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
        },
    },
    "deutsches_romme": {
        "ROM": ROMME,
        "CLUB": {
            "COMP": 1,
            "DEAL": 1,
            "MELD": 1,
            "ROUND": 2,
            "FIRST": 1,
            "JOK": 3,
            "VAL": 1,
            "CLAIM": 2,
            "HAND": 1,
            "END": 1,
            "SCORE": 1,
        },
    },
    "raeuber_romme": {
        "ROM": ROMME,
        "RAU": {"": 6},
        "NET": {
            "COMP": 1,
            "DEAL": 1,
            "TURN": 1,
            "FIRST": 2,
            "MELD": 1,
            "JOK": 1,
            "ARR": 3,
            "GRID": 1,
            "INFO": 1,
            "END": 2,
        },
        "TILE": {"COMP": 1, "DEAL": 1, "TURN": 1, "MELD": 1, "FIRST": 2, "ARR": 1, "JOK": 2, "END": 2},
    },
    "wiener_rummy": {
        "WIE": {"COMP": 1, "DEAL": 1, "TURN": 1, "END": 4, "SCORE": 1, "PARTY": 5},
    },
}
"""How many rules every family of a rule sheet has; they are numbered from 01. A small sheet has one nameless family."""

EXAMPLES = {"raeuber_romme": {"RAU-EX-1", "RAU-EX-2"}}
"""The examples that a rule sheet prints beside its rules."""


def options_of(variant: str) -> set[str]:
    return {f"{section}.{option}" for section, options in PLUGINS.options_model(variant)() for option, _ in options}


def test_every_rule_has_a_test(our_variant: str, proven_rules: set[str]) -> None:
    """The check of the conformance kit, with the marks of all tests whichever are selected."""
    rules_tested(Subject(our_variant, PLUGINS, rule_tests=RuleTests(proven_rules, len(proven_rules))))


def test_no_test_carries_an_unknown_rule(our_variant: str, proven_rules: set[str]) -> None:
    assert sorted(proven_rules - set(PLUGINS.rulebook(our_variant)) - set(TABLE_RULES)) == []


def test_every_option_has_a_test(our_variant: str, proven_options: set[str]) -> None:
    assert sorted(options_of(our_variant) - proven_options) == []


def test_no_test_carries_an_unknown_option(our_variant: str, proven_options: set[str]) -> None:
    assert sorted(proven_options - options_of(our_variant)) == []


def test_the_rule_sheet_is_complete(our_game: tuple[str, str | None]) -> None:
    variant, preset = our_game
    expected = {
        f"{sheet}-{family}-{number:02}".replace("--", "-")
        for sheet, families in RULE_SHEETS[variant].items()
        for family, count in families.items()
        for number in range(1, count + 1)
    }
    assert set(Scenario(variant, plugins=PLUGINS, preset=preset).rules.rulebook) == expected | EXAMPLES.get(
        variant, set()
    )
