"""How a generated game is set up: by whose house rules, for how many, from which deal, with which luck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import yaml

from rummykit.errors import PluginError, RummyKitError
from rummykit.scenario import resolve

if TYPE_CHECKING:
    from rummykit.plugins import Plugins
    from rummykit.ruleset import Ruleset
    from rummykit_kit.subject import Subject

ONE_ROUND = {"match": {"match_mode": "rounds", "rounds": 1}}
"""Most checks look at rounds; whole matches have checks of their own."""

FIRST_NAMES = ("Anna", "Ben", "Carla", "Dora", "Emil", "Fay")


def names_of(players: int) -> tuple[str, ...]:
    """Return names for so many players.

    >>> names_of(2)
    ('Anna', 'Ben')
    """
    return (*FIRST_NAMES, *(f"Player {number}" for number in range(len(FIRST_NAMES) + 1, players + 1)))[:players]


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

    def rules(self, subject: Subject) -> Ruleset | None:
        """Return the rules of a game of one round, or None if they contradict one another."""
        return self._assembled(subject.plugins, ONE_ROUND if subject.has_single_rounds else {})

    def rules_of_match(self, plugins: Plugins) -> Ruleset | None:
        """Return the rules of a whole match, or None if they contradict one another."""
        return self._assembled(plugins, {})

    def crash(self, subject: Subject) -> PluginError | None:
        """Return the error that a hook raises for these rules, if it is the plugin that cannot set the game up."""
        try:
            sections: dict[str, Any] = dict(self.sections)
            resolved = resolve(subject.plugins, self.variant, preset=self.preset, **sections)
            subject.plugins.assemble(resolved, self.players)
        except PluginError as error:
            return error
        except RummyKitError:
            pass
        return None

    def _assembled(self, plugins: Plugins, match: Mapping[str, Any]) -> Ruleset | None:
        try:
            sections = {**self.sections, **match}
            return plugins.assemble(resolve(plugins, self.variant, preset=self.preset, **sections), self.players)
        except RummyKitError:
            return None

    def as_yaml(self) -> str:
        """Return the house rules as a file that `rummy play` takes, with nothing in it that is not needed.

        >>> print(Setup("my_variant", 3, sections={"deal": {"hand_size": 7}, "draw": {}}).as_yaml())
        variant: my_variant
        players: 3
        rules:
          deal:
            hand_size: 7
        """
        rules = {name: dict(options) for name, options in self.sections.items() if options}
        match = rules.pop("match", None)
        file: dict[str, Any] = {"variant": self.variant}
        if self.preset:
            file["preset"] = self.preset
        file["players"] = self.players
        if rules:
            file["rules"] = rules
        if match:
            file["match"] = match
        return yaml.safe_dump(file, sort_keys=False).rstrip()
