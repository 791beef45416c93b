"""Whoever is told to go out, to knock or to call in a turn does so by following the hints of that turn."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hinting import hint_for, house, scenario

from campaign import Sample, samples
from rummykit.engine.actions import Draw, Source
from rummykit.engine.round import Round
from rummykit.scenario import Table

PROMISE = re.compile(r"you can go out in this turn|you go out|you can call|you can knock")
ROUNDS = 4
"""So many are played by each number of players."""


def promises(round: Round) -> Iterator[tuple[str, bool]]:
    """Play a round by its hints; yield what was first said of its end in a turn, and whether that turn brought it."""
    said, seat = "", -1
    while round.outcome is None:
        given = hint_for(round.view(round.actor))
        if not said and PROMISE.search(given.why):
            said, seat = given.why, round.actor
        round.apply(given.action)
        end = round.outcome or round.announced
        if said and (end is not None or round.active != seat):
            yield said, end is not None and end.seat == seat
            said = ""


def broken(rounds: list[Round]) -> list[str]:
    """Return what was said and not done; something must have been said."""
    told = [promise for round in rounds for promise in promises(round)]
    assert told
    return [said for said, kept in told if not kept]


@pytest.mark.parametrize("players", [2, 3])
@samples(normal=2, campaign=100)
def test_hints_that_say_so_end_the_round(our_variant: str, players: int, sample: Sample) -> None:
    rules = scenario(our_variant, players).rules
    assert broken([Round(rules, 0, seed) for seed in sample.seeds]) == []


@pytest.mark.parametrize(
    "options",
    [
        {"claims": {"takes_turn": True}},
        {"claims": {"takes_turn": True, "penalty": 1}, "turn": {"most_cards": 4}},
        {"pool": {"per_turn": 1}},
    ],
)
def test_house_rules_do_not_change_that(options: dict[str, dict[str, object]]) -> None:
    rules = house("rummy17", **options).rules
    assert broken([Round(rules, 0, seed) for seed in range(ROUNDS)]) == []


def follow(table: Table) -> list[str]:
    """Play a turn by its hints, and return what they say."""
    round, said = table.round, []
    seat = round.active
    while round.outcome is None and round.active == seat:
        given = hint_for(round.view(round.actor))
        said.append(given.why)
        round.apply(given.action)
    return said


def test_a_way_out_that_costs_too_many_bonus_points_is_not_told() -> None:
    melds = ["2: 11r 11b 11v", "2: 7v *v=8v 9v 10v", "1: 13g *g=14g 15g 16g", "2: 2r 2y 2v", "1: 4b 4g 4y 4v"]
    bonus = ["longest_run", "most_8_16", "most_123", "longest_set", "highest_triple"]
    # 17g, 6v and 2b can be laid off, but with 6v and 2b the others' run and set grow.
    table = scenario("rummy17").deal(
        hands=["2b 17g 8y 6v", "5r"], table=melds, side_cards=bonus, drawn=True, stock_size=21, lap=24
    )
    assert str(hint_for(table.round.view(0)).action) == "layoff 17g > 3"
    said = follow(table)
    assert table.round.outcome is None
    assert not PROMISE.search(" ".join(said))


def test_a_first_meld_that_no_hint_names_is_no_way_out() -> None:
    hand = "As 4s 8s 10s Qs Ks 4d 10d 8c 9c 9c * *"
    melds = ["2: Js Qs *=Ks", "3: 6c 7c 8c", "4: 7s 7h 7d"]
    others = ["2h 3h 4h", "2h 3h 5h", "2d 3d 6d"]
    table = scenario("deutsches_romme", 4).deal(hands=[hand, *others], table=melds, open_card="8h")
    assert hint_for(table.round.view(0)).action == Draw(Source.DISCARD)
    said = follow(table)
    assert any(map(PROMISE.search, said)) == (table.round.outcome is not None)
