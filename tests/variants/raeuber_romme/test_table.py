"""The rows of the test tables of Räuber-Rommé and Brettspielnetz Rummy, one test each."""

from __future__ import annotations

import pytest

from rummykit.engine.match import Match
from rummykit.engine.table import Ending
from rummykit.errors import SetupError
from rummykit.refusals import Reason
from rummykit.rules import HouseRuleError, load_text

from ..helpers import PLUGINS, allowed, ending, refused, score
from .helpers import dealt, holding, melds_of, numbers, on_table, raeuber, sizes, why_no_meld, without_pile

# -- Räuber-Rommé ---------------------------------------------------------------------------------

CLUBS = "2: 5c 6c 7c 8c 9c"
SPLIT = "arrange 1 -> 5c 6c 7c | 7c 8c 9c"


@pytest.mark.rule("RAU-02", "RAU-EX-1")
def test_t_rau_01_a_second_seven_splits_a_run() -> None:
    table = holding("7c Kd 2h", CLUBS)
    allowed(table, SPLIT)
    table.play(SPLIT)
    assert on_table(table) == ["5c 6c 7c", "7c 8c 9c"]
    assert table.hand(0) == "2h Kd"


@pytest.mark.rule("RAU-02", "RAU-03", "RAU-EX-2")
@pytest.mark.parametrize("spades", ["5s 6s *=7s", "*=4s 5s 6s"])
def test_t_rau_02_three_melds_of_two(spades: str) -> None:
    table = holding("5c 6h 9d Kd 2h", "2: 5d 6d 7d", f"2: {spades}")
    move = "arrange 1,2 -> 5d 5s 5c | 6d 6h 6s | 7d *=8d 9d"
    allowed(table, move)
    table.play(move)
    assert on_table(table) == ["5s 5d 5c", "6s 6h 6d", "7d *=8d 9d"]
    assert table.hand(0) == "2h Kd"


@pytest.mark.rule("ROM-MELD-01")
def test_t_rau_03_the_corrupted_print_is_no_set() -> None:
    assert why_no_meld("5d 5s 5s") is Reason.SET_SAME_SUIT
    table = holding("5c 6h 9d Kd 2h", "2: 5d 6d 7d", "2: 5s 6s *=7s")
    refused(table, "arrange 1,2 -> 5d 5s 5s | 6d 6h 6s | 7d *=8d 9d", "ROM-MELD-01", "5s has a suit that the set has")


@pytest.mark.rule("RAU-04")
def test_t_rau_04_cards_left_over() -> None:
    table = holding("7c Kd 2h", CLUBS)
    refusal = refused(table, "arrange 1 -> 7c 8c 9c", "RAU-04", "5c and 6c are left over")
    assert [str(card) for card in refusal.cards] == ["5c", "6c"]


@pytest.mark.rule("RAU-04")
def test_t_rau_05_the_joker_to_the_hand() -> None:
    table = holding("7s Kd 2h", "2: 5s 6s *=7s")
    refusal = refused(table, "arrange 1 -> 5s 6s 7s", "RAU-04", "* was on the table and may not go to your hand")
    assert [str(card) for card in refusal.cards] == ["*"]


@pytest.mark.rule("RAU-05")
def test_t_rau_06_not_before_the_first_meld() -> None:
    table = holding("7c Kd 2h", CLUBS, melded=False)
    refused(table, SPLIT, "RAU-05", "only after your own first meld")


@pytest.mark.rule("ROM-END-01")
@pytest.mark.option("going_out.discard")
def test_t_rau_08_a_discard_must_be_left() -> None:
    table = holding("7c", CLUBS)
    refused(table, SPLIT, "ROM-END-01", "no card left", option="going_out.discard")
    assert table.legal() == ["discard 7c"]
    open_end = holding("7c", CLUBS, going_out={"discard": "optional"})
    assert ending(open_end.play(SPLIT)) is Ending.OUT


@pytest.mark.rule("RAU-06")
def test_t_rau_09_without_a_pile_all_placed_is_out() -> None:
    table = without_pile("7c", CLUBS)
    allowed(table, SPLIT)
    assert ending(table.play(SPLIT)) is Ending.OUT
    assert score(table).totals == (0, 10)


# -- Brettspielnetz Rummy -------------------------------------------------------------------------


@pytest.mark.rule("NET-COMP-01", "NET-DEAL-01")
@pytest.mark.option("deal.jokers_each")
@pytest.mark.parametrize("seed", range(5))
def test_t_net_01_deal_for_two(seed: int) -> None:
    round = dealt(preset="brettspielnetz", seed=seed).round
    joker_bits = round.rules.pack.joker_bits
    assert [hand.bit_count() for hand in round.hands] == [18, 18]
    assert [(hand & joker_bits).bit_count() for hand in round.hands] == [1, 1]
    assert len(round.stock) == 70
    assert not any(round.rules.pack.cards[kind].is_joker for kind in round.stock)
    assert round.pile == []


@pytest.mark.rule("NET-DEAL-01")
@pytest.mark.option("deal.cards")
def test_t_net_02_fourteen_cards_each() -> None:
    table = dealt(preset="brettspielnetz", deal={"cards": 14})
    assert sizes(table) == [14, 14]
    assert len(table.round.stock) == 78


@pytest.mark.rule("NET-DEAL-01")
@pytest.mark.option("deck.jokers")
def test_t_net_03_one_joker_each_needs_enough_jokers() -> None:
    with pytest.raises(SetupError, match=r"deal.jokers_each: 1 for 3 players needs 3 jokers, but deck.jokers is 2"):
        raeuber(3, "brettspielnetz")
    file = "variant: raeuber_romme\npreset: brettspielnetz\nplayers: 3\n"
    with pytest.raises(HouseRuleError, match=r"home.yaml:3:\d+: .*needs 3 jokers, but deck.jokers is 2"):
        load_text(file, PLUGINS, name="home.yaml")
    for players in (3, 4):
        table = dealt(players, preset="brettspielnetz", deck={"jokers": players})
        joker_bits = table.round.rules.pack.joker_bits
        assert [(hand & joker_bits).bit_count() for hand in table.round.hands] == [1] * players


@pytest.mark.rule("NET-FIRST-01")
@pytest.mark.option("deck.faces")
def test_t_net_04_33_points() -> None:
    assert melds_of("10r 11r 12r", "brettspielnetz") == {"10r 11r 12r": 33}
    allowed(numbers("10r 11r 12r 1b", melded=False), "meld 10r 11r 12r")


@pytest.mark.rule("NET-FIRST-01")
@pytest.mark.option("first_meld.joker_value")
def test_t_net_05_a_joker_counts_nothing() -> None:
    table = numbers("10r 10b * 1b", melded=False)
    refused(table, "meld 10r 10b *", "NET-FIRST-01", "20 of 30", option="first_meld.min")


@pytest.mark.rule("NET-FIRST-01", "NET-FIRST-02")
@pytest.mark.option("lay_offs.same_turn")
def test_t_net_07_no_use_of_the_table_in_the_first_turn() -> None:
    table = numbers("10r 11r 12r 7b 1b", "2: 4b 5b 6b", melded=False).play("meld 10r 11r 12r")
    refused(table, "layoff 7b > 1", "NET-FIRST-01", "the turn after", option="lay_offs.same_turn")
    refused(table, "arrange 1 -> 4b 5b 6b 7b", "NET-FIRST-01", "the turn after", option="lay_offs.same_turn")
    table.play("end", "pass")
    allowed(table, "layoff 7b > 1")
    allowed(table, "arrange 1 -> 4b 5b 6b 7b")


@pytest.mark.rule("NET-ARR-03")
@pytest.mark.option("turn.most_cards")
def test_t_net_08_at_most_twelve_cards() -> None:
    thirteen = " ".join(f"{number}r" for number in range(1, 14))
    table = numbers(f"{thirteen} 1b", melded=False)
    refused(table, f"meld {thirteen}", "NET-ARR-03", "at most 12", option="turn.most_cards")
    allowed(table, "meld 1r 2r 3r 4r 5r 6r | 7r 8r 9r 10r 11r 12r")
    table.play("meld 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r 12r 13r")
    assert table.legal() == ["end"]


@pytest.mark.rule("NET-MELD-01")
@pytest.mark.option("ace.points")
def test_t_net_10_the_one_is_low_only() -> None:
    assert why_no_meld("12r 13r 1r", "brettspielnetz") is Reason.RUN_WRAP


@pytest.mark.rule("NET-MELD-01")
def test_t_net_11_sets_and_runs() -> None:
    assert melds_of("7r 7y 7g", "brettspielnetz") == {"7r 7g 7y": 21}
    assert melds_of("4r 5r 6r", "brettspielnetz") == {"4r 5r 6r": 15}


@pytest.mark.rule("NET-MELD-01")
def test_t_net_12_a_colour_twice() -> None:
    assert why_no_meld("7r 7r 7g", "brettspielnetz") is Reason.SET_SAME_SUIT


@pytest.mark.rule("NET-FIRST-02", "NET-JOK-01")
def test_t_net_13_a_card_before_a_run_with_a_joker() -> None:
    table = numbers("3r 1b", "2: 4r 5r *=6r")
    allowed(table, "layoff 3r > 1")
    allowed(table, "arrange 1 -> 3r 4r 5r *=6r")
    assert on_table(table.play("arrange 1 -> 3r 4r 5r *=6r")) == ["3r 4r 5r *"]


@pytest.mark.rule("NET-JOK-01")
@pytest.mark.option("jokers.fixed")
def test_t_net_19_a_joker_has_no_value_of_its_own() -> None:
    table = numbers("4r 5r 6r * 1b")
    allowed(table, "meld 4r 5r *")
    assert table.play("meld 4r 5r *").meld(1) == "4r 5r *"
    allowed(table, "layoff 6r > 1")
    assert table.play("layoff 6r > 1").meld(1) == "4r 5r 6r *"
    # Where jokers are fixed, it is said what the joker stands for, and that card is swapped in.
    fixed = numbers("4r 5r 6r * 1b", jokers={"fixed": True})
    refused(fixed, "meld 4r 5r *", "TABLE-03", "more than one way")
    refused(fixed.play("meld 4r 5r *=6r"), "layoff 6r > 1", "TILE-JOK-01", "it can only be swapped in")


@pytest.mark.rule("NET-JOK-01")
@pytest.mark.option("jokers.fixed")
def test_a_combination_is_read_by_its_cards() -> None:
    # One card and two jokers may become a set or a run.
    table = numbers("7b 9r 12g 1b", "2: 7r * *")
    assert [move for move in table.legal() if move.startswith("layoff")] == ["layoff 7b > 1", "layoff 9r > 1"]
    assert table.round.copy().table[1].meld.points == 24
    assert table.play("layoff 7b > 1").meld(1) == "7b 7r * *"
    # At the end of the row the joker goes to the other side, wherever it was written.
    assert numbers("1b", "2: 12r 13r *").meld(1) == "* 12r 13r"
    assert numbers("1b", "2: * 4r 5r").meld(1) == "4r 5r *"
    # What cannot be read as a meld is refused for what is wrong with it, and never with a swap.
    table = numbers("4r 7r 11b 1b", "2: 4r 5r *")
    refused(table, "layoff 4r > 1", "NET-MELD-01", "4r")
    refused(table, "layoff 11b > 1", "NET-FIRST-02", "does not fit")
    allowed(table, "layoff 7r > 1")
    refused(table, "swap 7r > 1 : layoff * > 1", "TABLE-01", "does not know the move 'swap'")


@pytest.mark.rule("NET-MELD-01")
def test_the_sheet_of_the_game_with_numbers_is_cited() -> None:
    table = numbers("12r 13r 1r 7r 7r 7g 1b")
    refused(table, "meld 12r 13r 1r", "NET-MELD-01", "after 13 there is no 1", option="ace.runs")
    refused(table, "meld 7r 7r 7g", "NET-MELD-01", "7r")


@pytest.mark.rule("NET-TURN-01")
@pytest.mark.option("turn.starts_with")
def test_t_net_15_a_pass_draws() -> None:
    table = raeuber(preset="brettspielnetz").deal(hands=["4r 5r 6r", "11g"], melded=[0], stock_top="9y")
    assert table.legal() == ["meld 4r 5r 6r", "pass"]
    table.play("pass")
    assert table.hand(0) == "4r 5r 6r 9y"
    assert table.round.active == 1


@pytest.mark.rule("NET-END-02")
@pytest.mark.option("stock.exhausted")
def test_t_net_16_the_last_card_ends_the_game() -> None:
    table = raeuber(preset="brettspielnetz").deal(hands=["5r 9b", "13r 13b 12g"], stock_top="*", stock_size=1)
    table.play("pass")
    assert ending(table) is Ending.STOCK
    assert score(table).totals == (39, 38)


@pytest.mark.rule("NET-END-02")
def test_t_net_17_equal_points_are_a_draw() -> None:
    scenario = raeuber(preset="brettspielnetz")
    table = scenario.deal(hands=["13r 12b", "13r 13b 12g"], stock_top="13y", stock_size=1).play("pass")
    assert score(table).totals == (38, 38)
    match = Match(scenario.rules, 1, ["Ann", "Ben"])
    match.scores.append(score(table))
    assert match.winners == (0, 1)
