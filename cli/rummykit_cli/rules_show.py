"""`rummy rules show` and `rummy rules diff`."""

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
from rummykit.plugins import Plugins
from rummykit_cli.listing import warn_of_problems
from rummykit_cli.rules_new import yaml_value


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
            return "default"
        place = self.origin.place
        return f"preset {self.origin.preset}" if self.origin.preset else f"{place.file}:{place.line}"

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
    plugins = Plugins.discover()
    warn_of_problems(plugins)
    rules = read_target(target, plugins, preset)
    found = [entry for entry in entries(rules) if not changed or entry.value != entry.default]
    if as_json:
        sections: dict[str, dict[str, object]] = {}
        for entry in found:
            sections.setdefault(entry.section, {})[entry.option] = entry.as_json()
        _print_json({**_table_json(rules), "sections": sections})
        return
    typer.echo(_title(rules, plugins))
    for section, group in _by_section(found):
        typer.echo(f"\n{_heading(rules, section)}")
        names = max(len(entry.option) for entry in group)
        values = max(len(yaml_value(entry.value)) for entry in group)
        for entry in group:
            typer.echo(f"  {entry.option:<{names}}  {yaml_value(entry.value):<{values}}  {entry.source}")
    if not found:
        typer.echo("\nNothing differs from the default.")


def diff_rules(first: str, second: str, as_json: bool) -> None:
    """Print what is played differently by two files, variants or presets."""
    plugins = Plugins.discover()
    warn_of_problems(plugins)
    a, b = read_target(first, plugins), read_target(second, plugins)
    if as_json:
        _print_json(_difference_json(a, b))
        return
    lines = [*_difference_lines(a, b)]
    if not lines:
        typer.echo("They play the same.")
        return
    typer.echo(f"A: {first}, {_title(a, plugins)}")
    typer.echo(f"B: {second}, {_title(b, plugins)}")
    for line in lines:
        typer.echo(line)


def read_target(target: str, plugins: Plugins, preset: str | None = None) -> TableRules:
    """Return the rules of a variant, of `VARIANT:PRESET`, or of a file, looked for in this order."""
    variant, _, of_variant = target.partition(":")
    if variant in plugins.variants():
        if preset and of_variant:
            raise SetupError(f"{target} names a preset already; leave --preset {preset} out.")
        return from_variant(variant, plugins, preset=preset or of_variant or None)
    path = Path(target)
    if not path.exists() and path.suffix.lower() not in (".yaml", ".yml"):
        known = ", ".join(plugins.variants())
        raise SetupError(
            f"'{target}' is neither a file nor a variant; installed are {known}."
            f"{did_you_mean(variant, plugins.variants())}"
        )
    if preset:
        raise SetupError(f"--preset goes with a variant; {target} is a file and says itself which preset it plays.")
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


def _by_section(found: Iterable[Entry]) -> list[tuple[str, list[Entry]]]:
    groups: dict[str, list[Entry]] = {}
    for entry in found:
        groups.setdefault(entry.section, []).append(entry)
    return list(groups.items())


def _heading(rules: TableRules, section: str) -> str:
    options = rules.mod_rules[section] if section in rules.mod_rules else getattr(rules.rules, section)
    about = " ".join((type(options).__doc__ or "").split())
    return f"{section}: {about}" if about else f"{section}:"


def _title(rules: TableRules, plugins: Plugins) -> str:
    info = plugins.plugin_of(rules.variant).variant
    assert info is not None
    parts = [info.title, rules.preset and f"preset {rules.preset}", rules.mods and f"mods {', '.join(rules.mods)}"]
    if rules.players is not None:
        who = rules.players
        parts.append(f"{who} players" if isinstance(who, int) else f"players {', '.join(who)}")
    return ", ".join(str(part) for part in parts if part)


def _difference_lines(a: TableRules, b: TableRules) -> Iterator[str]:
    if a.variant != b.variant:
        yield "\nThese are different games; compared is what both have."
    if a.mods != b.mods:
        yield f"\nmods: {', '.join(a.mods) or 'none'} in A, {', '.join(b.mods) or 'none'} in B"
    if a.seats != b.seats:
        yield f"\nplayers: {a.seats or 'any number'} in A, {b.seats or 'any number'} in B"
    heading = ""
    for own, other in _differing(a, b):
        if own.section != heading:
            heading = own.section
            yield f"\n{_heading(a, heading)}"
        yield f"  {own.option}: {yaml_value(own.value)} in A, {yaml_value(other.value)} in B ({own.meaning})"
    for name, lacking in (("A", _lacking(a, b)), ("B", _lacking(b, a))):
        for section, group in _by_section(lacking):
            yield f"\nOnly {name} has, in {section}:"
            for entry in group:
                yield f"  {entry.option}: {yaml_value(entry.value)} ({entry.meaning})"


def _difference_json(a: TableRules, b: TableRules) -> dict[str, object]:
    differences = [
        {
            "section": own.section,
            "option": own.option,
            "meaning": own.meaning,
            "a": own.value,
            "b": other.value,
        }
        for own, other in _differing(a, b)
    ]
    only = [
        [{"section": e.section, "option": e.option, "meaning": e.meaning, "value": e.value} for e in _lacking(*pair)]
        for pair in ((a, b), (b, a))
    ]
    same = not differences and (a.variant, a.mods, a.seats) == (b.variant, b.mods, b.seats)
    return {
        "same": same,
        "a": _table_json(a),
        "b": _table_json(b),
        "differences": differences,
        "only_a": only[0],
        "only_b": only[1],
    }


def _differing(a: TableRules, b: TableRules) -> list[tuple[Entry, Entry]]:
    others = {(entry.section, entry.option): entry for entry in entries(b)}
    pairs = [(entry, others.get((entry.section, entry.option))) for entry in entries(a)]
    return [(own, other) for own, other in pairs if other and own.value != other.value]


def _lacking(own: TableRules, other: TableRules) -> list[Entry]:
    known = {(entry.section, entry.option) for entry in entries(other)}
    return [entry for entry in entries(own) if (entry.section, entry.option) not in known]


def _table_json(rules: TableRules) -> dict[str, Any]:
    return {key: value for key, value in rules.to_json().items() if key not in ("rules", "match")}


def _print_json(data: object) -> None:
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))
