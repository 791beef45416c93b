"""Finding plugins by their entry points, and assembling a game from them.

There is no global plugin manager. Discovery asks every plugin by itself who it is, so one that is broken
cannot take the others down. A game gets a fresh manager that holds its variant and the mods its file
lists, in that order, and nothing else.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any

import pluggy

from rummykit import hooks
from rummykit.errors import PluginError, SetupError, did_you_mean
from rummykit.info import BotInfo, ModInfo, VariantInfo
from rummykit.language import current, say

if TYPE_CHECKING:
    from rummykit.booklet import Booklet
    from rummykit.houserules import HouseRules, Section, TableRules
    from rummykit.ruleset import Ruleset

GROUP = "rummykit"


@dataclass(frozen=True)
class Plugin:
    """A loaded plugin: the name of its entry point, its distribution and version, and what it introduces."""

    name: str
    distribution: str
    version: str
    module: object
    variant: VariantInfo | None = None
    mod: ModInfo | None = None
    bots: tuple[BotInfo, ...] = ()

    @property
    def package(self) -> str:
        """The top-level package it lies in, where its presets and catalogues are; or a lone module."""
        # An entry point may also name a class or an object, which knows the module it comes from.
        name = getattr(self.module, "__module__", None) or getattr(self.module, "__name__", "")
        return str(name).partition(".")[0]

    @property
    def hooks(self) -> list[str]:
        """The hooks it implements."""
        return sorted(caller.name for caller in _manager(self.module).get_hookcallers(self.module) or ())


@dataclass(frozen=True)
class PluginProblem:
    """A plugin that was left out, and why, in one sentence that names its distribution."""

    name: str
    distribution: str
    sentence: str


@dataclass(frozen=True)
class Plugins:
    """The plugins that loaded, and the problems of those that did not."""

    loaded: tuple[Plugin, ...]
    problems: tuple[PluginProblem, ...] = ()

    @classmethod
    def discover(cls) -> Plugins:
        """Load the plugins of all installed distributions."""
        return cls.load(entry_points(group=GROUP))

    @classmethod
    def load(cls, points: Iterable[EntryPoint]) -> Plugins:
        """Load plugins from entry points, each by itself."""
        finder = _Discovery()
        finder.load(points)
        return cls(tuple(finder.loaded), tuple(finder.problems))

    # -- what there is -----------------------------------------------------------------------------

    @cached_property
    def by_variant(self) -> Mapping[str, Plugin]:
        """The plugins that bring a variant, by the variant's id."""
        return {plugin.variant.id: plugin for plugin in self.loaded if plugin.variant}

    @cached_property
    def by_mod(self) -> Mapping[str, Plugin]:
        """The plugins that bring a mod, by the mod's id."""
        return {plugin.mod.id: plugin for plugin in self.loaded if plugin.mod}

    @cached_property
    def bots(self) -> Mapping[str, BotInfo]:
        """All bots, by name."""
        return {bot.name: bot for plugin in self.loaded for bot in plugin.bots}

    @property
    def packages(self) -> list[str]:
        """The packages whose catalogues are asked for a translation: core's own, then those of the plugins."""
        names = dict.fromkeys(["rummykit", *(plugin.package for plugin in self.loaded)])
        # A plugin that is a lone module has no folder for catalogues.
        return [name for name in names if hasattr(sys.modules.get(name), "__path__")]

    def plugin_of(self, variant: str) -> Plugin:
        """Return the plugin of a variant; raise `PluginError` with a sentence if there is none."""
        plugin = self.by_variant.get(variant)
        if plugin is None:
            broken = [problem.sentence for problem in self.problems if problem.name == variant]
            raise PluginError(broken[0] if broken else _unknown(variant, list(self.by_variant)))
        return plugin

    # -- what house-rule files need to know: `rummykit.houserules.Catalogue` -----------------------------

    def variants(self) -> Mapping[str, tuple[int, int]]:
        """Return the player range of every variant."""
        return {
            plugin.variant.id: (plugin.variant.min_players, plugin.variant.max_players)
            for plugin in self.by_variant.values()
            if plugin.variant
        }

    def options_model(self, variant: str) -> type[HouseRules]:
        """Return the options of a variant."""
        model: type[HouseRules] = _ask([self.plugin_of(variant)], "rummykit_options")
        return model

    def presets(self, variant: str) -> Mapping[str, str]:
        """Return the presets of a variant: YAML text by name."""
        presets: Mapping[str, str] = _ask([self.plugin_of(variant)], "rummykit_presets")
        return presets

    def mods(self) -> Mapping[str, type[Section] | None]:
        """Return the options of every mod, None for a mod without any."""
        return {name: _ask([plugin], "rummykit_options", optional=True) for name, plugin in self.by_mod.items()}

    def rulebook(self, variant: str) -> Mapping[str, str]:
        """Return the rules of a variant by id."""
        rules: Mapping[str, str] = _ask([self.plugin_of(variant)], "rummykit_rulebook")
        return rules

    def booklet(self, table_rules: TableRules) -> Booklet:
        """Return the rule booklet of a table, in the language that is spoken."""
        from rummykit.booklet import Booklet
        from rummykit.booklet.plain import sheet

        game = self.assemble_for_any(table_rules)
        chosen = [self.plugin_of(table_rules.variant), *(self.by_mod[name] for name in table_rules.mods)]
        chapters = _ask(chosen, "rummykit_booklet", optional=True, rules=table_rules.rules, mods=table_rules.mod_rules)
        return Booklet(
            title=game.title,
            subtitle=table_rules.preset or "",
            language=current().code,
            players=(table_rules.seats,) * 2 if table_rules.seats else self.variants()[table_rules.variant],
            pack=game.pack,
            chapters=tuple(chapters or sheet(game.rulebook)),
        )

    # -- a game ------------------------------------------------------------------------------------------

    def assemble(self, table_rules: TableRules, players: int) -> Ruleset:
        """Ask the variant and its mods for the parts of a game, once, and put them together.

        Where players can drop out of a match, the game is assembled for those who may be left, too: what could not be
        played then is told now.
        """
        rules = self._assemble(table_rules, players)
        if rules.match.elimination is None:
            return rules
        if rules.scoring.high_wins:
            raise SetupError(
                say(
                    "match_mode: last_standing is for bad points, but in {title} the highest total wins; "
                    "play a number of rounds or to a target score.",
                    title=rules.title,
                )
            )
        try:
            return replace(rules, fewer={count: self._assemble(table_rules, count) for count in range(2, players)})
        except SetupError as error:
            raise SetupError(
                say("Players drop out of this match, but those left could not play on: {reason}", reason=error)
            ) from error

    def assemble_for_any(self, table_rules: TableRules) -> Ruleset:
        """Assemble the game for those at the table, or if they are not said for as few as can play it.

        If nobody can, the SetupError says why the fewest cannot.
        """
        if table_rules.seats is not None:
            return self.assemble(table_rules, table_rules.seats)
        low, high = self.variants()[table_rules.variant]
        why: SetupError | None = None
        for players in range(low, high + 1):
            try:
                return self.assemble(table_rules, players)
            except SetupError as error:
                why = why or error
        assert why is not None
        raise why

    def _assemble(self, table_rules: TableRules, players: int) -> Ruleset:
        from rummykit.ruleset import Ruleset

        plugin = self.plugin_of(table_rules.variant)
        info = plugin.variant
        assert info is not None
        _check_players(info, table_rules, players)
        chosen = [plugin, *(self.by_mod[name] for name in table_rules.mods)]
        rules, mods = table_rules.rules, table_rules.mod_rules
        pack = _ask(chosen, "rummykit_pack", rules=rules, players=players, mods=mods)
        deal = _ask(chosen, "rummykit_deal", rules=rules, players=players, mods=mods)
        deal.check(players, len(pack) - (pack.joker_bits.bit_count() if deal.pool_jokers else 0))
        return Ruleset(
            variant=table_rules.variant,
            title=info.title,
            version=plugin.version,
            table_rules=table_rules,
            players=players,
            pack=pack,
            deal=deal,
            melds=_ask(chosen, "rummykit_melds", rules=rules, pack=pack, mods=mods),
            flow=_ask(chosen, "rummykit_turn", rules=rules, players=players, mods=mods),
            scoring=_ask(chosen, "rummykit_scoring", rules=rules, pack=pack, mods=mods),
            match=_ask(chosen, "rummykit_match", rules=rules, mods=mods),
            citations=_ask(chosen, "rummykit_citations"),
            rulebook=_ask(chosen, "rummykit_rulebook"),
        )


def _unknown(variant: str, known: list[str]) -> str:
    if not known:
        return say("There is no variant '{variant}'; installed: none.", variant=variant)
    why = say("There is no variant '{variant}'; installed: {known}.", variant=variant, known=", ".join(known))
    return why + did_you_mean(variant, known)


def _check_players(info: VariantInfo, table_rules: TableRules, players: int) -> None:
    from rummykit.houserules.options import impossible

    if not info.min_players <= players <= info.max_players:
        raise SetupError(
            say(
                "{title} is for {fewest} to {most} players, not {players}.",
                title=info.title,
                fewest=info.min_players,
                most=info.max_players,
                players=players,
            )
        )
    for contradiction in impossible(table_rules.rules, players):
        raise SetupError(contradiction.message)


@lru_cache(maxsize=32)
def _manager(*modules: object) -> pluggy.PluginManager:
    """Return the manager of these modules and no others; setting a game up asks the same one again and again."""
    manager = pluggy.PluginManager(GROUP)
    manager.add_hookspecs(hooks)
    for module in modules:
        manager.register(module)
    return manager


def _ask(plugins: Iterable[Plugin], hook: str, optional: bool = False, **arguments: object) -> Any:
    plugins = list(plugins)
    try:
        answer = getattr(_manager(*(plugin.module for plugin in plugins)).hook, hook)(**arguments)
    except Exception as error:
        who = ", ".join(plugin.distribution for plugin in plugins)
        raise PluginError(f"{hook} of {plugins[0].name} failed ({who}): {_one_line(error)}") from error
    if answer is None and not optional:
        variant, *mods = (f"'{plugin.name}' of {plugin.distribution}" for plugin in plugins)
        wrapping = f", or a mod that wraps it returns nothing: {', '.join(mods)}" if mods else ""
        raise PluginError(f"The plugin {variant} does not implement {hook}{wrapping}.")
    return answer


@dataclass
class _Discovery:
    """Collects what loads, and a sentence for what does not."""

    loaded: list[Plugin] = field(default_factory=list)
    problems: list[PluginProblem] = field(default_factory=list)

    def load(self, points: Iterable[EntryPoint]) -> None:
        by_name: dict[str, list[EntryPoint]] = defaultdict(list)
        for point in points:
            by_name[point.name].append(point)
        # Our own come first, so that nobody takes the place of a built-in variant.
        for name, rivals in sorted(by_name.items(), key=lambda entry: (not _is_ours(entry[1][0]), entry[0])):
            owners = sorted({_distribution(point) for point in rivals})
            if len(rivals) > 1:
                self._leave_out(
                    name,
                    " and ".join(owners),
                    f"The plugin name '{name}' is taken by both "
                    f"{' and '.join(owners) if len(owners) > 1 else f'entries of {owners[0]}'}; "
                    "uninstall one of them.",
                )
            else:
                self._load_one(rivals[0])

    def _load_one(self, point: EntryPoint) -> None:
        owner = _distribution(point)
        try:
            module = point.load()
        except (Exception, SystemExit) as error:  # whatever a stranger's import raises must not stop the others
            self._leave_out(
                point.name, owner, f"The plugin '{point.name}' of {owner} could not be loaded: {_one_line(error)}"
            )
            return
        try:
            manager = _manager(module)
            manager.check_pending()
            variant, mod = manager.hook.rummykit_variant(), manager.hook.rummykit_mod()
            bots = tuple(manager.hook.rummykit_bots() or ())
            for answer, kind in ((variant, VariantInfo), (mod, ModInfo), *((bot, BotInfo) for bot in bots)):
                if answer is not None and not isinstance(answer, kind):
                    raise TypeError(f"{answer!r} is no {kind.__name__}")
        except pluggy.PluginValidationError as error:
            self._leave_out(point.name, owner, self._misfit(point.name, owner, module, error))
            return
        except Exception as error:
            self._leave_out(
                point.name,
                owner,
                f"The plugin '{point.name}' of {owner} failed when asked who it is: {_one_line(error)}",
            )
            return
        version = point.dist.version if point.dist else "unknown"
        self._keep(Plugin(point.name, owner, version, module, variant, mod, bots))

    def _keep(self, plugin: Plugin) -> None:
        for other in self.loaded:
            for clash in sorted(_introduced(plugin) & _introduced(other)):
                self._leave_out(
                    plugin.name,
                    plugin.distribution,
                    f"The {clash} is brought by both {other.distribution} and "
                    f"{plugin.distribution}; the plugin '{plugin.name}' is left out.",
                )
                return
        self.loaded.append(plugin)

    def _misfit(self, name: str, owner: str, module: object, error: Exception) -> str:
        known = [spec for spec in vars(hooks) if spec.startswith("rummykit_")]
        for found in vars(module):
            marked = hasattr(getattr(module, found), "rummykit_impl")
            if marked and found not in known:
                return f"The plugin '{name}' of {owner} has an unknown hook '{found}'.{did_you_mean(found, known)}"
        return f"The plugin '{name}' of {owner} does not fit the hooks: {_one_line(error)}"

    def _leave_out(self, name: str, owner: str, sentence: str) -> None:
        self.problems.append(PluginProblem(name, owner, sentence))


def _introduced(plugin: Plugin) -> set[str]:
    """Return what must be brought by one plugin only."""
    names = {f"bot '{bot.name}'" for bot in plugin.bots}
    if plugin.variant:
        names.add(f"variant '{plugin.variant.id}'")
    if plugin.mod:
        names.add(f"mod '{plugin.mod.id}'")
    return names


def _is_ours(point: EntryPoint) -> bool:
    return point.dist is not None and point.dist.name == "rummykit"


def _distribution(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else "an unknown distribution"


def _one_line(error: BaseException) -> str:
    text = " ".join(str(error).split()) or "no reason given"
    return f"{type(error).__name__}: {text}"
