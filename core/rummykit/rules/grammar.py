"""What the installed plugins let a file say, and where a misplaced section or option belongs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from typing import Protocol

from yaml import Node, ScalarNode

from rummykit.errors import nearest
from rummykit.i18n import either, listed, mark, say
from rummykit.rules.document import KEYS
from rummykit.rules.options import HouseRules, Section
from rummykit.rules.problems import Place, Problem, shown
from rummykit.rules.shapes import choices, meant
from rummykit.rules.yamlfile import is_empty

_GONE = {
    "match.match_mode": mark(
        "match_mode is gone: what is said of rounds, target and elimination decides how a match ends"
    )
}
"""Options of the first edition that have no new name, and what is said of them."""


class ModDeclaration(Protocol):
    """What a mod says of itself: what it fits, and how it goes with others; `rummykit.plugin.info.Mod` explains it."""

    @property
    def id(self) -> str: ...  # noqa: D102
    @property
    def variants(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def conflicts(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def after(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def before(self) -> tuple[str, ...]: ...  # noqa: D102


class Catalogue(Protocol):
    """What the loader needs to know of the installed plugins."""

    def variants(self) -> Mapping[str, tuple[int, int]]:
        """Return every variant's name with the fewest and the most players it takes."""

    def options_model(self, variant: str) -> type[HouseRules]:
        """Return the options of a variant."""

    def presets(self, variant: str) -> Mapping[str, str]:
        """Return the presets of a variant: their names, and their YAML texts."""

    def mods(self) -> Mapping[str, ModDeclaration]:
        """Return every mod's name with what it says of itself: what it fits, and how it goes with others."""

    def mod_options(self, name: str) -> type[Section] | None:
        """Return the options of a mod, None if it has none."""

    @property
    def bots(self) -> Collection[str]:
        """The names of all bots, which may sit at a table more than once."""


def fits(mod: ModDeclaration, variant: str) -> bool:
    """Say whether a mod is for a variant."""
    return not mod.variants or variant in mod.variants


def conflict(one: ModDeclaration, other: ModDeclaration) -> bool:
    """Say whether two mods cannot be played together; it is enough if one of them says so."""
    return other.id in one.conflicts or one.id in other.conflicts


@dataclass(frozen=True)
class Grammar:
    """The options of one variant together with those of the mods a file lists.

    ``mods`` are the listed ones; ``unlisted`` are the names of the other mods installed.
    """

    variant: str
    model: type[HouseRules]
    mods: Mapping[str, type[Section] | None]
    unlisted: frozenset[str] = frozenset()
    others: Callable[[str], Iterable[str]] = field(default=lambda section: (), compare=False)
    """Returns the other variants that have a section."""

    @cached_property
    def sections(self) -> dict[str, type[Section]]:
        """Every section that has options, those at the top and those of the mods included."""
        return {**self.model.sections(), **{name: mod for name, mod in self.mods.items() if mod}}

    @cached_property
    def inside(self) -> list[str]:
        """The sections that stand under `rules`."""
        return [section for section in self.sections if section not in self.model.top_sections()]

    @cached_property
    def options(self) -> list[tuple[str, str]]:
        """Every option, its section in front."""
        return [(section, option) for section, model in self.sections.items() for option in model.model_fields]

    def stray_key(self, place: Place, name: str, value: Node, keys: Iterable[str]) -> Problem:
        """Explain a top-level key that the file format does not know."""
        if name in self.sections and not self.is_option(name, value):
            return Problem(place, say("the section {name} belongs under rules", name=shown(name)))
        keys = (*keys, *self.model.top_sections())
        return self._stray(place, name, say("unknown key {name}", name=shown(name)), ", ".join(keys), keys)

    def is_option(self, name: str, value: Node) -> bool:
        """Say whether a name that may be a section's too is an option's here, because a single value follows it."""
        return isinstance(value, ScalarNode) and not is_empty(value) and bool(self._homes(name))

    def stray_single(self, place: Place, name: str) -> Problem:
        """Explain a section that is followed by a single value, where an option has the same name."""
        return Problem(place, say("the option {name} belongs in {place}", name=shown(name), place=self._homes(name)))

    def stray_section(self, place: Place, name: str, value: Node) -> Problem:
        """Explain a key under `rules` that is not a section there."""
        if name == "rules":
            return Problem(place, say("rules stands below rules; leave one of them out"))
        if name in self.model.top_sections() or name in KEYS:
            return Problem(place, say("{name} belongs at the top of the file, beside rules", name=name))
        if name in self.mods:
            return Problem(place, say("the mod {name} has no options", name=shown(name)))
        if name in self.unlisted:
            why = say("{name} is a mod that this table does not use; list it under mods", name=shown(name))
            return Problem(place, why)
        message = say("{variant} has no section {name}", variant=self.variant, name=shown(name))
        expected = one_of(self.inside) if self.inside else say("no sections")
        if others := list(self.others(name)):
            message = mark("{variant} has no section {name}, only {others}")
            message = say(message, variant=self.variant, name=shown(name), others=listed(others))
            if not self.is_option(name, value):
                return Problem(place, message, expected=expected)
        return self._stray(place, name, message, expected, self.inside)

    def stray_option(self, place: Place, section: str, name: str, value: Node) -> Problem:
        """Explain a key in a section that is not one of its options."""
        if name in self.model.top_sections() or name in KEYS:
            return Problem(place, say("{name} belongs at the top of the file, beside rules", name=name))
        if name in self.inside and not self.is_option(name, value):
            why = mark("the section {name} belongs under rules, not in {section}")
            return Problem(place, say(why, name=shown(name), section=section))
        options = self.sections[section].model_fields
        message = say("{section} has no option {name}", section=section, name=shown(name))
        expected = one_of(options) if options else say("no options at all")
        return self._stray(place, name, message, expected, options, section)

    def renamed(self, place: Place, name: str, section: str | None = None) -> Problem | None:
        """Answer a name of the first edition with the new one; None if it was none, or this variant has no such option.

        It was an option of the *section*, or is in the wrong place and has no other meaning now.
        """
        known = {".".join(option) for option in self.options}
        answer = new_name(f"{section}.{name}", known) if section else None
        if answer is None and not self._homes(name):
            answer = new_name(name, known)
        if answer is None:
            return None
        message = say(answer) if " " in answer else say("{old} is now {new}", old=shown(name), new=answer)
        return Problem(place, message)

    def _stray(
        self, place: Place, name: str, message: str, expected: str, known: Iterable[str], section: str | None = None
    ) -> Problem:
        """Say what a name is called now, or where it belongs, or else what may have been meant."""
        if renamed := self.renamed(place, name, section):
            return renamed
        section_said, _, option_said = name.removeprefix("rules.").rpartition(".")
        if (section_said, option_said) in self.options:
            expected = mark("{section} and, indented below it, {option}")
            expected = say(expected, section=f"{section_said}:", option=f"{option_said}:")
            return Problem(place, say("{name} is written in two lines", name=shown(name)), expected=expected)
        homes = self._homes(name)
        if homes and section is None:
            return Problem(place, say("the option {name} belongs in {place}", name=shown(name), place=homes))
        if homes:
            why = mark("the option {name} belongs in {place}, not in {section}")
            return Problem(place, say(why, name=shown(name), place=homes, section=section))
        close = (self.owner(section, name) if section else None) or nearest(name, known)
        if not close and (option := nearest(name, {option for _, option in self.options})):
            close = say("{option} in {place}", option=option, place=self._homes(option))
        return Problem(place, message, expected=expected, nearest=close)

    def setting(self, section: str, value: str) -> str | None:
        """Return what may be meant by a value in the place of a whole section: its first option is what it is about."""
        first = next(iter(self.sections[section].model_fields), "")
        close = first and meant(self.sections[section].model_fields[first], value)
        return f"{first}: {close}" if close else self.owner(section, value)

    def owner(self, section: str, value: str) -> str | None:
        """Return the option of a section that has a value among its choices, with that value, as in a file."""
        fields = self.sections[section].model_fields
        return next((f"{option}: {value}" for option, field in fields.items() if value in choices(field)), None)

    def owner_elsewhere(self, value: str) -> str | None:
        """Return the only option of all sections that has a value among its choices, with that value."""
        owners = [f"{section}.{owner}" for section in self.sections if (owner := self.owner(section, value))]
        return owners[0] if len(owners) == 1 else None

    def _homes(self, name: str) -> str:
        """Return the sections that have an option of this name, nothing if there are none."""
        homes = [section for section, option in self.options if option == name]
        return either(home if home in self.model.top_sections() else f"rules: {home}" for home in homes)


@cache
def old_names() -> Mapping[str, tuple[str, ...]]:
    """Return what each option of the first edition is called now, or a sentence about it."""
    lines = (files(__package__) / "old_names.txt").read_text("utf-8").splitlines()
    names = (line.split() for line in lines if not line.startswith("#"))
    return {old: tuple(new) for old, *new in names} | {old: (sentence,) for old, sentence in _GONE.items()}


def new_name(old: str, known: Collection[str]) -> str | None:
    """Return what an option of the first edition is called now, or a sentence about it; None if it was none.

    It is named with its section or without; the answer is one of the *known* names.
    """
    answers = (new for name, news in old_names().items() if old in (name, name.partition(".")[2]) for new in news)
    return next((new for new in answers if new in known or " " in new), None)


def one_of(names: Iterable[str]) -> str:
    """Say which names there are to choose from."""
    return say("one of {names}", names=", ".join(names))
