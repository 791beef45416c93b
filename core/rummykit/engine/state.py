"""What a variant keeps in a round besides cards: declared, so that it is copied, hashed, shown and replayed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from rummykit.errors import PluginError

if TYPE_CHECKING:
    from rummykit.cards import Card


@dataclass(frozen=True)
class Kept:
    """Something that a part keeps in a round, under its ``name`` in `Round.state`; declared in ``keeps`` of the part.

    ``start`` is its value when the round begins; ``per`` seat or side it is a tuple with a value for each seat, where
    those of a side have the same. Values are never changed but replaced (`Round.keep`), so they are numbers, texts,
    cards, tuples and the like. What is not ``public`` is known to its seat or side alone or, kept once for the table,
    to nobody. ``told`` says a value in a few words, for a line on the screen, or "" where there is nothing to say.
    ``cards``: the value is a tuple of `Card`, which lie there and nowhere else.
    """

    name: str
    start: object
    per: Literal["table", "seat", "side"] = "table"
    public: bool = True
    told: Callable[[Any], str] | None = None
    cards: bool = False

    def begin(self, players: int) -> object:
        """Return the value at the beginning of a round."""
        return self.start if self.per == "table" else (self.start,) * players

    def cards_in(self, value: Any, sides: Sequence[tuple[int, ...]]) -> list[Card]:
        """Return the cards that lie there; what a side has is the same for its seats, and counted once."""
        if not self.cards:
            return []
        seats = [side[0] for side in sides] if self.per == "side" else range(sum(map(len, sides)))
        return list(value) if self.per == "table" else [card for seat in seats for card in value[seat]]

    def seen_by(self, seat: int, value: object, side: tuple[int, ...]) -> object:
        """Return what a seat of a side knows of a value; None stands for what it does not know."""
        if self.public:
            return value
        if self.per == "table":
            return None
        assert isinstance(value, tuple)
        known = side if self.per == "side" else (seat,)
        return tuple(each if at in known else None for at, each in enumerate(value))


def declared(parts: Iterable[object]) -> Mapping[str, Kept]:
    """Return all that parts keep, by name; raise `PluginError` for what could not be copied and compared."""
    found: dict[str, Kept] = {}
    for part in parts:
        for kept in getattr(part, "keeps", ()):
            if not isinstance(kept, Kept):
                raise PluginError(f"{type(part).__name__} keeps {kept!r}; declare it as Kept(name, start).")
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
