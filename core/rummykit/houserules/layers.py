"""Check what one file or preset sets, option by option, and report it in our own words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from pydantic import ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from rummykit.errors import nearest
from rummykit.houserules import fields
from rummykit.houserules.document import OPTIONS, Document, entries
from rummykit.houserules.grammar import MATCH, Grammar
from rummykit.houserules.nodes import ListNode, MapNode, Node, ScalarNode, cannot_be, got, is_whole, plain
from rummykit.houserules.options import Section
from rummykit.houserules.problems import Place, Problem
from rummykit.language import say

_SWITCH_WORDS = {
    **dict.fromkeys(("on", "yes", "y", "true"), "true"),
    **dict.fromkeys(("off", "no", "n", "false"), "false"),
}


@dataclass(frozen=True)
class Setting:
    """A value that a file or preset gives to an option; ``place`` is the option's key."""

    value: object
    place: Place


Layer: TypeAlias = Mapping[tuple[str, str], Setting]


def read_layer(document: Document, grammar: Grammar, keys: tuple[str, ...], problems: list[Problem]) -> Layer:
    """Return the options that a document sets, those with a valid value; report the rest."""
    problems.extend(grammar.stray_key(key.place, key.name, keys) for key in document.strays)
    layer: dict[tuple[str, str], Setting] = {}
    sections = grammar.sections
    for key, node in document.rules:
        if key.name == MATCH or key.name not in sections:
            problems.append(grammar.stray_section(key.place, key.name))
        else:
            layer |= _read_section(key, node, grammar, problems)
    if document.match:
        layer |= _read_section(*document.match, grammar, problems)
    return layer


def missing_options(document: Document, grammar: Grammar, layer: Layer) -> list[Problem]:
    """Report every option that a document, which must be complete, does not set.

    An option that came later may be missing: the document is older than it.
    """
    return [
        Problem.at(document.place, say("{name} is missing", name=f"{section}.{option}"))
        for option, section in grammar.homes()
        if (section, option) not in layer and option not in grammar.sections[section].added_later
    ]


def _read_section(
    key: ScalarNode, node: Node, grammar: Grammar, problems: list[Problem]
) -> dict[tuple[str, str], Setting]:
    section = key.name
    model = grammar.sections[section]
    given: dict[str, tuple[ScalarNode, Node]] = {}
    for option, value in entries(key, node, OPTIONS, problems):
        if option.name not in model.model_fields:
            problems.append(grammar.stray_option(option.place, section, option.name))
        elif is_whole(value):
            given[option.name] = (option, value)
    for name, problem in _wrong_values(key, model, given):
        problems.append(problem)
        given.pop(name, None)
    return {(section, name): Setting(plain(value), option.place) for name, (option, value) in given.items()}


def _wrong_values(
    key: ScalarNode, model: type[Section], given: Mapping[str, tuple[ScalarNode, Node]]
) -> list[tuple[str, Problem]]:
    values = {name: plain(value) for name, (_, value) in given.items()}
    try:
        # As JSON, because only there pydantic's strict mode takes a list for a tuple.
        model.model_validate_json(json.dumps(values))
    except ValidationError as error:
        # A union complains once for each of its forms; the player made one mistake.
        found: dict[tuple[str, Place], tuple[str, Problem]] = {}
        for details in error.errors(include_url=False):
            name = str(details["loc"][0]) if details["loc"] else ""
            if name not in given:
                found[name, key.place] = name, Problem.at(key.place, f"{key.name}: {reason(details)}")
                continue
            problem = _wrong_value(f"{key.name}.{name}", given[name][1], model.model_fields[name], details)
            found.setdefault((name, problem.place), (name, problem))
        return list(found.values())
    return []


def _wrong_value(path: str, node: Node, field: FieldInfo, details: ErrorDetails) -> Problem:
    about_key = details["loc"][-1] == "[key]"
    for step in details["loc"][1:]:
        below = _below(node, step, about_key)
        # Pydantic also names the form of a union it tried, which is no place in the file.
        if below:
            node, path = below, path if about_key else f"{path}[{step}]"
    if details["type"] in ("value_error", "assertion_error"):
        return Problem.at(node.place, f"{path}: {reason(details)}")
    message = cannot_be(path, node)
    if about_key:
        message = say("{name} cannot have the key {value}", name=path, value=got(node))
    text = node.text if isinstance(node, ScalarNode) else ""
    if fields.is_switch(field) and text.casefold() in _SWITCH_WORDS:
        message += "; " + say("write true or false, other words and quotes are not switches here")
        return Problem.at(node.place, message, expected=fields.expected(field), nearest=_SWITCH_WORDS[text.casefold()])
    close = nearest(text, fields.choices(field)) if text else None
    return Problem.at(node.place, message, expected=fields.expected(field), nearest=close)


def _below(node: Node, step: int | str, about_key: bool) -> Node | None:
    if isinstance(node, MapNode):
        return next((key if about_key else value for key, value in node.entries if key.name == str(step)), None)
    if isinstance(node, ListNode) and isinstance(step, int):
        return node.items[step] if step < len(node.items) else None  # a list that ends too early
    return None


def reason(details: ErrorDetails) -> str:
    """Return the sentence a validator of the plugin's own gave, or else pydantic's."""
    error = details.get("ctx", {}).get("error")
    return str(error or details["msg"])
