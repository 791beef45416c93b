"""The house rules of Rummy 17 about drawing and claiming: the difference they make in play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rummykit.engine.table import Ending
from rummykit.parts.flow import HARD_TURN_LIMIT
from rummykit.scenario import Table

from ..helpers import allowed, ending, refused
from .helpers import bonus_points, penalties, rummy17

HANDS = ["1r 3r", "1b 3b", "1g 3g", "1y 3y"]
NO_CLAIMS = {"allowed": "never"}


# -- drawing -------------------------------------------------------------------------------------


def to_take(open_card: str, use: str, hand: str = "4r 5r 8r 1b", *table: str, **more: Any) -> Table:
    scenario = rummy17(discards={"take": use}, claims=NO_CLAIMS)
    return scenario.deal(hands=[hand, "1v"], open_card=open_card, table=table, **more)


@pytest.mark.option("discards.take")
def test_taken_discard_need_not_be_used() -> None:
    table = to_take("6r", "freely")
    allowed(table, "draw discard")
    refused(table, "draw discard : meld 4r 5r 6r", "R17-TURN-01", "draw first")


@pytest.mark.option("discards.take")
def test_taken_discard_must_be_melded() -> None:
    table = to_take("6r", "only_to_meld", "4r 5r 9b 9g 9y 1b", "1: 7r 8r 9r")
    option = "discards.take"
    refused(table, "draw discard : meld 9b 9g 9y", "R17-TURN-02", "with 6r", option=option)
    refused(table, "draw discard : layoff 6r > 1", "R17-TURN-02", "with 6r", option=option)
    refused(table, "draw stock : meld 9b 9g 9y", "R17-TURN-01")
    allowed(table, "draw stock")
    allowed(table, "draw discard : meld 4r 5r 6r")
    allowed(table, "draw discard : meld 4r 5r 6r *r=7r")
    allowed(table, "draw discard : meld 9b 9g 9y | 4r 5r 6r")
    table.play("draw discard : meld 4r 5r 6r")
    assert table.meld(2) == "4r 5r 6r"
    assert table.hand(0) == "1b 9b 9g 9y"
    assert table.round.stage.name == "play"
    allowed(table, "meld 9b 9g 9y")


@pytest.mark.option("discards.take")
def test_taken_discard_must_be_melded_or_laid_off() -> None:
    table = to_take("6r", "only_to_use", "4r 5r 1b 2g", "1: 7r 8r 9r")
    refused(to_take("6r", "only_to_use", "4r 1b", "1: 8r 9r 10r"), "draw discard", "R17-TURN-02", "no place for 6r")
    allowed(table, "draw discard : meld 4r 5r 6r")
    allowed(table, "draw discard : layoff 6r > 1")
    assert table.play("draw discard : layoff 6r > 1").meld(1) == "6r 7r 8r 9r"
    # Every rule of laying off holds: a first meld comes before it.
    refused(to_take("6r", "only_to_use", "1b 2g", "2: 7r 8r 9r"), "draw discard : layoff 6r > 1", "R17-LAY-01")
    # And a card must be left to discard.
    refused(to_take("6r", "only_to_meld", "4r 5r"), "draw discard : meld 4r 5r 6r", "R17-END-03")


@pytest.mark.option("discards.throw_back")
def test_may_discard_taken_card() -> None:
    table = rummy17().deal(hands=["1b 2b", "1v"], open_card="6r").play("draw discard")
    allowed(table, "discard 6r")

    strict = rummy17(discards={"throw_back": False})
    table = strict.deal(hands=["1b 2b", "1v 2v"], open_card="6r").play("draw discard")
    refused(table, "discard 6r", "R17-TURN-03", "just taken", option="discards.throw_back")
    assert [move for move in table.legal() if move.startswith("discard")] == ["discard 1b", "discard 2b"]
    # In the next turn it is a card like any other.
    table.play("discard 1b", "draw stock", "discard 1v", "draw stock")
    allowed(table, "discard 6r")


@pytest.mark.option("discards.throw_back")
def test_no_meld_may_leave_only_the_taken_card() -> None:
    strict = rummy17(discards={"throw_back": False})
    table = strict.deal(hands=["4r 5r 6r", "1v"], open_card="12g").play("draw discard")
    refused(table, "meld 4r 5r 6r", "R17-END-03", "that you may discard")
    table = strict.deal(hands=["9y", "1v"], table=["1: 6y 7y 8y"], open_card="12g").play("draw discard")
    refused(table, "layoff 9y > 1", "R17-END-03", "that you may discard")
    assert table.legal() == ["discard 9y"]
    free = rummy17().deal(hands=["4r 5r 6r", "1v"], open_card="12g").play("draw discard")
    allowed(free, "meld 4r 5r 6r")


def last_card_drawn(exhaustion: str, reuse: str = "reshuffle", **stock: int) -> Table:
    """The first of two players has drawn the last stock card; six cards lie in the pile."""
    scenario = rummy17(claims=NO_CLAIMS, stock={"exhausted": exhaustion, **stock}, discards={"reuse": reuse})
    table = scenario.deal(hands=["1b 2b 3b", "1v 2v 3v"], open_card="6r", under="7r 8r 9r 10r 11r", stock_top="13b")
    table.round.stock = table.round.stock[-1:]
    return table.play("draw stock")


@pytest.mark.option("stock.exhausted")
def test_stock_exhaustion_finish_turn_then_score() -> None:
    table = last_card_drawn("finish_turn")
    assert ending(table) is None
    assert ending(table.play("discard 13b")) is Ending.STOCK
    assert penalties(table) == (3, 3)


@pytest.mark.option("stock.exhausted")
def test_stock_exhaustion_immediate_score() -> None:
    table = last_card_drawn("score_at_once")
    assert ending(table) is Ending.STOCK
    assert penalties(table) == (5, 3)
    assert table.legal() == []


@pytest.mark.option("stock.exhausted")
def test_stock_exhaustion_reshuffle() -> None:
    table = last_card_drawn("reshuffle").play("discard 13b")
    assert ending(table) is None
    table.play("draw stock")
    # The open card stays, the other six make the new stock, of which one is drawn.
    assert str(table.round.open_card) == "13b"
    assert (len(table.round.pile), len(table.round.stock)) == (1, 5)
    drawn = set(table.hand(1).split()) - {"1v", "2v", "3v"}
    assert drawn < {"6r", "7r", "8r", "9r", "10r", "11r"}


@pytest.mark.option("discards.reuse")
@pytest.mark.parametrize(("reuse", "in_order"), [("turn_over", True), ("reshuffle", False)])
def test_discards_that_are_turned_over_come_again_in_their_order(reuse: str, in_order: bool) -> None:
    table = last_card_drawn("reshuffle", reuse).play("discard 13b", "draw stock")
    cards = table.round.rules.pack.cards
    assert ([str(cards[kind]) for kind in table.round.stock] == ["6r", "11r", "10r", "9r", "8r"]) is in_order


@pytest.mark.option("stock.reshuffles")
@pytest.mark.parametrize("times", [0, 1, 2])
def test_max_reshuffles(times: int) -> None:
    table = last_card_drawn("reshuffle", reshuffles=times).play("discard 13b")
    while ending(table) is None:
        table.play("draw stock", f"discard {table.hand(table.round.active).split()[-1]}")
    assert table.round.reshuffles == times
    assert ending(table) is Ending.STOCK
    assert table.round.outcome is not None
    assert table.round.outcome.seat is None


def throw_back(table: Table, turns: int) -> Table:
    """Everybody takes the open card and throws it back."""
    for _ in range(turns):
        table.play("draw discard", "discard 6r")
    return table


@pytest.mark.option("turn.stall_limit")
def test_stall_limit() -> None:
    limited = rummy17(turn={"stall_limit": 3})
    table = throw_back(limited.deal(hands=HANDS[:2], open_card="6r"), 2)
    assert ending(table) is None
    assert ending(throw_back(table, 1)) is Ending.STALL
    assert bonus_points(table) == (0, 0)
    # A stock card is something new, and so is a meld.
    table = limited.deal(hands=["4g 5g 7g 1b", "1v 2v"], open_card="6r", table=["1: 8g 9g 10g"], stock_top="13b")
    throw_back(table, 2).play("draw stock", "discard 13b", "draw discard", "discard 13b")
    assert table.round.stall == 1
    table.play("draw discard", "layoff 7g > 1", "discard 13b")
    assert table.round.stall == 0
    assert ending(table) is None


@pytest.mark.option("turn.stall_limit")
def test_stall_limit_of_sixty_by_default() -> None:
    table = throw_back(rummy17().deal(hands=HANDS[:2], open_card="6r"), 59)
    assert ending(table) is None
    assert ending(throw_back(table, 1)) is Ending.STALL


@pytest.mark.option("turn.stall_limit")
def test_without_a_stall_limit_a_round_still_ends() -> None:
    table = throw_back(rummy17(turn={"stall_limit": 0}).deal(hands=HANDS[:2], open_card="6r"), HARD_TURN_LIMIT)
    assert ending(table) is None
    assert ending(throw_back(table, 1)) is Ending.STALL


# -- claiming ------------------------------------------------------------------------------------


def claimable(claiming: Mapping[str, object], players: int = 4, **more: Any) -> Table:
    """The first player draws from the stock; 9v lies open, discarded by the last one."""
    setting: dict[str, Any] = {"open_card": "9v", "under": "8v", "stock_top": "17g 17y 16g", **more}
    return rummy17(players, claims=claiming).deal(hands=HANDS[:players], **setting).play("draw stock")


@pytest.mark.option("claims.allowed")
def test_claims() -> None:
    assert claimable({"allowed": "always"}).round.stage.name == "claim"
    table = claimable({"allowed": "never"})
    assert (table.round.stage.name, table.round.actor) == ("play", 0)
    refused(table, "claim", "R17-CLAIM-01", "nobody may claim", seat=1, option="claims.allowed")


@pytest.mark.option("claims.penalty")
def test_claim_penalty_cards() -> None:
    assert claimable({}).play("claim").hand(1) == "1b 3b 9v"
    table = claimable({"penalty": 2}).play("claim")
    assert table.hand(1) == "1b 3b 16g 17y 9v"
    assert table.round.actor == 0


@pytest.mark.option("claims.penalty")
def test_a_claim_needs_its_penalty_cards() -> None:
    table = claimable({"penalty": 1}, stock_top="17g", stock_size=1)
    assert table.round.stage.name == "play"
    refused(table, "claim", "R17-CLAIM-07", "cannot serve", seat=1, option="claims.penalty")
    # The last stock card as a penalty makes this the last turn.
    table = claimable({"penalty": 1}, stock_top="17g 17y", stock_size=2).play("claim")
    assert table.hand(1) == "1b 3b 17y 9v"
    assert ending(table) is None
    assert ending(table.play("discard 17g")) is Ending.STOCK


@pytest.mark.option("claims.penalty")
@pytest.mark.parametrize("takes_turn", [False, True])
def test_discards_become_the_stock_for_a_penalty_card(takes_turn: bool) -> None:
    scenario = rummy17(
        3,
        claims={"penalty": 1, "takes_turn": takes_turn},
        stock={"exhausted": "reshuffle"},
    )
    table = scenario.deal(hands=HANDS[:3], open_card="9v", under="8v")
    table.round.pile = table.round.pile[-2:]
    table.round.stock = [] if takes_turn else table.round.stock[-1:]
    table.play("draw stock", "claim")
    assert table.hand(1) == "1b 3b 8v 9v"
    assert table.round.pile == []
    assert table.round.active == (1 if takes_turn else 0)


@pytest.mark.option("claims.penalty")
@pytest.mark.option("stock.exhausted")
def test_the_last_card_as_a_penalty_can_end_the_round_at_once() -> None:
    scenario = rummy17(3, claims={"penalty": 1}, stock={"exhausted": "score_at_once"})
    table = scenario.deal(hands=HANDS[:3], open_card="9v", stock_top="17g 17y", stock_size=2)
    table.play("draw stock", "claim")
    assert ending(table) is Ending.STOCK
    assert table.hand(1) == "1b 3b 17y 9v"


@pytest.mark.option("claims.from_lap")
def test_claim_from_lap() -> None:
    table = claimable({"from_lap": 2})
    assert table.round.stage.name == "play"
    refused(table, "claim", "R17-CLAIM-01", "begin in lap 2; this is lap 1", seat=1, option="claims.from_lap")
    table.play("discard 17g")
    for seat in (1, 2, 3):
        assert table.round.lap == 1
        table.play("draw stock", f"discard {table.hand(seat).split()[0]}")
    assert table.round.lap == 2
    assert table.play("draw stock").round.stage.name == "claim"


@pytest.mark.option("claims.own_discard")
def test_discarder_may_claim() -> None:
    assert claimable({}).round.claimants == (1, 2)
    table = claimable({"own_discard": True})
    assert table.round.claimants == (1, 2, 3)
    assert table.play("pass", "pass", "claim").hand(3) == "1y 3y 9v"


@pytest.mark.option("claims.dealer_upcard")
def test_dealer_may_claim_upcard() -> None:
    assert claimable({}, discarder=-1, dealer=2).round.claimants == (1, 2, 3)
    table = claimable({"dealer_upcard": False}, discarder=-1, dealer=2)
    assert table.round.claimants == (1, 3)
    option = "claims.dealer_upcard"
    refused(table, "claim", "R17-CLAIM-05", "the dealer may not", seat=2, option=option)
    # It is about the first open card alone.
    assert claimable({"dealer_upcard": False}, dealer=2).round.claimants == (1, 2)


@pytest.mark.option("claims.on_final_draw")
def test_claim_on_final_draw() -> None:
    last = {"stock_top": "17g", "stock_size": 1}
    table = claimable({}, **last)
    assert table.round.final_turn
    assert table.round.stage.name == "claim"
    assert ending(table.play("claim", "discard 17g")) is Ending.STOCK
    assert penalties(table)[1] == 3

    table = claimable({"on_final_draw": False}, **last)
    assert table.round.stage.name == "play"
    option = "claims.on_final_draw"
    refused(table, "claim", "R17-CLAIM-01", "last stock card", seat=1, option=option)
    assert claimable({"on_final_draw": False}).round.stage.name == "claim"


@pytest.mark.option("claims.takes_turn")
def test_claim_takes_turn() -> None:
    table = claimable({"takes_turn": True})
    # The others are asked before the stock card is drawn.
    assert table.round.stage.name == "claim"
    assert table.hand(0) == "1r 3r"
    table.play("pass", "claim")
    assert table.hand(2) == "1g 3g 9v"
    assert (table.round.active, table.round.stage.name) == (2, "play")
    refused(table, "draw stock", "R17-TURN-01")
    table.play("discard 1g")
    assert table.round.active == 3

    table = claimable({"takes_turn": True}).play("pass", "pass")
    assert table.hand(0) == "1r 3r 17g"
    assert table.round.active == 0


@pytest.mark.option("discards.take")
def test_a_discard_is_taken_only_after_a_first_meld_or_never() -> None:
    table = to_take("6r", "after_first_meld")
    refused(table, "draw discard", "R17-TURN-02", "after your own first meld", option="discards.take")
    allowed(to_take("6r", "after_first_meld", melded=[0]), "draw discard")
    refused(to_take("6r", "never", melded=[0]), "draw discard", "R17-TURN-02", "Nobody takes discards")


@pytest.mark.option("claims.allowed")
def test_a_claim_only_to_use_may_take_a_joker_of_the_pool() -> None:
    hands = ["1r 3r", "7v 8v 3b", "1g 3g", "1y 3y"]
    table = rummy17(4, claims={"allowed": "only_to_use"}).deal(hands=hands, open_card="9v").play("draw stock")
    refused(table, "claim", "R17-CLAIM-01", "write 'claim : meld or layoff ...' with 9v", option="claims.allowed")
    allowed(table, "claim : meld 7v 8v 9v *v=10v")
    table.play("claim : meld 7v 8v 9v *v=10v")
    assert (table.hand(1), table.round.active, table.round.pool_taken) == ("3b", 0, 0)


@pytest.mark.option("claims.allowed")
def test_a_claim_only_after_the_first_meld() -> None:
    table = claimable({"allowed": "after_first_meld"}, melded=[2])
    assert table.round.claimants == (2,)
    refused(table, "claim", "R17-CLAIM-01", "after your own first meld", seat=1, option="claims.allowed")


@pytest.mark.option("claims.per_round")
def test_claims_per_round() -> None:
    for limit, claimants in (("unlimited", (1, 2)), (1, (2,))):
        table = claimable({"per_round": limit}).play("claim", "discard 17g")
        for seat in (1, 2, 3):
            table.play("draw stock")
            table.play(*["pass"] * len(table.round.claimants))
            table.play(f"discard {table.hand(seat).split()[0]}")
        assert table.play("draw stock").round.claimants == claimants
