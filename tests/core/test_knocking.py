"""Knocks, calls and the last exchange as parts of any game: here in the pack of Rummy 17, with jokers in a pool."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rummykit.engine.actions import DRAW_STOCK, PASS, Call, Discard, Knock
from rummykit.engine.notation import read_action
from rummykit.engine.round import Round
from rummykit.engine.scoring import ShownHand
from rummykit.engine.table import Ending
from rummykit.parts import Calling, Discarding, Drawing, Knocking, LayingDown, LayingOff, TurnFlow
from rummykit.refusals import KNOCK_REASONS, Citation, Reason, Refusal
from rummykit.scenario import Scenario


def knocking_round(knocking: Knocking | None = None, hands: tuple[str, ...] = (), taken_allowed: bool = True) -> Round:
    """A round of three in which the first player has drawn; the flow has nothing but discards, knocks and calls."""
    rules = Scenario("rummy17", 3).rules
    flow = TurnFlow(
        Drawing(), None, (Discarding(taken_allowed=taken_allowed), knocking or Knocking(limit=2), Calling())
    )
    citations = {**rules.citations, **{reason: Citation("TABLE-01") for reason in KNOCK_REASONS}}
    rules = replace(rules, flow=flow, citations=citations)
    round = Round(rules, dealer=2, seed=1)
    pack = rules.pack
    for seat, hand in enumerate(hands):
        rest = pack.subtract(pack.everything & ~pack.joker_bits, pack.heap(hand))
        round.hands[seat] = pack.heap(hand)
        round.stock = [kind for kind in round.stock if rest >> kind & 1]
    flow.start_turn(round, 0)
    flow.start_play(round)
    return round


HANDS = ("4r 5r 6r 7b 7g 7y 9v 2r 3b", "1r 1b 10g", "12v 13v 14v")


def test_a_flow_says_what_it_has() -> None:
    flow = knocking_round().rules.flow
    assert not flow.lays_out
    assert flow.shows_hands
    assert flow.knocking == Knocking(limit=2)
    assert {Discard, Knock, Call} <= flow.known
    for part in ("laying_down", "laying_off"):
        with pytest.raises(LookupError, match="has no part Laying"):
            getattr(flow, part)
    other = Scenario("rummy17").rules.flow
    assert other.lays_out
    assert not other.shows_hands
    assert other.knocking is None
    assert isinstance(other.laying_down, LayingDown)
    assert isinstance(other.laying_off, LayingOff)


def test_other_games_have_no_knock() -> None:
    round = Round(Scenario("rummy17", 2).rules, dealer=0, seed=1)
    refusal = read_action("knock 7r", round)
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.NOT_IN_GAME
    assert "'knock'" in refusal.sentence
    assert round.check(Knock(round.rules.pack.card("7r"))) == refusal
    assert round.shown == ()


def test_moves_are_known_by_their_text() -> None:
    round = knocking_round(hands=HANDS)
    for text in ("knock 9v", "call 9v"):
        assert str(read_action(text, round)) == text


def test_the_deadwood_counts_as_the_scoring_says() -> None:
    round = knocking_round(hands=HANDS)
    knocks = [str(action) for action in round.legal_actions() if isinstance(action, Knock)]
    assert knocks == ["knock 2r", "knock 3b", "knock 9v"], "each of the three leaves two cards of one point"
    refusal = round.check(Knock(round.rules.pack.card("4r")))
    assert refusal is not None
    assert refusal.sentence == "5 points are left, at most 2 allowed: 2r 5r 6r 3b 9v in no meld."


def test_one_point_is_one_point() -> None:
    round = knocking_round(Knocking(limit=0), ("4r 5r 6r 9v 2b",))
    refusal = round.check(Knock(round.rules.pack.card("9v")))
    assert refusal is not None
    assert refusal.sentence == "1 point is left, at most 0 allowed: 2b in no meld."


def test_the_whole_exchange() -> None:
    round = knocking_round(hands=HANDS)
    round.play(Knock(round.rules.pack.card("9v")))
    assert round.announced is not None
    assert round.outcome is None
    assert (round.actor, round.stage.name) == (1, "exchange")
    assert [str(hand) for hand in round.shown] == ["4r 5r 6r | 7b 7g 7y, left 2r 3b"]
    assert round.view(2).announced == round.announced
    round.play(DRAW_STOCK)
    assert round.stage.name == "last_discard"
    assert {type(action) for action in round.legal_actions()} == {Discard}
    round.play(round.legal_actions()[0])
    assert (round.actor, round.stage.name) == (2, "exchange")
    round.play(PASS)
    assert round.outcome == round.announced
    assert round.outcome is not None
    assert (round.outcome.ending, round.outcome.seat) == (Ending.KNOCK, 0)
    assert [hand.seat for hand in round.shown] == [0, 1, 2]
    assert round.legal_actions() == ()


def test_a_copy_in_the_middle_of_an_exchange_is_independent() -> None:
    round = knocking_round(hands=HANDS)
    before = round.fingerprint()
    round.play(Knock(round.rules.pack.card("9v")))
    assert round.fingerprint() != before
    twin = round.copy()
    twin.play(PASS)
    twin.play(PASS)
    assert twin.outcome is not None
    assert round.outcome is None
    assert round.actor == 1


def test_a_shown_hand_reads_well() -> None:
    rules = knocking_round().rules
    pack = rules.pack
    assert str(ShownHand.of(rules, 0, pack.heap("4r 5r 6r"))) == "4r 5r 6r"
    assert str(ShownHand.of(rules, 0, pack.heap("4r 9b"))) == "no meld, left 4r 9b"
    assert ShownHand.of(rules, 0, pack.heap("4r 17b")).points == 3
