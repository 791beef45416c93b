"""The options of a match: their defaults and ranges, what makes no sense together, and defaults of one's own."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from matches import match_sections
from rummykit.parts import MatchOptions, StakesOptions
from rummykit.rules import HouseRules, check_model

CATALOGUE: dict[str, tuple[Any, int, int]] = {
    "rounds": (1, 1, 50),
    "target": (None, 50, 10_000),
    "elimination": (None, 50, 500),
    "chips": (0, 0, 1000),
    "ante": (0, 0, 50),
    "ante_each_round": (0, 0, 50),
    "fee": (0, 0, 10),
    "per_point": (0, 0, 10),
    "buyback_price": (5, 0, 50),
    "buyback_from": (81, 0, 500),
    "buyback_to": (100, 0, 500),
    "buyback_times": (1, 0, 5),
    "buyback_limit": (None, 0, 500),
}
SWITCHES = {
    "all_out": "lowest_total",
    "debt": True,
    "fee_if_undercut": True,
    "buyback": False,
    "buyback_target": "second_worst",
}
LAST: dict[str, Any] = {"elimination": 101}


class PlainRules(HouseRules):
    match: MatchOptions = MatchOptions()
    stakes: StakesOptions = StakesOptions()


class PartyRules(HouseRules):
    """A variant's own defaults."""

    match: MatchOptions = MatchOptions(elimination=101)
    stakes: StakesOptions = StakesOptions(ante=5, fee=1, buyback=True, buyback_from=70)


def complaints(model: type[HouseRules] = PlainRules, **options: Any) -> list[str]:
    usual = {name: section.model_dump(exclude_unset=True) for name, section in model()}
    said = match_sections(options)
    if any(option in said["match"] for option in MatchOptions.one_of):
        usual["match"] = {}
    rules = model.model_validate({name: {**usual[name], **said[name]} for name in said})
    return [found.message for found in rules.contradictions(None)]


def test_everything_is_off_by_default() -> None:
    dumped = MatchOptions().model_dump() | StakesOptions().model_dump()
    assert dumped == {name: default for name, (default, _, _) in CATALOGUE.items()} | SWITCHES
    assert complaints() == []


@pytest.mark.parametrize(("option", "limits"), CATALOGUE.items())
def test_ranges(option: str, limits: tuple[Any, int, int]) -> None:
    _, low, high = limits
    section: Any = MatchOptions if option in MatchOptions.model_fields else StakesOptions
    for value in (low, high):
        assert getattr(section(**{option: value}), option) == value
    for value in (low - 1, high + 1):
        with pytest.raises(ValidationError, match=option):
            section(**{option: value})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {**LAST, "rounds": 5},
            "match.rounds and match.elimination contradict each other: only one of them can be played",
        ),
        ({"all_out": "split"}, "match.all_out: split needs match.elimination"),
        ({"target": 500, "buyback": True}, "stakes.buyback: true needs match.elimination"),
        ({**LAST, "buyback_price": 4}, "stakes.buyback_price: 4 needs stakes.buyback: true"),
        ({**LAST, "buyback_from": 60}, "stakes.buyback_from: 60 needs stakes.buyback: true"),
        ({**LAST, "buyback_to": 110}, "stakes.buyback_to: 110 needs stakes.buyback: true"),
        ({**LAST, "buyback_times": 2}, "stakes.buyback_times: 2 needs stakes.buyback: true"),
        ({**LAST, "buyback_target": "next_lower"}, "stakes.buyback_target: next_lower needs stakes.buyback: true"),
        ({**LAST, "buyback": True, "buyback_from": 101}, "stakes.buyback_from: 101 is more than buyback_to: 100"),
        ({"ante": 5, "debt": False}, "stakes.ante: 5 cannot be paid from chips: 0 without debts"),
        (
            {"ante": 5, "ante_each_round": 6, "chips": 10, "debt": False},
            "stakes.ante: 5 and stakes.ante_each_round: 6 cannot be paid from chips: 10 without debts",
        ),
    ],
)
def test_what_makes_no_sense_together(options: dict[str, Any], message: str) -> None:
    assert complaints(**options) == [message]


@pytest.mark.parametrize(
    "options",
    [
        {"ante": 5, "fee": 1},
        {"rounds": 3, "ante": 5, "chips": 5, "debt": False},
        {"target": 500, "fee": 2, "fee_if_undercut": False},
        {"elimination": 200},
        {"elimination": 200, "all_out": "knocker"},
        {**LAST, "buyback": True, "buyback_price": 0, "buyback_from": 0, "buyback_to": 500, "buyback_times": 0},
    ],
)
def test_what_makes_sense_together(options: dict[str, Any]) -> None:
    assert complaints(**options) == []


@pytest.mark.parametrize(("elimination", "ends"), [(101, (81, 100)), (201, (181, 200)), (300, (280, 299))])
def test_buying_back_is_for_twenty_points_below_the_elimination(elimination: int, ends: tuple[int, int]) -> None:
    rules = PlainRules(match=MatchOptions(elimination=elimination), stakes=StakesOptions(buyback=True))
    assert (rules.stakes.buyback_from, rules.stakes.buyback_to) == ends


def test_a_variant_may_have_defaults_of_its_own() -> None:
    assert check_model(PartyRules) == []
    match, stakes = PartyRules().match, PartyRules().stakes
    assert (match.rounds, match.elimination) == (None, 101)
    assert (stakes.ante, stakes.fee, stakes.buyback, stakes.buyback_from) == (5, 1, True, 70)
    assert PlainRules().match.rounds == 1


def test_a_variants_own_defaults_are_never_at_fault() -> None:
    assert complaints(PartyRules) == []
    assert complaints(PartyRules, rounds=3) == []
    assert complaints(PartyRules, rounds=1, buyback=False) == []
    assert complaints(PartyRules, buyback=False) == []
    assert complaints(PartyRules, buyback=False, buyback_from=80) == [
        "stakes.buyback_from: 80 needs stakes.buyback: true"
    ]


def test_a_match_whose_length_is_no_option_ends() -> None:
    class Fixed(HouseRules):
        match: MatchOptions = MatchOptions.narrowed("rounds", "target", "elimination")()

    assert list(Fixed().contradictions(3)) == []

    class Longer(HouseRules):
        match: MatchOptions = MatchOptions.narrowed("target", "elimination")(rounds=7)

    assert list(Longer().contradictions(3)) == []
    assert Longer.model_validate({"match": {"rounds": 5}}).match.rounds == 5
