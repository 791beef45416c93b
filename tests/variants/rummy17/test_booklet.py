"""The rule booklet of Rummy 17: that it tells what is played, and that its example is scored rightly."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rummykit.booklet import Booklet, Chapter, Paragraph
from rummykit.scenario import Table, resolve
from rummykit_rummy17.bonus import BONUS_CARDS

from ..helpers import PLUGINS, score
from .helpers import rummy17

Options = Mapping[str, Mapping[str, Any]]
NAMES = ("Anna", "Ben", "Clara")


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
        "The aim of the game",
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
        ("Claiming", {"claims": {"allowed": "never"}}),
        ("Laying off", {"lay_offs": {"on": "none"}}),
        ("The bonus cards", {"bonus": {"in_play": 0}}),
    ],
)
def test_what_is_not_played_has_no_chapter(title: str, options: Options) -> None:
    assert title in titles()
    assert title not in titles(**options)


@pytest.mark.parametrize(
    ("word", "options"),
    [
        ("claim", {"claims": {"allowed": "never"}}),
        ("swap", {"swaps": {"allowed": False}}),
        ("bonus", {"bonus": {"in_play": 0}}),
        ("double", {"scoring": {"double_17": "never"}}),
        ("off", {"lay_offs": {"on": "none"}}),
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


@pytest.mark.option("bonus.cards")
def test_only_bonus_cards_that_can_lie_open_are_told() -> None:
    told = [paragraph.text for paragraph in chapter("The bonus cards", bonus={"cards": ["fewest_blue"]}).paragraphs]
    assert [text for text in told if text.startswith(("Most", "Fewest", "Largest", "Longest", "Highest", "Game"))] == [
        "Fewest blue: you have the fewest blue cards; the blue joker is one of them."
    ]
    assert not any("Nothing is not the most" in text or "has the value" in text for text in told)


@pytest.mark.parametrize(
    ("title", "sentence", "options"),
    [
        ("Material", "2 to 4 people can play", {"deal": {"cards": 20}}),
        ("Material", "2 or 4 people can play", {"deal": {"cards": {2: 10, 4: 7}}}),
        ("Material", "worth 7 points each", {"bonus": {"points": 7}}),
        ("The deal", "until everybody has 13", {"deal": {"cards": 13}}),
        ("The deal", "The dealer begins", {"deal": {"starter": "dealer"}}),
        ("The deal", "All twelve bonus cards lie open", {"bonus": {"in_play": 12}}),
        (
            "The deal",
            "open in every round: Most red and Largest set",
            {"bonus": {"cards": ["most_red", "longest_set"]}},
        ),
        (
            "The turn",
            "only if you lay it in a new meld",
            {"discards": {"take": "only_to_meld"}, "claims": {"allowed": "never"}},
        ),
        ("The turn", "may not throw the same card back", {"discards": {"throw_back": False}}),
        ("Claiming", "take 2 penalty cards", {"claims": {"penalty": 2}}),
        ("Claiming", "in the first 3 laps", {"claims": {"from_lap": 4}}),
        ("Claiming", "has the turn at once", {"claims": {"takes_turn": True}}),
        ("Claiming", "by everybody but the dealer", {"claims": {"dealer_upcard": False}}),
        ("Melds", "After the 17 a run may go on with the 1", {"melds": {"wrap": True}}),
        ("Melds", "at most 6 cards from your hand", {"turn": {"most_cards": 6}}),
        ("The first meld", "at least 30 points together", {"first_meld": {"min": 30}}),
        (
            "The first meld",
            "at least 30 points together, or at least 45 if there is a joker",
            {"first_meld": {"min": 30, "min_with_joker": 45}},
        ),
        (
            "The first meld",
            "without a joker will do as your first",
            {"first_meld": {"min_with_joker": 45}},
        ),
        (
            "The first meld",
            "unless there is a joker among them",
            {"first_meld": {"min": 30, "min_with_joker": 0}},
        ),
        ("The first meld", "no joker at all", {"first_meld": {"max_jokers": 0}}),
        ("The first meld", "in the first lap", {"first_meld": {"from_lap": 2}}),
        ("Laying off", "On the melds of the others you may not.", {"lay_offs": {"on": "own"}}),
        ("Laying off", "in an earlier turn", {"lay_offs": {"same_turn": False}}),
        ("Laying off", "even before you have melded yourself", {"lay_offs": {"before_first_meld": True}}),
        ("Melds", "runs, which have at least 4", {"melds": {"min_run": 4}}),
        ("Melds", "sets, which have at least 4 cards", {"melds": {"min_set": 4}}),
        ("Melds", "you may lay only one new meld", {"melds": {"per_turn": 1}}),
        ("Jokers", "fewer jokers than natural cards", {"jokers": {"share": "fewer", "per_meld": 2}}),
        ("Jokers", "it begins and ends with natural cards", {"jokers": {"at_ends": False}}),
        ("Jokers", "The run must have at least 6 cards", {"pool": {"min_run": 6}}),
        ("Jokers", "only one joker from the pool", {"pool": {"per_turn": 1}}),
        ("Jokers", "lay a joker of the pool off on a run", {"pool": {"lay_off": True}}),
        ("Jokers", "must have at least 5 cards", {"swaps": {"min_run": 5}}),
        ("Jokers", "four natural cards", {"swaps": {"sets": "four_naturals"}}),
        ("The end of the round", "those of the others do not", {"scoring": {"double_17": "finisher_only"}}),
        ("The end of the round", "at most three times", {"stock": {"exhausted": "reshuffle", "reshuffles": 3}}),
        ("The end of the round", "40 turns in a row", {"turn": {"stall_limit": 40}}),
        ("Scoring", "below 8, 2 points for a card from 8 on", {"scoring": {"high_from": 8}}),
        ("The match", "5 rounds", {"match": {"rounds": 5}}),
    ],
)
def test_a_house_rule_is_told_in_its_chapter(title: str, sentence: str, options: Options) -> None:
    assert sentence not in text(title)
    assert sentence in text(title, **options)


@pytest.mark.parametrize("layoff", ["none", "own", "any"])
@pytest.mark.parametrize("joker_swap", [False, True])
def test_a_turn_in_short_names_what_may_be_done(layoff: str, joker_swap: bool) -> None:
    told = chapter("The turn", lay_offs={"on": layoff}, swaps={"allowed": joker_swap}).paragraphs[0].text
    assert ("lay off" in told) is (layoff != "none")
    assert ("swap" in told) is joker_swap


@pytest.mark.parametrize(
    ("layoff", "joker_swap", "can_add"), [("own", False, False), ("any", False, True), ("own", True, True)]
)
def test_whose_an_added_card_is_is_told_where_cards_can_be_added(layoff: str, joker_swap: bool, can_add: bool) -> None:
    told = text("The bonus cards", lay_offs={"on": layoff}, swaps={"allowed": joker_swap})
    assert ("the meld of another player" in told) is can_add


def test_a_run_beyond_17_is_drawn_as_what_it_is() -> None:
    def beyond(**options: Mapping[str, Any]) -> list[bool]:
        examples = [example for paragraph in chapter("Melds", **options).paragraphs for example in paragraph.examples]
        return [example.legal for example in examples if example.cards == "16r 17r 1r"]

    assert beyond() == [False]
    assert beyond(melds={"wrap": True}) == [True]


# -- the example ------------------------------------------------------------------------------------------------

SCORINGS: list[Options] = [
    {},
    {"scoring": {"double_17": "never"}},
    {"scoring": {"double_17": "finisher_only"}},
    {"scoring": {"high_from": 4}, "bonus": {"points": 5}},
    {"bonus": {"in_play": 12}},
    {"bonus": {"in_play": 12, "fewest_needs_meld": True, "most_needs_positive": False}},
    {"bonus": {"in_play": 0}},
    {"bonus": {"cards": ["most_runs", "fewest_jokers", "game_finished"]}},
    {"scoring": {"unmelded": "double"}},
    {"scoring": {"unmelded": 20, "winner": "collects"}},
    {"melds": {"wrap": True}, "lay_offs": {"credit": "layer"}},
]


def example(options: Options) -> tuple[Paragraph, Paragraph]:
    """What lies there in the example, and what it brings."""
    told, sums = chapter("Scoring", **options).paragraphs[-2:]
    return told, sums


def played(options: Options) -> Table:
    """The round of the example, played to its end."""
    told, sums = example(options)
    laid, last_card, others, *hands = (drawn.cards for drawn in told.examples)
    assert sums.table is not None
    titles = {card.title: key for key, card in BONUS_CARDS.items()}
    table = rummy17(len(NAMES), **options).deal(
        hands=[last_card, *hands],
        table=[f"{seat}: {cards}" for seat, melds in enumerate((laid, others), 1) for cards in melds.split(" | ")],
        side_cards=[titles[title] for title, *_ in sums.table.rows if title in titles],
        drawn=True,
    )
    return table.play(f"discard {last_card}")


@pytest.mark.parametrize("options", SCORINGS, ids=str)
def test_the_example_is_scored_as_the_game_scores_it(options: Options) -> None:
    sums, table = example(options)[1].table, played(options)
    assert sums is not None
    assert sums.heading == ("", *NAMES)
    open_cards, result = table.round.rules.deal.side_cards, score(table)
    assert open_cards is not None
    assert len(table.round.side_cards) == open_cards.open
    rows = {title: tuple(map(int, points)) for title, *points in sums.rows}
    assert rows.pop("Score") == result.totals
    if max(result.factors) == 2:
        rows.pop("Sum")
    assert rows == {item.title: item.points for item in result.items}


@pytest.mark.parametrize(
    ("double", "card", "factors"),
    [("all_players", "17y", (2, 2, 2)), ("finisher_only", "17y", (2, 1, 1)), ("never", "12y", (1, 1, 1))],
)
def test_the_example_shows_the_doubling_if_there_is_one(double: str, card: str, factors: tuple[int, ...]) -> None:
    options: Options = {"scoring": {"double_17": double}}
    told, sums = example(options)
    assert card in [drawn.cards for drawn in told.examples]
    assert score(played(options)).factors == factors
    assert ("count double" in sums.text) is (max(factors) == 2)


def test_the_default_example_is_worth_reading() -> None:
    """It has a bonus card that two share, one for a player without melds, and a 17."""
    sums = chapter("Scoring").paragraphs[-1]
    assert sums.table is not None
    assert ("Most 8/16", "3", "3", "0") in sums.table.rows
    assert ("Fewest blue", "0", "0", "3") in sums.table.rows
    assert sums.table.rows[-1] == ("Score", "24", "-2", "-22")


def test_no_claim_is_promised_after_the_last_card_where_it_costs_one() -> None:
    words = "even after the last card of the stock"
    assert words in text("Claiming")
    assert words not in text("Claiming", claims={"penalty": 1})


def test_two_players_read_an_example_for_two() -> None:
    told = PLUGINS.booklet(replace(resolve(PLUGINS, "rummy17"), players=2))
    scoring = next(chapter for chapter in told.chapters if chapter.title == "Scoring")
    tables = [paragraph.table for paragraph in scoring.paragraphs if paragraph.table]
    assert [table.heading for table in tables] == [("", "Anna", "Ben")]
