"""The rule sheet of Deutsches Rommé under its default house rules, rule by rule: set-up, melds, turns, first meld."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rummykit.engine.match import Match, draw_seats
from rummykit.errors import NotationError, SetupError
from rummykit.refusals import Reason
from rummykit.scenario import Table

from ..helpers import allowed, play_out, refused, score
from .helpers import bad_points, dealt, holding, jokers, meld_of, melds_of, romme, sizes, why_no_meld

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "shdc"

# -- components ----------------------------------------------------------------------------------


@pytest.mark.rule("ROM-COMP-01")
def test_two_packs_and_six_jokers() -> None:
    round = dealt(3).round
    pack = round.rules.pack
    every = [kind for hand in round.hands for kind in pack.kinds(hand)] + round.stock + round.pile
    expected = Counter({f"{rank}{suit}": 2 for rank in RANKS for suit in SUITS}) + Counter({"*": 6})
    assert Counter(pack.cards[kind].text for kind in every) == expected
    assert len(every) == 110
    with pytest.raises(NotationError, match="1h"):
        pack.card("1h")


@pytest.mark.rule("ROM-COMP-01")
@pytest.mark.parametrize("players", range(2, 9))
def test_two_to_eight_players_each_for_himself(players: int) -> None:
    table = romme(players).deal(hands=["9c", "2h"], drawn=True).play("discard 9c")
    assert score(table).totals == (0, 2, *[0] * (players - 2))


@pytest.mark.rule("ROM-COMP-01")
@pytest.mark.parametrize("players", [1, 9])
def test_not_for_one_or_nine(players: int) -> None:
    with pytest.raises(SetupError, match="2 to 8 players"):
        romme(players)


# -- set-up --------------------------------------------------------------------------------------


@pytest.mark.rule("ROM-SETUP-01")
def test_seats_and_first_dealer_are_drawn() -> None:
    rules = romme(3).rules
    assert rules.deal.seats_drawn
    names = ["Ann", "Ben", "Cem"]
    seatings = [tuple(draw_seats(names, seed)) for seed in range(60)]
    assert len(set(seatings)) == 6
    assert all(sorted(seats) == names for seats in seatings)
    assert seatings == [tuple(draw_seats(names, seed)) for seed in range(60)]
    assert {Match(rules, seed, names).first_dealer for seed in range(40)} == {0, 1, 2}


@pytest.mark.rule("ROM-SETUP-02")
def test_the_deal_moves_on_clockwise() -> None:
    rules = romme(3, match={"rounds": 4}, stock={"reshuffles": 0}).rules
    match = Match(rules, 3, ["Ann", "Ben", "Cem"])
    assert match.round.active == match.first_dealer
    assert play_out(match) == [(match.first_dealer + number) % 3 for number in range(4)]


CUT_SEED = 12
"""With this seed and four players the cut shows a joker."""


@pytest.mark.rule("ROM-SETUP-02")
@pytest.mark.rule("ROM-SETUP-03")
@pytest.mark.option("deal.keep_cut_joker")
@pytest.mark.parametrize("dealer", range(4))
def test_the_right_neighbour_keeps_a_joker_found_when_cutting(dealer: int) -> None:
    plain = dealt(4, dealer, CUT_SEED)
    kept = dealt(4, dealer, CUT_SEED, deal={"keep_cut_joker": True})
    cutter = (dealer - 1) % 4
    assert jokers(kept)[cutter] > jokers(plain)[cutter]
    # It is a part of the hand.
    assert sizes(kept) == sizes(plain) == [14 if seat == dealer else 13 for seat in range(4)]
    assert len(kept.round.stock) == 57


@pytest.mark.rule("ROM-SETUP-03")
@pytest.mark.option("deal.keep_cut_joker")
def test_a_cut_that_finds_no_joker_changes_nothing() -> None:
    changed = [
        seed
        for seed in range(120)
        if dealt(4, 0, seed).round.hands != dealt(4, 0, seed, deal={"keep_cut_joker": True}).round.hands
    ]
    # A card in eighteen is a joker.
    assert CUT_SEED in changed
    assert 2 <= len(changed) <= 16


@pytest.mark.rule("ROM-SETUP-04")
@pytest.mark.parametrize(("players", "stock"), [(2, 83), (3, 70), (4, 57), (5, 44), (6, 31)])
def test_thirteen_each_and_fourteen_for_the_dealer(players: int, stock: int) -> None:
    for dealer in range(players):
        view = dealt(players, dealer).round.view(0)
        assert view.hand_sizes == tuple(14 if seat == dealer else 13 for seat in range(players))
        assert (view.open_card, view.pile_size, view.stock_size) == (None, 0, stock)


# -- melds ---------------------------------------------------------------------------------------


@pytest.mark.rule("ROM-MELD-01")
@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("9s 9h 9d", None),
        ("As Ah Ad Ac", None),
        ("9s 9h", Reason.MELD_TOO_SHORT),
        ("9s 9h 8d", Reason.MELD_MIXED),
        ("9s 9s 9h", Reason.SET_SAME_SUIT),
        ("9s 9s *", Reason.SET_SAME_SUIT),
        ("9s 9h *=9s", Reason.JOKER_TWIN),
        ("9s 9h 9d 9c *", Reason.SET_TOO_LONG),
    ],
)
def test_sets(cards: str, reason: Reason | None) -> None:
    table = holding(f"{cards.replace('=9s', '')} 2h 3c", melded=True)
    if reason is None:
        allowed(table, f"meld {cards}")
        assert table.play(f"meld {cards}").round.table[1].is_set
    else:
        assert why_no_meld(cards) is reason
        refused(table, f"meld {cards}", "ROM-MELD-01")


@pytest.mark.rule("ROM-MELD-02")
@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("4s 5s 6s", None),
        ("Ah 2h 3h", None),
        ("Qc Kc Ac", None),
        ("Ad 2d 3d 4d 5d 6d 7d 8d 9d 10d Jd Qd Kd", None),
        ("Ad 2d 3d 4d 5d 6d 7d 8d 9d 10d Jd Qd Kd Ad", None),
        ("4s 5s 7s", Reason.RUN_GAP),
        ("4s 5s 5s", Reason.RUN_DUPLICATE),
        ("4s 5s 6h", Reason.MELD_MIXED),
        ("Kd Ad 2d", Reason.RUN_WRAP),
        ("Qd Kd Ad 2d", Reason.RUN_WRAP),
        ("Kd *=Ad 2d", Reason.RUN_WRAP),
        ("Kd Ad *=2d", Reason.RUN_WRAP),
    ],
)
def test_runs(cards: str, reason: Reason | None) -> None:
    plain = " ".join(card.partition("=")[0] for card in cards.split())
    table = holding(f"{plain} 2h 3c", melded=True)
    if reason is None:
        allowed(table, f"meld {cards}")
        table.play(f"meld {cards}")
        assert (table.meld(1), table.round.table[1].is_set) == (cards, False)
    else:
        assert why_no_meld(cards) is reason
        refused(table, f"meld {cards}", "ROM-MELD-01" if reason is Reason.MELD_MIXED else "ROM-MELD-02")


@pytest.mark.rule("ROM-MELD-02")
def test_the_ace_is_laid_off_at_either_end_but_never_passed() -> None:
    table = holding("Ah Ah 5s 9c", "1: 2h 3h 4h", "1: Jh Qh Kh", "1: As 2s 3s")
    allowed(table, "layoff Ah > 1")
    allowed(table, "layoff Ah > 2")
    table.play("layoff Ah > 1", "layoff Ah > 2")
    assert (table.meld(1), table.meld(2)) == ("Ah 2h 3h 4h", "Jh Qh Kh Ah")
    around = holding("Ks 2c 5s 9h", "1: As 2s 3s", "1: Qc Kc Ac")
    refused(around, "layoff Ks > 1", "ROM-LAY-01", "does not fit")
    refused(around, "layoff 2c > 2", "ROM-LAY-01", "does not fit")


@pytest.mark.rule("ROM-MELD-02")
def test_an_ace_that_fits_both_ends_is_asked_back() -> None:
    run = "2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh"
    table = holding("Ah Ah 9c", f"1: {run}")
    refused(table, "layoff Ah > 1", "TABLE-03", "'layoff Ah > 1 low' or 'layoff Ah > 1 high'")
    allowed(table, "layoff Ah > 1 low")
    allowed(table, "layoff Ah > 1 high")
    table.play("layoff Ah > 1 low", "layoff Ah > 1")
    assert table.meld(1) == f"Ah {run} Ah"


@pytest.mark.rule("ROM-MELD-03")
@pytest.mark.parametrize("suit", SUITS)
def test_a_joker_replaces_any_card(suit: str) -> None:
    line = [f"{rank}{suit}" for rank in (*RANKS, "A")]
    for at, card in enumerate(line):
        start = min(max(at - 1, 0), len(line) - 3)
        run = [f"*={card}" if place == at else line[place] for place in range(start, start + 3)]
        assert list(melds_of(" ".join(run))) == [" ".join(run)]
    for rank in RANKS:
        others = [f"{rank}{other}" for other in SUITS if other != suit]
        assert list(melds_of(f"{' '.join(others)} *")) == [f"{' '.join(others)} *"]


@pytest.mark.rule("ROM-MELD-03")
def test_a_joker_at_the_end_of_a_run_is_declared() -> None:
    table = holding("2s 3s * 5h 9c", melded=True)
    refusal = refused(table, "meld 2s 3s *", "TABLE-03", "in more than one way")
    # The higher value is proposed first.
    assert "write 2s 3s *=4s or *=As 2s 3s" in refusal.sentence
    for move in ("meld 2s 3s *=4s", "meld *=As 2s 3s"):
        allowed(table, move)
    assert melds_of("2s 3s *") == {"*=As 2s 3s": 6, "2s 3s *=4s": 9}
    # Once it lies there, it is that card and no other.
    table.play("meld 2s 3s *=4s")
    assert [swap.kind for swap in table.round.table[1].swaps] == [table.round.rules.pack.card("4s").kind]
    # In the middle, at the end of the line and in a set there is nothing to say.
    assert list(melds_of("2s * 4s")) == ["2s *=3s 4s"]
    assert list(melds_of("Ks * As")) == ["*=Qs Ks As"]
    assert list(melds_of("6s 6h *=6c")) == list(melds_of("6s 6h *")) == ["6s 6h *"]


@pytest.mark.rule("ROM-MELD-04")
@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("6s * *", Reason.TOO_FEW_NATURALS),
        ("* * *", Reason.TOO_FEW_NATURALS),
        ("3s *=4s *=5s *=6s 7s", Reason.ADJACENT_JOKERS),
        ("3s *=4s *=5s 6s", None),
        ("3s 4s *=5s *=6s", None),
        ("*=3s 4s *=5s 6s *=7s", None),
        ("6s 6h * *", None),
    ],
)
def test_natural_cards_and_jokers_side_by_side(cards: str, reason: Reason | None) -> None:
    plain = " ".join(card.partition("=")[0] for card in cards.split())
    table = holding(f"{plain} 2h 3c", melded=True)
    if reason is None:
        allowed(table, f"meld {cards}")
        assert table.play(f"meld {cards}").meld(1) == cards
    else:
        refused(table, f"meld {cards}", "ROM-MELD-04")
        assert table.refusal(f"meld {cards}").reason is reason  # type: ignore[union-attr]


# -- values --------------------------------------------------------------------------------------


@pytest.mark.rule("ROM-VAL-01")
def test_points_of_every_rank() -> None:
    found = {rank: next(iter(melds_of(f"{rank}s {rank}h {rank}d").values())) // 3 for rank in RANKS}
    assert found == {"A": 11, **{str(pips): pips for pips in range(2, 11)}, "J": 10, "Q": 10, "K": 10}


@pytest.mark.rule("ROM-VAL-01")
@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("Ah 2h 3h", 6),
        ("Ah 2h 3h 4h 5h", 15),
        ("Qh Kh Ah", 31),
        ("Ah Ad Ac", 33),
        ("Ad 2d 3d 4d 5d 6d 7d 8d 9d 10d Jd Qd Kd Ad", 1 + 54 + 30 + 11),
    ],
)
def test_the_ace_by_its_place(cards: str, points: int) -> None:
    assert meld_of(cards).worth() == points


@pytest.mark.rule("ROM-VAL-02")
@pytest.mark.parametrize(
    ("cards", "points"),
    [("*=Ah 2h 3h", 6), ("Qh Kh *=Ah", 31), ("Ah Ad *", 33), ("Kh Kd *", 30), ("2s 2h *", 6), ("9d 10d *=Jd", 29)],
)
def test_a_joker_counts_as_the_card_it_replaces(cards: str, points: int) -> None:
    assert meld_of(cards).worth() == points


@pytest.mark.rule("ROM-VAL-02")
def test_a_joker_left_in_a_hand_costs_twenty() -> None:
    table = romme().deal(hands=["9c", "* * 2h"], melded=[0], drawn=True).play("discard 9c")
    assert bad_points(table) == (0, 42)


# -- turns ---------------------------------------------------------------------------------------


@pytest.mark.rule("ROM-TURN-01")
@pytest.mark.parametrize("dealer", range(3))
def test_the_dealer_begins_without_drawing(dealer: int) -> None:
    table = dealt(3, dealer)
    for lap in (1, 2):
        for step in range(3):
            seat = (dealer + step) % 3
            assert table.round.active == seat
            if lap == 1 and step == 0:
                refused(table, "draw stock", "ROM-TURN-02", "you cannot draw now")
            else:
                assert table.legal()[0] == "draw stock"
                table.play("draw stock")
            assert sizes(table)[seat] == 14
            table.play(f"discard {table.hand(seat).split()[0]}")


@pytest.mark.rule("ROM-TURN-01")
def test_the_dealer_may_meld_in_the_first_turn() -> None:
    table = dealt(3, dealer=1, seed=5)
    assert table.hand(1) == "3s 5s 8h Kh 2d 6d 8d Qd 7c 8c Kc Kc * *"
    allowed(table, "meld Kh Kc * *")
    table.play("meld Kh Kc * *", "discard Kc")
    assert sizes(table) == [13, 9, 13]


@pytest.mark.rule("ROM-TURN-02")
def test_draw_first_then_play_then_discard() -> None:
    hand = "4d 5d 6d 7d 2c 10s"
    table = romme().deal(hands=[hand, "2h"], table=["2: 7s 8s 9s"], melded=[0], open_card="Qc", stock_top="Jh")
    assert table.legal() == ["draw stock", "draw discard"]
    for early in ("meld 4d 5d 6d", "layoff 10s > 1", "discard 2c", "pass"):
        refused(table, early, "ROM-TURN-02", "draw from the stock or take the open card")
    table.play("draw stock")
    for late in ("draw stock", "draw discard", "pass"):
        refused(table, late, "ROM-TURN-02", "discard")
    table.play("meld 4d 5d 6d", "layoff 10s > 1", "discard Jh")
    assert (table.round.active, str(table.round.open_card)) == (1, "Jh")
    refused(table, "discard 2c", "TABLE-01", "not your turn", seat=0)


@pytest.mark.rule("ROM-TURN-02")
def test_one_card_from_the_stock_or_the_pile() -> None:
    scenario = romme()
    closed = scenario.deal(hands=["2h", "3h"], open_card="Qc", under="9c", stock_top="Jh").play("draw stock")
    assert (closed.hand(0), str(closed.round.open_card)) == ("2h Jh", "Qc")
    opened = scenario.deal(hands=["2h", "3h"], open_card="Qc", under="9c", stock_top="Jh").play("draw discard")
    assert (opened.hand(0), str(opened.round.open_card)) == ("2h Qc", "9c")
    refused(opened, "draw discard", "ROM-TURN-02")
    refused(scenario.deal(hands=["2h", "3h"]), "draw discard", "ROM-TURN-02", "no open card")
    # A joker may be discarded, and taken.
    table = scenario.deal(hands=["2h *", "3h"], drawn=True).play("discard *")
    assert table.play("draw discard").hand(1) == "3h *"


@pytest.mark.rule("ROM-TURN-02")
def test_nobody_has_to_meld_or_to_use_a_card_taken() -> None:
    table = romme().deal(hands=["Ks Kh Kd Kc 2h", "3h"], open_card="9c").play("draw discard")
    allowed(table, "discard 2h")
    allowed(table, "discard 9c")
    assert not table.play("discard 9c").round.has_melded(0)


@pytest.mark.rule("ROM-TURN-03")
def test_a_card_taken_counts_for_the_first_meld() -> None:
    for use, move in (("freely", "meld Kh Kd Kc Ks"), ("only_to_meld", "draw discard : meld Kh Kd Kc Ks")):
        scenario = romme(discards={"take": use})
        table = scenario.deal(hands=["Kh Kd Kc 2h 4h", "3h"], open_card="Ks")
        if use == "freely":
            table.play("draw discard")
        allowed(table, move)
        assert table.play(move).hand(0) == "2h 4h"


# -- the first meld ------------------------------------------------------------------------------

HAND = "Qs Qh Qd 2c 3c 4c Ah 2h 3h 4h 5d 9d"


@pytest.mark.rule("ROM-FIRST-01")
@pytest.mark.parametrize(
    ("melds", "points"),
    [
        ("Qs Qh Qd", 30),
        ("Qs Qh Qd | Ah 2h 3h", 36),
        ("Qs Qh Qd | 2c 3c 4c", 39),
        ("Qs Qh Qd | 2h 3h 4h", 39),
        ("Qs Qh Qd | Ah 2h 3h 4h", None),
        ("Qs Qh Qd | 2c 3c 4c | Ah 2h 3h", None),
        ("Qs Qh Qd | 2c 3c 4c | Ah 2h 3h 4h", None),
    ],
)
def test_first_melds_are_counted_together(melds: str, points: int | None) -> None:
    table = holding(HAND)
    if points is None:
        allowed(table, f"meld {melds}")
        assert table.play(f"meld {melds}").round.has_melded(0)
    else:
        refused(table, f"meld {melds}", "ROM-FIRST-01", f"{points} of 40 points")


@pytest.mark.rule("ROM-FIRST-01")
def test_the_first_melds_listed_are_as_few_as_will_do() -> None:
    listed = [move for move in holding(HAND).legal() if move.startswith("meld")]
    assert listed == ["meld Qs Qh Qd | Ah 2h 3h 4h"]
    assert [move for move in holding("Ks Kh Kd Kc 2c 3c 4c 9d 5s").legal() if move.startswith("meld")] == [
        "meld Ks Kh Kd Kc"
    ]


@pytest.mark.rule("ROM-FIRST-01")
def test_the_first_meld_comes_from_the_hand_alone() -> None:
    table = holding("Kh Kd Kc 4c 5c 9d 3h 8h", "2: 5d 6d 7d", "2: 6s 6h *")
    # Neither cards on the table nor lay-offs nor a swapped joker help to reach the points.
    refused(table, "meld Kh Kd Kc", "ROM-FIRST-01", "30 of 40")
    refused(table, "meld 4c 5c 6h", "ROM-MELD-01")
    refused(table, "meld Kh Kd Kc | 7d 8h 9d", "ROM-MELD-01")
    refused(table, "meld Kh Kd Kc | 5c 5d 4c", "ROM-MELD-01")
    refused(table, "meld Kh Kd Kc | 3h 4c 5c", "ROM-MELD-01")
    refused(table, "meld Kh Kd Kc | 4c 5c *=6c", "ROM-LAY-02", "* is on the table")
    refused(table, "swap 6c > 2 : meld 4c 5c *=6c", "ROM-JOK-01", "after your own first meld")


@pytest.mark.rule("ROM-FIRST-02")
def test_afterwards_any_meld_will_do() -> None:
    table = holding("Ks Kh Kd Kc 2c 3c 4c 2h 3h 4h 9d 5s")
    refused(table, "meld 2c 3c 4c", "ROM-FIRST-01", "9 of 40")
    table.play("meld Ks Kh Kd Kc")
    allowed(table, "meld 2c 3c 4c")
    table.play("meld 2c 3c 4c", "discard 5s", "draw stock", "discard Jc")
    table = romme().deal(hands=["2h 3h 4h 9d 5s", "Jc"], table=["1: Ks Kh Kd Kc"], drawn=True)
    allowed(table, "meld 2h 3h 4h")
    # Who has not melded yet still has the points to reach.
    assert not table.round.has_melded(1)


# -- two packs -----------------------------------------------------------------------------------


@pytest.mark.rule("ROM-COMP-01")
@pytest.mark.rule("ROM-FIRST-01")
def test_the_same_meld_twice() -> None:
    table = holding("7h 8h 9h 7h 8h 9h 2c 4c")
    refused(table, "meld 7h 8h 9h", "ROM-FIRST-01", "24 of 40")
    allowed(table, "meld 7h 8h 9h | 7h 8h 9h")
    assert "meld 7h 8h 9h | 7h 8h 9h" in table.legal()
    table.play("meld 7h 8h 9h | 7h 8h 9h")
    assert (table.meld(1), table.meld(2), table.hand(0)) == ("7h 8h 9h", "7h 8h 9h", "2c 4c")
    with pytest.raises(NotationError, match="fewer copies"):
        table.refusal("meld 7h 7h 7h")


@pytest.mark.rule("ROM-COMP-01")
def test_a_card_in_a_set_and_its_twin_in_a_run() -> None:
    table = holding("Ks Kh Kd Kd Qd Jd 2c 4c")
    allowed(table, "meld Ks Kh Kd | Jd Qd Kd")
    assert table.play("meld Ks Kh Kd | Jd Qd Kd").hand(0) == "2c 4c"
    once = holding("Ks Kh Kd Qd Jd 2c 4c")
    refused(once, "meld Ks Kh Kd | Jd Qd Kd", "TABLE-02", "do not hold Kd")


def both_aces(**more: Any) -> Table:
    return romme().deal(hands=["Ah 2h 3h Qh Kh Ah As Ad 9c 5d", "Jc"], drawn=True, **more)


@pytest.mark.rule("ROM-MELD-02")
@pytest.mark.rule("ROM-VAL-01")
def test_both_aces_of_a_suit_low_and_high() -> None:
    table = both_aces()
    refused(table, "meld Ah 2h 3h | Qh Kh Ah", "ROM-FIRST-01", "37 of 40")
    refused(table, "meld Ah As Ad", "ROM-FIRST-01", "33 of 40")
    allowed(table, "meld Ah As Ad | Qh Kh Ah")
    refused(table, "meld Ah As Ad | Qh Kh Ah | Ah 2h 3h", "TABLE-02", "do not hold Ah")
    table = both_aces(melded=[0])
    for move in ("meld Ah 2h 3h", "meld Qh Kh Ah"):
        allowed(table, move)
        table.play(move)
    assert table.hand(0) == "As Ad 5d 9c"
