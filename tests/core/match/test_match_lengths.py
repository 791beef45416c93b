"""A number of rounds, or up to a target: the other two ways to end a match of several rounds."""

from __future__ import annotations

import pytest

from matches import end_round, new_match
from rummykit.houserules import MatchOptions
from rummykit.match import FixedRounds, TargetScore, format_by


@pytest.mark.option("match.match_mode")
@pytest.mark.option("match.rounds")
@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_so_many_rounds(rounds: int) -> None:
    match = new_match(2, match_mode="rounds", rounds=rounds)
    for number in range(rounds):
        assert match.round.number == number + 1
        assert not match.is_over
        end_round(match, 30, 0, by=1)
    assert match.is_over
    assert match.totals == (30 * rounds, 0)


@pytest.mark.option("match.match_mode")
@pytest.mark.option("match.target_score")
@pytest.mark.parametrize("target", [50, 90])
def test_up_to_a_target(target: int) -> None:
    match = new_match(3, match_mode="target", target_score=target)
    end_round(match, target - 1, 20, 0, by=2)
    assert not match.is_over
    end_round(match, 0, 20, 3, by=0)
    assert not match.is_over
    end_round(match, 5, 0, 3, by=1)
    assert match.is_over
    assert match.winners == (2,)


def test_a_single_round_is_one_whatever_the_default_for_rounds() -> None:
    class Five(MatchOptions, defaults={"rounds": 5}):
        pass

    assert format_by(Five()).length == FixedRounds(1)
    assert format_by(Five(match_mode="rounds")).length == FixedRounds(5)
    assert format_by(Five(match_mode="target")).length == TargetScore(500)
