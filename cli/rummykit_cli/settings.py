"""`rummy settings`: what the person at this screen likes, kept in a small YAML file."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import platformdirs
import typer
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from rummykit.errors import SetupError, did_you_mean, nearest
from rummykit.houserules import HouseRuleError, Place, Problem
from rummykit.houserules.fields import expected
from rummykit.houserules.layers import reason
from rummykit.houserules.nodes import MapNode, Node, ScalarNode, got, is_whole, plain
from rummykit.houserules.problems import shown
from rummykit.houserules.sources import SourceError, read_text
from rummykit.houserules.yamlnodes import parse
from rummykit.plugins import Plugins
from rummykit.records import SeatInfo
from rummykit_cli.rules_new import yaml_value
from rummykit_cli.seats import LONGEST_NAME
from rummykit_cli.store import HOME_VARIABLE
from rummykit_cli.words import YOU

FILE = "settings.yaml"
HEADER = "# The settings of RummyKit; see and change them with: rummy settings\n"


def _seatable(name: str) -> str:
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise ValueError(f"a name has 1 to {LONGEST_NAME} printable characters, {shown(name)} has not")
    return name.strip()


class Settings(BaseModel):
    """Every setting: its meaning, what it accepts, and the only copy of its default.

    >>> Settings(name="Anna").name, Settings().name
    ('Anna', 'You')
    """

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    name: Annotated[str, AfterValidator(_seatable)] = Field(
        YOU, description="your name at the table, where --players and the house rules name nobody"
    )


def settings_file() -> Path:
    """Return where the settings are kept; the variable RUMMYKIT_HOME overrides the usual place."""
    home = os.environ.get(HOME_VARIABLE)
    return (Path(home) if home else platformdirs.user_config_path("rummykit", appauthor=False)) / FILE


def read_settings() -> Settings:
    """Return the settings; the defaults if there is no file, HouseRuleError with line and column if it is broken."""
    file = settings_file()
    if not file.exists():
        return Settings()
    try:
        text = read_text(file)
    except SourceError as error:
        raise HouseRuleError([Problem.at(Place(str(file), error.line, error.column), error.reason)]) from None
    lines = (line.strip() for line in text.splitlines())
    if all(not line or line.startswith("#") for line in lines):
        return Settings()
    node, problems = parse(text, str(file))
    if not isinstance(node, MapNode):
        raise HouseRuleError([*problems, Problem.at(node.place, "there are no settings here", expected=_EXAMPLE)])
    values: dict[str, object] = {}
    for key, value in node.entries:
        if not is_whole(value):
            continue  # told already
        found = _problem(key, value)
        problems.extend(found)
        if not found:
            values[key.name] = plain(value)
    if problems:
        raise HouseRuleError(problems)
    return Settings.model_validate(values)


_EXAMPLE = "a line such as `name: Anna`"


def introduce(seats: Sequence[SeatInfo], bots: Collection[str]) -> list[SeatInfo]:
    """Give the person who was seated without a name the one of the settings.

    Settings that cannot be used are told, and keep nobody from playing.
    """
    if SeatInfo(YOU) not in seats:
        return list(seats)
    try:
        name = read_settings().name
        if name != YOU:
            _check_free(name, bots)
    except (HouseRuleError, SetupError) as error:
        typer.echo(f"Warning: your settings are left aside: {str(error).splitlines()[0]}", err=True)
        return list(seats)
    return [replace(seat, name=name) if seat == SeatInfo(YOU) else seat for seat in seats]


def run_settings(name: str | None, value: str | None, reset: bool, as_json: bool) -> None:
    """Show the settings, or change one; without a name *reset* takes all of them back."""
    if name is not None and name not in Settings.model_fields:
        known = ", ".join(Settings.model_fields)
        raise SetupError(f"There is no setting '{name}', only: {known}.{did_you_mean(name, Settings.model_fields)}")
    if reset and value is not None:
        raise SetupError("--reset takes a setting back to its default; leave the value out.")
    if reset and name is None:
        settings_file().unlink(missing_ok=True)
    elif name is not None and (reset or value is not None):
        _change(name, value)
    _print(name, as_json)


def _change(name: str, value: str | None) -> None:
    """Set a setting, or take it back to its default; a broken file is told, never overwritten."""
    said = read_settings().model_dump(mode="json", exclude_unset=True)
    said.pop(name, None)
    if value is not None:
        said[name] = _read(name, value)
    file = settings_file()
    text = HEADER + "".join(f"{key}: {yaml_value(item)}\n" for key, item in said.items())
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        # Aside first, so that a full disk leaves the old file whole.
        aside = file.with_name(f"{FILE}.new")
        aside.write_text(text, "utf-8", newline="\n")
        aside.replace(file)
    except OSError as error:
        raise SetupError(f"{file} cannot be written: {error.strerror or error}.") from None


def _read(name: str, value: str) -> object:
    try:
        read = getattr(Settings.model_validate_strings({name: value}), name)
    except ValidationError as error:
        raise SetupError(f"{name}: {_reason(name, error)}.") from None
    if name == "name" and read != YOU:
        _check_free(read, Plugins.discover().bots)
    return read


def _check_free(name: str, bots: Collection[str]) -> None:
    """Raise SetupError if a bot at the table may have the name: of several, each has a number."""
    bot, _, number = name.rpartition(" ")
    if name in bots or (bot in bots and number.isdigit()):
        raise SetupError(f"name: a bot is called '{name}'; choose another name.")


def _problem(key: ScalarNode, node: Node) -> list[Problem]:
    """Say what is wrong with a line of the file, if anything is."""
    known = Settings.model_fields
    if key.name not in known:
        message = f"there is no setting {shown(key.name)}"
        return [Problem.at(key.place, message, expected=" or ".join(known), nearest=nearest(key.name, known))]
    if isinstance(node, ScalarNode):
        try:
            Settings.model_validate({key.name: node.value}, strict=True)
            return []
        except ValidationError as error:
            if error.errors()[0]["type"] == "value_error":
                return [Problem.at(node.place, f"{key.name}: {_reason(key.name, error)}")]
    return [Problem.at(node.place, f"{key.name} cannot be {got(node)}", expected=expected(known[key.name]))]


def _reason(name: str, error: ValidationError) -> str:
    details = error.errors(include_url=False)[0]
    if details["type"] == "value_error":
        return reason(details)
    return f"expected {expected(Settings.model_fields[name])}"


def _print(name: str | None, as_json: bool) -> None:
    settings, file = read_settings(), settings_file()
    shown_names = list(Settings.model_fields) if name is None else [name]
    if as_json:
        typer.echo(json.dumps(_as_json(settings, shown_names, file), ensure_ascii=False, indent=2))
        return
    width = max(map(len, shown_names))
    for key in shown_names:
        usual = "" if key in settings.model_fields_set else ", the default"
        meaning = Settings.model_fields[key].description
        typer.echo(f"{key:<{width}}  {yaml_value(getattr(settings, key))}{usual}  ({meaning})")
    typer.echo(f"Kept in {file}" + ("" if file.exists() else ", which is not there yet"))


def _as_json(settings: Settings, names: list[str], file: Path) -> dict[str, object]:
    values = settings.model_dump(mode="json")
    default = Settings().model_dump(mode="json")
    found = {
        name: {"value": values[name], "default": default[name], "meaning": Settings.model_fields[name].description}
        for name in names
    }
    return {"file": str(file), "settings": found}
