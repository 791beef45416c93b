"""What all renderers of a booklet need: texts without surprises, anchors, and the cards of an example."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import chain, count

from rummykit.booklet import Booklet, Example, Paragraph
from rummykit.cards import Card, Pack, Placed
from rummykit.errors import NotationError, PluginError
from rummykit.i18n import current, mark, say, say_number

FAN = 5
"""Cards in the drawing of a title page."""

_NUMBER = re.compile(r"[-+−–]?\d[\d.,]*")


def plain(text: str) -> str:
    """Return a text on one line, without the control characters that a house-rule file may hold.

    >>> plain("Rummy \\x1b[31m at\\n home ")
    'Rummy [31m at home'
    """
    spaced = " ".join(text.split())
    return "".join(sign for sign in spaced if unicodedata.category(sign) not in ("Cc", "Cs"))


def passages(text: str) -> list[str]:
    """Return the passages of a rule's text, which empty lines part.

    >>> passages("One thing.\\n\\nAnother,\\nlonger thing.")
    ['One thing.', 'Another, longer thing.']
    """
    return [passage for passage in map(plain, re.split(r"\n\s*\n", text)) if passage]


def groups(example: Example, paragraph: Paragraph, pack: Pack) -> list[tuple[Placed, ...]]:
    """Return the cards of an example, group by group."""
    try:
        # Which cards are wild the game has judged.
        return [pack.placed_cards(group, wild=pack.first_copies) for group in example.cards.split("|")]
    except NotationError as error:
        message = mark("An example of the rule {rule} cannot be drawn: {problem}")
        raise PluginError(say(message, rule=paragraph.rule, problem=error)) from error


def players(booklet: Booklet) -> str:
    """Return how many may play."""
    low, high = booklet.players
    if low == high:
        return say_number("For {number} player", "For {number} players", low)
    return say("For {low} to {high} players", low=low, high=high)


def pack_size(pack: Pack) -> str:
    """Return how many cards there are."""
    return say_number("{number} card", "{number} cards", len(pack))


def has_jokers(pack: Pack) -> bool:
    """Return whether a pack has jokers."""
    return len(pack.cards) > pack.naturals


def cards_text(shown: Iterable[tuple[Placed, ...]]) -> str:
    """Return groups of cards as text."""
    return "  |  ".join(" ".join(placed.spoken for placed in group) for group in shown)


def suit_words(pack: Pack) -> list[str]:
    """Return the suits as text: the sign or letter of each, and its name."""
    return [f"{suit.sign if current().signs and suit.sign else suit.code} {say(suit.name)}" for suit in pack.suits]


def card_words(pack: Pack) -> list[str]:
    """Return sentences on how cards are written as text, of which only jokers need any."""
    jokers = pack.cards[pack.naturals :]
    if not jokers or not pack.naturals:
        return []
    card = pack.natural(len(pack.ranks) // 2, 0)
    message = mark("{joker} is a joker, {standing} a joker that is used for {card}.")
    return [say(message, joker=jokers[0], standing=Placed(jokers[0], card), card=card)]


def fan(pack: Pack) -> list[Card]:
    """Return cards that show what a pack is like: high ones of different suits, and a joker if it has any.

    >>> from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS
    >>> " ".join(card.text for card in fan(Pack(FRENCH_SUITS, FRENCH_RANKS, plain_jokers=2)))
    '10s Jh Qd Kc *'
    """
    jokers = pack.cards[pack.naturals :][-1:]
    naturals = min(FAN - len(jokers), pack.naturals)
    lowest = len(pack.ranks) - naturals
    # A pack with few ranks begins again at the top.
    shown = [pack.natural((lowest + at) % len(pack.ranks), at % len(pack.suits)) for at in range(naturals)]
    return [*shown, *jokers]


def number_columns(rows: Iterable[tuple[str, ...]]) -> set[int]:
    """Return the columns of a table that hold numbers only, which one sets flush right.

    >>> sorted(number_columns([("joker", "20"), ("ace", "11")]))
    [1]
    """
    columns = enumerate(zip(*rows, strict=False))
    return {at for at, cells in columns if all(_NUMBER.fullmatch(cell.strip()) for cell in cells)}


class Anchors:
    """Gives out names to link to, no name twice.

    >>> anchors = Anchors()
    >>> anchors.name("R17-MELD-01"), anchors.name("R17-MELD-01"), anchors.name("a <b>")
    ('R17-MELD-01', 'R17-MELD-01-2', 'a-b-')
    """

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def name(self, text: str) -> str:
        """Return a name that is like the text."""
        wanted = re.sub(r"[^A-Za-z0-9_-]+", "-", text) or "rule"
        numbered = (f"{wanted}-{number}" for number in count(2))
        name = next(name for name in chain([wanted], numbered) if name not in self._taken)
        self._taken.add(name)
        return name
