"""The booklet tells every rule, and what is played."""

from __future__ import annotations

import pytest
from rummykit.booklet import Chapter
from rummykit.scenario import resolve

from gin_tables import plugins
from rummykit_gin_rummy.rulebook import RULES

PRESETS = (None, "classic", "oklahoma", "tournament")


def booklet(preset: str | None) -> tuple[Chapter, ...]:
    return plugins().booklet(resolve(plugins(), "gin_rummy", preset=preset)).chapters


def told(preset: str | None) -> set[str]:
    return {paragraph.rule for chapter in booklet(preset) for paragraph in chapter.paragraphs}


def test_the_booklets_together_tell_every_rule() -> None:
    assert set.union(*map(told, PRESETS)) == set(RULES)


@pytest.mark.parametrize(
    ("preset", "untold"),
    [
        (None, {"GIN-TURN-03", "GIN-VOID-02", "GIN-OKLA-01", "GIN-OKLA-02"}),
        ("tournament", {"GIN-VOID-03", "GIN-OKLA-01", "GIN-OKLA-02"}),
        ("oklahoma", {"GIN-TURN-03", "GIN-VOID-02", "GIN-KNOCK-01"}),
    ],
)
def test_a_booklet_is_silent_about_what_is_not_played(preset: str | None, untold: set[str]) -> None:
    assert set(RULES) - told(preset) == untold
