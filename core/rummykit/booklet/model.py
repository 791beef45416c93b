"""What a rule booklet is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from rummykit.cards import Pack


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
class Table:
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
    table: Table | None = None
    reason: Enum | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Chapter:
    """Paragraphs under a title."""

    title: str
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True)
class Booklet:
    """A whole booklet: the name of the game, by whose rules it is played, the chapters, and the cards of its drawings.

    ``players`` says how many may play.
    """

    title: str
    subtitle: str
    language: str
    players: tuple[int, int]
    pack: Pack
    chapters: tuple[Chapter, ...]
