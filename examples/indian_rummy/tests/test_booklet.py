"""The booklet tells every rule, and what is played."""

from __future__ import annotations

import pytest
from rummykit.booklet import Chapter
from rummykit.scenario import resolve

from indian_tables import plugins
from rummykit_indian_rummy.rulebook import RULES

PRESETS = (None, "points", "pool_101", "pool_201", "deals")


def booklet(preset: str | None, **options: dict[str, object]) -> tuple[Chapter, ...]:
    return plugins().booklet(resolve(plugins(), "indian_rummy", preset=preset, **options)).chapters


def told(preset: str | None, **options: dict[str, object]) -> str:
    chapters = booklet(preset, **options)
    return "\n".join(str(paragraph) for chapter in chapters for paragraph in chapter.paragraphs)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_booklet_tells_every_rule(preset: str | None) -> None:
    rules = {paragraph.rule for chapter in booklet(preset) for paragraph in chapter.paragraphs}
    assert rules >= set(RULES)


def test_a_booklet_tells_what_is_played() -> None:
    assert "25 points before your first draw, and 50" in told("pool_201")
    assert "20 points before your first draw, and 40" in told("pool_101")
    assert "you may drop" not in told(None, dropping={"allowed": False})
    assert "has more than 79" in told("pool_101")
    assert "the others have no points" in told(None, declaring={"wrong": "ends_round"})
    assert "the others go on" in told(None, declaring={"wrong": "leaves_round"})
