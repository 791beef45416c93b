"""Which sections and options a file may hold, and where a misplaced one belongs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rummykit.errors import nearest
from rummykit.houserules.options import HouseRules, Section
from rummykit.houserules.problems import Place, Problem, shown
from rummykit.language import say

MATCH = "match"


@dataclass(frozen=True)
class Grammar:
    """The options of one variant together with those of the mods a file lists.

    ``mods`` are the listed ones; ``unlisted`` are the names of the other mods installed.
    """

    variant: str
    model: type[HouseRules]
    mods: Mapping[str, type[Section] | None]
    unlisted: frozenset[str] = frozenset()

    @property
    def sections(self) -> dict[str, type[Section]]:
        """Every section that has options, `match` and those of the mods included."""
        return {**variant_sections(self.model), **{name: mod for name, mod in self.mods.items() if mod}}

    def homes(self) -> Iterator[tuple[str, str]]:
        """Yield every option with the section it belongs to."""
        for section, model in self.sections.items():
            for option in model.model_fields:
                yield option, section

    def stray_key(self, place: Place, name: str, keys: tuple[str, ...]) -> Problem:
        """Explain a top-level key that the file format does not know."""
        if name in self.sections:
            return Problem.at(place, say("the section {name} belongs under rules", name=shown(name)))
        if home := dict(self.homes()).get(name):
            return _misplaced(place, name, home)
        return Problem.at(
            place,
            say("unknown key {name}", name=shown(name)),
            expected=", ".join(keys),
            nearest=nearest(name, keys) or self._likeliest(name),
        )

    def stray_section(self, place: Place, name: str) -> Problem:
        """Explain a key under `rules` that is not a section there."""
        if name == MATCH:
            return Problem.at(place, say("match belongs at the top of the file, beside rules"))
        if name in self.mods:
            return Problem.at(place, say("the mod {name} has no options", name=shown(name)))
        if name in self.unlisted:
            why = say("{name} is a mod that this table does not use; list it under mods", name=shown(name))
            return Problem.at(place, why)
        if home := dict(self.homes()).get(name):
            return _misplaced(place, name, home)
        known = [section for section in self.sections if section != MATCH]
        return Problem.at(
            place,
            say("{variant} has no section {name}", variant=self.variant, name=shown(name)),
            expected=one_of(known) if known else say("no sections at all"),
            nearest=nearest(name, known) or self._likeliest(name),
        )

    def stray_option(self, place: Place, section: str, name: str) -> Problem:
        """Explain a key in a section that is not one of its options."""
        if home := dict(self.homes()).get(name):
            return Problem.at(
                place,
                say(
                    "the option {name} belongs in {place}, not in {section}",
                    name=shown(name),
                    place=_path(home),
                    section=section,
                ),
            )
        options = self.sections[section].model_fields
        return Problem.at(
            place,
            say("{section} has no option {name}", section=section, name=shown(name)),
            expected=one_of(options) if options else say("no options at all"),
            nearest=nearest(name, options) or self._likeliest(name),
        )

    def _likeliest(self, name: str) -> str | None:
        homes = dict(self.homes())
        found = nearest(name, homes)
        return say("{option} in {place}", option=found, place=_path(homes[found])) if found else None


def variant_sections(model: type[HouseRules]) -> dict[str, type[Section]]:
    """Return a variant's sections by name, `match` included."""
    return {
        name: field.annotation
        for name, field in model.model_fields.items()
        if isinstance(field.annotation, type) and issubclass(field.annotation, Section)
    }


def one_of(names: Iterable[str]) -> str:
    """Say which names there are to choose from."""
    return say("one of {names}", names=", ".join(names))


def _misplaced(place: Place, name: str, section: str) -> Problem:
    return Problem.at(place, say("the option {name} belongs in {place}", name=shown(name), place=_path(section)))


def _path(section: str) -> str:
    return MATCH if section == MATCH else f"rules: {section}"
