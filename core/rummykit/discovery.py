"""Finding and loading plugins, each by itself, so that one that is broken cannot take the others down.

A plugin is loaded because its distribution is installed, or because somebody names its file. No folder is searched.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from functools import lru_cache, partial
from importlib.metadata import Distribution, EntryPoint
from inspect import signature
from pathlib import Path
from traceback import walk_tb
from types import FrameType

import pluggy

from rummykit import __version__, hooks
from rummykit.errors import did_you_mean
from rummykit.info import BotInfo, ModInfo, VariantInfo
from rummykit.pluginfiles import import_file, why_no_plugin_file

GROUP = "rummykit"
OURS = "rummykit"
"""The distribution that brings the built-in plugins."""

_NOT_OF_A_PLUGIN = frozenset({"rummykit", "pluggy", "importlib"})
"""The packages whose lines say nothing about a plugin's mistake."""


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
    variant: VariantInfo | None = None
    mod: ModInfo | None = None
    bots: tuple[BotInfo, ...] = ()
    file: Path | None = None

    @property
    def package(self) -> str:
        """The top-level package it lies in, where its presets and catalogues are; or a lone module."""
        # An entry point may also name a class or an object, which knows the module it comes from.
        name = getattr(self.module, "__module__", None) or getattr(self.module, "__name__", "")
        return str(name).partition(".")[0]

    @property
    def hooks(self) -> list[str]:
        """The hooks it implements."""
        return sorted(caller.name for caller in manager_of(self.module).get_hookcallers(self.module) or ())

    @property
    def id(self) -> str:
        """The id of the variant or the mod it brings; its own name if it brings neither."""
        brought = self.variant or self.mod
        return brought.id if brought else self.name

    @property
    def source(self) -> dict[str, str]:
        """Where it comes from, for a record that others may read: of a file the name alone, not the folder."""
        return {"file": self.file.name} if self.file else {"distribution": self.distribution}

    @property
    def is_ours(self) -> bool:
        """Whether it comes with RummyKit itself."""
        return self.distribution.partition(" ")[0] == OURS


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


def one_line(error: BaseException) -> str:
    """Return an error in one line, with the line of the plugin where it came from, if there is one."""
    text = " ".join(str(error).split()) or "no reason given"
    return f"{type(error).__name__}: {text}{_place(error)}"


def _place(error: BaseException) -> str:
    """Return the innermost line of the plugin that an error passed through, as a syntax error says it of itself."""
    if isinstance(error, SyntaxError):
        return ""
    lines = list(walk_tb(error.__traceback__))
    owner = next((_package(frame) for frame, _ in lines if _package(frame) not in _NOT_OF_A_PLUGIN), None)
    for frame, line in reversed(lines):
        if _package(frame) == owner:
            return f" ({Path(frame.f_code.co_filename).name}, line {line})"
    return ""


def _package(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]


@dataclass(frozen=True)
class _Candidate:
    """A plugin to be loaded: its name, whose it is in words, and how it is imported."""

    name: str
    owner: str
    version: str
    load: Callable[[], object]
    file: Path | None = None


@dataclass
class Discovery:
    """Collects what loads, and a sentence for what does not."""

    loaded: list[Plugin] = field(default_factory=list)
    problems: list[PluginProblem] = field(default_factory=list)
    _names: dict[Distribution, str] = field(default_factory=dict)

    # -- installed distributions -----------------------------------------------------------------------

    def load_installed(self, points: Iterable[EntryPoint]) -> None:
        """Load the plugins that entry points name."""
        by_name: dict[str, list[EntryPoint]] = defaultdict(list)
        for point in points:
            by_name[point.name].append(point)
        # Our own come first, so that nobody takes the place of a built-in variant.
        for name, rivals in sorted(by_name.items(), key=lambda entry: (not self._has_ours(entry[1]), entry[0])):
            ours = [point for point in rivals if self._is_ours(point)]
            if len(rivals) == 1 or len(ours) == 1:
                self._load_point((ours or rivals)[0])
            if len(rivals) > 1:
                self._tell_clash(name, [point for point in rivals if point not in ours[:1]], ours)

    def _tell_clash(self, name: str, rivals: list[EntryPoint], ours: list[EntryPoint]) -> None:
        """Leave plugins out that share a name: of strangers all, as nobody can say which one is meant."""
        owners = sorted({self._owner(point) for point in rivals})
        if ours:
            why = f"is that of a plugin of {self._owner(ours[0])}, so the one of {' and '.join(owners)} is left out."
        elif len(owners) > 1:
            why = f"is taken by both {' and '.join(owners)}; uninstall one of them."
        else:
            why = f"is taken by both entries of {owners[0]}; uninstall one of them."
        self._leave_out(name, " and ".join(owners), f"The plugin name '{name}' {why}")

    def _load_point(self, point: EntryPoint) -> None:
        owner = self._owner(point)
        wanted = None if point.dist is None or self._is_ours(point) else _unmet(point.dist)
        if wanted is not None:
            self._leave_out(
                point.name,
                owner,
                f"The plugin '{point.name}' of {owner} needs {wanted}, but {OURS} {__version__} is installed.",
            )
            return
        version = owner.rpartition(" ")[2] if point.dist else "unknown"
        self._load(_Candidate(point.name, owner, version, point.load))

    def _has_ours(self, points: list[EntryPoint]) -> bool:
        return any(map(self._is_ours, points))

    def _is_ours(self, point: EntryPoint) -> bool:
        return self._owner(point).partition(" ")[0] == OURS

    def _owner(self, point: EntryPoint) -> str:
        if point.dist is None:
            return "an unknown distribution"
        # A distribution reads its metadata anew whenever it is asked for its name.
        if point.dist not in self._names:
            metadata = point.dist.metadata
            self._names[point.dist] = f"{metadata['Name']} {metadata['Version']}"
        return self._names[point.dist]

    # -- files -----------------------------------------------------------------------------------------------

    def load_files(self, files: Iterable[Path]) -> None:
        """Load plugins that somebody has named by their files; none takes the place of one that is installed."""
        for file in {path.resolve(): path for path in files}.values():
            owner = f"the file {file}"
            why = why_no_plugin_file(file) or self._name_taken(file)
            if why is not None:
                self._leave_out(file.stem, owner, why, file)
            else:
                self._load(_Candidate(file.stem, owner, "unknown", partial(import_file, file), file))

    def _name_taken(self, file: Path) -> str | None:
        for other in self.loaded:
            if other.name == file.stem:
                return f"The plugin name '{file.stem}' of the file {file} is taken by {other.distribution}; rename it."
        return None

    # -- both ------------------------------------------------------------------------------------------------

    def _load(self, candidate: _Candidate) -> None:
        who = f"The plugin '{candidate.name}' of {candidate.owner}"
        try:
            # What it prints meanwhile is not what the command was asked for, and a script may read that.
            with redirect_stdout(sys.stderr):
                module = candidate.load()
        except (Exception, SystemExit) as error:  # whatever a stranger's import raises must not stop the others
            self._drop(candidate, f"{who} could not be loaded: {one_line(error)}")
            return
        try:
            with redirect_stdout(sys.stderr):
                plugin = _introduced_by(candidate, module)
        except pluggy.PluginValidationError as error:
            misfit = next(_misfits(module), f"does not fit the hooks: {one_line(error)}")
            self._drop(candidate, f"{who} {misfit}")
        except (Exception, SystemExit) as error:
            self._drop(candidate, f"{who} failed when asked who it is: {one_line(error)}")
        else:
            self._keep(plugin, candidate)

    def _keep(self, plugin: Plugin, candidate: _Candidate) -> None:
        for other in self.loaded:
            for clash in sorted(_brought(plugin) & _brought(other)):
                self._drop(
                    candidate,
                    f"The {clash} is brought by both {other.distribution} and "
                    f"{plugin.distribution}; the plugin '{plugin.name}' is left out.",
                )
                return
        self.loaded.append(plugin)

    def _drop(self, candidate: _Candidate, sentence: str) -> None:
        self._leave_out(candidate.name, candidate.owner, sentence, candidate.file)

    def _leave_out(self, name: str, owner: str, sentence: str, file: Path | None = None) -> None:
        self.problems.append(PluginProblem(name, owner, sentence, file))


def _unmet(distribution: Distribution) -> str | None:
    """Return which other RummyKit a distribution needs, or None if this one will do."""
    from packaging.requirements import InvalidRequirement, Requirement
    from packaging.utils import canonicalize_name

    for line in distribution.requires or ():
        try:
            needed = Requirement(line)
        except InvalidRequirement:
            continue  # an installer's business
        applies = needed.marker is None or needed.marker.evaluate({"extra": ""})
        about_us = canonicalize_name(needed.name) == OURS and applies
        if about_us and not needed.specifier.contains(__version__, prereleases=True):
            return f"{OURS} {needed.specifier}"
    return None


def _introduced_by(candidate: _Candidate, module: object) -> Plugin:
    """Ask a module who it is."""
    manager = manager_of(module)
    manager.check_pending()
    variant, mod = manager.hook.rummykit_variant(), manager.hook.rummykit_mod()
    bots = tuple(manager.hook.rummykit_bots() or ())
    for answer, kind in ((variant, VariantInfo), (mod, ModInfo), *((bot, BotInfo) for bot in bots)):
        if answer is not None and not isinstance(answer, kind):
            raise TypeError(f"{answer!r} is no {kind.__name__}")
    if variant and not 1 < variant.min_players <= variant.max_players:
        raise ValueError(f"from {variant.min_players} to {variant.max_players} players is no range of two or more")
    if candidate.file and not manager.get_hookcallers(module):
        raise TypeError("it implements no hook")
    if variant and mod:
        raise TypeError(f"it is the variant {variant.id} and the mod {mod.id}, and can only be one of them")
    return Plugin(candidate.name, candidate.owner, candidate.version, module, variant, mod, bots, candidate.file)


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


def _brought(plugin: Plugin) -> set[str]:
    """Return what must be brought by one plugin only."""
    names = {f"bot '{bot.name}'" for bot in plugin.bots}
    if plugin.variant:
        names.add(f"variant '{plugin.variant.id}'")
    if plugin.mod:
        names.add(f"mod '{plugin.mod.id}'")
    return names
