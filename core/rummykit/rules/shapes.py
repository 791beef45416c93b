"""What an option accepts: the shapes of its value, and how they are told to players.

A value may depend on the number of players: ``cards: 10`` deals ten cards at every table;
``cards: {2: 13, 3-4: 11}`` says it for each number of players. And where an option can be without
a value, a word says so: ``per_meld: unlimited``. A model declares such options as::

    cards: Annotated[PerPlayers, Within(5, 20)] = Field(10, description="cards dealt to each player")
    per_meld: Unlimited[int] = Field(None, ge=1, le=9, description="most jokers in a meld")

What ranks count is a table too: ``cards: {2-9: 5, 10-K: 10}``, or a scheme with a name (`RankValues`). Some of the
ranks are a list (`RankList`): ``wild_ranks: [2]``.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, TypeVar, Union, get_args, get_origin

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from rummykit.cards import FRENCH_RANKS
from rummykit.i18n import either, listed, say

_SEATS = re.compile(r"\+?0*([1-9][0-9]?)( ?- ?([1-9][0-9]?))?", re.ASCII)
_RANK = "A|[2-9]|10|[JQK]"
_RANKS = re.compile(f"({_RANK})( ?- ?({_RANK}))?", re.ASCII)
_LINE = (*FRENCH_RANKS, FRENCH_RANKS[0])
"""The ranks in their order; the ace stands at both ends."""
_NOTHING = {"no", "none", "never", "off", "false", "null", "nothing", "nein", "nie", "kein", "aus", "nem", "soha", "ki"}
_YES = {"yes", "on", "true", "always", "any", "ja", "immer", "an", "igen", "mindig", "be", "y"}
_WORDS_FOR_NOTHING = ("never", "none", "off", "zero")
_WORDS_FOR_YES = ("always", "any", "allowed", "freely", "required")
_LISTS = (list, tuple, set, frozenset)


# -- by the number of players ----------------------------------------------------------------------------


@dataclass(frozen=True)
class ByPlayers(Mapping[int, int]):
    """A frozen, hashable mapping from the number of players to a value.

    >>> ByPlayers.of({3: 7, 2: 10})[2]
    10
    >>> print(ByPlayers.of({3: 7, 2: 10, 4: 7}))
    {2: 10, 3-4: 7}
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

    def as_written(self) -> dict[str, int]:
        """Return the mapping as a file has it, neighbours of one value together."""
        return {
            f"{first}-{last}" if first < last else str(first): value for first, last, value in neighbours(self.pairs)
        }

    def __str__(self) -> str:
        return _in_braces(self.as_written())


def neighbours(pairs: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Yield the first and the last number of every row that have one value, and that value.

    >>> list(neighbours([(2, 13), (3, 11), (4, 11)]))
    [(2, 2, 13), (3, 4, 11)]
    """
    # In a row of neighbours the number grows with the index.
    for (value, _), row in groupby(enumerate(pairs), key=lambda item: (item[1][1], item[1][0] - item[0])):
        numbers = [number for _, (number, _) in row]
        yield numbers[0], numbers[-1], value


def _in_braces(written: Mapping[str, int]) -> str:
    return "{" + ", ".join(f"{key}: {value}" for key, value in written.items()) + "}"


PerPlayers: TypeAlias = int | ByPlayers


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
        seats = core_schema.no_info_plain_validator_function(seat_range)
        table = core_schema.no_info_after_validator_function(
            _expanded, core_schema.dict_schema(seats, number, min_length=1, strict=False)
        )
        # Tagged, so that a wrong value is reported against the form it was written in, not both.
        return core_schema.tagged_union_schema(
            {"one": number, "each": table},
            discriminator=_form,
            serialization=core_schema.plain_serializer_function_ser_schema(_dumped, info_arg=True),
        )

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        number = {"type": "integer", "minimum": self.low, "maximum": self.high}
        seats = {"pattern": f"^{_SEATS.pattern}$"}
        each = {"type": "object", "propertyNames": seats, "additionalProperties": number, "minProperties": 1}
        return {"anyOf": [number, each]}

    def __str__(self) -> str:
        return say(
            "a whole number from {low} to {high}, or one for each number of players such as {example}",
            low=self.low,
            high=self.high,
            example=ByPlayers.of({2: self.high, **dict.fromkeys(range(3, 7), self.low)}),
        )


def seat_range(key: object) -> tuple[int, int]:
    """Read how many players a value is for; ValueError if that cannot be.

    >>> seat_range(2), seat_range("3-4")
    ((2, 2), (3, 4))
    """
    found = None if isinstance(key, bool) else _SEATS.fullmatch(str(key))
    first, last = (int(found[1]), int(found[3] or found[1])) if found else (1, 0)
    if last < first:
        raise PydanticCustomError("number_of_players", "not a number of players")
    return first, last


def _expanded(written: dict[tuple[int, int], int]) -> ByPlayers:
    values: dict[int, int] = {}
    for (first, last), value in written.items():
        for players in range(first, last + 1):
            if players in values:
                raise ValueError(say("there are two values for {players} players", players=players))
            values[players] = value
    return ByPlayers.of(values)


def _form(value: object) -> str:
    return "each" if isinstance(value, Mapping) else "one"


def _dumped(value: PerPlayers, info: core_schema.SerializationInfo) -> object:
    if not isinstance(value, ByPlayers):
        return value
    return value.as_written() if info.mode == "json" else dict(value.pairs)


# -- what the ranks count ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class ByRank(Mapping[str, int]):
    """A frozen, hashable mapping from ranks of French cards to what they count; the ace comes last.

    >>> print(ByRank.of({"A": 15, "2": 5, "3": 5, "7": 5}))
    {2-3: 5, 7: 5, A: 15}
    """

    pairs: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, values: Mapping[str, int]) -> ByRank:
        """Freeze a mapping; its order does not matter."""
        return cls(tuple((rank, values[rank]) for rank in _LINE[1:] if rank in values))

    def __getitem__(self, rank: str) -> int:
        return dict(self.pairs)[rank]

    def __iter__(self) -> Iterator[str]:
        return (rank for rank, _ in self.pairs)

    def __len__(self) -> int:
        return len(self.pairs)

    def as_written(self) -> dict[str, int]:
        """Return the mapping as a file has it, neighbours of one value together."""
        placed = [(_LINE.index(rank, 1), value) for rank, value in self.pairs]
        return {
            f"{_LINE[first]}-{_LINE[last]}" if first < last else _LINE[first]: value
            for first, last, value in neighbours(placed)
        }

    def __str__(self) -> str:
        return _in_braces(self.as_written())


@dataclass(frozen=True)
class RankValues:
    """The range of what a rank may count, both ends included, beside the names of whole schemes.

    ``cards: Annotated[Literal["pips"] | ByRank, RankValues(1, 50)]`` takes the name of a scheme, or a table of ranks
    and rows of ranks: ``{2-9: 5, 10-K: 10, A: 15}``.
    """

    low: int
    high: int

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        name = core_schema.literal_schema([name for form in get_args(source) for name in get_args(form)])
        ranks = core_schema.no_info_plain_validator_function(ranks_in)
        number = core_schema.int_schema(strict=True, ge=self.low, le=self.high)
        table = core_schema.no_info_after_validator_function(
            _by_rank, core_schema.dict_schema(ranks, number, min_length=1, strict=False)
        )
        return core_schema.tagged_union_schema(
            {"one": name, "each": table},
            discriminator=_form,
            serialization=core_schema.plain_serializer_function_ser_schema(_dumped_values, info_arg=True),
        )

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        ranks = {"pattern": f"^{_RANKS.pattern}$"}
        number = {"type": "integer", "minimum": self.low, "maximum": self.high}
        each = {"type": "object", "propertyNames": ranks, "additionalProperties": number, "minProperties": 1}
        choices = schema["choices"] if schema["type"] == "tagged-union" else {}
        return {"anyOf": [{"enum": choices["one"]["expected"]}, each]}

    @property
    def example(self) -> ByRank:
        """A table as one may write it."""
        return ByRank.of({**dict.fromkeys(_LINE[1:9], 5), **dict.fromkeys(_LINE[9:13], 10)})

    def __str__(self) -> str:
        return say(
            "what ranks count, from {low} to {high}, such as {example}",
            low=self.low,
            high=self.high,
            example=self.example,
        )


def ranks_in(key: object) -> tuple[str, ...]:
    """Read which ranks a value is for; ValueError if that cannot be. The ace is below the two or above the king.

    >>> ranks_in(7), ranks_in("J-A"), ranks_in("A-3")
    (('7',), ('J', 'Q', 'K', 'A'), ('A', '2', '3'))
    """
    found = None if isinstance(key, bool) else _RANKS.fullmatch(str(key))
    first, last = (found[1], found[3] or found[1]) if found else ("K", "2")
    row = _LINE[_LINE.index(first) :]
    if first == last:
        return (first,) if found and not found[2] else _no_rank()
    return row[: row.index(last, 1) + 1] if last in row[1:] else _no_rank()


def _no_rank() -> Any:
    raise PydanticCustomError("rank", "not a rank or a row of ranks")


def _by_rank(written: dict[tuple[str, ...], int]) -> ByRank:
    values: dict[str, int] = {}
    for ranks, value in written.items():
        for rank in ranks:
            if rank in values:
                raise ValueError(say("there are two values for {rank}", rank=rank))
            values[rank] = value
    return ByRank.of(values)


def _dumped_values(value: str | ByRank, info: core_schema.SerializationInfo) -> object:
    if not isinstance(value, ByRank):
        return value
    return value.as_written() if info.mode == "json" else dict(value.pairs)


# -- some of the ranks ------------------------------------------------------------------------------------


class Ranks(tuple[str, ...]):
    """Some ranks of French cards, each once and in their order; the ace comes last.

    >>> print(Ranks.of(["A", "2"]))
    [2, A]
    """

    __slots__ = ()

    @classmethod
    def of(cls, ranks: Iterable[str]) -> Ranks:
        """Put ranks into their order."""
        return cls(sorted(ranks, key=_LINE[1:].index))

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return _ranks_schema(len(FRENCH_RANKS))

    def as_written(self) -> list[str | int]:
        """Return the list as a file has it: what is a number there is one."""
        return [int(rank) if rank.isdecimal() else rank for rank in self]

    def __str__(self) -> str:
        return f"[{', '.join(self)}]"


@dataclass(frozen=True)
class RankList:
    """The range of an option that names ranks: ``Annotated[Ranks, RankList(2)]`` takes a list of two at most."""

    most: int

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return _ranks_schema(self.most)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        ranks = [form for rank in _LINE[1:] for form in ([int(rank), rank] if rank.isdecimal() else [rank])]
        return {"type": "array", "items": {"enum": ranks}, "maxItems": self.most, "uniqueItems": True}

    @property
    def example(self) -> Ranks:
        """A list as one may write it."""
        return Ranks.of(["2"])

    def __str__(self) -> str:
        return say("a list of at most {most} ranks, such as {example}", most=self.most, example=str(self.example))


def _ranks_schema(most: int) -> CoreSchema:
    rank = core_schema.no_info_plain_validator_function(_only_rank)
    return core_schema.no_info_after_validator_function(
        _ranks,
        core_schema.list_schema(rank, max_length=most),
        serialization=core_schema.plain_serializer_function_ser_schema(_dumped_ranks, info_arg=True),
    )


def _only_rank(key: object) -> str:
    found = ranks_in(key)
    return found[0] if len(found) == 1 else _no_rank()


def _ranks(written: list[str]) -> Ranks:
    for rank in written:
        if written.count(rank) > 1:
            raise ValueError(say("{rank} is named twice", rank=rank))
    return Ranks.of(written)


def _dumped_ranks(value: Ranks, info: core_schema.SerializationInfo) -> object:
    return value.as_written() if info.mode == "json" else value


# -- words for nothing -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Word:
    """What is written where an option has no value, in files and in records; Python has None there."""

    text: str

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        def read(value: object) -> object:
            return None if value == self.text else value

        def written(value: object) -> object:
            return self.text if value is None else value

        return core_schema.no_info_before_validator_function(
            read,
            handler(source),
            serialization=core_schema.plain_serializer_function_ser_schema(written, when_used="json"),
        )

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        made = handler(schema)
        forms = [form for form in made.get("anyOf", [made]) if form != {"type": "null"}]
        return {"anyOf": [*forms, {"const": self.text}]}


T = TypeVar("T")

Unlimited: TypeAlias = Annotated[T | None, Word("unlimited")]
"""A limit that may be left off: ``unlimited``."""
Off: TypeAlias = Annotated[T | None, Word("off")]
"""Something that may be switched off: ``off``."""
Same: TypeAlias = Annotated[T | None, Word("same")]
"""A value that may be the same as another option's: ``same``."""


# -- in words --------------------------------------------------------------------------------------------


class Form(NamedTuple):
    """One form an option's value may have: its type, and what is stated for it.

    ``low`` and ``high`` are the least and the greatest number, ``within`` is the range of an option that may differ by
    the number of players, of what ranks count, or of a list of ranks, and ``word`` is what is written for an option
    without a value.
    """

    type: Any
    low: int | float | None
    high: int | float | None
    within: Within | RankValues | RankList | None
    word: str

    @property
    def is_none(self) -> bool:
        """Whether this is the form of an option without a value."""
        return self.type in (None, types.NoneType)

    @property
    def choices(self) -> tuple[str, ...]:
        """The words that may be written here, if they are a fixed list."""
        values: tuple[object, ...] = ()
        if get_origin(self.type) is Literal:
            values = get_args(self.type)
        elif isinstance(self.type, type) and issubclass(self.type, Enum):
            values = tuple(choice.value for choice in self.type)
        elif self.is_none and self.word != "null":
            values = (self.word,)
        return tuple(str(value).lower() if isinstance(value, bool) else str(value) for value in values)

    @property
    def items(self) -> tuple[str, ...]:
        """The words that a list may have, if they are fixed."""
        is_list = (get_origin(self.type) or self.type) in _LISTS
        inside = (form for item in get_args(self.type) if item is not ... for form in _forms(item, ()))
        return tuple(choice for form in inside for choice in form.choices) if is_list else ()

    def __str__(self) -> str:
        if self.within:
            return str(self.within)
        if self.choices:
            return either(self.choices)
        if self.type in (int, float):
            number = say("a whole number") if self.type is int else say("a number")
            if self.low is None or self.high is None:
                return number
            return say("{number} from {low} to {high}", number=number, low=self.low, high=self.high)
        if (get_origin(self.type) or self.type) in _LISTS:
            items = [either(map(str, _forms(item, ()))) for item in get_args(self.type) if item is not ...]
            return say("a list of {items}", items=listed(dict.fromkeys(items))) if items else say("a list")
        if self.type is bool:
            return either(("true", "false"))
        if self.type is str:
            return say("a text")
        return self.word if self.is_none else say("another kind of value")


def forms(field: FieldInfo) -> tuple[Form, ...]:
    """Return every form the option's value may have; ``int | None`` has two."""
    return tuple(_forms(field.annotation, tuple(field.metadata)))


def expected(field: FieldInfo) -> str:
    """Return what the option accepts, as the end of the sentence "expected …".

    >>> from pydantic import BaseModel, Field
    >>> class Model(BaseModel):
    ...     rounds: int = Field(ge=1, le=50)
    ...     scope: Literal["some_subset", "whole_turn"]
    >>> [expected(field) for field in Model.model_fields.values()]
    ['a whole number from 1 to 50', 'some_subset or whole_turn']
    """
    return either(text for form in forms(field) for text in (not form.within and form.choices) or (str(form),))


def choices(field: FieldInfo) -> tuple[str, ...]:
    """Return the words the option accepts; empty if they are not a fixed list."""
    return tuple(choice for form in forms(field) for choice in form.choices)


def is_switch(field: FieldInfo) -> bool:
    """Say whether the option accepts true and false."""
    return any(form.type is bool for form in forms(field))


def meant(field: FieldInfo, text: str) -> str | None:
    """Return what an option accepts and a text says in other words, such as yes and no; None if there is no such.

    >>> from pydantic import BaseModel, Field
    >>> class Model(BaseModel):
    ...     rounds: int = Field(ge=1, le=50)
    ...     scope: Literal["never", "whole_turn"]
    ...     debt: bool
    >>> rounds, scope, debt = Model.model_fields.values()
    >>> meant(rounds, "5 rounds"), meant(rounds, "99"), meant(scope, "no"), meant(debt, "off")
    ('5', None, 'never', 'false')
    """
    word, known = text.strip().casefold(), choices(field)
    nothing = word in _NOTHING
    if any(isinstance(form.within, RankList) for form in forms(field)):
        return "[]" if nothing else f"[{text.strip()}]" if re.fullmatch(_RANK, text.strip()) else None
    if is_switch(field) and (nothing or word in _YES):
        return "false" if nothing else "true"
    if word in known:
        return word
    if nothing or word in _YES:
        usual = _WORDS_FOR_NOTHING if nothing else _WORDS_FOR_YES
        nought = "0" if nothing and not known and any(_holds(form, 0) for form in forms(field)) else None
        return next((choice for choice in usual if choice in known), nought)
    number = re.match(r"[-+]?[0-9]{1,9}(?![0-9]|[.,][0-9]*[1-9])", word)
    if number and any(_holds(form, int(number[0])) for form in forms(field)):
        return str(int(number[0]))
    return None if word else next((form.word for form in forms(field) if form.choices == (form.word,)), None)


def _holds(form: Form, number: int) -> bool:
    """Say whether a whole number has this form."""
    if isinstance(form.within, Within):
        return form.within.low <= number <= form.within.high
    return form.type is int and (form.low is None or form.high is None or form.low <= number <= form.high)


def _forms(annotation: Any, metadata: tuple[Any, ...]) -> Iterator[Form]:
    if get_origin(annotation) is Annotated:
        inner, *more = get_args(annotation)
        for item in more:
            metadata += tuple(item.metadata) if isinstance(item, FieldInfo) else (item,)
        yield from _forms(inner, metadata)
    elif get_origin(annotation) in (Union, types.UnionType) and not any(isinstance(item, Within) for item in metadata):
        for form in get_args(annotation):
            yield from _forms(form, metadata)
    else:
        bounds = {name: getattr(item, name) for item in metadata for name in ("ge", "le") if hasattr(item, name)}
        table = _TABLES.get(annotation, Within)
        within = next((item for item in metadata if isinstance(item, table)), None)
        word = next((item.text for item in metadata if isinstance(item, Word)), "null")
        yield Form(annotation, bounds.get("ge"), bounds.get("le"), within, word)


_TABLES: Mapping[Any, type[RankValues] | type[RankList]] = {ByRank: RankValues, Ranks: RankList}
"""The ranges of values that are no number, by what such a value is."""
