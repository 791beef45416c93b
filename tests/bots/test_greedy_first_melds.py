"""Habits of the greedy bot where jokers are in the hands and a first meld needs points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from rummykit.engine.actions import Discard
from rummykit.engine.table import Ending
from rummykit.scenario import Scenario, Table
from rummykit_bots.greedy import Greedy

IDLE = "2c 4c 6c 8c 10c Qc As 3d 5d 9d Jd Kh Qh"
"""Cards of an opponent that play no part."""
MELDED = ["1: 10s Js Qs Ks"]
"""The bot has made its first meld."""


@cache
def scenario(preset: str | None = None) -> Scenario:
    return Scenario("deutsches_romme", 2, preset=preset)


def deal(hand: str, opponent: int = 13, table: Sequence[str] = (), **more: Any) -> Table:
    """Lay a table for two: the bot has drawn, the opponent holds so many idle cards."""
    other = " ".join(IDLE.split()[:opponent])
    return scenario(more.pop("preset", None)).deal(hands=[hand, other], table=table, **{"drawn": True} | more)


def answer(table: Table) -> str:
    view = table.round.view(table.round.actor)
    action = Greedy()(view, Random(0))
    assert action in view.legal
    return str(action)


def turn(table: Table) -> list[str]:
    """Let the bot play a whole turn and return its moves."""
    moves: list[str] = []
    while table.round.outcome is None and table.round.actor == 0:
        moves.append(answer(table))
        table.play(moves[-1])
    return moves


def thrown(table: Table) -> str:
    action = table.read(answer(table))
    assert isinstance(action, Discard)
    return str(action.card)


# -- the first meld --------------------------------------------------------------------------------------


def test_opens_when_it_can_and_lays_all_its_melds() -> None:
    table = deal("10s Js Qs Ks 7h 7d 7c 2s 3s 4s 9h Ac 5d 8c")
    *melds, _ = turn(table)
    assert all(move.startswith("meld") for move in melds)
    assert sorted(table.hand(0).split()) == ["5d", "8c", "9h"]  # the ace is the worst to keep


def test_opens_with_a_joker_where_it_needs_one() -> None:
    table = deal("10s Js * Ks 2h 3h 4h 9h Ac 5d 8c 7d 2d 6s")
    turn(table)
    assert "*=Qs" in " ".join(map(str, table.round.table.values()))


def test_keeps_the_melds_of_a_hand_that_cannot_open_yet() -> None:
    for hand in ("2s 3s 4s 9h Jc 5d 8c Kd 10h 6h Qd 7s Ac", "5s 5h 5c 9h Jc 4d 8c Kd 10h 6h Qd 7s Ac"):
        assert thrown(deal(hand)) not in hand.split()[:3]


def test_throws_no_joker_while_it_has_other_cards() -> None:
    assert thrown(deal("* 2s 9h Jc 5d Ac Kd", table=MELDED)) != "*"


# -- laying all at once ----------------------------------------------------------------------------------

ONE_CARD_SHORT = "8s 9s 10s Js Qs 7h 7d 7c 2h 3h 4h 5h Kd 9c"


def test_waits_to_lay_all_at_once_when_one_card_is_missing() -> None:
    assert thrown(deal(ONE_CARD_SHORT)) in ("Kd", "9c")


@pytest.mark.parametrize(
    "danger",
    [
        pytest.param({"opponent": 3}, id="an opponent holds few cards"),
        pytest.param({"table": ["2: 2s 2d 2c"]}, id="an opponent has melded"),
    ],
)
def test_opens_rather_than_wait_when_that_is_dangerous(danger: dict[str, Any]) -> None:
    assert answer(deal(ONE_CARD_SHORT, **danger)).startswith("meld")


def test_opens_rather_than_wait_for_several_cards() -> None:
    assert answer(deal("8s 9s 10s Js Qs 7h 7d 7c 2h 4h 5d Kd 9c Ac")).startswith("meld")


def test_lays_all_at_once_when_it_can() -> None:
    table = deal("8s 9s 10s Js Qs 7h 7d 7c 2h 3h 4h 5h 6h Kd")
    turn(table)
    assert table.round.outcome is not None
    assert (table.round.outcome.ending, table.round.outcome.seat) == (Ending.OUT, 0)
    assert table.round.rules.scoring.score(table.round).factors == (1, 2)


def test_lays_all_at_once_with_few_points() -> None:
    table = deal("As 2s 3s 4s 2h 3h 4h 2d 3d 4d Ah Ad Ac Kd")
    turn(table)
    assert table.round.outcome is not None


# -- jokers ----------------------------------------------------------------------------------------------


def test_plays_its_jokers_rather_than_hold_them() -> None:
    assert answer(deal("* 5s 6s Kd 2h 9c", table=MELDED)).startswith("meld")


def test_plays_no_joker_where_a_natural_card_does() -> None:
    table = deal("* 4s 5s 6s 9d 9h Kc 2d", table=MELDED)
    turn(table)
    assert [str(meld) for meld in table.round.table.values() if meld.meld.jokers] in (["9h 9d *"], ["9d 9h *"])


def test_lays_a_joker_off_when_an_opponent_is_nearly_out() -> None:
    assert answer(deal("* Kd 2h 8c", 1, table=[*MELDED, "2: 5d 5h 5c"])).startswith("layoff *")


def test_lays_a_joker_off_where_that_makes_room_for_the_last_card() -> None:
    table = deal("* 8s 4d", table=MELDED)
    turn(table)
    assert table.round.outcome is not None


def test_swaps_a_joker_when_that_makes_a_meld() -> None:
    table = deal("7h 9s 9d Kc 2d", table=[*MELDED, "2: 5h 6h *=7h"])
    assert answer(table).startswith("swap 7h > 2 : meld 9s 9d *")


def test_swaps_no_joker_that_brings_nothing() -> None:
    table = deal("7h 8h 9h 2c Kd", table=[*MELDED, "2: 5h 6h *=7h"])
    assert answer(table) == "meld 7h 8h 9h"


# -- discards and claims ---------------------------------------------------------------------------------


def test_throws_nothing_that_fits_the_table_while_another_card_is_as_useless() -> None:
    hand = "2s 2h 4d 4c 6s 6h 8d 8c Js Jd Kc 10h Qs"
    free = thrown(deal(hand))
    fitting = {"Kc": "2: Ks Kh Kd", "10h": "2: 7h 8h 9h", "Qs": "2: Qh Qd Qc"}[free]
    assert thrown(deal(hand, table=[fitting], opponent=4)) != free


def test_throws_no_card_for_which_the_next_player_gets_a_joker() -> None:
    hand = "2s 2h 4d 4c 6s 6h 8d 8c Js Jd Kc 10h Qs"
    free = thrown(deal(hand))
    assert thrown(deal(hand, table=[{"Kc": "2: Ks Kh *", "10h": "2: 8h 9h *=10h", "Qs": "2: Qh Qd *"}[free]])) != free


@pytest.mark.parametrize(
    ("hand", "claims"),
    [
        pytest.param("10s Js Ks 7h 7d 7c 2d 3c 5h 9d Ac 8h 4d", "claim", id="opens"),
        pytest.param("2s 4h 6d 8c 10h Qd As 3h 5d 7c 9h Jd Kc", "pass", id="fits nothing"),
    ],
)
def test_claims_for_a_penalty_card_only_what_it_needs(hand: str, claims: str) -> None:
    table = Scenario("deutsches_romme", 3, preset="club").deal(
        hands=["2c 4c 6c 8c", hand, "3s 3d 5c"], open_card="Qs", lap=3
    )
    assert answer(table.play("draw stock")) == claims
