"""One round: what is listed passes the check, what is refused says why, and no card is ever lost."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from core_games import moves, new_match
from hypothesis import given, settings
from hypothesis import strategies as st

from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
from rummykit.engine.actions import LayOff
from rummykit.engine.round import Round
from rummykit.engine.table import Ending, TableMeld
from rummykit.melds import Meld, MeldRules
from rummykit.parts.flow import HARD_TURN_LIMIT
from rummykit.refusals import IllegalMove, Reason
from rummykit.scenario import Scenario

RUMMY17 = Scenario("rummy17")


def everything(round: Round) -> Counter[int]:
    kinds = round.rules.pack.kinds
    heaps = [*round.hands, round.pool, *(meld.meld.heap for meld in round.table.values())]
    return Counter([kind for heap in heaps for kind in kinds(heap)] + round.stock + round.pile)


@settings(deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 6))
def test_listed_moves_are_legal_and_no_card_is_lost(seed: int, players: int) -> None:
    match = new_match(players, seed)
    for action in moves(match, seed, limit=80):
        legal = match.round.legal_actions()
        assert len(set(legal)) == len(legal)
        assert all(match.check(listed) is None for listed in legal)
        match.apply(action)
        assert everything(match.round) == Counter(range(90))


def test_a_round_ends_even_if_nothing_else_ends_it() -> None:
    round = new_match(2, turn={"stall_limit": 0}).round
    while round.outcome is None:
        for text in ("draw discard", "discard"):
            round.play(next(action for action in round.legal_actions() if str(action).startswith(text)))
    assert round.outcome.ending is Ending.STALL
    assert round.turn == HARD_TURN_LIMIT


def test_laps_count_everybody() -> None:
    match, laps = new_match(3), []
    for action in moves(match):
        laps.append((match.round.turn, match.round.lap))
        match.apply(action)
    assert laps[-1][0] > 6
    assert all(lap == turn // 3 + 1 for turn, lap in laps)
    assert all(before <= after for before, after in pairwise(laps))


def test_who_is_not_to_act_is_told_so() -> None:
    table = RUMMY17.deal(hands=["3r 4r 9g", "7b 1b"], table=["2: 5b 6b *b=7b"], drawn=True)
    for text, reason in (
        ("discard 3r", Reason.NOT_YOUR_TURN),
        ("swap 7b > 1 : layoff *b=4b > 1", Reason.SWAP_OUT_OF_TURN),
    ):
        refusal = table.refusal(text, seat=1)
        assert refusal is not None
        assert refusal.reason is reason
        assert "player 1" in refusal.sentence
    with pytest.raises(IllegalMove, match="player 1"):
        table.round.play(table.read("discard 1b"), seat=1)


def test_a_card_on_the_table_stays_there() -> None:
    table = RUMMY17.deal(hands=["3r 4r 9g"], table=["1: 5g 6g 7g", "1: 5r 6r 7r"], drawn=True)
    refusal = table.refusal("meld 3r 4r 5r")
    assert refusal is not None
    assert refusal.reason is Reason.REGROUP
    assert refusal.sentence == "Melded cards stay where they lie: 5r is on the table in meld 2."


# -- melds on the table --------------------------------------------------------------------------------

FRENCH = MeldRules(Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2, plain_jokers=6))


def laid(text: str) -> TableMeld:
    return TableMeld.new(3, 1, the_meld(text), FRENCH)


def the_meld(text: str) -> Meld:
    (meld,) = FRENCH.readings(FRENCH.pack.placed_cards(text))
    return meld


@pytest.mark.parametrize(
    ("text", "swaps"),
    [
        ("7s 8s 9s", {}),
        ("7s *=8s 9s", {"8s": "7s 8s 9s"}),
        ("7s *=8s *=9s 10s", {"8s": "7s 8s *=9s 10s", "9s": "7s *=8s 9s 10s"}),
        ("7s 7h *", {"7d": "7s 7h 7d", "7c": "7s 7h 7c"}),
        ("7s 7h * *", {"7d": "7s 7h 7d *", "7c": "7s 7h 7c *"}),
        ("7s 7h 7d *", {"7c": "7s 7h 7d 7c"}),
    ],
)
def test_a_meld_gives_its_joker_for_the_card_it_stands_for(text: str, swaps: dict[str, str]) -> None:
    meld = laid(text)
    assert {str(FRENCH.pack.cards[swap.kind]): str(swap.meld) for swap in meld.swaps} == swaps
    for swap in meld.swaps:
        after = meld.exchanged(swap, seat=2)
        assert str(after) == swaps[str(FRENCH.pack.cards[swap.kind])]
        assert Counter(seat for _, seat in after.laid) == Counter({1: len(meld.meld) - 1, 2: 1})
        assert len(after.meld.jokers) == len(meld.meld.jokers) - 1


def test_a_meld_grows_by_a_lay_off() -> None:
    meld = laid("7s 8s 9s")
    six = LayOff(FRENCH.pack.placed("6s"), 3)
    after = meld.extended(six, seat=0)
    assert (str(after), after.number, after.owner) == ("6s 7s 8s 9s", 3, 1)
    assert [seat for _, seat in after.laid] == [1, 1, 1, 0]
    with pytest.raises(ValueError, match="layoff 6s > 3 does not fit"):
        after.extended(six, seat=0)


def test_both_ends_need_a_word_only_where_both_fit() -> None:
    rules = replace(FRENCH, high_ace=True)
    run = "2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks"
    (meld,) = rules.readings(rules.pack.placed_cards(run))
    additions = [str(action) for action, _ in TableMeld.new(1, 0, meld, rules).additions]
    assert additions == ["layoff As > 1 low", "layoff *=As > 1 low", "layoff As > 1 high", "layoff *=As > 1 high"]
    (short,) = rules.readings(rules.pack.placed_cards("Js Qs Ks"))
    assert [str(action) for action, _ in TableMeld.new(1, 0, short, rules).additions] == [
        "layoff 10s > 1",
        "layoff *=10s > 1",
        "layoff As > 1",
        "layoff *=As > 1",
    ]
