"""The rule sheet of 500 Rum, rule by rule."""

from __future__ import annotations

from random import Random

import pytest
from rummykit.engine.match import Match
from rummykit.engine.round import Round
from rummykit.engine.table import Ending, Outcome
from rummykit.scenario import Table

from rum_tables import PILE, facing, laid, playing, plugins, points, rule_of, rum
from rummykit_rum500.house_rules import Rum500Rules

# -- cards, deal, pile ---------------------------------------------------------------------------------------


@pytest.mark.rule("RUM-COMP-01")
@pytest.mark.parametrize(("players", "cards"), [(2, 54), (4, 54), (5, 106), (6, 106)])
def test_one_pack_for_four_and_two_from_five_on(players: int, cards: int) -> None:
    assert len(rum(players).rules.pack) == cards
    assert len(rum(players, deck={"jokers": 0}).rules.pack) == cards - 2


@pytest.mark.rule("RUM-DEAL-01")
@pytest.mark.parametrize(("players", "each"), [(2, 13), (3, 7), (6, 7)])
def test_thirteen_cards_for_two_and_seven_for_more(players: int, each: int) -> None:
    round = Round(rum(players).rules, dealer=0, seed=1)
    assert [hand.bit_count() for hand in round.hands] == [each] * players
    assert len(round.pile) == 1
    assert round.active == 1


@pytest.mark.rule("RUM-PILE-01")
def test_everybody_sees_the_pile_in_its_order() -> None:
    table = facing("Kd Kc 5s")
    for seat in (0, 1):
        assert [card.text for card in table.round.view(seat).pile] == PILE.split()
    assert rule_of(table, "draw discard 5") == "RUM-PILE-01"


# -- drawing -------------------------------------------------------------------------------------------------


@pytest.mark.rule("RUM-DRAW-01")
def test_a_card_of_the_pile_comes_with_all_cards_above_it() -> None:
    table = facing("Kd Kc 5s").play("draw discard Ks")
    assert set(table.hand(0).split()) == {"Kd", "Kc", "5s", "Ks", "2d"}
    assert table.play("meld Ks Kd Kc").hand(0) == "5s 2d"


@pytest.mark.rule("RUM-DRAW-01")
def test_a_turn_begins_with_a_draw() -> None:
    table = facing("Kd Kc Kh 5s")
    assert table.legal() == ["draw stock", "draw discard 2"]
    assert rule_of(table, "meld Kh Kd Kc") == "TABLE-01"
    assert "discard 5s" in table.play("draw stock").legal()


@pytest.mark.rule("RUM-DRAW-02")
def test_a_card_without_use_is_not_taken() -> None:
    table = facing("Kd Kc 5s")
    assert rule_of(table, "draw discard 9c") == "RUM-DRAW-02"
    assert rule_of(table, "draw discard") == "RUM-DRAW-02"


@pytest.mark.rule("RUM-DRAW-02")
def test_the_deepest_card_is_used_before_anything_else_is_laid() -> None:
    table = facing("Kd Kc 5s 6s 7s").play("draw discard Ks")
    assert table.legal() == ["meld Ks Kd Kc"]
    assert rule_of(table, "meld 5s 6s 7s") == "RUM-DRAW-02"
    assert rule_of(table, "discard 5s") == "RUM-DRAW-02"
    assert table.play("meld Ks Kd Kc").is_legal("meld 5s 6s 7s")


@pytest.mark.rule("RUM-DRAW-02")
def test_the_deepest_card_may_be_laid_off_and_the_others_kept() -> None:
    table = facing("5s 5d 8h", PILE, "2: 10c Jc Qc").play("draw discard 9c")
    assert table.legal() == ["layoff 9c > 1"]
    table.play("layoff 9c > 1")
    assert set(table.hand(0).split()) == {"5s", "5d", "8h", "Ks", "2d"}


@pytest.mark.rule("RUM-DRAW-02")
def test_of_equal_cards_the_player_says_how_deep() -> None:
    table = rum(5).deal(hands=["Kd Kc 5s"], open_card="Ks 4h Ks 2d")
    refusal = table.refusal("draw discard Ks")
    assert refusal is not None
    assert "'draw discard 2' or 'draw discard 4'" in refusal.sentence
    assert table.play("draw discard 4").hand(0).count("Ks") == 2


@pytest.mark.rule("RUM-DRAW-02")
def test_the_open_card_alone_may_be_free() -> None:
    table = facing("Kd Kc 5s", discards={"take": "freely"})
    assert table.is_legal("draw discard")
    assert not table.is_legal("draw discard 3")


# -- melds and lay-offs --------------------------------------------------------------------------------------


@pytest.mark.rule("RUM-MELD-01")
@pytest.mark.parametrize(
    ("cards", "is_meld"),
    [
        ("7s 7h 7d", True),
        ("7s 7h 7d 7c", True),
        ("As 2s 3s", True),
        ("Qs Ks As", True),
        ("Ks As 2s", False),
        ("7s 7h", False),
        ("4h 5h 6d", False),
        ("4h * 6h", True),
    ],
)
def test_sets_and_runs_with_the_ace_low_or_high(cards: str, is_meld: bool) -> None:
    table = playing(f"{cards} 9s Jh")
    assert table.is_legal(f"meld {cards}") == is_meld
    if not is_meld:
        assert rule_of(table, f"meld {cards}") == "RUM-MELD-01"


@pytest.mark.rule("RUM-MELD-01")
def test_a_first_meld_may_need_points() -> None:
    strict = {"first_meld": {"min": 30}}
    assert playing("2s 2h 2d 9s").is_legal("meld 2s 2h 2d")
    refusal = playing("2s 2h 2d 9s", **strict).refusal("meld 2s 2h 2d")
    assert refusal is not None
    assert (refusal.rule, refusal.option) == ("RUM-MELD-01", "first_meld.min")
    assert playing("Ks Kh Kd 9s", **strict).is_legal("meld Ks Kh Kd")


@pytest.mark.rule("RUM-LAY-01")
def test_a_card_laid_off_counts_for_whoever_laid_it() -> None:
    table = playing("7h 8h 9s", "2: 4h 5h 6h").play("layoff 7h > 1", "layoff 8h > 1")
    assert laid(table) == (15, 15)
    assert table.meld(1) == "4h 5h 6h 7h 8h"


@pytest.mark.rule("RUM-LAY-01")
def test_one_lays_off_before_the_first_meld_unless_the_house_forbids_it() -> None:
    assert playing("7h 9s", "2: 4h 5h 6h").is_legal("layoff 7h > 1")
    refusal = playing("7h 9s", "2: 4h 5h 6h", preset="strict").refusal("layoff 7h > 1")
    assert refusal is not None
    assert (refusal.rule, refusal.option) == ("RUM-LAY-01", "lay_offs.before_first_meld")


# -- the end of a round --------------------------------------------------------------------------------------


def outcome(table: Table) -> Outcome:
    assert table.round.outcome is not None
    return table.round.outcome


@pytest.mark.rule("RUM-END-01")
def test_one_goes_out_with_or_without_a_discard() -> None:
    assert outcome(playing("7s 7h 7d").play("meld 7s 7h 7d")).seat == 0
    with_discard = outcome(playing("7s 7h 7d 9s").play("meld 7s 7h 7d", "discard 9s"))
    assert (with_discard.ending, with_discard.seat) == (Ending.OUT, 0)
    assert rule_of(playing("7s 7h 7d", going_out={"discard": "required"}), "meld 7s 7h 7d") == "RUM-END-01"


@pytest.mark.rule("RUM-END-01")
def test_who_floats_plays_on_without_cards() -> None:
    table = playing("7s 7h 7d", preset="floating").play("meld 7s 7h 7d")
    assert table.round.outcome is None
    assert table.round.active == 1
    table.play("draw stock", "discard Jd")
    assert (table.round.active, table.hand(0)) == (0, "")
    drawn = table.play("draw stock").hand(0)
    assert outcome(table.play(f"discard {drawn}")).seat == 0


@pytest.mark.rule("RUM-END-01")
def test_who_floats_may_use_the_card_taken_as_one_of_the_last() -> None:
    table = facing("Kd Kc 2s 2h", preset="floating").play("draw discard Ks", "meld Ks Kd Kc")
    assert table.is_legal("meld 2s 2h 2d")
    alone = facing("Kd Kc", "4h Ks", discards={"take": "only_to_use"}, going_out={"discard": "floating"})
    table = alone.play("draw discard")
    assert table.legal() == ["meld Ks Kd Kc"]
    assert table.play("meld Ks Kd Kc").round.active == 1


@pytest.mark.rule("RUM-END-01")
def test_without_a_stock_the_round_goes_on_while_somebody_takes_from_the_pile() -> None:
    table = rum().deal(hands=["Kd Kc 5s", "Jd 7c"], open_card="4h Ks 2d", stock_size=0)
    assert "draw discard 2" in table.legal()
    assert rule_of(table, "draw stock") == "RUM-END-01"
    ended = outcome(table.play("pass"))
    assert (ended.ending, ended.seat) == (Ending.STOCK, None)


@pytest.mark.rule("RUM-END-01")
def test_without_a_stock_the_round_is_over_when_nothing_can_be_taken() -> None:
    hands = ["Ah 4d", "Jd 7c", "6d 9s"]
    table = rum(3, deck={"jokers": 0}).deal(hands=hands, open_card="2s", stock_top="10h", stock_size=1)
    table.round.pile = table.round.pile[-1:]
    assert outcome(table.play("draw stock", "discard 10h")).ending is Ending.STOCK


# -- scoring and match ---------------------------------------------------------------------------------------


@pytest.mark.rule("RUM-SCORE-01")
@pytest.mark.parametrize(
    ("meld", "worth"), [("As 2s 3s", 6), ("Qs Ks As", 35), ("As Ah Ad", 45), ("4h * 6h", 25), ("9s 10s Js Qs", 39)]
)
def test_what_cards_count_on_the_table(meld: str, worth: int) -> None:
    table = rum().deal(hands=["5s"], table=[f"1: {meld}"], open_card="6c")
    assert laid(table) == (worth, 0)
    assert table.round.rules.scoring.high_wins


@pytest.mark.rule("RUM-SCORE-01")
def test_cards_in_the_hand_are_taken_off() -> None:
    rules = rum().rules
    cost = {card: rules.card_values[rules.pack.card(card).kind] for card in ("As", "2h", "10d", "Kc", "*")}
    assert cost == {"As": 15, "2h": 2, "10d": 10, "Kc": 10, "*": 15}
    table = playing("7s 7h 7d").play("meld 7s 7h 7d")
    assert points(table) == (21, -18)


@pytest.mark.rule("RUM-SCORE-01")
def test_five_ten_fifteen() -> None:
    rules = rum(preset="family").rules
    cost = [rules.card_values[rules.pack.card(card).kind] for card in ("As", "2h", "9d", "10d", "Kc")]
    assert cost == [15, 5, 5, 10, 10]
    assert laid(rum(preset="family").deal(hands=["5s"], table=["1: 8s 9s 10s", "2: As 2s 3s"])) == (20, 15)


@pytest.mark.rule("RUM-SCORE-01")
def test_a_table_where_only_the_hand_counts() -> None:
    table = playing("7s 7h 7d", scoring={"melds_count": False}).play("meld 7s 7h 7d")
    assert points(table) == (0, 18)
    assert not table.round.rules.scoring.high_wins


@pytest.mark.rule("RUM-SCORE-01")
@pytest.mark.parametrize(
    ("scoring", "totals"),
    [
        ({"unmelded": "double"}, (21, -36)),
        ({"unmelded": 100}, (21, -100)),
        ({"out_bonus": 25}, (46, -18)),
        ({"cards": {"7": 20, "J": 25}}, (60, -33)),
    ],
    ids=str,
)
def test_what_else_a_table_may_count(scoring: dict[str, object], totals: tuple[int, int]) -> None:
    assert points(playing("7s 7h 7d", scoring=scoring).play("meld 7s 7h 7d")) == totals


@pytest.mark.rule("RUM-SCORE-01")
@pytest.mark.parametrize(("factor", "totals"), [(1, (21, -18)), (3, (21, -54))])
def test_a_joker_as_the_last_card_multiplies_what_is_held(factor: int, totals: tuple[int, int]) -> None:
    table = playing("7s 7h 7d *", scoring={"last_joker": factor})
    assert points(table.play("meld 7s 7h 7d", "discard *")) == totals


@pytest.mark.rule("RUM-MATCH-01")
def test_the_highest_total_wins_when_one_reaches_500() -> None:
    match, random = Match(rum(3).rules, 4, ("Anna", "Ben", "Carla")), Random(4)
    greedy = plugins().bots["greedy"].make()
    while not match.is_over:
        match.play(greedy(match.view(match.actor), random))
    assert max(match.totals) >= 500
    assert match.winners == (match.totals.index(max(match.totals)),)
    before = [sum(score.totals[seat] for score in match.scores[:-1]) for seat in range(3)]
    assert max(before) < 500


@pytest.mark.parametrize(("laid", "needed", "idle"), [(False, 0, True), (False, 30, False), (True, 0, False)])
def test_an_ace_on_the_table_counts_for_nothing_where_nothing_there_does(laid: bool, needed: int, idle: bool) -> None:
    rules = Rum500Rules.model_validate({"scoring": {"melds_count": laid}, "first_meld": {"min": needed}})
    assert list(rules.ace.idle(rules)) == ([("high", "scoring.melds_count")] if idle else [])
