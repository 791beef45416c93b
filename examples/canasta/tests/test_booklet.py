"""The booklet tells every rule, and what is played."""

from __future__ import annotations

import pytest
from rummykit.booklet import Chapter
from rummykit.refusals import TABLE_RULES
from rummykit.scenario import resolve

from canasta_tables import plugins
from rummykit_canasta.rulebook import RULES

PRESETS = (None, "two", "three", "four")


def booklet(preset: str | None) -> tuple[Chapter, ...]:
    return plugins().booklet(resolve(plugins(), "canasta", preset=preset)).chapters


@pytest.mark.parametrize("preset", PRESETS)
def test_a_booklet_tells_every_rule(preset: str | None) -> None:
    told = {paragraph.rule for chapter in booklet(preset) for paragraph in chapter.paragraphs}
    assert told - set(TABLE_RULES) == set(RULES)


@pytest.mark.parametrize(
    ("preset", "sentence"),
    [
        (None, "Of 4 players those who sit opposite each other are partners."),
        (None, "At least two of them are natural, and at most 3 are wild."),
        (None, "A natural one, without a wild card, brings 500 points, a mixed one 300."),
        (None, "A joker counts 50 points, a two and an ace 20, king to eight 10"),
        ("two", "Going out brings 100 points, or 200 instead if you go out concealed"),
        ("three", "You may discard the last card or place it."),
    ],
)
def test_a_booklet_tells_what_is_played(preset: str | None, sentence: str) -> None:
    text = " ".join(paragraph.text for chapter in booklet(preset) for paragraph in chapter.paragraphs)
    assert sentence in text


def test_a_booklet_tells_what_depends_on_the_players() -> None:
    tables = [paragraph.table for chapter in booklet(None) for paragraph in chapter.paragraphs if paragraph.table]
    assert [table.rows for table in tables] == [
        (("2", "15", "2", "2"), ("3", "13", "1", "1"), ("4", "11", "1", "1")),
        (("less", "15"), ("0", "50"), ("1500", "90"), ("3000", "120")),
    ]


def test_a_booklet_tells_house_rules() -> None:
    house = resolve(
        plugins(),
        "canasta",
        discards={"frozen": "always"},
        going_out={"discard": "required", "ask": False},
        jokers={"per_meld": 2},
    )
    text = " ".join(each.text for chapter in plugins().booklet(house).chapters for each in chapter.paragraphs)
    for sentence in ("The pile is always frozen.", "The last card must be discarded.", "at most 2 are wild"):
        assert sentence in text
    assert "ask your partner" not in text
