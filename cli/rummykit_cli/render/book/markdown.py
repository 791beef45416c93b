"""A booklet as Markdown, to be put on a page of one's own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rummykit.booklet import Booklet, Chapter, Example, Paragraph, PrintedTable
from rummykit.cards import Pack
from rummykit.i18n import say
from rummykit_cli.render.book import parts

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|~#&$])")
_LIST_SIGN = re.compile(r"^(?:([-+=])|(\d+)([.)]))")


def markdown(booklet: Booklet) -> str:
    """Return the booklet as Markdown."""
    return "\n".join(_lines(booklet)) + "\n"


def _lines(booklet: Booklet) -> Iterator[str]:
    anchors = parts.Anchors()
    chapters = [(anchors.name(f"chapter-{at}"), it) for at, it in enumerate(booklet.chapters, start=1)]
    yield f"# {_text(booklet.title)}"
    yield ""
    if booklet.subtitle:
        yield from (f"*{_text(booklet.subtitle)}*", "")
    yield f"{_text(parts.players(booklet))}, {_text(parts.pack_size(booklet.pack))}"
    for passage in parts.passages(booklet.notes):
        yield from ("", _text(passage))
    if len(chapters) > 1:
        yield from ("", f"**{_text(say('Contents'))}**", "")
        for number, (anchor, chapter) in enumerate(chapters, start=1):
            yield f"{number}. [{_text(chapter.title)}](#{anchor})"
    yield from ("", f"**{_text(say('The cards in the examples'))}**", "")
    yield " ".join(
        [f"{_text(', '.join(parts.suit_words(booklet.pack)))}.", *map(_text, parts.card_words(booklet.pack))]
    )
    for number, (anchor, chapter) in enumerate(chapters, start=1):
        yield from ("", f'## <a id="{anchor}"></a>{number}. {_text(chapter.title)}')
        yield from _rules(chapter, booklet.pack, anchors)


def _rules(chapter: Chapter, pack: Pack, anchors: parts.Anchors) -> Iterator[str]:
    for paragraph in chapter.paragraphs:
        yield ""
        if paragraph.rule:
            yield f'<a id="{anchors.name(paragraph.rule)}"></a>{_code(paragraph.rule)}<br>'
        for at, passage in enumerate(parts.passages(paragraph.text)):
            yield from ("",) if at else ()
            yield _text(passage)
        for at, example in enumerate(paragraph.examples):
            yield from ("",) if at == 0 else ()
            yield _example(example, paragraph, pack)
        if paragraph.table:
            yield ""
            yield from _table(paragraph.table)


def _example(example: Example, paragraph: Paragraph, pack: Pack) -> str:
    cards = _code(parts.cards_text(parts.groups(example, paragraph, pack)))
    caption = f" {_text(example.caption)}" if example.caption else ""
    if example.legal:
        return f"- {cards}{caption}"
    return f"- ✗ **{_text(say('not allowed'))}** {cards}{caption}"


def _table(table: PrintedTable) -> Iterator[str]:
    numbers = parts.number_columns(table.rows)
    columns = max(len(row) for row in (table.heading, *table.rows))
    yield _row(table.heading, columns)
    yield _line("---:" if at in numbers else "---" for at in range(columns))
    yield from (_row(row, columns) for row in table.rows)


def _row(cells: tuple[str, ...], columns: int) -> str:
    return _line(map(_text, (*cells, *[""] * (columns - len(cells)))))


def _line(cells: Iterator[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _text(text: str) -> str:
    """Return a text in which nothing is taken for a sign of Markdown.

    >>> _text("1. a_b *c*"), _text("- <b>")
    ('1\\\\. a\\\\_b \\\\*c\\\\*', '\\\\- \\\\<b\\\\>')
    """
    escaped = _SPECIAL.sub(r"\\\1", parts.plain(text))
    return _LIST_SIGN.sub(lambda sign: f"{sign[2] or ''}\\{sign[1] or sign[3]}", escaped)


def _code(text: str) -> str:
    """Return a text as it is, in the letters of a typewriter."""
    shown = parts.plain(text)
    longest = max(map(len, re.findall("`+", shown)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {shown} {fence}" if longest else f"`{shown}`"
