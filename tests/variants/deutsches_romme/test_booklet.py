"""The rule booklet of Deutsches Rommé: what is off is left out, what is on is told, and the sums are right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from rummykit.booklet import Chapter, Example, Paragraph
from rummykit.cards import Card
from rummykit.refusals import TABLE_RULES, Reason
from rummykit.scenario import resolve

from ..helpers import PLUGINS, score
from .helpers import LAY_ALL, WHOLE_HAND, melds_of, romme

CHAPTERS = [
    "The aim of the game",
    "Material",
    "The deal",
    "The turn",
    "Melds",
    "The first meld",
    "Laying off",
    "Jokers",
    "The end of the round",
    "Scoring",
    "The match",
]

Options = Mapping[str, Mapping[str, Any]]


def chapters(preset: str | None = None, options: Options | None = None) -> dict[str, Chapter]:
    booklet = PLUGINS.booklet(resolve(PLUGINS, "deutsches_romme", preset=preset, **(options or {})))
    return {chapter.title: chapter for chapter in booklet.chapters}


def read(chapter: Chapter) -> str:
    """All that is printed in a chapter."""
    return "\n".join([chapter.title, *(words for paragraph in chapter.paragraphs for words in printed(paragraph))])


def printed(paragraph: Paragraph) -> Iterator[str]:
    yield paragraph.text
    yield from (example.caption for example in paragraph.examples)
    if paragraph.table:
        yield from (cell for row in (paragraph.table.heading, *paragraph.table.rows) for cell in row)


def booklet(preset: str | None = None, options: Options | None = None) -> str:
    return "\n".join(map(read, chapters(preset, options).values()))


def worked_example(options: Options) -> tuple[str, Example]:
    """The sum in the chapter about scoring, and the cards it is made of."""
    paragraph = chapters(options=options)["Scoring"].paragraphs[-1]
    (example,) = paragraph.examples
    return paragraph.text, example


def first_meld_examples(preset: str | None, options: Options) -> list[Example]:
    paragraphs = chapters(preset, options)["The first meld"].paragraphs
    examples = [example for paragraph in paragraphs for example in paragraph.examples]
    return [example for example in examples if example.caption.startswith(("too few", "enough"))]


# -- what is told, and what is not -------------------------------------------------------------------------


def test_the_chapters_come_in_the_order_in_which_one_learns() -> None:
    assert list(chapters()) == list(chapters("skatverband")) == CHAPTERS
    assert list(chapters("club")) == [*CHAPTERS[:4], "Claiming", *CHAPTERS[4:]]


@pytest.mark.parametrize("preset", [None, "club", "skatverband"])
def test_every_paragraph_has_a_rule_of_the_sheet(preset: str | None) -> None:
    known = {*PLUGINS.rulebook("deutsches_romme"), *TABLE_RULES}
    found = {paragraph.rule for chapter in chapters(preset).values() for paragraph in chapter.paragraphs}
    assert found <= known
    assert ("CLUB-FIRST-01" in found) == (preset == "club")


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"deck": {"jokers": 0}}, "joker"),
        ({"hand_romme": {"when": "never"}}, "hand-rommé"),
        ({"lay_offs": {"on": "none"}}, "laying off"),
        ({"swaps": {"allowed": False}}, "swap"),
        ({"first_meld": {"min": 0}}, "enough"),
        ({"turn": {"stall_limit": 0}}, "turns in a row"),
    ],
)
def test_what_is_off_is_not_mentioned(options: Options, word: str) -> None:
    assert word in booklet().lower()
    assert word not in booklet(options=options).lower()


@pytest.mark.parametrize("word", ["claim", "first lap", "cutting", "rearrang"])
def test_nobody_reads_of_house_rules_of_other_tables(word: str) -> None:
    assert word not in booklet().lower()


@pytest.mark.parametrize(
    ("options", "chapter", "words"),
    [
        ({"deck": {"packs": 3, "jokers": 1}}, "Material", "3 packs of 52 French playing cards"),
        ({"deck": {"packs": 3, "jokers": 1}}, "Material", "One joker goes with them. That makes 157 cards in all."),
        ({"deck": {"packs": 1, "jokers": 0}}, "Material", "You need one pack of 52 French playing cards."),
        ({"deal": {"cards": 11}}, "The deal", "until everybody has 11"),
        ({"deal": {"keep_cut_joker": True}}, "The deal", "is a joker, whoever cuts keeps it"),
        ({"deal": {"jokers_each": 1}}, "The deal", "One card of every hand is a joker"),
        ({"discards": {"take": "only_to_meld"}}, "The first meld", "may be part of your first meld"),
        ({"swaps": {"joker_goes": "hand"}}, "Jokers", "The joker goes to your hand"),
        ({"swaps": {"joker_goes": "hand"}}, "Melds", "Only a joker may move on"),
        ({"swaps": {"only_own": True}}, "Jokers", "in one of your own melds, but not in one of the others"),
        ({"going_out": {"discard": "forbidden"}}, "The end of the round", "The last card may not be discarded."),
        ({"turn": {"most_cards": 7}}, "The turn", "at most 7 cards from your hand"),
        ({"first_meld": {"min": 35}}, "The first meld", "at least 35 points"),
        ({"ace": {"runs": "low"}}, "The first meld", "an ace 1,"),
        ({"ace": {"points": 10}}, "The first meld", "an ace 10,"),
        ({"hand_romme": {"when": "own_all_at_once"}}, "The end of the round", "no matter what the others"),
        ({"hand_romme": {"factor": 3}}, "The end of the round", "bad points of all others are trebled"),
        ({"first_meld": {"from_lap": 3}}, "The end of the round", "until melding is allowed"),
        ({"match": {"rounds": 4}}, "The match", "4 rounds"),
        ({"melds": {"min_run": 4}}, "Melds", "sets, which have at least 3 cards, and runs, which have at least 4"),
        ({"melds": {"min_run": 4, "min_set": 4}}, "Melds", "both have at least 4 cards"),
        ({"melds": {"min_set": 4}, "scoring": {"melds_count": True}}, "Scoring", "28 points for whoever laid them"),
        ({"melds": {"min_run": 4}}, "The aim of the game", "runs, which are cards of one suit that follow"),
        ({"melds": {"twins": True}}, "Melds", "Equal cards may be in it too"),
        ({"melds": {"twins": True}}, "Melds", "a set with equal cards"),
        ({"melds": {"per_turn": 1}}, "Melds", "you may lay only one new meld"),
        ({"melds": {"per_turn": 2}}, "Melds", "you may lay at most 2 new melds"),
        ({"jokers": {"share": "half"}}, "Jokers", "at most as many jokers as natural cards"),
        ({"jokers": {"share": "fewer"}}, "Jokers", "fewer jokers than natural cards"),
        ({"jokers": {"at_ends": False}}, "Jokers", "it begins and ends with natural cards"),
        ({"jokers": {"at_ends": False}}, "Jokers", "a joker at the end"),
        ({"jokers": {"alone": True}}, "Jokers", "at least 3 jokers may also be a set all by themselves"),
        ({"jokers": {"alone": True}}, "Jokers", "It counts as much as the most valuable set of that size"),
        ({"jokers": {"alone": True}}, "Jokers", "Its jokers cannot be swapped"),
    ],
)
def test_the_values_in_force_are_told(options: Options, chapter: str, words: str) -> None:
    assert words in read(chapters(options=options)[chapter])
    assert words not in booklet()


def test_laying_all_at_once_frees_from_the_first_meld_only_where_it_does() -> None:
    words = "need not meet the rules for a first meld"
    assert words in booklet()
    assert words not in booklet(options={"hand_romme": {"waives_first_meld": False}})
    assert words not in booklet(options={"first_meld": {"min": 0}})


def test_a_hand_romme_may_bring_nothing_but_fame() -> None:
    no_factor = {"factor": 1}
    assert "admiration" not in booklet(options={"hand_romme": no_factor})
    assert "admiration" in booklet(options={"hand_romme": {**no_factor, "waives_first_meld": False}})


# -- what the cards count ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ace", "low", "high"), [({}, 1, 11), ({"runs": "low"}, 1, 1), ({"points": 11}, 11, 11)])
def test_the_points_of_the_ace_are_those_of_the_melds(ace: dict[str, Any], low: int, high: int) -> None:
    told = read(chapters(options={"ace": ace})["The first meld"])
    assert (f"counts {low} where it begins a run, and {high} everywhere else" in told) == (low != high)
    assert (f"an ace {low}," in told) == (low == high)
    assert melds_of("Ah 2h 3h", ace=ace) == {"Ah 2h 3h": low + 5}
    assert melds_of("As Ah Ad", ace=ace) == {"As Ah Ad": 3 * high}


@pytest.mark.parametrize("options", [{}, {"jokers": {"in_hand": 35}, "ace": {"in_hand": 4}}])
def test_the_table_has_the_costs_of_the_cards(options: Options) -> None:
    rules = romme(**options).rules
    costs = {card.text: rules.scoring.card_penalty(card) for card in rules.pack.cards}
    (table,) = [paragraph.table for paragraph in chapters(options=options)["Scoring"].paragraphs if paragraph.table]
    assert table.rows == (
        ("King, queen, jack", str(costs["Kh"])),
        ("10 to 2", "the number on the card"),
        ("Ace", str(costs["Ac"])),
        ("Joker", str(costs["*"])),
    )
    assert costs["Kh"] == costs["Qs"] == costs["Jd"]
    assert [costs[f"{number}c"] for number in range(2, 11)] == list(range(2, 11))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"deck": {"jokers": 0}},
        {"jokers": {"in_hand": 35}, "ace": {"in_hand": 4}},
        {"hand_romme": {"factor": 3}},
    ],
)
def test_the_worked_example_is_what_a_round_costs(options: Options) -> None:
    text, example = worked_example(options)
    game = romme(**options)
    ended = game.deal(hands=["9c", example.cards], melded=[0], drawn=True).play("discard 9c")
    total = score(ended).totals[1]
    assert f" = {total} bad points." in text

    at_once = game.deal(hands=[f"{WHOLE_HAND} 9c", example.cards], drawn=True).play(LAY_ALL, "discard 9c")
    factor, product = score(at_once).factors[1], score(at_once).totals[1]
    assert f"it would be {factor} × {total} = {product}." in text


def test_the_worked_example_adds_up_card_by_card() -> None:
    text, example = worked_example({})
    rules = romme().rules
    cards: list[Card] = [rules.pack.card(word) for word in example.cards.split()]
    assert f"{' + '.join(str(rules.scoring.card_penalty(card)) for card in cards)} = 48 " in text


# -- the first meld ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        (None, {}),
        ("club", {"first_meld": {"from_lap": 1}}),
        *((None, {"first_meld": {"min": least}}) for least in (1, 25, 50, 80, 100)),
        (None, {"first_meld": {"min": 100}, "deck": {"packs": 1}}),
        (None, {"first_meld": {"min": 10}, "turn": {"most_cards": 3}}),
    ],
)
def test_the_first_melds_shown_are_good_enough_or_not(preset: str | None, options: Options) -> None:
    examples = first_meld_examples(preset, options)
    game = romme(preset=preset, **options)

    def refusal(example: Example) -> Reason | None:
        cards = example.cards.replace("|", " ")
        table = game.deal(hands=[f"{cards} 2c 3d", "2d"], drawn=True)
        refused = table.refusal(f"meld {example.cards}")
        return refused and Reason(refused.reason)

    assert any(example.legal for example in examples)
    for example in examples:
        needs_more = (Reason.FIRST_MELD_POINTS, Reason.FIRST_MELD_POINTS_WITH_JOKER)["joker" in example.caption]
        assert refusal(example) is (None if example.legal else needs_more)


def test_no_first_meld_is_shown_that_a_turn_has_no_room_for() -> None:
    assert first_meld_examples(None, {"turn": {"most_cards": 3}}) == []


@pytest.mark.parametrize(
    ("preset", "sums"),
    [(None, {"30", "40"}), ("club", {"21", "30", "40"})],
)
def test_the_first_melds_shown_end_at_the_very_limits(preset: str | None, sums: set[str]) -> None:
    captions = [example.caption for example in first_meld_examples(preset, {})]
    assert {caption.partition(": ")[2].removesuffix(" points") for caption in captions} == sums


def test_no_first_meld_is_shown_that_a_hand_has_no_room_for() -> None:
    small = {"deal": {"cards": 7}, "first_meld": {"min": 60}}
    assert first_meld_examples(None, small) == []
    assert first_meld_examples(None, {**small, "deal": {"cards": 8}}) != []


# -- who plays, and how a round ends -------------------------------------------------------------------------


def at_table(players: int | range, options: Options) -> dict[str, Chapter]:
    table = resolve(PLUGINS, "deutsches_romme", preset="club", **options)
    said = replace(table, player_range=players) if isinstance(players, range) else replace(table, players=players)
    return {chapter.title: chapter for chapter in PLUGINS.booklet(said).chapters}


def test_two_players_read_of_no_neighbours() -> None:
    found = at_table(2, {"claims": {"allowed": "never"}})
    deal = read(found["The deal"])
    assert "the other player cuts" in deal
    assert "The player who has not dealt begins" in deal
    assert not {"left", "right"} & set(deal.split())


def test_two_players_have_nothing_to_claim() -> None:
    (paragraph,) = at_table(2, {})["Claiming"].paragraphs
    assert "Between two players there is nothing to claim" in paragraph.text
    assert "between two players" in read(at_table(range(2, 5), {})["Claiming"])
    assert "two players" not in read(at_table(range(3, 5), {})["Claiming"])


def test_the_cover_has_the_players_of_the_file_in_an_elimination_too() -> None:
    table = resolve(PLUGINS, "deutsches_romme", match={"elimination": 101})
    assert PLUGINS.booklet(replace(table, player_range=range(3, 6))).players == (3, 5)


@pytest.mark.parametrize("take", ["never", "only_to_use", "only_to_meld"])
def test_no_round_goes_on_for_ever_where_nobody_keeps_discards(take: str) -> None:
    assert "turns in a row" not in booklet(options={"discards": {"take": take}})


@pytest.mark.parametrize(
    ("scoring", "words", "totals"),
    [
        ({}, "all of you count what you still hold.", (28, 10)),
        ({"winner": "collects"}, "and nothing is written down.", (0, 0)),
        ({"winner": "paid_by_losers"}, "and nothing is written down.", (0, 0)),
        ({"winner": "collects", "unfinished": "lowest"}, "the lowest hand wins it.", (0, 18)),
        ({"winner": "paid_by_losers", "unfinished": "lowest"}, "the lowest hand wins it.", (-18, 18)),
        ({"melds_count": True}, "and take off those that you still hold.", (-28, -10)),
        ({"melds_count": True, "winner": "collects"}, "only the cards that you have laid count.", (0, 0)),
    ],
)
def test_a_round_that_nobody_finishes_is_scored_as_it_is_told(
    scoring: dict[str, Any], words: str, totals: tuple[int, int]
) -> None:
    options = {"scoring": scoring, "stock": {"exhausted": "score_at_once"}}
    assert words in read(chapters(options=options)["The end of the round"])
    table = romme(**options).deal(hands=["As Kh", "Kd"], stock_top="7d", stock_size=1).play("draw stock")
    assert score(table).totals == totals


@pytest.mark.parametrize(("unmelded", "costs"), [("double", "2 × 48 = 96"), (70, "70 instead")])
def test_the_worked_example_knows_who_never_melded(unmelded: str | int, costs: str) -> None:
    options: Options = {"scoring": {"unmelded": unmelded}}
    text, example = worked_example(options)
    assert f"If you have not laid a single meld, it is {costs}." in text
    ended = romme(**options).deal(hands=["9c", example.cards], melded=[0], drawn=True).play("discard 9c")
    assert str(score(ended).totals[1]) in costs
    # Whoever lays all at once before anybody else has melded leaves nobody who has.
    assert "Hand-Rommé" not in text
