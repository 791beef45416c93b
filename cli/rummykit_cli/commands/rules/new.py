"""`rummy rules new` and `rummy rules schema`."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import yaml
from pydantic.fields import FieldInfo

from rummykit.errors import PluginError, SetupError
from rummykit.i18n import either, mark, say
from rummykit.plugin.plugins import Plugins
from rummykit.rules import HouseRules, Section, TableRules, from_variant, shapes
from rummykit_cli.commands.rules.gallery import example_named
from rummykit_cli.commands.targets import variant_and_preset
from rummykit_cli.commands.writing import write_named
from rummykit_cli.lines import echo, for_a_script, print_document, print_json, warn
from rummykit_cli.plugged import installed

SCHEMA_FILE = "rummykit.schema.json"

_WIDTH = 100
_MOST = 10
_PLAIN_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ROW = re.compile(r"[0-9AJQK]+(-[0-9AJQK]+)?")
_READ_OTHERWISE = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})
"""Words that YAML, in its old or its new version, does not read as texts."""


def write_new(
    target: str | None, preset: str | None, like: str | None, file: Path | None, every: bool, force: bool
) -> None:
    """Write a new file of house rules, or print it if no file is named; a file that is there stays as it is."""
    plugins = installed()
    variant, preset = variant_and_preset(target, preset) if target is not None else (None, preset)
    if like is not None:
        text = _like(like, variant, plugins, more=preset is not None or every)
    elif variant is None:
        message = mark("Name a game, for example: {command}, or start from a table of the gallery with --like NAME.")
        raise SetupError(say(message, command="rummy rules new rummy17"))
    else:
        plugins.plugin_of(variant)
        text = new_file(variant, preset, plugins, every=every)
    if file is None:
        print_document(text)
        return
    write_named(file, text.encode(), force)
    command = f"rummy rules check {file}"
    echo(say("Wrote {file}. Change what your table plays differently, then: {command}", file=file, command=command))


def print_schema(variant: str | None) -> None:
    """Print the JSON Schema of house-rule files; a plugin of which none can be made is told and left out."""
    from rummykit.rules.schema import json_schema

    plugins = installed()
    with for_a_script():
        usable = plugins.usable_for(json_schema)
        for problem in usable.problems[len(plugins.problems) :]:
            warn(problem.sentence)
        if variant is not None:
            usable.plugin_of(variant)
        print_json(json_schema(usable, variant))


def new_file(variant: str, preset: str | None, plugins: Plugins, *, every: bool = False) -> str:
    """Return a file of house rules that sets nothing yet but its preset.

    The options that people ask about first, or *every* one, are there as comments: what each means and accepts, and its
    line with the value in force.
    """
    rules = from_variant(variant, plugins, preset=preset)
    of_preset = f"{variant} --preset {preset}" if preset else variant
    hint = mark(
        "To play something otherwise, take the # away and change it. The rest is as the game or its preset has it."
    )
    lines = [
        *_header(rules, plugins),
        *_comment(say(hint), ""),
        *_commands(None if every else f"rummy rules new {of_preset} --all"),
        *_table(rules, plugins),
        *_options(rules, every),
    ]
    return "\n".join(lines) + "\n"


def _like(name: str, variant: str | None, plugins: Plugins, *, more: bool) -> str:
    """Return a table of the gallery as a file of one's own, headed like any new file."""
    example = example_named(name)
    if more:
        raise SetupError(say("--like starts from a table as it is; leave out --preset and --all."))
    if variant not in (None, example.variant):
        message = mark("{name} is a table for {variant}, not for {other}.")
        raise SetupError(say(message, name=name, variant=example.variant, other=variant))
    rules = from_variant(example.variant, plugins)
    lines = [*_header(rules, plugins), *_commands(f"rummy rules new {example.variant} --all"), "", example.text]
    return "\n".join(lines)


def _commands(for_all: str | None) -> Iterator[str]:
    """Yield the commands that help whoever edits a file; *for_all* prints all options."""
    if for_all:
        yield "# " + say("All options: {command}", command=for_all)
    yield "# " + say("What one is about: {command}", command="rummy rules explain OPTION")
    yield "# " + say("Then look for mistakes: {command}", command="rummy rules check FILE")


def answered_file(rules: TableRules, plugins: Plugins, changed: Mapping[tuple[str, str], object]) -> str:
    """Return a file of house rules that sets some options on top of a variant or preset."""
    more = say("All options: {command}", command=f"rummy rules new {rules.variant} --all")
    lines = [*_header(rules, plugins), f"# {more}", *_table(rules, plugins)]
    return "\n".join(lines) + "\n" + _only_changed(type(rules.rules), changed)


def _only_changed(model: type[HouseRules], changed: Mapping[tuple[str, str], object]) -> str:
    """Return the part of a file that sets some options, each below its meaning; what stands at the top comes last."""
    lines: list[str] = []
    for name in model.sections():
        if name not in model.top_sections():
            lines += _changed_section(model, name, changed, "  ")
    if lines:
        lines = ["", "rules:", *lines]
    for name in model.top_sections():
        if section := _changed_section(model, name, changed, ""):
            lines += ["", *section]
    return "".join(f"{line}\n" for line in lines)


def _changed_section(
    model: type[HouseRules], name: str, changed: Mapping[tuple[str, str], object], indent: str
) -> list[str]:
    lines = []
    for option, field in model.sections()[name].model_fields.items():
        if (name, option) in changed:
            lines += _comment(meaning(field), f"{indent}  ")
            lines.append(f"{indent}  {option}: {yaml_value(changed[name, option])}")
    return [f"{indent}{name}:", *lines] if lines else []


def yaml_value(value: object) -> str:
    """Return a JSON value on one line of YAML that the loader, and any editor, reads as the same value.

    >>> yaml_value(None), yaml_value({2: 10, 3: 7}), yaml_value(["left", "101", "off"])
    ('null', '{2: 10, 3: 7}', '[left, "101", "off"]')
    """
    if isinstance(value, Mapping):
        # The keys are numbers of players, of which JSON may have made texts, or ranks.
        pairs = (f"{_key(key)}: {yaml_value(item)}" for key, item in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(yaml_value, value))}]"
    if isinstance(value, str):
        return _text(value)
    return json.dumps(value)


def _key(key: object) -> str:
    return str(key) if _ROW.fullmatch(str(key)) else _text(str(key))


def _text(text: str) -> str:
    if _PLAIN_WORD.fullmatch(text) and text.casefold() not in _READ_OTHERWISE:
        return text
    quoted: str = yaml.safe_dump(text, default_style='"', allow_unicode=True, width=float("inf"))
    return quoted.strip()


def _header(rules: TableRules, plugins: Plugins) -> Iterator[str]:
    """Yield how a file begins: the line for editors, and for what game it is."""
    info = plugins.plugin_of(rules.variant).variant
    assert info is not None
    low, high = info.players
    yield f"# yaml-language-server: $schema={SCHEMA_FILE}"
    making = f"rummy rules schema > {SCHEMA_FILE}"
    yield "# " + say(
        "For editors that check a file while you type; make the schema once, with: {command}", command=making
    )
    yield ""
    yield "# " + say("House rules for {game}, {low} to {high} players.", game=info.title, low=low, high=high)


def _table(rules: TableRules, plugins: Plugins) -> Iterator[str]:
    """Yield what a file says before its rules."""
    yield f"variant: {yaml_value(rules.variant)}"
    others = [name for name in plugins.presets(rules.variant) if name != rules.preset]
    if rules.preset is not None:
        yield f"preset: {yaml_value(rules.preset)}"
    elif others:
        yield f"# preset: {yaml_value(others[0])}" + (f"    # {either(others)}" if others[1:] else "")
    yield "# title: " + say("Our table")
    low, _ = plugins.variants()[rules.variant]
    names = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Fred"][:low]
    yield f"# players: [{', '.join(names)}]    # " + say("who plays, or how many")


def _options(rules: TableRules, every: bool) -> Iterator[str]:
    """Yield the lines of options by sections; those at the top of a file come last, as one explains a game first."""
    model, top = type(rules.rules), rules.rules.top_sections()
    shown = {
        name: [option for option in section.model_fields if every or f"{name}.{option}" in asked_first(model)]
        for name, section in model.sections().items()
    }
    inside = [name for name in shown if name not in top and shown[name]]
    if inside:
        yield from ("", "rules:")
    for name in [*inside, *(name for name in top if shown[name])]:
        indent = "" if name in top else "  "
        yield from ("",) if inside[:1] != [name] else ()
        yield from _section(rules.rules, name, shown[name], indent)


def asked_first(model: type[HouseRules]) -> tuple[str, ...]:
    """Return the options that people ask about first, as ``section.option``: those a variant names, or its first ten.

    >>> from rummykit.parts import MatchOptions
    >>> class MyRules(HouseRules):
    ...     match: MatchOptions = MatchOptions()
    >>> asked_first(MyRules)[:2]
    ('match.rounds', 'match.target')
    """
    known = [f"{name}.{option}" for name, section in model.sections().items() for option in section.model_fields]
    for name in model.questions:
        if name not in known:
            raise PluginError(f"{model.__name__} asks about {name}, which is none of its options.")
    return model.questions or tuple(known[:_MOST])


def _section(rules: HouseRules, name: str, options: Sequence[str], indent: str) -> Iterator[str]:
    section = type(rules).sections()[name]
    values = getattr(rules, name).model_dump(mode="json")
    yield from _comment(about(section), indent)
    yield f"{indent}{name}:"
    for option in options:
        field = section.model_fields[option]
        yield from _comment(f"{meaning(field)} ({shapes.expected(field)})", f"{indent}  ")
        yield f"{indent}  # {option}: {yaml_value(values[option])}"


def meaning(field: FieldInfo) -> str:
    """Return what an option decides."""
    description = field.description or ""
    return say(description)


def about(section: type[Section]) -> str:
    """Return what a section is about: the first line that it says of itself."""
    first, *_ = (section.__doc__ or "").strip().split("\n")
    return say(first)


def _comment(text: str, indent: str) -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=f"{indent}# ",
        subsequent_indent=f"{indent}# ",
        break_long_words=False,
        break_on_hyphens=False,
    )
