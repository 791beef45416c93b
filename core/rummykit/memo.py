"""Answers that are worked out once and remembered."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

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
