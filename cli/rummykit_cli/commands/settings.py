"""`rummy settings`: show and change what the person at this screen likes."""

from __future__ import annotations

from pathlib import Path

from rummykit.errors import SetupError, did_you_mean
from rummykit.i18n import say
from rummykit_cli.commands.rules.new import yaml_value
from rummykit_cli.commands.writing import unwritable
from rummykit_cli.lines import echo, print_json
from rummykit_cli.preferences import Settings, accepted, read_settings, read_value, words_for
from rummykit_cli.settings import settings_file
from rummykit_session.storage.files import write_file
from rummykit_session.storage.locking import locked
from rummykit_session.words import shown_name

LONGEST_WAIT = 10
"""Seconds to wait for another command that changes settings."""
HEADER = "# The settings of RummyKit; see and change them with: rummy settings\n"


def run_settings(name: str | None, value: str | None, reset: bool, as_json: bool) -> None:
    """Show the settings, or change one; without a name *reset* takes all of them back."""
    if name is not None and name not in Settings.model_fields:
        known = ", ".join(Settings.model_fields)
        unknown = say("There is no setting '{name}', only: {known}.", name=name, known=known)
        raise SetupError(unknown + did_you_mean(name, Settings.model_fields))
    if reset and value is not None:
        raise SetupError(say("--reset restores the default of a setting; leave out the value."))
    if reset or value is not None:
        _change(name, value)
    _print(list(Settings.model_fields) if name is None else [name], as_json)


def _change(name: str | None, value: str | None) -> None:
    """Set a setting, or take it or all of them back to the default; a broken file is told, never overwritten."""
    file = settings_file()
    # Whoever changes another setting at the same moment comes before or after, so that both changes stay.
    lock = locked(file, "rummy settings", wait=LONGEST_WAIT)
    try:
        if name is None:
            file.unlink(missing_ok=True)
            return
        said = read_settings().model_dump(mode="json", exclude_unset=True)
        said.pop(name, None)
        if value is not None:
            said[name] = read_value(name, value)
        text = HEADER + "".join(f"{key}: {yaml_value(item)}\n" for key, item in said.items())
        write_file(file, text.encode(), over=True)
    except OSError as error:
        raise unwritable(file, error) from None
    finally:
        lock.release()


def _print(names: list[str], as_json: bool) -> None:
    settings, file = read_settings(), settings_file()
    if as_json:
        print_json(_as_json(settings, names, file))
        return
    width = max(map(len, names))
    for name in names:
        value = yaml_value(shown_name(getattr(settings, name)))
        if name not in settings.model_fields_set:
            value = say("{value}, the default", value=value)
        echo(f"{name:<{width}}  {value}")
        meaning = say(str(Settings.model_fields[name].description))
        echo(f"{'':<{width}}  {meaning}: {accepted(name)}")
    if file.exists():
        echo(say("Kept in {file}", file=file))
    else:
        echo(say("Kept in {file}, which does not exist yet", file=file))


def _as_json(settings: Settings, names: list[str], file: Path) -> dict[str, object]:
    values, default = settings.model_dump(mode="json"), Settings().model_dump(mode="json")
    found = {
        name: {
            "value": values[name],
            "default": default[name],
            "meaning": Settings.model_fields[name].description,
            "choices": list(words_for(name)),
        }
        for name in names
    }
    return {"file": str(file), "settings": found}
