"""The rule sheet of Indian Rummy, rule by rule."""

from __future__ import annotations

import pytest
from rummykit.engine.round import Round
from rummykit.engine.table import Ending, Outcome
from rummykit.melds import Shape
from rummykit.scenario import Table

from indian_tables import IMPURE, MIXED, OTHER, RIGHT, cost, facing, holding, indian, points, rule_of
from rummykit_indian_rummy.house_rules import IndianRummyRules

# -- cards, deal, wild cards -------------------------------------------------------------------------------------


@pytest.mark.rule("IND-COMP-01")
@pytest.mark.parametrize("players", [2, 6])
def test_thirteen_cards_each_an_upcard_and_one_turned_up(players: int) -> None:
    rules = indian(players).rules
    assert len(rules.pack) == 106
    round = Round(rules, dealer=0, seed=1)
    assert [hand.bit_count() for hand in round.hands] == [13] * players
    assert len(round.pile) == 1
    assert len(round.stock) == 106 - 13 * players - 2
    assert round.active == 1


def shapes(cards: str, turned_up: str = "6s") -> set[tuple[Shape, bool]]:
    """What cards can be where a card is turned up, and whether without a wild card."""
    rules = indian().deal(turned_up=turned_up).round.rules
    return {(meld.shape, not meld.jokers) for meld in rules.melds.find(rules.melds.placed_cards(cards))}


@pytest.mark.rule("IND-WILD-01")
@pytest.mark.parametrize(
    ("turned_up", "wild", "natural"),
    [("6s", "6h 6d 6c *", "As 5h"), ("*", "As Ah Ad Ac *", "6s Kh"), ("As", "Ac", "2s")],
)
def test_the_rank_turned_up_is_wild_and_for_a_joker_the_ace(turned_up: str, wild: str, natural: str) -> None:
    rules = indian().deal(turned_up=turned_up).round.rules
    assert all(rules.melds.is_wild(rules.pack.card(card)) for card in wild.split())
    assert not any(rules.melds.is_wild(rules.pack.card(card)) for card in natural.split())


@pytest.mark.rule("IND-WILD-01")
@pytest.mark.rule("IND-MELD-01")
@pytest.mark.parametrize(
    ("cards", "found"),
    [
        ("5h 6h 7h", {(Shape.RUN, True)}),
        ("5h 6s 7h", {(Shape.RUN, False)}),
        ("9s 10s 6h", {(Shape.RUN, False)}),
        ("Ah 2h 3h", {(Shape.RUN, True)}),
        ("Qh Kh Ah", {(Shape.RUN, True)}),
        ("Kh Ah 2h", set()),
        ("9h 9d 9c 9s", {(Shape.SET, True)}),
        ("9h 9d 9d", set()),
        ("9h 9d *", {(Shape.SET, False)}),
        ("6h 6d 6c", {(Shape.SET, True)}),
        ("9h 6d *", {(Shape.SET, False), (Shape.RUN, False)}),
        ("5h 7h", set()),
    ],
)
def test_runs_and_sets_and_whether_they_are_pure(cards: str, found: set[tuple[Shape, bool]]) -> None:
    assert shapes(cards) == found


# -- turns -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("IND-TURN-01")
def test_a_turn_is_a_draw_and_a_discard() -> None:
    table = facing("Kh", discarder=1)
    assert table.legal() == ["draw stock", "draw discard", "drop"]
    assert rule_of(table, "discard As") == "TABLE-01"
    table.play("draw discard")
    assert "Kh" in table.hand(0)
    assert "drop" not in table.legal()
    assert rule_of(table, "discard Kh") == "IND-TURN-01"
    table.play("discard 3s")
    assert (table.round.active, str(table.round.open_card)) == (1, "3s")
    lenient = facing("Kh", discarder=1, discards={"throw_back": True}).play("draw discard")
    assert lenient.is_legal("discard Kh")


@pytest.mark.rule("IND-TURN-01")
@pytest.mark.parametrize("card", ["6h", "*"])
def test_a_wild_card_is_not_taken_from_the_pile(card: str) -> None:
    table = facing(card, discarder=1)
    assert table.legal() == ["draw stock", "drop"]
    refusal = table.refusal("draw discard")
    assert refusal is not None
    assert (refusal.rule, refusal.option) == ("IND-TURN-01", "discards.wild_cards")
    assert facing(card, discarder=1, discards={"wild_cards": True}).is_legal("draw discard")


@pytest.mark.rule("IND-TURN-01")
def test_a_wild_upcard_may_be_taken_at_the_very_start() -> None:
    assert facing("6h").is_legal("draw discard")


@pytest.mark.rule("IND-TURN-01")
def test_the_reshuffled_discards_are_the_new_stock() -> None:
    table = indian().deal(hands=[OTHER, OTHER.replace("3c", "4c")], open_card="2c", turned_up="6d", stock_size=0)
    before = len(table.round.pile)
    table.play("draw stock")
    assert (len(table.round.stock), len(table.round.pile)) == (before - 2, 1)


# -- declaring ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("IND-DECL-01")
@pytest.mark.parametrize("hand", [RIGHT, MIXED])
def test_all_in_melds_with_two_runs_one_of_them_pure(hand: str) -> None:
    table = holding(f"{hand} 2d")
    (listed,) = [move for move in table.legal() if move.startswith("declare")]
    assert listed.startswith("declare 2d : ")
    assert str(table.read("declare 2d")) == listed
    outcome = ended(table.play("declare 2d"))
    assert (outcome.ending, outcome.seat, str(outcome.last_card)) == (Ending.RULE, 0, "2d")
    assert points(table)[0] == 0


def ended(table: Table) -> Outcome:
    assert table.round.outcome is not None
    return table.round.outcome


@pytest.mark.rule("IND-DECL-01")
def test_the_player_may_show_an_arrangement_of_their_own() -> None:
    table = holding(f"{MIXED} 2d")
    shown = "declare 2d : Ks Kd Kc | 9s 10s 6s=Js Qs | 5h 6h 7h | 4s 4d 4c"
    assert str(table.play(shown).round.history[-1][1]) == shown
    table = holding(f"{MIXED} 2d")
    assert rule_of(table, "declare 2d : Ks Kd Kc | 5h 6h 7h | 4s 4d 4c") == "IND-DECL-01"
    assert rule_of(table, "declare 2d : Kh Kd Kc | 9s 10s 6s=Js Qs | 5h 6h 7h | 4s 4d 4c") == "TABLE-02"
    assert rule_of(table, "declare 2d : Ks Kd 4c") == "IND-MELD-01"


@pytest.mark.rule("IND-DECL-01")
@pytest.mark.parametrize(
    ("hand", "why"),
    [
        (IMPURE, "you need a pure run"),
        ("2h 2d 2c 4h 4d 4c 8s 8h 8d 10s 10d 10c 10h", "you need a pure run"),
        ("7h 8h 9h 10h 2h 2d 2c 3h 3d 3c 5s 5d 5c", "at least two runs"),
        ("7h 8h 9h 9s 10s Js 2s 4d 4c 4s Kd Kc Ks", "2s is in none"),
    ],
)
def test_anything_else_is_refused(hand: str, why: str) -> None:
    table = holding(f"{hand} 8c")
    refusal = table.refusal("declare 8c")
    assert refusal is not None
    assert refusal.rule == "IND-DECL-01"
    assert why in refusal.sentence
    assert not [move for move in table.legal() if move.startswith("declare")]
    assert rule_of(table, "declare Ah") == "TABLE-02"


@pytest.mark.rule("IND-DECL-02")
def test_where_people_may_err_a_wrong_declaration_costs_80_and_ends_the_round() -> None:
    table = holding(f"{IMPURE} 8c", OTHER, declaring={"wrong": "ends_round"})
    assert {"declare 8c", "declare 4s"} <= set(table.legal()), "a list does not give away what is right"
    assert ended(table.play("declare 8c")).seat is None
    assert points(table) == (80, 0)
    right = holding(f"{RIGHT} 8c", OTHER, declaring={"wrong": "ends_round"}).play("declare 8c")
    assert points(right) == (0, 80)


@pytest.mark.rule("IND-DECL-02")
def test_in_other_houses_the_others_go_on() -> None:
    table = holding(f"{IMPURE} 8c", OTHER, players=3, declaring={"wrong": "leaves_round", "penalty": 60})
    table.play("declare 8c")
    assert (table.round.outcome, table.round.active) == (None, 1)
    table.play("drop")
    assert ended(table).seat == 2
    assert points(table) == (60, 20, 0)
    two = holding(f"{IMPURE} 8c", OTHER, declaring={"wrong": "leaves_round"}).play("declare 8c")
    assert (ended(two).seat, points(two)) == (1, (80, 0))


@pytest.mark.rule("IND-DECL-02")
def test_a_wrong_arrangement_of_a_good_hand_is_wrong() -> None:
    shown = "declare 2d : Ks Kd Kc | 5h 6h 7h | 4s 4d 4c"
    table = holding(f"{RIGHT} 2d", declaring={"wrong": "ends_round"}).play(shown)
    assert points(table) == (80, 0)


# -- dropping ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("IND-DROP-01")
@pytest.mark.parametrize(
    ("preset", "lap", "price"),
    [(None, 1, 20), (None, 2, 40), ("pool_101", 3, 40), ("pool_201", 1, 25), ("pool_201", 2, 50)],
)
def test_a_drop_costs_less_before_the_first_draw(preset: str | None, lap: int, price: int) -> None:
    table = facing("Kh", players=3, lap=lap, discarder=2, preset=preset).play("drop")
    assert table.round.state["paid"] == (price, 0, 0)
    assert table.round.view(1).gone == (True, False, False)
    assert (table.round.outcome, table.round.active) == (None, 1)


@pytest.mark.rule("IND-DROP-01")
def test_the_last_one_left_wins() -> None:
    hands = [OTHER, RIGHT, "Ks 8s 7c"]
    table = indian(3).deal(hands=hands, open_card="Kh", turned_up="6d")
    table.play("draw stock", "discard As", "drop", "draw stock", "discard 7c")
    assert table.round.active == 0, "whoever has dropped is passed over"
    table.play("drop")
    assert ended(table).seat == 2
    assert points(table) == (40, 20, 0)
    assert table.round.shown == ()


@pytest.mark.rule("IND-DROP-01")
def test_who_has_dropped_pays_for_that_alone_and_shows_no_hand() -> None:
    table = indian(3).deal(hands=[OTHER, RIGHT, "Ks 8s 7c"], open_card="2c", stock_top="8c", turned_up="6d")
    table.play("drop", "draw stock", "declare 8c")
    assert [hand.seat for hand in table.round.shown] == [1, 2]
    assert points(table) == (20, 0, 25)


@pytest.mark.rule("IND-DROP-01")
def test_a_drop_takes_the_place_of_a_draw_and_may_be_off() -> None:
    table = facing("Kh").play("draw stock")
    refusal = table.refusal("drop")
    assert refusal is not None
    assert not table.is_legal("drop")
    strict = facing("Kh", dropping={"allowed": False})
    assert strict.legal() == ["draw stock", "draw discard"]


# -- scoring -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("IND-SCORE-01")
@pytest.mark.parametrize(
    ("hand", "worth"),
    [
        ("Kh Qh Jh As 10c 7d 4c 6h", 31),  # a pure run, and no second one
        ("Kh Kd Qh As 10c 9c 6h *", 59),  # no pure run: all cards count, wild ones nothing
        ("5h 6h 7h 9s 10s 6s Qs Kh Kd Ac", 30),  # both runs: only what is in no meld
        ("5h 6h 7h 9s 10s 6s Qs Kh Kd Kc Ac 2h", 12),
        ("5h 6h 7h 9h 9d 9c 2h", 29),  # the set does not count without a second run
        ("2h 3h 4h 5h 6h 7h Ks", 10),  # one long run makes two
    ],
)
def test_what_hands_count(hand: str, worth: int) -> None:
    assert cost(hand) == worth


@pytest.mark.rule("IND-SCORE-01")
def test_a_hand_without_a_pure_run_counts_in_full_but_no_more_than_80() -> None:
    hand = "Kh Kd Ks Jh Jd Js 9h 9d 9s As Ac 7c 7s"
    assert cost(hand) == 80
    assert cost(hand, scoring={"most": "unlimited"}) == 121
    assert cost(hand, scoring={"most": 100}) == 100


@pytest.mark.rule("IND-SCORE-01")
def test_hands_are_shown_in_the_melds_that_count() -> None:
    table = holding("5c 6c 7c 9h 10h Jh Qh Ks Kd Kc Ah Ad Ac 2c", "5h 6h 7h 9s 9d 9c 2h").play("declare 2c")
    assert [str(hand) for hand in table.round.shown] == [
        "Ah Ad Ac | 5c 6c 7c | 9h 10h Jh Qh | Ks Kd Kc",
        "5h 6h 7h, left 9s 2h 9d 9c",
    ]


@pytest.mark.rule("IND-SCORE-01")
def test_without_a_winner_every_hand_counts() -> None:
    table = indian(stock={"exhausted": "finish_turn"}).deal(
        hands=["5h 6h 7h 9s 10s Js 2d", "Kh Kd 2c"], open_card="3c", turned_up="6d", stock_top="3d", stock_size=1
    )
    assert ended(table.play("draw stock", "discard 3d")).ending is Ending.STOCK
    assert points(table) == (2, 22)


# -- what is legal but odd ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("section", "values", "sentence"),
    [
        ("dropping", {"first": 50}, "dropping.later: 40 is less than first: 50, so whoever waits pays less"),
        ("scoring", {"most": 30}, "dropping.later: 40 is more than a hand ever costs: scoring.most is 30"),
    ],
)
def test_drops_that_cannot_be_meant_are_odd(section: str, values: dict[str, int], sentence: str) -> None:
    rules = IndianRummyRules.model_validate({section: values})
    assert [found.message for _, each in rules for found in each.oddities(rules)] == [sentence]


def test_a_limit_of_jokers_does_something_without_jokers_in_the_deck() -> None:
    rules = IndianRummyRules.model_validate({"deck": {"jokers": 0}, "jokers": {"per_meld": 2, "side_by_side": 3}})
    assert rules.jokers.idle_without == ()
    assert list(rules.jokers.idle(rules)) == [("side_by_side", "per_meld")]
