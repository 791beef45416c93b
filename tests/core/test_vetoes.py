"""A veto takes part in listing: what it forbids is never all that is listed of a kind while another way is legal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rummykit.engine.actions import Claim, Discard, LayDown, Rearrange
from rummykit.engine.round import Round
from rummykit.melds import Shape
from rummykit.refusals import Reason, Refusal
from rummykit.scenario import Scenario, Table

Veto = Callable[[Any], bool]


def table(veto: Veto, scenario: Scenario, **laid: Any) -> Table:
    """A table at which a mod forbids some moves."""

    def restriction(round: Round, action: object) -> Refusal | None:
        return round.rules.refuse(Reason.DISCARD_TAKEN) if veto(action) else None

    flow = scenario.rules.flow.with_rules(restrictions=[restriction])
    vetoed = Scenario.__new__(Scenario)
    vetoed.__dict__.update(scenario.__dict__)
    vetoed.rules = replace(scenario.rules, flow=flow)
    return vetoed.deal(**laid)


ROMME = Scenario("deutsches_romme")
FREE = Scenario("rummy17")


def has_set(action: object) -> bool:
    return isinstance(action, LayDown) and any(meld.shape is Shape.SET for meld in action.melds)


def melds(laid: Table) -> list[str]:
    return [move for move in laid.legal() if move.startswith("meld")]


def test_a_hand_that_can_open_another_way_has_that_listed() -> None:
    """Four aces alone open; if they may not, two runs still do."""
    hand = "As Ah Ad Ac 4c 5c 6c 7d 8d 9d 10d 2h"
    assert any("As" in move for move in melds(table(lambda action: False, ROMME, hands=[hand], drawn=True)))
    laid = table(has_set, ROMME, hands=[hand], drawn=True)
    listed = melds(laid)
    assert listed
    assert not any("As Ah" in move for move in listed)
    for move in listed:
        assert laid.refusal(move) is None
    assert len({frozenset(move[5:].split(" | ")) for move in listed}) == len(listed)


def test_a_hand_that_cannot_open_another_way_has_no_meld_listed_and_may_discard() -> None:
    laid = table(has_set, ROMME, hands=["As Ah Ad Ac 4c 5c 6c 2h"], drawn=True)
    assert melds(laid) == []
    assert laid.refusal("meld As Ah Ad Ac") is not None


def test_melds_by_twos_are_listed_where_single_ones_are_vetoed() -> None:
    def single(action: object) -> bool:
        return isinstance(action, LayDown) and len(action.melds) == 1

    laid = table(single, FREE, hands=["3r 4r 5r 7g 8g 9g 1y 17b"], drawn=True)
    assert "meld 3r 4r 5r | 7g 8g 9g" in melds(laid)
    assert all(" | " in move for move in melds(laid))


def test_a_rearrangement_is_listed_where_every_other_way_to_place_a_card_is_vetoed() -> None:
    scenario = Scenario("raeuber_romme")
    placing = table(lambda action: False, scenario, hands=["8c Kh"], table=["1: 5c 6c 7c"], drawn=True)
    assert "layoff 8c > 1" in placing.legal()
    laid = table(
        lambda action: not isinstance(action, Discard | Rearrange),
        scenario,
        hands=["8c Kh"],
        table=["1: 5c 6c 7c"],
        drawn=True,
    )
    assert "arrange 1 -> 5c 6c 7c 8c" in laid.legal()


@pytest.mark.parametrize("hand", ["As Ah Ad Ac 2h 3d", "As Ah Ad Ac"])
def test_a_veto_on_everything_does_not_hold(hand: str) -> None:
    laid = table(lambda action: True, ROMME, hands=[hand], drawn=True)
    assert laid.legal()
    for move in laid.legal():
        assert laid.refusal(move) is None


@pytest.mark.parametrize("takes_turn", [False, True])
def test_who_may_not_claim_by_a_veto_is_not_asked(takes_turn: bool) -> None:
    scenario = Scenario("rummy17", 3, claims={"takes_turn": takes_turn})
    cards = {"hands": ["1r 2r", "1b 2b", "1g 2g"], "open_card": "9v"}
    asked = table(lambda action: False, scenario, **cards).play("draw stock")
    assert (asked.round.actor, asked.legal()) == (1, ["claim", "pass"])
    vetoed = table(lambda action: isinstance(action, Claim), scenario, **cards).play("draw stock")
    assert vetoed.round.actor == 0
    assert vetoed.legal() == [move for move in vetoed.legal() if move not in ("claim", "pass")]
