"""The booklet tells every rule, and what is played."""

from __future__ import annotations

import pytest
from rummykit.booklet import Chapter
from rummykit.refusals import TABLE_RULES
from rummykit.scenario import resolve

from rum_tables import plugins
from rummykit_rum500.rulebook import RULES

PRESETS = (None, "family", "floating", "strict")


def booklet(preset: str | None) -> tuple[Chapter, ...]:
    return plugins().booklet(resolve(plugins(), "rum500", preset=preset)).chapters


@pytest.mark.parametrize("preset", PRESETS)
def test_a_booklet_tells_every_rule(preset: str | None) -> None:
    told = {paragraph.rule for chapter in booklet(preset) for paragraph in chapter.paragraphs}
    assert told - set(TABLE_RULES) == set(RULES)


@pytest.mark.parametrize(
    ("preset", "sentence"),
    [
        (None, "The deepest card that you take must be used in the same turn"),
        (None, "You may lay off even before you have melded yourself."),
        (None, "An ace counts 1 where it lies before a two, 15 anywhere else on the table, and 15 in the hand."),
        ("family", "The cards from 2 to 9 count 5 points each. The cards from 10 to king count 10 points each."),
        ("family", "An ace counts 5 where it lies before a two"),
        ("floating", "The open card alone you may take without using it."),
        ("floating", "is not out but floats"),
        ("strict", "at least 30 points together"),
        ("strict", "The round is over when somebody discards their last card: that is going out."),
    ],
)
def test_a_booklet_tells_what_is_played(preset: str | None, sentence: str) -> None:
    text = " ".join(paragraph.text for chapter in booklet(preset) for paragraph in chapter.paragraphs)
    assert sentence in text
