"""The chapter about the match says what is played, cites its rules, and is silent about the rest."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

from matches import PARTY, end_round, new_match
from rummykit.actions import BUYBACK_YES
from rummykit.booklet import Chapter
from rummykit.booklet.match import match_chapter
from rummykit.houserules import MatchOptions
from rummykit.reasons import TABLE_RULES


def chapter(high_wins: bool = False, **options: Any) -> Chapter:
    return match_chapter(MatchOptions(**options), high_wins=high_wins, rule="MY-01")


def text(high_wins: bool = False, **options: Any) -> str:
    return " ".join(paragraph.text for paragraph in chapter(high_wins, **options).paragraphs)


def party(**options: Any) -> str:
    return text(**{**PARTY, **options})


@pytest.mark.parametrize(
    ("options", "high_wins", "words"),
    [
        ({}, False, ["single round", "fewest bad points"]),
        ({}, True, ["single round", "most points"]),
        ({"match_mode": "rounds", "rounds": 1}, False, ["You play 1 round.", "lowest total"]),
        ({"match_mode": "rounds", "rounds": 7}, False, ["7 rounds", "lowest total", "clockwise"]),
        ({"match_mode": "rounds", "rounds": 7}, True, ["7 rounds", "highest total", "clockwise"]),
        ({"match_mode": "target", "target_score": 250}, False, ["reaches 250", "lowest total", "clockwise"]),
        ({"match_mode": "target", "target_score": 250}, True, ["reaches 250", "highest total", "clockwise"]),
        ({"match_mode": "last_standing"}, False, ["last player left", "reaches 101", "clockwise"]),
    ],
)
def test_how_long_a_match_is_and_who_wins(options: dict[str, Any], high_wins: bool, words: list[str]) -> None:
    said = text(high_wins, **options)
    assert [word for word in words if word not in said] == []
    assert "bad points" not in said or not high_wins


@pytest.mark.parametrize("rounds", [{}, {"match_mode": "rounds", "rounds": 1}])
def test_the_deal_does_not_move_on_after_the_only_round(rounds: dict[str, Any]) -> None:
    assert "clockwise" not in text(**rounds)


@pytest.mark.parametrize("mode", ["single", "rounds", "target", "last_standing"])
def test_nothing_is_said_of_what_is_off(mode: str) -> None:
    said = text(match_mode=mode)
    assert re.findall(r"chip|\bpot\b|\bowe\b|\bfee\b|buy", said) == []
    assert ("you are out" in said) is (mode == "last_standing")
    assert "500" not in said or mode == "target"


def test_every_value_in_force_is_said() -> None:
    values = {
        "elimination_score": 123,
        "starting_chips": 31,
        "ante": 7,
        "knock_fee": 3,
        "buyback_cost": 9,
        "buyback_min": 87,
        "buyback_max": 119,
        "buyback_times": 4,
    }
    numbers = re.findall(r"\d+", party(**values))
    assert {str(value) for value in values.values()} <= set(numbers)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"all_out_rule": "lowest_total"}, "the lowest total among them wins"),
        ({"all_out_rule": "split"}, "all of them win together"),
        ({"all_out_rule": "knocker"}, "whoever ended that round wins"),
        ({"knock_fee_if_undercut": True}, "You pay even if you did better"),
        ({"knock_fee_if_undercut": False}, "Nothing is paid if another player did better"),
        ({"allow_debt": True}, "You need no chips to begin with"),
        ({"allow_debt": True, "starting_chips": 20}, "If you run out of chips you may owe them"),
        ({"allow_debt": False, "starting_chips": 20}, "Nobody may owe chips"),
        ({"allow_debt": False, "starting_chips": 20}, "you pay what you have"),
        ({"allow_debt": False, "starting_chips": 20}, "pay the price in full"),
        ({"buyback_target": "second_worst"}, "second-highest total"),
        ({"buyback_target": "next_lower"}, "next lower total"),
        ({"buyback_times": 1}, "only once"),
        ({"buyback_times": 3}, "3 times"),
        ({"buyback_cost": 0}, "costs you nothing"),
        ({"buyback_max": 101}, "brings you back"),
    ],
)
def test_what_an_option_does_to_the_text(options: dict[str, Any], words: str) -> None:
    assert words in party(**options)
    others = [{**PARTY, "buyback": False}, {**PARTY, "ante": 0, "knock_fee": 0, "buyback": False}]
    everywhere = all(words in party(**{**other, **options}) for other in others)
    assert everywhere is ("all_out_rule" in options), "it is told only where it matters"


def test_a_buyback_that_nobody_may_use_is_not_told() -> None:
    assert party(buyback_times=0) == party(buyback=False)


def test_there_is_a_pot_only_if_something_is_put_into_it() -> None:
    takes_it = "takes the pot"
    assert takes_it in text(ante=1)
    assert takes_it not in text(knock_fee=1)
    assert takes_it in party(ante=0)
    assert takes_it not in party(ante=0, buyback_cost=0)


@pytest.mark.parametrize(("target", "highest"), list(product(["second_worst", "next_lower"], [60, 85, 100, 101, 130])))
def test_the_example_of_a_buyback_is_what_a_match_does(target: str, highest: int) -> None:
    options = {**PARTY, "buyback_target": target, "buyback_min": 50, "buyback_max": highest}
    found = re.search(
        r"if you have (\d+) and the two others have (\d+) and (\d+), you go on with (\d+)\.", text(**options)
    )
    assert found is not None
    own, first, second, new = map(int, found.groups())
    match = new_match(3, **options)
    end_round(match, own, first, second)
    match.play(BUYBACK_YES, 0)
    assert match.totals == (new, first, second)
    assert match.still_in == (0, 1, 2)


def test_paragraphs_cite_the_rule_of_the_variant_and_those_of_any_table() -> None:
    cited = [paragraph.rule for paragraph in chapter(**PARTY).paragraphs]
    assert cited == ["MY-01", "MY-01", "MY-01", "MATCH-01", "MATCH-02", "MY-01"]
    assert {"MATCH-01", "MATCH-02"} <= set(TABLE_RULES)


def test_a_variant_may_have_rules_of_its_own_for_every_topic() -> None:
    own = {"ante_rule": "MY-02", "fee_rule": "MY-03", "elimination_rule": "MY-04", "buyback_rule": "MY-05"}
    found = match_chapter(MatchOptions(**PARTY), high_wins=False, rule="MY-01", **own)
    cited = {paragraph.rule: paragraph.text for paragraph in found.paragraphs[:-1]}
    assert list(cited) == ["MY-01", "MY-02", "MY-03", "MY-04", "MY-05"]
    for rule, word in (("MY-02", "pot"), ("MY-03", "ends a round"), ("MY-04", "you are out"), ("MY-05", "buy back")):
        assert word in cited[rule]
