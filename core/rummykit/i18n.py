"""The language people read: messages are written in English, and catalogues say them in other languages.

A message is said where it is shown, with names in braces to fill in:

>>> say("{name} draws from the stock.", name="Ben")
'Ben draws from the stock.'
>>> say_number("{number} card", "{number} cards", 3)
'3 cards'

Every package may bring gettext catalogues in a folder ``locale``; `rummykit_kit.catalogues` writes them. What no
catalogue has is said in English. The language belongs to the context, as in a program that serves several people:

>>> with Language.of("de", ["rummykit"]).spoken():
...     say("The round is over.")
'Die Runde ist zu Ende.'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from rummykit.errors import SetupError, did_you_mean

if TYPE_CHECKING:
    from gettext import GNUTranslations
    from importlib.resources.abc import Traversable

ENGLISH = "en"
DOMAIN = "rummykit"
"""The name of a catalogue: ``locale/de/LC_MESSAGES/rummykit.mo`` in the folder of a package."""


@dataclass(frozen=True)
class Language:
    """A language: its code, and the packages whose catalogues are asked, in this order."""

    code: str = ENGLISH
    packages: tuple[str, ...] = ()
    signs: bool = False
    """Whether suits are written as signs, or by their letters where a screen lacks the signs."""

    @classmethod
    def of(cls, code: str, packages: Iterable[str], signs: bool = False) -> Language:
        """Return a language that at least one of the packages speaks; raise `SetupError` if none does."""
        asked = tuple(packages)
        known = languages(asked)
        if code not in known:
            raise SetupError(f"There is no language '{code}', only: {', '.join(known)}.{did_you_mean(code, known)}")
        return cls(code, asked, signs)

    @cached_property
    def _catalogue(self) -> GNUTranslations | None:
        from gettext import GNUTranslations

        first: GNUTranslations | None = None
        for package in self.packages if self.code != ENGLISH else ():
            file = _locale(package) / self.code / "LC_MESSAGES" / f"{DOMAIN}.mo"
            if file.is_file():
                with file.open("rb") as opened:
                    catalogue = GNUTranslations(opened)
                if first is None:
                    first = catalogue
                else:
                    first.add_fallback(catalogue)
        return first

    def text(self, message: str) -> str:
        """Return a message in this language."""
        # The empty message would be the head of the catalogue.
        return self._catalogue.gettext(message) if self._catalogue and message else message

    def number(self, one: str, many: str, number: int) -> str:
        """Return the form of a message that goes with a number."""
        if self._catalogue:
            return self._catalogue.ngettext(one, many, number)
        return one if number == 1 else many

    @contextmanager
    def spoken(self) -> Iterator[None]:
        """Speak this language within a `with` block."""
        before = _current.set(self)
        try:
            yield
        finally:
            _current.reset(before)

    def speak(self) -> None:
        """Speak this language from now on."""
        _current.set(self)


IN_ENGLISH = Language()

_current: ContextVar[Language] = ContextVar("language", default=IN_ENGLISH)


def current() -> Language:
    """Return the language that is spoken now."""
    return _current.get()


def languages(packages: Iterable[str]) -> list[str]:
    """Return the languages that the packages have catalogues for, and English.

    >>> languages(["rummykit"])
    ['en', 'de', 'hu']
    """
    found = {
        folder.name
        for package in packages
        if _locale(package).is_dir()
        for folder in _locale(package).iterdir()
        if (folder / "LC_MESSAGES" / f"{DOMAIN}.mo").is_file()
    }
    return [ENGLISH, *sorted(found - {ENGLISH})]


def say(message: str, /, **values: object) -> str:
    """Say a message in the language of the context, with the values put in.

    A value may be a text, a number, a card, a meld, a message to say later, or several of them.
    """
    text = _current.get().text(message)
    return text.format_map(_spoken_values(values)) if values else text


def say_number(one: str, many: str, number: int, /, **values: object) -> str:
    """Say the form of a message that goes with ``number``, which it may also name."""
    return _current.get().number(one, many, number).format_map(_spoken_values({"number": number, **values}))


def spoken(value: object) -> str:
    """Return a value as people read it: a card with its sign and the rank of their language, several things in a row.

    >>> spoken(("5c", "6c"))
    '5c and 6c'
    """
    if isinstance(value, tuple | list):
        return listed(value)
    return str(getattr(value, "spoken", value))


def _spoken_values(values: Mapping[str, object]) -> dict[str, str]:
    return {name: spoken(value) for name, value in values.items()}


def mark(message: str) -> str:
    """Return the message as it is: it is said elsewhere, but translators should find it.

    >>> mark("Most sets")
    'Most sets'
    """
    return message


class Numbered(NamedTuple):
    """A message in two forms, said by the value called ``count``."""

    one: str
    many: str


@dataclass(frozen=True, slots=True, init=False)
class Later:
    """A message that is said when somebody reads it, in the reader's language.

    >>> str(Later("you have {points} points", points=7))
    'you have 7 points'
    """

    message: str
    values: tuple[tuple[str, object], ...]

    def __init__(self, message: str, /, **values: object) -> None:
        object.__setattr__(self, "message", message)
        object.__setattr__(self, "values", tuple(values.items()))

    def __str__(self) -> str:
        return say(self.message, **dict(self.values))


def reason_of(error: OSError) -> str:
    """Return why the system refuses a file; in the reader's language, if the reason is a common one.

    >>> reason_of(FileNotFoundError(2, "No such file or directory"))
    'No such file or directory'
    """
    return say(error.strerror or str(error))


SYSTEM_REASONS = (
    mark("No such file or directory"),
    mark("Permission denied"),
    mark("Is a directory"),
    mark("Not a directory"),
    mark("File exists"),
    mark("File name too long"),
    mark("No space left on device"),
    mark("Read-only file system"),
    mark("Input/output error"),
    mark("Broken pipe"),
)
"""What systems say in English, whatever their language."""


def listed(items: Iterable[object]) -> str:
    """Return things in a row, the last after "and".

    >>> listed(["5c", "6c", "7c"])
    '5c, 6c and 7c'
    """
    return _in_a_row(list(items), mark("{first} and {last}"))


def either(items: Iterable[object]) -> str:
    """Return things to choose from, the last after "or".

    >>> either(["draw", "claim"])
    'draw or claim'
    """
    return _in_a_row(list(items), mark("{first} or {last}"))


@dataclass(frozen=True, slots=True)
class Either:
    """Things to choose from, said when somebody reads them; see `either`."""

    things: tuple[object, ...]

    def __str__(self) -> str:
        return either(self.things)


def _in_a_row(items: Sequence[object], ending: str) -> str:
    if len(items) < 2:
        return "".join(map(spoken, items))
    return say(ending, first=", ".join(map(spoken, items[:-1])), last=items[-1])


def _locale(package: str) -> Traversable:
    from importlib.resources import files

    return files(package) / "locale"
