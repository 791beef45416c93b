"""What an option accepts, in words a player understands.

>>> from rummykit.houserules.options import MatchOptions
>>> expected(MatchOptions.model_fields["rounds"])
'a whole number from 1 to 50'
>>> expected(MatchOptions.model_fields["match_mode"])
'single, rounds, target or last_standing'
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import annotated_types
from pydantic.fields import FieldInfo

from rummykit.houserules.perplayers import Within
from rummykit.houserules.problems import with_and
from rummykit.language import either, mark, say

_LISTS = (list, tuple, set, frozenset)


class Bound(NamedTuple):
    """An end of a range: whether it is part of it (``ge``, ``le``) or not (``gt``, ``lt``), and the number."""

    kind: str
    number: object


_RANGES: Mapping[tuple[str | None, str | None], str] = {
    (None, None): "{number}",
    ("ge", "le"): mark("{number} from {low} to {high}"),
    ("ge", "lt"): mark("{number} from {low} below {high}"),
    ("gt", "le"): mark("{number} above {low} to {high}"),
    ("gt", "lt"): mark("{number} above {low} below {high}"),
    ("ge", None): mark("{number} from {low}"),
    ("gt", None): mark("{number} above {low}"),
    (None, "le"): mark("{number} to {high}"),
    (None, "lt"): mark("{number} below {high}"),
}
"""How a range is said, by the kinds of its ends; the number is "a number" or "a whole number"."""


@dataclass(frozen=True)
class Kind:
    """One form an option's value may have, with the bounds that are stated for it."""

    form: Any
    metadata: tuple[Any, ...]

    @property
    def low(self) -> Bound | None:
        """The lower end, if there is one."""
        return self._bound("ge", "gt")

    @property
    def high(self) -> Bound | None:
        """The upper end, if there is one."""
        return self._bound("le", "lt")

    def _bound(self, *names: str) -> Bound | None:
        for item in self.metadata:
            if isinstance(item, annotated_types.BaseMetadata):
                for name in names:
                    if getattr(item, name, None) is not None:
                        return Bound(name, getattr(item, name))
        return None

    @property
    def within(self) -> Within | None:
        """The range of an option that may differ by the number of players."""
        return next((item for item in self.metadata if isinstance(item, Within)), None)

    @property
    def choices(self) -> tuple[str, ...]:
        """The words that may be written here, if they are a fixed list."""
        if get_origin(self.form) is Literal:
            return tuple(_word(choice) for choice in get_args(self.form))
        if isinstance(self.form, type) and issubclass(self.form, Enum):
            return tuple(_word(choice.value) for choice in self.form)
        return ()

    def __str__(self) -> str:
        if self.within:
            return str(self.within)
        if self.choices:
            return either(self.choices)
        if self.form in (int, float):
            return self._range()
        if (get_origin(self.form) or self.form) in _LISTS:
            items = [either(_kinds(item, ())) for item in get_args(self.form) if item is not ...]
            return say("a list of {items}", items=with_and(dict.fromkeys(items))) if items else say("a list")
        if self.form is bool:
            return either(("true", "false"))
        if self.form is str:
            return say("a text")
        return "null" if self.form in (None, types.NoneType) else say("another kind of value")

    def _range(self) -> str:
        low, high = self.low, self.high
        return say(
            _RANGES[low and low.kind, high and high.kind],
            number=say("a whole number") if self.form is int else say("a number"),
            low=low and low.number,
            high=high and high.number,
        )


def kinds(field: FieldInfo) -> tuple[Kind, ...]:
    """Return every form the option's value may have; ``int | None`` has two."""
    return tuple(_kinds(field.annotation, tuple(field.metadata)))


def expected(field: FieldInfo) -> str:
    """Return what the option accepts, as the end of the sentence "expected …"."""
    return either(kinds(field))


def choices(field: FieldInfo) -> tuple[str, ...]:
    """Return the words the option accepts; empty if they are not a fixed list."""
    return tuple(choice for kind in kinds(field) for choice in kind.choices)


def is_switch(field: FieldInfo) -> bool:
    """Say whether the option accepts true and false."""
    return any(kind.form is bool for kind in kinds(field))


def _kinds(annotation: Any, metadata: tuple[Any, ...]) -> Iterator[Kind]:
    if get_origin(annotation) is Annotated:
        inner, *more = get_args(annotation)
        yield from _kinds(inner, metadata + tuple(_unpacked(more)))
    elif get_origin(annotation) in (Union, types.UnionType) and not any(isinstance(item, Within) for item in metadata):
        for form in get_args(annotation):
            yield from _kinds(form, metadata)
    else:
        yield Kind(annotation, metadata)


def _unpacked(metadata: list[Any]) -> Iterator[Any]:
    for item in metadata:
        if isinstance(item, FieldInfo):
            yield from item.metadata
        else:
            yield item


def _word(choice: object) -> str:
    return {True: "true", False: "false"}.get(choice, str(choice)) if isinstance(choice, bool) else str(choice)
