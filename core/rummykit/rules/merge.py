"""Lay presets and files over each other, validate the whole once, and find for every complaint its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar, cast

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails
from yaml import MappingNode, Node, ScalarNode, SequenceNode

from rummykit.errors import nearest
from rummykit.i18n import say
from rummykit.rules import shapes
from rummykit.rules.document import Document, entries, seats_meant
from rummykit.rules.grammar import Grammar
from rummykit.rules.options import HouseRules, Section
from rummykit.rules.problems import HouseRuleError, Place, Problem, Problems
from rummykit.rules.table import Origin
from rummykit.rules.yamlfile import cannot_be, from_data, got, is_empty, name, parse_value, place, plain, written

M = TypeVar("M", bound=BaseModel)
Option = tuple[str, str]
"""An option, its section in front."""


class Setting(NamedTuple):
    """A line that sets an option: its section, the key of that, its own key, and its value.

    The *grammar* knows the other options, of which the value may have been meant.
    """

    model: type[Section]
    section: ScalarNode
    key: ScalarNode
    value: Node
    preset: str | None = None
    grammar: Grammar | None = None

    @property
    def option(self) -> Option:
        """The option that it sets."""
        return name(self.section), name(self.key)

    @property
    def data(self) -> Any:
        """What it sets, as plain data. Nothing is not a value where there is a word for that: it is an empty text."""
        data = plain(self.value)
        return "" if data is None and self.model.word(name(self.key)) else data


def read_layer(
    document: Document, grammar: Grammar, keys: tuple[str, ...], problems: Problems, preset: str | None = None
) -> list[Setting]:
    """Return the options that a document sets, right or wrong; report what is not an option."""
    layer: list[Setting] = []
    for key, node in document.rules:
        if name(key) in grammar.inside:
            layer += _read_section(key, node, grammar, problems, preset)
        else:
            stray = grammar.stray_section(place(key), name(key), node)
            problems.extend(_old_section(key, node, grammar) or [stray])
    for key, node in document.others:
        if name(key) in grammar.model.top_sections():
            layer += _read_section(key, node, grammar, problems, preset)
        else:
            problems.append(grammar.stray_key(place(key), name(key), node, keys))
    return layer


def _old_section(key: ScalarNode, node: Node, grammar: Grammar) -> list[Problem]:
    """Answer the options of a section that there was in the first edition."""
    options = [option for option, _ in node.value] if isinstance(node, MappingNode) else []
    answers = (grammar.renamed(place(option), name(option), name(key)) for option in options)
    return [answer for answer in answers if answer]


def _read_section(
    key: ScalarNode, node: Node, grammar: Grammar, problems: Problems, preset: str | None
) -> Iterator[Setting]:
    section = grammar.sections[name(key)]
    if grammar.is_option(name(key), node):
        problems.append(grammar.stray_single(place(key), name(key)))
        return
    close = grammar.setting(name(key), written(node)) if isinstance(node, ScalarNode) and not is_empty(node) else None
    for option, value in entries(key, node, say("the name of an option"), say("options, one a line"), problems, close):
        if name(option) not in section.model_fields:
            problems.append(grammar.stray_option(place(option), name(key), name(option), value))
        else:
            yield Setting(section, key, option, value, preset, grammar)


def merge(
    grammar: Grammar, layers: Sequence[Iterable[Setting]], anywhere: Place, problems: Problems
) -> tuple[HouseRules | None, dict[str, Section], dict[Option, Origin]]:
    """Build the rules of the variant and of the mods from layers, the strongest last, and say where each option is set.

    Every value that is wrong is reported. *anywhere* is where a problem goes that no line can be blamed for.
    """
    # Only what is said, so that the rest can follow it: a variant says what its sections do not by themselves.
    data: dict[str, dict[str, Any]] = {section: {} for section in grammar.sections}
    for section, usual in grammar.model():
        dumped = usual.model_dump(mode="json", exclude_unset=True)
        # Of several that exclude each other, those that are not played are not said.
        data[section] = {
            option: value for option, value in dumped.items() if option not in usual.one_of or usual.says(option, value)
        }
    known: dict[Option, Setting] = {}
    beaten: list[Setting] = []
    for layer in layers:
        # What a file says of a mod that another file, which extends it, switches off has no meaning.
        said = {line.option: line for line in layer if line.option[0] in grammar.sections}
        replaced = [option for option in said if option in known]
        for section, model in grammar.sections.items():
            one_of = [(section, option) for option in model.one_of]
            if any(model.says(option[1], said[option].data) for option in one_of if option in said):
                data[section] = {option: value for option, value in data[section].items() if option not in model.one_of}
                replaced += [option for option in one_of if option in known]
        beaten += [known.pop(option) for option in dict.fromkeys(replaced)]
        known |= said
    for (section, option), line in known.items():
        data[section][option] = line.data
    mods = {mod: data.pop(mod) for mod, model in grammar.mods.items() if model}
    rules = _validated(grammar.model, data, known, anywhere, problems)
    mod_rules = {mod: _validated(grammar.sections[mod], mods[mod], known, anywhere, problems, mod) for mod in mods}
    for line in beaten:
        if line.preset is None:
            _alone(line, anywhere, problems)
    origins = {option: Origin(place(line.key), line.preset) for option, line in known.items()}
    return rules, {mod: section for mod, section in mod_rules.items() if section}, origins


def read_value(model: type[Section], section: str, option: str, text: str) -> object:
    """Return the value of an option as plain JSON, read as a file would read it; HouseRuleError if it cannot be that.

    >>> class Claims(Section):
    ...     penalty: int = 1
    >>> read_value(Claims, "claims", "penalty", "0x2")
    2
    """
    problems, nowhere = Problems(), Place("")
    node = parse_value(text, problems)
    home, key = (cast(ScalarNode, from_data(key, nowhere, problems)) for key in (section, option))
    read = _alone(Setting(model, home, key, node), nowhere, problems)
    if read is None or problems:
        raise HouseRuleError(problems)
    return read.model_dump(mode="json")[option]


def _alone(line: Setting, anywhere: Place, problems: Problems) -> Section | None:
    """Return the section with nothing but this line."""
    section, option = line.option
    return _validated(line.model, {option: line.data}, {line.option: line}, anywhere, problems, section)


def _validated(
    model: type[M],
    data: Mapping[str, Any],
    said: Mapping[Option, Setting],
    anywhere: Place,
    problems: Problems,
    *path: str,
) -> M | None:
    """Return the model of some data, which stand at a path of the whole; None if there are problems."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        # A union complains once for each of its forms; the player made one mistake.
        found: dict[tuple[object, Place], Problem] = {}
        for details in error.errors(include_url=False):
            where = (*path, *details["loc"])
            problem = _problem(where, details, said, anywhere)
            found.setdefault((where[:2], problem.place), problem)
        problems.extend(found.values())
        return None


def _problem(
    path: tuple[int | str, ...], details: ErrorDetails, said: Mapping[Option, Setting], anywhere: Place
) -> Problem:
    """Return a complaint of pydantic's in our own words."""
    section, option = (*map(str, path[:2]), "", "")[:2]
    if line := said.get((section, option)):
        return _wrong_value(line, path[2:], details)
    # A check of the plugin's own over several options.
    places = [place(line.section) for (home, _), line in said.items() if home == section]
    message = reason(details)
    return Problem(places[-1] if places else anywhere, f"{section}: {message}" if section else message)


def _wrong_value(line: Setting, steps: Sequence[int | str], details: ErrorDetails) -> Problem:
    node, path, field = line.value, ".".join(line.option), line.model.model_fields[name(line.key)]
    about_key = bool(steps) and steps[-1] == "[key]"
    for step in steps:
        # Pydantic also names the form of a union it tried, which is not a place in the file.
        if below := _below(node, step, about_key):
            node, path = below, path if about_key else f"{path}[{step}]"
    if details["type"] in ("value_error", "assertion_error"):
        return Problem(place(node), f"{path}: {reason(details)}")
    message = cannot_be(path, node)
    if about_key:
        message = say("{name} cannot have the key {value}", name=path, value=got(node))
    if about_key:
        close = seats_meant(written(node))
    else:
        close = _meant(line, field, node) if isinstance(node, ScalarNode) else None
    if shapes.is_switch(field) and close in ("true", "false"):
        message += "; " + say("write true or false, other words and quotes are not switches here")
    return Problem(place(node), message, expected=shapes.expected(field), nearest=close)


def _meant(line: Setting, field: FieldInfo, node: Node) -> str | None:
    """Return what may have been meant by a value that an option does not accept: another value, or another option."""
    text = "" if is_empty(node) else written(node)
    if (close := shapes.meant(field, text)) or not text:
        return close
    grammar, section = line.grammar, name(line.section)
    neighbour = grammar.owner(section, text) if grammar else None
    is_word = isinstance(plain(node), str)  # no number is like another one
    known = [word for form in shapes.forms(field) for word in (*form.choices, *form.items)]
    close = neighbour or (nearest(text, known) if is_word else None)
    return close or (grammar.owner_elsewhere(text) if grammar else None)


def _below(node: Node, step: int | str, about_key: bool) -> Node | None:
    if isinstance(node, MappingNode):
        return next((key if about_key else value for key, value in node.value if name(key) == str(step)), None)
    if isinstance(node, SequenceNode) and isinstance(step, int):
        return node.value[step] if step < len(node.value) else None  # a list that ends too early
    return None


def reason(details: ErrorDetails) -> str:
    """Return the sentence a validator of the plugin's own gave, or else pydantic's."""
    error = details.get("ctx", {}).get("error")
    return str(error or details["msg"])
