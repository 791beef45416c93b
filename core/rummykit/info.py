"""How a plugin introduces itself: light values, so that listing plugins loads nothing heavy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from rummykit.language import current

if TYPE_CHECKING:
    from rummykit.actions import Action
    from rummykit.views import BuybackView, View


@dataclass(frozen=True, slots=True)
class VariantInfo:
    """A variant: its id in files and on the command line, titles by language, seats, one line about it."""

    id: str
    titles: Mapping[str, str]
    min_players: int
    max_players: int
    summary: str

    def __post_init__(self) -> None:
        if not isinstance(self.titles, Mapping):
            raise TypeError(f"titles of the variant {self.id} are no mapping; write {{'en': {self.titles!r}}}")
        _assert_line(self.id, self.summary)

    @property
    def title(self) -> str:
        """The title in the language that is spoken, else the English one, or whichever there is."""
        return self.titles.get(current().code) or self.titles.get("en") or next(iter(self.titles.values()), self.id)


@dataclass(frozen=True, slots=True)
class ModInfo:
    """A rule mod: its id in the ``mods`` list of a house-rule file, one line about it, and what it goes with.

    ``variants`` are the ids of the variants it fits; none are named by a mod that fits any. ``conflicts`` are mods that
    cannot be played together with it. Mods wrap the hooks of the variant in the order of the list in the file, the last
    one outermost, but one that names others in ``after`` or ``before`` wraps after or before those of them that are
    listed too. Mods that are not installed may be named.
    """

    id: str
    summary: str
    variants: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    before: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _assert_line(self.id, self.summary)
        for name in ("variants", "conflicts", "after", "before"):
            value = getattr(self, name)
            # A pair of brackets without a comma is no tuple, and a text would be searched letter by letter.
            if isinstance(value, str):
                raise TypeError(f"{name} of the mod {self.id} is a text; write ({value!r},)")


def _assert_line(id: str, summary: object) -> None:
    if not isinstance(summary, str):
        raise TypeError(f"the summary of {id} is {summary!r}, and no line of text")


def presets_in(package: str) -> dict[str, str]:
    """Return the presets of a plugin: the YAML texts in the folder ``presets`` of its package, by name."""
    from importlib.resources import files

    found = sorted((files(package) / "presets").iterdir(), key=lambda file: file.name)
    return {file.name.removesuffix(".yaml"): file.read_text("utf-8") for file in found if file.name.endswith(".yaml")}


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
