"""The base classes of a variant's options.

A variant writes one :class:`HouseRules` whose fields are :class:`Section` classes, whose
fields in turn are the options::

    class Melds(Section):
        longest_run: int = Field(13, ge=3, le=14, description="most cards in a run")

    class MyRules(HouseRules):
        melds: Melds = Melds()

The model holds the only copy of every default. Checks that look at one option are ranges
and types of its field; checks that look at several are :meth:`HouseRules.contradictions`.
What is legal but odd is said by :meth:`Section.oddities` and :attr:`Section.idle_without`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, fields, replace
from enum import Enum
from itertools import chain
from types import new_class
from typing import Any, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, ValidationError, model_validator
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema

from rummykit.errors import PluginError, did_you_mean
from rummykit.i18n import either, listed, say
from rummykit.refusals import plain
from rummykit.rules.shapes import ByPlayers, Word, forms

CHANGED = object()
"""In :attr:`Section.needs`: any value but the default."""

SAID = object()
"""In :attr:`Section.needs`, of the other option: any value but None."""


@dataclass(frozen=True)
class OrSaid:
    """In :attr:`Section.idle_without`, behind the values: or any value at all of this option, ``section.option``."""

    option: str


PLAYERS = ("players", "players")
"""What a :class:`Finding` names when the number of players takes part in it."""

_CONFIG = ConfigDict(
    frozen=True,
    extra="forbid",
    defer_build=True,  # a part has its section even where no variant uses it
    validate_default=True,
)


@dataclass(frozen=True)
class Finding:
    """Options that do not go together, though each is fine by itself: a contradiction, or something odd.

    ``options`` are the (section, option) pairs that take part, the one to change first; the file's lines that set them
    are shown with the message. Of what is odd a table is warned only if a file of its own sets one of them.
    """

    options: tuple[tuple[str, str], ...]
    message: str


def _unbending(part: Any) -> None:
    """Make numbers and switches strict.

    Not all of a section, because there a list in a file would be no tuple, and a word no member of an Enum.
    """
    if isinstance(part, dict):
        if part.get("type") in ("int", "float", "bool"):
            part["strict"] = True
        for key, below in part.items():
            if key != "metadata":
                _unbending(below)
    elif isinstance(part, list | tuple):
        for below in part:
            _unbending(below)


class Section(BaseModel):
    """A group of options: frozen, no unknown options, and no value bent to another type.

    >>> from pydantic import Field
    >>> class Claims(Section):
    ...     from_lap: int = Field(1, ge=1, le=5, description="first lap with claims")
    >>> Claims(from_lap=2).from_lap
    2

    A variant that differs in its defaults alone says just those, as ``claims: Claims = Claims(from_lap=3)``
    does; one that offers less of it says so with :meth:`narrowed`.
    """

    model_config = _CONFIG

    idle_without: ClassVar[tuple[tuple[object, ...], ...]] = ()
    """Options that do nothing unless another one has a certain value: the option, the other one, and the values it
    needs, any of which will do. ``("penalty", "allowed", "always")`` warns a table that sets penalty cards and has no
    claims. An option of another section is written ``section.option``; in a game without it, nothing is idle. Behind
    the values may stand an `OrSaid`: that option will do as well, once it says anything."""

    needs: ClassVar[tuple[tuple[object, ...], ...]] = ()
    """Values that contradict another option unless that has a certain value: the option, its value or `CHANGED` for
    any but the default, the other one as ``section.option``, and the values it needs, any of which will do; `SAID` is
    any value at all."""

    one_of: ClassVar[tuple[str, ...]] = ()
    """Options of which only one can be said, such as the ways a match may end. They all may be None. What says one of
    them replaces another one that it inherits; two in one file contradict each other."""

    follows: ClassVar[tuple[tuple[str, Callable[[Any], object]], ...]] = ()
    """Options that take their value from others as long as nobody says it: each with a function of the complete
    :class:`HouseRules`. ``("in_hand", lambda rules: 10 if rules.ace.points == 10 else None)``; where that is None, the
    default stays."""

    asked: ClassVar[tuple[tuple[str, str], ...]] = ()
    """The questions by which people are asked, in their own words: an option and its question; with "" in place of the
    option the one which of `one_of` is played. Of other options they are told the description."""

    follow_ups: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Options that are asked about right after another one, if its answer gives them a part: that one, then they."""

    known_as: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Other words by which people look for options: an option, or "" for the whole section, and the words."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        built = isinstance(cls.__dict__.get("__pydantic_core_schema__"), dict)
        schema = handler(source)
        if not built:
            _unbending(schema)
        return schema

    @model_validator(mode="before")
    @classmethod
    def _replace_the_inherited(cls, given: Any) -> Any:
        """Give up the default among the options of ``one_of`` where another one is said."""
        if isinstance(given, Mapping) and any(cls.says(option, given.get(option)) for option in cls.one_of):
            return {**dict.fromkeys(cls.one_of), **given}
        return given

    @classmethod
    def word(cls, option: str) -> str | None:
        """Return the word for an option without a value, such as ``unlimited``; None if it has none."""
        return next((item.text for item in cls.model_fields[option].metadata if isinstance(item, Word)), None)

    @classmethod
    def says(cls, option: str, value: object) -> bool:
        """Say whether an option is given a value, and not None or the word for it."""
        return value is not None and value != cls.word(option)

    @classmethod
    def question(cls, option: str) -> str:
        """Return the question about an option, or else what it means; with "" the one about `one_of`."""
        field = cls.model_fields.get(option)
        return cls._told("asked", option) or (field and field.description) or ""

    @classmethod
    def also_called(cls, option: str) -> str:
        """Return the other words for an option, or with "" those for the section."""
        return cls._told("known_as", option)

    @classmethod
    def _told(cls, what: str, option: str) -> str:
        """Return what the section says of an option, or else what the one says that it is made from."""
        return next((told for kind in cls.__mro__ for name, told in vars(kind).get(what, ()) if name == option), "")

    def written(self, option: str) -> str:
        """Return the value of an option as it is written in a file."""
        value = getattr(self, option)
        return (value is None and self.word(option)) or plain(value.value if isinstance(value, Enum) else value)

    def contradictions(self, rules: Any, players: int | None) -> Iterator[Finding]:
        """Yield what cannot be played together with the rest of *rules*, by so many players if that is known.

        Asked for by :meth:`HouseRules.contradictions`. A game need not have all sections: see :meth:`HouseRules.value`.
        """
        return iter(())

    def oddities(self, rules: Any) -> Iterator[Finding]:
        """Yield what can be played but is probably a mistake; asked only if there are no contradictions.

        For an option that another one switches off, :attr:`idle_without` or :meth:`idle` is enough.
        """
        return iter(())

    def idle(self, rules: Any) -> Iterator[tuple[str, str]]:
        """Yield options that do nothing beside the value of another one, where that is no matter of single values.

        The option comes first, then the other one, of another section as ``section.option``. A limit of four jokers
        where there are three is an example. Of values that are the default no table is warned.
        """
        return iter(())

    def seatings(self, players: int) -> range:
        """Return the numbers of players that may be left to play a round, the smallest first.

        >>> list(Section().seatings(4))
        [4]
        """
        return range(players, players + 1)

    @classmethod
    def narrowed(cls, *without: str, **choices: tuple[object, ...]) -> type[Self]:
        """Return the section as a game has it that offers less.

        The options named first are none here: they keep their defaults. Of the others only these choices are left;
        one with a single choice is not an option either. What is no option is left out of `one_of` and `follows`, too.

        >>> from pydantic import Field
        >>> class Claims(Section):
        ...     allowed: Literal["never", "always", "once"] = Field("never", description="when one may claim")
        ...     from_lap: int = Field(1, ge=1, le=5, description="first lap with claims")
        >>> fewer = Claims.narrowed("from_lap", allowed=("always", "once"))
        >>> fewer(), fewer().from_lap
        (Claims(allowed='always'), 1)
        """
        body: dict[str, Any] = {name: getattr(cls, name) for name in ("__doc__", "__module__", "__qualname__")}
        annotations = body["__annotations__"] = {}
        for option, values in (dict.fromkeys(without, ()) | choices).items():
            if option not in cls.model_fields:
                hint = did_you_mean(option, cls.model_fields)
                raise PluginError(f"{cls.__name__}.narrowed names {option!r}, which is not an option of it.{hint}")
            field = copy(cls.model_fields[option])
            if values and field.default not in values:
                field.default = values[0]
            is_option = len(values) > 1
            body[option] = field if is_option else field.default
            annotations[option] = Literal[values] if is_option else ClassVar[Any]
        gone = [option for option in annotations if annotations[option] == ClassVar[Any]]
        body["one_of"] = tuple(option for option in cls.one_of if option not in gone)
        body["follows"] = tuple(each for each in cls.follows if each[0] not in gone)
        narrow: type[Self] = new_class(cls.__name__, (cls,), exec_body=lambda namespace: namespace.update(body))
        return narrow


class ByOptions:
    """A part of a game, a dataclass whose fields have the names of options."""

    @classmethod
    def by(cls, *sections: Section) -> Self:
        """Return the part that house rules ask for; a field that none of the sections knows keeps its default."""
        names = [each.name for each in fields(cls)]  # type: ignore[arg-type]
        return cls(**{name: getattr(some, name) for some in sections for name in names if hasattr(some, name)})


class HouseRules(BaseModel):
    """All options of a variant, section by section; every variant has its own subclass."""

    model_config = _CONFIG

    questions: ClassVar[tuple[str, ...]] = ()
    """The options that tables argue about, as ``section.option`` in the order one asks about them; about ten."""

    top_level: ClassVar[tuple[str, ...]] = ("match", "stakes")
    """Sections that stand at the top of a file, beside `rules`; a variant need not have all of them."""

    def __init_subclass__(cls, **more: Any) -> None:
        """Let every section be what its default is: a variant may offer less of it (:meth:`Section.narrowed`)."""
        super().__init_subclass__(**more)
        sections = {name: type(value) for name, value in vars(cls).items() if isinstance(value, Section)}
        cls.__annotations__ |= sections

    @classmethod
    def sections(cls) -> dict[str, type[Section]]:
        """Return the sections by name, those at the top of a file included."""
        return {
            name: field.annotation
            for name, field in cls.model_fields.items()
            if isinstance(field.annotation, type) and issubclass(field.annotation, Section)
        }

    @classmethod
    def top_sections(cls) -> tuple[str, ...]:
        """Return the sections that stand at the top of a file, as far as this variant has them."""
        return tuple(name for name in cls.top_level if name in cls.model_fields)

    def value(self, name: str, otherwise: object = None) -> Any:
        """Return the value of the option ``section.option``, or something else in a game that has no such option."""
        section, _, option = name.partition(".")
        return getattr(getattr(self, section, None), option, otherwise)

    @model_validator(mode="after")
    def _follow(self) -> Self:
        """Let the options that nobody has said follow others."""
        for name, section in self:
            values = {
                option: value
                for option, follow in section.follows
                if option not in section.model_fields_set and (value := follow(self)) is not None
            }
            if values:
                # Not model_copy(update=…), which would count them as said.
                section = section.model_copy()
                section.__dict__.update(values)
                self.__dict__[name] = section
        return self

    def seatings(self, players: int) -> range:
        """Return the numbers of players that may be left to play a round, the smallest first."""
        return range(min((section.seatings(players).start for _, section in self), default=players), players + 1)

    def contradictions(self, players: int | None) -> Iterator[Finding]:
        """Yield what cannot be played although every option alone is valid.

        ``players`` is the number of seats if it is known; the loader then asks only if every
        option has a value for that number. A subclass yields from
        ``super().contradictions(players)`` first.
        """
        for name, section in self:
            yield from self._exclusive(name, section)
            yield from self._unmet_needs(name, section)
            yield from section.contradictions(self, players)

    def _exclusive(self, name: str, section: Section) -> Iterator[Finding]:
        said = [option for option in section.one_of if getattr(section, option) is not None]
        if len(said) > 1:
            options = listed(f"{name}.{option}" for option in said)
            message = say("{options} contradict each other: only one of them can be played", options=options)
            yield Finding(tuple((name, option) for option in said), message)

    def _unmet_needs(self, name: str, section: Section) -> Iterator[Finding]:
        default = type(self).model_fields[name].default
        for option, value, other, *needed in section.needs:
            own = getattr(section, str(option))
            usual = [
                getattr(default, str(option), own),
                *(rule(self) for which, rule in section.follows if which == option),
            ]
            # What is switched off claims nothing.
            holds = own is not False and own not in usual if value is CHANGED else own == value
            found = self.value(str(other), needed[0])
            if holds and found not in needed and (found is None or SAID not in needed):
                names = {"option": f"{name}.{option}", "value": plain(own), "other": other}
                message = say("{option}: {value} needs {other}", **names)
                if SAID not in needed:
                    values = either(map(plain, needed))
                    message = say("{option}: {value} needs {other}: {needed}", **names, needed=values)
                where, _, which = str(other).partition(".")
                home = getattr(self, where, Section())
                rivals = home.one_of if which in home.one_of else ()
                said = [(where, rival) for rival in rivals if getattr(home, rival) is not None]
                yield Finding(((name, str(option)), (where, which), *said), message)


def unsaid(rules: HouseRules, players: int) -> Iterator[Finding]:
    """Yield every option that has a value for other numbers of players, but not for this one."""
    for section, options in rules:
        for option, value in options:
            if isinstance(value, ByPlayers) and players not in value:
                message = say(
                    "{option} has no value for {players} players, only for {others}",
                    option=f"{section}.{option}",
                    players=players,
                    others=listed(value),
                )
                yield Finding(((section, option), PLAYERS), message)


def impossible(rules: HouseRules, players: int | None) -> list[Finding]:
    """Return what cannot be played by so many players, if their number is known.

    Where players drop out of a match, the game must be playable by those who are left too.
    """
    if players is None:
        return list(rules.contradictions(None))
    found: dict[str, Finding] = {}
    for count in reversed(rules.seatings(players)):
        # First what is not said for this many players: a variant's own checks will want to use it.
        for contradiction in list(unsaid(rules, count)) or rules.contradictions(count):
            message = reason = contradiction.message
            if count < players:
                message = say("{reason}; as players drop out, {count} may be left to play", reason=reason, count=count)
            found.setdefault(reason, replace(contradiction, message=message))
    return list(found.values())


# -- whether models are well made; for the tests of plugins -------------------------------------------------

RESERVED = frozenset({"variant", "preset", "extends", "title", "notes", "mods", "rules", "players", "description"})
"""The words of the file format itself; no section and no option may be called so."""


def check_model(model: type[HouseRules] | type[Section]) -> list[str]:
    """Return what is badly made in a model, one sentence each; empty if all is well.

    Every option needs a description, a default and, if it is a number, both bounds.
    What is said of options (``idle_without``, ``one_of``, ``follows``, ``asked``, ``questions`` …) names only such as
    there are, and those of ``one_of`` can be without a value.
    """
    found = list(_section(model.__name__, model) if issubclass(model, Section) else _sections(model))
    if not found:
        try:
            model()
        except ValidationError as error:
            # Pydantic names the option; the author of a model can read its words.
            found.append(f"{model.__name__} has a default that is not valid: {error}")
    return found


def _sections(model: type[HouseRules]) -> Iterator[str]:
    yield from _config(model)
    sections = model.sections()
    known = {f"{name}.{option}" for name, section in sections.items() for option in section.model_fields}
    for name, field in model.model_fields.items():
        if name in RESERVED:
            yield f"section {name} has the name of a key of the file format"
        if name not in sections:
            yield f"{name} is not a Section"
            continue
        if field.is_required():
            yield f"section {name} has no default"
        yield from _section(name, sections[name])
    for name, section in sections.items():
        offered = [str(other) for option, other, *_ in section.idle_without if option in section.model_fields]
        for other in {other for other in offered if "." in other} - known:
            where, _, which = other.partition(".")
            # A game need not have that section, or offer all of it.
            if where in sections and not hasattr(sections[where], which):
                yield f"idle_without of {name} names {other}, which is not an option"
    yield from (f"questions name {name}, which is not an option" for name in model.questions if name not in known)


def _section(name: str, section: type[Section]) -> Iterator[str]:
    yield from _config(section)
    options = section.model_fields
    for option, field in options.items():
        yield from (f"option {name}.{option} {fault}" for fault in _option(option, field))
    for named in {str(named) for need in section.idle_without for named in need[:2]} - set(options):
        if "." not in named and not hasattr(section, named):
            yield f"idle_without of {name} names {named}, which is not an option of it"
    said: dict[str, Iterable[str]] = {
        "one_of": section.one_of,
        "follows": [option for option, _ in section.follows],
        "asked": [option for option, _ in section.asked if option],
        "follow_ups": chain(*section.follow_ups),
        "known_as": [option for option, _ in section.known_as if option],
    }
    for attribute, names in said.items():
        for named in names:
            if named not in options and not hasattr(section, named):
                yield f"{attribute} of {name} names {named}, which is not an option of it"
            elif attribute == "one_of" and named in options and not any(form.is_none for form in forms(options[named])):
                yield f"option {name}.{named} is one of several, but cannot be None"


def _option(name: str, field: FieldInfo) -> Iterator[str]:
    if name in RESERVED:
        yield "has the name of a key of the file format"
    if not field.description:
        yield "has no description"
    if field.is_required():
        yield "has no default"
    if any(form.type in (int, float) and None in (form.low, form.high) for form in forms(field)):
        yield "is a number without both bounds"


def _config(model: type[BaseModel]) -> Iterator[str]:
    if not (model.model_config.get("frozen") and model.model_config.get("extra") == "forbid"):
        yield f"{model.__name__} must stay frozen and closed to unknown options"
