"""A booklet as one HTML page that can be printed as it is: nothing is fetched, and no script runs."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib.resources import files

from rummykit.booklet import Booklet, Chapter, Example, Paragraph, PrintedTable
from rummykit.i18n import say
from rummykit_cli.render import cards_svg
from rummykit_cli.render.book.parts import (
    Anchors,
    fan,
    groups,
    has_jokers,
    number_columns,
    pack_size,
    passages,
    plain,
    players,
)

AROUND = 0.9
"""The space around a row of cards, in em,"""
NARROWEST = 13.4
"""and the least room an example gets: three cards, and a little more for the words below them."""


def html(booklet: Booklet) -> str:
    """Return the booklet as a page."""
    return "\n".join(_Page(booklet).lines()) + "\n"


class _Page:
    """A page in the making: every text in it goes through `_text`."""

    def __init__(self, booklet: Booklet) -> None:
        self.booklet = booklet
        self.anchors = Anchors()
        # Named before any rule, so that the links of the contents are short and stay the same.
        self.chapters = [(self.anchors.name(f"chapter-{at}"), it) for at, it in enumerate(booklet.chapters, start=1)]

    def lines(self) -> Iterator[str]:
        style = (files("rummykit_cli.render") / "templates/book.css").read_text("utf-8")
        yield "<!doctype html>"
        yield f'<html lang="{_text(self.booklet.language)}">'
        yield '<head>\n<meta charset="utf-8">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield f"<title>{_text(self.booklet.title)}</title>"
        yield f"<style>\n{style}</style>\n</head>\n<body>"
        yield from self.cover()
        # Without contents there is no page for itself before the first chapter.
        yield '<div class="front">' if len(self.chapters) > 1 else '<div class="front short">'
        yield from self.contents()
        yield from self.legend()
        yield "</div>\n<main>"
        for number, (anchor, chapter) in enumerate(self.chapters, start=1):
            yield from self.chapter(number, anchor, chapter)
        yield "</main>\n</body>\n</html>"

    def cover(self) -> Iterator[str]:
        booklet = self.booklet
        yield '<header class="cover"><div class="frame">'
        yield cards_svg.fan(fan(booklet.pack), booklet.pack)
        yield f"<h1>{_text(booklet.title)}</h1>"
        yield f'<p class="ornament">{" ".join(map(cards_svg.suit_sign, booklet.pack.suits))}</p>'
        if booklet.subtitle:
            yield f'<p class="subtitle">{_text(booklet.subtitle)}</p>'
        facts = ' <span class="dot">·</span> '.join(map(_text, (players(booklet), pack_size(booklet.pack))))
        yield f'<p class="facts">{facts}</p>'
        yield "</div></header>"

    def contents(self) -> Iterator[str]:
        if len(self.chapters) < 2:
            return
        yield f'<nav class="contents"><h2>{_text(say("Contents"))}</h2>\n<ol>'
        for anchor, chapter in self.chapters:
            yield f'<li><a href="#{anchor}">{_text(chapter.title)}</a></li>'
        yield "</ol></nav>"

    def legend(self) -> Iterator[str]:
        pack = self.booklet.pack
        yield f'<aside class="legend"><h2>{_text(say("The cards in the drawings"))}</h2>\n<ul>'
        for suit in pack.suits:
            yield f"<li>{cards_svg.suit_sign(suit)} {_text(say(suit.name))}</li>"
        if has_jokers(pack):
            yield f"<li>{cards_svg.joker_sign()} {_text(say('joker'))}</li>"
        yield "</ul>"
        if has_jokers(pack):
            yield f"<p>{_text(say('Below a joker stands the card that it is used for.'))}</p>"
        yield "</aside>"

    def chapter(self, number: int, anchor: str, chapter: Chapter) -> Iterator[str]:
        yield f'<section class="chapter" id="{anchor}">'
        yield f'<h2><span class="number">{number}</span> <span class="name">{_text(chapter.title)}</span></h2>'
        for paragraph in chapter.paragraphs:
            yield from self.rule(paragraph)
        yield "</section>"

    def rule(self, paragraph: Paragraph) -> Iterator[str]:
        if paragraph.rule:
            anchor = self.anchors.name(paragraph.rule)
            yield f'<div class="rule" id="{anchor}"><a class="id" href="#{anchor}">{_text(paragraph.rule)}</a>'
        else:
            yield '<div class="rule">'
        yield from (f"<p>{_text(passage)}</p>" for passage in passages(paragraph.text))
        if paragraph.examples:
            yield '<div class="examples">'
            yield from (self.example(example, paragraph) for example in paragraph.examples)
            yield "</div>"
        if paragraph.table:
            yield from _table(paragraph.table)
        yield "</div>"

    def example(self, example: Example, paragraph: Paragraph) -> str:
        pack = self.booklet.pack
        shown = groups(example, paragraph, pack)
        drawn = " ".join(cards_svg.row(group, pack) for group in shown)
        # A caption is about as wide as its cards, so that short examples find room side by side.
        width = max(NARROWEST, sum(cards_svg.row_width(len(group)) + AROUND for group in shown) + AROUND)
        kind, caption = "example", _text(example.caption)
        if not example.legal:
            kind = "example not"
            caption = f"{cards_svg.cross()} <strong>{_text(say('not allowed'))}</strong> {caption}"
        return (
            f'<figure class="{kind}" style="max-width:{width:.1f}em">{drawn}<figcaption>{caption}</figcaption></figure>'
        )


def _table(table: PrintedTable) -> Iterator[str]:
    numbers = number_columns(table.rows)
    yield "<table>"
    if any(table.heading):
        yield f"<thead>{_row(table.heading, 'th', numbers)}</thead>"
    yield "<tbody>"
    yield from (_row(row, "td", numbers) for row in table.rows)
    yield "</tbody></table>"


def _row(row: tuple[str, ...], tag: str, numbers: set[int]) -> str:
    opened = (f'<{tag} class="number">' if at in numbers else f"<{tag}>" for at in range(len(row)))
    return f"<tr>{''.join(f'{open}{_text(cell)}</{tag}>' for open, cell in zip(opened, row, strict=True))}</tr>"


def _text(text: str) -> str:
    """Return a text as HTML, whatever is in it; also fit for an attribute in quotes."""
    return escape(plain(text))
