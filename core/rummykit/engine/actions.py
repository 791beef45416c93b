"""The moves of the family, each a small frozen value with one text form.

The text is what a player types, what a record holds and what a test says; `str(action)` writes it
and `rummykit.engine.notation.read_action` reads it. Every action is atomic: after it the table is legal.

A part of a plugin may bring a kind of its own, a subclass of `Action` or `CardAction`; docs/actions.md shows how.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar

from rummykit.cards import Card, Placed, words
from rummykit.i18n import mark
from rummykit.melds import End, Meld

if TYPE_CHECKING:
    from rummykit.engine.round import Round
    from rummykit.refusals import Refusal


class Action:
    """A move with its text: the word that a player types first, and what follows it; shown as ``<draw stock>``.

    ``phrase`` is what a player does, as the end of "you cannot"; ``form`` is how to write the move, ``meaning`` what
    it does, in a sentence; ``you`` and ``they`` tell in the log that it was made, with ``{name}`` and with its fields,
    such as ``{card}``. All are messages, marked with `rummykit.i18n.mark` and said where they are shown. Whatever a
    move names everybody sees.
    """

    __slots__ = ()
    verb: ClassVar[str]
    phrase: ClassVar[str]
    form: ClassVar[str]
    meaning: ClassVar[str]
    you: ClassVar[str]
    they: ClassVar[str]

    def __str__(self) -> str:
        return self.verb

    def __repr__(self) -> str:
        return f"<{self}>"

    @property
    def values(self) -> dict[str, object]:
        """What the sentences of the log are filled in with."""
        return {field.name: getattr(self, field.name) for field in fields(self)} if is_dataclass(self) else {}

    @classmethod
    def read(cls, text: str, round: Round) -> Action | Refusal | None:
        """Return the move that the text after the verb means; None if it means none, which is told with an example."""
        return None if text else cls()

    @classmethod
    def example(cls, round: Round) -> Action | None:
        """Return a move of this kind as the seat to act could make it, or could have made it at another moment."""
        return next((action for action in round.legal_actions() if type(action) is cls), None)


@dataclass(frozen=True, slots=True, repr=False)
class CardAction(Action):
    """A move with a card from the hand, mostly a discard: the verb and the card."""

    card: Card

    def __str__(self) -> str:
        return f"{self.verb} {self.card}"

    @classmethod
    def read(cls, text: str, round: Round) -> Action | Refusal | None:
        """Return the move with the one card that the text names."""
        cards = list(words(text))
        return cls(round.rules.pack.card(cards[0][0], 1 + cards[0][1])) if len(cards) == 1 else None

    @classmethod
    def example(cls, round: Round) -> Action | None:
        """Return a legal move of this kind, or one with another card of the hand."""
        hand = round.rules.pack.cards_in(round.hands[round.actor])
        return super(CardAction, cls).example(round) or next(map(cls, hand), None)


class Source(Enum):
    """Where a card is drawn from."""

    STOCK = "stock"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True, repr=False)
class LayDown(Action):
    """Lay down one or several new melds at once: ``meld 10h 10c 10d | As 2s 3s``."""

    phrase = verb = mark("meld")
    form = mark("meld CARD CARD CARD | CARD CARD CARD")
    melds: tuple[Meld, ...]

    def __str__(self) -> str:
        return "meld " + " | ".join(map(str, self.melds))


@dataclass(frozen=True, slots=True, repr=False)
class LayOff(Action):
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


def cards_of(home: Home | None) -> tuple[Placed, ...]:
    """Return the cards that are placed so."""
    if isinstance(home, LayDown):
        return tuple(placed for meld in home.melds for placed in meld.cards)
    return () if home is None else (home.placed,)


@dataclass(frozen=True, slots=True, repr=False)
class Draw(Action):
    """Draw a card: ``draw stock``, ``draw discard``; where it must be used: ``draw discard : meld …``.

    Of a pile that may be taken from any depth, ``draw discard 3`` takes the top three ``cards``: the third one, which
    is the one wanted, and the two above it. So equal cards in the pile are told apart.
    """

    phrase = verb = mark("draw")
    form = "draw stock, draw discard"
    source: Source
    use: Home | None = None
    cards: int = 1

    def __str__(self) -> str:
        deep = f" {self.cards}" if self.cards > 1 else ""
        return f"draw {self.source.value}{deep}" + (f" : {self.use}" if self.use else "")


@dataclass(frozen=True, slots=True, repr=False)
class Claim(Action):
    """Take the open card out of turn: ``claim``; where it must be laid at once: ``claim : meld …``."""

    phrase = verb = mark("claim")
    form = verb
    use: Home | None = None

    def __str__(self) -> str:
        return "claim" + (f" : {self.use}" if self.use else "")


@dataclass(frozen=True, slots=True, repr=False)
class Pass(Action):
    """Leave the open card to the others, or place nothing and draw instead, where a turn may be so: ``pass``."""

    phrase = verb = mark("pass")
    form = verb


@dataclass(frozen=True, slots=True, repr=False)
class SwapJoker(Action):
    """Put real cards in the place of table jokers and lay those at once: ``swap 7r > 2 : meld …``.

    Each swap is a hand card and the number of a meld. The jokers go to their homes in the order written, all of them
    after the swaps: ``swap 9r > 1, 5b > 2 : layoff *r > 2, layoff *b > 1``. Without a home, ``swap 7r > 2``, they go to
    the hand, where the rules allow that.
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
class Rearrange(Action):
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


class Discard(CardAction):
    """End the turn with a discard: ``discard 17g``."""

    __slots__ = ()
    phrase = verb = mark("discard")
    form = mark("discard CARD")


class Knock(CardAction):
    """End the round with a discard and few cards that are in no meld: ``knock 3c``."""

    __slots__ = ()
    phrase = verb = mark("knock")
    form = mark("knock CARD (the card you discard with it)")


class Call(CardAction):
    """End the round with a discard when all other cards are in melds: ``call 3c``."""

    __slots__ = ()
    phrase = verb = mark("call")
    form = mark("call CARD (the card you discard with it)")


@dataclass(frozen=True, slots=True, repr=False)
class EndTurn(Action):
    """End the turn where nothing is discarded: ``end``."""

    verb = "end"
    phrase = mark("end your turn")
    form = verb


@dataclass(frozen=True, slots=True, repr=False)
class Late(Action):
    """End the turn of a player whose time is over: ``late``. The clock of the table makes this move, and no player."""

    verb = "late"
    phrase = mark("be late")
    form = verb


@dataclass(frozen=True, slots=True, repr=False)
class BuyBack(Action):
    """Answer the offer to lower one's total for chips, between two rounds: ``buyback yes``, ``buyback no``."""

    verb = "buyback"
    phrase = mark("buy back")
    form = "buyback yes, buyback no"
    accept: bool

    def __str__(self) -> str:
        return f"buyback {'yes' if self.accept else 'no'}"


STANDARD = (Draw, Claim, Pass, LayDown, LayOff, SwapJoker, Rearrange, Discard, Knock, Call, EndTurn, Late, BuyBack)
"""The kinds of moves that any game may have, in the order of a turn."""

VERBS: dict[str, type[Action]] = {kind.verb: kind for kind in STANDARD if kind is not Late}
"""Those that players make, by the word that they type first."""


def is_own(action: Action) -> bool:
    """Whether a move is of a kind that a part of a game has brought."""
    return type(action) not in STANDARD


def unfit(kinds: Iterable[type[Any]]) -> str | None:
    """Return what is wrong with the kinds of moves of a game, and what to do about it; None if nothing is."""
    known: dict[str, type[Any]] = {kind.verb: kind for kind in STANDARD}
    for kind in kinds:
        name = kind.__name__
        if not issubclass(kind, Action):
            return f"the moves '{name}' are not actions; derive the class from rummykit.engine.actions.Action."
        verb = getattr(kind, "verb", "")
        if not re.fullmatch(r"[a-z][a-z_]*", verb):
            return f"the action {name} has no verb that can be typed; set verb to one word in small letters."
        lacking = [what for what in _TEXTS if not getattr(kind, what, "") and kind not in STANDARD]
        if lacking:
            return f"the action {name} has no {lacking[0]}; give the class one."
        if kind not in STANDARD and is_dataclass(kind) and fields(kind) and not _reads(kind):
            return f"the action {name} has no reader; define its classmethod read(text, round)."
        if known.setdefault(verb, kind) is not kind:
            other = f"{known[verb].__module__}.{known[verb].__name__}"
            return f"the action {name} has the verb '{verb}', as {other} has; give it another one."
        if verb in COMMAND_WORDS:
            return f"the action {name} has the verb '{verb}', which is a command at the table; give it another one."
    return None


def _reads(kind: type[Action]) -> bool:
    return kind.read.__func__ is not Action.read.__func__  # type: ignore[attr-defined]


_TEXTS = ("phrase", "form", "meaning", "you", "they")

COMMAND_WORDS = frozenset(
    ["help", "moves", "rule", "rules", "show", "sort", "log", "hint", "undo", "quit", "exit", "q", "rearrange"]
)
"""What a player may type that is not a move."""

DRAW_STOCK = Draw(Source.STOCK)
DRAW_DISCARD = Draw(Source.DISCARD)
CLAIM = Claim()
PASS = Pass()
END_TURN = EndTurn()
LATE = Late()
BUYBACK_YES = BuyBack(accept=True)
BUYBACK_NO = BuyBack(accept=False)
