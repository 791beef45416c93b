"""The rule sheet of the game with colours and numbers, preset ``brettspielnetz``, rule by rule."""

from __future__ import annotations

from collections import Counter
from io import StringIO

import pytest
from rich.console import Console

from rummykit.engine.match import Match
from rummykit.engine.table import Ending
from rummykit_cli.render.plain import Screen

from ..helpers import allowed, ending, refused, score
from .helpers import dealt, melds_of, numbers, on_table, raeuber

# -- cards and melds ------------------------------------------------------------------------------


@pytest.mark.rule("NET-COMP-01")
def test_twice_four_colours_and_two_jokers() -> None:
    round = dealt(preset="brettspielnetz").round
    pack = round.rules.pack
    every = [kind for hand in round.hands for kind in pack.kinds(hand)] + round.stock
    expected = Counter({f"{number}{colour}": 2 for number in range(1, 14) for colour in "brgy"}) + Counter({"*": 2})
    assert Counter(pack.cards[kind].text for kind in every) == expected
    assert len(every) == 106
    assert [suit.name for suit in pack.suits] == ["blue", "red", "green", "yellow"]
    assert raeuber(preset="brettspielnetz").rules.table_rules.players == 2


@pytest.mark.rule("NET-DEAL-01")
@pytest.mark.option("deal.starter")
def test_the_first_player_is_drawn_by_lot() -> None:
    rules = raeuber(preset="brettspielnetz").rules
    assert {Match(rules, seed, ["Ann", "Ben"]).round.active for seed in range(20)} == {0, 1}


@pytest.mark.rule("NET-MELD-01")
@pytest.mark.parametrize(
    ("cards", "points"),
    [("1b 2b 3b", 6), ("11y 12y 13y", 36), ("13b 13r 13g 13y", 52), ("1b 1r 1g", 3), ("4r 5r 6r 7r 8r", 30)],
)
def test_numbers_count_themselves(cards: str, points: int) -> None:
    assert melds_of(cards, "brettspielnetz") == {cards: points}


@pytest.mark.rule("NET-JOK-01")
@pytest.mark.option("jokers.min_naturals")
def test_both_jokers_in_one_combination() -> None:
    allowed(numbers("7r * * 1b"), "meld 7r * *")
    allowed(numbers("7r * * 1b"), "meld 7r *=8r *=9r")


# -- the turn -------------------------------------------------------------------------------------


@pytest.mark.rule("NET-TURN-01")
def test_place_or_pass() -> None:
    table = numbers("4r 5r 6r 1b", melded=True)
    refused(table, "end", "NET-TURN-01", "place one, or pass")
    table.play("meld 4r 5r 6r")
    refused(table, "pass", "TABLE-01", "end your turn")
    refused(table, "discard 1b", "TABLE-01", "does not know the move 'discard'")
    table.play("end", "pass")
    assert table.round.active == 0
    assert table.round.pile == []


@pytest.mark.rule("NET-FIRST-01")
@pytest.mark.option("first_meld.min")
@pytest.mark.option("first_meld.scope")
def test_thirty_points_in_several_combinations() -> None:
    table = numbers("5r 6r 7r 4b 4g 4y 1b", melded=False)
    refused(table, "meld 5r 6r 7r", "NET-FIRST-01", "18 of 30")
    allowed(table, "meld 5r 6r 7r | 4b 4g 4y")
    with_joker = numbers("9r 10r 11r * 1b", melded=False)
    allowed(with_joker, "meld 9r 10r 11r *=12r")


@pytest.mark.rule("NET-FIRST-02")
def test_the_turn_after_the_first_lay_out() -> None:
    table = numbers("10r 11r 12r 7b 7g 7y 13r 1b", "2: 4b 5b 6b 7b", melded=False)
    table.play("meld 10r 11r 12r", "meld 7b 7g 7y", "end", "pass")
    allowed(table, "layoff 13r > 2")
    allowed(table, "arrange 2 -> 10r 11r 12r 13r")


# -- the table ------------------------------------------------------------------------------------


@pytest.mark.rule("NET-JOK-01")
@pytest.mark.option("rearranging.joker_leaves")
def test_a_joker_is_free() -> None:
    melds, hand = ("2: 4r 5r *=6r",), "6r 8b 9b 4g 4y 5g 5y 1b"
    stays = "arrange 1 -> 4r 5r 6r *=7r"
    leaves = "arrange 1 -> 4r 5r 6r | 8b 9b *=10b"
    dissolved = "arrange 1 -> 4r 4g 4y | 5r 5g 5y | 8b 9b *=10b"
    grown = "arrange 1 -> 4r 5r *=6r 7r"
    free = numbers(hand, *melds)
    bound = numbers(f"{hand} 7r", *melds, rearranging={"joker_leaves": "if_dissolved"})
    for move in (stays, leaves, dissolved):
        allowed(free, move)
    option = "rearranging.joker_leaves"
    refused(bound, leaves, "NET-JOK-01", "4r and 5r still lie together", option=option)
    # It is the cards that count, not what the joker stands for.
    allowed(bound, stays)
    allowed(bound, dissolved)
    allowed(bound, grown)


@pytest.mark.rule("NET-ARR-01")
def test_no_card_of_the_table_to_the_hand() -> None:
    table = numbers("3r 1b", "2: 4r 5r 6r")
    refused(table, "arrange 1 -> 3r 4r 5r", "NET-ARR-01", "6r was on the table and may not go to your hand")


@pytest.mark.rule("NET-ARR-02")
def test_all_cards_lie_in_combinations() -> None:
    table = numbers("7r 1b", "2: 4r 5r 6r", "2: 7b 7g 7y")
    refused(table, "arrange 1,2 -> 7r 7b 7g 7y", "NET-ARR-02", "4r, 5r and 6r are left over")
    refused(table, "arrange 1,2 -> 4r 5r 6r 7r | 7b 7g | 7y 1b", "NET-MELD-01", "too short")
    allowed(table, "arrange 1,2 -> 4r 5r 6r 7r | 7b 7g 7y")


@pytest.mark.rule("NET-ARR-03")
def test_cards_of_the_table_move_without_limit() -> None:
    sets = [" ".join(f"{number}{colour}" for colour in "rgb") for number in range(1, 9)]
    runs = [" ".join(f"{number}{colour}" for number in range(1, 9)) for colour in "rgb"]
    table = numbers("1y 9b", *[f"2: {meld}" for meld in sets])
    move = f"arrange 1,2,3,4,5,6,7,8 -> {' | '.join(runs)} 9b"
    allowed(table, move)
    assert len(on_table(table.play(move))) == 3


@pytest.mark.rule("NET-ARR-03")
def test_twelve_cards_in_all_moves_of_a_turn() -> None:
    reds, blues = " ".join(f"{n}r" for n in range(1, 12)), "2b 3b"
    table = numbers(f"{reds} {blues} 1g", "2: 4b 5b 6b").play(f"meld {reds}")
    refused(table, "arrange 1 -> 2b 3b 4b 5b 6b", "NET-ARR-03", "at most 12", option="turn.most_cards")
    allowed(table, "arrange 1 -> 3b 4b 5b 6b")
    assert [move for move in table.legal() if move.startswith(("layoff", "arrange"))] == ["layoff 3b > 1"]


# -- what is seen ---------------------------------------------------------------------------------


def shown(table_hand: str, *melds: str, sort: str = "colour") -> list[str]:
    scenario = raeuber(preset="brettspielnetz")
    table = scenario.deal(hands=[table_hand, "11g 12g"], table=melds, melded=[0])
    match = Match(scenario.rules, 1, ["Ann", "Ben"])
    match.round = table.round
    table.round.names = match.names
    out = StringIO()
    Screen(Console(file=out, width=100)).show(match, table.round.view(0), "value" if sort == "value" else "colour")
    return out.getvalue().splitlines()


@pytest.mark.rule("NET-GRID-01")
def test_combinations_lie_visibly_apart() -> None:
    lines = shown("1b", "1: 4r 5r 6r", "1: 7b 7g 7y", "1: 9b 10b 11b")
    for number, meld in enumerate(("4r 5r 6r", "7b 7g 7y", "9b 10b 11b"), 1):
        (line,) = [line for line in lines if meld in line]
        assert line.removeprefix("Table").strip() == f"{number}  {meld}  (Ann)"


@pytest.mark.rule("NET-INFO-01")
def test_everybody_sees_the_same_numbers() -> None:
    table = raeuber(preset="brettspielnetz").deal(hands=["1b 2b 3b", "11g"], melded=[1])
    for seat in (0, 1):
        view = table.round.view(seat)
        assert view.hand_sizes == (3, 1)
        assert view.melded == (False, True)
        assert view.stock_size == 102
    text = "\n".join(shown("1b 5r 2b"))
    assert "stock 101 cards" in text
    assert "open card" not in text
    assert "3 cards, melded" in text
    assert "2 cards" in text


@pytest.mark.rule("NET-INFO-01")
@pytest.mark.parametrize(("sort", "hand"), [("colour", "1b 5b   1r"), ("value", "1b 1r   5b")])
def test_the_hand_is_sorted_by_colour_or_number(sort: str, hand: str) -> None:
    assert shown("5b 1r 1b", sort=sort)[-1].removeprefix("Hand").strip() == hand


# -- the end --------------------------------------------------------------------------------------


@pytest.mark.rule("NET-END-01")
def test_an_empty_hand_wins_at_once() -> None:
    table = numbers("4r 5r 6r").play("meld 4r 5r 6r")
    assert ending(table) is Ending.OUT
    assert score(table).totals == (0, 11)


@pytest.mark.rule("NET-END-02")
@pytest.mark.option("jokers.in_hand")
@pytest.mark.option("ace.in_hand")
def test_the_card_drawn_last_counts() -> None:
    table = raeuber(preset="brettspielnetz").deal(hands=["1r", "*"], stock_top="13g", stock_size=1).play("pass")
    assert ending(table) is Ending.STOCK
    assert score(table).totals == (14, 25)
