"""The plugins there are, and assembling a game from them.

There is no global plugin manager. A game gets a manager that holds its variant and the mods its file lists, in that
order, and nothing else.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from rummykit.discovery import GROUP, Discovery, Plugin, PluginProblem, manager_of, one_line
from rummykit.errors import PluginError, SetupError, did_you_mean
from rummykit.info import BotInfo, ModInfo, VariantInfo
from rummykit.language import current, say

if TYPE_CHECKING:
    from rummykit.booklet import Booklet
    from rummykit.houserules import HouseRules, Section, TableRules
    from rummykit.ruleset import Ruleset

__all__ = ["GROUP", "Plugin", "PluginProblem", "Plugins"]

P = TypeVar("P")


@dataclass(frozen=True)
class Plugins:
    """The plugins that loaded, and the problems of those that did not."""

    loaded: tuple[Plugin, ...]
    problems: tuple[PluginProblem, ...] = ()

    @classmethod
    def discover(cls, files: Iterable[Path] = ()) -> Plugins:
        """Load the plugins of all installed distributions, and those that stand in these files."""
        return cls.load(entry_points(group=GROUP), files)

    @classmethod
    def load(cls, points: Iterable[EntryPoint], files: Iterable[Path] = ()) -> Plugins:
        """Load plugins from entry points and files, each by itself."""
        found = Discovery()
        found.load_installed(points)
        found.load_files(files)
        return cls(tuple(found.loaded), tuple(found.problems))

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

    def why_missing(self, sources: Mapping[str, Mapping[str, str]]) -> str | None:
        """Return in a sentence which variant or mod of a game is not here, and where it came from; None if all are."""
        broken = {problem.name for problem in self.problems}
        for name, source in sources.items():
            if name in self.by_variant or name in self.by_mod or name in broken:
                continue
            if "file" in source:
                return say(
                    "the game needs {name}, which came from the file {file}: name that file again with --plugin.",
                    name=name,
                    file=source["file"],
                )
            return say(
                "the game needs {name}, which came from the installed package {package}: install that again.",
                name=name,
                package=source.get("distribution", name),
            )
        return None

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
        return _ModOptions(self.by_mod)

    def mod_info(self, name: str) -> ModInfo:
        """Return what a mod says of itself."""
        mod = self.by_mod[name].mod
        assert mod is not None
        return mod

    def rulebook(self, variant: str) -> Mapping[str, str]:
        """Return the rules of a variant by id."""
        rules: Mapping[str, str] = _ask([self.plugin_of(variant)], "rummykit_rulebook")
        return rules

    def booklet(self, table_rules: TableRules) -> Booklet:
        """Return the rule booklet of a table, in the language that is spoken."""
        from rummykit.booklet import Booklet
        from rummykit.booklet.plain import sheet

        game, chosen = self.assemble_for_any(table_rules), self.chosen(table_rules)
        chapters = sheet(game.rulebook)
        # The rule sheet has the rules of the mods too; chapters of theirs need those of the variant before them.
        if "rummykit_booklet" in chosen[0].hooks:
            given = {"rules": table_rules.rules, "mods": table_rules.mod_rules}
            chapters = _ask(chosen, "rummykit_booklet", optional=True, **given) or chapters
        return Booklet(
            title=game.title,
            subtitle=table_rules.preset or "",
            language=current().code,
            players=(table_rules.seats,) * 2 if table_rules.seats else self.variants()[table_rules.variant],
            pack=game.pack,
            chapters=tuple(chapters),
        )

    # -- a game ------------------------------------------------------------------------------------------

    def chosen(self, table_rules: TableRules) -> list[Plugin]:
        """Return the plugins that make a game: its variant, then the mods in the order in which they wrap."""
        return [self.plugin_of(table_rules.variant), *(self.by_mod[name] for name in table_rules.mods)]

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
        from rummykit.cards import Pack
        from rummykit.deal import Deal
        from rummykit.match import MatchFormat
        from rummykit.melds import MeldRules
        from rummykit.ruleset import Ruleset
        from rummykit.turn import TurnFlow

        chosen = self.chosen(table_rules)
        info = chosen[0].variant
        assert info is not None
        _check_players(info, table_rules, players)
        rules, mods = table_rules.rules, table_rules.mod_rules
        pack = _part(chosen, "rummykit_pack", Pack, rules=rules, players=players, mods=mods)
        deal = _part(chosen, "rummykit_deal", Deal, rules=rules, players=players, mods=mods)
        deal.check(players, len(pack) - (pack.joker_bits.bit_count() if deal.pool_jokers else 0))
        return Ruleset(
            variant=table_rules.variant,
            title=info.title,
            version=chosen[0].version,
            table_rules=table_rules,
            players=players,
            pack=pack,
            deal=deal,
            melds=_part(chosen, "rummykit_melds", MeldRules, rules=rules, pack=pack, mods=mods),
            flow=_part(chosen, "rummykit_turn", TurnFlow, rules=rules, players=players, mods=mods),
            scoring=_ask(chosen, "rummykit_scoring", rules=rules, pack=pack, mods=mods),
            match=_part(chosen, "rummykit_match", MatchFormat, rules=rules, mods=mods),
            citations=_ask(chosen, "rummykit_citations"),
            rulebook=_ask(chosen, "rummykit_rulebook"),
            sources={plugin.id: plugin.source for plugin in chosen if not plugin.is_ours},
        )


@dataclass(frozen=True)
class _ModOptions(Mapping[str, "type[Section] | None"]):
    """The options of mods; each is asked for its own only when they are wanted, so that none can fail for others."""

    plugins: Mapping[str, Plugin]

    def __getitem__(self, mod: str) -> type[Section] | None:
        options: type[Section] | None = _ask([self.plugins[mod]], "rummykit_options", optional=True)
        return options

    def __iter__(self) -> Iterator[str]:
        return iter(self.plugins)

    def __len__(self) -> int:
        return len(self.plugins)


def _unknown(variant: str, known: list[str]) -> str:
    if not known:
        return say("There is no variant '{variant}'; installed: none.", variant=variant)
    why = say("There is no variant '{variant}'; installed: {known}.", variant=variant, known=", ".join(known))
    return why + did_you_mean(variant, known)


def _check_players(info: VariantInfo, table_rules: TableRules, players: int) -> None:
    from rummykit.houserules.options import impossible

    if not info.min_players <= players <= info.max_players:
        if info.min_players == info.max_players:
            raise SetupError(
                say(
                    "{title} is for {number} players, not {players}.",
                    title=info.title,
                    number=info.min_players,
                    players=players,
                )
            )
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


def _ask(plugins: Iterable[Plugin], hook: str, optional: bool = False, **arguments: object) -> Any:
    plugins = list(plugins)
    try:
        answer = getattr(manager_of(*(plugin.module for plugin in plugins)).hook, hook)(**arguments)
    except Exception as error:
        who = ", ".join(plugin.distribution for plugin in plugins)
        raise PluginError(f"{hook} of {plugins[0].name} failed ({who}): {one_line(error)}") from error
    if answer is None and not optional:
        variant, *mods = (f"'{plugin.name}' of {plugin.distribution}" for plugin in plugins)
        wrapping = f", or a mod that wraps it returns nothing: {', '.join(mods)}" if mods else ""
        raise PluginError(f"The plugin {variant} does not implement {hook}{wrapping}.")
    return answer


def _part(plugins: Iterable[Plugin], hook: str, kind: type[P], **arguments: Any) -> P:
    answer, plugins = _ask(plugins, hook, **arguments), list(plugins)
    if not isinstance(answer, kind):
        who = ", ".join(plugin.distribution for plugin in plugins)
        raise PluginError(f"{hook} of {plugins[0].name} ({who}) returned {answer!r}, which is no {kind.__name__}.")
    return answer
