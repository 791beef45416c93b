"""The rule sheet of Wiener Rummy, rule by rule, and the decisions where it is silent."""

from __future__ import annotations

import pytest

from rummykit.engine.actions import BUYBACK_NO, BUYBACK_YES, DRAW_STOCK
from rummykit.engine.books import Event
from rummykit.engine.table import Ending
from rummykit.refusals import Reason

from ..helpers import PLUGINS, allowed, ending, item, refused, score
from .helpers import (
    ALL_MELDED,
    FIVE_LEFT,
    NO_MELD,
    NO_MELD_EITHER,
    SIX_LEFT,
    dealt,
    end_round,
    holding,
    knocked,
    left,
    new_match,
    shown,
    sizes,
    why_no_meld,
    wiener,
)

# -- cards, melds, the deal ---------------------------------------------------------------------------


@pytest.mark.rule("WIE-COMP-01")
def test_106_cards_for_two_to_eight() -> None:
    info = PLUGINS.by_variant["wiener_rummy"].variant
    assert info is not None
    assert info.players == (2, 8)
    assert set(info.titles) == {"en", "de", "hu"}
    pack = wiener().rules.pack
    assert len(pack) == 106
    assert pack.joker_bits.bit_count() == 2


@pytest.mark.rule("WIE-COMP-01")
@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("Kh Kd Kc", None),
        ("Ah 2h 3h", None),
        ("Qd Kd Ad", None),
        ("5s *=6s 7s", None),
        ("Kh Kh Kc", Reason.SET_SAME_SUIT),
        ("Kd Ad 2d", Reason.RUN_WRAP),
        ("5s * *", Reason.TOO_FEW_NATURALS),
        ("5s 6s", Reason.MELD_TOO_SHORT),
    ],
)
def test_the_melds_are_those_of_deutsches_romme(cards: str, reason: Reason | None) -> None:
    assert why_no_meld(cards) is reason


@pytest.mark.rule("WIE-COMP-01")
@pytest.mark.rule("WIE-SCORE-01")
@pytest.mark.parametrize(
    ("cards", "points"), [("Ks", 10), ("Js", 10), ("10s", 10), ("9s", 9), ("2s", 2), ("As", 11), ("*", 20)]
)
def test_what_a_card_counts(cards: str, points: int) -> None:
    assert left(cards) == points
    assert left(f"{cards} 5h 6h 7h" if cards != "*" else "* 9h 10h") == (points if cards != "*" else 0)


@pytest.mark.rule("WIE-DEAL-01")
@pytest.mark.parametrize("players", range(2, 9))
def test_ten_cards_and_eleven_for_the_dealer(players: int) -> None:
    table = dealt(players, dealer=1)
    assert sizes(table) == [11 if seat == 1 else 10 for seat in range(players)]
    assert len(table.round.stock) == 105 - 10 * players
    assert table.round.active == 1
    table.play(f"discard {table.hand(1).split()[0]}")
    assert table.legal() == ["draw stock", "draw discard"]


# -- the turn -------------------------------------------------------------------------------------------


@pytest.mark.rule("WIE-TURN-01")
def test_draw_and_discard() -> None:
    table = wiener().deal(hands=[NO_MELD, "As"], open_card="9d")
    table.play("draw discard")
    assert sizes(table) == [11, 1]
    table.play("discard 9d")
    assert (table.round.active, str(table.round.open_card)) == (1, "9d")


@pytest.mark.rule("WIE-TURN-01")
@pytest.mark.parametrize("move", ["meld 5s 6s 7s", "meld 5s 6s Kd", "swap 5s > 1", "arrange 1 -> 5s 6s 7s", "end"])
def test_other_moves_are_of_other_games(move: str) -> None:
    rule = "WIE-TURN-01" if move.startswith("meld") else "TABLE-01"
    for table in (holding(f"{FIVE_LEFT} Kd"), knocked(NO_MELD), wiener().deal(hands=[FIVE_LEFT])):
        refused(table, move, rule, seat=table.round.actor)
        refused(table, move, rule, seat=1 - table.round.actor)


# -- the end of a round ---------------------------------------------------------------------------------


@pytest.mark.rule("WIE-END-01")
def test_a_call_needs_all_other_cards_in_melds() -> None:
    table = holding(f"{FIVE_LEFT} Kd")
    refused(table, "call Kd", "WIE-END-01", "but 5 points are left: 2d 3c")
    refused(table, "call 5h", "TABLE-02", "hold")


@pytest.mark.rule("WIE-END-01")
def test_eleven_cards_in_melds_are_a_call_with_a_card_of_the_longest() -> None:
    table = holding(f"{ALL_MELDED} 5d")
    assert {move for move in table.legal() if move.startswith("call")} == {"call 2d", "call 5d", "call 5s", "call 8s"}


@pytest.mark.rule("WIE-END-01")
@pytest.mark.rule("WIE-END-03")
def test_after_a_call_nobody_draws() -> None:
    table = holding(f"{ALL_MELDED} Kd", NO_MELD, NO_MELD_EITHER, players=3)
    table.play("call Kd")
    assert table.round.outcome is not None
    assert (table.round.outcome.seat, str(table.round.outcome.last_card)) == (0, "Kd")
    assert table.legal() == []


@pytest.mark.rule("WIE-END-02")
def test_a_knock_shows_the_hand_and_tells_the_points() -> None:
    table = knocked(NO_MELD)
    assert table.round.announced is not None
    (hand,) = table.round.view(1).shown
    assert (hand.seat, hand.points) == (0, 5)
    assert str(hand) == "5s 6s 7s 8s 9s | Qh Qd Qc, left 2d 3c"


@pytest.mark.rule("WIE-END-02")
def test_a_knock_goes_with_every_discard_that_leaves_few_enough() -> None:
    table = holding("5s 6s 7s 8s 9s Qh Qd Qc 2d 3c 4c")
    assert [move for move in table.legal() if move.startswith("knock")] == ["knock 4c"]
    nothing_left = holding(f"{ALL_MELDED} 3c")
    knocks = {move for move in nothing_left.legal() if move.startswith("knock")}
    assert knocks == {"knock 3c", "knock 5s", "knock 8s"}, "a knock is possible where a call is, too"


@pytest.mark.rule("WIE-END-02")
def test_nobody_knocks_before_drawing() -> None:
    table = wiener().deal(hands=[FIVE_LEFT, NO_MELD], open_card="9h")
    refused(table, "knock 3c", "WIE-TURN-01", "draw")
    refused(table, "call 3c", "WIE-TURN-01", "draw")


@pytest.mark.rule("WIE-END-02")
def test_the_dealer_may_knock_on_the_first_turn() -> None:
    table = dealt(2, dealer=0)
    table.round.hands[0] = table.round.rules.pack.heap(f"{FIVE_LEFT} Kd")
    allowed(table, "knock Kd")


@pytest.mark.rule("WIE-END-03")
def test_the_others_exchange_clockwise_from_the_knocker() -> None:
    table = wiener(4).deal(hands=["2s", "3s", f"{FIVE_LEFT} Kd", "4h"], active=2, drawn=True)
    table.play("knock Kd")
    asked = []
    while table.round.outcome is None:
        asked.append(table.round.actor)
        assert table.legal() == ["draw stock", "draw discard", "pass"]
        table.play("pass")
    assert asked == [3, 0, 1]


@pytest.mark.rule("WIE-END-03")
def test_an_exchange_improves_a_hand() -> None:
    table = knocked("9s 10s Js Kh Kc 4h 4c 6h 8c 8h", stock_top="Ah")
    refused(table, "knock 4h", "WIE-TURN-01", "last exchange")
    refused(table, "discard 4h", "WIE-TURN-01", "last exchange")
    table.play("draw discard")
    refused(table, "pass", "WIE-TURN-01", "discard a card")
    refused(table, "knock 6h", "WIE-TURN-01", "discard a card")
    refused(table, "discard 5h", "TABLE-02", "hold")
    table.play("discard 8c")
    assert shown(table) == ["5s 6s 7s 8s 9s | Qh Qd Qc, left 2d 3c", "9s 10s Js | Kh Kd Kc, left 4h 6h 8h 4c"]
    assert score(table).totals == (5, 22)


@pytest.mark.rule("WIE-END-03")
def test_whoever_waits_for_his_exchange_must_wait() -> None:
    table = knocked(NO_MELD, NO_MELD_EITHER, players=3)
    refused(table, "draw stock", "TABLE-01", "not your turn", seat=2)
    refused(table, "draw stock", "WIE-END-03", "one last exchange", seat=0)


@pytest.mark.rule("WIE-END-03")
def test_the_stock_may_be_made_anew_for_an_exchange() -> None:
    table = wiener().deal(hands=[f"{FIVE_LEFT} Kd", NO_MELD], open_card="9h", stock_size=0, drawn=True)
    table.play("knock Kd", "draw stock")
    assert table.round.reshuffles == 1
    assert sizes(table)[1] == 11


@pytest.mark.rule("WIE-END-03")
@pytest.mark.parametrize("exhaustion", ["finish_turn", "score_at_once"])
def test_the_last_stock_card_of_an_exchange_changes_nothing(exhaustion: str) -> None:
    table = wiener(stock={"exhausted": exhaustion}).deal(
        hands=[f"{FIVE_LEFT} Kd", NO_MELD], open_card="9h", stock_size=1, drawn=True
    )
    table.play("knock Kd", "draw stock")
    assert table.round.outcome is None
    table.play("discard Ks")
    assert ending(table) is Ending.KNOCK
    empty = wiener(stock={"exhausted": exhaustion}).deal(
        hands=[f"{FIVE_LEFT} Kd", NO_MELD], open_card="9h", stock_size=1, drawn=True
    )
    empty.round.pile.insert(0, empty.round.stock.pop())
    empty.play("knock Kd")
    assert empty.legal() == ["draw discard", "pass"]
    refused(empty, "draw stock", "WIE-END-03", "no card left in the stock")


@pytest.mark.rule("WIE-END-04")
def test_nothing_is_laid_off_at_any_time() -> None:
    for table in (holding(f"{FIVE_LEFT} Kd"), knocked(NO_MELD), wiener().deal(hands=[FIVE_LEFT])):
        refused(table, "layoff 2c > 1", "WIE-END-04", "nobody may lay off")


# -- scoring --------------------------------------------------------------------------------------------


@pytest.mark.rule("WIE-SCORE-01")
def test_everybody_counts_what_is_in_no_meld() -> None:
    table = knocked("As Kh 10s 10h 8s 8h 4h 5h 6h *").play("pass")
    assert shown(table)[1] == "4h 5h 6h | 10s 10h *, left As 8s 8h Kh"
    assert score(table).totals == (5, 37)
    assert item(table, "deadwood").counts == (2, 4)
    assert item(table, "deadwood").rule == "WIE-SCORE-01"


@pytest.mark.rule("WIE-SCORE-01")
def test_melds_are_made_so_that_least_is_left() -> None:
    assert left("7s 7h 7d 8d 9d Kc") == 24, "the run leaves two sevens and the king, the set would leave 27"
    assert left("7s 7h 7d 8d Kc") == 18, "here the set is better"
    assert left("7s 7h 7d 7c 8d 9d Kc") == 10, "and here there is room for both"


@pytest.mark.rule("WIE-SCORE-01")
def test_without_a_knock_all_hands_count() -> None:
    table = wiener().deal(hands=[NO_MELD, SIX_LEFT], open_card="9h", stock_size=1)
    table.round.reshuffles = 2
    table.play("draw stock", "discard Ks")
    assert ending(table) is Ending.STOCK
    assert len(shown(table)) == 2
    assert score(table).totals[1] == 6


# -- the match ------------------------------------------------------------------------------------------


@pytest.mark.rule("WIE-PARTY-01")
@pytest.mark.parametrize("players", [2, 4])
def test_everybody_puts_five_chips_into_the_pot(players: int) -> None:
    match = new_match(players)
    assert match.chips == (-5,) * players
    assert match.pot == 5 * players


@pytest.mark.rule("WIE-PARTY-02")
def test_whoever_knocks_gets_a_chip_from_everybody_still_in() -> None:
    match = new_match(buyback=False)
    end_round(match, 30, 2, 60, by=1)
    assert match.chips == (-6, -3, -6)
    end_round(match, 10, 2, 60, by=1)
    assert match.still_in == (0, 1), "the fee was paid by the player who is now out, too"
    assert match.chips == (-7, -1, -7)
    end_round(match, 0, 20, None, by=0)
    assert match.chips == (-6, -2, -7)


@pytest.mark.rule("WIE-PARTY-02")
def test_no_chip_changes_hands_where_nobody_knocked() -> None:
    match = new_match()
    end_round(match, 30, 40, 50)
    assert match.chips == (-5, -5, -5)


@pytest.mark.rule("WIE-PARTY-03")
def test_whoever_is_out_plays_no_more() -> None:
    match = new_match(buyback=False)
    end_round(match, 101, 2, 0, by=2)
    refusal = match.check(DRAW_STOCK, 0)
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == (Reason.ELIMINATED, "WIE-PARTY-03")
    assert match.round.players == 2


@pytest.mark.rule("WIE-PARTY-04")
def test_a_buyback_is_the_players_choice() -> None:
    match = new_match()
    end_round(match, 85, 60, 40)
    assert list(match.legal_actions) == [BUYBACK_YES, BUYBACK_NO]
    match.play(BUYBACK_NO)
    assert match.totals == (85, 60, 40)


@pytest.mark.rule("WIE-PARTY-05")
def test_the_last_player_takes_the_pot() -> None:
    match = new_match()
    end_round(match, 101, 100, 2, by=2)
    match.play(BUYBACK_NO)
    end_round(match, None, 60, 0, by=2)
    assert match.is_over
    assert match.winners == (2,)
    assert match.pot == 0
    assert match.chips == (-6, -7, 13)
    assert match.sheet[-1].event is Event.POT
