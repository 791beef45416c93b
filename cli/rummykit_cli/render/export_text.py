"""A game as plain text: what happened move by move, and the sheet after every round."""

from __future__ import annotations

import io
from collections.abc import Iterator

from rich.console import Console
from rich.table import Table

from rummykit.cards import Row
from rummykit.i18n import listed, say
from rummykit_cli.render.log import changed_options
from rummykit_cli.render.sheet import match_table, score_table, tell_winners
from rummykit_cli.render.story import Scene, Story

WIDTH = 100


def as_text(story: Story) -> str:
    """Return the game as text."""
    return "\n".join(line.rstrip() for line in _lines(story)) + "\n"


def _lines(story: Story) -> Iterator[str]:
    yield f"{story.match.rules.title}: {listed(story.names)}"
    yield story.whose
    options = changed_options(story.match.rules.table_rules)
    if options:
        yield say("At this table:")
        yield from (f"  {option}" for option in options)
    for scene in story.scenes:
        yield from _scene(scene, story)
    yield ""
    yield from _end(story)


def _scene(scene: Scene, story: Story) -> Iterator[str]:
    if scene.is_deal:
        yield ""
        yield scene.words
        yield from _hands(scene, story)
        return
    yield f"{scene.move:>5}  {scene.told}"
    if scene.ended is not None:
        yield ""
        yield from scene.ending
        if not story.match.rules.flow.shows_hands:
            yield from _hands(scene, story)
        yield from _table_lines(score_table(story.match, scene.ended - 1))


def _hands(scene: Scene, story: Story) -> Iterator[str]:
    for name, seat in zip(story.names, scene.table.seats, strict=True):
        if seat.hand:
            yield f"       {name}: {Row(seat.hand).spoken}"


def _end(story: Story) -> Iterator[str]:
    match = story.match
    if len(match.scores) > 1 or match.format.has_chips:
        yield from _table_lines(match_table(match))
        yield ""
    yield tell_winners(match) if match.is_over else say("The game is not over.")


def _table_lines(table: Table) -> list[str]:
    text = io.StringIO()
    Console(file=text, width=WIDTH, color_system=None, highlight=False).print(table)
    return text.getvalue().splitlines()
