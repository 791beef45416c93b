"""The chapter about the match says what is played, cites its rules, and is silent about the rest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from matches import PARTY, end_round, match_sections, new_match
from rummykit.booklet import Chapter
from rummykit.engine.actions import BUYBACK_YES
from rummykit.engine.match_format import MatchFormat
from rummykit.parts import MatchOptions, StakesOptions
from rummykit.plugin.plugins import Plugins
from rummykit.refusals import TABLE_RULES
from rummykit.scenario import resolve

PLUGINS = Plugins.discover()
BAD_POINTS, GOOD_POINTS, OWN_RULES = "deutsches_romme", "rummy17", "wiener_rummy"


def chapter(variant: str = BAD_POINTS, seats: range = range(2, 7), **options: Any) -> Chapter:
    game = PLUGINS.assemble_for_any(resolve(PLUGINS, variant))
    # Not as a file: there an option that changes nothing is a mistake, here it must not be told.
    said = match_sections(options)
    game = replace(game, match=MatchFormat(MatchOptions(**said["match"]), StakesOptions(**said["stakes"])))
    chapters: Sequence[Chapter] = PLUGINS.plugin_of(variant).game.rummykit_booklet(
        game, dict.fromkeys(seats, game.deal)
    )
    return chapters[-1]


def text(high_wins: bool = False, **options: Any) -> str:
    variant = GOOD_POINTS if high_wins else BAD_POINTS
    return " ".join(paragraph.text for paragraph in chapter(variant, **options).paragraphs)


def party(**options: Any) -> str:
    return text(**{**PARTY, **options})


@pytest.mark.parametrize(
    ("options", "high_wins", "words"),
    [
        ({}, False, ["single round", "fewest bad points"]),
        ({}, True, ["single round", "most points"]),
        ({"rounds": 1}, False, ["single round", "fewest bad points"]),
        ({"rounds": 7}, False, ["7 rounds", "lowest total", "clockwise"]),
        ({"rounds": 7}, True, ["7 rounds", "highest total", "clockwise"]),
        ({"rounds": "each_deals_once"}, False, ["has dealt once", "lowest total", "clockwise"]),
        ({"rounds": "each_deals_twice"}, True, ["has dealt twice", "highest total", "clockwise"]),
        ({"target": 250}, False, ["reaches 250", "lowest total", "clockwise"]),
        ({"target": 250}, True, ["reaches 250", "highest total", "clockwise"]),
        ({"elimination": 101}, False, ["last player left", "reaches 101", "clockwise"]),
    ],
)
def test_how_long_a_match_is_and_who_wins(options: dict[str, Any], high_wins: bool, words: list[str]) -> None:
    said = text(high_wins, **options)
    assert [word for word in words if word not in said] == []
    assert "bad points" not in said or not high_wins


@pytest.mark.parametrize("rounds", [{}, {"rounds": 1}])
def test_the_deal_does_not_move_on_after_the_only_round(rounds: dict[str, Any]) -> None:
    assert "clockwise" not in text(**rounds)


@pytest.mark.parametrize("mode", [{"rounds": 1}, {"rounds": 3}, {"target": 500}, {"elimination": 101}])
def test_nothing_is_said_of_what_is_off(mode: dict[str, int]) -> None:
    said = text(**mode)
    assert re.findall(r"chip|\bpot\b|\bowe\b|\bfee\b|buy", said) == []
    assert ("you are out" in said) is ("elimination" in mode)
    assert "500" not in said or "target" in mode


def test_every_value_in_force_is_said() -> None:
    values = {
        "elimination": 123,
        "chips": 31,
        "ante": 7,
        "ante_each_round": 13,
        "fee": 3,
        "per_point": 8,
        "buyback_price": 9,
        "buyback_from": 87,
        "buyback_to": 119,
        "buyback_times": 4,
    }
    numbers = re.findall(r"\d+", party(**values))
    assert {str(value) for value in values.values()} <= set(numbers)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"all_out": "lowest_total"}, "the lowest total among them wins"),
        ({"all_out": "split"}, "all of them win together"),
        ({"all_out": "knocker"}, "whoever ended that round wins"),
        ({"fee_if_undercut": True}, "You pay even if you did better"),
        ({"fee_if_undercut": False}, "Nothing is paid if another player did better"),
        ({"debt": True}, "Nobody has to bring chips"),
        ({"debt": True, "chips": 20}, "If you run out of chips you may owe them"),
        ({"debt": False, "chips": 20}, "Nobody may owe chips"),
        ({"debt": False, "chips": 20}, "you pay what you have"),
        ({"debt": False, "chips": 20}, "pay the price in full"),
        ({"ante_each_round": 1}, "Before every deal each player in the round puts 1 chip into the pot."),
        ({"ante_each_round": 3}, "puts 3 chips into the pot"),
        ({"per_point": 1}, "pays the winner 1 chip for every point between their totals"),
        ({"per_point": 4}, "with 75 bad points against 50 you pay 100"),
        ({"buyback_target": "second_worst"}, "second-highest total"),
        ({"buyback_target": "next_lower"}, "next lower total"),
        ({"buyback_target": "highest"}, "It falls to the highest total"),
        ({"buyback_target": "highest_plus_one"}, "one point more than the highest total"),
        ({"buyback_limit": 79}, "has more than 79"),
        ({"buyback_times": 1}, "only once"),
        ({"buyback_times": 3}, "three times"),
        ({"buyback_price": 0}, "costs you nothing"),
        ({"buyback_to": 101}, "brings you back"),
    ],
)
def test_what_an_option_does_to_the_text(options: dict[str, Any], words: str) -> None:
    assert words in party(**options)
    others = [{**PARTY, "buyback": False}, {**PARTY, "ante": 0, "fee": 0, "buyback": False}]
    everywhere = all(words in party(**{**other, **options}) for other in others)
    always = {"all_out", "ante_each_round", "per_point"} & set(options)
    assert everywhere is bool(always), "it is told only where it matters"


def test_a_buyback_that_nobody_may_use_is_not_told() -> None:
    assert party(buyback_times=0) == party(buyback=False)


def test_there_is_a_pot_only_if_something_is_put_into_it() -> None:
    takes_it = "takes the pot"
    assert takes_it in text(ante=1)
    assert takes_it in text(ante_each_round=1)
    assert takes_it not in text(per_point=1)
    assert takes_it not in text(fee=1)
    assert takes_it in party(ante=0)
    assert takes_it not in party(ante=0, buyback_price=0)


@pytest.mark.parametrize(
    ("target", "highest"),
    list(product(["second_worst", "next_lower", "highest", "highest_plus_one"], [60, 85, 100, 101, 130])),
)
def test_the_example_of_a_buyback_is_what_a_match_does(target: str, highest: int) -> None:
    options = {**PARTY, "buyback_target": target, "buyback_from": 50, "buyback_to": highest}
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


def test_two_players_read_an_example_for_two() -> None:
    said = " ".join(paragraph.text for paragraph in chapter(seats=range(2, 3), **PARTY).paragraphs)
    assert "if you have 100 and the other player has 66, you go on with 66." in said
    assert "two others" not in said


@pytest.mark.parametrize(
    ("variant", "rules"),
    [
        (BAD_POINTS, ["ROM-SCORE-01", "ROM-SCORE-01", "ROM-SCORE-01", "MATCH-01", "MATCH-02", "ROM-SCORE-01"]),
        (OWN_RULES, ["WIE-PARTY-05", "WIE-PARTY-01", "WIE-PARTY-02", "WIE-PARTY-03", "WIE-PARTY-04", "WIE-PARTY-05"]),
    ],
)
def test_paragraphs_cite_rules_of_the_variant_or_those_of_any_table(variant: str, rules: list[str]) -> None:
    paragraphs = chapter(variant, **PARTY).paragraphs
    assert [paragraph.rule for paragraph in paragraphs] == rules
    for paragraph, word in zip(paragraphs[1:], ("pot", "ends a round", "you are out", "buy back"), strict=False):
        assert word in paragraph.text
    assert {"MATCH-01", "MATCH-02"} <= set(TABLE_RULES)
