"""The plugins there are, and assembling a game from them.

There is no global plugin manager. A game gets a manager that holds its variant and the mods its file lists, in that
order, and nothing else.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from reprlib import repr as short_repr
from typing import TYPE_CHECKING, Any

from rummykit.errors import PluginError, RummyKitError, SetupError, did_you_mean
from rummykit.i18n import current, mark, say
from rummykit.plugin.discovery import (
    GROUP,
    Plugin,
    PluginProblem,
    find_plugins,
    manager_of,
    one_line,
    runs_through,
)
from rummykit.plugin.guard import FAULTS, guarded
from rummykit.plugin.info import BotInfo, Mod, Variant

if TYPE_CHECKING:
    from rummykit.booklet import Booklet
    from rummykit.engine.deal import Deal
    from rummykit.engine.ruleset import Ruleset
    from rummykit.rules import HouseRules, Section, TableRules

__all__ = ["GROUP", "Plugin", "PluginProblem", "Plugins"]


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
        loaded, problems = find_plugins(points, files)
        return cls(tuple(loaded), tuple(problems))

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
        if plugin := self.by_variant.get(variant):
            return plugin
        for problem in self.problems:
            if problem.name == variant:
                raise PluginError(problem.sentence)
        if not self.by_variant:
            raise PluginError(say("There is no variant '{variant}'; installed: none.", variant=variant))
        known = ", ".join(self.by_variant)
        why = say("There is no variant '{variant}'; installed: {known}.", variant=variant, known=known)
        raise PluginError(why + did_you_mean(variant, self.by_variant))

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

    # -- what goes wrong ---------------------------------------------------------------------------

    def blame(self, error: BaseException, variant: str | None = None) -> str | None:
        """Return in a sentence which plugin a fault comes from, and the hook or the method that it passed into.

        Where no plugin's code was running, it comes from that of the *variant* in play: whoever is given something
        wrong fails later. None if there is none, or if the error is nobody's fault.
        """
        fault = error
        if isinstance(error, PluginError):
            if any(plugin.distribution in str(error) for plugin in self.loaded):
                return str(error)
            fault = error.__cause__ or error
        elif isinstance(error, RummyKitError):
            return None
        # A stranger's code may have been called by ours, as rules of a mod are.
        for plugin in sorted(self.loaded, key=lambda plugin: plugin.is_ours):
            if function := runs_through(fault, plugin.package):
                return f"{plugin.who} failed in {function}: {one_line(fault, plugin.package)}"
        if variant is not None and variant in self.by_variant:
            why = str(error) if isinstance(error, PluginError) else one_line(error)
            return f"{self.by_variant[variant].who} failed in a game of {variant}: {why}"
        return None

    @contextmanager
    def playing(self, variant: str, sources: Collection[str]) -> Iterator[None]:
        """Run the code of a game so that it harms no other; whatever fails in it is a `PluginError`.

        Only where strangers are among its *sources* is it guarded: ours may take as long as it does.
        """
        try:
            with guarded() if sources else nullcontext():
                yield
        except FAULTS as error:
            problem = self.blame(error, variant)
            if problem is None:
                raise
            raise PluginError(problem) from error

    def usable_for(self, task: Callable[[Plugins], object]) -> Plugins:
        """Return the plugins with which a task works, each tried with ours alone; the others become problems."""
        usable = replace(self, loaded=tuple(plugin for plugin in self.loaded if plugin.is_ours))
        for plugin in self.loaded:
            if plugin.is_ours:
                continue
            try:
                with guarded():
                    task(replace(usable, loaded=(*usable.loaded, plugin)))
            except FAULTS as error:
                why = self.blame(error) or f"{plugin.who} failed: {one_line(error, plugin.package)}"
                problem = PluginProblem(plugin.name, plugin.distribution, why, plugin.file)
                usable = replace(usable, problems=(*usable.problems, problem))
            else:
                usable = replace(usable, loaded=(*usable.loaded, plugin))
        return usable

    # -- what house-rule files need to know: `rummykit.rules.Catalogue` -----------------------------

    def variants(self) -> Mapping[str, tuple[int, int]]:
        """Return the player range of every variant."""
        return {id: plugin.variant.players for id, plugin in self.by_variant.items() if plugin.variant}

    def options_model(self, variant: str) -> type[HouseRules]:
        """Return the options of a variant."""
        model: type[HouseRules] = _said(self.plugin_of(variant), "options")
        return model

    def presets(self, variant: str) -> Mapping[str, str]:
        """Return the presets of a variant: YAML text by name."""
        presets: Mapping[str, str] = _said(self.plugin_of(variant), "presets")
        return presets

    def mods(self) -> Mapping[str, Mod]:
        """Return what every mod says of itself."""
        return {id: plugin.mod for id, plugin in self.by_mod.items() if plugin.mod}

    def mod_options(self, name: str) -> type[Section] | None:
        """Return the options of a mod, None if it has none."""
        options: type[Section] | None = self.by_mod[name].said("options")
        return options

    def rulebook(self, variant: str) -> Mapping[str, str]:
        """Return the rules of a variant by id."""
        rules: Mapping[str, str] = _said(self.plugin_of(variant), "rules")
        return rules

    def booklet(self, table_rules: TableRules) -> Booklet:
        """Return the rule booklet of a table, in the language that is spoken."""
        from rummykit.booklet import Booklet, mods_chapter, sheet, sitting_down

        game, chosen = self.assemble_for_any(table_rules), self.chosen(table_rules)
        deals = self._deals(table_rules)
        sitting = sitting_down(table_rules, deals)
        chapters = sheet(game)
        if "rummykit_booklet" in chosen[0].hooks:
            written = _part(chosen, "rummykit_booklet", Sequence, game=game, deals=deals)
            chapters = (*written, *mods_chapter(game, written, self.rulebook(table_rules.variant)))
        subtitle = table_rules.preset or ""
        if table_rules.title is not None:
            of_preset = mark("{game}, preset {preset}")
            subtitle = say(of_preset, game=game.title, preset=subtitle) if subtitle else game.title
        return Booklet(
            title=table_rules.title or game.title,
            subtitle=subtitle,
            language=current().code,
            players=(sitting[0], sitting[-1]),
            pack=game.pack,
            chapters=tuple(chapters),
            notes=table_rules.notes or "",
        )

    def _deals(self, table_rules: TableRules) -> dict[int, Deal]:
        """Return how a round is dealt to every number of players that can be in it by these rules."""
        from rummykit.engine.deal import Deal
        from rummykit.rules.options import impossible

        chosen, rules, mods = self.chosen(table_rules), table_rules.rules, table_rules.mod_rules
        seats = table_rules.seats
        numbers = range(seats, seats + 1) if seats else self._players(table_rules)
        if rules.value("match.elimination", None) is not None:
            fewest, _ = self.variants()[table_rules.variant]
            numbers = range(fewest, numbers.stop)
        return {
            players: _part(chosen, "rummykit_deal", Deal, rules=rules, players=players, mods=mods)
            for players in numbers
            if not impossible(rules, players)
        }

    def _players(self, table_rules: TableRules) -> range:
        """Return how many may sit down: what the file says, or else what the variant does."""
        low, high = self.variants()[table_rules.variant]
        return table_rules.player_range or range(low, high + 1)

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
                    "match.elimination: {limit} is for bad points, but in {title} the highest total wins; "
                    "play a number of rounds or to a target score.",
                    title=rules.title,
                    limit=rules.match.elimination,
                )
            )
        left = {sides: sum(map(len, sides)) for sides in rules.may_be_left()}
        try:
            fewer = {count: self._assemble(table_rules, count) for count in sorted(set(left.values()))}
        except SetupError as error:
            raise SetupError(
                say("Players drop out of this match, but those left could not play on: {reason}", reason=error)
            ) from error
        for sides, count in left.items():
            if fewer[count].sides != sides:
                plugin = self.plugin_of(table_rules.variant)
                raise PluginError(
                    f"The plugin '{plugin.name}' of {plugin.distribution}: when players drop out, {count} may be left "
                    f"on the sides {sides}, but it deals to {count} as {fewer[count].sides}; keep partners together."
                )
        return replace(rules, fewer=fewer)

    def assemble_for_any(self, table_rules: TableRules) -> Ruleset:
        """Assemble the game for those at the table, or if they are not said for as few as can play it.

        If nobody can, the SetupError says why the fewest cannot.
        """
        if table_rules.seats is not None:
            return self.assemble(table_rules, table_rules.seats)
        why: SetupError | None = None
        for players in self._players(table_rules):
            try:
                return self.assemble(table_rules, players)
            except SetupError as error:
                why = why or error
        assert why is not None
        raise why

    def _assemble(self, table_rules: TableRules, players: int) -> Ruleset:
        from rummykit.cards import Pack
        from rummykit.engine.deal import Deal
        from rummykit.engine.match_format import MatchFormat
        from rummykit.engine.ruleset import Ruleset
        from rummykit.engine.scoring import Scoring
        from rummykit.melds import MeldRules
        from rummykit.parts import TurnFlow

        chosen = self.chosen(table_rules)
        info = chosen[0].variant
        assert info is not None
        _check_players(info, table_rules, players)
        rules, mods = table_rules.rules, table_rules.mod_rules
        pack = _part(chosen, "rummykit_pack", Pack, rules=rules, players=players, mods=mods)
        deal = _part(chosen, "rummykit_deal", Deal, rules=rules, players=players, mods=mods)
        deal.check(players, len(pack) - (pack.joker_bits.bit_count() if deal.pool_jokers else 0))
        game = Ruleset(
            variant=table_rules.variant,
            title=info.title,
            version=chosen[0].version,
            table_rules=table_rules,
            players=players,
            pack=pack,
            deal=deal,
            melds=_part(chosen, "rummykit_melds", MeldRules, rules=rules, pack=pack, mods=mods),
            flow=_part(chosen, "rummykit_turn", TurnFlow, rules=rules, players=players, mods=mods),
            scoring=_part(chosen, "rummykit_scoring", Scoring, rules=rules, pack=pack, mods=mods),
            match=_part(chosen, "rummykit_match", MatchFormat, rules=rules, mods=mods),
            citations=dict(_said(chosen[0], "citations"))
            | (_ask(chosen, "rummykit_citations", Mapping, rules=rules, mods=mods) or {})
            | {reason: cited for mod in chosen[1:] for reason, cited in (mod.said("citations") or {}).items()},
            rulebook=_together(chosen, "rules"),
            sources={plugin.id: plugin.source for plugin in chosen if not plugin.is_ours},
        )
        _check_declared(chosen, game)
        return game


def _check_players(info: Variant, table_rules: TableRules, players: int) -> None:
    from rummykit.rules.options import impossible

    fewest, most = info.players
    if not fewest <= players <= most:
        if fewest == most:
            message, numbers = mark("{title} is for {number} players, not {players}."), {"number": most}
        else:
            message = mark("{title} is for {fewest} to {most} players, not {players}.")
            numbers = {"fewest": fewest, "most": most}
        raise SetupError(say(message, title=info.title, players=players, **numbers))
    for contradiction in impossible(table_rules.rules, players):
        raise SetupError(contradiction.message)


def _check_declared(chosen: list[Plugin], game: Ruleset) -> None:
    """Raise `PluginError` unless every seat is on a side, wild ranks exist, and what parts declare can be kept."""
    try:
        game.deal.check_sides(game.players)
        _ = game.flow.state, game.flow.verbs
        game.check_wild()
    except PluginError as error:
        who = f"plugin '{chosen[0].name}' of {chosen[0].distribution}"
        mods = ", ".join(f"'{mod.name}' of {mod.distribution}" for mod in chosen[1:])
        raise PluginError(f"The {who}{f', with the mods {mods}' if mods else ''}: {error}") from error


def _said(plugin: Plugin, what: str) -> Any:
    """Return what a variant must say of itself."""
    value = plugin.said(what)
    if value is None:
        raise PluginError(f"The variant of the plugin '{plugin.name}' of {plugin.distribution} has no {what}.")
    return value


def _together(chosen: list[Plugin], what: str) -> dict[Any, Any]:
    """Return what a variant says of itself with what its mods add, the last one having the last word."""
    found = dict(_said(chosen[0], what))
    for mod in chosen[1:]:
        found |= mod.said(what) or {}
    return found


def _ask(plugins: list[Plugin], hook: str, kind: type, **arguments: Any) -> Any:
    """Return what the plugins answer to a hook together; None if none of them implements it."""
    who = ", ".join(plugin.distribution for plugin in plugins)
    games = [plugin.game for plugin in plugins]  # which cannot be loaded by any fault of this hook
    try:
        with _guarded(plugins):
            answer = getattr(manager_of(*games).hook, hook)(**arguments)
    except FAULTS as error:
        why = str(error) if isinstance(error, PluginError) else one_line(error)
        raise PluginError(f"{hook} of {plugins[0].name} failed ({who}): {why}") from error
    if answer is None or isinstance(answer, kind):
        return answer
    what = short_repr(answer)
    raise PluginError(f"{hook} of {plugins[0].name} ({who}) returned {what}, which is not a {kind.__name__}.")


def _part(plugins: list[Plugin], hook: str, kind: type, **arguments: Any) -> Any:
    """Return what the plugins must answer to a hook."""
    answer = _ask(plugins, hook, kind, **arguments)
    if answer is None:
        variant, *mods = (f"'{plugin.name}' of {plugin.distribution}" for plugin in plugins)
        wrapping = f", or a mod that wraps it returns nothing: {', '.join(mods)}" if mods else ""
        raise PluginError(f"The plugin {variant} does not implement {hook}{wrapping}.")
    return answer


def _guarded(plugins: Iterable[Plugin]) -> AbstractContextManager[None]:
    """Run code of several plugins so that it harms nobody; if all of them are ours, it is trusted."""
    return next((plugin.guarded() for plugin in plugins if not plugin.is_ours), nullcontext())
