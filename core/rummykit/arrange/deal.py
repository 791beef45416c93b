"""A table and a hand as the walks see them: numbers of cards by rank and suit, and the table's melds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rummykit.arrange.rank_sets import BySuit, Group
from rummykit.arrange.run_counts import JOKER, NATURAL
from rummykit.cards import Pack
from rummykit.melds import Meld, Shape


class Run(NamedTuple):
    """A run: its suit, its first place on the line, and its cards as a word of N (natural) and J (joker)."""

    suit: int
    start: int
    word: str


class Deal(NamedTuple):
    """Natural cards by rank and suit, all of them and those of the table; the jokers; the melds of the table."""

    cards: tuple[BySuit, ...]
    required: tuple[BySuit, ...]
    jokers: int
    hand_jokers: int
    runs: list[Run]
    sets: list[tuple[int, Group]]


def read_deal(pack: Pack, table: Sequence[Meld], hand: int) -> Deal:
    """Count the cards of a table and a hand."""
    width, naturals = len(pack.ranks), pack.naturals
    required = [0] * (naturals + 1)
    runs, sets = [], []
    for meld in table:
        for placed in meld.cards:
            required[placed.card.kind] += 1
        if meld.shape is Shape.RUN:
            runs.append(as_run(meld))
        else:
            sets.append(as_set(meld))
    cards = list(required)
    for kind in pack.kinds(hand):
        cards[kind] += 1
    return Deal(
        tuple([tuple(cards[rank:naturals:width]) for rank in range(width)]),
        tuple([tuple(required[rank:naturals:width]) for rank in range(width)]),
        cards[naturals],
        cards[naturals] - required[naturals],
        runs,
        sets,
    )


def as_run(meld: Meld) -> Run:
    """Return a run as the walks see it."""
    word = "".join([JOKER if placed.stands_for else NATURAL for placed in meld.cards])
    return Run(meld.cards[0].shown.suit, meld.start, word)


def as_set(meld: Meld) -> tuple[int, Group]:
    """Return the rank of a set, and its suits and jokers."""
    naturals = [placed.card for placed in meld.cards if not placed.card.is_joker]
    return naturals[0].rank, Group(tuple([card.suit for card in naturals]), len(meld) - len(naturals))
