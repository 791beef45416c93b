"""A number of rounds, or up to a target: the other two ways to end a match of several rounds."""

from __future__ import annotations

import pytest

from matches import PLUGINS, end_round, new_match
from rummykit.engine.books import Standing
from rummykit.engine.match_format import MatchFormat
from rummykit.parts import MatchOptions
from rummykit.rules import HouseRuleError, from_json
from rummykit.scenario import resolve


@pytest.mark.option("match.rounds")
@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_so_many_rounds(rounds: int) -> None:
    match = new_match(2, rounds=rounds)
    for number in range(rounds):
        assert match.round.number == number + 1
        assert not match.is_over
        end_round(match, 30, 0, by=1)
    assert match.is_over
    assert match.totals == (30 * rounds, 0)


@pytest.mark.option("match.rounds")
@pytest.mark.parametrize(("rounds", "each"), [("each_deals_once", 1), ("each_deals_four_times", 4)])
@pytest.mark.parametrize("players", [2, 3])
def test_everybody_deals_equally_often(rounds: str, each: int, players: int) -> None:
    match, dealers = new_match(players, rounds=rounds), list[int]()
    while not match.is_over:
        dealers.append(match.dealer)
        end_round(match, *[10] * (players - 1), 0, by=players - 1)
    assert sorted(dealers) == sorted([*range(players)] * each)


@pytest.mark.option("match.rounds")
def test_a_match_that_nothing_ends_is_a_mistake() -> None:
    with pytest.raises(HouseRuleError, match="neither target nor elimination says when the match ends"):
        resolve(PLUGINS, "deutsches_romme", match={"rounds": "off"})
    assert resolve(PLUGINS, "deutsches_romme", match={"rounds": "off", "target": 100}).value("match.target") == 100


@pytest.mark.option("match.rounds")
def test_where_elimination_is_off_and_nothing_else_is_said_there_is_one_round() -> None:
    table = resolve(PLUGINS, "wiener_rummy", match={"elimination": "off"})
    assert table.value("match.rounds") == 1
    assert from_json(table.to_json(), PLUGINS, name="record").value("match.rounds") == 1


@pytest.mark.option("match.rounds")
@pytest.mark.option("match.target")
@pytest.mark.parametrize("target", [50, 90])
def test_up_to_a_target(target: int) -> None:
    match = new_match(3, target=target)
    end_round(match, target - 1, 20, 0, by=2)
    assert not match.is_over
    end_round(match, 0, 20, 3, by=0)
    assert not match.is_over
    end_round(match, 5, 0, 3, by=1)
    assert match.is_over
    assert match.winners == (2,)


@pytest.mark.parametrize(
    ("options", "before", "after"),
    [
        (MatchOptions(), Standing(0, (0, 0), (0, 1)), Standing(1, (9, 0), (0, 1))),
        (MatchOptions(rounds=5), Standing(4, (600, 0), (0, 1)), Standing(5, (600, 0), (0, 1))),
        (MatchOptions(rounds="each_deals_twice"), Standing(3, (9, 0), (0, 1)), Standing(4, (9, 0), (0, 1))),
        (MatchOptions(target=500), Standing(9, (499, 0), (0, 1)), Standing(9, (500, 0), (0, 1))),
        (MatchOptions(elimination=101), Standing(9, (90, 0), (0, 1)), Standing(9, (101, 0), (1,), (0,))),
    ],
)
def test_what_is_said_decides_how_a_match_ends(options: MatchOptions, before: Standing, after: Standing) -> None:
    format = MatchFormat(options)
    assert format.by_options
    assert not format.is_over(before)
    assert format.is_over(after)
