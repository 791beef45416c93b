"""The rule sheet of the game with tiles, preset ``tiles``, rule by rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from rummykit.engine.match import Match
from rummykit.engine.table import Ending
from rummykit.errors import SetupError
from rummykit.rules import HouseRuleError, load_text
from rummykit.scenario import Table

from ..helpers import PLUGINS, allowed, ending, refused, score
from .helpers import dealt, melds_of, raeuber, sizes


def tiles(hand: str, *table: str, melded: bool = True, stock: int | None = None, **options: Mapping[str, Any]) -> Table:
    """The first of two players is on turn and holds these tiles; the second owns what lies there unless it says."""
    game = raeuber(preset="tiles", **options)
    return game.deal(hands=[hand, "11g"], table=table, melded=[0] if melded else [], stock_size=stock)


@pytest.mark.rule("TILE-COMP-01")
def test_twice_four_colours_and_two_jokers_for_two_to_four() -> None:
    round = dealt(4, preset="tiles").round
    pack = round.rules.pack
    every = [kind for hand in round.hands for kind in pack.kinds(hand)] + round.stock
    numbers = Counter({f"{number}{colour}": 2 for number in range(1, 14) for colour in "brgy"})
    assert Counter(pack.cards[kind].text for kind in every) == numbers + Counter({"*": 2})
    assert round.rules.table_rules.player_range == range(2, 5)
    with pytest.raises(SetupError, match="2 to 4 players, not 5"):
        dealt(5, preset="tiles")


@pytest.mark.rule("TILE-DEAL-01")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_fourteen_tiles_each_whoever_begins(players: int) -> None:
    table = dealt(players, preset="tiles")
    assert sizes(table) == [14] * players
    assert len(table.round.stock) == 106 - 14 * players
    names = ["Ann", "Ben", "Cem", "Dan"][:players]
    beginners = {Match(table.round.rules, seed, names).round.active for seed in range(40)}
    assert beginners == set(range(players))


@pytest.mark.rule("TILE-TURN-01")
def test_place_as_many_tiles_as_you_like_or_draw_one() -> None:
    hand = " ".join(f"{number}{colour}" for colour in "rby" for number in range(1, 6))
    table = tiles(f"{hand} 13g")
    refused(table, "end", "TILE-TURN-01", "place one, or pass")
    table.play("meld 1r 2r 3r 4r 5r | 1b 2b 3b 4b 5b | 1y 2y 3y 4y 5y", "end")
    assert sizes(table) == [1, 1]
    table.play("pass")
    assert sizes(table) == [1, 2]
    assert table.round.active == 0
    assert table.round.pile == []


@pytest.mark.rule("TILE-MELD-01")
@pytest.mark.parametrize(
    ("tiles", "points"), [("1b 2b 3b", 6), ("13b 13r 13g 13y", 52), ("11y 12y 13y", 36), ("* * 7r", 21)]
)
def test_numbers_count_themselves(tiles: str, points: int) -> None:
    assert points in melds_of(tiles, "tiles").values()


@pytest.mark.rule("TILE-MELD-01")
def test_the_one_stands_only_below_the_two() -> None:
    refused(tiles("12r 13r 1r 5b"), "meld 12r 13r 1r", "TILE-MELD-01")


@pytest.mark.rule("TILE-FIRST-01")
def test_a_joker_counts_what_it_stands_for_in_the_first_thirty_points() -> None:
    table = tiles("9r 10r * 1b 2g", melded=False)
    allowed(table, "meld 9r 10r *=11r")
    refused(table, "meld *=8r 9r 10r", "TILE-FIRST-01", "27 of 30")
    # At the other table with numbers the same joker counts nothing.
    other = raeuber(preset="brettspielnetz").deal(hands=["9r 10r * 1b 2g", "11g"])
    refused(other, "meld 9r 10r *", "NET-FIRST-01", "19 of 30")


@pytest.mark.rule("TILE-FIRST-02")
def test_the_table_is_for_later_turns() -> None:
    lying = ("2: 4r 5r 6r", "2: 8g *=9g 10g")
    table = tiles("10b 11b 12b 7r 9g 9b 9y 1y", *lying, melded=False)
    table.play("meld 10b 11b 12b")
    refused(table, "layoff 7r > 1", "TILE-FIRST-02")
    refused(table, "arrange 1 -> 4r 5r 6r 7r", "TILE-FIRST-02")
    refused(table, "swap 9g > 2 : meld 9b 9y *", "TILE-FIRST-02")
    table.play("end", "pass")
    allowed(table, "layoff 7r > 1")
    allowed(table, "swap 9g > 2 : meld 9b 9y *")


@pytest.mark.rule("TILE-ARR-01")
def test_all_tiles_of_the_table_stay_in_combinations() -> None:
    table = tiles("3r 7r 1b", "2: 4r 5r 6r", "2: 7b 7g 7y")
    allowed(table, "arrange 1,2 -> 4r 5r 6r 7r | 7b 7g 7y")
    refused(table, "arrange 1 -> 3r 4r 5r", "TILE-ARR-01", "6r was on the table")
    refused(table, "arrange 1,2 -> 7r 7b 7g 7y", "TILE-ARR-01", "left over")


@pytest.mark.rule("TILE-JOK-01")
def test_a_joker_stands_for_the_tile_in_whose_place_it_lies() -> None:
    table = tiles("7r 8r 9b 10b 1b", "2: 4r 5r 6r *=7r", "2: 7b 7g *")
    refused(table, "layoff 7r > 1", "TILE-JOK-01")
    allowed(table, "layoff 8r > 1")
    refused(table, "swap 8r > 1 : meld *=8b 9b 10b", "TILE-JOK-01")
    allowed(table, "swap 7r > 2 : meld *=8b 9b 10b")


RUN, GROUP, HAND = "2: 4r 5r *=6r", "2: 7b 7g *", "6r 7r 8b 9b 4b 4g 4y 5g 5y 6y 10r 1b"


@pytest.mark.rule("TILE-JOK-02")
@pytest.mark.option("rearranging.joker_leaves")
@pytest.mark.option("swaps.joker_goes")
@pytest.mark.parametrize(
    ("lying", "move"),
    [
        ([RUN], "swap 6r > 1 : meld 8b 9b *=10b"),
        ([RUN], "arrange 1 -> 4r 5r 6r | 8b 9b *=10b"),
        # With tiles of the table, if only one of the hand is among them; even in the same combination, further on.
        ([RUN, "2: 10b 11b 12b 13b"], "arrange 1,2 -> 4r 5r 6r | 11b 12b 13b | 9b 10b *=11b"),
        ([RUN], "arrange 1 -> 4r 5r 6r *=7r"),
        # The tile comes from the table.
        ([RUN, "1: 6r 6b 6g 6y"], "arrange 1,2 -> 4r 5r 6r | 6b 6g 6y | 8b 9b *=10b"),
        # In a group any colour that is missing.
        ([GROUP], "arrange 1 -> 7b 7g 7r | 8b 9b *=10b"),
        # The joker stays, and tiles come and go beside it.
        ([RUN], "arrange 1 -> 4r 5r *=6r 7r"),
        (["2: 3r 4r 5r *=6r"], "arrange 1 -> 4r 5r *=6r 7r | 3r 3g 3y"),
        (["2: 4r 5r *=6r 7r 8r 9r"], "arrange 1 -> 4r 5r *=6r | 7r 8r 9r 10r"),
    ],
)
def test_where_a_joker_may_go(lying: list[str], move: str) -> None:
    allowed(tiles(f"{HAND} 3g 3y", *lying), move)


@pytest.mark.rule("TILE-JOK-02")
@pytest.mark.option("rearranging.joker_leaves")
@pytest.mark.parametrize(
    ("lying", "move", "word"),
    [
        # To dissolve its combination does not set it free.
        ([RUN], "arrange 1 -> 4r 4g 4y | 5r 5g 5y | 8b 9b *=10b", "stays in its place"),
        ([RUN], "arrange 1 -> *=3r 4r 5r | 4b 4g 4y", "stays in its place"),
        ([GROUP, "2: 8g 9g 10g"], "arrange 1,2 -> 7b 8b 9b | 7g 8g 9g 10g *=11g", "stays in its place"),
        # The tile is there, but not in the joker's place.
        ([RUN, "1: 6r 6b 6g"], "arrange 1,2 -> *=3r 4r 5r | 6r 6b 6g 6y", "stays in its place"),
        # The joker lies with tiles of the table alone.
        ([RUN, "2: 10b 11b 12b"], "arrange 1,2 -> 4r 5r 6r | *=9b 10b 11b 12b", "at least one card from your hand"),
    ],
)
def test_where_a_joker_may_not_go(lying: list[str], move: str, word: str) -> None:
    refused(tiles(HAND, *lying), move, "TILE-JOK-02", word, option="rearranging.joker_leaves")
    allowed(tiles(HAND, *lying, rearranging={"joker_leaves": "freely"}), move)


@pytest.mark.rule("TILE-END-01")
def test_whoever_has_no_tile_left_collects_what_the_others_hold() -> None:
    game = raeuber(preset="tiles")
    table = game.deal(hands=["4r 5r 6r", "11g * 1b"], table=["1: 7b 8b 9b"], melded=[0])
    table.play("meld 4r 5r 6r")
    assert ending(table) is Ending.OUT
    assert score(table).totals == (42, -42)


@pytest.mark.rule("TILE-END-02")
def test_without_a_stock_play_goes_on_until_all_pass() -> None:
    table = tiles("4r 5r", "1: 7b 8b 9b", stock=1)
    table.play("pass", "pass")
    assert ending(table) is None
    table.play("pass")
    assert ending(table) is Ending.PASSED


@pytest.mark.rule("TILE-END-02")
@pytest.mark.parametrize(
    ("hands", "totals"),
    [
        (("4r 5r", "11g 1b", "* 2g"), (26, -3, -23)),
        (("*", "5b", "5y 1y"), (-25, 26, -1)),
        (("4r 5r", "9g", "* 2g"), (0, 0, 0)),
    ],
)
def test_if_all_pass_the_lowest_hand_collects_the_differences(hands: list[str], totals: tuple[int, ...]) -> None:
    table = raeuber(3, preset="tiles").deal(hands=hands, stock_size=0).play("pass", "pass", "pass")
    assert ending(table) is Ending.PASSED
    assert score(table).totals == totals


def test_a_joker_bound_to_no_place_has_none_to_leave() -> None:
    file = "variant: raeuber_romme\npreset: tiles\nrules:\n  jokers:\n    fixed: false\n"
    with pytest.raises(HouseRuleError, match=r"joker_leaves: if_replaced needs jokers\.fixed: true"):
        load_text(file, PLUGINS)
