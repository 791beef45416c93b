"""The rule booklet of Wiener Rummy: its drawn hands are tried and its sums are scored in real rounds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import pytest

from rummykit.booklet import Chapter, Example, Paragraph
from rummykit.scenario import Table as GameTable
from rummykit.scenario import resolve
from rummykit_wiener_rummy.rulebook import RULES

from ..helpers import PLUGINS, allowed, refused, score
from .helpers import left, wiener

Options = Mapping[str, Mapping[str, Any]]


def booklet(preset: str | None = None, **options: Mapping[str, Any]) -> tuple[Chapter, ...]:
    return PLUGINS.booklet(resolve(PLUGINS, "wiener_rummy", preset=preset, **options)).chapters


def chapter(title: str, preset: str | None = None, **options: Mapping[str, Any]) -> Sequence[Paragraph]:
    (found,) = (chapter for chapter in booklet(preset, **options) if chapter.title == title)
    return found.paragraphs


def text_of(paragraphs: Sequence[Paragraph]) -> str:
    cells = [cell for paragraph in paragraphs if paragraph.table for row in paragraph.table.rows for cell in row]
    captions = [example.caption for paragraph in paragraphs for example in paragraph.examples]
    return "\n".join([*(paragraph.text for paragraph in paragraphs), *captions, *cells])


def whole_text(preset: str | None = None, **options: Mapping[str, Any]) -> str:
    return "\n".join(text_of(chapter.paragraphs) for chapter in booklet(preset, **options))


# -- complete, and silent about what is not played ---------------------------------------------------------


def test_the_whole_rule_sheet_is_told() -> None:
    told = {paragraph.rule for chapter in booklet() for paragraph in chapter.paragraphs}
    assert told == set(RULES)


@pytest.mark.parametrize(
    ("preset", "unsaid"),
    [
        (None, "claim|undercut|calls Rommé, each|difference|side by side"),
        ("rummy_101", "claim|undercut|buy"),
        ("elimination", "claim|undercut|buy|chip|pot|fee"),
        ("knock", "claim|joker|101|buy|improve|exchange|at most 5"),
    ],
)
def test_nothing_is_said_of_what_is_not_played(preset: str | None, unsaid: str) -> None:
    assert re.findall(rf"\b({unsaid})", whole_text(preset), re.IGNORECASE) == []


@pytest.mark.parametrize(
    ("section", "option", "value"),
    [
        ("deck", "packs", 3),
        ("deck", "jokers", 7),
        ("deal", "cards", 14),
        ("stock", "reshuffles", 6),
        ("turn", "stall_limit", 43),
        ("knocking", "limit", 17),
        ("jokers", "in_hand", 37),
        ("ace", "in_hand", 13),
        ("scoring", "undercut", 47),
        ("scoring", "call_bonus", 39),
        ("match", "elimination", 207),
        ("stakes", "ante", 29),
        ("stakes", "fee", 8),
    ],
)
def test_a_value_in_force_is_in_the_text(section: str, option: str, value: int) -> None:
    assert str(value) in re.findall(r"\d+", whole_text(**{section: {option: value}}))


@pytest.mark.parametrize(
    ("title", "section", "option", "words"),
    [
        (
            "Knocking",
            "knocking",
            "improve",
            {
                "none": "show their hands at once",
                "stock": "may not be taken any more",
                "stock_or_discard": "take the open card",
            },
        ),
        (
            "Knocking",
            "knocking",
            "limit",
            {"unlimited": "whatever you hold", 0: "count nothing", 1: "at most 1 point "},
        ),
        (
            "The end of the round",
            "stock",
            "exhausted",
            {
                "reshuffle": "at most twice",
                "finish_turn": "may still knock or call",
                "score_at_once": "As soon as somebody draws the last card",
            },
        ),
        ("The end of the round", "stock", "reshuffles", {0: "the turn is played to its end", 1: "only once"}),
        ("The end of the round", "turn", "stall_limit", {1: "when a turn has gone by", 2: "2 turns in a row"}),
        ("Melds", "melds", "min_run", {4: "runs at least 4.", 5: "runs at least 5."}),
        ("Melds", "melds", "twins", {True: "Equal cards may be in it too", False: "all of different suits"}),
        ("Jokers", "jokers", "share", {"half": "at most as many jokers", "fewer": "there must be fewer jokers"}),
        ("Scoring", "scoring", "hands", {"difference_to_lowest": "only the difference counts"}),
        ("Scoring", "scoring", "undercut", {1: "1 bad point more", 2: "2 bad points more"}),
        ("Scoring", "scoring", "call_bonus", {1: "has 1 bad point more", 2: "has 2 bad points more"}),
    ],
)
def test_an_option_has_words_of_its_own(title: str, section: str, option: str, words: dict[Any, str]) -> None:
    told = {value: text_of(chapter(title, **{section: {option: value}})) for value in words}
    for value, word in words.items():
        assert [other for other, text in told.items() if word in text] == [value]


def test_without_a_stall_limit_none_is_told() -> None:
    assert "turn" in text_of(chapter("The end of the round"))
    assert "in a row" not in text_of(chapter("The end of the round", turn={"stall_limit": 0}))


def test_nothing_is_claimed_in_the_last_exchange() -> None:
    claims = {"claims": {"allowed": "always"}}
    assert "claimed" in text_of(chapter("Knocking", **claims))
    assert "claimed" not in text_of(chapter("Knocking", **claims, knocking={"improve": "none"}))


def test_a_pack_without_jokers_is_not_added_up() -> None:
    assert "52 cards in all" not in whole_text("knock")
    assert "53 cards in all" in whole_text("knock", deck={"jokers": 1})


def test_who_ends_the_match_cites_the_rule_about_it() -> None:
    assert chapter("The match")[0].rule == "WIE-PARTY-05"
    assert chapter("The match", "knock")[0].rule == "WIE-SCORE-01"


# -- hands that are drawn ----------------------------------------------------------------------------------


def after_drawing(example: Example, options: Options) -> GameTable:
    """A player who can discard the eight of clubs and then has the cards of the example."""
    cards = example.cards.replace("|", " ")
    return wiener(**options).deal(hands=[f"{cards} 8c", "As"], open_card="9d", drawn=True)


@pytest.mark.parametrize(
    ("size", "limit"),
    list(product([5, 6, 8, 12, 14, 15, 20], [5, "unlimited"]))
    + [(10, limit) for limit in (0, 1, 2, 4, 6, 12, 13, 19, 20, 100)],
)
def test_the_hands_in_the_chapter_about_knocking_are_judged_as_a_round_does(size: int, limit: int | str) -> None:
    options: Options = {"deal": {"cards": size}, "knocking": {"limit": limit}}
    examples = chapter("Knocking", **options)[0].examples
    assert [example.legal for example in examples] == ([True] if limit in (20, 100, "unlimited") else [True, False])
    for example in examples:
        assert len(example.cards.replace("|", " ").split()) == size
        table = after_drawing(example, options)
        if example.legal:
            allowed(table, "knock 8c")
        else:
            refused(table, "knock 8c", "WIE-END-02")
        assert left(example.cards.replace("|", " "), **options) == points_in(example.caption)


@pytest.mark.parametrize("size", [5, 6, 11, 12, 13, 15, 20])
def test_the_hand_in_the_chapter_about_calling_can_be_called_with(size: int) -> None:
    options: Options = {"deal": {"cards": size}}
    (example,) = chapter("Calling Rommé", **options)[0].examples
    assert len(example.cards.replace("|", " ").split()) == size
    allowed(after_drawing(example, options), "call 8c")


def test_the_better_way_to_show_a_hand_is_the_one_that_counts() -> None:
    better, worse = chapter("The end of the round")[0].examples
    assert sorted(better.cards.replace("|", " ").split()) == sorted(worse.cards.replace("|", " ").split())
    assert left(better.cards.replace("|", " ")) == points_in(better.caption) == 14
    assert points_in(worse.caption) == 17


def points_in(text: str) -> int:
    """The points that a text tells, the last of its numbers; none if there is no number."""
    return int((re.findall(r"\d+", text) or ["0"])[-1])


# -- scoring -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"jokers": {"in_hand": 33}, "ace": {"in_hand": 4}}])
def test_the_table_of_card_values_is_what_the_cards_cost(options: Options) -> None:
    values = chapter("Scoring", **options)[0].table
    assert values is not None
    worth = wiener(**options).rules.scoring.card_penalty
    pack = wiener().rules.pack
    cards = {"King, queen, jack": ["Ks", "Qh", "Jd"], "Ace": ["Ac"], "Joker": ["*"]}
    assert [name for name, _ in values.rows] == ["King, queen, jack", "10 to 2", "Ace", "Joker"]
    for name, points in values.rows:
        if name in cards:
            assert {worth(pack.card(card)) for card in cards[name]} == {int(points)}
    assert [worth(pack.card(f"{number}s")) for number in range(2, 11)] == list(range(2, 11))


SCORING = [
    {"scoring": {"hands": how, "undercut": fine, "call_bonus": 25}, "ace": {"in_hand": ace}}
    for how, (fine, ace) in product(["deadwood_sum", "difference_to_lowest"], [(0, 11), (10, 1)])
]


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("limit", [0, 2, 5, "unlimited"])
@pytest.mark.parametrize("scoring", SCORING, ids=str)
def test_the_round_that_is_worked_out_is_scored_like_that(
    players: int, limit: int | str, scoring: Mapping[str, Any]
) -> None:
    options: Options = {
        "deal": {"cards": dict.fromkeys(range(2, players + 1), 10)},
        "knocking": {"limit": limit},
        **scoring,
    }
    example = next(found for found in chapter("Scoring", **options) if found.text.startswith("For example"))
    assert example.table is not None
    names = [name for name, _ in example.table.rows]
    assert len(names) == players
    shown = {example.caption.removeprefix("left over: "): example.cards for example in example.examples}
    lefts = [shown.get(name, "") for name in names]

    table = played_out("knock", lefts, options)
    assert score(table).totals == tuple(points_in(sum) for _, sum in example.table.rows)
    assert [left(cards, **options) for cards in lefts] == [hand.points for hand in table.round.shown]
    undercut = any(item.key == "undercut" for item in score(table).items)
    assert ("is undercut by Ben" in example.text) is undercut
    assert undercut is bool(scoring["scoring"]["undercut"] and limit != 0)


@pytest.mark.parametrize("scoring", SCORING, ids=str)
@pytest.mark.parametrize("players", [2, 3])
def test_the_call_that_is_worked_out_is_scored_like_that(players: int, scoring: Mapping[str, Any]) -> None:
    options: Options = {"deal": {"cards": dict.fromkeys(range(2, players + 1), 10)}, **scoring}
    *_, knock, call = chapter("Scoring", **options)
    assert knock.table is not None
    shown = {example.caption.removeprefix("left over: "): example.cards for example in knock.examples}
    lefts = [shown.get(name, "") for name, _ in knock.table.rows]
    assert points_in(call.text) == score(played_out("call", ["", *lefts[1:]], options)).totals[-1]


def played_out(move: str, lefts: Sequence[str], options: Options) -> GameTable:
    """A round that the first player ends, where everybody has these cards left over, and a meld."""
    melds = ("5d 6d 7d", "5c 6c 7c", "10h Jh Qh")
    hands = [f"{meld} {cards}" for meld, cards in zip(melds, lefts, strict=False)]
    table = wiener(len(hands), **options).deal(hands=[f"{hands[0]} Js", *hands[1:]], open_card="9d", drawn=True)
    table.play(f"{move} Js")
    while table.round.outcome is None:
        table.play("pass")
    return table


def test_the_sums_of_knock_rummy() -> None:
    *_, knock, call = chapter("Scoring", "knock")
    assert knock.table is not None
    assert knock.table.rows == (("Anna", "2 + 3 − 2 + 10 = 13"), ("Ben", "2 − 2 = 0"), ("Cem", "11 + 10 − 2 = 19"))
    assert call.text == "If Anna had called Rommé instead, Cem would have 11 + 10 + 25 = 46 bad points."
