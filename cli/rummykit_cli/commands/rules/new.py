"""`rummy rules new` and `rummy rules schema`."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml
from pydantic.fields import FieldInfo

from rummykit.i18n import say
from rummykit.plugin.plugins import Plugins
from rummykit.rules import HouseRules, Section, TableRules, from_variant, shapes
from rummykit_cli.commands.writing import write_named
from rummykit_cli.lines import echo, for_a_script, print_document, print_json, warn
from rummykit_cli.plugged import installed

SCHEMA_FILE = "rummykit.schema.json"

_WIDTH = 100
_PLAIN_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SEATS = re.compile(r"[0-9]+(-[0-9]+)?")
_READ_OTHERWISE = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})
"""Words that YAML, in its old or its new version, does not read as texts."""


def write_new(variant: str, preset: str | None, file: Path | None, minimal: bool, force: bool) -> None:
    """Write a new file of house rules, or print it if no file is named; a file that is there stays as it is."""
    plugins = installed()
    plugins.plugin_of(variant)
    text = new_file(variant, preset, plugins, minimal=minimal)
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


def new_file(variant: str, preset: str | None, plugins: Plugins, *, minimal: bool = False) -> str:
    """Return a file of house rules that plays exactly as the variant, or its preset, does.

    Every option is there with its value, below a comment that says what it means and what it accepts;
    *minimal* leaves the options out.
    """
    rules = from_variant(variant, plugins, preset=preset)
    lines = [*_header(rules, plugins, minimal)]
    if not minimal:
        lines += [*_options(rules)]
    return "\n".join(lines) + "\n"


def only_changed(model: type[HouseRules], changed: Mapping[tuple[str, str], object]) -> str:
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
        # The keys are numbers of players; JSON may have made texts of them.
        pairs = (f"{_key(key)}: {yaml_value(item)}" for key, item in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(yaml_value, value))}]"
    if isinstance(value, str):
        return _text(value)
    return json.dumps(value)


def _key(key: object) -> str:
    return str(key) if _SEATS.fullmatch(str(key)) else _text(str(key))


def _text(text: str) -> str:
    if _PLAIN_WORD.fullmatch(text) and text.casefold() not in _READ_OTHERWISE:
        return text
    quoted: str = yaml.safe_dump(text, default_style='"', allow_unicode=True, width=float("inf"))
    return quoted.strip()


def _header(rules: TableRules, plugins: Plugins, minimal: bool) -> Iterator[str]:
    info = plugins.plugin_of(rules.variant).variant
    assert info is not None
    low, high = info.players
    yield f"# yaml-language-server: $schema={SCHEMA_FILE}"
    yield "# " + say(
        "Thanks to the line above, an editor checks this file as you type. Make the schema that it names once, with:"
    )
    yield f"#   rummy rules schema > {SCHEMA_FILE}"
    yield ""
    yield "# " + say("House rules for {game}, {low} to {high} players.", game=info.title, low=low, high=high)
    if minimal:
        yield "# " + say("Write below what your table plays differently. All options, with their meaning:")
        yield f"#   rummy rules new {rules.variant}"
    else:
        yield "# " + _how_to_change(rules)
        yield "# " + say("Then look for mistakes:")
        yield "#   rummy rules check FILE"
    yield f"variant: {yaml_value(rules.variant)}"
    others = [name for name in plugins.presets(rules.variant) if name != rules.preset]
    if rules.preset is not None:
        yield f"preset: {yaml_value(rules.preset)}"
    elif others:
        hint = say("Presets to start from instead, with rummy rules new --preset: {presets}", presets=", ".join(others))
        yield from _comment(hint, "")
    names = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Fred"][: info.players[0]]
    yield f"# players: [{', '.join(names)}]    # " + say("who plays, or how many")


def _how_to_change(rules: TableRules) -> str:
    if rules.preset:
        return say("Change what your table plays differently; a line that you delete falls back to the preset.")
    return say("Change what your table plays differently; a line that you delete falls back to the default.")


def _options(rules: TableRules) -> Iterator[str]:
    data, model = rules.rules.model_dump(mode="json"), type(rules.rules)
    defaults = model().model_dump(mode="json")
    sections = [name for name in model.sections() if name not in model.top_sections()]
    if sections:
        yield from ("", "rules:")
    for name in sections:
        yield from ("",) if name != sections[0] else ()
        yield from _section(model, name, data[name], defaults[name], "  ")
    # Last, although the model has it first: one explains a game before the match.
    for name in model.top_sections():
        yield ""
        yield from _section(model, name, data[name], defaults[name], "")


def _section(
    model: type[HouseRules], name: str, values: Mapping[str, object], defaults: Mapping[str, object], indent: str
) -> Iterator[str]:
    section = model.sections()[name]
    yield from _comment(about(section), indent)
    yield f"{indent}{name}:"
    for option, field in section.model_fields.items():
        accepted = shapes.expected(field)
        if values[option] != defaults[option]:
            usual = yaml_value(defaults[option])
            accepted = say("{accepted}; default {default}", accepted=accepted, default=usual)
        yield from _comment(meaning(field), f"{indent}  ")
        yield from _comment(accepted, f"{indent}  ", "#   ")
        yield f"{indent}  {option}: {yaml_value(values[option])}"


def meaning(field: FieldInfo) -> str:
    """Return what an option decides."""
    description = field.description or ""
    return say(description)


def about(section: type[Section]) -> str:
    """Return what a section is about: the first line that it says of itself."""
    first, *_ = (section.__doc__ or "").strip().split("\n")
    return say(first)


def _comment(text: str, indent: str, sign: str = "# ") -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=indent + sign,
        subsequent_indent=indent + sign,
        break_long_words=False,
        break_on_hyphens=False,
    )
