"""What the person at this screen likes: every setting, read from the file of `rummykit_cli.settings`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from yaml import MappingNode, Node, ScalarNode

from rummykit.engine.records import SeatInfo
from rummykit.errors import SetupError, did_you_mean, nearest
from rummykit.i18n import either, languages, mark, say
from rummykit.rules import HouseRuleError, Problem
from rummykit.rules.document import LONGEST_NAME
from rummykit.rules.merge import reason
from rummykit.rules.problems import shown
from rummykit.rules.shapes import choices
from rummykit.rules.yamlfile import got, parse, place, plain, read_text, written
from rummykit.rules.yamlfile import name as name_of
from rummykit_cli.lines import echo
from rummykit_cli.plugged import installed
from rummykit_cli.render.palettes import PaletteName
from rummykit_cli.settings import SYSTEM, settings_file
from rummykit_session.seats import YOU

Pace = Literal["fast", "normal", "slow"]
Theme = Literal["auto", "light", "dark"]


def _seatable(name: str) -> str:
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        message = mark("{name} cannot be a name: a name has 1 to {number} printable characters")
        raise ValueError(say(message, number=LONGEST_NAME, name=shown(name)))
    return name.strip()


def _spoken_somewhere(code: str) -> str:
    if code != SYSTEM and code not in known_languages():
        raise ValueError(say("there is no language {code}", code=shown(code)))
    return code


class Settings(BaseModel):
    """Every setting: its meaning, what it accepts, and the only copy of its default.

    >>> Settings(name="Anna").name, Settings().name
    ('Anna', 'You')
    """

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    name: Annotated[str, AfterValidator(_seatable)] = Field(
        YOU, description=mark("your name at the table, unless --players or the house rules name who plays")
    )
    language: Annotated[str, AfterValidator(_spoken_somewhere)] = Field(
        SYSTEM, description=mark("the language to speak, unless --lang names one")
    )
    palette: PaletteName = Field(
        "standard", description=mark("the colours of the suits, in addition to their signs or letters")
    )
    pace: Pace = Field("normal", description=mark("how long the terminal waits after each move of a bot"))
    theme: Theme = Field(
        "auto", description=mark("whether the full-screen table is light or dark; auto follows the terminal")
    )


def known_languages() -> list[str]:
    """Return the languages that something installed here speaks."""
    return languages(["rummykit_cli", *installed().packages])


def words_for(name: str) -> Sequence[str]:
    """Return the words that a setting accepts; none if it accepts any text."""
    return [SYSTEM, *known_languages()] if name == "language" else choices(Settings.model_fields[name])


def accepted(name: str) -> str:
    """Return what a setting accepts, in words.

    >>> accepted("pace")
    'fast, normal or slow'
    """
    words = words_for(name)
    return either(words) if words else say("a text of 1 to {number} characters", number=LONGEST_NAME)


# -- one value -------------------------------------------------------------------------------------------


def read_value(name: str, value: str) -> str:
    """Read a setting as somebody types it; `SetupError` in one sentence if it cannot be that."""
    words = words_for(name)
    if words and value not in words:
        message = mark("{setting} cannot be '{value}', only {accepted}.")
        why = say(message, setting=name, value=value, accepted=accepted(name))
        raise SetupError(why + did_you_mean(value, words))
    try:
        read: str = getattr(Settings.model_validate({name: value}), name)
    except ValidationError as error:
        raise SetupError(f"{name}: {reason(error.errors(include_url=False)[0])}.") from None
    if name == "name" and read != YOU:
        check_free(read, installed().bots)
    return read


def check_free(name: str, bots: Collection[str]) -> None:
    """Raise SetupError if a bot at the table may have the name: of several, each has a number."""
    bot, _, number = name.rpartition(" ")
    if name in bots or (bot in bots and number.isdigit()):
        raise SetupError(say("name: a bot is called '{name}'; choose another name.", name=name))


# -- the file --------------------------------------------------------------------------------------------


def read_settings() -> Settings:
    """Return the settings; the defaults if there is no file, HouseRuleError with line and column if it is broken."""
    file = settings_file()
    if not file.exists():
        return Settings()
    text = read_text(file)
    lines = (line.strip() for line in text.splitlines())
    if all(not line or line.startswith("#") for line in lines):
        return Settings()
    node, problems = parse(text, str(file))
    if not isinstance(node, MappingNode):
        example = say("a line such as `name: Anna`")
        raise HouseRuleError([*problems, Problem(place(node), say("there are no settings here"), expected=example)])
    values: dict[str, object] = {}
    for key, value in node.value:
        found = _problem(key, value)
        problems.extend(found)
        if not found:
            values[name_of(key)] = plain(value)
    if problems:
        raise HouseRuleError(problems)
    return Settings.model_validate(values)


def _problem(key: ScalarNode, node: Node) -> list[Problem]:
    """Say what is wrong with a line of the file, if anything is."""
    known, name = Settings.model_fields, name_of(key)
    if name not in known:
        message = say("there is no setting {name}", name=shown(name))
        return [Problem(place(key), message, expected=either(known), nearest=nearest(name, known))]
    if isinstance(node, ScalarNode):
        try:
            Settings.model_validate({name: plain(node)}, strict=True)
            return []
        except ValidationError as error:
            details = error.errors(include_url=False)[0]
            if details["type"] == "value_error" and not words_for(name):
                return [Problem(place(node), f"{name}: {reason(details)}")]
    message = say("{setting} cannot be {value}", setting=name, value=got(node))
    return [Problem(place(node), message, expected=accepted(name), nearest=nearest(written(node), words_for(name)))]


def usable_settings() -> Settings:
    """Return the settings for a game; those that cannot be used are told, and keep nobody from playing."""
    try:
        return read_settings()
    except HouseRuleError as error:
        _warn(error)
        return Settings()


def introduce(seats: Sequence[SeatInfo], name: str, bots: Collection[str]) -> list[SeatInfo]:
    """Give the person who was seated without a name the one of the settings, if no bot has it."""
    unnamed = SeatInfo(YOU)
    if name == YOU or unnamed not in seats:
        return list(seats)
    try:
        check_free(name, bots)
    except SetupError as error:
        _warn(error)
        return list(seats)
    return [replace(seat, name=name) if seat == unnamed else seat for seat in seats]


def _warn(error: Exception) -> None:
    problem = str(error).splitlines()[0]
    echo(say("Warning: your settings are ignored: {problem}", problem=problem), err=True)
