"""What a new variant takes from the installed one that it begins as."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType

from rummykit.errors import SetupError
from rummykit.houserules import MatchOptions
from rummykit.language import say
from rummykit.plugins import Plugin, Plugins

OWN_HOOKS = frozenset({"rummykit_variant", "rummykit_options", "rummykit_presets", "rummykit_rulebook"})
"""The hooks that the new variant writes itself."""


@dataclass(frozen=True)
class Base:
    """A variant to begin as: who it is, and the lines that import what is taken from it."""

    id: str
    title: str
    package: str
    min_players: int
    max_players: int
    requirement: str | None
    """The distribution that brings it, unless that is RummyKit itself."""
    hook_imports: tuple[str, ...]
    model: str
    match: str
    match_about: str
    model_imports: tuple[str, ...]
    rounds: int
    """How many rounds its matches have by default; 0 if they are no number of rounds."""

    @classmethod
    def of(cls, variant: str, plugins: Plugins) -> Base:
        """Return what is taken from an installed variant; raise `SetupError` if it cannot be imported."""
        plugin = plugins.plugin_of(variant)
        module, info = _module(plugin), plugin.variant
        assert info is not None
        model = plugins.options_model(variant)
        match = model().match
        taken = [hook for hook in plugin.hooks if hook not in OWN_HOOKS]
        for thing in (model, type(match)):
            if "." in thing.__qualname__:
                raise _cannot_be_imported(plugin)
        return cls(
            id=variant,
            title=_one_line(info.titles.get("en") or info.title),
            package=module.__name__,
            min_players=info.min_players,
            max_players=info.max_players,
            requirement=_requirement(plugin),
            hook_imports=tuple(f"from {module.__name__} import {hook} as {hook}" for hook in taken),
            model=model.__name__,
            match=type(match).__name__,
            match_about=_first_line(type(match)),
            model_imports=_imports(model, type(match)),
            rounds=match.rounds if match.match_mode == "rounds" else 0,
        )


def _module(plugin: Plugin) -> ModuleType:
    module = plugin.module
    if plugin.file is not None or not isinstance(module, ModuleType):
        raise _cannot_be_imported(plugin)
    if not all(hasattr(module, hook) for hook in plugin.hooks):  # a hook may also have another name there
        raise _cannot_be_imported(plugin)
    return module


def _cannot_be_imported(plugin: Plugin) -> SetupError:
    return SetupError(
        say(
            "No variant can begin as '{name}' of {distribution}: its hooks and options cannot be imported from an "
            "installed module; leave out --from to write one from scratch.",
            name=plugin.name,
            distribution=plugin.distribution,
        )
    )


def _requirement(plugin: Plugin) -> str | None:
    distribution = plugin.distribution.removesuffix(f" {plugin.version}")
    return None if plugin.is_ours else f"{distribution}>={plugin.version}"


def _imports(model: type, match: type) -> tuple[str, ...]:
    """Return the lines that import the two classes, one for each module."""
    # The options of every match are public by another road than the one they lie at.
    homes = {model: model.__module__, match: "rummykit.houserules" if match is MatchOptions else match.__module__}
    names: dict[str, set[str]] = {}
    for thing, home in homes.items():
        names.setdefault(home, set()).add(thing.__name__)
    return tuple(f"from {home} import {', '.join(sorted(found))}" for home, found in names.items())


def _first_line(thing: type) -> str:
    return _one_line((thing.__doc__ or "").strip().split("\n")[0])


def _one_line(text: str) -> str:
    """Return a text that can stand between quotation marks in a Python file."""
    return " ".join(text.replace("\\", "/").replace('"', "'").split())
