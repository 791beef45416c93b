"""A booklet as one HTML page that can be printed as it is: nothing is fetched, and no script runs."""

from __future__ import annotations

from collections.abc import Sequence

from rummykit.booklet import Booklet
from rummykit.cards import Placed
from rummykit_cli.render import cards_svg
from rummykit_cli.render.book import parts
from rummykit_cli.render.html import page

AROUND = 0.9
"""The space around a row of cards, in em,"""
NARROWEST = 13.4
"""and the least room an example gets: three cards, and a little more for the words below them."""


def html(booklet: Booklet) -> str:
    """Return the booklet as a page."""
    anchors = parts.Anchors()
    # Named before any rule, so that the links of the contents are short and stay the same.
    chapters = [(anchors.name(f"chapter-{at}"), it) for at, it in enumerate(booklet.chapters, start=1)]
    return page(
        "book.html",
        booklet=booklet,
        pack=booklet.pack,
        chapters=chapters,
        anchors=anchors,
        parts=parts,
        svg=cards_svg.drawings(),
        width=_width,
    )


def _width(groups: Sequence[tuple[Placed, ...]]) -> float:
    """Return how wide a caption is: about as its cards, so that short examples find room side by side."""
    return max(NARROWEST, sum(cards_svg.row_width(len(group)) + AROUND for group in groups) + AROUND)
