"""What an option accepts, in words a player understands.

>>> from rummykit.houserules.options import MatchOptions
>>> expected(MatchOptions.model_fields["rounds"])
'a whole number from 1 to 50'
>>> expected(MatchOptions.model_fields["match_mode"])
'single, rounds, target or last_standing'
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import annotated_types
from pydantic.fields import FieldInfo

from rummykit.houserules.perplayers import Within

_LISTS = (list, tuple, set, frozenset)


@dataclass(frozen=True)
class Kind:
    """One form an option's value may have, with the bounds that are stated for it."""

    form: Any
    metadata: tuple[Any, ...]

    @property
    def low(self) -> str | None:
        """The lower end as words, if there is one."""
        return self._bound(("ge", "from"), ("gt", "above"))

    @property
    def high(self) -> str | None:
        """The upper end as words, if there is one."""
        return self._bound(("le", "to"), ("lt", "below"))

    def _bound(self, *names: tuple[str, str]) -> str | None:
        for item in self.metadata:
            if isinstance(item, annotated_types.BaseMetadata):
                for name, word in names:
                    if getattr(item, name, None) is not None:
                        return f"{word} {getattr(item, name)}"
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
            return _either(self.choices)
        if self.form in (int, float):
            words = ["a whole number" if self.form is int else "a number", self.low, self.high]
            return " ".join(word for word in words if word)
        if (get_origin(self.form) or self.form) in _LISTS:
            items = [_either(map(str, _kinds(item, ()))) for item in get_args(self.form) if item is not ...]
            return f"a list of {' and '.join(dict.fromkeys(items))}" if items else "a list"
        plain: dict[Any, str] = {bool: "true or false", str: "a text", None: "null", types.NoneType: "null"}
        return plain.get(self.form, "another kind of value")


def kinds(field: FieldInfo) -> tuple[Kind, ...]:
    """Return every form the option's value may have; ``int | None`` has two."""
    return tuple(_kinds(field.annotation, tuple(field.metadata)))


def expected(field: FieldInfo) -> str:
    """Return what the option accepts, as the end of the sentence "expected …"."""
    return _either(map(str, kinds(field)))


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


def _either(words: Any) -> str:
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else str(last)
