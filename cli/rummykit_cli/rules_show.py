"""`rummy rules show`, and what a table is by its options."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from rummykit.errors import SetupError, did_you_mean
from rummykit.houserules import Origin, Section, TableRules, from_variant, load_file
from rummykit.houserules.grammar import MATCH
from rummykit.language import say, say_number
from rummykit.plugins import Plugins
from rummykit_cli.listing import warn_of_problems
from rummykit_cli.rules_new import about, yaml_value
from rummykit_cli.speaking import installed


@dataclass(frozen=True)
class Entry:
    """An option of a table: what it means, its value and its default, and who has set it, if anybody."""

    section: str
    option: str
    meaning: str
    value: object
    default: object
    origin: Origin | None

    @property
    def source(self) -> str:
        """Where the value comes from: `default`, `preset club`, or `home.yaml:4`."""
        if self.origin is None:
            return say("default")
        if self.origin.preset:
            return say("preset {preset}", preset=self.origin.preset)
        return f"{self.origin.place.file}:{self.origin.place.line}"

    def as_json(self) -> dict[str, object]:
        """Return the option for a script."""
        kind = "default" if self.origin is None else "preset" if self.origin.preset else "file"
        origin: dict[str, object] = {"kind": kind}
        if self.origin is not None:
            # A preset's file is inside the plugin, where a reader could not look it up.
            origin |= {"preset": self.origin.preset} if self.origin.preset else self.origin.place.as_json()
        return {"value": self.value, "default": self.default, "origin": origin}


def show_rules(target: str, preset: str | None, changed: bool, as_json: bool) -> None:
    """Print the complete rules of a file or variant, each value with where it comes from."""
    plugins = installed()
    warn_of_problems(plugins)
    rules = read_target(target, plugins, preset)
    found = [entry for entry in entries(rules) if not changed or entry.value != entry.default]
    if as_json:
        sections: dict[str, dict[str, object]] = {}
        for entry in found:
            sections.setdefault(entry.section, {})[entry.option] = entry.as_json()
        print_json({**table_json(rules), "sections": sections})
        return
    typer.echo(title(rules, plugins))
    for section, group in by_section(found):
        typer.echo(f"\n{heading(rules, section)}")
        names = max(len(entry.option) for entry in group)
        values = max(len(yaml_value(entry.value)) for entry in group)
        for entry in group:
            typer.echo(f"  {entry.option:<{names}}  {yaml_value(entry.value):<{values}}  {entry.source}")
    if not found:
        typer.echo("\n" + say("Nothing differs from the default."))


def read_target(target: str, plugins: Plugins, preset: str | None = None) -> TableRules:
    """Return the rules of a variant, of `VARIANT:PRESET`, or of a file, looked for in this order."""
    variant, _, of_variant = target.partition(":")
    if variant in plugins.variants():
        if preset and of_variant:
            raise SetupError(
                say("{target} names a preset already; leave --preset {preset} out.", target=target, preset=preset)
            )
        return from_variant(variant, plugins, preset=preset or of_variant or None)
    path = Path(target)
    if not path.exists() and path.suffix.lower() not in (".yaml", ".yml"):
        known = plugins.variants()
        sentence = say(
            "'{target}' is neither a file nor a variant; installed are {variants}.",
            target=target,
            variants=", ".join(known),
        )
        raise SetupError(sentence + did_you_mean(variant, known))
    if preset:
        raise SetupError(
            say("--preset goes with a variant; {file} is a file and says itself which preset it plays.", file=target)
        )
    return load_file(path, plugins)


def entries(rules: TableRules) -> list[Entry]:
    """Return every option of a table, the sections in the order one explains a game: the match last."""
    defaults, values = type(rules.rules)(), rules.rules
    pairs = {name: (getattr(defaults, name), section) for name, section in values if name != MATCH}
    pairs |= {name: (type(section)(), section) for name, section in rules.mod_rules.items()}
    pairs[MATCH] = (defaults.match, values.match)
    return [entry for name, (usual, section) in pairs.items() for entry in _entries(rules, name, usual, section)]


def _entries(rules: TableRules, name: str, defaults: Section, section: Section) -> Iterator[Entry]:
    default, value = defaults.model_dump(mode="json"), section.model_dump(mode="json")
    for option, field in type(section).model_fields.items():
        origin = rules.origins.get((name, option))
        yield Entry(name, option, field.description or "", value[option], default[option], origin)


def by_section(found: Iterable[Entry]) -> list[tuple[str, list[Entry]]]:
    """Return options by their sections, in the order in which these come."""
    groups: dict[str, list[Entry]] = {}
    for entry in found:
        groups.setdefault(entry.section, []).append(entry)
    return list(groups.items())


def heading(rules: TableRules, section: str) -> str:
    """Return a section with what it is about."""
    options = rules.mod_rules[section] if section in rules.mod_rules else getattr(rules.rules, section)
    return f"{section}: {about(type(options))}".rstrip()


def title(rules: TableRules, plugins: Plugins) -> str:
    """Return what is played at a table, and who plays: ``Deutsches Rommé, preset club, 3 players``."""
    return ", ".join(_title(rules, plugins))


def _title(rules: TableRules, plugins: Plugins) -> Iterator[str]:
    info = plugins.plugin_of(rules.variant).variant
    assert info is not None
    yield info.title
    if rules.preset:
        yield say("preset {preset}", preset=rules.preset)
    if rules.mods:
        yield say("mods {mods}", mods=", ".join(rules.mods))
    if isinstance(rules.players, int):
        yield say_number("{number} player", "{number} players", rules.players)
    elif rules.players:
        yield say("players {names}", names=", ".join(rules.players))


def table_json(rules: TableRules) -> dict[str, Any]:
    """Return what a table is, without its options, for a script."""
    return {key: value for key, value in rules.to_json().items() if key not in ("rules", "match")}


def print_json(data: object) -> None:
    """Print data for a script."""
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))
