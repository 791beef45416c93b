"""How a plugin introduces itself: light values, so that listing plugins loads nothing heavy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import TYPE_CHECKING

from rummykit.i18n import current

if TYPE_CHECKING:
    from rummykit.engine.actions import Action
    from rummykit.engine.views import BuybackView, View
    from rummykit.refusals import Citation
    from rummykit.rules.options import HouseRules, Section


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant, as far as it is plain data; what is computed for a game is returned by the hooks.

    ``id`` is its name in files and on the command line, ``titles`` are by language, ``players`` the fewest and the
    most. ``options`` is its `HouseRules` model, ``rules`` its rule sheet by rule id, and ``citations`` the rule, and
    the option if there is one, behind every reason for a refusal. ``presets`` are YAML texts by name; if they are not
    said, they are the files in the folder ``presets`` of the plugin's package. ``game`` is the module that implements
    the hooks; if it is not said, the plugin itself does.

    So that listing plugins loads nothing heavy, each of these four may also be a reference, ``"module:name"``, or a
    function without arguments that returns it.
    """

    id: str
    titles: Mapping[str, str]
    players: tuple[int, int]
    summary: str
    options: type[HouseRules] | Callable[[], type[HouseRules]] | str | None = None
    rules: Mapping[str, str] | Callable[[], Mapping[str, str]] | str | None = None
    citations: Mapping[Enum, Citation] | Callable[[], Mapping[Enum, Citation]] | str | None = None
    presets: Mapping[str, str] | Callable[[], Mapping[str, str]] | str | None = None
    game: str | None = None

    def __post_init__(self) -> None:
        _assert_line(self.id, self.summary)
        if not isinstance(self.titles, Mapping):
            raise TypeError(f"titles of the variant {self.id} are not a mapping; write {{'en': {self.titles!r}}}")
        for title in self.titles.values():
            _assert_text(f"a title of the variant {self.id}", title)
        if not (isinstance(self.players, tuple) and [*map(type, self.players)] == [int, int]):
            raise TypeError(f"players of the variant {self.id} are {self.players!r}; write (2, 4)")
        if not 1 < self.players[0] <= self.players[1]:
            fewest, most = self.players
            raise ValueError(f"from {fewest} to {most} players is not a range of two or more")

    @property
    def title(self) -> str:
        """The title in the language that is spoken, else the English one, or whichever there is."""
        return self.titles.get(current().code) or self.titles.get("en") or next(iter(self.titles.values()), self.id)


@dataclass(frozen=True, slots=True)
class Mod:
    """A rule mod: its id in the ``mods`` list of a house-rule file, one line about it, and what it goes with.

    ``variants`` are the ids of the variants it fits; none are named by a mod that fits any. ``conflicts`` are mods that
    cannot be played together with it. Mods wrap the hooks of the variant in the order of the list in the file, the last
    one outermost, but one that names others in ``after`` or ``before`` wraps after or before those of them that are
    listed too. Mods that are not installed may be named.

    ``options`` is a `Section`, ``rules`` and ``citations`` are added to those of the variant; all three as in
    `Variant`, and so is ``game``.
    """

    id: str
    summary: str
    variants: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    options: type[Section] | Callable[[], type[Section]] | str | None = None
    rules: Mapping[str, str] | Callable[[], Mapping[str, str]] | str | None = None
    citations: Mapping[Enum, Citation] | Callable[[], Mapping[Enum, Citation]] | str | None = None
    game: str | None = None

    def __post_init__(self) -> None:
        _assert_line(self.id, self.summary)
        for name in ("variants", "conflicts", "after", "before"):
            value = getattr(self, name)
            # A pair of brackets without a comma is not a tuple, and a text would be searched letter by letter.
            if isinstance(value, str):
                raise TypeError(f"{name} of the mod {self.id} is a text; write ({value!r},)")


def _assert_line(id: str, summary: object) -> None:
    _assert_text("the id", id)
    _assert_text(f"the summary of {id}", summary)


def _assert_text(what: str, text: object) -> None:
    if not isinstance(text, str):
        raise TypeError(f"{what} is {text!r}, not a line of text")


Bot = Callable[["View | BuybackView", Random], "Action"]
"""A bot answers a view with one of its legal moves; all its chance comes from the generator given.

Between two rounds of a match it may be asked whether to buy back: then the view is a `BuybackView`.
"""


@dataclass(frozen=True, slots=True)
class BotInfo:
    """A bot: the name by which it takes a seat, one line about it, and a function that makes one."""

    name: str
    summary: str
    make: Callable[[], Bot] = field(repr=False)

    def __post_init__(self) -> None:
        _assert_line(self.name, self.summary)
        if not callable(self.make):
            raise TypeError(f"what makes the bot {self.name} is {self.make!r}, not a function")
