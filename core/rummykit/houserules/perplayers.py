"""Option values that may depend on the number of players.

``hand_size: 10`` deals ten cards at every table; ``hand_size: {2: 10, 3: 7}`` says it for
each number of players. A model declares such an option as::

    hand_size: Annotated[PerPlayers, Within(5, 20)] = Field(10, description="cards dealt to each player")
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from rummykit.language import say


@dataclass(frozen=True)
class ByPlayers(Mapping[int, int]):
    """A frozen, hashable mapping from the number of players to a value.

    >>> ByPlayers.of({3: 7, 2: 10})[2]
    10
    >>> print(ByPlayers.of({3: 7, 2: 10}))
    {2: 10, 3: 7}
    """

    pairs: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, values: Mapping[int, int]) -> ByPlayers:
        """Freeze a mapping; its order does not matter."""
        return cls(tuple(sorted(values.items())))

    def __getitem__(self, players: int) -> int:
        return dict(self.pairs)[players]

    def __iter__(self) -> Iterator[int]:
        return (players for players, _ in self.pairs)

    def __len__(self) -> int:
        return len(self.pairs)

    def __str__(self) -> str:
        return "{" + ", ".join(f"{players}: {value}" for players, value in self.pairs) + "}"


PerPlayers: TypeAlias = int | ByPlayers

_NUMBER_KEYS = {str(players): players for players in range(1, 100)}


def value_for(value: PerPlayers, players: int) -> int:
    """Return what ``value`` is at a table of ``players``; ValueError if it does not say.

    >>> value_for(10, 4), value_for(ByPlayers.of({2: 10, 3: 7}), 3)
    (10, 7)
    >>> value_for(ByPlayers.of({2: 10, 3: 7}), 4)
    Traceback (most recent call last):
    ValueError: no value for 4 players, only for 2 and 3
    """
    if not isinstance(value, ByPlayers):
        return value
    if players not in value:
        raise ValueError(f"no value for {players} players, only for {' and '.join(map(str, value))}")
    return value[players]


@dataclass(frozen=True)
class Within:
    """The range of a :data:`PerPlayers` option, both ends included."""

    low: int
    high: int

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        number = core_schema.int_schema(strict=True, ge=self.low, le=self.high)
        seats = core_schema.int_schema(strict=True, ge=1)
        table = core_schema.no_info_after_validator_function(
            ByPlayers.of, core_schema.dict_schema(seats, number, min_length=1)
        )
        # Tagged, so that a wrong value is reported against the form it was written in, not both.
        either = core_schema.tagged_union_schema({"one": number, "each": table}, discriminator=_form)
        return core_schema.no_info_before_validator_function(
            _with_number_keys, either, serialization=core_schema.plain_serializer_function_ser_schema(_plain)
        )

    def __str__(self) -> str:
        return say(
            "a whole number from {low} to {high}, or one for each number of players such as {example}",
            low=self.low,
            high=self.high,
            example=ByPlayers.of({2: self.high, 3: self.low}),
        )


def _form(value: object) -> str:
    return "each" if isinstance(value, dict) else "one"


def _with_number_keys(value: object) -> object:
    # JSON has text keys only, so a record's {"2": 10} must be read as {2: 10}.
    if not isinstance(value, Mapping):
        return value
    return {_NUMBER_KEYS.get(key, key): item for key, item in value.items()}


def _plain(value: PerPlayers) -> int | dict[int, int]:
    return dict(value.pairs) if isinstance(value, ByPlayers) else value
