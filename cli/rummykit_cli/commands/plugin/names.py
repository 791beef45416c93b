"""The name of a new plugin: what it must look like, and who has it already."""

from __future__ import annotations

import re
import unicodedata
from importlib.util import find_spec
from keyword import iskeyword

from rummykit.errors import SetupError
from rummykit.i18n import say
from rummykit.plugin.plugins import Plugins
from rummykit.rules import HouseRules
from rummykit.rules.options import RESERVED

PACKAGE = "rummykit_"
"""How the package of a plugin begins."""
LONGEST = 20
_SHAPE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_WORDS_OF_YAML = frozenset({"null", "true", "false"})
_NOT_FOR_MODS = RESERVED | {*HouseRules.top_level, "plugins", "self"}
"""A mod's options are a section of house rules, in files and as an argument of `Scenario`."""


def check_name(name: str, plugins: Plugins, *, is_mod: bool) -> None:
    """Raise `SetupError` with a sentence, and if there is one a better name, unless a new plugin may be called so."""
    why = _fault(name) or _clash(name, plugins, is_mod)
    if why is None:
        return
    better = nearest_name(name)
    fits = better != name and not _fault(better) and not _clash(better, plugins, is_mod)
    raise SetupError(f"{why} {say('Try {name}.', name=better)}" if fits else why)


def nearest_name(text: str) -> str:
    """Return the name that comes nearest to a text.

    >>> nearest_name("My-Game"), nearest_name("Römi 500"), nearest_name("21"), nearest_name("class")
    ('my_game', 'romi_500', 'game_21', 'class_game')
    """
    in_words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text)
    plain = unicodedata.normalize("NFKD", in_words).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
    if name[:1].isdigit():
        name = f"game_{name}"
    if iskeyword(name) or name in _WORDS_OF_YAML:
        name = f"{name}_game"
    return name[:LONGEST].strip("_")


def _fault(name: str) -> str | None:
    """Say what is wrong with a name, whatever is installed."""
    if not _SHAPE.fullmatch(name):
        return say(
            "'{name}' cannot be a plugin's name: a name is lower-case letters, digits and single underscores, and "
            "begins with a letter.",
            name=name,
        )
    if iskeyword(name):
        return say("'{name}' cannot be a plugin's name: it is a reserved word of Python.", name=name)
    if name in _WORDS_OF_YAML:
        return say("'{name}' cannot be a plugin's name: house-rule files do not read it as a name.", name=name)
    if len(name) > LONGEST:
        return say("'{name}' cannot be a plugin's name: it has more than {most} characters.", name=name, most=LONGEST)
    return None


def _clash(name: str, plugins: Plugins, is_mod: bool) -> str | None:
    """Say who has a name already."""
    if name in plugins.by_variant:
        return say("The name '{name}' is taken: there is a variant of this name.", name=name)
    if name in plugins.by_mod:
        return say("The name '{name}' is taken: there is a mod of this name.", name=name)
    if name in plugins.bots:
        return say("The name '{name}' is taken: there is a bot of this name.", name=name)
    installed = {plugin.name for plugin in plugins.loaded} | {problem.name for problem in plugins.problems}
    if name in installed or find_spec(PACKAGE + name) is not None:
        return say("The name '{name}' is taken: there is an installed package of this name.", name=name)
    if is_mod and name in _sections(plugins):
        return say("A mod cannot be called '{name}': house rules have a section of this name.", name=name)
    return None


def _sections(plugins: Plugins) -> set[str]:
    return {*_NOT_FOR_MODS}.union(*(plugins.options_model(name).model_fields for name in plugins.by_variant))
