"""What the terminal tells a player who looks for a way: only what there is in this game, and all of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.command import Result, rummy


def played(home: Path, *arguments: str, typed: str) -> Result:
    return rummy(home, "play", *arguments, "--players", "Anna,greedy", "--seed", 3, typed=f"{typed}\nquit\n")


def forms(result: Result) -> set[str]:
    """The moves that the help explains."""
    lines = [line for line in result.out.splitlines() if line.startswith("  ") and line[2:3].isalpha()]
    return {line.split()[0].rstrip(",:") for line in lines}


@pytest.mark.parametrize(
    ("arguments", "absent", "present"),
    [
        (
            ("raeuber_romme", "--preset", "brettspielnetz"),
            {"draw", "claim", "swap", "discard"},
            {"pass", "arrange", "end"},
        ),
        (("wiener_rummy",), {"claim", "meld", "arrange", "rearrange", "end"}, {"knock", "call", "pass", "draw"}),
        (("deutsches_romme",), {"claim", "arrange", "rearrange", "knock", "pass"}, {"swap", "draw", "discard"}),
        (("rummy17",), {"arrange", "knock"}, {"claim", "pass", "swap"}),
    ],
)
def test_help_explains_the_moves_of_this_game(
    home: Path, arguments: tuple[str, ...], absent: set[str], present: set[str]
) -> None:
    explained = forms(played(home, *arguments, typed="help"))
    assert present <= explained
    assert not absent & explained


def test_a_draw_where_none_is_offered_is_refused_for_that(home: Path) -> None:
    answer = played(home, "raeuber_romme", "--preset", "brettspielnetz", typed="draw")
    assert "You cannot draw now: place cards from your hand, or pass." in answer.text


def test_a_step_outside_the_work_area_is_told_where_it_belongs(home: Path) -> None:
    answer = played(home, "raeuber_romme", typed="take 1")
    assert "'take' is a step of rearranging: say 'rearrange' first." in answer.text


def test_a_resumed_game_tells_the_same_house_rules(home: Path) -> None:
    def told(result: Result) -> str:
        return result.text.partition("At this table: ")[2].partition(". ")[0]

    first = played(home, "wiener_rummy", "--preset", "rummy_101", typed="show")
    again = rummy(home, "play", "--resume", typed="quit\n")
    assert told(first) == told(again) != ""
