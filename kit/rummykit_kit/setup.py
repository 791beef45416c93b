"""What is checked, and how a generated game is set up: house rules, players, the deal, and luck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from rummykit.errors import PluginError, RummyKitError
from rummykit.plugin.plugins import Plugins
from rummykit.rules import ByPlayers, ByRank, HouseRules, Ranks, from_variant
from rummykit.scenario import resolve
from rummykit_kit import GAMES
from rummykit_kit.broken import TOLD_ELSEWHERE, Unplayable

if TYPE_CHECKING:
    from rummykit.engine.ruleset import Ruleset
    from rummykit_kit.pytest_plugin import RuleTests

ONE_ROUND = {"match": {"rounds": 1}}
"""Most checks look at rounds; whole matches have checks of their own."""


@dataclass(frozen=True)
class Setup:
    """A generated game before it is played: the same setup always gives the same game.

    ``sections`` has only the options that differ from the defaults, or from those of the preset. The moves are chosen
    by ``choices``, each the place of a move in the list of legal ones, and after those by chance from ``luck``.
    """

    variant: str
    players: int
    preset: str | None = None
    sections: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    seed: int = 0
    luck: int = 0
    choices: tuple[int, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        first = ("Anna", "Ben", "Carla", "Dora", "Emil", "Fay")
        return (*first, *(f"Player {number}" for number in range(len(first) + 1, self.players + 1)))[: self.players]

    def rules(self, subject: Subject) -> Ruleset | None:
        """Return the rules of a game of one round, or None if they contradict one another."""
        one_round = ONE_ROUND if subject.has_single_rounds else {}
        return replace(self, sections={**self.sections, **one_round}).rules_of_match(subject.plugins)

    def rules_of_match(self, plugins: Plugins) -> Ruleset | None:
        """Return the rules of a whole match, or None if they contradict one another."""
        try:
            return self._assembled(plugins)
        except RummyKitError:
            return None

    def crash(self, subject: Subject) -> PluginError | None:
        """Return the error that a hook raises for these rules, if it is the plugin that cannot set the game up."""
        try:
            self._assembled(subject.plugins)
        except RummyKitError as error:
            return error if isinstance(error, PluginError) else None
        return None

    def _assembled(self, plugins: Plugins) -> Ruleset:
        sections: dict[str, Any] = dict(self.sections)
        return plugins.assemble(resolve(plugins, self.variant, preset=self.preset, **sections), self.players)

    def as_yaml(self) -> str:
        """Return the house rules as a file that `rummy play` takes, with nothing in it that is not needed.

        >>> print(Setup("my_variant", 3, sections={"deal": {"cards": 7}, "draw": {}}).as_yaml())
        variant: my_variant
        players: 3
        rules:
          deal:
            cards: 7
        """
        rules = {
            name: {option: as_written(value) for option, value in options.items()}
            for name, options in self.sections.items()
            if options
        }
        top = {name: rules.pop(name) for name in HouseRules.top_level if name in rules}
        head = {"variant": self.variant, "preset": self.preset, "players": self.players, "rules": rules}
        file = {**{key: value for key, value in head.items() if value}, **top}
        return yaml.safe_dump(file, sort_keys=False).rstrip()


def as_written(value: Any) -> Any:
    """Return a value of an option as a file has it."""
    if isinstance(value, ByPlayers):
        return dict(value.pairs)
    return value.as_written() if isinstance(value, ByRank | Ranks) else value


@dataclass(frozen=True)
class Subject:
    """The variant that is checked, and how much of it.

    ``chance`` draws the same games again; None draws others every time. ``rule_tests`` are the tests that say which
    rule they prove.
    """

    variant: str
    plugins: Plugins = field(default_factory=Plugins.discover)
    games: int = GAMES
    thorough: float = 0.1
    """The share of decisions that are examined in full, which takes time."""
    chance: int | None = 0
    patience: float = 8.0
    """For how many seconds a failing game is made shorter and plainer."""
    rule_tests: RuleTests | None = None

    @cached_property
    def has_single_rounds(self) -> bool:
        """Whether a match of the variant may be a single round; there may be games that never are."""
        try:
            self.plugins.assemble_for_any(resolve(self.plugins, self.variant, match=ONE_ROUND["match"]))
        except RummyKitError:
            return False
        return True

    def require_presets(self) -> None:
        """Raise `Unplayable` if the plugin cannot say its presets: then no house rules load at all."""
        try:
            self.plugins.presets(self.variant)
        except PluginError:
            raise Unplayable("The presets cannot be loaded. The check 'presets_valid' tells why.") from None

    def default_rules(self) -> Ruleset:
        """Return the default rules for some number of players; raise `Unplayable` if nobody can play by them."""
        self.require_presets()
        try:
            return self.plugins.assemble_for_any(from_variant(self.variant, self.plugins))
        except RummyKitError:
            raise Unplayable(f"The default rules cannot be played. {TOLD_ELSEWHERE}") from None

    @property
    def files(self) -> list[Path]:
        """The plugins of a single file, which are not installed."""
        return [plugin.file for plugin in self.plugins.loaded if plugin.file is not None]
