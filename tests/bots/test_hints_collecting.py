"""One table for every kind of hint where all melds stay in the hand."""

from __future__ import annotations

from typing import Any

from hinting import expect, house, scenario

from rummykit.scenario import Scenario, Table

NINE = "5s 6s 7s Qh Qd Qc 2d 3d 4d"
"""Nine cards in three melds."""


def wiener(hand: str, game: Scenario | None = None, **more: Any) -> Table:
    hands = [hand, "Ks Kh 10c 10h 8c 8h 6c 6h Ac Ah"]
    return (game or scenario("wiener_rummy")).deal(hands=hands, **{"drawn": True, "open_card": "9h"} | more)


def test_a_call() -> None:
    game = house("wiener_rummy", scoring={"call_bonus": 25})
    expect(
        wiener(f"{NINE} 8s Kc", game),
        "call Kc",
        "how many of your cards are in none of them",
        "Without Kc all your cards are in melds: 2d 3d 4d, 5s 6s 7s 8s and Qh Qd Qc",
        "25 points further ahead",
        "no last exchange",
    )


def test_a_knock() -> None:
    table = wiener(f"{NINE} 5c Kc")
    expect(table, "knock Kc", "5c and Kc", "in no meld count 5 points", "knock with 5 or less", "the others have about")


def test_no_knock_where_it_is_risky_or_a_call_is_near() -> None:
    risky = house("wiener_rummy", knocking={"limit": "unlimited"}, scoring={"undercut": 50})
    hand = "5s 6s 7s Kh Qd 9s Jc 2d 8h 3h Ac"
    expect(wiener(hand, risky, lap=12), "discard Kh", "", "another player may have less, and that would cost you 50")
    calls = house("wiener_rummy", knocking={"improve": "none"}, scoring={"call_bonus": 50})
    table = wiener("3s 4s 5s 6h 7h 8h Qd Qc Qh 2d Kc", calls, lap=8)
    expect(table, "discard Kc", "2d and Kc", "could knock with 2, but", "a chance of 12 percent", "50 points more")
    ends = house("wiener_rummy", stock={"exhausted": "finish_turn"})
    last = wiener(f"{NINE} 3c", ends, stock_top="Kc", stock_size=1, drawn=False).play("draw stock")
    expect(last, "discard Kc", "only that counts", "no other discard leaves less", "You need not knock")


def test_discards_from_a_hand_with_melds() -> None:
    table = wiener(f"{NINE} 6c Kc")
    expect(table, "discard Kc", "6c and Kc", "Kc is in no meld and goes with no other card outside your melds")
    table = wiener("As 4s Qs Qs 5h 6d 8d 9d Qd 4c Qc")
    expect(table, "discard Qs", "hold twice", "Another Qs is in a meld of yours already")


def test_the_open_card_for_a_hand_with_melds() -> None:
    hand = "5s 6s Jh Jd 9c 2d 3h 4c As 8d"
    table = wiener(hand, open_card="7s", drawn=False)
    expect(table, "draw discard", "7s and at 5s and 6s", "7s makes a run: 5s 6s 7s", "come down from 68 to 46 points")
    table = wiener(hand, open_card="Kd", drawn=False)
    expect(table, "draw stock", "Kd beside Jd", "come down only from 68 to 67 points", "would take off more")
    expect(wiener(f"{NINE} Kc", open_card="8s", drawn=False), "draw discard", "8s and at 5s", "and you can call")
    expect(wiener(f"{NINE} Kc", open_card="2s", drawn=False), "draw discard", "2s", "With 2s you can knock", "count 2")


def exchange(hand: str, thrown: str = "Kd", game: Scenario | None = None) -> Table:
    """The opponent has knocked with five points and thrown a card; now the player is asked."""
    knocker = f"5s 6s 7s 8s 9s Qh Qd Qc 2d 3c {thrown}"
    table = (game or scenario("wiener_rummy")).deal(hands=[knocker, hand], open_card="9h", drawn=True)
    return table.play(f"knock {thrown}")


def test_the_last_exchange() -> None:
    hand = "Ks Kh 4s 4h 7c 7d 10s 8d 2c Ah"
    taking = exchange(hand)
    expect(taking, "draw discard", "Kd and at Ks and Kh", "Kd makes a set: Ks Kh Kd", "from 73 to 42 points")
    expect(taking.play("draw discard"), "discard Ah", "what each discard would leave", "count 42 points, and no other")
    expect(exchange(hand, "Jd"), "draw stock", "Jd", "only from 73 to 72 points", "would take off more")
    stock_only = house("wiener_rummy", knocking={"improve": "stock"})
    expect(exchange(hand, game=stock_only), "draw stock", "one exchange is left", "your 73 points down to about 65")


def test_no_last_exchange() -> None:
    table = exchange("Ks Kh Kc 4s 4h 4c 7c 7d 7h 7s")
    expect(table, "pass", "what an exchange could do", "All your cards are in melds")
    table = exchange("2h 4s 7h 9c 3s 6c 8d 2s 4c Jd")
    table.round.stock, table.round.reshuffles = [], 2
    expect(table, "pass", "what an exchange could do", "stock has no card left, and Kd would not lower the 46 points")


def test_undercutting_the_knocker() -> None:
    game = house("wiener_rummy", scoring={"undercut": 10})
    table = exchange("Ks Kh 4s 4h 4c 7c 7d 7h 2c As", game=game)
    expect(table, "draw discard", "Kd", "less than player 1 has, who is fined 10 points")


def test_claims_for_a_hand_with_melds() -> None:
    game, others = house("wiener_rummy", 3, claims={"allowed": "always"}), "Ks Qs 10c 10h 8c 8h 6c 6h 2c 2h"
    hands = [others, "5s 6s Jh Jd 9c 2d 3h Ah As 8d", others]
    table = game.deal(hands=hands, open_card="7s").play("draw stock")
    expect(table, "claim", "7s and at 5s and 6s", "7s makes a run: 5s 6s 7s")
    table = game.deal(hands=hands, open_card="3d").play("draw stock")
    expect(table, "pass", "3d beside 3h and 2d", "makes no meld yet", "1 card longer")
