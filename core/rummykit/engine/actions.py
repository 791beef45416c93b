"""The moves of the family, each a small frozen value with one text form.

The text is what a player types, what a record holds and what a test says; `str(action)` writes it
and `rummykit.engine.notation.read_action` reads it. Every action is atomic: after it the table is legal.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, get_args

from rummykit.cards import Card, Placed
from rummykit.i18n import mark
from rummykit.melds import End, Meld


class _Written:
    """A move with its text: the word that a player types first, and what follows it; shown as ``<draw stock>``.

    ``phrase`` is what a player does, as the end of "you cannot"; ``form`` is how to write the move. Both are to be said
    where they are shown.
    """

    __slots__ = ()
    verb: ClassVar[str]
    phrase: ClassVar[str]
    form: ClassVar[str]

    def __str__(self) -> str:
        return self.verb

    def __repr__(self) -> str:
        return f"<{self}>"


@dataclass(frozen=True, slots=True, repr=False)
class _WithCard(_Written):
    """A move with a discard."""

    card: Card

    def __str__(self) -> str:
        return f"{self.verb} {self.card}"


class Source(Enum):
    """Where a card is drawn from."""

    STOCK = "stock"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True, repr=False)
class LayDown(_Written):
    """Lay down one or several new melds at once: ``meld 10h 10c 10d | As 2s 3s``."""

    phrase = verb = mark("meld")
    form = mark("meld CARD CARD CARD | CARD CARD CARD")
    melds: tuple[Meld, ...]

    def __str__(self) -> str:
        return "meld " + " | ".join(map(str, self.melds))


@dataclass(frozen=True, slots=True, repr=False)
class LayOff(_Written):
    """Add one card to a meld on the table: ``layoff 7r > 2``, with ``low`` or ``high`` if both ends fit."""

    verb = "layoff"
    phrase = mark("lay off")
    form = mark("layoff CARD > MELD-NUMBER (low or high after it where both ends fit)")
    placed: Placed
    number: int
    end: End | None = None

    def __str__(self) -> str:
        return f"layoff {self.placed} > {self.number}" + (f" {self.end.value}" if self.end else "")


Home = LayDown | LayOff
"""Where cards go that must be placed at once: a swapped joker, a taken discard."""


@dataclass(frozen=True, slots=True, repr=False)
class Draw(_Written):
    """Draw a card: ``draw stock``, ``draw discard``; where it must be used: ``draw discard : meld …``."""

    phrase = verb = mark("draw")
    form = "draw stock, draw discard"
    source: Source
    use: Home | None = None

    def __str__(self) -> str:
        return f"draw {self.source.value}" + (f" : {self.use}" if self.use else "")


@dataclass(frozen=True, slots=True, repr=False)
class Claim(_Written):
    """Take the open card out of turn: ``claim``."""

    phrase = verb = mark("claim")
    form = verb


@dataclass(frozen=True, slots=True, repr=False)
class Pass(_Written):
    """Leave the open card to the others, or place nothing and draw instead, where a turn may be so: ``pass``."""

    phrase = verb = mark("pass")
    form = verb


@dataclass(frozen=True, slots=True, repr=False)
class SwapJoker(_Written):
    """Put real cards in the place of table jokers and lay those at once: ``swap 7r > 2 : meld …``.

    Each swap is a hand card and the number of a meld. The jokers go to their homes in the order written, all of them
    after the swaps: ``swap 9r > 1, 5b > 2 : layoff *r > 2, layoff *b > 1``. Without a home the move is refused.
    """

    verb = "swap"
    phrase = mark("swap a joker")
    form = mark("swap CARD > MELD-NUMBER : meld ... or : layoff ...")
    swaps: tuple[tuple[Card, int], ...]
    homes: tuple[Home, ...] = ()

    def __str__(self) -> str:
        swaps = ", ".join(f"{card} > {number}" for card, number in self.swaps)
        return f"swap {swaps}" + (f" : {', '.join(map(str, self.homes))}" if self.homes else "")


@dataclass(frozen=True, slots=True, repr=False)
class Rearrange(_Written):
    """Take melds of the table apart and lay everything anew, with cards from the hand: ``arrange 1,2 -> … | …``.

    The hand cards used are those of the new melds that the melds taken apart do not have. Numbers ascend.
    """

    verb = "arrange"
    phrase = mark("rearrange the table")
    form = mark("arrange MELD-NUMBER,MELD-NUMBER -> CARD CARD CARD | CARD CARD CARD")
    numbers: tuple[int, ...]
    melds: tuple[Meld, ...]

    def __str__(self) -> str:
        return f"arrange {','.join(map(str, self.numbers))} -> {' | '.join(map(str, self.melds))}"


class Discard(_WithCard):
    """End the turn with a discard: ``discard 17g``."""

    __slots__ = ()
    phrase = verb = mark("discard")
    form = mark("discard CARD")


class Knock(_WithCard):
    """End the round with a discard and few cards that are in no meld: ``knock 3c``."""

    __slots__ = ()
    phrase = verb = mark("knock")
    form = mark("knock CARD (the card you discard with it)")


class Call(_WithCard):
    """End the round with a discard when all other cards are in melds: ``call 3c``."""

    __slots__ = ()
    phrase = verb = mark("call")
    form = mark("call CARD (the card you discard with it)")


@dataclass(frozen=True, slots=True, repr=False)
class EndTurn(_Written):
    """End the turn where nothing is discarded: ``end``."""

    verb = "end"
    phrase = mark("end your turn")
    form = verb


@dataclass(frozen=True, slots=True, repr=False)
class BuyBack(_Written):
    """Answer the offer to lower one's total for chips, between two rounds: ``buyback yes``, ``buyback no``."""

    verb = "buyback"
    phrase = mark("buy back")
    form = "buyback yes, buyback no"
    accept: bool

    def __str__(self) -> str:
        return f"buyback {'yes' if self.accept else 'no'}"


Action = Draw | Claim | Pass | LayDown | LayOff | SwapJoker | Rearrange | Discard | Knock | Call | EndTurn | BuyBack

VERBS: dict[str, type[Action]] = {kind.verb: kind for kind in get_args(Action)}
"""The kinds of moves by the word that a player types first."""

DRAW_STOCK = Draw(Source.STOCK)
DRAW_DISCARD = Draw(Source.DISCARD)
CLAIM = Claim()
PASS = Pass()
END_TURN = EndTurn()
BUYBACK_YES = BuyBack(accept=True)
BUYBACK_NO = BuyBack(accept=False)
