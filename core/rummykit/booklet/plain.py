"""A booklet for variants that write none: the sentences of their rule sheet."""

from __future__ import annotations

from collections.abc import Mapping

from rummykit.booklet.model import Chapter, Paragraph
from rummykit.language import say


def sheet(rulebook: Mapping[str, str]) -> tuple[Chapter, ...]:
    """Return the rule sheet as one chapter.

    >>> sheet({"MY-01": "Whoever has no card left wins."})[0].paragraphs[0].text
    'Whoever has no card left wins.'
    """
    return (Chapter(say("The rules"), tuple(Paragraph(rule, say(text)) for rule, text in rulebook.items())),)
