"""What a new variant takes from the installed one that it begins as."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType

from rummykit.errors import SetupError
from rummykit.i18n import mark, say
from rummykit.parts import MatchOptions
from rummykit.plugin.plugins import Plugin, Plugins


@dataclass(frozen=True)
class Base:
    """A variant to begin as: who it is, the module of its hooks, and what its house rules are made of."""

    id: str
    title: str
    package: str
    players: tuple[int, int]
    game: str
    rules: tuple[str, str]
    """The module of its rule sheet, and the sheet's name there."""
    citations: str
    requirement: str | None
    """The distribution that brings it, unless that is RummyKit itself."""
    model: str
    model_home: str
    rounds: int
    """How many rounds its matches have by default; 0 if they are no number of rounds."""

    @classmethod
    def of(cls, variant: str, plugins: Plugins) -> Base:
        """Return what is taken from an installed variant; raise `SetupError` if it cannot be imported."""
        plugin = plugins.plugin_of(variant)
        module, info = _module(plugin), plugin.variant
        assert info is not None
        model = plugins.options_model(variant)
        match = getattr(model(), "match", None)
        if not isinstance(info.rules, str) or not isinstance(info.citations, str):
            raise _cannot_be_imported(plugin)
        rules, _, rulebook = info.rules.partition(":")
        if "." in model.__qualname__ or not isinstance(match, MatchOptions):
            raise _cannot_be_imported(plugin)
        return cls(
            id=variant,
            title=_one_line(info.titles.get("en") or info.title),
            package=module.__name__,
            players=info.players,
            game=info.game or module.__name__,
            rules=(rules, rulebook),
            citations=info.citations,
            requirement=_requirement(plugin),
            model=model.__name__,
            model_home=model.__module__,
            rounds=match.rounds if isinstance(match.rounds, int) else 0,
        )


def _module(plugin: Plugin) -> ModuleType:
    module = plugin.module
    if plugin.file is not None or not isinstance(module, ModuleType):
        raise _cannot_be_imported(plugin)
    return module


def _cannot_be_imported(plugin: Plugin) -> SetupError:
    message = mark(
        "A variant cannot start from '{name}' of {distribution}: its options and rule sheet cannot be imported "
        "from installed modules; leave out --from to write one from scratch."
    )
    return SetupError(say(message, name=plugin.name, distribution=plugin.distribution))


def _requirement(plugin: Plugin) -> str | None:
    distribution = plugin.distribution.removesuffix(f" {plugin.version}")
    return None if plugin.is_ours else f"{distribution}>={plugin.version}"


def _one_line(text: str) -> str:
    """Return a text that can stand between quotation marks in a Python file."""
    return " ".join(text.replace("\\", "/").replace('"', "'").split())
