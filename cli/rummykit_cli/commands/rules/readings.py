"""What a table plays by each value of an option, in the words of its rule booklet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pydantic import ValidationError
from pydantic.fields import FieldInfo

from rummykit.booklet import Booklet
from rummykit.booklet.comparing import Said, apart, pieces, sentences
from rummykit.errors import PluginError, SetupError
from rummykit.i18n import say
from rummykit.plugin.plugins import Plugins
from rummykit.rules import TableRules
from rummykit.rules.shapes import RankValues, forms
from rummykit_cli.commands.rules.new import yaml_value
from rummykit_cli.commands.rules.tables import Key, awake, choices, is_possible, made_possible, others, with_values


@dataclass(frozen=True)
class Reading:
    """A value of an option, as plain JSON, and what a booklet says because of it, if others are as they are *there*."""

    value: object
    said: tuple[Said, ...]
    there: TableRules

    def inside(self, booklet: Booklet) -> Reading | None:
        """Return it in the words of a booklet, which may tell more with it; None if that says nothing of it."""
        told = [piece for chapter in booklet.chapters for part in chapter.paragraphs for piece in pieces(part) if piece]
        said = []
        for one in self.said:
            if any(piece in one.text for piece in told):
                said.append(one)
            elif piece := next((piece for piece in told if {*sentences(piece)} & {*sentences(one.prose)}), ""):
                said.append(replace(one, text=piece, prose=piece))
        return replace(self, said=tuple(said)) if said or not self.said else None

    def unless(self, table: TableRules) -> list[str]:
        """Return what a table would have to play otherwise to be told this."""
        paths = [
            f"{name}.{option}" for name, section in self.there.sections.items() for option in section.model_fields_set
        ]
        return [path for path in paths if self.there.value(path) != table.value(path)]


def readings(
    table: TableRules, key: Key, field: FieldInfo, played: Sequence[object], plugins: Plugins
) -> list[Reading]:
    """Return the reading of every value of a choice, and of every other value that is *played* somewhere.

    An option that does nothing at this table, or cannot be otherwise there, is read as if the table played what it
    needs, too. A value that cannot be played even so has no reading. If nothing is said of a number that is played, or
    no other one is, the number next to it is an example; where a number stands beside choices and none is played, one
    of the middling.
    """
    shown = in_order(field, [*choices(field), *played])
    if set(map(yaml_value, shown)) == set(map(yaml_value, choices(field))) and len(shown) > 1:
        shown += _middling(field)
    of_numbers = len([value for value in shown if value not in list(choices(field))]) == 1 or len(shown) == 1
    beside = [value for one in shown for value in others(field, one) if value not in shown] if of_numbers else []
    ground = _ground(awake(table, key), key, [*shown, *beside])
    found = _readings_at(ground, key, shown, beside, plugins)
    if (is_told(found) and not _alike(found, field)) or not found:
        return found
    best = found
    for other in _neighbours(ground, key):
        attempt = _readings_at(other, key, shown, beside, plugins)
        if is_told(attempt) and not _alike(attempt, field):
            return attempt
        best = best if is_told(best) else attempt
    return best


def _alike(found: Sequence[Reading], field: FieldInfo) -> bool:
    """Say whether several choices of an option are told in the same words."""
    told = [reading.said for reading in found if reading.said and reading.value in list(choices(field))]
    return len({tuple(one.text for one in said) for said in told}) < len(told)


def is_told(found: Sequence[Reading]) -> bool:
    """Say whether a booklet says anything because of one of the values."""
    return any(reading.said for reading in found)


def why_untold(table: TableRules, key: Key, field: FieldInfo, value: object, plugins: Plugins) -> str:
    """Say why nothing is said of an option: what it needs cannot be played, or no rule of the game depends on it."""
    ground = awake(table, key)
    for other in others(field, value):
        changed = made_possible(ground, key, other)
        try:
            if changed is not None:
                plugins.booklet(changed)
        except SetupError as problem:
            return say("No other value can be played. {problem}", problem=problem)
    return say("The rules of {game} read the same, whatever its value.", game=table.variant)


def _readings_at(
    ground: TableRules, key: Key, shown: Sequence[object], beside: Sequence[object], plugins: Plugins
) -> list[Reading]:
    booklets = {
        yaml_value(value): booklet
        for value in [*shown, *beside]
        if (booklet := _booklet(ground, key, value, plugins)) is not None
    }
    texts = apart(booklets)

    def reading(value: object) -> Reading:
        return Reading(value, tuple(texts[yaml_value(value)]), with_values(ground, {key: value}))

    found = [reading(value) for value in shown if yaml_value(value) in texts]
    if is_told(found) and len(shown) > 1:
        return found
    examples = (reading(value) for value in beside if texts.get(yaml_value(value)))
    return [*found, *list(examples)[:1]]


def in_order(field: FieldInfo, values: Sequence[object]) -> list[object]:
    """Return values of an option, each once: choices as the option names them, then numbers by size, then the rest."""
    places = {yaml_value(choice): place for place, choice in enumerate(choices(field))}
    once = {yaml_value(value): value for value in values}
    last = len(places)

    def place(name: str) -> tuple[int, int]:
        value = once[name]
        return places.get(name, last if isinstance(value, int) else last + 1), value if isinstance(value, int) else 0

    return [once[name] for name in sorted(once, key=place)]


def _ground(table: TableRules, key: Key, values: Sequence[object]) -> TableRules:
    """Return the table, or the one nearest to it at which most of the values can be played."""

    def possible(ground: TableRules) -> int:
        return sum(is_possible(ground, key, value) for value in values)

    return max(_grounds(table, key, values), key=possible)


def _grounds(table: TableRules, key: Key, values: Sequence[object]) -> Iterator[TableRules]:
    yield table
    for value in values:
        if not is_possible(table, key, value) and (ground := made_possible(table, key, value)):
            yield ground


def _neighbours(table: TableRules, key: Key) -> Iterator[TableRules]:
    """Yield tables that play one other option of the same section otherwise: it may be what gives this one a part."""
    section, option = key
    own = table.mod_rules[section] if section in table.mod_rules else getattr(table.rules, section)
    values = own.model_dump(mode="json")
    for other, field in type(own).model_fields.items():
        for value in [*others(field, values[other]), *_lowest(field)] if other != option else ():
            try:
                yield with_values(table, {(section, other): value})
            except ValidationError:
                continue


def _lowest(field: FieldInfo) -> list[object]:
    return [form.low for form in forms(field) if form.low is not None]


def _middling(field: FieldInfo) -> list[object]:
    """Return a number for every form that is one, neither small nor large, and a table of what ranks count."""
    numbers = [max(form.low, form.high // 5) for form in forms(field) if isinstance(form.low, int) and form.high]
    tables = [form.within.example.as_written() for form in forms(field) if isinstance(form.within, RankValues)]
    return [*numbers, *tables]


def _booklet(table: TableRules, key: Key, value: object, plugins: Plugins) -> Booklet | None:
    """Return the booklet of the table with this value of an option; None if that cannot be played."""
    if not is_possible(table, key, value):
        return None
    try:
        return plugins.booklet(with_values(table, {key: value}))
    except (SetupError, PluginError):
        return None
