"""Rules about a turn hold over the turn, in however many moves it is played."""

from __future__ import annotations

from typing import Any

import pytest
from tests.variants.deutsches_romme.helpers import club, romme
from tests.variants.helpers import allowed, refused

from rummykit.engine.match import Match
from rummykit.engine.table import Ending, Outcome
from rummykit.events import Discarded, SeatsDrawn, begin, moved
from rummykit.scenario import Scenario, Table
from rummykit_cli.render.telling import tell, tell_seats

TAKEN = "discards.take"


# -- the first meld ------------------------------------------------------------------------------------------


@pytest.mark.rule("CLUB-FIRST-01")
@pytest.mark.option("first_meld.scope")
def test_t_clb_18_the_whole_turn_must_meet_the_first_meld_rule() -> None:
    whole = club(first_meld={"scope": "whole_turn"})
    table = whole.deal(hands=["Kh Kd Kc 2d 3d * 5h 6h 7h 8h 9c"], drawn=True, lap=2).play("meld Kh Kd Kc")
    refused(table, "meld 2d 3d *=4d", "CLUB-FIRST-01", "39 of the 40 points")
    # Without a joker every further meld will do; and one that is worth enough may have it.
    allowed(table, "meld 5h 6h 7h")
    allowed(table.play("meld 5h 6h 7h"), "meld 2d 3d *=4d")
    # By the other reading the joker meld comes after the first one.
    table = club().deal(hands=["Kh Kd Kc 2d 3d * 9c"], drawn=True, lap=2).play("meld Kh Kd Kc")
    allowed(table, "meld 2d 3d *=4d")


@pytest.mark.option("first_meld.scope")
def test_a_swapped_joker_is_bound_by_the_whole_turn_too() -> None:
    for scope, rule in (("whole_turn", "CLUB-FIRST-01"), ("some_subset", None)):
        scenario = club(first_meld={"scope": scope})
        table = scenario.deal(hands=["Kh Kd Kc 6c 2d 3d 9c"], table=["2: 6s 6h *"], drawn=True, lap=2)
        refusal = table.play("meld Kh Kd Kc").refusal("swap 6c > 1 : meld 2d 3d *=4d")
        assert (refusal and refusal.rule) == rule


@pytest.mark.option("first_meld.scope")
def test_the_next_turn_is_not_bound_by_the_first_meld() -> None:
    whole = club(first_meld={"scope": "whole_turn"})
    table = whole.deal(hands=["Kh Kd Kc 2d 3d * 9c 8c", "4s 5s"], drawn=True, lap=2)
    table.play("meld Kh Kd Kc", "discard 9c", "draw stock", "discard 4s", "draw stock")
    allowed(table, "meld 2d 3d *=4d")


# -- the open card, where it must be used --------------------------------------------------------------------


def taken(open_card: str, hand: str, *table: str, use: str = "only_to_use", **more: Any) -> Table:
    scenario = romme(discards={"take": use}, swaps={"joker_goes": "meld_or_lay_off"})
    return scenario.deal(hands=[hand, "Jc"], open_card=open_card, table=table, **more)


@pytest.mark.rule("ROM-TURN-03")
@pytest.mark.option(TAKEN)
def test_a_taken_card_may_be_used_in_a_later_move() -> None:
    table = taken("6h", "4h 5h 9s 9d 9c 2c 3c", "1: Qs Qh Qd", use="only_to_meld").play("draw discard")
    refused(table, "discard 2c", "ROM-TURN-03", "lay 6h in a new meld before you discard", option=TAKEN)
    table.play("meld 9s 9d 9c")
    assert table.legal() == ["meld 4h 5h 6h"]
    allowed(table.play("meld 4h 5h 6h"), "discard 2c")


@pytest.mark.rule("ROM-TURN-03")
@pytest.mark.option(TAKEN)
@pytest.mark.parametrize(
    ("open_card", "hand", "lying", "moves"),
    [
        ("6h", "2c 3c 4c 9d", "1: 7h 8h 9h", ["layoff 6h > 1"]),
        ("5h", "6h 2c 3c 9d", "1: 7h 8h 9h", ["layoff 6h > 1", "layoff 5h > 1"]),
        ("6c", "9d 10d 2c 3h", "1: 6s 6h *", ["swap 6c > 1 : meld 9d 10d *=Jd"]),
        ("10d", "6c 9d 2c 3h", "1: 6s 6h *", ["swap 6c > 1 : meld 9d 10d *=Jd"]),
        ("Jd", "Kh Kd Kc Ks 2c 3c", "2: 8d 9d 10d", ["meld Ks Kh Kd Kc", "layoff Jd > 1"]),
    ],
)
def test_a_taken_card_is_used_in_whatever_move(open_card: str, hand: str, lying: str, moves: list[str]) -> None:
    table = taken(open_card, hand, lying)
    allowed(table, "draw discard")
    table.play("draw discard")
    assert table.round.view(0).owed == table.round.rules.pack.card(open_card)
    for move in moves:
        refused(table, "discard 2c", "ROM-TURN-03", f"lay {open_card} on the table before", option=TAKEN)
        allowed(table, move)
        table.play(move)
    assert table.round.view(0).owed is None
    allowed(table, "discard 2c")


@pytest.mark.rule("ROM-TURN-03")
@pytest.mark.option(TAKEN)
def test_a_card_that_can_only_be_laid_off_is_not_for_a_meld() -> None:
    for move in ("6h 7h 8h", "6s 6d *"):
        table = taken("6h" if "6h" not in move else "5h", "2c 3c 4c 9d", f"1: {move}", use="only_to_meld")
        refused(table, "draw discard", "ROM-TURN-03", "in no new meld that you could lay now", option=TAKEN)


@pytest.mark.rule("ROM-TURN-03")
@pytest.mark.option(TAKEN)
def test_no_move_may_make_the_use_impossible() -> None:
    # The eights could be a set, but then the nine of hearts would find no run.
    table = taken("9h", "8h 10h 8s 8d 2c", "1: Qs Qh Qd", use="only_to_meld").play("draw discard")
    refused(table, "meld 8s 8h 8d", "ROM-TURN-03", "after this move 9h could not be laid any more", option=TAKEN)
    assert table.legal() == ["meld 8h 9h 10h"]
    # A card left for the discard counts as well.
    table = taken("9h", "8h 10h 8s 8d", "1: Js Qs Ks", use="only_to_meld").play("draw discard")
    assert table.legal() == ["meld 8h 9h 10h"]
    refused(table, "meld 8s 8h 8d", "ROM-TURN-03", "could not be laid")


@pytest.mark.rule("ROM-TURN-03")
@pytest.mark.option(TAKEN)
def test_a_first_meld_may_have_the_taken_card_in_a_meld_that_it_does_not_need() -> None:
    table = taken("4c", "Kh Kd Kc Ks 2c 3c 9d 8d", use="only_to_meld")
    allowed(table, "draw discard")
    assert table.play("draw discard").legal() == ["meld Ks Kh Kd Kc"]
    allowed(table, "meld 2c 3c 4c | Ks Kh Kd Kc")
    table.play("meld Ks Kh Kd Kc")
    assert table.legal() == ["meld 2c 3c 4c"]
    refused(taken("4c", "Kh Kd Kc 2c 3c 9d 8d", use="only_to_meld"), "draw discard", "ROM-TURN-03", option=TAKEN)


# -- a claim is a taking too ---------------------------------------------------------------------------------


@pytest.mark.rule("ROM-TURN-03")
@pytest.mark.option(TAKEN, "claims.takes_turn")
@pytest.mark.parametrize("penalty", [0, 1])
def test_a_claimed_card_must_be_used_in_the_turn_that_begins(penalty: int) -> None:
    scenario = romme(
        3,
        discards={"take": "only_to_meld"},
        claims={"allowed": "always", "takes_turn": True, "penalty": penalty},
    )
    hands = ["2c 3c", "Kh Kd 4s 5s", "Qh Qd Qs 7c 8c 3d"]
    table = scenario.deal(hands=hands, open_card="Qc", discarder=-1).play("draw stock")
    refused(table, "claim", "ROM-TURN-03", "Qc is in no new meld", option=TAKEN)
    assert table.legal() == ["pass"]
    table.play("pass", "claim")
    assert table.round.active == 2
    refused(table, "discard 3d", "ROM-TURN-03", "lay Qc in a new meld", option=TAKEN)
    allowed(table.play("meld Qs Qh Qd Qc"), "discard 3d")


@pytest.mark.option(TAKEN, "claims.penalty")
def test_penalty_cards_leave_no_hand_to_be_laid_at_once() -> None:
    # Nine points are no first meld, but the whole hand would be one without a penalty card.
    for penalty, moves in ((0, ["claim", "pass"]), (1, ["pass"])):
        scenario = romme(
            discards={"take": "only_to_meld"},
            claims={"allowed": "always", "takes_turn": True, "penalty": penalty},
        )
        table = scenario.deal(hands=["2c 3c", "2h 3h 7c"], open_card="4h", discarder=-1).play("draw stock")
        assert table.legal() == moves


# -- told at the table ---------------------------------------------------------------------------------------


@pytest.mark.rule("ROM-END-01")
def test_the_last_card_goes_face_down() -> None:
    table = romme().deal(hands=["9c", "2h 3h"], open_card="5d", melded=[0], drawn=True)
    event = moved(table.round.legal_actions()[0], table.round, 0)
    assert event == Discarded(0, None, goes_out=True)
    assert tell(event, table.round.names) == "player 1 discards their last card face down and goes out!"
    round = table.play("discard 9c").round
    for seat in (0, 1):
        view = round.view(seat)
        assert (view.outcome, view.open_card) == (Outcome(Ending.OUT, 0, face_down=True), None)
    # Any other discard lies open.
    table = romme().deal(hands=["9c 8c", "2h 3h"], open_card="5d", melded=[0], drawn=True)
    discard = next(move for move in table.round.legal_actions() if str(move) == "discard 9c")
    assert "9c" in str(tell(moved(discard, table.round, 0), table.round.names))
    assert str(table.play("discard 9c").round.open_card) == "9c"


@pytest.mark.rule("ROM-SETUP-01")
def test_the_seat_draw_is_told() -> None:
    for players in (2, 4, 6):
        rules = romme(players).rules
        for seed in range(20):
            match = Match(rules, seed, [f"P{seat}" for seat in range(players)])
            drawn = [match.seat_draw[(match.first_dealer + step) % players] for step in range(players)]
            heights = [(card.rank - 1) % 13 for card in drawn]
            assert heights == sorted(set(heights), reverse=True)
            (event, _) = begin(match)
            assert isinstance(event, SeatsDrawn)
            assert tell_seats(event, match.names) == f"P{match.first_dealer} drew {drawn[0]} and deals."
            assert match.seat_draw == Match(rules, seed, match.names).seat_draw
    # Where nobody draws for seats there is nothing to tell.
    other = Match(Scenario("rummy17").rules, 1, ["Ann", "Ben"])
    assert other.seat_draw == ()
    assert [event.name for event in begin(other)] == ["dealt"]
