"""The table solver: the examples, what is disturbed, what is kept back, and that it always ends."""

from collections.abc import Sequence
from random import Random

import pytest

from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack, Suit
from rummykit.engine.actions import Rearrange
from rummykit.engine.table import TableMeld
from rummykit.melds import Meld, MeldRules
from rummykit.parts.rearranging import additions
from rummykit.solver import NewTable, TableSolver

TWO_JOKERS = Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2, plain_jokers=2)
SIX_JOKERS = Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2, plain_jokers=6)
PLAIN = MeldRules(TWO_JOKERS, min_naturals=1, max_adjacent_jokers=2)
HIGH = MeldRules(SIX_JOKERS, high_ace=True, max_adjacent_jokers=2)
WRAP = MeldRules(SIX_JOKERS, wrap=True, max_adjacent_jokers=2)


def melds(rules: MeldRules, text: str) -> list[Meld]:
    return [rules.readings(rules.pack.placed_cards(part))[0] for part in text.split("|")] if text else []


def laid(answer: NewTable) -> set[str]:
    return {str(meld) for meld in answer.melds}


def most_cards(table: str, hand: str, rules: MeldRules = PLAIN, keep: int = 0) -> NewTable:
    before = melds(rules, table)
    answer = TableSolver(rules).most_cards(before, rules.pack.heap(hand), keep=keep, fewest=True)
    check(rules, before, rules.pack.heap(hand), answer)
    return answer


def check(rules: MeldRules, table: Sequence[Meld], hand: int, answer: NewTable) -> None:
    """All cards of the table are there, every meld is legal as it lies, and the hand is shared out."""
    pack = rules.pack
    on_table = [kind for meld in table for kind in pack.kinds(meld.heap)]
    assert sorted(on_table + pack.kinds(answer.placed)) == sorted(
        kind for meld in answer.melds for kind in pack.kinds(meld.heap)
    )
    assert sorted(pack.kinds(answer.placed) + pack.kinds(answer.left)) == pack.kinds(hand)
    for meld in answer.melds:
        assert meld in rules.readings(meld.cards)


# -- examples --------------------------------------------------------------------------------------


def test_a_run_is_split_for_a_second_copy() -> None:
    answer = most_cards("5c 6c 7c 8c 9c", "7c")
    assert laid(answer) == {"5c 6c 7c", "7c 8c 9c"}
    assert answer.exact


def test_two_runs_become_two_sets_and_a_run() -> None:
    answer = most_cards("5d 6d 7d | 5s 6s *=7s", "5c 6h 9d")
    assert laid(answer) == {"5s 5d 5c", "6s 6h 6d", "7d *=8d 9d"}
    assert not answer.left


def test_nothing_fits_and_the_table_stays_as_it_lies() -> None:
    answer = most_cards("5c 6c 7c | Ks Kh Kd", "2h 9d")
    assert [str(meld) for meld in answer.melds] == ["5c 6c 7c", "Ks Kh Kd"]
    assert (answer.placed, answer.exact) == (0, True)


def test_an_empty_table_takes_new_melds() -> None:
    assert laid(most_cards("", "5c 6c 7c 9s 9h 9d Kd")) == {"5c 6c 7c", "9s 9h 9d"}


def test_an_empty_hand_changes_nothing() -> None:
    assert laid(most_cards("5c 6c 7c", "")) == {"5c 6c 7c"}


def test_a_hand_joker_is_placed_too() -> None:
    assert not most_cards("5c 6c 7c", "*").left


def test_only_full_sets_leave_no_room_for_a_joker() -> None:
    answer = most_cards("5s 5h 5d 5c | 9s 9h 9d 9c", "*")
    assert TWO_JOKERS.text(answer.left) == "*"
    assert answer.exact


def test_full_sets_in_a_row_become_runs_to_make_room_for_a_joker() -> None:
    assert not most_cards("5s 5h 5d 5c | 6s 6h 6d 6c | 7s 7h 7d 7c", "*").left


def test_among_as_many_cards_those_worth_most_are_placed() -> None:
    assert TWO_JOKERS.text(most_cards("5c 6c 7c 8c | 5s 5h 5d", "4c 5c 4c Kd", keep=3).placed) == "5c"


def test_the_ace_is_low_or_high_or_both() -> None:
    assert laid(most_cards("As 2s 3s", "Qs Ks As", HIGH)) == {"As 2s 3s", "Qs Ks As"}
    assert most_cards("As 2s 3s", "Qs Ks As", PLAIN).placed == 0


def test_runs_go_round_the_corner() -> None:
    assert laid(most_cards("Ks As 2s", "Qs 3s", WRAP)) == {"Qs Ks As 2s 3s"}
    assert laid(most_cards("Qs Ks As 2s 3s", "As", WRAP)) == {"Qs Ks As", "As 2s 3s"}


def test_one_natural_card_and_two_jokers_are_no_meld_where_two_are_asked_for() -> None:
    assert most_cards("", "7s * *", HIGH).placed == 0
    assert not most_cards("", "7s * *", PLAIN).left


# -- kept back -------------------------------------------------------------------------------------


def test_a_card_is_kept_for_the_discard() -> None:
    assert most_cards("5c 6c 7c", "8c 9c", keep=1).left.bit_count() == 1
    assert most_cards("5c 6c 7c", "8c", keep=1).placed == 0


def test_a_whole_new_meld_is_kept_back_if_it_cannot_be_laid_in_part() -> None:
    assert most_cards("Ks Kh Kd", "2s 2h 2d", keep=1).placed == 0


def test_jokers_of_the_table_are_not_kept_back_for_those_of_the_hand() -> None:
    pack = Pack(FRENCH_SUITS[:2], ("1", "2", "3"), copies=1, plain_jokers=8)
    rules = MeldRules(pack, max_jokers=3, min_naturals=1, max_adjacent_jokers=2)
    answer = most_cards("1h 2h 3h|*=1s 2s *=3s", "1s 3s * * * *", rules, keep=4)
    assert answer.exact
    assert not answer.placed


def test_at_most_twelve_cards_a_turn() -> None:
    hand = "As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks 2h 2d 2c"
    answer = most_cards("Kh Kd Kc", hand, keep=4)
    assert answer.placed.bit_count() == 12


# -- the table disturbed ---------------------------------------------------------------------------


def test_a_lay_off_is_preferred_to_taking_melds_apart() -> None:
    answer = most_cards("5c 6c 7c | 5d 6d 7d | 5h 6h 7h | 9s 10s Js", "8c 5s")
    assert {"5d 6d 7d", "5h 6h 7h", "9s 10s Js", "5c 6c 7c 8c"} == laid(answer)
    answer = most_cards("5c 6c 7c | 9s 9h 9d", "9c")
    assert {"5c 6c 7c", "9s 9h 9d 9c"} == laid(answer)


def test_no_more_melds_are_disturbed_than_needed() -> None:
    answer = most_cards("3s 4s 5s 6s | 3h 4h 5h 6h | 3d 4d 5d | 9c 10c Jc | Ks Kh Kd", "6c")
    assert laid(answer) == {"3s 4s 5s", "3h 4h 5h", "6s 6h 6c", "3d 4d 5d", "9c 10c Jc", "Ks Kh Kd"}


def test_unchanged_melds_are_the_same_and_come_first() -> None:
    table = melds(PLAIN, "Ks Kh Kd | 5c 6c 7c 8c 9c | 2h 3h 4h")
    answer = TableSolver(PLAIN).most_cards(table, TWO_JOKERS.heap("7c"), fewest=True)
    assert answer.fewest
    assert answer.melds[:2] == (table[0], table[2])


def test_a_joker_stays_where_it_lies_if_it_can() -> None:
    assert laid(most_cards("5c 6c *=7c | 9s 9h 9d", "8c")) == {"5c 6c *=7c 8c", "9s 9h 9d"}


# -- it always ends --------------------------------------------------------------------------------


@pytest.mark.untraced
@pytest.mark.parametrize("rules", [PLAIN, HIGH, WRAP])
def test_the_full_pack_in_sets_takes_all_jokers(rules: MeldRules) -> None:
    pack = rules.pack
    table = melds(
        rules, " | ".join(" ".join(rank + suit for suit in "shdc") for rank in FRENCH_RANKS for _ in range(2))
    )
    hand = pack.joker_bits
    answer = TableSolver(rules).most_cards(table, hand)
    check(rules, table, hand, answer)
    assert answer.left == 0


@pytest.mark.parametrize("rules", [PLAIN, HIGH])
def test_the_full_pack_in_the_hand_is_laid_down(rules: MeldRules) -> None:
    answer = TableSolver(rules).most_cards([], rules.pack.everything)
    check(rules, [], rules.pack.everything, answer)
    assert answer.left == 0


def test_a_search_that_is_cut_off_returns_something_legal_and_says_so() -> None:
    table = melds(HIGH, "3s 4s 5s 6s | 3h 4h 5h 6h | 3d 4d 5d | 9c 10c Jc | Ks Kh Kd | 5c 6c *=7c | 7s 7h 7d 7c")
    hand = HIGH.pack.heap("8s 10s Jh Qh Ah 2c 9h 9d 2d 10d 4c 8d 8h 7s Js Jd")
    answer = TableSolver(HIGH, most_steps=5).most_cards(table, hand)
    check(HIGH, table, hand, answer)
    best = TableSolver(HIGH).most_cards(table, hand)
    assert (answer.exact, best.exact) == (False, True)
    assert best.placed.bit_count() >= answer.placed.bit_count()


def test_suits_with_jokers_of_their_own() -> None:
    suits = tuple(Suit(code, code, code, code) for code in "rbgyv")
    rules = MeldRules(Pack(suits, tuple(map(str, range(1, 18))), suit_jokers=True))
    answer = most_cards("7r 8r *r=9r | 4b 4g *v=4v", "9r 4r *y", rules)
    assert rules.pack.text(answer.left) == ""


def test_answers_do_not_depend_on_what_was_asked_before() -> None:
    random = Random(2)
    used = TableSolver(PLAIN)
    table = melds(PLAIN, "3s 4s 5s 6s | 3h 4h 5h 6h | 9c 10c Jc | Ks Kh Kd | 5c 6c *=7c")
    rest = PLAIN.pack.everything
    for meld in table:
        rest = PLAIN.pack.subtract(rest, meld.heap)
    for _ in range(20):
        hand = PLAIN.pack.add_all(0, random.sample(PLAIN.pack.kinds(rest), 9))
        assert used.most_cards(table, hand) == TableSolver(PLAIN).most_cards(table, hand)


# -- what is only added ----------------------------------------------------------------------------


def added(table: str, numbers: tuple[int, ...], new: str) -> list[tuple[int, str]] | None:
    lying = [TableMeld.new(number, 0, meld, PLAIN) for number, meld in enumerate(melds(PLAIN, table), 1)]
    found = additions(lying, Rearrange(numbers, tuple(melds(PLAIN, new))))
    return None if found is None else [(number, " ".join(map(str, cards))) for number, cards, _ in found]


@pytest.mark.parametrize(
    ("table", "numbers", "new", "expected"),
    [
        ("5c 6c 7c", (1,), "5c 6c 7c 8c", [(1, "8c")]),
        ("5c 6c 7c | 9s 9h 9d", (1, 2), "9s 9h 9d 9c | 3c 4c 5c 6c 7c", [(1, "3c 4c"), (2, "9c")]),
        ("5c 6c 7c", (1,), "5c 6c 7c 8c | Ks Kh Kd", [(1, "8c")]),
        ("5c 6c 7c | 5c 6c 7c", (1, 2), "5c 6c 7c 8c | 4c 5c 6c 7c", [(1, "8c"), (2, "4c")]),
        ("5c 6c *=7c", (1,), "5c 6c *=7c 8c", [(1, "8c")]),
        ("5c 6c *=7c", (1,), "5c 6c 7c *=8c", None),
        ("5c 6c 7c 8c 9c", (1,), "5c 6c 7c | 7c 8c 9c", None),
        ("5c 6c 7c | 9c 10c Jc", (1, 2), "5c 6c 7c 8c 9c 10c Jc", None),
        ("5c 6c 7c", (1,), "5c 6c 7c", None),
    ],
)
def test_melds_that_stay_together_are_told_from_melds_taken_apart(
    table: str, numbers: tuple[int, ...], new: str, expected: list[tuple[int, str]] | None
) -> None:
    assert added(table, numbers, new) == expected
