"""Words as people type them when they look for something: without accents, inflected, inside another word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from itertools import takewhile
from unicodedata import combining, normalize

_WORD = re.compile(r"[^\W\d_]+|\d+")
_SHORTEST_BEGINNING, _SHORTEST_INSIDE = 3, 6
_ENDING = 3
"""So many letters at most are an ending; what is before them has one more at least."""


def folded(text: str) -> str:
    """Return a text in small letters without accents.

    >>> folded("Ász, GRÖSSER, größer")
    'asz, grosser, grosser'
    """
    return "".join(letter for letter in normalize("NFKD", text.casefold()) if not combining(letter))


def words(text: str) -> dict[str, str]:
    """Return the words of a text as they stand there, by how they are when folded.

    >>> words("Das Ass: first_meld 40")
    {'das': 'Das', 'ass': 'Ass', 'first': 'first', 'meld': 'meld', '40': '40'}
    """
    return {folded(word): word for word in _WORD.findall(text)}


def likeness(typed: str, word: str) -> int:
    """Say how well a folded word is what was typed: 3 the same, 2 inflected or longer, 1 within a longer word, or 0.

    >>> [likeness(typed, "abklopfen") for typed in ("abklopfen", "abklopft", "klopfen", "Joker")]
    [3, 2, 1, 0]
    >>> likeness("Aermel", "armel"), likeness("10", "101")
    (3, 0)
    """
    plain = folded(typed)
    # The letters ä, ö and ü are also typed as two.
    return max(_likeness(form, word) for form in {plain, re.sub("([aou])e", r"\1", plain)})


def _likeness(typed: str, word: str) -> int:
    if typed == word:
        return 3
    if typed.isdecimal() or word.isdecimal():
        return 0
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(typed, word, strict=False)))
    # A short word is the beginning of too many.
    longer = common == len(typed) >= _SHORTEST_BEGINNING and (common > _ENDING or len(word) < 2 * common)
    if longer or (common > _ENDING and max(len(typed), len(word)) - common <= _ENDING):
        return 2
    return 1 if len(typed) >= _SHORTEST_INSIDE and typed in word else 0


def near(typed: str, known: Mapping[str, str]) -> list[str]:
    """Return the words most like one that was typed, of those by how they are when folded.

    >>> near("jokker", words("Joker, Karten, Folgen"))
    ['Joker']
    """
    return [known[word] for word in get_close_matches(folded(typed)[:60], known, n=3, cutoff=0.7)]


def found_in(typed: Iterable[str], known: Mapping[str, str]) -> int:
    """Say how well all words that were typed are found in a text, by its folded words: as well as the worst of them."""
    return min((max((likeness(one, word) for word in known), default=0) for one in typed), default=0)
