"""The rule booklet of a table: what is played there, in prose, and nothing of what is not.

It is written from the assembled game, as mods have made it: `prose` writes the chapters of a variant from its template,
which includes the templates of the parts it has; `mods_chapter` adds the rules of the mods. Texts are said in the
language that is spoken when the booklet is asked for. How a booklet looks on paper is not core's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from rummykit.cards import Pack
from rummykit.i18n import say

if TYPE_CHECKING:
    from rummykit.engine.ruleset import Ruleset
    from rummykit.rules import TableRules

__all__ = ["Booklet", "Chapter", "Example", "Paragraph", "PrintedTable"]


@dataclass(frozen=True, slots=True)
class Example:
    """Cards to be drawn, in the notation, and what they show: ``Example("5c 6c *=7c", "a run with a joker")``.

    Several groups of cards are parted by ``|``. One that shows what is *not* allowed has ``legal=False``.
    """

    cards: str
    caption: str
    legal: bool = True
    is_meld: bool = True
    """Whether every group is meant as a meld (or, if not legal, as none); else the cards are only shown."""


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A small table: its heading and its rows."""

    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One rule in prose: its id, the same that a refusal cites, the text, and what illustrates it.

    ``reason`` is why a move against it is refused; several paragraphs may have the id, so it tells which one answers.
    """

    rule: str
    text: str
    examples: tuple[Example, ...] = ()
    table: PrintedTable | None = None
    reason: Enum | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Chapter:
    """Paragraphs under a title."""

    title: str
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True)
class Booklet:
    """A whole booklet: the name of the game, by whose rules it is played, the chapters, and the cards of its drawings.

    ``players`` says how many may play; ``notes`` is what the table says of itself, for the cover.
    """

    title: str
    subtitle: str
    language: str
    players: tuple[int, int]
    pack: Pack
    chapters: tuple[Chapter, ...]
    notes: str = ""


# -- the sentences of rule sheets ---------------------------------------------------------------------------


def sitting_down(table: TableRules, possible: Iterable[int]) -> list[int]:
    """Return how many may sit down, the fewest first: what a file says, or else every number that is *possible*."""
    if table.seats:
        return [table.seats]
    numbers = list(possible)
    return [number for number in table.player_range or numbers if number in numbers]


def sheet(game: Ruleset) -> tuple[Chapter, ...]:
    """Return the rule sheet of a game as one chapter."""
    return (Chapter(say("The rules"), _paragraphs(game, game.rulebook)),)


def mods_chapter(game: Ruleset, chapters: Sequence[Chapter], own: Mapping[str, str]) -> tuple[Chapter, ...]:
    """Return a chapter with the rules that mods have added to those of the variant, its *own*.

    What another chapter tells already is left out.
    """
    told = {paragraph.rule for chapter in chapters for paragraph in chapter.paragraphs}
    added = _paragraphs(game, [rule for rule in game.rulebook if rule not in own and rule not in told])
    return (Chapter(say("The mods of this table"), added),) if added else ()


def _paragraphs(game: Ruleset, rules: Iterable[str]) -> tuple[Paragraph, ...]:
    """Return the sentences of rules: what a mod tells with what it adds to the turn, or else those of the sheet."""
    reasons = {citation.rule: reason for reason, citation in game.citations.items()}
    texts = {rule: _text(game, rule) for rule in rules}
    return tuple(Paragraph(rule, text, reason=reasons.get(rule)) for rule, text in texts.items() if text)


def _text(game: Ruleset, rule: str) -> str:
    telling = game.flow.told.get(rule)
    if telling is None:
        return say(game.rulebook[rule])
    return telling() if callable(telling) else say(telling) if isinstance(telling, str) else str(telling)
