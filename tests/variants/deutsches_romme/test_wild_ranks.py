"""Cards that are wild besides the jokers: what they stand for, what limits them, and what they cost."""

from __future__ import annotations

from typing import Any

import pytest

from rummykit.refusals import Reason

from ..helpers import PLUGINS, allowed, refused, score
from .helpers import holding, melds_of, romme, why_no_meld

TWOS: dict[str, Any] = {"wild_ranks": [2]}


# -- melds ---------------------------------------------------------------------------------------


@pytest.mark.option("jokers.wild_ranks")
@pytest.mark.parametrize(
    ("cards", "readings"),
    [
        ("5s 2h 7s", {"5s 2h=6s 7s": 18}),
        ("Ks Kh 2d", {"Ks Kh 2d=*": 30}),
        ("As 2s 3s", {"As 2s 3s": 6}),
        ("2s 2h 2d", {"2s 2h 2d": 6}),
        ("2s=6s 5s 7s", {"5s 2s=6s 7s": 18}),
        ("Qs Ks 2s", {"2s=Js Qs Ks": 30, "Qs Ks 2s=As": 31}),
        ("3s 4s 2s", {"2s 3s 4s": 9}),
        ("3s 4s 2s=5s", {"3s 4s 2s=5s": 12}),
        ("5s 2h * 8s", {"5s 2h=6s *=7s 8s": 26, "5s *=6s 2h=7s 8s": 26}),
    ],
)
def test_a_wild_card_stands_for_itself_or_for_another(cards: str, readings: dict[str, int]) -> None:
    assert melds_of(cards, jokers=TWOS) == readings


def test_without_the_option_it_is_a_card_like_any_other() -> None:
    assert why_no_meld("5s 2h 7s") is Reason.MELD_MIXED
    assert why_no_meld("Ks Kh 2d") is Reason.MELD_MIXED
    refused(holding("5s 3h 7s 9c", melded=True, jokers=TWOS), "meld 5s 3h 7s", "ROM-MELD-01")


@pytest.mark.parametrize(
    ("limits", "cards", "reason"),
    [
        ({}, "5s 2h *", Reason.TOO_FEW_NATURALS),
        ({"per_meld": 1}, "5s 2h * 8s", Reason.TOO_MANY_JOKERS),
        ({"side_by_side": 1}, "5s 2h 2d 8s", Reason.ADJACENT_JOKERS),
        ({"share": "fewer"}, "5s 2h 7s 2d", Reason.JOKER_SHARE),
        ({"at_ends": False}, "2h=4s 5s 6s", Reason.JOKER_AT_END),
    ],
)
def test_limits_on_jokers_hold_for_wild_cards_that_stand_for_others(
    limits: dict[str, Any], cards: str, reason: Reason
) -> None:
    assert why_no_meld(cards, jokers={**TWOS, **limits}) is reason
    # What stands for itself is no joker.
    assert melds_of("As 2s 3s", jokers={**TWOS, **limits}) == {"As 2s 3s": 6}


def test_no_other_card_stands_for_another() -> None:
    table = holding("5s 2h 7s 3h 9c", melded=True, jokers=TWOS)
    allowed(table, "meld 5s 2h=6s 7s")
    refused(holding("5s 2h 7s 9c", "1: 8d 9d 10d", jokers=TWOS), "layoff 5s > 1", "ROM-LAY-01")


@pytest.mark.option("first_meld.max_jokers", "first_meld.min_with_joker")
def test_a_first_meld_with_a_wild_card_is_one_with_a_joker() -> None:
    hand = "Ks Kh 2d Qs Qh Qd 9c 4d"
    allowed(holding(hand, jokers=TWOS), "meld Ks Kh 2d=* | Qs Qh Qd")
    strict = holding(hand, jokers=TWOS, first_meld={"max_jokers": 0})
    refused(strict, "meld Ks Kh 2d=* | Qs Qh Qd", "CLUB-FIRST-01", option="first_meld.max_jokers")
    dear = holding(hand, jokers=TWOS, first_meld={"min_with_joker": 70})
    refused(dear, "meld Ks Kh 2d=* | Qs Qh Qd", "CLUB-FIRST-01", option="first_meld.min_with_joker")
    allowed(holding("As 2s 3s Qs Qh Qd 9c 4d", jokers=TWOS, first_meld={"max_jokers": 0, "min": 36}),
            "meld As 2s 3s | Qs Qh Qd")  # fmt: skip


# -- on the table ----------------------------------------------------------------------------------


def test_it_is_laid_off_as_itself_or_as_a_joker() -> None:
    table = holding("2s 2h 9c", "1: 3s 4s 5s", jokers=TWOS)
    for move in ("layoff 2s > 1", "layoff 2s=6s > 1", "layoff 2h=2s > 1", "layoff 2h=6s > 1"):
        allowed(table, move)


def test_it_is_swapped_like_a_joker_unless_it_stands_for_itself() -> None:
    table = holding("6s 8h 9h Kd", "1: 5s 2h=6s 7s", jokers=TWOS)
    allowed(table, "swap 6s > 1 : meld 8h 9h 2h=10h")
    table.play("swap 6s > 1 : meld 8h 9h 2h=10h")
    assert [str(meld.meld) for meld in table.round.table.values()] == ["5s 6s 7s", "8h 9h 2h=10h"]
    refused(holding("2s 8h 9h Kd", "1: As 2s 3s", jokers=TWOS), "swap 2s > 1 : meld 8h 9h 2s=10h", "ROM-JOK-01")


# -- in the hand -----------------------------------------------------------------------------------


@pytest.mark.option("jokers.in_hand", "scoring.cards", "ace.in_hand")
@pytest.mark.parametrize(
    ("options", "left"),
    [
        ({}, 2 + 3 + 11),
        ({"jokers": TWOS}, 20 + 3 + 11),
        ({"jokers": {**TWOS, "in_hand": 50}}, 50 + 3 + 11),
        ({"jokers": {"wild_ranks": ["A", 3]}}, 2 + 20 + 20),
        ({"jokers": TWOS, "scoring": {"cards": "five_ten_fifteen"}}, 20 + 5 + 15),
    ],
    ids=str,
)
def test_left_in_a_hand_it_costs_what_a_joker_does(options: dict[str, Any], left: int) -> None:
    table = romme(2, **options).deal(hands=["9d", "2c 3c Ac"], melded=[0, 1], drawn=True)
    assert score(table.play("discard 9d")).totals == (0, left)


@pytest.mark.option("scoring.melds_count")
def test_on_the_table_it_counts_as_a_joker_only_where_it_stands_for_another() -> None:
    table = holding("5s 2h 7s As 2s 3s 9c", melded=True, jokers=TWOS, scoring={"melds_count": True})
    table.play("meld 5s 2h=6s 7s | As 2s 3s")
    (laid,) = table.round.rules.scoring.standing(2, tuple(table.round.table.values()), ())
    assert laid.points == (5 + 20 + 7 + 1 + 2 + 3, 0)


@pytest.mark.option("jokers.discard")
def test_as_a_discard_it_is_a_joker() -> None:
    never = holding("4h 9s 2c", jokers={**TWOS, "discard": "never"})
    refused(never, "discard 2c", "ROM-TURN-02", "discard another card", option="jokers.discard")
    assert never.legal() == ["discard 9s", "discard 4h"]
    last = holding("4h 5h 6h 2c", melded=True, jokers={**TWOS, "discard": "not_last"})
    refused(last, "meld 4h 5h 6h", "ROM-END-01", "nothing left to discard but a joker", option="jokers.discard")


@pytest.mark.option("scoring.last_joker")
@pytest.mark.parametrize(("wild", "times"), [([], 1), ([2], 3)])
def test_who_goes_out_with_it_goes_out_with_a_joker(wild: list[int], times: int) -> None:
    options: dict[str, Any] = {"jokers": {"wild_ranks": wild}, "scoring": {"last_joker": 3}}
    table = romme(2, **options).deal(hands=["2d", "7s"], melded=[0, 1], drawn=True)
    assert score(table.play("discard 2d")).totals == (0, 7 * times)


# -- what is told ----------------------------------------------------------------------------------


def told(**options: Any) -> str:
    rules = romme(**options).rules.table_rules
    booklet = PLUGINS.booklet(rules)
    return "\n".join(paragraph.text for chapter in booklet.chapters for paragraph in chapter.paragraphs)


def test_the_booklet_says_which_cards_are_wild() -> None:
    assert "wild" not in told()
    assert "Cards of these ranks are wild as well: 2 and K. Each of them stands for itself" in told(
        jokers={"wild_ranks": ["K", 2]}
    )
    without = told(jokers=TWOS, deck={"jokers": 0})
    assert "There are no jokers in the pack, but cards of these ranks are wild: 2." in without
    assert "you may swap a joker that lies on the table" in without


def test_examples_in_which_a_card_happens_to_be_wild_are_left_out() -> None:
    def shown(**jokers: Any) -> list[str]:
        booklet = PLUGINS.booklet(romme(jokers=jokers).rules.table_rules)
        return [
            example.cards for chapter in booklet.chapters for part in chapter.paragraphs for example in part.examples
        ]

    assert {"Ks As 2s", "7s 7h 7h"} <= set(shown())
    assert "Ks As 2s" not in shown(wild_ranks=[2])
    assert "7s 7h 7h" not in shown(wild_ranks=[7])


def test_examples_of_jokers_are_made_with_wild_cards_where_there_are_no_others() -> None:
    rules = romme(jokers=TWOS, deck={"jokers": 0}).rules.table_rules
    cards = [
        example.cards
        for chapter in PLUGINS.booklet(rules).chapters
        if chapter.title == "Jokers"
        for part in chapter.paragraphs
        for example in part.examples
    ]
    assert "5s 2d=6s 7s" in cards
    assert not any("*" in example.replace("=*", "") for example in cards)
