"""`rummy rules show`, and what a table is by its options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from pydantic import ValidationError

from rummykit.i18n import say, say_number
from rummykit.plugin.plugins import Plugins
from rummykit.rules import Origin, Section, TableRules, from_variant
from rummykit.rules.document import RECORD_KEYS
from rummykit_cli.commands.rules.new import about, yaml_value
from rummykit_cli.commands.rules.tables import with_values
from rummykit_cli.commands.targets import on_top, read_target
from rummykit_cli.lines import echo, print_json, print_text
from rummykit_cli.plugged import installed


@dataclass(frozen=True)
class OptionEntry:
    """An option of a table: what it means, its value and its default, and who has set it, if anybody.

    ``instead`` is what the preset says where a file says it, or something else, again: the option, and its value.
    ``followed`` is the option from which this one, unsaid, has its value; the origin is that of the other.
    """

    section: str
    option: str
    meaning: str
    value: object
    default: object
    origin: Origin | None
    instead: tuple[str, object] | None = None
    followed: str | None = None

    @property
    def source(self) -> str:
        """Where the value comes from: `default`, `preset club`, `home.yaml:4`, `follows ace.points, home.yaml:4`."""
        if self.origin is None:
            return say("default")
        place = f"{self.origin.place.file}:{self.origin.place.line}"
        if self.origin.preset:
            place = say("preset {preset}", preset=self.origin.preset)
        if self.followed is not None:
            return say("follows {option}, {place}", option=self.followed, place=place)
        if self.instead is None:
            return place
        option, value = self.instead
        if self.repeats:
            return say("{place}, as the preset has it anyway", place=place)
        said = yaml_value(value) if option == self.option else f"{option}: {yaml_value(value)}"
        return say("{place}, where the preset has {said}", place=place, said=said)

    @property
    def repeats(self) -> bool:
        """Whether a line of a file says what the preset says already."""
        return self.instead == (self.option, self.value)

    def as_json(self) -> dict[str, object]:
        """Return the option for a script."""
        kind = "default" if self.origin is None else "preset" if self.origin.preset else "file"
        origin: dict[str, object] = {"kind": kind}
        if self.origin is not None:
            # A preset's file is inside the plugin, where a reader could not look it up.
            origin |= {"preset": self.origin.preset} if self.origin.preset else self.origin.place.as_json()
        if self.followed is not None:
            origin["followed"] = self.followed
        if self.instead is not None:
            option, value = self.instead
            origin["instead"] = {"option": f"{self.section}.{option}", "value": value}
        return {"value": self.value, "default": self.default, "origin": origin}


def show_rules(target: str, preset: str | None, changed: bool, as_json: bool) -> None:
    """Print the complete rules of a file or variant, each value with where it comes from."""
    plugins = installed()
    rules = read_target(target, plugins, preset)
    found = [entry for entry in entries(rules, plugins) if not changed or entry.value != entry.default]
    if as_json:
        sections: dict[str, dict[str, object]] = {}
        for entry in found:
            sections.setdefault(entry.section, {})[entry.option] = entry.as_json()
        print_json({**table_json(rules), "sections": sections})
        return
    echo(title(rules, plugins))
    if rules.notes:
        print_text(rules.notes)
    for section, group in by_section(found):
        echo(f"\n{heading(rules, section)}")
        names = max(len(entry.option) for entry in group)
        values = max(len(yaml_value(entry.value)) for entry in group)
        for entry in group:
            echo(f"  {entry.option:<{names}}  {yaml_value(entry.value):<{values}}  {entry.source}")
    if not found:
        echo("\n" + say("Nothing differs from the default."))


def entries(rules: TableRules, plugins: Plugins) -> list[OptionEntry]:
    """Return every option of a table, the sections in the order one explains a game: the match last."""
    preset = from_variant(rules.variant, plugins, preset=rules.preset) if rules.preset else None
    defaults, last = type(rules.rules)(), rules.rules.top_sections()
    pairs = {name: (getattr(defaults, name), section) for name, section in rules.rules if name not in last}
    pairs |= {name: (type(section)(), section) for name, section in rules.mod_rules.items()}
    pairs |= {name: (getattr(defaults, name), rules.sections[name]) for name in last}
    return [entry for name, two in pairs.items() for entry in _entries(rules, name, *two, preset)]


def _entries(
    rules: TableRules, name: str, defaults: Section, section: Section, preset: TableRules | None
) -> Iterator[OptionEntry]:
    default, value = defaults.model_dump(mode="json"), section.model_dump(mode="json")
    of_preset = {
        option: plain for option, plain in _plain(preset, name).items() if preset and (name, option) in preset.origins
    }
    for option, field in type(section).model_fields.items():
        origin = rules.origins.get((name, option))
        # Of options that exclude each other, one takes the place of any other.
        rivals = section.one_of if option in section.one_of and section.says(option, value[option]) else ()
        instead = next(((one, of_preset[one]) for one in (option, *rivals) if one in of_preset), None)
        by_file = origin is not None and origin.preset is None
        told = instead if by_file else None
        followed = None
        if origin is None and value[option] != default[option]:
            followed, origin = _followed(rules, f"{name}.{option}")
        yield OptionEntry(name, option, field.description or "", value[option], default[option], origin, told, followed)


def _followed(rules: TableRules, path: str) -> tuple[str | None, Origin | None]:
    """Return the option without which one that nobody has said would be another, and where it was set."""
    usual = {name: section.model_dump(mode="json") for name, section in type(rules.rules)()}
    for key, origin in rules.origins.items():
        section, option = key
        if option in usual.get(section, ()):
            with suppress(ValidationError):
                if with_values(rules, {key: usual[section][option]}).value(path) != rules.value(path):
                    return f"{section}.{option}", origin
    return None, None


def _plain(table: TableRules | None, section: str) -> dict[str, object]:
    return table.sections[section].model_dump(mode="json") if table and section in table.sections else {}


def by_section(found: Iterable[OptionEntry]) -> list[tuple[str, list[OptionEntry]]]:
    """Return options by their sections, in the order in which these come."""
    return [(section, list(group)) for section, group in groupby(found, key=lambda entry: entry.section)]


def heading(rules: TableRules, section: str) -> str:
    """Return a section with what it is about."""
    return f"{section}: {about(type(rules.sections[section]))}".rstrip()


def title(rules: TableRules, plugins: Plugins) -> str:
    """Return what is played at a table, and who plays: ``Our table: Deutsches Rommé, preset club, 3 players``."""
    info = plugins.plugin_of(rules.variant).variant
    assert info is not None
    parts = [info.title, *on_top(rules)]
    if isinstance(rules.players, int):
        parts.append(say_number("{number} player", "{number} players", rules.players))
    elif rules.player_range:
        low, high = rules.player_range[0], rules.player_range[-1]
        parts.append(say("from {low} to {high} players", low=low, high=high))
    elif rules.players:
        parts.append(say("players {names}", names=", ".join(rules.players)))
    played = ", ".join(parts)
    return f"{rules.title}: {played}" if rules.title else played


def table_json(rules: TableRules) -> dict[str, Any]:
    """Return what a table is, without its options, for a script."""
    return {key: value for key, value in rules.to_json().items() if key in RECORD_KEYS and key != "rules"}
