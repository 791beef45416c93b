"""A booklet as plain text, for a terminal and for reading aloud."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from rummykit.booklet import Booklet, Chapter, Example, Paragraph, PrintedTable
from rummykit.cards import Pack
from rummykit.i18n import say
from rummykit_cli.render.book import parts

WIDTH = 80
INDENT = "    "
NARROWEST = 6
"""No column of a table gets narrower than this, unless it needs less."""


def text(booklet: Booklet) -> str:
    """Return the booklet as text, at most 80 columns wide."""
    return "\n".join(_lines(booklet)) + "\n"


def _lines(booklet: Booklet) -> Iterator[str]:
    yield from _heading(booklet.title, "=")
    yield from _wrapped(booklet.subtitle)
    yield f"{parts.players(booklet)}, {parts.pack_size(booklet.pack)}"
    for passage in parts.passages(booklet.notes):
        yield from ("", *_wrapped(passage))
    if len(booklet.chapters) > 1:
        yield ""
        yield from _heading(say("Contents"), "-")
        for number, chapter in enumerate(booklet.chapters, start=1):
            yield from _numbered(number, chapter.title)
    yield ""
    yield from _heading(say("The cards in the examples"), "-")
    yield from _wrapped(", ".join(parts.suit_words(booklet.pack)))
    for sentence in parts.card_words(booklet.pack):
        yield from _wrapped(sentence)
    for number, chapter in enumerate(booklet.chapters, start=1):
        yield from ("", "")
        yield from _chapter(number, chapter, booklet.pack)


def _chapter(number: int, chapter: Chapter, pack: Pack) -> Iterator[str]:
    yield from _heading(f"{number}  {chapter.title}", "-")
    for at, paragraph in enumerate(chapter.paragraphs):
        if at:
            yield ""
        yield from _rule(paragraph, pack)


def _rule(paragraph: Paragraph, pack: Pack) -> Iterator[str]:
    if paragraph.rule:
        yield f"[{parts.plain(paragraph.rule)}]"
    for at, passage in enumerate(parts.passages(paragraph.text)):
        if at:
            yield ""
        yield from _wrapped(passage)
    for example in paragraph.examples:
        yield ""
        yield from _example(example, paragraph, pack)
    if paragraph.table:
        yield ""
        yield from _table(paragraph.table)


def _example(example: Example, paragraph: Paragraph, pack: Pack) -> Iterator[str]:
    cards = parts.cards_text(parts.groups(example, paragraph, pack))
    yield from _wrapped(cards if example.legal else say("Not allowed: {cards}", cards=cards), INDENT)
    yield from _wrapped(example.caption, INDENT)


def _table(table: PrintedTable) -> Iterator[str]:
    rows = [[parts.plain(cell) for cell in row] for row in (table.heading, *table.rows) if any(row)]
    widths = _widths(rows)
    numbers = parts.number_columns(table.rows)
    for at, row in enumerate(rows):
        cells = [textwrap.wrap(cell, width) for cell, width in zip(row, widths, strict=False)]
        for line in zip_longest(*cells, fillvalue=""):
            set_cells = (
                cell.rjust(width) if column in numbers else cell.ljust(width)
                for column, (cell, width) in enumerate(zip(line, widths, strict=False))
            )
            yield (INDENT + "  ".join(set_cells)).rstrip()
        if at == 0 and any(table.heading):
            yield INDENT + "  ".join("-" * width for width in widths)


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    """Return how wide the columns are: as wide as they need, but all together no wider than the page."""
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    room = WIDTH - len(INDENT) - 2 * (len(widths) - 1)
    while sum(widths) > room and max(widths) > NARROWEST:
        widths[widths.index(max(widths))] -= 1
    return [max(1, width) for width in widths]


def _heading(title: str, line: str) -> Iterator[str]:
    wrapped = _wrapped(title)
    yield from wrapped
    yield line * max(map(len, wrapped), default=0)


def _numbered(number: int, title: str) -> list[str]:
    return textwrap.wrap(parts.plain(title), WIDTH, initial_indent=f"{number:>2}  ", subsequent_indent=INDENT)


def _wrapped(passage: str, indent: str = "") -> list[str]:
    return textwrap.wrap(parts.plain(passage), WIDTH, initial_indent=indent, subsequent_indent=indent)
