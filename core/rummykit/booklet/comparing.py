"""What rule booklets say differently of two tables, or of several."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import TypeVar

from rummykit.booklet import Booklet, Paragraph
from rummykit.i18n import current

_ALIKE = 0.4
"""From this likeness on, of 1, two texts of a chapter are about the same matter."""
_BETWEEN_SENTENCES = re.compile(r"(?<=[^\W\d_]{2}[.!?])\s+")
"""Not after a single letter or a number, as in z. B. or the 3. of May."""

Value = TypeVar("Value")


@dataclass(frozen=True)
class Said:
    """What a booklet says and not all others that it is compared with: the chapter, the id of the rule, and the words.

    ``gap`` is how many paragraphs come before it that all of them have; ``prose`` are the words without rows of tables.
    """

    chapter: str
    rule: str
    text: str
    gap: int = 0
    prose: str = field(default="", compare=False)


@dataclass(frozen=True)
class Difference:
    """What two tables play differently in one matter; one of them may have nothing to say of it."""

    first: Said | None
    second: Said | None

    @property
    def said(self) -> Said:
        """What the first says, or else the second."""
        said = self.first or self.second
        assert said is not None
        return said

    @property
    def texts(self) -> tuple[str, str]:
        """What each of them says, without whole sentences that both begin or end with."""
        if self.first and self.second:
            return without_shared(self.first.text, self.second.text)
        return self.first.text if self.first else "", self.second.text if self.second else ""


def apart(booklets: Mapping[Value, Booklet]) -> dict[Value, list[Said]]:
    """Return what each of several booklets says that not all of them say.

    A paragraph is a text and the rows of its table. Examples decide nothing, and neither does what introduces them.
    """
    told = {
        value: [(chapter.title, one) for chapter in booklet.chapters for one in chapter.paragraphs if not _shows(one)]
        for value, booklet in booklets.items()
    }
    told_pieces = [{(title, piece) for title, one in whole for piece in pieces(one)} for whole in told.values()]
    common = set.intersection(*told_pieces) if told_pieces else set()
    return {value: list(_not_common(whole, common)) for value, whole in told.items()}


def _shows(paragraph: Paragraph) -> bool:
    """Say whether a paragraph is only there to show examples."""
    return bool(paragraph.examples) and paragraph.text.endswith(":")


def pieces(paragraph: Paragraph) -> list[str]:
    """Return what a paragraph consists of: its text, and every row of its table in words."""
    rows = [_row(paragraph.table.heading, row) for row in paragraph.table.rows] if paragraph.table else []
    return [paragraph.text, *rows]


def _row(heading: Sequence[str], row: Sequence[str]) -> str:
    """Return a row of a table in words: ``Players 2: 10 cards each``, ``Ace: 11 bad points``."""
    if current().code != "de":  # where nouns keep their capitals
        heading = [above[:1].lower() + above[1:] if at else above for at, above in enumerate(heading)]
    first = f"{heading[0]} {row[0]}" if row[0].isdecimal() else row[0]
    others = (f"{cell} {above}" if cell.isdecimal() else cell for above, cell in zip(heading[1:], row[1:], strict=True))
    return f"{first}: {', '.join(others)}"


def _not_common(whole: Sequence[tuple[str, Paragraph]], common: Set[tuple[str, str]]) -> Iterator[Said]:
    gap = 0
    for title, paragraph in whole:
        text, *rows = (piece if (title, piece) not in common else "" for piece in pieces(paragraph))
        left = " ".join(part for part in (text, "; ".join(filter(None, rows))) if part)
        if left:
            yield Said(title, paragraph.rule, left, gap, text)
        else:
            gap += 1


def differences(first: Booklet, second: Booklet) -> list[Difference]:
    """Return what two booklets say differently, in the order in which they say it."""
    own, other = apart({1: first, 2: second}).values()
    partners = _partners(own, other)
    found = [Difference(said, partners.get(said)) for said in own]
    found += [Difference(None, said) for said in other if said not in partners.values()]
    chapters = merged([chapter.title for chapter in first.chapters], [chapter.title for chapter in second.chapters])
    return sorted(found, key=lambda one: (chapters.index(one.said.chapter), one.said.gap))


def _partners(own: Sequence[Said], other: Sequence[Said]) -> dict[Said, Said]:
    """Return what two booklets say of one matter: texts of a chapter that are alike, or take each other's place."""
    pairs = [(_likeness(a, b), a, b) for a in own for b in other if a.chapter == b.chapter]
    found: dict[Said, Said] = {}
    for alike, a, b in sorted(pairs, key=lambda pair: -pair[0]):
        if alike >= _ALIKE and a not in found and b not in found.values():
            found[a] = b
    # What is left alone in a gap on both sides belongs together, whatever its words.
    left, right = _alone(said for said in own if said not in found), _alone(set(other) - set(found.values()))
    return found | {said: right[place] for place, said in left.items() if place in right}


def _likeness(a: Said, b: Said) -> float:
    words = SequenceMatcher(None, a.text.split(), b.text.split(), autojunk=False).ratio()
    return words + _ALIKE * (a.rule == b.rule and a.gap == b.gap)


def _alone(said: Iterable[Said]) -> dict[tuple[str, int], Said]:
    """Return the texts that are the only ones in their gap and chapter, by these."""
    by_place: dict[tuple[str, int], list[Said]] = {}
    for one in said:
        by_place.setdefault((one.chapter, one.gap), []).append(one)
    return {place: one for place, (one, *others) in by_place.items() if not others}


def merged(first: Sequence[Value], second: Sequence[Value]) -> list[Value]:
    """Return all items of two sequences once, in the order that both keep to; else those of the first come first.

    >>> merged(["deal", "cut", "turn", "end"], ["deal", "claims", "turn"])
    ['deal', 'cut', 'claims', 'turn', 'end']
    """
    found = list(dict.fromkeys(first))
    at = 0
    for item in second:
        if item in found:
            at = found.index(item) + 1
            continue
        while at < len(found) and found[at] not in second:
            at += 1
        found.insert(at, item)
        at += 1
    return found


def sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return _BETWEEN_SENTENCES.split(text) if text else []


def without_shared(first: str, second: str) -> tuple[str, str]:
    """Return two texts without the sentences that both begin with, and those that both end with.

    Where one has nothing of its own, a sentence that they share says what the other adds something to.

    >>> without_shared("You draw. You lay one card. It is open.", "You draw. You lay two cards. It is open.")
    ('… You lay one card. …', '… You lay two cards. …')
    >>> without_shared("You draw. You meld.", "You draw. You meld. You discard.")
    ('… You meld.', '… You meld. You discard.')
    """
    a, b = sentences(first), sentences(second)
    shortest = min(len(a), len(b))
    start = next((at for at in range(shortest) if a[at] != b[at]), shortest)
    end = next((at for at in range(shortest - start) if a[-1 - at] != b[-1 - at]), shortest - start)
    if start + end == shortest:
        start, end = (start - 1, end) if start else (start, end - 1)
    return _cut(a, start, end), _cut(b, start, end)


def in_short(told: Sequence[Sequence[str]]) -> list[str]:
    """Return several choices in a sentence or two: what each is told and none of the others, or else how it begins.

    Sums, and what introduces something, only show what is told elsewhere. A text that is another only from its third
    sentence on comes last: there a sentence leans on those before it.

    >>> in_short([["You may claim. It costs nothing."], ["You may claim. It costs a card."], []])
    ['It costs nothing.', 'It costs a card.', '']
    >>> in_short([["It is late. It rains. So wait.", "You win."], ["It is late. It rains. So go.", "You lose."]])
    ['You win. So wait.', 'You lose. So go.']
    """
    split = [
        [[one for one in sentences(text) if " = " not in one and one[-1] != ":"] for text in texts] for texts in told
    ]
    often = Counter(one for each in split for one in {one for text in each for one in text})

    def leans(text: Sequence[str]) -> bool:
        return all(often[one] > 1 for one in text[:2])

    found = []
    for each in split:
        own = [one for text in sorted(each, key=leans) for one in text if often[one] == 1]
        found.append(" ".join(own[:2] or [one for text in each for one in text][:1]))
    return found


def _cut(whole: Sequence[str], start: int, end: int) -> str:
    kept = whole[start : len(whole) - end]
    return " ".join([*["…"][:start], *kept, *["…"][:end]])
