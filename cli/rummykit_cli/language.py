"""The language of the command: what ``--lang`` says, else the person's setting, else the system's.

What is printed for a script (``--json``) is English everywhere.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from functools import partial
from typing import Any

import typer

from rummykit.i18n import ENGLISH, IN_ENGLISH, Language, current, languages
from rummykit.plugin.guard import harmless_lines
from rummykit_cli.lines import for_a_script
from rummykit_cli.plugged import found

_CHOSEN = "rummykit.i18n"
_NO_LANGUAGE = ("", "C", "POSIX")


# -- the option --------------------------------------------------------------------------------------------


def choose(context: typer.Context, code: str | None) -> None:
    """Remember what ``--lang`` says, in front of a command or behind it; the last one counts."""
    if code is not None:
        context.meta[_CHOSEN] = code


def teach(root: Any) -> None:
    """Give every command the option ``--lang`` of the root, and have it speak before it runs."""
    option = next(option for option in root.params if option.name == "lang")
    root.make_context = partial(_read_harmlessly, root.make_context)
    for command in _below(root):
        command.make_context = partial(_read_harmlessly, command.make_context)
        command.params.append(option)
        if not hasattr(command, "commands"):
            command.invoke = partial(_speak_and_run, command.invoke)


def _below(group: Any) -> Iterator[Any]:
    for command in getattr(group, "commands", {}).values():
        yield command
        yield from _below(command)


def _read_harmlessly(read: Callable[..., typer.Context], *given: Any, **named: Any) -> typer.Context:
    """Read what was typed; an error that quotes it commands no terminal."""
    try:
        return read(*given, **named)
    except Exception as error:
        if isinstance(message := getattr(error, "message", None), str):
            error.message = harmless_lines(message)  # type: ignore[attr-defined]
        raise


def _speak_and_run(run: Callable[[typer.Context], object], context: typer.Context) -> object:
    as_json, as_csv = (context.params.get(name, False) for name in ("as_json", "as_csv"))
    language = IN_ENGLISH if as_json else wanted_language(context.meta.get(_CHOSEN))
    language.speak()
    with for_a_script() if as_json or as_csv else nullcontext():
        return run(context)


# -- the language ------------------------------------------------------------------------------------------


def wanted_language(code: str | None) -> Language:
    """Return the language with this code, or else the first one that a person wishes for and somebody speaks.

    `SetupError` if there is no language with the code.
    """
    signs = _screen_has_signs()
    for wish in [code] if code is not None else _wishes():
        # English needs no catalogue, so that in English nothing is loaded to look for one.
        if wish.partition("_")[0] == ENGLISH:
            break
        if code is not None or wish in languages(_packages()):
            return Language.of(wish, _packages(), signs)
    return Language(signs=signs)


def all_languages() -> list[Language]:
    """Return every language that somebody speaks, the one spoken now first."""
    spoken = [current(), *(Language.of(code, _packages()) for code in languages(_packages()))]
    return list({language.code: language for language in reversed(spoken)}.values())[::-1]


def of_system(environment: Mapping[str, str]) -> list[str]:
    """Return the languages that a system is set to, the favourite first.

    >>> of_system({"LANG": "de_AT.UTF-8", "LC_ALL": ""})
    ['de_AT', 'de']
    >>> of_system({"LANG": "de_AT.UTF-8", "LC_ALL": "C.UTF-8"})
    []
    """
    spoken = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    if _bare(spoken) in _NO_LANGUAGE:
        return []
    locales = [_bare(locale) for locale in [*environment.get("LANGUAGE", "").split(":"), spoken]]
    return list(dict.fromkeys(code for locale in locales if locale for code in (locale, locale.partition("_")[0])))


def _bare(locale: str) -> str:
    """Return a locale without its encoding and its modifier."""
    return locale.partition(".")[0].partition("@")[0]


def _wishes() -> list[str]:
    from rummykit_cli.settings import preferred_language

    own = preferred_language()
    return [own] if own else of_system(os.environ)


def _packages() -> list[str]:
    """Return the packages whose catalogues are asked: core's, the command's, and those of the plugins."""
    core, *others = found().packages
    return [core, "rummykit_session", __package__, *others]


def _screen_has_signs() -> bool:
    try:
        "♠♥♦♣".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
