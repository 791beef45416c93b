"""What the club adds to the rule sheet and changes in it, rule by rule."""

from __future__ import annotations

from collections import Counter

import pytest

from rummykit.engine.table import Ending
from rummykit.scenario import Table

from ..helpers import allowed, ending, refused, score
from .helpers import LAY_ALL, WHOLE_HAND, club, dealt, holding, in_club, melds_of, sizes

HANDS = ["2s 4s", "2h 4h", "2d 4d", "2c 4c"]


def claimable(lap: int = 2, active: int = 0, **more: int | str | None) -> Table:
    """Four players; 9c lies open, discarded by the one before the player on turn, and Js is drawn from the stock."""
    setting = {"open_card": "9c", "under": "8c", "stock_top": "Js Qs Ks", **more}
    return club(4).deal(hands=HANDS, lap=lap, active=active, **setting)  # type: ignore[arg-type]


# -- cards and deal ------------------------------------------------------------------------------


@pytest.mark.rule("CLUB-COMP-01")
def test_two_packs_and_six_jokers() -> None:
    pack = club(4).rules.pack
    cards = Counter(card.text for card in pack.cards_in(pack.everything))
    assert (len(pack), cards.pop("*"), set(cards.values()), len(cards)) == (110, 6, {2}, 52)


@pytest.mark.rule("CLUB-DEAL-01")
@pytest.mark.parametrize("dealer", range(3))
def test_left_of_the_dealer_gets_fourteen_and_begins_without_drawing(dealer: int) -> None:
    table = dealt(3, dealer, preset="club")
    first = (dealer + 1) % 3
    assert sizes(table) == [14 if seat == first else 13 for seat in range(3)]
    assert table.round.active == first
    refused(table, "draw stock", "ROM-TURN-02")
    table.play(f"discard {table.hand(first).split()[0]}")
    assert table.legal() == ["draw stock", "draw discard"]


# -- melds and values ----------------------------------------------------------------------------


@pytest.mark.rule("CLUB-MELD-01")
@pytest.mark.parametrize(
    ("cards", "rule"),
    [
        ("7h 8h 9h", None),
        ("7h 7s 7d", None),
        ("7h 8h", "ROM-MELD-01"),
        ("7h *", "ROM-MELD-01"),
        ("7h 8h 10h", "ROM-MELD-02"),
        ("7h 8h 9s", "ROM-MELD-01"),
    ],
)
def test_at_least_three_connected_cards(cards: str, rule: str | None) -> None:
    table = in_club(f"{cards} 2c 4c", melded=True)
    if rule is None:
        allowed(table, f"meld {cards}")
        assert set(table.play(f"meld {cards}").meld(1).split()) == set(cards.split())
    else:
        refused(table, f"meld {cards}", rule)


@pytest.mark.rule("CLUB-VAL-01")
@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("Ah 2h 3h", 6),
        ("Qh Kh Ah", 31),
        ("Ah Ad Ac", 33),
        ("10h Jh Qh Kh", 40),
        ("2h 3h 4h 5h 6h 7h 8h 9h", 44),
    ],
)
def test_values_in_a_meld(cards: str, points: int) -> None:
    assert list(melds_of(cards, "club").values()) == [points]


@pytest.mark.rule("CLUB-JOK-02")
@pytest.mark.parametrize(
    ("cards", "points"), [("*=Ah 2h 3h", 6), ("Qh Kh *=Ah", 31), ("Ah Ad *", 33), ("6s 6h *", 18), ("3s * 5s", 12)]
)
def test_a_joker_counts_as_the_card_it_replaces(cards: str, points: int) -> None:
    assert list(melds_of(cards, "club").values()) == [points]


# -- the first lap -------------------------------------------------------------------------------


@pytest.mark.rule("CLUB-ROUND-01")
def test_nobody_melds_before_everybody_has_had_a_turn() -> None:
    kings, queens, jacks = "Ks Kh Kd Kc 2s 4s", "Qs Qh Qd Qc 2h 4h", "Js Jh Jd Jc 2d 4d"
    table = club(3).deal(hands=[kings, queens, jacks], open_card="9c", stock_top="5s 5h 5d 6s 6h")
    firsts = ("meld Ks Kh Kd Kc", "meld Qs Qh Qd Qc", "meld Js Jh Jd Jc")
    for seat, (first, drawn) in enumerate(zip(firsts, ("5s", "5h", "5d"), strict=True)):
        assert (table.round.active, table.round.lap) == (seat, 1)
        table.play("draw stock")
        refused(table, first, "CLUB-ROUND-01", "nobody may meld in the first lap")
        assert {move.split()[0] for move in table.legal()} == {"discard"}
        table.play(f"discard {drawn}")
    assert table.round.lap == 2
    table.play("draw stock", "pass")
    allowed(table, firsts[0])
    # Without that rule the first player could have melded at once.
    allowed(holding("Ks Kh Kd Kc 2s 4s"), "meld Ks Kh Kd Kc")


@pytest.mark.rule("CLUB-ROUND-01")
@pytest.mark.rule("CLUB-HAND-01")
def test_no_romme_hand_in_the_first_lap() -> None:
    table = in_club(f"{WHOLE_HAND} 9c", lap=1)
    refused(table, LAY_ALL, "CLUB-ROUND-01")
    allowed(in_club(f"{WHOLE_HAND} 9c"), LAY_ALL)


@pytest.mark.rule("CLUB-ROUND-02")
def test_in_the_first_lap_only_the_player_on_turn_takes_a_discard() -> None:
    table = claimable(lap=1)
    allowed(table, "draw discard")
    assert table.play("draw stock").round.stage.name == "play"
    for seat in (1, 2, 3):
        refused(table, "claim", "CLUB-ROUND-02", "claims begin in lap 2; this is lap 1", seat=seat)
    assert claimable(lap=1).play("draw discard").hand(0) == "2s 4s 9c"
    assert claimable(lap=2).play("draw stock").round.stage.name == "claim"


# -- the first meld ------------------------------------------------------------------------------


@pytest.mark.rule("CLUB-FIRST-01")
@pytest.mark.parametrize(
    ("melds", "word"),
    [
        ("10s Js Qs", None),
        ("9h 10h Jh", "reaches 29 of 30 points"),
        ("10s Js *=Qs", "has a joker and reaches 30 of the 40 points"),
        ("10s Js Qs *=Ks", None),
        ("10s Js *=Qs | 2d 3d 4d", "has a joker and reaches 39 of the 40 points"),
        ("10s Js *=Qs | 2d 3d 4d 5d", None),
        ("10s Js *=Qs | 9h 10h *=Jh", "has 2 jokers; at most 1"),
        ("9h 10h Jh | 2d 3d 4d", None),
        # Some of the melds laid together meet the rule: 30 without a joker, then a joker meld comes after it.
        ("10s Js Qs | 2d 3d *=4d", None),
        ("10s Js Qs | 2d 3d *=4d | 9h 10h *=Jh", None),
    ],
)
def test_30_without_and_40_with_one_joker(melds: str, word: str | None) -> None:
    table = in_club("10s Js Qs 9h 10h Jh 2d 3d 4d 5d * * 2c 4c")
    if word is None:
        allowed(table, f"meld {melds}")
        assert table.play(f"meld {melds}").round.has_melded(0)
    else:
        rule = "CLUB-FIRST-01" if "joker" in word else "ROM-FIRST-01"
        refused(table, f"meld {melds}", rule, word)


# -- jokers --------------------------------------------------------------------------------------


@pytest.mark.rule("CLUB-JOK-01")
def test_one_joker_a_meld() -> None:
    table = in_club("3s 4s 6s 7s * * 6h 9c 2c", "1: 9d 10d *=Jd", "2: 8s 8h *")
    for cards in ("3s 4s *=5s *=6s", "3s *=4s *=5s 6s", "3s 4s *=5s 6s *=7s", "6s 6h * *"):
        refused(table, f"meld {cards}", "CLUB-JOK-01", "has 2 jokers; at most 1", option="jokers.per_meld")
    for cards in ("3s 4s *=5s", "3s 4s *=5s 6s", "6s 6h *"):
        allowed(table, f"meld {cards}")
    # Nor is a second one laid off.
    refused(table, "layoff *=Qd > 1", "CLUB-JOK-01", "has 2 jokers")
    refused(table, "layoff * > 2", "CLUB-JOK-01", "has 2 jokers")
    # Two melds may have one each.
    table.play("meld 3s 4s *=5s", "meld 6s 6h *")
    assert table.round.hands[0] & table.round.rules.pack.joker_bits == 0


@pytest.mark.rule("CLUB-JOK-03")
def test_a_robbed_joker_is_laid_out_again_at_once() -> None:
    hand, melds = "6c 9d 10d 5s 2h", ("2: 6s 6h *", "1: 3s 4s 5s")
    table = in_club(hand, *melds)
    for home in ("meld 9d 10d *=Jd", "layoff *=6s > 2", "layoff *=2s > 2", "layoff * > 1"):
        allowed(table, f"swap 6c > 1 : {home}")
    refused(table, "swap 6c > 1", "ROM-JOK-02", "may not go to your hand")
    refused(table, "swap 5s > 1 : meld 9d 10d *=Jd", "ROM-JOK-01", "5s is not the card")
    table.play("swap 6c > 1 : layoff *=6s > 2")
    assert (table.meld(1), table.meld(2), table.hand(0)) == ("6s 6h 6c", "3s 4s 5s *=6s", "5s 2h 9d 10d")
    # Only after the own first meld.
    early = in_club(hand, "2: 6s 6h *")
    refused(early, "swap 6c > 1 : meld 9d 10d *=Jd", "ROM-JOK-01", "after your own first meld")


@pytest.mark.rule("CLUB-JOK-01")
@pytest.mark.rule("CLUB-JOK-03")
def test_a_robbed_joker_is_laid_where_no_other_lies() -> None:
    table = in_club("6c * 9d 10d 5s 2h", "1: 6s 6h *", "1: 3h 4h *=5h")
    refused(table, "swap 6c > 1 : meld 9d 10d *=Jd *=Qd", "CLUB-JOK-01", "at most 1")
    refused(table, "swap 6c > 1 : layoff *=6h > 2", "CLUB-JOK-01", "has 2 jokers")
    allowed(table, "swap 6c > 1 : meld 9d 10d *=Jd")


# -- claims --------------------------------------------------------------------------------------


@pytest.mark.rule("CLUB-CLAIM-01")
def test_a_claim_brings_the_discard_and_a_penalty_card() -> None:
    table = claimable().play("draw stock")
    stock = len(table.round.stock)
    assert table.legal() == ["claim", "pass"]
    table.play("claim")
    assert table.hand(1) == "Qs 2h 4h 9c"
    assert len(table.round.stock) == stock - 1
    assert str(table.round.open_card) == "8c"
    # It is not his turn, and nothing changes in the order.
    refused(table, "discard 2h", "TABLE-01", "not your turn", seat=1)
    assert (table.round.active, table.round.stage.name) == (0, "play")
    table.play("discard Js")
    assert table.round.active == 1
    allowed(table, "draw stock")


@pytest.mark.rule("CLUB-CLAIM-01")
def test_a_claim_needs_its_penalty_card_and_not_the_own_discard() -> None:
    table = claimable().play("draw stock")
    refused(table, "claim", "CLUB-CLAIM-01", "you discarded 9c yourself", seat=3)
    # No card left in stock and pile but the open one: no claim. Otherwise the pile becomes the stock first.
    for under, stage in (("", "play"), ("8c", "claim")):
        table = club(4).deal(hands=HANDS, lap=2, open_card="9c", under=under, stock_top="Js")
        table.round.stock, table.round.pile = table.round.stock[-1:], table.round.pile[-1 - len(under) // 2 :]
        assert table.play("draw stock").round.stage.name == stage
        if stage == "play":
            refused(table, "claim", "CLUB-CLAIM-01", "cannot serve the penalty card", seat=1)
        else:
            assert table.play("claim").hand(1) == "2h 4h 8c 9c"


@pytest.mark.rule("CLUB-CLAIM-02")
def test_the_next_player_clockwise_comes_first() -> None:
    table = claimable(active=2, discarder=-1)
    refused(table, "claim", "CLUB-CLAIM-02", "only after the player on turn has drawn", seat=3)
    table.play("draw stock")
    refused(table, "claim", "CLUB-CLAIM-02", "you are on turn yourself", seat=2)
    asked = []
    while table.round.stage.name == "claim":
        asked.append(table.round.actor)
        for later in table.round.claimants[1:]:
            refused(table, "claim", "CLUB-CLAIM-02", "asked before you", seat=later)
        table.play("pass")
        if table.round.stage.name == "claim":
            refused(table, "claim", "CLUB-CLAIM-02", "passed already", seat=asked[-1])
    assert asked == [3, 0, 1]
    refused(table, "claim", "CLUB-CLAIM-02", "the claim is over", seat=3)
    table = claimable(active=2, discarder=-1).play("draw stock", "pass", "claim")
    assert table.hand(0) == "2s 4s Qs 9c"
    refused(table, "claim", "CLUB-CLAIM-01", "only one card", seat=1)


@pytest.mark.rule("CLUB-CLAIM-02")
def test_the_own_draw_costs_nothing() -> None:
    table = claimable().play("draw discard")
    assert (table.hand(0), table.round.stage.name) == ("2s 4s 9c", "play")
    assert [table.hand(seat) for seat in (1, 2, 3)] == HANDS[1:]
    for seat in (1, 2, 3):
        refused(table, "claim", "CLUB-CLAIM-02", "nothing can be claimed", seat=seat)


# -- the end -------------------------------------------------------------------------------------


@pytest.mark.rule("CLUB-HAND-01")
@pytest.mark.parametrize(("melds", "factor"), [((), 2), (("2: Js Jh Jd",), 1), (("1: Js Jh Jd",), 1)])
def test_romme_hand_only_while_the_table_is_empty(melds: tuple[str, ...], factor: int) -> None:
    table = club().deal(hands=["Ks Kh Kd 9c", "* Ah 7c"], table=melds, drawn=True, lap=2)
    assert score(table.play("meld Ks Kh Kd", "discard 9c")).totals == (0, 38 * factor)


@pytest.mark.rule("CLUB-HAND-01")
def test_romme_hand_needs_no_points_but_one_joker_a_meld() -> None:
    free = in_club("2s 3s 4s 2h 3h * 9c")
    allowed(free, "meld 2s 3s 4s | 2h 3h *=4h")
    two = in_club("2s 3s * * 9c")
    refused(two, "meld 2s 3s *=4s *=5s", "CLUB-JOK-01", "at most 1")
    both = in_club("2s 3s * 2h 3h * 9c")
    allowed(both, "meld 2s 3s *=4s | 2h 3h *=4h")
    refused(in_club("2s 3s 4s 9c", "2: Js Jh Jd"), "meld 2s 3s 4s", "ROM-FIRST-01", "9 of 30")


@pytest.mark.rule("CLUB-END-01")
def test_the_last_card_goes_onto_the_pile() -> None:
    table = in_club("7h 8h 9h", melded=True)
    refused(table, "meld 7h 8h 9h", "ROM-END-01", "no card left")
    table = in_club("7h 8h 9h 3c", melded=True).play("meld 7h 8h 9h", "discard 3c")
    assert ending(table) is Ending.OUT
    assert (str(table.round.rules.pack.cards[table.round.pile[-1]]), table.hand(0)) == ("3c", "")


@pytest.mark.rule("CLUB-SCORE-01")
@pytest.mark.parametrize(
    ("hand", "points"), [("*", 20), ("Ah", 11), ("Kh Qh Jh 10h", 40), ("2c 9c", 11), ("* Ah 7c", 38)]
)
def test_the_others_count_what_they_hold(hand: str, points: int) -> None:
    table = club(3).deal(hands=["9c", hand, "5d"], melded=[0, 1], drawn=True, lap=4).play("discard 9c")
    assert score(table).totals == (0, points, 5)
