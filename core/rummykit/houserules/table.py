"""What loading gives: the complete rules of one table, and where they came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from rummykit.houserules.options import HouseRules, Section
from rummykit.houserules.problems import Place
from rummykit.info import ModInfo
from rummykit.language import say


class Catalogue(Protocol):
    """What the loader needs to know of the installed plugins."""

    def variants(self) -> Mapping[str, tuple[int, int]]:
        """Return every variant's name with the fewest and the most players it takes."""
        ...

    def options_model(self, variant: str) -> type[HouseRules]:
        """Return the options of a variant."""
        ...

    def presets(self, variant: str) -> Mapping[str, str]:
        """Return the presets of a variant: their names, and their YAML texts."""
        ...

    def mods(self) -> Mapping[str, type[Section] | None]:
        """Return every mod's name with its options, None if it has none."""
        ...

    def mod_info(self, name: str) -> ModInfo:
        """Return what a mod says of itself: what it fits, and how it goes with others."""
        ...


@dataclass(frozen=True)
class Origin:
    """Where an option was set: in a preset, or at a place in a file.

    >>> str(Origin(Place("home.yaml", 4, 5))), str(Origin(Place("preset 'club'", 2, 3), "club"))
    ('home.yaml:4:5', "preset 'club'")
    """

    place: Place
    preset: str | None = None

    def __str__(self) -> str:
        return str(self.place) if self.preset is None else say("preset {name}", name=repr(self.preset))


@dataclass(frozen=True)
class TableRules:
    """The resolved rules of a table: every option has a value.

    ``origins`` says for each (section, option) that a preset or file sets, where that was;
    an option that is not in it has the variant's default. ``players`` is how many sit at
    the table, or their names, or None if the file leaves it open.
    """

    variant: str
    preset: str | None
    mods: tuple[str, ...]
    rules: HouseRules
    mod_rules: Mapping[str, Section]
    players: int | tuple[str, ...] | None
    origins: Mapping[tuple[str, str], Origin]

    @property
    def seats(self) -> int | None:
        """How many sit at the table, if that is said; their names make no difference in play."""
        return self.players if isinstance(self.players, int | None) else len(self.players)

    def value(self, name: str) -> object:
        """Return the value of the option ``section.option``; the section may be a mod's id."""
        section, _, option = name.partition(".")
        return getattr(self.mod_rules[section] if section in self.mod_rules else getattr(self.rules, section), option)

    def to_json(self) -> dict[str, object]:
        """Return every option with its value as plain JSON types, for a record file.

        The result has the shape of a house-rule file, so that it can be read as one; a
        preset or players that are not named are left out.
        """
        sections: dict[str, object] = self.rules.model_dump(mode="json")
        match = sections.pop("match")
        sections.update((name, options.model_dump(mode="json")) for name, options in self.mod_rules.items())
        data: dict[str, object] = {"variant": self.variant}
        if self.preset is not None:
            data["preset"] = self.preset
        data["mods"] = list(self.mods)
        if self.players is not None:
            data["players"] = self.players if isinstance(self.players, int) else list(self.players)
        return {**data, "rules": sections, "match": match}
