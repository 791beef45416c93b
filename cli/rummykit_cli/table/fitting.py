"""Which paragraph of a rule booklet answers a refusal best: several may have the id of the rule that it cites."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import cbrt, log

from rummykit.booklet import Paragraph
from rummykit.i18n import IN_ENGLISH
from rummykit.refusals import Refusal

_WORD = re.compile("[a-z]{3,}")
STEM = 5
"""As many letters of a word as 'swap' and 'swapped' have in common with most of their kind."""


def most_fitting(refusal: Refusal, booklet: Sequence[Paragraph]) -> int:
    """Return which of the paragraphs that have the refusal's rule answers it best, counted from 0.

    That is the one about its very reason or, where a paragraph tells several things and names another of them, the one
    that shares most words with it. All paragraphs of the *booklet* are needed, in English: a word counts the more, the
    fewer of them have it. The name of the reason and the option in force say best what a refusal is about, so their
    words count twice. Long paragraphs share words with everything, so theirs count a little less.
    """
    cited = [paragraph for paragraph in booklet if paragraph.rule == refusal.rule]
    about = [paragraph.reason for paragraph in cited]
    if refusal.reason in about:
        return about.index(refusal.reason)
    spread = Counter(stem for paragraph in booklet for stem in _stems(paragraph.text))
    with IN_ENGLISH.spoken():
        told = _stems(refusal.sentence)
    named = _stems(f"{refusal.reason.name} {(refusal.option or '').rpartition('.')[2]}")

    def shared(paragraph: Paragraph) -> float:
        stems = _stems(paragraph.text)
        weights = (log(len(booklet) / spread[stem]) * (2 if stem in named else 1) for stem in stems & (told | named))
        return sum(weights) / cbrt(len(stems) or 1)

    scores = list(map(shared, cited))
    return scores.index(max(scores)) if scores else 0


def _stems(text: str) -> set[str]:
    return {word[:STEM] for word in _WORD.findall(text.lower())}
