"""The options of a match: their defaults and ranges, what makes no sense together, and defaults of one's own."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from rummykit.houserules import HouseRules, MatchOptions, check_model

CATALOGUE: dict[str, tuple[object, object, object]] = {
    "rounds": (1, 1, 50),
    "target_score": (500, 50, 1000),
    "elimination_score": (101, 50, 500),
    "starting_chips": (0, 0, 1000),
    "ante": (0, 0, 50),
    "knock_fee": (0, 0, 10),
    "buyback_cost": (5, 0, 50),
    "buyback_min": (81, 0, 500),
    "buyback_max": (100, 0, 500),
    "buyback_times": (1, 0, 5),
}
SWITCHES = {
    "match_mode": "single",
    "all_out_rule": "lowest_total",
    "allow_debt": True,
    "knock_fee_if_undercut": True,
    "buyback": False,
    "buyback_target": "second_worst",
}
LAST: dict[str, Any] = {"match_mode": "last_standing"}


class PartyMatch(
    MatchOptions,
    defaults={"match_mode": "last_standing", "ante": 5, "knock_fee": 1, "buyback": True, "buyback_min": 70},
):
    """A variant's own defaults."""


class PartyRules(HouseRules):
    match: PartyMatch = PartyMatch()


def complaints(options: MatchOptions) -> list[str]:
    return [found.message for found in options.contradictions()]


def test_everything_is_off_by_default() -> None:
    assert MatchOptions().model_dump() == {name: default for name, (default, _, _) in CATALOGUE.items()} | SWITCHES
    assert complaints(MatchOptions()) == []


@pytest.mark.parametrize(("option", "limits"), CATALOGUE.items())
def test_ranges(option: str, limits: tuple[Any, Any, Any]) -> None:
    _, low, high = limits
    for value in (low, high):
        assert getattr(MatchOptions(**{option: value}), option) == value
    for value in (low - 1, high + 1):
        with pytest.raises(ValidationError, match=option):
            MatchOptions(**{option: value})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rounds": 5}, "rounds: 5 needs match_mode: rounds"),
        ({**LAST, "rounds": 5}, "rounds: 5 needs match_mode: rounds"),
        ({"target_score": 60}, "target_score: 60 needs match_mode: target"),
        ({"elimination_score": 60}, "elimination_score: 60 needs match_mode: last_standing"),
        ({"all_out_rule": "split"}, "all_out_rule: split needs match_mode: last_standing"),
        ({"match_mode": "target", "buyback": True}, "buyback: true needs match_mode: last_standing"),
        ({**LAST, "buyback_cost": 4}, "buyback_cost: 4 needs buyback: true"),
        ({**LAST, "buyback_min": 60}, "buyback_min: 60 needs buyback: true"),
        ({**LAST, "buyback_max": 110}, "buyback_max: 110 needs buyback: true"),
        ({**LAST, "buyback_times": 2}, "buyback_times: 2 needs buyback: true"),
        ({**LAST, "buyback_target": "next_lower"}, "buyback_target: next_lower needs buyback: true"),
        ({**LAST, "buyback": True, "buyback_min": 101}, "buyback_min: 101 is more than buyback_max: 100"),
        ({"ante": 5, "allow_debt": False}, "ante: 5 cannot be paid from starting_chips: 0 without debts"),
    ],
)
def test_what_makes_no_sense_together(options: dict[str, Any], message: str) -> None:
    assert complaints(MatchOptions(**options)) == [message]


@pytest.mark.parametrize(
    "options",
    [
        {"ante": 5, "knock_fee": 1},
        {"match_mode": "rounds", "rounds": 3, "ante": 5, "starting_chips": 5, "allow_debt": False},
        {"match_mode": "target", "knock_fee": 2, "knock_fee_if_undercut": False},
        {**LAST, "elimination_score": 200, "all_out_rule": "knocker"},
        {**LAST, "buyback": True, "buyback_cost": 0, "buyback_min": 0, "buyback_max": 500, "buyback_times": 0},
    ],
)
def test_what_makes_sense_together(options: dict[str, Any]) -> None:
    assert complaints(MatchOptions(**options)) == []


def test_a_variant_may_have_defaults_of_its_own() -> None:
    assert check_model(PartyRules) == []
    match = PartyRules().match
    assert (match.match_mode, match.ante, match.knock_fee, match.buyback, match.buyback_min) == (
        "last_standing",
        5,
        1,
        True,
        70,
    )
    assert MatchOptions().match_mode == "single"
    assert PartyMatch.model_fields["ante"].description == MatchOptions.model_fields["ante"].description
    with pytest.raises(ValidationError):
        PartyMatch(ante=51)


def test_a_variants_own_defaults_are_never_at_fault() -> None:
    assert complaints(PartyMatch()) == []
    assert complaints(PartyMatch(match_mode="rounds", rounds=3)) == []
    assert complaints(PartyMatch(match_mode="single", buyback=False)) == []
    assert complaints(PartyMatch(buyback=False)) == []
    assert complaints(PartyMatch(buyback=False, buyback_min=80)) == ["buyback_min: 80 needs buyback: true"]


def test_a_default_out_of_range_is_found() -> None:
    class Wrong(MatchOptions, defaults={"ante": 51}):
        pass

    assert any("ante" in complaint for complaint in check_model(Wrong))
    with pytest.raises(KeyError):

        class Unknown(MatchOptions, defaults={"anti": 5}):
            pass
