"""Who deals the next round: clockwise, or whoever did best or worst in the last one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from matches import PLUGINS
from rummykit.engine.books import Books
from rummykit.engine.scoring import RoundScore
from rummykit.rules import HouseRuleError
from rummykit.scenario import resolve

FOUR = ("Anna", "Ben", "Cem", "Dora")


def books(next_dealer: str, variant: str = "deutsches_romme", players: int = 4, **match: Any) -> Books:
    """A match in which Ben has dealt the first round."""
    table = resolve(PLUGINS, variant, deal={"next_dealer": next_dealer}, match=match or {"rounds": 9})
    return Books(PLUGINS.assemble(table, players), FOUR[:players], dealer=1)


def dealer_after(kept: Books, *points: int, by: int | None = None) -> int:
    kept.settle(RoundScore((), (1,) * len(points), points), by)
    return kept.dealer


@pytest.mark.option("deal.next_dealer")
@pytest.mark.parametrize(
    ("points", "clockwise", "winner", "loser"),
    [
        ((30, 0, 50, 40), 2, 1, 2),
        ((0, 60, 50, 60), 2, 0, 3),
        ((0, 0, 60, 60), 2, 0, 2),
        ((20, 20, 20, 20), 2, 2, 2),
    ],
)
def test_who_did_best_or_worst_deals_and_of_equals_the_next_one(
    points: tuple[int, ...], clockwise: int, winner: int, loser: int
) -> None:
    for rule, seat in (("clockwise", clockwise), ("winner", winner), ("loser", loser)):
        assert dealer_after(books(rule), *points) == seat, rule
    high = {rule: dealer_after(books(rule, "rummy17"), *points) for rule in ("winner", "loser")}
    assert high == {"winner": loser, "loser": winner}, "where many points are good"


@pytest.mark.option("deal.next_dealer")
def test_only_those_who_are_still_in_deal() -> None:
    kept = books("loser", elimination=101)
    assert dealer_after(kept, 0, 40, 110, 30, by=0) == 1
    assert dealer_after(kept, 10, 0, 20, by=1) == 3
    assert kept.seated == (0, 1, 3)


@pytest.mark.option("deal.next_dealer")
def test_partners_are_equals() -> None:
    rules = books("winner").rules
    paired = replace(rules, deal=replace(rules.deal, sides=((0, 2), (1, 3))))
    kept = Books(paired, FOUR, dealer=1)
    assert dealer_after(kept, 0, 30, 10, 20, by=0) == 2, "the partner of whoever went out sits nearer to the dealer"


@pytest.mark.option("deal.next_dealer")
@pytest.mark.option("match.rounds")
def test_what_goes_together() -> None:
    with pytest.raises(HouseRuleError, match=r"match\.rounds: each_deals_once needs deal\.next_dealer: clockwise"):
        resolve(PLUGINS, "rummy17", deal={"next_dealer": "loser"}, match={"rounds": "each_deals_once"})
