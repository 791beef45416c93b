"""`rummy rules explain`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import typer
from pydantic.fields import FieldInfo

from rummykit.errors import PluginError, SetupError, did_you_mean
from rummykit.houserules import HouseRules, Section, fields, from_variant
from rummykit.houserules.grammar import variant_sections
from rummykit.plugins import Plugins
from rummykit.reasons import TABLE_CITATIONS, TABLE_RULES
from rummykit_cli.listing import warn_of_problems
from rummykit_cli.rules_new import yaml_value


@dataclass(frozen=True)
class Home:
    """An option where it is at home: in a section of a variant, or in a mod, whose only section is its own."""

    owner: str
    is_mod: bool
    section: str
    option: str
    field: FieldInfo
    default: object

    @property
    def path(self) -> str:
        """The option with its section, as refusals name it."""
        return f"{self.section}.{self.option}"

    @property
    def reading(self) -> tuple[str, str, str]:
        """What makes options of several variants the same one: its place, its meaning, what it accepts."""
        return self.path, self.field.description or "", fields.expected(self.field)


def explain_option(name: str, variant: str | None, as_json: bool) -> None:
    """Print what an option means, what it accepts, and how every variant and preset has it."""
    plugins = Plugins.discover()
    warn_of_problems(plugins)
    if variant is not None:
        plugins.plugin_of(variant)
    found = find(name, variant, [*_homes(plugins)])
    if as_json:
        typer.echo(json.dumps([_as_json(home, plugins) for home in found], ensure_ascii=False, indent=2))
        return
    readings: dict[tuple[str, str, str], list[Home]] = {}
    for home in found:
        readings.setdefault(home.reading, []).append(home)
    typer.echo("\n\n".join("\n".join(_lines(homes, plugins)) for homes in readings.values()))


def find(name: str, variant: str | None, homes: list[Home]) -> list[Home]:
    """Return where an option is at home, named with or without its section; SetupError if nowhere."""
    everywhere = [home for home in homes if name in (home.option, home.path)]
    found = [home for home in everywhere if variant is None or home.owner == variant]
    if found:
        return found
    if everywhere:
        owners = " and ".join(dict.fromkeys(home.owner for home in everywhere))
        raise SetupError(f"{variant} has no option '{name}', only {owners}.")
    own = [home for home in homes if variant is None or home.owner == variant]
    inside = dict.fromkeys(home.option for home in own if home.section == name)
    if inside:
        raise SetupError(f"'{name}' is a section, not an option; its options are {', '.join(inside)}.")
    # The bare names first: a wrong section before a right name must not hide it.
    hint = did_you_mean(name.rpartition(".")[2], [home.option for home in own])
    raise SetupError(f"There is no option '{name}'.{hint or did_you_mean(name, [home.path for home in own])}")


def _homes(plugins: Plugins) -> Iterator[Home]:
    for variant in plugins.variants():
        try:
            model = plugins.options_model(variant)
        except PluginError as error:
            # One broken plugin must not keep the others from being explained.
            typer.echo(f"Warning: {error}", err=True)
            continue
        yield from _of_variant(variant, model)
    for name, mod in plugins.mods().items():
        if mod:
            yield from _of_section(name, True, name, mod, mod())


def _of_variant(variant: str, model: type[HouseRules]) -> Iterator[Home]:
    defaults = model()
    for name, section in variant_sections(model).items():
        yield from _of_section(variant, False, name, section, getattr(defaults, name))


def _of_section(owner: str, is_mod: bool, name: str, model: type[Section], defaults: Section) -> Iterator[Home]:
    values = defaults.model_dump(mode="json")
    for option, field in model.model_fields.items():
        yield Home(owner, is_mod, name, option, field, values[option])


def _lines(homes: list[Home], plugins: Plugins) -> Iterator[str]:
    path, meaning, accepts = homes[0].reading
    yield path
    yield f"  meaning: {meaning}"
    yield f"  values:  {accepts}"
    yield "  defaults:"
    width = max(len(home.owner) for home in homes)
    for home in homes:
        kind = " (mod)" if home.is_mod else ""
        said = "".join(f"; preset {name}: {yaml_value(value)}" for name, value in _presets(home, plugins).items())
        yield f"    {home.owner:<{width}}  {yaml_value(home.default)}{kind}{said}"
    rules = {rule: text for home in homes for rule, text in _rules(home, plugins).items()}
    if rules:
        yield "  decides in:"
        yield from (f"    {rule}: {text}" for rule, text in rules.items())


def _as_json(home: Home, plugins: Plugins) -> dict[str, object]:
    return {
        "mod" if home.is_mod else "variant": home.owner,
        "section": home.section,
        "option": home.option,
        "meaning": home.field.description,
        "values": fields.expected(home.field),
        "choices": list(fields.choices(home.field)),
        "default": home.default,
        "presets": _presets(home, plugins),
        "rules": dict(_rules(home, plugins)),
    }


def _presets(home: Home, plugins: Plugins) -> dict[str, object]:
    """Return what the presets that set the option set it to."""
    if home.is_mod:
        return {}
    tables = {name: from_variant(home.owner, plugins, preset=name) for name in plugins.presets(home.owner)}
    return {
        name: getattr(table.rules, home.section).model_dump(mode="json")[home.option]
        for name, table in tables.items()
        if (home.section, home.option) in table.origins
    }


def _rules(home: Home, plugins: Plugins) -> Mapping[str, str]:
    """Return the rules by which a move is refused because of the option: those that its refusals cite."""
    if home.is_mod:
        return {}
    low, high = plugins.variants()[home.owner]
    table = from_variant(home.owner, plugins)
    for players in range(low, high + 1):
        try:
            game = plugins.assemble(table, players)
        except SetupError:
            # The defaults need not suit every number of players; the rules are the same for all.
            continue
        cited = {**TABLE_CITATIONS, **game.citations}.values()
        book = {**TABLE_RULES, **game.rulebook}
        return {citation.rule: book[citation.rule] for citation in cited if citation.option == home.path}
    return {}
