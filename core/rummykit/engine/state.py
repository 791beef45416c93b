"""What a variant keeps in a round besides cards: declared, so that it is copied, hashed, shown and replayed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Literal

from rummykit.errors import PluginError


@dataclass(frozen=True)
class Kept:
    """Something that a part keeps in a round, under its ``name`` in `Round.state`; declared in ``keeps`` of the part.

    ``start`` is its value when the round begins; ``per`` seat it is a tuple with a value for each. Values are never
    changed but replaced (`Round.keep`), so they are numbers, texts, cards, tuples and the like. What is not
    ``public`` is known to its seat alone or, kept once for the table, to nobody. ``told`` says a value in a few words,
    for a line on the screen, or "" where there is nothing to say.
    """

    name: str
    start: object
    per: Literal["table", "seat"] = "table"
    public: bool = True
    told: Callable[[Any], str] | None = None

    def begin(self, players: int) -> object:
        """Return the value at the beginning of a round."""
        return self.start if self.per == "table" else (self.start,) * players

    def seen_by(self, seat: int, value: object) -> object:
        """Return what a seat knows of a value; None stands for what it does not know."""
        if self.public:
            return value
        if self.per == "table":
            return None
        assert isinstance(value, tuple)
        return tuple(each if at == seat else None for at, each in enumerate(value))


def declared(parts: Iterable[object]) -> Mapping[str, Kept]:
    """Return all that parts keep, by name; raise `PluginError` for what could not be copied and compared."""
    found: dict[str, Kept] = {}
    for part in parts:
        for kept in getattr(part, "keeps", ()):
            where = f"{type(part).__name__} keeps '{kept.name}'"
            if found.get(kept.name, kept) != kept:
                raise PluginError(f"{where}, and so does another part; give one of them another name.")
            if not is_value(kept.start):
                raise PluginError(
                    f"{where}, which begins as {kept.start!r}: that cannot be compared and copied. "
                    "Use numbers, texts, cards, tuples or frozen dataclasses."
                )
            found[kept.name] = kept
    return found


def is_value(value: object) -> bool:
    """Whether a value cannot be changed, and is equal to a copy of itself."""
    try:
        hash(value)
        return bool(deepcopy(value) == value)
    except Exception:
        return False
