"""What loading gives: the complete rules of one table, and where they came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rummykit.i18n import say
from rummykit.rules.options import PLAYERS, Contradiction, HouseRules, Oddity, Section
from rummykit.rules.problems import Place, Problem


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
    the table, or their names, or None if the file leaves it open; ``player_range`` is from how many
    to how many may sit down, if it says that.
    """

    variant: str
    preset: str | None
    mods: tuple[str, ...]
    rules: HouseRules
    mod_rules: Mapping[str, Section]
    players: int | tuple[str, ...] | None
    origins: Mapping[tuple[str, str], Origin]
    player_range: range | None = None

    @property
    def seats(self) -> int | None:
        """How many sit at the table, if that is said; their names make no difference in play."""
        return self.players if isinstance(self.players, int | None) else len(self.players)

    def value(self, name: str) -> object:
        """Return the value of the option ``section.option``; the section may be a mod's id."""
        section, _, option = name.partition(".")
        return getattr(self.section(section), option)

    def written(self, name: str) -> str:
        """Return the value of the option ``section.option`` as it is written in a file."""
        section, _, option = name.partition(".")
        return self.section(section).written(option)

    def section(self, name: str) -> Section:
        """Return a section by its name, which may be a mod's id."""
        found: Section = self.mod_rules[name] if name in self.mod_rules else getattr(self.rules, name)
        return found

    def has(self, name: str) -> bool:
        """Whether the game has the option ``section.option``."""
        section, _, option = name.partition(".")
        found = self.mod_rules.get(section) or getattr(self.rules, section, None)
        return found is not None and option in type(found).model_fields

    def located(self, found: Contradiction | Oddity, anywhere: Place, players: Place | None = None) -> Problem:
        """Return a problem at the place of the first option that a file sets, with the places of the others.

        *players* is where those are said; *anywhere* is for what no line can be blamed for.
        """
        known = {**self.origins, PLAYERS: Origin(players)} if players else self.origins
        origins = [known[option] for option in found.options if option in known]
        # What stands in a file comes first: a player can change that, but not the preset.
        origins.sort(key=lambda origin: origin.preset is not None)
        first, *others = dict.fromkeys(origin.place for origin in origins) or [anywhere]
        return Problem(first, found.message, also=tuple(others))

    def to_json(self) -> dict[str, object]:
        """Return every option with its value as plain JSON types, for a record file.

        The result has the shape of a house-rule file, so that it can be read as one; a
        preset or players that are not named are left out.
        """
        sections: dict[str, object] = self.rules.model_dump(mode="json")
        above = {name: sections.pop(name) for name in self.rules.top_level if name in sections}
        sections.update((name, options.model_dump(mode="json")) for name, options in self.mod_rules.items())
        data: dict[str, object] = {"variant": self.variant}
        if self.preset is not None:
            data["preset"] = self.preset
        data["mods"] = list(self.mods)
        if self.players is not None:
            data["players"] = self.players if isinstance(self.players, int) else list(self.players)
        elif self.player_range is not None:
            data["players"] = f"{self.player_range[0]}-{self.player_range[-1]}"
        return {**data, "rules": sections, **above}
