"""Answers that are worked out once and remembered."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

MEMORY = 100_000

K = TypeVar("K")
V = TypeVar("V")


class Memo(dict[K, V]):
    """A dictionary that makes its missing answers, and forgets all when it grows too large."""

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> V:
        if len(self) >= MEMORY:
            self.clear()
        answer = self[key] = self._make(key)
        return answer


if TYPE_CHECKING:
    lazy = cached_property
else:

    class lazy(cached_property):  # noqa: N801 - it is used like the one of the standard library
        """A `cached_property` that keeps the attributes of its object quick to read.

        The one of the standard library asks for the object's `__dict__`; from then on CPython (seen with 3.11) reads
        every attribute of the object several times slower. For objects that are asked in every move.
        """

        def __get__(self, instance: object, owner: object = None) -> object:
            if instance is None:
                return self
            answer = self.func(instance)
            object.__setattr__(instance, self.attrname, answer)
            return answer
