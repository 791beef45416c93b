"""Tables with some options set otherwise: which values go together, and which options do nothing as the others are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import Literal, get_args, get_origin

from pydantic import ValidationError
from pydantic.fields import FieldInfo

from rummykit.rules import Finding, Section, TableRules
from rummykit.rules.options import OrSaid, impossible
from rummykit.rules.shapes import Form, RankList, forms

Key = tuple[str, str]
"""An option with its section in front, as the loader names it."""

_MOST_CHANGES = 6
"""So many other options are changed at most to make a value possible."""


def with_values(table: TableRules, values: Mapping[Key, object]) -> TableRules:
    """Return a table that plays some options otherwise; pydantic's ValidationError if one of them cannot be so.

    The values are plain JSON.
    """
    # Only what is said, so that the rest may follow it.
    rules = {name: section.model_dump(mode="json", exclude_unset=True) for name, section in table.rules}
    mods = {name: section.model_dump(mode="json", exclude_unset=True) for name, section in table.mod_rules.items()}
    for (section, option), value in values.items():
        options = (mods if section in mods else rules)[section]
        model = type(table.sections[section])
        for other in model.one_of if option in model.one_of and model.says(option, value) else ():
            options.pop(other, None)
        options[option] = value
    return replace(
        table,
        rules=type(table.rules).model_validate(rules),
        mod_rules={name: type(table.mod_rules[name]).model_validate(options) for name, options in mods.items()},
    )


# -- the values of an option -------------------------------------------------------------------------------


def choices(field: FieldInfo) -> Iterator[object]:
    """Yield the values that an option accepts, as far as they can be counted."""
    for form in forms(field):
        if form.type is bool:
            yield from (True, False)
        elif get_origin(form.type) is Literal:
            yield from get_args(form.type)
        elif isinstance(form.type, type) and issubclass(form.type, Enum):
            yield from (choice.value for choice in form.type)
        elif form.is_none:
            yield _nothing(form)


def others(field: FieldInfo, value: object) -> list[object]:
    """Return values that an option may have instead of one: all others of a choice, numbers next to a number."""
    nothing = any(form.is_none and value == _nothing(form) for form in forms(field))
    numbers = _small(field) if nothing else _beside(value)
    return [*(choice for choice in choices(field) if choice != value), *numbers, *_lists(field, value)]


def _small(field: FieldInfo) -> list[object]:
    """Return some small numbers that an option accepts; of totals the lowest is too low for what depends on it."""
    lows = [max(1, form.low) for form in forms(field) if isinstance(form.low, int)]
    return [number for low in lows for number in ([1, 2, 3] if low == 1 else [2 * low, low])]


def _lists(field: FieldInfo, value: object) -> list[object]:
    """Return lists that an option accepts instead of a value: some of the names or ranks in it, or no rank."""
    of_ranks = (form.within.example.as_written() for form in forms(field) if isinstance(form.within, RankList))
    found = [other for example in of_ranks for other in (example, [])]
    found += [list(form.items[:3]) for form in forms(field) if form.items]
    return [other for other in found if other != value]


def _nothing(form: Form) -> str | None:
    return None if form.word == "null" else form.word


def _beside(value: object) -> list[object]:
    if isinstance(value, int) and not isinstance(value, bool):
        return [value + 1, value - 1]
    if isinstance(value, dict):
        return [{players: one + step for players, one in value.items()} for step in (1, -1)]
    return []


# -- options that do nothing -------------------------------------------------------------------------------


def needs(sections: Mapping[str, type[Section]], key: Key) -> list[tuple[Key, Sequence[object]]]:
    """Return the options without which one does nothing, each with the values that will do."""
    section, option = key
    found: list[tuple[Key, Sequence[object]]] = []
    for own, other, *values in sections[section].idle_without:
        if own == option:
            where, _, which = str(other).rpartition(".")
            # What needs an option that a game does not have is never idle for want of it.
            if (where or section) in sections and which in sections[where or section].model_fields:
                found.append(((where or section, which), values))
    return found


def _is_enough(
    sections: Mapping[str, type[Section]], other: Key, values: Sequence[object], value: Callable[[Key], object]
) -> bool:
    """Say whether an option has one of the values that another needs, or what will do instead says anything."""
    instead = (each.option.partition(".") for each in values if isinstance(each, OrSaid))
    known = (
        (name, option) for name, _, option in instead if name in sections and option in sections[name].model_fields
    )
    return value(other) in values or any(map(value, known))


def is_idle(sections: Mapping[str, type[Section]], key: Key, value: Callable[[Key], object]) -> bool:
    """Say whether an option does nothing because of the *value* that others have, or because they do nothing either."""
    waiting, seen = [key], {key}
    while waiting:
        for other, values in needs(sections, waiting.pop()):
            if not _is_enough(sections, other, values, value):
                return True
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return False


def awake(table: TableRules, key: Key) -> TableRules:
    """Return the table with the options set without which one does nothing, and those changed that contradict them."""
    sections = {name: type(section) for name, section in table.sections.items()}
    for other, values in needs(sections, key):
        if not _is_enough(sections, other, values, _played(table)):
            played = made_possible(table, other, values[0]) or with_values(table, {other: values[0]})
            table = awake(played, other)
    return table


def _played(table: TableRules) -> Callable[[Key], object]:
    return lambda key: table.value(".".join(key))


# -- values that do not go together ------------------------------------------------------------------------


def is_possible(table: TableRules, key: Key, value: object) -> bool:
    """Say whether an option can have a value, as the others are."""
    return not any(key in contradiction.options for contradiction in _objections(table, key, value))


def is_settled(table: TableRules, key: Key) -> bool:
    """Say whether an option can only be what it is, because any other value needs other options to be different.

    Of two options that contradict each other the one named first is the one that needs the other.
    """

    def is_free_for(value: object) -> bool:
        return not any(contradiction.options[:1] == (key,) for contradiction in _objections(table, key, value))

    value = _plain(table, key)
    rivals = others(_field(table, key), value)
    return is_free_for(value) and bool(rivals) and not any(map(is_free_for, rivals))


def _objections(table: TableRules, key: Key, value: object) -> list[Finding]:
    """Return what contradicts a value of an option, or whatever else is wrong at such a table."""
    try:
        return impossible(with_values(table, {key: value}).rules, None)
    except ValidationError as error:
        return [Finding((key,), str(error))]


def made_possible(table: TableRules, key: Key, value: object) -> TableRules | None:
    """Return the table with other options changed so that one can have a value; None if that was not found."""
    changed: list[Key] = [key]
    try:
        table = with_values(table, {key: value})
    except ValidationError:
        return None
    while len(changed) <= _MOST_CHANGES and (found := impossible(table.rules, None)):
        step = next(_ways_out(table, found[0], changed), None)
        if step is None:
            return None
        other, table = step
        changed.append(other)
    return None if impossible(table.rules, None) else table


def _ways_out(table: TableRules, contradiction: Finding, kept: Sequence[Key]) -> Iterator[tuple[Key, TableRules]]:
    """Yield tables without a contradiction, each with the option that was changed for it."""
    for other in contradiction.options:
        if other in kept or other[0] not in table.sections:
            continue
        for value in others(_field(table, other), _plain(table, other)):
            try:
                changed = with_values(table, {other: value})
            except ValidationError:
                continue
            if contradiction not in impossible(changed.rules, None):
                yield other, changed


def _field(table: TableRules, key: Key) -> FieldInfo:
    section, option = key
    return type(table.sections[section]).model_fields[option]


def _plain(table: TableRules, key: Key) -> object:
    section, option = key
    return table.sections[section].model_dump(mode="json")[option]
