"""The rule booklet of Rummy 17: that it tells what is played, and that its example is scored rightly."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from rummykit.booklet import Booklet, Chapter, Paragraph
from rummykit.scenario import Table, resolve
from rummykit_rummy17.booklet_example import HANDS, MELDS, NAMES, SIDE_CARDS

from ..helpers import PLUGINS, score
from .helpers import rummy17

Options = Mapping[str, Mapping[str, Any]]


def booklet(**options: Mapping[str, Any]) -> Booklet:
    return PLUGINS.booklet(resolve(PLUGINS, "rummy17", **options))


def chapter(title: str, **options: Mapping[str, Any]) -> Chapter:
    return next(chapter for chapter in booklet(**options).chapters if chapter.title == title)


def text(title: str, **options: Mapping[str, Any]) -> str:
    return " ".join(paragraph.text for paragraph in chapter(title, **options).paragraphs)


def titles(**options: Mapping[str, Any]) -> list[str]:
    return [chapter.title for chapter in booklet(**options).chapters]


# -- the chapters ---------------------------------------------------------------------------------------------


def test_the_chapters_follow_the_game() -> None:
    assert titles() == [
        "Material",
        "The deal",
        "The turn",
        "Claiming",
        "Melds",
        "The first meld",
        "Laying off",
        "Jokers",
        "The end of the round",
        "The bonus cards",
        "Scoring",
        "The match",
    ]


@pytest.mark.parametrize(
    ("title", "options"),
    [
        ("Claiming", {"claiming": {"claims": False}}),
        ("Laying off", {"lay_offs": {"layoff": "none"}}),
        ("The bonus cards", {"scoring": {"bonus_cards_in_play": 0}}),
    ],
)
def test_what_is_not_played_has_no_chapter(title: str, options: Options) -> None:
    assert title in titles()
    assert title not in titles(**options)


@pytest.mark.parametrize(
    ("word", "options"),
    [
        ("claim", {"claiming": {"claims": False}}),
        ("swap", {"swaps": {"joker_swap": False}}),
        ("bonus", {"scoring": {"bonus_cards_in_play": 0}}),
        ("double", {"scoring": {"rummy17_double": "never"}}),
        ("off", {"lay_offs": {"layoff": "none"}}),
    ],
)
def test_what_is_not_played_is_not_mentioned(word: str, options: Options) -> None:
    def mentions(paragraph: Paragraph) -> bool:
        captions = [example.caption for example in paragraph.examples]
        cells = [cell for row in paragraph.table.rows for cell in row] if paragraph.table else []
        return any(re.search(rf"\b{word}", text.lower()) for text in (paragraph.text, *captions, *cells))

    def mentioning(found: Booklet) -> list[Paragraph]:
        return [paragraph for chapter in found.chapters for paragraph in chapter.paragraphs if mentions(paragraph)]

    assert mentioning(booklet())
    assert mentioning(booklet(**options)) == []


@pytest.mark.parametrize(
    ("title", "sentence", "options"),
    [
        ("Material", "2 to 4 people can play", {"deal": {"hand_size": 20}}),
        ("Material", "2 or 4 people can play", {"deal": {"hand_size": {2: 10, 4: 7}}}),
        ("Material", "worth 7 points each", {"scoring": {"bonus_points": 7}}),
        ("The deal", "until everybody has 13", {"deal": {"hand_size": 13}}),
        ("The deal", "The dealer begins", {"deal": {"starting_seat": "dealer"}}),
        ("The deal", "All twelve bonus cards lie open", {"scoring": {"bonus_cards_in_play": 12}}),
        ("The turn", "only if you lay it in a new meld", {"draw": {"taken_discard_must_be_used": "meld"}}),
        ("The turn", "may not throw the same card back", {"draw": {"may_discard_taken_card": False}}),
        ("Claiming", "take the top 2 cards of the stock", {"claiming": {"claim_penalty_cards": 2}}),
        ("Claiming", "in the first 3 laps", {"claiming": {"claim_from_lap": 4}}),
        ("Claiming", "is on turn at once", {"claiming": {"claim_takes_turn": True}}),
        ("Claiming", "by everybody but the dealer", {"claiming": {"dealer_may_claim_upcard": False}}),
        ("Melds", "After the 17 a run may go on with the 1", {"melds": {"ace_wrap": True}}),
        ("Melds", "at most 6 cards from your hand", {"melds": {"max_hand_cards_per_turn": 6}}),
        ("The first meld", "at least 30 points together", {"first_meld": {"first_meld_min": 30}}),
        (
            "The first meld",
            "at least 30 points together, or at least 45 if there is a joker",
            {"first_meld": {"first_meld_min": 30, "first_meld_min_with_joker": 45}},
        ),
        (
            "The first meld",
            "without a joker will do as your first",
            {"first_meld": {"first_meld_min_with_joker": 45}},
        ),
        (
            "The first meld",
            "unless there is a joker among them",
            {"first_meld": {"first_meld_min": 30, "first_meld_min_with_joker": 0}},
        ),
        ("The first meld", "no joker at all", {"first_meld": {"max_jokers_first_meld": 0}}),
        ("The first meld", "in the first lap", {"first_meld": {"no_meld_laps": 1}}),
        ("Laying off", "On the melds of the others you may not.", {"lay_offs": {"layoff": "own"}}),
        ("Laying off", "in an earlier turn", {"lay_offs": {"layoff_same_turn": False}}),
        ("Jokers", "The run must have at least 6 cards", {"pool": {"pool_joker_min_run": 6}}),
        ("Jokers", "only one joker from the pool", {"pool": {"pool_jokers_per_turn": 1}}),
        ("Jokers", "lay a joker of the pool off on a run", {"pool": {"pool_joker_layoff": True}}),
        ("Jokers", "must have at least 5 cards", {"swaps": {"swapped_joker_min_run": 5}}),
        ("Jokers", "four natural cards", {"swaps": {"set_joker_swap": "four_naturals"}}),
        ("The end of the round", "those of the others do not", {"scoring": {"rummy17_double": "finisher_only"}}),
        ("The end of the round", "at most 3 times", {"draw": {"stock_exhaustion": "reshuffle", "max_reshuffles": 3}}),
        ("The end of the round", "40 turns in a row", {"draw": {"stall_limit": 40}}),
        ("Scoring", "below 8, 2 points for a card from 8 on", {"scoring": {"penalty_high_from": 8}}),
        ("The match", "5 rounds", {"match": {"match_mode": "rounds", "rounds": 5}}),
    ],
)
def test_a_house_rule_is_told_in_its_chapter(title: str, sentence: str, options: Options) -> None:
    assert sentence not in text(title)
    assert sentence in text(title, **options)


@pytest.mark.parametrize("layoff", ["none", "own", "any"])
@pytest.mark.parametrize("joker_swap", [False, True])
def test_a_turn_in_short_names_what_may_be_done(layoff: str, joker_swap: bool) -> None:
    told = chapter("The turn", lay_offs={"layoff": layoff}, swaps={"joker_swap": joker_swap}).paragraphs[0].text
    assert ("lay off" in told) is (layoff != "none")
    assert ("swap" in told) is joker_swap


@pytest.mark.parametrize(
    ("layoff", "joker_swap", "can_add"), [("own", False, False), ("any", False, True), ("own", True, True)]
)
def test_whose_an_added_card_is_is_told_where_cards_can_be_added(layoff: str, joker_swap: bool, can_add: bool) -> None:
    told = text("The bonus cards", lay_offs={"layoff": layoff}, swaps={"joker_swap": joker_swap})
    assert ("the meld of another player" in told) is can_add


def test_a_run_beyond_17_is_drawn_as_what_it_is() -> None:
    def beyond(**options: Mapping[str, Any]) -> list[bool]:
        examples = [example for paragraph in chapter("Melds", **options).paragraphs for example in paragraph.examples]
        return [example.legal for example in examples if example.cards == "16r 17r 1r"]

    assert beyond() == [False]
    assert beyond(melds={"ace_wrap": True}) == [True]


# -- the example ------------------------------------------------------------------------------------------------

SCORINGS: list[Options] = [
    {},
    {"scoring": {"rummy17_double": "never"}},
    {"scoring": {"rummy17_double": "finisher_only"}},
    {"scoring": {"penalty_high_from": 4, "bonus_points": 5}},
    {"scoring": {"bonus_cards_in_play": 12}},
    {"scoring": {"bonus_cards_in_play": 12, "fewest_requires_meld": True, "most_requires_positive": False}},
    {"scoring": {"bonus_cards_in_play": 0}},
    {"melds": {"ace_wrap": True}, "lay_offs": {"layoff_credit": "layer"}},
]


def played(last_card: str, options: Options) -> Table:
    """The round of the example, played to its end."""
    scenario = rummy17(len(NAMES), **options)
    open_cards = scenario.rules.deal.side_cards
    assert open_cards is not None
    table = scenario.deal(
        hands=[last_card, *HANDS[1:]],
        table=[f"{seat}: {cards}" for seat, melds in enumerate(MELDS, 1) for cards in melds],
        side_cards=SIDE_CARDS[: open_cards.open],
        drawn=True,
    )
    return table.play(f"discard {last_card}")


@pytest.mark.parametrize("options", SCORINGS, ids=str)
def test_the_example_is_scored_as_the_game_scores_it(options: Options) -> None:
    told, sums = chapter("Scoring", **options).paragraphs[-2:]
    last_card = next(example.cards for example in told.examples if "discarded" in example.caption)
    result = score(played(last_card, options))
    assert sums.table is not None
    assert sums.table.heading == ("", *NAMES)
    rows = {title: tuple(map(int, points)) for title, *points in sums.table.rows}
    assert rows.pop("Score") == result.totals
    if max(result.factors) == 2:
        rows.pop("Sum")
    assert rows == {item.title: item.points for item in result.items}


@pytest.mark.parametrize(
    ("double", "card", "factors"),
    [("all_players", "17y", (2, 2, 2)), ("finisher_only", "17y", (2, 1, 1)), ("never", "12y", (1, 1, 1))],
)
def test_the_example_shows_the_doubling_if_there_is_one(double: str, card: str, factors: tuple[int, ...]) -> None:
    options: Options = {"scoring": {"rummy17_double": double}}
    told, sums = chapter("Scoring", **options).paragraphs[-2:]
    assert card in [example.cards for example in told.examples]
    assert score(played(card, options)).factors == factors
    assert ("count double" in sums.text) is (max(factors) == 2)


def test_the_default_example_is_worth_reading() -> None:
    """It has a bonus card that two share, one for a player without melds, and a 17."""
    sums = chapter("Scoring").paragraphs[-1]
    assert sums.table is not None
    assert ("Most 8/16", "3", "3", "0") in sums.table.rows
    assert ("Fewest blue", "0", "0", "3") in sums.table.rows
    assert sums.table.rows[-1] == ("Score", "24", "-2", "-22")
