"""The kinds of questions on a score sheet: what may be answered, and how an answer is read and kept."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, TypeVar

from rummykit.cards import Card, words
from rummykit.engine.ruleset import Ruleset
from rummykit.engine.scoring import Leftover
from rummykit.errors import NotationError, did_you_mean
from rummykit.i18n import Numbered, either, mark, say, say_number
from rummykit_session.words import yes_or_no

V = TypeVar("V")

NOBODY, YES, NO = mark("nobody"), mark("yes"), mark("no")
"""How these answers are kept."""
ALL, EVERYBODY, BOTH = mark("all"), mark("everybody"), mark("both")
"""Other ways to name all players; they are kept by their names."""
HIGHEST = 9999
"""No round brings more points than this; a longer number is a slip."""


class AnswerKind(ABC, Generic[V]):
    """A kind of question. Answers are kept as `write` puts them, which `read` understands in every language."""

    @property
    @abstractmethod
    def hint(self) -> str:
        """What may be answered, in a few words."""

    @abstractmethod
    def read(self, text: str) -> V:
        """Read an answer; raise `NotationError` with a sentence if it is none."""

    @abstractmethod
    def write(self, value: V) -> str:
        """Return an answer in the notation."""

    def choices(self) -> Sequence[str]:
        """Return lines to be shown before the question, where it takes more than a few words."""
        return ()


@dataclass(frozen=True, slots=True)
class ScoreQuestion(Generic[V]):
    """A question about a round, or about the match (round 0)."""

    round: int
    key: str
    text: str
    kind: AnswerKind[V]


@dataclass(frozen=True)
class OnePlayer(AnswerKind[int | None]):
    """One of the players, or, where it ``may_be_nobody``, none of them."""

    names: tuple[str, ...]
    may_be_nobody: bool = True

    @property
    def hint(self) -> str:
        """The names."""
        return either([*self.names, say(NOBODY)] if self.may_be_nobody else self.names)

    def read(self, text: str) -> int | None:
        """Read a name, the beginning of one, or a number."""
        if self.may_be_nobody and _is_nobody(text, self.names):
            return None
        return _read_name(text, self.names)

    def write(self, value: int | None) -> str:
        """Return the name."""
        return NOBODY if value is None else self.names[value]


@dataclass(frozen=True)
class SomePlayers(AnswerKind[tuple[int, ...]]):
    """Any number of the players."""

    names: tuple[str, ...]

    @property
    def hint(self) -> str:
        """The names, and how to give several."""
        everybody = say(BOTH if len(self.names) == 2 else ALL)
        return say("{names}; separate several with commas", names=either([*self.names, everybody, say(NOBODY)]))

    def read(self, text: str) -> tuple[int, ...]:
        """Read names with commas between them, or a word for all or for none of them."""
        if _is_nobody(text, self.names):
            return ()
        if _is_everybody(text, self.names):
            return tuple(range(len(self.names)))
        return tuple(sorted({_read_name(name, self.names) for name in text.split(",")}))

    def write(self, value: tuple[int, ...]) -> str:
        """Return the names."""
        return ", ".join(self.names[seat] for seat in value) or NOBODY


@dataclass(frozen=True)
class YesOrNo(AnswerKind[bool]):
    """Yes or no. With ``rules`` by which some cards multiply a round as the last one, that card is an answer too."""

    rules: Ruleset | None = None

    @property
    def hint(self) -> str:
        """Both words."""
        return either([say(YES), say(NO)])

    def read(self, text: str) -> bool:
        """Read yes or no, in full or by the first letter, or the card that was the last one."""
        answer = yes_or_no(text)
        if answer is None:
            answer = self._read_last_card(text)
        if answer is None:
            raise NotationError(say("'{text}' is neither yes nor no.", text=text))
        return answer

    def _read_last_card(self, text: str) -> bool | None:
        """Return whether a card multiplies the round; None if *text* is not a card, or if no card does."""
        if self.rules is None:
            return None
        pack, factor = self.rules.pack, self.rules.scoring.finish_factor
        if all(factor(card) == 1 for card in pack.cards):
            return None
        with suppress(NotationError):
            return factor(pack.card(text.strip())) > 1
        return None

    def write(self, value: bool) -> str:
        """Return the English word."""
        return YES if value else NO


@dataclass(frozen=True)
class SomeChoices(AnswerKind[tuple[str, ...]]):
    """So many of some things, which have a key and are told by a title."""

    titles: Mapping[str, str]
    number: int = 1

    @property
    def hint(self) -> str:
        """The things, or how many of those listed."""
        if self.number == 1:
            return ", ".join(self._numbered())
        return say_number("{number} number from the list", "{number} numbers from the list", self.number)

    def choices(self) -> Sequence[str]:
        """Return a list of the things, where more than one is asked for."""
        return self._numbered() if self.number > 1 else ()

    def _numbered(self) -> list[str]:
        return [f"{number} {title}" for number, title in enumerate(self.titles.values(), 1)]

    def read(self, text: str) -> tuple[str, ...]:
        """Read numbers or keys with blanks, or titles with commas between them."""
        parts = text.split(",") if "," in text else [text] if self._find(text) else text.split()
        chosen = dict.fromkeys(map(self._read_one, parts))
        if len(chosen) != self.number:
            message = Numbered("You named {named}; {number} is needed.", "You named {named}; {number} are needed.")
            raise NotationError(say_number(*message, self.number, named=len(chosen)))
        return tuple(key for key in self.titles if key in chosen)

    def _read_one(self, text: str) -> str:
        key = self._find(text)
        if key is None:
            why = say("'{text}' is not in the list.", text=text.strip())
            raise NotationError(why + did_you_mean(text, self.titles.values()))
        return key

    def _find(self, text: str) -> str | None:
        word, keys = text.strip().casefold(), list(self.titles)
        if word.isdecimal() and len(word) < 4:
            return keys[int(word) - 1] if 1 <= int(word) <= len(keys) else None
        named = [key for key, title in self.titles.items() if word in (key.casefold(), title.casefold())]
        return named[0] if named else None

    def write(self, value: tuple[str, ...]) -> str:
        """Return the keys."""
        return " ".join(value)


@dataclass(frozen=True)
class HandLeft(AnswerKind[int | tuple[Card, ...]]):
    """What is left in a hand: cards, none of which can lie among those ``seen`` elsewhere, or points."""

    rules: Ruleset
    seen: int = 0
    most: int | None = None
    """The points with which a player may just knock."""

    @property
    def hint(self) -> str:
        """Cards or points."""
        return say("cards or points; 0 for nothing")

    def read(self, text: str) -> int | tuple[Card, ...]:
        """Read a number of points, or cards."""
        if _is_number(text):
            return self._read_points(text)
        pack = self.rules.pack
        cards = tuple(pack.card(word, at + 1) for word, at in words(text))
        if not cards:
            raise NotationError(self.hint)
        if self.rules.deal.pool_jokers and any(card.is_joker for card in cards):
            raise NotationError(say("The jokers of this game lie in the pool; none can be left in a hand."))
        pack.heap([*pack.cards_in(self.seen), *cards])
        self._check_knock(Leftover.of(self.rules, pack.heap(cards)).points)
        return tuple(sorted(cards, key=lambda card: card.kind))

    def _read_points(self, text: str) -> int:
        pack, points = self.rules.pack, _read_number(text)
        most = sum(self.rules.card_values[kind] for kind in pack.kinds(pack.everything))
        if points < 0:
            raise NotationError(say("Enter 0 or more for what is left; the sheet knows whether that is bad."))
        if points > most:
            raise NotationError(say("All the cards of the pack together count only {most} points.", most=most))
        self._check_knock(points)
        return points

    def _check_knock(self, points: int) -> None:
        if self.most is not None and points > self.most:
            message = mark("{points} points are left, but nobody may knock with more than {most}.")
            raise NotationError(say(message, points=points, most=self.most))

    def write(self, value: int | tuple[Card, ...]) -> str:
        """Return the points, or the cards."""
        return str(value) if isinstance(value, int) else " ".join(card.text for card in value)


@dataclass(frozen=True)
class Count(AnswerKind[int]):
    """How many there are: a number that is not more than ``most``."""

    most: int

    @property
    def hint(self) -> str:
        """The lowest number and the highest."""
        return say("0 to {most}", most=self.most)

    def read(self, text: str) -> int:
        """Read a number."""
        if not _is_number(text) or not 0 <= _read_number(text) <= self.most:
            raise NotationError(say("Enter a number from {lowest} to {highest}.", lowest=0, highest=self.most))
        return _read_number(text)

    def write(self, value: int) -> str:
        """Return the number."""
        return str(value)


@dataclass(frozen=True)
class Points(AnswerKind[int]):
    """Points, good or bad."""

    @property
    def hint(self) -> str:
        """A number."""
        return say("a whole number, with a minus if it is below 0")

    def read(self, text: str) -> int:
        """Read a number."""
        if not _is_number(text):
            raise NotationError(say("'{text}' is not a whole number.", text=text))
        return _read_number(text)

    def write(self, value: int) -> str:
        """Return the number."""
        return str(value)


def _is_nobody(text: str, names: Sequence[str]) -> bool:
    return _is_one_of(text, (NOBODY,), names) or text.strip() == "-"


def _is_everybody(text: str, names: Sequence[str]) -> bool:
    return _is_one_of(text, (ALL, EVERYBODY, BOTH) if len(names) == 2 else (ALL, EVERYBODY), names)


def _is_one_of(text: str, words: Sequence[str], names: Sequence[str]) -> bool:
    """Whether *text* is one of the words, in English or in the language spoken, and nobody's name."""
    word = text.strip().casefold()
    return word in {*words, *(say(word).casefold() for word in words)} and word not in map(str.casefold, names)


def _read_name(text: str, names: Sequence[str]) -> int:
    """Return the seat of a player who is named in full, by his number, or by a beginning that is his alone."""
    word, folded = text.strip().casefold(), [name.casefold() for name in names]
    if word in folded:
        return folded.index(word)
    if word.isdecimal() and len(word) < 4 and 1 <= int(word) <= len(names):
        return int(word) - 1
    begun = [seat for seat, name in enumerate(folded) if word and name.startswith(word)]
    if len(begun) > 1:
        both = either([names[seat] for seat in begun])
        raise NotationError(say("'{text}' could mean {names}.", text=text.strip(), names=both))
    if not begun:
        why = say("Nobody called '{text}' plays in this round.", text=text.strip())
        raise NotationError(why + did_you_mean(text, names))
    return begun[0]


def _is_number(text: str) -> bool:
    return text.strip().lstrip("+-").isdecimal()


def _read_number(text: str) -> int:
    try:
        number = int(text)
    except ValueError:  # "+-3", or more digits than Python reads
        number = HIGHEST + 1
    if abs(number) > HIGHEST:
        raise NotationError(say("Enter a number from {lowest} to {highest}.", lowest=-HIGHEST, highest=HIGHEST))
    return number
