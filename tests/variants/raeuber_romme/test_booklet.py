"""The rule booklet of Räuber-Rommé: what differs from Deutsches Rommé, with examples that can be played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rummykit.booklet import Chapter, Example
from rummykit.refusals import TABLE_RULES
from rummykit.scenario import resolve

from ..helpers import PLUGINS, allowed, refused, score
from .helpers import dealt, melds_of, raeuber

Options = Mapping[str, Mapping[str, Any]]

NO_PILE_OPTIONS: Options = {
    "discards": {"pile": False},
    "stock": {"exhausted": "finish_turn"},
    "going_out": {"discard": "optional"},
}


def chapters(preset: str | None = None, options: Options | None = None) -> dict[str, Chapter]:
    booklet = PLUGINS.booklet(resolve(PLUGINS, "raeuber_romme", preset=preset, **(options or {})))
    return {chapter.title: chapter for chapter in booklet.chapters}


def read(preset: str | None, options: Options, title: str) -> str:
    return "\n".join(paragraph.text for paragraph in chapters(preset, options)[title].paragraphs)


def rules_cited(preset: str | None, options: Options | None = None) -> set[str]:
    return {paragraph.rule for chapter in chapters(preset, options).values() for paragraph in chapter.paragraphs}


def rearrangements(preset: str | None, options: Options) -> list[tuple[Example, Example, Example]]:
    """The examples of what lies on the table, what is in the hand, and what lies there afterwards."""
    found = []
    for paragraph in chapters(preset, options)["Rearranging the table"].paragraphs:
        if len(paragraph.examples) == 3:
            before, hand, after = paragraph.examples
            found.append((before, hand, after))
    return found


# -- chapters ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", [None, "no_pile", "brettspielnetz"])
def test_rearranging_has_a_chapter_between_laying_off_and_jokers(preset: str | None) -> None:
    titles = list(chapters(preset))
    at = titles.index("Rearranging the table")
    assert titles[at - 1 : at + 2] == ["Laying off", "Rearranging the table", "Jokers"]
    assert "ROM-LAY-02" not in rules_cited(preset)


def test_without_rearranging_it_reads_like_deutsches_romme() -> None:
    plain = {"rearranging": {"allowed": False}, "swaps": {"joker_goes": "new_meld"}}
    assert "Rearranging the table" not in chapters(None, plain)
    assert "ROM-LAY-02" in rules_cited(None, plain)
    assert tuple(chapters(None, plain).values()) == PLUGINS.booklet(resolve(PLUGINS, "deutsches_romme")).chapters


@pytest.mark.parametrize("preset", [None, "no_pile", "brettspielnetz"])
def test_every_paragraph_has_a_rule_of_the_sheet(preset: str | None) -> None:
    assert rules_cited(preset) <= {*PLUGINS.rulebook("raeuber_romme"), *TABLE_RULES}


def test_what_the_club_plays_is_a_house_rule_here() -> None:
    club = {"claims": {"allowed": "always"}, "deal": {"extra_card": "left"}, "first_meld": {"from_lap": 2}}
    assert "RAU-01" in rules_cited(None, club)
    assert not [rule for rule in rules_cited(None, club) if rule.startswith("CLUB")]


# -- the turn ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "options", "draws", "passes", "discards"),
    [(None, {}, True, False, True), (None, NO_PILE_OPTIONS, True, False, False), ("no_pile", {}, False, True, False)],
    ids=["with a pile", "draw first", "place or draw"],
)
def test_the_turn_has_the_shape_that_is_played(
    preset: str | None, options: Options, draws: bool, passes: bool, discards: bool
) -> None:
    turn = read(preset, options, "The turn")
    assert ("begin your turn by drawing" in turn) == draws
    assert ("or you pass" in turn) == passes
    assert ("face up on the discard pile" in turn) == discards
    assert ("Nothing is discarded" in turn) != discards
    assert ("RAU-06" in rules_cited(preset, options)) != discards


def test_whoever_has_the_extra_card_may_end_the_first_turn_with_nothing() -> None:
    words = "may end the first turn without placing a card"
    assert words in read("no_pile", {}, "The turn")
    assert words not in read("no_pile", {"deal": {"extra_card": "none"}}, "The turn")
    allowed(dealt(preset="no_pile"), "end")


# -- rearranging ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "options", "shown"),
    [
        (None, {}, 3),
        ("no_pile", {}, 3),
        ("brettspielnetz", {}, 3),
        ("tiles", {}, 3),
        (None, {"deck": {"jokers": 0}}, 2),
        (None, {"deck": {"packs": 1}}, 2),
        (None, {"rearranging": {"joker_leaves": "if_dissolved"}}, 3),
        (None, {"rearranging": {"needs_hand_card": False}}, 3),
        (None, {"lay_offs": {"on": "own"}}, 3),
        (None, {"turn": {"most_cards": 1}}, 2),
        (None, {"jokers": {"min_naturals": 3}}, 2),
        (None, {"ace": {"runs": "wrap"}, "jokers": {"per_meld": 1, "side_by_side": 1}}, 3),
    ],
)
def test_the_rearrangements_shown_can_be_made(preset: str | None, options: Options, shown: int) -> None:
    found = rearrangements(preset, options)
    assert len(found) == shown
    for before, hand, after in found:
        melds = [f"1: {cards}" for cards in before.cards.split(" | ")]
        game = raeuber(preset=preset, **options)
        two_more = " ".join(card.text for card in game.rules.pack.cards[:2])
        table = game.deal(hands=[f"{hand.cards} {two_more}"], table=melds, drawn=True)
        numbers = ",".join(str(number) for number, _ in enumerate(melds, 1))
        allowed(table, f"arrange {numbers} -> {after.cards}")
        assert table.play(f"arrange {numbers} -> {after.cards}").hand(0) == two_more


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"lay_offs": {"on": "own"}}, "take your own melds on the table apart"),
        ({"lay_offs": {"same_turn": False}}, "in an earlier turn"),
        ({"rearranging": {"needs_hand_card": False}}, "even without placing a card"),
        ({"rearranging": {"joker_leaves": "if_dissolved"}}, "only if you dissolve that meld"),
        ({"rearranging": {"joker_leaves": "if_replaced"}}, "only if that very card takes its place"),
    ],
)
def test_the_house_rules_of_rearranging_are_told(options: Options, words: str) -> None:
    assert words in read(None, options, "Rearranging the table")
    assert words not in read(None, {}, "Rearranging the table")


def test_a_rearrangement_alone_is_not_a_turn_where_one_places_or_draws() -> None:
    options = {"rearranging": {"needs_hand_card": False}}
    words = "That alone is not a turn"
    assert words in read("no_pile", options, "Rearranging the table")
    assert words not in read(None, options, "Rearranging the table")
    melds = ["1: 5c 6c 7c", "1: 8c 9c 10c"]
    table = raeuber(preset="no_pile", **options).deal(hands=["2h Kd"], table=melds)
    table.play("arrange 1,2 -> 5c 6c 7c 8c 9c 10c")
    refused(table, "end", "RAU-06")


def test_what_is_left_over_is_no_meld() -> None:
    (paragraph,) = [
        paragraph for paragraph in chapters()["Rearranging the table"].paragraphs if len(paragraph.examples) == 1
    ]
    (left_over,) = paragraph.examples
    assert not left_over.legal
    assert left_over.cards == "5c 6c"
    table = raeuber().deal(hands=["7c Kd 2h"], table=["1: 5c 6c 7c 8c 9c"], drawn=True)
    refused(table, "arrange 1 -> 7c 8c 9c", paragraph.rule, "left over")


# -- colours and numbers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("preset", "sheet"), [("brettspielnetz", "NET"), ("tiles", "TILE")])
def test_colours_and_numbers_have_their_own_rules(preset: str, sheet: str) -> None:
    own = {rule for rule in PLUGINS.rulebook("raeuber_romme") if rule.startswith(sheet)}
    cited = rules_cited(preset)
    assert own <= cited
    assert cited - own == {"ROM-SETUP-02"}, "nobody draws for seats"


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Material", "from 1 to 13 in blue, red, green and yellow, each of them twice. 2 jokers go with them."),
        ("Material", "106 cards"),
        ("The deal", "until everybody has 18"),
        ("The deal", "One card of every hand is a joker"),
        ("The turn", "at most 12 cards"),
        ("The first meld", "at least 30 points"),
        ("The first meld", "Every card counts its number."),
        ("The first meld", "it counts nothing"),
        ("Rearranging the table", "in an earlier turn"),
    ],
)
def test_the_values_of_the_game_with_numbers_are_told(title: str, words: str) -> None:
    assert words in read("brettspielnetz", {}, title)


@pytest.mark.parametrize(
    ("ace", "words", "set_of_ones"),
    [
        ({"runs": "both"}, "but the 1 only where it begins a run: everywhere else it counts 11.", 33),
        ({"points": 10}, "but the 1 counts 10.", 30),
    ],
)
def test_the_one_may_count_more(ace: dict[str, Any], words: str, set_of_ones: int) -> None:
    options = {"ace": ace}
    assert words in read("brettspielnetz", options, "The first meld")
    melds = raeuber(preset="brettspielnetz", **options).rules.melds
    (meld,) = melds.readings(melds.pack.placed_cards("1b 1r 1g"))
    assert meld.points == set_of_ones
    assert melds_of("1b 1r 1g", "brettspielnetz") == {"1b 1r 1g": 3}


@pytest.mark.parametrize(
    ("options", "rows"),
    [
        ({}, (("1 to 13", "the number on the card"), ("Joker", "25"))),
        ({"ace": {"in_hand": 5}}, (("2 to 13", "the number on the card"), ("1", "5"), ("Joker", "25"))),
    ],
)
def test_the_worked_example_in_numbers_is_what_a_round_costs(options: Options, rows: tuple[object, ...]) -> None:
    *_, values, worked = chapters("brettspielnetz", options)["Scoring"].paragraphs
    assert values.table is not None
    assert values.table.rows == rows
    (left,) = worked.examples
    game = raeuber(preset="brettspielnetz", **options)
    ended = game.deal(hands=["9y", left.cards], table=["1: 6y 7y 8y"], melded=[0]).play("layoff 9y > 1")
    assert f" = {score(ended).totals[1]} bad points." in worked.text
    assert "Hand-Rommé" not in worked.text
