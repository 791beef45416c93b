"""`rummy rules explain` tells all there is to know of an option."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.command import PLUGINS, rummy
from rummykit.errors import RummyKitError
from rummykit.houserules import fields
from rummykit_cli.rules_explain import explain_option


def test_an_option_of_several_variants(home: Path) -> None:
    result = rummy(home, "rules", "explain", "first_meld_min")
    assert result.code == 0
    assert result.out.splitlines()[:3] == [
        "first_meld.first_meld_min",
        "  meaning: points the first meld must reach",
        "  values:  a whole number from 0 to 100",
    ]
    for part in (
        "deutsches_romme 40; preset club: 30",
        "rummy17 0",
        "R17-MELD-03: A first meld needs no minimum",
        "ROM-FIRST-01: ",
    ):
        assert part in result.text
    assert rummy(home, "rules", "explain", "first_meld.first_meld_min").out == result.out


def test_one_variant_as_json(home: Path) -> None:
    result = rummy(home, "rules", "explain", "starting_seat", "--variant", "deutsches_romme", "--json")
    (found,) = json.loads(result.out)
    assert found["variant"] == "deutsches_romme"
    assert (found["section"], found["option"]) == ("deal", "starting_seat")
    assert found["choices"] == ["dealer", "left", "random"]
    assert (found["default"], found["presets"]) == ("dealer", {"club": "left"})


def test_every_option_can_be_explained(our_variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    # One of each section is enough here: the sections differ, the options in them do not.
    for name, section in PLUGINS.options_model(our_variant)():
        option, field = next(iter(type(section).model_fields.items()))
        explain_option(f"{name}.{option}", our_variant, False)
        out = capsys.readouterr().out
        assert out.startswith(f"{name}.{option}\n  meaning: {field.description}\n  values:  {fields.expected(field)}\n")


def test_the_rules_that_a_match_option_decides(capsys: pytest.CaptureFixture[str]) -> None:
    explain_option("buyback_min", "wiener_rummy", True)
    (found,) = json.loads(capsys.readouterr().out)
    assert list(found["rules"]) == ["WIE-PARTY-04"]
    explain_option("buyback_min", "rummy17", True)
    (found,) = json.loads(capsys.readouterr().out)
    assert list(found["rules"]) == ["MATCH-02"]


@pytest.mark.parametrize(
    ("name", "variant", "sentence"),
    [
        ("frst_meld_min", None, "There is no option 'frst_meld_min'. Did you mean first_meld_min?"),
        ("deal.first_meld_min", None, "There is no option 'deal.first_meld_min'. Did you mean first_meld_min?"),
        ("pool", None, "'pool' is a section, not an option; its options are pool_joker_min_run, "),
        ("knock_limit", "rummy17", "rummy17 has no option 'knock_limit', only wiener_rummy."),
        ("hand_size", "rumy17", "Did you mean rummy17?"),
        ("xyzzy", None, "There is no option 'xyzzy'."),
    ],
)
def test_an_option_that_is_none(name: str, variant: str | None, sentence: str) -> None:
    with pytest.raises(RummyKitError) as caught:
        explain_option(name, variant, False)
    assert sentence in str(caught.value)


def test_the_command_ends_with_code_2(home: Path) -> None:
    result = rummy(home, "rules", "explain", "frst_meld_min")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("Error: There is no option")
