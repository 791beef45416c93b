"""The rule sheet of Rummy 17 under its default house rules, rule by rule: what is allowed, and what is refused."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rummykit.engine.actions import Discard
from rummykit.engine.match import Match
from rummykit.engine.scoring import ScoreItem
from rummykit.engine.table import Ending
from rummykit.errors import NotationError, SetupError
from rummykit.scenario import Table
from rummykit_rummy17.bonus import BONUS_CARDS

from ..helpers import allowed, item, refused, score
from .helpers import bonus_points, dealt, penalties, rummy17

SEEDS = range(12)


def holding(hand: str, *table: str, **more: Any) -> Table:
    """The first of two players has drawn and holds these cards."""
    return rummy17().deal(hands=[hand, "1v"], table=table, drawn=True, **more)


# -- components ----------------------------------------------------------------------------------


@pytest.mark.rule("R17-COMP-01")
def test_85_number_cards_each_once() -> None:
    round = dealt(3).round
    pack = round.rules.pack
    expected = {f"{value}{colour}" for value in range(1, 18) for colour in "rbgyv"}
    numbers = [card.text for card in pack.cards if not card.is_joker]
    assert len(numbers) == 85
    assert set(numbers) == expected
    dealt_out = [kind for hand in round.hands for kind in pack.kinds(hand)] + round.stock + round.pile
    assert sorted(pack.cards[kind].text for kind in dealt_out) == sorted(expected)
    with pytest.raises(NotationError, match="18r"):
        pack.card("18r")


@pytest.mark.rule("R17-COMP-02")
def test_five_jokers_never_shuffled_in() -> None:
    for seed in SEEDS:
        round = dealt(6, seed=seed).round
        pack = round.rules.pack
        assert [card.text for card in pack.cards if card.is_joker] == ["*r", "*b", "*g", "*y", "*v"]
        hidden = pack.heap(pack.cards[kind] for kind in round.stock + round.pile)
        assert not (hidden | sum(round.hands)) & pack.joker_bits


@pytest.mark.rule("R17-COMP-03")
def test_twelve_bonus_cards_worth_three() -> None:
    assert len(BONUS_CARDS) == 12
    assert {card.rule for card in BONUS_CARDS.values()} == {f"R17-BON-{number:02}" for number in range(1, 13)}
    for key in BONUS_CARDS:
        table = holding("12g", "1: *r=8r 9r 10r 11r", "1: 2b 2g 2y", side_cards=[key]).play("discard 12g")
        # Whoever earns it, each earns exactly three.
        assert set(item(table, key).points) <= {0, 3}
        assert sum(item(table, key).points) >= 3


@pytest.mark.rule("R17-COMP-04")
@pytest.mark.parametrize("players", range(2, 7))
def test_two_to_six_players_each_for_himself(players: int) -> None:
    table = rummy17(players).deal(hands=["12g"], drawn=True).play("discard 12g")
    assert len(score(table).totals) == players


@pytest.mark.rule("R17-COMP-04")
@pytest.mark.parametrize("players", [1, 7])
def test_not_for_one_or_seven(players: int) -> None:
    with pytest.raises(SetupError, match="2 to 6 players"):
        rummy17(players)


# -- set-up --------------------------------------------------------------------------------------


@pytest.mark.rule("R17-SETUP-01")
def test_the_deal_is_drawn_by_lot_and_moves_clockwise() -> None:
    rules = rummy17(3, preset="five_rounds").rules
    names = ["Ann", "Ben", "Cem"]
    assert {Match(rules, seed, names).first_dealer for seed in range(40)} == {0, 1, 2}
    match = Match(rules, 3, names)
    dealers = []
    while not match.is_over:
        dealers.append(match.round.dealer)
        played = len(match.scores)
        while len(match.scores) == played:
            match.apply(match.round.legal_actions()[0])
    assert dealers == [(match.first_dealer + number) % 3 for number in range(5)]


@pytest.mark.rule("R17-SETUP-02")
def test_five_of_the_bonus_cards_lie_open() -> None:
    open_cards = [dealt(seed=seed).round.side_cards for seed in range(40)]
    assert all(len(cards) == len(set(cards)) == 5 for cards in open_cards)
    assert set().union(*open_cards) == set(BONUS_CARDS)
    assert len(set(open_cards)) > 30


@pytest.mark.rule("R17-SETUP-03")
def test_all_jokers_lie_open_for_everybody() -> None:
    table = dealt(4)
    for seat in range(4):
        assert [str(card) for card in table.round.view(seat).pool_cards] == ["*r", "*b", "*g", "*y", "*v"]


@pytest.mark.rule("R17-SETUP-04")
@pytest.mark.parametrize(("players", "stock"), [(2, 64), (3, 54), (4, 44), (5, 34), (6, 24)])
def test_ten_cards_each_and_an_open_card(players: int, stock: int) -> None:
    view = dealt(players).round.view(0)
    assert view.hand_sizes == (10,) * players
    assert view.open_card is not None
    assert view.pile_size == 1
    assert view.stock_size == stock


@pytest.mark.rule("R17-SETUP-05")
@pytest.mark.parametrize("dealer", range(4))
def test_left_of_the_dealer_begins_and_play_goes_clockwise(dealer: int) -> None:
    table = dealt(4, dealer)
    for step in range(1, 9):
        assert table.round.active == (dealer + step) % 4
        table.play("draw discard", f"discard {table.hand(table.round.active).split()[0]}")


# -- the turn ------------------------------------------------------------------------------------


@pytest.mark.rule("R17-TURN-01")
def test_draw_first_then_play_then_discard() -> None:
    hand = "4r 5r 6r 7r 1b 10y"
    table = rummy17().deal(hands=[hand, "1v"], table=["2: 7y 8y 9y"], open_card="12v", stock_top="13b")
    assert table.legal() == ["draw stock", "draw discard"]
    for early in ("meld 4r 5r 6r", "layoff 10y > 1", "discard 1b", "pass"):
        refused(table, early, "R17-TURN-01", "draw from the stock or take the open card")
    table.play("draw stock")
    for late in ("draw stock", "draw discard", "pass"):
        refused(table, late, "R17-TURN-01", "discard")
    table.play("discard 13b")
    assert table.round.active == 1
    refused(table, "discard 1b", "TABLE-01", "not your turn", seat=0)


@pytest.mark.rule("R17-TURN-01")
@pytest.mark.parametrize(
    "order",
    [
        ("meld 4b 5b 6b", "layoff 10y > 2", "swap 7r > 1 : layoff *r=3r > 1"),
        ("swap 7r > 1 : layoff *r=3r > 1", "meld 4b 5b 6b", "layoff 10y > 2"),
        ("layoff 10y > 2", "swap 7r > 1 : layoff *r=3r > 1", "meld 4b 5b 6b"),
    ],
)
def test_melding_laying_off_and_swapping_in_any_order(order: tuple[str, ...]) -> None:
    table = holding("4b 5b 6b 7r 10y 1b 2g", "2: 4r 5r 6r *r=7r", "1: 7y 8y 9y")
    for move in order:
        allowed(table, move)
        table.play(move)
    assert [table.meld(number) for number in (1, 2, 3)] == ["*r=3r 4r 5r 6r 7r", "7y 8y 9y 10y", "4b 5b 6b"]
    assert table.hand(0) == "1b 2g"
    assert table.round.active == 0


@pytest.mark.rule("R17-TURN-02")
def test_one_card_from_the_stock_or_the_pile() -> None:
    scenario = rummy17()
    closed = scenario.deal(hands=["1r", "2r"], open_card="12v", under="3v", stock_top="13b").play("draw stock")
    assert closed.hand(0) == "1r 13b"
    assert str(closed.round.open_card) == "12v"
    opened = scenario.deal(hands=["1r", "2r"], open_card="12v", under="3v", stock_top="13b").play("draw discard")
    assert opened.hand(0) == "1r 12v"
    assert str(opened.round.open_card) == "3v"
    refused(opened, "draw discard", "R17-TURN-01")
    refused(scenario.deal(hands=["1r", "2r"]), "draw discard", "R17-TURN-02", "no open card")


@pytest.mark.rule("R17-TURN-03")
def test_the_discard_comes_from_the_hand_and_covers_the_pile() -> None:
    table = rummy17().deal(hands=["4r 5b 6g 7y 8v", "1v 2r"], open_card="12v", under="3v", drawn=True)
    discards = [str(action) for action in table.round.legal_actions() if isinstance(action, Discard)]
    assert discards == ["discard 4r", "discard 5b", "discard 6g", "discard 7y", "discard 8v"]
    refused(table, "discard 1v", "TABLE-02", "do not hold 1v")
    table.play("discard 6g")
    assert table.hand(0) == "4r 5b 7y 8v"
    view = table.round.view(1)
    assert (str(view.open_card), view.pile_size) == ("6g", 3)
    assert not [name for name in type(view).__slots__ if name in ("pile", "stock", "hands")]
    assert table.play("draw discard").hand(1) == "2r 6g 1v"


@pytest.mark.rule("R17-TURN-04")
def test_nobody_has_to_meld() -> None:
    table = holding("4r 5r 6r 9b 9g 9y 1b", "2: 7r 8r 9r")
    allowed(table, "meld 4r 5r 6r")
    allowed(table, "discard 1b")
    table.play("discard 1b")
    assert table.round.active == 1
    assert not table.round.has_melded(0)


# -- claims --------------------------------------------------------------------------------------

HANDS = ["1r 3r", "1b 3b", "1g 3g", "1y 3y"]


def four(**more: Any) -> Table:
    return rummy17(4).deal(hands=HANDS, open_card="9v", under="8v", stock_top="17g 17y", **more)


@pytest.mark.rule("R17-CLAIM-01")
def test_the_others_may_claim_after_a_stock_draw_only() -> None:
    table = four()
    refused(table, "claim", "R17-CLAIM-01", "only after the player on turn has drawn", seat=1)
    table.play("draw stock")
    refused(table, "claim", "R17-CLAIM-01", "you are on turn yourself", seat=0)
    assert table.legal() == ["claim", "pass"]
    refused(table, "discard 1b", "R17-TURN-01", "claim the open card or pass")
    assert table.play("claim").hand(1) == "1b 3b 9v"
    assert table.hand(0) == "1r 3r 17g"


@pytest.mark.rule("R17-CLAIM-02")
def test_claims_are_asked_clockwise_from_the_player_on_turn() -> None:
    table = four(active=2, discarder=-1).play("draw stock")
    asked = []
    while table.round.stage.name == "claim":
        asked.append(table.round.actor)
        for later in table.round.claimants[1:]:
            refused(table, "claim", "R17-CLAIM-02", "asked before you", seat=later)
        table.play("pass")
        if table.round.stage.name == "claim":
            refused(table, "claim", "R17-CLAIM-02", "passed already", seat=asked[-1])
    assert asked == [3, 0, 1]
    # Who passes leaves it to the next one.
    table = four(active=2, discarder=-1).play("draw stock", "pass", "claim")
    assert table.hand(0) == "1r 3r 9v"
    assert table.round.actor == 2


@pytest.mark.rule("R17-CLAIM-03")
def test_claims_end_when_the_player_on_turn_goes_on() -> None:
    table = four().play("draw stock", "pass", "pass")
    assert table.round.actor == 0
    refused(table, "claim", "R17-CLAIM-03", "the claim is over", seat=1)
    table.play("discard 1r")
    refused(table, "claim", "R17-CLAIM-01", "only after", seat=2)
    assert table.legal() == ["draw stock", "draw discard"]


@pytest.mark.rule("R17-CLAIM-04")
def test_no_claim_where_the_open_card_was_taken() -> None:
    table = four().play("draw discard")
    assert table.round.actor == 0
    for seat in (1, 2, 3):
        refused(table, "claim", "R17-CLAIM-04", "nothing can be claimed", seat=seat)


@pytest.mark.rule("R17-CLAIM-05")
def test_nobody_claims_his_own_discard() -> None:
    table = four().play("draw stock")
    refused(table, "claim", "R17-CLAIM-05", "you discarded 9v yourself", seat=3)
    table.play("pass", "pass")
    assert table.round.stage.name == "play"


@pytest.mark.rule("R17-CLAIM-05")
def test_with_three_one_seat_is_asked_and_with_two_none() -> None:
    three = rummy17(3).deal(hands=HANDS[:3], open_card="9v").play("draw stock")
    assert three.round.claimants == (1,)
    two = rummy17(2).deal(hands=HANDS[:2], open_card="9v").play("draw stock")
    assert two.round.stage.name == "play"
    refused(two, "claim", "R17-CLAIM-05", "yourself", seat=1)


@pytest.mark.rule("R17-CLAIM-06")
def test_the_card_beneath_is_not_to_be_had() -> None:
    table = four(discarder=-1).play("draw stock", "claim")
    assert str(table.round.open_card) == "8v"
    assert table.round.actor == 0
    for seat in (1, 2, 3):
        refused(table, "claim", "R17-CLAIM-06", "only one card", seat=seat)


@pytest.mark.rule("R17-CLAIM-07")
def test_a_claim_costs_nothing_and_changes_no_turn() -> None:
    table = four().play("draw stock", "pass", "claim")
    assert table.hand(2) == "1g 3g 9v"
    assert len(table.round.stock) == 85 - 8 - 2 - 1
    refused(table, "discard 1g", "TABLE-01", seat=2)
    table.play("discard 1r")
    assert table.round.active == 1
    table.play("draw discard", "discard 1b")
    assert table.round.active == 2
    allowed(table, "draw discard")
    allowed(table, "draw stock")


# -- melds ---------------------------------------------------------------------------------------


@pytest.mark.rule("R17-MELD-01")
@pytest.mark.parametrize(
    ("cards", "rule", "word"),
    [
        ("9r 9b 9g", None, ""),
        ("1r 1b 1g 1y", None, ""),
        ("17r 17b 17g 17y 17v", None, ""),
        ("9r 9b", "R17-MELD-01", "at least 3"),
        ("9r 9b 8g", "R17-MELD-01", "neither"),
    ],
)
def test_sets(cards: str, rule: str | None, word: str) -> None:
    table = holding(f"{cards} 2b")
    if rule:
        refused(table, f"meld {cards}", rule, word)
    else:
        allowed(table, f"meld {cards}")
        assert table.play(f"meld {cards}").round.table[1].is_set


@pytest.mark.rule("R17-MELD-01")
def test_no_colour_twice_in_a_set() -> None:
    with pytest.raises(NotationError, match="fewer copies"):
        holding("9r 9b 9g 2b").refusal("meld 9r 9r 9b")
    refused(holding("9r 9b 9g 9y 9v 8r 2b"), "meld 9r 9b 9g 9y 9v 8r", "R17-MELD-01", "neither")


@pytest.mark.rule("R17-MELD-02")
@pytest.mark.parametrize(
    ("cards", "rule", "word"),
    [
        ("1r 2r 3r", None, ""),
        ("15v 16v 17v", None, ""),
        (" ".join(f"{value}g" for value in range(1, 18)), None, ""),
        ("4r 5r", "R17-MELD-01", "at least 3"),
        ("4r 5r 7r", "R17-MELD-02", "gap"),
        ("4r 5r 6g", "R17-MELD-01", "neither"),
        ("17v 1v 2v", "R17-MELD-02", "after 17 there is no 1"),
        ("16v 17v 1v", "R17-MELD-02", "after 17 there is no 1"),
    ],
)
def test_runs(cards: str, rule: str | None, word: str) -> None:
    table = rummy17().deal(hands=[f"{cards} 2b"], drawn=True)
    if rule:
        refused(table, f"meld {cards}", rule, word)
    else:
        allowed(table, f"meld {cards}")
        assert not table.play(f"meld {cards}").round.table[1].is_set


@pytest.mark.rule("R17-MELD-02")
def test_nothing_is_laid_off_around_the_corner() -> None:
    table = holding("1y 17r 2b", "1: 15y 16y 17y", "1: 1r 2r 3r")
    refused(table, "layoff 1y > 1", "R17-LAY-01", "does not fit")
    refused(table, "layoff 17r > 2", "R17-LAY-01", "does not fit")


@pytest.mark.rule("R17-MELD-03")
def test_no_minimum_and_any_number_of_melds() -> None:
    table = holding("1r 2r 3r 1b 1g 1y 4b 5b 6b 10v")
    allowed(table, "meld 1r 2r 3r | 1b 1g 1y | 4b 5b 6b")
    for move in ("meld 1r 2r 3r", "meld 1b 1g 1y", "meld 4b 5b 6b"):
        allowed(table, move)
        table.play(move)
    assert len(table.round.table) == 3
    assert table.hand(0) == "10v"


@pytest.mark.rule("R17-MELD-04")
def test_melds_lie_in_front_of_who_melded_them() -> None:
    table = rummy17().deal(hands=["4r 5r 6r 1b", "9b 9g 9y 1v"], open_card="12v", stock_top="13b 13g")
    table.play("draw stock", "meld 4r 5r 6r", "discard 1b", "draw stock", "meld 9b 9g 9y", "discard 1v")
    assert [(meld.owner, str(meld)) for meld in table.round.table.values()] == [(0, "4r 5r 6r"), (1, "9b 9g 9y")]
    # A card added by another player changes nothing in that.
    table = holding("7r 1b", "1: 9b 9g 9y", "2: 4r 5r 6r").play("layoff 7r > 2")
    assert table.round.table[2].owner == 1


# -- laying off ----------------------------------------------------------------------------------


@pytest.mark.rule("R17-LAY-01")
def test_laying_off_on_own_and_other_melds_from_the_first_meld_on() -> None:
    table = rummy17(3).deal(
        hands=["4r 5r 6r 7r 10y 1b", "11y 2b", "2g"],
        table=["2: 7y 8y 9y", "3: 13b 13g 13y"],
        stock_top="13r 13v",
        open_card="12v",
    )
    table.play("draw stock", "pass")
    for move in ("layoff 10y > 1", "layoff 13r > 2"):
        refused(table, move, "R17-LAY-01", "only after your own first meld")
    table.play("meld 4r 5r 6r")
    for move in ("layoff 7r > 3", "layoff 10y > 1", "layoff 13r > 2"):
        allowed(table, move)
        table.play(move)
    refused(table, "layoff 1b > 3", "R17-LAY-01", "1b does not fit meld 3")
    refused(table, "layoff 1b > 4", "TABLE-02", "no meld 4")
    assert [table.meld(number) for number in (1, 2, 3)] == ["7y 8y 9y 10y", "13r 13b 13g 13y", "4r 5r 6r 7r"]


@pytest.mark.rule("R17-LAY-01")
def test_laying_off_in_later_turns() -> None:
    table = rummy17().deal(hands=["4r 5r 6r 7r 8r 1b", "2g 3b"], open_card="12v", stock_top="13b 13g 13y")
    table.play("draw stock", "meld 4r 5r 6r", "layoff 7r > 1", "discard 13b", "draw stock", "discard 13g", "draw stock")
    allowed(table, "layoff 8r > 1")
    assert table.play("layoff 8r > 1").meld(1) == "4r 5r 6r 7r 8r"


@pytest.mark.rule("R17-LAY-02")
def test_melded_cards_are_never_taken_back() -> None:
    table = holding("8r 9b 9g 1b", "1: 4r 5r 6r 7r", "1: 9r 9y 9v")
    refused(table, "meld 9r 9b 9g", "R17-LAY-02", "9r is on the table in meld 2")
    refused(table, "meld 6r 7r 8r", "R17-LAY-02", "6r is on the table in meld 1")
    refused(table, "discard 4r", "R17-LAY-02", "4r is on the table in meld 1")
    refused(table, "layoff 9r > 1", "R17-LAY-02", "9r is on the table")
    for move in table.legal():
        after = Table(table.round.copy()).play(move)
        for number, before in table.round.table.items():
            assert set(str(before).split()) <= set(after.meld(number).split())


# -- jokers --------------------------------------------------------------------------------------


@pytest.mark.rule("R17-JOK-01")
@pytest.mark.parametrize("place", range(4))
def test_a_joker_stands_for_any_card_of_its_colour(place: int) -> None:
    cards = ["11g", "12g", "13g", "14g"]
    hand = " ".join(cards[:place] + cards[place + 1 :])
    cards[place] = f"*g={cards[place]}"
    allowed(holding(f"{hand} 1b"), f"meld {' '.join(cards)}")
    wrong = f"*y={cards[place][3:]}"
    refused(holding(f"{hand} 1b"), f"meld {hand} {wrong}", "R17-JOK-01", "another colour")


@pytest.mark.rule("R17-JOK-02")
def test_a_pool_joker_for_a_new_run_of_four() -> None:
    table = holding("4r 5r 6r 8b 9b 10b 12g")
    allowed(table, "meld 4r 5r 6r *r=7r | 8b 9b 10b *b=11b")
    for move in ("meld 4r 5r 6r *r=7r", "meld *b=7b 8b 9b 10b"):
        allowed(table, move)
        table.play(move)
    assert table.round.rules.pack.text(table.round.pool) == "*g *y *v"
    assert table.hand(0) == "12g"


@pytest.mark.rule("R17-JOK-02")
def test_a_pool_joker_can_be_taken_once() -> None:
    table = holding("10r 11r 12r 1b", "2: 4r 5r 6r *r=7r")
    refused(table, "meld 10r 11r 12r *r=13r", "R17-JOK-02", "is not in the pool")
    refused(holding("4r 5r 1b"), "meld 4r 5r *r=6r", "R17-JOK-02", "at least 4 cards")


@pytest.mark.rule("R17-JOK-03")
def test_a_pool_joker_not_for_sets_short_runs_or_laying_off() -> None:
    table = holding("9r 9b 4g 5g 1b", "1: 10y 11y 12y", "1: 13r 13b 13g")
    refused(table, "meld 9r 9b *g=9g", "R17-JOK-03", "only in a run")
    refused(table, "meld 4g 5g *g=6g", "R17-JOK-02", "at least 4")
    refused(table, "layoff *y=13y > 1", "R17-JOK-03", "not to lay off")
    refused(table, "layoff *v=13v > 2", "R17-JOK-03", "not to lay off")
    assert not [move for move in table.legal() if "*" in move]


@pytest.mark.rule("R17-JOK-04")
@pytest.mark.parametrize("owner", [1, 2])
def test_swapping_the_joker_of_any_meld(owner: int) -> None:
    table = holding("7r 9b 9g 1b", f"{owner}: 4r 5r 6r *r=7r", melded=[0])
    allowed(table, "swap 7r > 1 : meld *r=9r 9b 9g")
    table.play("swap 7r > 1 : meld *r=9r 9b 9g")
    assert table.meld(1) == "4r 5r 6r 7r"
    assert table.round.table[1].owner == owner - 1
    assert table.hand(0) == "1b"


@pytest.mark.rule("R17-JOK-04")
def test_swapping_is_for_those_on_turn_who_have_melded() -> None:
    move = "swap 7r > 1 : meld *r=9r 9b 9g"
    fresh = holding("7r 9b 9g 10y 11y 12y 1b", "2: 4r 5r 6r *r=7r", "2: 1g 2g 3g")
    refused(fresh, move, "R17-JOK-04", "only after your own first meld")
    allowed(fresh.play("meld 10y 11y 12y"), move)
    refused(fresh, "swap 7r > 2 : meld *r=9r 9b 9g", "R17-JOK-04", "no joker")
    waiting = rummy17().deal(hands=["1b 2b", "7r 9b 9g 1v"], table=["2: 4r 5r 6r *r=7r"], drawn=True)
    refused(waiting, move, "R17-JOK-04", "only on your own turn", seat=1)
    undrawn = rummy17().deal(hands=["7r 9b 9g 1b"], table=["1: 4r 5r 6r *r=7r"], open_card="1v")
    refused(undrawn, move, "R17-TURN-01", "draw")


@pytest.mark.rule("R17-JOK-05")
@pytest.mark.parametrize(
    "home",
    [
        "meld *r=9r 9b 9g",
        "meld 10r 11r *r=12r",
        "layoff *r=8r > 1",
        "layoff *r=13r > 2",
    ],
)
def test_a_swapped_joker_is_laid_at_once(home: str) -> None:
    table = holding("7r 9b 9g 10r 11r 1b", "2: 4r 5r 6r *r=7r", "1: 13b 13g 13y")
    allowed(table, f"swap 7r > 1 : {home}")
    table.play(f"swap 7r > 1 : {home}")
    assert "*" not in table.hand(0)
    assert not table.round.pool & table.round.rules.pack.heap("*r")


@pytest.mark.rule("R17-JOK-05")
def test_a_swapped_joker_goes_neither_to_the_hand_nor_to_the_pile() -> None:
    table = holding("7r 9b 9g 9y 7b 1b", "2: 4r 5r 6r *r=7r", "1: 4b 5b 6b *b=7b")
    refused(table, "swap 7r > 1", "R17-JOK-05", "may not go to your hand")
    refused(table, "swap 7r > 1 : meld 9b 9g 9y", "R17-JOK-05", "may not go to your hand")
    refused(table, "swap 7r > 1, 7b > 2 : meld *r=9r 9g 9y", "R17-JOK-05", "*b may not go to your hand")
    refused(table, "swap 7r > 1 : layoff *v=7v > 1", "R17-JOK-05")
    refused(table, "discard *r", "R17-JOK-05", "cannot be discarded")
    refused(table, "discard *v", "R17-JOK-05", "cannot be discarded")


@pytest.mark.rule("R17-JOK-06")
def test_one_joker_in_a_meld() -> None:
    table = holding("7r 7b 9g 9y 9v 1b", "1: 4r 5r 6r *r=7r", "1: 4b 5b 6b *b=7b")
    two = "swap 7r > 1, 7b > 2 : meld *r=9r *b=9b 9g 9y"
    refused(table, two, "R17-JOK-06", "2 jokers; at most 1", option="jokers.per_meld")
    table.play("swap 7r > 1 : meld *r=9r 9g 9y")
    refused(table, "swap 7b > 2 : layoff *b=9b > 3", "R17-JOK-06", "has 2 jokers")
    allowed(table, "swap 7b > 2 : layoff *b=8b > 2")
    allowed(table, "layoff 9v > 3")


@pytest.mark.rule("R17-JOK-07")
def test_no_card_twice_in_a_meld() -> None:
    table = holding("7r 9r 9b 1b", "2: 4r 5r 6r *r=7r", melded=[0])
    refused(table, "swap 7r > 1 : meld 9r 9b *r=9r", "R17-JOK-07", "that the meld has already")
    refused(table, "swap 7r > 1 : meld 9r 9b *r", "R17-JOK-07", "that the meld has already")
    table = holding("9r 9y 6g 1b", "1: *r=9r 9b 9g", "1: 4g 5g *g=6g 7g")
    refused(table, "layoff 9r > 1", "R17-JOK-07", "can only be swapped in")
    refused(table, "layoff 6g > 2", "R17-JOK-07", "can only be swapped in")
    allowed(table, "layoff 9y > 1")
    allowed(table, "swap 6g > 2 : layoff *g=8g > 2")


@pytest.mark.rule("R17-JOK-08")
def test_a_joker_keeps_its_value_until_it_is_swapped() -> None:
    table = holding("3r 8r 9b 9g 7r 1b", "1: 4r 5r 6r *r=7r")
    table.play("layoff 3r > 1", "layoff 8r > 1")
    assert table.meld(1) == "3r 4r 5r 6r *r=7r 8r"
    refused(table, "swap 1b > 1 : meld *r=9r 9b 9g", "R17-JOK-08", "not the card")
    allowed(table, "swap 7r > 1 : meld *r=9r 9b 9g")


@pytest.mark.rule("R17-JOK-08")
def test_what_a_joker_stands_for_is_said_where_there_is_a_choice() -> None:
    table = holding("4r 5r 6r 10r 11r 13r 1b")
    refused(table, "meld 4r 5r 6r *r", "TABLE-03", "more than one way")
    assert table.play("meld 10r 11r *r 13r").meld(1) == "10r 11r *r=12r 13r"


# -- the end -------------------------------------------------------------------------------------


@pytest.mark.rule("R17-END-01")
def test_the_round_ends_with_the_last_discard() -> None:
    table = holding("7r 2b", "1: 4r 5r 6r")
    table.play("layoff 7r > 1")
    assert table.round.outcome is None
    table.play("discard 2b")
    outcome = table.round.outcome
    assert outcome is not None
    assert (outcome.ending, outcome.seat, str(outcome.last_card)) == (Ending.OUT, 0, "2b")
    assert table.legal() == []
    refused(table, "draw stock", "TABLE-01", "over")


def last_stock_card(hand: str, *table: str, **more: Any) -> Table:
    """The player on turn draws the last stock card, 13b."""
    scenario = rummy17(claims={"allowed": "never"})
    return scenario.deal(hands=[hand, "1v 2v"], table=table, stock_size=1, stock_top="13b", **more).play("draw stock")


@pytest.mark.rule("R17-END-02")
def test_the_last_stock_card_makes_the_last_turn() -> None:
    table = last_stock_card("4r 5r 6r 1b")
    assert table.round.outcome is None
    table.play("meld 4r 5r 6r", "discard 13b")
    outcome = table.round.outcome
    assert outcome is not None
    assert (outcome.ending, outcome.seat) == (Ending.STOCK, None)
    assert penalties(table) == (1, 2)


@pytest.mark.rule("R17-END-02")
def test_the_round_goes_on_while_a_stock_card_is_left() -> None:
    scenario = rummy17(claims={"allowed": "never"})
    table = scenario.deal(hands=["1b 2b", "1v 2v"], stock_size=2, stock_top="13b 14b")
    table.play("draw stock", "discard 13b")
    assert table.round.outcome is None
    table.play("draw discard", "discard 1v", "draw stock", "discard 14b")
    assert table.round.outcome is not None
    assert table.round.outcome.ending is Ending.STOCK


@pytest.mark.rule("R17-END-01")
@pytest.mark.rule("R17-END-02")
def test_going_out_in_the_last_turn_is_going_out() -> None:
    table = last_stock_card("12b 14b 17g", side_cards=["game_finished"]).play("meld 12b 13b 14b", "discard 17g")
    outcome = table.round.outcome
    assert outcome is not None
    assert (outcome.ending, outcome.seat) == (Ending.OUT, 0)
    assert score(table).totals == (6, -4)


@pytest.mark.rule("R17-END-03")
@pytest.mark.parametrize(
    ("hand", "move"),
    [
        ("4g 5g 6g", "meld 4g 5g 6g"),
        ("4g 5g 6g", "meld 4g 5g 6g *g=7g"),
        ("4g 5g 6g 9b 9g 9y", "meld 4g 5g 6g | 9b 9g 9y"),
        ("8y", "layoff 8y > 1"),
        ("7r", "swap 7r > 2 : layoff *r=8r > 2"),
        ("7r 9b 9g", "swap 7r > 2 : meld *r=9r 9b 9g"),
    ],
)
def test_a_card_must_be_left_for_the_discard(hand: str, move: str) -> None:
    table = ("1: 5y 6y 7y", "1: 4r 5r 6r *r=7r")
    refused(holding(hand, *table), move, "R17-END-03", "a turn ends with a discard")
    allowed(holding(f"{hand} 1b", *table), move)


@pytest.mark.rule("R17-END-04")
def test_a_last_17_doubles_bonus_and_penalty_of_all() -> None:
    def totals(last: str) -> tuple[int, ...]:
        table = rummy17(3).deal(
            hands=[last, "3r 10r", "1y"],
            table=["1: 4r 5r 6r", "3: 9b 9g 9y"],
            side_cards=["most_cards", "game_finished"],
            drawn=True,
        )
        return score(table.play(f"discard {last}")).totals

    assert totals("16g") == (6, -3, 2)
    assert totals("17g") == (12, -6, 4)


@pytest.mark.rule("R17-END-04")
def test_a_17_discarded_with_cards_left_never_doubles() -> None:
    table = last_stock_card("17g 1b").play("discard 17g")
    assert penalties(table) == (3, 2)
    assert score(table).totals == (-3, -2)


# -- scoring -------------------------------------------------------------------------------------


@pytest.mark.rule("R17-SCORE-01")
@pytest.mark.parametrize("value", range(1, 18))
def test_penalty_of_a_card(value: int) -> None:
    table = holding("12g", side_cards=[])
    table.round.hands[1] = table.round.rules.pack.heap(f"{value}y")
    assert penalties(table.play("discard 12g")) == (0, 1 if value <= 9 else 2)


@pytest.mark.rule("R17-SCORE-02")
def test_ties_bring_everybody_the_full_three() -> None:
    table = rummy17(3).deal(
        hands=["12g"],
        table=["1: 4r 5r 6r", "2: 4b 5b 6b", "3: 9g 9y 9v"],
        side_cards=["most_runs", "longest_run", "most_sets", "most_cards"],
        drawn=True,
    )
    assert bonus_points(table.play("discard 12g")) == (9, 9, 6)


@pytest.mark.rule("R17-SCORE-03")
def test_the_score_is_bonus_minus_penalty_and_melds_bring_nothing() -> None:
    table = holding("12g", "1: 4r 5r 6r", "1: 9b 9g 9y").play("discard 12g")
    assert score(table).totals == (0, -1)
    table = holding("12g", "1: 4r 5r 6r", side_cards=["most_cards", "fewest_blue"]).play("discard 12g")
    assert score(table).totals == (6, 2)


@pytest.mark.rule("R17-SCORE-03")
def test_the_highest_total_wins_and_equal_totals_share() -> None:
    match = Match(rummy17(3, preset="five_rounds").rules, 5, ["Ann", "Ben", "Cem"])
    while not match.is_over:
        match.apply(match.round.legal_actions()[0])
    assert len(match.scores) == 5
    assert match.totals == tuple(sum(score.totals[seat] for score in match.scores) for seat in range(3))
    assert match.winners == tuple(seat for seat in range(3) if match.totals[seat] == max(match.totals))
    match.scores = []
    assert match.winners == (0, 1, 2)


# -- bonus cards ---------------------------------------------------------------------------------


def bonus(key: str, *table: str, stock_ran_out: bool = False) -> ScoreItem:
    """The line of one bonus card for three players: the first goes out, or draws the last stock card."""
    scenario = rummy17(3, claims={"allowed": "never"})
    where: dict[str, Any] = {"stock_size": 1, "stock_top": "2v"} if stock_ran_out else {"drawn": True}
    dealt = scenario.deal(hands=["1v", "3v", "4v"], table=table, side_cards=[key], **where)
    return item(dealt.play(*(["draw stock"] if stock_ran_out else []), "discard 1v"), key)


NOTHING = (0, 0, 0)
COUNTED = [
    pytest.param("most_cards", ["1: 4r 5r 6r 7r", "2: 9b 9g 9y"], (4, 3, 0), (0,), id="most cards"),
    pytest.param(
        "most_cards", ["1: 4r 5r 6r", "3: *b=9b 9g 9y"], (3, 0, 3), (0, 2), id="most cards, a joker is a card"
    ),
    pytest.param("most_cards", [], NOTHING, (), id="most cards, none"),
    pytest.param("most_sets", ["1: 1r 1b 1g", "1: 2r 2b 2g", "2: 9r 9b 9g 9y"], (2, 1, 0), (0,), id="most sets"),
    pytest.param("most_sets", ["2: 1r 1b 1g", "3: 2r 2b 2g"], (0, 1, 1), (1, 2), id="most sets, tie"),
    pytest.param("most_sets", ["1: 4r 5r 6r"], NOTHING, (), id="most sets, none"),
    pytest.param("most_runs", ["1: 1r 2r 3r 4r", "2: 1b 2b 3b", "2: 5b 6b 7b"], (1, 2, 0), (1,), id="most runs"),
    pytest.param("most_runs", ["1: 1r 2r 3r", "2: 1b 2b 3b", "3: 1g 2g 3g"], (1, 1, 1), (0, 1, 2), id="most runs, tie"),
    pytest.param("most_runs", ["1: 1r 1b 1g"], NOTHING, (), id="most runs, none"),
    pytest.param("longest_set", ["1: 1r 1b 1g 1y", "2: 9r 9b 9g"], (4, 3, 0), (0,), id="largest set"),
    pytest.param("longest_set", ["1: 1r 1b 1g", "2: *r=9r 9b 9g"], (3, 3, 0), (0, 1), id="largest set, tie"),
    pytest.param("longest_set", ["1: 1r 2r 3r 4r"], NOTHING, (), id="largest set, none"),
    pytest.param("longest_run", ["1: 1r 2r 3r", "2: 5b 6b 7b *b=8b"], (3, 4, 0), (1,), id="longest run"),
    pytest.param("longest_run", ["1: 1r 2r 3r", "3: 5b 6b 7b"], (3, 0, 3), (0, 2), id="longest run, tie"),
    pytest.param("longest_run", ["1: 1r 1b 1g 1y"], NOTHING, (), id="longest run, none"),
    pytest.param("most_123", ["1: 1r 2r 3r 4r", "2: 2b 2g 2y"], (3, 3, 0), (0, 1), id="most 1/2/3, tie"),
    pytest.param("most_123", ["1: *r=1r 2r 3r 4r", "2: 3b 4b 5b"], (3, 1, 0), (0,), id="most 1/2/3, joker as 1"),
    pytest.param("most_123", ["1: *r=4r 5r 6r 7r", "2: 3b 4b 5b"], (0, 1, 0), (1,), id="most 1/2/3, joker as 4"),
    pytest.param("most_123", ["1: 4r 5r 6r"], NOTHING, (), id="most 1/2/3, none"),
    pytest.param("most_8_16", ["1: 8r 8b 8g", "2: 15r 16r 17r"], (3, 1, 0), (0,), id="most 8/16"),
    pytest.param("most_8_16", ["1: 15b *b=16b 17b", "2: 7g 8g 9g"], (1, 1, 0), (0, 1), id="most 8/16, joker as 16"),
    pytest.param("most_8_16", ["1: 4r 5r 6r"], NOTHING, (), id="most 8/16, none"),
    pytest.param("most_red", ["1: 4r 5r 6r", "2: 9r 9b 9g"], (3, 1, 0), (0,), id="most red"),
    pytest.param("most_red", ["1: 4b 5b 6b", "2: *r=9r 9b 9g"], (0, 1, 0), (1,), id="most red, the red joker is red"),
    pytest.param("most_red", ["1: *b=9b 9g 9y"], NOTHING, (), id="most red, none"),
    pytest.param("fewest_blue", ["1: 4b 5b 6b", "2: 9b 9g 9y"], (3, 1, 0), (2,), id="fewest blue, none without a meld"),
    pytest.param("fewest_blue", ["1: *b=9b 9g 9y", "2: 4r 5r 6r"], (1, 0, 0), (1, 2), id="fewest blue, joker is blue"),
    pytest.param("fewest_blue", ["1: 4b 5b 6b", "2: 7b 8b 9b", "3: 1b 1g 1y"], (3, 3, 1), (2,), id="fewest blue, one"),
    pytest.param("fewest_jokers", ["1: 4r 5r 6r *r=7r"], (1, 0, 0), (1, 2), id="fewest jokers"),
    pytest.param(
        "fewest_jokers",
        ["1: 4r 5r 6r *r=7r", "1: *b=9b 9g 9y", "2: 4g 5g 6g *g=7g", "3: 4y 5y 6y *y=7y"],
        (2, 1, 1),
        (1, 2),
        id="fewest jokers, tie at one",
    ),
    pytest.param("fewest_jokers", [], NOTHING, (0, 1, 2), id="fewest jokers, all none"),
    pytest.param("highest_triple", ["1: 15r 16r 17r", "2: 17b 17g 17y"], (48, 51, 0), (1,), id="highest triple"),
    pytest.param("highest_triple", ["1: 9r 9b 9g", "2: 8y 9y 10y"], (27, 27, 0), (0, 1), id="highest triple, tie"),
    pytest.param(
        "highest_triple",
        ["1: 17r 17b 17g 17y", "2: 1b 2b 3b"],
        (0, 6, 0),
        (1,),
        id="highest triple, four cards drop out",
    ),
    pytest.param(
        "highest_triple", ["1: 15r 16r *r=17r", "2: 15b 15g 15y"], (48, 45, 0), (0,), id="highest triple, joker as 17"
    ),
    pytest.param("highest_triple", ["1: 1r 2r 3r 4r"], NOTHING, (), id="highest triple, none"),
]


@pytest.mark.rule("R17-BON-01")
@pytest.mark.rule("R17-BON-02")
@pytest.mark.rule("R17-BON-03")
@pytest.mark.rule("R17-BON-04")
@pytest.mark.rule("R17-BON-05")
@pytest.mark.rule("R17-BON-06")
@pytest.mark.rule("R17-BON-07")
@pytest.mark.rule("R17-BON-08")
@pytest.mark.rule("R17-BON-09")
@pytest.mark.rule("R17-BON-10")
@pytest.mark.rule("R17-BON-11")
@pytest.mark.parametrize(("key", "table", "counts", "earners"), COUNTED)
@pytest.mark.parametrize("stock_ran_out", [False, True], ids=["out", "stock"])
def test_counted_bonus_cards(
    key: str, table: list[str], counts: tuple[int, ...], earners: tuple[int, ...], stock_ran_out: bool
) -> None:
    line = bonus(key, *table, stock_ran_out=stock_ran_out)
    assert line.rule == BONUS_CARDS[key].rule
    assert line.counts == counts
    assert line.earners == earners
    assert line.points == tuple(3 if seat in earners else 0 for seat in range(3))


def test_every_counted_bonus_card_is_among_the_cases() -> None:
    cases = Counter(case.values[0] for case in COUNTED)
    assert set(cases) == set(BONUS_CARDS) - {"game_finished"}
    assert min(cases.values()) >= 3


@pytest.mark.rule("R17-BON-11")
def test_a_triple_extended_to_four_drops_out() -> None:
    triples = ("1: 9b 9g 9y", "2: 14r 15r 16r")
    table = holding("12g", *triples, side_cards=["highest_triple"]).play("discard 12g")
    assert bonus_points(table) == (0, 3)
    table = holding("17r 12g", *triples, side_cards=["highest_triple"]).play("layoff 17r > 2", "discard 12g")
    assert item(table, "highest_triple").counts == (27, 0)
    assert bonus_points(table) == (3, 0)


@pytest.mark.rule("R17-BON-12")
@pytest.mark.parametrize(("stock_ran_out", "points"), [(False, (3, 0, 0)), (True, (0, 0, 0))], ids=["out", "stock"])
def test_game_finished_is_for_who_went_out(stock_ran_out: bool, points: tuple[int, ...]) -> None:
    assert bonus("game_finished", "2: 4r 5r 6r", stock_ran_out=stock_ran_out).points == points
