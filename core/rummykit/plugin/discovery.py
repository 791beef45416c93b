"""Finding and loading plugins, each by itself, so that one that is broken cannot take the others down.

A plugin is loaded because its distribution is installed, or because somebody names its file. No folder is searched.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from importlib import import_module
from importlib.metadata import Distribution, EntryPoint
from inspect import signature
from pathlib import Path
from reprlib import repr as short_repr
from traceback import walk_tb
from types import FrameType, ModuleType
from typing import Any, NamedTuple, NoReturn, TypeVar

import pluggy

from rummykit import __version__
from rummykit.errors import PluginError, did_you_mean
from rummykit.plugin import hooks
from rummykit.plugin.guard import FAULTS, guarded, patience
from rummykit.plugin.info import BotInfo, Mod, Variant

GROUP = "rummykit"
OURS = "rummykit"
"""The distribution that brings the built-in plugins."""

_NOT_OF_A_PLUGIN = frozenset({"rummykit", "pluggy", "importlib", "contextlib"})
"""The packages whose lines say nothing about a plugin's mistake."""

A = TypeVar("A")


@dataclass(frozen=True)
class Plugin:
    """A loaded plugin: its name, its distribution and version, and what it introduces.

    The name is that of its entry point. A plugin from a lone file has the name of the ``file``, and stands in no
    distribution; ``distribution`` then says which file it was.
    """

    name: str
    distribution: str
    version: str
    module: object
    variant: Variant | None = None
    mod: Mod | None = None
    bots: tuple[BotInfo, ...] = ()
    file: Path | None = None

    @property
    def brought(self) -> Variant | Mod | None:
        """The variant or the mod it brings."""
        return self.variant or self.mod

    @property
    def package(self) -> str:
        """The top-level package it lies in, where its presets and catalogues are; or a lone module."""
        # An entry point may also name a class or an object, which knows the module it comes from.
        name = getattr(self.module, "__module__", None) or getattr(self.module, "__name__", "")
        return str(name).partition(".")[0]

    @cached_property
    def game(self) -> object:
        """The module that implements its hooks; it is loaded when it is needed. `PluginError` if it cannot be."""
        name = self.brought.game if self.brought else None
        if name is None:
            return self.module
        try:
            with self.guarded():
                module = import_module(name)
        except FAULTS as error:
            raise PluginError(f"{self.who} has a game that could not be loaded: {one_line(error)}") from error
        for misfit in _misfits(module):
            raise PluginError(f"{self.who} {misfit}")
        return module

    @property
    def hooks(self) -> list[str]:
        """The hooks it implements."""
        modules = {id(module): module for module in (self.module, self.game)}.values()
        return sorted(caller.name for module in modules for caller in manager_of(module).get_hookcallers(module) or ())

    def said(self, what: str) -> Any:
        """Return what its variant or mod says of itself: ``options``, ``rules``, ``citations``, ``presets``, or None.

        A reference is followed. `PluginError` if that fails, or if it is something else than it must be.
        """
        try:
            with self.guarded():
                value = self._followed(getattr(self.brought, what, None), what)
                if value is not None and not self._fits(value, what):
                    kind = self._options_kind().__name__ if what == "options" else "mapping of texts"
                    kind = "mapping" if what == "citations" else kind
                    raise TypeError(f"{short_repr(value)} is not a {kind}")
        except FAULTS as error:
            raise PluginError(f"{self.who} failed to provide its {what}: {one_line(error)}") from error
        return value

    def _followed(self, value: object, what: str) -> object:
        if isinstance(value, str):
            module, _, name = value.partition(":")
            return getattr(import_module(module), name)
        if callable(value) and not isinstance(value, type):
            return value()
        return _presets_in(self.package) if value is None and what == "presets" else value

    def _fits(self, value: object, what: str) -> bool:
        if what == "options":
            return isinstance(value, type) and issubclass(value, self._options_kind())
        if not isinstance(value, Mapping):
            return False
        return what == "citations" or all(isinstance(text, str) for item in value.items() for text in item)

    def _options_kind(self) -> type:
        from rummykit.rules.options import HouseRules, Section  # as heavy as the options

        return HouseRules if self.variant else Section

    def guarded(self) -> AbstractContextManager[None]:
        """Run its code so that it harms nobody; our own is trusted."""
        return nullcontext() if self.is_ours else guarded()

    @property
    def who(self) -> str:
        """The plugin as a sentence begins with it."""
        return f"The plugin '{self.name}' of {self.distribution}"

    @property
    def id(self) -> str:
        """The id of the variant or the mod it brings; its own name if it brings neither."""
        return self.brought.id if self.brought else self.name

    @property
    def source(self) -> dict[str, str]:
        """Where it comes from, for a record that others may read: of a file the name alone, not the folder."""
        return {"file": self.file.name} if self.file else {"distribution": self.distribution}

    @property
    def is_ours(self) -> bool:
        """Whether it comes with RummyKit itself."""
        return self.distribution.partition(" ")[0] == OURS


def _presets_in(package: str) -> dict[str, str]:
    """Return the YAML texts in the folder ``presets`` of a package, by name; none where there is no such folder."""
    if not hasattr(sys.modules.get(package), "__path__"):
        return {}
    from importlib.resources import files

    folder = files(package) / "presets"
    found = sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else []
    return {file.name.removesuffix(".yaml"): file.read_text("utf-8") for file in found if file.name.endswith(".yaml")}


@dataclass(frozen=True)
class PluginProblem:
    """A plugin that was left out, and why, in one sentence that names its distribution, or the file it stands in."""

    name: str
    distribution: str
    sentence: str
    file: Path | None = None


@lru_cache(maxsize=32)
def manager_of(*modules: object) -> pluggy.PluginManager:
    """Return the manager of these modules and no others; setting a game up asks the same one again and again."""
    manager = pluggy.PluginManager(GROUP)
    manager.add_hookspecs(hooks)
    for module in modules:
        manager.register(module)
    return manager


def one_line(error: BaseException, package: str | None = None) -> str:
    """Return an error in one line, with the line of the plugin where it came from, if there is one.

    The plugin is that of the *package*, or the first one whose code the error passed through.
    """
    try:
        text = " ".join(str(error).split()) or "no reason given"
    except Exception:
        text = "no reason given"  # a stranger's error may fail to tell itself
    return f"{type(error).__name__}: {text}{_place(error, package)}"


def _place(error: BaseException, package: str | None) -> str:
    """Return the innermost line of the plugin that an error passed through, as a syntax error says it of itself."""
    if isinstance(error, SyntaxError):
        return ""
    lines = list(walk_tb(error.__traceback__))
    packages = [_package(frame) for frame, _ in lines]
    owner = package or next((name for name in packages if name not in _NOT_OF_A_PLUGIN), None)
    for frame, line in reversed(lines):
        if _package(frame) == owner:
            return f" ({Path(frame.f_code.co_filename).name}, line {line})"
    return ""


def runs_through(error: BaseException, package: str) -> str | None:
    """Return the function through which an error passed into a package: a hook, or the method of a part; None if none.

    The code of a module itself goes by its name.
    """
    for frame, _ in walk_tb(error.__traceback__):
        if package and _package(frame) == package:
            name = frame.f_code.co_qualname
            return package if name == "<module>" else name.rpartition("<locals>.")[2]
    return None


def _package(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]


class _LeftOutError(Exception):
    """Why a plugin is left out, in one sentence."""


class _Candidate(NamedTuple):
    """What may be a plugin: its name, whose it is, and how it is loaded."""

    name: str
    owner: str
    load: Callable[[], object]
    version: str = "unknown"
    file: Path | None = None

    @property
    def is_ours(self) -> bool:
        return self.owner.partition(" ")[0] == OURS


def find_plugins(points: Iterable[EntryPoint], files: Iterable[Path]) -> tuple[list[Plugin], list[PluginProblem]]:
    """Load the plugins that entry points name, then those that somebody has named by their files."""
    loaded: list[Plugin] = []
    problems: list[PluginProblem] = []
    named = {path.resolve(): path for path in files}.values()
    in_files = (_Candidate(file.stem, f"the file {file}", partial(_import_file, file), file=file) for file in named)
    for candidate in [*_installed(points), *in_files]:
        try:
            loaded.append(_loaded(candidate, loaded))
        except _LeftOutError as why:
            problems.append(PluginProblem(candidate.name, candidate.owner, str(why), candidate.file))
    return loaded, problems


def _installed(points: Iterable[EntryPoint]) -> Iterator[_Candidate]:
    """Yield what entry points name; strangers who share a name cannot be loaded, as nobody knows which one is meant."""
    by_name: dict[str, list[_Candidate]] = defaultdict(list)
    owners: dict[Distribution | None, str] = {None: "an unknown distribution"}
    for point in points:
        # A distribution reads its metadata anew whenever it is asked for its name.
        if point.dist is not None and point.dist not in owners:
            owners[point.dist] = f"{point.dist.metadata['Name']} {point.dist.metadata['Version']}"
        owner = owners[point.dist]
        version = owner.rpartition(" ")[2] if point.dist else "unknown"
        by_name[point.name].append(_Candidate(point.name, owner, partial(_import_point, point, owner), version))
    # Our own come first, so that nobody takes the place of a built-in variant.
    for name, rivals in sorted(by_name.items(), key=lambda entry: (not any(one.is_ours for one in entry[1]), entry[0])):
        ours = next((one for one in rivals if one.is_ours), None)
        if ours or len(rivals) == 1:
            yield ours or rivals[0]
        if len(rivals) > 1:
            others = sorted({one.owner for one in rivals if one is not ours})
            together = " and ".join(others)
            why = f"is taken by both {'' if len(others) > 1 else 'entries of '}{together}; uninstall one of them."
            if ours:
                why = f"is that of a plugin of {ours.owner}, so the one of {together} is left out."
            yield _Candidate(name, together, partial(_refuse, f"The plugin name '{name}' {why}"))


def _refuse(sentence: str) -> NoReturn:
    raise _LeftOutError(sentence)


def _loaded(candidate: _Candidate, others: Iterable[Plugin]) -> Plugin:
    """Return a plugin that has said who it is, and does not take the place of others."""
    name, owner, load, version, file = candidate
    if file:
        for other in others:
            if other.name == name:
                raise _LeftOutError(f"The plugin name '{name}' of {owner} is taken by {other.distribution}; rename it.")
    module, plugin = None, Plugin(name, owner, version, None, file=file)
    patience()  # if that cannot be read, it is nobody's fault but the caller's
    try:
        with plugin.guarded():
            module = load()
        plugin = _introduced(replace(plugin, module=module))
    except _LeftOutError:
        raise
    except FAULTS as error:  # whatever a stranger's code raises must not stop the others
        why = f"could not be loaded: {one_line(error)}"
        if isinstance(error, pluggy.PluginValidationError):
            why = next(_misfits(module), f"does not fit the hooks: {one_line(error)}")
        raise _LeftOutError(f"The plugin '{name}' of {owner} {why}") from error
    for other in others:
        for clash in sorted(_brings(plugin) & _brings(other)):
            why = f"is brought by both {other.distribution} and {owner}; the plugin '{name}' is left out."
            raise _LeftOutError(f"The {clash} {why}")
    return plugin


def _import_point(point: EntryPoint, owner: str) -> object:
    """Import what an entry point names, unless its distribution needs another RummyKit."""
    if point.dist is None or owner.partition(" ")[0] == OURS:
        return point.load()
    # Only here: our own plugins need it not.
    from packaging.requirements import InvalidRequirement, Requirement
    from packaging.utils import canonicalize_name

    for line in point.dist.requires or ():
        try:
            needed = Requirement(line)
        except InvalidRequirement:
            continue  # an installer's business
        applies = needed.marker is None or needed.marker.evaluate({"extra": ""})
        about_us = canonicalize_name(needed.name) == OURS and applies
        if about_us and not needed.specifier.contains(__version__, prereleases=True):
            why = f"needs {OURS} {needed.specifier}, but {OURS} {__version__} is installed."
            raise _LeftOutError(f"The plugin '{point.name}' of {owner} {why}")
    return point.load()


def _introduced(plugin: Plugin) -> Plugin:
    """Ask a plugin who it is."""
    manager = manager_of(plugin.module)
    manager.check_pending()
    variant = next(iter(_asked(plugin, "rummykit_variant", Variant)), None)
    mod = next(iter(_asked(plugin, "rummykit_mod", Mod)), None)
    bots = _asked(plugin, "rummykit_bots", BotInfo)
    if plugin.file and not manager.get_hookcallers(plugin.module):
        raise _LeftOutError(f"{plugin.who} implements no hook.")
    if variant and mod:
        why = f"brings the variant {variant.id} and the mod {mod.id}; it can only bring one of them."
        raise _LeftOutError(f"{plugin.who} {why}")
    return replace(plugin, variant=variant, mod=mod, bots=bots)


def _asked(plugin: Plugin, hook: str, kind: type[A]) -> tuple[A, ...]:
    """Return what a plugin answers to a hook that asks who it is, or several of that kind; nothing without the hook."""
    try:
        with plugin.guarded():
            answer = getattr(manager_of(plugin.module).hook, hook)()
            answers = tuple(answer or ()) if kind is BotInfo else () if answer is None else (answer,)
            for one in answers:
                if not isinstance(one, kind):
                    raise TypeError(f"{short_repr(one)} is not a {kind.__name__}")
    except FAULTS as error:
        raise _LeftOutError(f"{plugin.who} failed in {hook}: {one_line(error)}") from error
    return answers


def _misfits(module: object) -> Iterator[str]:
    """Yield which hooks of a module do not exist, and which arguments of theirs are never given."""
    known = [name for name in vars(hooks) if name.startswith("rummykit_")]
    for name in dir(module):
        hook = getattr(module, name)
        if not hasattr(hook, "rummykit_impl"):
            continue
        if name not in known:
            yield f"has an unknown hook '{name}'.{did_you_mean(name, known)}"
            continue
        given = list(signature(getattr(hooks, name)).parameters)
        for argument in signature(hook).parameters:
            if argument not in given:
                takes = f"which has {', '.join(given)}" if given else "which has none"
                yield f"has an unknown argument '{argument}' in {name}, {takes}.{did_you_mean(argument, given)}"


def _brings(plugin: Plugin) -> set[str]:
    """Return what must be brought by one plugin only."""
    brought = [("variant", plugin.variant), ("mod", plugin.mod)]
    return {f"bot '{bot.name}'" for bot in plugin.bots} | {f"{kind} '{one.id}'" for kind, one in brought if one}


def _import_file(file: Path) -> ModuleType:
    """Import a file as a module with a name of its own; like any module it is run once in a process.

    Nothing is put on the path, so that the files beside it cannot be imported in place of installed ones.
    """
    if file.is_dir():
        raise _LeftOutError(f"{file} is a folder, not the file of a plugin; install it as a package.")
    if not file.exists():
        names = [path.name for path in file.parent.glob("*.py")] if file.parent.is_dir() else []
        raise _LeftOutError(f"There is no plugin file {file}.{did_you_mean(file.name, names)}")
    # A pipe or a device could keep us waiting, or never end.
    if not file.is_file() or file.suffix != ".py":
        raise _LeftOutError(f"{file} is not a Python file; a plugin's name ends with .py.")
    # Only here: most commands load no file.
    from hashlib import sha256
    from importlib.machinery import ModuleSpec, SourceFileLoader
    from importlib.util import module_from_spec

    place = str(file.resolve())
    name = f"{file.stem}_{sha256(place.encode()).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    loader = SourceFileLoader(name, place)
    module = module_from_spec(ModuleSpec(name, loader, origin=place))
    module.__file__ = place
    # Dataclasses and pydantic models look their own module up while it runs.
    sys.modules[name] = module
    try:
        # Not through the loader's cache of compiled files: nothing is left in somebody's folder.
        exec(loader.source_to_code(loader.get_data(place), place), vars(module))
    except BaseException:
        del sys.modules[name]
        raise
    return module
